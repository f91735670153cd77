"""What is known of the table that play is to be caught up with: what is seen, and what people told.

Pieces count only where somebody looks: in the zones that are watched. What people told is a fact of the game
by its path, the place where play stands, or what somebody decided on the way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.contract import (
    Decision,
    Difference,
    Fact,
    Game,
    Json,
    Option,
    Question,
    Spot,
    State,
    decision_to_json,
)
from companion.games.contract.later import kept_for_last

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
    tell nothing, as they could not be read before either. slides: what was slid out of its place meanwhile
    (`Tracking.slides`), all of it, in its order; None: nobody looked. in_place: what is in its place now.
    copies: the players' areas in which a tag was read that several pieces carry (`Tracking.copies`); where
    none was read, there may still be one."""

    spots: Mapping[str, Spot] = field(default_factory=dict)
    watching: frozenset[str] = frozenset()
    goods: Mapping[str, str | None] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    slides: tuple[str, ...] | None = None
    in_place: frozenset[str] = frozenset()
    copies: Mapping[str, frozenset[str]] = field(default_factory=dict)


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

    def and_told(self, more: Told) -> Told:
        return Told(
            {**self.facts, **more.facts},
            more.stands or self.stands,
            self.not_there | more.not_there,
            {**self.decided, **more.decided},
            self.passed | more.passed,
        )

    @property
    def named(self) -> frozenset[str]:
        """What the decisions name of which people told: pieces among it."""
        decided = (decision_to_json(decision) for decision in self.decided.values() if decision is not None)
        values = [value for fields in decided for value in fields.values()]
        values += [one for value in values if isinstance(value, list) for one in value]
        return frozenset(value for value in values if isinstance(value, str))


def counted(game: Game[Any], state: Any) -> tuple[Fact, ...]:
    """What people tell by looking at what each player has, besides where the pieces lie: the numbers of which
    a player has one each, and what is said of a piece there."""
    lying = game.tracking.layout(state).keys()
    return tuple(
        fact
        for fact in game.facts(game.view(state, None))
        if fact.player is not None
        and (
            not lying.isdisjoint(parts := fact.path.split("/"))
            or (not fact.choices and parts[1:] == [str(fact.player)])
        )
    )


