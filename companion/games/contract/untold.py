"""Facts that nobody told: pieces that have some, the rule that meets one, and what is asked now.

A strict piece lacks the fields of its untold facts: a rule that reads one raises `Untold`, so that no rule
computes with a value that nobody told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from companion.games.contract.values import Value


class Untold(Exception):
    """A rule needs a fact that nobody told. piece: its id; fact: as the game names it ("price")."""

    def __init__(self, piece: str, fact: str) -> None:
        super().__init__(f"{fact} of {piece} is untold")
        self.piece = piece
        self.fact = fact


class Tellable:
    """A piece with facts that may be untold. It has an `id` and in `untold` the names of these facts. hidden:
    of a strict piece, the fields that are not there, each with its fact (`Printed.strict`)."""

    __slots__ = ()

    if TYPE_CHECKING:
        id: str
        hidden: Mapping[str, str]

    def need(self, fact: str) -> None:
        """Raises Untold where a rule asks for a fact that shares its field with others, and it is untold."""
        if fact in self.hidden:
            raise Untold(self.id, fact)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Called for a field that is not there: of a strict piece, one whose fact is untold."""
            if not name.startswith("_") and name not in ("id", "untold", "hidden"):
                hidden = getattr(self, "hidden", {})
                if name in hidden:
                    raise Untold(self.id, hidden[name])
            raise AttributeError(name)


_NONE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class TellablePiece(Tellable):
    """A piece as a dataclass, with what is told of it. untold: the facts that nobody has told; told: who told
    what, and when, a text each."""

    untold: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=lambda: _NONE, compare=False, repr=False)


T = TypeVar("T")


def without(piece: T, hidden: Mapping[str, Any]) -> T:
    """The piece, a dataclass, without these fields."""
    if not hidden:
        return piece
    copy: T = object.__new__(type(piece))
    for name in type(piece).__dataclass_fields__:  # type: ignore[attr-defined]
        if name not in hidden:
            object.__setattr__(copy, name, getattr(piece, name))
    object.__setattr__(copy, "hidden", hidden)
    return copy


class Asks(Value, frozen=True):
    """Facts that the table must tell now. moment: why, as the game names it; facts: (piece, fact) pairs;
    needed: those that cannot be left open; holder: the seat that has the pieces in hand."""

    moment: str
    facts: tuple[tuple[str, str], ...]
    needed: tuple[tuple[str, str], ...] = ()
    holder: int | None = None
