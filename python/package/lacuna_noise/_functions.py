"""The functions and methods of all kinds of node, made of what the library says of them."""

from __future__ import annotations

import inspect
import json
import keyword
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _lacuna

if TYPE_CHECKING:
    from ._lacuna import Key, Kind


def key_of(name: str) -> str:
    """The key that a parameter stands for: one that is a word of the language has a `_` behind it."""
    return name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name


def default_of(key: Key) -> object:
    """What an optional key is unless it is given; None where that is no fixed value."""
    value = None if key["default"] is None else json.loads(key["default"])
    return tuple(value) if isinstance(value, list) else value


def parameters(kind: Kind) -> list[inspect.Parameter]:
    """The parameters of a kind: what it must be given of others in order, and its keys by name."""
    inputs: list[inspect.Parameter] = []
    others: list[inspect.Parameter] = []
    for key in kind["keys"]:
        # `from` is a word of the language.
        name = key["name"] + "_" * keyword.iskeyword(key["name"])
        is_input = key["is_input"] and key["is_required"]
        default = inspect.Parameter.empty if key["is_required"] else default_of(key)
        how = inspect.Parameter.POSITIONAL_OR_KEYWORD if is_input else inspect.Parameter.KEYWORD_ONLY
        (inputs if is_input else others).append(inspect.Parameter(name, how, default=default))
    return inputs + others


def text_of(kind: Kind) -> str:
    """What a kind is, with its keys, for ``help``."""
    text = f"{kind['doc']}\n"
    for parameter, key in zip(parameters(kind), ordered(kind), strict=True):
        default = "" if key["default"] is None else f" By default {key['default']}."
        doc = " ".join(key["doc"].split())
        text += f"\n{parameter.name}: {key['allowed']}\n    {doc}{default}\n"
    return text


def ordered(kind: Kind) -> list[Key]:
    """The keys in the order of the parameters."""
    return sorted(kind["keys"], key=lambda key: not (key["is_input"] and key["is_required"]))


def function(node: type[Any], kind: Kind) -> Callable[..., Any]:
    """The function of a kind."""
    signature = inspect.Signature(parameters(kind))

    def make(*inputs: object, **keys: object) -> Any:
        names = [key["name"] for key in kind["keys"] if key["is_input"] and key["is_required"]]
        if len(inputs) > len(names):
            raise TypeError(f"{kind['name']}() takes {len(names)} nodes before its keys, and {len(inputs)} were given")
        given = dict(zip(names, inputs, strict=False))
        for name, value in keys.items():
            key = key_of(name)
            if key in given:
                raise TypeError(f"{kind['name']}() got `{key}` twice")
            given[key] = value
        return node._of_kind(kind["name"], {key: value for key, value in given.items() if value is not None})

    make.__name__ = make.__qualname__ = kind["name"]
    make.__doc__ = text_of(kind)
    make.__module__ = "lacuna_noise"
    make.__signature__ = signature  # type: ignore[attr-defined]
    return make


def functions(node: type[Any]) -> dict[str, Callable[..., Any]]:
    """The functions of all kinds by name. Those that take a node first become its methods, unless they are there."""
    made = {}
    for kind in _lacuna.kinds():
        made[kind["name"]] = function(node, kind)
        if any(key["is_input"] and key["is_required"] for key in kind["keys"]) and not hasattr(node, kind["name"]):
            setattr(node, kind["name"], made[kind["name"]])
    return made
