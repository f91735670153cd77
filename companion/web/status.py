"""How the camera and the lights are, in a word and a sentence, as every page of a table shows it; and
whether a newer game is played here, for those who still look at an older one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.translation import marked


@dataclass(frozen=True, slots=True)
class Lamp:
    """How a device is. state: one of STATES; sentence: for a person; lamp: "good", "wait", "bad" or "off".

    Both words are English, for all devices alike; a page says `_(it)`.
    """

    state: str
    sentence: str
    lamp: str = "off"


@dataclass(frozen=True, slots=True)
class Status:
    """newer: the id of the table that the camera and the lights serve, where it was begun after this one."""

    camera: Lamp
    lights: Lamp
    newer: str = ""


STATES = (
    marked("starting"),
    marked("online"),
    marked("partly"),
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


def status_of(room: Any, table_id: str) -> Status:
    """The camera and lights serve one table at a time; at any other they are off."""
    if room.active != table_id:
        away = Lamp(
            "off",
            marked("The camera and the lights serve another table.")
            if room.active
            else marked("Not in use."),
        )
        return Status(away, away, _newer(room, table_id))
    return Status(
        _lamp(room.eyes, marked("There is no camera at this table.")),
        _lamp(room.lights, marked("There are no lights at this table.")),
    )


def _newer(room: Any, table_id: str) -> str:
    active: str | None = room.active
    if active is not None:
        with suppress(Exception):  # a table that cannot be opened is no place to send anybody
            if room.tables.open(active).created > room.tables.open(table_id).created:
                return active
    return ""


def _lamp(device: Any, without: str) -> Lamp:
    if device is None:
        return Lamp("off", without)
    status = device.status()
    return Lamp(status.state, status.sentence, _LAMPS.get(status.state, "bad"))
