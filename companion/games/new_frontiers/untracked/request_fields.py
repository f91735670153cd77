"""The fields of a score request's JSON: each is of its kind and within its limits, or refused by its path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.contract import Illegal, Json
from companion.translation import _

MAX_NUMBER = 9999
MAX_LIST_TILES = 200
"""Far more than five mats hold."""


def object_at(value: Json, what: str, known: Iterable[str]) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise Illegal(_("{what} must be a JSON object.", what=what))
    unknown = [name for name in value if name not in known]
    if unknown:
        raise Illegal(
            _(
                "{what} has no field {field}; it may have {fields}.",
                what=what,
                field=repr(unknown[0])[:60],
                fields=", ".join(known),
            )
        )
    return value


def list_at(fields: Mapping[str, Json], name: str, what: str) -> list[Json]:
    value = fields.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise Illegal(_("{what}: {field} must be a list.", what=what, field=repr(name)))
    if len(value) > MAX_LIST_TILES:
        raise Illegal(
            _(
                "{what}: {field} must not have more than {most} entries.",
                what=what,
                field=repr(name),
                most=MAX_LIST_TILES,
            )
        )
    return value


def number_at(fields: Mapping[str, Json], name: str, what: str) -> int:
    value = fields.get(name)
    if value is None:
        return 0
    if type(value) is not int or not 0 <= value <= MAX_NUMBER:
        raise Illegal(
            _(
                "{what}: {field} must be a whole number from 0 to {most}.",
                what=what,
                field=repr(name),
                most=MAX_NUMBER,
            )
        )
    return value
