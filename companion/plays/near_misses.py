"""Finds what would have changed a result: the nearest two differences, each scored anew.

A game says what a player might have had besides, one thing after another, each with the whole sheet that
would then have counted; here it is seen which of them would have made another winner, and which are the
nearest: those of the fewest things, and among these those that are worth the fewest points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.games.contract import Game, PlayerScore, ScoreSheet, State, WhatIf
from companion.plays.play import RoundTotals
from companion.translation import SOURCE, Sentence, _, in_row, listed, speaking

MAX_SHOWN = 2


@dataclass(frozen=True, slots=True)
class Near:
    """A difference that would have changed who wins. gain: the points that it is worth to the player; alone:
    the player would have won alone."""

    what: WhatIf
    gain: int
    alone: bool


def nearly(game: Game[State], state: State) -> tuple[str, ...]:
    """How far apart the first two were and the nearest two differences, a sentence each; none for one player
    alone. They are English; `_(it)` says them in the language that holds."""
    with speaking(SOURCE):
        sheet = game.score(state)
        winners = {p.player for p in sheet.players if p.winner}
        # Whoever won alone cannot have won more.
        seats = [p.player for p in sheet.players if winners != {p.player}]
        if game.what_ifs is None:
            return ()
        of = game.what_ifs.what_ifs
        return near_misses(sheet, (of(state, seat) for seat in seats))


def near_misses(sheet: ScoreSheet, what_ifs: Iterable[Iterable[Iterable[WhatIf]]]) -> tuple[str, ...]:
    """The same of a sheet and what each player might have had besides, by kind."""
    if len(sheet.players) < 2:
        return ()
    return (apart(sheet), *(_sentence(near, sheet) for near in nearest(sheet, what_ifs)))


def apart(sheet: ScoreSheet) -> Sentence:
    """How far apart the first two were, or all who had the same VP as the first."""
    order = sorted(sheet.players, key=lambda p: p.rank)
    first, second = order[:2]
    if gap := first.total - second.total:
        return Sentence(
            "{first} and {second} were {number} VP apart.", first=first.name, second=second.name, number=gap
        )
    tied = [p for p in order if p.total == first.total]
    winners = [p for p in tied if p.winner]
    if len(winners) == len(tied):
        return Sentence("{names} are tied, even after the tie-break.", names=_names(tied))
    if len(winners) > 1:
        return Sentence(
            "{names} had the same VP; the tie-break left {winners} tied.",
            names=_names(tied),
            winners=_names(winners),
        )
    return Sentence("{names} had the same VP; the tie-break decided.", names=_names(tied))


def _names(players: Sequence[PlayerScore]) -> str:
    """ "Ann, Ben and Cid", so that it can be said in any language later."""
    before = in_row(p.name for p in players[:-1])
    return Sentence("{names} and {last}", names=before, last=players[-1].name)


def closest_round(names: Sequence[str], course: Sequence[RoundTotals]) -> tuple[str, ...]:
    """When in the second half, before the end, it was closest at the top, in a sentence; none where the
    course of the game is not known. names: by seat."""
    best: tuple[int, RoundTotals] | None = None
    for one in course[len(course) // 2 : -1]:
        if len(one.totals) < 2:
            return ()
        first, second = sorted(one.totals, reverse=True)[:2]
        if best is None or first - second <= best[0]:
            best = first - second, one
    if best is None:
        return ()
    gap, at = best
    leading = sorted(range(len(names)), key=lambda seat: -at.totals[seat])
    if not gap:
        level = [names[seat] for seat in leading if at.totals[seat] == at.totals[leading[0]]]
        vp = at.totals[leading[0]]
        return (
            _(
                "After round {round} {names} were level at {vp} VP.",
                round=at.round,
                names=listed(level),
                vp=vp,
            ),
        )
    return (
        _(
            "After round {round} {first} was ahead of {second} by {number} VP only.",
            number=gap,
            round=at.round,
            first=names[leading[0]],
            second=names[leading[1]],
        ),
    )


def nearest(sheet: ScoreSheet, what_ifs: Iterable[Iterable[Iterable[WhatIf]]]) -> tuple[Near, ...]:
    """The nearest two differences, of two kinds if there are. what_ifs: by player, by kind, by things."""
    winners = {p.player for p in sheet.players if p.winner}
    found = []
    for kinds in what_ifs:
        for kind in kinds:
            near = _first(sheet, winners, kind)
            if near is not None:
                found.append(near)
    found.sort(key=lambda near: (near.what.things, near.gain, not near.alone, near.what.player))
    other_kinds: list[Near] = []
    same_kind: list[Near] = []
    for near in found:
        kind_listed = any(near.what.kind == other.what.kind for other in other_kinds)
        (same_kind if kind_listed else other_kinds).append(near)
    return (*other_kinds, *same_kind)[:MAX_SHOWN]


def _first(sheet: ScoreSheet, winners: set[int], kind: Iterable[WhatIf]) -> Near | None:
    """The nearest of one kind that makes this player a winner who was none, or the only one of several."""
    best: Near | None = None
    for what in kind:
        if best is not None and what.things > best.what.things:
            break
        after = {p.player for p in what.sheet.players if p.winner}
        if what.player not in after or after == winners:
            continue
        gain = what.sheet.players[what.player].total - sheet.players[what.player].total
        near = Near(what, gain, len(after) == 1)
        if best is None or near.gain < best.gain:
            best = near
    return best


def _sentence(near: Near, sheet: ScoreSheet) -> Sentence:
    before = sheet.players[near.what.player]
    placeholders = {"player": before.name, "more": near.what.words}
    if not near.alone:
        return Sentence("{player} would have shared the win with {more}.", **placeholders)
    if before.winner:
        return Sentence("{player} would have won alone with {more}.", **placeholders)
    return Sentence("{player} would have won with {more}.", **placeholders)
