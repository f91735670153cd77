"""What requests can make the server keep is bounded: one test for each kind, beside docs/security.md."""

from __future__ import annotations

import threading
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from companion import games
from companion.access import store
from companion.access.store import AccessStore
from companion.coach import reviews
from companion.coach.reviews import Reviews
from companion.games.contract import Player, Setup
from companion.plays.store import Plays
from companion.scan.learnt_looks import _MadeOfPictures
from companion.table import referee
from companion.table.follower import Follower
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web.access import request_counts
from companion.web.access.request_counts import RequestCounts
from companion.web.camera import calibrate
from companion.web.live import expected_end, summaries
from companion.web.live.console import Console
from companion.web.live.expected_end import ExpectedEnds
from companion.web.live.summaries import Summaries
from companion.web.play import score

SEATS = Setup((Player("Blue", "blue"), Player("Green", "green")))


@pytest.fixture
def four(room: SimpleNamespace) -> list[Table[Any]]:
    return [room.tables.create("stones", SEATS, seed=seed) for seed in range(4)]


def step(table: Table[Any]) -> None:
    player = next(q.player for q in table.questions if q.player is not None)
    decision = table.game.options(table.state, player)[0].decision
    table.submit(decision, table.number, f"step-{table.number}", "test")


def test_requests_of_any_number_of_addresses_are_counted_in_little(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000.0]
    monkeypatch.setattr(request_counts, "MAX_COUNTED", 5)
    counts = RequestCounts()

    def none_left(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none_left)
    monkeypatch.setattr(request_counts.time, "monotonic", lambda: now[0])
    assert [counts.incr("known", 60) for _ in range(3)] == [1, 2, 3]
    for n in range(4):
        counts.incr(f"address {n}", 60)
    assert (counts.incr("known", 60), counts.get("known")) == (4, 4)
    for n in range(40):
        counts.incr(f"invented {n}", 60)
    assert len(counts._counts) == 5
    now[0] += 61
    assert (counts.get("invented 39"), counts.incr("known", 60), len(counts._counts)) == (0, 1, 1)
    monkeypatch.setattr(request_counts.time, "time", lambda: 0.0)  # set, it takes no count
    assert counts.incr("known", 60) == 2


def test_values_of_the_house_are_read_again_rather_than_all_kept(
    room: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MAX_CACHED_VALUES", 3)
    kept = AccessStore(room.tables.journal)
    for n in range(10):
        kept.change(f"table/{n}", lambda _old, n=n: n)
        assert kept.get(f"table/{n}") == n
        assert len(kept._read) <= 3
    assert kept.get("table/0") == 0


def test_of_a_camera_s_proposals_the_last_are_remembered(
    table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "_MAX_REMEMBERED_PROPOSALS", 3)
    judge = referee.Referee(table)
    monkeypatch.setattr(referee.judge, "after_commit", lambda memory, *_more: memory)
    for n in range(6):
        player = next((q.player for q in table.questions if q.player is not None), None)
        if player is None:
            table.sample_chance(table.number, f"draw-{n}")
            player = next(q.player for q in table.questions if q.player is not None)
        decision = table.game.options(table.state, player)[0].decision
        proposal: Any = SimpleNamespace(
            id=str(n), number=table.number, options=(SimpleNamespace(decision=decision),)
        )
        judge._submit_option(proposal, proposal.options[0], f"key-{n}", "camera")
    assert list(judge._submitted) == ["3", "4", "5"]


def test_cards_of_tables_are_bounded(
    room: SimpleNamespace, four: list[Table[Any]], client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summaries, "MAX_CACHED_SUMMARIES", 3)
    kept = Summaries(room)  # type: ignore[arg-type]
    with client.application.test_request_context("/"):
        for _ in range(2):
            for row, number in room.tables.journal.numbers():
                assert kept.of(row, number).number == number
        step(four[0])
        for row, number in room.tables.journal.numbers():
            kept.of(row, number)
    assert len(kept._kept) == 3


def test_the_wall_keeps_the_tables_that_are_there(
    room: SimpleNamespace, four: list[Table[Any]], client: FlaskClient
) -> None:
    wall = Console(room)  # type: ignore[arg-type]
    with client.application.test_request_context("/"):
        for _ in range(3):
            step(four[0])
            wall.glances()
        assert {table for table, _language in wall._known} == {table.id for table in four}
        room.tables.delete(four[0].id)
        wall.glances()
    assert {table for table, _language in wall._known} == {table.id for table in four[1:]}


def test_expected_ends_are_bounded_those_that_fail_too(
    room: SimpleNamespace, four: list[Table[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expected_end, "MAX_KEPT", 2)

    def fails(*_work: Any) -> None:
        raise RuntimeError("no estimate")

    for run in (lambda *_work: None, fails):
        ends = ExpectedEnds(Plays(room.tables.journal), run)  # type: ignore[arg-type]
        for table in four:
            ends._working.acquire()
            ends._work(table)
        assert list(ends._kept) == [table.id for table in four[2:]]


def test_courses_of_games_are_bounded(four: list[Table[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score, "_MAX_CACHED", 2)
    for table in four:
        score.course_and_near_misses(table, False)
    assert [name[0] for name in score._cached] == [table.id for table in four[2:]]


def test_reviews_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MAX_CACHED_REVIEWS", 2)
    tables = Tables(Journal("sqlite://"), games.load)
    kept = Reviews(lambda *_work: None)  # type: ignore[arg-type]
    begun = [tables.create("new-frontiers", SEATS, seed=seed) for seed in range(3)]
    for table in begun:
        kept.of(table)
    assert [name[0] for name in kept._kept] == [table.id for table in begun[1:]]
    tables.close()


def test_a_picture_for_setting_up_goes_with_its_time(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000.0]
    monkeypatch.setattr(calibrate.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(calibrate, "_pictures", {})
    opened = []
    for n in range(4):
        opened.append(SimpleNamespace(jpeg=lambda outlined, n=n: b"%d" % n))
        monkeypatch.setattr(calibrate, "eyes_of", lambda _number, n=n: opened[n])
        assert client.get("/camera/0/picture").data == b"%d" % n
        now[0] += 6
    assert len(calibrate._pictures) <= 2


class Learning(_MadeOfPictures[str, tuple[str, ...]]):
    def _learn(self, game: Any, piece: str, picture: Any) -> str:
        return f"{piece} {picture.shape[0]}"

    def _made(self, game: Any, learnt: Any) -> tuple[str, ...]:
        return tuple(learnt)


def test_what_was_learnt_of_a_replaced_picture_is_forgotten() -> None:
    import cv2

    jpeg = cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1].tobytes()
    pictures: Any = SimpleNamespace(get=lambda _game, _piece: jpeg)
    learning, game = Learning(pictures), SimpleNamespace(name="stones")
    for stamp in map(str, range(20)):
        assert learning._reader(game, {"S01": stamp, "S02": "same"}) == ("S01 8", "S02 8")  # type: ignore[arg-type]
    learnt, _reader = learning._games["stones"]
    assert {*learnt} == {("S01", "19"), ("S02", "same")}


def test_a_follower_keeps_a_place_a_table(room: SimpleNamespace, four: list[Table[Any]]) -> None:
    rng, refused = Random(1), OSError(28, "No space left on device")

    def full(_table: Any, _after: int, _last: int) -> bool:
        raise refused

    follower = Follower(room.tables, "test", full, str, retry=(600.0,))
    try:
        for _ in range(12):
            step(rng.choice(four))
        assert len(follower._waits) <= len(four)
    finally:
        follower.close()
