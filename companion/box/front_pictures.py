"""Keeps the pictures that an owner took of fronts without tags, beside the boxes, on this machine only."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from companion.box.shelf import BoxTrouble
from companion.translation import _

FOLDER = "fronts"


class FrontPictures:
    """JPEGs by a game's name and a front's id, in `folder`/GAME/fronts. For any number of threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()

    def stamps(self, game: str) -> dict[str, str]:
        """The ids of the fronts that have a picture, each with a text that differs after every change."""
        found = {}
        with contextlib.suppress(OSError):
            for file in sorted((self.folder / game / FOLDER).glob("*.jpg")):
                about = file.stat()
                found[file.stem] = f"{about.st_mtime_ns}/{about.st_size}"
        return found

    def stamp(self, game: str) -> str:
        """One text for all of them; "" where there are none."""
        stamps = self.stamps(game)
        return blake2b(repr(stamps).encode(), digest_size=8).hexdigest() if stamps else ""

    def get(self, game: str, front: str) -> bytes | None:
        """The JPEG, or None."""
        with contextlib.suppress(OSError):
            return self._file(game, front).read_bytes()
        return None

    def keep(self, game: str, jpegs: Mapping[str, bytes]) -> None:
        """Each is written beside and moved into place. Raises BoxTrouble."""
        with self._lock:
            for front, jpeg in jpegs.items():
                self._put(self._file(game, front), jpeg)

    def forget(self, game: str, front: str) -> None:
        """Raises BoxTrouble."""
        with self._lock:
            try:
                self._file(game, front).unlink(missing_ok=True)
            except OSError as error:
                raise self._trouble(error) from None

    def _file(self, game: str, front: str) -> Path:
        if not front.isalnum():
            raise ValueError(front)
        return self.folder / game / FOLDER / f"{front}.jpg"

    def _put(self, file: Path, jpeg: bytes) -> None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, beside = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".part")
            try:
                with os.fdopen(handle, "wb") as out:
                    out.write(jpeg)
                os.replace(beside, file)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(beside)
                raise
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
