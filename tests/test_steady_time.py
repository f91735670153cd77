"""What is measured while the machine's clock is set, as a Raspberry Pi's is minutes after its start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from companion.access.house import House
from companion.access.short_codes import ShortCodes
from companion.access.store import AccessStore
from companion.access.waiting_tablets import WaitingTablets
from companion.games.contract import Player, Setup
from companion.games.contract.timer_plan import DEFAULT_TIMER_PLAN
from companion.system import steady_time
from companion.system.steady_time import Moment, moment, moment_of, steady, steady_now, steady_of
from companion.table.journal import Journal, utc_now
from companion.table.run_out import RunOutScheduler
from companion.table.table import Table
from companion.table.tables import Tables
from companion.timer import clock
from companion.timer.store import Timers
from tests.games.toy import HarbourGame
from tests.games.toy.moves import Keep
from tests.games.toy.state import value_of
from tests.rigs.faults import Clock, NoSuchFault

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
    kept = timers.create(timer, round(1000 * steady()))
    found: dict[str, Any] = {"wall": [], "left": [], "opens": [], "waiting": [], "timer": [], "since": []}
    for seconds in (0, HOURS, -HOURS):
        setter.jump(seconds)
        RunOutScheduler(table).tick()
        found["wall"].append(utc_now().timestamp() - steady())
        found["left"].append([c.left(steady_now()) for c in table.now.clocks])
        found["opens"].append(codes.opens(shown.letters) is not None)
        found["waiting"].append(len(tablets.waiting()))
        found["timer"].append(timers.get(kept.id).timer.remaining(round(1000 * steady())) / timer.full)
        found["since"].append(table.seconds_since(1))
    return found


def test_a_clock_that_is_set_takes_nobody_s_time(tmp_path: Path) -> None:
    try:
        setter = Clock(tmp_path)
    except NoSuchFault as why:
        pytest.skip(str(why))
    child = subprocess.run(
        [sys.executable, "-m", __name__, str(tmp_path)],
        env={**os.environ, **setter.environment},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(child.stdout)
    assert [round(ahead / 3600) for ahead in found["wall"]] == [0, 3, -3], "the clock was set"
    assert all(20 < left <= 30 for clocks in found["left"] for left in clocks), "a question's clock"
    assert found["opens"] == [True] * 3, "a short code"
    assert found["waiting"] == [1] * 3, "a tablet that waits"
    assert all(0.8 < left <= 1 for left in found["timer"]), "the timer"
    assert all(0 <= since < 20 for since in found["since"]), "since the table began"


def test_moments_are_compared_by_the_counter_that_both_share() -> None:
    now = moment()
    assert now.until(moment()) >= 0
    assert moment_of(json.loads(json.dumps(now))) == now
    set_ahead = Moment(now.wall + HOURS, now.whose, now.counted + 2)
    assert now.until(set_ahead) == pytest.approx(2)
    elsewhere = Moment(now.wall + 5, "another machine", now.counted + HOURS)
    assert now.until(elsewhere) == pytest.approx(5)
    assert moment_of(7).until(Moment(9.0)) == 2
    for wrong in (None, "x", [], [1, 2, 3], {}):
        assert moment_of(wrong) == Moment(0.0)


def test_a_time_is_moved_between_processes_of_one_start_of_the_machine() -> None:
    whose, began = steady_time.SCALE
    assert steady_time.shift([whose, began - HOURS]) == pytest.approx(HOURS)
    for other in (["another", began - HOURS], None, "x", [whose]):
        assert steady_time.shift(other) == 0


def test_what_has_not_been_yet_is_now() -> None:
    later = utc_now().replace(year=utc_now().year + 1)
    assert abs((steady_of(later) - steady_now()).total_seconds()) < 5


if __name__ == "__main__":
    # libfaketime 0.9.10 rejects Python's sleep, which waits for a time of the monotonic clock.
    time.sleep = lambda seconds: None  # type: ignore[assignment]
    print(json.dumps(_measure(Path(sys.argv[1]))))
