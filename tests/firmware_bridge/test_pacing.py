"""Tests that a loop runs at most a few hundred times a second, however often it is woken."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pacing import MAX_BURST_TURNS, TURNS_PER_SECOND, Pace


class Time:
    """A clock that only sleeping and `pass_` move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def clock(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += seconds


@given(st.lists(st.floats(0, 0.02), min_size=1, max_size=600))
def test_no_second_has_more_turns_than_its_share(works):
    time = Time()
    pace = Pace(time.clock, time.pass_)
    turned = []
    for work in works:
        time.pass_(work)
        pace.turn()
        turned.append(time.now)
    for first in range(0, len(turned), 50):
        within = sum(turned[first] <= at < turned[first] + 1.0 for at in turned)
        assert within <= TURNS_PER_SECOND + MAX_BURST_TURNS + 2


def test_after_a_rest_nothing_waits():
    time = Time()
    pace = Pace(time.clock, time.pass_)
    for _turn in range(1000):
        pace.turn()
    time.pass_(1.0)
    before = time.now
    for _turn in range(MAX_BURST_TURNS // 2):
        pace.turn()
    assert time.now == before
