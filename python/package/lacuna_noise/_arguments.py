"""What callers pass, as the library takes it, and errors that say what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from functools import reduce
from typing import Any

import numpy as np


def _decimal(value: object) -> str:
    """A number as the decimal that it prints as; of a text or a Decimal, as the one that was written."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{value} is no number")
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (np.floating, Decimal)):
        return str(value)
    raise TypeError(f"a {type(value).__name__} is no number; give a number, or a text such as \"0.1\"")


def _seed(value: object) -> int:
    """A seed from 0 on, of a whole number, or drawn from a generator."""
    if isinstance(value, np.random.Generator):
        return int(value.integers(2**64, dtype=np.uint64))
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"seeds: {value!r} is no seed; give whole numbers")
    if not -(2**63) <= value < 2**64:
        raise ValueError(f"seeds: {value} is no seed; give a whole number from {-(2**63)} to {2**64 - 1}")
    return int(value) % 2**64


def _seeds(value: object) -> np.ndarray[Any, Any]:
    """An array of seeds: of int64 if one is below 0, else of uint64. Both kinds of numbers at once become what they mean from 0 on."""
    if isinstance(value, np.random.Generator):
        raise TypeError("seeds: a generator doesn't say how many; draw them: generator.integers(2**64, size=COUNT, dtype=np.uint64)")
    # NumPy makes floats of lists of whole numbers that no type holds.
    array = np.asarray(value) if hasattr(value, "__array__") else np.asarray(value, object)
    if array.dtype.kind in "iu":
        return array.astype(np.int64 if (array < 0).any() else np.uint64)
    words = [_seed(one) for one in array.ravel()]
    given = array.ravel().tolist()
    if any(one < 0 for one in given) and max(given) < 2**63:
        return np.array(given, np.int64).reshape(array.shape)
    return np.array(words, np.uint64).reshape(array.shape)


