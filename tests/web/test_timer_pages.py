"""Tests of the timer's pages and requests, without a browser."""

from __future__ import annotations

import pytest

from companion.web.request.services import services_of


@pytest.fixture
def clock_of_app(app):
    class Hand:
        seconds = 1_000_000.0

        def __call__(self) -> float:
            return self.seconds

    services_of(app).timer_clock = hand = Hand()
    return hand


@pytest.fixture
def timer(client, clock_of_app):
    answer = client.post(
        "/timer",
        data={
            "game": "",
            "seconds-turn": "90",
            "name-0": "Ann",
            "new-0": "yes",
            "name-2": "Bo",
            "own-2": "30",
        },
    )
    assert answer.status_code == 303
    return answer.location


def act(client, path, what, key="key-00000001", **more):
    return client.post(f"{path}/{what}", json={"key": key, **more})


def test_the_page_of_a_timer_says_who_is_timed(client, timer):
    html = client.get(timer).text
    assert "Ann" in html
    assert "Time-out of Ann" in html
    assert "Time-out of Bo" not in html


def test_a_timer_runs_pauses_and_goes_on(client, timer, clock_of_app):
    assert act(client, timer, "start").json["ends"] == 1_000_090_000
    clock_of_app.seconds += 20.5
    paused = act(client, timer, "pause", "key-00000002", who="Bo").json
    assert (paused["left"], paused["stopped_by"], paused["ends"]) == (69_500, "Bo", None)
    clock_of_app.seconds += 500
    assert client.get(timer + "/state").json["left"] == 69_500
    assert act(client, timer, "start", "key-00000003").json["ends"] == 1_000_590_000
    out = act(client, timer, "time-out", "key-00000004", person=0).json
    assert out["time_outs"] == [2, 0]
    assert out["time_out"] is True
    assert act(client, timer, "choose", "key-00000005", part=0, person=1).json["left"] == 30_000
    assert act(client, timer, "again", "key-00000006").json["left"] == 30_000
    assert act(client, timer, "add", "key-00000007", seconds=30).json["left"] == 60_000


def test_a_request_sent_twice_counts_once(client, timer):
    assert act(client, timer, "add", seconds=30).json["left"] == 120_000
    assert act(client, timer, "add", seconds=30).json["left"] == 120_000


@pytest.mark.parametrize(
    ("what", "more", "status"),
    [
        ("explode", {}, 404),
        ("add", {}, 400),
        ("add", {"seconds": True}, 400),
        ("add", {"seconds": 10**9}, 422),
        ("choose", {"part": 7}, 422),
        ("time-out", {"person": 1}, 422),
        ("start", {"key": "short"}, 400),
    ],
)
def test_what_cannot_be_done_is_a_sentence(client, timer, what, more, status):
    before = client.get(timer + "/state").json
    answer = client.post(f"{timer}/{what}", json={"key": "key-00000001", **more})
    assert answer.status_code == status
    assert answer.json["sentence"].endswith(".")
    assert client.get(timer + "/state").json == before


def test_a_timer_that_is_not_there_is_a_sentence(client):
    answer = client.get("/timer/nosuch/state", headers={"Accept": "application/json"})
    assert answer.status_code == 404
    assert "begin a new one" in answer.json["sentence"]


@pytest.mark.parametrize("seconds", ["4", "3601", "-1", "many", "", "²"])
def test_a_time_that_cannot_be_is_refused(client, seconds):
    assert client.post("/timer", data={"game": "", "seconds-turn": seconds}).status_code == 422


def test_timers_begun_before_are_found_again(client, timer):
    assert f'href="{timer}"' in client.get("/timer").text
