"""How an address that somebody wrote is shown to people: without a password, whatever letters that has and
whatever it is the address of.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from urllib.parse import quote, urlsplit, urlunsplit

SECRET_FIELDS = ("pass", "pwd", "psw", "pw", "loginpas", "token", "secret", "auth", "key")
_LOGIN_IN_PATH = re.compile(
    rf"(?<=[/&;,_])(?:user|usr|login|{'|'.join(SECRET_FIELDS)})[a-z]*=.*", re.I | re.S
)
"""Some cameras take a user and a password in the path: rtsp://10.0.0.7/user=me&password=secret&channel=1."""
HIDDEN = "…"
"""Stands for what follows "?": makers call a password "p", "pwd" or what they like; and for a login in the
path with all that follows."""
_SIGNS = "/%:@!$&'()*+,;=~"
"""What stands in a path as it is."""


def is_password_cut(address: str) -> bool:
    """Whether a "#", "?" or "/" stands unencoded in the address's password, so that the host ends there.

    >>> is_password_cut("rtsp://me:se#cret@10.0.0.7/1"), is_password_cut("http://10.0.0.7:80/a@b")
    (True, False)
    """
    _scheme, found, rest = address.partition("://")
    authority = _authority(address)
    if not found or "@" not in rest[len(authority) :]:
        return False
    host = authority.rpartition("@")[2]
    return ":" in authority and not _is_number(host.partition(":")[0])


def _authority(address: str) -> str:
    """What stands before the path: login, host and port."""
    return re.split("[/?#]", address.partition("://")[2], maxsplit=1)[0]


def without_password(address: str) -> str:
    """The address, or what somebody took for one, as it may be shown to everybody at the table: without user,
    password, and what follows "?" or a login in the path.

    >>> without_password("rtsp://me:secret@10.0.0.7:554/video")
    'rtsp://10.0.0.7:554/video'
    >>> without_password("rtsp://me:se#cret@10.0.0.7:554/video")
    'rtsp://10.0.0.7:554/video'
    >>> without_password("http://10.0.0.7/snap.cgi?u=me&p=secret&channel=1")
    'http://10.0.0.7/snap.cgi?…'
    >>> without_password("rtsp://10.0.0.7:554/user=me_password=secret_channel=1")
    'rtsp://10.0.0.7:554/…'
    """
    plain, asked, _query = without_login(address).partition("?")
    plain = _LOGIN_IN_PATH.sub(HIDDEN, plain)
    return f"{plain}?{HIDDEN}" if asked else plain


def without_login(address: str) -> str:
    """The address, or what somebody took for one, without user and password: with the signs of a Japanese
    keyboard, too, and with a slash too many.

    >>> without_login("rtsp：／／me：secret＠10.0.0.7/1"), without_login("http:///secret@10.0.0.7/1")
    ('rtsp://10.0.0.7/1', 'http://10.0.0.7/1')
    >>> without_login("file:///pictures/me@home.jpg")
    'file:///pictures/me@home.jpg'
    """
    address = unicodedata.normalize("NFKC", address)
    scheme, found, rest = address.partition("://")
    if rest.startswith("/") and ":" in rest.rpartition("@")[0]:
        return f"{scheme}://{rest.rpartition('@')[2]}"
    if not found:
        return address.rpartition("@")[2] if ":" in address.rpartition("@")[0] else address
    meant = f"{scheme}://{rest.lstrip('/')}"
    if "@" in _authority(meant):
        address = meant
    if is_password_cut(address):
        address = f"{scheme}://{rest.rpartition('@')[2]}"
    try:
        parts = urlsplit(address)
    except ValueError:  # a bracket that belongs to no IPv6 address
        return f"{scheme}://{rest.rpartition('@')[2]}"
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def request_target(address: str) -> str:
    """The part of an address that a request over HTTP names."""
    parts = urlsplit(address)
    path, query = quote(parts.path or "/", safe=_SIGNS), quote(parts.query, safe=_SIGNS + "?[]")
    return urlunsplit(("", "", path, query, ""))


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost"
    return True
