"""The path below which a proxy serves these pages (`/games/table`), in every address that they name.

It is the one of `--root-path`, or what a trusted proxy says in X-Forwarded-Prefix (Home Assistant: in
X-Ingress-Path) for each request. A proxy that sends a header has removed the path from the address; below
`--root-path` both ways are answered. In WSGI's terms the path is the request's SCRIPT_NAME, so that `url_for`
and redirects have it; pages that many devices share are made once for each such path.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from flask import has_request_context, request
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from companion.system.network import plain
from companion.system.root_paths import NoRootPath, checked_root_path

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]

_FRAMING = b"x-ingress-path"
"""The header of the proxy that shows pages in a frame of its own page: Home Assistant."""
_HEADERS = (b"x-forwarded-prefix", _FRAMING)
_BY_PROXY, _FRAMED = "companion.by_proxy", "companion.framed"

_around: ContextVar[str] = ContextVar("root path", default="")


def root_path() -> str:
    """The path of the request, or of the block of `below` that is worked on; "": none."""
    return request.script_root if has_request_context() else _around.get()


@contextmanager
def below(path: str) -> Iterator[None]:
    """Makes pages for that path within the block, where there is no request."""
    token = _around.set(path)
    try:
        yield
    finally:
        _around.reset(token)


def came_by_proxy() -> bool:
    """Whether this request came from a trusted proxy, so that its host is the one that guests use."""
    return bool(request.environ.get("asgi.scope", {}).get(_BY_PROXY))


def is_framed() -> bool:
    """Whether a trusted proxy shows this answer in a frame of its own page, of the same origin."""
    return bool(request.environ.get("asgi.scope", {}).get(_FRAMED))


class BehindProxies:
    """An ASGI middleware around everything else: believes trusted proxies about where a request comes from
    and below which path its answer is seen. proxies: their addresses and networks; root_path: of requests
    for which no proxy says one."""

    def __init__(self, app: Asgi, proxies: Sequence[str], root_path: str = "") -> None:
        self._root_path = root_path
        # A proxy on this machine comes by either of its own addresses: "localhost" is both.
        both = [*proxies, *(("::1",) if "127.0.0.1" in proxies else ())]
        believing = ProxyHeadersMiddleware(_with_plain_address(app), both)  # type: ignore[arg-type]
        self._trusted = believing.trusted_hosts
        self._app: Any = believing if proxies else app
        self._proxies = bool(proxies)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self._place(scope)
        await self._app(scope, receive, send)

    def _place(self, scope: Message) -> None:
        by_proxy = self._proxies and (scope.get("client") or ("",))[0] in self._trusted
        said = {name: value for name, value in scope["headers"] if name in _HEADERS} if by_proxy else {}
        root, path = _said_path(said), scope["path"]
        if not root:
            root = self._root_path
            if root and (path == root or path.startswith(root + "/")):
                path = path[len(root) :]
        scope["root_path"], scope["path"] = root, root + (path or "/")
        scope[_BY_PROXY], scope[_FRAMED] = by_proxy, _FRAMING in said


def _with_plain_address(app: Asgi) -> Asgi:
    """A proxy that listens to both kinds of address may write one of IPv4 as one of IPv6, too."""

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        if client := scope.get("client"):
            scope["client"] = (plain(client[0]), client[1])
        await app(scope, receive, send)

    return answer


def path_below(scope: Message) -> str:
    """The path of a request without the root path: what the application's routes know."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def _said_path(said: dict[bytes, bytes]) -> str:
    for name in _HEADERS:
        try:
            path = checked_root_path(said.get(name, b"").decode("latin-1"))
        except NoRootPath:
            continue
        if path:
            return path
    return ""
