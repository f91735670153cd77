"""Values that a tile's fields may have, in words, as they are proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.contract import Json
from companion.games.contract.box_proposals import Choice
from companion.games.new_frontiers.wording.names import kind_name
from companion.translation import _

Choices = tuple[tuple[Choice, ...], float]
"""Likely values, the likeliest first, and the trust in the first, 0 to 1."""
Reading = tuple[tuple[Choice, ...], str]
"""Likely values, and the sort of the reading, whose trust was measured (`reading_trust`)."""


def value_words(fields: Sequence[str], sets: Mapping[str, Json]) -> str:
    """A value in words."""
    if "defense" in sets:
        return _("defense {defense}", defense=sets["defense"])
    if "cost" in sets:
        return _("cost {cost}", cost=sets["cost"])
    if "bonus" in sets:
        return str(sets["bonus"])
    if "kind" in sets or "kind" in fields:
        kind = sets.get("kind")
        if not kind:
            return _("gray")
        good = sets.get("good")
        return f"{kind_name(kind)}, {_(good)}" if good else kind_name(kind)
    if not sets:
        return _("none")
    value = next(iter(sets.values()))
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


def choice(fields: Sequence[str], **sets: Json) -> Choice:
    return Choice(sets, value_words(fields, sets))


def first(one: Choice, every: Sequence[Choice]) -> tuple[Choice, ...]:
    return (one, *(other for other in every if other != one))
