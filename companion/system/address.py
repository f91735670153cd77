"""The address that other devices in the same network use to reach this machine."""

from __future__ import annotations

import io

import qrcode

from companion.system.network import addresses


def lan_address() -> str:
    """This machine's likeliest LAN address; 127.0.0.1 when it is in no network."""
    found = addresses()
    return found[0].ip if found else "127.0.0.1"


def url(host: str, port: int) -> str:
    """The server's URL; a host that means "every interface" becomes the LAN address."""
    shown = lan_address() if host in ("0.0.0.0", "::", "") else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def terminal_qr(text: str) -> str:
    """A QR code of `text` made of half blocks, for a terminal."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    out = io.StringIO()
    code.print_ascii(out=out, invert=True)
    return out.getvalue().rstrip("\n")
