"""Drives a WLED strip over the network: finds it, and keeps it current (wled_talk.py, wled_api.py)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from firmware_bridge.backend import LightStatus, Sentence
from firmware_bridge.backends.wled_api import CONNECTION_ERRORS, NotWled, WledApi
from firmware_bridge.backends.wled_state import restorable_state
from firmware_bridge.backends.wled_talk import WledTalk
from firmware_bridge.driver import RETRY_SECONDS, Driver

TURN_SECONDS = 0.1
"""Between two looks at whether something is due, if nothing wakes the thread before."""


class WledWifi(Driver[WledTalk]):
    """A WLED in the network, as a backend. place: its address ("http://10.0.0.7", "wled-table.local"), or
    "auto" for the only one in the network. find: returns the announced addresses; None: multicast DNS."""

    def __init__(self, place: str, find: Callable[[], tuple[str, ...]] | None = None) -> None:
        super().__init__(LightStatus("looking", Sentence("Looking for the WLED strip.")))
        self._place = place
        self._find = find
        self._owner: dict[str, Any] = {}
        """The strip's original state, which it gets back however often it was gone meanwhile."""
        self._thread.start()

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
            self._rest(RETRY_SECONDS)

    def _address(self) -> str | None:
        if self._place != "auto":
            return self._place.rstrip("/")
        found = self._find_strips()
        if len(found) == 1:
            return found[0]
        self._set_status("offline", _several(found) if found else _none_found())
        return None

    def _find_strips(self) -> tuple[str, ...]:
        if self._find is not None:
            return self._find()
        from firmware_bridge.backends.wled_finder import find_wled  # imports zeroconf, only for wled:auto

        return find_wled()

    def _serve_strip(self, api: WledApi) -> None:
        """Keeps the strip up to date until the driver closes. Raises CONNECTION_ERRORS and NotWled."""
        info = api.info()
        if not self._owner:
            self._owner = restorable_state(api.state())
        talk = WledTalk(api.address, info, self._owner)
        with self._connected(talk):
            while not self._closing:
                self._take_turn(api, talk)
                self._wake.wait(TURN_SECONDS)
                self._wake.clear()
            if (last := talk.closing_message()) is not None:
                api.send(last)

    def _take_turn(self, api: WledApi, talk: WledTalk) -> None:
        now = time.monotonic()
        with self._lock:
            talk.target = self._wanted_scene(now)
            request, status = talk.send(now), talk.status()
        self._set_status(*status, api.address)
        if request is None:
            return
        self._log_wire(True, api.send(request))
        if talk.look_due(now):
            talk.looked(api.info(), api.state(), now)
        with self._lock:
            talk.answered()
            self._changed.notify_all()


def _several(found: tuple[str, ...]) -> str:
    names = ", ".join(found)
    return Sentence("Several WLED strips are in this network ({names}): name one with --lights.", names=names)


def _none_found() -> str:
    return Sentence("No WLED strip is found in this network: switch it on, or name its address.")


def _unreachable(address: str) -> str:
    return Sentence(
        "No WLED strip answers at {address}: switch it on, and check its address.", address=address
    )


def _no_wled(address: str) -> str:
    return Sentence("What is at {address} does not answer as WLED: check the address.", address=address)
