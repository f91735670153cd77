"""Puts together a finished table: what the photos show, what people said over that, and what is not sure.

Nothing is silent: a tile that was read with a doubt, a place that may hide one, a number that nobody told are
each an open question, until a person answers it or another photo does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from companion.games.contract import Game, untracked_of
from companion.games.contract.untracked import Asked, Final, FinalBook, Holding
from companion.scan import doubts
from companion.scan.assembling import ScannedTable, ScannedTile, assemble
from companion.scan.doubts import Doubt
from companion.scan.draft import Draft, ScanPlayer
from companion.scan.found import Read
from companion.scan.questions import NUMBER, Answer, Open, answers, key_of, place, settled
from companion.scan.roles import Roles
from companion.translation import _, listed


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile before a player. by_hand: a person put it there; open: what is asked about it."""

    tile: str
    name: str
    role: str
    by_hand: bool = False
    open: Open | None = None


@dataclass(frozen=True, slots=True)
class ScannedSeat:
    """A player and what lies there. counted: that in numbers; is_counted: a person found them right; mark:
    what says so; goods: what colour seems to show of goods, never more than a question; photos: the ids of
    those that show it."""

    number: int
    who: ScanPlayer
    tiles: tuple[Lying, ...]
    asked: tuple[Asked, ...]
    open: tuple[Open, ...]
    counted: str
    mark: str
    is_counted: bool
    goods: tuple[Open, ...]
    photos: tuple[str, ...]

    def on(self, role: str) -> tuple[Lying, ...]:
        return tuple(lying for lying in self.tiles if lying.role == role)


@dataclass(frozen=True, slots=True)
class OnTable:
    """A mat that a photo shows. marker: the id of the tile that marks it; seat: whose, None: nobody's yet."""

    marker: str
    name: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class FinishedScan:
    """open: what is not sure of no one player's; hints: what would make a photo better, no more."""

    final: Final
    seats: tuple[ScannedSeat, ...]
    mats: tuple[OnTable, ...]
    open: tuple[Open, ...]
    hints: tuple[Open, ...]

    @property
    def all_open(self) -> tuple[Open, ...]:
        return (*self.open, *(doubt for seat in self.seats for doubt in seat.open))

    @property
    def uncounted(self) -> tuple[ScannedSeat, ...]:
        """Those whose tiles nobody has counted on the table: one that no photo shows may be missing."""
        return tuple(seat for seat in self.seats if seat.tiles and not seat.is_counted)

    @property
    def sure(self) -> bool:
        """Whether the result holds; until then it is called provisional."""
        return not self.all_open and not self.uncounted


def seen(draft: Draft, reads: Mapping[str, Read], game: Game[Any]) -> ScannedTable:
    """The table that the draft's photos show. reads: by the photo's id."""
    return assemble([(reads[shot.id], shot.player) for shot in draft.shots], game)


def owners(draft: Draft, table: ScannedTable) -> dict[str, int]:
    """The marker of every mat to its player: as people or photos say, else the first who has none yet."""
    told = dict(draft.mats)
    seats = range(len(draft.players))
    for mat in table.mats:
        if mat.marker is not None and mat.player is not None:
            told.setdefault(mat.marker.id, mat.player)
    for mat in table.mats:
        if mat.marker is not None and mat.marker.id not in told:
            free = next((seat for seat in seats if seat not in told.values()), None)
            if free is not None:
                told[mat.marker.id] = free
    return {marker: seat for marker, seat in told.items() if seat in seats}


def finished(draft: Draft, reads: Mapping[str, Read], game: Game[Any]) -> FinishedScan:
    """What photos and people say together. reads: of every photo of the draft. Raises Illegal."""
    return _Merging(draft, reads, game).done()


