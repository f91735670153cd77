"""Explains the signs on drawn cards and the lamps, for the legend page."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Light
from companion.games.race_for_the_galaxy.cards.powers import KINDS, PRICES
from companion.games.race_for_the_galaxy.drawing.card_svg import KIND_COLOURS
from companion.games.race_for_the_galaxy.rules.state import ACTIONS, PHASES
from companion.games.race_for_the_galaxy.tracking import lights
from companion.games.race_for_the_galaxy.wording.names import (
    ACTION_BONUSES,
    KIND_LETTERS,
    NUMERALS,
    action_name,
    kind_name,
    phase_name,
)
from companion.translation import _


@dataclass(frozen=True, slots=True)
class Meaning:
    """A lamp and what it says. where: "tiles" or "track"."""

    where: str
    light: Light
    words: str


def kinds() -> tuple[tuple[str, str, str, int], ...]:
    """(letter, name, colour, price in cards) of each kind of good."""
    return tuple((_(KIND_LETTERS[kind]), kind_name(kind), KIND_COLOURS[kind], PRICES[kind]) for kind in KINDS)


def phases() -> tuple[tuple[str, str], ...]:
    """(numeral, name) of each phase."""
    return tuple((NUMERALS[phase], phase_name(phase)) for phase in PHASES)


def actions() -> tuple[tuple[str, str], ...]:
    """(name, bonus) of each action card."""
    return tuple((action_name(action), _(ACTION_BONUSES[action])) for action in ACTIONS)


def shapes() -> tuple[tuple[str, str], ...]:
    """(sign, words) of what is drawn on a card."""
    return (
        ("◇", _("A diamond with its cost: a development.")),
        ("○", _("A circle with its cost: a world that is paid for.")),
        ("◎", _("A red double circle with its defense: a military world.")),
        ("●", _("A filled circle: it produces goods of that kind.")),
        ("◌", _("A ring of colour: a windfall, one good when it is placed.")),
        ("⬡", _("A hexagon: its VP; a question mark is counted at the end.")),
    )


def lamps() -> tuple[Meaning, ...]:
    return (
        Meaning("tiles", lights.CHOOSING, _("everybody chooses an action card")),
        Meaning("tiles", lights.CHOSEN, _("a phase that was chosen and is still to come")),
        Meaning("tiles", lights.NOW, _("the phase that goes on")),
        Meaning("tiles", lights.DONE, _("a phase that is over")),
        Meaning("tiles", lights.LAST_ROUND, _("the round's end: it is the last round")),
        Meaning("track", Light("white", "steady", lights.BRIGHT), _("the table waits for this player")),
        Meaning("track", Light("white", "steady", lights.FAINT), _("this player is done")),
    )
