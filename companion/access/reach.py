"""Tells whether a server can be reached from private addresses alone."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

import ifaddr

from companion.system.network import has_only_public_ipv6, plain

_SHARED_NETWORK = ipaddress.IPv4Network("100.64.0.0/10")
"""Addresses of carriers and VPNs (RFC 6598): not routed in the internet."""


def public_endpoints(host: str, names: Iterable[str] = ()) -> tuple[str, ...]:
    """The public addresses at which a server that is bound to `host` answers, and those of its `names` that
    are public; empty: it is reached from private addresses alone, also where nothing but its IPv6 address is
    public and "" is its host: a server that is not public answers there to nobody."""
    found = _own_addresses() if host in ("0.0.0.0", "::", "") else (host,)
    if host == "0.0.0.0" or (host == "" and not has_only_public_ipv6()):
        found = tuple(ip for ip in found if ":" not in ip)
    return (*public(found), *(name for name in sorted(names) if _is_public_name(name)))


def public(addresses: Iterable[str]) -> tuple[str, ...]:
    """The addresses that are routed in the internet.

    >>> public(["192.168.1.7", "127.0.0.1", "100.70.1.1", "8.8.8.8", "fe80::1", "2a00:1450::5"])
    ('8.8.8.8', '2a00:1450::5')
    """
    return tuple(text for text in addresses if _is_public(text))


def _is_public(text: str) -> bool:
    try:
        address = ipaddress.ip_address(plain(text).partition("%")[0])
    except ValueError:
        return False
    return address.is_global and not (address.version == 4 and address in _SHARED_NETWORK)


def _is_public_name(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." in name and not name.endswith((".local", ".localhost", ".lan", ".home.arpa", ".internal"))
    return _is_public(name)


def _own_addresses() -> tuple[str, ...]:
    return tuple(
        str(ip.ip if ip.is_IPv4 else ip.ip[0]) for adapter in ifaddr.get_adapters() for ip in adapter.ips
    )
