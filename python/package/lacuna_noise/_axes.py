"""Where the samples of a grid lie, in units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._arguments import _decimal, _sides

if TYPE_CHECKING:
    # The one that the stub declares.
    from . import Node

#: The names of the axes of planes, lines and volumes, x last.
NAMES = ("z", "y", "x")

#: The length of what is covered unless it is told.
LENGTH = 8


def edges(node: Node, sides: Sequence[int], region: Sequence[Any] | None) -> list[Fraction]:
    """The near edges along x, y and z, then the far ones, of what a grid covers."""
    count = len(sides)
    if region is None and count == 2:
        region = node._core.region()
    if region is not None:
        if len(region) != 2 * count:
            raise ValueError(f"region: {len(region)} numbers for {count} axes; give the near edges, then the far ones")
        return [Fraction(_decimal(edge)) for edge in region]
    if count == 2:
        return [Fraction(0), Fraction(0), Fraction(LENGTH), Fraction(LENGTH * sides[1], sides[0])]
    return [Fraction(0)] * count + [Fraction(LENGTH)] * count


class Centres(NamedTuple):
    """The centres of the pixels between two edges."""

    near: Fraction
    far: Fraction
    samples: int

    def values(self, part: slice = slice(None)) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Those of a part, as float64."""
        numbers = np.arange(*part.indices(self.samples), dtype=np.float64)
        if self.far < self.near:
            # The same numbers as in the other direction, so that arrays of both align.
            return (2 * (self.samples - numbers) - 1) * (float(self.near - self.far) / (2 * self.samples)) + float(self.far)
        return (2 * numbers + 1) * (float(self.far - self.near) / (2 * self.samples)) + float(self.near)


def coordinates(node: Node, shape: int | Sequence[int], region: Sequence[Any] | None) -> dict[str, Centres]:
    """The coordinates of a grid by the names of its axes, x last."""
    sides = _sides(shape)
    if 0 in sides:
        raise ValueError("shape: an axis without samples has no coordinates")
    ends = edges(node, sides, region)
    count = len(sides)
    along = [Centres(ends[axis], ends[axis + count], side) for axis, side in enumerate(sides)]
    return dict(zip(NAMES[3 - count :], reversed(along), strict=True))


def chunks_of(chunks: Any, count: int) -> Any:
    """Chunks, of which a mapping names the axes as arrays do, or numbers them; an axis that it leaves out is not cut."""
    if not isinstance(chunks, Mapping):
        return chunks
    names = NAMES[3 - count :]
    for axis in chunks:
        if axis not in names and axis not in range(count):
            raise ValueError(f"chunks: there is no axis {axis!r} to cut; there are {', '.join(names)}")
    return tuple(chunks.get(name, chunks.get(axis, -1)) for axis, name in enumerate(names))
