"""A room without camera and lights, with the tests' own little game at its tables."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import games
from companion.access import pins
from companion.access.kept_stations import HOME_STATION_ID
from companion.catching_up import next_page, session
from companion.games.contract import Player, Setup
from companion.put_away.sightings import Sightings
from companion.room.room import Room, show_devices
from companion.room.station import Station
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.api import openapi
from companion.web.live.expected_end import ExpectedEnds
from companion.web.request.services import services_of
from companion.web.server.server import CannotServe, Server
from tests.plays.conftest import a_play
from tests.stand_in import stand_in
from tests.table.toy_game import StonesGame
from tests.web.device import Device
from tests.web.stream import Stream


class Stones(StonesGame):
    """The tests' game with what a page needs; it has no templates of its own."""

    def page(self, state: Any, player: int | None) -> dict[str, object]:
        return {}


STONES = Stones()


@pytest.fixture(autouse=True)
def cheap_pins() -> Iterator[None]:
    """A PIN is kept and tried with a hundredth of the product's work, which is slow on purpose; that this is
    done in full is a test of its own (tests/test_pin_command.py)."""
    made = pins.generate_password_hash
    # A patch of its own: what a test patches is undone before its module's own fixtures end.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pins, "generate_password_hash", lambda pin, method: made(pin, f"{method}:256:8:1"))
        yield


@pytest.fixture
def brief_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done meanwhile is looked for with a fifth of the product's time, a tenth where nothing
    is found. Few decisions need no more; what comes of less time is more questions."""
    shares = {"FIRST": 5, "NEXT": 5, "COME_BACK": 5, "FIRST_LOOK": 5, "MOST": 10}
    for module in (session, next_page):
        for name in (f"{part}_SECONDS" for part in shares if hasattr(module, f"{part}_SECONDS")):
            monkeypatch.setattr(module, name, getattr(module, name) / shares[name.removesuffix("_SECONDS")])


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stones]:
    """The only game there is, for a while, also to the document of the API."""

    def load(name: str) -> Any:
        if name != STONES.name:
            raise games.UnknownGame(f"There is no game called {name!r}.")
        return STONES

    monkeypatch.setattr(games, "names", lambda: (STONES.name,))
    monkeypatch.setattr(games, "load", load)
    openapi._document.cache_clear()
    yield STONES
    openapi._document.cache_clear()


def bare_room(tables: Tables) -> SimpleNamespace:
    """What `companion.room.room.Room` offers the pages, with one station that nothing is attached to."""
    home = AttachedStation(
        **vars(
            stand_in(
                Station,
                id=HOME_STATION_ID,
                tables=tables,
                active=None,
                served=None,
                eyes=None,
                referee=None,
                sightings=Sightings(),
                lights=None,
                demo=None,
                cameras=(),
                has_camera=False,
                open_cameras=lambda game: None,
                lying_tiles=lambda game, players: None,
            )
        )
    )
    home.activate = lambda table_id: setattr(home, "active", table_id)
    tables.on_open = home.show
    return stand_in(
        Room,
        tables=tables,
        address="",
        home=home,
        stations=(home,),
        phones={},
        opens_devices=True,
        lights_by_port=dict,
        update_tiles=lambda table: None,
        serving=lambda table_id: home if table_id and home.active == table_id else None,
    )


class AttachedStation(SimpleNamespace):
    """A station that tells its tables whenever something is attached to it, as the real one does."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name in ("active", "eyes", "lights"):
            for table in self.tables.live():
                self.show(table)

    def show(self, table: Table[Any]) -> None:
        served = next((t for t in self.tables.live() if t.id == self.active), None)
        show_devices(table, served, self.eyes, self.lights)


@pytest.fixture
def room(stones: Stones, tmp_path: Any) -> Iterator[SimpleNamespace]:
    tables = Tables(Journal(tmp_path / "journal.db"), games.load)
    yield bare_room(tables)
    tables.close()


@pytest.fixture
def app(room: SimpleNamespace) -> Iterator[Flask]:
    app = create_app(room)
    app.testing = True
    services = services_of(app)
    # In this process: one of their own, for the end of a game of stones, begins with a second of imports.
    services.ends = ExpectedEnds(services.keeper.plays)
    yield app
    services_of(app).live.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def table(room: SimpleNamespace) -> Table[Any]:
    players = (Player("Blue", "blue"), Player("Green", "green"), Player("Red", "red"))
    return room.tables.create("stones", Setup(players), seed=1, settings=Settings(draws="hand"))


@pytest.fixture
def post(client: FlaskClient) -> Any:
    """Sends what a page's script sends: (path, seen, what, key) to the response."""
    keys = iter(range(10**6))

    def send(path: str, seen: int, /, *, key: str = "", **what: Any) -> Any:
        return client.post(path, json={"seen": seen, "key": key or f"key-{next(keys):08}", **what})

    return send


