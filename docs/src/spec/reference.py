#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reference implementation of the noise, edition 1, written from noise.md.

It is meant to be read next to that page, section by section, not to be fast.
It needs Python 3.8 or later and nothing else.

    python3 reference.py FOLDER     checks all vectors of parts.json and functions.json
"""

import json
import math
import struct
import sys
from collections import namedtuple
from fractions import Fraction

# ---- Numbers: exact ones are int and Fraction, words are int, floats are Float

MASK32 = 2**32 - 1
MASK64 = 2**64 - 1
BINARY32 = struct.Struct("<f")
WORD32 = struct.Struct("<I")


class Float(float):
    """A number of IEEE 754 binary32. Each +, - and * is rounded to binary32.

    Python computes in binary64, and the result is rounded once more. For +, -,
    * and the square root this gives the same as rounding once, since binary64
    has more than twice as many bits.
    """

    def __new__(cls, number):
        return float.__new__(cls, BINARY32.unpack(BINARY32.pack(number))[0])

    def __add__(self, other): return Float(float(self) + float(other))
    def __sub__(self, other): return Float(float(self) - float(other))
    def __mul__(self, other): return Float(float(self) * float(other))
    def __radd__(self, other): return Float(float(other) + float(self))
    def __rsub__(self, other): return Float(float(other) - float(self))
    def __rmul__(self, other): return Float(float(other) * float(self))
    def __neg__(self): return Float(-float(self))
    def __abs__(self): return Float(abs(float(self)))

ZERO = Float(0)
ONE = Float(1)

def bits(v):
    """The word of a float."""
    return WORD32.unpack(BINARY32.pack(v))[0]

def from_bits(*words):
    """The float of a word, or the floats of several."""
    floats = [Float(BINARY32.unpack(WORD32.pack(word))[0]) for word in words]
    return floats if len(floats) > 1 else floats[0]

def canonical(v):
    return v if bits(v) & 0x70000000 != 0 else ZERO

def lerp(t, a, b):
    return a + (t * (b - a))

def to_float(q):
    """float(q) of the page; Python's own float() rounds to the nearest binary64."""
    return canonical(Float(float(q)))

def added(floats):
    """The sum from the left."""
    total = floats[0]
    for v in floats[1:]:
        total = total + v
    return total

# ---- Seeds

def mix(s):
    z = (s + 0x9E3779B97F4A7C15) & MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)

def key(seed):
    m = mix(seed & MASK64)
    return [m & MASK32, m >> 32]

def octave_offset(seed, octave, axis):
    """Units of 2^-32 cell."""
    return 0 if octave == 0 else mix(mix(mix(seed & MASK64) + octave) + axis) >> 24

PERLINS_TABLE = bytes.fromhex(
    "97a0895b5a0f830dc95f6035c2e907e18c24671e458e086325f0150a17be0694f778ea4b001ac53e5efc"
    "dbcb75230b2039b12158ed953857ae147d88aba844af4aa547868b301ba64d929ee7536fe57a3cd385e6"
    "dc695c29372ef528f4668f3641193fa101d85049d14c84bbd05912a9c8c4878274bc9f56a4646dc6adba"
    "034034d9e2fa7c7b05ca2693767eff5255d4cfce3be32f103a11b6bd1c2adfb7aad577f898022c9aa346"
    "dd99659ba72bac09811627fd13626c6e4f71e0e8b2b97068daf661e4fb22f2c1eed2900cbfb3a2f15133"
    "91ebf90eef6b31c0d61fb5c76a9db854ccb07379322d7f0496fe8aeccd5dde72431d1848f38d80c34e42"
    "d73d9cb4"
)

def table(seed):
    """The permutation table; without a seed (None) it is Ken Perlin's."""
    if seed is None:
        return list(PERLINS_TABLE)
    p = list(range(256))
    s = seed & MASK64
    for i in range(255, 0, -1):
        r = mix(s)
        s = (s + 0x9E3779B97F4A7C15) & MASK64
        j = r * (i + 1) >> 64
        p[i], p[j] = p[j], p[i]
    return p

# ---- Hashes of lattice points

