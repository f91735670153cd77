"""Ranks players by their points and by what breaks a tie, and says in words what broke it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.contract.score import PlayerScore, ScoreLine, ScoreSheet
from companion.translation import _, listed


def ranked(
    names: Sequence[str],
    lines: Sequence[tuple[ScoreLine, ...]],
    tie_breakers: Sequence[tuple[int, ...]] = (),
    said: Callable[[int, int], str] = lambda at, number: str(number),
    final: bool = True,
) -> ScoreSheet:
    """The sheet of these players, in seat order. Who is tied after all tie-breakers shares the place.

    tie_breakers: of each player, the numbers that break a tie, the more the better, the first before the
    second. said: one of them in words, as (which one, the number): "5 in credits and goods".
    """
    totals = [sum(line.vp for line in of_one) for of_one in lines]
    breakers = tuple(tie_breakers) or ((),) * len(names)
    standings = list(zip(totals, breakers, strict=True))
    return ScoreSheet(
        tuple(
            PlayerScore(
                player,
                name,
                lines[player],
                rank=1 + sum(other > standings[player] for other in standings),
                winner=standings[player] == max(standings),
                tie_break=_tie_break(names, standings, player, said),
            )
            for player, name in enumerate(names)
        ),
        final,
    )


def _tie_break(
    names: Sequence[str],
    standings: Sequence[tuple[int, tuple[int, ...]]],
    player: int,
    said: Callable[[int, int], str],
) -> str:
    total, mine = standings[player]
    tied = [seat for seat, standing in enumerate(standings) if standing[0] == total and seat != player]
    if not tied or not mine:
        return ""
    equal = [names[seat] for seat in tied if standings[seat][1] == mine]
    reasons = []
    for at, number in enumerate(mine):
        others = [(names[seat], standings[seat][1][at]) for seat in tied]
        parted = [_("{player}'s {number}", player=name, number=n) for name, n in others if n != number]
        if parted:
            reasons.append(_("{mine} against {others}", mine=said(at, number), others=listed(parted)))
        elif equal:
            reasons.append(said(at, number))
        tied = [seat for seat in tied if standings[seat][1][at] == number]
    if equal:
        return _(
            "tied on {vp} VP: {reasons}, the same as {equal}, so they share the place",
            vp=total,
            reasons=", ".join(reasons),
            equal=listed(equal),
        )
    return _("tied on {vp} VP: {reasons}", vp=total, reasons=", ".join(reasons))
