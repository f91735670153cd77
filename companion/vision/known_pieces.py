"""Says what the tracker knows in the words of the table: which of the game's pieces lie where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.contract import Spot, TileInfo
from companion.table.observation import SeenTable
from companion.vision.copies import Copies, tag_of
from companion.vision.tags import Tag
from companion.vision.tracker import Tracker


class KnownPieces:
    """prefix: of the game's tags; tiles: what the game has. copies: those whose tags several pieces carry."""

    def __init__(self, prefix: str, tiles: Iterable[TileInfo]) -> None:
        infos = tuple(tiles)
        self._prefix = prefix
        self._faces_by_tile = {info.id: info.faces for info in infos}
        self._sliding = frozenset(info.id for info in infos if info.slides)
        self.copies = Copies(info.id for info in infos if info.copies)

    def seen(self, tracker: Tracker, still: float, watching: frozenset[str], number: int) -> SeenTable:
        spots, unknown = {}, []
        steady_tiles, unsure = tracker.steady, tracker.conflicts
        conflicts = frozenset(tile for tile in unsure if tag_of(tile) not in self.copies.tiles)
        for name, steady in steady_tiles.items():
            if name in unsure or self.copies.is_one_of_several(name, steady_tiles):
                continue
            tile = tag_of(name)
            if tile not in self._faces_by_tile or not _has_face(self._faces_by_tile[tile], steady.face):
                unknown.append(Tag(self._prefix, tile, steady.face).text)
            elif steady.zone is not None:
                # A tile with one face may go without its letter on the tag.
                spots[tile] = Spot(steady.zone, steady.face or self._faces_by_tile[tile])
        placement_counts: Counter[str] = Counter()
        for name, laid in tracker.placement_counts.items():
            placement_counts[tag_of(name)] += laid
        return SeenTable(
            spots,
            still,
            tuple(sorted(unknown)),
            tuple(sorted(conflicts)),
            watching,
            number,
            dict(placement_counts),
            at={
                tile: (round(steady.x_mm, 1), round(steady.y_mm, 1))
                for tile, steady in steady_tiles.items()
                if tile in self._sliding and tile not in conflicts
            },
            copies=self.copies.zones(steady_tiles, unsure),
        )


def _has_face(faces: str, face: str) -> bool:
    """A tile with one face may leave its letter out on the tag, and in the list of its faces."""
    return face in faces if face else len(faces) <= 1
