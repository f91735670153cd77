"""Tests of a real table whose box nobody registered: facts are asked when a rule needs them, once."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.games.contract import (
    LATER,
    MIDDLE,
    Correction,
    Difference,
    Illegal,
    Naming,
    Question,
    ScoreSheet,
    Spot,
    Telling,
    Untold,
    decision_to_json,
)
from companion.games.contract.gate import check_legal
from companion.games.contract.told import Told
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.course.telling import Tell
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.told_forms import said_words
from companion.games.new_frontiers.tiles.catalogue import World
from companion.games.new_frontiers.wording.names import called
from companion.simulation.ending import estimate
from companion.translation import speaking
from tests.rigs.told_box import (
    Owner,
    play_told,
    played_again,
    printed_box,
    registered,
    setup,
    setup_of_today,
)

GAME = NewFrontiers()


@pytest.fixture(scope="module")
def told_game():
    return play_told(5)


def test_a_game_with_an_unknown_box_scores_as_the_same_game_with_a_registered_one(told_game):
    game, decisions, state, printed = told_game
    told = state.catalogue.shown
    again, end = played_again(registered(told, printed), setup_of_today(4, 5), decisions, told)
    assert again.phase(end).over
    assert _points(game.score(state)) == _points(again.score(end))


def test_the_facts_of_a_tile_take_six_touches_at_most(told_game):
    """What is chosen beforehand is no touch; choosing what closes a form sends it; powers count apart."""
    game, decisions, _end, _printed = told_game
    state, touches = game.new(setup_of_today(4, 5)), Counter()
    for decision in decisions:
        form = game.questions(state)[0].form
        if isinstance(decision, Tell) and isinstance(form, Telling) and len(form.pieces) == 1:
            told = [(form.field_of(piece, key), said) for piece, key, said in decision.facts.facts]
            chosen = [f for f, said in told if not f.typed and said != f.usual and not f.closes]
            if not all(field.typed for field in form.fields):
                touches[form.pieces[0][0]] += len(chosen) + 1
        state = game.play(state, decision)
    assert len(touches) > 20
    assert max(touches.values()) <= 6


def test_it_replays_from_its_journal_and_passes_the_gate(told_game):
    _game, decisions, end, _printed = told_game
    fresh = NewFrontiers()
    state = fresh.new(setup_of_today(4, 5))
    for decision in decisions:
        again = fresh.decision(decision_to_json(decision))
        check_legal(fresh, state, again)
        assert fresh.words(state, again)
        state = fresh.play(state, again)
    assert state == end
    assert state.catalogue.shown.items() == end.catalogue.shown.items()


def test_each_fact_is_asked_once(told_game):
    _game, decisions, _state, _printed = told_game
    told = [fact for one in decisions if isinstance(one, Tell) for fact in one.facts.facts]
    single = [(one.piece, one.key) for one in told if one.key in ("price", "colonists", "kind", "vp")]
    assert single
    assert len(single) == len(set(single))


def test_no_made_up_tile_is_in_sight_and_nothing_is_drawn_by_the_companion():
    state = _at_explore()
    question = GAME.questions(state)[0]
    assert isinstance(question.form, Naming)
    assert question.draw is None
    made_up = {called(tile) for tile in GAME.catalogue.worlds.values() if tile.source == "stand-in"}
    assert not made_up & {item.words for item in question.form.items}
    unmet = next(w for w in state.catalogue.shown.worlds.values() if "name" in w.untold)
    assert called(unmet) == "World 11"
    home = replace(GAME.catalogue.homes["H6A"], source="owner", untold=("name",))
    with speaking("de"):  # told in part, and still without a name
        assert called(home) == "Heimatkolonie 6A"
    with pytest.raises(Untold):
        state.catalogue.world(unmet.id).cost  # noqa: B018


def test_a_camera_may_tell_all_that_lies_in_the_middle_before_the_first_is_taken():
    state = _at_explore()
    draw = GAME.questions(state)[1]
    assert draw.optional
    assert draw.draw is not None
    assert draw.draw.by_hand  # the companion draws nothing that nobody could find in the bag
    seen = tuple(f"W{number}" for number in range(20, 27))
    differences = tuple(Difference(tile, None, Spot(MIDDLE, "A")) for tile in seen)
    (option,) = GAME.tracking.explain(state, differences).options
    laid = GAME.play(state, option.decision)
    assert laid.center == seen
    player = GAME.questions(laid)[0].player
    assert GAME.options(laid, player)[0].words == "Pick World 20"


def test_a_name_that_another_game_prints_brings_its_values_to_compare():
    state = _at_settle("W11")
    world = replace(state.catalogue.shown["W11"], name="Rebel Miners")
    state = state.changed(catalogue=state.catalogue.with_tiles([world]))
    form = GAME.questions(GAME.play(state, AskWhatItSays(GAME.questions(state)[0].player, "W11")))[0].form
    assert isinstance(form, Telling)
    assert form.fields[0].usual == "defense 2"
    assert form.note.startswith("Race for the Galaxy prints")


def test_a_typed_name_is_a_new_world_and_only_what_was_taken_leaves_the_bag():
    state = _at_explore()
    bag = len(state.bag)
    after = _answer(state, ("new:Blaster Gem",))
    assert after.catalogue.shown["W11"].name == "Blaster Gem"
    assert len(after.bag) == bag - 1
    assert not after.center
    form = GAME.questions(after)[0].form
    assert isinstance(form, Naming)
    assert form.problem(("new:blaster gem",)) == "blaster gem is another piece of this box."
    after = _answer(after, ("new:",))
    assert called(after.catalogue.shown["W12"]) == "World 12"
    with speaking("de"):  # its number is no name that anybody gave it
        assert called(after.catalogue.shown["W12"]) == "Welt 12"
    assert "W31" in _answer(after, ("new:W31",)).empires[GAME.questions(after)[0].player].explored


def test_a_box_may_hold_more_worlds_than_the_rulebook_prints():
    state = _at_explore()
    met = tuple(id for id in state.bag if "name" not in state.catalogue.shown[id].untold)
    state = state.changed(bag=met)
    after = _answer(state, ("new:Starry Rift",))
    assert after.catalogue.shown["W61"].name == "Starry Rift"
    assert "price" in after.catalogue.shown["W61"].untold


def test_what_a_world_costs_is_asked_when_somebody_wants_it_and_may_wait():
    state = _at_settle("W11")
    player = GAME.questions(state)[0].player
    options = [option.decision for option in GAME.options(state, player)]
    assert AskWhatItSays(player, "W11") in options
    asked = GAME.play(state, AskWhatItSays(player, "W11"))
    question = GAME.questions(asked)[0]
    assert (question.player, question.kind) == (None, "tell")
    assert not GAME.options(asked, player)
    assert _answer(asked, (LATER,)).asks is None
    priced = _answer(asked, ("W11/price=cost 0", "W11/colonists=1"))
    words = [option.words for option in GAME.options(priced, player)]
    assert "Settle World 11 for $0" in words
    with pytest.raises(Illegal):
        check_legal(GAME, asked, Tell.of(None, ("W11/price=cost 99", "W11/colonists=1")))


def test_more_on_it_tell_later_is_asked_in_the_phase_of_the_power():
    state = _at_settle("W11")
    player = GAME.questions(state)[0].player
    asked = GAME.play(state, AskWhatItSays(player, "W11"))
    state = _answer(asked, ("W11/price=cost 0", "W11/colonists=1"))
    settle = next(o.decision for o in GAME.options(state, player) if o.words.startswith("Settle World 11"))
    state = GAME.play(state, settle)
    form = GAME.questions(state)[0].form
    assert isinstance(form, Telling)
    assert state.pending == settle
    assert form.problem((LATER,)) == "kind: choose one."
    state = _answer(state, ("W11/kind=Rare windfall", LATER))
    colony = state.empires[player].colonies[-1]
    assert (colony.world, colony.good) == ("W11", "Rare")
    state = _until(state, lambda q: q.kind == "tell")
    question = GAME.questions(state)[0]
    assert isinstance(question.form, Telling)
    assert {field.piece for field in question.form.fields} == {"W11"}
    assert question.text.startswith("Has World 11 any ")


def test_vp_that_nobody_told_are_asked_before_the_sum_with_the_range():
    """A game ends only when its points are known: until then each player's range stands there."""
    game, printed = NewFrontiers(), printed_box(3)
    state, rng = game.new(setup(2, 3)), Random(3)
    owner = Owner(printed, rng)
    while True:
        assert not game.phase(state).over
        question = game.questions(state)[0]
        if question.text.startswith("Before the sum"):
            break
        if isinstance(question.form, Telling):
            said = tuple(text for text in owner.told(state, question.form) if "/vp=" not in text)
            decision = game.answer(state, question, said)
        elif question.form is not None:
            decision = owner.answer(game, state, question)
        else:
            decision = rng.choice(game.options(state, question.player)).decision
        state = game.play(state, decision)
    assert isinstance(question.form, Telling)
    assert " to " in question.form.note
    state = game.play(state, game.answer(state, question, owner.told(state, question.form)))
    while not game.phase(state).over:  # what a "?" counts
        question = game.questions(state)[0]
        state = game.play(state, game.answer(state, question, owner.told(state, question.form)))
    assert game.score(state).final


