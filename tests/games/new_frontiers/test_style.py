"""Tests of contrast in drawn tiles: 4.5:1 for figures, 3:1 for marks (WCAG 2.2)."""

from __future__ import annotations

import re

import pytest

from companion.games.new_frontiers.display import told_tile
from companion.games.new_frontiers.display.planets import colours, shades
from companion.games.new_frontiers.display.tile_svg import BADGES, KINDS, badge
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

LIGHT = "#eae5d8"
"""About the ground of a choice in the light theme."""


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


def test_a_number_of_two_figures_stays_within_its_badge() -> None:
    """As text of some font it lay over the shield's white edge."""
    for what in BADGES:
        drawn = badge(what, 10)
        assert "<text" not in drawn
        wide, starts = re.search(r"matrix\(([\d.]+)", drawn), re.findall(r"M(-?\d+) 0", drawn)
        assert wide is not None
        assert len(starts) == 2
        # From the first figure's left to the last one's right, each 7 wide; a badge is 19 or more.
        assert float(wide[1]) * (int(starts[1]) - int(starts[0]) + 7) < 13


def test_white_colonists_are_seen_on_a_light_page() -> None:
    """The form that tells a tile shows them outside of it, too."""
    for picture in told_tile.pictures_of_colonists().values():
        first, second = re.findall(r'stroke="(#\w+)" stroke-width="([\d.]+)"', picture)
        assert (_full(second[0]), float(first[1]) > float(second[1])) == ("#ffffff", True)
        assert contrast(first[0], LIGHT) > 4.5
