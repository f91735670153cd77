"""Tests that BENCHMARKS.md is what the kept figures render to, and that a part can be measured again."""

from __future__ import annotations

import re
import sys

import pytest

from benchmarks import write

PARTS = write.read_parts()


def test_the_page_is_what_the_kept_figures_render_to() -> None:
    assert write.PAGE.read_text(encoding="utf-8") == write.render(PARTS, write.read_figures()), (
        "BENCHMARKS.md was edited by hand, or not written: python benchmarks/write.py --render"
    )


def test_the_readme_s_figures_are_those_of_the_page() -> None:
    """Beside each stands the command that repeats it: its part of the page has the figure, as it is kept."""
    readme = (write.ROOT / "README.md").read_text(encoding="utf-8")
    parts = write.PAGE.read_text(encoding="utf-8").split("\n## ")
    rows = re.findall(r"^\| (.+) \| (.+) \| `(.+)` \|$", readme.partition("## In figures")[2], re.M)
    named = [row for row in rows if row[2] != "make test-peers"]
    for what, now, command in named:
        (program,) = re.findall(r"benchmarks/\w+\.py|make \w+|few_touches", command)
        part = "\n".join(it for it in parts if re.search(rf"`[^`]*{program}[^`]*`: \d{{4}}-", it))
        for figure in [*re.findall(r"[\d.,]*\d", now), *re.findall(r"\d+,\d+", what)]:
            assert re.search(rf"(?<![\d.,]){re.escape(figure)}(?![.,]?\d)", part), (what, figure)
    assert len(named) == 7


def test_the_figures_of_what_to_buy_are_those_of_the_page() -> None:
    """Tiles that cameras tell without stickers, and how long a move takes with and without."""
    hardware = " ".join((write.ROOT / "hardware.md").read_text(encoding="utf-8").split())
    page = write.PAGE.read_text(encoding="utf-8")
    found = re.search(r"\| 1080p \| 1.2 \| (.+?) \| (.+?) \| (.+?) \|", hardware)
    times = re.search(r"A move takes (\S+) s from rest to entry \(median\), with tags (\S+):", hardware)
    assert found is not None
    assert times is not None
    assert [it for it in found.groups() if f"| {it} (" not in page] == []
    assert [it for it in times.groups() if f"| {it}; " not in page] == []


def test_every_kept_figure_belongs_to_a_command_of_a_part() -> None:
    commands = {command for part in PARTS["part"].values() for command in part["commands"]}
    assert set(write.read_figures()) <= commands


def test_a_command_s_rows_are_kept_with_the_day_and_the_machine() -> None:
    program = "from tests.rigs.figures import row; row('a thing', p95='2 ms', of__all='1')"
    figures = write.measure(f'"{sys.executable}" -c "{program}"')
    assert figures["rows"] == [{"what": "a thing", "p95": "2 ms", "of; all": "1"}]
    assert figures["date"]
    assert "cores" in figures["machine"]


def test_of_a_command_that_is_only_timed_the_rows_are_left_out() -> None:
    program = "from tests.rigs.figures import row; row('a thing', p95='2 ms')"
    command = f'"{sys.executable}" -c "{program}"'
    assert list(write.measure(command, timed=True)["rows"][0]) == ["what", "took"]


def test_a_command_that_fails_is_not_taken_for_measured() -> None:
    with pytest.raises(write.NotMeasured):
        write.measure(f'"{sys.executable}" -c "raise SystemExit(3)"')


def test_a_row_without_a_column_has_an_empty_cell_and_an_unmeasured_part_is_left_out() -> None:
    parts = {
        "introduction": "# Figures",
        "part": {
            "one": {"title": "One", "words": "Of one.", "commands": ["first", "second"]},
            "two": {"title": "Two", "words": "", "commands": ["third"]},
        },
    }
    run = {"date": "2026-01-02", "machine": "2 cores"}
    figures = {
        "first": run | {"rows": [{"what": "a", "median": "1 ms"}]},
        "second": run | {"rows": [{"what": "b", "p95": "2 ms"}]},
    }
    assert write.render(parts, figures).splitlines() == [
        "# Figures",
        "",
        "## One",
        "",
        "Of one.",
        "",
        "| what | median | p95 |",
        "| --- | --- | --- |",
        "| a | 1 ms |  |",
        "| b |  | 2 ms |",
        "",
        "- `first`: 2026-01-02, 2 cores",
        "- `second`: 2026-01-02, 2 cores",
    ]
