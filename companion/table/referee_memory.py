"""What the referee has in memory between two looks at the table, and what it decides to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.contract import Decision, Difference, Explanation, Spot
from companion.table.early import Early
from companion.table.referee_view import Disagreement, Proposal
from companion.table.slides import Slides

Differences = tuple[Difference, ...]


TileSpots = frozenset[tuple[str, Spot | None]]
"""Tiles with the places where they were seen."""


@dataclass(frozen=True)
class Sightings:
    """Where tiles were seen. latest: at the last look; agreed: where each last lay as the tracker had it.

    moved: tiles seen elsewhere since. laid: how often each had been laid down by entry `entry`. started:
    there has been a look with a zone in view.
    """

    latest: Mapping[str, Spot] = field(default_factory=dict)
    agreed: Mapping[str, Spot] = field(default_factory=dict)
    moved: frozenset[str] = frozenset()
    laid: Mapping[str, int] = field(default_factory=dict)
    entry: int = 0
    started: bool = False


@dataclass(frozen=True)
class GameAnswer:
    """The game's explanation of differences. about: the entry's number, what people moved, and what they have
    not moved yet; harmless: the tiles of the latter that may lie as they do."""

    about: tuple[int, Differences, Differences] | None = None
    explained: Explanation = field(default_factory=Explanation)
    harmless: frozenset[str] = frozenset()


@dataclass(frozen=True)
class EarlyAnswer:
    """The moves made before their turn. about: the entry's number, and what no decision explains."""

    about: tuple[int, Differences] | None = None
    moves: tuple[Early, ...] = ()


@dataclass(frozen=True)
class Proposals:
    """open: the proposal now; count: how many there were. held: the id of the one that a person touched.

    dismissed: entry, decisions and tiles of the one that a person turned down. strangers: tiles that lie
    where one looks like them, and are it not, as a person has said.
    """

    open: Proposal | None = None
    count: int = 0
    held: str | None = None
    dismissed: tuple[int, tuple[Decision, ...], TileSpots] | None = None
    strangers: TileSpots = frozenset()


@dataclass(frozen=True)
class Unexplained:
    """Tiles that no decision explains, and since when. disagreement: what is said of them, once it is."""

    spots: TileSpots = frozenset()
    since: float = 0.0
    disagreement: Disagreement | None = None


@dataclass(frozen=True)
class Committed:
    """The camera's last decision: its entry, the time, and where its tiles lay by the tracker before it."""

    number: int
    at: float
    before: Mapping[str, Spot | None]


@dataclass(frozen=True)
class RefereeMemory:
    """What the referee remembers. alike: where tiles lie by their look alone, and the game's explanation of
    these (by_look). trouble: why a decision could not be written down. early: what was moved before its turn.
    blind_since: when the camera began to see nothing; None: it sees something. came_back: it had seen nothing
    for long, and since then the table lies otherwise. slides: what hands slid out of its place."""

    sightings: Sightings = field(default_factory=Sightings)
    answer: GameAnswer = field(default_factory=GameAnswer)
    alike: Mapping[str, Spot] = field(default_factory=dict)
    by_look: GameAnswer = field(default_factory=GameAnswer)
    proposals: Proposals = field(default_factory=Proposals)
    unexplained: Unexplained = field(default_factory=Unexplained)
    committed: Committed | None = None
    trouble: str = ""
    early: EarlyAnswer = field(default_factory=EarlyAnswer)
    blind_since: float | None = None
    came_back: bool = False
    slides: Slides = field(default_factory=Slides)


@dataclass(frozen=True)
class RefereeAction:
    """What the referee does next: submit the proposal's option, or (None) take its last decision back."""

    proposal: Proposal | None


def without_texts(memory: RefereeMemory) -> RefereeMemory:
    """The memory without its texts, so that the next judgement makes them in the current language."""
    unexplained, old = memory.unexplained, memory.unexplained.disagreement
    if old is not None:
        unexplained = replace(unexplained, disagreement=replace(old, differences=()))
    return replace(
        memory,
        answer=replace(memory.answer, about=None),
        by_look=replace(memory.by_look, about=None),
        unexplained=unexplained,
    )
