"""Tests that a power is one class: lines, words, rules and computer players have one that they never saw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from companion.games import load
from companion.games.new_frontiers import rules
from companion.games.new_frontiers.display.tile_view import tile_view
from companion.games.new_frontiers.plans import Plan
from companion.games.new_frontiers.rules.actions.consume import UseConsumePower
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.actions.trade_consume import NoTrade, TradeGood
from companion.games.new_frontiers.rules.counts import total_military
from companion.games.new_frontiers.rules.replacing import ReplaceWithWorld
from companion.games.new_frontiers.rules.settling import CONTACT, CREDITS, MILITARY
from companion.games.new_frontiers.rules.spending import SpendGoods
from companion.games.new_frontiers.tiles.amounts import NOTHING, Gain, Goods
from companion.games.new_frontiers.tiles.effect import EFFECTS, Effect, Signed, Some
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.simulation.simulate import new_game
from tests.games.new_frontiers.build import (
    GAME,
    answers,
    asked,
    development,
    draw,
    explored,
    for_sale,
    give,
    good_on,
    option,
    plain,
    play,
    select,
    world,
)
from tests.games.new_frontiers.test_turns import corrected_to
from tests.games.one_class import defaults_of_its_sort, keep, named, play_to_the_end
from tests.rigs.told_box import setup

WORDS = "a power of none of the known tiles"


@pytest.fixture(autouse=True)
def defined(monkeypatch):
    """The powers below are the game's, and none of them after the test."""
    keep(monkeypatch, EFFECTS)
    parse_power.cache_clear()
    for define in DEFINED:
        define()
    yield
    parse_power.cache_clear()


def explores():
    @dataclass(frozen=True)
    class Scouts(Effect, type="Explore"):
        """Draws and gains, in one power."""

        forms = ("scout <worlds>",)
        says = WORDS
        worlds: Some
        gain = Gain(vp=1)


def develops():
    @dataclass(frozen=True)
    class Guild(Effect, type="Develop"):
        """Small developments cost less, and bring a credit."""

        forms = ("guild <amount>",)
        says = WORDS
        amount: int
        gain = Gain(credits=1)

        def less_for_development(self, large):
            return 0 if large else self.amount


def conquers():
    @dataclass(frozen=True)
    class Legion(Effect, type="Settle"):
        """Military against gray worlds, which cost less, too; a second may be settled."""

        forms = ("legion <military>",)
        says = WORDS
        military: Signed
        more_worlds = 1

        def foe(self):
            return "gray"

        def is_against(self, world):
            return world.kind is None

        def less_for_world(self, kind):
            return self.military if kind is None else 0


def pays():
    @dataclass(frozen=True)
    class Envoys(Effect, type="Settle"):
        """Pays for Alien military worlds, which no known power does."""

        forms = ("envoys <discount>",)
        says = WORDS
        discount: int

        def pays_for(self, world):
            return world.is_alien


def spends():
    @dataclass(frozen=True)
    class Mercenaries(Effect, type="Settle"):
        """Military for a good; its colony may be replaced, and others too, by what costs as much."""

        forms = ("mercenaries <temporary>",)
        says = WORDS
        temporary: int
        goods = Goods(1, "Rare")
        rise = 0
        gives_way = True


def produces():
    @dataclass(frozen=True)
    class Frugal(Effect, type="Produce"):
        """Gains for producing less than anybody else; fills windfall colonies of two kinds."""

        forms = ("frugal <gain>",)
        says = WORDS
        gain: Gain
        windfalls = 1

        def fills(self, kind):
            return kind in ("Novelty", "Rare")

        def is_for_most(self, mine, others):
            return all(len(mine) < len(other) for other in others)


def counts():
    @dataclass(frozen=True)
    class Foundry(Effect, type="Produce"):
        """Gains for each colony with a military world, while nothing is produced where it is."""

        forms = ("foundry <gain>",)
        says = WORDS
        gain: Gain

        def times(self, here, count):
            return 0 if here else count(parse_power("Produce: gain 1 VP per military colony").effect.per)


def sells():
    @dataclass(frozen=True)
    class Bazaar(Effect, type="Trade"):
        """More for all goods but its own."""

        forms = ("bazaar <amount>",)
        says = WORDS
        amount: int

        def more_for(self, kind, here):
            return 0 if here else self.amount


def consumes():
    @dataclass(frozen=True)
    class Banquet(Effect, type="Consume"):
        """Up to two goods for VP, twice as much for two of a kind; VP for all goods; a credit for a Salon."""

        forms = ("banquet <vp>",)
        says = WORDS
        vp: int
        converts = True
        goods = Goods(2)
        up_to = True
        per_good = 1

        def gain_for(self, kinds):
            return Gain(vp=self.vp * (2 if len(kinds) > len(set(kinds)) else 1))

        def first_gain(self, has):
            return Gain(credits=1) if has("Salon") else NOTHING


