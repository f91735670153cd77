"""Tests of the staff's console: all tables, calls for help, a reset for the next group and its undo."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.access.house import House
from companion.games.contract import Player, Setup
from companion.table.journal import utc_now
from companion.table.referee_view import Disagreement, RefereeView
from companion.table.settings import Settings
from companion.table.snapshot import DeviceState
from companion.table.table import Table
from companion.web.live import console
from companion.web.request.services import services_of
from companion.web.staff.staff import duration_words
from tests.plays.conftest import a_play
from tests.web.parsed import cells
from tests.web.test_access import bid, device, guarded, house, staff

__all__ = ["guarded", "house"]


@pytest.fixture
def other(room: SimpleNamespace) -> Table[Any]:
    players = (Player("Ada", "blue"), Player("Zoe", "green"))
    table: Table[Any] = room.tables.create(
        "stones", Setup(players), title="Window", seed=2, settings=Settings(draws="hand")
    )
    return table


def shown(client: FlaskClient, **query: str) -> list[str]:
    """The ids of the tables on the console, from the top."""
    return re.findall(r'id="table-(\w+)"', client.get("/staff", query_string=query).text)


def test_all_tables_are_seen_with_players_round_and_the_open_question(
    guarded: Flask, table: Table[Any], other: Table[Any]
) -> None:
    text = staff(guarded).get("/staff").text
    for words in (
        "Ada, Zoe",
        "Blue, Green, Red",
        "Window",
        other.id,
        "Round 1",
        *(q.text for q in table.questions),
    ):
        assert words in text


def test_the_console_is_searched_by_name_game_and_table(
    guarded: Flask, table: Table[Any], other: Table[Any]
) -> None:
    one = staff(guarded)
    assert shown(one, q="zoe") == [other.id]
    assert shown(one, q="green stones") == [table.id]
    assert shown(one, q=other.id) == [other.id]
    assert set(shown(one)) == {table.id, other.id}
    assert shown(one, q="nobody") == []


def test_a_call_for_help_comes_first_until_somebody_is_there(
    guarded: Flask, house: House, table: Table[Any], other: Table[Any]
) -> None:
    one = staff(guarded)
    for caller in (table, other):
        phone = device(guarded, house.token("seat", caller.id, 0))
        assert phone.post(f"/t/{caller.id}/help").status_code == 303
        assert shown(one)[0] == caller.id
        assert "Called for help" in one.get("/staff").text
        assert "take it back" in phone.get(f"/t/{caller.id}/seat/0").text
        one.post(f"/staff/tables/{caller.id}/answered")
        assert "Called for help" not in one.get("/staff").text
    phone.post(f"/t/{other.id}/help")
    phone.post(f"/t/{other.id}/help", data={"call": "back"})
    assert "Called for help" not in one.get("/staff").text
    assert [[note.what for note in caller.notes()] for caller in (table, other)] == [
        ["called"],
        ["called", "called"],
    ]
    assert device(guarded).post(f"/t/{table.id}/help").status_code == 403


def test_every_page_of_the_table_shows_at_once_that_help_is_called(
    guarded: Flask, house: House, table: Table[Any]
) -> None:
    phone, hub = device(guarded, house.token("seat", table.id, 0)), services_of(guarded).live
    stamps = {player: hub.latest_event(table, player, "")[0] for player in (None, 0, 1)}
    for form, there in (({}, True), ({"call": "back"}, False)):
        assert phone.post(f"/t/{table.id}/help", data=form).status_code == 303
        for player, stamp in stamps.items():
            stamps[player], event = hub.latest_event(table, player, stamp)
            assert ("Somebody was called and will come." in event.decode()) is there
            assert event  # the page hears of it even when it shows it no more
    phone.post(f"/t/{table.id}/help")
    staff(guarded).post(f"/staff/tables/{table.id}/answered")
    assert "Somebody was called" not in phone.get(f"/t/{table.id}/seat/0").text


def test_branches_of_one_journal_are_counted_apart(guarded: Flask, room: SimpleNamespace) -> None:
    players = (Player("Ada", "blue"), Player("Zoe", "green"))
    for n, branch in enumerate(("North", "North", "South")):
        room.tables.create("stones", Setup(players), seed=n, settings=Settings(branch=branch))
    for n, branch in enumerate(("North", "South")):
        services_of(guarded).keeper.plays.keep(replace(a_play(f"play-{n}", minutes=40), branch=branch))
    one = staff(guarded)
    rows = cells(one.get("/staff/statistics").text)
    assert ["North", "2", "1", "40"] in rows
    assert ["South", "1", "1", "40"] in rows
    assert ["Stones", "3", "2", "80", "40"] in rows
    south = one.get("/staff/statistics", query_string={"branch": "South"}).text
    assert ["Stones", "1", "1", "40", "40"] in cells(south)


def test_a_question_open_for_long_is_stuck(
    guarded: Flask, table: Table[Any], other: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = staff(guarded)
    assert not any(it.stuck for it in services_of(guarded).console.glances())
    hours_later = utc_now() + timedelta(hours=3)
    monkeypatch.setattr(console, "utc_now", lambda: hours_later)
    assert not any(it.stuck for it in services_of(guarded).console.glances()), "the clock was set"
    monkeypatch.setattr(type(table), "seconds_since", lambda _table, _number: 660.0)
    text = one.get("/staff").text
    assert "11 min" in text
    assert "alarm" in text


def test_disagreements_and_faults_of_devices_are_told(
    guarded: Flask, room: SimpleNamespace, table: Table[Any]
) -> None:
    wrong = Disagreement((), (), ("Stone 3 is missing.",), (), 0.0)
    room.home.active = table.id
    table.show(
        referee=RefereeView(disagreement=wrong),
        camera=DeviceState("lost", "The camera is gone."),
        served=table.id,
    )
    text = staff(guarded).get("/staff").text
    assert "Stone 3 is missing." in text
    assert "The camera is gone." in text


def test_the_staff_takes_a_step_back(guarded: Flask, house: House, table: Table[Any]) -> None:
    assert bid(device(guarded, house.token("seat", table.id, 0)), table, 0) == 200
    assert table.state.bids[0] is not None
    assert staff(guarded).post(f"/staff/tables/{table.id}/undo").status_code == 303
    assert table.state.bids[0] is None


def test_a_table_is_reset_for_the_next_group_and_brought_back(
    guarded: Flask, house: House, room: SimpleNamespace, table: Table[Any], other: Table[Any]
) -> None:
    one = staff(guarded)
    phone, tablet = (
        device(guarded, house.token("seat", table.id, 0)),
        device(guarded, house.token("tablet", table.id)),
    )
    answer = one.post(f"/staff/tables/{table.id}/reset")
    assert shown(one) == [other.id]
    assert phone.get(f"/t/{table.id}/seat/0").status_code == 403
    # The table's tablet goes on to the next game.
    assert tablet.get(f"/t/{table.id}/").location == "/new"
    assert tablet.get("/new").status_code == 200
    assert "Undo" in one.get(answer.location).text
    one.post(f"/staff/tables/{table.id}/bring-back")
    assert set(shown(one)) == {table.id, other.id}
    assert phone.get(f"/t/{table.id}/seat/0").status_code == 200
    assert tablet.get(f"/t/{table.id}/").status_code == 200


def test_a_device_becomes_a_table_s_tablet_by_the_staff_s_code(guarded: Flask, table: Table[Any]) -> None:
    code = re.search(
        r'figcaption><a href="https?://[^/]+(/[^"]+)"',
        staff(guarded).get(f"/staff/tables/{table.id}/tablet").text,
    )
    assert code is not None
    tablet = device(guarded)
    assert tablet.get(code[1]).status_code == 303
    assert bid(tablet, table, 2) == 200
    assert tablet.get(f"/t/{table.id}/join").status_code == 200


def test_a_table_that_cannot_be_opened_hides_no_other(
    guarded: Flask, room: SimpleNamespace, table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_table: Any) -> Any:
        raise ValueError("its game is not installed")

    monkeypatch.setattr(console, "standing_of", broken)
    text = staff(guarded).get("/staff").text
    assert "its game is not installed" in text
    assert table.id in text


def test_a_table_not_in_memory_is_replayed_once(
    guarded: Flask, room: SimpleNamespace, table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, replayed = staff(guarded), []
    glance = room.tables.open_unshared
    monkeypatch.setattr(room.tables, "live", lambda: ())
    monkeypatch.setattr(
        room.tables, "open_unshared", lambda table_id: replayed.append(table_id) or glance(table_id)
    )
    for _ in range(3):
        assert "Blue, Green, Red" in one.get("/staff").text
    assert replayed == [table.id]
    bid(device(guarded, services_of(guarded).house.token("seat", table.id, 0)), table, 0)
    replayed.clear()  # whoever follows the table has looked at it, too
    one.get("/staff")
    assert replayed == [table.id]


def test_a_house_where_nothing_was_played_says_so_and_shows_no_empty_table(guarded: Flask) -> None:
    text = staff(guarded).get("/staff/statistics").text
    assert "No game has begun yet." in text
    assert not cells(text)
    assert "<h2>" not in text


def test_the_house_s_use_is_added_up(guarded: Flask, table: Table[Any], other: Table[Any]) -> None:
    for n, minutes in enumerate((40, 50)):
        services_of(guarded).keeper.plays.keep(a_play(f"play-{n}", minutes=minutes))
    text = staff(guarded).get("/staff/statistics").text
    assert cells(text)[0][1:] == ["2", "2", "90", "45"]
    assert f"{table.created.astimezone().hour:02}:00" in text


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(-1, "0 min"), (0.5, "0 min"), (59, "59 min"), (80, "1 h 20 min"), (52 * 60, "2 d 4 h")],
)
def test_spans_are_read_at_a_glance(app: Flask, minutes: float, words: str) -> None:
    with app.test_request_context():
        assert duration_words(timedelta(minutes=minutes)) == words


def test_at_home_nobody_is_called(client: FlaskClient, table: Table[Any]) -> None:
    assert "Call the staff" not in client.get(f"/t/{table.id}/").text
