"""Nodes: recipes of noise, and the arrays and files that are made of them."""

from __future__ import annotations

import base64
import html
import json
import os
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import _lacuna, _others
from ._arguments import (
    _are_axes,
    _check_finite,
    _coordinates,
    _decimal,
    _forward,
    _gaps,
    _part,
    _regions,
    _seed,
    _seeds,
    _sides,
    _target,
    _threads,
    _whole,
    _words,
)
from ._functions import key_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]


#: The types of a coordinate by itself that a call takes the short way.
_NUMBERS = frozenset({float, int, *(np.dtype(code).type for code in "efdbhilqBHILQ")})


def _toml(value: object) -> str | _lacuna.Core:
    """A value of a key as recipes write it."""
    if isinstance(value, Node):
        return value._core
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple, range)):
        parts = [_toml(one) for one in value]
        if all(isinstance(part, str) for part in parts):
            return "[" + ", ".join(parts) + "]"  # type: ignore[arg-type]
        raise TypeError("a list holds numbers, words or lists; a node stands by itself")
    text = _decimal(value)
    # What TOML's integers don't hold is written as text.
    is_long = text.lstrip("-").isdigit() and not -(2**63) <= int(text) < 2**63
    return f'"{text}"' if is_long else text.lower()


def _told(keys: Mapping[str, object]) -> list[tuple[str, str | _lacuna.Core | None]]:
    """Keys as recipes write them. A seed may be drawn from a generator; None is left as it is."""
    return [
        (key_of(name), None if value is None else _toml(_seed(value) if key_of(name) == "seed" and isinstance(value, np.random.Generator) else value))
        for name, value in keys.items()
    ]


