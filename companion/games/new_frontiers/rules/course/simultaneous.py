"""Settle, Produce and Trade-Consume done by all players at once, where no order can matter (p. 10).

Answering before one's turn puts one forward in the action's order; whoever was in the middle of a turn goes
on with it later. That is right only while nothing can run short and nothing can end the game; then, and
for everything else, players act in order. Off unless the table chose it.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.contract.later import kept_for_last
from companion.games.new_frontiers.rules.action_steps import bring_forward, current, in_force
from companion.games.new_frontiers.rules.actions import settle
from companion.games.new_frontiers.rules.actions.by_name import proceed, stage_of
from companion.games.new_frontiers.rules.endings import MAX_COLONIES, MIN_COLONISTS
from companion.games.new_frontiers.rules.state import Doing, State
from companion.games.new_frontiers.tiles.amounts import KINDS, NOTHING

TOGETHER_OPTION = ("turns", "together")
"""The setup option, as `Setup.options` holds it."""


@kept_for_last
def turns(state: State) -> list[tuple[int, State]]:
    """Who is asked in the action being done, each with the state in which it is their turn."""
    doing = current(state)
    if TOGETHER_OPTION not in state.setup.options or not _is_order_irrelevant(state):
        return [(doing.player, state)]
    asked = [(doing.player, state)]
    for player in doing.order[doing.at + 1 :]:
        ahead = _state_in_turn(state, player)
        if ahead is not None:
            asked.append((player, ahead))
    return asked


def _state_in_turn(state: State, player: int) -> State | None:
    """The state with the player's turn at their next question; None: they are asked nothing."""
    at, first = current(state).at, stage_of(current(state)).first
    state = proceed(bring_forward(state, player, first))
    doing = current(state)
    return state if doing.at == at and stage_of(doing).together else None


# --- where no order can matter --------------------------------------------------------------------------


def _is_order_irrelevant(state: State) -> bool:
    """Nothing that the players still to act can do makes anything run short, or ends the game."""
    doing = current(state)
    if doing.draw or doing.offers or not stage_of(doing).together:
        return False
    calm: dict[str, Callable[[State, Doing], bool]] = {
        "settle": _is_settle_order_irrelevant,
        "produce": _is_produce_order_irrelevant,
        "trade-consume": _is_consume_order_irrelevant,
    }
    return calm[doing.action](state, doing)


def _is_settle_order_irrelevant(state: State, doing: Doing) -> bool:
    if any(len(empire.colonies) > MAX_COLONIES for empire in state.empires):
        return False
    begun = {turn.player: turn for turn in (*doing.waiting, doing.turn)}
    colonists = vp = worlds = goods = 0
    for player in doing.order[doing.at :]:
        effects = [found.power.effect for found in in_force(state, player, "Settle")]
        more = sum(effect.more_worlds for effect in effects)
        gained = sum((effect.gain for effect in effects), NOTHING)
        turn = begun.get(player)
        stage = settle.CHOOSING if turn is None else settle.OWN_TURN[turn.stage]
        settles = stage.may_settle(0 if turn is None else turn.settled, more)
        if len(state.empires[player].colonies) + settles > MAX_COLONIES:
            return False
        colonists += max(stage.instead, settles * gained.colonists)
        vp += settles * gained.vp
        worlds += settles * sum(effect.worlds for effect in effects)
        goods += settles + sum(effect.rise >= 0 for effect in effects)
    supply = state.supply
    return (
        supply.colonists - colonists >= MIN_COLONISTS
        and supply.vp > vp
        and len(state.bag) >= worlds
        and min(supply.goods) >= goods
    )


def _is_produce_order_irrelevant(state: State, doing: Doing) -> bool:
    wanted = [0] * len(KINDS)
    for player in doing.order[doing.at :]:
        for found in in_force(state, player, "Produce"):
            gained = found.power.effect.gain
            if gained.vp or gained.colonists:
                return False
        for colony in state.empires[player].colonies:
            world = state.catalogue.world(colony.world)
            if colony.good is None and world.good is not None:
                for at, kind in enumerate(KINDS):
                    wanted[at] += world.kind in (kind, "any")
    return all(left >= most for left, most in zip(state.supply.goods, wanted, strict=True))


def _is_consume_order_irrelevant(state: State, doing: Doing) -> bool:
    """The VP pool is not emptied whatever is consumed, and no colonist is gained."""
    vp = 0
    for player in doing.order[doing.at :]:
        goods = [colony.good for colony in state.empires[player].colonies if colony.good is not None]
        for found in in_force(state, player, "Consume"):
            effect = found.power.effect
            if effect.gain_for(KINDS).colonists:
                return False
            most = effect.gain_for(goods) + effect.first_gain(lambda _name: True)
            vp += most.vp + effect.per_good * len(goods)
    return state.supply.vp > vp
