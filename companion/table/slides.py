"""Pieces that hands slide out of their place to say what is done, as cameras follow them.

A piece is out of its place once it lies farther from it than a hand pushes it by mistake. What was slid
waits, in its order, until the tracker takes a decision that slides the same piece: told by touch, or proposed
from it when its turn comes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.contract import Difference, Explanation, Game, State

SLID_MM = 25.0
"""So far from its place it is out of it: an action tile is slid by about half of its length."""
STRAIGHTENED_MM = 8.0
"""So little it moves when somebody straightens it: its place moves with it."""

Point = tuple[float, float]


@dataclass(frozen=True)
class _Piece:
    """home: where its place is; None: it was out when it was first seen, at `at`."""

    home: Point | None
    at: Point
    out: bool


@dataclass(frozen=True)
class Slides:
    """waiting: what was slid out, in its order, and no decision has taken yet. owed: what decisions took that
    no hand had slid yet; last: what the last of them did. whole: nothing can have been missed since tracker
    and table agreed. entry: the last that was heeded."""

    pieces: Mapping[str, _Piece] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()
    owed: frozenset[str] = frozenset()
    whole: bool = False
    last: str = ""
    entry: int = 0

    @property
    def in_place(self) -> frozenset[str]:
        return frozenset(tile for tile, piece in self.pieces.items() if not piece.out)

    def is_out(self, tile: str) -> bool:
        return tile in self.pieces and self.pieces[tile].out

    def without(self, tiles: Collection[str]) -> Slides:
        """A person said that these mean nothing."""
        return replace(self, waiting=tuple(tile for tile in self.waiting if tile not in tiles))


def follow(
    known: Slides, entry: int, at: Mapping[str, Point], slid: Mapping[str, bool], told: Sequence[str] | None
) -> Slides:
    """With one look more. entry: the table's last; at: where the pieces lie, in mm; slid: as the tracker has
    them (`Tracking.slid`); told: what the entries since the last look slid, None: somebody went back."""
    waiting, owed = ([], set()) if told is None else (list(known.waiting), set(known.owed))
    for tile in told or ():
        if tile in waiting:
            waiting.remove(tile)
        elif tile in known.pieces and not known.pieces[tile].out:
            owed.add(tile)
    pieces = dict(known.pieces)
    for tile in slid:
        if tile not in at:
            continue
        before = pieces.get(tile)
        pieces[tile] = _moved(before, at[tile], slid[tile])
        if before is not None and pieces[tile].out and not before.out:
            if tile in owed:
                owed.discard(tile)
            else:
                waiting.append(tile)
    # What a decision at the end of a round took is in its place by the rules at once, though not yet by hand.
    last = told[-1] if told else known.last
    owed = {tile for tile in owed if slid.get(tile) or tile == last}
    agrees = not waiting and all(pieces[t].out == out for t, out in slid.items() if t in pieces)
    whole = (known.whole or agrees) and slid.keys() <= at.keys()
    return Slides(pieces, tuple(waiting), frozenset(owed), whole, last, entry)


def _moved(before: _Piece | None, at: Point, out_by_rules: bool) -> _Piece:
    if before is None:
        return _Piece(None if out_by_rules else at, at, out_by_rules)
    if before.out:
        home = before.home
        back = math.dist(at, before.at) > SLID_MM if home is None else math.dist(at, home) <= SLID_MM
        return _Piece(at, at, False) if back else before
    assert before.home is not None
    far = math.dist(at, before.home)
    if far > SLID_MM:
        return _Piece(before.home, at, True)
    return _Piece(at, at, False) if far <= STRAIGHTENED_MM else before


def explain_slides(game: Game[State], state: State, slides: Slides) -> Explanation:
    """The decision that the first of what waits means now; none: its turn has not come."""
    if not slides.waiting:
        return Explanation()
    options = [
        option
        for question in game.questions(state)
        if question.player is not None and question.form is None and not question.secret
        for option in game.options(state, question.player)
    ]
    for tile in slides.waiting:
        fitting = tuple(one for one in options if game.tracking.slides(one.decision) == tile)
        if fitting:
            return Explanation(fitting, frozenset({tile}))
    return Explanation()


def left_after(
    game: Game[State], state: State, explained: Explanation, odd: tuple[Difference, ...]
) -> tuple[Difference, ...]:
    """What of these differences does not come of what was slid: the worlds that are drawn by it, say."""
    after = game.play(state, explained.options[0].decision)
    layout = game.tracking.layout(after)
    differing = tuple(
        Difference(one.tile, layout.get(one.tile), one.seen)
        for one in odd
        if layout.get(one.tile) != one.seen
    )
    then = game.tracking.explain(after, differing) if differing else Explanation()
    if then.waiting:
        return ()
    return tuple(one for one in differing if one.tile not in then.covers | then.tolerated)
