"""The facts about where tiles lie and what is left in the supply, and their corrections."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Fact, Json
from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.fact_kind import FactKind
from companion.games.new_frontiers.rules.fact_values import (
    BAG,
    BOX,
    CENTER,
    COLONISTS_IN_BOX,
    COLONY,
    EXPLORED,
    FACE_DOWN,
    FACE_UP,
    MAX_AMOUNT,
    STOCKPILE,
    UNSEEN,
    colours,
    place_in_words,
    with_goals,
    world_places,
)
from companion.games.new_frontiers.rules.placing import put_goal, put_world, with_changed
from companion.games.new_frontiers.rules.setup import two_faced
from companion.games.new_frontiers.rules.state import GOODS, State
from companion.games.new_frontiers.tiles.powers import KINDS
from companion.games.new_frontiers.wording.names import kind_name
from companion.translation import _


def side_facts(state: State) -> Iterator[Fact]:
    """The coins of later games, and the white-square sides of a first one (p. 3)."""
    for stack, faces in two_faced(state.catalogue).items():
        up = next((id for id, _left in state.supply.developments if id in faces), None)
        if up is None:
            continue
        one, other = (tile_called(state, id) for id in faces)
        label = _("{one} or {other}: the side in play", one=one, other=other)
        yield Fact(f"side/{stack}", label, up, faces, said=(one, other))


def set_side(state: State, rest: list[str], value: Json) -> State:
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
    return state.changed(supply=state.supply.changed(developments=stacks))


def world_facts(state: State) -> Iterator[Fact]:
    held = (EXPLORED, COLONY, *((STOCKPILE,) if with_goals(state) else ()))
    places = (BAG, CENTER, *(f"{how} {colour}" for colour in colours(state) for how in held), BOX)
    choice_words = tuple(place_in_words(state, place) for place in places)
    at = world_places(state)
    for id in state.catalogue.worlds:
        label = _("{world} ({id}) is", world=tile_called(state, id), id=id)
        yield Fact(f"world/{id}", label, at.get(id, BOX), places, said=choice_words)


def set_world(state: State, rest: list[str], value: Json) -> State:
    return put_world(state, rest[0], value)


def goal_facts(state: State) -> Iterator[Fact]:
    if not with_goals(state):
        return
    places = (UNSEEN, *(f"{how} {colour}" for colour in colours(state) for how in (FACE_UP, FACE_DOWN)))
    choice_words = tuple(place_in_words(state, place) for place in places)
    for id, goal in state.catalogue.goals.items():
        holder = next((empire.colour for empire in state.empires if id in empire.goals), None)
        value = UNSEEN if holder is None else f"{FACE_UP} {holder}"
        label = _("{goal} is", goal=goal.name)
        yield Fact(f"goal/{id}", label, value, places, said=choice_words)


def set_goal(state: State, rest: list[str], value: Json) -> State:
    return put_goal(state, rest[0], value)


def supply_facts(state: State) -> Iterator[Fact]:
    supply = state.supply
    yield Fact("supply/vp", _("VP left in the common supply"), supply.vp, highest=MAX_AMOUNT)
    label = _("Colonists left on the colonists mat")
    yield Fact("supply/colonists", label, supply.colonists, highest=COLONISTS_IN_BOX)
    for kind, left, all_of in zip(KINDS, supply.goods, GOODS, strict=True):
        label = _("{kind} goods left in the supply", kind=kind_name(kind))
        yield Fact(f"supply/goods/{kind}", label, left, highest=all_of)
    for id, left in supply.developments:
        label = _("{development}: tiles left", development=tile_called(state, id))
        yield Fact(f"supply/development/{id}", label, left, highest=3)


def set_supply(state: State, rest: list[str], value: Json) -> State:
    supply = state.supply
    match rest:
        case ["vp"]:
            supply = supply.changed(vp=value)
        case ["colonists"]:
            supply = supply.changed(colonists=value)
        case ["goods", kind]:
            at = KINDS.index(kind)
            goods = (*supply.goods[:at], value, *supply.goods[at + 1 :])
            supply = supply.changed(goods=goods)
        case ["development", id]:
            stacks = tuple((d, value if d == id else left) for d, left in supply.developments)
            supply = supply.changed(developments=stacks)
    return state.changed(supply=supply)


TILES = (
    FactKind("world", world_facts, set_world, ends_game=True),
    FactKind("goal", goal_facts, set_goal),
    FactKind("side", side_facts, set_side),
    FactKind("supply", supply_facts, set_supply, ends_game=True),
)
