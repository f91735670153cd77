"""Tests of choosing, among a machine's addresses, the one that phones can reach."""

from __future__ import annotations

import socket
import time
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from companion.system import network
from companion.system.camera_networks import own_networks
from companion.system.network import MdnsAnnouncement, addresses, rank
from companion.web.access.join import _address

pytestmark = pytest.mark.waits

WIFI_ADDRESS, CABLE_ADDRESS = ("192.168.1.7", 24, "wlan0"), ("10.0.0.5", 24, "enp3s0")
DOCKER_ADDRESS = ("172.17.0.1", 16, "docker0")
OTHERS = (
    DOCKER_ADDRESS,
    ("172.18.0.1", 16, "br-0a1b2c"),
    ("192.168.122.1", 24, "virbr0"),
    ("192.168.56.1", 24, "VirtualBox Host-Only Ethernet Adapter"),
    ("172.24.0.1", 20, "{F00} vEthernet (WSL)"),
    ("192.168.99.1", 24, "vmnet8"),
    ("10.8.0.6", 24, "tun0"),
    ("10.7.0.2", 32, "eth9"),
    ("100.101.102.103", 32, "tailscale0"),
    ("100.101.102.104", 10, "Some adapter"),
    ("198.18.0.1", 16, "Meta"),
    ("172.19.0.1", 30, "singbox"),
    ("10.5.0.2", 16, "NordLynx"),
    ("10.20.0.2", 24, "Cisco AnyConnect Virtual Miniport Adapter for Windows x64"),
    ("10.21.0.2", 24, "{F01} Fortinet SSL VPN Virtual Ethernet Adapter"),
    ("10.22.0.2", 24, "PANGP Virtual Ethernet Adapter"),
    ("10.23.0.2", 24, "TAP-Windows Adapter V9 for OpenVPN Connect"),
    ("169.254.10.20", 16, "eth1"),
    ("10.147.17.5", 24, "ZeroTier One [abc]"),
)


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("real", [WIFI_ADDRESS, CABLE_ADDRESS])
def test_the_real_network_comes_before_a_virtual_one(real, other):
    """The real network comes first even if a VPN carries the traffic to the internet."""
    for routed in (None, real[0], other[0]):
        found = rank([other, real], routed)
        assert found[0].ip == real[0]
        assert all(found[0].likely > other.likely for other in found[1:])


def test_of_two_real_ones_the_one_with_the_way_out():
    found = rank([WIFI_ADDRESS, CABLE_ADDRESS], CABLE_ADDRESS[0])
    assert found[0].ip == CABLE_ADDRESS[0]
    assert all(found[0].likely > other.likely for other in found[1:])


def test_two_as_likely_are_for_a_person_to_choose():
    found = rank([WIFI_ADDRESS, CABLE_ADDRESS, DOCKER_ADDRESS], None)
    assert found[0].likely == found[1].likely


def test_only_ipv6_is_named_where_nothing_else_reaches_the_machine(monkeypatch):
    six = [
        ("fe80::1", 64, "eth0"),
        ("2a00:1450::5", 64, "eth0"),
        ("fd00::7", 64, "eth0"),
        ("fd01::1", 64, "wg0"),
    ]
    assert [a.ip for a in rank([*six, DOCKER_ADDRESS], None)][:2] == ["fd00::7", "2a00:1450::5"]
    assert [a.ip for a in rank([*six, WIFI_ADDRESS], None)] == [WIFI_ADDRESS[0]]
    monkeypatch.setattr(network, "addresses", lambda: rank(six, None))
    assert network.url("", 8000) == "http://[fd00::7]:8000/"
    assert not network.has_only_public_ipv6()
    monkeypatch.setattr(network, "addresses", lambda: rank(six[:2], None))
    assert network.has_only_public_ipv6()
    assert _address(urlsplit("http://[fd00::7]:8000/"), "2a00:1450::5") == "http://[2a00:1450::5]:8000/"


def test_a_machine_in_no_network():
    assert rank([("127.0.0.1", 8, "lo")], None) == ()


