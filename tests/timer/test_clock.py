"""Tests of the timer's state: the time left, who paused it, time-outs, and saving and restoring it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.contract.timer_plan import DEFAULT_TIMER_PLAN, TimerPart, TimerPlan
from companion.table.journal import Journal
from companion.table.sql_tables import TIMERS
from companion.timer import clock
from companion.timer.clock import Person, Timer, TimerError
from companion.timer.store import MAX_KEYS, MAX_TIMERS, NoSuchTimer, Timers

PLAN = TimerPlan((TimerPart("planning", "Planning", 180), TimerPart("vote", "A vote", 60)))
PEOPLE = (Person("Ann", new=True), Person("Bo"), Person("Cy", new=True, seconds=240))


def timer() -> Timer:
    return clock.new_timer("", PLAN, PEOPLE)


def test_new_players_have_three_time_outs_and_others_none():
    assert [person.time_outs for person in timer().people] == [3, 0, 3]


def test_a_running_timer_is_the_moment_at_which_it_ends():
    running = clock.start(timer(), 1_000)
    assert running.ends == 181_000
    assert running.remaining(61_000) == 120_000
    assert running.remaining(999_999_999) == 0


def test_a_pause_names_who_made_it_and_the_time_goes_on_from_there():
    paused = clock.pause(clock.start(timer(), 0), 30_500, "Bo")
    assert (paused.left, paused.stopped_by, paused.ends) == (149_500, "Bo", None)
    assert clock.pause(paused, 40_000, "Ann") == paused
    assert clock.start(paused, 100_000).ends == 249_500
    assert clock.start(paused, 100_000).stopped_by == ""


def test_a_fourth_time_out_is_refused():
    it = clock.start(timer(), 0)
    for at in (1_000, 2_000, 3_000):
        it = clock.take_time_out(it, at, 0)
        assert it.time_out
        assert it.stopped_by == "Ann"
        it = clock.start(it, at)
    with pytest.raises(TimerError, match="Ann has no time-out left"):
        clock.take_time_out(it, 4_000, 0)
    with pytest.raises(TimerError, match="Bo has no time-out left"):
        clock.take_time_out(it, 4_000, 1)


def test_a_time_out_needs_a_running_timer():
    with pytest.raises(TimerError, match="stands still"):
        clock.take_time_out(timer(), 0, 0)


def test_a_person_s_own_time_replaces_the_part_s():
    assert clock.choose(timer(), 0, 1, None).left == 60_000
    assert clock.choose(timer(), 0, 1, 1).left == 60_000
    assert clock.choose(timer(), 0, 1, 2).left == 240_000
    for part, person in ((2, None), (-1, None), (0, 3), (0, -1)):
        with pytest.raises(TimerError):
            clock.choose(timer(), 0, part, person)


def test_at_the_end_of_the_time_start_begins_it_anew():
    over = clock.start(timer(), 0)
    assert clock.start(over, 180_000).ends == 360_000


def test_more_time_lengthens_a_running_and_a_standing_timer():
    assert clock.add_seconds(clock.start(timer(), 0), 10_000, 30).remaining(10_000) == 200_000
    assert clock.add_seconds(timer(), 0, -180).left == 0
    with pytest.raises(TimerError):
        clock.add_seconds(timer(), 0, -181)
    with pytest.raises(TimerError):
        clock.add_seconds(timer(), 0, 3600)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("start", "pause", "time-out", "again", "add")),
        st.integers(min_value=0, max_value=90),
    ),
    max_size=25,
)


@given(STEPS)
def test_only_running_takes_time(steps):
    """Whatever people do, the time left falls by the time that passed while it ran, and by nothing else."""
    it, now = timer(), 0
    for what, seconds in steps:
        before = it.remaining(now)
        after = it
        try:
            match what:
                case "start":
                    after = clock.start(it, now)
                    assert after.remaining(now) == (before or it.full)
                case "pause":
                    after = clock.pause(it, now, "x")
                    assert after.remaining(now) == before
                case "time-out":
                    after = clock.take_time_out(it, now, 0)
                    assert after.remaining(now) == before
                case "again":
                    after = clock.reset(it, now)
                    assert after.remaining(now) == it.full
                case "add":
                    after = clock.add_seconds(it, now, seconds)
                    assert after.remaining(now) == before + 1000 * seconds
        except TimerError:
            after = it
        it = after
        assert clock.from_json(clock.to_json(it)) == it
        passed = 1000 * seconds
        expected = it.remaining(now) if it.ends is None else max(0, it.remaining(now) - passed)
        now += passed
        assert it.remaining(now) == expected


# --- saved state


def test_a_timer_survives_a_restart_to_the_millisecond(tmp_path):
    path = tmp_path / "journal.db"
    journal = Journal(path)
    kept = Timers(journal).create(timer())
    Timers(journal).change(kept.id, "key-00001", lambda it: clock.start(it, 6_000))
    journal.close()
    again = Timers(Journal(path)).get(kept.id)
    assert again.timer.remaining(66_123) == 119_877
    assert again.number == 2


def test_the_same_request_twice_is_done_once(tmp_path):
    timers = Timers(Journal(tmp_path / "journal.db"))
    kept = timers.create(timer())

    def more(it: Timer) -> Timer:
        return clock.add_seconds(it, 0, 30)

    for _ in range(2):
        kept = timers.change(kept.id, "key-00001", more)
    assert kept.timer.left == 210_000
    for n in range(MAX_KEYS + 5):
        timers.change(kept.id, f"other-{n:05}", lambda it: replace(it, stopped_by=it.stopped_by + "x"))
    assert timers.get(kept.id).number == 2 + MAX_KEYS + 5


def test_the_oldest_timers_go(tmp_path):
    timers = Timers(Journal(tmp_path / "journal.db"))
    made = [timers.create(clock.new_timer("", DEFAULT_TIMER_PLAN, ())).id for _ in range(MAX_TIMERS + 2)]
    assert [kept.id for kept in timers.recent()] == made[:1:-1]
    with pytest.raises(NoSuchTimer, match="no timer"):
        timers.get(made[0])


def test_a_timer_begun_before_the_clock_is_set_is_not_the_oldest(tmp_path):
    journal = Journal(tmp_path / "journal.db")
    timers = Timers(journal)
    before = [timers.create(timer()).id for _ in range(MAX_TIMERS)]
    with journal.transaction() as connection:
        connection.execute(TIMERS.update().values(changed=TIMERS.c.changed + 40 * 365 * 86_400_000))
    new = timers.create(timer()).id
    assert [kept.id for kept in timers.recent()] == [new, *before[:0:-1]]
    timers.change(before[5], "key-00001", lambda it: clock.start(it, 0))
    assert timers.recent()[0].id == before[5]
