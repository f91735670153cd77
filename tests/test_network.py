"""The address that phones reach, among those a machine has."""

from __future__ import annotations

import socket
import time
from types import SimpleNamespace

import pytest

from companion import network
from companion.network import NAME, Announced, addresses, rank, sure

WIFI, CABLE = ("192.168.1.7", 24, "wlan0"), ("10.0.0.5", 24, "enp3s0")
DOCKER = ("172.17.0.1", 16, "docker0")
OTHERS = (
    DOCKER,
    ("172.18.0.1", 16, "br-0a1b2c"),
    ("192.168.122.1", 24, "virbr0"),
    ("192.168.56.1", 24, "VirtualBox Host-Only Ethernet Adapter"),
    ("172.24.0.1", 20, "{F00} vEthernet (WSL)"),
    ("192.168.99.1", 24, "vmnet8"),
    ("10.8.0.6", 24, "tun0"),
    ("10.7.0.2", 32, "eth9"),
    ("100.101.102.103", 32, "tailscale0"),
    ("100.101.102.104", 10, "Some adapter"),
    ("10.5.0.2", 16, "NordLynx"),
    ("169.254.10.20", 16, "eth1"),
    ("10.147.17.5", 24, "ZeroTier One [abc]"),
)


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("real", [WIFI, CABLE])
def test_the_real_network_comes_before_a_virtual_one(real, other):
    """Even where a VPN carries what goes to the internet."""
    for routed in (None, real[0], other[0]):
        found = rank([other, real], routed)
        assert found[0].ip == real[0]
        assert sure(found)


def test_of_two_real_ones_the_one_with_the_way_out():
    found = rank([WIFI, CABLE], CABLE[0])
    assert found[0].ip == CABLE[0]
    assert sure(found)


def test_two_as_likely_are_for_a_person_to_choose():
    assert not sure(rank([WIFI, CABLE, DOCKER], None))


def test_a_machine_in_no_network():
    assert rank([("127.0.0.1", 8, "lo")], None) == ()
    assert sure(())


def test_windows_names_keep_real_adapters_real():
    names = ("Intel(R) Wi-Fi 6 AX201 160MHz", "Realtek PCIe GbE Family Controller", "Ethernet", "WLAN", "en0")
    for name in names:
        assert rank([("192.168.0.9", 24, name)], None)[0].likely > 0


def adapter(name, *ips, nice=""):
    """An adapter as ifaddr tells of it; an address of IPv6 is a tuple there."""
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
    """With Docker's bridges, a virtual machine's and a VPN that takes what goes to the internet."""
    monkeypatch.setattr(network.ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(network, "_routed", lambda: routed)
    found = addresses()
    assert [address.ip for address in found if address.likely > 0] == ["192.168.1.7"]
    assert sure(found)


def test_a_machine_on_wifi_and_cable_lets_a_person_choose(monkeypatch):
    both = (*LAPTOP, adapter("enp0s31f6", ("10.0.0.5", 24)))
    monkeypatch.setattr(network.ifaddr, "get_adapters", lambda: both)
    monkeypatch.setattr(network, "_routed", lambda: "10.8.0.6")
    found = addresses()
    assert {address.ip for address in found if address.likely > 0} == {"192.168.1.7", "10.0.0.5"}
    assert not sure(found)


def test_the_name_is_found_in_the_network():
    """By multicast DNS, as a phone asks; the machine's loopback is the network here."""
    zeroconf = pytest.importorskip("zeroconf")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    announced = Announced(port, ["127.0.0.1"])
    if not announced.known:
        pytest.skip("This machine lets nothing be told by multicast.")
    asking = zeroconf.Zeroconf(interfaces=["127.0.0.1"])
    names = set()

    def heard(*, name, **_more):
        names.add(name)

    browser = zeroconf.ServiceBrowser(asking, "_http._tcp.local.", handlers=[heard])
    found, end = None, time.monotonic() + 60
    while found is None and time.monotonic() < end:
        infos = [asking.get_service_info("_http._tcp.local.", name, timeout=3000) for name in tuple(names)]
        found = next((info for info in infos if info is not None and info.port == port), None)
        time.sleep(0.05)
    browser.cancel()
    asking.close()
    announced.close()
    assert found is not None
    assert found.server == f"{NAME}."
    assert "127.0.0.1" in found.parsed_addresses()  # beside those of a companion that runs here already
    assert not announced.known


def test_a_network_that_allows_no_name_is_no_failure(monkeypatch):
    zeroconf = pytest.importorskip("zeroconf")

    def forbidden(*_, **__):
        raise OSError("Operation not permitted")

    monkeypatch.setattr(zeroconf, "Zeroconf", forbidden)
    for ips in ([], ["192.0.2.1"]):
        announced = Announced(8000, ips)
        assert not announced.known
        announced.close()
