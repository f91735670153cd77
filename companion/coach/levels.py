"""What each level of help shows of an advice, and which level a seat has at this moment."""

from __future__ import annotations

from companion.games.contract import State
from companion.table.advice import POOR, Graded, SeatAdvice
from companion.table.settings import CAREFUL, GUIDED, NO_HELP, TAUGHT
from companion.table.snapshot import Now
from companion.table.table import Table


def shown(advice: SeatAdvice, level: str) -> tuple[tuple[Graded, bool], ...]:
    """What a level shows of an advice, each with whether it is recommended."""
    if level == TAUGHT:
        return tuple((one, True) for one in advice.graded[:1])
    if level == CAREFUL:
        return tuple((one, False) for one in advice.graded if one.shade == POOR)
    return tuple((one, False) for one in advice.graded) if level == GUIDED else ()


def level_now(table: Table[State], now: Now[State], seat: int | None) -> str:
    """The level of a seat at this moment: none once it had the help of this round that the table wants."""
    level, limit = now.settings.help_of(seat), int(now.settings.help_limit)
    if level == NO_HELP or not limit:
        return level
    game, had = table.game, 0
    present = game.phase(now.state).round
    for entry, node in reversed(table.path(now.number)):
        if game.phase(node.state).round != present:
            break
        had += entry.kind == "decision" and entry.player == seat
    return level if had < limit else NO_HELP
