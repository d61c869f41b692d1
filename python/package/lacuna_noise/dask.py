"""Grids as Dask arrays: Dask schedules, lacuna computes blocks. It needs ``dask[array]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._axes import chunks_of
from ._extras import needed
from ._arguments import _sides

if TYPE_CHECKING:
    # The one that the stub declares.
    from . import Node


def _block(node: Node, shape: tuple[int, ...], place: dict[str, Any], block_info: Any = None) -> Any:
    location = block_info[None]["array-location"]
    part = [slice(start, stop) for start, stop in location[: len(shape)]]
    return node.grid(shape, part=part, **place)


def grid(
    node: Node,
    shape: int | Sequence[int],
    chunks: Any = "auto",
    region: Sequence[Any] | None = None,
    *,
    z: Any = None,
    w: Any = None,
    threads: int | None = 1,
) -> Any:
    """A grid as ``node.grid`` makes it, as a Dask array whose blocks are evaluated where they are needed.

    ``chunks`` is what Dask takes; ``{"x": 512}`` names axes. Every block has the bits of the whole. A block is evaluated on one thread unless told, since Dask
    runs several at once.
    """
    da = needed("dask.array", "dask")
    sides = _sides(shape)
    whole = tuple(reversed(sides))
    channels = node.channels
    blocks = da.core.normalize_chunks(chunks_of(chunks, len(sides)), shape=whole, dtype=np.dtype(np.float32))
    if channels > 1:
        blocks = (*blocks, (channels,))
    place = {"region": None if region is None else list(region), "z": z, "w": w, "threads": threads}
    return da.map_blocks(
        _block,
        node,
        whole,
        place,
        chunks=blocks,
        dtype=np.dtype(np.float32),
        meta=np.empty((0,) * len(blocks), np.float32),
        name=None,
        token="lacuna",
    )
