"""Addresses of cameras in the network: how they are shown to people, who never see a password, and how a user
and a password are taken from them and proven.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit
from urllib.request import parse_http_list, parse_keqv_list

SCHEMES = ("rtsp://", "rtsps://", "http://", "https://")
_SECRET_FIELDS = ("pass", "pwd", "psw", "pw", "loginpas", "token", "secret", "auth", "key")
_LOGIN_IN_PATH = re.compile(
    rf"(?<=[/&;,_])(?:user|usr|login|{'|'.join(_SECRET_FIELDS)})[a-z]*=.*", re.I | re.S
)
"""Some cameras take a user and a password in the path: rtsp://10.0.0.7/user=me&password=secret&channel=1."""
HIDDEN = "…"
"""Stands for what follows "?": makers call a password "p", "pwd" or what they like; and for a login in the
path with all that follows."""


@dataclass(frozen=True, slots=True)
class CameraAddress:
    """address: without user and password. shown: without anything that is secret."""

    address: str
    shown: str
    user: str = ""
    password: str = ""


def is_address(spec: str) -> bool:
    return spec.lower().startswith(SCHEMES)


def parse_address(address: str) -> CameraAddress:
    parts = urlsplit(address)
    login, _, host = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    plain = urlunsplit(parts._replace(netloc=host))
    return CameraAddress(plain, without_password(address), unquote(user), unquote(password))


def is_password_cut(address: str) -> bool:
    """Whether a "#", "?" or "/" stands unencoded in the address's password, so that the host ends there.

    >>> is_password_cut("rtsp://me:se#cret@10.0.0.7/1"), is_password_cut("http://10.0.0.7:80/a@b")
    (True, False)
    """
    _scheme, found, rest = address.partition("://")
    authority = re.split("[/?#]", rest, maxsplit=1)[0]
    if not found or "@" not in rest[len(authority) :]:
        return False
    host = authority.rpartition("@")[2]
    return ":" in authority and not _is_number(host.partition(":")[0])


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
    plain, asked, _query = _without_login(address).partition("?")
    plain = _LOGIN_IN_PATH.sub(HIDDEN, plain)
    return f"{plain}?{HIDDEN}" if asked else plain


def _without_login(address: str) -> str:
    scheme, found, rest = address.partition("://")
    if not found:
        return address.rpartition("@")[2] if ":" in address.rpartition("@")[0] else address
    if is_password_cut(address):
        address = f"{scheme}://{rest.rpartition('@')[2]}"
    try:
        parts = urlsplit(address)
    except ValueError:  # a bracket that belongs to no IPv6 address
        return f"{scheme}://{rest.rpartition('@')[2]}"
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def name_with_query(address: str) -> str:
    """What an address was called until November 2026, when only the fields of its query that looked like a
    password were hidden, and none of its path: calibrations were kept under that name."""
    plain, _asked, query = _without_login(address).partition("?")
    query = query.partition("#")[0]
    fields = parse_qsl(query, keep_blank_values=True)
    kept = [(name, value) for name, value in fields if not name.lower().startswith(_SECRET_FIELDS)]
    query = query if kept == fields else urlencode(kept)
    return f"{plain}?{query}" if query else plain


def by_shown_name(addresses: Iterable[str]) -> dict[str, str]:
    """Each address by how it is shown; those that look alike are numbered in their order.

    >>> list(by_shown_name(["rtsp://h/live?ch=1", "rtsp://h/live?ch=2"]))
    ['rtsp://h/live?…', 'rtsp://h/live?… (2)']
    """
    named: dict[str, str] = {}
    for address in dict.fromkeys(addresses):
        name = shown = without_password(address)
        number = 1
        while name in named:
            number += 1
            name = f"{shown} ({number})"
        named[name] = address
    return named


def authorization(challenge: str, method: str, uri: str, user: str, password: str) -> str:
    """What proves user and password to a camera that refused with this challenge (its WWW-Authenticate), as
    RFC 7617 and RFC 7616 say; "": it asks in a way that is not known here. uri: as the request names it."""
    scheme, _, rest = challenge.strip().partition(" ")
    if scheme.lower() == "basic":
        from base64 import b64encode

        return "Basic " + b64encode(f"{user}:{password}".encode()).decode()
    if scheme.lower() != "digest":
        return ""
    asked = {name.lower(): value for name, value in parse_keqv_list(parse_http_list(rest)).items()}
    name = asked.get("algorithm", "MD5").upper()
    digest = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256}.get(name)
    if digest is None:
        return ""

    def hashed(text: str) -> str:
        return digest(text.encode()).hexdigest()

    realm, nonce = asked.get("realm", ""), asked.get("nonce", "")
    secret, what = hashed(f"{user}:{realm}:{password}"), hashed(f"{method}:{uri}")
    fields = {"username": user, "realm": realm, "nonce": nonce, "uri": uri}
    more = ""
    if "auth" in [each.strip() for each in asked.get("qop", "").split(",")]:
        ours = secrets.token_hex(8)
        fields |= {"response": hashed(f"{secret}:{nonce}:00000001:{ours}:auth:{what}"), "cnonce": ours}
        more = ", qop=auth, nc=00000001"
    else:
        fields["response"] = hashed(f"{secret}:{nonce}:{what}")
    if "opaque" in asked:
        fields["opaque"] = asked["opaque"]
    words = ", ".join(f'{name}="{value}"' for name, value in fields.items())
    return f"Digest {words}, algorithm={name}{more}"


def request_target(address: str) -> str:
    """The part of an address that a request over HTTP names."""
    parts = urlsplit(address)
    return urlunsplit(("", "", quote(parts.path or "/", safe="/%:@!$&'()*+,;=~"), parts.query, ""))


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost"
    return True
