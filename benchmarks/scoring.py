"""Measures scoring and parsing: a sheet for five players, a score request, the tile language, the catalogue.

    python benchmarks/scoring.py

Times are in milliseconds; `ratio` is the time in units of the reference loop of the same run. The empires
come from whole games of the sensible computer player; they are also scored with eight goals in play, and with
the Alien Oort Cloud Factory, whose kind has four possibilities, in every empire.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion import games
from companion.games.new_frontiers.rules.scoring import sheet
from companion.games.new_frontiers.rules.state import Colony, Empire
from companion.games.new_frontiers.tiles import box_file, counted, power_lines
from companion.games.new_frontiers.tiles.box_check import check
from companion.games.new_frontiers.untracked.score_request import answer
from companion.simulation.simulate import play_game
from tests.rigs.figures import measured_ms, print_rows

TABLE_COUNT = 10
ROUNDS = 20


def final_tables() -> list[tuple[Empire, ...]]:
    game = games.load("new-frontiers")
    return [play_game(game, 5, f"scoring {n}", "sensible")[0].empires for n in range(TABLE_COUNT)]


def with_any_kind_world(empires: tuple[Empire, ...], oort: str) -> tuple[Empire, ...]:
    """The empires, each with a world of any kind; a real table has only one such world."""
    return tuple(
        replace(empire, colonies=(*[c for c in empire.colonies if c.world != oort], Colony(oort, 1)))
        for empire in empires
    )


def as_request(empires: tuple[Empire, ...]) -> dict[str, object]:
    return {
        "game": "new-frontiers",
        "goals": ["Citizen Services", "Skilled Workforce", "Diversification"],
        "players": [
            {
                "name": empire.name,
                "vp_chips": empire.chips,
                "credits": empire.credits,
                "colonists": empire.colonists,
                "colonies": [{"tile": c.world, "good": c.good is not None} for c in empire.colonies],
                "developments": list(empire.developments),
            }
            for empire in empires
        ],
    }


def measure() -> dict[str, list[float]]:
    tiles = box_file.catalogue()
    tables = final_tables()
    oort = next(id for id, world in tiles.worlds.items() if world.kind == "any")
    goals = tuple(tiles.goals)
    requests = [as_request(empires) for empires in tables]
    lines = [power.text for tile in tiles.values() for power in getattr(tile, "powers", ())]

    def parse_all() -> None:
        power_lines.parse_power.cache_clear()
        for line in lines:
            power_lines.parse_power(line)

    def load_all() -> None:
        power_lines.parse_power.cache_clear()
        counted.parse_bonus.cache_clear()
        box_file.catalogue.cache_clear()
        box_file.catalogue()

    return {
        "sheet, 5 players": measured_ms([partial(sheet, tiles, e, ()) for e in tables], ROUNDS),
        "sheet, 5 players, 8 goals": measured_ms([partial(sheet, tiles, e, goals) for e in tables], ROUNDS),
        "sheet, 5 players, 8 goals, each with an any-kind world": measured_ms(
            [partial(sheet, tiles, with_any_kind_world(e, oort), goals) for e in tables], ROUNDS
        ),
        "score request, 5 players, 3 goals": measured_ms(
            [partial(answer, tiles, r) for r in requests], ROUNDS
        ),
        "box check": measured_ms([partial(check, tiles)], ROUNDS),
        f"parse {len(lines)} lines, uncached": measured_ms([parse_all], ROUNDS),
        "load the catalogue, uncached": measured_ms([load_all], ROUNDS),
    }


if __name__ == "__main__":
    print_rows(measure())
