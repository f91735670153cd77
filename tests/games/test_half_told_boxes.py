"""Boxes of which any part is told do everywhere: loading, pages, setup, play, score, check and export."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from tests.default_run import first_by_default, many
from tests.rigs.half_told import checked, pages_of, played
from tests.rigs.told_games import MAX_ENTRIES, house

pytestmark = pytest.mark.parametrize("name", games.names())
SEEDS = first_by_default(range(many(40)))


def copy_of(name: str, seed: int) -> Any:
    return import_module(f"tests.games.{name.replace('-', '_')}.printed_copy").PrintedCopy(seed)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("spoil", [0.0, 0.1], ids=["as told", "some of it cannot be read"])
def test_a_half_told_box_does_everywhere(name: str, seed: int, spoil: float, tmp_path: Path) -> None:
    """What cannot be read is said, and the rest stands."""
    rng = Random(seed)
    text = copy_of(name, seed).half_told(rng, spoil=spoil)
    assert checked(name, text)
    with house(tmp_path) as at:
        assert pages_of(at, name, text, rng) == []
        played(at, name, text, rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(many(20)))
def test_a_game_with_it_is_played_to_its_end(name: str, seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    text = copy_of(name, seed).half_told(rng, spoil=0.1 * (seed % 2))
    with house(tmp_path) as at:
        at.shelf.write(name, "ours", text)
        at.shelf.use(name, "ours")
        table = played(at, name, text, rng, steps=MAX_ENTRIES)
        assert table.game.phase(table.state).over
        after = at.shelf.text(name)
        assert checked(name, after)
        assert pages_of(at, name, after, rng) == []
