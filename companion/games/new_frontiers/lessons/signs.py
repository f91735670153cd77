"""The conditions that New Frontiers' lesson files name, each of a state and a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.new_frontiers.display.gauges import gauges
from companion.games.new_frontiers.rules import consuming
from companion.games.new_frontiers.rules.action_steps import in_force
from companion.games.new_frontiers.rules.actions.by_name import stage_of
from companion.games.new_frontiers.rules.actions.trade_consume import CONSUMING
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.tiles.catalogue import Development
from companion.games.new_frontiers.tiles.power_lines import Power

MAX_WORLDS = 9
"""Explored worlds and colonies of one empire at the end of an Explore (p. 6)."""


def _selector(state: State, player: int) -> bool:
    return state.doing is not None and state.doing.selector == player


def _wraps(state: State, player: int) -> bool:
    """It is the turn of a player who stands before the selecting one on the track (p. 4)."""
    doing = state.doing
    if doing is None or doing.action == "homes" or doing.at >= len(doing.order):
        return False
    track = [disk.player for disk in state.disks]
    return doing.player == player and track.index(player) < track.index(doing.selector)


def _acts_again(state: State, player: int) -> bool:
    """The player has selected an action this round, and another one is being done."""
    doing = state.doing
    if doing is None or doing.selector == player:
        return False
    return any(tile.selected_by == player for tile in state.actions if tile.name != doing.action)


def _explored_military(state: State, player: int) -> bool:
    return any(state.catalogue.world(id).military for id in state.empires[player].explored)


def _short_of_colonists(state: State, player: int) -> bool:
    """No explored world can be settled with the colonists at hand."""
    empire = state.empires[player]
    needed = [state.catalogue.world(id).colonists for id in empire.explored]
    return bool(needed) and min(needed) > empire.colonists


def _has_colony(good: str) -> Callable[[State, int], bool]:
    def has(state: State, player: int) -> bool:
        return any(state.catalogue.world(c.world).good == good for c in state.empires[player].colonies)

    return has


def _empty_windfall(state: State, player: int) -> bool:
    def empty(colony: Colony) -> bool:
        return colony.good is None and state.catalogue.world(colony.world).good == "windfall"

    return any(map(empty, state.empires[player].colonies))


def _goods(state: State, player: int) -> bool:
    return any(colony.good is not None for colony in state.empires[player].colonies)


def _consume_power(state: State, player: int) -> bool:
    return bool(in_force(state, player, "Consume"))


def _must_consume(state: State, player: int) -> bool:
    doing = state.doing
    if doing is None or stage_of(doing) is not CONSUMING:
        return False
    return any(
        not power.power.may and any(consuming.steps(state, player, power))
        for power in consuming.unused(state, player)
    )


def _produce_credits(state: State, player: int) -> bool:
    return any(tile.credits > 0 for tile in state.actions)


def _gained_credits(state: State, player: int) -> bool:
    return any(gain.player == player and gain.credits > 0 for gain in state.gained)


def _round_begins(state: State, player: int) -> bool:
    return state.doing is None and not state.over and not any(disk.done for disk in state.disks)


def _at_world_limit(state: State, player: int) -> bool:
    empire = state.empires[player]
    return len(empire.explored) + len(empire.colonies) >= MAX_WORLDS


def _new_power_waits(state: State, player: int) -> bool:
    """A tile placed in the current action has a power for this action, which does not count yet."""
    doing = state.doing
    if doing is None:
        return False
    empire = state.empires[player]
    placed = [colony.world for colony in empire.colonies if colony.new] + list(empire.new_developments)
    types = doing.action.split("-")
    return any(power.type.lower() in types for tile in placed for power in _powers(state, tile))


def _powers(state: State, tile: str) -> tuple[Power, ...]:
    found = state.catalogue.get(tile)
    if isinstance(found, Development):
        return found.powers
    return () if found is None else state.catalogue.world(tile).powers


def _end_near(state: State, player: int) -> bool:
    return any(gauge.near or gauge.met for gauge in gauges(state))


def _large_development(state: State, player: int) -> bool:
    return any(
        state.catalogue.developments[id].large
        for id in state.empires[player].developments
        if id in state.catalogue.developments
    )


SIGNS: Mapping[str, Callable[[State, int], bool]] = {
    "selector": _selector,
    "wraps": _wraps,
    "acts-again": _acts_again,
    "explored-military": _explored_military,
    "short-of-colonists": _short_of_colonists,
    "windfall-colony": _has_colony("windfall"),
    "production-colony": _has_colony("production"),
    "empty-windfall": _empty_windfall,
    "goods": _goods,
    "consume-power": _consume_power,
    "must-consume": _must_consume,
    "produce-credits": _produce_credits,
    "gained-credits": _gained_credits,
    "round-begins": _round_begins,
    "at-world-limit": _at_world_limit,
    "new-power-waits": _new_power_waits,
    "end-near": _end_near,
    "large-development": _large_development,
}
