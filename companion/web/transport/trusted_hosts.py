"""The host names that this server answers to, against DNS rebinding.

A foreign site can point its own name at this machine, and a browser then treats its page as of the same
origin. A numeric address cannot be redirected, and no foreign site can have a name without a dot or within
".local". Behind a proxy, `--trusted-host` or COMPANION_TRUSTED_HOSTS (with commas) lists the proxy's names.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from collections.abc import Iterable

from flask import Request
from werkzeug.sansio.utils import get_host

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,253}(:[0-9]{1,5})?")
"""A host's name as home networks have them: with underscores, too, which no name of the internet has."""
MAX_PORT = 65_535
NO_HOST = "host.invalid"
"""Stands for a host that no name can be, such as one with a part of more than 63 letters (RFC 2606)."""
ENVIRONMENT_VARIABLE = "COMPANION_TRUSTED_HOSTS"


class NamedRequest(Request):
    """A request whose host may have an underscore in its name ("my_pi"), where Werkzeug says "" instead."""

    @property
    def host(self) -> str:
        named = self.headers.get("Host", "")
        kept = self.__dict__.get("_host") or get_host(self.scheme, named, self.server)
        return kept or (named if _NAME.fullmatch(named) else "")

    @host.setter
    def host(self, host: str) -> None:  # Flask sets what it found
        self.__dict__["_host"] = host


def is_trusted_host(host: str, more: frozenset[str] = frozenset()) -> bool:
    """Whether a request for `host` (with or without a port) is answered. more: further names.

    >>> [is_trusted_host(host) for host in ("localhost:8000", "192.168.1.7", "[::1]:8000", "evil.example")]
    [True, True, True, False]
    """
    named = _without_port(host)
    port = host[len(named) :].removeprefix(":") or "0"
    name = named.rstrip(".").casefold()
    if not name or not (port.isascii() and port.isdigit() and len(port) <= 5 and int(port) <= MAX_PORT):
        return False
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        pass
    else:
        return True
    return "." not in name or name.endswith((".local", ".localhost")) or name in more


def trusted_names() -> frozenset[str]:
    """The machine's own full name, and the names in the environment."""
    return (names_from_environment() | {socket.getfqdn().rstrip(".").casefold()}) - {""}


def trust_hosts(names: Iterable[str]) -> None:
    """Answers to these names, in this process; none: to those that the environment names."""
    if listed := ",".join(names):
        os.environ[ENVIRONMENT_VARIABLE] = listed


def names_from_environment() -> frozenset[str]:
    """The names listed in COMPANION_TRUSTED_HOSTS."""
    names = os.environ.get(ENVIRONMENT_VARIABLE, "").split(",")
    return frozenset(name.strip().rstrip(".").casefold() for name in names) - {""}


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
