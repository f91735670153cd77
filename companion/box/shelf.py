"""The box files in this person's data folder by game and name, and the one that new tables begin with."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

from companion.box.atomic_file import write_atomically
from companion.system.folders import data_folder
from companion.text_files import read_text
from companion.translation import _, marked

DEFAULT_BOX = "my box"
"""The name of the box that is begun with the first registered tile."""
_NAME = re.compile(r"[^\W_][\w .'-]{0,39}")
_IN_USE = "in-use"
_MAX_BOX_BYTES = 1 << 20
"""A whole box with comments has some 40 KB."""


class BoxTrouble(Exception):
    """A box that cannot be read, written or found; `sentence` says what to do, `marked` for translation."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.marked = sentence

    @property
    def sentence(self) -> str:
        return _(self.marked)


class Shelf:
    """All boxes of one folder: `<folder>/<game>/<name>.toml`. Every method may be called from any thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = data_folder() / "boxes" if folder is None else folder
        self._lock = threading.RLock()

    def names(self, game: str) -> tuple[str, ...]:
        """In the order of the alphabet."""
        with contextlib.suppress(OSError):
            return tuple(sorted(file.stem for file in (self.folder / game).glob("*.toml")))
        return ()

    def games(self) -> tuple[str, ...]:
        """Those that have a folder here."""
        with contextlib.suppress(OSError):
            return tuple(sorted(folder.name for folder in self.folder.iterdir() if folder.is_dir()))
        return ()

    def in_use(self, game: str) -> str | None:
        """The box that new tables are played with; None: the tiles that come with the game."""
        try:
            name = (self.folder / game / _IN_USE).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return name if name in self.names(game) else None

    def use(self, game: str, name: str | None) -> None:
        """Plays new tables with the box `name`, or with none. Raises BoxTrouble."""
        with self._lock:
            if name is None:
                with contextlib.suppress(FileNotFoundError):
                    (self.folder / game / _IN_USE).unlink()
                return
            self.read(game, name)
            self._put(self.folder / game / _IN_USE, name + "\n")

    def text(self, game: str) -> str:
        """The box in use, or "" for none. Raises BoxTrouble."""
        name = self.in_use(game)
        return "" if name is None else self.read(game, name)

    def path(self, game: str, name: str) -> Path:
        """Raises BoxTrouble for a name that no box can have."""
        if not _NAME.fullmatch(name) or name != name.strip() or name.endswith("."):
            raise BoxTrouble(
                _("A box's name has up to 40 letters, digits, spaces and hyphens: choose another.")
            )
        return self.folder / game / f"{name}.toml"

    def read(self, game: str, name: str) -> str:
        file = self.path(game, name)
        if not file.is_file():
            known = ", ".join(self.names(game)) or _("none yet")
            raise BoxTrouble(
                _("There is no box called {name}; the boxes here are: {known}.", name=repr(name), known=known)
            )
        return read_file(file)

    def write(self, game: str, name: str, text: str) -> None:
        """Writes the box atomically. Raises BoxTrouble."""
        with self._lock:
            self._put(self.path(game, name), text)

    def change(self, game: str, edit: Callable[[str], str], box: str = "") -> str:
        """Replaces the text of a box with what `edit` makes of it. box: its name; where there is no such box,
        it is the one in use, and where none is in use, the box is used from now on, DEFAULT_BOX is begun.
        Returns the box's name. Raises BoxTrouble, and what `edit` raises; then nothing is changed."""
        with self._lock:
            used, known = self.in_use(game), self.names(game)
            name = box if box in known else used or DEFAULT_BOX
            before = self.read(game, name) if name in known else ""
            after = edit(before)
            if after != before or name not in known:
                self.write(game, name, after)
            if used is None:
                self.use(game, name)
            return name

    def change_all(self, game: str, edit: Callable[[str], str]) -> int:
        """Replaces the text of each box of a game with what `edit` makes of it. Returns how many changed.
        Raises BoxTrouble."""
        changed = 0
        with self._lock:
            for name in self.names(game):
                before = self.read(game, name)
                if (after := edit(before)) != before:
                    self.write(game, name, after)
                    changed += 1
        return changed

    def _put(self, file: Path, text: str) -> None:
        try:
            write_atomically(file, text.encode())
        except OSError as error:
            raise write_error(file, error) from None


def write_error(file: Path, error: OSError) -> BoxTrouble:
    """The error for a box file that cannot be written."""
    return BoxTrouble(
        marked(
            "The box cannot be kept in {folder} ({why}): make room or give access to it.",
            folder=str(file.parent),
            why=error.strerror,
        )
    )


def read_file(file: Path) -> str:
    """The text of a box file. Raises BoxTrouble."""
    try:
        if file.stat().st_size > _MAX_BOX_BYTES:
            raise BoxTrouble(marked("{file} is too large for a box file.", file=str(file)))
        return normalize("NFC", read_text(file))  # as a request's texts are: names that look alike are alike
    except OSError as error:
        raise BoxTrouble(
            marked(
                "{file} could not be read ({why}): check the name, and who may read it.",
                file=str(file),
                why=error.strerror,
            )
        ) from None
    except UnicodeDecodeError:
        raise BoxTrouble(
            marked("{file} is not text that can be read here: save it as UTF-8.", file=str(file))
        ) from None
