"""A tile in this position: what it does now for its player, or what it takes to have it."""

from __future__ import annotations

from companion.games.contract import Refusal, TileNow
from companion.games.new_frontiers.rules import scoring, settling
from companion.games.new_frontiers.rules.action_steps import colony_of, in_force, name
from companion.games.new_frontiers.rules.actions import develop
from companion.games.new_frontiers.rules.settling import MILITARY
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import World
from companion.games.new_frontiers.tiles.power_lines import Power
from companion.games.new_frontiers.wording.names import a_good, credits
from companion.translation import _


def tile_now(state: State, player: int | None, tile: str) -> TileNow:
    """player: who asks, for tiles that nobody owns yet; None: no player."""
    for seat, empire in enumerate(state.empires):
        if colony_of(empire, tile) is not None or tile in empire.developments:
            return _owned(state, seat, tile)
        if tile in empire.explored:
            return _explored(state, seat, tile)
    if tile in state.center:
        return TileNow((_("It lies in the middle: it can be picked in Explore."),))
    if tile in state.bag:
        return TileNow((_("It is in the bag."),))
    if player is not None and any(id == tile for id, _left in state.supply.developments):
        return _on_the_mats(state, player, tile)
    return TileNow()


def _owned(state: State, seat: int, tile: str) -> TileNow:
    empire = state.empires[seat]
    colony = colony_of(empire, tile)
    sentences = []
    if tile in empire.new_developments or (colony is not None and colony.new):
        sentences.append(
            _("{player} has just placed it: its powers count from the next action on.", player=empire.name)
        )
    else:
        known = state.catalogue.developments.get(tile) or state.catalogue.world(tile)
        sentences += [_power(state, power) for power in known.powers]
    if colony is not None:
        sentences += _good(state.catalogue.world(tile), colony.good)
    label = name(state, tile)
    lines = scoring.empire_lines(state.catalogue, empire, ())
    return TileNow(
        tuple(sentences),
        tuple(line.why for line in lines if line.source == scoring.BONUSES and line.why.label == label),
    )


def _power(state: State, power: Power) -> str:
    doing = state.doing
    action = "trade-consume" if power.type in ("Trade", "Consume") else power.type.lower()
    power_words = power.words()
    if doing is not None and doing.action == action:
        return _("Counts now. {power}", power=power_words)
    return _("Not in this action. {power}", power=power_words)


def _good(world: World, good: str | None) -> list[str]:
    if good is not None:
        return [_("{good} lies on it.", good=a_good(good))]
    if world.good == "production":
        return [_("It has no good: the next Produce puts one on it.")]
    if world.good == "windfall":
        return [_("It has no good: only the bonus of Produce or a power puts one on it.")]
    return []


def _explored(state: State, seat: int, tile: str) -> TileNow:
    empire, world = state.empires[seat], state.catalogue.world(tile)
    powers = in_force(state, seat, "Settle")
    sentences, numbers = [], []
    kind = settling.kinds_open(state, world)[0] if world.kind == "any" and state.doing else None
    for pay in settling.ways_to_pay(state, world, powers):
        open_kind = world.kind != "any" or kind is not None
        counts_as = kind or world.kind
        refused = settling.refuse(state, seat, world, pay, counts_as, None, powers) if open_kind else None
        if pay == MILITARY:
            why = settling.military(state, seat, world, powers)
            can = _("{player} can conquer it in Settle.", player=empire.name)
        else:
            why = settling.cost(state, seat, world, counts_as, powers)
            can = _(
                "{player} can settle it in Settle for {price}.", player=empire.name, price=credits(why.total)
            )
        numbers.append(why)
        if refused is not None:
            sentences.append(_because(refused))
        elif open_kind:
            sentences.append(can)
    return TileNow(tuple(dict.fromkeys(sentences)), tuple(numbers))


def _on_the_mats(state: State, player: int, tile: str) -> TileNow:
    left = dict(state.supply.developments)[tile]
    less = develop.discounts(state, player)
    refused = develop.refuse(state, player, tile, left, less)
    price = develop.cost(state, player, tile, less)
    if refused is not None:
        return TileNow((_because(refused),), refused.why)
    words = _(
        "{player} can buy it in Develop for {price}.",
        player=state.empires[player].name,
        price=credits(price.total),
    )
    return TileNow((words,), (price,))


def _because(refused: Refusal) -> str:
    return f"{refused.sentence} {refused.remedy}".strip()
