"""The forms in which people tell what is printed on a card of an expansion, and what they told, in words."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Asks, Telling, told_words
from companion.games.contract.score import ranges_words
from companion.games.contract.told import Told
from companion.games.race_for_the_galaxy.cards.catalogue import Card, printed_on
from companion.games.race_for_the_galaxy.cards.printed_worth import EVERY_POWER, POWERS, VP, phase_words
from companion.games.race_for_the_galaxy.rules.scoring import score
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _


def fact_words(card: Card, fact: str) -> str:
    """What people call a fact of a card."""
    return printed_on(card).row(fact).words(card)


def question_words(state: State, asks: Asks) -> str:
    cards = tuple(dict.fromkeys(card for card, _fact in asks.facts))
    if asks.moment == "score":
        return _("Before the sum: what we do not know yet")
    card = state.card(cards[0]).name
    if asks.moment == "phase":
        acts = POWERS[asks.facts[0][1]]
        phase = phase_words(acts)
        if len(cards) == 1 and any(power.phase == acts for power in state.card(cards[0]).powers):
            return _("Has {card} another {phase} power?", card=card, phase=phase)
        if len(cards) == 1:
            return _("Has {card} any {phase} power?", card=card, phase=phase)
        return _("Which of these have any {phase} power?", phase=phase)
    if asks.holder is None:
        return _("What is printed on {card}?", card=card)
    return _("{player}, what is printed on {card}?", player=state.empires[asks.holder].name, card=card)


def missing_words(ended: State, asks: Asks) -> str:
    """What each player has for certain, at the end of the game. asks: what is still asked of it."""
    open_keys = {ended.card(card).key for card, _fact in asks.facts}

    def more(seat: int) -> int | None:
        held = (ended.card(one.card).key for one in ended.empires[seat].tableau)
        return 0 if open_keys.isdisjoint(held) else None

    return ranges_words(score(ended), more)


def form(state: State, asks: Asks, note: str = "") -> Telling:
    fields = []
    for id in dict.fromkeys(card for card, _fact in asks.facts):
        card, facts = state.card(id), [fact for card, fact in asks.facts if card == id]
        if asks.moment == "placed":
            facts = list(dict.fromkeys(EVERY_POWER if fact in POWERS else fact for fact in facts))
        rows = [(fact, printed_on(card).row(fact)) for fact in facts]
        fields += [row.field(card, id=id, needed=(id, fact) in asks.needed) for fact, row in rows]
    pieces = tuple((id, state.card(id).name) for id in dict.fromkeys(field.piece for field in fields))
    whole_card = len(pieces) == 1 and asks.moment == "placed"
    # What it is worth is told last: one touch fewer.
    worth = [field for field in fields if whole_card and field.key == VP]
    fields = [field for field in fields if field not in worth] + [replace(it, closes=True) for it in worth]
    by_hand = _("A power that is not offered may be written: your hands do it, and correct the numbers.")
    return Telling(
        fields=tuple(fields),
        pieces=pieces,
        later=asks.moment == "placed",
        submit=_("That is all"),
        submit_later=_("More on it, tell later") if asks.moment == "placed" else "",
        holder=asks.holder if whole_card else None,
        note=note or (by_hand if any(field.typed for field in fields) else ""),
    )


def said_words(state: State, told: Told) -> str:
    """ "Told: Blaster Gem: defense 3; gray"."""
    by_card: dict[str, list[str]] = {}
    for id, facts in told.by_piece.items():
        if id in state.catalogue:
            card = state.card(id)
            by_card.setdefault(card.name, []).extend(printed_on(card).words(facts))
    return told_words(told, by_card)
