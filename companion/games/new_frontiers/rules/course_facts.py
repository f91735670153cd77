"""The facts about how far the game is: round, turn, track and the action tiles."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Fact
from companion.games.new_frontiers.display.names import action_name
from companion.games.new_frontiers.rules.endings import ENDED_BY_HAND
from companion.games.new_frontiers.rules.fact_values import (
    MOST,
    MOST_ROUNDS,
    NO,
    NOBODY,
    YES,
    choice,
    colours,
    seats,
)
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.turns import has_turns, whose_turn
from companion.translation import _


def round_facts(state: State) -> Iterator[Fact]:
    yield Fact("round", _("Round"), state.round, lowest=1, highest=MOST_ROUNDS)


def last_round_facts(state: State) -> Iterator[Fact]:
    value = YES if state.endings else NO
    label = _("The game ends after this round")
    choices: tuple[str, ...] = (YES, NO)
    if state.over and state.endings != (ENDED_BY_HAND,):
        label = _(
            "The game is over: to go on, correct what ended it ({endings})",
            endings=", ".join(map(_, state.endings)),
        )
        choices = (YES,)
    yield choice(state, "last-round", label, value, choices)


def turn_facts(state: State) -> Iterator[Fact]:
    label, now, who = whose_turn(state)
    colours = tuple(state.empires[player].colour for player in who)
    value = NOBODY if now is None else state.empires[now].colour
    yield choice(state, "turn", label, value, colours or (NOBODY,))


def done_facts(state: State) -> Iterator[Fact]:
    doing = state.doing
    if doing is None or not has_turns(state):
        return
    for seat in (doing.player,) if doing.stage == "second" else doing.order:
        label = _(
            "{action}: {player} is done", action=action_name(doing.action), player=state.empires[seat].name
        )
        value = YES if seat in doing.order[: doing.at] else NO
        yield choice(state, f"done/{seat}", label, value, (YES, NO), seat)


def track_facts(state: State) -> Iterator[Fact]:
    second = any(disk.number for disk in state.disks)
    for seat, _empire, name in seats(state):
        for place, disk in enumerate(state.disks, start=1):
            if disk.player == seat:
                if second:
                    label = _(
                        "{player}: place of disk {number} on the priority track",
                        player=name,
                        number=disk.number + 1,
                    )
                else:
                    label = _("{player}: place on the priority track", player=name)
                yield Fact(
                    f"track/{seat}/{disk.number}",
                    label,
                    place,
                    lowest=1,
                    highest=len(state.disks),
                    player=seat,
                )


def action_facts(state: State) -> Iterator[Fact]:
    for tile in state.actions:
        by = NOBODY if tile.selected_by is None else state.empires[tile.selected_by].colour
        label = _("{action}: selected this round by", action=action_name(tile.name))
        choices = (NOBODY, *colours(state))
        if state.doing is not None and tile.name == state.doing.action:
            # It is being done: it is somebody's, and whose it is has a disk that has not moved.
            able = {disk.player for disk in state.disks if not disk.done}
            choices = tuple(empire.colour for seat, empire in enumerate(state.empires) if seat in able)
            if choices == (by,):
                player = state.empires[state.doing.selector].name
                label = _(
                    "{action}: only {player} had a disk left to select it",
                    action=action_name(tile.name),
                    player=player,
                )
        yield choice(state, f"action/{tile.name}", label, by, choices)


def produce_credits_facts(state: State) -> Iterator[Fact]:
    on = next((tile.credits for tile in state.actions if tile.name == "produce"), 0)
    yield Fact("produce-credits", _("Credits on Produce"), on, highest=MOST)