class _Merging:
    def __init__(self, draft: Draft, reads: Mapping[str, Read], game: Game[Any]) -> None:
        self.draft, self.reads = draft, reads
        self.table = seen(draft, reads, game)
        self.book: FinalBook = untracked_of(game).final()
        self.roles = Roles(self.book.roles)
        self.seats = range(len(draft.players))
        self.lying: list[dict[str, Lying]] = [{} for _seat in self.seats]
        self.open: list[Open] = []
        self.of: list[list[Open]] = [[] for _seat in self.seats]
        self.goods: list[list[Open]] = [[] for _seat in self.seats]
        self.hints: list[Open] = []
        self.mats: list[OnTable] = []
        self.photos: list[set[int]] = [set() for _seat in self.seats]

    def done(self) -> FinishedScan:
        self._from_photos()
        self._by_hand()
        for doubt in self.table.doubts:
            self._ask(doubt, doubt.player)
        for piece in self.table.loose:
            if piece.why is not None:
                self._ask(piece.why, None, piece)
        final = self._final()
        seats = tuple(self._seat(number, final) for number in self.seats)
        self._ask_for_missing(final)
        return FinishedScan(final, seats, tuple(self.mats), tuple(self.open), tuple(self.hints))

    # --- what lies where ---

    def _from_photos(self) -> None:
        owner = owners(self.draft, self.table)
        for mat in self.table.mats:
            seat = mat.player if mat.marker is None else owner.get(mat.marker.id, mat.player)
            if seat is not None and seat not in self.seats:
                seat = None
            if mat.marker is not None:
                self.mats.append(OnTable(mat.marker.id, mat.marker.name, seat))
            if seat is None:
                if mat.marker is not None:
                    self._whose(mat.marker)
                continue
            self.photos[seat].update(mat.photos)
            for piece in mat.all_pieces:
                asked = self._ask(piece.why, seat, piece) if piece.why is not None else None
                if piece.id not in self.lying[seat]:
                    self.lying[seat][piece.id] = Lying(piece.id, piece.name, piece.role, open=asked)
            for doubt in mat.doubts:
                if not any(piece.why == doubt for piece in mat.all_pieces):
                    self._ask(doubt, seat)

    def _whose(self, marker: ScannedTile) -> None:
        told = tuple(
            Answer(who.called, {"do": "mat", "tile": marker.id, "player": seat})
            for seat, who in enumerate(self.draft.players)
        )
        words = _("Whose mat is the one with {tile}?", tile=marker.name)
        self.open.append(Open(f"whose/{marker.id}", words, told))

    def _by_hand(self) -> None:
        for key, role in self.draft.tiles.items():
            number, _slash, tile = key.partition("/")
            seat = int(number)
            if seat not in self.seats:
                continue
            self.lying[seat].pop(tile, None)
            if not role:
                continue
            if self.book.unique(tile):
                for other in self.seats:
                    read = self.lying[other].pop(tile, None)
                    if read is not None and read.open is None and not read.by_hand:
                        self._against(tile, seat, role, other)
            if self.roles.marks(role):
                for before in [it.tile for it in self.lying[seat].values() if self.roles.marks(it.role)]:
                    del self.lying[seat][before]
            self.lying[seat][tile] = Lying(tile, self.book.name(tile), role, by_hand=True)

    def _against(self, tile: str, seat: int, role: str, other: int) -> None:
        """A photo shows with another what a person put here: somebody is wrong, and they know who."""
        key = moved_key(tile, seat, other)
        if key in self.draft.settled:
            return
        here, there = self.draft.players[seat].called, self.draft.players[other].called
        words = _(
            "{tile} was put with {player}, but a photo shows it with {other}: whose is it?",
            tile=self.book.name(tile),
            player=here,
            other=there,
        )
        told = (Answer(here, {"do": "settle", "doubt": key}), Answer(there, place(other, tile, role, key)))
        self.of[seat].append(Open(key, words, told, seat, tile=tile))

    # --- what is asked ---

    def _ask(self, doubt: Doubt, seat: int | None, piece: ScannedTile | None = None) -> Open | None:
        """Notes the question, unless it is answered. Returns it."""
        shots = self.draft.shots
        at = doubt.photo if doubt.photo is not None else next(iter(piece.photos if piece else ()), None)
        photo = shots[at].id if at is not None and at < len(shots) else None
        key = key_of(doubt, photo)
        seat = seat if seat in self.seats else None
        if settled(doubt, key, seat, self.draft, self.book):
            return None
        said = tuple(answers(doubt, key, seat, photo, self.draft, self.book, self._role, self.roles))
        tile = piece.id if piece else next(iter(doubt.tiles), None)
        asked = Open(key, doubt.words, said, seat, photo, self._number(doubt, photo), tile)
        if doubt.kind == doubts.GOOD:
            if seat is not None:
                self.goods[seat].append(asked)
        elif doubt.kind in doubts.HINTS:
            self.hints.append(asked)
        else:
            (self.open if seat is None else self.of[seat]).append(asked)
        return asked

    def _ask_for_missing(self, final: Final) -> None:
        """What everybody must have is asked for once, with the way to choose it for each who has none; of
        those before whom nothing lies yet only with the score."""
        lacking: dict[tuple[str, bool], list[int]] = {}
        for seat in self.seats:
            for role in self.book.missing(final, seat):
                lacking.setdefault((role, not self.lying[seat]), []).append(seat)
        for (role, later), seats in lacking.items():
            key = f"missing/{role}/{'+'.join(map(str, seats))}"
            if key in self.draft.settled:
                continue
            names = [final.players[seat].name for seat in seats]
            words = _(
                "{what}: none is known of {players}.", what=self.book.title(role), players=listed(names)
            )
            told = [
                Answer(_("Choose, for {player}", player=name), seat=seat, role=role)
                for seat, name in zip(seats, names, strict=True)
            ]
            told.append(Answer(_("It is all right"), {"do": "settle", "doubt": key}))
            self.open.append(Open(key, words, tuple(told), later=later))

    def _number(self, doubt: Doubt, photo: str | None) -> int | None:
        """The number that `outlined` draws beside it."""
        if photo is None or not doubt.outline:
            return None
        same = [d.kind == doubt.kind and d.outline == doubt.outline for d in self.reads[photo].doubts]
        return same.index(True) + 1 if any(same) else None

    def _role(self, tile: str) -> str:
        pieces = (p for mat in self.table.mats for p in mat.all_pieces)
        return next((p.role for p in (*pieces, *self.table.loose) if p.id == tile), self.roles.usual)

    # --- what it comes to ---

    def _in_order(self, lying: dict[str, Lying]) -> list[Lying]:
        return sorted(lying.values(), key=lambda it: self.roles.names.index(it.role))

    def _final(self) -> Final:
        goods = {tile for tile, there in self.draft.goods.items() if there}
        holdings = []
        for seat, who in enumerate(self.draft.players):
            tiles = {it.tile: it.role for it in self._in_order(self.lying[seat])}
            holdings.append(Holding(who.called, tiles, frozenset(goods & set(tiles)), self.draft.told(seat)))
        return Final(tuple(holdings), self.draft.shared)

    def _seat(self, number: int, final: Final) -> ScannedSeat:
        who, holding = self.draft.players[number], final.players[number]
        asked = self.book.asked(final, number)
        could = any(self.roles[role].goods and self.book.good(tile) for tile, role in holding.tiles.items())
        goods_count = could and self.book.goods_count(final, number)
        found = self.of[number]
        for words in self.book.doubts(final, number):
            key = f"game/{number}/{_digest([words])}"
            if key not in self.draft.settled:
                fine = Answer(_("It is all right"), {"do": "settle", "doubt": key})
                found.append(Open(key, words, (fine,), number))
        for one in asked:
            if one.needed and one.name not in holding.numbers:
                words = _("{player}: {number} not entered, so 0.", number=one.words, player=who.called)
                found.append(Open(f"{NUMBER}{number}/{one.name}", words, (), number))
        key = goods_key(final, number)
        if goods_count and key not in self.draft.settled:
            words = _("{player}: goods on tiles count here; say where they lie.", player=who.called)
            right = Answer(_("They are right as they are"), {"do": "settle", "doubt": key})
            found += [*self.goods[number], Open(key, words, (right,), number)]
        mark = fingerprint(final, number)
        return ScannedSeat(
            number,
            who,
            tuple(self._in_order(self.lying[number])),
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
        )


def fingerprint(final: Final, seat: int) -> str:
    """What a person counted: which tiles lie where. Another tile is counted again."""
    return _digest(f"{tile}:{role}" for tile, role in final.players[seat].tiles.items())


def goods_key(final: Final, seat: int) -> str:
    """The question whether the goods are right; another tile, or another good, asks it again."""
    holding = final.players[seat]
    return f"goods/{seat}/{_digest(holding.goods)}{_digest(holding.tiles)}"


def moved_key(tile: str, seat: int, other: int) -> str:
    """The question whether a tile that a photo shows with `other` is at `seat`, where a person put it."""
    return f"moved/{tile}/{seat}/{other}"


def _digest(texts: Any) -> str:
    return blake2b(" ".join(sorted(texts)).encode(), digest_size=6).hexdigest()
