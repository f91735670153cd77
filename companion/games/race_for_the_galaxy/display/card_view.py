"""A card as a page shows it: in a tableau, and as an answer with its price."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import AnswerView, Tally
from companion.games.race_for_the_galaxy.cards.card_words import caption, open_phases, power_words
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.load import further_start
from companion.games.race_for_the_galaxy.drawing.card_svg import card_svg
from companion.games.race_for_the_galaxy.rules.ways import conquers
from companion.games.race_for_the_galaxy.wording.names import NUMERALS, kind_name
from companion.translation import _


@dataclass(frozen=True, slots=True)
class CardView:
    """A card. what: a line; powers: (numeral of the phase, words); good: the kind on it, or "".

    told: people tell what it says.
    """

    id: str
    name: str
    what: str
    powers: tuple[tuple[str, str], ...]
    good: str = ""
    new: bool = False
    unverified: bool = False
    told: bool = False

    @property
    def said(self) -> str:
        """It in a line, for screen readers."""
        good = ", " + _("good: {kind}", kind=self.good) if self.good else ""
        return f"{self.name}, {self.what}{good}"


def card_view(card: Card, good: bool = False, new: bool = False) -> CardView:
    powers = tuple((NUMERALS[phase], words) for phase, words in power_words(card))
    powers += tuple((NUMERALS[phase], _("not known yet")) for phase in open_phases(card))
    kind = kind_name(card.kind) if good and card.kind else ""
    told = card.further or further_start(card)
    return CardView(card.id, card.name, caption(card), powers, kind, new, not card.verified, told)


def searched_words(card: Card) -> str:
    """All that a card is found by where people type letters."""
    return f"{card.name} {card.id} {caption(card)}".lower()


def card_answer(card: Card, why: tuple[Tally, ...] = (), sign: str = "") -> AnswerView:
    """An answer of which its card's name is all that need be read, since the question says what is done.
    why: the numbers of its price; sign: before what it brings."""
    view = card_view(card)
    lines = tuple((f'<b class="numeral">{numeral}</b>', words) for numeral, words in view.powers)
    price, was, paid = _price(card, why, sign)
    return AnswerView(card_svg(card), "", "", view.name, view.what, lines, price, was, paid)


def _price(card: Card, why: tuple[Tally, ...], sign: str) -> tuple[str, str, str]:
    """What a card costs or a sale brings, what it did before powers, and the icon of what that is."""
    if not why or not why[0].terms:
        return "", "", ""
    tally = why[0]
    if conquers(tally, card):
        return f"{tally.total}/{card.cost}", "", "military"
    before = tally.terms[0].value
    return f"{sign}{tally.total}", "" if before == tally.total else f"{sign}{before}", "hand"
