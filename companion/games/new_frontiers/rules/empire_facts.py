"""The facts about what each empire has, and their corrections: credits, chips, colonists, goods."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Fact, Json
from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.fact_kind import FactKind
from companion.games.new_frontiers.rules.fact_values import (
    COLONISTS_IN_BOX,
    MAX_AMOUNT,
    MAX_STOCKPILED,
    NO,
    NONE,
    YES,
    choice_fact,
    seats,
    with_goals,
)
from companion.games.new_frontiers.rules.home_facts import HOME
from companion.games.new_frontiers.rules.placing import colonists_taken, good_taken, with_changed, without
from companion.games.new_frontiers.rules.setup import CHIPS_A_PLAYER, asks_where_it_matters
from companion.games.new_frontiers.rules.state import Colony, Empire, State
from companion.games.new_frontiers.tiles.catalogue import Goal
from companion.games.new_frontiers.tiles.powers import KINDS
from companion.games.new_frontiers.wording.names import kind_name
from companion.translation import _


def credits_facts(state: State) -> Iterator[Fact]:
    for seat, empire, name in seats(state):
        label = _("{player}: credits", player=name)
        yield Fact(f"credits/{seat}", label, empire.credits, highest=MAX_AMOUNT, player=seat)


def set_credits(state: State, rest: list[str], value: Json) -> State:
    return with_changed(state, int(rest[0]), credits=value)


def chips_facts(state: State) -> Iterator[Fact]:
    for seat, empire, name in seats(state):
        label = _("{player}: VP in chips", player=name)
        yield Fact(f"chips/{seat}", label, empire.chips, highest=MAX_AMOUNT, player=seat)


def set_chips(state: State, rest: list[str], value: Json) -> State:
    """What the pool cannot give comes out of the 10s, and goes back there first (p. 8)."""
    seat, supply = int(rest[0]), state.supply
    left = supply.vp - supply.vp_tens - (value - state.empires[seat].chips)
    supply = supply.changed(vp=max(0, left), vp_tens=max(0, -left))
    return with_changed(state, seat, chips=value).changed(supply=supply)


def colonists_facts(state: State) -> Iterator[Fact]:
    for seat, empire, name in seats(state):
        label = _("{player}: colonists on no colony", player=name)
        yield Fact(f"colonists/{seat}", label, empire.colonists, highest=COLONISTS_IN_BOX, player=seat)


def set_colonists(state: State, rest: list[str], value: Json) -> State:
    seat = int(rest[0])
    supply = colonists_taken(state.supply, value - state.empires[seat].colonists)
    return _none_made(state, with_changed(state, seat, colonists=value).changed(supply=supply))


def settled_colonists_facts(state: State) -> Iterator[Fact]:
    for seat, empire, name in seats(state):
        for colony in empire.colonies:
            yield Fact(
                f"settled-colonists/{seat}/{colony.world}",
                _("{player}: colonists on {colony}", player=name, colony=tile_called(state, colony.world)),
                colony.colonists,
                highest=2,
                player=seat,
            )


def set_settled_colonists(state: State, rest: list[str], value: Json) -> State:
    seat, world = int(rest[0]), rest[1]
    colony = _colony(state.empires[seat], world)
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


def good_facts(state: State) -> Iterator[Fact]:
    for seat, empire, name in seats(state):
        for colony in empire.colonies:
            world = state.catalogue.world(colony.world)
            if world.good is None and colony.good is None:
                continue
            kinds = KINDS if world.kind == "any" else () if world.kind is None else (world.kind,)
            if colony.good is not None and colony.good not in kinds:
                kinds = (*kinds, colony.good)
            label = _("{player}: good on {colony}", player=name, colony=tile_called(state, colony.world))
            yield choice_fact(
                state, f"good/{seat}/{colony.world}", label, colony.good or NONE, (NONE, *kinds), seat
            )


def set_good(state: State, rest: list[str], value: Json) -> State:
    seat, world = int(rest[0]), rest[1]
    colony = _colony(state.empires[seat], world)
    good = None if value == NONE else value
    supply = good_taken(good_taken(state.supply, colony.good, -1), good, 1)
    return _with_colony(state, seat, colony.changed(good=good)).changed(supply=supply)


def development_facts(state: State) -> Iterator[Fact]:
    choice_words = (_(YES), _(NO))
    for seat, empire, name in seats(state):
        for id, _left in state.supply.developments:
            label = _("{player}: has {development}", player=name, development=tile_called(state, id))
            value = YES if id in empire.developments else NO
            yield Fact(f"development/{seat}/{id}", label, value, (YES, NO), player=seat, said=choice_words)


def set_development(state: State, rest: list[str], value: Json) -> State:
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
    return state.changed(supply=state.supply.changed(developments=tuple(stacks)))


def stockpile_credits_facts(state: State) -> Iterator[Fact]:
    if with_goals(state):
        for seat, empire, name in seats(state):
            label = _("{player}: credits on the stockpile mat", player=name)
            value = empire.stockpile.credits
            yield Fact(f"stockpile-credits/{seat}", label, value, highest=MAX_AMOUNT, player=seat)


def set_stockpile_credits(state: State, rest: list[str], value: Json) -> State:
    seat = int(rest[0])
    return with_changed(state, seat, stockpile=state.empires[seat].stockpile.changed(credits=value))


def stockpile_goods_facts(state: State) -> Iterator[Fact]:
    if with_goals(state):
        for seat, empire, name in seats(state):
            for kind in KINDS:
                yield Fact(
                    f"stockpile-goods/{seat}/{kind}",
                    _("{player}: {kind} goods on the stockpile mat", player=name, kind=kind_name(kind)),
                    empire.stockpile.goods.count(kind),
                    highest=MAX_STOCKPILED,
                    player=seat,
                )


def set_stockpile_goods(state: State, rest: list[str], value: Json) -> State:
    seat, kind = int(rest[0]), rest[1]
    stockpile = state.empires[seat].stockpile
    others = tuple(good for good in stockpile.goods if good != kind)
    supply = good_taken(state.supply, kind, value - stockpile.goods.count(kind))
    state = with_changed(state, seat, stockpile=stockpile.changed(goods=(*others, *(kind,) * value)))
    return state.changed(supply=supply)


def by_hand_facts(state: State) -> Iterator[Fact]:
    for seat, empire, name in seats(state):
        for id in (*(colony.world for colony in empire.colonies), *empire.developments):
            tile = state.catalogue[id]
            if isinstance(tile, Goal) or tile.bonus is None or tile.bonus.pairs:
                continue
            label = _(
                '{player}: VP of "?" on {tile}, given by hand', player=name, tile=tile_called(state, id)
            )
            yield Fact(
                f"by-hand/{seat}/{id}",
                label,
                dict(empire.by_hand).get(id, 0),
                highest=MAX_AMOUNT,
                player=seat,
            )


def set_by_hand(state: State, rest: list[str], value: Json) -> State:
    seat, tile = int(rest[0]), rest[1]
    others = tuple(pair for pair in state.empires[seat].by_hand if pair[0] != tile)
    return with_changed(state, seat, by_hand=(*others, (tile, value)))


def _with_colony(state: State, seat: int, colony: Colony) -> State:
    colonies = (colony if old.world == colony.world else old for old in state.empires[seat].colonies)
    return with_changed(state, seat, colonies=tuple(colonies))


def _colony(empire: Empire, world: str) -> Colony:
    return next(colony for colony in empire.colonies if colony.world == world)


EMPIRE = (
    FactKind("credits", credits_facts, set_credits),
    FactKind("chips", chips_facts, set_chips, ends_game=True),
    FactKind("colonists", colonists_facts, set_colonists, ends_game=True),
    HOME,
    FactKind("settled-colonists", settled_colonists_facts, set_settled_colonists, ends_game=True),
    FactKind("good", good_facts, set_good),
    FactKind("development", development_facts, set_development, ends_game=True),
    FactKind("stockpile-credits", stockpile_credits_facts, set_stockpile_credits),
    FactKind("stockpile-goods", stockpile_goods_facts, set_stockpile_goods),
    FactKind("by-hand", by_hand_facts, set_by_hand),
)
