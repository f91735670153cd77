"""Cameras and lights that somebody named on a page, and what a page may name: what is listed here, a phone
that joined, an address of this machine's own networks.

Files, folders, any path and any port are for the command line alone: whoever may choose a camera would else
see every picture that the service can read, and have it ask every door of the network. A file that
is kept as a camera from before this rule is not opened either.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from serial.tools.list_ports import comports

from companion.room.lights import TableLights, is_serial_port, open_lights
from companion.system.addresses import without_password
from companion.system.camera_networks import camera_networks, checked_address, is_allowed, is_camera_address
from companion.translation import marked
from companion.vision.camera import CameraLost, Source
from companion.vision.network_camera import open_network_camera
from companion.vision.sources import camera_name, listed, open_listed
from firmware_bridge import ports
from firmware_bridge.backends.wled_wifi import WledWifi

STRIP, PORTS = "wled:", ("wled:", "adalight:")
WEB_PORTS = (None, 80)
"""Of a strip in the network, unless it announces another."""


@dataclass(frozen=True, slots=True)
class KeptCamera:
    """A camera that was named on a page; called, it is opened. spec: as it is kept."""

    spec: str

    @property
    def name(self) -> str:
        return camera_name(self.spec)

    def __call__(self) -> Source:
        """Raises CameraLost."""
        if not is_camera_address(self.spec):
            return open_listed(self.spec)
        address = checked_address(self.spec, camera_networks())
        if not address:
            raise CameraLost(
                marked(
                    "{camera} is in none of this machine's networks: whoever starts the companion allows "
                    "others with --camera-network.",
                    camera=without_password(self.spec),
                )
            )
        return open_network_camera(address)


def is_listed_camera(spec: str) -> bool:
    return listed(spec) is not None


def may_be_named(spec: str, announced: Iterable[str] = ()) -> bool:
    """Whether a page may name these lights. announced: addresses of strips that say in this network that they
    are there."""
    if spec in ("auto", "none", f"{STRIP}auto") or _is_board(spec):
        return True
    address = _strip_address(spec)
    try:
        parts = urlsplit(address)
        usual = parts.port in WEB_PORTS
    except ValueError:
        return False
    if parts.scheme != "http" or parts.path.strip("/") or not (usual or address.rstrip("/") in announced):
        return False
    return is_allowed(address, camera_networks())


def kept_lights(spec: str) -> TableLights:
    """The lights as they are kept, which a page may have named. A strip's address is checked anew each time
    that the strip is looked for, and what was checked is what is asked: the network may come up later, and a
    name may mean another machine by then."""
    address = _strip_address(spec)
    if not address or spec == f"{STRIP}auto":
        return open_lights(spec)

    def found() -> tuple[str, ...]:
        checked = checked_address(address, camera_networks())
        return (checked,) if checked else ()

    return TableLights(WledWifi("auto", find=found))


def _strip_address(spec: str) -> str:
    """The address of a strip in the network; "": it is none."""
    place = spec.removeprefix(STRIP)
    if not spec.startswith(STRIP) or ("://" not in place and is_serial_port(place)):
        return ""
    return place if "://" in place else f"http://{place}"


def _is_board(spec: str) -> bool:
    """Whether it is a serial port that is plugged in here, by its identity or its path, with or without what
    talks there."""
    bare = next((spec.removeprefix(kind) for kind in PORTS if spec.startswith(kind)), spec)
    return any(
        bare == ports.identity(port) or os.path.realpath(bare) == os.path.realpath(port.device)
        for port in comports()
    )
