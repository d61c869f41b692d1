"""Measures lacuna-noise and other packages in one run, each on one thread, and prints a table in milliseconds, of a point in microseconds.

    pip install lacuna-noise numba noise opensimplex perlin-numpy pyfastnoiselite vnoise
    python benches/python.py

The noise is Perlin noise, and simplex noise with opensimplex, which has no other. A time is the least of several, after a first call. What a package has no
function for is written as the loop that its users write. Where that takes long, a part is measured and multiplied.
"""

import math
import os
import time

# Before libraries start their threads.
for name in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"

import lacuna_noise as lacuna
import noise
import numba
import numpy as np
import opensimplex
import perlin_numpy
import vnoise
from pyfastnoiselite.pyfastnoiselite import FastNoiseLite, FractalType, NoiseType

SIDE, CELLS, POINTS, SEEDS, SMALL = 1024, 32, 10**6, 64, 256
AXIS = (np.arange(SIDE) + 0.5) * (CELLS / SIDE)
SHORT = (np.arange(SMALL) + 0.5) * (CELLS / SMALL)
SCATTERED = np.random.default_rng(1).uniform(0, CELLS, (POINTS, 2))
COLUMNS = ("grid", "grid, fBm of 6 octaves", "10^6 points", "a point", "`outer`", "64 seeds of 256 x 256")


def milliseconds(call, share=1.0):
    """The least time of a call, which does a share of the work."""
    call()
    best, ended = math.inf, time.perf_counter() + 1
    while best == math.inf or time.perf_counter() < ended:
        started = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - started)
    return best * 1000 / share


def of_lacuna(threads):
    n, fbm = lacuna.perlin(seed=7), lacuna.perlin(seed=7).fbm(octaves=6)
    return [
        milliseconds(lambda: n.grid((SIDE, SIDE), region=(0, 0, CELLS, CELLS), threads=threads)),
        milliseconds(lambda: fbm.grid((SIDE, SIDE), region=(0, 0, CELLS, CELLS), threads=threads)),
        milliseconds(lambda: n.points(SCATTERED, threads=threads)),
        milliseconds(lambda: [n(1.3, 2.7) for _ in range(1000)]),
        milliseconds(lambda: n(AXIS, AXIS, outer=True, threads=threads)),
        milliseconds(lambda: n.grid((SMALL, SMALL), region=(0, 0, CELLS, CELLS), seeds=range(SEEDS), threads=threads)),
    ]


def of_arrays(grid, fbm, points, at_point, at_axes, of_seed):
    """A package with functions of arrays. The last is one of axes, of a seed."""
    return [
        milliseconds(grid),
        milliseconds(fbm),
        milliseconds(points),
        milliseconds(lambda: [at_point(1.3, 2.7) for _ in range(1000)]),
        milliseconds(lambda: at_axes(AXIS, AXIS)),
        milliseconds(lambda: [of_seed(seed)(SHORT, SHORT) for seed in range(SEEDS)]),
    ]


