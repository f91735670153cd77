"""Decisions: answers as frozen dataclasses, to JSON and back by their annotations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.games.contract.reasons import Illegal
from companion.translation import _

Json = Any
"""What `json.loads` gives: None, bool, int, float, str, list or dict."""


@dataclass(frozen=True)
class Decision:
    """An answer, by one player (None: by the table, as a draw is). Games derive frozen dataclasses.

    The fields may be int, str, bool, None and tuples of these; `do` is its name in JSON.
    """

    do: ClassVar[str] = ""
    player: int | None


D = TypeVar("D", bound=Decision)


def decision_to_json(decision: Decision) -> dict[str, Json]:
    """`{"do": name, field: value, ...}`; tuples become lists."""
    values = {f.name: plain(getattr(decision, f.name)) for f in fields(decision)}
    return {"do": decision.do, **values}


def decision_from_json(kinds: Mapping[str, type[D]], data: Json) -> D:
    """The decision that `data` says; `kinds` maps `do` to its class. Raises Illegal for anything else."""
    if not isinstance(data, Mapping) or not isinstance(data.get("do"), str):
        raise Illegal(_('A decision is a JSON object with a text "do".'))
    kind = kinds.get(data["do"])
    if kind is None:
        raise Illegal(_("There is no decision called {name}.", name=f"{data['do']!r:.60}"))
    hints = _HINTS.get(kind) or _HINTS.setdefault(kind, get_type_hints(kind))
    known = {f.name for f in fields(kind)}
    unknown = sorted(str(name) for name in data if name != "do" and name not in known)
    if unknown:
        raise Illegal(
            _("A decision {name} has no field {field}.", name=repr(kind.do), field=f"{unknown[0]!r:.60}")
        )
    values = {}
    for name in known & data.keys():
        try:
            values[name] = typed(hints[name], data[name])
        except TypeError:
            raise Illegal(
                _(
                    "The field {field} of a decision {name} does not hold what it should.",
                    field=repr(name),
                    name=repr(kind.do),
                )
            ) from None
    try:
        return kind(**values)
    except TypeError:
        raise Illegal(
            _("A decision {name} needs more fields than it was given.", name=repr(kind.do))
        ) from None


_HINTS: dict[type, dict[str, Any]] = {}
"""The field types of each decision, worked out once: a third of a journal's replay went into it."""


def plain(value: Any) -> Json:
    return [plain(v) for v in value] if isinstance(value, tuple) else value


def typed(hint: Any, value: Json) -> Any:
    """`value` as the annotation `hint` wants it; raises TypeError. JSON's true is no number here."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        for choice in get_args(hint):
            try:
                return typed(choice, value)
            except TypeError:
                continue
        raise TypeError
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise TypeError
        args = get_args(hint)
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(typed(args[0], item) for item in value)
        if len(args) != len(value):
            raise TypeError
        return tuple(typed(arg, item) for arg, item in zip(args, value, strict=True))
    if hint is None or hint is type(None):
        if value is None:
            return None
        raise TypeError
    if type(value) is hint:
        return value
    raise TypeError
