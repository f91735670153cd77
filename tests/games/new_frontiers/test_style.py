"""The colours of drawn tiles on one another and on pages: 4.5:1 for text, 3:1 for marks (WCAG 2.2)."""

from __future__ import annotations

import re

import pytest

from companion.installed_games import folders
from tests.web.test_contrast import contrast, theme

KINDS = ("novelty", "rare", "genes", "alien", "any", "gray")
TEXT = [
    *(("tile-ink", kind) for kind in KINDS),
    ("tile-ink", "cost"),
    ("tile-ink", "gray-tile"),
    ("tile-ink", "gray-planet"),
    ("tile-text", "tile"),
    ("tile-text", "tile-ink"),
    ("tile-text", "development"),
    ("cost", "defense"),
]
MARKS = [
    *((kind, "tile") for kind in KINDS),
    ("tile-line", "tile"),
    ("tile-line", "ground"),
    ("tile-line", "panel"),
]


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (MARKS, 3.0)], ids=["text", "marks"])
def test_colours_can_be_told_apart(name: str, pairs: list[tuple[str, str]], least: float) -> None:
    css = (folders()["new-frontiers"] / "style.css").read_text("utf-8")
    tokens = theme(name) | dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\s*;", css))
    weak = {
        f"{front} on {back}": round(contrast(tokens[front], tokens[back]), 2)
        for front, back in pairs
        if contrast(tokens[front], tokens[back]) < least
    }
    assert not weak
