"""Dask, xarray and Zarr read the bits of the whole; types are strict; and whatever broadcasts does so here."""

import concurrent.futures
import importlib
import importlib.util
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import urllib.error
import urllib.request

import lacuna_noise as lacuna
import numpy as np

from common import ALL, PACKAGE, Case, baked, main, needs, of_random

N = lacuna.perlin(seed=7).fbm(octaves=4)
TWO = lacuna.channels(N, lacuna.simplex(seed=1))
RECIPE = """version = 2
nodes.a = { kind = "perlin", seed = 7 }
[outputs.height]
channels = "a"
[outputs.normal.normal]
source = "a"
"""

# What a user writes in the first hour.
SCRIPT = """import pathlib

import lacuna_noise as lacuna
import numpy as np
from lacuna_noise.zarr import RecipeStore, Server


def hills(seed: int) -> lacuna.Node:
    node = lacuna.perlin(seed=seed, frequency="0.1").fbm(octaves=6) + 0.5
    return lacuna.lerp(node, 1, mask=node).remap(from_=[0, 1], to=[-1, 1])


def main(folder: pathlib.Path) -> None:
    n = hills(7)
    plane = n.grid((4, 4), region=(0, 0, 1, 1))
    assert plane.dtype == np.float32
    x = np.linspace(0, 1, 4)
    values = n(x, x[:, None])
    assert values.shape == (4, 4)
    assert n.points(np.zeros((3, 2))).sum() <= 3
    slopes = n.gradient(x, 0.5)
    print(slopes.mean(), n.range, n.params, n.output)

    heights = lacuna.xarray(n, (64, 64), region=(0, 0, 8, 8), chunks={"x": 32, "y": 32})
    print(heights.mean().compute())
    world = lacuna.dask.grid(n, (4096, 4096), chunks=512, region=(0, 0, 256, 256))
    print(world[:4, :4].compute())
    store = RecipeStore(n, (1000, 1000), chunks=100)
    with Server(store) as server:
        print(server.url)
    print(lacuna.zarr.RecipeStore(lacuna.preset("marble"), 100))

    n.bake(folder / "hills.png", size=256, force=True)
    again = lacuna.load(folder / "hills.png")
    assert again == n
    assert lacuna.from_toml(n.to_toml()).seeded(3) != n


main(pathlib.Path())
"""