def of_noise():
    at_point, rows, all_x = noise.pnoise2, AXIS[: SIDE // 16].tolist(), AXIS.tolist()
    scattered = SCATTERED[: POINTS // 16].tolist()
    short = SHORT.tolist()

    grid = milliseconds(lambda: [at_point(x, y) for y in rows for x in all_x], 1 / 16)
    return [
        grid,
        milliseconds(lambda: [at_point(x, y, 6) for y in rows for x in all_x], 1 / 16),
        milliseconds(lambda: [at_point(x, y) for x, y in scattered], 1 / 16),
        milliseconds(lambda: [at_point(1.3, 2.7) for _ in range(1000)]),
        grid,
        milliseconds(lambda: [at_point(x, y, base=1) for y in short for x in short], 1 / SEEDS),
    ]


def of_fastnoise():
    def made(seed, fractal=FractalType.FractalType_None):
        one = FastNoiseLite(seed=seed)
        one.noise_type, one.fractal_type, one.fractal_octaves, one.frequency = NoiseType.NoiseType_Perlin, fractal, 6, 1.0
        return one

    def coordinates(x, y):
        return np.stack([axis.reshape(-1) for axis in np.meshgrid(x, y)]).astype(np.float32)

    def at_axes(one):
        return lambda x, y: one.gen_from_coords(coordinates(x, y))

    one, fbm, grid, points = made(7), made(7, FractalType.FractalType_FBm), coordinates(AXIS, AXIS), np.ascontiguousarray(SCATTERED.T, np.float32)
    return of_arrays(
        lambda: one.gen_from_coords(grid),
        lambda: fbm.gen_from_coords(grid),
        lambda: one.gen_from_coords(points),
        one.get_noise,
        at_axes(one),
        lambda seed: at_axes(made(seed)),
    )


@numba.njit
def fade(t):
    return t * t * t * (t * (t * 6 - 15) + 10)


@numba.njit
def slope(corner, x, y):
    corner &= 7
    u, v = (x, y) if corner < 4 else (y, x)
    return (u if corner & 1 == 0 else -u) + (v if corner & 2 == 0 else -v)


@numba.njit
def perlin(table, x, y):
    left, below = math.floor(x), math.floor(y)
    i, j = int(left) & 255, int(below) & 255
    x, y = x - left, y - below
    a, b = table[i] + j, table[i + 1] + j
    u, v = fade(x), fade(y)
    low = slope(table[a], x, y) * (1 - u) + slope(table[b], x - 1, y) * u
    high = slope(table[a + 1], x, y - 1) * (1 - u) + slope(table[b + 1], x - 1, y - 1) * u
    return low * (1 - v) + high * v


@numba.njit
def perlin_points(table, x, y):
    found = np.empty(len(x), np.float32)
    for number in range(len(x)):
        found[number] = perlin(table, x[number], y[number])
    return found


@numba.njit
def perlin_axes(table, x, y, octaves):
    found = np.empty((len(y), len(x)), np.float32)
    for row in range(len(y)):
        for column in range(len(x)):
            total, scale = 0.0, 1.0
            for _ in range(octaves):
                total += perlin(table, x[column] * scale, y[row] * scale) / scale
                scale *= 2
            found[row, column] = total
    return found


def of_numba():
    def table(seed):
        # Two sums of an index and a neighbour stay inside.
        return np.tile(np.random.default_rng(seed).permutation(256), 3)

    own, x, y = table(7), *np.ascontiguousarray(SCATTERED.T)
    return of_arrays(
        lambda: perlin_axes(own, AXIS, AXIS, 1),
        lambda: perlin_axes(own, AXIS, AXIS, 6),
        lambda: perlin_points(own, x, y),
        lambda x, y: perlin(own, x, y),
        lambda x, y: perlin_axes(own, x, y, 1),
        lambda seed: lambda x, y: perlin_axes(table(seed), x, y, 1),
    )


def of_vnoise():
    n = vnoise.Noise(7)
    x, y = np.ascontiguousarray(SCATTERED.T)
    return of_arrays(
        lambda: n.noise2(AXIS, AXIS),
        lambda: n.noise2(AXIS, AXIS, 6),
        lambda: n.noise2(x, y, grid_mode=False),
        n.noise2,
        n.noise2,
        lambda seed: vnoise.Noise(seed).noise2,
    )


def of_opensimplex():
    one = opensimplex.OpenSimplex(7)
    # It has no function for points.
    points = SCATTERED[: POINTS // 64].tolist()
    share = len(points) / POINTS
    grid = milliseconds(lambda: one.noise2array(AXIS, AXIS[: SIDE // 16]), 1 / 16)
    return [
        grid,
        None,
        milliseconds(lambda: [one.noise2(x, y) for x, y in points], share),
        milliseconds(lambda: [one.noise2(1.3, 2.7) for _ in range(1000)]),
        grid,
        milliseconds(lambda: opensimplex.OpenSimplex(1).noise2array(SHORT, SHORT), 1 / SEEDS),
    ]


def of_perlin_numpy():
    def grid(side, seed):
        return perlin_numpy.generate_perlin_noise_2d((side, side), (CELLS, CELLS), rng=np.random.default_rng(seed))

    fbm = milliseconds(lambda: perlin_numpy.generate_fractal_noise_2d((SIDE, SIDE), (CELLS, CELLS), 6))
    return [milliseconds(lambda: grid(SIDE, 7)), fbm, None, None, None, milliseconds(lambda: [grid(SMALL, seed) for seed in range(SEEDS)])]


def main():
    print(f"| package | {' | '.join(COLUMNS)} |\n|---{'|---' * len(COLUMNS)}|")
    for name, times in (
        ("lacuna-noise", lambda: of_lacuna(1)),
        ("lacuna-noise, 2 threads", lambda: of_lacuna(2)),
        ("numba, by hand", of_numba),
        ("pyfastnoiselite", of_fastnoise),
        ("vnoise", of_vnoise),
        ("noise", of_noise),
        ("perlin-numpy", of_perlin_numpy),
        ("opensimplex", of_opensimplex),
    ):
        cells = ["" if time is None else f"{time:.2g}" if time < 10 else f"{time:.0f}" for time in times()]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
