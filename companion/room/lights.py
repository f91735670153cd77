"""Turns a game's LightPicture into light: on a board, on a strip, or drawn on the page."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Light, LightPicture, Segment
from companion.system.folders import data_folder
from companion.translation import marked
from firmware_bridge import frames, host_board
from firmware_bridge.backend import Backend, LightStatus, Wire
from firmware_bridge.backends.adalight import Adalight
from firmware_bridge.backends.screen import Screen
from firmware_bridge.backends.wled import Wled
from firmware_bridge.backends.wled_kept import KeptStates
from firmware_bridge.backends.wled_wifi import WledWifi
from firmware_bridge.bridge import Bridge
from firmware_bridge.firmware import scene as scenery
from firmware_bridge.frames import Lamp, Scene

BRIGHTNESS = {"day": 96, "evening": 40}
"""Of 255; the board has a cap of its own."""

BLINK_SECONDS = 4.0
"""How long lights blink to show where they are."""

ATTENTION_SECONDS = 20.0
"""After this long without a new picture the lamps of the players who must act flutter."""


@dataclass(frozen=True)
class Drawn:
    """One light as a page draws it. rgb: its full colour on a screen; the motion's wave is in `waves()`."""

    colour: str
    motion: str
    level: int
    rgb: tuple[int, int, int]


