"""The runs of words of a rulebook, as numbers: no sentence of ours may be its. The rulebook's text is its
publisher's and stays out; a run's number tells whether another text has that run, and cannot be read back.

`python -m tests.reference.printed_runs GAME RULEBOOK.md` writes printed/GAME.runs from a rulebook's text.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from zlib import crc32

import numpy as np

COPIED_WORDS = 9
"""A run of this many words that is also in the rulebook counts as copied."""
PRINTED = Path(__file__).parent / "printed"


def runs(text: str) -> list[str]:
    """Each run of COPIED_WORDS words of a text, in small letters, without what stands between them."""
    words = re.findall(r"[\w-]+", text.lower())
    return [" ".join(words[at : at + COPIED_WORDS]) for at in range(len(words) - COPIED_WORDS + 1)]


def numbered(text: str) -> set[int]:
    return {crc32(run.encode()) for run in runs(text)}


def printed(game: str) -> set[int]:
    """The numbers of a game's rulebook."""
    return set(np.fromfile(PRINTED / f"{game}.runs", "<u4").tolist())


def copied(text: str, printed_runs: set[int]) -> list[str]:
    return [run for run in runs(text) if crc32(run.encode()) in printed_runs]


if __name__ == "__main__":
    PRINTED.mkdir(exist_ok=True)
    found = numbered(Path(sys.argv[2]).read_text("utf-8"))
    np.array(sorted(found), "<u4").tofile(PRINTED / f"{sys.argv[1]}.runs")