DEFINED = (explores, develops, conquers, pays, spends, produces, counts, sells, consumes)
LINES = (
    "Explore: scout 1",
    "Develop: guild 1",
    "Settle: legion +2",
    "Settle: envoys 1",
    "Settle: mercenaries 2",
    "Produce: frugal $2",
    "Produce: foundry $2",
    "Trade: bazaar 3",
    "Consume: banquet 3",
)


def test_box_files_and_tables_tell_a_power_that_is_defined_and_pages_say_it():
    for line in LINES:
        action = line.split(":")[0]
        assert parse_power(line).words() == f"{action}: {WORDS}."
        text = f'[[world]]\nid = "W11"\nname = "New World"\ncost = 1\npowers = ["{line}"]\n'
        game = load("new-frontiers").box.with_box(text)
        assert (game.unread, game.catalogue.world("W11").powers) == ((), (parse_power(line),))
        assert [one.words for one in tile_view(game.catalogue, "W11").powers] == [parse_power(line).words()]


def test_a_home_told_at_the_table_has_one():
    state = GAME.new(setup(2, 1))
    while (question := GAME.questions(state)[0]).kind == "tell":
        home = question.form.pieces[0][0]
        facts = ("kind=gray", "powers=Settle: legion +2", "vp=1")
        state = GAME.play(state, GAME.answer(state, question, tuple(f"{home}/{fact}" for fact in facts)))
    homes = [state.catalogue.world(empire.colonies[0].world) for empire in state.empires]
    assert [home.powers for home in homes] == [(parse_power("Settle: legion +2"),)] * 2


def test_a_power_of_explore_draws_again_and_gains_once_where_its_turn_comes_later():
    state = plain(2)
    for seat in range(2):
        state = give(state, seat, development(f"S{seat}", "Explore: scout 1"))
    state = draw(select(state, "explore"))
    while asked(state)[1] == "pick-world":
        state = play(state, PickWorld(asked(state)[0], state.center[0]))
    state = draw(draw(corrected_to(state, 1)))
    assert [len(empire.explored) for empire in state.empires] == [3, 2]
    assert [empire.chips for empire in state.empires] == [1, 1]


def test_a_power_of_develop_lowers_a_cost_and_gains():
    small, large = development("S", cost=4), development("L", cost=9)
    state = give(for_sale(plain(2), small, large), 0, development("G", "Develop: guild 1"), credits=9)
    state = select(state, "develop")
    prices = {one.tile: one.why[0].total for one in GAME.options(state, 0) if one.tile}
    assert prices == {"S": 4 - 1 - 1, "L": 9 - 1}
    assert play(state, BuyDevelopment(0, "S")).empires[0].credits == 9 - 2 + 1


def test_a_power_of_settle_counts_against_the_worlds_that_it_says():
    worlds = world("A", defense=2), world("B", defense=2, kind="Rare"), world("C", cost=3)
    state = give(plain(2), 0, development("M", "Settle: legion +2"), credits=1, colonists=4)
    state = select(explored(state, 0, *worlds), "settle")
    conquered, bought = SettleWorld(0, "A", MILITARY), SettleWorld(0, "C", CREDITS)
    assert answers(state, SettleWorld) == [conquered, bought]
    assert [term.label for term in option(state, conquered).why[0].terms] == ["Military against gray worlds"]
    assert total_military(state.catalogue, state.empires[0]).total == 0
    state = play(state, conquered, bought)
    assert state.empires[0].credits == 0


def test_a_power_pays_for_worlds_that_others_do_not():
    known = development("S", "Settle: may pay for a non-Alien military world at -2 cost")
    state = give(plain(2), 0, development("E", "Settle: envoys 1"), known, credits=9)
    alien, other = world("A", defense=5, kind="Alien"), world("B", defense=5)
    state = select(explored(state, 0, alien, other), "settle")
    prices = {one.decision: one.why[0].total for one in GAME.options(state, 0) if one.tile}
    assert prices == {SettleWorld(0, "A", CONTACT): 5 - 1, SettleWorld(0, "B", CONTACT): 5 - 2}


