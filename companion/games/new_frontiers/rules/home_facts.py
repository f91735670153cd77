"""The fact which home a player has, and its correction: homes that worlds replace go and come back."""

from __future__ import annotations

from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.fact_values import NONE, PLAYER, REPLACED, Row
from companion.games.new_frontiers.rules.placing import (
    colonists_taken,
    good_taken,
    gray_without_goods,
    with_changed,
)
from companion.games.new_frontiers.rules.setup import homes
from companion.games.new_frontiers.rules.state import Colony, State
from companion.translation import _, marked


def home_of(state: State, seat: int) -> str:
    """The player's home as its fact has it: an id, what replaced it, or that there is none."""
    for colony in state.empires[seat].colonies:
        if colony.world in state.catalogue.homes:
            return colony.world
        if colony.covers is not None:
            return f"{REPLACED} {colony.world}"
    return NONE


def _home_choices(state: State, seat: int) -> tuple[str, ...]:
    """The homes that nobody else has, and the player's worlds, each of which may lie in its place."""
    every = state.catalogue.homes
    others = {
        colony.world if colony.world in every else colony.covers
        for other, empire in enumerate(state.empires)
        for colony in empire.colonies
        if other != seat
    }
    settled = (colony.world for colony in state.empires[seat].colonies if colony.world not in every)
    choices = (*(id for id in every if id not in others), *(f"{REPLACED} {id}" for id in settled))
    value = home_of(state, seat)
    return choices if value in choices else (value, *choices)


def _home_in_words(state: State, value: str) -> str:
    if value == NONE:
        return _(NONE)
    id = value.removeprefix(f"{REPLACED} ")
    called = f"{tile_called(state, id)} ({id})"
    return called if id == value else _("replaced by {world}", world=called)


def _are_chosen(state: State) -> bool:
    """Before homes are chosen, only mats are dealt."""
    return state.doing is None or state.doing.action != "homes"


@Row(
    "home",
    marked("{player}: home colony"),
    (PLAYER,),
    of=home_of,
    choices=_home_choices,
    said=_home_in_words,
    when=_are_chosen,
)
def home(state: State, value: str, seat: int) -> State:
    """The home that lies there; or the world in whose place it was: the home's colonist goes to the mat and
    its good to the supply. A home that comes back takes its colonist from the mat, or else from the supply.
    """
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
        state, seat, colonies=(Colony(value, own + taken), *others), colonists=empire.colonists - own
    )
    return state.changed(supply=colonists_taken(state.supply, taken))
