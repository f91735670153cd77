"""Tests that texts of guests are never interpreted: in pages, headers, addresses, templates and files."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape
from msgspec import Struct
from msgspec.structs import fields as struct_fields

import companion.web
from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.plays.play import Play
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations
from companion.web import create_app
from companion.web.request.form_body import FORMS
from companion.web.request.json_body import BODIES
from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.plays.conftest import named_play
from tests.web.everything import pages
from tests.web.test_scripts import scripts_folder

SCRIPT = "<script>alert(1)</script>"
ATTRIBUTE = "\" onload='x' '"
TEMPLATE = "{{7*7}}${7*7}{%x%}"
FORMULAS = ("=1+1", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1")
HEADER = "a\r\nX-Bad: 1"


@pytest.fixture
def named(room: SimpleNamespace, app: Flask) -> tuple[Table[Any], Play]:
    """A table and a play in which every text is an attack."""
    players = (Player(SCRIPT, "blue"), Player(ATTRIBUTE, "green"), Player(TEMPLATE, "red"))
    table = room.tables.create("stones", Setup(players), title=f"{SCRIPT} {TEMPLATE}", seed=1)
    play = named_play(SCRIPT, TEMPLATE, id="bad", comment=ATTRIBUTE + SCRIPT, location=TEMPLATE)
    services_of(app).keeper.plays.keep(play)
    return table, play


def handlers_in(text: str) -> list[str]:
    """The attributes of a page that would run a script."""
    found: list[str] = []

    class Attributes(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.extend(name for name, _value in attrs if name.startswith("on"))

    Attributes().feed(text)
    return found


def test_no_page_runs_a_text(client: FlaskClient, named: tuple[Table[Any], Play]) -> None:
    table, play = named
    known = {"table_id": (table.id,), "seat": ("0", "1", "2"), "play_id": (play.id,)}
    found = pages(client, known)
    assert len(found) > 20
    shown = 0
    for path, text in found.items():
        assert SCRIPT not in text, path
        assert not handlers_in(text), path
        assert "${49}" not in text, path
        assert "{{49}}" not in text, path
        shown += "&lt;script&gt;" in text
    assert shown > 8


def test_no_name_of_a_device_runs(client: FlaskClient, table: Table[Any], post: Any) -> None:
    headers = {"X-Device": SCRIPT}
    sent = {"seen": 1, "key": "key-12345", "decision": {"do": "bid", "player": 0, "amount": 1}}
    assert client.post(f"/t/{table.id}/decisions", json=sent, headers=headers).status_code == 200
    text = client.get(f"/t/{table.id}/history").text
    assert SCRIPT not in text
    assert "&lt;script&gt;" in text


@pytest.mark.parametrize("name", ["\x00", "\u202e\u200b", "x" * 25])
def test_a_name_without_letters_or_with_too_many_is_refused(client: FlaskClient, name: str) -> None:
    form = {"game": "stones", "name-0": name, "colour-0": "blue", "name-1": "Ben", "colour-1": "green"}
    assert client.post("/new", data=form).status_code in (400, 422)


@pytest.mark.parametrize("name", [HEADER, "a\x00b", "a\x1b[2J"])
def test_a_name_is_kept_without_controls(app: Flask, client: FlaskClient, name: str) -> None:
    form = {"game": "stones", "name-0": name, "colour-0": "blue", "name-1": "Ben", "colour-1": "green"}
    answer = client.post("/new", data=form)
    if answer.status_code == 303:
        kept = services_of(app).room.tables.open(answer.location.split("/")[2]).setup.players[0].name
        assert kept.isprintable()
    else:
        assert answer.status_code in (400, 422)


@pytest.mark.parametrize("text", [HEADER, SCRIPT, "%0d%0aX-Bad: 1", "../../etc/passwd", ATTRIBUTE])
def test_no_text_reaches_a_header(app: Flask, client: FlaskClient, text: str) -> None:
    """Addresses that answer with a redirection or a file name, with the text wherever one is possible."""
    answers = [
        client.get("/staff/sign-in", query_string={"next": text}),
        client.post("/staff/sign-in", data={"pin": text, "next": text}),
        client.get("/", query_string={"token": text, "q": text, "gone": text}),
        client.post("/timer", data={"kind": text, "title": text}),
        client.get("/plays.csv", query_string={"q": text, "player": text}),
        client.get("/join", query_string={"ip": text, "secure": text}),
        client.get(f"/t/{text.replace('/', '')}/".replace("\r", "%0D").replace("\n", "%0A")),
    ]
    for answer in answers:
        assert "X-Bad" not in answer.headers
        for name, value in answer.headers:
            assert "\n" not in value
            assert name == "Location" or SCRIPT not in value
            assert name != "Location" or value.startswith(("/", "http://localhost/")), value
            assert name != "Location" or not value.startswith("//"), value


def test_no_path_leaves_its_folder(client: FlaskClient) -> None:
    for base in ("/static/", "/static/games/stones/", scripts_folder(client), "/camera/recordings/"):
        for path in (
            "../pyproject.toml",
            "..%2f..%2fpyproject.toml",
            "%2e%2e/%2e%2e/etc/passwd",
            "/etc/passwd",
        ):
            assert client.get(base + path).status_code in (308, 404), base + path


@pytest.mark.parametrize("text", FORMULAS)
def test_no_text_is_a_formula_in_a_spreadsheet(app: Flask, client: FlaskClient, text: str) -> None:
    play = named_play(text, f"{text}2", id="sum", comment=text, location=text)
    services_of(app).keeper.plays.keep(play)
    for path in ("/plays.csv", "/plays/sum/play.csv"):
        cells = [
            cell for row in csv.reader(io.StringIO(client.get(path).text.lstrip("\ufeff"))) for cell in row
        ]
        assert any(cell.startswith("'") for cell in cells)
        assert not any(cell.startswith(("=", "+", "@", "\t", "\r")) for cell in cells)
        assert not any(cell.startswith("-") and not cell[1:].isdigit() for cell in cells)


def test_every_answer_says_how_it_may_be_used(client: FlaskClient, table: Table[Any]) -> None:
    for path in ("/", f"/t/{table.id}/", "/nosuch", "/plays.csv", "/static/icons/companion.svg"):
        headers = client.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self' 'sha256-" in policy
        assert "unsafe-eval" not in policy
        assert re.search(r"style-src 'self'(;|$)", policy)
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


# --- every text, typed where it is typed


def send_text_everywhere(
    app: Flask, client: FlaskClient, table: Table[Any], play: Play, text: str
) -> dict[str, int]:
    """Sends `text` wherever it can be entered, each in an otherwise valid request; returns the statuses."""
    game = {"game": "stones", "name-0": "Ann", "colour-0": "blue", "name-1": "Ben", "colour-1": "green"}
    seen = {"seen": table.number, "key": "typed-123456"}
    bid = {"do": "bid", "player": 0, "amount": 1}
    client.post("/stations", data={"do": "add"})
    forms: dict[str, tuple[str, dict[str, str]]] = {
        "a player's name": ("/new", game | {"name-0": text[:24]}),
        "a table's title": ("/new", game | {"title": text}),
        "a name on a timer": ("/timer", {"name-0": text}),
        "a name after the game": (f"/plays/{play.id}/names", {"name-0": text, "name-1": "Ben"}),
        "a comment": (f"/plays/{play.id}/edit", {"comment": text, "location": "here"}),
        "a place": (f"/plays/{play.id}/edit", {"comment": "", "location": text}),
        "a station's name": ("/stations", {"do": "rename", "station": "1", "name": text[:24]}),
        "a device's address": ("/stations", {"do": "camera", "station": "2", "device": text}),
        "a piece of the box": ("/box/stones/pieces", {"piece": text[:40], "state": "missing"}),
        "a PIN": ("/staff/sign-in", {"pin": text, "next": text}),
        "a PIN that is set": ("/staff/access", {"do": "pin", "role": "staff", "pin": text}),
    }
    found = {what: client.post(path, data=form).status_code for what, (path, form) in forms.items()}
    found["a device's name"] = client.post(
        f"/t/{table.id}/decisions", json=seen | {"decision": bid}, headers={"X-Device": text}
    ).status_code
    found["a name by the API"] = client.post(
        "/api/v1/tables",
        json={
            "game": "stones",
            "title": text[:60],
            "players": [{"name": text[:24], "colour": "blue"}, {"name": "Ben", "colour": "green"}],
        },
    ).status_code
    return found


TEXT_FIELDS = {"name-", "title", "comment", "location", "name", "device", "piece", "pin", "text", "fields"}
"""Fields that the application reads from a body and may display as they were typed. The texts of a box are
tested in tests/web/test_box_pages.py; `test_every_text_that_is_read_is_typed_here` checks the list."""
NO_TEXT = {
    *(
        "again",
        "at",
        "auto",
        "back",
        "begun",
        "box",
        "by",
        "call",
        "camera-here",
        "cameras",
        "choice",
        "cards",
        "chance",
    ),
    *("discard", "drawn", "look", "since"),
    *("decisions", "fact", "good", "place", "row", "told"),
    *("ahead", "change", "colour-", "confirm", "corners", "count", "counted", "days", "deep", "do", "fair"),
    *("code", "follow", "further", "into", "right", "said"),
    *("everybody", "field", "from", "game", "id", "keep", "key", "kind", "laid", "lens"),
    *("lesson", "level", "like", "names", "next", "number", "number-", "numbers", "on", "one_way"),
    *(
        "option",
        "option-",
        "own-",
        "page",
        "person",
        "photo",
        "player",
        "players",
        "rest",
        "role",
        "round",
        "seat",
    ),
    *("seats", "seconds-", "seed", "seen", "setup", "speed", "standing", "station", "table"),
    *("task", "tile", "tiles", "to", "type", "was", "who", "wide", "zones"),
    *(
        "decision",
        "options",
        "part",
        "doubt",
        "meant",
        "sort",
        "tag",
        "then",
        "path",
        "question",
        "seconds",
        "serve",
        "settings",
        "value",
    ),
    *(
        "before",
        "coach",
        "colour",
        "corrections",
        "dice",
        "edge",
        "ending",
        "help_limit",
        "lights",
        "new",
        "own",
    ),
    *("ahead", "only", "referee", "teaching", "undo"),
    *("copy", "draws", "item", "missing", "play-with-all", "state", "way", "whole", "x", "y"),
}
"""Fields that must be one of a few words, a number, or an address of the application's own."""


