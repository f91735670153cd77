"""Optional capabilities of a game, each a small object on it. Pure, as the game is.

`Game` has one attribute for each. What a game leaves out of a capability that it derives does nothing; a game
without tracking, lights or display has an object that leaves out all (`NO_TRACKING`, `NO_LIGHTS`,
`NO_DISPLAY`), the other attributes are None then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Protocol, TypeVar

from companion.games.contract.decisions import Decision, Json
from companion.games.contract.light import LightPicture, Segment
from companion.games.contract.looks import Looks
from companion.games.contract.own_hand import Choice
from companion.games.contract.page import Page
from companion.games.contract.place import Difference, Explanation, Spot, TablePlan, TileInfo
from companion.games.contract.questions import Option, Question
from companion.games.contract.score import WhatIf
from companion.games.contract.setup import Setup
from companion.games.contract.state import SeenState, State
from companion.games.contract.untracked import FinalBook, Part

Hands = TypeVar("Hands")
"""What a dealer needs to know: a frozen value that only the dealer looks into."""


class Tracking(Protocol[SeenState]):
    """Following tagged pieces on the table."""

    def plan(self, players: int) -> TablePlan:
        return TablePlan()

    def layout(self, state: SeenState) -> Mapping[str, Spot]:
        """Where every tagged piece that lies on the table should lie, by the piece's tag without prefix."""
        return {}

    def goods(self, state: SeenState) -> Mapping[str, str | None]:
        """The tiles on the table that may hold a good, with the kind of the good on each; None: no good."""
        return {}

    def slid(self, state: SeenState) -> Mapping[str, bool]:
        """The pieces that hands slide out of their place to say what is done, and whether each is out."""
        return {}

    def slides(self, decision: Decision) -> str:
        """Which of them is slid out with this decision; "": none."""
        return ""

    def copies(self, state: SeenState) -> Mapping[str, frozenset[str]]:
        """The players' areas with a piece whose tag others carry, too (`TileInfo.copies`), by the tag."""
        return {}

    def explain(self, state: SeenState, differences: tuple[Difference, ...]) -> Explanation:
        return Explanation()

    def tile(self, tile: str) -> TileInfo | None:
        return None

    def tiles(self) -> tuple[TileInfo, ...]:
        return ()

    def drawing(self, tile: str, face: str) -> str:
        """A tile's face for a table that is drawn: an SVG that stands alone, "" where there is none."""
        return ""


class Lights(Protocol[SeenState]):
    """Lamps on the table."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return ()

    def light(self, state: SeenState) -> LightPicture:
        return LightPicture(())


class Untracked(Protocol):
    """Scoring a table that was not tracked. A game derives its own: by itself, no photo shows a piece."""

    def score_request(self, request: Json) -> dict[str, Json]:
        """The sheet for a score request (docs/score-request.md). Raises Illegal."""

    def final(self) -> FinalBook:
        """For scoring from photos and by touch, tile by tile."""

    def by_numbers(self) -> FinalBook:
        """For scoring by numbers that people count, of any box, known or not."""
        return self.final()

    def part(self, tile: str, face: str) -> Part | None:
        """What the tile that a tag names is at the end of the game; None: no tile of this copy. A front of
        `looks` is asked for by its id, without a face."""
        return None

    def looks(self) -> Looks | None:
        """Pieces that photos may show without tags; None: there are none."""
        return None


class WhatIfs(Protocol[SeenState]):
    """Changes that would have altered the result."""

    def what_ifs(self, state: SeenState, player: int) -> Iterable[Iterable[WhatIf]]:
        """Things this player might have had in addition at the end; of each kind, the smallest number
        first."""


class Display(Protocol[SeenState]):
    """The game's own pages, and what describes a finished play."""

    def page(self, state: SeenState, player: int | None) -> Page:
        """The `page` of the templates for a `view`; player None: the shared tablet."""
        return Page()

    def starts(self, state: SeenState) -> int | None:
        """The seat that began the game; None: the game does not know of one."""
        return None

    def owned(self, state: SeenState, player: int) -> Mapping[str, tuple[str, ...]]:
        """What a player has that distinguishes one play from another: names by heading ("Developments")."""
        return {}

    def art(self, owned: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """Drawings of what a player had (`owned`, as kept), for the picture of a result: SVG within 100 units
        each way, of circles, ellipses and paths with direct colours. None: there is no such art."""
        return ()

    def named(self, name: str) -> str:
        """One of these names, or of the names in the box, in the current language: a printed name is the
        same in all of them."""
        return name


class Timing(Protocol[SeenState]):
    """Time-outs and answers of an expired clock."""

    def run_out(self, state: SeenState, question: Question) -> Decision | None:
        """The answer that counts when a question's time is over; None: it stays open."""

    def time_outs(self, state: SeenState, player: int) -> int:
        """How many time-outs this seat has at the start of the game."""


class Dealer(Protocol[SeenState, Hands]):
    """The physical cards that the tracker never sees, played for computer players, simulation, the demo and
    the coach's search."""

    beyond_hand: tuple[str, ...]
    """The kinds of questions that other cards than those in hand answer: nobody can advise on them who knows
    the hand alone."""

    def deal(self, state: SeenState, rng: Random) -> Hands:
        """The hands and decks behind a new game's state."""

    def deal_around(self, state: SeenState, player: int, hand: tuple[str, ...], rng: Random) -> Hands:
        """Hands and decks that are possible where this player holds these cards, each an id, or the name of
        its front (`OwnHand`) for any copy of it; all others are dealt by chance."""

    def hand(self, hands: Hands, player: int) -> tuple[str, ...]:
        """What a player holds."""

    def options(self, hands: Hands, state: SeenState, question: Question) -> tuple[Option, ...]:
        """Those of the legal answers to a player's question that can be given with the cards held; never
        empty."""

    def follow(
        self, hands: Hands, before: SeenState, decision: Decision, after: SeenState, rng: Random
    ) -> Hands:
        """The hands and decks after a decision that led from one state to the next. Where a player chooses,
        they wait for it (`choice`), and with them all that comes after; another decision than that choice
        leaves it to the dealer."""

    # --- whose cards go and stay: the dealer chooses for everybody but who is named here

    def choosing(self, setup: Setup, player: int) -> Setup:
        """The setup of a table at which this player chooses, beside those who do already."""

    def chooses(self, state: SeenState, player: int) -> bool:
        """Whether this player does."""

    def choice(self, hands: Hands, state: SeenState) -> Choice | None:
        """What is to be chosen before anything else; None: nothing."""

    def chosen(self, choice: Choice, cards: tuple[str, ...]) -> Decision:
        """The decision that says it: of a table's journal, and without any effect on the state's counts."""


class NoTracking(Tracking[State]):
    """A game without tagged pieces."""


class NoLights(Lights[State]):
    """A game that lights no lamps."""


class NoDisplay(Display[State]):
    """A game without pages of its own; pages show its questions and facts only."""


NO_DISPLAY = NoDisplay()
NO_TRACKING = NoTracking()
NO_LIGHTS = NoLights()
