"""The interface of all light outputs: a status in words, and a few methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from firmware_bridge.frames import Scene


class Sentence(str):
    """A text for people, in English. `made_of`, the message and its values, allows translating it when it is
    shown."""

    made_of: tuple[str, dict[str, Any]]

    def __new__(cls, message: str, /, **values: Any) -> Sentence:
        made = super().__new__(cls, message.format(**values))
        made.made_of = (message, values)
        return made


@dataclass(frozen=True)
class LightStatus:
    """state: one of STATES; sentence: for people, with what to do, if anything.

    port: the serial port in use or searched for; None if there is none.
    """

    state: str
    sentence: str
    port: str | None = None


STATES = (
    "looking",  # not known yet
    "online",  # the wanted scene is shown
    "offline",  # no board is attached, or it has stopped answering
    "busy",  # another program holds the port
    "refused",  # access to the port is denied, or it is no serial port
    "stranger",  # another device answers on the port, or none
    "wrong firmware",  # the board speaks another protocol
    "wrong counts",  # the board's numbers of lights differ from the table's
    "drawn",  # no board: the strip is only drawn on the page
    "off",  # no lights are wanted
)


@dataclass(frozen=True)
class Wire:
    """One line on the wire: its time (time.monotonic), whether the host sent it, its bytes."""

    at: float
    sent: bool
    line: bytes


class Backend(Protocol):
    """An output for light. All methods are thread-safe and return at once unless noted otherwise."""

    def show(self, scene: Scene) -> None:
        """Show this from now on. Raises ValueError for a scene that cannot be encoded."""

    def require(self, counts: Mapping[str, int]) -> None:
        """Set the number of lights that each of these segments must have; other segments are optional."""

    def shown(self) -> Scene | None:
        """The scene that the lights have confirmed, or None."""

    def frame(self) -> bytes:
        """The bytes of the confirmed scene's frame; empty without one."""

    def log(self) -> tuple[Wire, ...]:
        """The latest lines on the wire, oldest first."""

    def status(self) -> LightStatus: ...

    def on_status(self, call: Callable[[LightStatus], None]) -> None:
        """Calls `call` with each new status, from the backend's own thread."""

    def pause(self, seconds: float) -> bool:
        """Switch off for `seconds`, for a camera. Waits up to 50 ms; True if the lights are dark by then."""

    def wait(self, seconds: float) -> bool:
        """Wait until the wanted scene is confirmed; False on timeout."""

    def close(self) -> None:
        """Release everything; waits until that is done."""
