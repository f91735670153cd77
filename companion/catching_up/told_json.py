"""What is seen and told, as JSON: between two questions a device keeps it, and the server nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.catching_up.evidence import Asked, Seen, Standing, Told
from companion.games.contract import Game, Illegal, Json, Spot, decision_to_json
from companion.translation import _

MOST_ASKED = 200
"""So much is told at most, of each sort."""


class _Seen(msgspec.Struct):
    spots: dict[str, tuple[str, str, str]] = {}
    watching: list[str] = []
    goods: dict[str, str | None] = {}
    ignored: list[str] = []
    slides: list[str] | None = None
    in_place: list[str] = []
    copies: dict[str, list[str]] = {}


class _Told(msgspec.Struct):
    facts: dict[str, int | str] = {}
    stands: Standing | None = None
    not_there: list[Standing] = []
    decided: list[tuple[Asked, dict[str, Any] | None]] = []
    passed: list[str] = []


def seen_to_json(seen: Seen) -> Json:
    return {
        "spots": {tile: [spot.zone, spot.face, spot.slot] for tile, spot in seen.spots.items()},
        "watching": sorted(seen.watching),
        "goods": dict(seen.goods),
        "ignored": sorted(seen.ignored),
        "slides": None if seen.slides is None else list(seen.slides),
        "in_place": sorted(seen.in_place),
        "copies": {tile: sorted(zones) for tile, zones in seen.copies.items()},
    }


def seen_from_json(data: Json) -> Seen:
    """Raises Illegal."""
    try:
        read = msgspec.convert(data, _Seen)
    except msgspec.ValidationError:
        raise _unreadable() from None
    spots = {tile: Spot(*spot) for tile, spot in read.spots.items()}
    slides = None if read.slides is None else tuple(read.slides)
    ignored, in_place = frozenset(read.ignored), frozenset(read.in_place)
    copies = {tile: frozenset(zones) for tile, zones in read.copies.items()}
    return Seen(spots, frozenset(read.watching), read.goods, ignored, slides, in_place, copies)


def told_to_json(told: Told) -> Json:
    decided = [
        [list(asked), None if decision is None else decision_to_json(decision)]
        for asked, decision in told.decided.items()
    ]
    return {
        "facts": dict(told.facts),
        "stands": told.stands,
        "not_there": sorted(told.not_there, key=str),
        "decided": decided,
        "passed": sorted(told.passed),
    }


def told_from_json(game: Game[Any], data: Json) -> Told:
    """Raises Illegal."""
    try:
        read = msgspec.convert(data, _Told)
    except msgspec.ValidationError:
        raise _unreadable() from None
    if max(len(read.facts), len(read.not_there), len(read.decided), len(read.passed)) > MOST_ASKED:
        raise _unreadable()
    decided = {asked: None if one is None else game.decision(one) for asked, one in read.decided}
    return Told(read.facts, read.stands, frozenset(read.not_there), decided, frozenset(read.passed))


def _unreadable() -> Illegal:
    return Illegal(_("What was told so far cannot be read: begin again."))
