"""Writes `usual_lengths.toml` into the folder of each game: the decisions of whole games of computer players.

python scripts/usual_lengths.py [--games 60]
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from companion import games
from companion.games.contract import Chosen
from companion.simulation.usual_length import simulated_length, variants


def folder(name: str) -> Path:
    """Of a game."""
    return Path(sys.modules[type(games.load(name)).__module__].__file__ or "").parent


def length(asked: tuple[str, int, Chosen, int]) -> float:
    name, players, variant, count = asked
    return simulated_length(games.load(name), players, variant, count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="simulated for each number (60)")
    chosen = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        for name in games.names():
            game = games.load(name)
            fewest, most = game.seats
            asked = [
                (name, players, variant, chosen.games)
                for players in range(fewest, most + 1)
                for variant in variants(game, players)
            ]
            lines = ["# Made by scripts/usual_lengths.py: decisions of a whole game of computer players."]
            for (_name, players, variant, _count), found in zip(asked, pool.map(length, asked), strict=True):
                said = ", ".join(f'{option} = "{value}"' for option, value in variant)
                table = f"{{ {said} }}" if said else "{}"
                lines += ["", "[[game]]", f"players = {players}", f"variant = {table}"]
                lines += [f"decisions = {round(found)}"]
            (folder(name) / "usual_lengths.toml").write_text("\n".join(lines) + "\n", "utf-8")
            print(f"{name}: {len(asked)} lengths")


if __name__ == "__main__":
    main()
