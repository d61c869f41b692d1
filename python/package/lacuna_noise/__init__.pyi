# Written by python/stubs.py, of what the library says of its kinds of node.
import os
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import dask as dask
from . import zarr as zarr
from ._xarray import xarray as xarray

__version__: str

Samples: TypeAlias = NDArray[np.float32]
Number: TypeAlias = int | float | str | Decimal | np.integer[Any] | np.floating[Any]
Operand: TypeAlias = "Node | int | float | Decimal | np.integer[Any] | np.floating[Any]"

class Node:
    """A recipe of noise, and one of its outputs."""

    _core: Any
    def __init__(self) -> None: ...
    def to_toml(self) -> str:
        """The recipe's text, as a ``.toml`` file holds it."""
    @property
    def output(self) -> str:
        """The name of the output that is evaluated."""
    @property
    def outputs(self) -> list[str]:
        """The names of all outputs of the recipe."""
    def with_output(self, name: str) -> Node:
        """The same recipe with another of its outputs."""
    @property
    def channels(self) -> int:
        """The number of values per sample. If there are several, they are the last axis of arrays."""
    @property
    def range(self) -> tuple[float, float] | None:
        """The range that the recipe declares for nearly all values of the first channel; None if it declares none."""
    def __getitem__(self, channel: int) -> Node:
        """A channel by itself."""
    def seeded(self, seed: int | np.random.Generator) -> Node:
        """The recipe with all its seeds varied by one number, as the command's ``--seed`` does it; a generator draws the number, from 0 to 2^64 - 1."""
    @property
    def params(self) -> dict[str, float | bool | str]:
        """The recipe's parameters by name, with their values."""
    def with_params(self, **values: Any) -> Node:
        """The recipe with other values of some of its parameters: ``wall.with_params(joint=0.2)``."""
    def replace(self, **keys: Any) -> Node:
        """The node with other values of some of its keys: ``n.replace(octaves=3)``. None gives a key its default."""
    def __call__(self, *coordinates: Any, outer: bool=False, seeds: Any=None, out: Any=None, nan: Literal['refuse', 'propagate']='refuse', threads: int | None=None) -> Any:
        """The values at coordinates x, y, z and w, one to four of them, which broadcast against each other."""
    def points(self, points: Any, *, decimal: bool=False, seeds: Any=None, out: Any=None, nan: Literal['refuse', 'propagate']='refuse', threads: int | None=None) -> Samples:
        """The values at points, the rows of an array of N x d numbers, d from 1 to 4."""
    def with_gradient(self, axes: int=2) -> Node:
        """A node of several channels: the value, and its derivatives along the first axes, x, y and z."""
    def gradient(self, *coordinates: Any, outer: bool=False, seeds: Any=None, out: Any=None, nan: Literal['refuse', 'propagate']='refuse', threads: int | None=None) -> Samples:
        """The derivatives along x, y and z at coordinates as a call takes them: as many as there are coordinates, in a last axis."""
    def grid(self, shape: int | Sequence[int], *, region: Sequence[Any] | None=None, z: Any=None, w: Any=None, regions: Any=None, seeds: Any=None, part: Sequence[slice] | None=None, out: Any=None, threads: int | None=None) -> Samples:
        """The samples of a region: (H, W) of a plane, (W,) of a line, (D, H, W) of a volume. Each lies at the centre of its pixel."""
    def bake(self, path: str | os.PathLike[str], *, size: int | Sequence[int] | None=None, region: Sequence[Any] | None=None, z: Any=None, w: Any=None, format: str | None=None, depth: int | None=None, range: Sequence[Any] | str | None=None, samples: int | None=None, unit_metres: Any=None, material: str | None=None, force: bool=False, progress: Callable[[str, int, int], object] | None=None, threads: int | None=None) -> list[str]:
        """Writes a picture, as the command ``lacuna bake`` does, and gives the names of the files; a folder takes every output."""
    def __repr__(self) -> str: ...
    def _repr_png_(self) -> bytes | None: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __dask_tokenize__(self) -> tuple[str, str | None, str]: ...
    def __reduce__(self) -> tuple[Callable[[str, str | None, str], Node], tuple[str, str | None, str]]: ...
    def __add__(self, other: object) -> Node: ...
    def __radd__(self, other: object) -> Node: ...
    def __sub__(self, other: object) -> Node: ...
    def __rsub__(self, other: object) -> Node: ...
    def __mul__(self, other: object) -> Node: ...
    def __rmul__(self, other: object) -> Node: ...
    def __truediv__(self, other: object) -> Node: ...
    def __rtruediv__(self, other: object) -> Node: ...
    def __pow__(self, exponent: object) -> Node: ...
    def __neg__(self) -> Node: ...
    def __pos__(self) -> Node: ...
    def __abs__(self) -> Node: ...
    # The kinds of node that take another.
    def fbm(self, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, normalize: bool | None = True, decorrelate: bool | None = True, damping: Number | None = None) -> Node:
        """fractional Brownian motion: a weighted sum of octaves of its source"""
    def turbulence(self, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, normalize: bool | None = True, decorrelate: bool | None = True) -> Node:
        """a weighted sum of the absolute values of octaves"""
    def billow(self, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, normalize: bool | None = True, decorrelate: bool | None = True, damping: Number | None = None) -> Node:
        """a weighted sum of 2 |n| - 1 over octaves n"""
    def ridged(self, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, offset: Number | None = 1, feedback: Number | None = 2, normalize: bool | None = True, decorrelate: bool | None = True, damping: Number | None = None) -> Node:
        """ridged multifractal: sharp crests, rougher on high ground"""
    def hybrid(self, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, offset: Number | None = 0.7, normalize: bool | None = True, decorrelate: bool | None = True) -> Node:
        """hybrid multifractal: smooth valleys, rough peaks"""
    def heterogeneous(self, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, offset: Number | None = 1, normalize: bool | None = True, decorrelate: bool | None = True) -> Node:
        """heterogeneous terrain: rougher with height"""
    def ping_pong(self, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, strength: Number | None = 2, normalize: bool | None = True, decorrelate: bool | None = True) -> Node:
        """octaves folded back and forth by a triangle wave"""
    def swiss(self, *, octaves: int | None = 6, lacunarity: Number | None = 2, gain: Number | None = 0.5, warp: Number | None = 0.15, normalize: bool | None = True) -> Node:
        """Swiss turbulence: branching ridges, warped by the slopes of coarser octaves"""
    def transform(self, *, scale: Number | Sequence[Number] | None = None, rotate: Number | Sequence[Number] | None = None, translate: Number | Sequence[Number] | None = None) -> Node:
        """its source scaled, rotated and translated, exactly"""
    def warp(self, *, x: Operand | None = None, y: Operand | None = None, z: Operand | None = None, w: Operand | None = None, strength: Operand | None = 1, octaves: int | None = 1, lacunarity: Number | None = 2, gain: Number | None = 0.5, mode: Literal["progressive", "independent"] | None = "progressive") -> Node:
        """its source at coordinates warped by other nodes"""
    def cylinder(self, *, width: Number | None = 8, radius: Number | None = 1) -> Node:
        """its source wrapped around a cylinder: seamless along x"""
    def torus(self, *, width: Number | None = 8, height: Number | None = 8, radius: Number | None = 1) -> Node:
        """its source on a torus in four dimensions: makes any node tile"""
    def sphere(self, *, width: Number | None = 8, height: Number | None = 4, radius: Number | None = 1, up: Literal["y", "z"] | None = "z") -> Node:
        """its source on a sphere, as an equirectangular image"""
    def cube(self, *, size: Number | None = 8, radius: Number | None = 1, up: Literal["y", "z"] | None = "y") -> Node:
        """its source on a sphere, as the six faces of a cube"""
    def loop(self, *, length: Number | None = 1, radius: Number | None = 1) -> Node:
        """its source looping along z, for animations"""
    def polar(self, *, centre: Sequence[Number] | None = (0, 0), repeat: int | None = 1) -> Node:
        """its source wrapped around a centre, by direction and distance"""
    def mirror(self, *, axis: Literal["x", "y", "both"] | None = "x", at: Number | Sequence[Number] | None = 0, width: Number | None = None) -> Node:
        """its source mirrored in a line, or repeatedly back and forth"""
    def kaleidoscope(self, *, segments: int | None = 6, centre: Sequence[Number] | None = (0, 0)) -> Node:
        """a sector of its source, mirrored and repeated around a centre"""
    def swirl(self, *, centre: Sequence[Number] | None = (0, 0), turns: Number | None = 0.5, radius: Number | None = 2) -> Node:
        """its source rotated about a centre, most at the centre"""
    def mosaic(self, *, dimensions: int | None = None, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, metric: Literal["euclidean", "squared", "manhattan", "chebyshev"] | None = "euclidean", jitter: Number | None = 1, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
        """its source at the nearest feature point: one value for each cell"""
    def abs(self) -> Node:
        """the absolute value"""
    def negate(self) -> Node:
        """the value with its sign reversed"""
    def invert(self) -> Node:
        """1 minus the value"""
    def square(self) -> Node:
        """the square of the value"""
    def sqrt(self) -> Node:
        """the square root; 0 below 0"""
    def power(self, *, exponent: Number | None = 2) -> Node:
        """a power of the value; 0 below 0"""
    def sine(self) -> Node:
        """the sine of the value in turns"""
    def clamp(self, *, low: Operand | None = -1, high: Operand | None = 1) -> Node:
        """the value clamped between two bounds"""
    def remap(self, *, from_: Sequence[Number] | None = (-1, 1), to: Sequence[Number] | None = (0, 1)) -> Node:
        """a range of values mapped linearly onto another"""
    def levels(self, *, from_: Sequence[Number] | None = (-1, 1), to: Sequence[Number] | None = (0, 1), gamma: Number | None = None) -> Node:
        """a range of values stretched onto another and clamped to it, with gamma"""
    def histogram_scan(self, *, from_: Sequence[Number] | None = (-1, 1), position: Number | None = 0.5, contrast: Number | None = 0) -> Node:
        """a mask that spreads from the high values of its source to the low ones"""
    def scale_offset(self, *, scale: Number | None = 1, offset: Number | None = 0) -> Node:
        """its source times a scale plus an offset"""
    def smoothstep(self, *, low: Number | None = 0, high: Number | None = 1) -> Node:
        """a smooth step from 0 to 1 between two values"""
    def bias(self, *, amount: Number | None = 0.5) -> Node:
        """Schlick's bias curve over 0..1"""
    def gain(self, *, amount: Number | None = 0.5) -> Node:
        """Schlick's gain curve over 0..1"""
    def terrace(self, *, steps: Number | None = 4, sharpness: Number | None = 0.5) -> Node:
        """terraces: levels with slopes between them"""
    def curve(self, *, points: Sequence[Sequence[Number]]) -> Node:
        """a monotone tone curve through points"""
    def ramp(self, *, stops: Sequence[Sequence[Number | str | Sequence[Number]]], space: Literal["srgb", "linear"] | None = "srgb", interpolation: Literal["oklab", "linear"] | None = "oklab", alpha: Literal["premultiplied", "straight"] | None = "premultiplied", channel: Literal["all", "red", "green", "blue", "alpha"] | None = "all") -> Node:
        """a colour ramp, or a channel of one, as linear light"""
    def threshold(self, *, level: Operand | None = 0, low: Operand | None = 0, high: Operand | None = 1) -> Node:
        """one value below a level, another at or above it"""
    def quantize(self, *, steps: Number | None = 4) -> Node:
        """the value rounded down to steps"""
    def hsv(self, *, hue: Number | None = 0, saturation: Number | None = 1, value: Number | None = 1) -> Node:
        """a colour with its hue, saturation and value adjusted"""
    def split(self, *, channel: Literal["red", "green", "blue", "alpha"] | None = "red") -> Node:
        """one channel of a colour, as a number"""
    def fraction(self) -> Node:
        """the value modulo 1"""
    def add(self, b: Operand) -> Node:
        """the sum of two nodes"""
    def subtract(self, b: Operand) -> Node:
        """the difference of two nodes"""
    def multiply(self, b: Operand) -> Node:
        """the product of two nodes"""
    def quotient(self, b: Operand, *, limit: Number | None = 1000) -> Node:
        """the quotient of two nodes, clamped to a limit"""
    def min(self, b: Operand) -> Node:
        """the smaller of two nodes"""
    def max(self, b: Operand) -> Node:
        """the larger of two nodes"""
    def smooth_min(self, b: Operand, *, radius: Number | None = 0.1) -> Node:
        """the smaller of two nodes, rounded off"""
    def smooth_max(self, b: Operand, *, radius: Number | None = 0.1) -> Node:
        """the larger of two nodes, rounded off"""
    def lerp(self, b: Operand, *, mask: Operand | None = 0.5) -> Node:
        """two nodes blended by a mask"""
    def select(self, b: Operand, control: Operand, *, threshold: Number | None = 0, falloff: Number | None = 0) -> Node:
        """one of two nodes, chosen by a third with falloff"""
    def mix(self, b: Operand, *, mask: Operand | None = 1, mode: Literal["normal", "multiply", "screen", "overlay", "soft_light", "add", "subtract", "darken", "lighten", "difference", "linear_light"] | None = "normal", opacity: Number | None = 1, space: Literal["srgb", "linear"] | None = "linear") -> Node:
        """one colour over another, with a blend mode, a mask and alpha"""
    def height_blend(self, b: Operand, *, height_a: Operand | None = 0, height_b: Operand | None = 0, offset: Number | None = 0, contrast: Number | None = 0.1, alpha: Literal["premultiplied", "straight"] | None = "premultiplied") -> Node:
        """two colours or numbers, blended by their heights"""
    def join(self, green: Operand, blue: Operand, *, alpha: Operand | None = None) -> Node:
        """a colour made from three or four numbers"""
    def scatter(self, *, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, copies: int | None = 1, jitter: Number | None = 1, scale: Sequence[Number] | None = (0.5, 1), rotate: Sequence[Number] | None = (0, 0), density: Operand | None = 1, combine: Literal["max", "min", "add", "over"] | None = "max", background: Number | None = 0, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None, output: Literal["value", "id", "u", "v"] | None = "value") -> Node:
        """copies of its source scattered over the plane, with random sizes and angles"""
    def derivative(self, *, axis: Literal["x", "y", "z"] | None = "x", per: Literal["surface", "unit"] | None = "unit", method: Literal["analytic", "difference", "pixel"] | None = "analytic", step: Number | None = None) -> Node:
        """the analytic derivative along an axis"""
    def slope(self, *, per: Literal["surface", "unit"] | None = "surface", method: Literal["analytic", "difference", "pixel"] | None = "analytic", step: Number | None = None) -> Node:
        """the steepness of its source"""
    def normal(self, *, axis: Literal["x", "y", "z"] | None = "x", strength: Number | None = 1, per: Literal["surface", "unit"] | None = "surface", space: Literal["tangent", "object"] | None = "tangent", method: Literal["analytic", "difference", "pixel"] | None = "analytic", step: Number | None = None) -> Node:
        """a component of the normal of a height field"""
    def curl(self, y: Operand, z: Operand, *, axis: Literal["x", "y", "z"] | None = "x") -> Node:
        """a component of curl noise: a divergence-free flow"""
    def gullies(self, detail: Operand, *, length: Number | None = 1, taps: int | None = 9, strength: Number | None = 0.1, slope: Sequence[Number] | None = (0, 1), dimensions: int | None = 2, output: Literal["height", "gullies", "mask"] | None = "height") -> Node:
        """a detail smeared down the slopes of a height field, like erosion gullies"""
    def erosion(self, *, frequency: Number | None = 4, octaves: int | None = 5, lacunarity: Number | None = 2, gain: Number | None = 0.5, strength: Number | None = 0.05, gullies: Number | None = 0.5, detail: Number | None = 1.5, rounding: Number | None = 0.1, onset: Number | None = 1.25, straight: Number | None = 0, fade: Operand | None = None, finest: Number | None = 0, dimensions: int | None = 2, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None, output: Literal["height", "delta", "ridge"] | None = "height") -> Node:
        """branching gullies cut into a height field, per sample"""
    def ao(self, *, height: Number | None = 1, radius: Number | None = 0.5, directions: int | None = 8, strength: Number | None = 1) -> Node:
        """ambient occlusion of a height field, from the pixels around"""
    def curvature(self, *, output: Literal["curvature", "cavity", "edges"] | None = "curvature", radius: Number | None = 0.1, strength: Number | None = 10) -> Node:
        """the ridges and grooves of a height field, from the pixels around"""
    def blur(self, *, radius: Number | None = 0.1) -> Node:
        """the mean of the pixels around, weighted by a Gaussian function"""
    def high_pass(self, *, radius: Number | None = 0.1) -> Node:
        """a value less the mean of the pixels around"""
    def slope_blur(self, slope: Operand, *, length: Number | None = 0.1, taps: int | None = 8) -> Node:
        """a value smeared down the slopes of another, from pixel to pixel"""
    def directional_blur(self, *, angle: Number | None = 0, length: Number | None = 0.1) -> Node:
        """a value smeared in one direction, from pixel to pixel"""
    def distance(self, *, level: Number | None = 0.5, reach: Number | None = 0.5) -> Node:
        """the distance to the nearest pixel whose value reaches a level"""

def from_toml(text: str, output: str | None=None) -> Node:
    """The node of a recipe's text, and of its output of a name where it has several."""
def load(path: str | os.PathLike[str], output: str | None=None) -> Node:
    """The node of a recipe's file, ``*.toml``, or of a file that lacuna baked, which carries its recipe."""
def preset(name: str, output: str | None=None) -> Node:
    """The node of a recipe that comes with the library. ``lacuna_noise.presets()`` lists them."""
def presets() -> dict[str, str]:
    """The names of all presets, with what each shows."""
def channels(*nodes: Node) -> Node:
    """A node of several channels, 1 to 16: what nodes have in common is evaluated once."""
def set_threads(count: int) -> None:
    """Sets how many threads evaluate where a call has no ``threads=``. The environment variable LACUNA_THREADS sets it at the start."""

# The kinds of node.
def perlin(*, dimensions: int | None = None, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, hash: Literal["table", "lattice"] | None = None, gradients: Literal["improved", "classic", "slopes"] | None = None, fade: Literal["linear", "cosine", "cubic", "quintic"] | None = "quintic", seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """improved Perlin noise in 1 to 4 dimensions"""
def value(*, dimensions: int | None = None, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, interpolation: Literal["linear", "cosine", "cubic", "quintic", "catmull_rom"] | None = "quintic", smoothed: bool | None = False, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """value noise: random values at lattice points, interpolated, in 1 to 4 dimensions"""
def simplex(*, dimensions: int | None = None, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """simplex noise in 1 to 4 dimensions, continuous everywhere"""
def cellular(*, dimensions: int | None = None, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, metric: Literal["euclidean", "squared", "manhattan", "chebyshev"] | None = "euclidean", output: Literal["f1", "f2", "f2_minus_f1", "cell_value", "edge", "point_x", "point_y", "point_z", "smooth_f1"] | None = "f1", jitter: Number | None = 1, smoothness: Number | None = 1, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """cellular (Worley) noise: exact distances of feature points, in 1 to 3 dimensions"""
def sparse(*, dimensions: int | None = None, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """sparse convolution noise: random impulses under a smooth kernel, in 1 to 3 dimensions"""
def white(*, dimensions: int | None = None, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """white noise: a random value for each cell"""
def blue(*, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, seed: int | np.random.Generator | None = None) -> Node:
    """blue noise: a random value for each cell, unlike those of the cells around it"""
def checker(*, dimensions: int | None = None, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None) -> Node:
    """a checkerboard of 1 and -1"""
def tiles(*, layout: Literal["bond", "stack", "planks", "herringbone", "basket", "hex", "diamond"] | None = "bond", output: Literal["edge", "mask", "u", "v", "id", "id2", "id3"] | None = "edge", frequency: Number | Sequence[Number] | None = (1, 2), offset: Number | Sequence[Number] | None = None, shift: Number | None = 0.5, shift_every: int | None = 2, joint: Number | None = 0.1, corner: Number | None = 0, size_jitter: Number | Sequence[Number] | None = None, skip: Number | None = 0, rotate_jitter: Number | None = 0, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """bricks, planks, herringbone, basket weave, hexagons and rhombi, with joints"""
def weave(*, output: Literal["height", "id", "u", "v", "mask"] | None = "height", frequency: Number | Sequence[Number] | None = 1, offset: Number | Sequence[Number] | None = None, over: int | None = 1, under: int | None = 1, step: int | None = 1, width: Number | None = 0.9, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """woven threads: plain weave, twill and satin"""
def scratches(*, output: Literal["value", "id"] | None = "value", frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, layers: int | None = 2, length: Number | None = 1, width: Number | None = 0.02, angle: Number | None = 0, spread: Number | None = 180, bend: Number | None = 0, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """scratches of random places and directions, straight or bent"""
def constant(*, value: Number | None = 0) -> Node:
    """a number, the same everywhere"""
def colour(*, value: str | Sequence[Number], space: Literal["srgb", "linear"] | None = "srgb") -> Node:
    """a colour, the same everywhere"""
def coordinate(*, axis: Literal["x", "y", "z", "w", "radius", "angle"] | None = "x", frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None) -> Node:
    """a coordinate of the sample, or its distance or direction from the origin"""
def shape(*, form: Literal["circle", "box", "polygon", "star", "segment", "arc", "ring"] | None = "circle", centre: Sequence[Number] | None = (0, 0), size: Number | Sequence[Number] | None = 1, sides: int | None = 5, inner: Number | None = 0.5, opening: Number | None = 90, round: Number | None = 0, rotate: Number | None = 0) -> Node:
    """the signed distance to a circle, box, polygon, star, segment, arc or ring"""
def fbm(source: Operand, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, normalize: bool | None = True, decorrelate: bool | None = True, damping: Number | None = None) -> Node:
    """fractional Brownian motion: a weighted sum of octaves of its source"""
def turbulence(source: Operand, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, normalize: bool | None = True, decorrelate: bool | None = True) -> Node:
    """a weighted sum of the absolute values of octaves"""
def billow(source: Operand, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, normalize: bool | None = True, decorrelate: bool | None = True, damping: Number | None = None) -> Node:
    """a weighted sum of 2 |n| - 1 over octaves n"""
def ridged(source: Operand, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, offset: Number | None = 1, feedback: Number | None = 2, normalize: bool | None = True, decorrelate: bool | None = True, damping: Number | None = None) -> Node:
    """ridged multifractal: sharp crests, rougher on high ground"""
def hybrid(source: Operand, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, offset: Number | None = 0.7, normalize: bool | None = True, decorrelate: bool | None = True) -> Node:
    """hybrid multifractal: smooth valleys, rough peaks"""
def heterogeneous(source: Operand, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, offset: Number | None = 1, normalize: bool | None = True, decorrelate: bool | None = True) -> Node:
    """heterogeneous terrain: rougher with height"""
def ping_pong(source: Operand, *, octaves: Number | None = None, lacunarity: Number | None = 2, gain: Number | None = None, weights: Sequence[Number] | None = None, strength: Number | None = 2, normalize: bool | None = True, decorrelate: bool | None = True) -> Node:
    """octaves folded back and forth by a triangle wave"""
def swiss(source: Operand, *, octaves: int | None = 6, lacunarity: Number | None = 2, gain: Number | None = 0.5, warp: Number | None = 0.15, normalize: bool | None = True) -> Node:
    """Swiss turbulence: branching ridges, warped by the slopes of coarser octaves"""
def transform(source: Operand, *, scale: Number | Sequence[Number] | None = None, rotate: Number | Sequence[Number] | None = None, translate: Number | Sequence[Number] | None = None) -> Node:
    """its source scaled, rotated and translated, exactly"""
def warp(source: Operand, *, x: Operand | None = None, y: Operand | None = None, z: Operand | None = None, w: Operand | None = None, strength: Operand | None = 1, octaves: int | None = 1, lacunarity: Number | None = 2, gain: Number | None = 0.5, mode: Literal["progressive", "independent"] | None = "progressive") -> Node:
    """its source at coordinates warped by other nodes"""
def cylinder(source: Operand, *, width: Number | None = 8, radius: Number | None = 1) -> Node:
    """its source wrapped around a cylinder: seamless along x"""
def torus(source: Operand, *, width: Number | None = 8, height: Number | None = 8, radius: Number | None = 1) -> Node:
    """its source on a torus in four dimensions: makes any node tile"""
def sphere(source: Operand, *, width: Number | None = 8, height: Number | None = 4, radius: Number | None = 1, up: Literal["y", "z"] | None = "z") -> Node:
    """its source on a sphere, as an equirectangular image"""
def cube(source: Operand, *, size: Number | None = 8, radius: Number | None = 1, up: Literal["y", "z"] | None = "y") -> Node:
    """its source on a sphere, as the six faces of a cube"""
def loop(source: Operand, *, length: Number | None = 1, radius: Number | None = 1) -> Node:
    """its source looping along z, for animations"""
def polar(source: Operand, *, centre: Sequence[Number] | None = (0, 0), repeat: int | None = 1) -> Node:
    """its source wrapped around a centre, by direction and distance"""
def mirror(source: Operand, *, axis: Literal["x", "y", "both"] | None = "x", at: Number | Sequence[Number] | None = 0, width: Number | None = None) -> Node:
    """its source mirrored in a line, or repeatedly back and forth"""
def kaleidoscope(source: Operand, *, segments: int | None = 6, centre: Sequence[Number] | None = (0, 0)) -> Node:
    """a sector of its source, mirrored and repeated around a centre"""
def swirl(source: Operand, *, centre: Sequence[Number] | None = (0, 0), turns: Number | None = 0.5, radius: Number | None = 2) -> Node:
    """its source rotated about a centre, most at the centre"""
def mosaic(source: Operand, *, dimensions: int | None = None, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, metric: Literal["euclidean", "squared", "manhattan", "chebyshev"] | None = "euclidean", jitter: Number | None = 1, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None) -> Node:
    """its source at the nearest feature point: one value for each cell"""
def abs(source: Operand) -> Node:
    """the absolute value"""
def negate(source: Operand) -> Node:
    """the value with its sign reversed"""
def invert(source: Operand) -> Node:
    """1 minus the value"""
def square(source: Operand) -> Node:
    """the square of the value"""
def sqrt(source: Operand) -> Node:
    """the square root; 0 below 0"""
def power(source: Operand, *, exponent: Number | None = 2) -> Node:
    """a power of the value; 0 below 0"""
def sine(source: Operand) -> Node:
    """the sine of the value in turns"""
def clamp(source: Operand, *, low: Operand | None = -1, high: Operand | None = 1) -> Node:
    """the value clamped between two bounds"""
def remap(source: Operand, *, from_: Sequence[Number] | None = (-1, 1), to: Sequence[Number] | None = (0, 1)) -> Node:
    """a range of values mapped linearly onto another"""
def levels(source: Operand, *, from_: Sequence[Number] | None = (-1, 1), to: Sequence[Number] | None = (0, 1), gamma: Number | None = None) -> Node:
    """a range of values stretched onto another and clamped to it, with gamma"""
def histogram_scan(source: Operand, *, from_: Sequence[Number] | None = (-1, 1), position: Number | None = 0.5, contrast: Number | None = 0) -> Node:
    """a mask that spreads from the high values of its source to the low ones"""
def scale_offset(source: Operand, *, scale: Number | None = 1, offset: Number | None = 0) -> Node:
    """its source times a scale plus an offset"""
def smoothstep(source: Operand, *, low: Number | None = 0, high: Number | None = 1) -> Node:
    """a smooth step from 0 to 1 between two values"""
def bias(source: Operand, *, amount: Number | None = 0.5) -> Node:
    """Schlick's bias curve over 0..1"""
def gain(source: Operand, *, amount: Number | None = 0.5) -> Node:
    """Schlick's gain curve over 0..1"""
def terrace(source: Operand, *, steps: Number | None = 4, sharpness: Number | None = 0.5) -> Node:
    """terraces: levels with slopes between them"""
def curve(source: Operand, *, points: Sequence[Sequence[Number]]) -> Node:
    """a monotone tone curve through points"""
def ramp(source: Operand, *, stops: Sequence[Sequence[Number | str | Sequence[Number]]], space: Literal["srgb", "linear"] | None = "srgb", interpolation: Literal["oklab", "linear"] | None = "oklab", alpha: Literal["premultiplied", "straight"] | None = "premultiplied", channel: Literal["all", "red", "green", "blue", "alpha"] | None = "all") -> Node:
    """a colour ramp, or a channel of one, as linear light"""
def threshold(source: Operand, *, level: Operand | None = 0, low: Operand | None = 0, high: Operand | None = 1) -> Node:
    """one value below a level, another at or above it"""
def quantize(source: Operand, *, steps: Number | None = 4) -> Node:
    """the value rounded down to steps"""
def hsv(source: Operand, *, hue: Number | None = 0, saturation: Number | None = 1, value: Number | None = 1) -> Node:
    """a colour with its hue, saturation and value adjusted"""
def split(source: Operand, *, channel: Literal["red", "green", "blue", "alpha"] | None = "red") -> Node:
    """one channel of a colour, as a number"""
def fraction(source: Operand) -> Node:
    """the value modulo 1"""
def add(a: Operand, b: Operand) -> Node:
    """the sum of two nodes"""
def subtract(a: Operand, b: Operand) -> Node:
    """the difference of two nodes"""
def multiply(a: Operand, b: Operand) -> Node:
    """the product of two nodes"""
def quotient(a: Operand, b: Operand, *, limit: Number | None = 1000) -> Node:
    """the quotient of two nodes, clamped to a limit"""
def min(a: Operand, b: Operand) -> Node:
    """the smaller of two nodes"""
def max(a: Operand, b: Operand) -> Node:
    """the larger of two nodes"""
def smooth_min(a: Operand, b: Operand, *, radius: Number | None = 0.1) -> Node:
    """the smaller of two nodes, rounded off"""
def smooth_max(a: Operand, b: Operand, *, radius: Number | None = 0.1) -> Node:
    """the larger of two nodes, rounded off"""
def lerp(a: Operand, b: Operand, *, mask: Operand | None = 0.5) -> Node:
    """two nodes blended by a mask"""
def select(a: Operand, b: Operand, control: Operand, *, threshold: Number | None = 0, falloff: Number | None = 0) -> Node:
    """one of two nodes, chosen by a third with falloff"""
def mix(a: Operand, b: Operand, *, mask: Operand | None = 1, mode: Literal["normal", "multiply", "screen", "overlay", "soft_light", "add", "subtract", "darken", "lighten", "difference", "linear_light"] | None = "normal", opacity: Number | None = 1, space: Literal["srgb", "linear"] | None = "linear") -> Node:
    """one colour over another, with a blend mode, a mask and alpha"""
def height_blend(a: Operand, b: Operand, *, height_a: Operand | None = 0, height_b: Operand | None = 0, offset: Number | None = 0, contrast: Number | None = 0.1, alpha: Literal["premultiplied", "straight"] | None = "premultiplied") -> Node:
    """two colours or numbers, blended by their heights"""
def join(red: Operand, green: Operand, blue: Operand, *, alpha: Operand | None = None) -> Node:
    """a colour made from three or four numbers"""
def scatter(source: Operand, *, frequency: Number | None = 1, offset: Number | Sequence[Number] | None = None, copies: int | None = 1, jitter: Number | None = 1, scale: Sequence[Number] | None = (0.5, 1), rotate: Sequence[Number] | None = (0, 0), density: Operand | None = 1, combine: Literal["max", "min", "add", "over"] | None = "max", background: Number | None = 0, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None, output: Literal["value", "id", "u", "v"] | None = "value") -> Node:
    """copies of its source scattered over the plane, with random sizes and angles"""
def derivative(source: Operand, *, axis: Literal["x", "y", "z"] | None = "x", per: Literal["surface", "unit"] | None = "unit", method: Literal["analytic", "difference", "pixel"] | None = "analytic", step: Number | None = None) -> Node:
    """the analytic derivative along an axis"""
def slope(source: Operand, *, per: Literal["surface", "unit"] | None = "surface", method: Literal["analytic", "difference", "pixel"] | None = "analytic", step: Number | None = None) -> Node:
    """the steepness of its source"""
def normal(source: Operand, *, axis: Literal["x", "y", "z"] | None = "x", strength: Number | None = 1, per: Literal["surface", "unit"] | None = "surface", space: Literal["tangent", "object"] | None = "tangent", method: Literal["analytic", "difference", "pixel"] | None = "analytic", step: Number | None = None) -> Node:
    """a component of the normal of a height field"""
def curl(x: Operand, y: Operand, z: Operand, *, axis: Literal["x", "y", "z"] | None = "x") -> Node:
    """a component of curl noise: a divergence-free flow"""
def gullies(source: Operand, detail: Operand, *, length: Number | None = 1, taps: int | None = 9, strength: Number | None = 0.1, slope: Sequence[Number] | None = (0, 1), dimensions: int | None = 2, output: Literal["height", "gullies", "mask"] | None = "height") -> Node:
    """a detail smeared down the slopes of a height field, like erosion gullies"""
def erosion(source: Operand, *, frequency: Number | None = 4, octaves: int | None = 5, lacunarity: Number | None = 2, gain: Number | None = 0.5, strength: Number | None = 0.05, gullies: Number | None = 0.5, detail: Number | None = 1.5, rounding: Number | None = 0.1, onset: Number | None = 1.25, straight: Number | None = 0, fade: Operand | None = None, finest: Number | None = 0, dimensions: int | None = 2, seed: int | np.random.Generator | None = None, period: int | Sequence[int] | None = None, output: Literal["height", "delta", "ridge"] | None = "height") -> Node:
    """branching gullies cut into a height field, per sample"""
def ao(source: Operand, *, height: Number | None = 1, radius: Number | None = 0.5, directions: int | None = 8, strength: Number | None = 1) -> Node:
    """ambient occlusion of a height field, from the pixels around"""
def curvature(source: Operand, *, output: Literal["curvature", "cavity", "edges"] | None = "curvature", radius: Number | None = 0.1, strength: Number | None = 10) -> Node:
    """the ridges and grooves of a height field, from the pixels around"""
def blur(source: Operand, *, radius: Number | None = 0.1) -> Node:
    """the mean of the pixels around, weighted by a Gaussian function"""
def high_pass(source: Operand, *, radius: Number | None = 0.1) -> Node:
    """a value less the mean of the pixels around"""
def slope_blur(source: Operand, slope: Operand, *, length: Number | None = 0.1, taps: int | None = 8) -> Node:
    """a value smeared down the slopes of another, from pixel to pixel"""
def directional_blur(source: Operand, *, angle: Number | None = 0, length: Number | None = 0.1) -> Node:
    """a value smeared in one direction, from pixel to pixel"""
def distance(source: Operand, *, level: Number | None = 0.5, reach: Number | None = 0.5) -> Node:
    """the distance to the nearest pixel whose value reaches a level"""
