"""Finds the WLED strips of this network by multicast DNS."""

from __future__ import annotations

import threading
import time

from zeroconf import ServiceBrowser, ServiceListener, Zeroconf

SERVICE = "_wled._tcp.local."
LISTEN_SECONDS = 3.0
"""Wait for the first announcement."""
LISTEN_ON_SECONDS = 0.5
"""Wait for others after the first announcement."""


def find_wled(listen: float = LISTEN_SECONDS) -> tuple[str, ...]:
    """The sorted addresses of the strips that announce themselves ("http://10.0.0.7"); none without a
    network."""
    try:
        zeroconf = Zeroconf()
    except OSError:
        return ()
    heard = _Listener()
    try:
        browser = ServiceBrowser(zeroconf, SERVICE, listener=heard)
        if heard.first.wait(listen):
            time.sleep(LISTEN_ON_SECONDS)
        browser.cancel()
    finally:
        zeroconf.close()
    return tuple(sorted(heard.addresses))


class _Listener(ServiceListener):
    """Collects announced addresses."""

    def __init__(self) -> None:
        self.addresses: set[str] = set()
        self.first = threading.Event()

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        info = zc.get_service_info(type_, name, timeout=1000)
        if info is None:
            return
        for ip in info.parsed_addresses():
            if ":" not in ip:
                port = "" if info.port in (None, 80) else f":{info.port}"
                self.addresses.add(f"http://{ip}{port}")
                self.first.set()

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None: ...

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None: ...
