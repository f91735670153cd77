"""Whole games in which all that is printed was told on demand end as those in which it was registered before,
and the owner's box has all that was told and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.a_new_frontier.rules.marketing import ClaimMission
from companion.games.a_new_frontier.rules.state import State, gain
from tests.default_run import first_by_default, many
from tests.rigs.told_games import told_and_registered

from .printed_copy import PrintedCopy

GAMES = many(100)


@pytest.mark.parametrize("seed", first_by_default([1, 12]))
def test_a_game_ends_the_same(seed: int, tmp_path: Path) -> None:
    """Missions are claimed in both and archaeotechs laid open, which nobody must; in game 12 facilities bring
    technologies, too."""
    assert told_and_registered(tmp_path, PrintedCopy(seed), seed, players="fewest") == []


@pytest.mark.slow
def test_a_claim_that_brings_more_where_its_gain_is_told_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = ClaimMission.apply

    def wrong(move: ClaimMission, state: State) -> State:
        after = right(move, state)
        return gain(after, move.seat, "vp", 1, "mission") if not state.setup.box else after

    monkeypatch.setattr(ClaimMission, "apply", wrong)
    found = told_and_registered(tmp_path, PrintedCopy(1), 1, players="fewest")
    assert any(line.startswith("vp/") for line in found), found


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, GAMES, 5))
def test_many_games_end_the_same(first: int, tmp_path: Path) -> None:
    found = {
        seed: lines
        for seed in range(first, first + 5)
        if (lines := told_and_registered(tmp_path / str(seed), PrintedCopy(seed), seed))
    }
    assert found == {}
