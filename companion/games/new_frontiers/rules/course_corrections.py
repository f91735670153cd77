"""Corrections of the game's course: the round, its end, whose turn it is, the track and the action tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.contract import Json
from companion.games.new_frontiers.rules.action_steps import current, step, track_order
from companion.games.new_frontiers.rules.endings import (
    ENDED_BY_HAND,
    ENDINGS,
    FEW_COLONISTS,
    goes_on,
    is_met,
)
from companion.games.new_frontiers.rules.fact_values import NOBODY, YES, player_called
from companion.games.new_frontiers.rules.state import Disk, State
from companion.games.new_frontiers.rules.turns import MAIN, give_turn, with_done


def with_endings(state: State) -> State:
    """The game-end conditions that are met as the facts are now. Too few colonists never begin to count
    by a correction: only a Settle action makes them (p. 7)."""
    kept = tuple(one for one in state.endings if one not in ENDINGS or is_met(state, one))
    begun = tuple(one for one in ENDINGS if one not in kept and one != FEW_COLONISTS and is_met(state, one))
    return replace(state, endings=kept + begun)


def _round(state: State, rest: list[str], value: Json) -> State:
    return replace(state, round=value)


def _last_round(state: State, rest: list[str], value: Json) -> State:
    return state.changed(endings=(ENDED_BY_HAND,), overruled=()) if value == YES else goes_on(state)


def _turn(state: State, rest: list[str], value: Json) -> State:
    return give_turn(state, player_called(state, value))


def _done(state: State, rest: list[str], value: Json) -> State:
    return with_done(state, int(rest[0]), value == YES)


def _track(state: State, rest: list[str], value: Json) -> State:
    seat, number = map(int, rest)
    disks = list(state.disks)
    at = next(i for i, disk in enumerate(disks) if (disk.player, disk.number) == (seat, number))
    disks.insert(value - 1, disks.pop(at))
    return replace(state, disks=tuple(disks))


def _produce_credits(state: State, rest: list[str], value: Json) -> State:
    tiles = (replace(tile, credits=value) if tile.name == "produce" else tile for tile in state.actions)
    return replace(state, actions=tuple(tiles))


def _action(state: State, rest: list[str], value: Json) -> State:
    """The tile's selector; the disk that selected it moves along: one disk moved for each tile selected.

    A disk goes forward to the next space that is free (p. 4): in front of those that have not moved.
    """
    old = next(tile.selected_by for tile in state.actions if tile.name == rest[0])
    new = None if value == NOBODY else player_called(state, value)
    tiles = (replace(tile, selected_by=new) if tile.name == rest[0] else tile for tile in state.actions)
    state = replace(state, actions=tuple(tiles))
    if new is not None and state.doing is not None and state.doing.action == rest[0]:
        return _doing_of(state, new)
    disks = list(state.disks)
    if old is not None:
        _move(disks, old, done=False)
    if new is not None:
        _move(disks, new, done=True)
    return replace(state, disks=_sorted(disks))


def _doing_of(state: State, selector: int) -> State:
    """The action being done is this player's: their disk is halfway, and the order begins with them. Who was
    done stays so, and what the bonus of the action brought lies where it is: pieces are overruled by
    themselves."""
    doing = current(state)
    disks = [replace(disk, half=False) for disk in state.disks]
    at = next(at for at, disk in enumerate(disks) if disk.player == selector and not disk.done)
    disks[at] = replace(disks[at], half=True)
    state = replace(state, disks=_sorted(disks))
    order = track_order(state.disks)
    if doing.at or doing.offers or (doing.draw and doing.action == "settle"):
        done, turn = doing.order[: doing.at], doing.order[doing.at : doing.at + 1]
        order = (
            *(one for one in order if one in done),
            *turn,
            *(one for one in order if one not in (*done, *turn)),
        )
        return step(state, selector=selector, order=order)
    state = step(state, selector=selector, order=order)
    if doing.action == "produce" and doing.stage != "stockpile":
        return give_turn(step(state, stage="produce", used=()), selector)
    return give_turn(state, selector) if doing.stage in MAIN.get(doing.action, ()) else state


def _sorted(disks: list[Disk]) -> tuple[Disk, ...]:
    return tuple(sorted(disks, key=lambda disk: 0 if disk.done else 1 if disk.half else 2))


def _move(disks: list[Disk], player: int, *, done: bool) -> None:
    """One disk of the player's goes to its new space, or back; none, when none of theirs can."""
    for at, disk in enumerate(disks):
        if disk.player == player and disk.done != done and not disk.half:
            disks[at] = replace(disk, done=done)
            return


SETTERS: dict[str, Callable[[State, list[str], Json], State]] = {
    "round": _round,
    "last-round": _last_round,
    "turn": _turn,
    "done": _done,
    "track": _track,
    "action": _action,
    "produce-credits": _produce_credits,
}
