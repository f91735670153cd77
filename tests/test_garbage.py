"""Tests of what the garbage collector looks through while a server runs."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from companion.system.garbage import WHOLE_SECONDS, lasting_left_out


@pytest.fixture(autouse=True)
def tests_left_out_again() -> Iterator[None]:
    """What `conftest` leaves out for good, as long as the tests run."""
    yield
    gc.freeze()


class Thing:
    other: Thing | None = None


def in_a_circle() -> tuple[Thing, ref[Thing]]:
    one, two = Thing(), Thing()
    one.other, two.other = two, one
    return one, ref(one)


def test_what_lasts_is_left_out_and_looked_through_once_an_hour() -> None:
    seconds = 0.0
    with lasting_left_out(lambda: seconds):
        lasting, seen = in_a_circle()
        young = in_a_circle()[1]
        gc.collect()
        assert young() is None, "what is new is looked through"
        assert not any(it is lasting for it in gc.get_objects())
        del lasting
        gc.collect()
        assert seen() is not None, "it was left out"
        seconds = WHOLE_SECONDS
        gc.collect()
        assert seen() is None
        alone = Thing()
        gc.collect()
        gone = ref(alone)
        del alone
        assert gone() is None, "what is in no circle goes at once"
    assert gc.get_freeze_count() == 0
