"""Seeds and regions by the batch: each item has the bits that it has by itself."""

import pickle

import lacuna_noise as lacuna
import numpy as np

from common import Case, main, needs, of_random

N = lacuna.perlin(seed=7).fbm(octaves=3)
# Seeds that differ are mixed with the number.
MIXED = N + lacuna.simplex(seed=1, frequency=2)
TWO = lacuna.channels(N, lacuna.simplex(seed=1))
# Another output has seeds, too, and the output is blurred.
PRESET = lacuna.preset("layered-value-terrain")
SEEDS = [0, 7, -1, 2**64 - 1, 2**63, -(2**63)]
X, Y = np.arange(5) / 3, np.arange(4) / 7


def alone(seeds, evaluate):
    """What seeds mean: one after another, each varying the recipe."""
    array = np.asarray(seeds, object)
    values = [evaluate(int(seed)) for seed in array.ravel()]
    return np.array(values, np.float32).reshape(array.shape + np.shape(values[0]))


class Seeds(Case):
    def test_each_seed_has_the_bits_of_its_recipe(self):
        for node in (N, MIXED, TWO, PRESET, of_random(3), of_random(8)):
            for shape in ((20,), (12, 16), (5, 6, 7)):
                region = (0, 0, 0, 1, 2, 3) if len(shape) == 3 else None
                self.same_bits(node.grid(shape, region=region, seeds=SEEDS), alone(SEEDS, lambda seed: node.seeded(seed).grid(shape, region=region)))
            for at, keys in (((0.5, 0.25), {}), ((X, 0.5), {}), ((X, Y), {"outer": True}), ((X, X, X), {}), ((X, X, X, X), {})):
                self.same_bits(node(*at, seeds=SEEDS, **keys), alone(SEEDS, lambda seed: node.seeded(seed)(*at, **keys)))
            rows = np.stack([X, X + 1], axis=-1)
            for decimal in (False, True):
                found = node.points(rows, decimal=decimal, seeds=SEEDS)
                self.same_bits(found, alone(SEEDS, lambda seed: node.seeded(seed).points(rows, decimal=decimal)))

    def test_gradients_take_seeds(self):
        # The other output has another seed, which counts.
        text = 'version = 2\noutput = "a"\nnodes.a = { kind = "perlin", seed = 1 }\nnodes.b = { kind = "perlin", seed = 2 }\noutputs = { a = { channels = "a" }, b = { channels = "b" } }'
        for node in (N, MIXED, lacuna.from_toml(text)):
            for at, keys in (((X,), {}), ((X, 0.5), {}), ((X, Y), {"outer": True}), ((X, X, X), {}), ((0.5, 0.25), {})):
                expected = alone(SEEDS, lambda seed: node.seeded(seed).gradient(*at, **keys))
                self.same_bits(node.gradient(*at, seeds=SEEDS, **keys), expected)
                self.same_bits(expected[0], node.seeded(0).with_gradient(len(at))(*at, **keys)[..., 1:])
        self.refused("give 1 to 3 coordinates", N.gradient, 0, 0, 0, 0)
        self.refused("give 1 to 3 coordinates", N.gradient)

    def test_large_items_and_small_ones_have_the_same_bits_on_any_threads(self):
        for node in (N, PRESET):
            for side, count in ((8, 300), (128, 5), (700, 3)):
                seeds = np.arange(count)
                expected = alone(seeds[-2:], lambda seed: node.seeded(seed).grid((side, side), threads=1))
                for threads in (None, 1, 2, 3):
                    self.same_bits(node.grid((side, side), seeds=seeds, threads=threads)[-2:], expected)
        self.same_bits(N(np.arange(3000) / 7, 1, seeds=range(40))[39], N.seeded(39)(np.arange(3000) / 7, 1))

    def test_seeds_of_any_shape_give_their_axes_to_the_front(self):
        for seeds in (3, np.uint8(3), np.array(3), [], np.zeros((2, 0), int), [[1, 2, 3], [4, 5, 1]], np.arange(6).reshape(1, 3, 2)[:, ::-1], range(3)):
            shape = np.shape(seeds)
            self.assertEqual(np.shape(N(0.5, 0.5, seeds=seeds)), shape)
            self.assertEqual(N.gradient(X, 0.5, seeds=seeds).shape, (*shape, 5, 2))
            self.assertEqual(TWO.points(np.zeros((4, 2)), seeds=seeds).shape, (*shape, 4, 2))
            found = N.grid((3, 4), seeds=seeds)
            self.assertEqual(found.shape, (*shape, 3, 4))
            if found.size:
                self.same_bits(found, alone(seeds, lambda seed: N.seeded(seed).grid((3, 4))))
        self.assertIs(type(N(0.5, 0.5, seeds=3)), np.float32)
        self.assertEqual(N.grid((0, 4), seeds=[1, 2]).shape, (2, 0, 4))

    def test_seeds_of_any_type_of_whole_numbers_are_taken(self):
        expected = N.grid((3, 4), seeds=[1, 2])
        for dtype in ("i1", "u1", "i2", ">u4", "i8", "u8", ">i8", object):
            self.same_bits(N.grid((3, 4), seeds=np.array([1, 2], dtype)), expected, dtype)
        drawn = np.random.default_rng(1).integers(2**64, size=4, dtype=np.uint64)
        self.same_bits(N.grid((3, 4), seeds=drawn), N.grid((3, 4), seeds=drawn.tolist()))
        self.same_bits(N.grid((3, 4), seeds=np.array([-1])), N.grid((3, 4), seeds=[2**64 - 1]))

    def test_a_generator_draws_a_seed(self):
        drawn = [int(seed) for seed in np.random.default_rng(5).integers(2**64, size=3, dtype=np.uint64)]
        draw = np.random.default_rng(5)
        self.assertEqual([N.seeded(draw), lacuna.perlin(seed=draw), lacuna.perlin(frequency=2).replace(seed=draw)], [N.seeded(drawn[0]), lacuna.perlin(seed=drawn[1]), lacuna.perlin(frequency=2, seed=drawn[2])])
        self.refused("a Generator is no number", lacuna.perlin, frequency=draw, error=TypeError)
        self.refused("draw them: generator.integers(", N.grid, (2, 2), seeds=draw, error=TypeError)

    def test_what_is_no_seed_is_refused(self):
        for wrong, words, error in (
            ([1.5], "1.5 is no seed; give whole numbers", TypeError),
            (np.array([1.0]), "is no seed; give whole numbers", TypeError),
            ([True], "True is no seed", TypeError),
            (["1"], "'1' is no seed", TypeError),
            ([[1], [2, 3]], "is no seed", TypeError),
            ([2**64], "is no seed; give a whole number from", ValueError),
            ([-(2**63) - 1], "is no seed; give a whole number from", ValueError),
        ):
            for call in (N.grid, N, N.points, N.gradient):
                at = ((2, 2),) if call == N.grid else ([[0, 1]],)
                self.refused(words, call, *at, seeds=wrong, error=error)
        self.refused("no node takes it", lacuna.constant().grid, (4, 4), seeds=[1])
        self.refused("x[1] is inf", N, [0, np.inf], seeds=[1, 2])

    def test_gaps_are_those_of_the_coordinates(self):
        x = np.array([0.5, np.nan, 1.5])
        for node in (N, TWO):
            found = node(x, 1, seeds=[1, 2], nan="propagate")
            self.assertTrue(np.isnan(found[:, 1]).all())
            self.same_bits(found[:, ::2], node([0.5, 1.5], 1, seeds=[1, 2]))
            found = node(np.ma.MaskedArray(x, [False, True, False]), 1, seeds=[[1], [2]])
            self.assertEqual(found.shape, (2, 1, 3, *([2] if node is TWO else [])))
            self.assertTrue(found.mask[:, :, 1].all())
            self.assertFalse(found.mask[:, :, ::2].any())

    def test_out_is_written_to(self):
        whole = np.full((2, 5, 4), 9, np.float32)
        for out in (whole[..., ::2], np.empty((2, 5, 2), np.float32), np.asfortranarray(whole[..., :2])):
            self.assertIs(N.gradient(X, 0.5, seeds=[1, 2], out=out), out)
            self.same_bits(out, N.gradient(X, 0.5, seeds=[1, 2]))
            self.assertIs(TWO(X, 0.5, seeds=[1, 2], out=out), out)
            self.same_bits(out, TWO(X, 0.5, seeds=[1, 2]))
        self.assertTrue((whole[..., 1::2] == 9).all())
        out = np.empty((5, 1), np.float32)
        N.gradient(X, out=out)
        self.same_bits(out, N.gradient(X))
        self.refused("give (2, 5, 2)", N.gradient, X, 0.5, seeds=[1, 2], out=out)
        x = np.ma.MaskedArray(X, X > 1)
        out = np.ma.MaskedArray(np.empty((5, 2), np.float32), True)
        N.gradient(x, 0.5, out=out)
        self.assertEqual(out.mask[:, 0].tolist(), (X > 1).tolist())
        self.refused("give a masked array", N.gradient, x, 0.5, out=np.empty((5, 2), np.float32), error=TypeError)


