"""Tests of contrast in drawn tiles: 4.5:1 for figures, 3:1 for marks (WCAG 2.2)."""

from __future__ import annotations

import re

import pytest

from companion.games.new_frontiers.display.planets import colours, shades
from companion.games.new_frontiers.display.tile_svg import KINDS
from companion.installed_games import folders
from tests.web.test_contrast import contrast

FIGURES = [("ink", "white"), ("white", "shield"), ("ink", "explored-chip"), ("white", "ink")]
MARKS = [
    *((name, "space") for name in ("white", "military-dots", "star")),
    ("explored-rim", "explored-space"),
    ("plate-rim", "plate"),
    ("plate-sign", "plate"),
    ("large-rim", "plate"),
    ("goal-rim", "goal"),
]


def _full(colour: str) -> str:
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def _weak(pairs: list[tuple[str, str]], least: float) -> dict[str, float]:
    told = {f"{front} on {back}": contrast(_full(front), _full(back)) for front, back in pairs}
    return {pair: round(ratio, 2) for pair, ratio in told.items() if ratio < least}


@pytest.mark.parametrize(("pairs", "least"), [(FIGURES, 4.5), (MARKS, 3.0)], ids=["figures", "marks"])
def test_colours_can_be_told_apart(pairs: list[tuple[str, str]], least: float) -> None:
    assert not _weak([(colours()[front], colours()[back]) for front, back in pairs], least)


def test_a_kind_bears_its_letter_and_stands_on_space() -> None:
    assert not _weak([(colours()["ink"], shades(kind)[0]) for kind in KINDS], 4.5)
    assert not _weak([(shades(kind)[0], colours()["space"]) for kind in KINDS], 3.0)


def test_the_pages_have_the_colours_of_the_tiles() -> None:
    css = (folders()["new-frontiers"] / "style.css").read_text("utf-8")
    tokens = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\s*;", css))
    assert {kind: tokens[kind] for kind in KINDS} == {kind: shades(kind)[0] for kind in KINDS}
    assert tokens["tile-ink"] == colours()["ink"]
