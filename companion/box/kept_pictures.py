"""Stores an owner's pictures of a game's pieces, beside the boxes, on this machine only."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from companion.box.atomic_file import write_atomically
from companion.box.shelf import BoxTrouble
from companion.translation import _

FRONTS = "fronts"
"""Pieces without tags, by the id of their front."""
CUT_OUTS = "cut-outs"
"""Tagged pieces cut out of photos, by tile and face ("W07A")."""


class KeptPictures:
    """JPEGs by a game's name and a piece's id, in `folder`/GAME/`sort`. Thread-safe."""

    def __init__(self, folder: Path, sort: str) -> None:
        self.folder = folder
        self.sort = sort
        self._lock = threading.Lock()

    def stamps(self, game: str) -> dict[str, str]:
        """The ids of the pieces that have a picture, each with a text that differs after every change."""
        found = {}
        with contextlib.suppress(OSError):
            for file in sorted((self.folder / game / self.sort).glob("*.jpg")):
                about = file.stat()
                found[file.stem] = f"{about.st_mtime_ns}/{about.st_size}"
        return found

    def stamp(self, game: str) -> str:
        """One text for all of them; "" where there are none."""
        stamps = self.stamps(game)
        return blake2b(repr(stamps).encode(), digest_size=8).hexdigest() if stamps else ""

    def get(self, game: str, piece: str) -> bytes | None:
        """The JPEG, or None."""
        with contextlib.suppress(OSError):
            return self._file(game, piece).read_bytes()
        return None

    def keep(self, game: str, jpegs: Mapping[str, bytes]) -> None:
        """Writes each atomically. Raises BoxTrouble."""
        with self._lock:
            for piece, jpeg in jpegs.items():
                self._put(self._file(game, piece), jpeg)

    def forget(self, game: str, piece: str) -> None:
        """Raises BoxTrouble."""
        with self._lock:
            try:
                self._file(game, piece).unlink(missing_ok=True)
            except OSError as error:
                raise self._trouble(error) from None

    def _file(self, game: str, piece: str) -> Path:
        if not piece.isalnum():
            raise ValueError(piece)
        return self.folder / game / self.sort / f"{piece}.jpg"

    def _put(self, file: Path, jpeg: bytes) -> None:
        try:
            write_atomically(file, jpeg)
        except OSError as error:
            raise self._trouble(error) from None

    def _trouble(self, error: OSError) -> BoxTrouble:
        return BoxTrouble(
            _(
                "The pictures cannot be kept in {folder} ({why}): make room or give access to it.",
                folder=self.folder,
                why=error.strerror,
            )
        )
