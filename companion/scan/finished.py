"""Puts together a finished table: what the photos show, what people said over that, and what is not sure.

Nothing is silent: a tile that was read with a doubt, a place that may hide one, a number that nobody told are
each an open question, until a person answers it or another photo does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import blake2b
from itertools import product

from companion.games.contract import Game, State
from companion.games.contract.untracked import Final, FinalBook
from companion.games.scanned.draft import Draft, book_of, final_of, of_seat
from companion.games.scanned.moves import SettleDoubt
from companion.games.scanned.tile_moves import GiveMat
from companion.scan.assembling import assemble
from companion.scan.doubts import Doubt
from companion.scan.finished_scan import FinishedScan, PlacedTile, ScannedSeat
from companion.scan.found import PhotoContents, ScannedTable, ScannedTile
from companion.scan.questions import NUMBER, Answer, OpenQuestion, answers, key_of, lay, settled
from companion.translation import _, listed, plural

GONE_PHOTOS = "photos/gone"
"""The key of the question about photos that are not there any more."""


def with_photos_kept(draft: Draft, reads: Mapping[str, PhotoContents]) -> Draft:
    """Without the photos that are no longer there: a scan deleted long ago was brought back, or came from a
    record, which has none. reads: of those that are."""
    shots = tuple(shot for shot in draft.shots if shot.id in reads)
    return draft if shots == draft.shots else replace(draft, shots=shots)


def assembled_table(draft: Draft, reads: Mapping[str, PhotoContents], game: Game[State]) -> ScannedTable:
    """The table that those of the draft's photos show that are there. reads: of these, by their ids."""
    return assemble([(reads[shot.id], shot.player) for shot in draft.shots if shot.id in reads], game)


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
        self.lying: list[dict[str, PlacedTile]] = [{} for _seat in self.seats]
        self.asked: dict[tuple[int | None, str], OpenQuestion] = {}
        """By the seat and the key: what two photos ask is asked once."""
        self.mats: dict[str, int | None] = {}
        self.photos: list[set[int]] = [set() for _seat in self.seats]

    def merge(self) -> FinishedScan:
        self._apply_photos()
        self._apply_changes()
        self._ask_for_gone()
        for doubt in self.table.doubts:
            self._ask(doubt, doubt.player)
        tiles = [sorted(its.values(), key=lambda it: self.roles.names.index(it.role)) for its in self.lying]
        final = final_of(self.draft, self.book, [{it.tile: it.role for it in its} for its in tiles])
        seats = tuple(self._finish_seat(number, tuple(tiles[number]), final) for number in self.seats)
        self._ask_for_missing(final)
        open_ = tuple(q for q in self.asked.values() if q.seat is None and not q.is_hint)
        hints = tuple(q for q in self.asked.values() if q.is_hint and not q.is_good)
        return FinishedScan(final, seats, self.mats, open_, hints, bool(self.draft.shots))

    # --- what lies where ---

    def _apply_photos(self) -> None:
        owner = mat_owners(self.draft, self.table)
        for mat in self.table.mats:
            seat = mat.player if mat.marker is None else owner.get(mat.marker.id, mat.player)
            seat = seat if seat in self.seats else None
            if mat.marker is not None:
                self.mats[mat.marker.id] = seat
            if seat is None:
                if mat.marker is not None:
                    self._ask_owner(mat.marker)
                continue
            self.photos[seat].update(mat.photos)
            for piece in mat.all_pieces:
                asked = self._ask(piece.why, seat) if piece.why is not None else None
                placed = PlacedTile(piece.id, self.book.name(piece.id), piece.role, open=asked)
                self.lying[seat].setdefault(piece.id, placed)
            for doubt in mat.doubts:
                self._ask(doubt, seat)

    def _ask_owner(self, marker: ScannedTile) -> None:
        choices = tuple(
            Answer(player.called, GiveMat(tile=marker.id, player=seat))
            for seat, player in enumerate(self.draft.players)
        )
        words = _("Whose area is the one with {tile}?", tile=self.book.name(marker.id))
        self._add(OpenQuestion(f"whose/{marker.id}", words, choices))

    def _apply_changes(self) -> None:
        said = [(seat, *lying) for seat in self.seats for lying in of_seat(self.draft.tiles, seat).items()]
        for seat, tile, _role in said:
            self.lying[seat].pop(tile, None)  # nothing is asked against the photo, of several seats neither
        for seat, tile, role in said:
            own = self.lying[seat]
            if not role:
                continue
            if tile not in self.book.ids(role):
                words = _(
                    "{player}: the box in use has no piece {tile}, so it does not count.",
                    player=self.draft.players[seat].called,
                    tile=tile,
                )
                self._ask_if_right(f"unknown/{seat}/{tile}", words, seat)
                continue
            if self.book.unique(tile):
                for other in self.seats:
                    read = self.lying[other].pop(tile, None)
                    if read is not None and read.open is None and not read.by_hand:
                        self._ask_moved(tile, seat, role, other)
            if self.roles[role].marks_mat:
                self.lying[seat] = own = {t: it for t, it in own.items() if not self.roles[it.role].marks_mat}
            own[tile] = PlacedTile(tile, self.book.name(tile), role, by_hand=True)

    def _ask_moved(self, tile: str, seat: int, role: str, other: int) -> None:
        """A photo shows a tile with another player than the one it was put with: asks whose it is."""
        key = moved_question(tile, seat, other)
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
        self._add(OpenQuestion(key, words, choices, seat, tile=tile))

    # --- what is asked ---

    def _add(self, question: OpenQuestion) -> None:
        if question.key not in self.draft.settled:
            self.asked.setdefault((question.seat, question.key), question)

    def _ask_if_right(
        self,
        key: str,
        words: str,
        seat: int | None = None,
        choices: Iterable[Answer] = (),
        later: bool = False,
    ) -> None:
        """With the answer that all is as it should be."""
        right = Answer(_("It is all right"), SettleDoubt(doubt=key))
        self._add(OpenQuestion(key, words, (*choices, right), seat, later=later))

    def _ask(self, doubt: Doubt, seat: int | None) -> OpenQuestion | None:
        """Asks what a photo leaves open, unless it is answered. Returns the question."""
        shots = self.draft.shots
        photo = shots[doubt.photo].id if doubt.photo is not None and doubt.photo < len(shots) else None
        key = key_of(doubt, photo)
        seat = seat if seat in self.seats else None
        if settled(doubt, key, seat, self.draft, self.book):
            return None
        tile = next(iter(doubt.tiles), None)
        pieces = (*(p for mat in self.table.mats for p in mat.all_pieces), *self.table.loose)
        role = next((piece.role for piece in pieces if piece.id == tile), self.roles.usual)
        choices = tuple(answers(doubt, key, seat, photo, self.draft, self.book, role))
        words, number = doubt.said(self.book.name), self._outline_number(doubt, photo)
        self._add(OpenQuestion(key, words, choices, seat, photo, number, tile, kind=doubt.kind))
        return self.asked[seat, key]

    def _ask_for_gone(self) -> None:
        if self.gone:
            words = plural(
                "{number} photo of this table is no longer here, and what it showed is not counted: take it "
                "again, or enter what is missing.",
                "{number} photos of this table are no longer here, and what they showed is not counted: take "
                "them again, or enter what is missing.",
                self.gone,
            )
            self._ask_if_right(GONE_PHOTOS, words)

    def _ask_for_missing(self, final: Final) -> None:
        """What everybody must have is asked for once, with the way to choose it for each who has none; of
        those before whom nothing lies yet only with the score."""
        lacking: dict[tuple[str, bool], list[int]] = {}
        marks = [role.name for role in self.roles if role.marks_mat]
        for seat, role in product(self.seats, marks):
            if not final.players[seat].on(role):
                lacking.setdefault((role, not self.lying[seat]), []).append(seat)
        for (role, later), seats in lacking.items():
            names = [final.players[seat].name for seat in seats]
            words = _(
                "{what}: none is known of {players}.", what=self.book.title(role), players=listed(names)
            )
            choices = [
                Answer(_("Choose, for {player}", player=name), seat=seat, role=role)
                for seat, name in zip(seats, names, strict=True)
            ]
            key = f"missing/{role}/{'+'.join(map(str, seats))}"
            self._ask_if_right(key, words, choices=choices, later=later)

    def _outline_number(self, doubt: Doubt, photo: str | None) -> int | None:
        """The number that `outlined` draws beside it."""
        if photo is None or not doubt.outline:
            return None
        same = [d.kind == doubt.kind and d.outline == doubt.outline for d in self.reads[photo].doubts]
        return same.index(True) + 1 if any(same) else None

    # --- what it comes to ---

    def _finish_seat(self, number: int, tiles: tuple[PlacedTile, ...], final: Final) -> ScannedSeat:
        player, holding = self.draft.players[number], final.players[number]
        asked = self.book.asked(final, number)
        for words in self.book.doubts(final, number):
            self._ask_if_right(f"game/{number}/{_digest([words])}", words, number)
        untold = [one for one in asked if one.needed and one.name not in holding.numbers]
        for one in untold:
            words = _("{player}: {number} not entered, so 0.", number=one.words, player=player.called)
            self._add(OpenQuestion(f"{NUMBER}{number}/{one.name}", words, (), number))
        found = [question for question in self.asked.values() if question.seat == number]
        goods = tuple(question for question in found if question.is_good)
        left = [question for question in found if not question.is_hint]
        could = any(self.roles[role].goods and self.book.good(tile) for tile, role in holding.tiles.items())
        key = goods_question(final, number)
        if could and key not in self.draft.settled and self.book.goods_count(final, number):
            words = _("{player}: goods on pieces count here; say where they lie.", player=player.called)
            right = Answer(_("They are right as they are"), SettleDoubt(doubt=key))
            left += [*goods, OpenQuestion(key, words, (right,), number)]
        mark = fingerprint(final, number)
        return ScannedSeat(
            number,
            tiles,
            asked,
            tuple(left),
            self.book.counted(final, number),
            mark,
            self.draft.counted.get(str(number)) == mark,
            goods,
            tuple(
                shot.id
                for at, shot in enumerate(self.draft.shots)
                if at in self.photos[number] or shot.player == number
            ),
            sum(bool(one.tile) for one in untold),
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
