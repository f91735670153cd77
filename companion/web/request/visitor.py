"""Who sent a request: the tokens that its device carries, and whether its person signed in as staff.

A device sends its tokens in a cookie, a program one in `Authorization: Bearer`. Staff have a session that
expires. Cookies are signed by the house's secret, hidden from scripts (HttpOnly) and not sent with requests
of other sites (SameSite=Lax).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import cast

from flask import g, request
from itsdangerous import BadData, URLSafeSerializer
from werkzeug.wrappers import Response

from companion.access.house import House
from companion.access.pins import Guesser
from companion.access.visitor import Role, Visitor
from companion.games.contract import Json, State
from companion.system.steady_time import Moment, moment, moment_of
from companion.table.journal_errors import JournalError
from companion.table.table import Table
from companion.translation import _
from companion.web.request.reading import Refused
from companion.web.request.services import services

MAX_TOKENS_PER_DEVICE = 16
"""Beyond this the oldest are dropped."""
TOKENS_COOKIE_DAYS = 60

SESSION_IDLE_SECONDS = 30 * 60.0
"""Time without a request after which a staff session ends."""
MAX_SESSION_SECONDS = 12 * 3600.0
"""Time after which a staff session ends in any case: a shift."""
SESSION_RENEWAL_SECONDS = 60.0
"""A request renews a session's cookie that is older."""

_TOKENS, _STAFF, _DEVICE = "companion-tokens", "companion-staff", "companion-device"
_STATION = "companion-station"
"""The cookie of a station's tablet, apart from the tokens of tables, of which the oldest are dropped."""
STATION_COOKIE_DAYS = 400
"""The longest that browsers keep a cookie; each visit renews it."""
_TOKEN_SEPARATOR = "~"


def house() -> House:
    return services().house


def visitor() -> Visitor:
    """Who sent this request."""
    if "visitor" not in g:
        access = house()
        trusted = access.trusts_everybody
        tokens = _station_token() if trusted else carried_tokens()
        g.visitor = access.visitor(tokens, "" if trusted else _session_role())
    return cast(Visitor, g.visitor)


def visitor_later() -> Callable[[], Visitor]:
    """Who sent this request, as of when it is asked: tokens may be revoked by then, and a session over. For
    any thread; may raise JournalError."""
    access, carried, station = house(), carried_tokens(), _station_token()
    session = _unsign("staff", request.cookies.get(cookie_name(_STAFF), ""))

    def now() -> Visitor:
        trusted = access.trusts_everybody
        role = "" if trusted else _role_of_session(access, session)
        return access.visitor(station if trusted else carried, role)

    return now


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


def sender_name(player: str = "") -> str:
    """Who sent this, for the history: the name the device gave itself, else what it is. player: at whose seat
    the form was opened that is sent without a script."""
    name = request.headers.get("X-Device", "")[:40]
    if name.isprintable() and name:
        return name
    return f"{player}'s phone" if player else "a device"


def sender_at(table: Table[State] | None, seat: int | None) -> str:
    """The same, where the form was opened at this seat of a table; None: at none."""
    return sender_name("" if table is None or seat is None else table.setup.players[seat].name)


def known_device() -> str:
    """What tells this device from strangers where people are not trusted: its seat, its tablet or its staff
    session, with its address. "": it has none of these. May raise JournalError."""
    who = visitor()
    if who.role:
        return f"{who.role}@{client_address()}"
    if who.station:
        return f"station/{who.station}@{client_address()}"
    for token in who.tokens:
        if token.kind != "camera":
            return f"{token.kind}/{token.table}/{token.seat}@{client_address()}"
    return ""


def was_known() -> bool:
    """Whether this house once signed in this device, or gave it a station: what strangers cannot say."""
    if visitor().role or _unsign("device", request.cookies.get(cookie_name(_DEVICE), "")):
        return True
    return any(house().tokens.read(text) is not None for text in _station_token())


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


