"""Stores an owner's pictures of pieces, and what was read of them, beside the boxes, on this machine only."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

import msgspec

from companion.box.atomic_file import write_atomically
from companion.box.shelf import BoxTrouble
from companion.games.contract.box_proposals import SeenFace
from companion.translation import _

FRONTS = "fronts"
"""Pieces without tags, by the id of their front."""
CUT_OUTS = "cut-outs"
"""Tagged pieces cut out of photos, by tile and face ("W07A")."""

LOOKS = "looks"
"""Pictures of faces without a tag, as cameras saw them, by tile, face and number ("W07Ax2")."""
MAX_LOOKS_A_FACE, MAX_LOOKS = 3, 600
"""Pictures that are kept of a face, and of all faces of a game: the oldest give way."""


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

    def forget_all(self, game: str) -> int:
        """Deletes every picture of a game; gives how many there were. Raises BoxTrouble."""
        pieces = self.stamps(game)
        for piece in pieces:
            self.forget(game, piece)
        return len(pieces)

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


class LearntLooks(KeptPictures):
    """Several pictures of each face ("W07A"), the newest ones. Thread-safe."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, LOOKS)
        self._learning = threading.Lock()

    def learn(self, game: str, face: str, jpeg: bytes) -> None:
        """Keeps one more picture of a face. Raises BoxTrouble."""
        with self._learning:
            kept = self._oldest_first(game)
            own = [piece for piece in kept if face_of(piece) == face]
            free = next((n for n in range(1, MAX_LOOKS_A_FACE + 1) if f"{face}x{n}" not in own), None)
            self.keep(game, {own[0] if free is None else f"{face}x{free}": jpeg})
            for piece in kept[: max(0, len(kept) + (free is not None) - MAX_LOOKS)]:
                self.forget(game, piece)

    def learnt(self, game: str) -> dict[str, int]:
        """How many pictures of each face there are."""
        return dict(Counter(face_of(piece) for piece in self.stamps(game)))

    def forget_face(self, game: str, face: str) -> int:
        """Deletes the pictures of a face; gives how many there were. Raises BoxTrouble."""
        own = [piece for piece in self.stamps(game) if face_of(piece) == face]
        for piece in own:
            self.forget(game, piece)
        return len(own)

    def _oldest_first(self, game: str) -> list[str]:
        stamps = self.stamps(game)
        return sorted(stamps, key=lambda piece: int(stamps[piece].partition("/")[0]))


def face_of(piece: str) -> str:
    """
    >>> face_of("W07Ax2")
    'W07A'
    """
    return piece.partition("x")[0]


READINGS = "readings"


class KeptReadings:
    """Readings by a game's name, and a tile and face ("W07A"), in `folder`/GAME/readings."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, game: str, tag: str) -> SeenFace:
        """What was read; an empty SeenFace where the file is missing or damaged."""
        with contextlib.suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode(self._file(game, tag).read_bytes(), type=SeenFace)
        return SeenFace()

    def keep(self, game: str, tag: str, seen: SeenFace) -> None:
        """Write errors are ignored: people then enter the tile's fields, and storing its picture reports the
        error."""
        self.forget(game, tag)  # what was read of an older picture must not stay
        with contextlib.suppress(OSError):
            write_atomically(self._file(game, tag), msgspec.json.encode(seen))

    def forget(self, game: str, tag: str) -> None:
        with contextlib.suppress(OSError):
            self._file(game, tag).unlink(missing_ok=True)

    def _file(self, game: str, tag: str) -> Path:
        if not tag.isalnum():
            raise ValueError(tag)
        return self._folder / game / READINGS / f"{tag}.json"
