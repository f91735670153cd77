"""Tests of webhooks: a finished game is posted to the addresses, again and again while one is away."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import threading
import urllib.request
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli import main
from companion.games.contract import Correction
from companion.home_automation.webhooks import RETRY_SECONDS, BadAddress, Webhooks
from companion.plays.store import Plays
from companion.plays.tracked import PlayKeeper
from companion.table.journal import Journal
from companion.table.record import record
from companion.table.table import Table
from companion.table.tables import Tables
from tests.table.conftest import SETUP, load_toy

TIMEOUT_SECONDS = 20.0
WINDOW = {"name": "Window", "state": "calls"}


@pytest.fixture
def receiver() -> Iterator[SimpleNamespace]:
    """A server. answers: the statuses to answer with, then 200; posts: the received requests; got: others."""
    here = SimpleNamespace(answers=[], posts=[], got=[], signed=[], logins=[], came=threading.Condition())
    here.answered = 0

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = here.answers.pop(0) if here.answers else 200
            # Before the answer: after it the next post comes, to another thread.
            here.posts.append((self.path, json.loads(body)))
            here.logins.append(self.headers.get("Authorization"))
            here.signed.append((self.headers.get("X-Companion-Signature"), body))
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "/elsewhere")
            self.end_headers()
            with here.came:
                here.answered += 1
                here.came.notify_all()

        def do_GET(self) -> None:
            here.got.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        here.port = server.server_port
        here.address = f"http://127.0.0.1:{server.server_port}/hook?key=secret"
        yield here
        server.shutdown()


def posted(receiver: SimpleNamespace, count: int) -> list[Any]:
    with receiver.came:
        assert receiver.came.wait_for(lambda: receiver.answered >= count, TIMEOUT_SECONDS)
    return receiver.posts


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with closing(Tables(Journal(tmp_path / "tables.db"), load_toy)) as made:
        yield made


def finish(table: Table[Any], always: Callable[[], bool] = lambda: True) -> None:
    while not table.game.phase(table.state).over:
        assert always()
        option = table.game.options(table.state, table.questions[0].player)[0]
        table.submit(option.decision, table.number, f"hook-{table.number:05}", "test")


def until(true: Callable[[], object]) -> bool:
    end = monotonic() + TIMEOUT_SECONDS
    while not true() and monotonic() < end:
        sleep(0.01)
    return bool(true())


class RecordedWaits(list[float]):
    """Does not wait, but records the times that it should have waited."""

    def __call__(self, seconds: float) -> bool:
        self.append(seconds)
        return False


def test_the_end_of_a_game_is_posted_and_its_correction_too(
    receiver: SimpleNamespace, tables: Tables
) -> None:
    hooks = Webhooks([receiver.address])
    hooks.follow(tables, PlayKeeper(tables, Plays(tables.journal)))
    table = tables.create("stones", SETUP, seed=1)
    finish(table, lambda: not receiver.posts)
    ((path, said),) = posted(receiver, 1)
    assert (path, said["event"]) == ("/hook?key=secret", "game-over")
    assert said["play"]["id"] == f"table-{table.id}"
    assert [p["name"] for p in said["play"]["players"]] == ["Blue", "Green"]
    table.correct(Correction("coins/1", 9), table.number, "hook-correct", "test")
    assert posted(receiver, 2)[1][1]["play"]["id"] == f"table-{table.id}"
    # A table made of its record tells of the same play.
    copy = tables.revive(record(table))
    copy.correct(Correction("coins/1", 8), copy.number, "hook-copy", "test")
    said = [post["play"] for _path, post in posted(receiver, 3)]
    assert [play["id"] for play in said] == [f"table-{table.id}"] * 3
    totals = [play["sheets"]["en"]["players"][1]["total"] for play in said]
    assert totals[2] == totals[1] - 1
    hooks.close()


@pytest.mark.parametrize(
    "fault", [RecursionError, MemoryError, UnicodeError, OSError, http.client.BadStatusLine]
)
def test_whatever_a_receiver_makes_the_client_throw_the_message_is_told_again(
    receiver: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    thrown = [fault("thrown")]
    request = urllib.request.Request

    def throwing(*given: Any) -> urllib.request.Request:
        if thrown:
            raise thrown.pop()
        return request(*given)

    monkeypatch.setattr("companion.home_automation.webhooks.urllib.request.Request", throwing)
    told, seen = list[str](), RecordedWaits()

    def wait(seconds: float) -> bool:
        told.append(hooks.trouble)  # as a page says it meanwhile
        return seen(seconds)

    hooks = Webhooks([receiver.address], wait=wait)
    hooks.notify_station(WINDOW)
    ((_path, said),) = posted(receiver, 1)
    assert said["station"] == WINDOW
    hooks.notify_station(WINDOW)
    posted(receiver, 2)
    assert len(told) == 1
    assert f"http://127.0.0.1:{receiver.port} does not take what changes" in told[0]
    assert "secret" not in told[0]
    assert hooks.trouble == ""
    hooks.close()


@pytest.mark.parametrize("fault", [RecursionError, MemoryError, UnicodeError, OSError])
def test_what_cannot_be_put_into_words_is_dropped_and_the_next_is_told(
    receiver: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    dumps, thrown = json.dumps, [fault("thrown")] * (len(RETRY_SECONDS) + 1)

    def throwing(*given: Any, **more: Any) -> str:
        if thrown:
            raise thrown.pop()
        return dumps(*given, **more)

    monkeypatch.setattr("companion.home_automation.webhooks.json.dumps", throwing)
    hooks = Webhooks([receiver.address], wait=RecordedWaits())
    hooks.notify_station({"name": "Door", "state": "calls"})
    hooks.notify_station(WINDOW)
    ((_path, said),) = posted(receiver, 1)
    assert said["station"] == WINDOW
    hooks.close()


def test_a_receiver_that_is_away_is_tried_again(receiver: SimpleNamespace, tables: Tables) -> None:
    receiver.answers = [503, 302, 500, 500, 500, 500]
    hooks = Webhooks([receiver.address])
    (follower,) = hooks.follow(tables, PlayKeeper(tables, Plays(tables.journal)), retry=(0.01,))
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    assert {said["play"]["id"] for _path, said in posted(receiver, 7)} == {f"table-{table.id}"}
    assert receiver.got == []  # nobody sends the companion elsewhere, in its own network perhaps
    hooks.close()
    assert not follower.trouble


def test_a_play_that_no_receiver_took_is_posted_after_a_restart(
    receiver: SimpleNamespace, tmp_path: Path
) -> None:
    receiver.answers = [500]
    with closing(Tables(Journal(tmp_path / "tables.db"), load_toy)) as first:
        hooks = Webhooks([receiver.address])
        (follower,) = hooks.follow(first, PlayKeeper(first, Plays(first.journal)), retry=(1000.0,))
        table = first.create("stones", SETUP, seed=1)
        finish(table)
        posted(receiver, 1)
        assert until(lambda: follower.trouble)
        said = f"127.0.0.1:{receiver.port} was not told of a finished game yet (it answered 500)"
        assert said in follower.trouble
        assert "secret" not in follower.trouble
        hooks.close()
    for _start in range(2):  # told once, it is not told at the next start again
        with closing(Tables(Journal(tmp_path / "tables.db"), load_toy)) as again:
            hooks = Webhooks([receiver.address])
            (follower,) = hooks.follow(again, PlayKeeper(again, Plays(again.journal)))
            follower.catch_up()
            hooks.close()
    assert [said["play"]["id"] for _path, said in receiver.posts] == [f"table-{table.id}"] * 2


def test_a_new_receiver_is_not_told_of_the_games_of_years(receiver: SimpleNamespace, tables: Tables) -> None:
    keeper = PlayKeeper(tables, Plays(tables.journal))
    finish(tables.create("stones", SETUP, seed=1))
    hooks = Webhooks([receiver.address])
    (follower,) = hooks.follow(tables, keeper)
    follower.catch_up()
    table = tables.create("stones", SETUP, seed=2)
    finish(table)
    ((_path, said),) = posted(receiver, 1)
    assert said["play"]["id"] == f"table-{table.id}"
    hooks.close()


def test_a_change_that_a_receiver_does_not_take_is_tried_again(
    receiver: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    waits = RecordedWaits()
    receiver.answers = [503, 302]
    hooks = Webhooks([receiver.address], waits)
    hooks.notify_station(WINDOW)
    assert [said["station"] for _path, said in posted(receiver, 3)] == [WINDOW] * 3
    assert waits == [*RETRY_SECONDS[:2]]
    assert receiver.got == []
    hooks.close()
    assert not caplog.records


def test_a_post_is_signed_with_the_secret(receiver: SimpleNamespace) -> None:
    for secret in ("a secret of the house", ""):
        with closing(Webhooks([receiver.address], secret=secret)) as hooks:
            hooks.notify_station(WINDOW)
            posted(receiver, 1 if secret else 2)
    (signed, body), (unsigned, _body) = receiver.signed
    assert signed == "sha256=" + hmac.new(b"a secret of the house", body, hashlib.sha256).hexdigest()
    assert unsigned is None


def test_a_user_and_a_password_in_the_address_are_sent_as_such(receiver: SimpleNamespace) -> None:
    hooks = Webhooks([f"http://me:p%40:ss@127.0.0.1:{receiver.port}/a hook?key=é"])
    hooks.notify_station(WINDOW)
    assert posted(receiver, 1)[0][0] == "/a%20hook?key=%C3%A9"
    assert b64decode(receiver.logins[0].removeprefix("Basic ")) == b"me:p@:ss"
    hooks.close()


def test_one_line_says_that_it_was_given_up(
    receiver: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    waits = RecordedWaits()
    receiver.answers = [500] * (len(RETRY_SECONDS) + 1)
    hooks = Webhooks([receiver.address], waits)
    hooks.notify_station(WINDOW)
    hooks.notify_station({"name": "Door", "state": "calls"})
    assert posted(receiver, len(RETRY_SECONDS) + 2)[-1][1]["station"]["name"] == "Door"
    assert waits == [*RETRY_SECONDS]
    (line,) = [record.getMessage() for record in caplog.records]
    assert "did not take the station Window (it answered 500); given up after 5 attempts" in line
    assert "secret" not in line
    hooks.close()


def test_a_receiver_that_is_away_keeps_no_other_waiting(receiver: SimpleNamespace) -> None:
    first = threading.Event()
    hooks = Webhooks(["http://127.0.0.1:9/", receiver.address], lambda seconds: first.wait(TIMEOUT_SECONDS))
    hooks.notify_station(WINDOW)
    posted(receiver, 1)
    first.set()
    hooks.close()


def test_a_change_of_a_station_is_posted(receiver: SimpleNamespace) -> None:
    hooks = Webhooks([receiver.address])
    hooks.notify_station(WINDOW)
    ((_path, said),) = posted(receiver, 1)
    assert said == {"event": "station", "station": WINDOW}
    hooks.close()


@pytest.mark.parametrize(
    "address", ["example.org", "ftp://example.org", "http://", "http://example.org:hook/", "http://[hook/"]
)
def test_a_bad_address_is_one_sentence(address: str) -> None:
    with pytest.raises(BadAddress, match="--webhook wants an address"):
        Webhooks([address])


@pytest.mark.parametrize("command", ["serve", "demo"])
@pytest.mark.parametrize(
    ("option", "value", "said"),
    [("--mqtt", "10.0.0.2", "like mqtt://"), ("--webhook", "example.org", "--webhook wants an address")],
)
def test_it_is_said_in_one_line(
    tmp_path: Any, capsys: pytest.CaptureFixture[str], command: str, option: str, value: str, said: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--port", "0", "--database", str(tmp_path / "t.db"), option, value])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