def set_station_cookie(response: Response, station_id: str) -> None:
    """Makes the device this station's tablet. Raises NoStation."""
    set_cookie(response, _STATION, house().token("station", station_id), STATION_COOKIE_DAYS)


def add_token(response: Response, token: str) -> None:
    """Has the device keep the token."""
    kept = request.cookies.get(cookie_name(_TOKENS), "").split(_TOKEN_SEPARATOR)
    kept = [text for text in kept if text and text != token]
    set_cookie(
        response, _TOKENS, _TOKEN_SEPARATOR.join([*kept, token][-MAX_TOKENS_PER_DEVICE:]), TOKENS_COOKIE_DAYS
    )


# --- staff


def start_session(response: Response, role: Role) -> None:
    now = moment()
    session = {"role": role, **_kept("began", now), **_kept("seen", now), "epoch": house().sessions}
    set_cookie(response, _STAFF, _sign("staff", session))


def renew_session(response: Response) -> None:
    """Writes into the cookie of this request's staff session, if it has one, that the session is used."""
    session = g.get("staff_session")
    now = moment()
    if session is not None and _moment(session, "seen").until(now) > SESSION_RENEWAL_SECONDS:
        set_cookie(response, _STAFF, _sign("staff", {**session, **_kept("seen", now)}))


def end_session(response: Response) -> None:
    delete_cookie(response, _STAFF)


def guesser() -> Guesser:
    """The sender of a PIN: a device that signed in before, or an address."""
    kept = _unsign("device", request.cookies.get(cookie_name(_DEVICE), ""))
    match kept:
        case {"id": str(device), "roles": list(roles)}:
            return Guesser(device, frozenset(map(str, roles)), client_address())
        case str(device):  # of a version that did not keep as what it signed in
            return Guesser(device, frozenset({"staff"}), client_address())
    return Guesser("", frozenset(), client_address())


def set_device_cookie(response: Response, device: Guesser, role: Role) -> None:
    """Has the device keep that it signed in as `role`."""
    kept: Json = {"id": device.device or secrets.token_hex(8), "roles": sorted({*device.roles, role})}
    set_cookie(response, _DEVICE, _sign("device", kept), 365)


def _session_role() -> Role:
    session = _unsign("staff", request.cookies.get(cookie_name(_STAFF), ""))
    role = _role_of_session(house(), session)
    if role:
        g.staff_session = session
    return role


def _role_of_session(access: House, session: Json) -> Role:
    """As what the session is signed in now; "": it is over."""
    if not isinstance(session, dict) or session.get("epoch") != access.sessions:
        return ""
    now = moment()
    began, seen = (abs(_moment(session, when).until(now)) for when in ("began", "seen"))
    if seen > SESSION_IDLE_SECONDS or began > MAX_SESSION_SECONDS:
        return ""
    return "host" if session["role"] == "host" else "staff"


def _kept(when: str, at: Moment) -> dict[str, Json]:
    return {when: at.wall, f"{when}-counter": [*at.counter]}


def _moment(session: dict[str, Json], when: str) -> Moment:
    return moment_of(session[when], session.get(f"{when}-counter"))


# --- within


def cookie_name(name: str) -> str:
    """Over https with the prefix __Host-, which browsers accept only from https pages of this host and for
    all of its paths; below a root path with __Secure-, since the cookie is for that path alone."""
    if not request.is_secure:
        return name
    return f"__Secure-{name}" if request.script_root else f"__Host-{name}"


def set_cookie(response: Response, name: str, value: str, days: int | None = None) -> None:
    response.set_cookie(
        cookie_name(name),
        value,
        max_age=None if days is None else days * 86_400,
        path=request.script_root or "/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def delete_cookie(response: Response, name: str) -> None:
    path, secure = request.script_root or "/", request.is_secure
    response.delete_cookie(cookie_name(name), path=path, secure=secure, httponly=True, samesite="Lax")


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
