"""Puts the photos of a table together to its mats: what each player owns, and what a person must be asked.

A mat is known by the tile in the role that marks it (`Role.marks_mat`), called the marker here. A tile
belongs to the marker that short steps from tile to tile lead to, if every other marker takes a much longer
step. What a person said of a photo, whose mat it shows, ties a marker to a seat, and speaks for tiles that no
marker is near.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from companion.games.contract import Game, State, part_of
from companion.games.scanned.draft import roles_of
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.found import FoundTile, Mat, PhotoContents, ScannedTable, ScannedTile
from companion.scan.stitching import (
    STEP_MM,
    PhotoMap,
    Sightings,
    Spot,
    build_maps,
    connected_groups,
    distance_mm,
    group_by_tile,
    longest_steps,
)

MAX_FAR_STEP_MM = 320.0
"""The longest step to a tile in a role that people lay apart."""
MIN_STEP_RATIO = 1.2
"""How many times as long the longest step to any other marker must be."""
SAME_DOUBT_MM = 30.0
"""A tile read this near to a doubt in another photo answers it."""


def assemble(photos: Sequence[tuple[PhotoContents, int | None]], game: Game[State]) -> ScannedTable:
    """The table that the photos show. Each comes with the seat it was taken for; None: of the whole table, or
    whose it is must be found out."""
    return _Assembler(photos, game).assemble()


@dataclass(eq=False)
class _Pile:
    """A mat in the making. marker: one of the tiles; None where none was seen."""

    player: int | None
    tiles: list[Sightings]
    marker: Sightings | None = None
    doubts: list[Doubt] = field(default_factory=list)

    def is_same(self, other: _Pile) -> bool:
        if self.player is not None and other.player is not None:
            return self.player == other.player
        markers = (self.marker, other.marker)
        return all(markers) and len({marker[0].what.tile for marker in markers if marker}) == 1


class _Assembler:
    def __init__(self, photos: Sequence[tuple[PhotoContents, int | None]], game: Game[State]) -> None:
        self.photos, self.game = photos, game
        self.roles = roles_of(game)
        self.players = [player for _, player in photos]
        self.maps = build_maps([read for read, _ in photos], self._is_single, self.players)
        self.piles: list[_Pile] = []
        self.loose: list[tuple[Sightings, str]] = []
        self.doubts: list[Doubt] = []

    def _is_single(self, found: FoundTile) -> bool:
        part = part_of(self.game, found.tile, found.face)
        return part is not None and part.copies == 1 and found.role != ""

    def assemble(self) -> ScannedTable:
        left = [self._assign_by_marker(each) for each in self.maps]
        self._assign_markers()
        for tiles in left:
            self._assign_by_photo(tiles)
        self._merge_piles()
        for each in self.maps:
            for doubted in each.doubts:
                self._carry_over(each, doubted)
        mapped = {n for each in self.maps for n in each.photos}
        for n, (read, _player) in enumerate(self.photos):
            for doubt in read.doubts:
                if not doubt.outline or n not in mapped:
                    self._add_doubt(doubt, n)
        return self._result()

    # --- whose is it ---

    def _assign_by_marker(self, each: PhotoMap) -> list[Sightings]:
        """Assigns the tiles of a map to its markers; returns those that belong to none."""
        tiles = group_by_tile([s for s in each.tiles if s.what.role != ""])
        markers = [n for n, tile in enumerate(tiles) if self.roles[tile[0].what.role].marks_mat]
        longest = longest_steps(tiles, markers)
        piles = {n: _Pile(None, [tiles[n]], tiles[n]) for n in markers}
        self.piles += piles.values()
        left = []
        for n, tile in enumerate(tiles):
            if n in piles:
                continue
            reach = sorted((float(longest[h][n]), h) for h in markers)
            most = MAX_FAR_STEP_MM if self.roles[tile[0].what.role].apart else STEP_MM
            if not reach or reach[0][0] > most:
                left.append(tile)
            elif len(reach) > 1 and reach[1][0] < reach[0][0] * MIN_STEP_RATIO:
                self.loose.append((tile, doubts.BETWEEN))
            else:
                piles[reach[0][1]].tiles.append(tile)
        return left

    def _assign_markers(self) -> None:
        """Ties markers to seats by the photos taken for them: one in photos for one seat alone is that
        seat's; of several in a photo, the one with most tiles there that no other seat has."""
        wanted = sorted({player for player in self.players if player is not None})
        while wanted:
            fits: list[tuple[int, int, _Pile]] = []
            for player in wanted:
                for pile in self.piles:
                    own = self._taken_for(player, pile.marker or ())
                    if pile.player is None and pile.marker and own:
                        others = len(pile.marker) - own - self._taken_for(None, pile.marker)
                        there = sum(self._taken_for(player, tile) for tile in pile.tiles) - own
                        fits.append(((own - others) * 1000 + there, player, pile))
            if not fits:
                return
            _fit, player, pile = max(fits, key=lambda fit: fit[0])
            pile.player = player
            wanted.remove(player)

    def _taken_for(self, player: int | None, tile: Iterable[Spot[FoundTile]]) -> int:
        """How many of the tile's sightings are in photos for this player."""
        return sum(self.players[s.photo] == player for s in tile)

    def _assign_by_photo(self, tiles: Sequence[Sightings]) -> None:
        """Tiles near no marker belong to the seat that their photos were taken for, when they are the bulk of
        what such a photo shows; others are loose."""
        for group in connected_groups(tiles):
            shown = Counter(s.photo for tile in group for s in tile if self.players[s.photo] is not None)
            seats = {self.players[photo] for photo in shown}
            bulk = any(
                2 * sum(any(s.photo == photo for s in tile) for tile in group)
                > sum(f.role != "" for f in self.photos[photo][0].found)
                for photo in shown
            )
            if len(seats) == 1 and bulk:
                self.piles.append(_Pile(seats.pop(), group))
            else:
                kind = doubts.PLAYERS if len(seats) > 1 else doubts.APART
                self.loose += [(tile, kind) for tile in group]

    def _merge_piles(self) -> None:
        """A seat's piles become one; the same marker on two maps is the same mat."""
        merged: list[_Pile] = []
        for pile in sorted(self.piles, key=lambda pile: pile.marker is None):
            same = next((other for other in merged if other.is_same(pile)), None)
            if same is None:
                merged.append(pile)
            else:
                same.player = pile.player if same.player is None else same.player
                same.tiles += pile.tiles
        self.piles = merged

    # --- what is asked ---

    def _carry_over(self, each: PhotoMap, doubted: Spot[Doubt]) -> None:
        """Adds a photo's doubt to the table's, unless another photo answers it."""
        doubt = doubted.what
        if doubt.kind == doubts.GOOD:
            self._ask_of_good(doubt, doubted.photo)
            return
        if doubt.kind in (doubts.LOOKS, doubts.MAYBE):
            # Without the tiles of which there is but one and whose tag was read, here or in another photo.
            kind = doubts.BARE if doubt.kind == doubts.LOOKS else doubts.UNREAD
            left = tuple(tile for tile in doubt.tiles if not self._is_read(tile))
            doubt = replace(doubt, tiles=left) if left else Doubt(kind, outline=doubt.outline)
        asked_there = [d for d in each.doubts if distance_mm(d, doubted) <= 2 * SAME_DOUBT_MM]
        asking = {d.photo for d in asked_there}
        if doubt.kind == doubts.GLARE and any(
            n not in asking and each.shows(n, doubted.x, doubted.y) for n in each.photos
        ):
            return
        earlier = [d for d in asked_there if d.photo < doubted.photo and d.what.kind == doubt.kind]
        others: list[Spot[Any]] = [*earlier, *(s for s in each.tiles if s.photo != doubted.photo)]
        if any(distance_mm(other, doubted) < SAME_DOUBT_MM for other in others):
            return
        near = [
            (distance_mm(s, doubted), pile)
            for pile in self.piles
            for s in chain(*pile.tiles)
            if s.photo in each.photos
        ]
        apart, pile = min(near, key=lambda pair: pair[0], default=(0.0, None))
        self._add_doubt(doubt, doubted.photo, pile if apart < 2 * STEP_MM else None)

    def _ask_of_good(self, doubt: Doubt, photo: int) -> None:
        """Once for each tile."""
        for pile in self.piles:
            if any(tile[0].what.id in doubt.tiles for tile in pile.tiles):
                if all((d.kind, d.tiles) != (doubt.kind, doubt.tiles) for d in pile.doubts):
                    self._add_doubt(doubt, photo, pile)
                return

    def _is_read(self, id: str) -> bool:
        return any(f.id == id and self._is_single(f) for read, _ in self.photos for f in read.found)

    def _add_doubt(self, doubt: Doubt, photo: int, pile: _Pile | None = None) -> None:
        """pile: whose doubt it is; None: of the player for whom the photo was taken."""
        player = self.players[photo] if pile is None else pile.player
        if pile is None and player is not None:
            pile = next((pile for pile in self.piles if pile.player == player), None)
        (self.doubts if pile is None else pile.doubts).append(replace(doubt, photo=photo, player=player))

    # --- what it comes to ---

    def _result(self) -> ScannedTable:
        # A tile apart in one photo that lies on a mat in another is that mat's: a neighbour's reached in.
        placed = {tile[0].what.tag for pile in self.piles if pile.marker for tile in pile.tiles}
        loose = [
            (tile, kind)
            for tile, kind in self.loose
            if not (tile[0].what.sure and self._is_single(tile[0].what) and tile[0].what.tag in placed)
        ]
        everywhere = Counter(tile for pile in self.piles for tile in {t[0].what.tile for t in pile.tiles})
        everywhere.update(tile[0].what.tile for tile, _ in loose if self._is_single(tile[0].what))
        lying = [*(tile for pile in self.piles for tile in pile.tiles), *(tile for tile, _ in loose)]
        faces = Counter(tile for tile, _face in {(t[0].what.tile, t[0].what.face) for t in lying})
        mats = [self._mat(pile, everywhere, faces) for pile in self.piles]
        mats.sort(key=lambda mat: (mat.player is None, mat.player or 0, mat.marker.id if mat.marker else ""))
        asked = tuple(_scanned([tile], _tile_doubt(kind, tile)) for tile, kind in loose)
        untied = [
            Doubt(doubts.UNTIED, photo=n)
            for n, (read, player) in enumerate(self.photos)
            if player is None and read.found and not any(n in mat.photos for mat in mats)
        ]
        return ScannedTable(tuple(mats), asked, (*self.doubts, *untied, *(p.why for p in asked if p.why)))

    def _mat(self, pile: _Pile, everywhere: Mapping[str, int], faces: Mapping[str, int]) -> Mat:
        """The mat with its doubts: a tile with both faces up, on two mats, or there twice."""
        there = {tile[0].what.id for tile in pile.tiles}
        by_face: dict[tuple[str, str], list[Sightings]] = {}
        for tile in pile.tiles:
            by_face.setdefault((tile[0].what.tile, tile[0].what.face), []).append(tile)
        pieces = []
        for same in by_face.values():
            tile = same[-1]
            found = tile[0].what
            part = part_of(self.game, found.tile, found.face)
            why = next((each[0].what.why for each in reversed(same) if each[0].what.why), None)
            if sum(len({s.photo for s in each}) for each in same) > len({s.photo for e in same for s in e}):
                why = _tile_doubt(doubts.TWICE, tile)
            elif faces[found.tile] > 1:
                why = _tile_doubt(doubts.FACES, tile)
            elif part is not None and (part.may_go or there & set(part.may_go_with)):
                why = _tile_doubt(doubts.GONE, tile)
            elif self._is_single(found) and everywhere[found.tile] > 1:
                why = _tile_doubt(doubts.MATS, tile)
            pieces.append(_scanned(same, why and replace(why, player=pile.player)))
        marker = next((piece for piece in pieces if self.roles[piece.role].marks_mat), None)
        return Mat(
            pile.player,
            marker,
            tuple(p for role in self.roles.names for p in pieces if p.role == role and p is not marker),
            (*pile.doubts, *(piece.why for piece in pieces if piece.why)),
        )


def _scanned(same: Sequence[Sightings], why: Doubt | None) -> ScannedTile:
    found, photos = same[-1][0].what, tuple(sorted({s.photo for tile in same for s in tile}))
    if why is not None and why.photo is None:
        why = replace(why, photo=photos[0])
    return ScannedTile(found.id, found.role, photos, why)


def _tile_doubt(kind: str, tile: Sightings) -> Doubt:
    found = tile[0].what
    return Doubt(kind, outline=found.corners, tiles=(found.id,), photo=tile[0].photo)
