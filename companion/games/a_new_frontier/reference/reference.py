"""The reference capability: the rules by topic. The game has no tiles that a paragraph could be about."""

from __future__ import annotations

from pathlib import Path

from companion.games.a_new_frontier.rules.state import State
from companion.games.contract import PrintedSigns, RuleBook, TileNow, TileWords, spoken_rulebook

FOLDER = Path(__file__).resolve().parent


class Reference:
    def rulebook(self, spoken: str = "") -> RuleBook:
        return spoken_rulebook(FOLDER, spoken)

    def of_tile(self, tile: str) -> tuple[str, ...]:
        return ()

    def tile_words(self, tile: str) -> TileWords | None:
        return None

    def printed_signs(self, state: State | None) -> tuple[PrintedSigns, ...]:
        return ()  # no public source shows how they look

    def tile_now(self, state: State, player: int | None, tile: str) -> TileNow:
        return TileNow()

    def having(self, state: State, player: int, tile: str) -> State | None:
        return None
