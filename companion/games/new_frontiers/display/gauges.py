"""Progress of the game towards each of its four ends (rulebook p. 9), for the pages, with the reasons."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Tally, Term
from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.endings import (
    EMPTY_POOL,
    FEW_COLONISTS,
    FULL_EMPIRE,
    FULL_MAT,
    MAT_SPACES,
    MAX_COLONIES,
    MIN_COLONISTS,
)
from companion.games.new_frontiers.rules.setup import CHIPS_A_PLAYER
from companion.games.new_frontiers.rules.state import Empire, State
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.wording.names import called
from companion.translation import _

_ICONS = {"chips": "vp", "colonists": "colonist", "colonies": "world", "developments": "development"}
NEAR_END_SHARE = 0.75
"""From this part of the way to an end, the page marks it."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """One end. now: the number that counts; whole: what its bar is full at; end: at which number the game
    ends, below `whole` for what is used up, above for what grows; met: the rules say so; nearest: the seat
    of the empire that is nearest to it, or None."""

    name: str
    title: str
    now: Tally
    whole: int
    end: int
    met: bool
    sentence: str
    nearest: int | None = None

    @property
    def grows(self) -> bool:
        return self.end > self.whole

    @property
    def part(self) -> float:
        """Of the bar that is filled, 0 to 1: the number's own part, so that bar and number agree."""
        return min(max(self.now.total / self.whole, 0.0), 1.0)

    @property
    def mark(self) -> float:
        """Where on the bar the end lies: 0 and 1 are its ends."""
        return min(self.end / self.whole, 1.0)

    @property
    def near(self) -> bool:
        begin = 0 if self.grows else self.whole
        return (self.now.total - begin) / (self.end - begin) > NEAR_END_SHARE

    @property
    def icon(self) -> str:
        return _ICONS[self.name]

    @property
    def state(self) -> str:
        """How far it is, in words, once that matters."""
        return _("end reached") if self.met else _("end near") if self.near else ""

    @property
    def attributes(self) -> dict[str, str]:
        """Of its element, for the style sheet."""
        return {"data-met": ""} if self.met else {"data-near": ""} if self.near else {}

    @property
    def marked(self) -> bool:
        """The end lies on the bar, not at one of its ends."""
        return 0 < self.mark < 1

    @property
    def style(self) -> str:
        """Of its bar."""
        return f"--part:{self.part:.2f}" + (f";--mark:{self.mark:.2f}" if self.marked else "")


def covered_spaces(catalogue: Catalogue, empire: Empire) -> Tally:
    """The mat spaces that its developments cover."""
    tiles = (catalogue.developments[id] for id in empire.developments if id in catalogue)
    return Tally(_("spaces covered"), tuple(Term(called(tile), tile.spaces, tile.id) for tile in tiles))


def gauges(state: State) -> tuple[Gauge, ...]:
    """The four ends. Among equals the first in seat order is the nearest."""
    start = CHIPS_A_PLAYER * len(state.empires)
    spaces = [covered_spaces(state.catalogue, empire) for empire in state.empires]
    builder = max(range(len(spaces)), key=lambda seat: spaces[seat].total)
    settler = max(range(len(spaces)), key=lambda seat: len(state.empires[seat].colonies))
    colonies = state.empires[settler].colonies
    names = ((tile_called(state, colony.world), colony.world) for colony in colonies)
    left, vp = state.supply.colonists, state.supply.vp
    return (
        Gauge(
            "chips",
            _("Chips left"),
            _left(_("VP chips left"), start, vp),
            start,
            0,
            EMPTY_POOL in state.endings,
            _("The game ends when the first VP chips are all taken."),
        ),
        Gauge(
            "colonists",
            _("Colonists left"),
            _left(_("colonists left"), start, left),
            start,
            MIN_COLONISTS - 1,
            FEW_COLONISTS in state.endings,
            _("The game ends when fewer than 5 colonists are left after a Settle."),
        ),
        Gauge(
            "colonies",
            _("Colonies"),
            Tally(_("colonies"), tuple(Term(name, 1, id) for name, id in names)),
            MAX_COLONIES,
            MAX_COLONIES + 1,
            FULL_EMPIRE in state.endings,
            _("The game ends when an empire has more than 7 colonies after a Settle."),
            settler,
        ),
        Gauge(
            "developments",
            _("Spaces"),
            spaces[builder],
            MAT_SPACES,
            MAT_SPACES + 1,
            FULL_MAT in state.endings,
            _("The game ends when an empire's developments cover more than 10 spaces after a Develop."),
            builder,
        ),
    )


def _left(label: str, start: int, left: int) -> Tally:
    return Tally(label, (Term(_("at the start"), start), Term(_("taken"), left - start)))
