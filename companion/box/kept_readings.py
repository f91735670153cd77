"""Stores what was read of each cut-out, beside the pictures, so that a photo is read once."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from companion.box.atomic_file import write_atomically
from companion.games.contract.box_proposals import SeenFace

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