A, B, C, D, F = 0xDB4F0B91, 0xBBE05633, 0xA0F2EC75, 0x89E18285, 0x9E3779B9

def hash(key, cells):
    """The lattice hash of one to four cells."""
    x, y, z, w = [cell & MASK32 for cell in padded(cells)]
    p = (key[1] ^ F) + (x * A) & MASK32
    p = (p ^ F) + (y * B) & MASK32
    p = (p ^ F) + (z * C) & MASK32
    if len(cells) == 4:
        p = (p ^ F) + (w * D) & MASK32
    return scramble(key, p)

def scramble(key, p):
    a = p ^ key[0]
    a = a ^ (a >> 16)
    b = ((a & 0xFFFFFF) * (0xEB352C ^ ((key[1] << 1) & 0x1FFFE))) + a & MASK32
    c = b ^ (b >> 16)
    d = ((c & 0xFFFFFF) * (0x6CA68A ^ ((key[1] >> 15) & 0x1FFFE))) + c & MASK32
    return d ^ (d >> 16)

def value_of(hash):
    return Float((hash & 0x7FFFFF) * 2**-22 - 1)

def cell_value(key, hash):
    return value_of(scramble(key, hash + (3 * A) & MASK32))

def table_hash(p, cells):
    x, y, z, w = padded(cells)
    h = p[(p[(p[x & 255] + y) & 255] + z) & 255]
    return p[(h + w) & 255] if len(cells) == 4 else h

def padded(numbers):
    """Four numbers, with 0 for those that are missing."""
    return list(numbers) + [0] * (4 - len(numbers))

# ---- Positions

# What a fractal tells the bases in it; FIRST is that of bases outside of fractals.
Octave = namedtuple("Octave", "number lacunarity decorrelate")
FIRST = Octave(0, 1, True)

# The position on one axis; period is P(k), or 0.
Position = namedtuple("Position", "cell fraction period")

def lacunarity_power(octave):
    """L(k)."""
    power = Fraction(octave.lacunarity) ** octave.number
    if power.denominator == 1:
        return power
    last_bit = Fraction(1)
    while power >= 2**64 * last_bit:
        last_bit *= 2
    while power < 2**63 * last_bit:
        last_bit /= 2
    return math.floor(power / last_bit + Fraction(1, 2)) * last_bit

def per_axis(number):
    """Four numbers, from a key that is one number or a list."""
    return padded(number) if isinstance(number, list) else [number] * 4

def seed_of(basis):
    """The seed, or None."""
    return None if basis.get("seed") is None else int(basis["seed"])

def key_of(basis):
    return key(seed_of(basis) or 0)

def factor_and_period(basis, octave, axis):
    """f(k) and P(k)."""
    f = Fraction(basis.get("frequency", 1))
    period = per_axis(basis.get("period", 0))[axis]
    if period == 0:
        return f * lacunarity_power(octave), 0
    period_k = math.floor(period * Fraction(octave.lacunarity) ** octave.number + Fraction(1, 2))
    return f * period_k / period, period_k

def offset_of(basis, octave, axis):
    """O."""
    o = Fraction(per_axis(basis.get("offset", 0))[axis])
    if octave.decorrelate:
        o += Fraction(octave_offset(seed_of(basis) or 0, octave.number, axis), 2**32)
    return o

def position_of(units, period):
    return Position((units >> 32) % (period or 2**32), units & MASK32, period)

def basis_positions(basis, octave, point):
    """The position on each axis, and at the end that of the skew of simplex noise."""
    if basis["kind"] == "simplex" and basis["dimensions"] > 1:
        return simplex_positions(basis, octave, point)
    places = []
    for axis in range(basis["dimensions"]):
        f, period = factor_and_period(basis, octave, axis)
        units = math.floor(2**32 * (f * point[axis] + offset_of(basis, octave, axis)))
        places.append(position_of(units, period))
    return places

def octave_count(fractal):
    """The key `octaves`, which may have a fraction."""
    return fractal.get("octaves", len(fractal["weights"]) if "weights" in fractal else 6)

def octaves_of(fractal):
    numbers = range(math.ceil(octave_count(fractal)))
    return [Octave(k, fractal.get("lacunarity", 2), fractal.get("decorrelate", True)) for k in numbers]

