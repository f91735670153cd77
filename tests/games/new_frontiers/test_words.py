"""Tests of decisions in words, for the history and for undo."""

from __future__ import annotations

from companion.games.contract import Decision
from companion.games.new_frontiers.rules.actions.consume import ConsumeAll, SkipConsume, UseConsumePower
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment, Pass
from companion.games.new_frontiers.rules.actions.explore import DrawWorlds, PickWorld
from companion.games.new_frontiers.rules.actions.goals import DrawGoals, KeepGoal
from companion.games.new_frontiers.rules.actions.homes import ChooseHome
from companion.games.new_frontiers.rules.actions.produce import (
    PlaceWindfallGood,
    ProduceGood,
    SetKind,
    StockpileGood,
)
from companion.games.new_frontiers.rules.actions.settle import EndSettle, TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.actions.trade_consume import NoTrade, StockpileCredits, TradeGood
from companion.games.new_frontiers.rules.optional_powers import DeclinePower, UsePower
from companion.games.new_frontiers.rules.replacing import ReplaceWithWorld
from companion.games.new_frontiers.rules.revealing import KeepHidden, RevealGoal
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.settling import CONTACT, CREDITS, MILITARY
from companion.games.new_frontiers.rules.spending import SpendGoods
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import NoStockpile
from companion.games.new_frontiers.rules.world_limit import ReturnWorld, StockpileWorld
from tests.games.new_frontiers.build import (
    GAME,
    development,
    draw,
    explored,
    for_sale,
    give,
    good_on,
    plain,
    play,
    select,
    world,
)


def _words(state: State, decision: Decision) -> str:
    return GAME.words(state, decision)


def test_selecting_and_drawing() -> None:
    state = plain(2)
    assert _words(state, SelectAction(0, "trade-consume")) == "Red selects Trade, Consume (1 VP)"
    state = select(state, "explore")
    some = tuple(state.bag[:2])
    names = [state.catalogue.world(id).name for id in some]
    assert (
        _words(state, DrawWorlds(None, some))
        == f"The table draws {names[0]} ({some[0]}) and {names[1]} ({some[1]})"
    )
    assert _words(state, DrawWorlds(None, ())) == "The table draws nothing"
    state = draw(state, *some)
    assert _words(state, PickWorld(0, some[0])) == f"Red picks {names[0]}"


def test_buying_with_the_price_paid() -> None:
    state = select(for_sale(plain(2), development("X", cost=3)), "develop")
    assert _words(state, BuyDevelopment(0, "X")) == "Red buys X for $2"
    assert _words(state, Pass(0)) == "Red buys no development"


def test_settling_in_each_way() -> None:
    specialist = development("S", "Settle: may pay for a non-Alien military world at -1 cost")
    soldiers = development("M", "Settle: +4 Military")
    worlds = (world("A", cost=2), world("B", defense=3), world("F", cost=1, kind="any", good="windfall"))
    state = explored(give(plain(2), 0, specialist, soldiers, credits=9, colonists=3), 0, *worlds)
    state = select(state, "settle")
    assert _words(state, SettleWorld(0, "A", CREDITS)) == "Red settles A for $2"
    assert _words(state, SettleWorld(0, "B", MILITARY)) == "Red settles B with Military 4"
    paid = "Red settles B for $2 instead of conquering it"
    assert _words(state, SettleWorld(0, "B", CONTACT)) == paid
    factory = SettleWorld(0, "F", CREDITS, "Genes")
    assert _words(state, factory) == "Red settles F for $1, as Genes (1 Genes good)"
    doomed = SettleWorld(0, "A", CREDITS, onto="P0")
    assert _words(state, doomed) == "Red settles A for $2, in the place of P0"
    assert _words(state, TakeColonists(0)) == "Red gains 2 colonists"


def test_trading_and_consuming_with_what_they_give() -> None:
    state = give(plain(2), 0, world("A", "Consume: 1 good -> 1 VP + $1", kind="Genes", good="production"))
    state = select(good_on(state, 0, "A", "Genes"), "trade-consume")
    assert _words(state, TradeGood(0, "A")) == "Red sells the Genes good on A for $3"
    state = play(state, NoTrade(0))
    assert _words(state, UseConsumePower(0, "A", 0, ("A",))) == "Red uses A for 1 VP and $1"
    best = ConsumeAll(0, (("A", 0, ("A",)),))
    assert _words(state, best) == "Red consumes with A for 1 VP and $1"


def test_a_goal_kept_face_down_is_not_named() -> None:
    state = select(plain(2, goals="yes"), "goals")
    drawn = DrawGoals(None, ("G1", "G2", "G3"))
    assert _words(state, drawn) == "The table draws 3 goals"
    state = play(state, drawn)
    assert _words(state, KeepGoal(0, "G1", ("G2", "G3"))) == "Red keeps a goal face down"


def test_every_decision_has_words_of_its_own() -> None:
    state = plain(2)
    plain_ones = [
        KeepHidden(0),
        EndSettle(0),
        NoTrade(0),
        NoStockpile(0),
        SkipConsume(0),
        ReturnWorld(0, "W01"),
        StockpileWorld(0, "W01"),
        ReplaceWithWorld(0, "W01", "W02"),
        SpendGoods(0, "W01", 0, ("W02",)),
        ProduceGood(0, "W01"),
        PlaceWindfallGood(0, "W01"),
        SetKind(0, "W01", "Rare"),
        StockpileGood(0, "W01"),
        StockpileCredits(0, 2),
        RevealGoal(0, "G1"),
        ChooseHome(0, "H1A"),
        UsePower(0, "W01", 0),
        DeclinePower(0, "W01", 0),
    ]
    said = [decision.words(state) for decision in plain_ones]
    assert len(set(said)) == len(said)
    assert all(words.startswith("Red ") for words in said)
    assert not any(words == f"Red {one.do}" for words, one in zip(said, plain_ones, strict=True))
