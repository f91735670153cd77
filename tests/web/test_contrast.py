"""Tests of contrast of the colours in static/css/tokens.css: 4.5:1 for text, 3:1 for marks (WCAG 2.2)."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import companion
import companion.web

TOKENS = Path(companion.web.__file__).parent / "static" / "css" / "tokens.css"
COLOURS = ("blue", "green", "red", "yellow", "purple", "black", "white", "orange")
PLAYERS = ("blue", "green", "red", "yellow", "purple")
GROUNDS = ("ground", "panel", "raised")
CHART = tuple(f"chart-{number}" for number in range(1, 7))


def tokens_by_selector() -> dict[str, dict[str, str]]:
    """The colour tokens of each rule, by its selector."""
    css = re.sub(r"/\*.*?\*/", "", TOKENS.read_text("utf-8"), flags=re.S)
    found: dict[str, dict[str, str]] = {}
    for selector, body in re.findall(r"(:root[^{}]*)\{([^{}]*)\}", css):
        values = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\s*;", body))
        found.setdefault(selector.strip(), {}).update(values)
    return found


def theme(name: str) -> dict[str, str]:
    rules = tokens_by_selector()
    chosen = {} if name == "dark" else rules[f':root[data-theme="{name}"]']
    return rules[":root"] | chosen


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


TEXT_PAIRS = [
    *product(("text", "quiet", "accent", "good", "warn", "bad"), GROUNDS),
    *product(COLOURS, GROUNDS),
    *((f"on-{colour}", f"{colour}-fill") for colour in COLOURS),
    ("on-accent", "accent"),
    *product(("text",), (f"{colour}-{ground}" for colour in PLAYERS for ground in ("deep", "mid"))),
    *((colour, f"{colour}-deep") for colour in PLAYERS),
    *(("chart-ink", part) for part in CHART),
]
MARK_PAIRS = [
    *product(("edge", "focus"), GROUNDS),
]


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT_PAIRS, 4.5), (MARK_PAIRS, 3.0)], ids=["text", "marks"])
def test_colours_can_be_told_apart(name: str, pairs: list[tuple[str, str]], least: float) -> None:
    tokens = theme(name)
    weak = {
        f"{front} on {back}": round(contrast(tokens[front], tokens[back]), 2)
        for front, back in pairs
        if contrast(tokens[front], tokens[back]) < least
    }
    assert not weak


def test_the_light_theme_is_the_same_however_it_is_chosen() -> None:
    rules = tokens_by_selector()
    assert rules[':root[data-theme="auto"]'] == rules[':root[data-theme="light"]']


def test_a_theme_is_other_colours_and_nothing_else() -> None:
    """What is looked at in each theme for its colours alone relies on it (axe.py)."""
    styles = Path(companion.__file__).parent.rglob("*.css")
    asks = [it.name for it in styles if "data-theme" in it.read_text("utf-8")]
    assert asks == [TOKENS.name]
    rules = re.findall(r":root\[data-theme[^{}]*\{([^{}]*)\}", TOKENS.read_text("utf-8"))
    assert len(rules) == 3
    for body in rules:
        others = re.sub(r"--[\w-]+: #[0-9a-f]{6};|color-scheme: \w+;", "", body)
        assert others.strip() == ""


def test_black_on_white_is_the_greatest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
