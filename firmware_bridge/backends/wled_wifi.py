"""Drives a WLED strip over the network, by WLED's JSON API (wled_api.py).

The strip's own state is read before the first picture and restored at the end (wled_state.py). A picture
counts as shown when WLED has answered. WLED does not know our motions, so the host renders them, a few
pictures per second. The whole picture is sent again each second, in case somebody chose an effect.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from firmware_bridge import frames
from firmware_bridge.backend import LightStatus, Sentence, Wire
from firmware_bridge.backends.wled import pixels_of, share_of, strip_of
from firmware_bridge.backends.wled_api import CONNECTION_ERRORS, NotWled, WledApi
from firmware_bridge.backends.wled_state import (
    in_the_way,
    restorable_state,
    restore_message,
    take_over_message,
)
from firmware_bridge.frames import Scene
from firmware_bridge.link import HEARTBEAT_SECONDS, misfit

FRAME_INTERVAL_SECONDS = 0.2
"""Minimum time between two frames of a moving scene: each is a request, and some WLEDs are slow."""
LOOK_SECONDS = 10.0
"""Time between two looks at what the strip shows: another program or its page may take it meanwhile."""
RETRY_SECONDS = 2.0
"""Wait before a strip that did not answer is tried again."""
DARK_PAUSE_TIMEOUT_SECONDS = 0.05
"""Wait for the strip to confirm a dark pause."""


class WledWifi:
    """A WLED in the network, as a backend. place: its address ("http://10.0.0.7", "wled-table.local"), or
    "auto" for the only one in the network. find: returns the announced addresses; None: multicast DNS."""

    def __init__(self, place: str, find: Callable[[], tuple[str, ...]] | None = None) -> None:
        self._place = place
        self._find = find
        self._changed = threading.Condition()
        self._counts: dict[str, int] = {}
        self._target: Scene | None = None
        self._shown: Scene | None = None
        self._dark_until = 0.0
        self._frame = b""
        self._log: deque[Wire] = deque(maxlen=400)
        self._listeners: list[Callable[[LightStatus], None]] = []
        self._status = LightStatus("looking", Sentence("Looking for the WLED strip."))
        self._owner: dict[str, Any] = {}
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    # --- for any thread ---------------------------------------------------------------------------------

    def show(self, scene: Scene) -> None:
        frames.encode(0, "S", frames.encode_state(scene))  # raises here for a scene that cannot be encoded
        with self._changed:
            self._target = scene
            self._changed.notify_all()

    def require(self, counts: Mapping[str, int]) -> None:
        with self._changed:
            self._counts = dict(counts)
            self._changed.notify_all()

    def shown(self) -> Scene | None:
        with self._changed:
            return self._shown

    def frame(self) -> bytes:
        with self._changed:
            return self._frame if self._shown is not None else b""

    def log(self) -> tuple[Wire, ...]:
        with self._changed:
            return tuple(self._log)

    def status(self) -> LightStatus:
        with self._changed:
            return self._status

    def on_status(self, call: Callable[[LightStatus], None]) -> None:
        with self._changed:
            self._listeners.append(call)

    def pause(self, seconds: float) -> bool:
        with self._changed:
            self._dark_until = time.monotonic() + seconds
            self._changed.notify_all()
        return self.wait(min(DARK_PAUSE_TIMEOUT_SECONDS, seconds))

    def wait(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(
                lambda: self._shown is not None and self._shown == self._wanted_scene(), seconds
            )

    def close(self) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    # --- the thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closing:
            address = self._address()
            if address is not None:
                try:
                    self._serve_strip(WledApi(address))
                except CONNECTION_ERRORS:
                    self._set_status("offline", _unreachable(address), address)
                except NotWled:
                    self._set_status("stranger", _no_wled(address), address)
            with self._changed:
                self._shown = None
                self._changed.wait_for(lambda: self._closing, RETRY_SECONDS)

    def _find_strips(self) -> tuple[str, ...]:
        if self._find is not None:
            return self._find()
        from firmware_bridge.backends.wled_finder import find_wled  # imports zeroconf, only for wled:auto

        return find_wled()

    def _address(self) -> str | None:
        if self._place != "auto":
            return self._place.rstrip("/")
        found = self._find_strips()
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(found)
            self._set_status(
                "offline",
                Sentence(
                    "Several WLED strips are in this network ({names}): name one with --lights.", names=names
                ),
            )
        else:
            self._set_status(
                "offline",
                Sentence("No WLED strip is found in this network: switch it on, or name its address."),
            )
        return None

    def _serve_strip(self, api: WledApi) -> None:
        """Keeps the strip up to date until the backend closes. Raises CONNECTION_ERRORS and NotWled."""
        info = api.info()
        leds, version = info["leds"]["count"], str(info.get("ver", ""))
        if not self._owner:
            self._owner = restorable_state(api.state())
        last: tuple[list[int], Scene] | None = None
        sent = looked = 0.0
        problem: Sentence | None = None
        while True:
            with self._changed:
                if self._closing:
                    break
                scene, counts = self._wanted_scene(), dict(self._counts)
            now = time.monotonic()
            if wrong := misfit(scene, share_of(counts, leds), counts):
                self._set_status("wrong counts", wrong, api.address)
            elif problem is not None:
                self._set_status("busy", problem, api.address)
            else:
                online = Sentence(
                    "The lights are on, at {port}, by WLED {version}.", port=api.address, version=version
                )
                self._set_status("online", online, api.address)
            if scene is not None and counts:
                pixels = pixels_of(scene, counts, strip_of(counts), now)
                new = last is None or last[1] != scene
                due = new or now - sent >= HEARTBEAT_SECONDS
                if due or (last is not None and last[0] != pixels and now - sent >= FRAME_INTERVAL_SECONDS):
                    take_over = take_over_message(self._owner, min(len(pixels), leds)) if due else {}
                    self._log_wire(True, api.send(_picture(pixels, take_over)))
                    if last is None or now - looked >= LOOK_SECONDS:
                        lights, looked = min(len(pixels), leds), now
                        problem = in_the_way(api.info(), api.state(), lights, api.address)
                    last, sent = (pixels, scene), now
                    with self._changed:
                        self._frame = frames.encode(1, "S", frames.encode_state(scene))
                        self._shown = scene if problem is None else None
                        self._changed.notify_all()
            with self._changed:
                if not self._closing and self._wanted_scene() == scene:
                    self._changed.wait(FRAME_INTERVAL_SECONDS / 2)
        if last is not None:
            api.send(restore_message(self._owner))

    def _wanted_scene(self) -> Scene | None:
        """What the lights should show at this moment."""
        if self._target is not None and time.monotonic() < self._dark_until:
            return self._target._replace(brightness=0)
        return self._target

    def _log_wire(self, sent: bool, data: bytes) -> None:
        with self._changed:
            self._log.append(Wire(time.monotonic(), sent, data))

    def _set_status(self, state: str, sentence: str, address: str | None = None) -> None:
        status = LightStatus(state, sentence, address)
        with self._changed:
            if status == self._status:
                return
            self._status = status
            listeners = list(self._listeners)
        for call in listeners:
            try:
                call(status)
            except Exception:  # a listener's error must not stop the lights
                logging.getLogger(__name__).exception("a listener failed on %r", status.state)


def _picture(pixels: list[int], take_over: Mapping[str, Any]) -> dict[str, Any]:
    """The request that shows these colours; take_over: what is to be set with them."""
    first, *others = take_over.get("seg", [{"id": 0}])
    return {**take_over, "seg": [{**first, "i": [f"{pixel:06X}" for pixel in pixels]}, *others]}


def _unreachable(address: str) -> str:
    return Sentence(
        "No WLED strip answers at {address}: switch it on, and check its address.", address=address
    )


def _no_wled(address: str) -> str:
    return Sentence("What is at {address} does not answer as WLED: check the address.", address=address)
