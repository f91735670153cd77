"""The score: chips, cards and the twelve 6-cost developments, each point with its card (p. 7, 12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.contract import ScoreLine, ScoreSheet, Tally, Term, ranked
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.conditions import GOOD, THREE_VP, TOTAL_MILITARY
from companion.games.race_for_the_galaxy.cards.printed_worth import BONUS, VP
from companion.games.race_for_the_galaxy.rules.abilities import military
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _, marked

CHIPS, WORLDS = marked("VP chips"), marked("Worlds")
DEVELOPMENTS = marked("Developments")
"""The sources of points; besides, each 6-cost development is a source by its name."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What counts at the end of the game. cards: ids in the tableau; goods: how many lie on worlds."""

    name: str
    chips: int
    hand: int
    goods: int
    cards: tuple[str, ...]


def score(state: State) -> ScoreSheet:
    """The result when the game is over; before, the standing."""
    return sheet(state.catalogue, [finished(state, seat) for seat in range(len(state.empires))], state.over)


def finished(state: State, seat: int) -> Finished:
    empire = state.empires[seat]
    cards = tuple(held.card for held in empire.tableau)
    return Finished(empire.name, empire.chips, empire.hand, len(empire.goods), cards)


def sheet(catalogue: Catalogue, players: Sequence[Finished], final: bool = True) -> ScoreSheet:
    """The score in seat order. A tie goes to the most cards in hand and goods, else it is shared (p. 7)."""
    lines = [tuple(player_lines(catalogue, player)) for player in players]
    wealth = [(player.hand + player.goods,) for player in players]
    return ranked([player.name for player in players], lines, wealth, _wealth, final)


def player_lines(catalogue: Catalogue, player: Finished) -> Iterator[ScoreLine]:
    cards = [catalogue[id] for id in player.cards]
    yield ScoreLine(CHIPS, Tally(_(CHIPS), (Term(_("VP in chips"), player.chips),)))
    for source, worlds in ((WORLDS, True), (DEVELOPMENTS, False)):
        printed = tuple(printed_vp(card) for card in cards if card.world == worlds and not card.variable)
        if printed:
            yield ScoreLine(source, Tally(_(source), printed))
    for card in cards:
        if card.variable:
            terms = tuple(_terms(catalogue, card, cards, player))
            if BONUS in card.untold:
                terms = (*terms, Term(_("what it counts is not known yet"), 0, card.id))
            yield ScoreLine(card.name, Tally(card.name, terms))


def printed_vp(card: Card) -> Term:
    if VP in card.untold:
        return Term(_("{card}: VP not known yet", card=card.name), 0, card.id)
    return Term(card.name, card.vp, card.id)


def _terms(catalogue: Catalogue, own: Card, cards: Sequence[Card], player: Finished) -> Iterator[Term]:
    """The terms of one 6-cost development: a card counts for one of its conditions only, the best."""
    on_cards = [one for one in own.conditions if one.on_cards]
    for card in cards:
        fitting = [one for one in on_cards if one.fits(card)]
        if fitting:
            best = max(fitting, key=lambda one: one.vp)
            yield Term(best.assigned(card), best.vp, card.id)
    for one in own.conditions:
        if one.per == THREE_VP:
            yield Term(one.counted_words(player.chips), one.vp * (player.chips // 3), own.id)
        elif one.per == TOTAL_MILITARY:
            strength = military(catalogue, player.cards)
            yield Term(one.counted_words(strength), one.vp * strength, own.id)
        elif one.per == GOOD:
            yield Term(one.counted_words(player.goods), one.vp * player.goods, own.id)


def six_cost_vp(state: State, seat: int, card: Card) -> int:
    """What a 6-cost development would score for this player now, were it in the tableau."""
    player = finished(state, seat)
    cards = [state.card(id) for id in player.cards]
    if card.id not in player.cards:
        cards.append(card)
    return sum(term.value for term in _terms(state.catalogue, card, cards, player))


def _wealth(at: int, number: int) -> str:
    return _("{number} in cards and goods", number=number)
