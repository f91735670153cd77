"""Finds the addresses of this machine that phones at the table can reach, and its name in the network.

A machine has many: Docker's bridges, VPNs, virtual machines' adapters. The one that phones reach is the
Wi-Fi's or the cable's. Where two are as likely, a person chooses; the page that shows the code offers both.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import ifaddr

log = logging.getLogger(__name__)

MDNS_NAME = "table-companion.local"
"""The machine's name for phones that know multicast DNS (all recent ones do), unless another has it."""
MAX_NAMES = 9
"""Companions in one network that get a name."""
NAME_QUERY_MS, SERVICE_QUERY_MS = 1000, 3000
"""How long the network is asked who has a name, and who offers the service."""

_VIRTUAL = (
    "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "virtualbox", "vmware", "vethernet", "hyper-v",
    "wsl", "lxc", "lxd", "podman", "cni", "flannel", "cali", "kube", "bridge100", "awdl", "llw", "loopback",
)  # fmt: skip
"""How adapters of virtual machines, containers and device-to-device links are named."""
_TUNNEL = ("tun", "tap", "utun", "wg", "wireguard", "tailscale", "zt", "zerotier", "ppp", "ipsec", "nordlynx")
"""How VPNs' adapters are named."""


@dataclass(frozen=True, slots=True)
class Address:
    """An IPv4 address of this machine. likely: the higher the surer; below 1 no phone is likely to reach it.

    adapter: as the system names it, for a person who chooses.
    """

    ip: str
    adapter: str
    likely: int


def addresses() -> tuple[Address, ...]:
    """This machine's addresses, the likeliest first; loopback left out."""
    found = [
        (str(ip.ip), ip.network_prefix, f"{adapter.name} {adapter.nice_name}")
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]
    return rank(found, _default_route_ip())


def rank(found: Iterable[tuple[str, int, str]], routed: str | None) -> tuple[Address, ...]:
    """The addresses of (ip, prefix length, adapter) by likelihood. routed: the one that leads out.

    >>> [a.ip for a in rank([("172.17.0.1", 16, "docker0"), ("192.168.1.7", 24, "wlan0")], None)]
    ['192.168.1.7', '172.17.0.1']
    """
    ranked = []
    for ip, prefix, adapter in found:
        number = ipaddress.IPv4Address(ip)
        if number.is_loopback or number.is_unspecified:
            continue
        ranked.append(Address(ip, adapter, _likelihood(number, prefix, adapter.casefold(), ip == routed)))
    return tuple(sorted(ranked, key=lambda a: (-a.likely, ipaddress.IPv4Address(a.ip))))


def _likelihood(number: ipaddress.IPv4Address, prefix: int, adapter: str, routed: bool) -> int:
    words = adapter.replace("(", " ").split()
    if any(word.startswith(_VIRTUAL) for word in words) or number.is_link_local:
        return 0
    if any(word.startswith(_TUNNEL) for word in words) or prefix >= 31:
        return 0
    if number in ipaddress.IPv4Network("100.64.0.0/10"):  # what some VPNs hand out, under any adapter's name
        return 0
    return 1 + bool(number.is_private) + 2 * routed


def _default_route_ip() -> str | None:
    """The source address of packets to the internet; sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        ip: str = probe.getsockname()[0]
        return ip


class MdnsAnnouncement:
    """Announces this machine by multicast DNS until closed: as MDNS_NAME or, where that is taken, as
    "table-companion-2.local" and so on. Failing to get a name is no error.

    name: the name it has; "": none.
    """

    def __init__(self, port: int, ips: Iterable[str]) -> None:
        self.name = ""
        self._zeroconf: Any = None
        ips = list(ips)
        if not ips:
            return
        import zeroconf

        try:
            self._zeroconf = zeroconf.Zeroconf(interfaces=ips)
            for number in range(1, MAX_NAMES + 1):
                if self._take(number, port, ips):
                    return
            log.info("no name in the network: %d others have one", MAX_NAMES)
        except Exception as wrong:  # whatever a network forbids, the table is played without a name
            log.info("no name in the network: %s", wrong)
        self.close()

    def _take(self, number: int, port: int, ips: list[str]) -> bool:
        """Takes the `number`th name, unless another machine answers to it or another service has it."""
        import zeroconf

        more = f"-{number}" if number > 1 else ""
        name = MDNS_NAME.replace(".local", f"{more}.local")
        info = zeroconf.ServiceInfo(
            "_http._tcp.local.",
            f"Table companion{more}._http._tcp.local.",
            addresses=[socket.inet_aton(ip) for ip in ips],
            port=port,
            server=f"{name}.",
        )
        # Registering asks for the service too, but half a second only, and on one machine the answer to that
        # may reach the wrong one of two programs. People type the machine's name: that is asked for, too.
        if self._zeroconf.get_service_info(info.type, info.name, timeout=SERVICE_QUERY_MS) is not None:
            return False
        known = zeroconf.AddressResolverIPv4(f"{name}.")
        if known.request(self._zeroconf, NAME_QUERY_MS) and not {*known.parsed_addresses()} & {*ips}:
            return False
        try:
            self._zeroconf.register_service(info)
        except zeroconf.NonUniqueNameException:
            return False
        self.name = name
        return True

    @property
    def known(self) -> bool:
        """The name can be used."""
        return bool(self.name)

    def close(self) -> None:
        self.name = ""
        if self._zeroconf is not None:
            self._zeroconf.close()
            self._zeroconf = None
