"""What is known of the table that play is to be caught up with: what is seen, and what people told.

Pieces count only where somebody looks: in the zones that are watched. What people told is a fact of the game
by its path, the place where play stands, or what somebody decided on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.contract import Decision, Difference, Game, Json, Question, Spot, State

Standing = tuple[int, str, tuple[tuple[int | None, str], ...]]
"""Where play stands: the round, the phase's key, and (player, kind) of what is asked; nothing: it is over."""
Asked = tuple[int, int | None, str, int]
"""Something that was asked on the way: the round, the player, the question's kind, and which of these it was,
from 1."""
SHARED_DISTANCE, GOOD_DISTANCE = 0.25, 0.5
"""How far a state is from what is seen for each piece in a shared zone (many go together), and each good,
that lies otherwise; a piece in a player's area counts 1."""


@dataclass(frozen=True)
class Seen:
    """What lies on the table. spots: by tile, as `SeenTable` has them; goods: the kind of the good on each
    tile that may hold one, None: no good; a tile that is not in it was not looked at. ignored: tiles that
    tell nothing, as they could not be read before either."""

    spots: Mapping[str, Spot] = field(default_factory=dict)
    watching: frozenset[str] = frozenset()
    goods: Mapping[str, str | None] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()


def waited_for(questions: tuple[Question, ...]) -> tuple[Question, ...]:
    """The questions without whose answers play does not go on."""
    return tuple(q for q in questions if not (q.optional or q.answered))


def standing(game: Game[Any], state: Any, questions: tuple[Question, ...]) -> Standing:
    """Where play stands in this state, of which these are the open questions."""
    phase = game.phase(state)
    asked = () if phase.over else tuple(sorted(((q.player, q.kind) for q in waited_for(questions)), key=str))
    return phase.round, phase.key, asked


@dataclass(frozen=True)
class Told:
    """What people told. facts: by their paths; stands: where play stands now; None: nobody said so.
    not_there: where it does not stand. decided: what was decided on the way; None: it has not been decided
    yet. passed: what people could not say, by the keys of the questions (`TellingApart.key`)."""

    facts: Mapping[str, Json] = field(default_factory=dict)
    stands: Standing | None = None
    not_there: frozenset[Standing] = frozenset()
    decided: Mapping[Asked, Decision | None] = field(default_factory=dict)
    passed: frozenset[str] = frozenset()


class Look:
    """Compares layouts with what is seen, as a search from one state needs it."""

    def __init__(self, game: Game[Any], begun: Any, seen: Seen) -> None:
        self._tracking, self.seen = game.tracking, seen
        self._shared = {z.name for z in game.tracking.plan(game.seats[1]).zones if z.seat is None}
        self._began = game.tracking.layout(begun)

    def distance(self, state: State) -> float:
        """How much lies otherwise than in this state; 0: the table may look so in it."""
        layout, seen, found = self._tracking.layout(state), self.seen, 0.0
        for tile, spot in layout.items():
            there = seen.spots.get(tile)
            if there != spot and self._is_looked_at(tile, spot, there):
                found += SHARED_DISTANCE if spot.zone in self._shared else 1
        for tile, spot in seen.spots.items():
            if tile not in layout and self._is_looked_at(tile, None, spot):
                found += SHARED_DISTANCE if spot.zone in self._shared else 1
        for tile, good in self._tracking.goods(state).items():
            if tile in seen.goods and seen.goods[tile] != good:
                found += GOOD_DISTANCE
        return found

    def apart(self, state: State) -> tuple[Difference, ...]:
        """The pieces that lie otherwise than in this state."""
        layout, spots = self._tracking.layout(state), self.seen.spots
        return tuple(
            Difference(tile, layout.get(tile), spots.get(tile))
            for tile in sorted(layout.keys() | spots.keys())
            if layout.get(tile) != spots.get(tile)
            and self._is_looked_at(tile, layout.get(tile), spots.get(tile))
        )

    def may_pass(self, state: State) -> bool:
        """Whether a way to what is seen may lead through this state: each piece is as it was, or on its way.
        A piece that lies where it lay has not moved away and back, and nothing is laid into a player's area
        where it is not seen."""
        for tile, spot in self._tracking.layout(state).items():
            if spot.zone in self._shared or spot == (before := self._began.get(tile)):
                continue
            there = self.seen.spots.get(tile)
            if spot == there or not self._is_looked_at(tile, spot, there):
                continue
            if there is None or there == before or there.zone != spot.zone:
                return False
        return True

    def is_new(self, tile: str, state: State) -> bool:
        """Whether the piece lies on the table, and does not in this state."""
        return tile in self.seen.spots and tile not in self._tracking.layout(state)

    def _is_looked_at(self, tile: str, expected: Spot | None, there: Spot | None) -> bool:
        """Whether a difference of this piece would be seen."""
        if tile in self.seen.ignored:
            return False
        at = there or expected
        return at is not None and at.zone in self.seen.watching
