"""Who may change something: pages of this very server, with requests of a sensible size.

The companion stands in a home network without passwords. What must not happen is that some other web site,
open on a player's phone, sends decisions here: a browser names the page a POST comes from, and that is asked.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.games.contract import Illegal
from companion.translation import _
from companion.web.asgi import TOO_LARGE
from companion.web.assets import early_source

LARGEST_BODY = 64 * 1024
"""Bytes of a request's body; the largest honest one is a setup with a drawn bag, some 4 KB."""


class Refused(Exception):
    """A request that is not answered. status: of HTTP; sentence: what is wrong and what to do."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


def guard(app: Flask) -> None:
    """Refuses what comes from another site's page, and says to browsers what our pages may load."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["MAX_FORM_PARTS"] = 500

    @app.before_request
    def not_too_large() -> None:
        if request.environ.get(TOO_LARGE):
            raise RequestEntityTooLarge

    @app.before_request
    def same_site() -> None:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        if not _same_origin(request):
            raise Refused(
                403, _("This came from a page of another site: open the companion's own page to play.")
            )

    early = early_source()

    @app.after_request
    def policy(response: Any) -> Any:
        response.headers.setdefault(
            "Content-Security-Policy",
            f"default-src 'self'; script-src 'self' {early}; img-src 'self' data: blob:; "
            "style-src 'self' 'unsafe-inline'; frame-ancestors 'self'; form-action 'self'; base-uri 'none'",
        )
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "same-origin")
        return response


def _same_origin(asked: Request) -> bool:
    """A browser sends Origin with every POST; a program that is no browser may leave it out."""
    if asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = asked.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == asked.host


def body() -> dict[str, Any]:
    """The request's JSON object. Raises Refused."""
    try:
        data = request.get_json(silent=True)
    except RecursionError:  # brackets in brackets without end
        data = None
    if not isinstance(data, dict):
        raise Refused(400, _("The request's body must be a JSON object."))
    return data


def seen_and_key(data: dict[str, Any]) -> tuple[int, str]:
    """The number that the device has seen, and the request's own key. Raises Refused."""
    seen, key = data.get("seen"), data.get("key")
    if type(seen) is not int or seen < 0:
        raise Refused(400, _('The request needs "seen": the number of the entry that the device last saw.'))
    if not isinstance(key, str) or not 8 <= len(key) <= 64 or not key.isascii() or not key.isprintable():
        raise Refused(
            400, _('The request needs a "key" of its own, 8 to 64 letters, the same when sent again.')
        )
    return seen, key


def decision_part(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise Refused(400, _('The request needs "{name}".', name=name))
    return data[name]


def illegal_json(wrong: Illegal) -> dict[str, Any]:
    return {"sentence": wrong.sentence, "page": wrong.page}
