"""Names of phases, action cards, kinds and colours, in the language that holds."""

from __future__ import annotations

from companion.translation import _, marked, plural

KIND_NAMES = {
    "novelty": marked("Novelty"),
    "rare": marked("Rare elements"),
    "gene": marked("Genes"),
    "alien": marked("Alien technology"),
}
KIND_LETTERS = {
    # SAID: The letter of Novelty: it stands on drawn cards and goods. Each kind needs another letter.
    "novelty": marked("N"),
    # SAID: The letter of Rare elements.
    "rare": marked("R"),
    # SAID: The letter of Genes.
    "gene": marked("G"),
    # SAID: The letter of Alien technology.
    "alien": marked("A"),
}
PHASE_NAMES = {
    "start": marked("Start worlds"),
    "choose": marked("Choosing actions"),
    "explore": marked("Explore"),
    "develop": marked("Develop"),
    "settle": marked("Settle"),
    "consume": marked("Consume"),
    "produce": marked("Produce"),
}
NUMERALS = {"explore": "I", "develop": "II", "settle": "III", "trade": "$", "consume": "IV", "produce": "V"}
"""As printed on the cards (p. 3)."""

ACTION_NAMES = {
    "explore-5": marked("Explore +5"),
    "explore-1-1": marked("Explore +1, +1"),
    "develop": marked("Develop"),
    "settle": marked("Settle"),
    "consume-trade": marked("Consume: Trade"),
    "consume-2x": marked("Consume: 2x VP"),
    "produce": marked("Produce"),
}
ACTION_BONUSES = {
    "explore-5": marked("Draw 5 more, keep 1."),
    "explore-1-1": marked("Draw 1 more and keep 1 more."),
    "develop": marked("Pay 1 card less."),
    "settle": marked("Draw 1 card after placing a world."),
    "consume-trade": marked("Sell 1 good first."),
    "consume-2x": marked("Twice the VP chips."),
    "produce": marked("A good on 1 windfall world."),
}
ACTION_SIGNS = {"explore-5": "+5", "explore-1-1": "+1 +1", "consume-trade": "$", "consume-2x": "2×"}
"""Of the phases with two actions, which of them it is."""
COLOURS = {
    "blue": marked("blue"),
    "green": marked("green"),
    "red": marked("red"),
    "yellow": marked("yellow"),
}


def kind_name(kind: str) -> str:
    return _(KIND_NAMES[kind])


def phase_name(phase: str) -> str:
    return _(PHASE_NAMES[phase])


def action_name(action: str) -> str:
    return _(ACTION_NAMES[action])


def cards(number: int) -> str:
    return plural("{number} card", "{number} cards", number)
