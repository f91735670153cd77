"""Tests that players with a printed board enter only what is revealed, part by part (p. 5, 6)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import plans
from companion.games.a_new_frontier.rules.planning import AgreeAgain, AskAgain, FinishOnBoard, LayPlan
from companion.games.a_new_frontier.rules.revealing import Reveal
from companion.games.a_new_frontier.rules.state import Plan, State

from .build import BLUE, GAME, GREEN, RED, ask, asked, lay, offers, play, refused, start


def on_board(turn: int = 1) -> State:
    """Blue and Green plan on their boards, Red on a phone."""
    state = start(boards="yes").changed(turn=turn, storm=None if turn == 5 else 0)
    state = play(state, FinishOnBoard(GREEN))
    state = lay(state, RED, Plan(attacks=((2, BLUE),)))
    return play(state, FinishOnBoard(BLUE))


def reveal(state: State, seat: int, **plan: object) -> State:
    return play(state, Reveal(seat, plans.laid_of(Plan(**plan))))  # type: ignore[arg-type]


def test_finished_on_the_board_takes_the_next_place_of_the_track_p5():
    state = start(boards="yes")
    assert len(offers(state, GREEN, "finish-on-board")) == 1
    state = on_board()
    assert state.track == (GREEN, RED, BLUE)
    assert refused(play(start(boards="yes"), FinishOnBoard(BLUE)), FinishOnBoard(BLUE))


def test_boards_are_told_of_only_where_the_table_wants_it():
    assert refused(start(), FinishOnBoard(BLUE))
    assert not offers(start(), BLUE, "finish-on-board")


def test_attacks_are_told_first_then_ships_then_areas_p5():
    state = on_board()
    assert asked(state) == [(BLUE, "reveal"), (GREEN, "reveal")]
    places = {place.id for place in ask(state, "reveal", BLUE).form.places}
    assert {"attack-1", "seize-1", "alpha"} <= places
    assert not any(place.startswith(("build", "ships", "area")) for place in places)
    state = reveal(state, BLUE, attacks=((1, GREEN),))
    assert GAME.view(state, GREEN).corps[BLUE].plan is None
    state = reveal(state, GREEN)
    # Attacks at planets 2 and 3; Alpha Security goes to planet 4, which has none.
    assert asked(state) == [(BLUE, "reveal"), (GREEN, "reveal")]
    assert {place.id for place in ask(state, "reveal", BLUE).form.places} == {
        f"{what}-{planet}" for what in ("build", "ships") for planet in (1, 2, 3)
    }
    state = reveal(state, BLUE, builds=((3, ("stingray",)),))
    state = reveal(state, GREEN)
    assert state.phase == "planets"


def test_the_rest_is_told_after_the_planets_within_the_eight_actions_p2_p5():
    state = reveal(reveal(on_board(), BLUE, attacks=((3, GREEN),)), GREEN)
    state = state.changed(attacks=()) if state.phase == "revealing" else state
    state = reveal(reveal(state, BLUE, builds=((1, ()), (2, ()))), GREEN)
    state = follow_to_areas(state)
    assert state.corps[BLUE].on_board == 2
    too_many = plans.laid_of(Plan(actions=(2, 2, 2, 0)))
    assert "8" in refused(state, Reveal(BLUE, too_many)), "an attack and two build actions lie there, too"
    state = reveal(state, BLUE, actions=(1, 1, 1, 2), bids=(0, 1, 0, 0), levels=1)
    assert state.corps[BLUE].plan.levels == 1


def follow_to_areas(state: State) -> State:
    from random import Random

    rng, player = Random(1), GAME.players["random"]
    while not (state.phase == "revealing" and state.step.part == "areas"):
        question = next(q for q in GAME.questions(state) if not q.optional)
        if question.chance is not None:
            state = GAME.play(state, GAME.answer(state, question, question.chance.sample(rng)))
            continue
        options = GAME.options(state, question.player)
        view = GAME.view(state, question.player)
        state = GAME.play(state, player.choose(GAME, view, question, options, rng))
    return state


def test_in_turn_5_nothing_is_told_of_areas_p12():
    state = reveal(reveal(on_board(turn=5), BLUE), GREEN)
    while state.phase == "alpha":
        question = GAME.questions(state)[0]
        state = GAME.play(state, GAME.answer(state, question, question.draw.pool[:1]))
    state = reveal(reveal(state, BLUE), GREEN)
    assert state.phase in ("planets", "over")


def test_what_was_finished_on_the_board_may_be_laid_on_the_phone_when_the_table_agrees_p5():
    state = play(start(boards="yes"), FinishOnBoard(BLUE), AskAgain(BLUE))
    state = play(state, AgreeAgain(GREEN, BLUE, True), AgreeAgain(RED, BLUE, True))
    state = play(state, LayPlan(BLUE, plans.laid_of(Plan(attacks=((1, GREEN),)))))
    assert state.corps[BLUE].on_board is None
    assert state.corps[BLUE].plan.attacks == ((1, GREEN),)


def test_a_board_costs_what_lies_there_and_no_more_p5():
    state = on_board()
    laid = plans.laid_of(Plan(bribe=13))
    assert refused(state, Reveal(BLUE, laid))
    credits = state.corps[BLUE].credits
    state = reveal(reveal(state, BLUE, bribe=2), GREEN)
    while state.phase == "alpha":
        question = GAME.questions(state)[0]
        if question.draw is not None:
            state = GAME.play(state, GAME.answer(state, question, question.draw.pool[:1]))
        else:
            state = GAME.play(state, GAME.options(state, question.player)[0].decision)
    assert state.corps[BLUE].credits == credits - 2


def test_what_alpha_security_was_paid_does_not_lie_on_the_board_any_more_p6():
    """Blue's last credits bribe and seize; then what else lies there is told, and nothing is free."""
    state = on_board()
    state = state.with_corp(BLUE, credits=5)
    state = reveal(reveal(state, BLUE, attacks=((3, GREEN),), seize=3, bribe=2), GREEN)
    assert asked(state) == [(BLUE, "reveal"), (GREEN, "reveal")]
    assert (state.corps[BLUE].credits, plans.free_credits(state, BLUE)) == (0, 0)
    assert ask(state, "reveal", BLUE).form.problem(()) == ""
    assert reveal(state, BLUE, builds=((1, ()),)).corps[BLUE].credits == 0
