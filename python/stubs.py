"""Prints package/lacuna_noise/__init__.pyi: the hand-written part of nodes as it stands in _node.py, and all kinds as the library describes them.

With the package installed: python stubs.py > package/lacuna_noise/__init__.pyi
"""

import ast
import pathlib
from typing import Any

import lacuna_noise as lacuna
from lacuna_noise import _functions, _lacuna

HEAD = '''# Written by python/stubs.py, of what the library says of its kinds of node.
import os
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import dask as dask
from . import zarr as zarr
from ._xarray import xarray as xarray

__version__: str

Samples: TypeAlias = NDArray[np.float32]
Number: TypeAlias = int | float | str | Decimal | np.integer[Any] | np.floating[Any]
Operand: TypeAlias = "Node | int | float | Decimal | np.integer[Any] | np.floating[Any]"
'''


def declared(function: ast.FunctionDef, indent: str) -> str:
    """A function as stubs have it."""
    doc = ast.get_docstring(function)
    lines = [f"@{ast.unparse(decorator)}" for decorator in function.decorator_list]
    function.decorator_list, function.body = [], [ast.Expr(ast.Constant(...))]
    head = ast.unparse(function).replace("\n    ...", "")
    lines.append(head if doc else f"{head} ...")
    text = "\n".join(indent + line for line in lines) + "\n"
    if doc:
        text += f'{indent}    """{doc.splitlines()[0]}"""\n'
    return text


def called(kind: Any, *, is_method: bool) -> str:
    """A kind of node as a function, or as a method of what it takes first."""
    parameters = _functions.parameters(kind)
    keys = _functions.ordered(kind)
    words, has_star = [], False
    for number, (parameter, key) in enumerate(zip(parameters, keys, strict=True)):
        if is_method and number == 0:
            words.append("self")
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not has_star:
            words.append("*")
            has_star = True
        # None means the default, too.
        default = "" if key["is_required"] else f" | None = {parameter.default!r}".replace("'", '"')
        words.append(f"{parameter.name}: {key['type']}{default}")
    indent = "    " if is_method else ""
    return f'{indent}def {kind["name"]}({", ".join(words)}) -> Node:\n{indent}    """{kind["summary"]}"""\n'


def main() -> str:
    tree = ast.parse(pathlib.Path(lacuna.__file__).with_name("_node.py").read_text(encoding="utf-8"))
    text = HEAD
    [node] = [one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == "Node"]
    text += f'\nclass Node:\n    """{(ast.get_docstring(node) or "").splitlines()[0]}"""\n\n'
    own = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    text += "    _core: Any\n"
    for function in own:
        if not function.name.startswith("_") or function.name.startswith("__") or function.name in ("_repr_html_", "_repr_png_"):
            text += declared(function, "    ")
    text += "    # The kinds of node that take another.\n"
    names = {function.name for function in own}
    for kind in _lacuna.kinds():
        if any(key["is_input"] and key["is_required"] for key in kind["keys"]) and kind["name"] not in names:
            text += called(kind, is_method=True)
    text += "\n"
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and not function.name.startswith("_"):
            text += declared(function, "")
    text += "\n# The kinds of node.\n"
    for kind in _lacuna.kinds():
        text += called(kind, is_method=False)
    return text


if __name__ == "__main__":
    print(main(), end="")