class Node:
    """A recipe of noise, and one of its outputs.

    Nodes don't change. Two are equal where the nodes of their recipes are. They are pickled as ``to_toml`` writes them.
    """

    __slots__ = ("_core",)
    # NumPy's numbers leave `2 * node` to the node.
    __array_ufunc__ = None

    _core: _lacuna.Core

    def __init__(self) -> None:
        raise TypeError("nodes are made by functions such as lacuna_noise.perlin(), lacuna_noise.load() and lacuna_noise.from_toml()")

    @classmethod
    def _of(cls, core: _lacuna.Core) -> Node:
        node = cls.__new__(cls)
        node._core = core
        return node

    @classmethod
    def _of_kind(cls, kind: str, keys: Mapping[str, object]) -> Node:
        try:
            told = _told(keys)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{kind}: {error}") from None
        return cls._of(_lacuna.Core.of_kind(kind, told))

    def to_toml(self) -> str:
        """The recipe's text, as a ``.toml`` file holds it."""
        return self._core.text()

    @property
    def output(self) -> str:
        """The name of the output that is evaluated."""
        return self._core.output()

    @property
    def outputs(self) -> list[str]:
        """The names of all outputs of the recipe."""
        return self._core.outputs()

    def with_output(self, name: str) -> Node:
        """The same recipe with another of its outputs."""
        return self._of(self._core.with_output(name))

    @property
    def channels(self) -> int:
        """The number of values per sample. If there are several, they are the last axis of arrays."""
        return self._core.channel_count()

    @property
    def range(self) -> tuple[float, float] | None:
        """The range that the recipe declares for nearly all values of the first channel; None if it declares none."""
        declared = self._core.declared_range()
        return None if declared is None else (declared[0], declared[1])

    def __getitem__(self, channel: int) -> Node:
        """A channel by itself."""
        number = _whole("channel", channel)
        count = self.channels
        # Python asks one after another until there is none.
        if not -count <= number < count:
            raise IndexError(f"there is no channel {number}; there are {count}")
        return self._of(self._core.channel(number % count))

    def seeded(self, seed: int | np.random.Generator) -> Node:
        """The recipe with all its seeds varied by one number, as the command's ``--seed`` does it; a generator draws the number, from 0 to 2^64 - 1."""
        return self._of(self._core.seeded(_seed(seed)))

    @property
    def params(self) -> dict[str, float | bool | str]:
        """The recipe's parameters by name, with their values."""
        return dict(self._core.params())

    def with_params(self, **values: Any) -> Node:
        """The recipe with other values of some of its parameters: ``wall.with_params(joint=0.2)``."""
        return self._of(self._core.with_params([(name, _toml(value)) for name, value in values.items()]))

    def replace(self, **keys: Any) -> Node:
        """The node with other values of some of its keys: ``n.replace(octaves=3)``. None gives a key its default."""
        return self._of(self._core.with_keys(_told(keys)))

    # What values are at coordinates.

    def __call__(
        self,
        *coordinates: Any,
        outer: bool = False,
        seeds: Any = None,
        out: Any = None,
        nan: Literal["refuse", "propagate"] = "refuse",
        threads: int | None = None,
    ) -> Any:
        """The values at coordinates x, y, z and w, one to four of them, which broadcast against each other.

        A coordinate is exactly the binary number that it is. Four mean noise of four dimensions. The values are float32, of one point a NumPy number. With
        ``outer`` each coordinate is an axis, and the values lie as those of a grid: x runs along the last axis, y along the one before.

        ``seeds``, an array of whole numbers, gives its axes to the front: for each seed the values of ``node.seeded(seed)`` at all coordinates.

        A DataArray of xarray, a Series of pandas and an array of Dask give an array of their kind, which is lazy where a coordinate is.

        Where a coordinate is masked the value is, too. NaN is refused, unless ``nan="propagate"`` gives NaN there.
        """
        if not outer and seeds is None and out is None and nan == "refuse" and len(coordinates) <= 4:
            # One point is worth a way of its own.
            numbers = [at for at in coordinates if type(at) in _NUMBERS]
            if numbers and len(numbers) == len(coordinates) and self.channels == 1:
                return np.float32(_lacuna.at(self._core, numbers))
        if out is None and len(coordinates) <= 4:
            found = _others.called(self, coordinates, outer, seeds, {"nan": nan, "threads": threads})
            if found is not None:
                return found
        return self._at(coordinates, outer, seeds, out, nan, threads)

    def _at(self, coordinates: Sequence[Any], outer: bool, seeds: Any, out: Any, nan: str, threads: int | None, slopes: int = 0) -> Any:
        if not 1 <= len(coordinates) <= 4:
            raise ValueError(f"{len(coordinates)} coordinates; give x, and y, z and w if you like")
        given = [_coordinates(name, at) for name, at in zip("xyzw", coordinates, strict=False)]
        arrays = given
        if outer:
            for name, array in zip("xyzw", arrays, strict=False):
                if array.ndim > 1:
                    raise ValueError(f"{name}: {array.ndim} axes; with outer each coordinate has one")
            arrays = [array.reshape(-1, *[1] * axis) if array.ndim else array for axis, array in enumerate(arrays)]
        shape = np.broadcast_shapes(*[array.shape for array in arrays])
        arrays, hidden, missing = _gaps(arrays, nan)

        def evaluate(samples: Any, words: Any) -> None:
            if _are_axes(arrays):
                axes = [np.ascontiguousarray(array.reshape(-1)) for array in arrays]
                _lacuna.outer(self._core, axes, samples, slopes, words, _threads(threads))
            else:
                points = np.stack([array.reshape(-1) for array in np.broadcast_arrays(*arrays)], axis=-1)
                _lacuna.points(self._core, points, samples, False, slopes, words, _threads(threads))

        values = (slopes,) if slopes else self._values()
        return self._evaluated(evaluate, shape, values, seeds, out, dict(zip("xyzw", given, strict=False)), hidden, missing)

    def points(
        self,
        points: Any,
        *,
        decimal: bool = False,
        seeds: Any = None,
        out: Any = None,
        nan: Literal["refuse", "propagate"] = "refuse",
        threads: int | None = None,
    ) -> Samples:
        """The values at points, the rows of an array of N x d numbers, d from 1 to 4.

        A number is exactly the binary number that it is, as in a call. With ``decimal`` it means the decimal that it prints as, as in recipes and in the
        command ``lacuna sample``: 0.1 is a tenth. That takes far longer. Seeds, masks and NaN are taken as a call takes them.
        """
        given = _coordinates("points", points)
        if given.ndim != 2 or not 1 <= given.shape[1] <= 4:
            raise ValueError(f"points: the shape is {given.shape}; give N x d numbers, d from 1 to 4")
        [array], *gaps = _gaps([given], nan)
        rows = np.ascontiguousarray(array)
        hidden, missing = (None if gap is None else gap.any(axis=1) for gap in gaps)

        def evaluate(samples: Any, words: Any) -> None:
            _lacuna.points(self._core, rows, samples, bool(decimal), 0, words, _threads(threads))

        found: Samples = self._evaluated(evaluate, (len(rows),), self._values(), seeds, out, {"points": given}, hidden, missing)
        return found

    def _values(self) -> tuple[int, ...]:
        """The axis of the values of a sample, if there are several."""
        channels = self.channels
        return (channels,) if channels > 1 else ()

    def _evaluated(
        self,
        evaluate: Callable[[Any, Any], None],
        shape: tuple[int, ...],
        values: tuple[int, ...],
        seeds: Any,
        out: Any,
        given: Mapping[str, Any],
        hidden: Any,
        missing: Any,
    ) -> Any:
        """What a function evaluates at coordinates, for each seed, masked where they are hidden, and NaN where they are missing."""
        if hidden is not None and out is not None and not isinstance(out, np.ma.MaskedArray):
            raise TypeError("out: masked coordinates have masked values; give a masked array")
        numbers = None if seeds is None else _seeds(seeds)
        if numbers is not None:
            shape = (*numbers.shape, *shape)
        whole = (*shape, *values)
        array, samples = _target(out, whole)
        if samples.size:
            try:
                evaluate(samples.reshape(1 if numbers is None else numbers.size, -1), None if numbers is None else _words(numbers))
            except ValueError:
                for name, coordinates in given.items():
                    _check_finite(name, coordinates)
                raise
        if missing is not None:
            samples[np.broadcast_to(missing, shape)] = np.nan
        if samples is not array:
            array[...] = samples
        if hidden is not None:
            mask = np.broadcast_to(hidden[..., None] if values else hidden, whole)
            if out is None:
                array = np.ma.MaskedArray(array, mask)
            else:
                array.mask = mask
        if out is not None:
            return out
        return array if whole else array[()]

    def with_gradient(self, axes: int = 2) -> Node:
        """A node of several channels: the value, and its derivatives along the first axes, x, y and z."""
        return self._of(self._core.with_gradient(_whole("axes", axes)))

    def gradient(
        self,
        *coordinates: Any,
        outer: bool = False,
        seeds: Any = None,
        out: Any = None,
        nan: Literal["refuse", "propagate"] = "refuse",
        threads: int | None = None,
    ) -> Samples:
        """The derivatives along x, y and z at coordinates as a call takes them: as many as there are coordinates, in a last axis.

        ``n.with_gradient(2).grid((H, W))`` has them over a grid, after the value.
        """
        slopes = len(coordinates)
        if not 1 <= slopes <= 3:
            raise ValueError(f"{slopes} axes; there are derivatives along x, y and z, so give 1 to 3 coordinates")
        found: Samples = self._at(coordinates, outer, seeds, out, nan, threads, slopes)
        return found

    # What regions hold.

    def grid(
        self,
        shape: int | Sequence[int],
        *,
        region: Sequence[Any] | None = None,
        z: Any = None,
        w: Any = None,
        regions: Any = None,
        seeds: Any = None,
        part: Sequence[slice] | None = None,
        out: Any = None,
        threads: int | None = None,
    ) -> Samples:
        """The samples of a region: (H, W) of a plane, (W,) of a line, (D, H, W) of a volume. Each lies at the centre of its pixel.

        ``region`` is (x0, y0, x1, y1), (x0, x1), or (x0, y0, z0, x1, y1, z1); a number means the decimal that it prints as, and texts and Decimals are taken as
        they are written. Row 0 lies at y0, column 0 at x0: with y1 below y0 the same samples come with the greatest y first, as maps have them. Unless told, a
        plane is that of the recipe, or 8 units across with square pixels; a line 0 to 8; a cube 8 units a side. ``z`` and ``w`` are where a plane or a line
        lies.

        ``regions`` is an array of several in place of one, of shape (..., 4) for planes, each in its own direction, and ``seeds`` one of whole numbers: for
        each the grid of ``node.seeded(seed)``. They give their leading axes to the front, and broadcast against each other: as many of both are pairs, and
        seeds of shape (B, 1) are each evaluated over all regions.

        ``part`` evaluates only these rows and columns of the whole, whose samples are the same bits. ``out`` is an array of float32 that is written to. Several
        channels lie in a last axis.
        """
        sides = _sides(shape)
        origin, size = _part(part, sides)
        inner = (*reversed(size[: len(sides)]), *self._values())
        lead: tuple[int, ...] = ()
        named: list[tuple[str, list[str] | None]] = [("region", None if region is None else [_decimal(edge) for edge in region])]
        if regions is not None:
            if region is not None:
                raise ValueError("region and regions: give one of them")
            lead, several = _regions(regions, sides)
            named = [*several]
        directions = [_forward(edges, sides, origin, size) for _, edges in named]
        shape_of_all, chosen, words = lead, np.arange(len(named)), None
        if seeds is not None:
            numbers = _seeds(seeds)
            try:
                shape_of_all = np.broadcast_shapes(lead, numbers.shape)
            except ValueError:
                raise ValueError(f"seeds of shape {numbers.shape} and regions of shape {lead} don't broadcast") from None
            chosen = np.broadcast_to(chosen.reshape(lead), shape_of_all).ravel()
            words = _words(np.broadcast_to(numbers, shape_of_all))
        place: dict[str, Any] = {
            "sides": sides,
            "regions": [(name, edges, first) for (name, _), (edges, first, _) in zip(named, directions, strict=True)],
            "chosen": chosen,
            "z": None if z is None else _decimal(z),
            "w": None if w is None else _decimal(w),
            "size": size,
        }
        array, samples = _target(out, (*shape_of_all, *inner))
        if samples.size:
            items = samples.reshape(len(chosen), *inner)
            _lacuna.grid(self._core, place, items.reshape(len(chosen), -1), words, _threads(threads))
            if any(flip for _, _, flip in directions):
                for item, number in zip(items, chosen, strict=True):
                    flip = directions[number][2]
                    if flip is not None:
                        item[...] = item[flip]
        if samples is not array:
            array[...] = samples
        found: Samples = array if out is None else out
        return found

    def bake(
        self,
        path: str | os.PathLike[str],
        *,
        size: int | Sequence[int] | None = None,
        region: Sequence[Any] | None = None,
        z: Any = None,
        w: Any = None,
        format: str | None = None,
        depth: int | None = None,
        range: Sequence[Any] | str | None = None,
        samples: int | None = None,
        unit_metres: Any = None,
        material: str | None = None,
        force: bool = False,
        progress: Callable[[str, int, int], object] | None = None,
        threads: int | None = None,
    ) -> list[str]:
        """Writes a picture, as the command ``lacuna bake`` does, and gives the names of the files; a folder takes every output.

        ``size`` is one number or (W, H), ``region`` (x0, y0, x1, y1) with the least first, ``range`` (least, greatest) or "auto". With ``samples``, 1 to 8, each
        pixel is the mean of as many samples across and down, whatever the recipe says. With ``unit_metres``, the length of a unit in metres, a TIFF has the tags of GeoTIFF that place it; their y is the region's, negated. A file that exists is refused without ``force``.
        With ``material``, "unreal", "unity-hdrp", "unity-urp", "godot", "gltf", "mtlx" or "blender", the folder takes the recipe's material as that program does,
        named after the folder.
        ``progress`` is called with what is done ("range", "bake", "wait" or "name"), how much of it, and of how much. KeyboardInterrupt, and whatever the call
        raises, ends the bake; then nothing is written.
        """
        if size is not None:
            sides = [size, size] if isinstance(size, (int, np.integer)) else list(size)
            if len(sides) != 2:
                raise ValueError("size: give one number, or (W, H)")
            size = [_whole("size", side) for side in sides]
            for side in size:
                if not 1 <= side <= 2**31 - 1:
                    raise ValueError(f"size: {side} samples; give 1 to {2**31 - 1}")
        if region is not None and len(region) != 4:
            raise ValueError("region: a plane has four edges: give (x0, y0, x1, y1)")
        asked = {
            "path": os.fspath(path),
            "size": size,
            "region": None if region is None else [_decimal(edge) for edge in region],
            "z": None if z is None else _decimal(z),
            "w": None if w is None else _decimal(w),
            "format": format,
            "depth": None if depth is None else min(max(_whole("depth", depth), 0), 255),
            "range": None if range is None else [range] if isinstance(range, str) else [_decimal(end) for end in range],
            "samples": None if samples is None else min(max(_whole("samples", samples), 0), 255),
            "unit_metres": None if unit_metres is None else _decimal(unit_metres),
            "material": material,
            "force": bool(force),
            "threads": _threads(threads),
        }
        return [os.fspath(file) for file in _lacuna.bake(self._core, asked, progress)]

    # What nodes are among other objects.

    def __repr__(self) -> str:
        lines = self.to_toml().splitlines()
        shown = "; ".join(line for line in lines if line)
        return f"<lacuna_noise.Node {shown[:77] + '...' if len(shown) > 80 else shown}>"

    def _repr_png_(self) -> bytes | None:
        return _lacuna.picture(self._core)

    def _repr_html_(self) -> str:
        try:
            picture, channels, declared = self._repr_png_(), self.channels, self.range
        except ValueError as error:
            # Such as that none of several outputs is chosen.
            shown, facts = html.escape(str(error)), []
        else:
            source = "" if picture is None else base64.b64encode(picture).decode()
            shown = f'<img src="data:image/png;base64,{source}" alt="">' if source else ""
            facts = [f"output {self.output}", f"{channels} channel{'s' * (channels > 1)}"]
            facts += [] if declared is None else [f"range {declared[0]:g} to {declared[1]:g}"]
        size = self._core.size()
        facts += [] if size is None else [f"size {size[0]} x {size[1]}"]
        facts += [f"outputs {', '.join(self.outputs)}"] if len(self.outputs) > 1 else []
        text = html.escape(self.to_toml())
        return f'<div>{shown}<div>{html.escape("; ".join(facts))}</div><pre style="max-height:20em;overflow:auto">{text}</pre></div>'

    def _identity(self) -> tuple[str, str | None]:
        """The text of the recipe's nodes, and the name of the output where it is another than the recipe means by itself."""
        text, chosen = self._core.identity(), self._core.chosen()
        if chosen is None:
            return text, None
        try:
            is_default = _lacuna.Core.of_text(text).output() == chosen
        except ValueError:
            is_default = False
        return text, None if is_default else chosen

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, Node) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity())

    def __dask_tokenize__(self) -> tuple[str, str | None, str]:
        return *self._identity(), _lacuna.version_of_bits(_lacuna.VERSION)

    def __reduce__(self) -> tuple[Callable[[str, str | None, str], Node], tuple[str, str | None, str]]:
        return _sent, (self.to_toml(), self._identity()[1], _lacuna.VERSION)

    # Arithmetic: each operator is a kind of node.

    def _with(self, kind: str, other: object, is_first: bool = True) -> Node:
        if not isinstance(other, (Node, int, float, np.integer, np.floating, Decimal)) or isinstance(other, bool):
            return NotImplemented  # type: ignore[no-any-return]
        a, b = (self, other) if is_first else (other, self)
        return self._of_kind(kind, {"a": a, "b": b})

    def __add__(self, other: object) -> Node:
        return self._with("add", other)

    def __radd__(self, other: object) -> Node:
        return self._with("add", other, False)

    def __sub__(self, other: object) -> Node:
        return self._with("subtract", other)

    def __rsub__(self, other: object) -> Node:
        return self._with("subtract", other, False)

    def __mul__(self, other: object) -> Node:
        return self._with("multiply", other)

    def __rmul__(self, other: object) -> Node:
        return self._with("multiply", other, False)

    def __truediv__(self, other: object) -> Node:
        return self._with("quotient", other)

    def __rtruediv__(self, other: object) -> Node:
        return self._with("quotient", other, False)

    def __pow__(self, exponent: object) -> Node:
        if not isinstance(exponent, (int, float, np.integer, np.floating, Decimal)) or isinstance(exponent, bool):
            return NotImplemented
        return self._of_kind("power", {"source": self, "exponent": exponent})

    def __neg__(self) -> Node:
        return self._of_kind("negate", {"source": self})

    def __pos__(self) -> Node:
        return self

    def __abs__(self) -> Node:
        return self._of_kind("abs", {"source": self})


