"""New Frontiers: its tiles as data, its rules as pure functions."""

from __future__ import annotations

from companion.games.new_frontiers.game import NewFrontiers


def game() -> NewFrontiers:
    """The game with the catalogue that comes with it."""
    return NewFrontiers()