class Regions(Case):
    def test_each_region_has_the_bits_of_its_own_grid(self):
        draw = np.random.default_rng(2)
        for node in (N, TWO, PRESET):
            for shape in ((9,), (6, 7), (4, 5, 6)):
                near = draw.uniform(-9, 9, (2, 3, len(shape)))
                regions = np.concatenate([near, near + draw.uniform(0.1, 3, near.shape)], axis=-1).round(2)
                for given in (regions, regions.tolist(), regions.astype(str), regions.astype(np.float32)):
                    found = node.grid(shape, regions=given)
                    rows = given if isinstance(given, np.ndarray) else regions
                    expected = [[node.grid(shape, region=one) for one in row] for row in rows]
                    self.same_bits(found, np.array(expected), (shape, type(given)))
                part = [slice(1, 3)] * len(shape)
                self.same_bits(node.grid(shape, regions=regions, part=part), node.grid(shape, regions=regions)[(slice(None), slice(None), *part)])
        self.same_bits(N.grid((6, 7), regions=(0, 0, 1, 2)), N.grid((6, 7), region=(0, 0, 1, 2)))
        self.assertEqual(N.grid((6, 7), regions=np.zeros((0, 4))).shape, (0, 6, 7))

    def test_each_region_runs_in_its_own_direction(self):
        for node in (N, TWO, PRESET):
            for shape in ((9,), (6, 7), (4, 5, 6)):
                count = len(shape)
                # Each axis in both directions, in all combinations.
                regions = np.array([[[2, 0][at >> axis & 1] for axis in range(count)] + [[0, 2][at >> axis & 1] for axis in range(count)] for at in range(2**count)])
                forward = node.grid(shape, region=regions[-1], seeds=[4, 5])
                flips = [tuple(slice(None, None, 1 if at >> axis & 1 else -1) for axis in reversed(range(count))) for at in range(2**count)]
                expected = np.stack([forward[(slice(None), *flip)] for flip in flips], axis=1)
                seeds = [[4], [5]]
                self.same_bits(node.grid(shape, regions=regions, seeds=seeds), expected, shape)
                part = [slice(1, 3)] * count
                inner = expected[(slice(None), slice(None), *part)]
                self.same_bits(node.grid(shape, regions=regions, seeds=seeds, part=part), inner, shape)
                for out in (np.empty(inner.shape, np.float32), np.empty(inner.shape[::-1], np.float32).T):
                    self.assertIs(node.grid(shape, regions=regions, seeds=seeds, part=part, out=out), out)
                    self.same_bits(out, inner, shape)

    def test_seeds_and_regions_broadcast(self):
        regions = [(at, 0, at + 1, 0.5) for at in range(3)]
        each = np.array([[N.seeded(seed).grid((4, 6), region=region) for region in regions] for seed in (5, 6, 7)])
        self.same_bits(N.grid((4, 6), regions=regions, seeds=[5, 6, 7]), each[[0, 1, 2], [0, 1, 2]])
        self.same_bits(N.grid((4, 6), regions=regions, seeds=[[5], [6], [7]]), each)
        self.same_bits(N.grid((4, 6), regions=np.array(regions)[:, None], seeds=[5, 6, 7]), each.swapaxes(0, 1))
        self.same_bits(N.grid((4, 6), regions=regions, seeds=6), each[1])
        out = np.empty((3, 3, 4, 6), np.float32)
        self.assertIs(N.grid((4, 6), regions=regions, seeds=[[5], [6], [7]], out=out), out)
        self.same_bits(out, each)
        self.refused("seeds of shape (2,) and regions of shape (3,) don't broadcast", N.grid, (4, 6), regions=regions, seeds=[1, 2])

    def test_wrong_regions_are_refused(self):
        for words, shape, regions in (
            ("the shape is (2,); give (..., 4)", (2, 2), (0, 1)),
            ("the shape is (1, 4); give (..., 2)", (2,), [(0, 0, 1, 1)]),
            ("the shape is (); give (..., 6)", (2, 2, 2), 5),
            ("regions[1].x: 1..1 is empty", (2, 2), [(0, 0, 1, 1), (1, 1, 1, 0)]),
            ("regions[0, 1].x: 0..NaN is no extent", (2, 2), [[(0, 0, 1, 1), (0, 0, np.nan, 1)]]),
            ("regions[1]: `a` is no number", (2, 2), [(0, 0, 1, 1), (0, 0, "a", 1)]),
            ("regions[1].x: x = 1e30 lies beyond", (2,), [(0, 1), (1, 1e30)]),
            ("regions[1]: a NoneType is no number", (2,), [(0, 1), (1, None)]),
            ("regions[0]: False is no number", (2,), np.array([[False, True]])),
        ):
            self.refused(words, N.grid, shape, regions=regions, error=(TypeError, ValueError))
        self.refused("give one of them", N.grid, (2, 2), region=(0, 0, 1, 1), regions=[(0, 0, 1, 1)])