FIRST_PORT = 21_000
PORTS_PER_WORKER = 40


def server_on_reused_port(app: Flask) -> Server:
    """A server on the lowest free port of this worker's own. So tests in turn have the same port, and a kept
    device (device.py) has the scripts, styles and font of all pages already: half of what a page costs."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    first = FIRST_PORT + worker * PORTS_PER_WORKER
    for port in range(first, first + PORTS_PER_WORKER):
        with contextlib.suppress(CannotServe):
            return Server(app, "127.0.0.1", port)
    return Server(app, "127.0.0.1", 0)


class Serving:
    """A room served on a port of its own, in a thread of this process."""

    def __init__(self, app: Flask, port: int | None = None, **options: Any) -> None:
        """options: of a Server on a port that no other test used."""
        self.app = app
        if options:
            self.server = Server(app, "127.0.0.1", 0, **options)
        else:
            self.server = server_on_reused_port(app) if port is None else Server(app, "127.0.0.1", port)
        self.port = self.server.port
        self.address = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()

    def begin_stop(self) -> None:
        """Begins to stop: nothing new is taken. uvicorn is done a fifth of a second later, for which a
        thousand tests of a run need not wait."""
        self.server.stop()

    def stop(self) -> None:
        self.begin_stop()
        self._thread.join(timeout=10)


@pytest.fixture
def serving(app: Flask, request: pytest.FixtureRequest) -> Iterator[Serving]:
    serving = Serving(app)
    yield serving
    if request.node.get_closest_marker("browser"):  # these come last; no test after them counts threads
        serving.begin_stop()
    else:
        serving.stop()


@pytest.fixture
def quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams beat four times a second, for tests that wait for a beat or for what is noticed at one."""
    for module in ("live.live", "api.events", "api.stations"):
        monkeypatch.setattr(f"companion.web.{module}.HEARTBEAT_SECONDS", 0.25)


@pytest.fixture
def listen(serving: Serving) -> Iterator[Any]:
    """Opens live connections: listen(path, headers) to a Stream; all are closed at the end."""
    opened: list[Stream] = []

    def open_one(path: str, headers: dict[str, str] | None = None) -> Stream:
        opened.append(Stream(serving.port, path, headers))
        return opened[-1]

    yield open_one
    for stream in opened:
        stream.close()


@pytest.fixture
def device(browser: Any, serving: Serving) -> Iterator[Any]:
    """Opens devices: device(path, size=..) to a Device. A page that threw an error fails the test."""
    opened: list[Device] = []

    def open_one(path: str, size: tuple[int, int] = (1180, 820), **options: Any) -> Device:
        one = Device(browser, serving.address, size, **options)
        opened.append(one)
        one.open(path)
        return one

    yield open_one
    errors = [error for one in opened for error in one.errors]
    for one in opened:
        one.close()
    assert not errors


SIZES = {"phone": (390, 844), "tablet": (1180, 820), "upright": (820, 1180), "laptop": (1440, 900)}


PATHS = (
    "/",
    "/new",
    "/join",
    "/t/{id}/",
    "/t/{id}/seat/0",
    "/t/{id}/seat/4",
    "/t/{id}/seat/0/help",
    "/t/{id}/seats",
    "/t/{id}/history",
    "/t/{id}/history/2",
    "/t/{id}/correct",
    "/t/{id}/score",
    "/t/{id}/join",
    "/t/{id}/settings",
    "/t/nosuch/",
    "/plays",
    "/plays/statistics",
    "/plays/records",
    "/plays/one",
    "/secure",
    "/box",
    "/camera",
    "/scan",
    "/t/{id}/legend",
    "/t/{id}/put-away",
    "/t/{id}/lay-out",
    "/t/{id}/played-on",
    "/new/fits",
    "/staff/wall",
)


@pytest.fixture(scope="session")
def full_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, Table[Any]]]:
    """Five players of each game that is there, some way into the game; served."""
    tables = Tables(Journal(tmp_path_factory.mktemp("sizes") / "journal.db"))
    game = games.load("new-frontiers")
    players = tuple(Player(f"{colour.capitalize()} Longname", colour) for colour in game.colours[:5])
    table = tables.create(game.name, Setup(players), seed=5, settings=Settings(standing="shown"))
    choose = game.players["sensible"].choose
    rng = Random(1)
    for step in range(120):
        now = table.now
        question = now.questions[0]
        decision = choose(game, now.state, question, game.options(now.state, question.player), rng)
        table.submit(decision, now.number, f"step-{step:06}", "test")
    room = bare_room(tables)
    room.home.active, room.home.served = table.id, table
    serving = Serving(create_app(room))
    kept = a_play("one", 12, 9, 31, 7, game=game.name, comment="late " * 60)
    services_of(serving.app).keeper.plays.keep(kept)
    yield serving, table
    serving.stop()
    tables.close()
