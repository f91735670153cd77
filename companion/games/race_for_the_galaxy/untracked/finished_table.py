"""A finished table that was never tracked: what is asked of each player, what may lie there, the score.

Cards in hand and goods are asked for only where they can change this very result, which is in a tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.games.contract import (
    Asked,
    Final,
    Holding,
    Offer,
    Part,
    Role,
    Roles,
    ScoreSheet,
    Untold,
    WhatIf,
)
from companion.games.contract.tile_by_tile import TileByTile
from companion.games.contract.untracked import lies_with
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.drawing.card_svg import KIND_COLOURS, card_svg
from companion.games.race_for_the_galaxy.rules import what_ifs
from companion.games.race_for_the_galaxy.rules.scoring import Finished, player_lines, sheet
from companion.games.race_for_the_galaxy.rules.telling import fact_words
from companion.translation import _, plural


class FinishedTables(TileByTile):
    """The finished tables of `catalogue` (companion.games.contract.FinalBook). The home is the original
    start world, which tells whose tableau lies there."""

    roles = Roles(
        Role("home", title=what_ifs.START, marks_mat=True, goods=True),
        Role("colony", title=what_ifs.WORLDS, goods=True, sort="world"),
        Role("development", title=what_ifs.DEVELOPMENTS, sort="development"),
    )

    def __init__(self, catalogue: Catalogue) -> None:
        self._cards = catalogue
        super().__init__(
            {
                "home": [card.id for card in catalogue.starts],
                # A start world, too, that came out of the hand.
                "colony": [card.id for card in catalogue if card.world],
                "development": [card.id for card in catalogue if card.development],
            }
        )

    # --- cards ---

    def part(self, tile: str, face: str) -> Part | None:
        """What the card that a tag calls `tile` is. Known by its looks alone, as a key without a face, it may
        be any of its copies: two players may have one each."""
        card = self._cards.cards.get(tile)
        copies = 1
        if card is None and not face and tile in self._cards.by_key:
            card = self._cards.by_key[tile][0]
            copies = card.copies
        if card is None:
            return None
        goods = () if card.kind is None else ((card.kind, KIND_COLOURS[card.kind]),)
        return Part(card.id, self._role(card), copies, goods=goods)

    def _role(self, card: Card) -> str:
        if card.number is not None:
            return "home"
        return "colony" if card.world else "development"

    def name(self, tile: str) -> str:
        return self._cards[tile].name if tile in self._cards else tile

    def good(self, tile: str) -> str:
        return (self._cards[tile].kind or "") if tile in self._cards else ""

    def face(self, tile: str, role: str = "", good: bool = False) -> str:
        return card_svg(self._cards[tile], good) if tile in self._cards else ""

    # --- what may be added ---

    def offers(self, table: Final, player: int, role: str) -> tuple[Offer, ...]:
        own = {self._cards[id].key for id in table.players[player].tiles if id in self._cards}
        found: list[Offer] = []
        for id in self.ids(role):
            card = self._cards[id]
            if card.key in own or (found and self._cards[found[-1].id].key == card.key):
                continue
            copies = self._cards.by_key[card.key]
            free = next((c.id for c in copies if not lies_with(table, c.id)), None)
            found.append(Offer(free or id, card.name, "" if free else lies_with(table, id)))
        return tuple(sorted(found, key=lambda offer: bool(offer.note)))

    # --- numbers ---

    def asked(self, table: Final, player: int) -> tuple[Asked, ...]:
        tied = self.tied(table, player, "chips")
        return (
            Asked("chips", _("VP chips"), "vp"),
            Asked("hand", _("Cards in hand"), "", tied, _("They decide a tie."), len(self._cards)),
            *self.asked_vp(table.players[player]),
        )

    def goods_count(self, table: Final, player: int) -> bool:
        return self.tied(table, player, "chips")

    # --- results ---

    def counted(self, table: Final, player: int) -> str:
        holding = table.players[player]
        worlds = len(holding.on("home")) + len(holding.on("colony"))
        return ", ".join(
            (
                plural("{number} world", "{number} worlds", worlds),
                plural("{number} development", "{number} developments", len(holding.on("development"))),
            )
        )

    def untold(self, tile: str) -> tuple[str, ...]:
        return self._cards[tile].untold if tile in self._cards else ()

    def fact_words(self, tile: str, fact: str) -> str:
        return fact_words(self._cards[tile], fact)

    def doubts(self, table: Final, player: int) -> tuple[str, ...]:
        """Cards that nobody may have twice (p. 4); of what counts here and nobody told, the first."""
        cards, players = self._read(table)
        mine = players[player]
        times = Counter(cards[id].key for id in mine.cards)
        names = {cards[id].name: None for id in mine.cards if times[cards[id].key] > 1}
        found = [_("{player} has {card} twice.", player=mine.name, card=name) for name in names]
        try:
            list(player_lines(cards.strict, mine))
        except Untold as untold:
            found.append(self.doubt(mine.name, untold.piece, [untold.fact]))
        return tuple(found)

    def score(self, table: Final) -> ScoreSheet:
        """Raises Illegal."""
        return sheet(*self._read(table))

    def what_ifs(self, table: Final, player: int) -> tuple[Iterator[WhatIf], ...]:
        """Raises Illegal."""
        cards, players = self._read(table)
        return what_ifs.what_ifs(cards, players, player)

    def _read(self, table: Final) -> tuple[Catalogue, list[Finished]]:
        told = [
            replace(self._cards[id], vp=vp, conditions=(), untold=untold)
            for id, vp, untold in self.told_anew(table)
        ]
        cards = self._cards.with_cards(told) if told else self._cards
        return cards, [self._finished(holding) for holding in table.players]

    def _finished(self, holding: Holding) -> Finished:
        cards = tuple(id for role in self.roles.names for id in holding.on(role))
        goods = sum(id in holding.goods and bool(self.good(id)) for id in cards)
        numbers = holding.numbers
        return Finished(holding.name, numbers.get("chips", 0), numbers.get("hand", 0), goods, cards)
