"""Arrays have the shapes that NumPy's own functions give."""

import itertools
import unittest.mock
import warnings

import lacuna_noise as lacuna
import numpy as np

from common import Case, baked, main

N = lacuna.perlin(seed=7).fbm(octaves=3)
TWO = lacuna.channels(N, lacuna.simplex(seed=1))


def each(node, *arrays):
    """What a call means: one point after another."""
    arrays = np.broadcast_arrays(*[np.asarray(array, np.float64) for array in arrays])
    values = [node(*map(float, point)) for point in zip(*(array.ravel() for array in arrays))]
    return np.array(values, np.float32).reshape(arrays[0].shape + ((node.channels,) if node.channels > 1 else ()))


class Shapes(Case):
    def test_coordinates_broadcast(self):
        draw = np.random.default_rng(1)
        shapes = [(), (1,), (5,), (4, 1), (4, 5), (3, 1, 1), (0,), (3, 0, 5)]
        seen = 0
        for count in (1, 2, 3, 4):
            for chosen in itertools.product(shapes, repeat=count) if count < 3 else [((3, 1), (5,), ())[:count] + ((1,),) * (count - 3), ((2, 1, 1), (3, 1), (4,), (1,))[:count]]:
                arrays = [draw.uniform(-9, 9, shape) for shape in chosen]
                try:
                    shape = np.broadcast_shapes(*chosen)
                except ValueError:
                    with self.assertRaises(ValueError):
                        N(*arrays)
                    continue
                seen += 1
                for node in (N, TWO):
                    found = node(*arrays)
                    self.assertEqual(np.shape(found), shape + ((2,) if node is TWO else ()))
                    self.same_bits(found, each(node, *arrays), chosen)
        self.assertGreater(seen, 40)

    def test_a_point_is_a_number(self):
        self.assertIs(type(N(0.5, 0.25)), np.float32)
        self.assertIs(type(N(np.float64(0.5), np.array(0.25))), np.float32)
        self.assertIs(type(N(1, 2)), np.float32)
        self.assertEqual(TWO(0.5, 0.25).shape, (2,))
        # NumPy's numbers are taken by the short way, too.
        with unittest.mock.patch.object(lacuna.Node, "_at", side_effect=AssertionError):
            for kind in (np.float64, np.float32, np.float16, np.int64, np.uint8):
                found = N(kind(3), np.float32(0.1))
                self.assertIs(type(found), np.float32)
                self.assertEqual(found, N(3.0, float(np.float32(0.1))))
        self.assertEqual(N(0.5, 0.25), N([0.5], [0.25])[0])

    def test_strides_do_not_matter(self):
        base = np.random.default_rng(2).uniform(-9, 9, (8, 12))
        for view in (base[::2, ::3], base[::-1], base[:, ::-1], base.T, np.asfortranarray(base), base[1:, 1:], np.broadcast_to(base[0], (8, 12))):
            copy = view.copy()
            self.same_bits(N(view, view + 1), N(copy, copy + 1))
            self.same_bits(N.points(view[:, :3]), N.points(copy[:, :3]))
        record = np.zeros(5, [("pad", "u1"), ("x", "f8")])
        record["x"] = np.arange(5) / 3
        self.same_bits(N(record["x"]), N(record["x"].copy()))

    def test_types_are_taken_where_float64_holds_their_numbers(self):
        for dtype in ("f8", "f4", "f2", ">f8", ">f4", "i1", "u2", "i4", ">i8", "u8", "?"):
            array = np.array([0, 1, 1], dtype)
            self.same_bits(N(array, 0.5), N(array.astype("f8"), 0.5), dtype)
        self.same_bits(N([0, 1.5], (1, 2)), N(np.array([0, 1.5]), np.array([1.0, 2.0])))
        for wrong in (np.array([1j]), np.array(["a"]), np.array([b"a"]), np.array([None]), np.array(["2020"], "M8[D]"), "0.5", None, {}, np.longdouble(1)):
            if getattr(wrong, "dtype", None) == np.dtype(np.float64):
                continue
            self.refused("give numbers that float64 holds", N, wrong, 0, error=TypeError)
            with self.assertRaises(TypeError):
                N.points([[wrong]])
        with self.assertRaises(ValueError):
            N([[1, 2], [3]])

    def test_what_is_no_number_is_refused(self):
        for wrong in (np.nan, np.inf, -np.inf):
            self.refused(f"x[1] is {wrong}; give a finite", N, [0, wrong], 0)
            self.refused(f"y[1, 2] is {wrong}; give a finite", N, 0, [[0, 0, 0], [0, 0, wrong]])
            self.refused(f"y[1] is {wrong}; give a finite", N, [0, 1], [0, wrong], outer=True)
            self.refused("give a finite", N, 0, wrong)
            self.refused(f"points[1, 1] is {wrong}; give a finite", N.points, [[0, 0], [0, wrong]])
            self.refused("finite", N.grid, (4, 4), region=(0, 0, wrong, 1))
            self.refused("finite", N.grid, (4, 4), z=wrong)
        self.refused("x = 1e21 lies beyond the 2^31 cells", N, 1e21)
        self.assertTrue(np.isfinite(N(2.0**30)))

    def test_nan_is_let_through_where_it_is_asked_for(self):
        x, y = np.array([0.5, np.nan, 1.5, 2.5]), np.array([[0.25], [np.nan], [0.75]])
        for node in (N, TWO):
            expected = node(np.nan_to_num(x), np.nan_to_num(y))
            expected[1], expected[:, 1] = np.nan, np.nan
            for found in (node(x, y, nan="propagate"), node(x, y[:, 0], outer=True, nan="propagate"), node(np.broadcast_to(x, (3, 4)), y, nan="propagate")):
                np.testing.assert_array_equal(found, expected)
        self.assertTrue(np.isnan(N(np.nan, 0.5, nan="propagate")))
        np.testing.assert_array_equal(N.points([[0, np.nan], [1, 0.5]], nan="propagate"), [np.nan, N(1.0, 0.5)])
        self.assertEqual(np.isnan(N.gradient(x, 0.5, nan="propagate")).tolist(), [[False] * 2, [True] * 2, [False] * 2, [False] * 2])
        self.refused("x[0] is inf; give a finite", N, [np.inf], nan="propagate")
        self.refused('give "refuse" or "propagate"', N, [0.5], nan="drop")

    def test_masks_are_kept(self):
        x = np.ma.MaskedArray([0.5, np.nan, 1.5], [False, True, False])
        y = np.ma.MaskedArray([[0.25], [1e300]], [[False], [True]])
        for node in (N, TWO):
            found = node(x, y)
            self.assertIsInstance(found, np.ma.MaskedArray)
            mask = np.array([[False, True, False], [True] * 3])
            expected = node(x.filled(0), y.filled(0))
            self.assertEqual(found.shape, expected.shape)
            np.testing.assert_array_equal(np.ma.getmaskarray(found), np.broadcast_to(mask if node is N else mask[..., None], expected.shape))
            self.same_bits(found.compressed(), expected[~mask].ravel())
        self.assertIs(N(np.ma.masked, 0), np.ma.masked)
        self.assertEqual(N.points(np.ma.MaskedArray([[0, 0.5], [1, 2]], [[False, True], [False, False]])).mask.tolist(), [True, False])
        out = np.ma.MaskedArray(np.empty(3, np.float32), True)
        self.assertIs(N(x, 0, out=out), out)
        self.assertEqual(out.mask.tolist(), [False, True, False])
        self.refused("give a masked array", N, x, 0, out=np.empty(3, np.float32), error=TypeError)

    def test_outer_coordinates_are_axes(self):
        x, y, z = np.arange(5) / 3, np.arange(4) / 7, np.arange(3) / 9
        self.same_bits(N(x, y, outer=True), N(x[None, :], y[:, None]))
        self.same_bits(N(x, y, z, outer=True), N(x[None, None, :], y[None, :, None], z[:, None, None]))
        self.same_bits(N(x, 0.5, outer=True), N(x, 0.5))
        self.assertEqual(N(x, [], outer=True).shape, (0, 5))
        self.assertEqual(TWO(x, y, outer=True).shape, (4, 5, 2))
        self.refused("with outer each coordinate has one", N, x[None], y, outer=True)

    def test_what_has_no_coordinates_or_too_many_is_refused(self):
        self.refused("0 coordinates", N)
        self.refused("5 coordinates", N, 1, 2, 3, 4, 5)
        self.refused("give N x d numbers", N.points, [1, 2])
        self.refused("give N x d numbers", N.points, np.zeros((2, 5)))
        self.assertEqual(N.points(np.zeros((0, 3))).shape, (0,))
        self.assertEqual(TWO.points(np.zeros((0, 3))).shape, (0, 2))

    def test_out_is_written_to(self):
        x = np.arange(12.0).reshape(3, 4) / 5
        expected = N(x, 1)
        whole = np.full((6, 8), 9, np.float32)
        for out in (np.empty((3, 4), np.float32), whole[::2, ::2], whole[:3, :4], whole[5:2:-1, :4], np.empty((4, 3), np.float32).T):
            self.assertIs(N(x, 1, out=out), out)
            self.same_bits(out, expected)
        zero = np.empty((), np.float32)
        self.assertIs(N(0.5, 0.5, out=zero), zero)
        self.assertEqual(zero, N(0.5, 0.5))
        out = np.empty((2, 5, 6), np.float32)
        self.assertIs(N.grid((5, 6), seeds=[1, 2], out=out), out)
        self.same_bits(out[1], N.grid((5, 6), seeds=[2])[0])
        kept = np.full((5, 12), 9, np.float32)
        N.grid((5, 6), out=kept[:, ::2])
        self.same_bits(kept[:, ::2], N.grid((5, 6)))
        self.assertTrue((kept[:, 1::2] == 9).all())
        frozen = np.empty((3, 4), np.float32)
        frozen.flags.writeable = False
        for wrong, words, error in (
            (np.empty((3, 4)), "give one of float32", TypeError),
            (np.empty((3, 4), ">f4"), "give one of float32", TypeError),
            (np.empty((4, 3), np.float32), "the array's shape is (4, 3); give (3, 4)", ValueError),
            (frozen, "can't be written to", ValueError),
            ([1.0], "is no array", TypeError),
        ):
            self.refused(words, N, x, 1, out=wrong, error=error)

    def test_others_write_to_and_read_arrays_without_a_copy(self):
        class Holder:
            def __init__(self, array):
                self.array = array
                self.__array_interface__ = array.__array_interface__

        array = np.zeros((3, 4), np.float32)
        x = np.arange(12.0).reshape(3, 4)
        N(Holder(x), 0, out=Holder(array))
        self.same_bits(array, N(x, 0))
        self.same_bits(np.from_dlpack(N.grid((3, 4))), N.grid((3, 4)))

    def test_grids_of_no_samples_and_of_one(self):
        self.assertEqual(N.grid((0, 5)).shape, (0, 5))
        self.assertEqual(TWO.grid((4, 0)).shape, (4, 0, 2))
        self.assertEqual(N.grid(7).shape, (7,))
        self.assertEqual(N.grid((2, 2), seeds=[]).shape, (0, 2, 2))
        self.assertEqual(N.grid((1, 1)).item(), N(4.0, 4.0))

    def test_wrong_grids_are_refused(self):
        for words, shape, keys in (
            ("4 axes", (1, 1, 1, 1), {}),
            ("no whole number", (2.5, 2), {}),
            ("no whole number", (True, 2), {}),
            ("-1 samples", (-1, 2), {}),
            ("samples", (2**31, 2), {}),
            ("four edges", (2, 2), {"region": (0, 1)}),
            ("two ends", (2,), {"region": (0, 1, 2)}),
            ("six faces", (2, 2, 2), {"region": (0, 1, 2)}),
            ("no cube", (2, 2, 3), {}),
            ("is empty", (2, 2), {"region": (1, 0, 1, 1)}),
            ("`a` is no number", (2, 2), {"region": ("a", 0, 1, 1)}),
            ("a list is no number", (2, 2), {"z": [1]}),
            ("leave it out", (2, 2, 2), {"z": 1}),
            ("1.5 is no seed", (2, 2), {"seeds": [1.5]}),
            ("is no seed", (2, 2), {"seeds": [2**64]}),
            ("threads: 0", (2, 2), {"threads": 0}),
            ("threads", (2, 2), {"threads": 1.5}),
            ("a slice for each", (2, 2), {"part": [slice(1)]}),
            ("a step of 2", (2, 2), {"part": [slice(None, None, 2), slice(None)]}),
        ):
            self.refused(words, N.grid, shape, error=(TypeError, ValueError), **keys)
        self.refused("cells", N.grid, (2, 2), region=(0, 0, 1e12, 1))

    def test_a_part_has_the_bits_of_the_whole(self):
        draw = np.random.default_rng(3)
        for node in (N, TWO, lacuna.preset("layered-value-terrain")):
            for shape, region in (((40,), (0, 7.1)), ((30, 41), (-1, 0.1, 5.3, 4)), ((6, 9, 8), (0, 0, 0, 3, 2.2, 1))):
                whole = node.grid(shape, region=region)
                for _ in range(6):
                    part = [slice(*sorted(draw.integers(0, side + 1, 2).tolist())) for side in shape]
                    self.same_bits(node.grid(shape, region=region, part=part), whole[tuple(part)], (shape, part))
                self.same_bits(node.grid(shape, region=region, part=[slice(-5, None)] * len(shape)), whole[(slice(-5, None),) * len(shape)])

    def test_a_layer_has_the_bits_of_the_command_in_grids_and_is_refused_at_points(self):
        node = (0.5 * N + 0.5).ao(height=0.5, radius=0.4) * N.slope(method="pixel")
        whole = node.grid((40, 64), region=(0, 0, 8, 5))
        self.same_bits(whole, baked(node, "--size", "64x40", "--region", "0,0,8,5"))
        self.same_bits(node.grid((40, 64), region=(0, 0, 8, 5), part=[slice(7, 20), slice(11, 60)]), whole[7:20, 11:60])
        self.refused("pixels of a picture", node, 0.5, 0.5)

    def test_nothing_is_said_on_the_way(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            N(np.arange(4), [[1.0]])
            N.grid((4, 4))


if __name__ == "__main__":
    main()
