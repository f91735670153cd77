"""Goods in Produce: which colonies get one, windfall goods, and what producing gains (p. 7)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from companion.games.new_frontiers.rules.action_steps import colony_of, current, in_force, step
from companion.games.new_frontiers.rules.counts import count
from companion.games.new_frontiers.rules.optional_powers import grant
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import place_good
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import World
from companion.games.new_frontiers.tiles.counted import Count


def kind_now(state: State, world: World) -> str | None:
    """The kind that the colony has in this action; None: gray, or still to be set (Oort Factory)."""
    if world.kind != "any":
        return world.kind
    return dict(current(state).kinds).get(world.id)


def _empty(state: State, player: int, good: str) -> list[World]:
    """The player's production (or windfall) colonies without a good."""
    found = []
    for colony in state.empires[player].colonies:
        if colony.good is None and (world := state.catalogue.world(colony.world)).good == good:
            found.append(world)
    return found


def _left(state: State, kind: str) -> int:
    return state.supply.goods[KINDS.index(kind)]


# --- production colonies --------------------------------------------------------------------------------


def unset_production(state: State, player: int) -> str | None:
    """A production colony without a good whose kind for this action must be set first."""
    for world in _empty(state, player, "production"):
        if kind_now(state, world) is None:
            return world.id
    return None


def _pending(state: State, player: int) -> dict[str | None, list[str]]:
    """The production colonies without a good, by their kinds in the order of KINDS."""
    found: dict[str | None, list[str]] = {kind: [] for kind in KINDS}
    for world in _empty(state, player, "production"):
        found.setdefault(kind_now(state, world), []).append(world.id)
    return found


def produce_freely(state: State, player: int) -> State:
    """Goods on all production colonies of the kinds of which there are enough goods."""
    pending = _pending(state, player)
    for kind in KINDS:
        if len(pending[kind]) <= _left(state, kind):
            for world in pending[kind]:
                state = produce(state, player, world)
    return state


def short_of(state: State, player: int) -> str | None:
    """The first kind of which there are goods, but too few for the player's colonies that still lack one."""
    pending = _pending(state, player)
    for kind in KINDS:
        if 0 < _left(state, kind) < len(pending[kind]):
            return kind
    return None


def short_colonies(state: State, player: int) -> list[str]:
    """The colonies of that kind, of which the player chooses."""
    kind = short_of(state, player)
    return [] if kind is None else _pending(state, player)[kind]


def produce(state: State, player: int, world: str) -> State:
    """A good on the colony, as far as the supply has one; remembered as really produced."""
    kind = kind_now(state, state.catalogue.world(world))
    assert kind is not None
    state, placed = place_good(state, player, world, kind)
    return step(state, produced=(*current(state).produced, (player, world, kind))) if placed else state


# --- windfall colonies ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Windfall:
    """One good for a windfall colony, by a power (tile and number) or by the selecting player's bonus.

    key: as `Doing.used` remembers it; choices: (colony, kind of the good) pairs; may: it can be declined.
    """

    key: str
    power: tuple[str, int]
    choices: tuple[tuple[str, str], ...]
    may: bool = False


BONUS_KEY = "bonus"


def windfall(state: State, player: int) -> Windfall | None:
    """The next windfall good that the player may place: of the most particular power first, the bonus last.

    That order never leaves a good unplaced that another order would place.
    """
    empty = _empty(state, player, "windfall")
    if not empty:
        return None
    doing, powers = current(state), in_force(state, player, "Produce")
    grants = [found for found in powers if found.power.effect.windfalls > doing.used.count(found.key)]
    by_bonus = doing.selector == player and BONUS_KEY not in doing.used
    if not (grants or by_bonus):
        return None
    choices = tuple(
        (world.id, kind) for world in empty for kind in _possible_kinds(state, world) if _left(state, kind)
    )
    for found in sorted(grants, key=lambda found: sum(map(found.power.effect.fills, KINDS))):
        fitting = tuple(choice for choice in choices if found.power.effect.fills(choice[1]))
        if fitting:
            return Windfall(found.key, (found.tile, found.number), fitting, found.power.may)
    return Windfall(BONUS_KEY, ("", 0), choices) if by_bonus and choices else None


def _possible_kinds(state: State, world: World) -> tuple[str, ...]:
    kind = kind_now(state, world)
    if kind is not None:
        return (kind,)
    return KINDS if world.kind == "any" else ()


def take_windfall(state: State, player: int, chance: Windfall, world: str, kind: str) -> State:
    doing = current(state)
    kinds = doing.kinds
    if state.catalogue.world(world).kind == "any" and world not in dict(kinds):
        kinds = (*kinds, (world, kind))
    return produce(step(state, used=(*doing.used, chance.key), kinds=kinds), player, world)


# --- what producing gains -------------------------------------------------------------------------------


def unset_for_gains(state: State, player: int) -> str | None:
    """A colony of any kind, still to be set, where its kind changes what the player's Produce powers gain."""
    for colony in state.empires[player].colonies:
        world = state.catalogue.world(colony.world)
        if world.kind == "any" and kind_now(state, world) is None:
            for found in in_force(state, player, "Produce"):
                if found.power.effect.minds_kinds():
                    return colony.world
    return None


def gains(state: State, player: int) -> State:
    """What the player's Produce powers gain, once their goods are placed."""
    doing = current(state)
    worlds = [world for who, world, _ in doing.produced if who == player]
    kinds = [kind for who, _, kind in doing.produced if who == player]
    for found in in_force(state, player, "Produce"):
        counted = partial(_number, state, player, kinds)
        state = grant(state, player, found, found.power.effect.times(found.tile in worlds, counted))
    return state


def _number(state: State, player: int, produced: list[str], per: Count) -> int:
    empire = state.empires[player]
    any_kind = next((kind for tile, kind in current(state).kinds if colony_of(empire, tile)), None)
    return count(state.catalogue, empire, per, any_kind=any_kind, produced=produced).total


def gains_for_most(state: State) -> State:
    """To each player with such a power who really produced more goods of its kind than every other (p. 7)."""
    doing = current(state)
    made = [[kind for who, _, kind in doing.produced if who == seat] for seat in range(len(state.empires))]
    for player in doing.order:
        others = made[:player] + made[player + 1 :]
        for found in in_force(state, player, "Produce"):
            if found.power.effect.is_for_most(made[player], others):
                state = grant(state, player, found)
    return state
