"""Puts the photos of a table together to its mats: what each player owns, and what a person must be asked.

A mat is known by the tile in the role that marks it (`Role.marks_mat`), called the marker here. A tile
belongs to the marker that short steps from tile to tile lead to, if every other marker takes a much longer
step. What a person said of a photo, whose mat it shows, ties a marker to a seat, and speaks for tiles that no
marker is near.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.contract import Game, State, part_of
from companion.games.scanned.roles import roles_of
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.found import FoundTile, PhotoContents
from companion.scan.scanned_table import Mat, ScannedTable, ScannedTile, scanned_tile, tile_doubt
from companion.scan.stitching import (
    STEP_MM,
    DoubtPosition,
    PhotoMap,
    Sightings,
    TilePosition,
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


@dataclass
class _MatDraft:
    """A mat in the making. marker: None where none was seen."""

    player: int | None
    marker: list[TilePosition] | None
    tiles: list[tuple[list[TilePosition], str]] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)


class _Assembler:
    def __init__(self, photos: Sequence[tuple[PhotoContents, int | None]], game: Game[State]) -> None:
        self.photos, self.game = photos, game
        self.roles = roles_of(game)
        self.players = [player for _, player in photos]
        self.maps = build_maps([read for read, _ in photos], self._is_single, self.players)
        self.mats: list[_MatDraft] = []
        self.loose: list[tuple[Sightings, str]] = []
        self.doubts: list[Doubt] = []

    def _is_single(self, found: FoundTile) -> bool:
        part = part_of(self.game, found.tile, found.face)
        return part is not None and part.copies == 1 and found.role != ""

    def assemble(self) -> ScannedTable:
        pending: list[tuple[PhotoMap, Sightings]] = []
        for each in self.maps:
            pending += [(each, tile) for tile in self._assign_by_marker(each)]
        self._assign_markers()
        self._assign_by_photo(pending)
        self._merge_mats()
        for each in self.maps:
            for doubted in each.doubts:
                self._carry_over(each, doubted)
        for n, (read, player) in enumerate(self.photos):
            for doubt in read.doubts:
                if not doubt.outline or read.plane is None:
                    self._add_doubt(replace(doubt, photo=n, player=player), player)
        return self._result()

    # --- whose is it ---

    def _assign_by_marker(self, each: PhotoMap) -> list[Sightings]:
        """Assigns the tiles of a map to its markers; returns those that belong to none."""
        tiles = group_by_tile([s for s in each.tiles if s.found.role != ""])
        markers = [n for n, tile in enumerate(tiles) if self.roles.marks(tile[0].found.role)]
        far = longest_steps(tiles, markers)
        piles = {n: _MatDraft(None, tiles[n]) for n in markers}
        self.mats += piles.values()
        left = []
        for n, tile in enumerate(tiles):
            if n in piles:
                continue
            reach = sorted((float(far[h][n]), h) for h in markers)
            far_at_most = MAX_FAR_STEP_MM if self.roles[tile[0].found.role].apart else STEP_MM
            if not reach or reach[0][0] > far_at_most:
                left.append(tile)
            elif len(reach) > 1 and reach[1][0] < reach[0][0] * MIN_STEP_RATIO:
                self.loose.append((tile, doubts.BETWEEN))
            else:
                piles[reach[0][1]].tiles.append((tile, ""))
        return left

    def _assign_markers(self) -> None:
        """Ties markers to seats by the photos taken for them: one in photos for one seat alone is that
        seat's; of several in a photo, the one with most tiles there that no other seat has."""
        wanted = {player for player in self.players if player is not None}
        while wanted:
            best: tuple[int, int, _MatDraft] | None = None
            for player in sorted(wanted):
                for pile in self.mats:
                    if pile.player is not None or pile.marker is None:
                        continue
                    own = sum(self.players[s.photo] == player for s in pile.marker)
                    others = sum(self.players[s.photo] not in (None, player) for s in pile.marker)
                    there = sum(self.players[s.photo] == player for tile, _ in pile.tiles for s in tile)
                    if own and (best is None or (own - others) * 1000 + there > best[0]):
                        best = (own - others) * 1000 + there, player, pile
            if best is None:
                return
            best[2].player = best[1]
            wanted.discard(best[1])

    def _assign_by_photo(self, pending: Sequence[tuple[PhotoMap, Sightings]]) -> None:
        """Tiles near no marker belong to the seat that their photos were taken for, when they are the bulk of
        what such a photo shows; others are loose."""
        for group in connected_groups(pending):
            seats = Counter(
                player for tile in group for s in tile if (player := self.players[s.photo]) is not None
            )
            shown = {s.photo for tile in group for s in tile if self.players[s.photo] is not None}
            bulk = any(
                2 * sum(any(s.photo == photo for s in tile) for tile in group)
                > sum(f.role != "" for f in self.photos[photo][0].found)
                for photo in shown
            )
            if len(seats) == 1 and bulk:
                (player,) = seats
                pile = _MatDraft(player, None)
                pile.tiles += [(tile, "") for tile in group]
                self.mats.append(pile)
            elif len(seats) > 1:
                self.loose += [(tile, doubts.PLAYERS) for tile in group]
            else:
                self.loose += [(tile, doubts.APART) for tile in group]

    def _merge_mats(self) -> None:
        """A seat's piles become one; the same marker on two maps is the same mat."""
        joined: list[_MatDraft] = []
        for pile in sorted(self.mats, key=lambda pile: pile.marker is None):
            same = next((p for p in joined if self._is_same_mat(p, pile)), None)
            if same is None:
                joined.append(pile)
                continue
            if pile.marker and same.marker:
                if same.marker[0].found.tile == pile.marker[0].found.tile:
                    same.marker += pile.marker
                else:
                    self._add_tile_doubt(same, doubts.MARKERS, pile.marker)
            elif pile.marker:
                same.marker = pile.marker
            if same.player is None:
                same.player = pile.player
            same.tiles += pile.tiles
        self.mats = joined

    @staticmethod
    def _is_same_mat(one: _MatDraft, other: _MatDraft) -> bool:
        if one.player is not None and other.player is not None:
            return one.player == other.player
        return bool(one.marker and other.marker and one.marker[0].found.tile == other.marker[0].found.tile)

    # --- what is asked ---

    def _add_tile_doubt(self, pile: _MatDraft, kind: str, tile: Sightings) -> Doubt:
        doubt = replace(tile_doubt(kind, tile), player=pile.player)
        pile.doubts.append(doubt)
        return doubt

    def _carry_over(self, each: PhotoMap, doubted: DoubtPosition) -> None:
        """Adds a photo's doubt to the table's, unless another photo answers it."""
        if doubted.doubt.kind == doubts.GOOD:
            self._carry_over_good(doubted)
            return
        if doubted.doubt.kind == doubts.LOOKS and self._is_read(doubted.doubt):
            doubted = replace(doubted, doubt=Doubt(doubts.BARE, outline=doubted.doubt.outline))
        if doubted.doubt.kind == doubts.MAYBE:
            doubted = replace(doubted, doubt=self._without_read(doubted.doubt))
        for spot in each.tiles:
            if spot.photo != doubted.photo and distance_mm(spot, doubted) < SAME_DOUBT_MM:
                return
        others = [n for n in each.photos if n != doubted.photo and each.shows(n, doubted.x, doubted.y)]
        if doubted.doubt.kind == doubts.GLARE and any(
            all(d.photo != n or distance_mm(d, doubted) > 2 * SAME_DOUBT_MM for d in each.doubts)
            for n in others
        ):
            return
        earlier = [
            d for d in each.doubts if d.photo < doubted.photo and distance_mm(d, doubted) < SAME_DOUBT_MM
        ]
        if any(d.doubt.kind == doubted.doubt.kind for d in earlier):
            return
        near = min(
            (
                (distance_mm(s, doubted), n)
                for n, pile in enumerate(self.mats)
                for s in _positions_on(pile, each)
            ),
            default=(1e9, -1),
        )
        player = self.players[doubted.photo]
        pile = self.mats[near[1]] if near[0] < 2 * STEP_MM else None
        if pile is not None:
            placed = replace(doubted.doubt, photo=doubted.photo, player=pile.player)
            pile.doubts.append(placed)
        else:
            self._add_doubt(replace(doubted.doubt, photo=doubted.photo, player=player), player)

    def _is_read(self, doubt: Doubt) -> bool:
        """Whether the tag of a tile proposed by its look was read in another photo, and there is but one."""
        read = (found for photo, _ in self.photos for found in photo.found)
        return any(found.id in doubt.tiles and self._is_single(found) for found in read)

    def _without_read(self, doubt: Doubt) -> Doubt:
        """Without the tiles of which there is but one and whose tag was read, here or in another photo."""
        left = tuple(tile for tile in doubt.tiles if not self._is_read(replace(doubt, tiles=(tile,))))
        return replace(doubt, tiles=left) if left else Doubt(doubts.UNREAD, outline=doubt.outline)

    def _carry_over_good(self, doubted: DoubtPosition) -> None:
        """Passes on the question about a good, once for each tile."""
        tiles = doubted.doubt.tiles
        for pile in self.mats:
            if any(tile[0].found.id in tiles for tile in self._tiles_of(pile)):
                if all(d.kind != doubts.GOOD or d.tiles != tiles for d in pile.doubts):
                    pile.doubts.append(replace(doubted.doubt, photo=doubted.photo, player=pile.player))
                return

    def _add_doubt(self, doubt: Doubt, player: int | None) -> None:
        pile = next((p for p in self.mats if player is not None and p.player == player), None)
        (self.doubts if pile is None else pile.doubts).append(doubt)

    def _drop_placed_loose(self) -> None:
        """A tile apart in one photo that lies on a mat in another is that mat's: a neighbour's reached in."""
        placed = {tile[0].found.tag for pile in self.mats if pile.marker for tile, _ in pile.tiles}
        self.loose = [
            (tile, kind)
            for tile, kind in self.loose
            if not (tile[0].found.sure and self._is_single(tile[0].found) and tile[0].found.tag in placed)
        ]

    def _result(self) -> ScannedTable:
        self._drop_placed_loose()
        everywhere: Counter[str] = Counter()
        faces: dict[str, set[str]] = {}
        for pile in self.mats:
            for tile in {t[0].found.tile: t for t in self._tiles_of(pile)}.values():
                everywhere[tile[0].found.tile] += 1
            for tile in self._tiles_of(pile):
                faces.setdefault(tile[0].found.tile, set()).add(tile[0].found.face)
        for tile, _ in self.loose:
            everywhere[tile[0].found.tile] += self._is_single(tile[0].found)
            faces.setdefault(tile[0].found.tile, set()).add(tile[0].found.face)
        mats = [self._finish_mat(pile, everywhere, faces) for pile in self.mats]
        mats.sort(key=lambda mat: (mat.player is None, mat.player or 0, mat.marker.id if mat.marker else ""))
        loose = tuple(scanned_tile(tile, tile_doubt(kind, tile)) for tile, kind in self.loose)
        untied = [
            Doubt(doubts.UNTIED, photo=n)
            for n, (read, player) in enumerate(self.photos)
            if player is None and read.found and not any(n in mat.photos for mat in mats)
        ]
        return ScannedTable(tuple(mats), loose, tuple(self.doubts + untied + [p.why for p in loose if p.why]))

    @staticmethod
    def _tiles_of(pile: _MatDraft) -> list[Sightings]:
        return ([pile.marker] if pile.marker else []) + [tile for tile, _ in pile.tiles]

    def _finish_mat(
        self, pile: _MatDraft, everywhere: Mapping[str, int], faces: Mapping[str, set[str]]
    ) -> Mat:
        """The mat with its doubts: a tile with both faces up, on two mats, or there twice."""
        pieces: dict[tuple[str, str], ScannedTile] = {}
        twice: set[str] = set()
        parts = {
            t[0].found: part_of(self.game, t[0].found.tile, t[0].found.face) for t in self._tiles_of(pile)
        }
        there = {part.id for part in parts.values() if part is not None}
        for tile in self._tiles_of(pile):
            found = tile[0].found
            why = found.why
            if len(faces[found.tile]) > 1:
                why = tile_doubt(doubts.FACES, tile)
            elif (part := parts[found]) is not None and (part.may_go or there & set(part.may_go_with)):
                why = tile_doubt(doubts.GONE, tile)
            elif self._is_single(found) and everywhere[found.tile] > 1:
                why = tile_doubt(doubts.MATS, tile)
            piece = scanned_tile(tile, replace(why, player=pile.player) if why else None)
            before = pieces.get((piece.tile, piece.face))
            if before is not None:
                photos = tuple(sorted({*before.photos, *piece.photos}))
                if set(before.photos) & set(piece.photos) and piece.tile not in twice:
                    twice.add(piece.tile)
                    piece = replace(piece, why=replace(tile_doubt(doubts.TWICE, tile), player=pile.player))
                piece = replace(piece, photos=photos, why=piece.why or before.why)
            pieces[piece.tile, piece.face] = piece
        wrong = list(pile.doubts)
        marker = next((p for p in pieces.values() if self.roles.marks(p.role)), None)
        if marker is None:
            wrong.append(Doubt(doubts.NO_MARKER, player=pile.player))
        wrong += [p.why for p in pieces.values() if p.why]
        seen_in = sorted({n for p in pieces.values() for n in p.photos})
        return Mat(
            pile.player,
            marker,
            tuple(p for role in self.roles.names for p in pieces.values() if p.role == role and p != marker),
            tuple(wrong),
            tuple(seen_in),
        )


def _positions_on(pile: _MatDraft, each: PhotoMap) -> list[TilePosition]:
    """A pile's sightings on a map."""
    spots = [s for tile in ([pile.marker] if pile.marker else []) for s in tile]
    spots += [s for tile, _ in pile.tiles for s in tile]
    return [s for s in spots if s.photo in each.photos]