def test_every_text_that_is_read_is_typed_here() -> None:
    """A new field must be added to one of the two lists, and if it is a text be typed here."""
    web = Path(companion.web.__file__).parent
    reads = re.compile(r'\b(?:form|data|body\(\))(?:\.get\(|\.getlist\(|\[)f?"([a-z_-]+)')
    found = {name for file in web.rglob("*.py") for name in reads.findall(file.read_text("utf-8"))}
    sent = (*BODIES.values(), *FORMS.values())
    structs = (kind for body in sent for kind in (get_args(body) or (body,)))
    found |= {
        f.encode_name
        for kind in structs
        if isinstance(kind, type) and issubclass(kind, Struct)
        for f in struct_fields(kind)
    }
    assert len(found) > 60
    assert found - TEXT_FIELDS - NO_TEXT == set()


@pytest.mark.parametrize("text", first_by_default([SCRIPT, TEMPLATE, FORMULAS[0], ATTRIBUTE, *FORMULAS[1:4]]))
def test_a_text_typed_anywhere_is_only_a_text(stones: Any, tmp_path: Path, text: str) -> None:
    room = Room(
        Tables(Journal(tmp_path / "tables.db"), games.load),
        calibrations=Calibrations(tmp_path / "cameras.json"),
    )
    app = create_app(room, Shelf(tmp_path / "boxes"))
    client = app.test_client()
    table = room.tables.create("stones", Setup((Player("Ann", "blue"), Player("Ben", "green"))), seed=1)
    try:
        typed_and_walked(app, client, table, text)
    finally:
        room.close()


