"""What a decision does, in a sentence with its player: for the history and for undo."""

from __future__ import annotations

from companion.games.game import Decision, Illegal
from companion.games.new_frontiers import consuming, income, settling, trading
from companion.games.new_frontiers import round as rounds
from companion.games.new_frontiers.actions import develop
from companion.games.new_frontiers.decisions import (
    CONTACT,
    MILITARY,
    BuyDevelopment,
    ChooseHome,
    Consume,
    ConsumeAll,
    DeclinePower,
    DrawGoals,
    DrawWorlds,
    EndSettle,
    KeepGoal,
    KeepHidden,
    NoStockpile,
    NoTrade,
    Pass,
    PickWorld,
    ProduceGood,
    ReplaceColony,
    ReturnWorld,
    RevealGoal,
    SelectAction,
    SetKind,
    SettleWorld,
    SkipConsume,
    SpendGoods,
    StockpileCredits,
    StockpileGood,
    StockpileWorld,
    TakeColonists,
    TradeGood,
    UsePower,
    WindfallGood,
)
from companion.games.new_frontiers.powers import Gain
from companion.games.new_frontiers.state import State
from companion.games.new_frontiers.turn import ACTION_NAMES, colony_of, credits, listed, name


def words(state: State, decision: Decision) -> str:
    """The sentence for a decision that is legal in `state`: "Blue settles Spice World for $2".

    In brackets what else it brings to whom: "Blue selects Produce (Blue: 2 Genes goods and $1)".
    """
    who = "The table" if decision.player is None else state.empires[decision.player].name
    sentence = f"{who} {_does(state, decision)}"
    try:
        besides = income.unsaid(rounds.play(state, decision), decision.player)
    except Illegal:
        return sentence
    return f"{sentence} ({besides})" if besides else sentence


def _does(state: State, decision: Decision) -> str:
    def the(tile: str) -> str:
        return name(state, tile)

    def all_of(tiles: tuple[str, ...]) -> str:
        return listed([the(tile) for tile in tiles]) if tiles else "nothing"

    match decision:
        case ChooseHome(home=home):
            return f"begins on {the(home)}"
        case SelectAction(action=action):
            # Produce and Consume may be over with nobody asked: who must do something by hand reads it here.
            seats = range(len(state.empires))
            powers = [found for seat in seats for found in rounds.manual_powers(state, seat, action)]
            tiles = tuple(dict.fromkeys(found.tile for found in powers))
            by_hand = f"; by hand: {all_of(tiles)}" if tiles else ""
            return f"selects {ACTION_NAMES.get(action, action)}{by_hand}"
        case RevealGoal(goal=goal):
            return f"turns {the(goal)} face up"
        case KeepHidden():
            return "leaves the goal face down"
        case UsePower(tile=tile):
            return f"uses {the(tile)}"
        case DeclinePower(tile=tile):
            return f"does not use {the(tile)}"
        case DrawWorlds(worlds=worlds):
            return f"draws {all_of(worlds)}"
        case DrawGoals(goals=goals):
            return "draws 1 goal" if len(goals) == 1 else f"draws {len(goals)} goals"
        case KeepGoal():
            return "keeps a goal face down"
        case BuyDevelopment(player=int(player), development=id):
            return f"buys {the(id)} for ${develop.cost(state, player, id).total}"
        case Pass():
            return "buys no development"
        case PickWorld(world=world):
            return f"picks {the(world)}"
        case ReturnWorld(world=world):
            return f"returns {the(world)} to the bag"
        case StockpileWorld(world=world):
            return f"stockpiles {the(world)}"
        case SettleWorld():
            return _settles(state, decision)
        case TakeColonists():
            number = min(2, state.supply.colonists)
            return "gains 1 colonist" if number == 1 else f"gains {number} colonists"
        case SpendGoods(tile=tile, colonies=colonies):
            return f"spends the goods on {all_of(colonies)} for Military with {the(tile)}"
        case ReplaceColony(colony=colony, world=world):
            return f"replaces {the(colony)} with {the(world)}"
        case EndSettle():
            return "settles no more"
        case ProduceGood(colony=colony):
            return f"produces a good on {the(colony)}"
        case WindfallGood(colony=colony, kind=kind):
            return f"puts a {kind + ' ' if kind else ''}windfall good on {the(colony)}"
        case SetKind(colony=colony, kind=kind):
            return f"makes {the(colony)} {kind} for this action"
        case StockpileGood(colony=colony):
            return f"stockpiles the good of {the(colony)}"
        case TradeGood(player=int(player), colony=colony):
            return (
                f"sells the {_good(state, player, colony)} for ${trading.price(state, player, colony).total}"
            )
        case NoTrade():
            return "sells nothing"
        case StockpileCredits(credits=amount):
            return f"stockpiles {credits(amount)}"
        case NoStockpile():
            return "stockpiles nothing more"
        case Consume(player=int(player), tile=tile, power=power, colonies=colonies):
            return f"uses {the(tile)} for {_gains(state, player, tile, power, colonies)}"
        case ConsumeAll(player=int(player), steps=steps):
            used = listed([the(tile) for tile, _, _ in steps])
            return f"consumes with {used} for {_gains_of_all(state, player, steps)}"
        case SkipConsume():
            return "uses no more Consume powers"
    return decision.do


def _settles(state: State, decision: SettleWorld) -> str:
    assert decision.player is not None
    world = state.catalogue.world(decision.world)
    words = f"settles {world.name}"
    if decision.pay == MILITARY:
        words += f" with Military {settling.military(state, decision.player, world).total}"
    else:
        kind = decision.kind or world.kind
        words += f" for ${settling.cost(state, decision.player, world, kind).total}"
        if decision.pay == CONTACT:
            words += " instead of conquering it"
    if decision.kind:
        words += f", as {decision.kind}"
    if decision.onto:
        words += f", in the place of {name(state, decision.onto)}"
    return words


def _good(state: State, player: int, colony: str) -> str:
    on = colony_of(state.empires[player], colony)
    kind = on.good if on is not None else None
    return f"{kind} good on {name(state, colony)}"


def _step_gain(state: State, player: int, tile: str, power: int, colonies: tuple[str, ...]) -> Gain:
    for found in consuming.unused(state, player):
        if (found.tile, found.number) == (tile, power):
            for one in consuming.steps(state, player, found):
                if one.colonies == colonies:
                    return one.gain
    return Gain()


def _gains(state: State, player: int, tile: str, power: int, colonies: tuple[str, ...]) -> str:
    return consuming.said(_step_gain(state, player, tile, power, colonies))


def _gains_of_all(state: State, player: int, steps: tuple[tuple[str, int, tuple[str, ...]], ...]) -> str:
    gains = [_step_gain(state, player, *one) for one in steps]
    total = Gain(sum(g.vp for g in gains), sum(g.credits for g in gains), sum(g.colonists for g in gains))
    return consuming.said(total)
