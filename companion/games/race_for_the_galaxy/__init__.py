"""Race for the Galaxy: its cards as data, its rules as pure functions; hands stay with the players."""

from __future__ import annotations

from companion.games.race_for_the_galaxy.game import RaceForTheGalaxy


def game() -> RaceForTheGalaxy:
    """The game with the cards that come with it."""
    return RaceForTheGalaxy()
