"""What is measured while the machine's clock is set, as a Raspberry Pi's is minutes after its start."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.access.house import House
from companion.access.short_codes import ShortCodes
from companion.access.store import AccessStore
from companion.access.waiting_tablets import WaitingTablets
from companion.games.contract import Player, Setup
from companion.games.contract.timer_plan import DEFAULT_TIMER_PLAN
from companion.room.shared_devices import SharedDevices
from companion.system.steady_time import Moment, moment, moment_of, steady, steady_now, steady_of
from companion.table.journal import Journal, utc_now
from companion.table.run_out import RunOutScheduler
from companion.table.snapshot import DeviceState
from companion.table.sql_tables import TIMERS
from companion.table.table import Table
from companion.table.tables import Tables
from companion.timer import clock
from companion.timer.store import Timers
from companion.web import create_app
from companion.web.api import table_json
from companion.web.live import live
from tests.games.toy import HarbourGame
from tests.games.toy.moves import Keep
from tests.games.toy.state import value_of
from tests.rigs.faults import Clock, NoSuchFault
from tests.web.conftest import bare_room

HOURS = 3 * 3600


def _measure(folder: Path) -> dict[str, Any]:
    """What is left of all that runs, before and after the clock was set ahead and then back. Called in a
    process whose clock can be."""
    journal, setter = Journal(":memory:"), Clock(folder)
    game = HarbourGame()
    row = Tables(journal, lambda _name: game).create(
        "harbour", Setup((Player("Blue", "blue"), Player("Green", "green"))), seed=3
    )
    table: Table[Any] = Table(game, journal, row.id)
    for seat in (0, 1):
        cheapest = min(table.state.dealt[seat], key=value_of)
        table.submit(Keep(seat, (cheapest,)), table.number, f"keep {seat}", "phone")
    codes, tablets = ShortCodes(House(journal)), WaitingTablets(AccessStore(journal))
    shown = codes.show("join", row.id)
    tablets.register("secret", "10.0.0.1")
    timers = Timers(journal)
    timer = clock.start(clock.new_timer("", DEFAULT_TIMER_PLAN, ()), round(1000 * steady()))
    kept = timers.create(timer)
    found: dict[str, Any] = {
        name: [] for name in ("wall", "left", "api", "opens", "waiting", "timer", "since")
    }
    began = utc_now().timestamp() - steady()
    for seconds in (0, HOURS, -HOURS):
        setter.jump(seconds)
        RunOutScheduler(table).tick()
        found["wall"].append(utc_now().timestamp() - steady() - began)
        found["left"].append([c.left(steady_now()) for c in table.now.clocks])
        found["api"].append([q.seconds_left for q in table_json.state(table, None).questions])
        found["opens"].append(codes.opens(shown.letters) is not None)
        found["waiting"].append(len(tablets.waiting()))
        found["timer"].append(timers.get(kept.id).timer.remaining(round(1000 * steady())) / timer.full)
        found["since"].append(table.seconds_since(1))
    return found


def _page(folder: Path) -> float:
    """When the clock of a table's question runs out, by its page."""
    game = HarbourGame()
    games.names, games.load = lambda: (game.name,), lambda _name: game  # type: ignore[assignment]
    tables = Tables(Journal(folder / "journal.db"), lambda _name: game)
    table = tables.create("harbour", Setup((Player("Blue", "blue"), Player("Green", "green"))), seed=3)
    for seat in (0, 1):
        cheapest = min(table.state.dealt[seat], key=value_of)
        table.submit(Keep(seat, (cheapest,)), table.number, f"keep {seat}", "phone")
    page = create_app(bare_room(tables)).test_client().get(f"/t/{table.id}/seat/0").text
    found = re.search(r'data-ends="([-\d.]+)"', page)
    assert found is not None
    return float(found[1])


def _stream(_folder: Path) -> float:
    """What the stream says that it is now."""
    _event, data, *_end = live.beat().decode().splitlines()
    time_now: float = json.loads(data.removeprefix("data: "))["time"]
    return time_now


