"""The sockets that a server listens at, the sentences for those that cannot be bound, and who answers."""

from __future__ import annotations

import errno
import http.client
import os
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress

BACKLOG = 2048
"""Connections that wait to be accepted: all devices of a large room may reconnect at once. (A client that
finds the queue full gets no answer and tries again after a second.)"""


DEAD_PEER_TIMEOUT_SECONDS = 60
"""Time after which the system closes a connection whose other end does not answer."""

EVERYWHERE = ""
"""The usual host: every address of this machine, of IPv4 and IPv6."""
REACHED_AT = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}
"""Where a server that is bound to all addresses is asked."""
ANSWER_TIMEOUT_SECONDS = 2.0


class CannotServe(Exception):
    """The server cannot start. The message is one sentence that says what to do."""


def bind(host: str, port: int, option: str = "--port") -> socket.socket:
    if not 0 <= port <= 65535:
        raise CannotServe(f"A port is a number from 0 to 65535: choose another with {option}.")
    wanted, host = host, host if host != EVERYWHERE else ("::" if socket.has_dualstack_ipv6() else "0.0.0.0")
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise CannotServe(
            f"There is no network address {host!r} on this machine: choose another with --host."
        ) from None
    # With an explicit protocol, because asyncio sets TCP_NODELAY only then.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    _enable_keepalive(bound)
    if family == socket.AF_INET6 and host == "::":
        with suppress(OSError):
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    try:
        if os.name == "posix":
            # Lets a restarted server take its port back at once; on Windows the option would share the port.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)
    except OSError as wrong:
        bound.close()
        raise CannotServe(_bind_error(wrong, wanted, port, option)) from None
    return bound


def refuse_taken_ports(
    host: str, ports: Iterable[tuple[str, int]], given_up: Callable[[int], bool] = lambda _port: False
) -> None:
    """Raises CannotServe where another program has one of them. ports: (option, number); 0 is any free one;
    given_up: whether the one that has this port will have left it by then."""
    for option, number in ports:
        try:
            bind(host, number, option).close()
        except CannotServe:
            if not given_up(number):
                raise


def is_answered(host: str, port: int) -> bool:
    """Whether a companion answers there."""
    asked = http.client.HTTPConnection(REACHED_AT.get(host, host), port, timeout=ANSWER_TIMEOUT_SECONDS)
    try:
        asked.request("GET", "/healthz")
        answer = asked.getresponse()
        return answer.status == 200 and answer.getheader("Server") == "companion"
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def _enable_keepalive(bound: socket.socket) -> None:
    """Has the system close connections to devices that disappeared, such as sleeping phones; accepted
    connections inherit this. Where a system lacks an option, its own longer timeout stays."""
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    options = {
        "TCP_KEEPIDLE": DEAD_PEER_TIMEOUT_SECONDS // 2,
        "TCP_KEEPINTVL": DEAD_PEER_TIMEOUT_SECONDS // 6,
        "TCP_KEEPCNT": 3,
        "TCP_USER_TIMEOUT": DEAD_PEER_TIMEOUT_SECONDS * 1000,
    }
    for name, value in options.items():
        if hasattr(socket, name):
            with suppress(OSError):
                bound.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _bind_error(wrong: OSError, host: str, port: int, option: str) -> str:
    if wrong.errno == errno.EADDRINUSE and is_answered(host, port):
        return (
            f"At port {port} a companion runs already: open its pages, stop it, or choose another port "
            f"with {option}."
        )
    if wrong.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program: close it, or choose another port with {option}."
    if wrong.errno == errno.EACCES:
        return f"This user may not open port {port}: choose one from 1024 on with {option}."
    if wrong.errno == errno.EADDRNOTAVAIL:
        return f"This machine has no network address {host}: choose another with --host."
    return f"The server cannot listen on {host}:{port} ({wrong.strerror}): choose another --host or {option}."
