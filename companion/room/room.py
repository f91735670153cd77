"""One room: all tables of a journal, and its stations, each with the table that its cameras and lights serve.

A home has one station, `Room.home`.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion import games
from companion.access.kept_stations import HOME_STATION_ID, KeptStation, this_machine
from companion.games.contract import State
from companion.room.first_meetings import LearntTiles
from companion.room.kept_devices import KeptCamera, kept_lights
from companion.room.lights import BLINK_SECONDS, TableLights
from companion.room.station import Camera, Station, light_picture
from companion.system.folders import data_folder
from companion.table.journal_errors import JournalError
from companion.table.snapshot import DeviceState
from companion.table.table import Table
from companion.table.tables import NoSuchTable, Tables
from companion.vision.calibration import Calibrations
from companion.vision.phone_camera import PhoneCamera
from companion.vision.processor_turns import ProcessorTurns
from firmware_bridge.ports import find

log = logging.getLogger(__name__)

LIGHTS_TIMEOUT_SECONDS = 3.0
"""How long `Room.blink` waits for lights to answer."""

__all__ = ["Camera", "Room", "Station", "light_picture", "show_devices"]


def show_devices(table: Table[State], served: Table[State] | None, camera: Any, lights: Any) -> None:
    """Publishes the status of a station's cameras and lights to a table that is or was played there.

    served: the table that they serve. camera, lights: what tells its `status()`, or how it is; None: there is
    none.
    """
    if served is not table:
        newer = served.id if served is not None and served.created > table.created else ""
        table.show(camera=None, lights=None, served=None if served is None else served.id, newer=newer)
        return
    table.show(camera=_device(camera), lights=_device(lights), served=table.id, newer="")


def _device(device: Any) -> DeviceState | None:
    if device is None or isinstance(device, DeviceState):
        return device
    status = device.status()
    return DeviceState(status.state, status.sentence)


class Room:
    """The tables and stations that the pages show.

    camera: one or more, of the first station; None: none. rendered: every table is drawn, with demo hands.
    lights: the first station's; None for none. calibrations: what is kept of cameras; None: in this person's
    data folder. make_lights: opens what a station keeps of its lights. devices: whether the kept
    stations' devices are opened. Safe to use from any thread; `close` ends everything but the journal's file.
    """

    def __init__(
        self,
        tables: Tables,
        camera: Camera | Sequence[Camera] | None = None,
        lights: TableLights | None = None,
        rendered: bool = False,
        address: str = "",
        calibrations: Calibrations | None = None,
        make_lights: Callable[[str], TableLights] = kept_lights,
        devices: bool = True,
    ) -> None:
        self.tables = tables
        self.address = address
        self.calibrations = calibrations or Calibrations(data_folder() / "cameras.json")
        self.phones: dict[str, PhoneCamera] = {}
        """The phones that are or were cameras here, by the id that their browsers keep."""
        self.turns = ProcessorTurns()
        self.looks: LearntTiles | None = None
        """What knows tiles without tags by their look; whoever keeps their pictures sets it."""
        self._make_lights = make_lights
        self.opens_devices = devices
        """Else another process may have devices, of which this one knows only while that runs."""
        self._lock = threading.RLock()
        self._devices_lock = threading.Lock()
        cameras = [camera] if isinstance(camera, str) or callable(camera) else list(camera or ())
        self.home = self._station(HOME_STATION_ID, cameras, rendered)
        self.nowhere = self._station("")
        """For games that are played at no station: it has no devices."""
        self._stations: dict[str, Station] = {HOME_STATION_ID: self.home}
        self._kept: dict[str, KeptStation] = {}
        self._opened: dict[str, str] = {}
        """By station: the spec with which its lights were opened."""
        self._remote_devices: Mapping[str, tuple[DeviceState | None, DeviceState | None]] = {}
        """By station: the status of the camera and lights that another process has opened."""
        self.home.lights = lights
        tables.on_open = self._show_devices_at

    def _station(self, id: str, cameras: Sequence[Camera] = (), rendered: bool = False) -> Station:
        return Station(
            id, self.tables, self.calibrations, self.turns, self._show_devices,
            cameras=cameras, rendered=rendered, looks=lambda: self.looks,
        )  # fmt: skip

    # --- stations

    @property
    def stations(self) -> tuple[Station, ...]:
        """The home's first, then the others in the order in which they were made."""
        return tuple(self._stations.values())

    def station(self, station_id: str) -> Station | None:
        return self._stations.get(station_id)

    def serving(self, table_id: str | None) -> Station | None:
        """The station whose cameras and lights serve this table; None: none does."""
        return next((it for it in self.stations if it.active is not None and it.active == table_id), None)

    def arrange(self, kept: Iterable[KeptStation]) -> None:
        """Makes the stations, their devices (those plugged in here) and their tables match the stored ones.
        None stored: a home, whose one station stays as it is."""
        wanted = {it.id: it for it in kept}
        with self._lock:
            for gone in [it for it in self.stations if it.id not in wanted and it is not self.home]:
                del self._stations[gone.id]
                self._opened.pop(gone.id, None)
                gone.close()
            for it in wanted.values():
                if it.id not in self._stations:
                    self._stations[it.id] = self._station(it.id)
            self._kept = wanted
            # Tables leave their old stations first, so that none is served by two.
            for it in wanted.values():
                station = self._stations[it.id]
                if station.active is not None and station.active != it.table:
                    self._serve(station, None)
            for it in wanted.values():
                self._apply_kept_devices(self._stations[it.id], it)
                self._serve(self._stations[it.id], it.table or None)
        self._show_devices()

    def lights_by_port(self) -> dict[str, str]:
        """The station of each lights board, by its serial port."""
        found = {}
        for station in self.stations:
            port = station.lights.status().port if station.lights is not None else None
            if port:
                found[os.path.realpath(port)] = station.id
        return found

    def blink(self, spec: str) -> bool:
        """Has these lights flash, whether a station has them or not; False: they do not answer."""
        segments = next((s for n in games.names() if (s := games.load(n).lights.segments)), ())
        by_port = self.lights_by_port()
        port = find(spec)[0] if not spec.startswith(("wled:", "adalight:")) else None
        kept = next((id for id, opened in self._opened.items() if opened == spec), "")
        station = self.station(kept or by_port.get(os.path.realpath(port or ""), ""))
        if station is not None and station.lights is not None:
            station.lights.blink(segments)
            return station.lights.status().state == "online"
        lights = self._make_lights(spec)
        online = lights.wait_for_status(LIGHTS_TIMEOUT_SECONDS).state == "online"
        lights.blink(segments)
        end = threading.Timer(BLINK_SECONDS if online else 0.0, lights.close)
        end.daemon = True
        end.start()
        return online

    def _apply_kept_devices(self, station: Station, kept: KeptStation) -> None:
        """Gives a station its name and its stored devices, where they are plugged in here."""
        station.name = kept.name
        if not self._is_local(kept):
            return
        if kept.cameras is not None:
            cameras = [self._camera(spec) for spec in kept.cameras]
            if list(station.cameras) != cameras:
                station.use_cameras(cameras)
        if kept.lights and kept.lights != self._opened.get(station.id):
            before, station.lights = station.lights, None
            if before is not None:
                before.close()
            station.lights = None if kept.lights == "none" else self._make_lights(kept.lights)
            self._opened[station.id] = kept.lights

    def _is_local(self, kept: KeptStation) -> bool:
        return self.opens_devices and kept.machine in ("", this_machine())

    def own_devices(self) -> dict[str, tuple[DeviceState | None, DeviceState | None]]:
        """By station: the status of the camera and lights that this process opens for it. Empty in a home."""
        stations = ((self._stations.get(it.id), it) for it in tuple(self._kept.values()))
        return {
            kept.id: (_device(station.eyes), _device(station.lights))
            for station, kept in stations
            if station is not None and self._is_local(kept)
        }

    def show_remote_devices(
        self, devices: Mapping[str, tuple[DeviceState | None, DeviceState | None]]
    ) -> None:
        """Shows the status of cameras and lights that other processes have opened."""
        if devices != self._remote_devices:
            self._remote_devices = devices
            self._show_devices()

    def _camera(self, spec: str) -> Camera:
        """A kept camera: a phone by what its browser keeps, else what a page may name."""
        if not spec.startswith(PhoneCamera.SPEC):
            return KeptCamera(spec)
        phone = spec.removeprefix(PhoneCamera.SPEC)
        return self.phones.setdefault(phone, PhoneCamera(phone, f"Phone {len(self.phones) + 1}"))

    def _serve(self, station: Station, table_id: str | None) -> None:
        """Serves the table; one that cannot be opened is logged."""
        if station.active == table_id:
            return
        try:
            station.activate(table_id)
        except (NoSuchTable, LookupError, JournalError) as wrong:
            log.warning("the table %s is left alone: %s", table_id, wrong)

    # --- all of them

    def resume(self) -> None:
        """Where no stations are stored: serves the last played table that can be opened. Errors are logged;
        pages report them where they need the journal."""
        if self._kept:
            return
        try:
            rows = self.tables.list()
        except JournalError as wrong:
            log.warning("%s", wrong)
            return
        for row in rows:
            try:
                self.home.activate(row.id)
            except (NoSuchTable, LookupError, JournalError) as wrong:
                log.warning("the table %s is left alone: %s", row.id, wrong)
                continue
            return

    def update_tiles(self, table: Table[State]) -> None:
        """Tells the cameras that watch this table its tiles: one was registered in play."""
        station = self.serving(table.id)
        if station is not None:
            station.update_tiles(table)

    def close(self) -> None:
        with self._lock:
            for station in self.stations:
                station.close()
        self.tables.close()

    # --- within

    def _show_devices(self, station: Station | None = None) -> None:
        """Publishes the devices' status to every open table; station: to those of this one. Does not take the
        room's lock: a device's thread calls it while the room may wait for that thread."""
        for table in self.tables.live():
            if station is None or self._place_of(table) is station:
                self._show_devices_at(table)

    def _show_devices_at(self, table: Table[State]) -> None:
        with self._devices_lock:
            station = self._place_of(table)
            if station is None:
                show_devices(table, None, None, None)
                return
            active = station.active
            served = next((t for t in self.tables.live() if t.id == active), None)
            kept = self._kept.get(station.id)
            devices: tuple[Any, Any] = (station.eyes, station.lights)
            if kept is not None and not self._is_local(kept):
                devices = self._remote_devices.get(station.id, (None, None))
            show_devices(table, served, *devices)

    def _place_of(self, table: Table[State]) -> Station | None:
        """Where the table is served, or was played; in a home its one station."""
        return self.serving(table.id) or self._stations.get(
            table.settings.station if self._kept else HOME_STATION_ID
        )
