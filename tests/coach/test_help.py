"""Tests of help for a seat: grades, reasons and lamps, for whom they are, and what they are made from."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import games
from companion.coach import helpers
from companion.coach.grading import LATER, OTHERS, graded, steps_of
from companion.coach.help_lamps import LAMPS, with_helped_lamps
from companion.coach.helpers import Helpers
from companion.coach.hints import hints_for, level_now, reason
from companion.coach.judged import Judged, SearchResult
from companion.coach.search import search
from companion.games.contract import Player, Setup
from companion.room.room import light_picture
from companion.table.advice import FAIR, GOOD, POOR, SHADES
from companion.table.journal import Journal
from companion.table.notes import Note
from companion.table.settings import BadSetting, Settings
from companion.table.tables import Tables
from tests.coach.bets import Bet, Bets, BetsGame

SETUP = Setup((Player("Ada", "blue"), Player("Ben", "green")), (("goals", "yes"),))
BETS: Any = BetsGame()


@pytest.fixture
def tables() -> Iterator[Tables]:
    tables = Tables(Journal(":memory:"), games.load)
    yield tables
    tables.close()


def table_of(tables: Tables, **settings: Any) -> Any:
    return tables.create("new-frontiers", SETUP, seed=3, settings=Settings(**settings))


def play(table: Any, steps: int) -> None:
    choose, rng = table.game.players["sensible"].choose, Random(1)
    for _ in range(steps):
        question = table.questions[0]
        options = table.game.options(table.state, question.player)
        decision = choose(table.game, table.state, question, options, rng)
        table.submit(decision, table.number, f"step-{table.number:06}", "test")


def think(table: Any) -> None:
    """What the thread does for one moment, in this thread."""
    Helpers()._think(table, table.now)


def hints(table: Any, viewer: int | None) -> Any:
    question = table.questions[0]
    view = table.game.view(table.state, viewer)
    return hints_for(table, table.now, question, table.game.options(view, question.player), viewer)


# --- grades


def found_for(leads: dict[str, list[float]], sources: dict[str, float]) -> SearchResult:
    """A search that found these leads; sources: what all points of an answer come from beside "Bets"."""
    judged = []
    for how, numbers in leads.items():
        sheet = BETS.score(Bets((int(sources.get(how, 0)), 0)))
        points = [(sources.get(how, 0.0) + 0.0, sources.get(how, 0.0) - n) for n in numbers]
        one = Judged(next(o for o in BETS.options(Bets(), 0) if o.words == how), points, numbers)
        one.sheets = [sheet] * len(numbers)
        judged.append(one)
    return SearchResult(tuple(judged), judged[0], 1, 0.0)


def test_answers_have_three_shades_by_how_far_they_are_surely_behind() -> None:
    told = graded(
        found_for({"wild": [5.0] * 8, "safe": [3.5] * 8, "lose": [1.0] * 8}, {"wild": 5}), 0, {"Bets"}
    )
    assert {one.decision.how: one.shade for one in told} == {"wild": GOOD, "safe": FAIR, "lose": POOR}  # type: ignore[attr-defined]
    assert told[0].causes[0] == ("Bets", 5.0)


def by_chances(leads: dict[str, list[float]], sources: dict[str, float]) -> SearchResult:
    """The same of a game that judges chances, of which the points say what the chances say."""
    found = found_for(leads, sources)
    for one in found.judged:
        one.by_chances = True
        one.chances = [0.5 + lead / 50 for lead in one.leads]
    return found


def test_an_answer_is_worse_only_where_the_points_say_so_too() -> None:
    found = by_chances({"wild": [5.0] * 8, "safe": [0.0] * 8, "lose": [-5.0] * 8}, {})
    assert [one.shade for one in graded(found, 0, {"Bets"})] == [GOOD, FAIR, POOR]
    wild, safe, lose = found.judged
    safe.points, lose.points = wild.points, [(0.0, -1.5)] * 8  # as many as the best, and 3.4 fewer
    first, like, worse = graded(found, 0, {"Bets"})
    assert (first.shade, like.shade, worse.shade) == (GOOD, GOOD, FAIR)
    assert reason(like, (), False) == "About as good as the best."
    assert worse.likelier == pytest.approx(-0.07, abs=0.005), "no more than both say"
    assert first.likelier == pytest.approx(0.035, abs=0.005)
    lose.points = [(0.0, -9.0)] * 8
    first, _like, ahead = graded(found, 0, {"Bets"})
    assert ahead.shade == GOOD
    assert reason(first, (), True) == "About as good as any other answer."


def test_an_answer_that_nothing_tells_from_the_best_is_not_judged() -> None:
    """As on a busy machine: "about as good" was said of what nobody had looked at."""
    found = by_chances({"wild": [5.0] * 8, "safe": [0.0] * 8, "lose": [-5.0] * 8}, {})
    found.judged[1].points = []
    assert {one.decision.how for one in graded(found, 0, {"Bets"})} == {"wild", "lose"}  # type: ignore[attr-defined]
    found.judged[2].leads = [-5.0]
    assert graded(found, 0, {"Bets"}) == ()


def test_an_answer_that_brings_less_is_not_recommended_for_its_easy_reason() -> None:
    """Within the noise of the chances, but not of the points."""
    wild, safe, lose = ([a + d for a in (0.0, 1.0, -1.0, 0.5)] for d in (0.2, 0.0, -9.0))
    sources = {"wild": -8.0, "safe": -4.0, "lose": -2.0}
    found = by_chances({"wild": wild, "safe": safe, "lose": lose}, sources)
    found.judged[1].points = [(mine, other + 3) for mine, other in found.judged[1].points]
    assert graded(found, 0, {"Bets"})[0].decision == Bet(0, "wild")


def test_where_a_game_judges_chances_a_reason_is_games_won_and_points_that_agree() -> None:
    found = by_chances({"wild": [5.0] * 8, "safe": [1.0] * 8, "lose": [-5.0] * 8}, {"wild": 5, "lose": 5})
    first, safe, lose = graded(found, 0, {"Bets"})
    assert (first.shade, safe.shade, lose.shade) == (GOOD, FAIR, POOR)
    assert [one.likelier for one in (first, safe, lose)] == pytest.approx([0.14, -0.08, -0.2], abs=0.005)
    more, fewer = (
        "Wins some 14 of 100 games more than the others",
        "Wins some 20 of 100 games fewer than the best",
    )
    for causes, of_first, of_lose in (
        (((LATER, -3.0), ("Bets", 2.0)), "", ", above all in later rounds (3 VP)"),
        ((("Bets", 3.0), (LATER, -2.0)), ", above all in Bets (3 VP)", ""),
        (((LATER, -3.0), ("Bets", 2.0), (OTHERS, 2.0)), "", ""),  # all together say the opposite
        (((LATER, 3.0), ("Bets", -2.0), (OTHERS, -2.0)), "", ""),
        ((("Bets", 2.0),), ", above all in Bets (2 VP)", ""),
        ((), "", ""),
    ):
        assert reason(replace(first, causes=causes), (), True) == f"{more}{of_first}."
        assert reason(replace(lose, causes=causes), (), False) == f"{fewer}{of_lose}."
    assert reason(replace(first, likelier=0.0), (), True) == "About as good as any other answer."
    assert reason(replace(safe, shade=GOOD), (), False) == "About as good as the best."


def test_an_easy_reason_is_preferred_only_within_the_noise() -> None:
    """ "wild" is hardly better than "safe", but its reason is made of several causes."""
    wild, safe, lose = ([a + d for a in (0.0, 1.0, -1.0, 0.5)] for d in (0.2, 0.0, -9.0))
    found = found_for({"wild": wild, "safe": safe, "lose": lose}, {"wild": -4.0, "safe": 4.0})
    first = graded(found, 0, {"Bets"})[0]
    assert steps_of((("Bets", -4.0), (OTHERS, 9.0))) == 2
    assert first.decision == Bet(0, "safe")
    assert first.steps == 1
    sure = found_for({"wild": [5.0] * 4, "safe": [0.0] * 4, "lose": [-9.0] * 4}, {"wild": -4.0, "safe": 4.0})
    assert graded(sure, 0, {"Bets"})[0].decision == Bet(0, "wild"), "a better one is never left"


def test_what_nobody_here_may_know_is_no_reason() -> None:
    found = found_for({"wild": [5.0] * 4, "lose": [0.0] * 4}, {"wild": 5.0})
    causes = [source for source, _vp in graded(found, 0, set())[0].causes]
    assert causes == [LATER]


@pytest.mark.parametrize(
    ("causes", "steps"),
    [
        ((), 0),
        (((LATER, 0.3),), 0),
        ((("a", 3.0),), 1),
        ((("a", 3.0), ("b", 0.5)), 1),
        ((("a", 5.0), ("b", -4.0)), 2),
        ((("a", 2.0), ("b", 2.0), ("c", 2.0)), 2),
    ],
)
def test_how_many_steps_a_reason_takes(causes: Any, steps: int) -> None:
    assert steps_of(causes) == steps


def test_an_answer_that_ends_the_game_while_behind_is_poor_and_says_so() -> None:
    state = replace(Bets((0, 9)), round=4)
    question = BETS.questions(state)[0]
    options = BETS.options(state, 0)
    found = search(BETS, BETS.coaching, state, question, options, 9.0, "x", 12, 12)
    for one in found.judged[1:]:
        one.sheets = [replace(sheet, final=False) for sheet in one.sheets]
    told = graded(found, 0, {"Bets"})
    ends = next(one for one in told if one.decision == found.best.option.decision)
    assert ends.ends_behind
    assert sum(one.ends_behind for one in told) == 1


# --- who sees what


def test_each_level_shows_its_own_and_a_seat_without_help_sees_nothing(tables: Tables) -> None:
    table = table_of(tables, helped={"0": "guided"})
    asked = table.questions[0].player
    table.set(helped={str(asked): "guided", str(1 - asked): "guided"})
    assert hints(table, asked).thinking
    think(table)
    shown = hints(table, asked)
    assert len(shown.hints) >= 5
    assert {hint.shade for hint in shown.hints.values()} <= set(SHADES)
    assert all(hint.why.endswith(".") for hint in shown.hints.values())
    assert hints(table, 1 - asked) is None, "the other's answers are not theirs to weigh"
    table.set(helped={str(asked): "taught"})
    (only,) = hints(table, asked).hints.values()
    assert only.recommended
    table.set(helped={str(asked): "careful"})
    assert all(hint.shade == POOR for hint in hints(table, asked).hints.values())
    for nothing in ({}, {str(asked): "none"}, {str(1 - asked): "taught"}):
        table.set(helped=nothing)
        assert hints(table, asked) is None
        assert hints(table, None) is None
    table.set(helped={str(asked): "guided"}, coach="off")
    assert hints(table, asked) is None


def test_lamps_have_three_shades_for_who_has_help_and_are_the_games_own_for_others(tables: Tables) -> None:
    table = table_of(tables)
    asked = table.questions[0].player
    plain = light_picture(table.game, table.state)
    table.set(helped={str(asked): "guided"})
    think(table)
    helped = with_helped_lamps(table, table.now, plain)
    tiles = dict(helped.segments)["tiles"]
    told = hints(table, None).hints
    by_action = {decision.action: LAMPS[hint.shade] for decision, hint in told.items()}
    for tile, light in zip(table.state.actions, tiles, strict=True):
        assert (light.motion, light.level) == by_action[tile.name]
    assert len({motion for motion, _level in LAMPS.values()}) == len(SHADES), "no shade by colour alone"
    assert [part for part in helped.segments if part[0] != "tiles"] == [
        part for part in plain.segments if part[0] != "tiles"
    ]
    table.set(helped={str(1 - asked): "guided"})
    assert with_helped_lamps(table, table.now, plain) == plain


def test_help_for_a_moment_that_is_over_is_shown_to_nobody(tables: Tables) -> None:
    table = table_of(tables, helped={"0": "guided", "1": "guided"})
    think(table)
    old = table.now
    play(table, 1)
    assert table.now.around.advice.number < table.now.number
    question = table.questions[0]
    shown = hints_for(table, table.now, question, table.game.options(table.state, question.player), None)
    assert shown is None or shown.thinking
    plain = light_picture(table.game, table.state)
    assert with_helped_lamps(table, table.now, plain) == plain
    before = table.now.around.advice
    notes = table.notes()
    assert notes == (Note(old.number, "helped", old.questions[0].player),), "what was shown is counted"
    Helpers()._think(table, old)
    assert table.now.around.advice is before, "what was found too late is dropped"
    assert table.notes() == notes


def test_a_limit_counts_the_answers_of_the_round(tables: Tables) -> None:
    table = table_of(tables, helped={"0": "guided", "1": "guided"}, help_limit="1")
    first = table.questions[0].player
    assert level_now(table, table.now, first) == "guided"
    play(table, 1)
    assert level_now(table, table.now, first) == "none"
    assert level_now(table, table.now, 1 - first) == "guided"
    table.set(help_limit="0")
    assert level_now(table, table.now, first) == "guided"


def test_the_thread_thinks_by_itself_and_ends_when_nobody_has_help(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helpers, "advise", lambda *args: None)
    table = table_of(tables, helped={"0": "guided"})
    here = Helpers()
    here.follow(table)
    thread = here._threads.running[table.id]
    here.follow(table)
    assert here._threads.running[table.id] is thread
    assert table.watchers == 0, "who only helps keeps no table in memory"
    table.set(helped={})
    thread.join(10)
    assert not thread.is_alive()
    assert here._threads.running == {}
    here.follow(table)
    assert here._threads.running == {}


def test_an_answer_never_waits_for_the_coach(tables: Tables) -> None:
    """The search runs while the table is answered."""
    table = table_of(tables, helped={"0": "guided", "1": "guided"})
    begun, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def run(*_arguments: Any) -> Any:
        begun.set()
        may_end.wait(60)
        ended.set()

    Helpers(run).follow(table)
    assert begun.wait(60)
    play(table, 1)
    assert not ended.is_set()
    may_end.set()


# --- secrets


def test_help_is_made_from_views_alone(tables: Tables) -> None:
    """Two tables differ in one seat's hidden goal: what the other seat and all may see is made from the same,
    so it is the same."""
    table = table_of(tables, helped={"0": "guided", "1": "guided"})
    asked = table.questions[0].player
    state, goals = table.state, sorted(table.state.catalogue.goals)
    given: dict[str, list[Any]] = {}
    for goal in goals[:2]:
        for holder in range(2):
            now = replace(
                table.now, state=state.with_empire(holder, replace(state.empires[holder], hidden_goal=goal))
            )
            question = table.game.questions(now.state)[0]
            for viewers, view in helpers.views_of(table.game, now.state, question):
                for viewer in viewers:
                    given.setdefault(f"{holder} holds, for {viewer}", []).append(view)
    for what, views in given.items():
        same = views[0] == views[1]
        assert same != (what == f"{asked} holds, for {asked}"), what


def test_a_search_from_what_all_know_recommends_on_the_tablet_while_the_own_page_knows_more(
    tables: Tables,
) -> None:
    table = table_of(tables, helped={"0": "guided", "1": "guided"})
    asked = table.questions[0].player
    goal = min(table.state.catalogue.goals)
    state = table.state.with_empire(asked, replace(table.state.empires[asked], hidden_goal=goal))
    views: list[Any] = []
    now = replace(table.now, state=state)
    table.now = now

    def run(_work: Any, game: Any, coaching: Any, view: Any, *rest: Any) -> Any:
        views.append(view)
        return helpers.SeatAdvice(asked, "select-action", ())

    Helpers(run)._think(table, now)
    assert [view.empires[asked].hidden_goal == goal for view in views] == [True, False]


def test_a_secret_question_has_no_help_on_the_tablet() -> None:
    game, question = BETS, replace(BETS.questions(Bets())[0], secret=True)
    assert [viewers for viewers, _view in helpers.views_of(game, Bets(), question)] == [(0,)]


@pytest.mark.parametrize("wrong", [{"0": "much"}, {"x": "none"}, ["guided"], "guided"])
def test_a_wrong_level_is_refused_in_a_sentence(wrong: Any) -> None:
    with pytest.raises(BadSetting, match="careful, guided, taught"):
        Settings().with_changes(helped=wrong)
