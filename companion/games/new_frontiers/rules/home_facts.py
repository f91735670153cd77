"""The fact which home a player has, and its correction: homes that worlds replace go and come back."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Fact, Json
from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.fact_kind import FactKind
from companion.games.new_frontiers.rules.fact_values import NONE, REPLACED, seats
from companion.games.new_frontiers.rules.placing import (
    colonists_taken,
    good_taken,
    gray_without_goods,
    with_changed,
)
from companion.games.new_frontiers.rules.setup import homes
from companion.games.new_frontiers.rules.state import Colony, State
from companion.translation import _


def home_facts(state: State) -> Iterator[Fact]:
    """The home on each mat, or the world that lies in its place; the mats dealt, before homes are chosen."""
    homes = state.catalogue.homes
    if state.doing is not None and state.doing.action == "homes":
        return
    of = {
        colony.world if colony.world in homes else colony.covers: seat
        for seat, empire in enumerate(state.empires)
        for colony in empire.colonies
    }
    for seat, empire, name in seats(state):
        free = tuple(id for id in homes if of.get(id, seat) == seat)
        settled = tuple(colony.world for colony in empire.colonies if colony.world not in homes)
        choices = (*free, *(f"{REPLACED} {id}" for id in settled))
        value = home_of(state, seat)
        if value not in choices:
            choices = (value, *choices)
        choice_words = tuple(_home_in_words(state, value) for value in choices)
        label = _("{player}: home colony", player=name)
        yield Fact(f"home/{seat}", label, value, choices, player=seat, said=choice_words)


def home_of(state: State, seat: int) -> str:
    """The player's home as its fact has it: an id, what replaced it, or that there is none."""
    for colony in state.empires[seat].colonies:
        if colony.world in state.catalogue.homes:
            return colony.world
        if colony.covers is not None:
            return f"{REPLACED} {colony.world}"
    return NONE


def _home_in_words(state: State, value: str) -> str:
    if value == NONE:
        return _(NONE)
    if value.startswith(REPLACED):
        return _("replaced by {world}", world=_named(state, value.removeprefix(f"{REPLACED} ")))
    return _named(state, value)


def _named(state: State, id: str) -> str:
    return f"{tile_called(state, id)} ({id})"


def set_home(state: State, rest: list[str], value: Json) -> State:
    """The home that lies there; or the world in whose place it was: the home's colonist goes to the mat and
    its good to the supply. A home that comes back takes its colonist from the mat, or else from the supply.
    """
    seat = int(rest[0])
    empire = state.empires[seat]
    is_home = state.catalogue.homes.__contains__
    before = next((c for c in empire.colonies if is_home(c.world)), None)
    covers = next((c.covers for c in empire.colonies if c.covers is not None), None)
    others = tuple(c.changed(covers=None) for c in empire.colonies if c is not before)
    if value.startswith(REPLACED):
        world = value.removeprefix(f"{REPLACED} ")
        covered = before.world if before is not None else covers or next(iter(homes(state, seat)), "")
        colonies = tuple(c.changed(covers=covered) if c.world == world else c for c in others)
        state = with_changed(state, seat, colonies=colonies)
        if before is not None:
            state = with_changed(state, seat, colonists=empire.colonists + before.colonists)
            state = state.changed(supply=good_taken(state.supply, before.good, -1))
        return state
    if before is not None:
        return gray_without_goods(with_changed(state, seat, colonies=(before.changed(world=value), *others)))
    own = min(1, empire.colonists)
    taken = min(1 - own, state.supply.colonists)
    state = with_changed(
        state,
        seat,
        colonies=(Colony(value, own + taken), *others),
        colonists=empire.colonists - own,
    )
    return state.changed(supply=colonists_taken(state.supply, taken))


HOME = FactKind("home", home_facts, set_home, ends_game=True)
