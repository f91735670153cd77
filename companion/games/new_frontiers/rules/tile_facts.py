"""The facts about where tiles lie and what is left in the supply, and their corrections."""

from __future__ import annotations

from companion.games.contract import Each
from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.fact_values import (
    BAG,
    BOX,
    CENTER,
    COLONISTS_IN_BOX,
    COLONY,
    DEVELOPMENT,
    EXPLORED,
    FACE_DOWN,
    FACE_UP,
    KIND,
    MAX_AMOUNT,
    STOCKPILE,
    UNSEEN,
    Row,
    colours,
    place_in_words,
    with_goals,
    world_places,
)
from companion.games.new_frontiers.rules.placing import good_taken, put_goal, put_world, with_changed
from companion.games.new_frontiers.rules.setup import two_faced
from companion.games.new_frontiers.rules.state import GOODS, State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.translation import _, marked


class _Worlds:
    """Where world tiles may be, and where they are."""

    def __init__(self, state: State) -> None:
        held = (EXPLORED, COLONY, *((STOCKPILE,) if with_goals(state) else ()))
        self.state = state
        self.places = (BAG, CENTER, *(f"{how} {colour}" for colour in colours(state) for how in held), BOX)
        self.at = world_places(state)


@Row(
    "world",
    lambda worlds, id: _("Where {world} ({id}) is", world=tile_called(worlds.state, id), id=id),
    (Each("world", lambda s: s.catalogue.worlds, tile_called),),
    of=lambda worlds, id: worlds.at.get(id, BOX),
    choices=lambda worlds, _id: worlds.places,
    said=place_in_words,
    once=_Worlds,
)
def world(state: State, value: str, id: str) -> State:
    return put_world(state, id, value)


class _Goals:
    """Where goals may be, and where they lie face up."""

    def __init__(self, state: State) -> None:
        hows = [f"{how} {colour}" for colour in colours(state) for how in (FACE_UP, FACE_DOWN)]
        self.places = (UNSEEN, *hows)
        self.at = {id: f"{FACE_UP} {empire.colour}" for empire in state.empires for id in empire.goals}


@Row(
    "goal",
    marked("Where {goal} is"),
    (Each("goal", lambda s: s.catalogue.goals, lambda s, id: s.catalogue.goals[id].name),),
    of=lambda goals, id: goals.at.get(id, UNSEEN),
    choices=lambda goals, _id: goals.places,
    said=place_in_words,
    when=with_goals,
    once=_Goals,
)
def goal(state: State, value: str, id: str) -> State:
    return put_goal(state, id, value)


# --- developments with two sides ------------------------------------------------------------------------


class _Stacks:
    """The faces of each stack with two, and which is up: the coins of later games, or the white squares of a
    first one (p. 3)."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.faces = two_faced(state.catalogue)
        here = [id for id, _left in state.supply.developments]
        up = {stack: next((id for id in here if id in faces), "") for stack, faces in self.faces.items()}
        self.up = {stack: id for stack, id in up.items() if id}


def _side_label(stacks: _Stacks, stack: str) -> str:
    one, other = (tile_called(stacks.state, id) for id in stacks.faces[stack])
    return _("{one} or {other}: the side in play", one=one, other=other)


@Row(
    "side",
    _side_label,
    (Each("stack", lambda s: _Stacks(s).up, lambda _s, stack: stack),),
    of=lambda stacks, stack: stacks.up[stack],
    choices=lambda stacks, stack: stacks.faces[stack],
    said=tile_called,
    once=_Stacks,
)
def side(state: State, value: str, stack: str) -> State:
    """The tile or the whole stack lies on its other side (p. 3): on the development mat and in empires."""
    faces = two_faced(state.catalogue)[stack]

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


# --- the supply -----------------------------------------------------------------------------------------


vp_left = Row("supply/vp", marked("VP left in the common supply"), of="supply.vp", highest=MAX_AMOUNT)
colonists_left = Row(
    "supply/colonists",
    marked("Colonists left on the colonists mat"),
    of="supply.colonists",
    highest=COLONISTS_IN_BOX,
)


@Row(
    "supply/goods",
    marked("{kind} goods left in the supply"),
    (KIND,),
    of=lambda s, kind: s.supply.goods[KINDS.index(kind)],
    highest=lambda _s, kind: GOODS[KINDS.index(kind)],
)
def goods_left(state: State, value: int, kind: str) -> State:
    more = value - state.supply.goods[KINDS.index(kind)]
    return state.changed(supply=good_taken(state.supply, kind, -more))


@Row(
    "supply/development",
    marked("{development}: tiles left"),
    (DEVELOPMENT,),
    of=lambda left, id: left[id],
    highest=3,
    once=lambda s: dict(s.supply.developments),
)
def tiles_left(state: State, value: int, development: str) -> State:
    stacks = ((id, value if id == development else left) for id, left in state.supply.developments)
    return state.changed(supply=state.supply.changed(developments=tuple(stacks)))


TILES = (world, goal, side, vp_left, colonists_left, goods_left, tiles_left)
