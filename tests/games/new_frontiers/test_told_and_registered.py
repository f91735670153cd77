"""Whole games in which all that is printed was told on demand end as those in which it was registered before,
and the owner's box has all that was told and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.default_run import first_by_default, many
from tests.rigs.told_games import told_and_registered

from .printed_copy import PrintedCopy

GAMES = many(100)
KNOWING = (2, 9, 13)
"""Seeds of games in which a goal and a “?” count keywords and powers, and in which Old Earth is no mat's."""


@pytest.mark.parametrize("seed", first_by_default(KNOWING))
def test_a_game_that_counts_what_was_not_asked_of_itself_ends_the_same(seed: int, tmp_path: Path) -> None:
    assert told_and_registered(tmp_path, PrintedCopy(seed), seed, players="fewest") == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, GAMES, 5))
def test_many_games_end_the_same(first: int, tmp_path: Path) -> None:
    found = {
        seed: lines
        for seed in range(first, first + 5)
        if (lines := told_and_registered(tmp_path / str(seed), PrintedCopy(seed), seed))
    }
    assert found == {}