def positions(fractal, point):
    """The positions of the source in each octave, and f(k) for x in each octave."""
    source, octaves = fractal["source"], octaves_of(fractal)
    places = [basis_positions(source, octave, point) for octave in octaves]
    return places, [factor_and_period(source, octave, 0)[0] for octave in octaves]

def neighbour(place, n):
    """The cell n after that of the position; n may be negative."""
    return (place.cell + n) % (place.period or 2**32)

def unit(fraction):
    return Float((fraction >> 8) * 2**-24)

# ---- Fades

COSINE = from_bits(0x401DE9E6, 0x4001E0F8, 0x3F2AE9E4, 0x3DF0FA84, 0x3C5368FA, 0xBA7CE9C5)
COSINE_SLOPE = from_bits(0x409DE9E6, 0x4101E0F8, 0x40802F6B, 0x3F70FA83, 0x3E042181, 0xBC3DAF54)

def cosine_polynomial(q, constants):
    c1, c2, c3, c4, c5, c6 = constants
    return (q * ((q * ((q * ((q * ((q * c6) + c5)) - c4)) + c3)) - c2)) + c1

def fade(name, t):
    r = min(t, 1 - t)
    if name == "linear":
        return t
    if name == "quintic":
        h = ((((6 * r) - 15) * r) + 10) * ((r * r) * r)
    elif name == "cubic":
        h = (r * r) * (3 - (2 * r))
    elif name == "cosine":
        h = (r * r) * cosine_polynomial(r * r, COSINE)
    return h if t < 0.5 else 1 - h

def fade_slope(name, t):
    r = min(t, 1 - t)
    s = r * (1 - r)
    if name == "linear":
        return ONE
    if name == "quintic":
        return 30 * (s * s)
    if name == "cubic":
        return 6 * s
    if name == "cosine":
        return r * cosine_polynomial(r * r, COSINE_SLOPE)

# ---- Perlin

CLASSIC = from_bits(0x3F800000, 0x3F3504F3, 0, 0xBF3504F3, 0xBF800000, 0xBF3504F3, 0, 0x3F3504F3)

def sign(hash, bit):
    return -ONE if hash >> bit & 1 else ONE

def gradient_axes(hash, dimensions):
    """The axes with a component: two of x, y and z, or three of x, y, z and w."""
    if dimensions == 4:
        b = hash & 31
        return [0 if b < 24 else 1, 1 if b < 16 else 2, 2 if b < 8 else 3]
    b = hash & 15
    return [0 if b < 8 else 1, 1 if b < 4 else 0 if b in (12, 14) else 2]

def improved_gradient(hash, dimensions):
    """Four components, each -1, 0 or 1."""
    g = [ZERO, ZERO, ZERO, ZERO]
    for bit, axis in enumerate(gradient_axes(hash, dimensions)):
        g[axis] = sign(hash, bit)
    return g

def slopes_gradient(hash):
    """The component in one dimension."""
    return Float(((hash & 7) + 1) / 8) * sign(hash, 3)

def perlin_gradients(basis):
    """A function from cells to the gradient of their lattice point."""
    n, seed, k = basis["dimensions"], seed_of(basis), key_of(basis)
    style = basis.get("gradients", "slopes" if n == 1 else "improved")
    with_table = basis.get("hash", "table" if seed is None else "lattice") == "table"
    p = table(seed) if with_table else None

    def gradient_at(cells):
        h = table_hash(p, cells) if with_table else hash(k, cells)
        if style == "slopes":
            return [slopes_gradient(h)]
        if style == "classic":
            return [CLASSIC[h & 7], CLASSIC[(h + 6) & 7]]
        return improved_gradient(h, n)

    return gradient_at

def perlin_line(gradient_at, cells, places, name):
    """The line (gx, gy, gz, c) at three cells of four dimensions."""
    w = unit(places[3].fraction)
    t = fade(name, w)
    g = gradient_at(cells + [places[3].cell])
    h = gradient_at(cells + [neighbour(places[3], 1)])
    return lerp(t, g[0], h[0]), lerp(t, g[1], h[1]), lerp(t, g[2], h[2]), lerp(t, g[3] * w, h[3] * (w - 1))