def test_a_power_takes_goods_for_military_or_replaces_a_colony():
    rich = world("R", "Settle: mercenaries 2", kind="Rare", good="production", cost=2)
    state = good_on(give(plain(2), 0, rich, colonists=3, credits=9), 0, "R", "Rare")
    state = select(explored(state, 0, world("A", defense=2), world("B", kind="Rare", cost=2)), "settle")
    assert SettleWorld(0, "B", CREDITS, onto="R") in answers(state)
    conquered = play(state, SpendGoods(0, "R", 0, ("R",)), SettleWorld(0, "A", MILITARY))
    assert [colony.world for colony in conquered.empires[0].colonies] == ["P0", "R", "A"]
    replaced = play(state, ReplaceWithWorld(0, "R", "B"))
    assert [colony.world for colony in replaced.empires[0].colonies] == ["P0", "B"]


def test_a_power_of_produce_gains_by_what_others_produced_and_fills_what_it_says():
    windfalls = [world(f"w{kind}", kind=kind, good="windfall") for kind in ("Rare", "Genes")]
    producing = [world(f"p{n}", kind="Rare", good="production") for n in range(5)]
    state = give(plain(3), 1, development("F", "Produce: frugal $2"), *windfalls, credits=0)
    state = select(give(give(state, 0, *producing[:2]), 2, *producing[2:]), "produce")
    assert [colony.good for colony in state.empires[1].colonies] == [None, "Rare", None]
    assert (state.empires[1].credits, state.doing) == (2, None)


def test_a_power_of_produce_counts_what_it_says():
    still, busy = "Produce: foundry $2", "Produce: foundry $9"
    tiles = world("F", still), world("G", busy, kind="Rare", good="production")
    state = give(plain(2), 1, *tiles, world("A", defense=1), world("B", defense=2), credits=0)
    assert select(state, "produce").empires[1].credits == 2 * 2


def test_a_power_of_trade_adds_credits():
    own, other = world("A", "Trade: bazaar 3", kind="Rare"), world("B", kind="Rare")
    state = good_on(good_on(give(plain(2), 0, own, other), 0, "A", "Rare"), 0, "B", "Rare")
    state = select(state, "trade-consume")
    assert [option(state, TradeGood(0, id)).why[0].total for id in "AB"] == [2, 2 + 3]


def test_a_power_of_consume_gains_by_the_goods_it_takes_and_for_others():
    kinds = {"A": "Rare", "B": "Genes", "C": "Rare", "D": "Alien"}
    worlds = [world(id, kind=kind, good="production") for id, kind in kinds.items()]
    tiles = development("M", "Consume: banquet 3"), development("N", "Consume: 1 Alien good -> $2")
    state = give(plain(2), 0, *worlds, *tiles, development("Salon"), credits=0, chips=0)
    for id, kind in kinds.items():
        state = good_on(state, 0, id, kind)
    state = play(select(state, "trade-consume"), NoTrade(0))
    assert (state.empires[0].credits, state.empires[0].chips) == (1, 1)
    assert GAME.options(state, 0)[0].words.startswith("Best order: 9 VP")
    pair = play(state, UseConsumePower(0, "M", 0, ("A", "C")))
    assert pair.empires[0].chips == 1 + 3 * 2 + 2
    assert play(state, UseConsumePower(0, "M", 0, ("A", "B"))).empires[0].chips == 1 + 3 + 2
    assert play(pair, *answers(pair)[-1:]).empires[0].credits == 1 + 2


@pytest.mark.parametrize("kind", ["random", "sensible"])
def test_whole_games_are_played_with_them(kind):
    powers = [parse_power(line) for line in LINES]
    for number in range(3):
        rng = Random(f"new powers {number}")
        state = new_game(GAME, 2 + number, (("goals", "yes"), ("turns", "together")), rng)
        tiles = [tile for tile in state.catalogue.values() if tile.id[0] in "WDH"]
        more = (replace(tile, powers=(*tile.powers, powers[at % 9])) for at, tile in enumerate(tiles))
        play_to_the_end(GAME, state.changed(catalogue=state.catalogue.with_tiles(more)), kind, rng)


def test_players_with_a_plan_want_a_power_by_what_it_does():
    wanted = {
        "consume": ["Produce: foundry $2", "Consume: banquet 3"],
        "develop": ["Develop: guild 1"],
        "settle": ["Settle: legion +2"],
    }
    state = give(plain(2), 0, *(development(line, line) for line in LINES))
    for want, lines in wanted.items():
        plan = Plan(**{want: 1.0})
        assert [line for line in LINES if plan.tile(state.catalogue, line)] == lines


def test_a_number_that_is_forgotten_is_none():
    """What is said of all powers without a number (0) is no default of those that have it."""
    for form in (form for forms in EFFECTS.values() for form in forms):
        assert defaults_of_its_sort(form) == [], form


def test_no_rule_asks_which_power_it_is():
    """Rules know what powers may do, and no printed form."""
    assert named(rules, (form for forms in EFFECTS.values() for form in forms)) == []
