"""Drives a WLED strip over the network: finds it, and keeps it current (wled_talk.py, wled_api.py)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from firmware_bridge.backend import LightStatus, Sentence
from firmware_bridge.backends.wled_api import CONNECTION_ERRORS, NotWled, WledApi
from firmware_bridge.backends.wled_kept import KeptStates
from firmware_bridge.backends.wled_state import is_given_back, is_ours, restorable_state, restore_message
from firmware_bridge.backends.wled_talk import WledTalk
from firmware_bridge.driver import RETRY_SECONDS, Driver

TURN_SECONDS = 0.1
"""Between two looks at whether something is due, if nothing wakes the thread before."""
GIVE_BACK_SECONDS, GIVE_BACK_INTERVAL_SECONDS = 3.0, 0.3
"""At the end a strip that is busy is asked for so long, each so often, to take its owner's state again."""


class WledWifi(Driver[WledTalk]):
    """A WLED in the network, as a backend. place: its address ("http://10.0.0.7", "wled-table.local"), or
    "auto" for the only one in the network. find: returns the announced addresses; None: multicast DNS. kept:
    keeps what the owner had until it is given back."""

    def __init__(
        self, place: str, find: Callable[[], tuple[str, ...]] | None = None, kept: KeptStates | None = None
    ) -> None:
        super().__init__(LightStatus("looking", Sentence("Looking for the WLED strip.")))
        self._place = place
        self._find = find
        self._kept = kept or KeptStates()
        self._owner: dict[str, Any] = {}
        """The strip's original state, which it gets back however often it was gone meanwhile."""
        self._lit_address = self._lit_name = ""
        """The strip that shows our pictures: where it is, and what it is kept as; empty: none does."""
        self._thread.start()

    def _run(self) -> None:
        while not self._closing:
            address = self._address()
            if address is not None:
                try:
                    self._serve_strip(WledApi(address))
                except CONNECTION_ERRORS:
                    self._set_status("offline", _unreachable(address), address)
                except NotWled as other:
                    self._set_status("stranger", _no_wled(address, other), address)
            self._rest(RETRY_SECONDS)
        if self._lit_address:
            self._give_back(WledApi(self._lit_address))

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
        info, state = api.info(), api.state()
        name = str(info.get("mac") or api.address)
        if not self._owner:
            self._owner = self._owners_state(api, name, state)
        talk = WledTalk(api.address, info, self._owner, state)
        with self._connected(talk):
            while not self._closing:
                self._take_turn(api, talk, name)
                self._wake.wait(TURN_SECONDS)
                self._wake.clear()

    def _owners_state(self, api: WledApi, name: str, state: dict[str, Any]) -> dict[str, Any]:
        """What the strip gets back at the end: what it has, or what it had before a companion lit it that
        never came to its end."""
        if (before := self._kept.of(name)) and is_ours(state):
            self._lit_address, self._lit_name = api.address, name
            return before
        self._kept.drop(name)  # its owner has set it otherwise since
        return restorable_state(state)

    def _give_back(self, api: WledApi) -> None:
        """Restores what the owner had, and sees that it came. If it does not, it stays kept."""
        end = time.monotonic() + GIVE_BACK_SECONDS
        while True:
            try:
                api.send(restore_message(self._owner, api.state()))
                if is_given_back(self._owner, api.state()):
                    self._kept.drop(self._lit_name)
                    return
            except (*CONNECTION_ERRORS, NotWled):
                pass
            if time.monotonic() >= end:
                return
            time.sleep(GIVE_BACK_INTERVAL_SECONDS)

    def _take_turn(self, api: WledApi, talk: WledTalk, name: str) -> None:
        now = time.monotonic()
        with self._lock:
            talk.target = self._wanted_scene(now)
            request, status = talk.send(now), talk.status()
        self._set_status(*status, api.address)
        if request is None:
            return
        if not self._lit_address:
            self._kept.keep(name, self._owner)
            self._lit_address, self._lit_name = api.address, name
        self._log_wire(True, api.send(request))
        if talk.was_whole:
            info, state = api.info() if talk.info_due(now) else None, api.state()
            with self._lock:
                talk.read_back(state, now, info)
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


def _no_wled(address: str, other: NotWled) -> str:
    if other.error is not None:
        return Sentence(
            "The WLED strip at {address} answers with its error {number}: wait a moment, or switch it off "
            "and on again.",
            address=address,
            number=other.error,
        )
    if other.said:
        return Sentence(
            "What is at {address} does not answer as WLED, but “{said}”: check the address, or switch the "
            "strip off and on again.",
            address=address,
            said=other.said,
        )
    return Sentence("What is at {address} does not answer as WLED: check the address.", address=address)
