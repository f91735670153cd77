"""The additions of a game to its lesson files: conditions about its state, places and lamps, set-up tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.games.contract.asked_ahead import AskedAhead
from companion.games.contract.place import Spot
from companion.games.contract.state import SeenState, State


@dataclass(frozen=True, slots=True)
class SetUpTask:
    """One thing to lay out before the game begins.

    id: the same in every language. words: what to do, a sentence or two. picture: the name of an icon.
    seat: whose own area it concerns; None: anybody may do it. lies: (tile, spot) of tagged pieces that must
    be seen there; away: tags that must not be seen on the table (of what belongs into a bag, or lies with
    its other side up); a task with neither is checked off by touch. page: of the rulebook. stickers: which
    stickers its pieces have, said only where a camera looks at them.
    """

    id: str
    words: str
    picture: str = ""
    seat: int | None = None
    lies: tuple[tuple[str, Spot], ...] = ()
    away: frozenset[str] = frozenset()
    page: int = 0
    stickers: str = ""


class Lessons(Protocol[SeenState]):
    """What the files in the game's folder `lessons` refer to (docs/lessons.md). Pure, as the game is."""

    @property
    def signs(self) -> tuple[str, ...]:
        """The names that `sign` knows."""

    @property
    def points(self) -> tuple[str, ...]:
        """The names of what a lesson can point at, on the pages and by light."""

    def sign(self, state: SeenState, player: int, name: str) -> bool:
        """Whether a named condition holds for a player, of what `state`, a view, lets be known."""

    def lamps(self, state: SeenState, player: int, point: str) -> tuple[tuple[str, int], ...]:
        """The lamps beside what a lesson for this player points at: (segment, place from 0)."""

    def set_up(self, state: SeenState) -> tuple[SetUpTask, ...]:
        """What to lay out before the first decision, in the order in which it is best done."""


@runtime_checkable
class AskingLessons(Protocol[SeenState]):
    """Lessons that also ask ahead; a game whose lessons do not is taught without it."""

    def ask_ahead(self, state: SeenState, player: int) -> tuple[AskedAhead, ...]:
        """What this player can be asked now about what is still to come, of what lies open to all."""


class NoLessons:
    """A game whose lesson files, if it has any, need nothing of their own."""

    signs: tuple[str, ...] = ()
    points: tuple[str, ...] = ()

    def sign(self, state: State, player: int, name: str) -> bool:
        return False

    def lamps(self, state: State, player: int, point: str) -> tuple[tuple[str, int], ...]:
        return ()

    def set_up(self, state: State) -> tuple[SetUpTask, ...]:
        return ()


NO_LESSONS = NoLessons()
