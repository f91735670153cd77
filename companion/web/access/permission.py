"""Checks every request against the rules (`companion.web.access.rules`) and limits how many a client sends.

A device sends its tokens in a cookie, a program one in `Authorization: Bearer`. Staff have a session that
expires. Cookies are signed by the house's secret, hidden from scripts (HttpOnly) and not sent with requests
of other sites (SameSite=Lax).
"""

from __future__ import annotations

import time
from typing import Any, cast
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, redirect, request, url_for
from itsdangerous import BadData, URLSafeSerializer
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from companion.access.house import House
from companion.access.pins import Guesser
from companion.access.visitor import Role, Visitor
from companion.games.contract import Json
from companion.table.journal_errors import JournalError
from companion.translation import _, marked
from companion.web.access.guard import Refused, whole_number
from companion.web.access.rules import ANYBODY, RULES, STAFF, Target
from companion.web.assets import STATIC_ENDPOINTS
from companion.web.errors import wants_json

MAX_TOKENS_PER_DEVICE = 16
"""Beyond this the oldest are dropped."""
TOKENS_COOKIE_DAYS = 60

SESSION_IDLE_SECONDS = 30 * 60.0
"""Time without a request after which a staff session ends."""
MAX_SESSION_SECONDS = 12 * 3600.0
"""Time after which a staff session ends in any case: a shift."""

READ_LIMIT = RateLimitItemPerMinute(1500)
"""Per address, where people are not trusted: a page takes some thirty requests, a watched camera five a
second, and all guests of a house may share one address. Files that never change do not count."""
WRITE_LIMIT = RateLimitItemPerMinute(300)

_TOKENS, _STAFF, _DEVICE = "companion-tokens", "companion-staff", "companion-device"
_STATION = "companion-station"
"""The cookie of a station's tablet, apart from the tokens of tables, of which the oldest are dropped."""
STATION_COOKIE_DAYS = 400
"""The longest that browsers keep a cookie; each visit renews it."""
_TOKEN_SEPARATOR = "~"


def house() -> House:
    access: House = current_app.extensions["access"]
    return access


def visitor() -> Visitor:
    """Who sent this request."""
    if "visitor" not in g:
        access = house()
        trusted = access.trusts_everybody
        tokens = _station_token() if trusted else carried_tokens()
        g.visitor = access.visitor(tokens, "" if trusted else _session_role())
    return cast(Visitor, g.visitor)


def at_kiosk() -> bool:
    """Whether this device is a station's tablet in guests' hands. For other devices only the cookies are
    read, so that every page can use this."""
    if not _station_token():
        return False
    try:
        return visitor().kiosk
    except JournalError:
        return False


def require_seat(table_id: str, seat: int | None) -> None:
    """Refuses a request that may not answer for this seat of the table; None: for the table itself. Raises
    Refused."""
    if not visitor().plays(table_id, seat):
        raise Refused(403, _("This is another player's to answer: on that player's phone, or at the tablet."))


def enforce(app: Flask) -> None:
    limiter = FixedWindowRateLimiter(MemoryStorage())

    @app.before_request
    def permitted() -> Any:
        if request.endpoint is None:
            return None  # answered by 404, or by 405
        rule = RULES.get(request.endpoint)
        if rule is ANYBODY and request.endpoint in STATIC_ENDPOINTS:
            return None
        if house().trusts_everybody:
            if "token" in request.args:
                return _accept_token(request.args["token"], True)
            if not at_kiosk() or (rule is not None and rule.allows(visitor(), _request_target())):
                return None
            return _refuse(marked("This is not open to anybody here.") if rule is None else rule.refusal)
        limit = READ_LIMIT if request.method in ("GET", "HEAD", "OPTIONS") else WRITE_LIMIT
        if not limiter.hit(limit, client_address()):
            raise Refused(429, _("This device asks too often: wait a minute."))
        if "token" in request.args and request.method == "GET":
            return _accept_token(request.args["token"])
        if rule is None or not rule.allows(visitor(), _request_target()):
            return _refuse(marked("This is not open to anybody here.") if rule is None else rule.refusal)
        return None

    @app.after_request
    def session_goes_on(response: Response) -> Response:
        session = g.get("staff_session")
        if session is not None and time.time() - session["seen"] > 60:
            set_cookie(response, _STAFF, _sign("staff", {**session, "seen": int(time.time())}))
        return response

    app.context_processor(
        lambda: {
            "visitor": visitor,
            "at_kiosk": at_kiosk,
        }
    )


def client_address() -> str:
    """The address that the request came from; behind a proxy named by `--proxy`, the one that the proxy
    reports (docs/deployment.md, "Behind a proxy")."""
    return request.remote_addr or "unknown"


# --- tokens


