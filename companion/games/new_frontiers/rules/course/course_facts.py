"""The facts about the course of play and their corrections: round, turn, track and the action tiles."""

from __future__ import annotations

from operator import attrgetter

from companion.games.contract import Each, Fact
from companion.games.contract.fact_rows import NO, YES
from companion.games.new_frontiers.rules.action_steps import current, step, track_order
from companion.games.new_frontiers.rules.course.turns import (
    give_turn,
    has_turns,
    in_turn,
    whose_turn,
    with_done,
    with_selector,
)
from companion.games.new_frontiers.rules.endings import ENDED_BY_HAND, overrule_endings, still_met
from companion.games.new_frontiers.rules.fact_values import (
    MAX_AMOUNT,
    NOBODY,
    PLAYER,
    Row,
    colours,
    seat_of_colour,
    value_in_words,
)
from companion.games.new_frontiers.rules.setup import asks_where_it_matters
from companion.games.new_frontiers.rules.state import Disk, State
from companion.games.new_frontiers.wording.names import action_name
from companion.translation import _, marked

round_number = Row("round", marked("Round"), of="round", lowest=1, highest=99)


# --- the end of the game --------------------------------------------------------------------------------


def _last_round_choices(state: State) -> tuple[str, ...]:
    over = state.over and state.endings != (ENDED_BY_HAND,)
    return (YES,) if over and (still_met(state) or _goes_on_at_once(state)) else (YES, NO)


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


@Row("last-round", last_round_label, of=lambda s: YES if s.endings else NO, choices=_last_round_choices)
def last_round(state: State, value: str) -> State:
    return state.changed(endings=(ENDED_BY_HAND,), overruled=()) if value == YES else overrule_endings(state)


# --- turns ----------------------------------------------------------------------------------------------


class _Turn:
    """Whose turn it is, and whose it may be."""

    def __init__(self, state: State) -> None:
        self.label, now, who = whose_turn(state)
        self.now = NOBODY if now is None else state.empires[now].colour
        self.may_be = tuple(state.empires[player].colour for player in who) or (NOBODY,)


@Row(
    "turn",
    attrgetter("label"),
    of=attrgetter("now"),
    choices=attrgetter("may_be"),
    said=value_in_words,
    once=_Turn,
)
def turn(state: State, value: str) -> State:
    return state if value == NOBODY else give_turn(state, seat_of_colour(state, value))


def _done_label(state: State, seat: int) -> str:
    action = action_name(current(state).action)
    return _("{action}: {player} is done", action=action, player=state.empires[seat].name)


def _is_done(state: State, seat: int) -> bool:
    doing = current(state)
    return seat in doing.order[: doing.at]


@Row("done", _done_label, (PLAYER.among(in_turn),), of=_is_done, choices=bool, when=has_turns)
def done(state: State, value: bool, seat: int) -> State:
    return with_done(state, seat, value)


def way_out(state: State) -> tuple[Fact, str] | None:
    """Whose turn of the action it is, is done."""
    found = None if state.doing is None else done.find(state, f"done/{state.doing.player}")
    return None if found is None or found[0].value == YES else (found[0], YES)


# --- the priority track ---------------------------------------------------------------------------------


def _disk_label(state: State, seat: int, number: int) -> str:
    player = state.empires[seat].name
    if not any(disk.number for disk in state.disks):
        return _("{player}: place on the priority track", player=player)
    return _("{player}: place of disk {number} on the priority track", player=player, number=number + 1)


def _place_of_disk(state: State, seat: int, number: int) -> int:
    places = enumerate(state.disks, start=1)
    return next(place for place, disk in places if (disk.player, disk.number) == (seat, number))


NUMBER = Each[State](
    "number",
    lambda state, seat: [disk.number for disk in state.disks if disk.player == seat],
    lambda _state, number: str(number + 1),
)


@Row(
    "track",
    _disk_label,
    (PLAYER, NUMBER),
    of=_place_of_disk,
    lowest=1,
    highest=lambda s, *_keys: len(s.disks),
)
def track(state: State, value: int, seat: int, number: int) -> State:
    disks = list(state.disks)
    disks.insert(value - 1, disks.pop(_place_of_disk(state, seat, number) - 1))
    return state.changed(disks=tuple(disks))


# --- action tiles ---------------------------------------------------------------------------------------


def _selector(state: State, action: str) -> str:
    by = next(tile.selected_by for tile in state.actions if tile.name == action)
    return NOBODY if by is None else state.empires[by].colour


def _selectors(state: State, action: str) -> tuple[str, ...]:
    if state.doing is None or action != state.doing.action:
        return (NOBODY, *colours(state))
    # It is being done: it is somebody's, and whose it is has a disk that has not moved.
    able = {disk.player for disk in state.disks if not disk.done}
    return tuple(empire.colour for seat, empire in enumerate(state.empires) if seat in able)


def _selected_label(state: State, action: str) -> str:
    if state.doing is None or _selectors(state, action) != (_selector(state, action),):
        return _("{action}: selected this round by", action=action_name(action))
    player = state.empires[state.doing.selector].name
    return _(
        "{action}: only {player} had a disk left to select it", action=action_name(action), player=player
    )


@Row(
    "action",
    _selected_label,
    (Each("action", lambda s: [tile.name for tile in s.actions], lambda _s, action: action_name(action)),),
    of=_selector,
    choices=_selectors,
    said=value_in_words,
)
def selected(state: State, value: str, action: str) -> State:
    """The tile's selector; the disk that selected it moves along: one disk moved for each tile selected.

    A disk goes forward to the next space that is free (p. 4): in front of those that have not moved.
    """
    old = next(tile.selected_by for tile in state.actions if tile.name == action)
    new = None if value == NOBODY else seat_of_colour(state, value)
    tiles = (tile.changed(selected_by=new) if tile.name == action else tile for tile in state.actions)
    state = state.changed(actions=tuple(tiles))
    if new is not None and state.doing is not None and state.doing.action == action:
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
    return with_selector(step(state, selector=selector, order=order), selector)


def _sorted(disks: list[Disk]) -> tuple[Disk, ...]:
    return tuple(sorted(disks, key=lambda disk: 0 if disk.done else 1 if disk.half else 2))


def _move(disks: list[Disk], player: int, *, done: bool) -> None:
    """One disk of the player's goes to its new space, or back; none, when none of theirs can."""
    for at, disk in enumerate(disks):
        if disk.player == player and disk.done != done and not disk.half:
            disks[at] = disk.changed(done=done)
            return


@Row(
    "produce-credits",
    marked("Credits on Produce"),
    of=lambda s: next((tile.credits for tile in s.actions if tile.name == "produce"), 0),
    highest=MAX_AMOUNT,
)
def produce_credits(state: State, value: int) -> State:
    tiles = (tile.changed(credits=value) if tile.name == "produce" else tile for tile in state.actions)
    return state.changed(actions=tuple(tiles))


COURSE = (round_number, last_round, turn, done, track, selected, produce_credits)
