"""Addresses of cameras in the network: how they are told apart without a password, and how a user and a
password are taken from them and proven.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit
from urllib.request import parse_http_list, parse_keqv_list

from companion.system.addresses import SECRET_FIELDS, without_login, without_password

SCHEMES = ("rtsp://", "rtsps://", "http://", "https://")


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


def name_with_query(address: str) -> str:
    """What an address was called until November 2026, when only the fields of its query that looked like a
    password were hidden, and none of its path: calibrations were kept under that name."""
    plain, _asked, query = without_login(address).partition("?")
    query = query.partition("#")[0]
    fields = parse_qsl(query, keep_blank_values=True)
    kept = [(name, value) for name, value in fields if not name.lower().startswith(SECRET_FIELDS)]
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