def test_windows_names_keep_real_adapters_real():
    names = ("Intel(R) Wi-Fi 6 AX201 160MHz", "Realtek PCIe GbE Family Controller", "Ethernet", "WLAN", "en0")
    for name in names:
        assert rank([("192.168.0.9", 24, name)], None)[0].likely > 0


def adapter(name, *ips, nice=""):
    """An adapter as ifaddr describes it; an IPv6 address is a tuple there."""
    told = [SimpleNamespace(ip=ip, network_prefix=prefix, is_IPv4=isinstance(ip, str)) for ip, prefix in ips]
    return SimpleNamespace(name=name, nice_name=nice or name, ips=told)


LAPTOP = (
    adapter("lo", ("127.0.0.1", 8), (("::1", 0, 0), 128)),
    adapter("docker0", ("172.17.0.1", 16)),
    adapter("br-5f1c", ("172.18.0.1", 16)),
    adapter("veth12", (("fe80::1", 0, 5), 64)),
    adapter("virbr0", ("192.168.122.1", 24)),
    adapter("tun0", ("10.8.0.6", 24)),
    adapter("wlp3s0", (("fe80::2", 0, 3), 64), ("192.168.1.7", 24)),
)
WINDOWS = (
    adapter("{A1}", ("172.24.160.1", 20), nice="Hyper-V Virtual Ethernet Adapter"),
    adapter("{B2}", ("192.168.56.1", 24), nice="VirtualBox Host-Only Ethernet Adapter"),
    adapter("{C3}", ("10.5.0.2", 16), nice="NordLynx Tunnel"),
    adapter("{D4}", ("169.254.7.7", 16), nice="Bluetooth Device (Personal Area Network)"),
    adapter("{E5}", ("192.168.1.7", 24), nice="Intel(R) Wi-Fi 6 AX201 160MHz"),
    adapter("{F6}", ("127.0.0.1", 8), nice="Software Loopback Interface 1"),
)