def perlin_form(gradient_at, cells, places, name, by_z=False):
    """The form (c, gx, gy) at two cells, or the other one for the derivative by z."""
    if len(places) == 2:
        g = gradient_at(cells)
        return ZERO, g[0], g[1]
    z = unit(places[2].fraction)
    s, slope = fade(name, z), fade_slope(name, z)
    here, there = cells + [places[2].cell], cells + [neighbour(places[2], 1)]
    if len(places) == 3:
        (gx, gy, gz, _), (hx, hy, hz, _) = gradient_at(here), gradient_at(there)
        lower = gz * z
        upper = hz * (z - 1)
    else:
        gx, gy, gz, gc = perlin_line(gradient_at, here, places, name)
        hx, hy, hz, hc = perlin_line(gradient_at, there, places, name)
        lower = gc + (gz * z)
        upper = hc + (hz * (z - 1))
    if by_z:
        return lerp(s, gz, hz) + (slope * (upper - lower)), slope * (hx - gx), slope * (hy - gy)
    return lerp(s, lower, upper), lerp(s, gx, hx), lerp(s, gy, hy)

def perlin_column(below, above, y, name, by_y=False):
    """The column (a, b) of two forms, or the other one for the derivative by y."""
    s, slope = fade(name, y), fade_slope(name, y)
    lower = below[0] + (below[2] * y)
    upper = above[0] + (above[2] * (y - 1))
    if by_y:
        return lerp(s, below[2], above[2]) + (slope * (upper - lower)), slope * (above[1] - below[1])
    return lerp(s, lower, upper), lerp(s, below[1], above[1])

def perlin(basis, places, along=None):
    """The noise, or its slope along an axis."""
    gradient_at, name, columns = perlin_gradients(basis), basis.get("fade", "quintic"), []
    for i in (places[0].cell, neighbour(places[0], 1)):
        if len(places) == 1:
            columns.append((ZERO, gradient_at([i])[0]))
        else:
            below = perlin_form(gradient_at, [i, places[1].cell], places, name, along == 2)
            above = perlin_form(gradient_at, [i, neighbour(places[1], 1)], places, name, along == 2)
            columns.append(perlin_column(below, above, unit(places[1].fraction), name, along == 1))
    (a, b), (right_a, right_b) = columns
    da = (right_a - right_b) - a
    db = right_b - b
    x = unit(places[0].fraction)
    if along == 0:
        return (b + (fade(name, x) * db)) + (fade_slope(name, x) * (da + (db * x)))
    return (a + (b * x)) + (fade(name, x) * (da + (db * x)))

def corner(key, at):
    places = [Position(cell, fraction, 0) for cell, fraction in at]
    cells = [place.cell for place in places[:2]]
    return perlin_form(lambda c: improved_gradient(hash(key, c), len(at)), cells, places, "quintic")

# ---- Value

def lattice_value(basis, places, cells, axes):
    """The value of a lattice point, averaged along the first `axes` axes."""
    if axes == 0:
        return value_of(hash(key_of(basis), cells))
    axis = axes - 1

    def at(n):
        cell = neighbour(places[axis]._replace(cell=cells[axis]), n)
        return lattice_value(basis, places, cells[:axis] + [cell] + cells[axes:], axis)

    return (at(0) * 0.5) + ((at(-1) + at(1)) * 0.25)

def catmull_rom(t, a, b, c, d):
    c3 = (d - a) + (3 * (b - c))
    c2 = (2 * (a + (c + c))) - ((5 * b) + d)
    c1 = c - a
    return b + (0.5 * (t * (c1 + (t * (c2 + (t * c3))))))

def interpolated(basis, places, cells):
    """The value at these cells on the first axes, after interpolation over all others."""
    axis = len(cells)
    if axis == len(places):
        return lattice_value(basis, places, cells, axis if basis.get("smoothed", False) else 0)

    def at(n):
        return interpolated(basis, places, cells + [neighbour(places[axis], n)])

    t = unit(places[axis].fraction)
    name = basis.get("interpolation", "quintic")
    if name == "catmull_rom":
        return catmull_rom(t, at(-1), at(0), at(1), at(2))
    return lerp(fade(name, t), at(0), at(1))

