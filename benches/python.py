"""Measures lacuna-noise and other packages in one run, each on one thread, and prints a table in milliseconds.

    pip install lacuna-noise numba noise opensimplex perlin-numpy pyfastnoiselite vnoise
    python benches/python.py

The noise is a single octave of Perlin noise, and of simplex noise with opensimplex, which has no other. A time is the least of several, after a first call.
What a package has no function for is written as the loop that its users write, and what takes longer than a second is measured on a part and multiplied.
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
COLUMNS = ("grid", "10^6 points", "a point", "outer", "64 seeds")


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
    n = lacuna.perlin(seed=7)
    many = [lambda: n.grid((SIDE, SIDE), region=(0, 0, CELLS, CELLS), threads=threads), lambda: n.points(SCATTERED, threads=threads)]
    one = milliseconds(lambda: [n(1.3, 2.7) for _ in range(1000)]) / 1000
    seeds = lambda: n.grid((SMALL, SMALL), region=(0, 0, CELLS, CELLS), seeds=range(SEEDS), threads=threads)  # noqa: E731
    return [*map(milliseconds, many), one, milliseconds(lambda: n(AXIS, AXIS, outer=True, threads=threads)), milliseconds(seeds)]


def of_arrays(at_points, at_axes, at_point, of_seed):
    """A package with functions of arrays: of points, of axes, of a single point, and one that makes these for a seed's axes."""
    return [
        milliseconds(lambda: at_axes(AXIS, AXIS)),
        milliseconds(lambda: at_points(SCATTERED[:, 0], SCATTERED[:, 1])),
        milliseconds(lambda: [at_point(1.3, 2.7) for _ in range(1000)]) / 1000,
        milliseconds(lambda: at_axes(AXIS, AXIS)),
        milliseconds(lambda: [of_seed(seed)(SHORT, SHORT) for seed in range(SEEDS)]),
    ]


def of_points(at_point, of_seed):
    """A package with a function of a point only. A part of the work is measured."""
    rows = SIDE // 16
    own = AXIS.tolist(), AXIS[:rows].tolist()
    scattered = SCATTERED[: POINTS // 16].tolist()
    short = SHORT.tolist()

    def of_seeds():
        at = of_seed(1)
        return [at(x, y) for y in short for x in short]

    grid = milliseconds(lambda: [at_point(x, y) for y in own[1] for x in own[0]], rows / SIDE)
    return [
        grid,
        milliseconds(lambda: [at_point(x, y) for x, y in scattered], 1 / 16),
        milliseconds(lambda: [at_point(1.3, 2.7) for _ in range(1000)]) / 1000,
        grid,
        milliseconds(of_seeds, 1 / SEEDS),
    ]


def of_fastnoise():
    def made(seed):
        one = FastNoiseLite(seed=seed)
        one.noise_type, one.fractal_type, one.frequency = NoiseType.NoiseType_Perlin, FractalType.FractalType_None, 1.0
        return one

    def at_points(one):
        return lambda x, y: one.gen_from_coords(np.stack([x, y]).astype(np.float32))

    def at_axes(one):
        return lambda x, y: at_points(one)(*[axis.reshape(-1) for axis in np.meshgrid(x, y)])

    one = made(7)
    return of_arrays(at_points(one), at_axes(one), lambda x, y: one.get_noise(x, y), lambda seed: at_axes(made(seed)))


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
def perlin_axes(table, x, y):
    found = np.empty((len(y), len(x)), np.float32)
    for row in range(len(y)):
        for column in range(len(x)):
            found[row, column] = perlin(table, x[column], y[row])
    return found


def of_numba():
    def table(seed):
        # Two sums of an index and a neighbour stay inside.
        return np.tile(np.random.default_rng(seed).permutation(256), 3)

    own = table(7)
    return of_arrays(
        lambda x, y: perlin_points(own, x, y),
        lambda x, y: perlin_axes(own, x, y),
        lambda x, y: perlin(own, x, y),
        lambda seed: lambda x, y: perlin_axes(table(seed), x, y),
    )


def of_vnoise():
    n = vnoise.Noise(7)
    at = lambda x, y: n.noise2(x, y, grid_mode=False)  # noqa: E731
    return of_arrays(at, n.noise2, at, lambda seed: vnoise.Noise(seed).noise2)


def of_opensimplex():
    def at_axes(one):
        return lambda x, y: one.noise2array(x, y)

    one = opensimplex.OpenSimplex(7)
    # It has no function for points.
    points = SCATTERED[: POINTS // 64].tolist()
    share = len(points) / POINTS
    few = slice(SIDE // 16)
    grid = milliseconds(lambda: one.noise2array(AXIS, AXIS[few]), 1 / 16)
    return [
        grid,
        milliseconds(lambda: [one.noise2(x, y) for x, y in points], share),
        milliseconds(lambda: [one.noise2(1.3, 2.7) for _ in range(1000)]) / 1000,
        grid,
        milliseconds(lambda: at_axes(opensimplex.OpenSimplex(1))(SHORT, SHORT), 1 / SEEDS),
    ]


def of_perlin_numpy():
    def grid(side, seed):
        return perlin_numpy.generate_perlin_noise_2d((side, side), (CELLS, CELLS), rng=np.random.default_rng(seed))

    return [milliseconds(lambda: grid(SIDE, 7)), None, None, None, milliseconds(lambda: [grid(SMALL, seed) for seed in range(SEEDS)])]


def main():
    print(f"| package | {' | '.join(COLUMNS)} |\n|---{'|---' * len(COLUMNS)}|")
    for name, times in (
        ("lacuna-noise", lambda: of_lacuna(1)),
        ("lacuna-noise, 2 threads", lambda: of_lacuna(2)),
        ("numba, by hand", of_numba),
        ("pyfastnoiselite", of_fastnoise),
        ("vnoise", of_vnoise),
        ("noise", lambda: of_points(noise.pnoise2, lambda seed: lambda x, y: noise.pnoise2(x, y, base=seed))),
        ("perlin-numpy", of_perlin_numpy),
        ("opensimplex", of_opensimplex),
    ):
        cells = ["" if time is None else f"{time:.2g}" if time < 100 else f"{time:.0f}" for time in times()]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
