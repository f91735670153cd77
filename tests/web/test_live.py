"""Tests, without a browser, of the stream that keeps a page up to date."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from companion.games.contract import Correction, Phase, Player, Setup
from companion.room.lights import TableLights
from companion.table.settings import Settings
from companion.vision.camera_rig import CameraRig
from companion.web.live import live as live_module
from companion.web.request.services import services_of
from tests.stand_in import stand_in
from tests.web.parsed import parsed
from tests.web.parsed import words as words_shown
from tests.web.stream import EVENT_TIMEOUT_SECONDS


def next_view(stream):
    return stream.next()


def words(view):
    """All displayed text of an update, with its tags."""
    return str(view["regions"])


def test_a_device_that_knows_nothing_gets_the_whole_page(table, listen):
    view = next_view(listen(f"/t/{table.id}/live"))
    assert view["number"] == 1
    assert view["regions"] is None
    assert 'id="question"' in view["html"]


def test_then_only_what_differs(table, listen, post):
    stream = listen(f"/t/{table.id}/live")
    first = next_view(stream)
    post(f"/t/{table.id}/corrections", 1, path="coins/0", value=2)
    then = next_view(stream)
    assert then["number"] == 2
    assert then["html"] is None
    assert {"facts", "happened", "steps"} <= then["regions"].keys()
    assert "cards" not in then["regions"]
    assert then["stamp"] != first["stamp"]


def test_a_change_while_the_one_before_is_rendered_does_not_wait_for_a_beat(
    table, listen, post, app, monkeypatch
):
    monkeypatch.setattr(live_module, "HEARTBEAT_SECONDS", 10 * EVENT_TIMEOUT_SECONDS)
    stream = listen(f"/t/{table.id}/live")
    next_view(stream)
    views = services_of(app).live.views
    rendered = views.event

    def render(*asked):
        made = rendered(*asked)
        if table.number == 2:
            post(f"/t/{table.id}/corrections", 2, path="coins/0", value=3)
        return made

    monkeypatch.setattr(views, "event", render)
    post(f"/t/{table.id}/corrections", 1, path="coins/0", value=2)
    assert [next_view(stream)["number"] for _ in range(2)] == [2, 3]


def test_a_device_that_comes_back_gets_what_it_missed(table, listen, post):
    stamp = next_view(listen(f"/t/{table.id}/live"))["stamp"]
    for value in (1, 2, 3):
        post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=value)
    back = next_view(listen(f"/t/{table.id}/live?stamp={stamp}"))
    assert back["number"] == 4
    assert back["regions"] is not None


def test_one_that_was_away_for_long_gets_the_page_anew(table, listen):
    back = next_view(listen(f"/t/{table.id}/live?stamp=of-another-server"))
    assert back["html"] is not None


def test_a_device_that_is_up_to_date_hears_only_beats(table, listen):
    stamp = next_view(listen(f"/t/{table.id}/live"))["stamp"]
    name, _ = next(listen(f"/t/{table.id}/live?stamp={stamp}"))
    assert name == "beat"


def test_a_device_learns_the_number_of_an_entry_that_changes_nothing_it_shows(table, listen, post):
    """After an undo and a redo during its sleep, or between two readings on a slow server: without the number
    all further taps of the device would be refused as outdated."""
    post(f"/t/{table.id}/corrections", 1, path="coins/0", value=2)
    post(f"/t/{table.id}/undo", 2)
    post(f"/t/{table.id}/redo", 3)
    before = next_view(listen(f"/t/{table.id}/live"))
    post(f"/t/{table.id}/undo", 4)
    post(f"/t/{table.id}/redo", 5)
    name, back = next(listen(f"/t/{table.id}/live?stamp={before['stamp']}"))
    assert (name, back["number"]) == ("view", 6)
    assert (back["regions"], back["lists"], back["html"]) == ({}, {}, None)


def test_a_seats_stream_knows_only_what_the_seat_knows(table, listen, post):
    post(f"/t/{table.id}/decisions", 1, decision={"do": "bid", "player": 1, "amount": 2})
    for view in ("", "?view=seat&seat=0", "?view=seat&seat=2"):
        text = json.dumps(next_view(listen(f"/t/{table.id}/live{view}")))
        assert "bids 2" not in text
    assert "answered in secret" in text


def test_closing_ends_every_stream(table, listen, app):
    stream = listen(f"/t/{table.id}/live")
    next_view(stream)
    services_of(app).live.close()
    assert "gone" in [name for name, _ in stream]


def test_no_more_devices_than_the_server_has_threads_for(app, client, table):
    services_of(app).live.connected = 10_000
    answer = client.get(f"/t/{table.id}/live")
    assert answer.status_code == 503
    assert "Too many devices" in answer.text


def test_the_strip_is_drawn_while_its_colours_change(table, listen, room):
    colours = iter([[(0, 0, 0)], [(0, 0, 0)], [(255, 128, 0), (1, 2, 3)], []])
    room.home.active = table.id
    room.home.lights = stand_in(
        TableLights,
        status=lambda: SimpleNamespace(state="drawn", sentence=""),
        strip=lambda: next(colours, []),
    )
    stream = listen(f"/t/{table.id}/strip")
    told = [data["colours"] for name, data in (next(stream) for _ in range(3)) if name == "strip"]
    assert told == ["000000", "ff8000010203", ""]


def test_how_camera_and_lights_are_reaches_every_page(table, listen, room):
    room.home.has_camera = True
    stream = listen(f"/t/{table.id}/live")
    assert "Camera: off" in next_view(stream)["html"]
    status = SimpleNamespace(state="lost", sentence="The camera was pulled out: plug it in again.")
    room.home.eyes = stand_in(CameraRig, status=lambda: status)
    room.home.active = table.id
    assert "plug it in again" in words(next_view(stream))


@pytest.mark.parametrize(("view", "leads"), [("view=seat&seat=1", "/t/{id}/seats"), ("", "/t/{id}/")])
def test_a_page_of_an_older_table_is_told_of_a_newer_game(table, listen, room, view, leads):
    """With an unobtrusive message, and with the camera and the lights; the open page needs no reload."""
    room.home.active = table.id
    stream = listen(f"/t/{table.id}/live?{view}")
    assert "A newer game" not in next_view(stream)["html"]
    players = (Player("Sun", "blue"), Player("Moon", "green"))
    newer = room.tables.create("stones", Setup(players), seed=2)
    room.home.active = newer.id
    told = next_view(stream)
    assert "with Sun and Moon" in words(told)
    assert f'href="{leads.format(id=newer.id)}"' in words(told)
    assert "status" in told["regions"]
    assert "question" not in told["regions"]  # nothing changes for players who continue
    # No page of the newer table points to the older one, whichever table the camera serves.
    room.home.active = table.id
    assert "A newer game" not in next_view(listen(f"/t/{newer.id}/live?{view}"))["html"]


def test_under_the_end_of_a_game_the_next_one_stands_openly(table, listen, room, stones, monkeypatch):
    monkeypatch.setattr(type(stones), "phase", lambda game, state: Phase("over", "over", 1, over=True))
    room.home.active = table.id
    stream = listen(f"/t/{table.id}/live?view=seat&seat=0")
    assert "The game is over." in next_view(stream)["html"]
    newer = room.tables.create("stones", Setup((Player("Sun", "blue"), Player("Moon", "green"))), seed=2)
    room.home.active = newer.id
    assert f'href="/t/{newer.id}/seats"' in words(next_view(stream))


def test_what_is_too_long_for_the_bar_is_touched_to_be_read_whole(room, client):
    players = (Player("Sun that shines", "blue"), Player("Moon that shines by night", "green"))
    table = room.tables.create("stones", Setup(players), seed=1, settings=Settings(draws="hand"))
    said = table.now.last.words
    assert len(said) > 44
    page = parsed(client.get(f"/t/{table.id}/").text)
    assert said in words_shown(page.find(".//div[@id='happened-words']"))
    table.correct(Correction("coins/0", 2), table.number, "correct-coins", "test")
    assert len(table.now.last.words) <= 44
    assert "happened-words" not in client.get(f"/t/{table.id}/").text


def test_a_page_that_cannot_be_rendered_says_so_and_comes_back(table, listen, post, app, monkeypatch, caplog):
    stream = listen(f"/t/{table.id}/live")
    next_view(stream)
    render = services_of(app).views._render
    monkeypatch.setattr(services_of(app).views, "_render", lambda *a: 1 / 0)
    post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=2)
    name, said = next(it for it in stream if it[0] != "beat")
    assert name == "broken"
    assert "undo the last step" in said["sentence"]
    assert "ZeroDivisionError" in caplog.text
    assert next(listen(f"/t/{table.id}/live"))[0] == "broken"  # a device that connects later is told too
    monkeypatch.setattr(services_of(app).views, "_render", render)
    post(f"/t/{table.id}/undo", table.number)
    # It is tried again at each beat, so that the step before may arrive first.
    while next_view(stream)["number"] != table.number:
        pass


def test_a_removed_journal_is_said_on_every_page_without_a_tap(table, listen, room, client):
    stream = listen(f"/t/{table.id}/live")
    stream.next("view")
    assert client.get("/readyz").status_code == 200
    file = room.tables.journal.path
    aside = file.rename(file.with_name("aside.db"))
    assert "companion restore" in stream.next("broken")["sentence"]
    ready = client.get("/readyz")
    assert (ready.status_code, "was removed" in ready.text) == (503, True)
    aside.rename(file)
    assert client.get("/readyz").status_code == 200
