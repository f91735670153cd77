"""Tests of what the gate takes: each option, the answers that come to the same as one, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.contract import Decision, Illegal
from companion.games.contract.gate import check_legal
from companion.games.race_for_the_galaxy.cards.powers import ProduceWindfall
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.consume_goods import Consume, ConsumeBest
from companion.games.race_for_the_galaxy.rules.placing import Place
from companion.games.race_for_the_galaxy.rules.produce import ProduceOn
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.rules.steps import StepBack
from tests.default_run import first_by_default
from tests.games.race_for_the_galaxy.build import GAME, id_of, new, play, refused, table
from tests.games.race_for_the_galaxy.test_random_games import OPTION_SETS, played


def refusal(state: State, decision: Decision) -> str | None:
    """The gate's sentence; None: it takes the decision."""
    try:
        check_legal(GAME, state, decision)
    except Illegal as wrong:
        return wrong.sentence
    return None


@pytest.mark.parametrize("number", first_by_default(range(10), 2))
def test_options_apply_and_answers_to_other_states_are_refused_unless_they_come_to_the_same(number: int):
    rng = Random(number)
    steps = [step for step, _hands in played(2 + number % 3, number, OPTION_SETS[number % len(OPTION_SETS)])]
    once = list(dict.fromkeys(step.decision for step in steps))
    refusals = 0
    for state in [step.before for step in rng.sample(steps, 25)]:
        seats = range(len(state.empires))
        offered = {option.decision for seat in seats for option in GAME.options(state, seat)}
        for decision in offered:
            assert refusal(state, decision) is None
            assert GAME.words(state, decision)
            assert GAME.check(GAME.play(state, decision)) == ()
        for decision in {*rng.sample(once, 12), *(StepBack(seat) for seat in (*seats, 4))} - offered:
            sentence = refusal(state, decision)
            if sentence is None:
                assert decision.offered_as(state) in (None, *offered)
                assert GAME.check(GAME.play(state, decision)) == ()
            else:
                assert len(sentence) > 10
                refusals += 1
    assert refusals > 50


def test_any_copy_that_may_be_in_hand_can_be_placed():
    state = table(["Old Earth"], ["New Sparta"], chosen=("develop", "develop"), hand=6)
    first, other = (card.id for card in GAME.catalogue.copies("Public Works"))
    listed = {option.decision for option in GAME.options(state, 0)}
    assert Place(0, first) in listed
    assert Place(0, other) not in listed
    assert play(state, Place(0, other)).progress[0].placed == other


def test_any_copy_is_refused_in_the_sentence_of_its_card():
    state = table(["Old Earth"], ["New Sparta"], chosen=("develop", "develop"), hand=3)
    for card in GAME.catalogue.copies("Research Labs"):
        refused(state, Place(0, card.id), "Research Labs costs 3")


def test_two_action_cards_are_the_same_in_either_order():
    state = new(2, two_players="experienced")
    either = [play(state, ChooseActions(0, pair)) for pair in (("settle", "produce"), ("produce", "settle"))]
    assert either[0] == either[1]


def test_goods_that_are_alike_may_be_named_in_any_order_and_each_for_the_other():
    worlds = ("Secluded World*", "Spice World*", "Mining World*")
    state = table(
        ["Epsilon Eridani", "Tourist World", *worlds], ["New Sparta"], chosen=("consume-2x", "consume-2x")
    )
    listed = [one.decision for one in GAME.options(state, 0) if isinstance(one.decision, Consume)]
    one = next(decision for decision in listed if decision.goods == (id_of("Secluded World"),))
    alike = Consume(0, one.card, one.power, (id_of("Spice World"),))
    assert alike not in listed
    assert id_of("Spice World") not in play(state, alike).empires[0].goods
    pair = next(decision for decision in listed if len(decision.goods) == 2)
    turned = Consume(0, pair.card, pair.power, pair.goods[::-1])
    assert turned not in listed
    assert play(state, turned).empires == play(state, pair).empires
    refused(state, Consume(0, pair.card, pair.power, pair.goods[:1] * 2), "use your consume powers")


def test_the_best_of_one_power_is_that_power():
    tableau = ["Epsilon Eridani", "Gem World*", "Mining World*"]
    state = table(tableau, ["New Sparta"], chosen=("consume-2x", "consume-2x"))
    assert not any(isinstance(one.decision, ConsumeBest) for one in GAME.options(state, 0))
    assert isinstance(ConsumeBest(0, "vp").offered_as(state), Consume)
    before = state.empires[0].chips
    assert play(state, ConsumeBest(0, "vp")).empires[0].chips > before
    refused(state, ConsumeBest(0, "most"), "use your consume powers")


def test_of_produce_powers_alike_either_can_be_used():
    """Those of the bonus and of the Galactic Engineers have the same words."""
    tableau = ["Old Earth", "Galactic Engineers", "Avian Uplift Race", "Refugee World", "Empath World"]
    state = table(tableau, ["New Sparta"], chosen=("produce", "produce"))
    world, engineers = id_of("Refugee World"), id_of("Galactic Engineers")
    powers = state.card(engineers).powers
    number = next(at for at, one in enumerate(powers) if isinstance(one, ProduceWindfall))
    listed = {option.decision for option in GAME.options(state, 0)}
    other = ProduceOn(0, f"{engineers}#{number}", world)
    assert ProduceOn(0, "bonus", world) in listed
    assert other not in listed
    assert play(state, other).progress[0].used == (other.source,)
    refused(state, ProduceOn(0, "bonus", id_of("Old Earth")), "which windfall world gets a good?")


def test_a_step_can_be_taken_back_between_two_steps_though_no_option_says_so():
    state = table(
        ["Epsilon Eridani", "Tourist World", "Gem World*", "Mining World*", "Spice World*", "New Vinland*"],
        ["New Sparta"],
        chosen=("consume-2x", "consume-2x"),
    )
    refused(state, StepBack(0), "use your consume powers")
    first = next(one.decision for one in GAME.options(state, 0) if isinstance(one.decision, Consume))
    between = play(state, first)
    assert not between.progress[0].done
    assert StepBack(0) not in [option.decision for option in GAME.options(between, 0)]
    assert play(between, StepBack(0)) == state
