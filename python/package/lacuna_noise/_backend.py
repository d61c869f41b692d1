"""xarray's backend: ``xarray.open_dataset("hills.toml", engine="lacuna", shape=(10**6, 10**6))``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import xarray as xr
from xarray.backends import BackendArray, BackendEntrypoint
from xarray.core import indexing

from . import Node, load
from ._axes import coordinates
from ._arguments import _sides
from ._picks import is_box_cheaper, picked
from ._xarray import attributes, labelled

#: The side of the blocks in which a dataset is best read.
BLOCK = 1024


class _Samples(BackendArray):
    """The samples of an output, which are evaluated where they are read."""

    def __init__(self, node: Node, shape: Sequence[int], place: dict[str, Any]) -> None:
        self.node = node
        self.sides = tuple(shape)
        self.place = place
        self.shape = (*self.sides, node.channels) if node.channels > 1 else self.sides
        self.dtype = np.dtype(np.float32)

    def __getitem__(self, key: indexing.ExplicitIndexer) -> Any:
        count = len(self.sides)
        if isinstance(key, indexing.VectorizedIndexer) and all(isinstance(one, np.ndarray) for one in key.tuple[:count]):
            return self._points(key.tuple[:count], *key.tuple[count:])
        return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.OUTER, self._read)

    def _read(self, key: tuple[Any, ...]) -> Any:
        count = len(self.sides)
        indices = [_indices(one, side) for one, side in zip(key, self.sides, strict=False)]
        samples = picked(self.node, self.sides, indices, self.place)
        # A number takes its axis away.
        inside = [0 if isinstance(one, (int, np.integer)) else slice(None) for one in key[:count]]
        return samples[(*inside, *key[count:])]

    def _points(self, key: Sequence[Any], channel: Any = None) -> Any:
        """The samples at indices that belong together, by a call for each or for the box around them."""
        indices = np.broadcast_arrays(*[_indices(one, side) for one, side in zip(key, self.sides, strict=True)])
        rows = np.stack([one.reshape(-1) for one in indices], axis=-1)
        least = rows.min(axis=0, initial=2**31)
        box = rows.max(axis=0, initial=-1) - least + 1
        inner = self.shape[len(self.sides) :]
        if len(rows) and is_box_cheaper(box.tolist(), len(rows)):
            whole = self.node.grid(self.sides, part=[slice(at, at + side) for at, side in zip(least, box, strict=True)], **self.place)
            values = whole[tuple((rows - least).T)]
        else:
            parts = ([slice(at, at + 1) for at in row] for row in rows.tolist())
            values = np.array([self.node.grid(self.sides, part=part, **self.place) for part in parts], np.float32).reshape(-1, *inner)
        numbers = np.arange(len(values)).reshape(indices[0].shape)
        return values[numbers] if channel is None else values[numbers, channel] if isinstance(channel, np.ndarray) else values[numbers][..., channel]


def _indices(key: Any, side: int) -> Any:
    """The indices from 0 on that a key takes of an axis."""
    if isinstance(key, slice):
        return np.arange(*key.indices(side))
    indices = np.atleast_1d(key)
    return np.where(indices < 0, indices + side, indices)


class LacunaBackend(BackendEntrypoint):
    """Opens recipes, each output a variable. Nothing is evaluated before it is read."""

    description = "Recipes of noise: evaluated where they are read"
    open_dataset_parameters = ("filename_or_obj", "drop_variables", "shape", "region", "z", "w")

    def open_dataset(  # type: ignore[override]
        self,
        filename_or_obj: str | os.PathLike[str] | Node,
        *,
        drop_variables: str | Iterable[str] | None = None,
        shape: int | Sequence[int] | None = None,
        region: Sequence[Any] | None = None,
        z: Any = None,
        w: Any = None,
    ) -> xr.Dataset:
        node = filename_or_obj if isinstance(filename_or_obj, Node) else load(filename_or_obj)
        if shape is None:
            width, height = node._core.size() or (BLOCK, BLOCK)
            shape = (height, width)
        sides = tuple(reversed(_sides(shape)))
        along = coordinates(node, shape, region)
        dropped = {drop_variables} if isinstance(drop_variables, str) else set(drop_variables or ())
        variables = {}
        for name in node.outputs:
            if name in dropped:
                continue
            output = node.with_output(name)
            samples = _Samples(output, sides, {"region": region, "z": z, "w": w})
            dims = [*along, "channel"] if output.channels > 1 else list(along)
            blocks = {dim: min(BLOCK, side) for dim, side in zip(dims, samples.shape, strict=True)}
            data = indexing.LazilyIndexedArray(samples)
            variables[name] = xr.Variable(dims, data, attrs=attributes(output), encoding={"preferred_chunks": blocks})
        opened: xr.Dataset = labelled(xr.Dataset(variables), along)
        return opened

    def guess_can_open(self, filename_or_obj: Any) -> bool:
        # A `.toml` may be anything.
        return False
