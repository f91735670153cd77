"""What hands did before their turn: a player's move that is seen while the rules still ask somebody else.

Such a move is kept as it is seen, and entered when its turn comes. It is one only where it can still be
legal: after some answers of those who are asked before, its pieces explain a decision of that player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.contract import Difference, Game, Illegal, State, game_at

MOST_PLAYED = 24
"""So many answers of others are tried, in all, to find one after which the move is legal."""
MOST_EACH = 8
"""And so many of each player who is asked before."""


@dataclass(frozen=True)
class Early:
    """seat: whose move it is; waits_for: who is asked before, in their order; tiles: what it moved."""

    seat: int
    waits_for: tuple[int, ...]
    tiles: frozenset[str]


def moves_before_turn(game: Game[State], state: State, found: tuple[Difference, ...]) -> tuple[Early, ...]:
    """Those of these differences, each in a player's own area, that can be a decision of that player later.
    found: what no decision explains now."""
    waited = {q.player for q in game.questions(state) if not (q.optional or q.answered)}
    owner = {zone.name: zone.seat for zone in game.tracking.plan(game.seats[1]).zones}
    by_seat: dict[int, list[Difference]] = defaultdict(list)
    for one in found:
        at = one.seen or one.expected
        seat = None if at is None else owner.get(at.zone)
        if seat is not None and seat not in waited:
            by_seat[seat].append(one)
    early = (_early(game, state, seat, tuple(own)) for seat, own in by_seat.items())
    return tuple(one for one in early if one is not None)


def _early(game: Game[State], state: State, seat: int, own: tuple[Difference, ...]) -> Early | None:
    tiles = frozenset(one.tile for one in own)
    before: list[tuple[State, tuple[int, ...]]] = [(state, ())]
    for at, waits_for in _after_others(game, before, seat):
        layout = game.tracking.layout(at)
        left = tuple(
            Difference(one.tile, layout.get(one.tile), one.seen)
            for one in own
            if layout.get(one.tile) != one.seen
        )
        explained = game_at(game, at).tracking.explain(at, left)
        if tiles <= explained.covers and any(o.decision.player == seat for o in explained.options):
            return Early(seat, waits_for, tiles)
    return None


def _after_others(
    game: Game[State], begun: list[tuple[State, tuple[int, ...]]], seat: int
) -> Iterator[tuple[State, tuple[int, ...]]]:
    """The states in which this seat is asked, after a few answers of those who are asked before, with who
    they are. Nothing secret is answered."""
    played = 0
    while begun and played < MOST_PLAYED:
        state, waits_for = begun.pop(0)
        waited = [q for q in game.questions(state) if not (q.optional or q.answered)]
        if waits_for and any(q.player == seat for q in waited):
            yield state, waits_for
            continue
        question = next((q for q in waited if q.player is not None), None)
        if question is None or question.form is not None or question.secret or question.private:
            continue
        if question.player is None or question.player == seat:
            continue
        options = [o for o in game.options(state, question.player) if o.decision.changes_state]
        layout = game.tracking.layout(state)
        after = []
        for option in options[:MOST_EACH]:
            played += 1
            try:
                after.append(game.play(state, option.decision))
            except Illegal:  # it takes something that only people can tell
                continue
        # Likeliest what moves nothing: of what it would move, nothing is seen.
        after.sort(key=lambda one: game.tracking.layout(one) != layout)
        asked = waits_for if question.player in waits_for else (*waits_for, question.player)
        begun += [(one, asked) for one in after]
