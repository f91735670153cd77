"""Reads the address of an MQTT broker, as --mqtt has it."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

DEFAULT_PORTS = {"mqtt": 1883, "mqtts": 8883}


class BadBroker(ValueError):
    """The address is none; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and what the table is called there. node: letters, digits, - and _. label: the
    name as its owner wrote it, for people; "": none was given."""

    host: str
    port: int
    tls: bool
    node: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    label: str = ""


def broker(address: str) -> Broker:
    """The broker at "mqtt://[user:password@]host[:port][/name]". Raises BadBroker.

    >>> broker("mqtt://ha:secret@10.0.0.2/Living room")
    Broker(host='10.0.0.2', port=1883, tls=False, node='living-room', user='ha', label='Living room')
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise BadBroker(_ADDRESS_HELP) from None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        raise BadBroker(_ADDRESS_HELP)
    # With a "/", "?" or "#" in the password the host ends in it: the rest would be the name, and shown.
    if set("@:") & set(parts.netloc) and "@" in parts.path + parts.query + parts.fragment:
        raise BadBroker(_PASSWORD_HELP)
    if "@" in parts.netloc.rpartition("@")[0]:
        raise BadBroker(_PASSWORD_HELP)
    label = unquote(parts.path).strip("/ ")[:60]
    node = _node(label) or _node(socket.gethostname()) or "table"
    user = None if parts.username is None else unquote(parts.username)
    password = None if parts.password is None else unquote(parts.password)
    tls = parts.scheme == "mqtts"
    return Broker(parts.hostname, port or DEFAULT_PORTS[parts.scheme], tls, node, user, password, label)


_ADDRESS_HELP = (
    "--mqtt wants the broker's address, like mqtt://10.0.0.2 or mqtts://user:password@broker:8883/name."
)

_PASSWORD_HELP = (
    "The password in --mqtt has a sign that means something else in an address: write / as %2F, ? as %3F, "
    "# as %23, @ as %40 and % as %25."
)


def _node(name: str) -> str:
    """A name that may stand in a topic."""
    return re.sub(r"[^a-z0-9_]+", "-", name.casefold()).strip("-")[:60]