def typed_and_walked(app: Flask, client: FlaskClient, table: Table[Any], text: str) -> None:
    play = named_play("Ann", "Ben", id="typed")
    services_of(app).keeper.plays.keep(play)
    statuses = send_text_everywhere(app, client, table, play, text)
    assert set(statuses.values()) <= {200, 201, 303, 400, 403, 422}, statuses
    taken = {what for what, status in statuses.items() if status < 400}
    assert {"a table's title", "a name on a timer", "a comment", "a place", "a device's name"} <= taken
    new = [row.id for row in services_of(app).room.tables.list()]
    assert len(new) > 1
    timers = [kept.id for kept in services_of(app).timers.recent()]
    known = {"table_id": tuple(new), "seat": ("0", "1"), "play_id": (play.id,), "timer_id": tuple(timers)}
    shown = 0
    for path, page in pages(client, known).items():
        assert SCRIPT not in page, path
        assert not handlers_in(page), path
        assert "${49}" not in page, path
        assert "{{49}}" not in page, path
        shown += str(escape(text)) in page
    assert shown > 3
    for path in ("/plays.csv", f"/plays/{play.id}/play.csv"):
        rows = list(csv.reader(io.StringIO(client.get(path).text.lstrip("\ufeff"))))
        assert not any(cell.startswith(("=", "+", "@", "\t", "\r")) for row in rows for cell in row)
