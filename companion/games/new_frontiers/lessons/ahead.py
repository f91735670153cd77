"""What a newcomer to New Frontiers is asked one tap ahead: prices, goods to come, what can be settled, sales.

Of open information only, and only while no tile was placed in the action being done: by the next one its
powers would count.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.games.contract.asked_ahead import AskedAhead, because, three_numbers
from companion.games.new_frontiers.rules import rulebook_pages, settling, trading
from companion.games.new_frontiers.rules.action_steps import in_force
from companion.games.new_frontiers.rules.actions import develop
from companion.games.new_frontiers.rules.state import Empire, State
from companion.games.new_frontiers.wording.names import called
from companion.translation import _


def ask_ahead(state: State, player: int) -> tuple[AskedAhead, ...]:
    empire = state.empires[player]
    if state.over or player in state.homes_due or _just_placed(empire) or _untold(state, empire):
        return ()
    state = state.changed(doing=None)  # nobody's bonus counts: it is another who selects
    return (
        *_price(state, player),
        *_goods(state, player),
        *_settle(state, player),
        *_sale(state, player),
    )


def _just_placed(empire: Empire) -> bool:
    return bool(empire.new_developments) or any(colony.new for colony in empire.colonies)


def _untold(state: State, empire: Empire) -> bool:
    tiles = (*(colony.world for colony in empire.colonies), *empire.developments, *empire.explored)
    return any(known.untold for tile in tiles if (known := state.catalogue.get(tile)) is not None)


def _price(state: State, player: int) -> Iterator[AskedAhead]:
    """Of a development that the player does not own."""
    empire, mats = state.empires[player], state.supply.developments
    offered = [id for id, left in mats if left and id not in empire.developments]
    told = [id for id in offered if not state.catalogue.developments[id].untold]
    if not told:
        return
    tile = told[state.round * 5 % len(told)]
    price = develop.cost(state, player, tile)
    answers, right = three_numbers(price.total)
    name = called(state.catalogue.developments[tile])
    words = _("Another player selects Develop. How many credits does {tile} cost you?", tile=name)
    yield AskedAhead("price", words, answers, right, because(price), rulebook_pages.DEVELOP)


def _goods(state: State, player: int) -> Iterator[AskedAhead]:
    """Without powers that would put more on windfall colonies, and while there are goods for all."""
    if any(one.power.effect.windfalls for one in in_force(state, player, "Produce")):
        return
    colonies = state.empires[player].colonies
    worlds = {colony.world: state.catalogue.world(colony.world) for colony in colonies}
    if any(world.kind == "any" for world in worlds.values()) or min(state.supply.goods) < 8:
        return
    producing = [it for it in colonies if worlds[it.world].good == "production"]
    ready = sum(it.good is None for it in producing)
    if not producing:
        return
    answers, right = three_numbers(ready)
    words = _("Another player selects Produce. How many goods do you get?")
    why = _(
        "Production colonies: {number}, with a good already: {full}. A colony holds one good.",
        number=len(producing),
        full=len(producing) - ready,
    )
    yield AskedAhead("goods", words, answers, right, why, rulebook_pages.PRODUCE)


def _settle(state: State, player: int) -> Iterator[AskedAhead]:
    """Two explored worlds of which one at most can be settled."""
    powers = in_force(state, player, "Settle")
    reasons: dict[str, str] = {}
    for tile in state.empires[player].explored:
        world = state.catalogue.world(tile)
        if world.kind == "any":
            continue
        ways = settling.ways_to_pay(state, world, powers)
        refused = [settling.refuse(state, player, world, way, world.kind, None, powers) for way in ways]
        reasons[tile] = "" if None in refused else next(it.sentence for it in refused if it is not None)
    for one, other in combinations(reasons, 2):
        if reasons[one] or reasons[other]:
            names = called(state.catalogue.world(one)), called(state.catalogue.world(other))
            right = 0 if not reasons[one] else 1 if not reasons[other] else 2
            words = _("Another player selects Settle. Which of these can you settle as you stand now?")
            why = reasons[one] or reasons[other]
            yield AskedAhead("settle", words, (*names, _("Neither")), right, why, rulebook_pages.SETTLE)
            return


def _sale(state: State, player: int) -> Iterator[AskedAhead]:
    for colony in state.empires[player].colonies:
        if colony.good is not None and trading.can_be_sold(state, colony.world):
            price = trading.price(state, player, colony.world)
            answers, right = three_numbers(price.total)
            words = _(
                "You sell the good of {world} in Trade. How many credits does it bring?",
                world=called(state.catalogue.world(colony.world)),
            )
            yield AskedAhead("sale", words, answers, right, because(price), rulebook_pages.TRADE)
            return
