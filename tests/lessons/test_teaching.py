"""Tests of lessons at a table by its pages: mixed levels, skipping, repeating, undo, a restart, light."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.box.shelf import Shelf
from companion.games.contract import Light, LightPicture, Player, Setup
from companion.lessons import lesson_files
from companion.lessons.kept import LessonChoices, choices_from_json, choices_to_json
from companion.lessons.table_waits import AGREEMENT_SECONDS, TableWaits
from companion.lessons.teaching import book_of, with_pointed_lamps
from companion.room.room import Room, light_picture
from companion.table.journal import Journal
from companion.table.referee_view import RefereeView
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of

FIRST_GAME = (("game", "first"), ("goals", "no"))


class LessonTable:
    """A table of New Frontiers with lessons, and its pages."""

    def __init__(self, room: Room, folder: Path) -> None:
        self.room = room
        self.app = create_app(room, Shelf(folder / "boxes"))
        self.client = self.app.test_client()
        players = tuple(Player(n, c) for n, c in (("Ann", "blue"), ("Ben", "green"), ("Cem", "red")))
        self.table: Any = room.tables.create(
            "new-frontiers", Setup(players, FIRST_GAME), seed=4, settings=Settings(teaching="lessons")
        )
        self.keys = iter(range(10**6))

    def page(self, seat: int | None = None, language: str = "en") -> str:
        address = f"/t/{self.table.id}/" + ("" if seat is None else f"seat/{seat}")
        return self.client.get(address, headers={"Accept-Language": language}).text

    def step(self, seat: int | None = None, language: str = "en") -> str:
        """The lesson step on a page, as "lesson/step"; "": none."""
        found = re.search(r'data-lesson="([^"]+)"', self.page(seat, language))
        return "" if found is None else found[1]

    def reminders(self, seat: int | None = None) -> list[str]:
        found = re.findall(r'class="reminder".*?<span>(.*?)<(?:small|a)', self.page(seat), re.S)
        return [html.unescape(text).strip() for text in found]

    def post_lesson(self, **data: Any) -> Any:
        return self.client.post(f"/t/{self.table.id}/lessons", json=data)

    def play(self, **wanted: Any) -> None:
        """Gives the first open answer whose decision has these fields."""
        for question in self.table.questions:
            for option in self.table.game.options(self.table.state, question.player):
                if all(getattr(option.decision, name, None) == value for name, value in wanted.items()):
                    key = f"a key {next(self.keys)}"
                    self.table.submit(option.decision, self.table.number, key, "a test")
                    return
        raise AssertionError(f"no such answer is open: {wanted}")

    @property
    def asked(self) -> int:
        return self.table.questions[0].player


@pytest.fixture
def at(tmp_path: Path) -> Iterator[LessonTable]:
    room = Room(Tables(Journal(tmp_path / "journal.db")))
    yield LessonTable(room, tmp_path)
    room.close()


def test_the_aim_is_read_by_everybody_at_once_at_the_table_and_alone_on_a_phone(at: LessonTable) -> None:
    assert {at.step(seat) for seat in (None, 0, 1, 2)} == {"aim/0"}
    at.post_lesson(do="read", at="aim/0", seats=[1])
    assert [at.step(seat) for seat in (0, 1, 2)] == ["aim/0", "aim/1", "aim/0"]
    at.post_lesson(do="read", at="aim/0", seats=[0, 1, 2])
    assert at.step() == "aim/1"


def test_play_goes_on_without_a_tap_and_the_lesson_follows(at: LessonTable) -> None:
    selects = at.asked
    at.play(action="isolation")
    assert {at.step(seat) for seat in (0, 1, 2)} == {"isolation/0"}
    at.play(action="develop")
    assert at.step() == "develop/0"
    buyer = at.asked
    at.play(do="buy-development")
    assert at.step(buyer) == "powers/0", "what the step waits for has happened"
    assert at.step(at.asked) == "develop/0"
    assert selects != buyer


def test_the_companion_proposes_the_teaching_order_to_new_players_only(at: LessonTable) -> None:
    likely = r"answer-likely[^>]*data-decision=\'[^\']*action&#34;:&#34;([^&]*)"
    asked = at.asked
    assert re.findall(likely, at.page(asked)) == ["isolation"]
    for page in (at.page(asked), at.page()):
        assert "Two credits for a start" in page, "a first action is recommended with its reason"
        assert "recommended" in page
    at.play(action="isolation")
    assert re.findall(likely, at.page(at.asked)) == ["develop"]
    at.post_lesson(do="level", level="knows", seats=[at.asked])
    assert not re.findall(likely, at.page(at.asked))
    assert "recommended" not in at.page(at.asked)


def test_lessons_go_to_the_own_phone_and_the_table_shows_those_of_the_others_alone(
    at: LessonTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert at.step() == "aim/0"
    assert 'class="lesson-for"' not in at.page(), "it is for all"
    views = services_of(at.app).views
    monkeypatch.setattr(views, "on_phones", lambda _table: frozenset({0, 2}))
    assert at.step() == "aim/0"
    assert re.findall(r'lesson-for">.*?aria-label="(\w+)"', at.page(), re.S) == ["Ben"]
    assert [at.step(seat) for seat in (0, 1, 2)] == ["aim/0"] * 3
    monkeypatch.setattr(views, "on_phones", lambda _table: frozenset({0, 1, 2}))
    assert at.step() == "", "nobody else's tiles stand beside a card that is for others"


def test_a_first_round_of_race_for_the_galaxy_has_four_cards() -> None:
    book = lesson_files.of_game("race-for-the-galaxy")
    opening = ("aim", "start-world", "choosing", "chain")
    assert tuple(lesson.id for lesson in book.lessons[:4]) == opening
    assert sum(len(book.by_id[lesson].step) for lesson in opening) == 4
    phases = {"explore", "develop", "settle", "consume", "produce"}
    for lesson in book.lessons[4:]:
        first_round = lesson.when.rounds is None or lesson.when.rounds[0] == 1
        late = lesson.when.ending or lesson.when.over
        assert lesson.id in phases or late or not first_round, lesson.id


def test_who_knows_the_game_is_left_alone_and_newcomers_are_not(at: LessonTable) -> None:
    expert, newcomers = 0, [1, 2]
    at.post_lesson(do="level", level="knows", seats=[expert])
    assert at.step(expert) == ""
    assert [at.step(seat) for seat in newcomers] == ["aim/0", "aim/0"]
    page = at.page()
    panel = re.search(r'class="lesson-for">(.*?)</span>', page, re.S)
    assert panel is not None
    assert "Ben" in panel[1]
    assert "Cem" in panel[1]
    assert "Ann" not in panel[1]
    at.post_lesson(do="level", level="new", seats=[expert])
    assert at.step(expert) == "aim/0"


def test_a_lesson_is_skipped_and_shown_again(at: LessonTable) -> None:
    at.post_lesson(do="skip", lesson="aim", seats=[0])
    assert at.step(0) != "aim/0"
    assert at.step(1) == "aim/0"
    at.play(action="isolation")
    at.post_lesson(do="again", lesson="aim", seats=[0])
    for step in ("aim/0", "aim/1", "aim/2"):
        assert at.step(0) == step
        at.post_lesson(do="read", at=step, seats=[0])
    assert at.step(0) == "isolation/0"
    said = at.client.get(f"/t/{at.table.id}/lessons/0").text
    assert "What it is about" in said
    assert "Retreat into Isolation" in said
    assert "Send Diplomatic Envoys" not in said


def test_undo_leads_back_to_what_was_shown_and_a_replay_shows_the_same(
    at: LessonTable, tmp_path: Path
) -> None:
    at.post_lesson(do="skip", lesson="aim", seats=[0, 1, 2])
    at.play(action="isolation")
    before = [at.step(seat) for seat in (0, 1, 2)]
    at.play(action="develop")
    shown = [at.step(seat) for seat in (0, 1, 2)]
    at.table.undo(at.table.number, "an undo key", "a test")
    assert [at.step(seat) for seat in (0, 1, 2)] == before
    at.table.redo(at.table.number, "a redo key", "a test")
    assert [at.step(seat) for seat in (0, 1, 2)] == shown
    again = Room(Tables(Journal(tmp_path / "journal.db")))
    client = create_app(again, Shelf(tmp_path / "boxes")).test_client()
    text = client.get(f"/t/{at.table.id}/").text
    assert f'data-lesson="{at.step()}"' in text
    assert again.tables.open(at.table.id).state == at.table.state
    again.close()


def test_reminders_come_to_everybody_even_without_lessons(at: LessonTable) -> None:
    at.table.set(teaching="reminders")
    at.play(action="trade-consume")
    assert at.step() == ""
    assert any("take the VP chip of your bonus first" in text for text in at.reminders())
    at.table.set(teaching="off")
    assert at.reminders() == []


def test_lessons_are_said_in_the_reader_s_language(at: LessonTable) -> None:
    assert "Du baust ein Reich zwischen den Sternen" in at.page(language="de")
    assert "Tu bâtis un empire dans les étoiles" in at.page(0, language="fr")
    assert "Construyes un imperio entre las estrellas" in at.page(1, language="es")


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "read", "at": "aim/9", "seats": [0]},
        {"do": "read", "at": "aim/0", "seats": [7]},
        {"do": "read", "at": "aim/0", "seats": []},
        {"do": "skip", "lesson": "nothing", "seats": [0]},
        {"do": "level", "level": "expert", "seats": [0]},
        {"do": "lay", "task": "nothing", "laid": True},
        {"do": "lay", "task": "bag", "laid": "yes"},
        {"do": "dance", "seats": [0]},
    ],
)
def test_a_wrong_request_is_refused_and_changes_nothing(at: LessonTable, wrong: dict[str, Any]) -> None:
    before = at.table.settings
    answer = at.post_lesson(**wrong)
    assert answer.status_code == 400
    assert answer.json["sentence"]
    assert at.table.settings == before


def test_the_lamp_of_the_tile_that_a_step_talks_about_breathes(at: LessonTable) -> None:
    at.play(action="isolation")
    at.play(action="develop")
    picture = light_picture(at.table.game, at.table.state)
    lamps = dict(with_pointed_lamps(at.table, at.table.now, picture).segments)
    develop = [tile.name for tile in at.table.state.actions].index("develop")
    plain = dict(picture.segments)
    assert lamps["tiles"][develop] == Light(plain["tiles"][develop].colour, "breathe", 3)
    others = [n for n in range(7) if n != develop]
    assert [lamps["tiles"][n] for n in others] == [plain["tiles"][n] for n in others]
    at.table.set(teaching="off")
    assert with_pointed_lamps(at.table, at.table.now, picture) == picture


def test_a_lamp_that_is_dark_is_lit_white(at: LessonTable) -> None:
    at.play(action="isolation")
    at.play(action="develop")
    dark = LightPicture((("tiles", (Light(),) * 7),))
    lamps = dict(with_pointed_lamps(at.table, at.table.now, dark).segments)["tiles"]
    assert sorted(light.colour for light in lamps if light.level) == ["white"]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_step_that_waits_for_the_table_passes_when_the_camera_agrees_for_a_moment(at: LessonTable) -> None:
    clock = Clock()
    step = (1, "colony", 0, book_of("new-frontiers"))
    waits = TableWaits(at.table, clock, lambda table, now: (step,))

    def ticked(view: RefereeView | None, seconds: float) -> bool:
        at.table.show(referee=view)
        clock.now += seconds
        waits.tick()
        return "colony/0" in choices_from_json(at.table.settings.taught).read.get(1, ())

    watching = frozenset({"middle"})
    assert not ticked(None, 9)
    assert not ticked(RefereeView(watching, to_do=("W01 lies in the middle",)), 9)
    assert not ticked(RefereeView(watching), AGREEMENT_SECONDS)
    assert not ticked(RefereeView(watching, waiting="3 of 7"), AGREEMENT_SECONDS)
    assert not ticked(RefereeView(watching), 0.1)
    assert ticked(RefereeView(watching), AGREEMENT_SECONDS)
    waits.close()


def test_what_is_kept_comes_back_from_json() -> None:
    kept = LessonChoices(
        {0: "knows"}, {1: frozenset({"aim/0"})}, {2: frozenset({"aim"})}, {1: ("aim", 1)}, frozenset({"bag"})
    )
    assert choices_from_json(choices_to_json(kept)) == kept
    assert choices_from_json({"levels": 3}) == LessonChoices()
