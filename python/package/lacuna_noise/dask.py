"""Grids as Dask arrays: Dask schedules, lacuna computes blocks. It needs ``dask[array]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._axes import chunks_of
from ._extras import needed
from ._arguments import _seeds, _sides

if TYPE_CHECKING:
    # The one that the stub declares.
    from . import Node


def _block(node: Node, shape: tuple[int, ...], place: dict[str, Any], seeds: Any, block_info: Any = None) -> Any:
    location = [slice(start, stop) for start, stop in block_info[None]["array-location"]]
    first = 0 if seeds is None else seeds.ndim
    own = None if seeds is None else seeds[tuple(location[:first])]
    return node.grid(shape, part=location[first : first + len(shape)], seeds=own, **place)


def grid(
    node: Node,
    shape: int | Sequence[int],
    chunks: Any = "auto",
    region: Sequence[Any] | None = None,
    *,
    z: Any = None,
    w: Any = None,
    seeds: Any = None,
    threads: int | None = 1,
) -> Any:
    """A grid as ``node.grid`` makes it, as a Dask array whose blocks are evaluated where they are needed.

    ``chunks`` is what Dask takes; ``{"x": 512}`` names axes. Every block has the bits of the whole. A block is evaluated on one thread unless told, since Dask
    runs several at once. The axes of ``seeds`` come first, and are cut after every seed.
    """
    da = needed("dask.array", "dask")
    sides = _sides(shape)
    whole = tuple(reversed(sides))
    channels = node.channels
    blocks = da.core.normalize_chunks(chunks_of(chunks, len(sides)), shape=whole, dtype=np.dtype(np.float32))
    numbers = None if seeds is None else _seeds(seeds)
    if numbers is not None:
        blocks = (*((1,) * side or (0,) for side in numbers.shape), *blocks)
    if channels > 1:
        blocks = (*blocks, (channels,))
    place = {"region": None if region is None else list(region), "z": z, "w": w, "threads": threads}
    return da.map_blocks(
        _block,
        node,
        whole,
        place,
        numbers,
        chunks=blocks,
        dtype=np.dtype(np.float32),
        meta=np.empty((0,) * len(blocks), np.float32),
        name=None,
        token="lacuna",
    )
