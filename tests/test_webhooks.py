"""Tests of webhooks: a finished game is posted to the addresses, again and again while one is away."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli import main
from companion.home_automation.webhooks import RETRY_SECONDS, BadAddress, Webhooks
from companion.plays.store import Plays
from companion.plays.tracked import PlayKeeper
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.plays.conftest import a_play
from tests.table.conftest import SETUP, load_toy

TIMEOUT_SECONDS = 20.0


@pytest.fixture
def receiver() -> Iterator[SimpleNamespace]:
    """A server. answers: the statuses to answer with, then 200; posts: the received requests; got: others."""
    here = SimpleNamespace(answers=[], posts=[], got=[], signed=[], came=threading.Condition())

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = here.answers.pop(0) if here.answers else 200
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "/elsewhere")
            self.end_headers()
            with here.came:
                here.posts.append((self.path, json.loads(body)))
                here.signed.append((self.headers.get("X-Companion-Signature"), body))
                here.came.notify_all()

        def do_GET(self) -> None:
            here.got.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        here.address = f"http://127.0.0.1:{server.server_port}/hook?key=secret"
        yield here
        server.shutdown()


def posted(receiver: SimpleNamespace, count: int) -> list[Any]:
    with receiver.came:
        assert receiver.came.wait_for(lambda: len(receiver.posts) >= count, TIMEOUT_SECONDS)
    return receiver.posts


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with closing(Tables(Journal(tmp_path / "tables.db"), load_toy)) as made:
        yield made


class RecordedWaits(list[float]):
    """Does not wait, but records the times that it should have waited."""

    def __call__(self, seconds: float) -> bool:
        self.append(seconds)
        return False


def test_the_end_of_a_game_is_posted_and_its_correction_too(
    receiver: SimpleNamespace, tables: Tables
) -> None:
    hooks = Webhooks([receiver.address])
    keeper = PlayKeeper(tables, Plays(tables.journal)).watch()
    keeper.on_kept = hooks.notify
    table = tables.create("stones", SETUP, seed=1)
    while not table.game.phase(table.state).over:
        assert not receiver.posts
        option = table.game.options(table.state, table.questions[0].player)[0]
        table.submit(option.decision, table.number, f"hook-{table.number:05}", "test")
    ((path, said),) = posted(receiver, 1)
    assert (path, said["event"]) == ("/hook?key=secret", "game-over")
    assert said["play"]["id"] == f"table-{table.id}"
    assert [p["name"] for p in said["play"]["players"]] == ["Blue", "Green"]
    hooks.close()


def test_a_receiver_that_is_away_is_tried_again(
    receiver: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    waits = RecordedWaits()
    receiver.answers = [503, 302]
    hooks = Webhooks([receiver.address], waits)
    hooks.notify(a_play())
    assert [said["play"]["id"] for _path, said in posted(receiver, 3)] == ["table-kobura"] * 3
    assert waits == [*RETRY_SECONDS[:2]]
    assert receiver.got == []  # nobody sends the companion elsewhere, in its own network perhaps
    hooks.close()
    assert not caplog.records


def test_a_post_is_signed_with_the_secret(receiver: SimpleNamespace) -> None:
    for secret in ("a secret of the house", ""):
        with closing(Webhooks([receiver.address], secret=secret)) as hooks:
            hooks.notify(a_play())
            posted(receiver, 1 if secret else 2)
    (signed, body), (unsigned, _body) = receiver.signed
    assert signed == "sha256=" + hmac.new(b"a secret of the house", body, hashlib.sha256).hexdigest()
    assert unsigned is None


def test_one_line_says_that_it_was_given_up(
    receiver: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    waits = RecordedWaits()
    receiver.answers = [500] * (len(RETRY_SECONDS) + 1)
    hooks = Webhooks([receiver.address], waits)
    hooks.notify(a_play("table-one"))
    hooks.notify(a_play("table-two"))
    assert posted(receiver, len(RETRY_SECONDS) + 2)[-1][1]["play"]["id"] == "table-two"
    assert waits == [*RETRY_SECONDS]
    (line,) = [record.getMessage() for record in caplog.records]
    assert "did not take the play table-one (it answered 500); given up after 5 attempts" in line
    assert "secret" not in line
    hooks.close()


def test_a_receiver_that_is_away_keeps_no_other_waiting(receiver: SimpleNamespace) -> None:
    first = threading.Event()
    hooks = Webhooks(["http://127.0.0.1:9/", receiver.address], lambda seconds: first.wait(TIMEOUT_SECONDS))
    hooks.notify(a_play())
    posted(receiver, 1)
    first.set()
    hooks.close()


def test_a_change_of_a_station_is_posted(receiver: SimpleNamespace) -> None:
    hooks = Webhooks([receiver.address])
    hooks.notify_station({"name": "Window", "state": "calls"})
    ((_path, said),) = posted(receiver, 1)
    assert said == {"event": "station", "station": {"name": "Window", "state": "calls"}}
    hooks.close()


@pytest.mark.parametrize("address", ["example.org", "ftp://example.org", "http://"])
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
