"""A game's state, as far as anybody but the game knows it, and the type variables that stand for it."""

from __future__ import annotations

from typing import Protocol, TypeVar


class State(Protocol):
    """A game's whole state: frozen, comparable. Only the game looks inside; its pages do too."""


S = TypeVar("S", bound=State)
SeenState = TypeVar("SeenState", bound=State, contravariant=True)
"""The state of a game, for what only reads it."""
