"""Status of the camera and the lights, in a word and a sentence, as every page of a table shows it; and
whether a newer game is played here, for those who still look at an older one."""

from __future__ import annotations

from dataclasses import dataclass

from companion.room.station import Station
from companion.table.snapshot import DeviceState, Surroundings
from companion.translation import _, marked


@dataclass(frozen=True, slots=True)
class Lamp:
    """How a device is. state: one of STATES; sentence: for a person; lamp: "good", "wait", "bad" or "off".

    Both words are English, for all devices alike; a page says `_(it)`.
    """

    state: str
    sentence: str
    lamp: str = "off"


@dataclass(frozen=True, slots=True)
class TableStatus:
    """newer: the id of the table that the camera and the lights serve, where it was begun after this one."""

    camera: Lamp
    lights: Lamp
    newer: str = ""


STATES = (
    marked("starting"),
    marked("online"),
    marked("partly"),
    marked("still"),
    marked("black"),
    marked("lost"),
    marked("ended"),
    marked("looking"),
    marked("offline"),
    marked("busy"),
    marked("refused"),
    marked("stranger"),
    marked("wrong firmware"),
    marked("wrong counts"),
    marked("drawn"),
    marked("off"),
)
"""How a camera or the lights can be, in a word."""

_LAMPS = {
    "online": "good",
    "drawn": "good",
    "partly": "wait",
    "starting": "wait",
    "looking": "wait",
    "off": "off",
}


def status_of(around: Surroundings, table_id: str) -> TableStatus:
    """The camera and the lights serve one table at a time; at any other they are off."""
    if around.served != table_id:
        away = Lamp(
            "off",
            marked("Camera and lights are on another table.") if around.served else marked("Not in use."),
        )
        return TableStatus(away, away, around.newer)
    return TableStatus(
        _lamp(around.camera, marked("There is no camera at this table.")),
        _lamp(around.lights, marked("There are no lights at this table.")),
    )


def devices_at(station: Station | None) -> str:
    """Which of camera and lights serve the table there, for lists of tables; "": neither."""
    if station is None:
        return ""
    lit = station.lights is not None and station.lights.status().state != "off"
    if station.eyes is not None and lit:
        return _("camera and lights are on this table")
    if station.eyes is not None:
        return _("the camera is on this table")
    return _("the lights are on this table") if lit else ""


def _lamp(device: DeviceState | None, without: str) -> Lamp:
    if device is None:
        return Lamp("off", without)
    return Lamp(device.state, device.sentence, _LAMPS.get(device.state, "bad"))
