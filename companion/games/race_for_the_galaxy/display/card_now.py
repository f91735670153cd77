"""A card in this position: what its powers do, its good, what it would score; of one in hand, its price."""

from __future__ import annotations

from companion.games.contract import TileNow
from companion.games.race_for_the_galaxy.cards.card_words import power_words
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.rules import placing, scoring
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.games.race_for_the_galaxy.rules.not_placed import refusal, remedy
from companion.games.race_for_the_galaxy.rules.state import Held, State
from companion.translation import _


def card_now(state: State, id: str, player: int | None = None) -> TileNow:
    """player: who asks about a card that may be in hand; None: nobody who could place it. Of a card with a
    copy in a tableau, that copy."""
    rules, state = state, state.shown
    lying = _lying(state, id)
    if lying is not None:
        return TileNow(_in_tableau(state, *lying))
    card = state.catalogue.cards.get(id)
    if card is None or player is None or state.over or state.at < 0:
        return TileNow()
    return _in_hand(rules, card, player)


def _lying(state: State, id: str) -> tuple[int, Held] | None:
    """The seat and the card, or else another copy of it."""
    all_held = [(seat, held) for seat, empire in enumerate(state.empires) for held in empire.tableau]
    exact = next((found for found in all_held if found[1].card == id), None)
    if exact is not None or id not in state.catalogue:
        return exact
    key = state.card(id).key
    return next((found for found in all_held if state.card(found[1].card).key == key), None)


def _in_tableau(state: State, seat: int, held: Held) -> tuple[str, ...]:
    card = state.card(held.card)
    sentences = []
    if held.new:
        words = _(
            "{player} has just placed it: its powers count from the next phase on.",
            player=state.empires[seat].name,
        )
        sentences.append(words)
    else:
        for phase, power in power_words(card):
            now = _is_now(state, phase)
            sentences.append(
                _("Counts now: {power}.", power=power)
                if now
                else _("Not in this phase: {power}.", power=power)
            )
    if held.good:
        sentences.append(_("A good lies on it."))
    elif card.kind is not None:
        sentences.append(_("It has no good."))
    if card.variable:
        vp = scoring.six_cost_vp(state, seat, card)
        sentences.append(_("It would score {number} VP now.", number=vp))
    return tuple(sentences)


def _is_now(state: State, phase: str) -> bool:
    return state.phase == ("consume" if phase == "trade" else phase)


def _in_hand(state: State, card: Card, player: int) -> TileNow:
    """Whether this player could place it in the phase being done, at what price, or why not."""
    if state.phase != ("settle" if card.world else "develop"):
        words = _("It can be placed in Settle.") if card.world else _("It can be placed in Develop.")
        return TileNow((words,))
    if not state.empires[player].hand or state.asks:
        return TileNow()
    if not card.priced:
        return TileNow((_("What it costs is asked when it is turned up."),))
    why, refused = placing.placement_numbers(state, player, card, prices(state, player))
    if not refused:
        return TileNow((_("{player} could place it now.", player=state.empires[player].name),), why)
    sentences = (refusal(state, player, card, why), remedy(state, player, card, why))
    return TileNow(tuple(sentence for sentence in sentences if sentence), why)