def _words(seeds: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Seeds one after another, from 0 on: a negative one is its two's complement."""
    return np.ascontiguousarray(seeds.ravel().astype(np.uint64))


def _list_of_seeds(value: object) -> np.ndarray[Any, Any] | None:
    """Seeds for an axis that has a name; None for none."""
    if value is None:
        return None
    seeds = _seeds(value)
    if seeds.ndim != 1:
        raise ValueError(f"seeds: {seeds.ndim} axes; give a list of whole numbers")
    return seeds


def _regions(value: Any, sides: Sequence[int]) -> tuple[tuple[int, ...], list[tuple[str, list[str]]]]:
    """The leading axes of an array of regions, and the regions, each with what the caller calls it."""
    array = np.asarray(value)
    count = 2 * len(sides)
    if array.ndim == 0 or array.shape[-1] != count:
        raise ValueError(f"regions: the shape is {array.shape}; give (..., {count}): for each the near edges, then the far ones")
    lead = array.shape[:-1]
    told: list[tuple[str, list[str]]] = []
    for index, row in zip(np.ndindex(lead), array.reshape(-1, count), strict=True):
        name = f"regions[{', '.join(map(str, index))}]" if index else "regions"
        try:
            told.append((name, [_decimal(edge) for edge in row]))
        except TypeError as error:
            raise TypeError(f"{name}: {error}") from None
    return lead, told


def _coordinates(name: str, value: object) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Numbers of 64 bits, of anything that holds numbers that they hold; masked where they are."""
    array = value if isinstance(value, np.ma.MaskedArray) else np.asarray(value)
    if array.size == 0 and array.dtype == np.float64:
        return array
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise TypeError(f"{name}: {array.dtype} is no type of coordinates; give numbers that float64 holds")
    return array.astype(np.float64, copy=False)


def _gaps(arrays: Sequence[Any], nan: str) -> tuple[list[Any], Any, Any]:
    """The coordinates, with 0 where they are masked or NaN; where a mask hides one of them, and where one is NaN that is let through, or None each."""
    if nan not in ("refuse", "propagate"):
        raise ValueError(f'nan: {nan!r}; give "refuse" or "propagate"')
    masks = [np.ma.getmaskarray(array) for array in arrays if isinstance(array, np.ma.MaskedArray)]
    filled = [array.filled(0) if isinstance(array, np.ma.MaskedArray) else array for array in arrays]
    missing = [np.isnan(array) for array in filled] if nan == "propagate" else []
    if missing:
        filled = [np.where(gaps, 0, array) for gaps, array in zip(missing, filled, strict=True)]
    return filled, reduce(np.logical_or, masks) if masks else None, reduce(np.logical_or, missing) if missing else None


def _check_finite(name: str, array: Any) -> None:
    """Says which is the first coordinate that is no number."""
    wrong = np.argwhere(~np.isfinite(array))
    if len(wrong):
        index = tuple(wrong[0].tolist())
        value = array[index]
        place = f"{name}[{', '.join(map(str, index))}]" if index else name
        also = ', or nan="propagate" to let it through' if np.isnan(value) else ""
        raise ValueError(f"{place} is {value}; give a finite number{also}")


def _whole(name: str, value: object) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: {value!r} is no whole number")
    return int(value)


def _are_axes(arrays: Sequence[Any]) -> bool:
    """Whether each coordinate varies along an axis of its own, x along the last: such a grid costs far less than its points."""
    return len(arrays) <= 3 and all(array.size == (array.shape[-1 - axis] if array.ndim > axis else 1) for axis, array in enumerate(arrays))


def _threads(threads: object) -> int | None:
    if threads is None:
        return None
    count = _whole("threads", threads)
    if not 1 <= count <= 1024:
        raise ValueError(f"threads: {count}; give 1 to 1024")
    return count


def _sides(shape: object) -> list[int]:
    """The samples along x, y and z of a shape, whose last axis is x."""
    axes = [shape] if isinstance(shape, (int, np.integer)) else list(shape)  # type: ignore[call-overload]
    sides = [_whole("shape", side) for side in reversed(axes)]
    if not 1 <= len(sides) <= 3:
        raise ValueError(f"shape: {len(sides)} axes; give (W,), (H, W) or (D, H, W)")
    for side in sides:
        if not 0 <= side <= 2**31 - 1:
            raise ValueError(f"shape: {side} samples; give 0 to {2**31 - 1}")
    return sides


def _target(out: Any, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """The caller's array, and one that is contiguous, which is it where it can be."""
    if out is None:
        made = np.empty(shape, np.float32)
        return made, made
    array: Any
    if isinstance(out, np.ndarray):
        array = out
    elif hasattr(out, "__array_interface__") or hasattr(out, "__array__"):
        array = np.asarray(out)
    elif hasattr(out, "__dlpack__"):
        array = np.from_dlpack(out)
    else:
        raise TypeError(f"out: a {type(out).__name__} is no array")
    if array.dtype != np.dtype(np.float32) or not array.dtype.isnative:
        raise TypeError(f"out: the array holds {array.dtype}; give one of float32")
    if array.shape != shape:
        raise ValueError(f"out: the array's shape is {array.shape}; give {shape}")
    if not array.flags.writeable:
        raise ValueError("out: the array can't be written to")
    is_direct = array.flags.c_contiguous and array.flags.aligned
    return array, array if is_direct else np.empty(shape, np.float32)


def _part(part: Sequence[slice] | None, sides: list[int]) -> tuple[list[int], list[int]]:
    """The first sample along x, y and z, and how many."""
    origin, size = [0, 0, 0], [*sides, *[1] * (3 - len(sides))]
    if part is None:
        return origin, size
    slices = [part] if isinstance(part, slice) else list(part)
    if len(slices) != len(sides) or not all(isinstance(one, slice) for one in slices):
        raise ValueError(f"part: give a slice for each of the {len(sides)} axes")
    for axis, (one, side) in enumerate(zip(reversed(slices), sides, strict=True)):
        start, stop, step = one.indices(side)
        if step != 1:
            raise ValueError(f"part: a step of {step}; give slices without steps")
        origin[axis], size[axis] = start, max(stop - start, 0)
    return origin, size


def _forward(
    edges: list[str] | None, sides: Sequence[int], origin: list[int], size: Sequence[int]
) -> tuple[list[str] | None, list[int], tuple[slice, ...] | None]:
    """The edges with the least first, where the part begins from there, and what turns its samples round; None for that if nothing is exchanged."""
    count = len(sides)
    if edges is None or len(edges) != 2 * count:
        return edges, origin, None
    edges, origin, flip = [*edges], [*origin], [slice(None)] * count
    for axis, (near, far) in enumerate(zip(edges[:count], edges[count:], strict=True)):
        try:
            is_turned = Decimal(far) < Decimal(near)
        except InvalidOperation:
            # The library says what is no number.
            continue
        if is_turned:
            edges[axis], edges[axis + count] = far, near
            origin[axis] = sides[axis] - origin[axis] - size[axis]
            flip[count - 1 - axis] = slice(None, None, -1)
    return edges, origin, tuple(flip) if any(one.step for one in flip) else None
