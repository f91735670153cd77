"""What a page shows of a catching up: the next question, the proposal, or what cannot be; in words.

Each answer to choose from carries what is told with it. `next_page` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Difference, Fact, Json

AT_A_GLANCE = 8
"""So many answers are shown at once; more are folded away, or a list that opens."""


@dataclass(frozen=True)
class Choice:
    """An answer, and what is told with it. player: whose it is; None: nobody's in particular. decisions: all
    that is entered with it; none: more is asked or proposed then."""

    words: str
    told: Json
    player: int | None = None
    decisions: tuple[Json, ...] = ()


@dataclass(frozen=True)
class RowShown:
    """Something that is asked. choices: its answers. fact: it is answered by a number. likely: the place of
    the answer that is chosen beforehand."""

    words: str
    player: int | None = None
    choices: tuple[Choice, ...] = ()
    fact: Fact | None = None
    likely: int | None = None


@dataclass(frozen=True)
class AskedShown:
    """A question. where: at what moment of the game; likely, others: its answers. rows: several are asked
    together, or a number, and each answer of theirs carries only what it tells. told: so far; unknown: what
    is told if nobody can say; nobody: that, in words. whole: each answer enters all that was done; certain:
    what of it is the same with each. astray: pieces that lie where no way found so far brings them."""

    words: str
    where: str
    likely: tuple[Choice, ...]
    others: tuple[Choice, ...]
    told: Json
    unknown: Json
    rows: tuple[RowShown, ...] = ()
    nobody: str = ""
    whole: bool = False
    certain: tuple[StepShown, ...] = ()
    astray: tuple[Difference, ...] = ()

    @property
    def chosen(self) -> bool:
        """Whether answers are chosen beforehand."""
        return any(row.likely is not None for row in self.rows)


@dataclass(frozen=True)
class StepShown:
    """A step of a proposal; others: what it may have been instead. unseen: the names of pieces that it draws,
    and that went back before somebody saw them."""

    words: str
    player: int | None
    others: tuple[Choice, ...] = ()
    unseen: str = ""


@dataclass(frozen=True)
class ProposedShown:
    """What was done meanwhile. numbers: (what, before, now) of those that changed. decisions: as they are
    entered; asked: what is asked then. stuck: that is told first, before what follows can be found."""

    steps: tuple[StepShown, ...]
    numbers: tuple[tuple[str, str, str], ...]
    decisions: tuple[Json, ...]
    asked: tuple[str, ...]
    stuck: bool


@dataclass(frozen=True)
class FailedShown:
    """No history agrees; cut_short: of those that were looked at, and there are others. stuck: some lead to
    what a search does not find. doubted: what was told, or slid, and may be wrong, each with what is told
    without it; paths: of its facts. apart: the pieces that lie otherwise than in the nearest history."""

    doubted: tuple[Choice, ...]
    paths: tuple[str, ...]
    apart: tuple[Difference, ...]
    stuck: bool
    cut_short: bool


@dataclass(frozen=True)
class LookingShown:
    """Nothing is found yet that could be asked or proposed. told: so far."""

    told: Json


Shown = AskedShown | ProposedShown | FailedShown | LookingShown
