"""Why a card cannot be placed, and what would mend it, in sentences (p. 4, 5)."""

from __future__ import annotations

from companion.games.contract import Tally
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _, plural


def refusal(state: State, seat: int, card: Card, why: tuple[Tally, ...]) -> str:
    """Why this card cannot be placed, in a sentence. why: its numbers, by `placing.placement_numbers`."""
    empire = state.empires[seat]
    hand = empire.hand - 1
    if not why:
        return _("{player} has a copy of {card} already.", player=empire.name, card=card.name)
    if not card.military:
        return _(
            "{card} costs {cost}; other cards in hand: {hand}.",
            card=card.name,
            cost=why[0].total,
            hand=hand,
        )
    if len(why) > 1:
        return _(
            "{card} has defense {defense} against Military {military}, and paying for it costs {cost}; other "
            "cards in hand: {hand}.",
            card=card.name,
            defense=card.cost,
            military=why[0].total,
            cost=why[1].total,
            hand=hand,
        )
    return _(
        "{card} has defense {defense}, and the Military against it is {military}.",
        card=card.name,
        defense=card.cost,
        military=why[0].total,
    )


def remedy(state: State, seat: int, card: Card, why: tuple[Tally, ...]) -> str:
    """What would make it legal. why: as for `refusal`."""
    if not why:
        return ""
    hand = state.empires[seat].hand - 1
    if not card.military:
        lacking = why[0].total - hand
        return plural("{number} card more is needed.", "{number} cards more are needed.", lacking)
    strength = card.cost - why[0].total
    if len(why) == 1:
        return _("{number} more Military is needed.", number=strength)
    return plural(
        "{strength} more Military is needed, or {number} card more.",
        "{strength} more Military is needed, or {number} cards more.",
        min(price.total for price in why[1:]) - hand,
        strength=strength,
    )