class TableLights:
    """A station's lights: shows the pictures of the served game, and reports the lights' status."""

    def __init__(
        self,
        backend: Backend,
        brightness: str = "day",
        on_closed: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """brightness: one of BRIGHTNESS. on_closed: called once the backend is closed. clock: in seconds."""
        self._backend = backend
        self._on_closed = on_closed
        self._brightness = BRIGHTNESS[brightness]
        self._clock = clock
        self._picture: LightPicture | None = None
        self._picture_since = 0.0
        self._disputed = False
        self._sent: Scene | None = None
        self._segments: tuple[Segment, ...] = ()
        self._blink_scene: Scene | None = None

    def serve(self, segments: tuple[Segment, ...]) -> None:
        """The lamps that the game in play has, from now on; a board without them says so in its status."""
        if segments != self._segments:
            self._segments = segments
            self._backend.require({s.name: s.count for s in segments if not s.optional})

    def show(self, picture: LightPicture) -> None:
        """Show this from now on; returns at once."""
        if picture != self._picture:
            self._picture, self._picture_since = picture, self._clock()
        self._send()

    def update(self, disputed: bool = False) -> None:
        """To be called a few times a second. After ATTENTION_SECONDS of the same picture the lamps of the
        players who must act flutter. While `disputed` (table and tracker disagree) the last lamp of each of
        the game's segments flashes."""
        self._disputed = disputed
        self._send()

    def turn_off(self) -> None:
        """Turns the lamps off until the next picture."""
        self._picture = None
        self._send_dark()

    def blink(self, segments: tuple[Segment, ...], seconds: float = BLINK_SECONDS) -> None:
        """All lamps flash for `seconds`, so that people can find them, and then return to the picture before.
        segments: used where no game has been served yet."""
        if not self._segments:
            self.serve(segments)
        lamp = Lamp("white", "alarm", frames.LEVELS - 1)
        lamps = tuple((s.name, (lamp,) * s.count) for s in self._segments if not s.optional)
        self._blink_scene = Scene(self._brightness, lamps)
        self._backend.show(self._blink_scene)
        end = threading.Timer(seconds, self._end_blink)
        end.daemon = True
        end.start()

    def _end_blink(self) -> None:
        self._blink_scene = self._sent = None
        if self._picture is None:
            self._send_dark()
        else:
            self._send()

    def _send_dark(self) -> None:
        if self._segments and self._blink_scene is None:
            off = Lamp("white", "off", 0)
            lamps = tuple((s.name, (off,) * s.count) for s in self._segments if not s.optional)
            self._sent = Scene(self._brightness, lamps)
            self._backend.show(self._sent)

    def _send(self) -> None:
        picture = self._picture
        if picture is None or self._blink_scene is not None:
            return
        if self._disputed:
            picture = disputed(picture, {s.name for s in self._segments if not s.optional})
        elif self._clock() - self._picture_since >= ATTENTION_SECONDS:
            picture = urged(picture)
        scene = scene_of(picture, self._brightness)
        if scene != self._sent:
            self._backend.show(scene)
            self._sent = scene

    def set_brightness(self, name: str) -> None:
        """name: one of BRIGHTNESS. Raises KeyError."""
        self._brightness = BRIGHTNESS[name]
        self._send()

    def status(self) -> LightStatus:
        return self._backend.status()

    def wait_for_status(self, seconds: float) -> LightStatus:
        """The status as soon as it is known, waiting `seconds` at most."""
        end = time.monotonic() + seconds
        while self.status().state == "looking" and time.monotonic() < end:
            time.sleep(0.01)
        return self.status()

    def on_status(self, call: Callable[[LightStatus], None]) -> None:
        """`call` gets each new status, from another thread."""
        self._backend.on_status(call)

    def dark_pause(self, seconds: float) -> bool:
        """Dark for the camera within 50 ms, then back automatically. False: not confirmed in time."""
        return self._backend.pause(seconds)

    def strip(self, at: float | None = None) -> list[tuple[int, int, int]]:
        """(red, green, blue), for a screen, of each light last confirmed, segment after segment.

        at: the moment, in seconds of time.monotonic; None: now. Empty while nothing is confirmed.
        """
        shown = self._confirmed()
        if shown is None:
            return []
        ms = int((time.monotonic() if at is None else at) * 1000)
        brightness = min(255, shown.brightness * 255 // BRIGHTNESS["day"])
        lamps = [lamp for _, lamps in shown.segments for lamp in lamps]
        return [on_screen(scenery.colour(lamp, ms, brightness)) for lamp in lamps]

    def drawn(self) -> dict[str, list[Drawn]]:
        """The lights by segment, as `strip` reads them."""
        shown = self._confirmed()
        return {name: [_drawn(lamp) for lamp in lamps] for name, lamps in shown.segments} if shown else {}

    def _confirmed(self) -> Scene | None:
        """The scene decoded from the last confirmed frame."""
        frame = frames.decode(self._backend.frame()[:-1])
        scene: Scene | None = frames.decode_state(frame[2]) if frame else None
        return scene

    def log(self) -> tuple[Wire, ...]:
        """The last lines on the wire, oldest first."""
        return self._backend.log()

    def close(self) -> None:
        self._backend.close()
        self._on_closed()


def urged(picture: LightPicture) -> LightPicture:
    """The picture with the lamps of whoever must act fluttering, in the colours they have."""
    calls = set(picture.calls)
    return LightPicture(
        tuple(
            (
                name,
                tuple(
                    Light(light.colour, "flutter", 3) if (name, place) in calls else light
                    for place, light in enumerate(lights)
                ),
            )
            for name, lights in picture.segments
        ),
        picture.calls,
    )


def disputed(picture: LightPicture, segments: Collection[str]) -> LightPicture:
    """The picture with the last lamp of these segments flashing: the table and the tracker disagree."""
    alarm = (Light("alarm", "alarm", 3),)
    return LightPicture(
        tuple(
            (name, lights[:-1] + alarm if name in segments and lights else lights)
            for name, lights in picture.segments
        ),
        picture.calls,
    )


def scene_of(picture: LightPicture, brightness: int) -> Scene:
    """The scene that a picture asks for. A colour or motion that no light has becomes white, steady."""
    return Scene(
        brightness,
        tuple((name, tuple(_lamp(light) for light in lights)) for name, lights in picture.segments),
    )


def _drawn(lamp: Lamp) -> Drawn:
    return Drawn(lamp.colour, lamp.motion, lamp.level, on_screen(scenery.PALETTE[lamp.colour]))


def on_screen(led: tuple[int, int, int]) -> tuple[int, int, int]:
    """A screen's colour for an LED's: an LED takes shares of light, a screen steps as an eye sees them."""
    r, g, b = (round(255 * (share / 255) ** (1 / 2.2)) for share in led)
    return r, g, b


def _lamp(light: Light) -> Lamp:
    colour = light.colour if light.colour in frames.COLOURS else "white"
    motion = light.motion if light.motion in frames.MOTIONS else "steady"
    return Lamp(colour, motion, min(max(light.level, 0), frames.LEVELS - 1))


def waves() -> Mapping[str, tuple[int, tuple[tuple[int, int], ...]]]:
    """Each motion's period in ms and its corners (ms, 0 to 255), for pages that draw lights or a legend."""
    waves: dict[str, Any] = scenery.WAVES
    return waves


def open_lights(spec: str, brightness: str = "day") -> TableLights:
    """The lights that `--lights` asks for: "auto", "none", a port, "usb:" and what a board's USB says it is,
    "wled:" and a port, an address in the network, or "auto" for the only WLED there; "adalight:" and a port.

    Never fails: a board that is not there is looked for again and again, and the status says what is wrong.
    """
    if spec == "none":
        return TableLights(Screen(marked("There are no lights at this table."), "off"), brightness)
    if spec.startswith("wled:"):
        place = spec.removeprefix("wled:")
        wireless = place == "auto" or place.startswith("http://") or not is_serial_port(place)
        kept = KeptStates(data_folder() / "strips.json")
        return TableLights(WledWifi(place, kept=kept) if wireless else Wled(place, kept=kept), brightness)
    if spec.startswith("adalight:"):
        return TableLights(Adalight(spec.removeprefix("adalight:")), brightness)
    return TableLights(Bridge(spec), brightness)


def is_serial_port(place: str) -> bool:
    """Whether it is written as a port of this machine, not as an address in the network."""
    return "/" in place or re.fullmatch(r"(?i)com\d+", place) is not None


def demo_lights(segments: Collection[Segment] = (), brightness: str = "day") -> TableLights:
    """Lights without a board at hand: the real firmware on MicroPython's host build, else a drawn strip.

    segments: of all games that may be played there; of each name the longest is wired up, optional ones are
    not. Without any the board is as its config.py says."""
    if not host_board.available():
        why = marked("The lights are drawn on the page: MicroPython's host build is not installed.")
        return TableLights(Screen(why), brightness)
    wired: dict[str, int] = {}
    for each in segments:
        wired[each.name] = max(wired.get(each.name, 0), 0 if each.optional else each.count)
    board = host_board.HostBoard(restart=1.0, segments=wired or None)
    return TableLights(Bridge(board.start()), brightness, board.stop)
