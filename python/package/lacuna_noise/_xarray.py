"""Grids as xarray's arrays, with coordinates in units."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _lacuna, dask
from ._arguments import _list_of_seeds
from ._axes import Centres, coordinates
from ._extras import needed

if TYPE_CHECKING:
    # The one that the stub declares.
    from . import Node


#: The longest axis whose coordinates are kept in memory.
MOST_KEPT = 1 << 24


def attributes(node: Node) -> dict[str, str]:
    """The metadata of an array: recipe, output and version."""
    return {"lacuna_recipe": node.to_toml(), "lacuna_output": node.output, "lacuna_version": _lacuna.VERSION}


def labelled(data: Any, along: dict[str, Centres]) -> Any:
    """An array or a dataset with coordinates. Those of long axes are computed where they are read, if this version of xarray can."""
    xr = needed("xarray", "xarray")
    lazy = getattr(importlib.import_module("xarray.indexes"), "RangeIndex", None)
    for name, centres in along.items():
        if lazy is None or centres.samples <= MOST_KEPT:
            data = data.assign_coords({name: centres.values()})
            continue
        first, step = centres.values(slice(1))[0], float((centres.far - centres.near) / centres.samples)
        index = lazy.linspace(first, first + step * centres.samples, centres.samples, endpoint=False, dim=name)
        data = data.assign_coords(xr.Coordinates.from_xindex(index))
    return data


def _placed(array: Any, along: dict[str, Centres], crs: Any) -> Any:
    """An array with a coordinate system, and with what makes a place of columns and rows, as rioxarray has them."""
    if "y" not in along:
        raise ValueError("crs: a line has no place on a map; give the shape of a plane or a volume")
    needed("rioxarray", "geo")
    affine = needed("affine", "geo").Affine
    x, y = along["x"], along["y"]
    steps = [float((axis.far - axis.near) / axis.samples) for axis in (x, y)]
    transform = affine(steps[0], 0.0, float(x.near), 0.0, steps[1], float(y.near))
    return array.rio.set_spatial_dims("x", "y").rio.write_crs(crs).rio.write_transform(transform)


def xarray(
    node: Node,
    shape: int | Sequence[int],
    *,
    region: Sequence[Any] | None = None,
    z: Any = None,
    w: Any = None,
    seeds: Any = None,
    chunks: Any = None,
    name: str | None = None,
    crs: Any = None,
    threads: int | None = None,
) -> Any:
    """A grid as ``node.grid`` makes it, as an ``xarray.DataArray`` with the centres of its pixels as coordinates z, y and x, in units.

    With ``chunks`` it is a Dask array that is evaluated block by block. Several channels lie along ``channel``. ``seeds``, a list of whole numbers, lie along
    ``seed``, the first axis, as its coordinate. It needs ``xarray``. With ``crs``, a coordinate system such as "EPSG:32632" whose numbers are the region's,
    ``array.rio.to_raster("x.tif")`` writes a GeoTIFF at its place; that needs ``rioxarray``.
    """
    xr = needed("xarray", "xarray")
    along = coordinates(node, shape, region)
    listed = _list_of_seeds(seeds)
    if chunks is None:
        values = node.grid(shape, region=region, z=z, w=w, seeds=listed, threads=threads)
    else:
        values = dask.grid(node, shape, chunks, region, z=z, w=w, seeds=listed, threads=1 if threads is None else threads)
    dims = [*along, "channel"] if node.channels > 1 else list(along)
    own = {} if listed is None else {"seed": listed}
    array = labelled(xr.DataArray(values, own, [*own, *dims], node.output if name is None else name, attributes(node)), along)
    return array if crs is None else _placed(array, along, crs)