def _process(setter: Clock, what: str, folder: Path) -> Any:
    child = subprocess.run(
        [sys.executable, "-m", __name__, what, str(folder)],
        env={**os.environ, **setter.environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(child.stdout)


def test_a_clock_that_is_set_takes_nobody_s_time(tmp_path: Path) -> None:
    try:
        setter = Clock(tmp_path)
    except NoSuchFault as why:
        pytest.skip(str(why))
    found = _process(setter, "measure", tmp_path)
    assert [round(ahead / 3600) for ahead in found["wall"]] == [0, 3, -3], "the clock was set"
    assert all(20 < left <= 30 for clocks in found["left"] for left in clocks), "a question's clock"
    assert found["api"][0], "a question with a clock"
    assert all(20 < left <= 30 for asked in found["api"] for left in asked), "what programs are told of it"
    assert found["opens"] == [True] * 3, "a short code"
    assert found["waiting"] == [1] * 3, "a tablet that waits"
    assert all(0.8 < left <= 1 for left in found["timer"]), "the timer"
    assert all(0 <= since < 20 for since in found["since"]), "since the table began"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each process has a counter of its own")
def test_the_processes_of_a_house_have_one_scale_whatever_the_clock_said_when_each_began(
    tmp_path: Path,
) -> None:
    try:
        setter = Clock(tmp_path)
    except NoSuchFault as why:
        pytest.skip(str(why))
    ends = _process(setter, "page", tmp_path)
    setter.jump(HOURS)
    assert abs(ends - _process(setter, "stream", tmp_path)) < 600, "a page of one, the stream of another"


def test_moments_are_compared_by_the_counter_that_both_share() -> None:
    now = moment()
    assert now.until(moment()) >= 0
    assert moment_of(*json.loads(json.dumps([now.wall, now.counter]))) == now
    set_ahead = Moment(now.wall + HOURS, now.whose, now.counted + 2)
    assert now.until(set_ahead) == pytest.approx(2)
    elsewhere = Moment(now.wall + 5, "another machine", now.counted + HOURS)
    assert now.until(elsewhere) == pytest.approx(5)
    assert moment_of(7).until(Moment(9.0)) == 2
    assert moment_of(7, "x") == moment_of(7, [1, 2]) == Moment(7)
    for wrong in (None, "x", [], [1, 2, 3], {}):
        assert moment_of(wrong) == Moment(0.0)


def _number(at: Any) -> bool:
    """Whether that is now in Unix seconds, as 1.0 reads it."""
    return isinstance(at, int | float) and abs(at - time.time()) < 3600


def test_what_is_kept_is_the_number_that_it_was_and_a_counter_beside_it() -> None:
    """So that a program of before finds what it wrote, and what it wrote is read."""
    journal = Journal(":memory:")
    house, store = House(journal), AccessStore(journal)
    codes, tablets, timers = ShortCodes(house), WaitingTablets(store), Timers(journal)
    letters = codes.show("camera", "").letters
    code = store.get("codes")[letters]
    assert _number(code[4])
    store.change("codes", lambda kept: {letters: code[:5]})
    assert ShortCodes(House(journal)).opens(letters) is not None

    tablets.register("secret", "10.0.0.1")
    waits = store.get("waiting-tablets")["secret"]
    assert _number(waits[3])
    store.change("waiting-tablets", lambda kept: {"secret": waits[:4]})
    assert len(tablets.waiting()) == 1

    now = round(1000 * steady())
    kept = timers.create(clock.start(clock.new_timer("", DEFAULT_TIMER_PLAN, ()), now))
    with journal.transaction() as connection:
        row = connection.execute(TIMERS.select()).one()
        data = json.loads(row.data)
        assert _number(row.changed / 1000)
        assert _number(data["ends"] / 1000)
        del data["counter"]
        connection.execute(TIMERS.update().values(data=json.dumps(data)))
    assert timers.get(kept.id).timer.remaining(now) == pytest.approx(kept.timer.remaining(now), abs=50)

    room: Any = SimpleNamespace(own_devices=lambda: {"one": (DeviceState("online", "works"), None)})
    shared = SharedDevices(room, store)
    room.show_remote_devices = dict
    shared._poll(moment())
    assert _number(store.get("devices/")["one"]["at"])
    shown: dict[str, Any] = {}
    room.own_devices, room.show_remote_devices = dict, shown.update
    store.change("devices/", lambda it: {"two": {key: it["one"][key] for key in ("camera", "lights", "at")}})
    shared._poll(moment())
    assert list(shown) == ["two"]


def test_what_has_not_been_yet_is_now() -> None:
    later = utc_now().replace(year=utc_now().year + 1)
    assert abs((steady_of(later) - steady_now()).total_seconds()) < 5


if __name__ == "__main__":
    # libfaketime 0.9.10 rejects Python's sleep, which waits for a time of the monotonic clock.
    time.sleep = lambda seconds: None  # type: ignore[assignment]
    what = {"measure": _measure, "page": _page, "stream": _stream}[sys.argv[1]]
    print(json.dumps(what(Path(sys.argv[2]))))
