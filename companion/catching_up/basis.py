"""What each decision was inferred from: the pieces that lie as it left them, and what people told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.catching_up.evidence import Seen, Told
from companion.catching_up.otherwise import asked_by
from companion.games.contract import Decision, Game, Json

MOST_PIECES = 12


class Basis(msgspec.Struct, frozen=True, omit_defaults=True):
    """told: somebody said that it was decided so; pieces: the tiles that were seen where it left them; goods:
    those that were seen with the good, or the lack of one, that it left there; counts: the paths of the
    numbers that it changed to what people told. Nothing of it: it follows from the other decisions."""

    told: bool = False
    pieces: tuple[str, ...] = ()
    goods: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()

    def to_text(self) -> str:
        return msgspec.json.encode(self).decode()


def basis_from_text(text: str) -> Basis:
    """Of a text that is none: nothing."""
    try:
        return msgspec.json.decode(text, type=Basis)
    except msgspec.DecodeError:
        return Basis()


def bases(
    game: Game[Any], begun: Any, decisions: Sequence[Decision], seen: Seen, told: Told
) -> Iterator[Basis]:
    """Of each of the decisions that were made from `begun` on."""
    for asked, before, after in asked_by(game, begun, decisions):
        yield Basis(
            asked is not None and told.decided.get(asked) is not None,
            _pieces(game, before, after, seen),
            _as_left(game.tracking.goods(before), game.tracking.goods(after), seen.goods),
            _counted(game, before, after, told),
        )


def _pieces(game: Game[Any], before: Any, after: Any, seen: Seen) -> tuple[str, ...]:
    """With those whose tags others carry, too, where one came into an area in which it is read."""
    lying = _as_left(game.tracking.layout(before), game.tracking.layout(after), seen.spots)
    had, none = game.tracking.copies(before), frozenset[str]()
    copies = (
        tile
        for tile, zones in game.tracking.copies(after).items()
        if (zones - had.get(tile, none)) & seen.copies.get(tile, none)
    )
    return tuple(dict.fromkeys((*lying, *sorted(copies))))[:MOST_PIECES]


def _as_left(before: Any, after: Any, seen: Any) -> tuple[str, ...]:
    """What changed, and was seen so."""
    changed = (tile for tile in after if after[tile] != before.get(tile))
    return tuple(sorted(tile for tile in changed if tile in seen and seen[tile] == after[tile]))[:MOST_PIECES]


def _counted(game: Game[Any], before: Any, after: Any, told: Told) -> tuple[str, ...]:
    def values(state: Any) -> dict[str, Json]:
        shown = game.view(state, None)
        found = {path: game.fact(shown, path) for path in told.facts}
        return {path: fact.value for path, fact in found.items() if fact is not None}

    was, now = (values(before), values(after)) if told.facts else ({}, {})
    return tuple(path for path, value in now.items() if was.get(path) != value == told.facts[path])
