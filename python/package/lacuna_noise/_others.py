"""Calls with the arrays of other libraries, which get their own kind back."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from ._arguments import _coordinates, _list_of_seeds, _seeds


def called(node: Any, coordinates: Sequence[Any], outer: bool, seeds: Any, keys: dict[str, Any]) -> Any:
    """The values as an array of xarray, pandas or Dask where one is among the coordinates, and else None."""
    for module, name, call in (("xarray", "DataArray", _xarray), ("pandas", "Series", _pandas), ("dask.array", "Array", _dask)):
        # Nobody has an array of a library that isn't imported.
        library = sys.modules.get(module)
        kind = getattr(library, name, None)
        if kind is not None and any(isinstance(one, kind) for one in coordinates):
            return call(library, node, coordinates, outer, seeds, keys)
    return None


def _xarray(xr: Any, node: Any, coordinates: Sequence[Any], outer: bool, seeds: Any, keys: dict[str, Any]) -> Any:
    """Coordinates broadcast by the names of their axes; those of x come last, as in a grid."""
    from ._xarray import attributes

    channel = ["channel"] if node.channels > 1 else []
    listed = _list_of_seeds(seeds)
    if listed is None:
        values = xr.apply_ufunc(lambda *arrays: node(*reversed(arrays), **keys), *reversed(coordinates), output_core_dims=[channel], dask="allowed")
    else:
        # New axes come last.
        last = -1 - len(channel)
        values = xr.apply_ufunc(
            lambda *arrays: np.moveaxis(node(*reversed(arrays), seeds=listed, **keys), 0, last),
            *reversed(coordinates),
            output_core_dims=[["seed", *channel]],
            dask="allowed",
        )
        values = values.transpose("seed", ...).assign_coords(seed=listed)
    return values.rename(node.output).assign_attrs(attributes(node))


def _pandas(pd: Any, node: Any, coordinates: Sequence[Any], outer: bool, seeds: Any, keys: dict[str, Any]) -> Any:
    """Coordinates with the same labels; several channels are the columns of a data frame."""
    if outer:
        return None
    if seeds is not None:
        raise TypeError("seeds: a Series has one axis; give arrays, such as x.to_numpy()")
    indices = [one.index for one in coordinates if isinstance(one, pd.Series)]
    if not all(index.equals(indices[0]) for index in indices):
        raise ValueError("the coordinates have different labels; align them, such as by x.align(y)")
    values = node(*[one.to_numpy() if isinstance(one, pd.Series) else one for one in coordinates], **keys)
    return pd.DataFrame(values, indices[0]) if node.channels > 1 else pd.Series(values, indices[0], name=node.output)


def _dask(da: Any, node: Any, coordinates: Sequence[Any], outer: bool, seeds: Any, keys: dict[str, Any]) -> Any:
    """Coordinates whose blocks are evaluated where they are needed."""
    arrays = [da.asarray(one) for one in coordinates]
    for name, array in zip("xyzw", arrays, strict=False):
        _coordinates(name, np.empty(0, array.dtype))
        if outer and array.ndim > 1:
            raise ValueError(f"{name}: {array.ndim} axes; with outer each coordinate has one")
    if outer:
        arrays = [array[(slice(None), *[None] * axis)] if array.ndim else array for axis, array in enumerate(arrays)]
    count = max(array.ndim for array in arrays)
    several = {count: node.channels} if node.channels > 1 else {}
    # Axes by number from the last on, as they broadcast.
    pairs = [part for array in arrays for part in (array, tuple(range(array.ndim))[::-1])]
    numbers = None if seeds is None else _seeds(seeds)
    first = {} if numbers is None else {count + 1 + axis: side for axis, side in enumerate(numbers.shape)}
    axes = (*first, *range(count)[::-1], *several)
    told = {**keys, "seeds": numbers, "threads": keys["threads"] or 1}
    meta = np.empty((0,) * len(axes), np.float32)
    return da.blockwise(_block, axes, *pairs, node=node, keys=told, new_axes={**first, **several}, dtype=meta.dtype, meta=meta, token="lacuna")


def _block(*blocks: Any, node: Any, keys: dict[str, Any]) -> Any:
    return np.asanyarray(node(*blocks, **keys))
