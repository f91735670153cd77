"""The facts about what each empire has: credits, chips, colonists, home, goods and stockpile."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Fact
from companion.games.new_frontiers.display.names import kind_name
from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.fact_values import (
    COLONISTS,
    MOST,
    MOST_STOCKPILED,
    NO,
    NONE,
    REPLACED,
    YES,
    choice,
    seats,
    with_goals,
)
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Goal
from companion.games.new_frontiers.tiles.powers import KINDS
from companion.translation import _


def credits_facts(state: State) -> Iterator[Fact]:
    for seat, empire, name in seats(state):
        label = _("{player}: credits", player=name)
        yield Fact(f"credits/{seat}", label, empire.credits, highest=MOST, player=seat)


def chips_facts(state: State) -> Iterator[Fact]:
    for seat, empire, name in seats(state):
        label = _("{player}: VP in chips", player=name)
        yield Fact(f"chips/{seat}", label, empire.chips, highest=MOST, player=seat)


def colonists_facts(state: State) -> Iterator[Fact]:
    for seat, empire, name in seats(state):
        label = _("{player}: colonists on no colony", player=name)
        yield Fact(f"colonists/{seat}", label, empire.colonists, highest=COLONISTS, player=seat)


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
        said = tuple(_home_in_words(state, value) for value in choices)
        label = _("{player}: home colony", player=name)
        yield Fact(f"home/{seat}", label, value, choices, player=seat, said=said)


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
            yield choice(
                state, f"good/{seat}/{colony.world}", label, colony.good or NONE, (NONE, *kinds), seat
            )


def development_facts(state: State) -> Iterator[Fact]:
    said = (_(YES), _(NO))
    for seat, empire, name in seats(state):
        for id, _left in state.supply.developments:
            label = _("{player}: has {development}", player=name, development=tile_called(state, id))
            value = YES if id in empire.developments else NO
            yield Fact(f"development/{seat}/{id}", label, value, (YES, NO), player=seat, said=said)


def stockpile_credits_facts(state: State) -> Iterator[Fact]:
    if with_goals(state):
        for seat, empire, name in seats(state):
            label = _("{player}: credits on the stockpile mat", player=name)
            value = empire.stockpile.credits
            yield Fact(f"stockpile-credits/{seat}", label, value, highest=MOST, player=seat)


def stockpile_goods_facts(state: State) -> Iterator[Fact]:
    if with_goals(state):
        for seat, empire, name in seats(state):
            for kind in KINDS:
                yield Fact(
                    f"stockpile-goods/{seat}/{kind}",
                    _("{player}: {kind} goods on the stockpile mat", player=name, kind=kind_name(kind)),
                    empire.stockpile.goods.count(kind),
                    highest=MOST_STOCKPILED,
                    player=seat,
                )


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
                f"by-hand/{seat}/{id}", label, dict(empire.by_hand).get(id, 0), highest=MOST, player=seat
            )
