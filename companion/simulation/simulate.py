"""Simulates whole games without a table, with the game's computer players and seeded draws.

The same seed gives the same games, and every game of a run can be repeated alone (`play_game`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import TypedDict

from companion.games.contract import Client, Decision, Game, Naming, Player, Setup, State, Telling, Value
from companion.games.contract.rules import options_held

MAX_DECISIONS = 20_000
"""No game takes as many: a game that reaches them is stuck."""


ONLY_PEOPLE_KNOW = (Telling, Naming)
"""The forms that ask for what is printed."""


class Stuck(RuntimeError):
    """A game that is not over but asks nothing, or that does not end within MAX_DECISIONS."""


class SimulatedStep(Value, frozen=True):
    """One decision of a game, with the state it was made in and the state it led to."""

    before: State
    decision: Decision
    after: State


class GamesCounted(TypedDict):
    """What `simulate` counts. rounds: a number a game; scores: for each game a total a seat; end_reasons: the
    games by the words that say why they ended."""

    games: int
    rounds: list[int]
    scores: list[list[int]]
    end_reasons: dict[str, int]
    decisions_per_second: float


def new_game(game: Game[State], players: int, options: tuple[tuple[str, str], ...], rng: Random) -> State:
    """The state before the first decision; seats are named by their colours."""
    colours = game.colours[:players]
    setup = Setup(tuple(Player(colour.capitalize(), colour) for colour in colours), options)
    setup = setup.stating(game.setup_options(), game.marks)
    while wanted := game.setup_draws(setup):
        draw = wanted[0]
        setup = setup.with_draw(draw.what, tuple(rng.sample(draw.pool, min(draw.count, len(draw.pool)))))
    return game.new(setup)


def steps(game: Game[State], state: State, client: Client, rng: Random) -> Iterator[SimulatedStep]:
    """The game from `state` to its end. Where several are asked at once, chance says who answers first.

    Raises Stuck, and Illegal when a computer player or the game offers what the game then refuses.
    """
    dealer = game.dealer
    hands = None if dealer is None else dealer.deal(state, rng)
    for _ in range(MAX_DECISIONS):
        if game.phase(state).over:
            return
        questions = [q for q in game.questions(state) if not q.optional]
        if not questions:
            raise Stuck("The game is not over, but nothing is asked.")
        question = questions[0] if len(questions) == 1 else rng.choice(questions)
        form = question.form
        if isinstance(form, ONLY_PEOPLE_KNOW):
            raise Stuck(f"Too little is known of this box to play on: {question.text}")
        if question.chance is not None:
            decision = game.answer(state, question, question.chance.sample(rng))
        else:
            options, hand = options_held(game, hands, state, question)
            if not options and form is None:
                raise Stuck(f"There is no answer to: {question.text}")
            known = game.view(state, question.player)
            decision = client.choose(game, known, question, options, rng, hand)
        after = game.play(state, decision)
        if dealer is not None:
            hands = dealer.follow(hands, state, decision, after, rng)
        yield SimulatedStep(state, decision, after)
        state = after
    raise Stuck(f"The game is not over after {MAX_DECISIONS} decisions.")


def play_game(
    game: Game[State],
    players: int,
    seed: str,
    kind: str = "random",
    options: tuple[tuple[str, str], ...] = (),
) -> tuple[State, int]:
    """The last state of one whole game, and how many decisions led to it."""
    rng = Random(seed)
    state = new_game(game, players, options, rng)
    decisions = 0
    for step in steps(game, state, game.players[kind], rng):
        state = step.after
        decisions += 1
    return state, decisions


def game_seed(seed: int, number: int) -> str:
    """The seed of game `number` (from 0) of a run, for `play_game`."""
    return f"{seed}:{number}"


def simulate(
    game: Game[State],
    *,
    players: int,
    games: int,
    seed: int,
    kind: str = "random",
    options: tuple[tuple[str, str], ...] = (),
    played: Callable[[], None] = lambda: None,
) -> GamesCounted:
    """Play `games` whole games and count.

    played: called after each game. A game that ended for two reasons counts under both. Raises what `steps`
    raises.
    """
    rounds: list[int] = []
    scores: list[list[int]] = []
    reasons: Counter[str] = Counter()
    decisions = 0
    started = perf_counter()
    for number in range(games):
        state, made = play_game(game, players, game_seed(seed, number), kind, options)
        decisions += made
        rounds.append(game.phase(state).round)
        reasons.update(game.phase(state).endings)
        sheet = game.score(state)
        played()
        scores.append([line.total for line in sorted(sheet.players, key=lambda p: p.player)])
    seconds = perf_counter() - started
    return {
        "games": games,
        "rounds": rounds,
        "scores": scores,
        "end_reasons": dict(reasons.most_common()),
        "decisions_per_second": round(decisions / seconds, 1) if seconds > 0 else 0.0,
    }
