"""Tests of the round (rulebook p. 3): secret choice of action cards, the resulting phases, the hand limit."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Correction
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.explore import Explored
from companion.games.race_for_the_galaxy.rules.placing import PlaceNothing
from companion.games.race_for_the_galaxy.rules.steps import StepBack
from tests.games.race_for_the_galaxy.build import GAME, asked, id_of, new, play, refused, table


def test_everybody_chooses_one_of_seven_action_cards_p3():
    state = new(3)
    assert asked(state) == [(0, "choose-actions"), (1, "choose-actions"), (2, "choose-actions")]
    assert all(question.secret for question in GAME.questions(state))
    assert len(GAME.options(state, 1)) == 7


def test_the_choice_is_secret_until_all_have_chosen_p3():
    state = play(new(3), ChooseActions(0, ("develop",)))
    for other in (1, 2, None):
        assert GAME.view(state, other).empires[0].chosen == ()
        assert GAME.view(state, other) == GAME.view(play(new(3), ChooseActions(0, ("settle",))), other)
    assert GAME.view(state, 0).empires[0].chosen == ("develop",)
    state = play(state, ChooseActions(1, ("develop",)), ChooseActions(2, ("produce",)))
    assert GAME.view(state, 1).empires[0].chosen == ("develop",)


def test_a_choice_can_be_changed_until_all_have_chosen_p3():
    state = play(new(2), ChooseActions(0, ("develop",)), ChooseActions(0, ("explore-5",)))
    again = next(q for q in GAME.questions(state) if q.player == 0)
    assert again.answered
    assert again.optional
    state = play(state, ChooseActions(1, ("explore-5",)))
    assert state.plan == ("explore",)
    refused(state, ChooseActions(1, ("settle",)), "Green, draw")


def test_only_chosen_phases_are_performed_in_order_p3():
    state = table(
        ["Old Earth"], ["New Sparta"], ["Epsilon Eridani"], chosen=("produce", "develop", "explore-5")
    )
    assert state.plan == ("explore", "develop", "produce")
    assert GAME.phase(state).key == "explore"


def test_a_phase_that_two_choose_is_performed_once_p3():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "settle"))
    assert state.plan == ("settle",)
    assert state.bonus(0)
    assert state.bonus(1)


def test_only_who_chose_the_phase_has_its_bonus_p3():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "explore-5"))
    state = play(state, Explored(0), Explored(1))
    assert (state.bonus(0), state.bonus(1)) == (True, False)


def test_a_phase_is_over_when_all_are_done_p3():
    state = table(["Old Earth"], ["New Sparta"], chosen=("explore-5", "develop"))
    state = play(state, Explored(1))
    assert asked(state) == [(0, "explored")]
    state = play(state, Explored(0))
    assert asked(state) == [(0, "place-development"), (1, "place-development")]


def test_a_step_can_be_taken_back_until_the_phase_closes():
    state = table(["Old Earth"], ["New Sparta"], chosen=("explore-5", "develop"))
    done = play(state, Explored(1))
    assert asked(done) == [(0, "explored")]
    assert GAME.options(done, 1)[0].decision == StepBack(1)
    assert play(done, StepBack(1)) == state
    closed = play(done, Explored(0))
    refused(closed, StepBack(1), "choose a development to place")


def test_others_steps_stay_when_one_is_taken_back():
    state = table(
        ["Old Earth"], ["New Sparta"], ["Epsilon Eridani"], chosen=("explore-5", "develop", "develop")
    )
    both = play(state, Explored(1), Explored(2), StepBack(1))
    assert both == play(state, Explored(2))


def test_after_the_phases_hands_are_discarded_down_to_ten_p3_p7():
    state = table(["Old Earth"], ["New Sparta"], chosen=("explore-1-1", "explore-1-1"), hand=(10, 4))
    state = play(state, Explored(0), Explored(1))
    assert [empire.hand for empire in state.empires] == [10, 6]
    assert state.round == 2
    assert not GAME.check(state)


def test_a_hand_is_not_limited_within_the_round_p7():
    state = table(["Old Earth"], ["New Sparta"], chosen=("explore-1-1", "develop"), hand=(10, 4))
    state = play(state, Explored(0), Explored(1))
    assert state.empires[0].hand == 12


def test_the_action_cards_are_taken_back_for_the_next_round_p3():
    state = table(["Old Earth"], ["New Sparta"], chosen=("explore-5", "explore-5"))
    state = play(state, Explored(0), Explored(1))
    assert state.round == 2
    assert [empire.chosen for empire in state.empires] == [(), ()]
    assert asked(state) == [(0, "choose-actions"), (1, "choose-actions")]


def test_an_unknown_action_card_is_refused():
    refused(new(2), ChooseActions(0, ("trade",)), "choose an action card")
    refused(new(2), ChooseActions(0, ("develop", "settle")), "choose an action card")
    refused(new(2), PlaceNothing(0), "choose an action card")


def test_nobody_outside_the_table_answers():
    refused(new(2), ChooseActions(2, ("develop",)), "choose an action card")


def test_the_hand_counts_and_chips_are_open_p7():
    state = table(["Old Earth"], ["New Sparta"], hand=(3, 8), chips=(2, 4))
    shown = {fact.path: fact.value for fact in GAME.facts(GAME.view(state, 1))}
    assert (shown["hand/0"], shown["hand/1"], shown["chips/0"], shown["chips/1"]) == (3, 8, 2, 4)


def test_the_discards_are_reshuffled_when_the_supply_is_exhausted_p7():
    state = table(["Old Earth"], ["New Sparta"], chosen=("explore-5", "explore-5"))
    state = GAME.correct(state, Correction("supply", 0))
    assert state.supply == 0
    state = play(state, Explored(0), Explored(1))
    state = play(state, ChooseActions(0, ("explore-5",)), ChooseActions(1, ("explore-5",)))
    assert state.progress[1].drawn == 7
    assert state.supply > 0
    assert not GAME.check(state)


def test_exactly_the_last_card_brings_the_new_supply_p7():
    before = table(["Old Earth"], ["New Sparta"])
    before = GAME.correct(before, Correction("supply", 14))
    state = play(before, ChooseActions(0, ("explore-5",)), ChooseActions(1, ("explore-5",)))
    assert (state.supply, state.discards) == (before.discards, 0)


def test_a_step_that_shuffled_is_taken_back_when_others_have_drawn_since_p3():
    state = table(["Old Earth"], ["New Sparta"], chosen=("explore-5", "explore-5"))
    done = GAME.play(state, Explored(1))
    taken = done.progress[1].steps[-1]
    shuffled = replace(taken, supply=40, discards=taken.discards - 40)
    drawn = done.with_progress(1, done.progress[1].changed(steps=(shuffled,))).changed(supply=30, discards=60)
    back = GAME.play(drawn, StepBack(1))
    # The cards are as many as without the shuffling; what the supply lacks is among the discards.
    assert (back.supply, back.discards) == (0, 30 + 60 - taken.supply - taken.discards)


def test_chips_beyond_the_rounds_stay_where_a_later_step_is_taken_back_p7():
    state = table(["Old Earth"], ["New Sparta"], chosen=("explore-5", "explore-5"))
    beyond = state.changed(beyond=3, pool=state.pool + 3)
    assert GAME.play(GAME.play(beyond, Explored(1)), StepBack(1)).beyond == 3


def test_chips_that_do_not_add_up_are_said_in_numbers():
    state = new(2)
    assert GAME.check(state) == ()
    (doubt,) = GAME.check(state.changed(pool=state.pool + 3, beyond=1))
    assert "24 VP in chips at the start, but 26 are accounted for: 0 with the players, 27 set out" in doubt


def test_the_good_of_a_start_world_that_bears_none_is_discarded():
    state = table(["Alpha Centauri*", "Gem World"], ["New Sparta"])
    state = state.with_empire(0, state.empires[0].changed(start=id_of("Alpha Centauri")))
    after = GAME.correct(state, Correction("start/0", "S01"))
    assert after.discards == state.discards + 1
    assert GAME.check(after) == ()
