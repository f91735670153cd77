"""Boxes of which any part is told do everywhere: loading, pages, setup, play, score, check and export."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.default_run import first_by_default, many
from tests.rigs.half_told import checked, pages_of, played
from tests.rigs.told_games import house

from .printed_copy import PrintedCopy

SEEDS = first_by_default(range(many(40)))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_half_told_box_does_everywhere(seed: int, tmp_path: Path) -> None:
    copy, rng = PrintedCopy(seed), Random(seed)
    text = copy.half_told(rng)
    assert checked(copy.game, text)
    with house(tmp_path) as at:
        assert pages_of(at, copy.game, text, rng) == []
        played(at, copy.game, text, rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_cannot_be_read_is_said_and_the_rest_stands(seed: int, tmp_path: Path) -> None:
    copy, rng = PrintedCopy(seed), Random(seed)
    text = copy.half_told(rng, spoil=0.1)
    assert checked(copy.game, text)
    with house(tmp_path) as at:
        assert pages_of(at, copy.game, text, rng) == []
        played(at, copy.game, text, rng)
