"""Tests the companion on Windows' Python with clients on this machine, as tablet and phones; see set_up.py.

`make test-windows` tests the installed program: companion.exe, its server, its journal.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import set_up

from companion.games.contract import decision_to_json
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from tests.conftest import browser  # noqa: F401
from tests.web.conftest import SIZES, Device, bare_room
from tests.web.test_reconnect_browser import BACK, LOST

COMPANION = set_up.windows_path(set_up.PYTHON.parent / "Scripts" / "companion.exe")
PATIENCE = 120
"""Timeout of every wait, in seconds; Wine starts slowly on a loaded machine."""
FORM = {
    "game": "new-frontiers",
    "seed": "11",
    "name-0": "Blue",
    "colour-0": "blue",
    "name-1": "Żółw",
    "colour-1": "green",
}


def _free_port() -> int:
    """A port that the system gives to no outgoing connection, so that it is still free after a restart."""
    for port in range(22_000, 23_000):
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


class Program:
    """`companion serve` on Windows' Python, on a free port, with a journal in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "tables.db"
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        place = ("--database", set_up.windows_path(self.database), "--port", str(self.port))
        self.process = set_up.start(COMPANION, "serve", *place)
        self.said: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.until(lambda: self.answers())

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.decode("utf-8").rstrip())

    def until(self, true: Any) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            told = "\n".join(self.said)
            assert self.process.poll() is None, f"the server ended:\n{told}"
            assert time.monotonic() < end, f"it did not happen in {PATIENCE} s:\n{told}"
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            return self.get("/")[0] == 200
        except OSError:
            return False

    def get(self, path: str) -> tuple[int, str]:
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Sends a step like a page's script. Raises OSError without an answer."""
        data, kind = json.dumps(body).encode(), {"Content-Type": "application/json"}
        asked = urllib.request.Request(self.address + path, data, kind)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            told: dict[str, Any] = json.load(answer)
            return told

    def begin(self, form: dict[str, str]) -> str:
        """Submits the setup wizard's form; returns the new table's id."""
        asked = urllib.parse.urlencode(form).encode()
        with urllib.request.urlopen(self.address + "/new", asked, timeout=PATIENCE) as answer:
            return str(urllib.parse.urlsplit(answer.url).path.split("/")[2])

    def kill(self) -> None:
        """Like a power cut: no signal handler runs."""
        self.process.kill()
        self.process.wait()
        self._reader.join()

    def stop(self) -> None:
        """Ctrl-C."""
        psutil.Process(self.process.pid).send_signal(2)
        self.process.wait(PATIENCE)
        self._reader.join()


@pytest.fixture(scope="session", autouse=True)
def windows() -> Iterator[None]:
    set_up.main()
    yield
    set_up.end_wine()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    yield program
    if program.process.poll() is None:
        program.kill()


@pytest.fixture
def twin(tmp_path: Path) -> Iterator[Table[Any]]:
    """The same table in this process: the same form and seed make the same game."""
    tables = Tables(Journal(tmp_path / "twin.db"))
    room = bare_room(tables)
    begun = create_app(room).test_client().post("/new", data=FORM)
    yield tables.open(begun.location.split("/")[2])
    tables.close()


def answer(twin: Table[Any], rng: Random) -> tuple[int, str, dict[str, Any]]:
    """Answers one open question at the twin; returns the number seen, the step's key and the decision."""
    now = twin.now
    question = rng.choice(now.questions)
    options = twin.game.options(now.state, question.player)
    choose = twin.game.players["sensible"].choose
    decision = choose(twin.game, now.state, question, options, rng)
    twin.submit(decision, now.number, f"step-{now.number:06}", "test")
    return now.number, f"step-{now.number:06}", decision_to_json(decision)


def test_it_is_windows() -> None:
    status, said = set_up.run(
        "-c",
        "import os, sys, select;"
        "print(os.name, sys.platform, sys.getwindowsversion()[:2], dir(select), sys.version)",
    )
    assert status == 0
    print(said)
    assert said.startswith("nt win32 (10, 0) ")
    assert "MSC v." in said
    assert "'poll'" not in said


def test_help() -> None:
    status, said = set_up.run(COMPANION, "--help")
    assert status == 0
    assert "Usage: companion" in said


def test_the_doctor_finds_nothing_wrong() -> None:
    status, said = set_up.run(COMPANION, "doctor")
    print(said)
    assert status == 0
    assert "network: phones reach this machine at" in said
    assert "Traceback" not in said