def test_a_tile_registered_meanwhile_answers_what_is_asked():
    state = _at_settle("W11")
    player = GAME.questions(state)[0].player
    asked = GAME.play(state, AskWhatItSays(player, "W11"))
    text = '[[world]]\nid = "W11"\nname = "Gem World"\ncost = 0\nvp = 2\nkind = "Rare"\ngood = "windfall"\n'
    after = GAME.correct(asked, Correction("tile/W11", text))
    assert after.asks is None
    assert not after.catalogue.shown["W11"].untold
    assert "Settle Gem World for $0" in [option.words for option in GAME.options(after, player)]


def test_what_nobody_told_is_drawn_by_chance_for_advice_and_estimates():
    state = _begun()
    assert estimate(GAME, state, ()) is not None
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    with pytest.raises(Untold):
        again.catalogue.world("W11").cost  # noqa: B018


def test_a_correction_that_needs_an_untold_fact_asks_for_it():
    state = _at_explore()
    asked = GAME.correct(state, Correction("world/W20", "colony of blue"))
    question = GAME.questions(asked)[0]
    assert isinstance(question.form, Telling)
    done = _answer(asked, ("W20/price=cost 2", "W20/colonists=1"))
    assert any(colony.world == "W20" for colony in done.empires[0].colonies)