def _sent(text: str, output: str | None, version: str) -> Node:
    """A node that was pickled, perhaps by another process, whose samples must have the bits of this one's."""
    theirs, ours = _lacuna.version_of_bits(version), _lacuna.version_of_bits(_lacuna.VERSION)
    if theirs != ours:
        raise ValueError(
            f"a node was pickled by lacuna-noise {version}, and this is lacuna-noise {_lacuna.VERSION}, whose values have other bits; "
            f"install lacuna-noise {theirs} here, or {ours} there"
        )
    return from_toml(text, output)


def from_toml(text: str, output: str | None = None) -> Node:
    """The node of a recipe's text, and of its output of a name where it has several."""
    return Node._of(_lacuna.Core.of_text(text, output))


def load(path: str | os.PathLike[str], output: str | None = None) -> Node:
    """The node of a recipe's file, ``*.toml``, or of a file that lacuna baked, which carries its recipe."""
    return Node._of(_lacuna.Core.of_file(os.fspath(path), output))


def preset(name: str, output: str | None = None) -> Node:
    """The node of a recipe that comes with the library. ``lacuna_noise.presets()`` lists them."""
    return Node._of(_lacuna.Core.of_preset(name, output))


def presets() -> dict[str, str]:
    """The names of all presets, with what each shows."""
    return dict(_lacuna.presets())


def channels(*nodes: Node) -> Node:
    """A node of several channels, 1 to 16: what nodes have in common is evaluated once."""
    for node in nodes:
        if not isinstance(node, Node):
            raise TypeError(f"channels: a {type(node).__name__} is no node")
    count = sum(node.channels for node in nodes)
    if not 1 <= count <= 16:
        raise ValueError(f"channels: {count}; give 1 to 16 nodes")
    return Node._of(_lacuna.Core.of_channels([node._core for node in nodes]))


def set_threads(count: int) -> None:
    """Sets how many threads evaluate where a call has no ``threads=``. The environment variable LACUNA_THREADS sets it at the start."""
    _lacuna.set_threads(_threads(_whole("threads", count)))


def _set_threads_of_user() -> None:
    text = os.environ.get("LACUNA_THREADS")
    if text is not None:
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1024):
            raise ValueError(f"LACUNA_THREADS: {text!r}; give 1 to 1024, or leave it out")
        set_threads(int(text))
