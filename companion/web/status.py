"""How the camera and the lights are, in a word and a sentence, as every page of a table shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Lamp:
    """How a device is. state: one word; sentence: for a person; lamp: "good", "wait", "bad" or "off"."""

    state: str
    sentence: str
    lamp: str = "off"


@dataclass(frozen=True, slots=True)
class Status:
    camera: Lamp
    lights: Lamp


_LAMPS = {
    "online": "good",
    "drawn": "good",
    "starting": "wait",
    "looking": "wait",
    "off": "off",
}


def status_of(room: Any, table_id: str) -> Status:
    """The camera and lights serve one table at a time; at any other they are off."""
    if room.active != table_id:
        away = Lamp("off", "The camera and the lights serve another table." if room.active else "Not in use.")
        return Status(away, away)
    return Status(
        _lamp(room.eyes, "There is no camera at this table."),
        _lamp(room.lights, "There are no lights at this table."),
    )


def _lamp(device: Any, without: str) -> Lamp:
    if device is None:
        return Lamp("off", without)
    status = device.status()
    return Lamp(status.state, status.sentence, _LAMPS.get(status.state, "bad"))
