"""A small whole game for the contract's tests; see `state`."""

from tests.games.toy.game import HarbourGame

__all__ = ["HarbourGame"]
