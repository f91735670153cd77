"""The facts about what each empire has, and their corrections: credits, chips, colonists, goods."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Each
from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.fact_values import (
    COLONISTS_IN_BOX,
    DEVELOPMENT,
    KIND,
    MAX_AMOUNT,
    NONE,
    PLAYER,
    SETTLED,
    Row,
    value_in_words,
    with_goals,
)
from companion.games.new_frontiers.rules.home_facts import home
from companion.games.new_frontiers.rules.placing import colonists_taken, good_taken, with_changed, without
from companion.games.new_frontiers.rules.setup import CHIPS_A_PLAYER, asks_where_it_matters
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Goal
from companion.translation import marked

credits_held = Row(
    "credits", marked("{player}: credits"), (PLAYER,), of="empires.player.credits", highest=MAX_AMOUNT
)


@Row("chips", marked("{player}: VP in chips"), (PLAYER,), of="empires.player.chips", highest=MAX_AMOUNT)
def chips(state: State, value: int, seat: int) -> State:
    """What the pool cannot give comes out of the 10s, and goes back there first (p. 8)."""
    supply = state.supply
    left = supply.vp - supply.vp_tens - (value - state.empires[seat].chips)
    supply = supply.changed(vp=max(0, left), vp_tens=max(0, -left))
    return with_changed(state, seat, chips=value).changed(supply=supply)


@Row(
    "colonists",
    marked("{player}: colonists on no colony"),
    (PLAYER,),
    of="empires.player.colonists",
    highest=COLONISTS_IN_BOX,
)
def colonists(state: State, value: int, seat: int) -> State:
    supply = colonists_taken(state.supply, value - state.empires[seat].colonists)
    return _none_made(state, with_changed(state, seat, colonists=value).changed(supply=supply))


@Row(
    "settled-colonists",
    marked("{player}: colonists on {colony}"),
    (PLAYER, SETTLED),
    of=lambda s, seat, world: _colony(s, seat, world).colonists,
    highest=2,
)
def settled_colonists(state: State, value: int, seat: int, world: str) -> State:
    colony = _colony(state, seat, world)
    supply = colonists_taken(state.supply, value - colony.colonists)
    after = _with_colony(state, seat, colony.changed(colonists=value)).changed(supply=supply)
    return _none_made(state, after)


def _none_made(before: State, after: State) -> State:
    """The supply takes no more colonists back than the game has: a number told too high brought some from
    nowhere."""
    if not asks_where_it_matters(after):
        return after
    held = sum(e.colonists + sum(c.colonists for c in e.colonies) for e in after.empires)
    most = max(before.supply.colonists, CHIPS_A_PLAYER * len(after.empires) - held)
    return after.changed(supply=after.supply.changed(colonists=min(after.supply.colonists, most)))


def _may_have_a_good(state: State, seat: int) -> Iterator[str]:
    for colony in state.empires[seat].colonies:
        if colony.good is not None or state.catalogue.world(colony.world).good is not None:
            yield colony.world


def _kinds_of_good(state: State, seat: int, world: str) -> tuple[str, ...]:
    kind, good = state.catalogue.world(world).kind, _colony(state, seat, world).good
    kinds = KINDS if kind == "any" else () if kind is None else (kind,)
    return (NONE, *kinds) if good is None or good in kinds else (NONE, *kinds, good)


@Row(
    "good",
    marked("{player}: good on {colony}"),
    (PLAYER, SETTLED.among(_may_have_a_good)),
    of=lambda s, seat, world: _colony(s, seat, world).good or NONE,
    choices=_kinds_of_good,
    said=value_in_words,
)
def good(state: State, value: str, seat: int, world: str) -> State:
    colony = _colony(state, seat, world)
    now = None if value == NONE else value
    supply = good_taken(good_taken(state.supply, colony.good, -1), now, 1)
    return _with_colony(state, seat, colony.changed(good=now)).changed(supply=supply)


@Row(
    "development",
    marked("{player}: has {development}"),
    (PLAYER, DEVELOPMENT),
    of=lambda s, seat, id: id in s.empires[seat].developments,
    choices=bool,
)
def development(state: State, has: bool, seat: int, id: str) -> State:
    empire = state.empires[seat]
    if has:
        state = with_changed(state, seat, developments=(*empire.developments, id))
    else:
        state = with_changed(
            state,
            seat,
            developments=without(empire.developments, id),
            new_developments=without(empire.new_developments, id),
        )
    more = -1 if has else 1
    stacks = ((d, max(0, left + more) if d == id else left) for d, left in state.supply.developments)
    return state.changed(supply=state.supply.changed(developments=tuple(stacks)))


stockpile_credits = Row(
    "stockpile-credits",
    marked("{player}: credits on the stockpile mat"),
    (PLAYER,),
    of="empires.player.stockpile.credits",
    highest=MAX_AMOUNT,
    when=with_goals,
)


@Row(
    "stockpile-goods",
    marked("{player}: {kind} goods on the stockpile mat"),
    (PLAYER, KIND),
    of=lambda s, seat, kind: s.empires[seat].stockpile.goods.count(kind),
    highest=12,
    when=with_goals,
)
def stockpile_goods(state: State, value: int, seat: int, kind: str) -> State:
    stockpile = state.empires[seat].stockpile
    others = tuple(good for good in stockpile.goods if good != kind)
    supply = good_taken(state.supply, kind, value - stockpile.goods.count(kind))
    state = with_changed(state, seat, stockpile=stockpile.changed(goods=(*others, *(kind,) * value)))
    return state.changed(supply=supply)


def _counted_by_hand(state: State, seat: int) -> Iterator[str]:
    """The tiles whose "?" the language does not know."""
    empire = state.empires[seat]
    for id in (*(colony.world for colony in empire.colonies), *empire.developments):
        tile = state.catalogue[id]
        if not isinstance(tile, Goal) and tile.bonus is not None and not tile.bonus.pairs:
            yield id


@Row(
    "by-hand",
    marked('{player}: VP of "?" on {tile}, given by hand'),
    (PLAYER, Each("tile", _counted_by_hand, tile_called)),
    of=lambda s, seat, tile: dict(s.empires[seat].by_hand).get(tile, 0),
    highest=MAX_AMOUNT,
)
def by_hand(state: State, value: int, seat: int, tile: str) -> State:
    others = tuple(pair for pair in state.empires[seat].by_hand if pair[0] != tile)
    return with_changed(state, seat, by_hand=(*others, (tile, value)))


def _with_colony(state: State, seat: int, colony: Colony) -> State:
    colonies = (colony if old.world == colony.world else old for old in state.empires[seat].colonies)
    return with_changed(state, seat, colonies=tuple(colonies))


def _colony(state: State, seat: int, world: str) -> Colony:
    return next(colony for colony in state.empires[seat].colonies if colony.world == world)


EMPIRE = (
    *(credits_held, chips, colonists, home, settled_colonists, good, development),
    *(stockpile_credits, stockpile_goods, by_hand),
)
