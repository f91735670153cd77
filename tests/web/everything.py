"""Every page of the application, in a room where everything exists, and in one without anything.

The pages are found by the application's own routes, so that a page that is added later is tested too.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations
from companion.web import create_app
from tests.web.conftest import Serving
from tests.web.photographed import finished_table

TILE = "W07"


@dataclass
class Everything:
    """table: in play, served and rendered; ended: another one; scan: an address; known: values for each part
    of an address."""

    serving: Serving
    room: Room
    table: Table[Any]
    ended: Table[Any]
    scan: str
    known: dict[str, tuple[str, ...]]

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The addresses of every page. All are requested when this is first read, which some tests avoid."""
        app, tables = self.serving.app, (self.table, self.ended)
        return tuple(
            dict.fromkeys(
                it for one in tables for it in page_paths(app, self.known | {"table_id": (one.id,)})
            )
        )


def play_steps(table: Table[Any], steps: int) -> None:
    """Plays this many steps with a sensible computer player, or to the end."""
    choose, rng = table.game.players["sensible"].choose, Random(1)
    for step in range(steps):
        now = table.now
        if table.game.phase(now.state).over:
            return
        question = now.questions[0]
        options = table.game.options(now.state, question.player)
        decision = choose(table.game, now.state, question, options, rng)
        table.submit(decision, now.number, f"step-{step:06}", "test")


@contextmanager
def full_room(folder: Path, rendered: bool = True, photographed: bool = True) -> Iterator[Everything]:
    """A rendered table of five in mid-game, one that has ended, its play, and a scan with its photos, if
    photographed."""
    calibrations = Calibrations(folder / "cameras.json")
    room = Room(Tables(Journal(folder / "journal.db")), rendered=rendered, calibrations=calibrations)
    app = create_app(room, Shelf(folder / "boxes"))
    game = games.load("new-frontiers")
    ended = room.tables.create(game.name, Setup((Player("Blue", "blue"), Player("Green", "green"))), seed=3)
    play_steps(ended, 2000)
    seats = tuple(Player(f"{colour.capitalize()} Longname", colour) for colour in game.colours[:5])
    table = room.tables.create(game.name, Setup(seats), seed=5, settings=Settings(referee="ask"))
    play_steps(table, 120)
    room.home.activate(table.id)
    scan, photo = _create_scan(app, photographed)
    serving = Serving(app)
    plays = app.test_client().get("/plays.json").json
    known = {
        "seat": ("0",),
        "name": (game.name,),
        "id": (TILE,),
        "play_id": (str((plays["plays"] if isinstance(plays, dict) else plays)[0]["id"]),),
        "number": ("0",),
        "place": ("0",),
        "scan_id": (scan,),
        "photo_id": (photo,),
        "role": ("home", "colony", "explored", "development"),
    }
    yield Everything(serving, room, table, ended, f"/scan/{scan}", known)
    serving.stop()
    room.close()


@contextmanager
def empty_room(folder: Path) -> Iterator[tuple[Serving, tuple[str, ...]]]:
    """A room without table, camera, lights, plays or box, and the pages that exist nevertheless."""
    room = Room(Tables(Journal(folder / "journal.db")))
    app = create_app(room, Shelf(folder / "boxes"))
    serving = Serving(app)
    yield serving, tuple(page_paths(app, {"name": ("new-frontiers",), "id": (TILE,)}))
    serving.stop()
    room.close()


def page_paths(app: Flask, known: dict[str, tuple[str, ...]]) -> list[str]:
    """The addresses that answer with a page. known: values for the parts of an address."""
    return [*pages(app.test_client(), known)]


def pages(client: FlaskClient, known: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """What these addresses show to this client."""
    found = dict[str, str]()
    rules = (str(rule) for rule in client.application.url_map.iter_rules() if "GET" in (rule.methods or ()))
    for rule in sorted(re.sub(r"<\w+:(\w+)>", r"<\1>", rule) for rule in rules):  # whatever reads its parts
        if rule.startswith(("/static/", "/api/")) or rule.endswith(("/live", "/strip")):
            continue  # files, responses that are no page, and endless streams
        paths = [rule]
        for name, values in known.items():
            paths = [path.replace(f"<{name}>", value) for path in paths for value in values]
        for path in dict.fromkeys(paths):
            if "<" in path:
                continue
            answer = client.get(path)
            assert answer.status_code < 500, f"{path}: {answer.status_code}"
            if answer.mimetype == "text/html" and "<html" in (text := answer.text):
                found[path] = text
    return found


def _create_scan(app: Flask, photographed: bool) -> tuple[str, str]:
    """A finished table of two with photos, one without a colony; the ids of the scan and of a photo."""
    client = app.test_client()
    made = client.post("/scan", data={"game": "new-frontiers", "players": "2"})
    path = re.sub("^https?://[^/]*", "", made.location)
    if not photographed:
        return path.removeprefix("/scan/"), "nosuch"
    for n, photo in enumerate(finished_table(hide=1).photos[:2]):
        data = {"photo": (io.BytesIO(photo), f"IMG_{n}.jpg"), "key": f"photo-{n}"}
        assert client.post(f"{path}/photos", data=data).status_code < 400
    shown = re.search(rf"{path}/photo/(\w+)\"", client.get(path).text)
    assert shown is not None
    return path.removeprefix("/scan/"), shown[1]
