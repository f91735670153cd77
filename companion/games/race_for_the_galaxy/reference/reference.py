"""The reference capability: the rules by topic, and those that a card is about."""

from __future__ import annotations

from pathlib import Path

from companion.games.contract import PrintedSigns, RuleBook, TileNow, TileWords, spoken_rulebook
from companion.games.contract.piece_names import plain_name
from companion.games.race_for_the_galaxy.cards.card_words import caption, open_phases, power_words
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.display.card_now import card_now
from companion.games.race_for_the_galaxy.reference.glossary import glossary
from companion.games.race_for_the_galaxy.rules.state import Held, State
from companion.games.race_for_the_galaxy.wording.names import NUMERALS, phase_name
from companion.translation import _

FOLDER = Path(__file__).resolve().parent


class Reference:
    """The reference for these cards."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def rulebook(self, spoken: str = "") -> RuleBook:
        return spoken_rulebook(FOLDER, spoken)

    def of_tile(self, tile: str) -> tuple[str, ...]:
        """Those of its name first, then those of its powers' forms, in the order of the card."""
        if tile not in self._catalogue:
            return ()
        card = self._catalogue[tile]
        rules = self.rulebook().rules
        found = [rule.id for rule in rules if plain_name(card.name) in map(plain_name, rule.tiles)]
        for power in card.powers:
            found += [rule.id for rule in rules if type(power).__name__ in rule.forms]
        if card.variable:
            found.append("six-cost")
        if card.military:
            found.append("military")
        return tuple(dict.fromkeys(found))

    def tile_words(self, tile: str) -> TileWords | None:
        """tile: a card's id, or its key, which all copies share: their fronts are alike."""
        card = self._catalogue.cards.get(tile) or next(iter(self._catalogue.by_key.get(tile, ())), None)
        if card is None:
            return None
        powers = tuple((_phase_sign(phase), words) for phase, words in power_words(card))
        powers += tuple((_phase_sign(phase), _("not known yet")) for phase in open_phases(card))
        return TileWords(card.id, card.name, caption(card), powers)

    def printed_signs(self, state: State | None) -> tuple[PrintedSigns, ...]:
        return glossary(self._catalogue, state)

    def tile_now(self, state: State, player: int | None, tile: str) -> TileNow:
        return card_now(state, tile, player)

    def having(self, state: State, player: int, tile: str) -> State | None:
        empire = state.empires[player]
        if tile not in state.catalogue or empire.holds(tile):
            return None
        return state.with_empire(player, empire.changed(tableau=(*empire.tableau, Held(tile))))


def _phase_sign(phase: str) -> str:
    """As on the card, with the phase: "III Settle", "$ Consume"."""
    return f"{NUMERALS[phase]} {phase_name('consume' if phase == 'trade' else phase)}"
