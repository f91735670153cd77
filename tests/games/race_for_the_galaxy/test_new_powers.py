"""Tests that a power is one class: rules, data, words and computer players have one that they never saw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from companion.games.race_for_the_galaxy import rules
from companion.games.race_for_the_galaxy.cards import powers
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.cards.power_lines import line_of
from companion.games.race_for_the_galaxy.cards.powers import PHASES, power
from companion.games.race_for_the_galaxy.rules.abilities import military
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.consume import EndConsume
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.simulation.simulate import new_game
from tests.games.one_class import defaults_of_its_sort, keep, named, play_to_the_end
from tests.games.race_for_the_galaxy.build import GAME, goods, id_of, option, place, play, table, words

WORDS = "a power of none of the known cards"


@pytest.fixture(autouse=True)
def only_here(monkeypatch):
    keep(monkeypatch, PHASES)


def printing(state, name: str, *printed):
    """The table with only these powers on the card with this name."""
    cards = (replace(card, powers=printed) if card.name == name else card for card in state.catalogue)
    return state.changed(catalogue=Catalogue(cards))


def begun(state, action: str, other: str = ""):
    """Blue and Green have chosen; other: what Green did, if not the same."""
    return GAME.play(GAME.play(state, ChooseActions(0, (action,))), ChooseActions(1, (other or action,)))


def develops():
    @dataclass(frozen=True)
    class Builders(powers.DevelopPower, phase="develop", code="builders"):
        """Draws before and after, and lowers the cost: three effects in one power."""

        less: int
        draws_first = 1
        draws_after = 2

        def words(self):
            return WORDS

    return Builders


def settles():
    @dataclass(frozen=True)
    class Liberators(powers.SettlePower, phase="settle", code="liberators"):
        """Military against Rebels and gray worlds, which also cost less."""

        amount: int
        minds_rebels = True

        def words(self):
            return WORDS

        def military_against(self, world):
            return self.amount * (world.rebel + (world.kind is None))

        def less_for(self, kind):
            return self.amount if kind is None else 0

    return Liberators


def comes_otherwise():
    @dataclass(frozen=True)
    class Envoys(powers.OtherWay, phase="settle", code="envoys"):
        """Pays for Alien military worlds, which no known power does."""

        discount: int

        def words(self):
            return WORDS

        def pays_for(self, world):
            return world.kind == "alien"

    return Envoys


def sells():
    @dataclass(frozen=True)
    class Bazaar(powers.TradePower, phase="trade", code="bazaar"):
        """More for all goods but its own."""

        amount: int

        def words(self):
            return WORDS

        def more_for(self, kind, own):
            return 0 if own else self.amount

    return Bazaar


def consumes():
    @dataclass(frozen=True)
    class Couples(powers.TakesGoods, phase="consume", code="couples"):
        """Two goods of the same kind for VP."""

        vp: int

        def words(self):
            return WORDS

        def takes(self, lying):
            kinds = [good.kind for good in lying]
            return 2 if any(kinds.count(kind) > 1 for kind in kinds) else 0

        def together(self, chosen):
            return len({good.kind for good in chosen}) == 1

        def gain(self, chosen):
            return self.vp, 0

        def most_vp(self, goods, factor):
            return self.vp * factor

    return Couples


def discards():
    @dataclass(frozen=True)
    class Donors(powers.ConsumePower, phase="consume", code="donors"):
        """A card of the hand for VP, as who has no good."""

        vp: int
        from_hand = 1
        optional = True

        def words(self):
            return WORDS

        def usable(self, lying, hand, supply):
            return hand > 0 and not lying

        def vp_for(self, cards):
            return self.vp * cards

    return Donors


def produces():
    @dataclass(frozen=True)
    class Frugal(powers.ProducePower, phase="produce", code="frugal"):
        """Draws for producing less than anybody else, and for the good of its world."""

        cards: int
        produces = True
        draws_here = 1

        def words(self):
            return WORDS

        def draws_for_most(self, produced, others):
            return self.cards if all(len(produced) < len(other) for other in others) else 0

    return Frugal


DEFINED = (develops, settles, comes_otherwise, sells, consumes, discards, produces)
PRINTED_PHASE = {"develop": 2, "settle": 3, "trade": 4, "consume": 4, "produce": 5}


def test_data_and_box_files_have_a_power_that_is_defined():
    for define in DEFINED:
        form = define()
        found = power({"phase": PRINTED_PHASE[form.phase], "code": [form.code], "value": 2})
        assert (found, line_of(found)) == (form(2), f"{form.phase.capitalize()}: {WORDS}")


def test_a_power_of_develop_draws_before_and_after_and_lowers_the_cost():
    state = printing(table(["Old Earth"], ["New Sparta"], hand=5), "Old Earth", develops()(2))
    state = begun(state, "develop")
    assert state.empires[0].hand == 5 + 1
    assert prices(state, 0).development(state.card(id_of("Diversified Economy"))).total == 4 - 2 - 1
    assert place(state, "Diversified Economy", None).empires[0].hand == 6 - 1 - 1 + 2


def test_a_power_of_settle_counts_against_the_worlds_that_it_says():
    state = printing(table(["Old Earth"], ["New Sparta"], hand=5), "Old Earth", settles()(2))
    state = begun(state, "settle")
    costs = prices(state, 0)
    assert costs.military(state.card(id_of("Rebel Warrior Race"))) == 2
    assert costs.military(state.card(id_of("Rebel Fuel Cache"))) == 2
    assert costs.military(state.card(id_of("Alien Robot Sentry"))) == 0
    gray = next(card for card in state.catalogue if card.world and card.kind is None and not card.military)
    assert costs.world_price(gray) == costs.world(gray).total == max(0, gray.cost - 2)
    assert military(state.catalogue, state.empires[0].in_force) == 0


def test_a_power_pays_for_worlds_that_others_do_not():
    state = printing(table(["Old Earth"], ["New Sparta"], hand=5), "Old Earth", comes_otherwise()(2))
    state = begun(state, "settle")
    sentry, rebels = state.card(id_of("Alien Robot Sentry")), id_of("Rebel Miners")
    assert option(state, 0, f"Place {sentry.name}").why[0].total == sentry.cost - 2
    assert all(one.tile != rebels for one in GAME.options(state, 0))
    assert place(state, sentry.name, None).empires[0].holds(sentry.id)


def test_a_power_of_trade_adds_cards():
    state = table(["New Sparta", "Spice World*", "Mining World*"], ["Old Earth"])
    state = begun(printing(state, "Spice World", sells()(3)), "consume-trade")
    assert option(state, 0, "on Spice World").why[0].total == 2
    assert option(state, 0, "on Mining World").why[0].total == 3 + 3


def test_a_power_of_consume_takes_the_goods_that_it_says_in_the_best_order_too():
    lying = ("Spice World*", "Prosperous World*", "Mining World*")
    state = printing(table(["Old Earth", *lying], ["New Sparta"]), "Old Earth", consumes()(3))
    for world in ("Spice World", "Prosperous World", "Mining World"):
        state = printing(state, world)
    done = begun(state, "consume-2x")
    assert (goods(done, 0), done.empires[0].chips) == ({"Mining World"}, 2 * 3)


def test_a_power_of_consume_takes_cards_of_the_hand():
    state = printing(table(["Old Earth"], ["New Sparta"], hand=3), "Old Earth", discards()(4))
    state = begun(state, "consume-2x")
    assert words(state, 0) == ["Old Earth: discard 1 of your cards", "Discard no cards"]
    assert play(state, GAME.options(state, 0)[0].decision).empires[0].chips == 4
    assert play(state, EndConsume(0)).empires[0].chips == 0


def test_a_power_of_produce_draws_by_what_others_produced():
    state = table(["Spice World"], ["New Sparta", "Mining World", "Prosperous World"], hand=3)
    state = begun(printing(state, "Spice World", produces()(2)), "produce", "explore-5")
    while state.phase != "choose":
        state = play(state, GAME.options(state, GAME.questions(state)[0].player)[0].decision)
    assert goods(state, 0) == {"Spice World"}
    explored, here, fewest = 1, 1, 2
    assert state.empires[0].hand == 3 + explored + here + fewest


@pytest.mark.parametrize("kind", ["random", "sensible"])
def test_whole_games_are_played_with_them(kind):
    printed = [define()(2) for define in DEFINED]
    for number in range(3):
        rng = Random(f"new powers {number}")
        state = new_game(GAME, 2 + number, (), rng)
        cards = [
            replace(card, powers=(*card.powers, printed[at % len(printed)]))
            for at, card in enumerate(state.catalogue)
        ]
        play_to_the_end(GAME, state.changed(catalogue=Catalogue(cards)), kind, rng)


def test_a_number_that_is_forgotten_is_none():
    """What a sort of power says of those without a number (0) is no default of those that have it."""
    for form in (*(form for phase in PHASES.values() for form in phase), *(define() for define in DEFINED)):
        assert defaults_of_its_sort(form) == [], form


def test_no_rule_asks_which_power_it_is():
    """Rules know what powers of a phase may do, and no printed form."""
    assert named(rules, (form for phase in PHASES.values() for form in phase)) == []
