"""How many decisions a whole game usually has, where a game's folder says it: `usual_lengths.toml`.

    [[game]]
    players = 4
    variant = { goals = "yes" }
    decisions = 161

`scripts/usual_lengths.py` writes it. Without it whoever asks first waits until games were simulated.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion.text_files import read_text

Chosen = tuple[tuple[str, str], ...]
"""Options of a setup: (name, value) of each."""

UsualLengths = Mapping[tuple[int, Chosen], float]
"""Decisions, by the number of players and the options that make a variant."""


def read_usual_lengths(folder: Path) -> UsualLengths:
    """folder: the game's own."""
    rows = tomllib.loads(read_text(folder / "usual_lengths.toml"))["game"]
    return {(row["players"], tuple(row["variant"].items())): row["decisions"] for row in rows}
