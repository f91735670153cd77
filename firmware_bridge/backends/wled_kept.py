"""Keeps on disk what a WLED's owner had, from before our first picture until it is given back: also over a
crash, a power cut, or a strip that did not answer at the end.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

_lock = threading.Lock()
"""Strips of several tables are kept in one file."""


class KeptStates:
    """The states of strips by their names, in one file, read anew each time: a strip is taken and given back
    a few times an evening. path: None: nothing is kept. A file that cannot be read or written is no reason to
    leave the lights dark: the log says it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    def of(self, strip: str) -> dict[str, Any]:
        """What is kept of a strip; empty: nothing is."""
        found = self._all().get(strip)
        return dict(found) if isinstance(found, dict) else {}

    def keep(self, strip: str, state: Mapping[str, Any]) -> None:
        with _lock:
            self._write(self._all() | {strip: dict(state)})

    def drop(self, strip: str) -> None:
        """The strip has its own again."""
        with _lock:
            kept = self._all()
            if kept.pop(strip, None) is not None:
                self._write(kept)

    def _all(self) -> dict[str, Any]:
        if self._path is None:
            return {}
        try:
            found = json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as wrong:
            log.warning("%s cannot be read (%s): what strips had before is not known", self._path, wrong)
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, kept: Mapping[str, Any]) -> None:
        if self._path is None:
            return
        part = self._path.with_name(self._path.name + ".part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("w", encoding="utf-8") as file:
                json.dump(kept, file)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._path)
        except OSError as wrong:
            log.warning(
                "%s cannot be written (%s): a crash would leave strips as we lit them", self._path, wrong
            )
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
