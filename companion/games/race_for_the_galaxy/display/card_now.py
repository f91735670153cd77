"""A card in a tableau in this position: what its powers do now, its good, and what it would score."""

from __future__ import annotations

from companion.games.contract import TileNow
from companion.games.race_for_the_galaxy.rules import scoring
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.wording.card_words import power_words
from companion.translation import _


def card_now(state: State, id: str) -> TileNow:
    for seat, empire in enumerate(state.empires):
        for held in empire.tableau:
            if held.card != id:
                continue
            card = state.card(id)
            sentences = []
            if held.new:
                words = _(
                    "{player} has just placed it: its powers count from the next phase on.",
                    player=empire.name,
                )
                sentences.append(words)
            else:
                for phase, power in power_words(card):
                    now = state.phase == ("consume" if phase == "trade" else phase)
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
                sentences.append(
                    _("It would score {number} VP now.", number=scoring.six_cost_vp(state, seat, card))
                )
            return TileNow(tuple(sentences))
    return TileNow()