class Others(Case):
    @needs("dask")
    def test_a_dask_array_has_the_axes_of_seeds_first(self):
        import dask.array as da

        for node in (N, TWO):
            for seeds in (SEEDS, 5, [[1, 2], [3, 4]], []):
                array = lacuna.dask.grid(node, (9, 8), 5, (0, 0, 1, 2), seeds=seeds)
                self.assertEqual(array.chunks[: np.ndim(seeds)], tuple((1,) * side or (0,) for side in np.shape(seeds)))
                self.same_bits(array.compute(), node.grid((9, 8), region=(0, 0, 1, 2), seeds=seeds))
                at = da.from_array(X, chunks=2)
                self.same_bits(node(at, 1, seeds=seeds).compute(), node(X, 1, seeds=seeds))
        self.refused("1.5 is no seed", lacuna.dask.grid, N, (4, 4), seeds=[1.5], error=TypeError)

    @needs("xarray", "dask")
    def test_xarray_has_an_axis_of_seeds_with_their_numbers(self):
        import xarray as xr

        for node in (N, TWO):
            for chunks in [None, 4]:
                for seeds, kind, labels in (([3, 2**64 - 1], np.uint64, [3, 2**64 - 1]), ([-5, 3], np.int64, [-5, 3]), ([-1, 2**63], np.uint64, [2**64 - 1, 2**63])):
                    array = lacuna.xarray(node, (6, 8), seeds=seeds, chunks=chunks)
                    self.assertEqual(array.dims[:3], ("seed", "y", "x"))
                    self.assertEqual(array.seed.dtype, kind)
                    self.assertEqual(array.seed.values.tolist(), labels)
                    self.same_bits(array.values, node.grid((6, 8), seeds=seeds))
                    self.same_bits(array.sel(seed=labels[1]).values, node.seeded(labels[1]).grid((6, 8)))
            x, y = xr.DataArray(X, dims="x"), xr.DataArray(Y, dims="y")
            for x in [x, x.chunk(2)]:
                found = node(x, y, seeds=[4, 5])
                self.assertEqual(found.dims[:3], ("seed", "y", "x"))
                self.assertEqual(found.seed.values.tolist(), [4, 5])
                self.same_bits(found.values, node(X, Y, outer=True, seeds=[4, 5]))
        self.refused("2 axes; give a list", lacuna.xarray, N, (4, 4), seeds=[[1]])

    @needs("pandas")
    def test_a_series_takes_no_seeds(self):
        import pandas as pd

        self.refused("a Series has one axis", N, pd.Series(X), seeds=[1], error=TypeError)

    @needs("zarr", "xarray")
    def test_a_store_has_an_axis_of_seeds_cut_after_every_seed(self):
        import xarray as xr
        import zarr

        for node in (N, TWO, PRESET):
            store = lacuna.zarr.RecipeStore(node, (9, 8), chunks=5, region=(0, 0, 1, 2), seeds=[3, 2**64 - 1])
            group = zarr.open_group(store, mode="r")
            array = group[node.output]
            self.assertEqual(array.chunks[:3], (1, 5, 5))
            self.assertEqual(array.metadata.dimension_names[:3], ("seed", "y", "x"))
            self.assertEqual(group["seed"][:].tolist(), [3, 2**64 - 1])
            self.same_bits(array[:], node.grid((9, 8), region=(0, 0, 1, 2), seeds=[3, 2**64 - 1]))
            self.assertEqual(pickle.loads(pickle.dumps(store)), store)
            self.assertNotEqual(lacuna.zarr.RecipeStore(node, (9, 8), chunks=5, region=(0, 0, 1, 2), seeds=[3, 4]), store)
        self.assertEqual(zarr.open_group(lacuna.zarr.RecipeStore(N, (4, 4), seeds=[-2]), mode="r")["seed"][:].tolist(), [-2])
        self.assertEqual(zarr.open_group(lacuna.zarr.RecipeStore(N, (4, 4), seeds=[]), mode="r")["fbm"].shape, (0, 4, 4))
        opened = xr.open_zarr(lacuna.zarr.RecipeStore(N, (6, 8), seeds=[0, 5]))
        self.assertEqual(opened.seed.values.tolist(), [0, 5])
        self.same_bits(opened.fbm.sel(seed=5).values, N.seeded(5).grid((6, 8)))
        self.refused("2 axes; give a list", lacuna.zarr.RecipeStore, N, (4, 4), seeds=[[1]])
        self.refused("name the output otherwise", lacuna.zarr.RecipeStore, lacuna.from_toml('version = 2\noutput = "seed"\nnodes.seed = { kind = "perlin" }'), (4, 4), seeds=[1])


if __name__ == "__main__":
    main()
