"""Tests of whole games without a table: the numbers of `companion simulate`, for any game."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import Decision, Game, Option, Phase, Question
from companion.games.contract.random_player import RandomPlayer
from companion.simulation.simulate import Stuck, game_seed, new_game, play_game, simulate, steps


@pytest.mark.parametrize("name", games.names())
def test_the_result_has_the_shape_that_scripts_rely_on(name: str) -> None:
    game = games.load(name)
    fewest, _ = game.seats
    result = simulate(game, players=fewest, games=3, seed=5)
    assert set(result) == {"games", "rounds", "scores", "end_reasons", "decisions_per_second"}
    assert result["games"] == len(result["rounds"]) == len(result["scores"]) == 3
    assert all(len(scores) == fewest for scores in result["scores"])
    assert all(rounds >= 1 for rounds in result["rounds"])
    assert sum(result["end_reasons"].values()) >= 3
    assert result["decisions_per_second"] > 0


@pytest.mark.parametrize("name", games.names())
def test_the_same_seed_gives_the_same_games_and_another_other_ones(name: str) -> None:
    game = games.load(name)
    fewest, _ = game.seats

    def played(seed: int) -> object:
        result = simulate(game, players=fewest, games=3, seed=seed)
        return result["rounds"], result["scores"], result["end_reasons"]

    assert played(5) == played(5)
    assert played(5) != played(6)


@pytest.mark.parametrize("name", games.names())
def test_one_game_of_a_run_can_be_played_again_alone(name: str) -> None:
    game = games.load(name)
    _, most = game.seats
    run = simulate(game, players=most, games=2, seed=9)
    state, decisions = play_game(game, most, game_seed(9, 1))
    assert game.phase(state).over
    assert game.phase(state).round == run["rounds"][1]
    assert decisions > 0


@pytest.mark.parametrize("name", games.names())
def test_every_step_follows_from_the_one_before(name: str) -> None:
    game = games.load(name)
    rng = Random(4)
    state = new_game(game, game.seats[0], (), rng)
    for step in steps(game, state, game.players["random"], rng):
        assert step.before == state
        assert game.play(step.before, step.decision) == step.after
        state = step.after
    assert game.phase(state).over
    assert game.questions(state) == ()


class _RecordingPlayer:
    """Plays at random, and records what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[int | None, Any]] = []

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: Any = (),
    ) -> Decision:
        self.shown.append((question.player, state))
        return RandomPlayer().choose(game, state, question, options, rng, hand)


@pytest.mark.parametrize("name", games.names())
def test_a_computer_player_sees_what_a_person_in_its_seat_may_know(name: str) -> None:
    game = games.load(name)
    client, rng = _RecordingPlayer(), Random(8)
    options = tuple((option.name, option.choices[-1][0]) for option in game.setup_options())
    made = list(steps(game, new_game(game, game.seats[1], options, rng), client, rng))
    asked = [step for step in made if step.decision.player is not None]
    assert [shown for _, shown in client.shown] == [
        game.view(step.before, player) for step, (player, _) in zip(asked, client.shown, strict=True)
    ]
    assert any(shown != step.before for step, (_, shown) in zip(asked, client.shown, strict=True))


@dataclass
class _GameWithoutQuestions:
    """A game that is not over and asks no question."""

    dealer = None

    def phase(self, state: object) -> Phase:
        return Phase("silent", "Silent", 1)

    def questions(self, state: object) -> tuple[object, ...]:
        return ()


def test_a_game_that_asks_nothing_and_goes_on_is_reported_not_looped() -> None:
    with pytest.raises(Stuck, match="nothing is asked"):
        list(steps(_GameWithoutQuestions(), object(), None, Random(1)))  # type: ignore[arg-type]
