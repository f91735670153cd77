"""Tests of requests from devices: decisions and their refusals, malformed requests, other origins."""

from __future__ import annotations

import json
import re

import pytest

from companion.table.journal_errors import JournalError


def bid(player, amount=1):
    return {"do": "bid", "player": player, "amount": amount}


def test_a_decision_is_taken_and_named(table, post):
    answer = post(f"/t/{table.id}/decisions", 1, decision=bid(0, 2))
    assert answer.status_code == 200
    assert answer.json["number"] == 2
    assert answer.json["words"] == "Blue bids 2"


def test_the_same_request_twice_is_one_step_and_one_answer(table, post):
    first = post(f"/t/{table.id}/decisions", 1, key="the-same-key", decision=bid(0))
    again = post(f"/t/{table.id}/decisions", 1, key="the-same-key", decision=bid(0))
    assert first.json == again.json
    assert table.number == 2


def test_a_stale_request_is_refused_with_the_news(table, post):
    post(f"/t/{table.id}/decisions", 1, decision=bid(1))
    post(f"/t/{table.id}/undo", 2, seat=1)
    answer = post(f"/t/{table.id}/decisions", 1, decision=bid(0))
    assert answer.status_code == 409
    assert answer.json["number"] == 3
    assert len(answer.json["news"]) == 2
    assert "Taken back" in answer.json["news"][1]
    assert table.number == 3


def test_a_secret_answer_in_the_news_stays_covered(table, post):
    post(f"/t/{table.id}/decisions", 1, decision=bid(1, 2))
    answer = post(f"/t/{table.id}/decisions", 1, decision=bid(0))
    assert answer.json["news"] == ["Green has answered in secret"]
    assert answer.json["still_asked"] is True


def test_an_illegal_decision_says_why_and_where_the_rule_stands(table, post):
    answer = post(f"/t/{table.id}/decisions", 1, decision=bid(0, 7))
    assert answer.status_code == 422
    assert answer.json == {"sentence": "That is no answer now: Blue: bid 0, 1 or 2", "page": 2}
    assert table.number == 1


MALFORMED = (
    b"",
    b"{",
    b"[]",
    b'"text"',
    b"{}",
    b'{"seen": 1}',
    b'{"seen": 1, "key": "short", "decision": {}}',
    b'{"seen": true, "key": "long-enough", "decision": {}}',
    b'{"seen": -1, "key": "long-enough", "decision": {}}',
    b'{"seen": 1, "key": "long-enough"}',
    b'{"seen": 1, "key": "long-enough", "decision": null}',
    b'{"seen": 1, "key": "long-enough", "decision": {"do": "fly"}}',
    b'{"seen": 1, "key": "long-enough", "decision": {"do": "bid", "player": 0, "amount": "1"}}',
    b"\xff\xfe" * 40,
    b"[" * 50_000,
)


def test_a_malformed_request_gets_one_sentence_and_changes_nothing(client, table):
    for body in MALFORMED:
        answer = client.post(f"/t/{table.id}/decisions", data=body, content_type="application/json")
        assert answer.status_code == 400, body[:99]
        assert answer.json["sentence"].endswith("."), body[:99]
        assert table.number == 1, body[:99]


def test_a_huge_request_is_refused(client, table):
    body = json.dumps({"seen": 1, "key": "long-enough", "decision": {"do": "x" * 200_000}})
    answer = client.post(f"/t/{table.id}/decisions", data=body, content_type="application/json")
    assert answer.status_code in (400, 413)
    assert "sentence" in answer.json