class Wide(Case):
    @needs("zarr")
    def test_the_module_of_zarr_needs_no_import_of_its_own(self):
        done = subprocess.run([sys.executable, "-c", "import lacuna_noise; print(lacuna_noise.zarr.RecipeStore.__name__)"], capture_output=True, text=True)
        self.assertEqual(done.stdout, "RecipeStore\n", done.stderr)

    def test_an_executor_evaluates_blocks_in_ten_lines(self):
        rows = [slice(start, start + 64) for start in range(0, 256, 64)]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            blocks = list(pool.map(lambda part: N.grid((256, 200), part=(part, slice(None))), rows))
        self.same_bits(np.concatenate(blocks), N.grid((256, 200)))

    @needs("dask")
    def test_a_dask_array_has_the_bits_of_the_whole(self):
        import dask

        for node in (N, TWO, lacuna.preset("layered-value-terrain")):
            for shape, chunks, region in (((90, 70), 32, (-1, 0.1, 5.3, 4)), ((90, 70), (50, 70), None), ((9, 8, 7), 5, (0, 0, 0, 3, 2, 1)), ((50,), 20, None)):
                array = lacuna.dask.grid(node, shape, chunks, region)
                whole = node.grid(shape, region=region)
                self.assertEqual((array.shape, array.dtype), (whole.shape, whole.dtype))
                self.same_bits(array.compute(), whole)
                self.same_bits(array[3:20].compute(scheduler="synchronous"), whole[3:20])
        # What is the same has one name.
        one, other = (lacuna.dask.grid(N, (20, 20), 10) for _ in range(2))
        self.assertEqual(one.name, other.name)
        self.assertNotEqual(one.name, lacuna.dask.grid(N, (20, 20), 10, (0, 0, 1, 1)).name)
        with dask.config.set(scheduler="processes"):
            self.same_bits(lacuna.dask.grid(N, (20, 20), 10).compute(), N.grid((20, 20)))

    @needs("dask")
    def test_a_slice_of_a_huge_dask_array_is_what_the_command_bakes_of_its_region(self):
        array = lacuna.dask.grid(N, (65536, 65536), 2048, (0, 0, 4096, 4096))
        part = array[10_000:10_100, 60_000:60_080].compute()
        region = ",".join(str(at / 16) for at in (60_000, 10_000, 60_080, 10_100))
        self.same_bits(part, baked(N, "--region", region, "--size", "80x100"))

    @needs("xarray")
    def test_a_data_array_has_coordinates_in_units(self):
        import xarray as xr

        array = lacuna.xarray(N, (20, 30), region=(-1, 0.5, 2, "2.5"))
        self.assertEqual(array.dims, ("y", "x"))
        np.testing.assert_allclose(array.x, -1 + (np.arange(30) + 0.5) / 10, atol=1e-12)
        np.testing.assert_allclose(array.y, 0.5 + (np.arange(20) + 0.5) / 10, atol=1e-12)
        self.same_bits(array.values, N.grid((20, 30), region=(-1, 0.5, 2, 2.5)))
        self.assertEqual(lacuna.from_toml(array.attrs["lacuna_recipe"]), N)
        self.assertEqual(lacuna.xarray(TWO, (2, 3, 4), region=(0, 0, 0, 1, 1, 1)).dims, ("z", "y", "x", "channel"))
        self.assertEqual(lacuna.xarray(N, (4,)).dims, ("x",))
        # Without a region pixels are square.
        array = lacuna.xarray(N, (10, 30))
        np.testing.assert_allclose(np.diff(array.x), 8 / 30)
        np.testing.assert_allclose(np.diff(array.y), 8 / 30)
        self.assertIsInstance(array, xr.DataArray)

    @needs("xarray", "dask")
    def test_a_data_array_with_chunks_is_evaluated_block_by_block(self):
        array = lacuna.xarray(N, (64, 64), chunks=20)
        self.assertEqual(array.chunks, ((20, 20, 20, 4),) * 2)
        self.same_bits(array.values, N.grid((64, 64)))

    @needs("xarray", "dask", "zarr")
    def test_chunks_are_told_by_the_names_of_axes(self):
        import zarr
        from lacuna_noise.zarr import RecipeStore

        array = lacuna.xarray(N, (65536, 65536), chunks={"x": 2048, "y": 1024})
        self.assertEqual(array.data.chunksize, (1024, 2048))
        self.assertEqual(lacuna.dask.grid(TWO, (9, 8, 7), {"z": 2, 2: 3}, (0, 0, 0, 1, 1, 1)).chunksize, (2, 8, 3, 2))
        self.assertEqual(zarr.open_group(RecipeStore(N, (50, 40), chunks={"y": 16}), mode="r")["fbm"].chunks, (16, 40))
        for make in (lambda chunks: lacuna.xarray(N, (64, 64), chunks=chunks), lambda chunks: RecipeStore(N, (64, 64), chunks=chunks)):
            self.refused("there is no axis 'lon' to cut; there are y, x", make, {"lon": 16, "y": 16})

    @needs("xarray")
    def test_a_recipe_opens_as_a_dataset(self):
        import xarray as xr

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "hills.toml")
            path.write_text(RECIPE)
            with open_backend(xr, path, shape=(50, 40), region=(0, 0, 4, 5)) as data:
                self.assertEqual(set(data.data_vars), {"height", "normal"})
                height = lacuna.load(path, "height").grid((50, 40), region=(0, 0, 4, 5))
                normal = lacuna.load(path, "normal").grid((50, 40), region=(0, 0, 4, 5))
                self.same_bits(data.normal.values, normal)
                for key in (np.s_[3:20, 5:6], np.s_[::-1, ::3], np.s_[40:3:-7, -3], np.s_[7, 9], np.s_[5:5, :]):
                    self.same_bits(data.height[key].values, height[key], key)
                    self.same_bits(data.normal[key].values, normal[key], key)
                self.same_bits(data.height[[3, 1, 7], [2, 2]].values, height[[3, 1, 7]][:, [2, 2]])
                self.same_bits(data.height.sel(x=1.02, y=2.03, method="nearest").values, height[20, 10])
                self.assertEqual(data.height.encoding["preferred_chunks"], {"y": 50, "x": 40})
            with open_backend(xr, path, drop_variables="normal") as data:
                self.assertEqual((list(data.data_vars), data.height.shape), (["height"], (1024, 1024)))
            # A world of 10^12 samples.
            started = time.monotonic()
            with open_backend(xr, path, shape=(10**6, 10**6), region=(0, 0, 10**6, 10**6)) as data:
                found = data.height[-3:, 500_000:500_004].values
            self.assertLess(time.monotonic() - started, 5)
            self.same_bits(found, baked(lacuna.load(path, "height"), "--output", "height", "--region", "500000,999997,500004,1000000", "--size", "4x3"))

    @needs("xarray")
    def test_samples_that_lie_apart_are_evaluated_without_those_between(self):
        import xarray as xr
        from lacuna_noise._picks import picked

        blurred = lacuna.from_toml('version = 2\nnodes.a = { kind = "perlin" }\n[outputs.a]\nchannels = "a"\nblur = { radius = 1 }')
        draw = np.random.default_rng(4)
        for node in (N, TWO, blurred, lacuna.from_toml(RECIPE, "normal"), lacuna.preset("terrain-warped"), *map(of_random, range(8))):
            planes = (((90, 70), (-1, "0.1", 5.3, 4)), ((60, 50), None), ((90, 70), None))
            for sides, region in (*planes, ((20, 12, 30), (0, 0, 0, 3, 2.2, 1)), ((300,), (0, 7.1))):
                place = {"region": region, "z": None, "w": None}
                whole = node.grid(sides, region=region)
                for key in (slice(None, None, 7), slice(5, None, 3), [1, 8, 2, 2, 11], [0, 11], [], slice(2, 9)):
                    indices = [np.arange(side)[key] for side in sides]
                    with unittest.mock.patch("lacuna_noise._picks.CALL", draw.choice([0, 1000])):
                        self.same_bits(picked(node, sides, indices, place), whole[np.ix_(*indices)], (node, sides, region, key))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "hills.toml")
            path.write_text(RECIPE)
            # What a box of 3.5 TiB has at its corners and in between.
            with open_backend(xr, path, shape=(10**6, 10**6), region=(0, 0, 10**5, 10**5)) as data:
                started = time.monotonic()
                found = data.height[::20_000, ::20_000]
                self.assertEqual(found.shape, (50, 50))
                at = (np.arange(0, 10**6, 20_000) * 2 + 1) / 20
                self.same_bits(found.values[7, 9], lacuna.load(path, "height").points([[at[9], at[7]]], decimal=True)[0])
                listed = data.height[[999_999, 3, 500_000], [7, 999_000]].values
                self.same_bits(listed[1, 1], lacuna.load(path, "height").points([[99_900.05, 0.35]], decimal=True)[0])
                places = xr.DataArray(np.arange(200) * 4999, dims="place")
                pointwise = data.normal.isel(x=places, y=places[::-1])
                self.assertEqual(pointwise.shape, (200, 3))
                self.same_bits(pointwise.values[3], data.normal[196 * 4999, 3 * 4999].values)
                near = xr.DataArray(np.arange(60).reshape(6, 10) % 7, dims=("a", "b"))
                corner = data.height[:7, :7].values
                self.same_bits(data.height.isel(x=near, y=6 - near).values, corner[6 - near.values, near.values])
                self.assertEqual(data.height.isel(x=near[:0], y=near[:0]).values.shape, (0, 10))
                self.assertLess(time.monotonic() - started, 10)

    @needs("dask", "xarray", "zarr")
    def test_coordinates_of_long_axes_are_not_kept(self):
        import tracemalloc

        import xarray as xr
        import zarr
        from lacuna_noise.zarr import RecipeStore

        sides, region = (10**9, 2 * 10**9), (0, "-0.5", 2 * 10**8, 10**8)
        tracemalloc.start()
        try:
            group = zarr.open_group(RecipeStore(N, sides, region=region), mode="r")
            np.testing.assert_allclose(group["x"][-2:], [2e8 - 0.15, 2e8 - 0.05], rtol=1e-15)
            with open_backend(xr, N, shape=sides, region=region) as data:
                self.assertIn("RangeIndex", str(data))
                np.testing.assert_allclose(data.x[[0, 15, -1]], [0.05, 1.55, 2e8 - 0.05], rtol=1e-12)
                part = data.fbm[10**9 - 3 :, 70:80]
                np.testing.assert_allclose(part.x, np.arange(70, 80) / 10 + 0.05, rtol=1e-12)
                self.same_bits(part.values, N.grid(sides, region=region, part=(slice(10**9 - 3, None), slice(70, 80))))
                self.same_bits(data.fbm.isel(y=0).sel(x=7.26, method="nearest").values, N.grid(sides, region=region, part=(slice(1), slice(72, 73)))[0, 0])
                self.same_bits(data.fbm[:: 10**8, :: 10**9].values[:, 0], data.fbm[:: 10**8, 0].values)
            world = lacuna.xarray(N, (100, 10**9), region=(0, 0, 10**8, 10), chunks={"x": 10**7, "y": 10})
            np.testing.assert_allclose(world.x[-2:], [1e8 - 0.15, 1e8 - 0.05], rtol=1e-12)
            self.assertLess(tracemalloc.get_traced_memory()[1], 10**8)
        finally:
            tracemalloc.stop()

    @needs("zarr")
    def test_a_zarr_store_computes_its_chunks(self):
        import zarr
        from lacuna_noise.zarr import RecipeStore

        node = lacuna.from_toml(RECIPE)
        region = (0, 0, 4, 5)
        store = RecipeStore(node, (50, 40), chunks=(16, 32), region=region)
        group = zarr.open_group(store, mode="r")
        self.assertEqual(set(group.array_keys()), {"x", "y", "height", "normal"})
        height, normal = (node.with_output(name).grid((50, 40), region=region) for name in ("height", "normal"))
        self.assertEqual(group["height"].attrs["lacuna_version"], lacuna.__version__)
        self.same_bits(group["height"][:], height)
        self.same_bits(group["normal"][7:45, 30:], normal[7:45, 30:])
        self.assertEqual(group["height"].chunks, (16, 32))
        np.testing.assert_allclose(group["x"][:], (np.arange(40) + 0.5) / 10)
        for write in (lambda: group.create_array("a", shape=(1,), dtype="f4"), lambda: group["height"].__setitem__(0, 1)):
            with self.assertRaises(Exception):
                write()
        self.same_bits(group["height"][:], height)
        self.assertEqual(pickle.loads(pickle.dumps(store)), store)
        self.assertNotEqual(RecipeStore(node, (50, 40)), store)
        self.refused("chunks", RecipeStore, node, (4, 4), chunks=(1, 2, 3))
        huge = zarr.open_group(RecipeStore(node, (10**6, 10**6), chunks=256, region=(0, 0, 10**6, 10**6)), mode="r")
        self.same_bits(huge["height"][999_997:, 500_000:500_004], baked(node, "--output", "height", "--region", "500000,999997,500004,1000000", "--size", "4x3"))

    @needs("zarr")
    def test_a_zarr_store_is_served_to_other_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "hills.toml")
            path.write_text(RECIPE)
            asked = ["--shape", "50", "40", "--chunks", "16", "--region", "0", "0", "4", "5"]
            serving = [sys.executable, "-m", "lacuna_noise.zarr", path, *asked]
            with subprocess.Popen(serving, stdout=subprocess.PIPE, text=True) as server:
                try:
                    self.served(server.stdout.readline().strip(), lacuna.load(path, "height").grid((50, 40), region=(0, 0, 4, 5)))
                finally:
                    server.kill()
            done = subprocess.run([*serving, "--port", "65536"], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("port must be 0-65535", done.stderr)

    def served(self, url, height):
        def read(key, **headers):
            with urllib.request.urlopen(urllib.request.Request(f"{url}/{key}", headers=headers)) as answer:
                return answer.status, answer.read(), answer.headers

        chunk = height[16:32, :16].tobytes()
        self.assertEqual(read("height/c/1/0")[:2], (200, chunk))
        for asked, found in (("8-15", chunk[8:16]), ("1000-", chunk[1000:]), ("-8", chunk[-8:]), ("1000-5000", chunk[1000:])):
            status, data, headers = read("height/c/1/0", Range=f"bytes={asked}")
            start = chunk.index(found)
            self.assertEqual((status, data), (206, found))
            self.assertEqual(headers["Content-Range"], f"bytes {start}-{start + len(found) - 1}/1024")
        with urllib.request.urlopen(urllib.request.Request(f"{url}/height/c/1/0", method="HEAD")) as answer:
            self.assertEqual((answer.headers["Content-Length"], answer.read()), ("1024", b""))
        for key, headers, status in (("height/c/9/9", {}, 404), ("none", {}, 404), ("height/c/1/0", {"Range": "bytes=2000-"}, 416)):
            with self.assertRaises(urllib.error.HTTPError) as failure:
                read(key, **headers)
            self.assertEqual(failure.exception.code, status)
            failure.exception.close()
        # GDAL reads Zarr 3 as it is specified from 3.11 on.
        if importlib.util.find_spec("rasterio"):
            import rasterio

            if tuple(map(int, rasterio.__gdal_version__.split(".")[:2])) >= (3, 11):
                with rasterio.open(f'ZARR:"/vsicurl/{url}/height"') as data:
                    self.same_bits(data.read(1), height)

    @needs("zarr")
    def test_a_zarr_store_lists_what_it_has(self):
        import asyncio

        from lacuna_noise.zarr import RecipeStore

        store = RecipeStore(lacuna.from_toml(RECIPE), (50, 40), chunks=32)

        async def listed(keys):
            return [key async for key in keys]

        every = asyncio.run(listed(store.list()))
        self.assertIn("height/c/1/0", every)
        self.assertEqual(len(every), len(set(every)))
        for key in every:
            self.assertTrue(asyncio.run(store.exists(key)), key)
        self.assertEqual(asyncio.run(listed(store.list_prefix("height/c/1"))), ["height/c/1/0", "height/c/1/1"])
        self.assertEqual(set(asyncio.run(listed(store.list_dir("")))), {"zarr.json", "x", "y", "height", "normal"})
        self.assertEqual(asyncio.run(listed(store.list_dir("height/c"))), ["0", "1"])
        for key in ("height/c/2/0", "height/c/0", "height/c/00/0", "none/zarr.json", "height/c/-1/0", "height"):
            self.assertFalse(asyncio.run(store.exists(key)), key)

    @needs("zarr", "xarray", "dask")
    def test_xarray_reads_the_zarr_store_and_dask_writes_one(self):
        import xarray as xr
        from lacuna_noise.zarr import RecipeStore

        node = lacuna.from_toml(RECIPE)
        store = RecipeStore(node, (50, 40), chunks=16, region=(0, 0, 4, 5))
        height = node.with_output("height").grid((50, 40), region=(0, 0, 4, 5))
        self.same_bits(xr.open_zarr(store).height.values, height)
        self.same_bits(xr.open_zarr(store, consolidated=False).height.values, height)

        class Unlisted(RecipeStore):
            """A store as a web server has it: its keys are read, but not listed."""

            supports_listing = False

            async def list_dir(self, prefix):
                for key in ():
                    yield key

        data = xr.open_zarr(Unlisted(node, (50, 40), chunks=16, region=(0, 0, 4, 5)))
        self.assertEqual(set(data.variables), {"x", "y", "height", "normal"})
        self.same_bits(data.height.values, height)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "hills.zarr")
            array = lacuna.xarray(node.with_output("height"), (50, 40), region=(0, 0, 4, 5), chunks=16, name="height")
            array.to_dataset().to_zarr(path)
            self.same_bits(xr.open_zarr(path).height.values, height)

    @needs("zarr")
    def test_parts_of_a_world_in_files_make_the_whole(self):
        import zarr

        node = lacuna.from_toml(RECIPE)
        region = ("0", "0", "4", "4.5")
        with tempfile.TemporaryDirectory() as folder:
            for shards in (None, 32):
                path = pathlib.Path(folder, f"{shards}.zarr")
                asked = {"region": region, "chunks": 16, "shards": shards}
                for part in (3, 0, 4, 1, 2):
                    lacuna.zarr.write(node, path, (90, 80), part=(part, 5), **asked)
                self.assertEqual(lacuna.zarr.write(node, path, (90, 80), **asked), 0)
                group = zarr.open_group(path, mode="r")
                self.assertEqual(set(group.array_keys()), {"x", "y", "height", "normal"})
                for name in ("height", "normal"):
                    self.same_bits(np.ascontiguousarray(group[name][:]), node.with_output(name).grid((90, 80), region=region))
                self.assertEqual(group["height"].chunks, (16, 16))
                self.assertEqual(group["height"].shards, shards and (32, 32))
                self.assertTrue(lacuna.zarr.check(path, 1))
                # What a killed process leaves, and what was lost.
                file = path / "height" / "c" / "1" / "2"
                content = file.read_bytes()
                file.write_bytes(content[:-1])
                (path / "height" / "c" / "0" / "0").unlink()
                found = lacuna.zarr.check(path, 0.01, seed=1)
                self.assertEqual((bool(found), found.missing), (False, ["height/c/0/0", "height/c/1/2"]))
                self.assertEqual(lacuna.zarr.write(node, path, (90, 80), **asked), 2)
                self.assertEqual(file.read_bytes(), content)
                wrong = bytearray(content)
                wrong[5] ^= 1
                file.write_bytes(wrong)
                found = lacuna.zarr.check(path, 1, seed=1)
                self.assertEqual([(name, part[0].start // 16) for name, part in found.differ], [("height", 1 if shards is None else 2)])
                self.refused("another recipe", lacuna.zarr.write, node, path, (90, 81), **asked)
                self.refused("multiple of the chunk", lacuna.zarr.write, node, path, (90, 80), chunks=16, shards=40)
                self.refused("part", lacuna.zarr.write, node, path, (90, 80), part=(5, 5), **asked)
                self.assertGreater(lacuna.zarr.write(node, path, (90, 81), force=True, **asked), 2)
                self.assertTrue(lacuna.zarr.check(path, 1))

    @needs("zarr", "fsspec")
    def test_a_world_is_written_to_what_fsspec_reaches(self):
        import fsspec

        node = lacuna.from_toml(RECIPE)
        asked = {"chunks": 16, "region": (0, 0, 4, 4)}
        lacuna.zarr.write(node, "memory://world.zarr", (40, 40), part=(0, 2), **asked)
        self.assertFalse(lacuna.zarr.check("memory://world.zarr"))
        lacuna.zarr.write(node, "memory://world.zarr", (40, 40), part=(1, 2), **asked)
        self.assertTrue(lacuna.zarr.check("memory://world.zarr", 1))
        files = fsspec.filesystem("memory")
        content = bytearray(files.cat_file("/world.zarr/height/c/1/1"))
        content[7] ^= 128
        files.pipe_file("/world.zarr/height/c/1/1", bytes(content))
        self.assertEqual([name for name, _ in lacuna.zarr.check("memory://world.zarr", 1).differ], ["height"])

    @needs("zarr")
    @unittest.skipUnless(ALL, "only with --all")
    def test_processes_that_are_killed_write_the_bits_of_the_whole(self):
        script = PACKAGE / "tests" / "killed.py"
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=900)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @needs("distributed", "zarr", "xarray")
    @unittest.skipUnless(ALL, "only with --all")
    def test_a_cluster_whose_workers_are_killed_writes_the_bits_of_the_whole(self):
        script = PACKAGE / "tests" / "cluster.py"
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @needs("hypothesis")
    def test_whatever_numpy_broadcasts_is_broadcast(self):
        import hypothesis
        import hypothesis.extra.numpy as hnp
        import hypothesis.strategies as st

        numbers = st.floats(-(2.0**20), 2.0**20, width=32)
        types = st.sampled_from(["f8", "f4", ">f8", "i2", "u1"])

        @hypothesis.settings(max_examples=300, deadline=None)
        @hypothesis.given(st.data())
        def check(data):
            count = data.draw(st.integers(1, 3))
            shapes = data.draw(hnp.mutually_broadcastable_shapes(num_shapes=count, max_dims=3, max_side=4, min_side=0))
            arrays = []
            for shape in shapes.input_shapes:
                dtype = np.dtype(data.draw(types))
                elements = numbers if dtype.kind == "f" else st.integers(0, 255)
                array = data.draw(hnp.arrays(dtype, shape, elements=elements))
                if array.ndim:
                    array = array[:: data.draw(st.sampled_from([1, -1, 2, -2]))]
                arrays.append(array)
            try:
                whole = np.broadcast_arrays(*arrays)
            except ValueError:
                return
            found = N(*arrays)
            self.assertEqual(np.shape(found), whole[0].shape)
            flat = [np.ascontiguousarray(array, np.float64).reshape(-1) for array in whole]
            expected = np.array([N(*map(float, point)) for point in zip(*flat)], np.float32).reshape(whole[0].shape)
            self.same_bits(found, expected)
            out = np.empty(whole[0].shape[::-1], np.float32).T
            N(*arrays, out=out)
            self.same_bits(out, expected)

        check()

    @needs("dask", "pandas", "xarray")
    def test_a_call_gives_the_kind_of_array_that_it_takes(self):
        import dask.array as da
        import pandas as pd
        import xarray as xr

        x, y = np.arange(12) / 5, np.arange(10) / 7
        for node in (N, TWO):
            plane = node(x, y, outer=True)
            # Dask: lazy, block by block.
            lazy_x, lazy_y = da.from_array(x, 5), da.from_array(y, 4)
            for found in (node(lazy_x, lazy_y[:, None]), node(lazy_x, y[:, None]), node(lazy_x, lazy_y, outer=True)):
                self.assertIsInstance(found, da.Array)
                self.assertEqual(found.chunks[1], (5, 5, 2))
                self.same_bits(found.compute(), plane)
            self.same_bits(node(lazy_x[:10], lazy_y, 0.5).compute(), node(x[:10], y, 0.5))
            self.assertEqual(node(lazy_x, 1).name, node(lazy_x, 1).name)
            # xarray: by the names of axes, x last.
            named_x, named_y = (xr.DataArray(values, {name: values}, name) for name, values in (("x", x), ("y", y)))
            for found in (node(named_x, named_y), node(named_x, named_y.chunk(4)), node(named_x.chunk(5), named_y, outer=True)):
                self.assertEqual(found.dims, ("y", "x", "channel")[: plane.ndim])
                self.same_bits(found.values, plane)
            self.assertTrue(node(named_x.chunk(5), named_y).chunks)
            self.assertEqual(lacuna.from_toml(found.attrs["lacuna_recipe"]), node)
            np.testing.assert_array_equal(found.x, x)
            # pandas: by labels, which stay.
            frame = pd.DataFrame({"x": x[:10], "y": y}, index=list("abcdefghij"))
            found = node(frame.x, frame.y)
            self.assertIs(type(found), pd.DataFrame if node is TWO else pd.Series)
            self.assertEqual(list(found.index), list(frame.index))
            self.same_bits(found.to_numpy(), node(x[:10], y))
        self.assertEqual(N(frame.x, 0.5).name, "fbm")
        self.refused("different labels", N, frame.x, frame.y[::-1])
        self.refused("give numbers that float64 holds", N, da.from_array(np.array(["a"])), error=TypeError)
        self.assertEqual(np.isnan(N(da.from_array(np.array([0, np.nan]), 1), nan="propagate").compute()).tolist(), [False, True])

    @needs("mypy", "pyright", "dask", "xarray", "zarr")
    def test_a_script_of_all_that_the_package_has_runs_and_is_strictly_typed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "use.py")
            path.write_text(SCRIPT)
            done = subprocess.run([sys.executable, path], capture_output=True, text=True, cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            wrong = pathlib.Path(folder, "wrong.py")
            wrong.write_text("import lacuna_noise as lacuna\nlacuna.perlin(octaves=3)\nlacuna.cellular(output='f9')\n")
            where = {**os.environ, "MYPYPATH": str(pathlib.Path(lacuna.__file__).parents[1])}
            mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.path.join(folder, "cache")]
            done = subprocess.run([*mypy, path], capture_output=True, text=True, env=where)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = subprocess.run([*mypy, wrong], capture_output=True, text=True, env=where)
            self.assertEqual(done.stdout.count("error: "), 2, done.stdout)
            settings = pathlib.Path(folder, "pyrightconfig.json")
            settings.write_text(json.dumps({"strict": ["**"], "extraPaths": [where["MYPYPATH"]]}))
            pyright = [sys.executable, "-m", "pyright", "-p", settings, "--pythonpath", sys.executable]
            done = subprocess.run(pyright, capture_output=True, text=True, env=where, cwd=folder)
            self.assertIn("2 errors", done.stdout)
            self.assertNotIn(str(path), done.stdout)


def open_backend(xr, path, **keys):
    """Opens a recipe by the backend's name where the package is installed, and by its class where its files are only there."""
    from lacuna_noise._backend import LacunaBackend

    engine = "lacuna" if "lacuna" in xr.backends.list_engines() else LacunaBackend
    return xr.open_dataset(path, engine=engine, **keys)


if __name__ == "__main__":
    if not ALL:
        print("only with --all: Dask, xarray, Zarr, hypothesis and mypy over the Python package", file=sys.stderr)
    main()