class Look:
    """Compares layouts with what is seen, as a search from one state needs it. named: see `Told.named`."""

    def __init__(self, game: Game[Any], begun: Any, seen: Seen, named: frozenset[str] = frozenset()) -> None:
        self._game, self._tracking, self.seen, self.named = game, game.tracking, seen, named
        self._offered: tuple[Any, int | None, Sequence[Option]] | None = None
        zones = game.tracking.plan(game.seats[1]).zones
        self._shared = {zone.name for zone in zones if zone.seat is None}
        self._own = {
            zone.seat: frozenset(other.name for other in zones if other.seat == zone.seat)
            for zone in zones
            if zone.seat is not None
        }
        self._layout: Callable[[Any], Mapping[str, Spot]] = kept_for_last(game.tracking.layout)
        self._began = self._layout(begun)
        self._new_copies: dict[tuple[str, int | None], list[str]] = defaultdict(list)
        """By name and seat, the pieces in its area that were not on the table."""
        for tile, spot in seen.spots.items():
            info = None if tile in self._began else game.tracking.tile(tile)
            if info is not None and spot.zone not in self._shared:
                owner = next((seat for seat, own in self._own.items() if spot.zone in own), None)
                self._new_copies[info.name, owner].append(tile)

    def options(self, state: Any, player: int | None) -> Sequence[Option]:
        """As `Game.options`, once for what is asked about the same question."""
        if self._offered is None or self._offered[0] is not state or self._offered[1] != player:
            self._offered = state, player, self._game.options(state, player)
        return self._offered[2]

    def distance(self, state: State) -> float:
        """How much lies otherwise than in this state; 0: the table may look so in it."""
        layout, seen, found = self._layout(state), self.seen, 0.0
        where = seen.spots.get
        for tile, spot in layout.items():
            if (there := where(tile)) != spot and self._is_looked_at(tile, spot, there):
                found += SHARED_DISTANCE if spot.zone in self._shared else 1
        for tile in seen.spots.keys() - layout.keys():
            if self._is_looked_at(tile, None, spot := seen.spots[tile]):
                found += SHARED_DISTANCE if spot.zone in self._shared else 1
        for tile, good in self._tracking.goods(state).items():
            if tile in seen.goods and seen.goods[tile] != good:
                found += GOOD_DISTANCE
        return found + sum(len(zones) for zones in self._without_copy(state).values())

    def _without_copy(self, state: State) -> Mapping[str, frozenset[str]]:
        """The areas in which a copy is seen, and there is none in this state."""
        if not self.seen.copies:
            return {}
        lying, none = self._tracking.copies(state), frozenset[str]()
        seen = {tile: zones & self.seen.watching for tile, zones in self.seen.copies.items()}
        return {tile: left for tile, zones in seen.items() if (left := zones - lying.get(tile, none))}

    def lays_unread(self, before: State, after: State) -> bool:
        """Whether a copy comes into an area in view where none is read, though tags of copies are."""
        if not self.seen.copies:
            return False
        had, has, none = self._tracking.copies(before), self._tracking.copies(after), frozenset[str]()
        return any(
            (zones - had.get(tile, none) - self.seen.copies.get(tile, none)) & self.seen.watching
            for tile, zones in has.items()
        )

    def apart(self, state: State) -> tuple[Difference, ...]:
        """The pieces that lie otherwise than in this state."""
        layout, spots = self._layout(state), self.seen.spots
        copies = (
            Difference(tile, None, Spot(zone, info.faces[:1]))
            for tile, zones in self._without_copy(state).items()
            for zone in sorted(zones)
            if (info := self._tracking.tile(tile)) is not None
        )
        return *copies, *(
            Difference(tile, layout.get(tile), spots.get(tile))
            for tile in sorted(layout.keys() | spots.keys())
            if layout.get(tile) != spots.get(tile)
            and self._is_looked_at(tile, layout.get(tile), spots.get(tile))
        )

    def from_others(self, state: State) -> tuple[Difference, ...]:
        """The pieces that lie in a player's area in this state, and are seen in another's."""
        owner = {zone: seat for seat, own in self._own.items() for zone in own}
        return tuple(
            d
            for d in self.apart(state)
            if d.expected is not None and d.expected.zone in owner
            if d.seen is not None and d.seen.zone in owner
            if owner[d.seen.zone] != owner[d.expected.zone]
        )

    def astray(self, state: State) -> frozenset[tuple[str, Spot]]:
        """The pieces that are neither as they were nor on their way to where they are seen: one that lies
        where it lay has not moved away and back, and nothing is laid into a player's area where it is not
        seen."""
        began = self._began.get
        found: set[tuple[str, Spot]] = set()
        for tile, spot in self._layout(state).items():
            if spot == (before := began(tile)) or spot.zone in self._shared:
                continue
            there = self.seen.spots.get(tile)
            if spot == there or not self._is_looked_at(tile, spot, there):
                continue
            if there is None or there == before or there.zone != spot.zone:
                found.add((tile, spot))
        return frozenset(found)

    def is_away(self, tile: str) -> bool:
        """Whether the piece neither lay on the table nor lies there now."""
        return tile not in self._began and tile not in self.seen.spots

    def may_be_laid(self, tile: str | None, player: int | None) -> bool:
        """Whether this player may have laid this piece onto the table, where it had not lain: one that is
        not seen, or in the area of another, was not."""
        if tile is None or player is None or self._own.get(player, frozenset()) - self.seen.watching:
            return True
        if tile in self.seen.ignored or tile in self._began or self._tracking.tile(tile) is None:
            return True
        there = self.seen.spots.get(tile)
        return there is not None and (there.zone in self._shared or there.zone in self._own[player])

    def copies_of(self, tile: str, player: int) -> tuple[str, ...]:
        """Other pieces of the same name that are new in this player's area."""
        if not self._new_copies or (info := self._tracking.tile(tile)) is None:
            return ()
        return tuple(one for one in self._new_copies.get((info.name, player), ()) if one != tile)

    def is_followed(self, tile: str) -> bool:
        return self._tracking.tile(tile) is not None

    def is_new(self, tile: str, state: State) -> bool:
        """Whether the piece lies on the table, and does not in this state."""
        return tile in self.seen.spots and tile not in self._layout(state)

    def _is_looked_at(self, tile: str, expected: Spot | None, there: Spot | None) -> bool:
        """Whether a difference of this piece would be seen."""
        if tile in self.seen.ignored:
            return False
        at = there or expected
        return at is not None and at.zone in self.seen.watching