def value(basis, places, along=None):
    """The noise, or its slope along an axis."""
    def at(*steps):
        """The value at the cell (0) or the next (1) on the first axes."""
        return interpolated(basis, places, [neighbour(place, n) for place, n in zip(places, steps)])

    if along is None:
        return at()
    name, t = basis.get("interpolation", "quintic"), [unit(place.fraction) for place in places]
    slope = fade_slope(name, t[along])
    if along == 0:
        return slope * (at(1) - at(0))
    if along == 1:
        return slope * lerp(fade(name, t[0]), at(0, 1) - at(0, 0), at(1, 1) - at(1, 0))
    corners = [[slope * (at(i, j, 1) - at(i, j, 0)) for j in (0, 1)] for i in (0, 1)]
    left, right = [lerp(fade(name, t[1]), below, above) for below, above in corners]
    return lerp(fade(name, t[0]), left, right)

# ---- Simplex

SIMPLEX_G = {2: 3545442, 3: 2796202, 4: 2318554}  # units of 2^-24
SIMPLEX_SCALE = [None] + from_bits(0x42D977E6, 0x42C6689F, 0x4299C2F2, 0x427B1C65)
SIMPLEX_2D = from_bits(0x3F7B14BE, 0x3F54DB31, 0x3F0E39DA, 0x3E47C5C2)  # |gx| for b = 0 to 3

def simplex_positions(basis, octave, point):
    """The positions in two to four dimensions; the last one is the skew."""
    n = basis["dimensions"]
    g = Fraction(SIMPLEX_G[n], 2**24)
    skew_factor = g / (1 - n * g)
    f, _ = factor_and_period(basis, octave, 0)
    offsets = [offset_of(basis, octave, axis) for axis in range(n)]
    shift = g * sum(offsets)
    places, skew = [], 0
    for axis in range(n):
        units = math.floor(2**32 * (f * point[axis] + offsets[axis] - shift))
        places.append(position_of(units, 0))
        skew += math.floor(2**32 * (f * skew_factor * point[axis] + (shift if axis == 0 else 0)))
    return places + [position_of(skew, 0)]

def simplex_vertices(basis, places):
    """The vertices in order: the hash of each, and the offsets from it."""
    n, k = basis["dimensions"], key_of(basis)
    if n == 1:
        x = unit(places[0].fraction)
        return [(hash(k, [places[0].cell]), [x]), (hash(k, [neighbour(places[0], 1)]), [x - 1])]
    g, skew = SIMPLEX_G[n], places[n]
    lattice = [position_of((p.cell + skew.cell << 32) + p.fraction + skew.fraction, 0) for p in places[:n]]
    s = sum(p.cell for p in lattice)
    d = []
    for axis in range(n):
        word = ((places[axis].cell - lattice[axis].cell << 24) | (places[axis].fraction >> 8)) + (g * s) & MASK32
        d.append(Float((word - 2**32 if word >= 2**31 else word) * 2**-24))
    order = sorted(range(n), key=lambda axis: lattice[axis].fraction, reverse=True)
    vertices = []
    for m in range(n + 1):
        stepped = [1 if axis in order[:m] else 0 for axis in range(n)]
        cells = [neighbour(lattice[axis], stepped[axis]) for axis in range(n)]
        offsets = [d[axis] + Float(m * g * 2**-24 - stepped[axis]) for axis in range(n)]
        vertices.append((hash(k, cells), offsets))
    return vertices

def vertex(hash, offsets, along=None):
    """What a vertex adds to the noise, or to its slope along an axis.

    `offsets` is `from` on the page, a word that Python keeps for itself.
    """
    n = len(offsets)
    rest = Float(0.5) if n == 1 else from_bits(0x3EFFFFC0)
    for offset in reversed(offsets):
        rest = rest - (offset * offset)
    q = max(rest, ZERO)
    axes = range(n) if n < 3 else gradient_axes(hash, n)
    if n == 1:
        g = [slopes_gradient(hash)]
    elif n == 2:
        b = hash & 3
        g = [SIMPLEX_2D[b] * sign(hash, 2), SIMPLEX_2D[3 - b] * sign(hash, 3)]
    else:
        g = improved_gradient(hash, n)
    dot = added([g[axis] * offsets[axis] for axis in axes])
    if along is None:
        return ((q * q) * (q * q)) * dot
    return ((q * q) * q) * ((q * g[along]) - (8 * (dot * offsets[along])))