@pytest.mark.parametrize("path", ["/t/nosuch/", "/t/nosuch/seat/0", "/t/nosuch/live", "/nothing", "/t/x/y/z"])
def test_what_is_not_there_is_a_page_with_a_sentence(client, table, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "To the tables" in answer.text


@pytest.mark.parametrize(
    ("sent_from", "back"),
    [
        ("http://localhost/t/{id}/seat/1?by=hand", "/t/{id}/seat/1?by=hand"),
        ("", ""),
        ("http://elsewhere.example/t/{id}/seat/1", ""),
        ("http://localhost//elsewhere.example/", ""),
        ("http://localhost/t/{id}/played-on/lying", ""),  # a page that only an answer leads to
    ],
)
def test_a_form_that_is_refused_leads_back_to_its_page(client, table, sent_from, back):
    answer = client.post("/timer/nosuch/start", headers={"Referer": sent_from.format(id=table.id)})
    assert answer.status_code >= 400
    notice = answer.text.partition('class="notice')[2].partition("</div>")[0]
    links = re.findall(r'class="button[^"]*" href="([^"]*)"', notice)
    assert links == [*filter(None, [back.format(id=table.id)]), "/"]


@pytest.mark.parametrize("seat", ["3", "-1", "x", "²", "9" * 50])
def test_a_seat_that_is_not_there(client, table, seat):
    assert client.get(f"/t/{table.id}/seat/{seat}").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_sites_page_cannot_act(client, table, headers):
    body = {"seen": 1, "key": "long-enough", "decision": bid(0)}
    answer = client.post(f"/t/{table.id}/decisions", json=body, headers=headers)
    assert answer.status_code == 403
    assert table.number == 1


def test_a_page_of_this_server_can_act(client, table):
    body = {"seen": 1, "key": "long-enough", "decision": bid(0)}
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post(f"/t/{table.id}/decisions", json=body, headers=headers).status_code == 200


def test_a_full_disk_is_said_and_nothing_is_lost(table, post, room, monkeypatch):
    def full(*_):
        raise JournalError("full", "The disk is full: free some space and do the last step again.")

    with monkeypatch.context() as patch:
        patch.setattr(room.tables.journal, "append", full)
        answer = post(f"/t/{table.id}/decisions", 1, key="kept-key-1", decision=bid(0))
        assert answer.status_code == 507
        assert "free some space" in answer.json["sentence"]
        assert table.number == 1
    assert post(f"/t/{table.id}/decisions", 1, key="kept-key-1", decision=bid(0)).json["number"] == 2


def test_an_unforeseen_error_is_a_sentence_and_no_traceback(app, client, table, monkeypatch):
    app.testing = False
    monkeypatch.setattr(type(table), "history", lambda *_: 1 / 0)
    answer = client.get(f"/t/{table.id}/history")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert "what was played up to now is kept" in answer.text


def test_undo_redo_and_jump(table, post):
    post(f"/t/{table.id}/decisions", 1, decision=bid(0))
    assert post(f"/t/{table.id}/undo", 2, seat=0).json["number"] == 3
    assert post(f"/t/{table.id}/redo", 3).json["number"] == 4
    assert table.state.bids[0] == 1
    assert post(f"/t/{table.id}/jump", 4, to=1, seat=0).json["number"] == 5
    assert table.state.bids[0] is None
    assert post(f"/t/{table.id}/jump", 5, to=99).status_code == 422
    assert post(f"/t/{table.id}/jump", 5, to="1").status_code == 400
    assert post(f"/t/{table.id}/redo", 5).status_code == 422


def test_another_players_step_needs_a_second_tap_that_names_it(table, post):
    post(f"/t/{table.id}/decisions", 1, decision=bid(0))
    refused = post(f"/t/{table.id}/undo", 2, seat=1)
    assert refused.status_code == 422
    assert "only Blue takes it back" in refused.json["sentence"]
    post(f"/t/{table.id}/decisions", 2, decision=bid(2))
    post(f"/t/{table.id}/decisions", 3, decision=bid(1))
    asked = post(f"/t/{table.id}/undo", table.number, seat=0)
    assert asked.status_code == 428
    assert asked.json["player"] == 1
    assert asked.json["sentence"] == "This step is Green's: Green bids 1. Take it back?"
    assert post(f"/t/{table.id}/undo", table.number, seat=0, confirm=1).status_code == 428
    done = post(f"/t/{table.id}/undo", table.number, seat=0, confirm=asked.json["confirm"])
    assert done.json["words"] == "Taken back: Green bids 1"
    assert post(f"/t/{table.id}/undo", table.number, seat=7).status_code == 404
    assert post(f"/t/{table.id}/undo", table.number, confirm="1").status_code == 400


def test_a_correction_is_named_and_can_be_undone(client, table, post):
    answer = post(f"/t/{table.id}/corrections", 1, path="coins/1", value=9)
    assert answer.json["words"] == "Green's coins: 9 instead of 0"
    assert "Green has too many coins" in client.get(f"/t/{table.id}/").text
    post(f"/t/{table.id}/undo", 2)
    assert table.state.coins[1] == 0
    for wrong in ({"path": "coins/9", "value": 1}, {"path": "coins/1", "value": "x"}):
        assert post(f"/t/{table.id}/corrections", 3, **wrong).status_code == 422
    assert post(f"/t/{table.id}/corrections", 3, value=1).status_code == 400


def test_a_draw_by_the_companion_or_by_hand(table, post):
    for player in range(3):
        post(f"/t/{table.id}/decisions", table.number, decision=bid(player))
    assert post(f"/t/{table.id}/draws", table.number, names=["S01", "S01"]).status_code == 422
    assert post(f"/t/{table.id}/draws", table.number, names="S01").status_code == 400
    assert post(f"/t/{table.id}/draws", table.number, names=["S01", "S02", "S03", "S04"]).status_code == 200
    assert table.state.middle == ("S01", "S02", "S03", "S04")
    post(f"/t/{table.id}/undo", table.number)
    assert post(f"/t/{table.id}/draws", table.number).status_code == 200
    assert len(table.state.middle) == 4


def test_settings(client, table):
    assert client.post(f"/t/{table.id}/settings", json={"draws": "camera"}).json["draws"] == "camera"
    assert client.post(f"/t/{table.id}/settings", json={"draws": "magic"}).status_code == 422
    assert client.post(f"/t/{table.id}/settings", json={"nonsense": 1}).status_code == 422


def test_a_secret_is_on_no_other_page(client, table, post):
    post(f"/t/{table.id}/decisions", 1, decision=bid(1, 2))
    own = client.get(f"/t/{table.id}/seat/1").text
    assert "bids 2" in client.get(f"/t/{table.id}/history?seat=1").text
    for path in ("/", "/seat/0", "/seat/2", "/history", "/history?seat=0"):
        text = client.get(f"/t/{table.id}{path}").text
        assert "bids 2" not in text
        assert "&#34;player&#34;:1,&#34;amount&#34;" not in text
    assert own
