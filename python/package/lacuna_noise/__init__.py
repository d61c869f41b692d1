"""Coherent noise in NumPy arrays, with the same bits on every machine.

    import lacuna_noise as lacuna

    n = lacuna.perlin(seed=7).fbm(octaves=6)

``n`` is a node: a recipe of noise. ``n(x, y)`` takes coordinates and broadcasts as NumPy's functions do, ``n.grid((H, W))`` evaluates a region,
``n.points(array)`` a list of points, and ``n.bake("file.png")`` writes a file, as the command does.

Every kind of node is a function here and a method of nodes, with the keys that recipes have.
"""

import importlib as _importlib

from . import _lacuna, dask
from ._functions import functions as _functions_of
from ._node import Node, _set_threads_of_user, channels, from_toml, load, preset, presets, set_threads
from ._xarray import xarray

__version__: str = _lacuna.VERSION

_set_threads_of_user()

# Every kind of node.
_kinds = _functions_of(Node)
globals().update(_kinds)

__all__ = [
    "Node",
    "channels",
    "dask",
    "from_toml",
    "load",
    "preset",
    "presets",
    "set_threads",
    "xarray",
    *_kinds,
]


def __getattr__(name: str) -> object:
    # It needs another package, so it is imported where it is used.
    if name == "zarr":
        return _importlib.import_module("lacuna_noise.zarr")
    raise AttributeError(f"module 'lacuna_noise' has no attribute {name!r}")