def test_facts_are_told_in_words_that_can_be_taken_apart():
    """Powers are sentences with commas and a full stop."""
    facts = ("W11/kind=gray", "W11/powers=Settle: +1 Military", "W11/vp=1")
    assert said_words(_begun(), Told.read(facts)) == "Told: World 11: gray; Settle: +1 Military; 1 VP"


def _points(sheet: ScoreSheet) -> list[list[tuple[str, int]]]:
    return [[(line.source, line.vp) for line in player.lines] for player in sheet.players]


# --- the beginning of a game


def _answer(state: State, value: tuple[str, ...]) -> State:
    question = GAME.questions(state)[0]
    decision = GAME.answer(state, question, value)
    check_legal(GAME, state, decision)
    return GAME.play(state, decision)


def _begun() -> State:
    """Two players, whose homes are gray and have no powers."""
    state = GAME.new(setup(2, 1))
    while GAME.questions(state)[0].kind == "tell":
        form = GAME.questions(state)[0].form
        assert isinstance(form, Telling)
        state = _answer(
            state,
            tuple(
                field.item({"kind": "gray", "vp": "1"}[field.key]).text
                for field in form.fields
                if field.key in ("kind", "vp")
            ),
        )
    return state


def _select(state: State, action: str) -> State:
    return GAME.play(state, SelectAction(GAME.questions(state)[0].player, action))


def _at_explore() -> State:
    return _select(_begun(), "explore")


def _at_settle(world: str) -> State:
    """Whoever begins to settle has this world."""
    state = _begun()
    player = GAME.questions(state)[0].player
    assert player is not None
    state = GAME.correct(state, Correction(f"world/{world}", f"explored by {state.empires[player].colour}"))
    state = _select(state, "settle")
    assert isinstance(state.catalogue.shown[world], World)
    return state


def _until(state: State, wanted) -> State:
    rng = Random(1)
    for _step in range(200):
        question: Question = GAME.questions(state)[0]
        if wanted(question):
            return state
        if question.form is not None:
            decision = GAME.answer(state, question, question.form.sample(rng))
        else:
            decision = GAME.options(state, question.player)[0].decision
        state = GAME.play(state, decision)
    raise AssertionError("it is never asked")
