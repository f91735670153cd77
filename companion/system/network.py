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
from pathlib import Path
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
"""How VPNs' adapters begin in their names."""
_VPN = (
    "anyconnect", "cisco secure client", "fortinet", "fortissl", "forticlient", "pangp", "globalprotect",
    "juniper", "pulse secure", "openvpn", "wintun", "softether", "hamachi", "checkpoint", "check point",
    "sonicwall", "netextender", "zscaler", "vpn", "f5 networks", "barracuda", "radmin",
)  # fmt: skip
"""What stands in the names of others, mostly on Windows ("Cisco AnyConnect Virtual Miniport Adapter")."""
_TUNNEL_NETS = tuple(map(ipaddress.IPv4Network, ("100.64.0.0/10", "198.18.0.0/15")))
"""What VPNs and proxies hand out under any adapter's name: carriers' own addresses, and those for trying out
devices (RFC 6598, RFC 2544), which no home's network has."""
_TOO_SMALL_NET = 30
"""Prefix of a net with room for two: this machine and who leads out, but no phone."""
_LINUX_ADAPTERS = Path("/sys/class/net")
_LOOPBACK_OR_BROADCAST = 0x8 | 0x2
"""IFF_LOOPBACK and IFF_BROADCAST of linux/if.h."""
_NOBODY_ASKED = 0x80
"""IFF_NOARP."""
_BELOW = "lower_"
"""Begins the links from a bridge, a bond or a VLAN to the adapters that it is made of."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address of this machine: IPv4, or IPv6 where it has no other.

    likely: the higher the surer; below 1 no phone is likely to reach it.

    adapter: as the system names it, for a person who chooses.
    """

    ip: str
    adapter: str
    likely: int


def addresses() -> tuple[Address, ...]:
    """This machine's addresses, the likeliest first; loopback left out."""
    return rank(_found(), _default_route_ip())


def _found() -> list[tuple[str, int, str]]:
    """Every (ip, prefix length, adapter) of this machine."""
    return [
        (
            str(ip.ip) if ip.is_IPv4 else str(ip.ip[0]),
            reached_prefix(adapter.name, ip),
            f"{adapter.name} {adapter.nice_name}",
        )
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]


def reached_prefix(adapter: str, ip: ifaddr.IP) -> int:
    """The prefix length of the net that is reached directly through an adapter: that of one machine where no
    phone is behind it, whatever it says."""
    return (32 if ip.is_IPv4 else 128) if leads_to_no_phone(adapter) else int(ip.network_prefix)


def leads_to_no_phone(adapter: str) -> bool:
    """Whether Linux knows the adapter as one that leads to one other machine, that a program made, where no
    machine is asked for, or as a bridge without a cable or Wi-Fi: a VPN's, a container's, a virtual machine's
    under any name. False on other systems, which do not tell it as simply."""
    place = _LINUX_ADAPTERS / adapter
    try:
        flags = int((place / "flags").read_text("ascii"), 16)
    except (OSError, ValueError):
        return False
    if not flags & _LOOPBACK_OR_BROADCAST or flags & _NOBODY_ASKED or (place / "tun_flags").exists():
        return True
    return (place / "bridge").exists() and not _has_hardware(place)


def _has_hardware(place: Path) -> bool:
    """Whether a cable or Wi-Fi is below this adapter."""
    below = (_LINUX_ADAPTERS / it.name.removeprefix(_BELOW) for it in place.glob(f"{_BELOW}*"))
    return (place / "device").exists() or any(map(_has_hardware, below))


def plain(address: str) -> str:
    """An address of IPv4 as such, where IPv6 has it in one of its own.

    >>> [plain(it) for it in ("::ffff:192.168.1.7", "192.168.1.7", "fe80::1%wlan0", "")]
    ['192.168.1.7', '192.168.1.7', 'fe80::1%wlan0', '']
    """
    try:
        four = ipaddress.IPv6Address(address.partition("%")[0]).ipv4_mapped
    except ValueError:
        return address
    return address if four is None else str(four)


def has_only_public_ipv6() -> bool:
    """Whether other devices reach this machine by an address of the internet alone, of IPv6."""
    found = addresses()
    return bool(found) and ":" in found[0].ip and ipaddress.ip_address(found[0].ip).is_global


