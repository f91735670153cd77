"""The address that phones reach, among those a machine has."""

from __future__ import annotations

import pytest

from companion.network import rank, sure

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
