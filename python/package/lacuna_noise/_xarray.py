"""Grids as xarray's arrays, with coordinates in units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _lacuna, dask
from ._axes import coordinates
from ._extras import needed

if TYPE_CHECKING:
    # The one that the stub declares.
    from . import Node


def attributes(node: Node) -> dict[str, str]:
    """The metadata of an array: recipe, output and version."""
    return {"lacuna_recipe": node.to_toml(), "lacuna_output": node.output, "lacuna_version": _lacuna.VERSION}


def xarray(
    node: Node,
    shape: int | Sequence[int],
    *,
    region: Sequence[Any] | None = None,
    z: Any = None,
    w: Any = None,
    chunks: Any = None,
    name: str | None = None,
    threads: int | None = None,
) -> Any:
    """A grid as ``node.grid`` makes it, as an ``xarray.DataArray`` with the centres of its pixels as coordinates z, y and x, in units.

    With ``chunks`` it is a Dask array that is evaluated block by block. Several channels lie along ``channel``. It needs ``xarray``.
    """
    xr = needed("xarray", "xarray")
    along = coordinates(node, shape, region)
    if chunks is None:
        values = node.grid(shape, region=region, z=z, w=w, threads=threads)
    else:
        values = dask.grid(node, shape, chunks, region, z=z, w=w, threads=1 if threads is None else threads)
    dims = [*along, "channel"] if node.channels > 1 else list(along)
    return xr.DataArray(values, coords=along, dims=dims, name=node.output if name is None else name, attrs=attributes(node))
