"""JSON bodies made from the types that the routes declare: right ones, and wrong ones at every place."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from msgspec import inspect

JSON: dict[str, Any] = {
    "int": 1,
    "float": 1.0,
    "str": "1",
    "bool": True,
    "list": [1],
    "object": {"a": 1},
    "null": None,
}
"""A value of each type of JSON; of those that Python holds for equal, 1, 1.0 and true."""


def right_bodies(kind: Any) -> list[dict[str, Any]]:
    """For each struct that the body may be, one with all its fields."""
    return [_struct(struct) for struct in _structs(inspect.type_info(kind))]


def wrong_bodies(kind: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Right bodies with one value of a wrong type, each with the name of the field that is wrong."""
    for struct in _structs(inspect.type_info(kind)):
        right = _struct(struct)
        for place, type in _places(struct):
            for name in JSON.keys() - json_types(type):
                yield (
                    next(str(step) for step in reversed(place) if isinstance(step, str)),
                    _with(right, place, JSON[name]),
                )


def drawn_body(kind: Any, rng: Random, values: tuple[Any, ...]) -> dict[str, Any]:
    """A body in which any value at any key may be one of `values`, or a right one; keys may be missing."""
    info = inspect.type_info(kind)
    structs = tuple(_structs(info))
    if not structs:
        return {str(rng.choice(values)): rng.choice(values) for _ in range(rng.randrange(4))}
    struct = rng.choice(structs)
    body = _struct(struct)
    for place, _type in _places(struct):
        if rng.random() < 0.3 and _holds(body, place):
            body = _with(body, place, rng.choice(values))
    return {name: value for name, value in body.items() if rng.random() < 0.95}


def json_types(kind: inspect.Type) -> set[str]:
    """The types of JSON that a value of this type may have."""
    match kind:
        case inspect.Metadata():
            return json_types(kind.type)
        case inspect.UnionType():
            return set().union(*map(json_types, kind.types))
        case inspect.IntType():
            return {"int"}
        case inspect.FloatType():
            return {"int", "float"}
        case inspect.StrType():
            return {"str"}
        case inspect.BoolType():
            return {"bool"}
        case inspect.NoneType():
            return {"null"}
        case inspect.LiteralType():
            return {type(value).__name__ for value in kind.values}
        case inspect.ListType() | inspect.TupleType():
            return {"list"}
        case inspect.DictType() | inspect.StructType():
            return {"object"}
        case inspect.AnyType():
            return set(JSON)
    raise NotImplementedError(kind)


def _structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    match kind:
        case inspect.StructType():
            yield kind
        case inspect.Metadata():
            yield from _structs(kind.type)
        case inspect.UnionType():
            for one in kind.types:
                yield from _structs(one)


def _struct(struct: inspect.StructType) -> dict[str, Any]:
    tag = {struct.tag_field: struct.tag} if struct.tag_field else {}
    return tag | {field.encode_name: _value(field.type) for field in struct.fields}


def _value(kind: inspect.Type) -> Any:
    match kind:
        case inspect.Metadata():
            return _value(kind.type)
        case inspect.UnionType():
            return _value(kind.types[0])
        case inspect.IntType() | inspect.FloatType():
            return max(kind.ge or 0, 1)
        case inspect.StrType():
            return "x" * max(kind.min_length or 0, 1)
        case inspect.BoolType():
            return True
        case inspect.NoneType():
            return None
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.ListType():
            return [_value(kind.item_type)]
        case inspect.TupleType():
            return [_value(one) for one in kind.item_types]
        case inspect.DictType():
            return {"x": _value(kind.value_type)}
        case inspect.StructType():
            return _struct(kind)
        case inspect.AnyType():
            return 1
    raise NotImplementedError(kind)


def _places(kind: inspect.Type) -> Iterator[tuple[tuple[str | int, ...], inspect.Type]]:
    """Each value within a value of this type: its keys and indices, and its type."""
    inner: list[tuple[str | int, inspect.Type]] = []
    match kind:
        case inspect.Metadata():
            yield from _places(kind.type)
        case inspect.UnionType():
            yield from _places(kind.types[0])
        case inspect.ListType():
            inner = [(0, kind.item_type)]
        case inspect.TupleType():
            inner = list(enumerate(kind.item_types))
        case inspect.DictType():
            inner = [("x", kind.value_type)]
        case inspect.StructType():
            inner = [(field.encode_name, field.type) for field in kind.fields]
            if kind.tag_field:
                inner.append((kind.tag_field, inspect.LiteralType((kind.tag,))))
    for step, type in inner:
        yield (step,), type
        for place, deeper in _places(type):
            yield (step, *place), deeper


def _holds(body: Any, place: tuple[str | int, ...]) -> bool:
    """Whether there is such a place still, where others were replaced."""
    for step in place:
        if isinstance(step, str):
            if not isinstance(body, dict) or step not in body:
                return False
        elif not isinstance(body, list) or step >= len(body):
            return False
        body = body[step]
    return True


def _with(body: dict[str, Any], place: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    changed: Any = deepcopy(body)
    inner = changed
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    return dict(changed)
