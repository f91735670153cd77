"""Fits by how much the value net of New Frontiers is too sure of people's games.

    .venv/bin/python scripts/fit_chances.py [--games 2000] [--kept build/chances.jsonl]

Writes companion/games/new_frontiers/coaching/calibration.toml: for each number of players the divisor of the
logits with the least log loss on positions of simulated groups of four strengths. `benchmarks/chances.py`
plays them, and measures on others.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.chances import Said, kept_in, log_loss, said_in
from companion.games.new_frontiers.coaching.coaching import CALIBRATION, spread_out

SEED = "fit"
HEADING = """\
# Made by `.venv/bin/python scripts/fit_chances.py`: by the number of players, what the logits of the value
# net's chances are divided by before people are told them."""
DIVISORS = [1 + 0.05 * n for n in range(60)]


def best_divisor(positions: list[list[Said]]) -> float:
    def loss(divisor: float) -> float:
        spread = [spread_out(tuple(said for said, _came in one), divisor) for one in positions]
        return log_loss(
            [
                list(zip(told, (came for _said, came in one), strict=True))
                for told, one in zip(spread, positions, strict=True)
            ]
        )

    return min(DIVISORS, key=loss)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", type=int, default=2000)
    arguments.add_argument("--kept", type=Path)
    given = arguments.parse_args()
    positions = kept_in(given.kept, said_in, given.games, SEED)
    lines = [HEADING, "[spread]"]
    for players in sorted({len(position) for position in positions}):
        divisor = best_divisor([position for position in positions if len(position) == players])
        lines.append(f"{players} = {divisor:.2f}")
    CALIBRATION.write_text("\n".join(lines) + "\n", "utf-8")
    print(CALIBRATION.read_text("utf-8"))


if __name__ == "__main__":
    main()
