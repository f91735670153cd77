"""Which addresses a camera or a strip may have that somebody names on a page: those of this machine's own
networks.

The server opens what it is given, and would otherwise look at any address for whoever may choose a camera: at
services of this machine, at other networks, at the internet. Whoever starts the companion allows others
(`--camera-network`, or `--camera` with the address itself).
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

import ifaddr

from companion.system.network import is_reachable_adapter, reached_prefix

ENVIRONMENT_VARIABLE = "COMPANION_CAMERA_NETWORKS"
"""Networks besides the own ones, apart by commas; `--camera-network` adds to them."""
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
SCHEMES = ("rtsp", "rtsps", "http", "https")


def is_camera_address(spec: str) -> bool:
    """Whether it is a stream's or a picture's address, rather than a device, a file or a phone."""
    return spec.strip().partition("://")[0].casefold() in SCHEMES and "://" in spec


def camera_networks() -> tuple[str, ...]:
    """The networks that whoever started the companion allows besides its own."""
    return tuple(filter(None, (it.strip() for it in os.environ.get(ENVIRONMENT_VARIABLE, "").split(","))))


def allow_networks(networks: Iterable[str]) -> None:
    """Allows these too, in this process."""
    os.environ[ENVIRONMENT_VARIABLE] = ",".join((*camera_networks(), *networks))


def own_networks() -> tuple[Network, ...]:
    """The networks of this machine's Wi-Fi and cable, without those of containers and VPNs."""
    found: list[Network] = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            address = str(ip.ip) if ip.is_IPv4 else str(ip.ip[0])
            prefix = reached_prefix(adapter.name, ip)
            if is_reachable_adapter(address, prefix, f"{adapter.name} {adapter.nice_name}"):
                found.append(ipaddress.ip_network(f"{address}/{ip.network_prefix}", strict=False))
    return tuple(found)


def own_addresses() -> frozenset[str]:
    return frozenset(
        str(ip.ip) if ip.is_IPv4 else str(ip.ip[0]) for adapter in ifaddr.get_adapters() for ip in adapter.ips
    )


def is_allowed(spec: str, allowed: Iterable[str] = ()) -> bool:
    """Whether an address lies in this machine's networks or in one of `allowed` (networks in CIDR form),
    whatever its name resolves to; this machine itself counts only where it is allowed."""
    return bool(checked_address(spec, allowed))


def checked_address(spec: str, allowed: Iterable[str] = ()) -> str:
    """The address with the IP in place of its name, so that what is opened is what was checked; "": it is not
    allowed, or its name is not known."""
    try:
        parts = urlsplit(spec.strip())
        host, port = parts.hostname or "", parts.port
        infos = socket.getaddrinfo(host, None) if host else []
        found = dict.fromkeys(str(info[4][0]).partition("%")[0] for info in infos)
        addresses = [ipaddress.ip_address(text) for text in found]
    except (OSError, ValueError, UnicodeError):
        return ""
    named = [ipaddress.ip_network(text, strict=False) for text in allowed if _is_network(text)]
    own, mine = own_networks(), own_addresses()
    if not addresses or not all(
        any(it in network for network in named)
        or (str(it) not in mine and not it.is_loopback and any(it in network for network in own))
        for it in addresses
    ):
        return ""
    chosen = min(addresses, key=lambda it: it.version)
    user, at, _host = parts.netloc.rpartition("@")
    place = f"[{chosen}]" if chosen.version == 6 else str(chosen)
    return urlunsplit(parts._replace(netloc=f"{user}{at}{place}{f':{port}' if port else ''}"))


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True
