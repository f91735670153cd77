"""The interface of every place that light can go to: a status in words, and a few methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from firmware_bridge.frames import Scene


class Sentence(str):
    """What a person reads, in English. `made_of`, the message and its values, lets whoever shows it say it in
    another language."""

    made_of: tuple[str, dict[str, Any]]

    def __new__(cls, message: str, /, **values: Any) -> Sentence:
        made = super().__new__(cls, message.format(**values))
        made.made_of = (message, values)
        return made


@dataclass(frozen=True)
class LightStatus:
    """How the lights are. state: one of STATES; sentence: for a person, says what to do if anything.

    port: the serial port in use or looked for; None where there is none.
    """

    state: str
    sentence: str
    port: str | None = None


STATES = (
    "looking",  # not known yet
    "online",  # what is wanted is shown
    "offline",  # no board is there, or it has stopped answering
    "busy",  # another program holds the port
    "refused",  # the port is there but may not be used, or is no serial port
    "stranger",  # something answers on the port, or nothing, but no lights board
    "wrong firmware",  # the board speaks another protocol
    "wrong counts",  # the board has other lights than the table needs
    "drawn",  # no board: the strip is drawn on the page alone
    "off",  # no lights are wanted
)


@dataclass(frozen=True)
class Wire:
    """One line that went over the wire: when (time.monotonic), whether the host sent it, its bytes."""

    at: float
    sent: bool
    line: bytes


class Backend(Protocol):
    """Where light goes. Every method may be called from any thread and returns at once, but as noted."""

    def show(self, scene: Scene) -> None:
        """Show this from now on. Raises ValueError for a scene that no frame can say."""

    def require(self, counts: Mapping[str, int]) -> None:
        """The lights by segment that must be there; other segments are their owner's choice."""

    def shown(self) -> Scene | None:
        """The scene that the lights have confirmed; None while none is."""

    def frame(self) -> bytes:
        """The bytes that brought the confirmed scene; empty while none is."""

    def log(self) -> tuple[Wire, ...]:
        """The last lines on the wire, oldest first."""

    def status(self) -> LightStatus: ...

    def on_status(self, call: Callable[[LightStatus], None]) -> None:
        """`call` is called with each new status, from the backend's own thread."""

    def pause(self, seconds: float) -> bool:
        """Go dark, for a camera, and come back by itself. Waits 50 ms at most; True when it is dark."""

    def wait(self, seconds: float) -> bool:
        """Wait until the wanted scene is confirmed; False when it is not in time."""

    def close(self) -> None:
        """Let go of everything; waits until it is done."""
