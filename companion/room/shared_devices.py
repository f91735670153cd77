"""Shares the status of the stations' cameras and lights among the server processes of a house.

A device belongs to one process; a table's page may come from any. Each process stores its devices' status in
the journal's database, and shows that of the others at the tables that they serve.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.access.store import AccessStore
from companion.games.contract import Json
from companion.system.steady_time import Moment, moment, moment_of
from companion.table.journal_errors import JournalError
from companion.table.snapshot import DeviceState
from companion.translation import marked

if TYPE_CHECKING:
    from companion.room.room import Room

POLL_SECONDS = 1.0
REFRESH_SECONDS = 20.0
"""Unchanged values are written again after this."""
EXPIRY_SECONDS = 60.0
"""Older values of another process are ignored: it was killed, or its machine is off."""
_KEY_PREFIX = "devices/"

log = logging.getLogger(__name__)


class SharedDevices:
    """Context manager that shares device status among the processes of a branch."""

    def __init__(self, room: Room, store: AccessStore, branch: str = "") -> None:
        self._room = room
        self._store = store
        self._name = _KEY_PREFIX + branch
        self._published: dict[str, Json] = {}
        self._published_at = Moment(0.0)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="devices", daemon=True)

    def __enter__(self) -> SharedDevices:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        with suppress(JournalError):  # the other processes drop it after EXPIRY_SECONDS
            self._publish({}, moment())

    def _run(self) -> None:
        while not self._ended.wait(POLL_SECONDS):
            try:
                self._poll(moment())
            except JournalError:
                pass  # retried at the next poll
            except Exception:  # an error of one device: the others go on
                log.exception("how the stations' devices are cannot be shared")

    def _poll(self, now: Moment) -> None:
        mine: dict[str, Json] = {
            station: [_device_to_json(camera), _device_to_json(lights)]
            for station, (camera, lights) in self._room.own_devices().items()
        }
        if mine != self._published or (mine and self._published_at.until(now) > REFRESH_SECONDS):
            self._publish(mine, now)
        kept: Any = self._store.get(self._name) or {}
        self._room.show_remote_devices(
            {
                station: (_device_from_json(it["camera"]), _device_from_json(it["lights"]))
                for station, it in kept.items()
                if station not in mine
                and abs(moment_of(it["at"], it.get("counter")).until(now)) < EXPIRY_SECONDS
            }
        )

    def _publish(self, mine: Mapping[str, Any], now: Moment) -> None:
        """Replaces what this process stored before."""
        if not mine and not self._published:
            return

        def changed(data: Json) -> Json:
            known = {it: of for it, of in (data or {}).items() if it not in self._published}
            for station, (camera, lights) in mine.items():
                known[station] = {"camera": camera, "lights": lights, "at": now.wall, "counter": now.counter}
            return known or None

        self._store.change(self._name, changed)
        self._published, self._published_at = dict(mine), now


def _device_to_json(device: DeviceState | None) -> Json:
    return None if device is None else [device.state, _sentence_to_json(device.sentence)]


def _sentence_to_json(sentence: Any) -> Json:
    """A sentence with `made_of` is stored as message and values, so that it can be shown in any language."""
    made_of = getattr(sentence, "made_of", None)
    if made_of is None:
        return sentence if isinstance(sentence, (int, float)) else str(sentence)
    template, values = made_of
    return [template, {name: _sentence_to_json(value) for name, value in values.items()}]


def _device_from_json(data: Json) -> DeviceState | None:
    return None if data is None else DeviceState(data[0], _sentence_from_json(data[1]))


def _sentence_from_json(data: Json) -> Any:
    if not isinstance(data, list):
        return data
    template, values = data
    return marked(template, **{name: _sentence_from_json(value) for name, value in values.items()})
