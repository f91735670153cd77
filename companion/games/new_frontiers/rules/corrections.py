"""A person overrules the tracker: each fact of `facts.py` set to another value, and the change in words.

Pieces are moved, not made: colonists, goods, chips and tiles that an empire has more of come out of the
supply as far as it has them, and go back into it. Credits have no limit (rulebook p. 10). What then does
not add up, `checks.py` says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.contract import Correction, Fact, Illegal, Json
from companion.games.new_frontiers.rules.action_steps import current, step, track_order
from companion.games.new_frontiers.rules.actions.develop import FULL_MAT, MAT_SPACES, spaces
from companion.games.new_frontiers.rules.actions.settle import (
    FEW_COLONISTS,
    FEWEST_COLONISTS,
    FULL_EMPIRE,
    MOST_COLONIES,
)
from companion.games.new_frontiers.rules.facts import (
    NOBODY,
    NONE,
    YES,
    find,
    player_called,
)
from companion.games.new_frontiers.rules.placing import (
    colonists_taken,
    good_taken,
    put_goal,
    put_world,
    with_changed,
    without,
)
from companion.games.new_frontiers.rules.round import resume
from companion.games.new_frontiers.rules.setup import two_faced
from companion.games.new_frontiers.rules.state import Colony, Disk, Empire, State
from companion.games.new_frontiers.rules.supply import EMPTY_POOL
from companion.games.new_frontiers.rules.turns import MAIN, give_turn
from companion.games.new_frontiers.tiles.powers import KINDS
from companion.translation import _, marked

ENDED_BY_HAND = marked("the players agreed that it ends")


def correct(state: State, correction: Correction) -> State:
    """The state with one fact overruled; a question that has no answer any more is passed over.

    Raises Illegal: no such fact, or not a value that it may have.
    """
    fact = _checked(state, correction)
    head, *rest = fact.path.split("/")
    state = _SETTERS[head](state, rest, correction.value)
    return resume(_with_endings(state) if head in _END_THE_GAME else state)


def correction_words(state: State, correction: Correction) -> str:
    """ "Blue: credits: 5 instead of 3". Raises Illegal as `correct` does."""
    fact = _checked(state, correction)
    return _(
        "{fact}: {value} instead of {before}",
        fact=fact.label,
        value=fact.words(correction.value),
        before=fact.words(fact.value),
    )


def _checked(state: State, correction: Correction) -> Fact:
    path, value = correction.path, correction.value
    fact = find(state, path)
    if fact is None:
        raise Illegal(_("There is nothing to correct called {path} now.", path=repr(path)[:60]))
    if fact.choices:
        if fact.choices == (fact.value,):
            raise Illegal(f"{fact.label}.")
        if value not in fact.choices:
            raise Illegal(
                _("{fact}: choose one of {choices}.", fact=fact.label, choices=", ".join(fact.choices))
            )
    elif type(value) is not int or value < fact.lowest or (fact.highest is not None and value > fact.highest):
        if fact.highest is None:
            raise Illegal(
                _("{fact}: give a whole number from {lowest}.", fact=fact.label, lowest=fact.lowest)
            )
        raise Illegal(
            _(
                "{fact}: give a whole number from {lowest} to {highest}.",
                fact=fact.label,
                lowest=fact.lowest,
                highest=fact.highest,
            )
        )
    if value == fact.value:
        raise Illegal(_("{fact}: it is {value} already.", fact=fact.label, value=fact.words(fact.value)))
    return fact


_END_THE_GAME = ("chips", "colonists", "settled-colonists", "world", "development", "supply")
"""The facts that tell whether the game ends (p. 9)."""


def _with_endings(state: State) -> State:
    """The game-end conditions that are met as the facts are now. Too few colonists never begin to count
    by a correction: only a Settle action makes them (p. 7)."""
    seats = range(len(state.empires))
    met = {
        EMPTY_POOL: state.supply.vp == 0,
        FULL_EMPIRE: any(len(empire.colonies) > MOST_COLONIES for empire in state.empires),
        FULL_MAT: any(spaces(state, seat) > MAT_SPACES for seat in seats),
        FEW_COLONISTS: FEW_COLONISTS in state.endings and state.supply.colonists < FEWEST_COLONISTS,
    }
    kept = tuple(ending for ending in state.endings if met.get(ending, True))
    begun = tuple(ending for ending, now in met.items() if now and ending not in kept)
    return replace(state, endings=kept + begun)


# --- the game's course ----------------------------------------------------------------------------------


def _round(state: State, rest: list[str], value: Json) -> State:
    return replace(state, round=value)


def _last_round(state: State, rest: list[str], value: Json) -> State:
    return replace(state, endings=(ENDED_BY_HAND,) if value == YES else ())


def _turn(state: State, rest: list[str], value: Json) -> State:
    return give_turn(state, player_called(state, value))


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


# --- empires --------------------------------------------------------------------------------------------


def _credits(state: State, rest: list[str], value: Json) -> State:
    return with_changed(state, int(rest[0]), credits=value)


def _chips(state: State, rest: list[str], value: Json) -> State:
    """What the pool cannot give comes out of the 10s, and goes back there first (p. 8)."""
    seat, supply = int(rest[0]), state.supply
    left = supply.vp - supply.vp_tens - (value - state.empires[seat].chips)
    supply = replace(supply, vp=max(0, left), vp_tens=max(0, -left))
    return replace(with_changed(state, seat, chips=value), supply=supply)


def _colonists(state: State, rest: list[str], value: Json) -> State:
    seat = int(rest[0])
    supply = colonists_taken(state.supply, value - state.empires[seat].colonists)
    return replace(with_changed(state, seat, colonists=value), supply=supply)


def _settled_colonists(state: State, rest: list[str], value: Json) -> State:
    seat, world = int(rest[0]), rest[1]
    colony = _colony(state.empires[seat], world)
    supply = colonists_taken(state.supply, value - colony.colonists)
    return replace(_with_colony(state, seat, replace(colony, colonists=value)), supply=supply)


def _good(state: State, rest: list[str], value: Json) -> State:
    seat, world = int(rest[0]), rest[1]
    colony = _colony(state.empires[seat], world)
    good = None if value == NONE else value
    supply = good_taken(good_taken(state.supply, colony.good, -1), good, 1)
    return replace(_with_colony(state, seat, replace(colony, good=good)), supply=supply)


def _home(state: State, rest: list[str], value: Json) -> State:
    seat = int(rest[0])
    colonies = tuple(
        replace(colony, world=value) if colony.world in state.catalogue.homes else colony
        for colony in state.empires[seat].colonies
    )
    return with_changed(state, seat, colonies=colonies)


def _development(state: State, rest: list[str], value: Json) -> State:
    seat, id = int(rest[0]), rest[1]
    empire = state.empires[seat]
    if value == YES:
        state = with_changed(state, seat, developments=(*empire.developments, id))
    else:
        state = with_changed(
            state,
            seat,
            developments=without(empire.developments, id),
            new_developments=without(empire.new_developments, id),
        )
    more = -1 if value == YES else 1
    stacks = ((d, max(0, left + more) if d == id else left) for d, left in state.supply.developments)
    return replace(state, supply=replace(state.supply, developments=tuple(stacks)))


def _stockpile_credits(state: State, rest: list[str], value: Json) -> State:
    seat = int(rest[0])
    return with_changed(state, seat, stockpile=replace(state.empires[seat].stockpile, credits=value))


def _stockpile_goods(state: State, rest: list[str], value: Json) -> State:
    seat, kind = int(rest[0]), rest[1]
    stockpile = state.empires[seat].stockpile
    others = tuple(good for good in stockpile.goods if good != kind)
    supply = good_taken(state.supply, kind, value - stockpile.goods.count(kind))
    state = with_changed(state, seat, stockpile=replace(stockpile, goods=(*others, *(kind,) * value)))
    return replace(state, supply=supply)


def _by_hand(state: State, rest: list[str], value: Json) -> State:
    seat, tile = int(rest[0]), rest[1]
    others = tuple(pair for pair in state.empires[seat].by_hand if pair[0] != tile)
    return with_changed(state, seat, by_hand=(*others, (tile, value)))


# --- tiles and the supply -------------------------------------------------------------------------------


def _world(state: State, rest: list[str], value: Json) -> State:
    return put_world(state, rest[0], value)


def _goal(state: State, rest: list[str], value: Json) -> State:
    return put_goal(state, rest[0], value)


def _side(state: State, rest: list[str], value: Json) -> State:
    """The tile or the whole stack lies on its other side (p. 3): on the development mat and in empires."""
    faces = two_faced(state.catalogue)[rest[0]]

    def turned(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(value if id in faces else id for id in ids)

    for seat, empire in enumerate(state.empires):
        state = with_changed(
            state,
            seat,
            developments=turned(empire.developments),
            new_developments=turned(empire.new_developments),
        )
    stacks = tuple((value if id in faces else id, left) for id, left in state.supply.developments)
    return replace(state, supply=replace(state.supply, developments=stacks))


def _supply(state: State, rest: list[str], value: Json) -> State:
    supply = state.supply
    match rest:
        case ["vp"]:
            supply = replace(supply, vp=value)
        case ["colonists"]:
            supply = replace(supply, colonists=value)
        case ["goods", kind]:
            at = KINDS.index(kind)
            goods = (*supply.goods[:at], value, *supply.goods[at + 1 :])
            supply = replace(supply, goods=goods)
        case ["development", id]:
            stacks = tuple((d, value if d == id else left) for d, left in supply.developments)
            supply = replace(supply, developments=stacks)
    return replace(state, supply=supply)


def _with_colony(state: State, seat: int, colony: Colony) -> State:
    colonies = (colony if old.world == colony.world else old for old in state.empires[seat].colonies)
    return with_changed(state, seat, colonies=tuple(colonies))


def _colony(empire: Empire, world: str) -> Colony:
    return next(colony for colony in empire.colonies if colony.world == world)


_SETTERS: dict[str, Callable[[State, list[str], Json], State]] = {
    "round": _round,
    "last-round": _last_round,
    "turn": _turn,
    "track": _track,
    "action": _action,
    "produce-credits": _produce_credits,
    "credits": _credits,
    "chips": _chips,
    "colonists": _colonists,
    "home": _home,
    "settled-colonists": _settled_colonists,
    "good": _good,
    "development": _development,
    "stockpile-credits": _stockpile_credits,
    "stockpile-goods": _stockpile_goods,
    "by-hand": _by_hand,
    "world": _world,
    "goal": _goal,
    "side": _side,
    "supply": _supply,
}
