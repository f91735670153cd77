"""A small whole game for the contract's tests; its rules are in `rules`."""

from tests.games.toy.game import HarbourGame

__all__ = ["HarbourGame"]
