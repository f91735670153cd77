"""A person overrules the tracker: each fact of `facts.py` set to another value, and the change in words.

Pieces are moved, not made: colonists, goods, chips and tiles that an empire has more of come out of the
supply as far as it has them, and go back into it. Credits have no limit (rulebook p. 10). What then does
not add up, `checks.py` says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.contract import Correction, Fact, Illegal, Json
from companion.games.new_frontiers.rules import course_corrections
from companion.games.new_frontiers.rules.fact_values import NONE, REPLACED, YES
from companion.games.new_frontiers.rules.facts import find
from companion.games.new_frontiers.rules.placing import (
    colonists_taken,
    good_taken,
    gray_without_goods,
    put_goal,
    put_world,
    with_changed,
    without,
)
from companion.games.new_frontiers.rules.round import resume
from companion.games.new_frontiers.rules.round_end import reopen
from companion.games.new_frontiers.rules.setup import homes, two_faced
from companion.games.new_frontiers.rules.state import Colony, Empire, State
from companion.games.new_frontiers.tiles.powers import KINDS
from companion.translation import _

_END_THE_GAME = ("chips", "colonists", "settled-colonists", "home", "world", "development", "supply")
"""The facts that tell whether the game ends (p. 9)."""


def correct(state: State, correction: Correction) -> State:
    """The state with one fact overruled; a question that has no answer any more is passed over.

    Raises Illegal: no such fact, or not a value that it may have.
    """
    fact = _checked(state, correction)
    head, *rest = fact.path.split("/")
    ended = state.over and bool(state.endings)
    state = _SETTERS[head](state, rest, correction.value)
    if head in _END_THE_GAME:
        state = course_corrections.with_endings(state)
    return reopen(state) if ended and not state.endings else resume(state)


def correction_words(state: State, correction: Correction) -> str:
    """ "Blue: credits: 5 instead of 3". Raises Illegal as `correct` does."""
    fact = _checked(state, correction)
    words = _(
        "{fact}: {value} instead of {before}",
        fact=fact.label,
        value=fact.words(correction.value),
        before=fact.words(fact.value),
    )
    turn = find(state, "turn")
    if fact.path.startswith("track/") and state.doing is not None and turn is not None:
        return _(
            "{correction}. The order of the action being done stays: it is changed at “{turn}”.",
            correction=words,
            turn=turn.label,
        )
    return words


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
    """The home that lies there; or the world in whose place it was: the home's colonist goes to the mat and
    its good to the supply. A home that comes back takes its colonist from the mat, or else from the supply.
    """
    seat = int(rest[0])
    empire = state.empires[seat]
    is_home = state.catalogue.homes.__contains__
    before = next((c for c in empire.colonies if is_home(c.world)), None)
    covers = next((c.covers for c in empire.colonies if c.covers is not None), None)
    others = tuple(replace(c, covers=None) for c in empire.colonies if c is not before)
    if value.startswith(REPLACED):
        world = value.removeprefix(f"{REPLACED} ")
        covered = before.world if before is not None else covers or next(iter(homes(state, seat)), "")
        colonies = tuple(replace(c, covers=covered) if c.world == world else c for c in others)
        state = with_changed(state, seat, colonies=colonies)
        if before is not None:
            state = with_changed(state, seat, colonists=empire.colonists + before.colonists)
            state = replace(state, supply=good_taken(state.supply, before.good, -1))
        return state
    if before is not None:
        return gray_without_goods(with_changed(state, seat, colonies=(replace(before, world=value), *others)))
    own = min(1, empire.colonists)
    taken = min(1 - own, state.supply.colonists)
    state = with_changed(
        state,
        seat,
        colonies=(Colony(value, own + taken), *others),
        colonists=empire.colonists - own,
    )
    return replace(state, supply=colonists_taken(state.supply, taken))


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
    **course_corrections.SETTERS,
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