def simplex(basis, places, along=None):
    """The noise, or its slope along an axis."""
    total = added([vertex(h, offsets, along) for h, offsets in simplex_vertices(basis, places)])
    return SIMPLEX_SCALE[basis["dimensions"]] * total

# ---- Cellular

# A feature point: n on each axis, the hash of its cell, and the way to it.
Feature = namedtuple("Feature", "steps hash way")

def way(jitter, fraction, bits, cell):
    """One component; `fraction` is a float, `cell` is n."""
    centre = (fraction - 0.5) + (jitter * from_bits(0x3EFFFF00))
    return ((jitter * 2**-16) * bits) + (cell - centre)

def features(basis, places, reach):
    """The feature points of the cells with |n| up to `reach`, in order."""
    k, jitter = key_of(basis), to_float(basis.get("jitter", 1))
    if jitter < 2**-16:
        jitter = ZERO
    all_steps = [[]]
    for _ in places:  # the first axis is the fastest
        all_steps = [steps + [n] for n in range(-reach, reach + 1) for steps in all_steps]
    all_steps.sort(key=lambda steps: max(abs(n) for n in steps) > 1)  # leaves the order of equal ones
    result = []
    for steps in all_steps:
        h = hash(k, [neighbour(place, n) for place, n in zip(places, steps)])
        hash_bits = [h & 0xFFFF, h >> 16, (h * C & MASK32) >> 16]
        axes = zip(places, hash_bits, steps)
        result.append(Feature(steps, h, [way(jitter, unit(place.fraction), part, n) for place, part, n in axes]))
    return result

def length(metric, way):
    if metric == "chebyshev":
        return max(abs(component) for component in way)
    if metric == "manhattan":
        parts = [abs(component) for component in way]
    else:
        parts = [component * component for component in way]
    return added(parts[::-1])  # from the last axis to the first

def inverse_root(v):
    if v == 0:
        return ZERO
    r = from_bits(0x5F375A86 - (bits(v) >> 1))
    m = v * 0.5
    for _ in range(3):
        r = r * (1.5 - ((m * r) * r))
    return r

def edge(basis, places, nearest):
    candidates = []
    a, b, c, _ = padded(nearest.way)
    for other in features(basis, places, 4 if len(places) == 3 else 3):
        x, y, z, _ = padded(other.way)
        X, Y, Z = x - a, y - b, z - c
        apart = (X * X) + ((Y * Y) + (Z * Z))
        along = (X * (x + a)) + ((Y * (y + b)) + (Z * (z + c)))
        if other.steps != nearest.steps:
            candidates.append(max((0.5 * along) * inverse_root(apart), ZERO))
    return min(candidates)

def cellular(basis, places):
    metric, output = basis.get("metric", "euclidean"), basis.get("output", "f1")
    points = features(basis, places, 3 if metric == "manhattan" and len(places) == 3 else 2)
    lengths = [length(metric, point.way) for point in points]
    d1, d2 = sorted(lengths)[:2]
    # min() takes the first of equal ones
    nearest = min([point for point, d in zip(points, lengths) if d == d1], key=lambda point: point.hash)
    if metric == "euclidean":
        d1, d2 = Float(math.sqrt(d1)), Float(math.sqrt(d2))
    if output == "edge":
        return edge(basis, places, nearest)
    if output == "cell_value":
        return cell_value(key_of(basis), nearest.hash)
    if output.startswith("point_"):
        return -nearest.way["xyz".index(output[-1])]
    return {"f1": d1, "f2": d2, "f2_minus_f1": d2 - d1}[output]

# ---- White

def white(basis, places):
    return value_of(hash(key_of(basis), [place.cell for place in places]))