def announced_addresses() -> tuple[str, ...]:
    """The addresses that the machine's name in the network stands for: those that phones are likely to
    reach, of IPv4 and of the home's own IPv6 (fd..)."""
    four = [it.ip for it in addresses() if it.likely > 0 and ":" not in it.ip]
    six = [it.ip for it in _reached_by_six(_found()) if not ipaddress.ip_address(it.ip).is_global]
    return (*four, *six)


def rank(found: Iterable[tuple[str, int, str]], routed: str | None) -> tuple[Address, ...]:
    """The addresses of (ip, prefix length, adapter) by likelihood. routed: the one that leads out.

    >>> [a.ip for a in rank([("172.17.0.1", 16, "docker0"), ("192.168.1.7", 24, "wlan0")], None)]
    ['192.168.1.7', '172.17.0.1']
    """
    found = tuple(found)
    by_four = _ranked([it for it in found if ":" not in it[0]], routed)
    if by_four and by_four[0].likely > 0:
        return by_four
    return (*_reached_by_six(found), *by_four)


def _reached_by_six(found: Iterable[tuple[str, int, str]]) -> tuple[Address, ...]:
    """The IPv6 addresses that others can type: not those of one link, which need a zone. Those of the home
    itself (fd..) come before those of the internet, which change."""
    usable = []
    for ip, prefix, adapter in found:
        number = ipaddress.ip_address(ip.partition("%")[0])
        if number.version == 6 and not number.is_link_local and is_reachable_adapter(ip, prefix, adapter):
            usable.append(Address(str(number), adapter, 1 + (not number.is_global)))
    return tuple(sorted(usable, key=lambda a: (-a.likely, a.ip)))


def _ranked(found: Iterable[tuple[str, int, str]], routed: str | None) -> tuple[Address, ...]:
    ranked = []
    for ip, prefix, adapter in found:
        number = ipaddress.IPv4Address(ip)
        if number.is_loopback or number.is_unspecified:
            continue
        ranked.append(Address(ip, adapter, _likelihood(number, prefix, adapter.casefold(), ip == routed)))
    return tuple(sorted(ranked, key=lambda a: (-a.likely, ipaddress.IPv4Address(a.ip))))


def is_reachable_adapter(ip: str, prefix: int, adapter: str) -> bool:
    """Whether other devices of a home's network are likely to be reached through this adapter."""
    address = ipaddress.ip_address(ip.partition("%")[0])
    if address.is_loopback or address.is_unspecified:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return _likelihood(address, prefix, adapter.casefold(), False) > 0
    return not _is_virtual(adapter.casefold()) and prefix < 127


def _likelihood(number: ipaddress.IPv4Address, prefix: int, adapter: str, routed: bool) -> int:
    if _is_virtual(adapter) or number.is_link_local or prefix >= _TOO_SMALL_NET:
        return 0
    if any(number in net for net in _TUNNEL_NETS):
        return 0
    return 1 + bool(number.is_private) + 2 * routed


def _is_virtual(adapter: str) -> bool:
    """Whether no phone is behind it: a container's, a virtual machine's or a VPN's. adapter: in small
    letters."""
    return any(word in adapter for word in _VPN) or any(
        word.startswith(_VIRTUAL + _TUNNEL) for word in adapter.replace("(", " ").split()
    )


def _default_route_ip() -> str | None:
    """The source address of packets to the internet; sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        ip: str = probe.getsockname()[0]
        return ip


def lan_address() -> str:
    """This machine's likeliest LAN address; 127.0.0.1 when it is in no network."""
    found = addresses()
    return found[0].ip if found else "127.0.0.1"


def url(host: str, port: int) -> str:
    """The server's URL; a host that means "every interface" becomes the LAN address."""
    shown = lan_address() if host in ("0.0.0.0", "::", "") else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


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
            # Asked and answered by IPv4 where there is any: phones get both kinds of address by it.
            self._zeroconf = zeroconf.Zeroconf(interfaces=[ip for ip in ips if ":" not in ip] or ips)
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
            addresses=[ipaddress.ip_address(ip).packed for ip in ips],
            port=port,
            server=f"{name}.",
        )
        # Registering asks for the service too, but half a second only, and on one machine the answer to that
        # may reach the wrong one of two programs. People type the machine's name: that is asked for, too.
        if self._zeroconf.get_service_info(info.type, info.name, timeout=SERVICE_QUERY_MS) is not None:
            return False
        known = zeroconf.AddressResolver(f"{name}.")
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
