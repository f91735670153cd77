"""Watches the stations for programs that are told of each change, whether anybody has a page open or not."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping

import msgspec
from flask import Flask

from companion.translation import marked, speaking
from companion.web.api.stations import StationState, stations_now
from companion.web.request.services import services_of

LOOK_SECONDS = 2.0

_log = logging.getLogger(__name__)

Key = tuple[str | None, str]


class StationChanges:
    """Calls `tell` with a station as the API says it, each time its `state` or its `table` has changed. What
    is there at first is no change."""

    def __init__(self, app: Flask, tell: Callable[[Mapping[str, object]], None], language: str) -> None:
        self._here, self._tell, self._language = services_of(app), tell, language
        self.trouble = ""
        """Why nobody can be told now, a sentence marked for translation."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stations", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        known: dict[Key, StationState] | None = None
        while True:
            try:
                with speaking(self._language):
                    found = {_key(it): it for it in stations_now(self._here)}
            except Exception as wrong:  # a game's own code too: it is looked again
                if not self.trouble:
                    _log.warning("the stations cannot be read now; webhooks are told later", exc_info=True)
                self.trouble = marked(
                    "Webhooks are not told what changes at the tables ({why}); it is tried again by itself.",
                    why=str(wrong) or type(wrong).__name__,
                )
            else:
                self.trouble = ""
                for key, it in found.items() if known is not None else ():
                    before = known.get(key) if known else None
                    if before is None or (before.state, before.table) != (it.state, it.table):
                        self._tell(msgspec.to_builtins(it))
                known = found
            if self._ended.wait(LOOK_SECONDS):
                return


def _key(it: StationState) -> Key:
    """A table at no station is told apart by its id."""
    return it.station, "" if it.station is not None else it.table or ""
