"""Tests of photographed and scored finished tables: a few fixed seeds of those in benchmarks/scan.py."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    sys.path.insert(0, str(BENCHMARKS))
    try:
        spec = importlib.util.spec_from_file_location("scan_benchmark", BENCHMARKS / "scan.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["scan_benchmark"] = module
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(BENCHMARKS))
    return module


def check_no_silent_error(bench: ModuleType, seed: int, hidden: bool) -> None:
    tale = bench.one_table(seed, hidden)
    assert not tale["silent"], tale
    assert tale["right"] or tale["asked"], tale


@pytest.mark.parametrize("seed", [4, pytest.param(8, marks=pytest.mark.slow)])
def test_a_table_scores_right_from_its_photos(bench: ModuleType, seed: int) -> None:
    tale = bench.one_table(seed, False)
    assert tale["right"], tale
    assert tale["tiles_right"], tale


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 8, 11, 27, 35, 43])
def test_tables_that_were_hard_score_right_or_ask(bench: ModuleType, seed: int) -> None:
    check_no_silent_error(bench, seed, hidden=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1000, 1002, 1004, 1006])
def test_a_hidden_tag_is_read_or_asked_about(bench: ModuleType, seed: int) -> None:
    check_no_silent_error(bench, seed, hidden=True)
