"""The packages that only parts of this one need."""

from __future__ import annotations

import importlib
from typing import Any


def needed(module: str, extra: str) -> Any:
    """Imports another package's module, or says how to install what has it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise type(error)(f"{error}; run: pip install 'lacuna-noise[{extra}]'", name=error.name) from None
