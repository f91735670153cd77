"""Describes a decision in a sentence with its player, for the history and for undo."""

from __future__ import annotations

from companion.games.contract import Decision, Illegal
from companion.games.new_frontiers.display import income
from companion.games.new_frontiers.rules import asking, consuming, settling, trading
from companion.games.new_frontiers.rules import round as rounds
from companion.games.new_frontiers.rules.action_steps import colony_of, name
from companion.games.new_frontiers.rules.actions import develop
from companion.games.new_frontiers.rules.decisions import (
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
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.powers import Gain
from companion.games.new_frontiers.wording.names import (
    action_name,
    called,
    credits,
    good_name,
    kind_name,
    listed,
)
from companion.translation import _, plural


def words(state: State, decision: Decision) -> str:
    """The sentence for a decision that is legal in `state`: "Blue settles Spice World for $2".

    In brackets what else it brings to whom: "Blue selects Produce (Blue: 2 Genes goods and $1)".
    """
    sentence = _sentence(state, decision)
    try:
        besides = income.without_stated(rounds.play(state, decision), decision.player)
    except Illegal:
        return sentence
    return _("{sentence} ({besides})", sentence=sentence, besides=besides) if besides else sentence


def _sentence(state: State, decision: Decision) -> str:
    who = _("The table") if decision.player is None else state.empires[decision.player].name

    def the(tile: str) -> str:
        return name(state, tile)

    def all_of(tiles: tuple[str, ...]) -> str:
        return listed([the(tile) for tile in tiles]) if tiles else _("nothing")

    match decision:
        case ChooseHome(home=home):
            return _("{player} starts with {home}", player=who, home=the(home))
        case SelectAction(action=action):
            # Produce and Consume may be over with nobody asked: who must do something by hand reads it here.
            seats = range(len(state.empires))
            powers = [found for seat in seats for found in asking.manual_powers(state, seat, action)]
            tiles = tuple(dict.fromkeys(found.tile for found in powers))
            if tiles:
                return _(
                    "{player} selects {action}; by hand: {tiles}",
                    player=who,
                    action=action_name(action),
                    tiles=all_of(tiles),
                )
            return _("{player} selects {action}", player=who, action=action_name(action))
        case RevealGoal(goal=goal):
            return _("{player} turns {goal} face up", player=who, goal=the(goal))
        case KeepHidden():
            return _("{player} leaves the goal face down", player=who)
        case UsePower(tile=tile):
            return _("{player} uses {tile}", player=who, tile=the(tile))
        case DeclinePower(tile=tile):
            return _("{player} does not use {tile}", player=who, tile=the(tile))
        case DrawWorlds(worlds=worlds):
            return _("{player} draws {worlds}", player=who, worlds=_to_be_found(state, worlds))
        case DrawGoals(goals=goals):
            return plural(
                "{player} draws {number} goal", "{player} draws {number} goals", len(goals), player=who
            )
        case KeepGoal():
            return _("{player} keeps a goal face down", player=who)
        case BuyDevelopment(player=int(player), development=id):
            price = develop.cost(state, player, id).total
            return _("{player} buys {development} for ${price}", player=who, development=the(id), price=price)
        case Pass():
            return _("{player} buys no development", player=who)
        case PickWorld(world=world):
            return _("{player} picks {world}", player=who, world=the(world))
        case ReturnWorld(world=world):
            return _("{player} returns {world} to the bag", player=who, world=the(world))
        case StockpileWorld(world=world):
            return _("{player} stockpiles {world}", player=who, world=the(world))
        case SettleWorld():
            return _settles(state, decision)
        case TakeColonists():
            number = min(2, state.supply.colonists)
            return plural(
                "{player} gains {number} colonist", "{player} gains {number} colonists", number, player=who
            )
        case SpendGoods(tile=tile, colonies=colonies):
            return _(
                "{player} spends the goods on {colonies} for Military with {tile}",
                player=who,
                colonies=all_of(colonies),
                tile=the(tile),
            )
        case ReplaceColony(colony=colony, world=world):
            return _(
                "{player} replaces {colony} with {world}", player=who, colony=the(colony), world=the(world)
            )
        case EndSettle():
            return _("{player} settles no more", player=who)
        case ProduceGood(colony=colony):
            return _("{player} produces a good on {colony}", player=who, colony=the(colony))
        case WindfallGood(colony=colony, kind=kind):
            if kind is None:
                return _("{player} puts a windfall good on {colony}", player=who, colony=the(colony))
            return _(
                "{player} puts a windfall good on {colony}, as {kind}",
                player=who,
                colony=the(colony),
                kind=kind_name(kind),
            )
        case SetKind(colony=colony, kind=kind):
            return _(
                "{player} makes {colony} {kind} for this action",
                player=who,
                colony=the(colony),
                kind=kind_name(kind),
            )
        case StockpileGood(colony=colony):
            return _("{player} stockpiles the good of {colony}", player=who, colony=the(colony))
        case TradeGood(player=int(player), colony=colony):
            on = colony_of(state.empires[player], colony)
            return _(
                "{player} sells the {good} on {colony} for ${price}",
                player=who,
                good=good_name(on.good if on is not None and on.good else ""),
                colony=the(colony),
                price=trading.price(state, player, colony).total,
            )
        case NoTrade():
            return _("{player} sells nothing", player=who)
        case StockpileCredits(credits=amount):
            return _("{player} stockpiles {credits}", player=who, credits=credits(amount))
        case NoStockpile():
            return _("{player} stockpiles nothing more", player=who)
        case Consume(player=int(player), tile=tile, power=power, colonies=colonies):
            gains = _gains(state, player, tile, power, colonies)
            return _("{player} uses {tile} for {gains}", player=who, tile=the(tile), gains=gains)
        case ConsumeAll(player=int(player), steps=steps):
            used = listed([the(step[0]) for step in steps])
            gains = _gains_of_all(state, player, steps)
            return _("{player} consumes with {tiles} for {gains}", player=who, tiles=used, gains=gains)
        case SkipConsume():
            return _("{player} uses no more Consume powers", player=who)
    return decision.do


def _to_be_found(state: State, tiles: tuple[str, ...]) -> str:
    """Tiles that somebody must find, each with the number on its sticker."""
    return listed([f"{name(state, tile)} ({tile})" for tile in tiles]) if tiles else _("nothing")


def _settles(state: State, decision: SettleWorld) -> str:
    assert decision.player is not None
    world = state.catalogue.world(decision.world)
    who = state.empires[decision.player].name
    if decision.pay == MILITARY:
        strength = settling.military(state, decision.player, world).total
        words = _(
            "{player} settles {world} with Military {military}",
            player=who,
            world=called(world),
            military=strength,
        )
    else:
        cost = settling.cost(state, decision.player, world, decision.kind or world.kind).total
        if decision.pay == CONTACT:
            words = _(
                "{player} settles {world} for ${cost} instead of conquering it",
                player=who,
                world=called(world),
                cost=cost,
            )
        else:
            words = _("{player} settles {world} for ${cost}", player=who, world=called(world), cost=cost)
    return settling.with_details(state, words, decision.kind, decision.onto)


def _step_gain(state: State, player: int, tile: str, power: int, colonies: tuple[str, ...]) -> Gain:
    for found in consuming.unused(state, player):
        if (found.tile, found.number) == (tile, power):
            for one in consuming.steps(state, player, found):
                if one.colonies == colonies:
                    return one.gain
    return Gain()


def _gains(state: State, player: int, tile: str, power: int, colonies: tuple[str, ...]) -> str:
    return consuming.gain_words(_step_gain(state, player, tile, power, colonies))


def _gains_of_all(state: State, player: int, steps: tuple[tuple[str, int, tuple[str, ...]], ...]) -> str:
    gains = [_step_gain(state, player, *one) for one in steps]
    total = Gain(sum(g.vp for g in gains), sum(g.credits for g in gains), sum(g.colonists for g in gains))
    return consuming.gain_words(total)


def phase_words(state: State) -> str:
    """Where the game is: the action being done, or what is done between actions."""
    if state.over:
        return _("The game is over")
    return action_name(state.doing.action) if state.doing else _("Select an action tile")


def with_lost_goods(sentence: str, before: State, after: State) -> str:
    """A correction in words, with the goods that went to the supply because their colony is gray."""
    lost = []
    for empire, later in zip(before.empires, after.empires, strict=True):
        fewer = sum(c.good is not None for c in empire.colonies) - sum(
            c.good is not None for c in later.colonies
        )
        kept = {colony.world for colony in later.colonies if colony.good is not None}
        lost += [
            _(
                "{player}'s good on {colony} goes back to the supply.",
                player=empire.name,
                colony=name(before, colony.world),
            )
            for colony in empire.colonies
            if fewer > 0 and colony.good is not None and colony.world not in kept
        ]
    return ". ".join((sentence, " ".join(lost))) if lost else sentence
