"""Scoring a finished table tile by tile: what is the same in every game that names its tiles.

The VP of a tile that nobody told of this box are entered as a number for this table. What else counts and is
untold stays a doubt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from companion.games.contract.untracked import Asked, Final, FinalBook, Holding
from companion.translation import _, listed

PRINTED_PREFIX = "printed "
"""Begins the name of the number for the VP of a tile of which nobody told them."""
WORTH = frozenset({"vp", "bonus"})
"""The facts that say what a tile gives."""


class TileByTile(FinalBook):
    """A game says what is untold of a tile (`untold`), and its facts in words (`fact_words`). lying: the
    tiles that can lie in each role."""

    def __init__(self, lying: Mapping[str, Iterable[str]]) -> None:
        self._lying = {role: tuple(tiles) for role, tiles in lying.items()}

    def ids(self, role: str) -> tuple[str, ...]:
        return self._lying.get(role, ())

    def untold(self, tile: str) -> Collection[str]:
        """The facts of it that nobody told."""
        raise NotImplementedError

    def fact_words(self, tile: str, fact: str) -> str:
        raise NotImplementedError

    def vp_entered(self, holding: Holding) -> dict[str, int]:
        """Of each tile whose VP nobody told, what people entered; 0 where they did not."""
        return {
            tile: holding.numbers.get(PRINTED_PREFIX + tile, 0)
            for tile, role in holding.tiles.items()
            if self.roles[role].scores and not WORTH.isdisjoint(self.untold(tile))
        }

    def told_anew(self, table: Final) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        """Each tile whose VP people entered for this table, with these, and the facts of it left untold."""
        for holding in table.players:
            for tile, vp in self.vp_entered(holding).items():
                yield tile, vp, tuple(fact for fact in self.untold(tile) if fact not in WORTH)

    def asked_vp(self, holding: Holding) -> Iterator[Asked]:
        for tile in self.vp_entered(holding):
            words = _("VP printed on {tile}, or what its “?” counts", tile=self.name(tile))
            yield Asked(PRINTED_PREFIX + tile, words, "vp", tile=tile)

    def doubt(self, player: str, tile: str, facts: Collection[str]) -> str:
        """That these facts count here, and nobody told them. player: whose tile it is; "": all players'."""
        told = {"tile": self.name(tile), "facts": listed([self.fact_words(tile, fact) for fact in facts])}
        if not player:
            return _("This counts here, and nobody told it of {tile}: {facts}. Tell it in the box.", **told)
        return _(
            "{player}: this counts here, and nobody told it of {tile}: {facts}. Tell it in the box.",
            player=player,
            **told,
        )