def carried_tokens() -> tuple[str, ...]:
    kept = tuple(
        text for text in request.cookies.get(cookie_name(_TOKENS), "").split(_TOKEN_SEPARATOR) if text
    )
    kept = (*_station_token(), *kept)
    kind, _space, bearer = request.headers.get("Authorization", "").partition(" ")
    return (*kept, bearer.strip()) if kind.casefold() == "bearer" else kept


def _station_token() -> tuple[str, ...]:
    text = request.cookies.get(cookie_name(_STATION), "")
    return (text,) if text else ()


def set_station_cookie(response: Any, station_id: str) -> None:
    """Makes the device this station's tablet. Raises NoStation."""
    set_cookie(response, _STATION, house().token("station", station_id), STATION_COOKIE_DAYS)


def add_token(response: Any, token: str) -> None:
    """Has the device keep the token."""
    kept = request.cookies.get(cookie_name(_TOKENS), "").split(_TOKEN_SEPARATOR)
    kept = [text for text in kept if text and text != token]
    set_cookie(
        response, _TOKENS, _TOKEN_SEPARATOR.join([*kept, token][-MAX_TOKENS_PER_DEVICE:]), TOKENS_COOKIE_DAYS
    )


def _accept_token(text: str, trusted: bool = False) -> Any:
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
        raise Refused(403, _("This code is no longer good: scan the one that the table shows now."))
    response = _without_token()
    add_token(response, text)
    return response


def _without_token() -> Any:
    rest = [(name, value) for name, value in request.args.items(multi=True) if name != "token"]
    return redirect(request.path + (f"?{urlencode(rest)}" if rest else ""), 303)


# --- staff


def start_session(response: Any, role: Role) -> None:
    now = int(time.time())
    session = {"role": role, "began": now, "seen": now, "epoch": house().sessions}
    set_cookie(response, _STAFF, _sign("staff", session))


def end_session(response: Any) -> None:
    response.delete_cookie(cookie_name(_STAFF))


def guesser() -> Guesser:
    """The sender of a PIN: a device that signed in before, or an address."""
    device = _unsign("device", request.cookies.get(cookie_name(_DEVICE), ""))
    return Guesser(device if isinstance(device, str) else "", client_address())


def set_device_cookie(response: Any, device: str) -> None:
    set_cookie(response, _DEVICE, _sign("device", device), 365)


def _session_role() -> Role:
    session = _unsign("staff", request.cookies.get(cookie_name(_STAFF), ""))
    if not isinstance(session, dict) or session.get("epoch") != house().sessions:
        return ""
    now = time.time()
    if now - session["seen"] > SESSION_IDLE_SECONDS or now - session["began"] > MAX_SESSION_SECONDS:
        return ""
    g.staff_session = session
    return "host" if session["role"] == "host" else "staff"


# --- within


def cookie_name(name: str) -> str:
    """Over https with the prefix __Host-, which browsers accept only from https pages of this host."""
    return f"__Host-{name}" if request.is_secure else name


def set_cookie(response: Any, name: str, value: str, days: int | None = None) -> None:
    response.set_cookie(
        cookie_name(name),
        value,
        max_age=None if days is None else days * 86_400,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _sign(what: str, value: Json) -> str:
    text = URLSafeSerializer(house().secret, salt=f"companion {what} cookie").dumps(value)
    return text if isinstance(text, str) else text.decode()


def _unsign(what: str, text: str) -> Json:
    """None: not signed by this house."""
    if not text:
        return None
    try:
        return URLSafeSerializer(house().secret, salt=f"companion {what} cookie").loads(text)
    except BadData:
        return None


def _request_target() -> Target:
    path = request.view_args or {}
    seat = path.get("seat", request.args.get("seat") or None)
    if request.endpoint == "live.live" and request.args.get("view") != "seat":
        seat = None
    elif request.endpoint == "live.live":
        seat = seat or ""
    number = None if seat is None else whole_number(str(seat), 0, 99)
    return Target(str(path.get("table_id", "")), -1 if seat is not None and number is None else number)


def _refuse(sentence: str) -> Any:
    if request.endpoint == "live.live":
        # A browser requests a refused stream again; this event has it reload the page instead.
        headers = {"Cache-Control": "no-store"}
        return Response("event: refused\ndata: {}\n\n", mimetype="text/event-stream", headers=headers)
    rule = RULES.get(request.endpoint or "")
    asks_staff = rule is STAFF or (rule is not None and rule.name == "host")
    page = not (request.endpoint or "").startswith("api.")
    if asks_staff and page and request.method == "GET" and not wants_json():
        return redirect(url_for("sign_in.sign_in", next=request.full_path.rstrip("?")), 303)
    raise Refused(403, _(sentence))
