"""Tests of decisions in words, for the history and for undo."""

from __future__ import annotations

from companion.games.contract import Decision
from companion.games.new_frontiers.rules import decisions as do
from companion.games.new_frontiers.rules.state import State
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
    assert _words(state, do.SelectAction(0, "trade-consume")) == "Red selects Trade, Consume (1 VP)"
    state = select(state, "explore")
    some = tuple(state.bag[:2])
    names = [state.catalogue.world(id).name for id in some]
    assert (
        _words(state, do.DrawWorlds(None, some))
        == f"The table draws {names[0]} ({some[0]}) and {names[1]} ({some[1]})"
    )
    assert _words(state, do.DrawWorlds(None, ())) == "The table draws nothing"
    state = draw(state, *some)
    assert _words(state, do.PickWorld(0, some[0])) == f"Red picks {names[0]}"


def test_buying_with_the_price_paid() -> None:
    state = select(for_sale(plain(2), development("X", cost=3)), "develop")
    assert _words(state, do.BuyDevelopment(0, "X")) == "Red buys X for $2"
    assert _words(state, do.Pass(0)) == "Red buys no development"


def test_settling_in_each_way() -> None:
    specialist = development("S", "Settle: may pay for a non-Alien military world at -1 cost")
    soldiers = development("M", "Settle: +4 Military")
    worlds = (world("A", cost=2), world("B", defense=3), world("F", cost=1, kind="any", good="windfall"))
    state = explored(give(plain(2), 0, specialist, soldiers, credits=9, colonists=3), 0, *worlds)
    state = select(state, "settle")
    assert _words(state, do.SettleWorld(0, "A", do.CREDITS)) == "Red settles A for $2"
    assert _words(state, do.SettleWorld(0, "B", do.MILITARY)) == "Red settles B with Military 4"
    paid = "Red settles B for $2 instead of conquering it"
    assert _words(state, do.SettleWorld(0, "B", do.CONTACT)) == paid
    factory = do.SettleWorld(0, "F", do.CREDITS, "Genes")
    assert _words(state, factory) == "Red settles F for $1, as Genes (1 Genes good)"
    doomed = do.SettleWorld(0, "A", do.CREDITS, onto="P0")
    assert _words(state, doomed) == "Red settles A for $2, in the place of P0"
    assert _words(state, do.TakeColonists(0)) == "Red gains 2 colonists"


def test_trading_and_consuming_with_what_they_give() -> None:
    state = give(plain(2), 0, world("A", "Consume: 1 good -> 1 VP + $1", kind="Genes", good="production"))
    state = select(good_on(state, 0, "A", "Genes"), "trade-consume")
    assert _words(state, do.TradeGood(0, "A")) == "Red sells the Genes good on A for $3"
    state = play(state, do.NoTrade(0))
    assert _words(state, do.Consume(0, "A", 0, ("A",))) == "Red uses A for 1 VP and $1"
    best = do.ConsumeAll(0, (("A", 0, ("A",)),))
    assert _words(state, best) == "Red consumes with A for 1 VP and $1"


def test_a_goal_kept_face_down_is_not_named() -> None:
    state = select(plain(2, goals="yes"), "goals")
    drawn = do.DrawGoals(None, ("G1", "G2", "G3"))
    assert _words(state, drawn) == "The table draws 3 goals"
    state = play(state, drawn)
    assert _words(state, do.KeepGoal(0, "G1", ("G2", "G3"))) == "Red keeps a goal face down"


def test_every_decision_has_words_of_its_own() -> None:
    state = plain(2)
    plain_ones = [
        do.KeepHidden(0),
        do.EndSettle(0),
        do.NoTrade(0),
        do.NoStockpile(0),
        do.SkipConsume(0),
        do.ReturnWorld(0, "W01"),
        do.StockpileWorld(0, "W01"),
        do.ReplaceColony(0, "W01", "W02"),
        do.SpendGoods(0, "W01", 0, ("W02",)),
        do.ProduceGood(0, "W01"),
        do.WindfallGood(0, "W01"),
        do.SetKind(0, "W01", "Rare"),
        do.StockpileGood(0, "W01"),
        do.StockpileCredits(0, 2),
        do.RevealGoal(0, "G1"),
        do.ChooseHome(0, "H1A"),
        do.UsePower(0, "W01", 0),
        do.DeclinePower(0, "W01", 0),
    ]
    said = [_words(state, decision) for decision in plain_ones]
    assert len(set(said)) == len(said)
    assert all(words.startswith("Red ") for words in said)
    assert not any(words == f"Red {one.do}" for words, one in zip(said, plain_ones, strict=True))
