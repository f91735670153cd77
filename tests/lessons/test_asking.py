"""Tests of questions ahead: when one is asked, what is made of the answer, and what comes again when."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.access.forgetting import forget_names
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.games.contract.asked_ahead import three_numbers
from companion.lessons import asking
from companion.lessons.kept import LessonChoices, choices_from_json, choices_to_json
from companion.lessons.teaching import book_of, teaching_for
from companion.room.room import Room
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal, utc_now
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.lessons.ahead_moments import judge

NAMES = ("Ann", "Ben", "Cem")
NEW = "new-frontiers"


class Evening:
    """A table of newcomers who have read every lesson, and its pages."""

    def __init__(self, room: Room, client: Any, name: str = NEW, seed: int = 4) -> None:
        self.client, self.game = client, games.load(name)
        people = tuple(Player(who, self.game.colours[at]) for at, who in enumerate(NAMES))
        setup = Setup(people).stating(self.game.setup_options())
        taught = LessonChoices(skipped=dict.fromkeys(range(3), frozenset(book_of(name).by_id)))
        self.table: Any = room.tables.create(
            name,
            setup_with_draws(self.game, setup, seed),
            seed=seed,
            settings=Settings(teaching="lessons", taught=choices_to_json(taught)),
        )
        self.keys = 0

    def play_on(self) -> None:
        """One decision of somebody who is asked."""
        question = next(q for q in self.table.questions if not q.optional)
        if question.chance is not None:
            self.keys += 1
            self.table.sample_chance(self.table.number, f"a key {self.keys:04}")
            return
        view = self.game.view(self.table.state, question.player)
        options, client = self.game.options(view, question.player), self.game.players["random"]
        self.keys += 1
        decision = client.choose(self.game, view, question, options, Random(self.keys), ())
        self.table.submit(decision, self.table.number, f"a key {self.keys:04}", "a test")

    def asked(self) -> set[int]:
        return {q.player for q in self.table.questions if not (q.optional or q.answered)}

    def ahead(self, viewer: int | None) -> Any:
        shown = teaching_for(self.table, viewer, self.table.now).ahead
        return next(iter(shown), None)

    def until_asked_ahead(self, seat: int) -> Any:
        for _step in range(200):
            if (found := self.ahead(seat)) is not None and found.then is None:
                return found
            self.play_on()
        raise AssertionError("nothing was asked")

    def say(self, found: Any, choice: int | None) -> int:
        body = {
            "do": "ahead",
            "seats": [found.seat],
            "id": found.asked.id,
            "at": found.number,
            "choice": choice,
        }
        status: int = self.client.post(f"/t/{self.table.id}/lessons", json=body).status_code
        return status

    def page(self, seat: int | None, language: str = "en") -> str:
        address = f"/t/{self.table.id}/" + ("" if seat is None else f"seat/{seat}")
        text: str = self.client.get(address, headers={"Accept-Language": language}).text
        return text


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Room, Any]]:
    room = Room(Tables(Journal(tmp_path / "journal.db")))
    yield room, create_app(room, Shelf(tmp_path / "boxes")).test_client()
    room.close()


@pytest.mark.parametrize("count", [60, pytest.param(3400, marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("name", games.names())
def test_the_engine_played_on_gives_the_same_key(name: str, count: int) -> None:
    judged, wrong = judge(name, count)
    assert wrong == []
    assert sum(judged.values()) == count
    assert len(judged) >= 3


def test_three_numbers_hold_the_right_one_and_none_below_nothing() -> None:
    places = set()
    for step in (1, 2):
        for number in range(0, 40, step):
            answers, right = three_numbers(number, step)
            assert answers[right] == str(number)
            assert len(set(answers)) == 3
            assert min(map(int, answers)) >= 0
            places.add(right)
    assert places == {0, 1, 2}


@pytest.mark.parametrize("name", games.names())
def test_nobody_is_asked_who_is_waited_for_and_nobody_twice_in_a_round(
    house: tuple[Room, Any], name: str
) -> None:
    evening = Evening(*house, name)
    asked_in: dict[tuple[int, int], int] = {}
    for _step in range(90):
        if evening.game.phase(evening.table.state).over:
            break
        for seat in range(3):
            found = evening.ahead(seat)
            if found is not None and found.then is None:
                assert seat not in evening.asked()
                assert evening.asked()
                at = seat, evening.game.phase(evening.table.state).round
                asked_in[at] = asked_in.get(at, 0) + 1
                assert evening.say(found, found.asked.right) == 200
                assert evening.ahead(seat).then.right
        evening.play_on()
    assert asked_in
    assert set(asked_in.values()) == {1}


def test_who_knows_the_game_is_not_asked(house: tuple[Room, Any]) -> None:
    evening = Evening(*house)
    found = evening.until_asked_ahead(0)
    body = {"do": "level", "level": "knows", "seats": [0]}
    evening.client.post(f"/t/{evening.table.id}/lessons", json=body)
    assert evening.ahead(0) is None
    assert found.seat == 0


def test_an_answer_is_judged_told_why_and_read_once(house: tuple[Room, Any]) -> None:
    evening = Evening(*house)
    found = evening.until_asked_ahead(0)
    page = html.unescape(evening.page(0))
    assert found.asked.words in page
    assert page.count('"do": "ahead"') == 4
    assert found.asked.why not in page
    wrong = (found.asked.right + 1) % 3
    assert evening.say(found, wrong) == 200
    page = html.unescape(evening.page(0))
    assert f"Not quite: {found.asked.answers[found.asked.right]}." in page
    assert found.asked.why in page
    assert evening.say(found, found.asked.right) == 200  # the first answer counts
    assert not evening.ahead(0).then.right
    assert evening.say(found, None) == 200
    assert evening.ahead(0) is None


def test_what_was_missed_comes_again_and_what_was_known_does_not(house: tuple[Room, Any]) -> None:
    evening = Evening(*house)
    missed = evening.until_asked_ahead(0)
    evening.say(missed, (missed.asked.right + 1) % 3)
    evening.say(missed, None)
    round = evening.game.phase(evening.table.state).round
    again = evening.until_asked_ahead(0)
    assert evening.game.phase(evening.table.state).round > round
    ids = {one.id for one in asking._all(evening.table, evening.table.state, 0)}
    assert again.asked.id == missed.asked.id or missed.asked.id not in ids
    evening.say(again, again.asked.right)
    evening.say(again, None)
    assert evening.until_asked_ahead(0).asked.id != again.asked.id


def test_the_next_evening_begins_with_what_was_missed_until_the_name_is_forgotten(
    house: tuple[Room, Any],
) -> None:
    first = Evening(*house)
    missed = first.until_asked_ahead(0)
    first.say(missed, (missed.asked.right + 1) % 3)
    first.say(missed, None)
    second = Evening(*house, seed=9)
    assert [[then.id for then in then_all] for then_all in asking._evenings_before(second.table, 0)] == [
        [missed.asked.id]
    ]
    assert asking._evenings_before(second.table, 1) == ()
    room = house[0]
    forgotten = Tables(room.tables.journal)
    assert forget_names(forgotten, utc_now() + timedelta(days=1)) >= 1
    third = Evening(*house, seed=11)
    assert asking._evenings_before(third.table, 0) == ()


@pytest.mark.parametrize(
    ("results", "evening", "due"),
    [
        ((), 0, 1),
        (((0, False),), 0, 0),
        (((0, False), (0, True)), 0, None),
        (((0, True),), 1, 2),
        (((0, True), (1, True)), 2, None),
        (((0, True), (1, True)), 3, 2),
        (((0, True), (1, True), (3, True)), 6, None),
        (((0, True), (1, True), (3, True)), 7, 2),
        (((0, True), (1, False)), 2, 0),
    ],
)
def test_what_was_known_comes_ever_later(results: Any, evening: int, due: int | None) -> None:
    assert asking.due(results, evening) == due


@pytest.mark.parametrize("name", games.names())
def test_a_question_is_made_of_what_lies_open_to_all(
    house: tuple[Room, Any], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(*house, name)
    given = []
    lessons = type(evening.game.lessons)
    made = lessons.ask_ahead
    monkeypatch.setattr(
        lessons, "ask_ahead", lambda self, view, seat: given.append(view) or made(self, view, seat)
    )
    for _step in range(12):
        for viewer in (None, 0, 1, 2):
            given.clear()
            evening.ahead(viewer)
            assert all(view == evening.game.view(evening.table.state, None) for view in given)
        evening.play_on()


def test_the_table_asks_each_newcomer_in_the_own_area(house: tuple[Room, Any]) -> None:
    evening = Evening(*house)
    evening.until_asked_ahead(0)
    page = evening.page(None, "de")
    asked = {
        seat for seat in range(3) if re.search(rf'id="ahead-{seat}"[^>]*><div class="lesson ahead"', page)
    }
    assert asked == {found.seat for found in teaching_for(evening.table, None, evening.table.now).ahead}
    assert 0 in asked
    assert not asked & evening.asked()
    assert page.count("Während du wartest") == len(asked)


def test_a_question_that_was_never_asked_is_refused(house: tuple[Room, Any]) -> None:
    evening = Evening(*house)
    found = evening.until_asked_ahead(0)
    body = {"do": "ahead", "seats": [0], "id": "nothing", "at": found.number, "choice": 0}
    said = evening.client.post(f"/t/{evening.table.id}/lessons", json=body)
    assert said.status_code == 409
    assert "This question has passed." in said.get_data(as_text=True)
    body |= {"id": found.asked.id, "choice": 3}
    assert evening.client.post(f"/t/{evening.table.id}/lessons", json=body).status_code == 400
    assert choices_from_json(evening.table.settings.taught).ahead == {}