@pytest.mark.parametrize("adapters", [LAPTOP, WINDOWS])
@pytest.mark.parametrize("routed", [None, "192.168.1.7", "10.8.0.6", "10.5.0.2"])
def test_of_a_machines_adapters_the_wifi_is_chosen(monkeypatch, adapters, routed):
    """With Docker's bridges, a virtual machine's adapter and a VPN that carries the internet traffic."""
    monkeypatch.setattr(network.ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(network, "_default_route_ip", lambda: routed)
    found = addresses()
    assert [address.ip for address in found if address.likely > 0] == ["192.168.1.7"]
    assert all(found[0].likely > other.likely for other in found[1:])


def linux_adapter(folder, name, flags, *, made_by_a_program=False):
    """An adapter as Linux shows it below /sys/class/net. flags: of linux/if.h."""
    (folder / name).mkdir()
    (folder / name / "flags").write_text(f"{flags:#x}\n")
    if made_by_a_program:
        (folder / name / "tun_flags").write_text("0x1002\n")


WIFI_FLAGS, TUNNEL_FLAGS = 0x1003, 0x10D1
"""UP, BROADCAST and MULTICAST; UP, POINTOPOINT, RUNNING, NOARP and MULTICAST."""


@pytest.mark.parametrize("name", ["cscotun0", "gpd0", "proton0", "CloudflareWARP", "mycompany7"])
@pytest.mark.parametrize("made_by_a_program", [False, True])
@pytest.mark.parametrize("routed", [None, "10.2.0.2"])
def test_a_tunnel_is_known_by_what_it_is(tmp_path, monkeypatch, name, made_by_a_program, routed):
    """Whatever it is called, and though it has a net of its own."""
    linux_adapter(tmp_path, "wlp3s0", WIFI_FLAGS)
    linux_adapter(tmp_path, "lo", 0x9)
    flags = WIFI_FLAGS if made_by_a_program else TUNNEL_FLAGS
    linux_adapter(tmp_path, name, flags, made_by_a_program=made_by_a_program)
    tunnel = adapter(name, ("10.2.0.2", 16), (("fd12::2", 0, 7), 64))
    monkeypatch.setattr(network, "_LINUX_ADAPTERS", tmp_path)
    monkeypatch.setattr(network.ifaddr, "get_adapters", lambda: (tunnel, *LAPTOP))
    monkeypatch.setattr(network, "_default_route_ip", lambda: routed)
    assert [address.ip for address in addresses() if address.likely > 0] == ["192.168.1.7"]
    assert [str(own) for own in own_networks()] == ["fe80::/64", "192.168.1.0/24"]


@pytest.mark.parametrize("name", ["incusbr0", "waydroid0", "mpqemubr0", "nat9"])
@pytest.mark.parametrize("made_of", [(), ("tap7",), ("vnet0", "vnet1")])
def test_a_bridge_without_a_cable_is_a_container_s(tmp_path, monkeypatch, name, made_of):
    """Whatever it is called, and though no other adapter leads out; one of a cable, be it by a bond, is the
    home's."""
    for below in ("enp3s0", "bond0", *made_of):
        linux_adapter(tmp_path, below, WIFI_FLAGS)
    (tmp_path / "enp3s0" / "device").mkdir()
    (tmp_path / "bond0" / "lower_enp3s0").mkdir()
    for bridge, ports in ((name, made_of), ("br0", (*made_of, "bond0"))):
        linux_adapter(tmp_path, bridge, WIFI_FLAGS)
        for part in ("bridge", *(f"lower_{port}" for port in ports)):
            (tmp_path / bridge / part).mkdir()
    linux_adapter(tmp_path, "dummy0", 0x83)
    adapters = (
        adapter(name, ("10.113.1.1", 24)),
        adapter("dummy0", ("10.9.0.1", 24)),
        adapter("br0", ("192.168.1.7", 24)),
    )
    monkeypatch.setattr(network, "_LINUX_ADAPTERS", tmp_path)
    monkeypatch.setattr(network.ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(network, "_default_route_ip", lambda: None)
    assert [address.ip for address in addresses() if address.likely > 0] == ["192.168.1.7"]
    assert [str(own) for own in own_networks()] == ["192.168.1.0/24"]


def test_the_name_stands_for_the_homes_own_ipv6_too(monkeypatch):
    """Not for an address of the internet, where a server that is not public answers nobody."""
    both = adapter("eth0", ("10.0.0.5", 24), (("fd00::7", 0, 2), 64), (("2a00:1450::5", 0, 2), 64))
    monkeypatch.setattr(network.ifaddr, "get_adapters", lambda: (*LAPTOP, both))
    monkeypatch.setattr(network, "_default_route_ip", lambda: "10.0.0.5")
    assert network.announced_addresses() == ("10.0.0.5", "192.168.1.7", "fd00::7")
    zeroconf = pytest.importorskip("zeroconf")
    asked, told = [], FakeNetwork()
    told.install(monkeypatch)
    monkeypatch.setattr(zeroconf, "Zeroconf", lambda interfaces: asked.append(interfaces) or told)
    kept = []
    monkeypatch.setattr(told, "register_service", kept.append)
    MdnsAnnouncement(8000, network.announced_addresses()).close()
    MdnsAnnouncement(8000, ["fd00::7"]).close()
    assert asked == [["10.0.0.5", "192.168.1.7"], ["fd00::7"]]
    assert [info.parsed_addresses() for info in kept] == [["10.0.0.5", "192.168.1.7", "fd00::7"], ["fd00::7"]]


def test_a_machine_on_wifi_and_cable_lets_a_person_choose(monkeypatch):
    both = (*LAPTOP, adapter("enp0s31f6", ("10.0.0.5", 24)))
    monkeypatch.setattr(network.ifaddr, "get_adapters", lambda: both)
    monkeypatch.setattr(network, "_default_route_ip", lambda: "10.8.0.6")
    found = addresses()
    assert {address.ip for address in found if address.likely > 0} == {"192.168.1.7", "10.0.0.5"}
    assert found[0].likely == found[1].likely


def test_the_name_is_found_in_the_network():
    """By multicast DNS, as a phone asks, on the machine's loopback network."""
    zeroconf = pytest.importorskip("zeroconf")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    announced = MdnsAnnouncement(port, ["127.0.0.1"])
    if not announced.known:
        pytest.skip("This machine lets nothing be told by multicast.")
    asking = zeroconf.Zeroconf(interfaces=["127.0.0.1"])
    names = set()

    def add_name(*, name, **_more):
        names.add(name)

    browser = zeroconf.ServiceBrowser(asking, "_http._tcp.local.", handlers=[add_name])
    found, end = None, time.monotonic() + 60
    while found is None and time.monotonic() < end:
        infos = [asking.get_service_info("_http._tcp.local.", name, timeout=3000) for name in tuple(names)]
        found = next((info for info in infos if info is not None and info.port == port), None)
        time.sleep(0.05)
    browser.cancel()
    asking.close()
    name = announced.name
    announced.close()
    assert found is not None
    assert found.server == f"{name}."
    assert "127.0.0.1" in found.parsed_addresses()  # beside those of another companion that may run here
    assert not announced.known


class FakeNetwork:
    """A network for `MdnsAnnouncement`. hosts: addresses by host name; services: names in use."""

    def __init__(self, hosts=(), services=()):
        self.hosts, self.services, self.registered = dict(hosts), set(services), []

    def install(self, monkeypatch):
        zeroconf = pytest.importorskip("zeroconf")
        monkeypatch.setattr(zeroconf, "Zeroconf", lambda **_: self)
        monkeypatch.setattr(zeroconf, "AddressResolver", self.resolver)

    def resolver(self, server):
        found = self.hosts.get(server.removesuffix("."), [])
        return SimpleNamespace(request=lambda *_: bool(found), parsed_addresses=lambda: found)

    def get_service_info(self, _type, name, timeout):
        return name if name.partition(".")[0] in self.services else None

    def register_service(self, info):
        self.registered.append((info.name, info.server))

    def close(self):
        self.registered.clear()


OWN_IP, OTHER_IP = "192.168.1.7", "192.168.1.30"


@pytest.mark.parametrize(
    ("network_there", "name"),
    [
        (FakeNetwork(), "table-companion.local"),
        (FakeNetwork({"table-companion.local": [OTHER_IP]}), "table-companion-2.local"),
        # This machine already has the name, announced by another program of its own.
        (FakeNetwork({"table-companion.local": [OWN_IP]}), "table-companion.local"),
        # Two companions on one machine, and a third one on another.
        (
            FakeNetwork({"table-companion-2.local": [OTHER_IP]}, {"Table companion"}),
            "table-companion-3.local",
        ),
        (FakeNetwork(services={"Table companion", *(f"Table companion-{n}" for n in range(2, 10))}), ""),
    ],
)
def test_a_second_companion_in_a_network_takes_another_name(monkeypatch, network_there, name):
    network_there.install(monkeypatch)
    announced = MdnsAnnouncement(8000, [OWN_IP])
    assert announced.name == name
    assert announced.known == bool(name)
    assert [server for _, server in network_there.registered] == ([f"{name}."] if name else [])
    announced.close()
    assert not announced.known


@pytest.mark.slow
def test_two_companions_are_found_by_different_names():
    """By multicast DNS, on the machine's loopback network."""
    zeroconf = pytest.importorskip("zeroconf")
    first = MdnsAnnouncement(8000, ["127.0.0.1"])
    asking = zeroconf.Zeroconf(interfaces=["127.0.0.1"])

    def found(name):
        return zeroconf.AddressResolverIPv4(f"{name}.").request(asking, 10_000)

    if not (first.known and found(first.name)):
        asking.close()
        first.close()
        pytest.skip("This machine lets nothing be told by multicast.")
    second = MdnsAnnouncement(8001, ["127.0.0.1"])
    assert second.name != first.name
    assert found(second.name)
    asking.close()
    first.close()
    second.close()


def test_a_network_that_allows_no_name_is_no_failure(monkeypatch):
    zeroconf = pytest.importorskip("zeroconf")

    def forbidden(*_, **__):
        raise OSError("Operation not permitted")

    monkeypatch.setattr(zeroconf, "Zeroconf", forbidden)
    for ips in ([], ["192.0.2.1"]):
        announced = MdnsAnnouncement(8000, ips)
        assert not announced.known
        announced.close()
