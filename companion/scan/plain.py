"""Turns the dataclasses of a scan into JSON and back, by their annotations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.games.contract import Json

T = TypeVar("T")


def to_json(value: Any) -> Json:
    """Dataclasses become objects, tuples lists; mappings have texts as keys."""
    if is_dataclass(value):
        return {f.name: to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in value.items()}
    return value


def from_json(kind: type[T], data: Json) -> T:
    """The reverse. What a newer or older version left out gets its default. Raises TypeError, KeyError."""
    made: T = _made(kind, data)
    return made


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _made(hint: Any, data: Json) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return None if data is None else _made(next(a for a in args if a is not type(None)), data)
    if origin is tuple:
        if not isinstance(data, list):
            raise TypeError(f"{data!r:.40} is no list.")
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(_made(args[0], item) for item in data)
        return tuple(_made(of, item) for of, item in zip(args, data, strict=True))
    if origin is Mapping or origin is dict or hint is Mapping:
        return {key: _made(args[1], item) for key, item in data.items()}
    if isinstance(hint, type) and is_dataclass(hint):
        known = _hints(hint)
        names = {f.name for f in fields(hint)}
        made: Any = hint
        return made(**{name: _made(known[name], item) for name, item in data.items() if name in names})
    return float(data) if hint is float else data
