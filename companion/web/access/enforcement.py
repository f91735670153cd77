"""Checks every request against the rules of `companion.web.access.rules`, and limits how many one sends."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlencode

from flask import Flask, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from limits import RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter
from werkzeug.wrappers import Response

from companion.table.journal_errors import JournalError
from companion.translation import _, marked
from companion.web.access.request_counts import RequestCounts
from companion.web.access.rules import ANYBODY, RULES, STAFF, Target
from companion.web.request.errors import wants_json
from companion.web.request.reading import Refused, whole_number
from companion.web.request.visitor import (
    add_token,
    at_kiosk,
    client_address,
    house,
    known_device,
    renew_session,
    set_station_cookie,
    visitor,
    visitor_later,
)
from companion.web.transport.assets import STATIC_ENDPOINTS
from companion.web.transport.known_device import tell_server_that_device_is_known

READ_LIMIT = RateLimitItemPerMinute(1500)
"""Per address, where people are not trusted: a page takes some thirty requests, a watched camera five a
second, and all guests of a house may share one address. Files that never change do not count."""
WRITE_LIMIT = RateLimitItemPerMinute(300)
STATIC_LIMIT = RateLimitItemPerMinute(3000)
"""Of files that never change and are not kept ready yet (`server/answer_cache.py`)."""


def enforce(app: Flask) -> None:
    limiter = FixedWindowRateLimiter(RequestCounts())

    @app.before_request
    def permitted() -> ResponseReturnValue | None:
        if request.endpoint is None:
            return None  # answered by 404, or by 405
        rule = RULES.get(request.endpoint)
        if rule is ANYBODY and request.endpoint in STATIC_ENDPOINTS:
            with suppress(JournalError):  # a page that says what is wrong with it needs its styles
                if not house().trusts_everybody and not limiter.hit(STATIC_LIMIT, client_address()):
                    raise Refused(429, _("This device asks too often: wait a minute."))
            return None
        if house().trusts_everybody:
            if "token" in request.args:
                return _accept_token(request.args["token"], True)
            if not at_kiosk() or (rule is not None and rule.allows(visitor(), _request_target())):
                return None
            return _refuse(marked("This is not open to anybody here.") if rule is None else rule.refusal)
        limit = READ_LIMIT if request.method in ("GET", "HEAD", "OPTIONS") else WRITE_LIMIT
        # A known device has a count of its own: strangers behind its address do not use it up.
        device = known_device()
        if device:
            tell_server_that_device_is_known(request.environ)
        if not limiter.hit(limit, device or client_address()):
            raise Refused(429, _("This device asks too often: wait a minute."))
        if "token" in request.args and request.method == "GET":
            return _accept_token(request.args["token"])
        if rule is None or not rule.allows(visitor(), _request_target()):
            return _refuse(marked("This is not open to anybody here.") if rule is None else rule.refusal)
        return None

    @app.after_request
    def session_goes_on(response: Response) -> Response:
        renew_session(response)
        return response

    app.context_processor(
        lambda: {
            "visitor": visitor,
            "at_kiosk": at_kiosk,
        }
    )


def right_of_request() -> Callable[[], bool]:
    """Whether this request would still be allowed, for a stream that goes on after it: to be asked at any
    time, in any thread. May raise JournalError."""
    rule, target, access = RULES.get(request.endpoint or ""), _request_target(), house()
    visitor_now = visitor_later()

    def allowed() -> bool:
        who = visitor_now()
        free = access.trusts_everybody and not who.station
        return free or (rule is not None and rule.allows(who, target))

    return allowed


def _accept_token(text: str, trusted: bool = False) -> Response:
    """Keeps the token of a scanned code, and redirects to the page without it. trusted: everybody is, so that
    only the token of a station's tablet is kept."""
    token = house().tokens.read(text)
    if token is not None and token.kind == "station" and house().is_valid(token):
        response = _without_token()
        set_station_cookie(response, token.table)
        return response
    if trusted:
        return _without_token()
    if token is None or not house().is_valid(token):
        g.by_code = True
        raise Refused(403, _("This code is no longer good: scan the one that the table shows now."))
    response = _without_token()
    add_token(response, text)
    return response


def _without_token() -> Response:
    rest = [(name, value) for name, value in request.args.items(multi=True) if name != "token"]
    return redirect(request.script_root + request.path + (f"?{urlencode(rest)}" if rest else ""), 303)


def _request_target() -> Target:
    path = request.view_args or {}
    seat = path.get("seat", request.args.get("seat") or None)
    if request.endpoint == "live.live" and request.args.get("view") != "seat":
        seat = None
    elif request.endpoint == "live.live":
        seat = seat or ""
    number = None if seat is None else whole_number(str(seat), 0, 99)
    return Target(str(path.get("table_id", "")), -1 if seat is not None and number is None else number)


def _refuse(sentence: str) -> Response:
    if request.endpoint == "live.live":
        # A browser requests a refused stream again; this event has it reload the page instead.
        headers = {"Cache-Control": "no-store"}
        return Response("event: refused\ndata: {}\n\n", mimetype="text/event-stream", headers=headers)
    rule = RULES.get(request.endpoint or "")
    asks_staff = rule is STAFF or (rule is not None and rule.name == "host")
    page = not (request.endpoint or "").startswith("api.")
    if asks_staff and page and request.method == "GET" and not wants_json():
        return redirect(
            url_for("sign_in.sign_in", next=request.script_root + request.full_path.rstrip("?")), 303
        )
    g.by_code = rule is not None and rule.by_code
    raise Refused(403, _(sentence))
