"""Stores a house's stations in the journal's database, with their devices and tables.

A home stores none. All server processes of a house share them; each opens the devices that are plugged into
its own machine.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.access.store import AccessStore
from companion.games.contract import Json
from companion.table.journal_errors import JournalError
from companion.translation import marked

log = logging.getLogger(__name__)

HOME_STATION_ID = "1"
"""The id of the first station: at home the only one."""
MAX_STATIONS = 200
MAX_NAME_LENGTH = 24
POLL_SECONDS = 1.0
"""Interval of checks whether another process changed the stations."""
_KEY_PREFIX = "stations/"


class NoStation(LookupError):
    """There is no such station, or MAX_STATIONS exist; `sentence` says so."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


NO_SUCH_STATION = marked("There is no such station: look at the list of stations.")
TOO_MANY_STATIONS = marked("There are as many stations as there may be: remove one first.")


def this_machine() -> str:
    return socket.gethostname()[:60]


@dataclass(frozen=True, slots=True)
class KeptStation:
    """name: a number or a word. cameras: what `open_camera` takes; None: as the program was started. lights:
    what `open_lights` takes, "": as it was started. machine: where these devices are plugged in. boxes: by
    game, the box that lies there. table: the id of what is played there, "". tablet: the epoch of its
    tablet's token, so that it can be revoked."""

    id: str
    name: str
    cameras: tuple[str, ...] | None = None
    lights: str = ""
    machine: str = ""
    boxes: Mapping[str, str] = field(default_factory=dict)
    table: str = ""
    tablet: int = 0

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "cameras": None if self.cameras is None else list(self.cameras),
            "lights": self.lights,
            "machine": self.machine,
            "boxes": dict(self.boxes),
            "table": self.table,
            "tablet": self.tablet,
        }


def _station_from_json(id: str, data: Json) -> KeptStation:
    cameras = data.get("cameras")
    return KeptStation(
        id,
        str(data.get("name", id)),
        None if cameras is None else tuple(map(str, cameras)),
        str(data.get("lights", "")),
        str(data.get("machine", "")),
        {str(game): str(box) for game, box in data.get("boxes", {}).items()},
        str(data.get("table", "")),
        int(data.get("tablet", 0)),
    )


class KeptStations:
    """The stations of one branch of the house. Every method may raise JournalError; safe to share by
    threads. All stations of a branch are one value, so that a table is never at two."""

    def __init__(self, store: AccessStore, branch: str = "") -> None:
        self._store = store
        self._name = _KEY_PREFIX + branch
        self._lock = threading.Lock()

    def all(self) -> tuple[KeptStation, ...]:
        """In the order in which they were made; none: this is a home."""
        return _stations_from_json(self._store.get(self._name))

    def get(self, station_id: str) -> KeptStation:
        """Raises NoStation."""
        for it in self.all():
            if it.id == station_id:
                return it
        raise NoStation(NO_SUCH_STATION)

    def of_table(self, table_id: str) -> KeptStation | None:
        """Where this table is played."""
        return next((it for it in self.all() if table_id and it.table == table_id), None)

    def add(self, first: KeptStation) -> KeptStation:
        """Adds a station, with the next number as its name. first: the home's own, stored when none is
        yet."""
        made: list[KeptStation] = []

        def one_more(known: dict[str, KeptStation]) -> None:
            if not known:
                known[first.id] = first
            if len(known) >= MAX_STATIONS:
                raise NoStation(TOO_MANY_STATIONS)
            number = max(int(it) for it in known) + 1
            taken = {it.name for it in known.values()}
            name = next(
                str(n) for n in range(len(known) + 1, len(known) + MAX_STATIONS + 2) if str(n) not in taken
            )
            known[str(number)] = KeptStation(str(number), name)
            made.append(known[str(number)])

        self._change(one_more)
        return made[-1]

    def remove(self, station_id: str) -> None:
        """Removes a station. The home's own stays; when it is the only one left, this is a home again."""

        def without(known: dict[str, KeptStation]) -> None:
            if station_id != HOME_STATION_ID and known.pop(station_id, None) is None:
                raise NoStation(NO_SUCH_STATION)
            if set(known) == {HOME_STATION_ID}:
                known.clear()

        self._change(without)

    def change(self, station_id: str, **changes: Any) -> KeptStation:
        """Raises NoStation."""

        def changed(known: dict[str, KeptStation]) -> None:
            if station_id not in known:
                raise NoStation(NO_SUCH_STATION)
            known[station_id] = replace(known[station_id], **changes)

        self._change(changed)
        return self.get(station_id)

    def give(self, station_id: str, kind: str, device: str, machine: str) -> None:
        """A device goes to a station ("": to none) and leaves the one where it was. kind: "camera" or
        "lights". Raises NoStation."""

        def given(known: dict[str, KeptStation]) -> None:
            if station_id and station_id not in known:
                raise NoStation(NO_SUCH_STATION)
            for id, it in known.items():
                is_target = id == station_id
                if kind == "camera":
                    others = tuple(each for each in it.cameras or () if each != device)
                    if is_target or others != (it.cameras or ()):
                        cameras = (*others, device) if is_target else others
                        known[id] = replace(it, cameras=cameras, machine=machine)
                elif is_target:
                    known[id] = replace(it, lights=device, machine=machine)
                elif it.lights == device:
                    known[id] = replace(it, lights="none", machine=machine)

        self._change(given)

    def place(self, table_id: str, station_id: str) -> None:
        """The table is played at this station from now on, and no longer where it was; "": nowhere. Raises
        NoStation."""

        def placed(known: dict[str, KeptStation]) -> None:
            if station_id and station_id not in known:
                raise NoStation(NO_SUCH_STATION)
            for id, it in known.items():
                if id == station_id:
                    known[id] = replace(it, table=table_id)
                elif it.table == table_id:
                    known[id] = replace(it, table="")

        self._change(placed)

    def _change(self, change: Callable[[dict[str, KeptStation]], None]) -> None:
        def changed(data: Json) -> Json:
            known = {it.id: it for it in _stations_from_json(data)}
            change(known)
            return {id: it.to_json() for id, it in known.items()} or None

        with self._lock:
            self._store.change(self._name, changed)


class StationsWatcher:
    """Context manager: calls `arrange` with the stations at the start and whenever another process changed
    them."""

    def __init__(self, arrange: Callable[[Sequence[KeptStation]], None], kept: KeptStations) -> None:
        self._arrange = arrange
        self._kept = kept
        self._known: tuple[KeptStation, ...] | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stations", daemon=True)

    def __enter__(self) -> StationsWatcher:
        self._poll()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(POLL_SECONDS):
            self._poll()

    def _poll(self) -> None:
        try:
            kept = self._kept.all()
        except JournalError:
            return  # retried at the next poll
        if kept != self._known:
            self._known = kept
            try:
                self._arrange(kept)
            except Exception:  # an error of one device or game: the stations stay as they are
                log.exception("the stations cannot be arranged")


def _stations_from_json(data: Json) -> tuple[KeptStation, ...]:
    return tuple(_station_from_json(id, it) for id, it in data.items()) if isinstance(data, dict) else ()
