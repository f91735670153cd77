"""From a hand over the drawn table to the journal, through camera, reader, tracker and referee."""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import Any

import pytest

from benchmarks.acted_games import bare_box
from tests.rigs.acting import ActedGame


def acted(folder: Path, players: int, seed: int, light: str, most: int) -> Any:
    """A game of the benchmark's hands, or the beginning of one."""
    acting = ActedGame(folder, players, seed, light)
    acting.lay_out_table()
    acting.play(most)
    acting.referee.close()
    return acting


def check(acting: Any) -> None:
    result = acting.result
    assert set(result.outcomes) <= {"right by itself", "asked what no camera sees"}, result.notes
    assert result.outcomes["right by itself"] >= 4
    assert (result.spurious, result.silent, result.disagreements) == (0, 0, 0)
    assert [entry.data for entry in acting.table.effective()[1:]] == acting.intended


@pytest.mark.slow
def test_an_explore_acted_out_is_in_the_journal(tmp_path: Path) -> None:
    acting = acted(tmp_path, 2, 3, "typical", 12)
    check(acting)
    # Its pictures, 200 MB, are freed with it, and not by a collection that may come much later.
    kept = weakref.ref(acting)
    del acting
    assert kept() is None


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed", "light"), [(3, 2, "typical"), (2, 5, "hard")])
def test_a_whole_game_acted_out_is_in_the_journal(
    tmp_path: Path, players: int, seed: int, light: str
) -> None:
    acting = acted(tmp_path, players, seed, light, 2000)
    check(acting)
    assert acting.game.phase(acting.table.state).over


@pytest.mark.slow
@pytest.mark.xdist_group("bare-game")
def test_with_worlds_without_stickers_what_hands_do_is_in_the_journal(tmp_path: Path) -> None:
    """Worlds are drawn, taken and turned over: their look alone tells them, and nothing wrong is entered."""
    acting = ActedGame(tmp_path, 3, 1, "typical", bare=bare_box(1))
    acting.lay_out_table()
    acting.play(12)
    acting.referee.close()
    result = acting.result
    assert set(result.outcomes) == {"right by itself"}, result.notes
    assert result.outcomes["right by itself"] >= 4
    assert (result.spurious, result.disagreements) == (0, 0)
    assert [entry.data for entry in acting.table.effective()[1:]] == acting.intended
    assert not [tile for tile in acting.view.read_at if tile.startswith("W")], "no world has a tag"
