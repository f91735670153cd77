"""Tests of photographed and scored finished tables: a few fixed seeds of those in benchmarks/scan.py."""

from __future__ import annotations

import pytest

from benchmarks.scan import one_table


def check_no_silent_error(seed: int, hidden: bool) -> None:
    tale = one_table(seed, hidden)
    assert not tale["silent"], tale
    assert tale["right"] or tale["asked"], tale


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 8])
def test_a_table_scores_right_from_its_photos(seed: int) -> None:
    tale = one_table(seed, False)
    assert tale["right"], tale
    assert tale["tiles_right"], tale


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 8, 11, 27, 35, 43])
def test_tables_that_were_hard_score_right_or_ask(seed: int) -> None:
    check_no_silent_error(seed, hidden=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1000, 1002, 1004, 1006])
def test_a_hidden_tag_is_read_or_asked_about(seed: int) -> None:
    check_no_silent_error(seed, hidden=True)
