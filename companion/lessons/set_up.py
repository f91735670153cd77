"""The checklist for setting a table up: what is done, by the camera or by touch, and who does it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from companion.games.contract import SetUpTask, State
from companion.table.observation import SeenTable
from companion.table.table import Table


@dataclass(frozen=True, slots=True)
class SetUpItem:
    """A task with its state. who: the seat that does it. done: "camera", "touch" or "": not yet. wrong: tiles
    that the camera sees elsewhere, or with the other face up. found: of `lies`, how many it sees in place."""

    task: SetUpTask
    who: int
    done: Literal["", "camera", "touch"]
    wrong: tuple[str, ...] = ()
    found: int = 0


def tasks_of(table: Table[State]) -> tuple[SetUpTask, ...]:
    """What to lay out for this table's game, as it began."""
    return table.game.lessons.set_up(table.path(1)[0][1].state)


def checklist(
    tasks: Iterable[SetUpTask], players: int, laid: frozenset[str], seen: SeenTable | None
) -> tuple[SetUpItem, ...]:
    """The tasks with their states. seen: what the camera reports of this table; None: none looks.

    A task of no particular seat goes to the player who has the fewest so far.
    """
    tasks = tuple(tasks)
    counts = [sum(task.seat == seat for task in tasks) for seat in range(players)]
    items = []
    for task in tasks:
        who = task.seat
        if who is None:
            who = min(range(players), key=lambda seat: counts[seat])
            counts[who] += 1
        wrong = _wrong(task, seen)
        found = _found(task, seen)
        done: Literal["", "camera", "touch"] = ""
        if _all_seen(task, seen, wrong, found):
            done = "camera"
        elif task.id in laid:
            done = "touch"
        items.append(SetUpItem(task, who, done, wrong, found))
    return tuple(items)


def _found(task: SetUpTask, seen: SeenTable | None) -> int:
    if seen is None:
        return 0
    return sum(
        tile in seen.spots
        and seen.spots[tile].zone == spot.zone
        and (not spot.face or seen.spots[tile].face == spot.face)
        for tile, spot in task.lies
    )


def _wrong(task: SetUpTask, seen: SeenTable | None) -> tuple[str, ...]:
    if seen is None:
        return ()
    lying = [
        tile
        for tile, spot in task.lies
        if tile in seen.spots
        and (seen.spots[tile].zone != spot.zone or (spot.face != "" and seen.spots[tile].face != spot.face))
    ]
    return (*lying, *sorted(task.away & seen.spots.keys()))


def _all_seen(task: SetUpTask, seen: SeenTable | None, wrong: tuple[str, ...], found: int) -> bool:
    if seen is None or not seen.watching or wrong:
        return False
    return found == len(task.lies) if task.lies else bool(task.away)
