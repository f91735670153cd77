"""Scores what a player might have had besides at the end; and compares two tableaus.

One thing at a time: chips, cards in hand, goods on worlds that have none, a development of no player that the
cards in hand could have paid for. Nothing is estimated: each is a whole score sheet (p. 7, 12).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.games.contract import WhatIf
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.rules.scoring import Finished, finished, sheet
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import Sentence, marked

MAX_CHIPS_TRIED = 60
"""In VP; larger defeats are not examined."""
MAX_CARDS_TRIED = 9
"""Of cards in hand, which only break ties."""
START, DEVELOPMENTS, WORLDS = marked("Start world"), marked("Developments"), marked("Worlds")
"""The headings of `owned_names`; whoever shows them translates them."""


class RaceWhatIfs:
    """The what-ifs capability."""

    def what_ifs(self, state: State, player: int) -> tuple[Iterator[WhatIf], ...]:
        """At the end of a tracked game."""
        players = [finished(state, seat) for seat in range(len(state.empires))]
        return what_ifs(state.catalogue.shown, players, player)


def what_ifs(catalogue: Catalogue, players: Sequence[Finished], player: int) -> tuple[Iterator[WhatIf], ...]:
    """Of each kind, the fewest things first."""
    own = players[player]

    def scored(kind: str, things: int, words: str, changed: Finished) -> WhatIf:
        others = (*players[:player], changed, *players[player + 1 :])
        return WhatIf(player, kind, things, words, sheet(catalogue, others))

    def chips() -> Iterator[WhatIf]:
        for n in range(1, MAX_CHIPS_TRIED + 1):
            words = Sentence("{number} more VP in chips", number=n)
            yield scored("chips", n, words, replace(own, chips=own.chips + n))

    def hand() -> Iterator[WhatIf]:
        for n in range(1, MAX_CARDS_TRIED + 1):
            words = (
                Sentence("1 more card in hand")
                if n == 1
                else Sentence("{number} more cards in hand", number=n)
            )
            yield scored("hand", n, words, replace(own, hand=own.hand + n))

    def goods() -> Iterator[WhatIf]:
        empty = sum(catalogue[id].kind is not None for id in own.cards) - own.goods
        for n in range(1, empty + 1):
            words = (
                Sentence("1 more good on its worlds")
                if n == 1
                else Sentence("{number} more goods on its worlds", number=n)
            )
            yield scored("goods", n, words, replace(own, goods=own.goods + n))

    def developments() -> Iterator[WhatIf]:
        laid = {id for one in players for id in one.cards}
        keys = {catalogue[id].key for id in own.cards}
        for copies in catalogue.by_key.values():
            free = next((card for card in copies if card.id not in laid), None)
            if free is None or free.world or free.untold or free.key in keys or free.cost + 1 > own.hand:
                continue
            # SAID: stands after "with" (would have won with ..), in the dative
            words = Sentence("the development {name} besides", name=free.name)
            changed = replace(own, cards=(*own.cards, free.id), hand=own.hand - free.cost - 1)
            yield scored("development", 1, words, changed)

    return chips(), hand(), goods(), developments()


def owned_names(state: State, player: int) -> Mapping[str, tuple[str, ...]]:
    """The tableau by heading: what players ask of many plays."""
    empire = state.empires[player]
    cards = [state.card(held.card) for held in empire.tableau]
    return {
        START: tuple(card.name for card in cards if card.id == empire.start),
        DEVELOPMENTS: tuple(card.name for card in cards if card.development),
        WORLDS: tuple(card.name for card in cards if card.world and card.id != empire.start),
    }
