"""Puts together a finished table: what the photos show, what people said over that, and what is not sure.

Nothing is silent: a tile that was read with a doubt, a place that may hide one, a number that nobody told are
each an open question, until a person answers it or another photo does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import blake2b

from companion.games.contract import Game, State
from companion.games.contract.untracked import Final, FinalBook
from companion.games.scanned.draft import Draft
from companion.games.scanned.moves import SettleDoubt
from companion.games.scanned.roles import book_of, final_of
from companion.games.scanned.tile_moves import GiveMat
from companion.scan import doubts
from companion.scan.assembling import assemble
from companion.scan.doubts import Doubt
from companion.scan.finished_scan import FinishedScan, MatOnTable, PlacedTile, ScannedSeat
from companion.scan.found import PhotoContents
from companion.scan.questions import NUMBER, Answer, OpenQuestion, answers, key_of, lay, settled
from companion.scan.scanned_table import ScannedTable, ScannedTile
from companion.translation import _, listed, plural

GONE_PHOTOS = "photos/gone"
"""The key of the question about photos that are not there any more."""


def with_photos_kept(draft: Draft, reads: Mapping[str, PhotoContents]) -> Draft:
    """Without the photos that are no longer there: a scan deleted long ago was brought back, or came from a
    record, which has none. reads: of those that are."""
    shots = tuple(shot for shot in draft.shots if shot.id in reads)
    return draft if shots == draft.shots else replace(draft, shots=shots)


def assembled_table(draft: Draft, reads: Mapping[str, PhotoContents], game: Game[State]) -> ScannedTable:
    """The table that the draft's photos show. reads: by the photo's id."""
    return assemble([(reads[shot.id], shot.player) for shot in draft.shots], game)


def mat_owners(draft: Draft, table: ScannedTable) -> dict[str, int]:
    """The marker of every mat to its player: as people or photos say, else the first who has none yet."""
    owners = dict(draft.mats)
    seats = range(len(draft.players))
    for mat in table.mats:
        if mat.marker is not None and mat.player is not None:
            owners.setdefault(mat.marker.id, mat.player)
    for mat in table.mats:
        if mat.marker is not None and mat.marker.id not in owners:
            free = next((seat for seat in seats if seat not in owners.values()), None)
            if free is not None:
                owners[mat.marker.id] = free
    return {marker: seat for marker, seat in owners.items() if seat in seats}


def finish_scan(draft: Draft, reads: Mapping[str, PhotoContents], game: Game[State]) -> FinishedScan:
    """What photos and people say together. reads: of the draft's photos; for one that is not there any more a
    person is asked. Raises Illegal."""
    return _ScanMerger(draft, reads, game).merge()


class _ScanMerger:
    def __init__(self, draft: Draft, reads: Mapping[str, PhotoContents], game: Game[State]) -> None:
        self.draft, self.reads = with_photos_kept(draft, reads), reads
        self.gone = len(draft.shots) - len(self.draft.shots)
        self.table = assembled_table(self.draft, reads, game)
        self.book: FinalBook = book_of(draft, game)
        self.roles = self.book.roles
        self.seats = range(len(draft.players))
        self.tiles_by_seat: list[dict[str, PlacedTile]] = [{} for _seat in self.seats]
        self.open: list[OpenQuestion] = []
        self.open_by_seat: list[list[OpenQuestion]] = [[] for _seat in self.seats]
        self.goods: list[list[OpenQuestion]] = [[] for _seat in self.seats]
        self.hints: list[OpenQuestion] = []
        self.mats: list[MatOnTable] = []
        self.photos: list[set[int]] = [set() for _seat in self.seats]

    def merge(self) -> FinishedScan:
        self._apply_photos()
        self._apply_changes()
        self._ask_for_gone()
        for doubt in self.table.doubts:
            self._ask(doubt, doubt.player)
        for piece in self.table.loose:
            if piece.why is not None:
                self._ask(piece.why, None, piece)
        final = self._final()
        seats = tuple(self._finish_seat(number, final) for number in self.seats)
        self._ask_for_missing(final)
        photographed = bool(self.draft.shots)
        return FinishedScan(final, seats, tuple(self.mats), tuple(self.open), tuple(self.hints), photographed)

    # --- what lies where ---

    def _apply_photos(self) -> None:
        owner = mat_owners(self.draft, self.table)
        for mat in self.table.mats:
            seat = mat.player if mat.marker is None else owner.get(mat.marker.id, mat.player)
            if seat is not None and seat not in self.seats:
                seat = None
            if mat.marker is not None:
                self.mats.append(MatOnTable(mat.marker.id, self.book.name(mat.marker.id), seat))
            if seat is None:
                if mat.marker is not None:
                    self._ask_owner(mat.marker)
                continue
            self.photos[seat].update(mat.photos)
            for piece in mat.all_pieces:
                asked = self._ask(piece.why, seat, piece) if piece.why is not None else None
                if piece.id not in self.tiles_by_seat[seat]:
                    self.tiles_by_seat[seat][piece.id] = PlacedTile(
                        piece.id, self.book.name(piece.id), piece.role, open=asked
                    )
            for doubt in mat.doubts:
                if not any(piece.why == doubt for piece in mat.all_pieces):
                    self._ask(doubt, seat)

    def _ask_owner(self, marker: ScannedTile) -> None:
        choices = tuple(
            Answer(player.called, GiveMat(tile=marker.id, player=seat))
            for seat, player in enumerate(self.draft.players)
        )
        words = _("Whose mat is the one with {tile}?", tile=self.book.name(marker.id))
        self.open.append(OpenQuestion(f"whose/{marker.id}", words, choices))

    def _apply_changes(self) -> None:
        for key, role in self.draft.tiles.items():
            number, _slash, tile = key.partition("/")
            seat = int(number)
            if seat not in self.seats:
                continue
            self.tiles_by_seat[seat].pop(tile, None)
            if not role:
                continue
            if self.book.unique(tile):
                for other in self.seats:
                    read = self.tiles_by_seat[other].pop(tile, None)
                    if read is not None and read.open is None and not read.by_hand:
                        self._ask_moved(tile, seat, role, other)
            if self.roles.marks(role):
                for before in [
                    it.tile for it in self.tiles_by_seat[seat].values() if self.roles.marks(it.role)
                ]:
                    del self.tiles_by_seat[seat][before]
            self.tiles_by_seat[seat][tile] = PlacedTile(tile, self.book.name(tile), role, by_hand=True)

    def _ask_moved(self, tile: str, seat: int, role: str, other: int) -> None:
        """A photo shows a tile with another player than the one it was put with: asks whose it is."""
        key = moved_question(tile, seat, other)
        if key in self.draft.settled:
            return
        player_name, other_name = self.draft.players[seat].called, self.draft.players[other].called
        words = _(
            "{tile} was put with {player}, but a photo shows it with {other}: whose is it?",
            tile=self.book.name(tile),
            player=player_name,
            other=other_name,
        )
        choices = (
            Answer(player_name, SettleDoubt(doubt=key)),
            Answer(other_name, lay(other, tile, role, key)),
        )
        self.open_by_seat[seat].append(OpenQuestion(key, words, choices, seat, tile=tile))

    # --- what is asked ---

    def _ask(self, doubt: Doubt, seat: int | None, piece: ScannedTile | None = None) -> OpenQuestion | None:
        """Notes the question, unless it is answered. Returns it."""
        shots = self.draft.shots
        at = doubt.photo if doubt.photo is not None else next(iter(piece.photos if piece else ()), None)
        photo = shots[at].id if at is not None and at < len(shots) else None
        key = key_of(doubt, photo)
        seat = seat if seat in self.seats else None
        if settled(doubt, key, seat, self.draft, self.book):
            return None
        choices = tuple(answers(doubt, key, seat, photo, self.draft, self.book, self._role))
        tile = piece.id if piece else next(iter(doubt.tiles), None)
        words, outline = doubt.said(self.book.name), self._outline_number(doubt, photo)
        asked = OpenQuestion(key, words, choices, seat, photo, outline, tile)
        if doubt.kind == doubts.GOOD:
            if seat is not None:
                self.goods[seat].append(asked)
        elif doubt.kind in doubts.HINTS:
            self.hints.append(asked)
        else:
            (self.open if seat is None else self.open_by_seat[seat]).append(asked)
        return asked

    def _ask_for_gone(self) -> None:
        if self.gone and GONE_PHOTOS not in self.draft.settled:
            words = plural(
                "{number} photo of this table is no longer here, and what it showed is not counted: take it "
                "again, or enter what is missing.",
                "{number} photos of this table are no longer here, and what they showed is not counted: take "
                "them again, or enter what is missing.",
                self.gone,
            )
            fine = Answer(_("It is all right"), SettleDoubt(doubt=GONE_PHOTOS))
            self.open.append(OpenQuestion(GONE_PHOTOS, words, (fine,)))

    def _ask_for_missing(self, final: Final) -> None:
        """What everybody must have is asked for once, with the way to choose it for each who has none; of
        those before whom nothing lies yet only with the score."""
        lacking: dict[tuple[str, bool], list[int]] = {}
        for seat in self.seats:
            for role in self.book.missing(final, seat):
                lacking.setdefault((role, not self.tiles_by_seat[seat]), []).append(seat)
        for (role, later), seats in lacking.items():
            key = f"missing/{role}/{'+'.join(map(str, seats))}"
            if key in self.draft.settled:
                continue
            names = [final.players[seat].name for seat in seats]
            words = _(
                "{what}: none is known of {players}.", what=self.book.title(role), players=listed(names)
            )
            choices = [
                Answer(_("Choose, for {player}", player=name), seat=seat, role=role)
                for seat, name in zip(seats, names, strict=True)
            ]
            choices.append(Answer(_("It is all right"), SettleDoubt(doubt=key)))
            self.open.append(OpenQuestion(key, words, tuple(choices), later=later))

    def _outline_number(self, doubt: Doubt, photo: str | None) -> int | None:
        """The number that `outlined` draws beside it."""
        if photo is None or not doubt.outline:
            return None
        same = [d.kind == doubt.kind and d.outline == doubt.outline for d in self.reads[photo].doubts]
        return same.index(True) + 1 if any(same) else None

    def _role(self, tile: str) -> str:
        pieces = (p for mat in self.table.mats for p in mat.all_pieces)
        return next((p.role for p in (*pieces, *self.table.loose) if p.id == tile), self.roles.usual)

    # --- what it comes to ---

    def _in_role_order(self, lying: dict[str, PlacedTile]) -> list[PlacedTile]:
        return sorted(lying.values(), key=lambda it: self.roles.names.index(it.role))

    def _final(self) -> Final:
        lying = [{it.tile: it.role for it in self._in_role_order(tiles)} for tiles in self.tiles_by_seat]
        return final_of(self.draft, self.book, lying)

    def _finish_seat(self, number: int, final: Final) -> ScannedSeat:
        player, holding = self.draft.players[number], final.players[number]
        asked = self.book.asked(final, number)
        could = any(self.roles[role].goods and self.book.good(tile) for tile, role in holding.tiles.items())
        goods_count = could and self.book.goods_count(final, number)
        found = self.open_by_seat[number]
        for words in self.book.doubts(final, number):
            key = f"game/{number}/{_digest([words])}"
            if key not in self.draft.settled:
                fine = Answer(_("It is all right"), SettleDoubt(doubt=key))
                found.append(OpenQuestion(key, words, (fine,), number))
        for one in asked:
            if one.needed and one.name not in holding.numbers:
                words = _("{player}: {number} not entered, so 0.", number=one.words, player=player.called)
                found.append(OpenQuestion(f"{NUMBER}{number}/{one.name}", words, (), number))
        key = goods_question(final, number)
        if goods_count and key not in self.draft.settled:
            words = _("{player}: goods on tiles count here; say where they lie.", player=player.called)
            right = Answer(_("They are right as they are"), SettleDoubt(doubt=key))
            found += [*self.goods[number], OpenQuestion(key, words, (right,), number)]
        mark = fingerprint(final, number)
        return ScannedSeat(
            number,
            player,
            tuple(self._in_role_order(self.tiles_by_seat[number])),
            asked,
            tuple(found),
            self.book.counted(final, number),
            mark,
            self.draft.counted.get(str(number)) == mark,
            tuple(self.goods[number]),
            tuple(
                s.id
                for at, s in enumerate(self.draft.shots)
                if at in self.photos[number] or s.player == number
            ),
            tuple(one.tile for one in asked if one.tile and one.needed and one.name not in holding.numbers),
        )


def fingerprint(final: Final, seat: int) -> str:
    """What a person counted: which tiles lie where. Another tile is counted again."""
    return _digest(f"{tile}:{role}" for tile, role in final.players[seat].tiles.items())


def goods_question(final: Final, seat: int) -> str:
    """The question whether the goods are right; another tile, or another good, asks it again."""
    holding = final.players[seat]
    return f"goods/{seat}/{_digest(holding.goods)}{_digest(holding.tiles)}"


def moved_question(tile: str, seat: int, other: int) -> str:
    """The question whether a tile that a photo shows with `other` is at `seat`, where a person put it."""
    return f"moved/{tile}/{seat}/{other}"


def _digest(texts: Iterable[str]) -> str:
    return blake2b(" ".join(sorted(texts)).encode(), digest_size=6).hexdigest()
