"""How far each sort of reading of a tile's picture is trusted: measured, not set by hand.

`scripts/fit_box_trust.py` reads drawn tiles of many styles and writes how many readings of each sort were
right. Because of small samples, one right and one wrong reading are added to each sort.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

MEASURED_FILE = Path(__file__).parent / "data" / "reading_trust.toml"
MAX_TRUST = {"powers: none": 0.96}
"""Upper limits by sort. Where no power is seen, text may have been missed, so a person must check."""


def trust(sort: str) -> float:
    """From 0 to 1; 0 for no reading, a half for a sort that was never measured."""
    if not sort:
        return 0.0
    right, of = _measured().get(sort, (0, 0))
    return min((right + 1) / (of + 2), MAX_TRUST.get(sort, 1.0))


@lru_cache(maxsize=1)
def _measured() -> dict[str, tuple[int, int]]:
    kept = tomllib.loads(MEASURED_FILE.read_text("utf-8"))
    return {sort: (right, of) for sort, (right, of) in kept["readings"].items()}
