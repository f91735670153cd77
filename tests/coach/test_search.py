"""Tests of the coach's search: it finds what pays best on average, ends early, and keeps its budget."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.coach.checking import shares_won
from companion.coach.judged import DECIDED_LEAD_VP, ahead, chance, lead, lead_of, likelier
from companion.coach.moments import GAMES, GAMES_A_STEP, MadeDecision, Review, games_apart
from companion.coach.player import CoachPlayer
from companion.coach.search import MIN_SIMULATIONS, search
from companion.coach.simulation import Luck
from companion.coach.suggestions import suggest
from companion.games.contract import Draw
from companion.system.work_processes import run_inline
from tests.coach.bets import CARDS, LAST_ROUND, Bet, Bets, BetsGame, Bold, Card, Coaching

GAME: Any = BetsGame()


def searched(budget: float = 30.0, clock: Any = None, game: Any = GAME, seed: str = "seed") -> Any:
    state = Bets()
    question = game.questions(state)[0]
    more = {} if clock is None else {"clock": clock}
    return search(game, game.coaching, state, question, game.options(state, 0), budget, seed, **more)


def test_what_pays_in_the_mean_comes_first_and_what_never_pays_drops_out() -> None:
    found = searched(seed="a")
    assert [one.option.words for one in found.judged] == ["wild", "safe", "lose"]
    lose = found.judged[-1]
    assert MIN_SIMULATIONS <= len(lose.leads) < len(found.best.leads)


def test_the_search_ends_long_before_a_large_budget() -> None:
    found = searched(1e6)
    assert found.simulations < 3_000


def test_no_simulation_begins_after_the_budget() -> None:
    times = iter(range(10**6))
    # Each reading of the clock is a second later; one comes before each simulation.
    found = searched(10, lambda: float(next(times)))
    assert found.simulations == 9


def test_without_any_budget_the_plain_players_answer_stands() -> None:
    assert searched(0).best.option.words == "safe"


def test_equal_answers_are_not_simulated_for_long() -> None:
    class Equal(BetsGame):
        choices = ("safe", "same", "like")

    found = searched(1e6, game=Equal())
    assert found.simulations == 3 * MIN_SIMULATIONS
    assert found.best.option.words == "safe"


def test_the_same_seed_finds_the_same() -> None:
    a, b = searched(seed="x"), searched(seed="x")
    assert [one.leads for one in a.judged] == [one.leads for one in b.judged]
    assert [one.leads for one in searched(seed="y").judged] != [one.leads for one in a.judged]


def test_answers_are_compared_under_the_same_luck() -> None:
    found = searched()
    wild, safe = found.judged[:2]
    # Both had the same cards: the difference is this round's card minus 3, and never later rounds' luck.
    apart = {round(a[0] - b[0]) for a, b in zip(wild.points, safe.points, strict=False)}
    assert apart <= {int(card) - 3 for card in CARDS}
    assert len(apart) > 4
    assert ahead(wild, safe)[0] > 0


def test_luck_draws_the_same_names_where_others_are_missing() -> None:
    names = tuple(f"w{n}" for n in range(60))
    whole = Luck("1").outcome(Draw("worlds", 7, names))
    fewer = Luck("1").outcome(Draw("worlds", 7, tuple(n for n in names if n != whole[0])))
    assert len(set(whole)) == 7
    assert fewer[:6] == whole[1:]
    assert Luck("2").outcome(Draw("worlds", 7, names)) != whole


def test_a_lead_counts_less_the_larger_it_is() -> None:
    assert lead((30.0, 20.0, 25.0), 0) > 0 > lead((30.0, 20.0, 25.0), 1)
    assert lead((10.0, 0.0), 0) > lead((60.0, 0.0), 0) - lead((50.0, 0.0), 0)


def test_a_suggestion_says_what_was_simulated_and_where_the_points_come_from() -> None:
    state = Bets()
    found = suggest(
        GAME, GAME.coaching, state, GAME.questions(state)[0], GAME.options(state, 0), "seed", 30.0
    )
    assert [one.option.words for one in found] == ["wild", "safe", "lose"]
    first, second, _third = found
    assert "simulations expect" in first.reasons[0]
    assert any("VP in Bets" in reason and "+" in reason for reason in first.reasons)
    assert any("less than the first" in reason for reason in second.reasons)
    assert any("plain computer player" in reason for reason in second.reasons)


def test_a_single_answer_is_not_simulated() -> None:
    state = Bets()
    only = GAME.options(state, 0)[:1]
    (one,) = suggest(GAME, GAME.coaching, state, GAME.questions(state)[0], only, "seed", 0.0)
    assert one.reasons == ("There is no other answer.",)


def test_the_coach_plays_the_better_answer_in_every_round() -> None:
    coach, rng, state = CoachPlayer(5.0), Random(1), Bets()
    while question := next(iter(GAME.questions(state)), None):
        if question.chance is not None:
            state = GAME.play(state, GAME.answer(state, question, question.chance.sample(rng)))
            continue
        chosen = coach.choose(GAME, state, question, GAME.options(state, question.player), rng)
        assert chosen == Bet(question.player, "wild")
        state = GAME.play(state, chosen)


def test_the_moments_are_those_in_which_much_was_won_or_lost() -> None:
    state, made = Bets(), []
    # Seat 0 wastes round 2 and bets wild in round 3; every other bet is safe, where wild is better.
    for round in range(1, 5):
        for seat in (0, 1):
            how = {(2, 0): "lose", (3, 0): "wild"}.get((round, seat), "safe")
            made.append(MadeDecision(len(made) + 1, state, Bet(seat, how)))
            state = GAME.play(state, made[-1].decision)
        state = GAME.play(state, Card(None, "5"))

    def in_another_process(work: Any, *given: Any) -> Any:
        return pickle.loads(pickle.dumps(work(*given)))

    review, now = Review(GAME, made, in_another_process), iter(range(10**6))
    slices = 0
    while not review.done:
        review.work(1.0, lambda: float(next(now)))
        slices += 1
    assert slices > 3
    found = {(moment.round, moment.made.decision.player): moment for moment in review.moments}
    assert found[2, 0].worth < -0.1
    assert found[2, 0].other.words == "wild"
    thirds = [(moment.round - 1) * 3 // 4 for moment in review.moments]
    assert len(set(thirds)) == len(thirds), "one of each third of the game"
    for moment in review.moments:
        assert (moment.worth > 0) == (moment.made.decision.how == "wild")
        assert moment.matters > 0
        assert any(moment.made is one for one in made), "a copy of each state takes 11 MB a game"
    assert [moment.made.entry for moment in review.moments] == sorted(
        moment.made.entry for moment in review.moments
    )


def test_what_was_found_while_it_was_played_stays_and_nothing_is_named_where_nothing_decided() -> None:
    class Even(BetsGame):
        choices = ("safe", "same")

    state, made = Bets(), []
    game: Any = Even()
    review, searched_entries = Review(game, made), []

    def run(work: Any, game: Any, coaching: Any, one: MadeDecision, *more: Any) -> Any:
        searched_entries.append(one.entry)
        return work(game, coaching, one, *more)

    review._run = run
    for round in range(1, 5):
        for seat in (0, 1):
            made.append(MadeDecision(2 * round + seat, state, Bet(seat, "same")))
            state = game.play(state, made[-1].decision)
            review.follow(made)
            review.work(1e9, lambda: 0.0)
        state = game.play(state, Card(None, "5"))
    assert review.done
    before = len(searched_entries)
    review.follow(made)
    review.work(1e9, lambda: 0.0)
    assert len(searched_entries) == before, "at the end nothing is left to be searched"
    assert review.moments == ()
    review.follow(made[:-1])
    assert review.done, "an answer taken back is no part of the game"


def wasted_and_found() -> list[MadeDecision]:
    """Seat 0 wastes rounds 1 and 2; every other bet is safe."""
    state, made = Bets(), []
    for round in range(1, 5):
        for seat in (0, 1):
            made.append(
                MadeDecision(len(made) + 1, state, Bet(seat, "safe" if seat or round > 2 else "lose"))
            )
            state = GAME.play(state, made[-1].decision)
        state = GAME.play(state, Card(None, "5"))
    return made


def reviewed(game: Any, run: Any = run_inline) -> Review:
    """In steps, each of which is seen to be made."""
    review, looked = Review(game, wasted_and_found(), run), -1
    while not review.done:
        review.work(0, lambda: 0.0)
        assert looked < review.looked <= review.of
        looked = review.looked
    assert review.looked == review.of
    return review


def test_a_moment_that_changes_nothing_when_whole_games_are_played_on_is_none() -> None:
    class Undone(BetsGame):
        """The last card takes all points, beyond what a search in the first rounds sees."""

        def play(self, state: Bets, decision: Any) -> Bets:
            after = super().play(state, decision)
            return replace(after, points=(0, 0)) if after.round > LAST_ROUND else after

    assert (1, 0) in [(one.round, one.made.decision.player) for one in reviewed(GAME).moments]
    assert reviewed(Undone()).moments == ()


def test_where_whole_games_refute_a_moment_the_next_of_its_third_is_confirmed() -> None:
    refuted, played = set[int](), list[int]()

    def run(work: Any, *given: Any) -> Any:
        if work is not games_apart:
            return work(*given)
        _game, _coaching, moment, _first, number = given
        played.append(moment.made.entry)
        return [0.0 if moment.made.entry in refuted else moment.worth] * number

    first = reviewed(GAME, run).moments[0].made.entry
    refuted.add(first)
    played.clear()
    moments = [one.made.entry for one in reviewed(GAME, run).moments]
    assert played.count(first) == 1, "it is refuted at once"
    assert first not in moments
    assert moments
    assert all(played.count(entry) == GAMES / GAMES_A_STEP for entry in moments)


def test_whole_games_are_played_on_by_others_than_the_search_plays_on_with() -> None:
    """After "wild" each: a bold player in every other bet, and the same cards in both games."""
    asked: list[str] = []

    class Watched(Bold):
        def choose(self, *given: Any, **more: Any) -> Bet:
            asked.append("bold")
            return super().choose(*given, **more)

    class Watching(BetsGame):
        players = {"bold": Watched()}  # noqa: RUF012

    game: Any = Watching()
    answers = (Bet(0, "lose"), Bet(0, "wild"))
    shares = [shares_won(game, game.coaching, Bets(), 0, answers, str(n)) for n in range(40)]
    assert len(asked) == 40 * 2 * 7
    assert shares == [shares_won(game, game.coaching, Bets(), 0, answers, str(n)) for n in range(40)]
    assert {wild for _lose, wild in shares} == {0.5}, "with the same cards both seats have the same"
    assert {lose for lose, _wild in shares} == {0.0}


class JudgesChances(Coaching):
    """Before a round, who has more points wins."""

    judges_chances = True

    def chances(self, state: Bets) -> tuple[float, ...] | None:
        own, other = state.points
        wins = 0.5 if own == other else float(own > other)
        return None if state.bets else (wins, 1 - wins)


class Judging(BetsGame):
    coaching = JudgesChances()


def by_chances(budget: float, coaching: Any = Judging.coaching, **more: Any) -> Any:
    """Each reading of the clock is a second later."""
    game: Any = Judging()
    question, times = game.questions(Bets())[0], iter(range(10**6))
    options = game.options(Bets(), 0)
    clock = lambda: float(next(times))  # noqa: E731
    return search(game, coaching, Bets(), question, options, budget, "seed", clock=clock, **more)


def test_where_a_game_judges_who_wins_a_tree_chooses_and_points_are_for_the_reasons_alone() -> None:
    found = by_chances(400, sheets=3)
    assert found.best.option.words == "wild", "in the tree the other seat bets wild, too"
    assert all(one.by_chances for one in found.judged)
    assert {len(one.points) for one in found.judged} == {len(one.sheets) for one in found.judged} == {3}
    lose = found.judged[-1]
    assert lose.option.words == "lose"
    assert set(lose.chances) == {0.0}, "the other seat has points, and this one has none"
    assert set(lose.leads) == {-DECIDED_LEAD_VP}
    assert likelier(found.best, lose)[0] > 0.3
    assert by_chances(400).best.chances == by_chances(400).best.chances


def test_people_are_told_chances_as_they_come_true_and_the_search_chooses_as_without() -> None:
    class Told(JudgesChances):
        def told_chances(self, chances: tuple[float, ...]) -> tuple[float, ...]:
            return tuple(0.25 + one / 2 for one in chances)

    weighed = by_chances(400)
    told = by_chances(400, coaching=Told())
    by_words = {one.option.words: one for one in weighed.judged}
    assert told.best.option == weighed.best.option
    for one in told.judged:
        assert one.chances == [0.25 + it / 2 for it in by_words[one.option.words].chances]
        assert one.leads == [lead_of(it) for it in one.chances]


def test_the_tree_ends_when_no_other_answer_can_be_visited_most_often() -> None:
    found = by_chances(4000)
    assert found.simulations < 3600
    visits = sorted(len(one.chances) for one in found.judged)
    assert visits[-1] - visits[-2] > 4000 - found.simulations - 10


def test_half_the_budget_is_for_the_tree_whatever_the_reasons_want() -> None:
    found = by_chances(100, sheets=1000)
    assert 45 <= sum(len(one.sheets) for one in found.judged) <= 50
    assert 20 <= found.simulations <= 50, "less only where the choice is clear"
    assert by_chances(0).best.option.words == "safe", "without any, the plain player's answer"


def test_a_suggestion_by_chances_says_how_many_games_it_wins() -> None:
    game: Any = Judging()
    question = game.questions(Bets())[0]
    found = suggest(game, game.coaching, Bets(), question, game.options(Bets(), 0), "seed", 0.3)
    assert [one.option.words for one in found][-1] == "lose"
    assert any("of 100 games" in reason for reason in found[0].reasons)
    assert any("games fewer than with the first" in reason for reason in found[-1].reasons)


def test_a_suggestion_that_had_no_time_for_chances_says_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a busy machine, whose whole time goes into the reasons."""
    monkeypatch.setattr("companion.coach.search.TreeSearch.work", lambda *_given: None)
    game: Any = Judging()
    question = game.questions(Bets())[0]
    found = suggest(game, game.coaching, Bets(), question, game.options(Bets(), 0), "seed", 0.3)
    assert {one.option.words for one in found} == {"wild", "safe", "lose"}
    assert not any("of 100 games" in reason for one in found for reason in one.reasons)
    assert not any("about as good" in reason for one in found for reason in one.reasons)
    assert "There was no time to compare it with the first." in found[-1].reasons


def test_a_chance_is_even_when_level_and_sure_at_the_end() -> None:
    assert chance((10.0, 10.0), 0, 5.0) == 0.5
    assert chance((10.0, 10.0), 0, 0.0) == 0.5
    assert chance((11.0, 10.0), 0, 0.0) == 1.0
    assert chance((9.0, 10.0), 0, 0.0) == 0.0
    assert 0.5 < chance((12.0, 10.0), 0, 5.0) < chance((12.0, 10.0), 0, 2.0) < 1.0
