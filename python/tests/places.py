"""Directions and places: where row 0 lies, regions in both directions, and what maps are told."""

import importlib.util
import io
import pathlib
import sys
import tempfile
import unittest.mock

import lacuna_noise as lacuna
import numpy as np

from common import ALL, Case, main, needs, of_random

N = lacuna.perlin(seed=7).fbm(octaves=4)
TWO = lacuna.channels(N, lacuna.simplex(seed=1))
BLURRED = lacuna.from_toml('version = 2\nnodes.a = { kind = "perlin" }\n[outputs.a]\nchannels = "a"\nblur = { radius = 1 }')
UP = (0, "4.5", 4, 0)
DOWN = (0, 0, 4, "4.5")


def turned(region, axes):
    """A region with the edges along some axes exchanged."""
    count = len(region) // 2
    edges = list(region)
    for axis in axes:
        edges[axis], edges[axis + count] = region[axis + count], region[axis]
    return edges


class Places(Case):
    def test_row_0_lies_at_the_first_edge_and_so_does_a_turned_one(self):
        self.assertEqual(N.grid((4, 8), region=(0, 0, 8, 4))[0, 0], N(0.5, 0.5))
        self.assertEqual(N.grid((4, 8), region=(0, 4, 8, 0))[0, 0], N(0.5, 3.5))
        self.assertEqual(N.grid((4, 8), region=(8, 0, 0, 4))[0, 0], N(7.5, 0.5))

    def test_a_turned_region_has_the_bits_of_the_other_direction(self):
        draw = np.random.default_rng(5)
        cases = (((40,), (0, "7.1")), ((30, 41), (-1, "0.1", 5.3, 4)), ((6, 9, 8), (0, 0, 0, 3, 2.2, 1)))
        for node in (N, TWO, BLURRED, *map(of_random, range(6))):
            for shape, region in cases:
                whole = node.grid(shape, region=region)
                count = len(shape)
                for axes in {(0,), (count - 1,), tuple(range(count))}:
                    flip = tuple(slice(None, None, -1 if count - 1 - axis in axes else None) for axis in range(count))
                    edges, expected = turned(region, axes), whole[flip]
                    found = node.grid(shape, region=edges)
                    self.same_bits(found, expected, (shape, edges))
                    self.assertTrue(found.flags.c_contiguous)
                    part = tuple(slice(*sorted(draw.integers(0, side + 1, 2).tolist())) for side in shape)
                    self.same_bits(node.grid(shape, region=edges, part=part), expected[part], (shape, edges, part))
                    seeded = node.grid(shape, region=region, seeds=[1, 2])[(slice(None), *flip)]
                    self.same_bits(node.grid(shape, region=edges, seeds=[1, 2]), seeded)
                    for out in (np.empty(whole.shape, np.float32), np.empty(whole.shape[::-1], np.float32).T):
                        self.assertIs(node.grid(shape, region=edges, out=out), out)
                        self.same_bits(out, expected)

    def test_what_is_no_region_is_refused_in_words_that_fit(self):
        self.refused("region.y: 4..4 is empty", N.grid, (2, 2), region=(0, 4, 8, 4))
        self.refused("`a` is no number", N.grid, (2, 2), region=(0, "a", 8, 0))
        self.refused("finite", N.grid, (2, 2), region=(0, "nan", 8, 0))
        self.refused("four edges", N.grid, (2, 2), region=(8, 0))
        with tempfile.TemporaryDirectory() as folder:
            self.refused("region.y: 8..0 runs backwards; exchange the two", N.bake, pathlib.Path(folder, "x.png"), region=(0, 8, 8, 0))

    @needs("dask", "xarray", "zarr")
    def test_dask_xarray_and_zarr_take_a_turned_region(self):
        import xarray as xr
        import zarr
        from lacuna_noise._backend import LacunaBackend
        from lacuna_noise.zarr import RecipeStore

        for node in (N, TWO, BLURRED):
            expected, name = node.grid((90, 80), region=DOWN)[::-1], node.output
            self.same_bits(lacuna.dask.grid(node, (90, 80), 32, UP).compute(), expected)
            south, north = (lacuna.xarray(node, (90, 80), region=region) for region in (DOWN, UP))
            self.same_bits(north.values, expected)
            self.assertTrue((np.diff(north.y) < 0).all())
            # Labels are the same numbers, so that arrays of both directions align.
            np.testing.assert_array_equal(north.y.values, south.y.values[::-1])
            self.assertEqual(float(abs(north - south.sortby("y", ascending=False)).max()), 0)
            seeded = node.grid((90, 80), region=DOWN, seeds=[3, 4])[:, ::-1]
            self.same_bits(lacuna.dask.grid(node, (90, 80), 32, UP, seeds=[3, 4]).compute(), seeded)
            self.same_bits(lacuna.xarray(node, (90, 80), region=UP, seeds=[3, 4]).values, seeded)
            self.same_bits(zarr.open_group(RecipeStore(node, (90, 80), chunks=32, region=UP, seeds=[3, 4]), mode="r")[name][:], seeded)
            group = zarr.open_group(RecipeStore(node, (90, 80), chunks=32, region=UP), mode="r")
            self.same_bits(group[name][:], expected)
            np.testing.assert_array_equal(group["y"][:], north.y.values)
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "world.zarr")
                lacuna.zarr.write(node, path, (90, 80), region=UP, chunks=16, shards=32)
                self.same_bits(np.ascontiguousarray(zarr.open_group(path, mode="r")[name][:]), expected)
                self.assertTrue(lacuna.zarr.check(path, 1))
            with xr.open_dataset(node, engine=LacunaBackend, shape=(90, 80), region=UP) as data, unittest.mock.patch("lacuna_noise._picks.CALL", 0):
                for key in (np.s_[::7, ::3], np.s_[::-1, 5], np.s_[3:20], np.s_[[1, 8, 2], :]):
                    self.same_bits(data[name][key].values, expected[key], key)
                at = xr.DataArray([3, 80, 41], dims="place")
                self.same_bits(data[name].isel(y=at, x=at[::-1] % 80).values, expected[[3, 80, 41], [41, 0, 3]])
                self.same_bits(data[name].sel(y=4.47, x=0.03, method="nearest").values, expected[0, 0])

    @needs("xarray")
    def test_coordinates_of_a_long_turned_axis_are_not_kept(self):
        import xarray as xr
        from lacuna_noise._backend import LacunaBackend

        with xr.open_dataset(N, engine=LacunaBackend, shape=(10**9, 4), region=(0, 10**8, 1, 0)) as data:
            np.testing.assert_allclose(data.y[[0, -1]], [1e8 - 0.05, 0.05], rtol=1e-12, atol=1e-7)

    @needs("matplotlib", "xarray")
    def test_a_plot_by_the_guide_is_the_picture_of_a_notebook(self):
        import matplotlib

        matplotlib.use("agg")
        from matplotlib import pyplot
        from PIL import Image

        # Brighter from row to row, and a little from column to column.
        node = lacuna.coordinate(axis="y") + 0.25 * lacuna.coordinate(axis="x")
        png = np.asarray(Image.open(io.BytesIO(node._repr_png_())).convert("L"), np.float64)

        def drawn(region, method, **keys):
            figure, axes = pyplot.subplots(figsize=(4, 4))
            axes.set_position([0, 0, 1, 1])
            plot = lacuna.xarray(node, (64, 64), region=region).plot
            getattr(plot, method)(ax=axes, add_colorbar=False, cmap="gray", **keys)
            axes.axis("off")
            axes.set_title("")
            figure.canvas.draw()
            pixels = np.asarray(figure.canvas.buffer_rgba())[..., 0].astype(np.float64)
            pyplot.close(figure)
            return pixels

        def direction(pixels):
            """Which of the corners is how bright, by rank."""
            rows, columns = pixels.shape
            corners = [pixels[at * rows // 8, other * columns // 8] for at in (1, 7) for other in (1, 7)]
            return np.argsort(corners).tolist()

        self.assertEqual(direction(png), [0, 1, 2, 3])
        for method in ("pcolormesh", "imshow", "contourf"):
            self.assertEqual(direction(drawn((0, 0, 8, 8), method, yincrease=False)), direction(png), method)
            self.assertNotEqual(direction(drawn((0, 0, 8, 8), method)), direction(png), method)
            # A map: north is above, and so is row 0.
            self.assertEqual(direction(drawn((0, 8, 8, 0), method)), [2, 3, 0, 1], method)

    @needs("rioxarray", "rasterio")
    def test_an_array_with_a_coordinate_system_is_written_to_its_place(self):
        import rasterio

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x.tif")
            for region, step in (((500_000, 5_300_000, 504_000, 5_297_000), -100), ((500_000, 5_297_000, 504_000, 5_300_000), 100)):
                array = lacuna.xarray(N * 1, (30, 40), region=region, crs="EPSG:32632")
                self.assertEqual((array.rio.x_dim, array.rio.y_dim, array.rio.crs.to_epsg()), ("x", "y", 32632))
                array.rio.to_raster(path)
                with rasterio.open(path) as data:
                    self.assertEqual(data.crs.to_epsg(), 32632)
                    self.assertEqual(tuple(data.transform)[:6], (100, 0, 500_000, 0, step, region[1]))
                    self.assertEqual((data.bounds.top, data.bounds.bottom), (region[1], region[3]))
                    self.same_bits(data.read(1), array.values)
                    # The value at a place on the map is the noise at its numbers.
                    [[value]] = data.sample([(501_050, 5_299_050)])
                    self.assertEqual(value, np.float32(N(501_050, 5_299_050)))
            lacuna.xarray(TWO, (30, 40), region=(0, 3, 4, 0), crs="EPSG:32632").transpose("channel", "y", "x").rio.to_raster(path)
            with rasterio.open(path) as data:
                self.assertEqual((data.count, tuple(data.bounds)), (2, (0, 0, 4, 3)))
            of_seeds = lacuna.xarray(N, (30, 40), region=(0, 3, 4, 0), seeds=[3, 4], crs="EPSG:32632")
            of_seeds.rio.to_raster(path)
            with rasterio.open(path) as data:
                self.assertEqual(tuple(data.bounds), (0, 0, 4, 3))
                self.same_bits(data.read(), of_seeds.values)
        self.refused("a line has no place on a map", lacuna.xarray, N, (4,), crs="EPSG:32632")

    def test_a_tiff_with_the_length_of_a_unit_has_the_tags_of_its_place(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x.tif")
            N.bake(path, size=(40, 30), region=(10, -3, 14, 0), unit_metres="2.5")
            from PIL import Image

            def tags():
                with Image.open(path) as picture:
                    return dict(picture.tag_v2)

            placed = tags()
            # The distances of samples, and the place of the first corner, whose y points north.
            self.assertEqual((placed[33550], placed[33922]), ((0.25, 0.25, 0), (0, 0, 0, 25, 7.5, 0)))
            if importlib.util.find_spec("rasterio"):
                import rasterio

                with rasterio.open(path) as data:
                    self.assertEqual(tuple(data.bounds), (25, 0, 35, 7.5))
            N.bake(path, size=8, force=True)
            self.assertNotIn(33550, tags())
            self.refused("unit_metres: png does not hold where a picture lies; take `tiff`", N.bake, pathlib.Path(folder, "x.png"), size=8, unit_metres=1)
            self.refused("unit_metres: 0 is not allowed", N.bake, path, size=8, unit_metres=0, force=True)


if __name__ == "__main__":
    if not ALL:
        print("only with --all: matplotlib, rioxarray, Dask, xarray and Zarr over directions and places", file=sys.stderr)
    main()
