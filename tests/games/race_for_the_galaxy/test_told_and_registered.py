"""Whole games in which all that is printed was told on demand end as those in which it was registered before,
and the owner's box has all that was told and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rigs.told_games import told_and_registered

from .printed_copy import PrintedCopy

GAMES = 100
WRONG = {14: "a “?” counts marks and powers that nobody told as none"}
"""Seeds of games that end otherwise, and why."""


def _wrong(why: str) -> pytest.MarkDecorator:
    return pytest.mark.xfail(strict=True, raises=AssertionError, reason=why)


_WRONG = [
    pytest.param(seed, marks=[_wrong(why), *([pytest.mark.slow] if n else [])])
    for n, (seed, why) in enumerate(WRONG.items())
]


@pytest.mark.parametrize("seed", [1])
def test_a_game_ends_the_same(seed: int, tmp_path: Path) -> None:
    assert told_and_registered(tmp_path, PrintedCopy(seed), seed, players="fewest") == []


@pytest.mark.parametrize("seed", _WRONG)
def test_a_game_ends_the_same_that_did_not(seed: int, tmp_path: Path) -> None:
    assert told_and_registered(tmp_path, PrintedCopy(seed), seed, players="fewest") == []


@pytest.mark.slow
@_wrong("; ".join(WRONG.values()))
def test_a_hundred_games_end_the_same(tmp_path: Path) -> None:
    found = {
        seed: lines
        for seed in range(GAMES)
        if (lines := told_and_registered(tmp_path / str(seed), PrintedCopy(seed), seed))
    }
    assert found == {}
