"""Two spellings of one piece at a table in play, made one by a correction: it is an entry like others.

Somebody met "Gem Worlds", which the box knows as "Gem World". The places of the one are the other's from then
on, and what either tells is told of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from companion.games.contract.box import TILE
from companion.games.contract.box_rows import only_row
from companion.games.contract.facts import Correction
from companion.games.contract.reasons import Illegal
from companion.games.contract.setup import JOINED_NAMES, Setup
from companion.translation import _

SAME = "same"
"""A Correction at the path "same/<id>" makes this piece one with another, of which it is a second spelling;
its value is that piece as a box file has it, with what both tell."""
_JOINTS = re.compile(r"([#+])")
"""What joins ids in a name: "X01#0" is a power of a card, "conquer+X01" a way to place one."""
S = TypeVar("S")


def is_same(correction: Correction) -> bool:
    return correction.path.startswith(f"{SAME}/")


def made_same(correction: Correction) -> tuple[str, str, Correction]:
    """The id of the second spelling and of the piece, and the correction that tells of the piece what both
    tell. Raises Illegal."""
    id, text = correction.path.partition("/")[2], correction.value
    into = only_row(text).fields.get("id") if isinstance(text, str) else None
    if not isinstance(into, str) or into == id:
        raise Illegal(_("A second spelling is of another piece, as the text of a box file says it."))
    return id, into, Correction(f"{TILE}/{into}", text)


def same_words(correction: Correction, names: Mapping[str, str]) -> str:
    """ "Gem Worlds is Gem World: they are one piece". names: of the pieces of this table, by id."""
    id, into, _told = made_same(correction)
    return _("{name} is {other}: they are one piece", name=names.get(id, id), other=names.get(into, into))


def both_on_table() -> Illegal:
    return Illegal(_("Both are on the table: they are two pieces."))


def no_second_spelling() -> Illegal:
    return Illegal(_("These are two sorts of pieces: they cannot be one."))


def renamed(value: S, old: str, new: str, setup: Setup) -> S:
    """The value with one id in the place of another wherever it stands in it: in tuples, sets, mappings, the
    fields of values and dataclasses, and in names that ids are joined in. Tables begun before left these as
    they were, so that a power used under the second spelling could be used again, and replay so."""
    within = JOINED_NAMES in setup.options

    def named(text: str) -> str:
        parts = _JOINTS.split(text) if within else [text]
        return "".join(new if part == old else part for part in parts) if old in parts else text

    found: Any = _renamed(value, named)
    return found  # type: ignore[no-any-return]


def _renamed(value: Any, named: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return named(value)
    if isinstance(value, tuple | frozenset):
        parts = [_renamed(one, named) for one in value]
        same = all(a is b for a, b in zip(value, parts, strict=True))
        return value if same else getattr(value, "_make", type(value))(parts)  # of a named tuple
    if isinstance(value, Mapping):
        return {_renamed(key, named): _renamed(one, named) for key, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        now = {field.name: getattr(value, field.name) for field in fields(value)}
        then = {name: _renamed(one, named) for name, one in now.items()}
        changes = {name: one for name, one in then.items() if one is not now[name]}
        return replace(value, **changes) if changes else value
    return value
