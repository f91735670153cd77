"""Drives a WLED strip over the network, by WLED's JSON API.

The strip's own brightness, transition and effect are read before the first picture and restored at the end.
A picture counts as shown when WLED has answered. WLED does not know our motions, so the host renders them, a
few pictures per second. The whole picture is sent again each second, in case somebody chose an effect.
API: https://kno.wled.ge/interfaces/json-api/
"""

from __future__ import annotations

import http.client
import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from firmware_bridge import frames
from firmware_bridge.backend import LightStatus, Sentence, Wire
from firmware_bridge.backends.wled import pixels_of, restorable_state, restore_message, share_of, strip_of
from firmware_bridge.frames import Scene
from firmware_bridge.link import HEARTBEAT_SECONDS, misfit

FRAME_INTERVAL_SECONDS = 0.2
"""Minimum time between two frames of a moving scene: each is a request, and some WLEDs are slow."""
TIMEOUT_SECONDS = 2.0
"""Of a request."""
RETRY_SECONDS = 2.0
"""Wait before a strip that did not answer is tried again."""
DARK_PAUSE_TIMEOUT_SECONDS = 0.05
"""Wait for the strip to confirm a dark pause."""
CONNECTION_ERRORS = (OSError, http.client.HTTPException)
"""Raised by requests to an absent strip."""


class NotWled(Exception):
    """The answer is not WLED's."""


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
                    self._serve_strip(_Api(address))
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

    def _serve_strip(self, api: _Api) -> None:
        """Keeps the strip up to date until the backend closes. Raises CONNECTION_ERRORS and NotWled."""
        leds, version = api.info()
        if not self._owner:
            self._owner = restorable_state(api.state())
        last: tuple[list[int], Scene | None] | None = None
        sent = 0.0
        while True:
            with self._changed:
                if self._closing:
                    break
                scene, counts = self._wanted_scene(), dict(self._counts)
            now = time.monotonic()
            if wrong := misfit(scene, share_of(counts, leds), counts):
                self._set_status("wrong counts", wrong, api.address)
            else:
                self._set_status(
                    "online",
                    Sentence(
                        "The lights are on, at {port}, by WLED {version}.", port=api.address, version=version
                    ),
                    api.address,
                )
            if scene is not None and counts:
                pixels = pixels_of(scene, counts, strip_of(counts), now)
                new = last is None or last[1] != scene
                moved = last is not None and last[0] != pixels and now - sent >= FRAME_INTERVAL_SECONDS
                if new or moved or now - sent >= HEARTBEAT_SECONDS:
                    self._log_wire(
                        True, api.picture(pixels, beginning=new or now - sent >= HEARTBEAT_SECONDS)
                    )
                    last, sent = (pixels, scene), now
                    with self._changed:
                        self._frame = frames.encode(1, "S", frames.encode_state(scene))
                        self._shown = scene
                        self._changed.notify_all()
            with self._changed:
                if not self._closing and self._wanted_scene() == scene:
                    self._changed.wait(FRAME_INTERVAL_SECONDS / 2)
        if last is not None:
            api.give_back(self._owner)

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


class _Api:
    """WLED's JSON API. Every method raises CONNECTION_ERRORS and NotWled, for a malformed address too."""

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self._place = urlsplit(address if "//" in address else f"//{address}").netloc
        except ValueError as wrong:
            raise OSError(str(wrong)) from None

    def info(self) -> tuple[int, str]:
        """The number of LEDs and the version."""
        info = self._ask("GET", "/json/info")
        leds = info.get("leds")
        if not isinstance(leds, dict) or not isinstance(leds.get("count"), int):
            raise NotWled
        return leds["count"], str(info.get("ver", ""))

    def state(self) -> dict[str, Any]:
        return self._ask("GET", "/json/state")

    def picture(self, pixels: list[int], beginning: bool) -> bytes:
        """Shows these colours and returns the request's body."""
        state: dict[str, Any] = {"on": True, "bri": 255, "transition": 0, "mainseg": 0} if beginning else {}
        state["seg"] = {"id": 0, "i": [f"{pixel:06X}" for pixel in pixels]}
        body = json.dumps(state, separators=(",", ":")).encode()
        self._ask("POST", "/json/state", body)
        return body

    def give_back(self, owner: Mapping[str, Any]) -> None:
        self._ask("POST", "/json/state", json.dumps(restore_message(owner)).encode())

    def _ask(self, method: str, path: str, body: bytes | None = None) -> dict[str, Any]:
        line = http.client.HTTPConnection(self._place, timeout=TIMEOUT_SECONDS)
        try:
            line.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            answer = line.getresponse()
            data = answer.read(100_000)
        except ValueError as wrong:  # a malformed address
            raise OSError(str(wrong)) from None
        finally:
            line.close()
        try:
            reply = json.loads(data)
        except ValueError:
            raise NotWled from None
        if answer.status != 200 or not isinstance(reply, dict) or (body and not reply.get("success")):
            raise NotWled
        return reply


def _unreachable(address: str) -> str:
    return Sentence(
        "No WLED strip answers at {address}: switch it on, and check its address.", address=address
    )


def _no_wled(address: str) -> str:
    return Sentence("What is at {address} does not answer as WLED: check the address.", address=address)
