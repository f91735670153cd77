"""What is printed on the cards, phase by phase: each icon with its words, and a card that has it.

At a table an example lies there, if one does: whoever asks can look at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields

from companion.games.contract import PrintedSign, PrintedSigns
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.powers import Power
from companion.games.race_for_the_galaxy.drawing import printed_signs as drawn
from companion.games.race_for_the_galaxy.drawing.card_svg import POWER_ORDER
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.wording.names import NUMERALS, phase_name
from companion.translation import _


def glossary(catalogue: Catalogue, state: State | None) -> tuple[PrintedSigns, ...]:
    """The shapes first, then the powers of each phase. state: of a table, or None."""
    cards = tuple(_by_nearness(catalogue, state))
    phases = (
        PrintedSigns(f"{NUMERALS[phase]} {_phase_title(phase)}", tuple(_powers(phase, cards, state)))
        for phase in POWER_ORDER
    )
    return (PrintedSigns(_("On every card"), tuple(_shapes(cards, state))), *phases)


def _phase_title(phase: str) -> str:
    return _("Trade") if phase == "trade" else phase_name(phase)


def _by_nearness(catalogue: Catalogue, state: State | None) -> Iterator[Card]:
    """The cards of which all is told, those that lie at the table first."""
    lying: Iterable[Card] = ()
    if state is not None:
        lying = (state.card(held.card) for empire in state.empires for held in empire.tableau)
    yield from (card for card in (*lying, *catalogue) if not card.untold)


def _shapes(cards: tuple[Card, ...], state: State | None) -> Iterator[PrintedSign]:
    development = next(card for card in cards if card.development and not card.variable)
    large = next(card for card in cards if card.variable)
    world = next(card for card in cards if card.world and not card.military)
    military = next(card for card in cards if card.military)
    production = next(card for card in cards if card.kind is not None and not card.windfall)
    windfall = next(card for card in cards if card.kind is not None and card.windfall)
    for shape, words, card in (
        (drawn.diamond(str(development.cost)), _("A diamond with its cost: a development."), development),
        (drawn.circle(str(world.cost)), _("A circle with its cost: a world that is paid for."), world),
        (
            drawn.circle(str(military.cost), military=True),
            _("A red double circle with its defense: a military world."),
            military,
        ),
        (drawn.disc(production.kind), _("A filled circle: it produces goods of that kind."), production),
        (drawn.ring(windfall.kind), _("A ring of colour: a windfall, one good when it is placed."), windfall),
        (drawn.hexagon("?"), _("A hexagon: its VP; a question mark is counted at the end."), large),
    ):
        yield PrintedSign(drawn.row(shape), words, _example(card, state))


def _powers(phase: str, cards: tuple[Card, ...], state: State | None) -> Iterator[PrintedSign]:
    """Each form of power once, by the first card that has it."""
    shown: set[tuple[object, ...]] = set()
    for card in cards:
        for power in card.powers:
            svg = drawn.power_svg(power) if power.phase == phase else ""
            if svg and (form := _form(power)) not in shown:
                shown.add(form)
                words = power.words()
                yield PrintedSign(svg, words[:1].upper() + words[1:] + ".", _example(card, state))


def _form(power: Power) -> tuple[object, ...]:
    """What makes one icon another than in its numbers and its kind."""
    values = (getattr(power, one.name) for one in fields(power))
    return (type(power), *(value if isinstance(value, bool) else bool(value) for value in values))


def _example(card: Card, state: State | None) -> str:
    for empire in () if state is None else state.empires:
        if any(state.card(held.card).key == card.key for held in empire.tableau if state is not None):
            return _("Here: {card}, before {player}.", card=card.name, player=empire.name)
    return _("As on {card}.", card=card.name)
