"""The facts about how far the game is, and their corrections: round, turn, track and the action tiles."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Fact, Json
from companion.games.new_frontiers.rules.action_steps import current, step, track_order
from companion.games.new_frontiers.rules.endings import ENDED_BY_HAND, overrule_endings, still_met
from companion.games.new_frontiers.rules.fact_kind import FactKind
from companion.games.new_frontiers.rules.fact_values import (
    MAX_AMOUNT,
    MAX_ROUNDS,
    NO,
    NOBODY,
    YES,
    choice_fact,
    colours,
    seat_of_colour,
    seats,
)
from companion.games.new_frontiers.rules.setup import asks_where_it_matters
from companion.games.new_frontiers.rules.state import Disk, State
from companion.games.new_frontiers.rules.turns import MAIN_STAGES, give_turn, has_turns, whose_turn, with_done
from companion.games.new_frontiers.wording.names import action_name
from companion.translation import _


def round_facts(state: State) -> Iterator[Fact]:
    yield Fact("round", _("Round"), state.round, lowest=1, highest=MAX_ROUNDS)


def set_round(state: State, rest: list[str], value: Json) -> State:
    return state.changed(round=value)


def last_round_facts(state: State) -> Iterator[Fact]:
    value = YES if state.endings else NO
    choices: tuple[str, ...] = (YES, NO)
    if state.over and state.endings != (ENDED_BY_HAND,) and (still_met(state) or _goes_on_at_once(state)):
        choices = (YES,)
    yield choice_fact(state, "last-round", last_round_label(state), value, choices)


def last_round_label(state: State) -> str:
    if not state.over or state.endings == (ENDED_BY_HAND,):
        return _("The game ends after this round")
    endings = ", ".join(map(_, state.endings))
    if still_met(state) or _goes_on_at_once(state):
        return _("The game is over: to go on, correct what ended it ({endings})", endings=endings)
    return _("The game is over, though this is not so any more: {endings}", endings=endings)


def _goes_on_at_once(state: State) -> bool:
    """The correction of what ended the game begins the next round by itself."""
    return not asks_where_it_matters(state)


def set_last_round(state: State, rest: list[str], value: Json) -> State:
    return state.changed(endings=(ENDED_BY_HAND,), overruled=()) if value == YES else overrule_endings(state)


def turn_facts(state: State) -> Iterator[Fact]:
    label, now, who = whose_turn(state)
    colours = tuple(state.empires[player].colour for player in who)
    value = NOBODY if now is None else state.empires[now].colour
    yield choice_fact(state, "turn", label, value, colours or (NOBODY,))


def set_turn(state: State, rest: list[str], value: Json) -> State:
    return give_turn(state, seat_of_colour(state, value))


def done_facts(state: State) -> Iterator[Fact]:
    doing = state.doing
    if doing is None or not has_turns(state):
        return
    for seat in (doing.player,) if doing.stage == "second" else doing.order:
        label = _(
            "{action}: {player} is done", action=action_name(doing.action), player=state.empires[seat].name
        )
        value = YES if seat in doing.order[: doing.at] else NO
        yield choice_fact(state, f"done/{seat}", label, value, (YES, NO), seat)


def way_out(state: State) -> tuple[Fact, Json] | None:
    """Whose turn of the action it is, is done."""
    doing = state.doing
    asked = f"done/{doing.player}" if doing is not None else ""
    return next(((fact, YES) for fact in done_facts(state) if fact.path == asked and fact.value == NO), None)


def set_done(state: State, rest: list[str], value: Json) -> State:
    return with_done(state, int(rest[0]), value == YES)


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


def set_track(state: State, rest: list[str], value: Json) -> State:
    seat, number = map(int, rest)
    disks = list(state.disks)
    at = next(i for i, disk in enumerate(disks) if (disk.player, disk.number) == (seat, number))
    disks.insert(value - 1, disks.pop(at))
    return state.changed(disks=tuple(disks))


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
        yield choice_fact(state, f"action/{tile.name}", label, by, choices)


def set_action(state: State, rest: list[str], value: Json) -> State:
    """The tile's selector; the disk that selected it moves along: one disk moved for each tile selected.

    A disk goes forward to the next space that is free (p. 4): in front of those that have not moved.
    """
    old = next(tile.selected_by for tile in state.actions if tile.name == rest[0])
    new = None if value == NOBODY else seat_of_colour(state, value)
    tiles = (tile.changed(selected_by=new) if tile.name == rest[0] else tile for tile in state.actions)
    state = state.changed(actions=tuple(tiles))
    if new is not None and state.doing is not None and state.doing.action == rest[0]:
        return _doing_of(state, new)
    disks = list(state.disks)
    if old is not None:
        _move(disks, old, done=False)
    if new is not None:
        _move(disks, new, done=True)
    return state.changed(disks=_sorted(disks))


def _doing_of(state: State, selector: int) -> State:
    """The action being done is this player's: their disk is halfway, and the order begins with them. Who was
    done stays so, and what the bonus of the action brought lies where it is: pieces are overruled by
    themselves."""
    doing = current(state)
    disks = [disk.changed(half=False) for disk in state.disks]
    at = next(at for at, disk in enumerate(disks) if disk.player == selector and not disk.done)
    disks[at] = disks[at].changed(half=True)
    state = state.changed(disks=_sorted(disks))
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
    return give_turn(state, selector) if doing.stage in MAIN_STAGES.get(doing.action, ()) else state


def _sorted(disks: list[Disk]) -> tuple[Disk, ...]:
    return tuple(sorted(disks, key=lambda disk: 0 if disk.done else 1 if disk.half else 2))


def _move(disks: list[Disk], player: int, *, done: bool) -> None:
    """One disk of the player's goes to its new space, or back; none, when none of theirs can."""
    for at, disk in enumerate(disks):
        if disk.player == player and disk.done != done and not disk.half:
            disks[at] = disk.changed(done=done)
            return


def produce_credits_facts(state: State) -> Iterator[Fact]:
    on = next((tile.credits for tile in state.actions if tile.name == "produce"), 0)
    yield Fact("produce-credits", _("Credits on Produce"), on, highest=MAX_AMOUNT)


def set_produce_credits(state: State, rest: list[str], value: Json) -> State:
    tiles = (tile.changed(credits=value) if tile.name == "produce" else tile for tile in state.actions)
    return state.changed(actions=tuple(tiles))


COURSE = (
    FactKind("round", round_facts, set_round),
    FactKind("last-round", last_round_facts, set_last_round),
    FactKind("turn", turn_facts, set_turn),
    FactKind("done", done_facts, set_done),
    FactKind("track", track_facts, set_track),
    FactKind("action", action_facts, set_action),
    FactKind("produce-credits", produce_credits_facts, set_produce_credits),
)
