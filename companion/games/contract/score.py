"""Score sheets: each point of each player with its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.contract.reasons import Tally
from companion.translation import _, listed


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One source of a player's score; `why.total` is its points."""

    source: str
    why: Tally

    @property
    def vp(self) -> int:
        return self.why.total


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's lines add up to `total`. rank counts from 1; tie_break: what broke a tie, in words."""

    player: int
    name: str
    lines: tuple[ScoreLine, ...]
    rank: int
    winner: bool
    tie_break: str = ""

    @property
    def total(self) -> int:
        return sum(line.vp for line in self.lines)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """final is False while the game goes on: then it is a standing, not a result."""

    players: tuple[PlayerScore, ...]
    final: bool = True


def ranges_words(sheet: ScoreSheet, more: Callable[[int], int | None]) -> str:
    """ "Without them: Mia 31 to 37 and Ben 33 or more.": what each player can have where facts are untold.
    more: how many VP a seat may have besides, at most; None: nobody knows."""
    said = []
    for player in sheet.players:
        most, least = more(player.player), player.total
        if most is None:
            said.append(_("{player} {lowest} or more", player=player.name, lowest=least))
        elif most:
            highest = least + most
            said.append(
                _("{player} {lowest} to {highest}", player=player.name, lowest=least, highest=highest)
            )
        else:
            said.append(_("{player} {vp}", player=player.name, vp=least))
    return _("Without them: {ranges}.", ranges=listed(said))


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The result if one player had had something in addition. sheet: the complete sheet, scored again.

    kind: the game's name for what was added ("chips"); things: how many of it; words: what it is, so that it
    can stand after "with": "3 more VP in chips".
    """

    player: int
    kind: str
    things: int
    words: str
    sheet: ScoreSheet