# ---- Fractals

def weights(fractal):
    """The weights and the scale. All is binary64 but the results and their correction."""
    octaves = float(octave_count(fractal))
    if "weights" in fractal:
        w = [float(weight) for weight in fractal["weights"]]
    else:
        w = [1.0]
        while len(w) < octaves:
            w.append(w[-1] * float(fractal.get("gain", 0.5)))
    if octaves != math.floor(octaves):
        w[-1] = w[-1] * (octaves - math.floor(octaves))
    normalize = fractal.get("normalize", True)
    if normalize:
        total = added([abs(weight) for weight in w])
        w = [weight / total for weight in w]
    scale = 1.0
    while scale < max(abs(weight) for weight in w):
        scale *= 2
    result = [canonical(Float(weight / scale)) for weight in w]
    if normalize and min(result) >= 0:
        m = max(range(len(result)), key=lambda k: (result[k], k))
        for _ in range(4):
            result[m] = result[m] + (1 - added(result))
    return result, Float(scale)

def fbm_octave(total, weight, v):
    return total + canonical(weight * v)

STEPS = {
    "fbm_octave": fbm_octave,
    "turbulence_octave": lambda total, weight, v: fbm_octave(total, weight, abs(v)),
    "billow_octave": lambda total, weight, v: fbm_octave(total, weight, (2 * abs(v)) - 1),
    "ridged_signal": lambda v, offset, factor: canonical(((offset - abs(v)) * (offset - abs(v))) * factor),
    "ridged_factor": lambda signal, feedback: min(canonical(signal * feedback), ONE),
    "fbm_total": lambda total, scale: canonical(total * scale),
}

def step(name, operands):
    return STEPS[name](*operands)

def fractal_value(fractal, point, push):
    """`push` is that of a warp around the fractal, or None."""
    total, factor = ZERO, ONE
    weight, scale = weights(fractal)
    for octave in octaves_of(fractal):
        if push is not None:
            push = push._replace(power=lacunarity_power(octave))
        v = evaluate(fractal["source"], point, octave, push)
        name = fractal["kind"] + "_octave"
        if fractal["kind"] == "ridged":
            v = step("ridged_signal", [v, to_float(fractal.get("offset", 1)), factor])
            factor = step("ridged_factor", [v, to_float(fractal.get("feedback", 2))])
            name = "fbm_octave"
        total = step(name, [total, weight[octave.number], v])
    return step("fbm_total", [total, scale])

# ---- Warp

# What a warp does to the basis in it: the values that move the axes (None on axes
# that are not moved), and L.
Push = namedtuple("Push", "strength values power")

def moved(cell, fraction, period, by):
    far = min(max(canonical(by), -Float(2**20)), Float(2**20))
    whole = math.floor(far)
    part = min(far - whole, from_bits(0x3F7FFFFF))
    units = (cell << 32) + fraction + whole * 2**32 + math.floor(Fraction(part) * 2**24) * 2**8
    return position_of(units, period)[:2]

def moved_positions(basis, places, push):
    rate = canonical(Float(float(Fraction(basis.get("frequency", 1)) * push.strength) * float(push.power)))
    result = []
    for place, v in zip(places, push.values):
        if v is not None:
            place = Position(*moved(*place, v * rate), place.period)
        result.append(place)
    return result

def warp_value(warp, point, octave):
    values = [evaluate(warp[axis], point, octave) if axis in warp else None for axis in "xyzw"]
    return evaluate(warp["source"], point, octave, Push(warp.get("strength", 1), values, 1))

# ---- The two functions

BASES = {"perlin": perlin, "value": value, "simplex": simplex, "cellular": cellular, "white": white}

def evaluate(noise, point, octave=FIRST, push=None):
    """The value at a point of four exact numbers. Fractals and warps give the other arguments."""
    if noise["kind"] == "warp":
        return warp_value(noise, point, octave)
    if noise["kind"] not in BASES:
        return fractal_value(noise, point, push)
    places = basis_positions(noise, octave, point)
    if push is not None:
        places = moved_positions(noise, places, push)
    return canonical(BASES[noise["kind"]](noise, places))

