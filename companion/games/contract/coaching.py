"""What a game provides for the coach's search over its public interface (`companion/coach`)."""

from __future__ import annotations

from random import Random
from typing import Protocol

from companion.games.contract.decisions import Decision
from companion.games.contract.state import S


class Coaching(Protocol[S]):
    """Pure, as the game is. A game without it has no coach, and everything else works."""

    plays_on: str
    """Name of the `players` entry that plays all seats in simulations: fast, and better than random."""
    checks_with: tuple[str, ...]
    """Names of other `players` entries, better than random: they play whole games on, to check what a search
    claims."""

    def possible(self, state: S, player: int, rng: Random) -> S:
        """A complete state that agrees with a player's `view`; hidden parts are dealt at random."""

    def round_begun(self, state: S) -> int | None:
        """The round that is about to begin, when `prospects` may be called; None: within a round."""

    def prospects(self, state: S) -> tuple[float, ...]:
        """The points that each seat may expect at the end, by seat; after the end, the score."""

    judges_chances: bool
    """Whether the game judges who wins by more than the points that it promises."""

    def chances(self, state: S) -> tuple[float, ...] | None:
        """Each seat's chance to win (their sum is 1), within a round too; None: this state cannot be judged.
        Asked for only where the game `judges_chances`."""

    def told_chances(self, chances: tuple[float, ...]) -> tuple[float, ...]:
        """The same as people are told them: as often as they come true where play wavers as people's does. A
        search weighs `chances`."""

    def doubt(self, state: S) -> float:
        """How far the lead that `prospects` promises may be off, in VP, as a standard deviation; after the
        end 0."""

    def lamps(self, state: S, decision: Decision) -> tuple[tuple[str, int], ...]:
        """The lamps beside what an answer chooses, each as (segment, place from 0): they show help."""
