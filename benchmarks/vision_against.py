"""Measures what looking costs beside another state of the code, in turn in one run.

    python benchmarks/vision_against.py CHECKOUT [--rounds 6]

CHECKOUT: a folder with the other state (`git worktree add CHECKOUT COMMIT`). Each round starts a process for
either, so load falls on both alike; the figures are processor time, and the ratio is that of the rounds'
medians. Both draw the same pictures from the same seeds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.rigs.figures import row

MEASURE = """
import json, cv2, numpy as np
from benchmarks.vision import measure_playing, measure_repeatedly, warmed_up_reader
from tests.rigs.drawn_scenes import TYPICAL, prove
cv2.setNumThreads(1)
figures = {}
for words, light_px in (("1080p whole picture", 2.0), ("the same, 1.5 pixels a module", 1.5)):
    proof = prove(TYPICAL, light_px, 500, frames=2)
    reader = warmed_up_reader(proof)
    for _ in range(8):
        reader.read(proof.images[0])
    taken = measure_repeatedly(lambda: reader.read(proof.images[1]), 24)
    figures[words] = float(np.median([processor for _, processor in taken]))
changed, idle, part = measure_playing((1920, 1080))
figures["1080p frame with a change"] = float(np.mean([processor for _, processor in changed]))
figures["1080p idle frame"] = float(np.median([processor for _, processor in idle]))
figures["1080p idle, a second with its whole passes"] = 1000 * part
print(json.dumps(figures))
"""


def measured(folder: Path) -> dict[str, float]:
    """Milliseconds of processor time, by what was done, of the code in a folder."""
    # The folder comes first on the path, so its own code is imported.
    done = subprocess.run(
        [sys.executable, "-c", MEASURE], cwd=folder, check=True, capture_output=True, text=True
    )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--rounds", type=int, default=6)
    args = parser.parse_args()
    here = Path(__file__).resolve().parents[1]
    rounds = [(measured(args.checkout), measured(here)) for _ in range(args.rounds)]
    for words in rounds[0][0]:
        before, now = (float(np.median([pair[n][words] for pair in rounds])) for n in (0, 1))
        row(words, before=f"{before:.1f} ms", now=f"{now:.1f} ms", ratio=f"{now / before:.2f}")


if __name__ == "__main__":
    main()
