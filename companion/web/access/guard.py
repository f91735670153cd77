"""Rejects requests whose Origin is not this server, and requests that are too large.

The companion stands in a home network without passwords; another web site, open on a player's phone, must not
be able to send decisions here. Sets the Content-Security-Policy of every page too.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import RequestEntityTooLarge

from companion.translation import _
from companion.untrusted_text import read_json
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.transport.asgi import TOO_BUSY, TOO_LARGE
from companion.web.transport.assets import inline_csp_sources
from companion.web.transport.root_path import is_framed
from companion.web.transport.trusted_hosts import ENVIRONMENT_VARIABLE, is_trusted_host, trusted_names

_FORMS = ("application/x-www-form-urlencoded",)
DEFAULT_MAX_BODY_BYTES = 64 * 1024
"""Of a request's body; the largest that pages send is a setup with a drawn bag, some 4 KB."""


_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
}
"""Of every answer: browsers do not guess its type, and no other site learns its address or embeds it."""


class LimitedJson(DefaultJSONProvider):
    """Flask's JSON, with bodies read within limits."""

    sort_keys = False

    def loads(self, s: str | bytes, **_more: object) -> object:
        return read_json(s)


def guard(app: Flask) -> None:
    """Registers the check of a request's origin and size, and the headers that every response carries."""
    app.json = LimitedJson(app)
    app.config["MAX_CONTENT_LENGTH"] = DEFAULT_MAX_BODY_BYTES
    app.config["MAX_FORM_PARTS"] = 500
    names, inline = trusted_names(), inline_csp_sources()
    app.before_request(lambda: _refuse_other_names(names))
    app.before_request(_refuse_nul)
    app.before_request(_refuse_too_large)
    app.before_request(_refuse_too_busy)
    app.before_request(_refuse_other_sites)
    app.after_request(lambda response: _with_policy(response, inline))


def _refuse_other_names(names: frozenset[str]) -> None:
    """names: what this server is called."""
    if not is_trusted_host(request.host, names):
        raise Refused(
            421,
            _(
                "This server is not called {name}: open it by its address, or name it in {variable}.",
                name=f"{request.host!r:.60}",
                variable=ENVIRONMENT_VARIABLE,
            ),
        )


def _refuse_nul() -> None:
    """Refuses texts with the character NUL, which PostgreSQL cannot store."""
    texts = (request.path, *request.args.values(), *request.args.keys())
    forms = request.form if request.mimetype in _FORMS else {}
    if any("\0" in text for text in (*texts, *forms.values(), *forms.keys())):
        raise Refused(400, _("The request could not be understood: load the page again and repeat the step."))


def _refuse_too_large() -> None:
    if request.environ.get(TOO_LARGE):
        raise RequestEntityTooLarge


def _refuse_too_busy() -> None:
    if request.environ.get(TOO_BUSY):
        raise Refused(503, _("Too many photos and files are being worked on: wait a minute, then try again."))


def _refuse_other_sites() -> None:
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if not _is_same_origin(request):
        raise Refused(403, _("This came from a page of another site: open the companion's own page to play."))


def _with_policy(response: Response, inline: str) -> Response:
    """inline: the source expressions that allow the scripts inline in pages."""
    # The demo's page shows the table's page in a frame; nothing else of this server frames anything.
    # Home Assistant shows every page in a frame of its own, of the same origin.
    demo, framed = services().room.home.demo is not None, is_framed()
    frames = "'self'" if demo else "'none'"
    framing = "'self'" if demo or framed else "'none'"
    response.headers.setdefault(
        "Content-Security-Policy",
        f"default-src 'none'; script-src 'self' {inline}; connect-src 'self'; font-src 'self'; "
        "img-src 'self' data: blob:; media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; "
        "style-src 'self'; style-src-attr 'unsafe-inline'; "
        f"frame-src {frames}; frame-ancestors {framing}; "
        "form-action 'self'; base-uri 'none'; object-src 'none'",
    )
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if not demo and not framed:
        response.headers.setdefault("X-Frame-Options", "DENY")
    return response


def _is_same_origin(asked: Request) -> bool:
    """A browser sends Origin with every POST; a program that is no browser may leave it out."""
    if asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = asked.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == asked.host
