"""A New Frontier: its rules as far as the rulebook survived, and the owner's numbers laid over stand-ins."""

from __future__ import annotations

from companion.games.a_new_frontier.game import ANewFrontier


def game() -> ANewFrontier:
    """The game with the stand-ins that come with it."""
    return ANewFrontier()