def gradient(noise, point):
    """The derivatives of a basis along x, y and z."""
    f = to_float(noise.get("frequency", 1))
    places = basis_positions(noise, FIRST, point)
    axes = range(min(noise["dimensions"], 3))
    return [canonical(canonical(BASES[noise["kind"]](noise, places, axis)) * f) for axis in axes]

# ---- Vectors

def text(word):
    return "%08x" % word
def word(v):
    """A float as the files have it."""
    return text(bits(v))
def texts(floats):
    return [word(v) for v in floats]
def read(*words):
    """The float of a word in the files, or the floats of several."""
    return from_bits(*[int(w, 16) for w in words])
def read_key(words):
    return [int(w, 16) for w in words]
def exact(decimals):
    return [Fraction(decimal) for decimal in decimals]

def check_hash(c):
    k = read_key(c["key"])
    h = hash(k, c["cells"])
    return {"hash": text(h), "value": word(value_of(h)), "cell_value": word(cell_value(k, h))}

def check_position(c):
    places, factors = positions(c["noise"], exact(c["point"]))
    return {"octaves": [[list(p) for p in octave] for octave in places], "factors": [str(f) for f in factors]}

def check_fade(c):
    t = read(c["t"])
    return {"value": word(fade(c["fade"], t)), "slope": word(fade_slope(c["fade"], t))}

def check_weights(c):
    floats, scale = weights(c["noise"])
    return {"weights": texts(floats), "scale": word(scale)}

# For each part a function from a case to the results that it should have.
CHECKS = {
    "canonical": lambda c: {"canonical": word(canonical(read(c["value"])))},
    "key": lambda c: {"key": [text(k) for k in key(int(c["seed"]))]},
    "octave_offset": lambda c: {"units": octave_offset(int(c["seed"]), c["octave"], c["axis"])},
    "table": lambda c: {"table": bytes(table(c["seed"] and int(c["seed"]))).hex()},
    "hash": check_hash,
    "position": check_position,
    "fade": check_fade,
    "corner": lambda c: {"form": texts(corner(read_key(c["key"]), c["at"]))},
    "vertex": lambda c: {"value": word(vertex(int(c["hash"], 16), [read(v) for v in c["from"]]))},
    "way": lambda c: {"way": word(way(read(c["jitter"]), read(c["fraction"]), c["bits"], c["cell"]))},
    "inverse_root": lambda c: {"inverse_root": word(inverse_root(read(c["value"])))},
    "weights": check_weights,
    "step": lambda c: {"result": word(step(c["step"], read(*c["operands"])))},
    "moved": lambda c: {"moved": list(moved(c["cell"], c["fraction"], c["period"], read(c["by"])))},
}

def vectors(folder):
    """All vectors: the group, what it is about, the result in the file, and ours."""
    with open(folder + "/parts.json") as file:
        parts = json.load(file, parse_float=Fraction)
    with open(folder + "/functions.json") as file:
        functions = json.load(file, parse_float=Fraction)
    for part in CHECKS:
        for c in parts[part]:
            ours = CHECKS[part](c)
            yield part, c, {name: c[name] for name in ours}, ours
    for function in functions["functions"]:
        noise = function["noise"]
        for i, point in enumerate(functions[function["points"]]):
            about = noise, point
            yield "evaluate " + noise["kind"], about, function["values"][i], word(evaluate(noise, exact(point)))
            if "gradients" in function:
                yield "gradient " + noise["kind"], about, function["gradients"][i], texts(gradient(noise, exact(point)))

def main(folder):
    counts, first = {}, {}
    for group, about, expected, ours in vectors(folder):
        count = counts.setdefault(group, [0, 0])
        count[expected != ours] += 1
        if expected != ours:
            first.setdefault(group, "    %s\n    file: %s\n    here: %s\n" % (about, expected, ours))
    counts["all"] = [sum(numbers) for numbers in zip(*counts.values())]
    for group, (agreeing, differing) in counts.items():
        print("%-20s %5d agree, %5d differ" % (group, agreeing, differing))
        print(first.get(group, ""), end="")
    return 1 if first else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 reference.py FOLDER")
    sys.exit(main(sys.argv[1]))
