"""Learns how a tile's face looks where people play: what lies there without a sticker, and what it must be.

Somebody has told which tile lies in an area, and which face is up. If it is the only one of that area that no
camera sees, and one round piece was laid there lately that nothing names, that is it. From then on its look
tells it. Whoever told the wrong name taught a wrong look, which the box's page forgets.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from companion.games.contract import Game, State, game_at
from companion.table.observation import SeenTable
from companion.table.table import Table
from companion.vision.bare_discs import BareDisc
from companion.vision.camera import Image
from companion.vision.tile_looks import TileLookReader

log = logging.getLogger(__name__)


class LearntTiles(Protocol):
    """What knows tiles without tags by their look."""

    def reader(self, game: Game[State]) -> TileLookReader | None:
        """None: nothing is known, or it is switched off."""

    def is_on(self, game: str) -> bool: ...

    def faces(self, game: str) -> Collection[str]:
        """Those that have been learnt ("W07A")."""

    def learn(self, game: str, face: str, picture: Image) -> None:
        """Keeps one more picture of a face. Raises BoxTrouble."""


class FirstMeetings:
    """What one table's cameras meet. seen: what they see now; tiles: what keeps the looks; None: nothing."""

    def __init__(
        self, table: Table[State], seen: Callable[[], SeenTable], tiles: Callable[[], LearntTiles | None]
    ) -> None:
        self._table, self._seen, self._tiles = table, seen, tiles

    def on_rest(
        self, zone_at: Callable[[float, float], str | None], find: Callable[[], Sequence[BareDisc]]
    ) -> None:
        """The table is at rest. find: the round pieces laid lately that nothing names; it is called only
        where one could be learnt."""
        game, tiles = self._table.game.name, self._tiles()
        if tiles is None or not tiles.is_on(game):
            return
        state, seen = self._table.state, self._seen()
        tracking = game_at(self._table.game, state).tracking
        unseen: dict[str, list[str]] = {}
        for tile, spot in tracking.layout(state).items():
            info = tracking.tile(tile)
            if (
                spot.zone in seen.watching
                and seen.spots.get(tile) != spot
                and info is not None
                and info.round
            ):
                unseen.setdefault(spot.zone, []).append(f"{tile}{spot.face}")
        met = {faces[0]: zone for zone, faces in unseen.items() if len(faces) == 1}
        left = {face: zone for face, zone in met.items() if face not in tiles.faces(game)}
        if not left:
            return
        zones = [(zone_at(disc.x_mm, disc.y_mm), disc) for disc in find()]
        for face, zone in left.items():
            here = [disc for where, disc in zones if where == zone]
            if len(here) == 1:
                tiles.learn(game, face, here[0].picture)
                log.info("the look of %s is learnt", face)