def test_a_whole_game_with_the_server_killed_in_its_turns(
    program: Program, twin: Table[Any], tmp_path: Path
) -> None:
    table, rng = program.begin(FORM), Random(2)
    path = f"/t/{table}/decisions"
    kills = [10, 30, 60]
    while not twin.game.phase(twin.state).over:
        seen, key, decision = answer(twin, rng)
        step = {"seen": seen, "key": key, "decision": decision}
        if kills and seen >= kills[0]:
            # Killed while the step is in flight: it is recorded or not, and no earlier step is lost.
            sender = threading.Thread(target=lambda step=step: _unanswered(program, path, step))
            sender.start()
            time.sleep(rng.choice((0.0, 0.005, 0.02)))
            program.kill()
            sender.join()
            del kills[0]
            _sound(program.database, tmp_path / "copy")
            program.start()
            assert json.loads(program.get(f"/t/{table}/state")[1])["number"] in (seen, twin.number)
        assert program.post(path, **step)["number"] == seen + 1
    assert not kills
    for page in ("/", f"/t/{table}/", f"/t/{table}/seat/1", f"/t/{table}/history", "/plays"):
        assert program.get(page)[0] == 200
    shown = program.get(f"/t/{table}/score")[1]
    for score in twin.game.score(twin.state).players:
        assert re.search(rf'data-total="{score.player}"[^>]*>\s*{score.total}\b', shown)
    program.stop()
    assert "Stopped. Everything recorded is kept." in program.said
    # The journal written on Windows gives exactly the same game here.
    status, said = set_up.run(COMPANION, "record", table, "--database", set_up.windows_path(program.database))
    assert status == 0
    record = tmp_path / "record.json"
    record.write_text(said, encoding="utf-8")
    status, again = set_up.run(COMPANION, "replay", set_up.windows_path(record))
    assert (status, again.strip()) == (0, f"{twin.number} entries, all legal; the game is over")
    with closing(Tables(Journal(program.database))) as tables:
        mine = tables.open(table)
        assert mine.state == twin.state
        assert [entry.words for entry in mine.entries()] == [entry.words for entry in twin.entries()]


def _unanswered(program: Program, path: str, step: dict[str, Any]) -> None:
    try:
        program.post(path, **step)
    except (OSError, urllib.error.URLError, ValueError):
        return


def _sound(database: Path, folder: Path) -> None:
    """Runs SQLite's integrity check on a copy, since opening the original would repair it."""
    folder.mkdir(exist_ok=True)
    for end in ("", "-wal"):
        shutil.copy(f"{database}{end}", folder)
    with closing(sqlite3.connect(folder / database.name)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_in_a_browser(program: Program, browser: Any) -> None:  # noqa: F811
    """The wizard on a tablet, a seat on a phone; the phone's step appears on the tablet without a tap."""
    tablet = Device(browser, program.address, SIZES["tablet"])
    page = tablet.open("/")
    page.click("text=New game")
    page.fill("#name-0", "Blue")
    page.fill("#name-1", "Green")
    page.click("button:has-text('Begin')")
    page.click("[name=rest]")  # the companion draws what hands would
    page.wait_for_selector("#live")
    address = urllib.parse.urlsplit(page.url).path
    asked = json.loads(program.get(f"{address}state")[1])["questions"][0]["player"]
    phone = Device(browser, program.address, SIZES["phone"])
    seat = phone.open(f"{address}seat/{asked}")
    number = tablet.number()
    seat.locator("[data-decision]:visible").first.click()
    tablet.until(number + 1)
    phone.until(number + 1)
    program.kill()
    for one in (tablet, phone):
        one.page.wait_for_selector(f"text={LOST}")
    program.start()
    program.post(f"{address}undo", seen=number + 1, key="undo-by-script")
    for one in (tablet, phone):
        one.until(number + 2)
        one.page.wait_for_selector(f"text={BACK}")
        assert not one.errors
        one.close()


def test_two_hundred_live_connections() -> None:
    """Runs the load script of benchmarks/ with the server on Windows' Python: all devices get all updates."""
    done = subprocess.run(
        [
            sys.executable,
            str(set_up.ROOT / "benchmarks" / "live.py"),
            *("--patience", "60", "--server-python", str(set_up.WINE), str(set_up.PYTHON)),
        ],
        env=set_up.environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    print(done.stdout, done.stderr[-2000:])
    assert done.returncode == 0
    assert "delivered: 20000 of 20000" in done.stdout
    assert "not up to date at the end: 0" in done.stdout
