"""What each copy of a game lacks: a file beside the copy's box, so that the next players know it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.box.atomic_file import write_atomically
from companion.box.shelf import DEFAULT_BOX, BoxTrouble, Shelf, write_error

State = Literal["missing", "damaged", "replaced"]
STATES: tuple[State, ...] = ("missing", "damaged", "replaced")
MISSING: State = "missing"
_MAX_BYTES = 1 << 20


class PieceRecord(msgspec.Struct, frozen=True):
    """piece: its id, or that of the counted part of which `number` are missing. name: what it is called in
    the language in which it was noted. since: when it was noted; table: where; seen: where it was last seen,
    "". single: a piece, not some of a counted part. A damaged or replaced piece is played with."""

    piece: str
    name: str
    state: State
    since: datetime
    table: str = ""
    seen: str = ""
    number: int = 1
    single: bool = True

    @property
    def mark(self) -> str:
        """What stands before its name: its id, or how many of a part are missing ("1 × Goods cubes")."""
        return self.piece if self.single else f"{self.number}\u00a0×"

    @property
    def words(self) -> str:
        """ "W23 Blaster Gem Mines", "3 × Colonists"; "W23", where nobody told its name."""
        return f"{self.mark}\u00a0{self.name}".rstrip()


def after_putting_away(
    before: tuple[PieceRecord, ...], gone: tuple[PieceRecord, ...], looked_at: frozenset[str]
) -> tuple[PieceRecord, ...]:
    """A copy's records when a list is closed. gone: what the list says is missing; looked_at: the ids of all
    that it accounts for. What was missing before keeps its date, what was found is struck off, and what the
    list says nothing of stays as it was."""
    known = {it.piece: it for it in before if it.state == MISSING}
    missed = {it.piece for it in gone}
    kept = tuple(
        it for it in before if it.piece not in missed and (it.state != MISSING or it.piece not in looked_at)
    )
    dated = (replace(it, since=known[it.piece].since) if it.piece in known else it for it in gone)
    return (*kept, *dated)


def with_state(before: tuple[PieceRecord, ...], piece: str, state: State | None) -> tuple[PieceRecord, ...]:
    """A record's state changed; None: the piece is there and whole, which needs no record."""
    if state is None:
        return tuple(it for it in before if it.piece != piece)
    return tuple(replace(it, state=state) if it.piece == piece else it for it in before)


class Copies:
    """By game and the name of the box on the shelf. Every method may be called from any thread."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._lock = threading.Lock()

    def name(self, game: str) -> str:
        """The copy that new tables are played with."""
        return self._shelf.in_use(game) or DEFAULT_BOX

    def first_of(self, game: str, *names: str) -> str:
        """The first of these copies that there is, else the one in use."""
        known = self._shelf.names(game)
        return next((name for name in names if name in known), "") or self.name(game)

    def records(self, game: str, copy: str = "") -> tuple[PieceRecord, ...]:
        """copy: "" for the one in use. What cannot be read counts as nothing noted."""
        with contextlib.suppress(OSError, msgspec.DecodeError, BoxTrouble):
            file = self._file(game, copy)
            if file.stat().st_size <= _MAX_BYTES:
                return tuple(msgspec.json.decode(file.read_bytes(), type=list[PieceRecord]))
        return ()

    def missing(self, game: str, copy: str = "") -> tuple[PieceRecord, ...]:
        return tuple(record for record in self.records(game, copy) if record.state == MISSING)

    def change(
        self,
        game: str,
        edit: Callable[[tuple[PieceRecord, ...]], tuple[PieceRecord, ...]],
        copy: str = "",
    ) -> tuple[PieceRecord, ...]:
        """Replaces the records by what `edit` makes of them. Raises BoxTrouble: they cannot be kept."""
        with self._lock:
            after = edit(self.records(game, copy))
            file = self._file(game, copy)
            try:
                write_atomically(file, msgspec.json.format(msgspec.json.encode(after)))
            except OSError as error:
                raise write_error(file, error) from None
            return after

    def _file(self, game: str, copy: str) -> Path:
        return self._shelf.path(game, copy or self.name(game)).with_suffix(".pieces.json")
