"""The page by which phones join: the table's address as a QR code to scan and as text to type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import SplitResult, urlsplit

import qrcode
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.games.contract import State
from companion.system.network import addresses
from companion.table.journal_errors import JournalError
from companion.table.table import Table
from companion.translation import _
from companion.web.access.secure import https_address
from companion.web.access.short_code import short_code
from companion.web.live.views import seats
from companion.web.request.addressed import room, seat_number, table_of
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import add_token, house, visitor
from companion.web.transport.root_path import came_by_proxy, is_framed

pages = Blueprint("join", __name__)


@dataclass(frozen=True, slots=True)
class PhoneAddress:
    """An address by which a phone reaches the companion. adapter: the name of its network adapter here."""

    address: str
    adapter: str
    chosen: bool


@pages.get("/join")
def companion() -> str:
    """The address of the companion itself. ?ip=...: by another of this machine's addresses."""
    return join_page(None, "")


@pages.get("/t/<table_id>/join")
def table(table_id: str) -> str:
    """A phone that scans this code chooses its seat; with ?seat= it becomes one more phone of that seat. The
    code contains a token unless everybody is trusted."""
    this_table = table_of(table_id)
    token = None
    if request.args.get("seat"):
        seat = seat_number(this_table, request.args["seat"])
        if not visitor().trusted:
            token = house().token("seat", table_id, seat)
        path = url_for("play.seat", table_id=table_id, seat=seat, token=token).lstrip("/")
        return join_page(this_table, path, shown_code(table_id, seat))
    return join_page(this_table, _path_to_seats(table_id), shown_code(table_id))


@dataclass(frozen=True, slots=True)
class ShownCode:
    """A short code as a page shows it. address: where it is typed; path: gives the next one, in `seconds`."""

    letters: str
    seconds: float
    address: str
    path: str


def shown_code(table_id: str, seat: int | None = None) -> ShownCode | None:
    """The code of the table, or of this seat; None: none can be kept now, and phones scan."""
    try:
        code = short_code(table_id, seat)
    except JournalError:
        return None
    path = url_for("short_code.show", table_id=table_id, seat=seat)
    return ShownCode(code.letters, code.seconds, phone_address(""), path)


def _path_to_seats(table_id: str) -> str:
    """The path of the page on which a phone chooses its seat, with the token that it needs."""
    token = None if visitor().trusted else house().token("join", table_id)
    return url_for("join.choose", table_id=table_id, token=token).lstrip("/")


def joining_code(table_id: str) -> tuple[str, Markup]:
    """The address by which a phone joins the table, and its QR code."""
    address = phone_address(_path_to_seats(table_id))
    return address, qr_code(address)


def phone_address(path: str) -> str:
    """Where phones open a page of this request. path: its address without the host and the first "/"."""
    return next(way.address for way in _phone_addresses() if way.chosen) + _phone_path(path)


def seats_on_phones(table_id: str) -> frozenset[int]:
    """The seats that are played on a phone: those whose page is open, and those that a phone has taken."""
    held = frozenset() if visitor().trusted else frozenset(house().table(table_id).held)
    return held | services().live.seats_shown(table_id)


@pages.get("/t/<table_id>/seats")
def choose(table_id: str) -> str:
    this_table = table_of(table_id)
    who = visitor()
    held = frozenset() if who.trusted else house().table(table_id).held
    own = {number for number in held if who.sees(table_id, number)}
    return render_template("seats.html", table=this_table, seats=seats(this_table), held=held, own=own)


@form_post(pages, "/t/<table_id>/seats/<seat>/take")
def take(table_id: str, seat: str) -> ResponseReturnValue:
    """Gives the seat to the phone that sends this, until the seat is freed."""
    this_table = table_of(table_id)
    number = seat_number(this_table, seat)
    response = redirect(url_for("play.seat", table_id=table_id, seat=number), 303)
    if not visitor().has_seat(table_id, number):
        token = house().take_seat(table_id, number)
        if token is None:
            player = this_table.setup.players[number].name
            raise Refused(
                409,
                _("Another phone plays for {player}: free the seat at the table's tablet.", player=player),
            )
        add_token(response, token)
    return response


@form_post(pages, "/t/<table_id>/seats/<seat>/free")
def free(table_id: str, seat: str) -> ResponseReturnValue:
    """Takes the seat from its phone, so that another may take it."""
    number = seat_number(table_of(table_id), seat)
    house().free_seat(table_id, number)
    services().live.refuse(table_id, number)
    return redirect(url_for("join.choose", table_id=table_id), 303)


def join_page(this_table: Table[State] | None, path: str, short: ShownCode | None = None) -> str:
    """path: what the code leads to. short: for devices that cannot scan it."""
    ways, address = _phone_addresses(), phone_address(path)
    announced = services().announced
    named = ""
    if announced is not None and announced.known:
        named = _address(urlsplit(address), announced.name)
    return render_template(
        "join.html",
        table=this_table,
        seats=seats(this_table) if this_table else (),
        address=address,
        named=named,
        ways=ways if len(ways) > 1 else (),
        code=qr_code(address),
        short=short,
        https=bool(https_address("")),
        secure=leads_to_https(),
    )


def qr_code(text: str, long: bool = False) -> Markup:
    """The text as a QR code: a black SVG for a white background. long: with less error correction, so that
    the squares of a long text are larger."""
    level = qrcode.constants.ERROR_CORRECT_L if long else qrcode.constants.ERROR_CORRECT_M
    made = qrcode.QRCode(border=2, error_correction=level)
    made.add_data(text)
    made.make(fit=True)
    rows = made.get_matrix()
    # One rectangle for each run of dark squares; one for each square makes the page five times as long.
    path = "".join(f"M{x} {y}h{n}v1h-{n}z" for y, row in enumerate(rows) for x, n in _dark_runs(row))
    box = f'viewBox="0 0 {len(rows)} {len(rows)}" shape-rendering="crispEdges"'
    return Markup(f'<svg xmlns="http://www.w3.org/2000/svg" {box}><path fill="#000" d="{path}"/></svg>')


def _dark_runs(row: list[bool]) -> Iterator[tuple[int, int]]:
    """(first place, length) of each run of dark squares."""
    at = 0
    for dark, squares in groupby(row):
        length = len(list(squares))
        if dark:
            yield at, length
        at += length


def leads_to_https() -> bool:
    """Whether the code leads to https: as ?secure= says, else as this page was requested."""
    return bool(https_address("")) and request.args.get("secure", str(int(request.is_secure))) == "1"


def _phone_path(path: str) -> str:
    """The path of a page of this request where phones open it: past Home Assistant, not below its path."""
    return path.removeprefix(f"{request.script_root}/".lstrip("/")) if is_framed() else path


def _phone_addresses() -> tuple[PhoneAddress, ...]:
    """The room's own address first, then this machine's other reachable addresses; one of them is chosen.

    The page may have been requested from "localhost"; the addresses are those that other devices reach.
    """
    # A proxy's name is the one that phones reach, not this machine's; Home Assistant wants them to sign in.
    by_proxy = came_by_proxy() and not is_framed()
    own = urlsplit(request.host_url if by_proxy or not room().address else room().address)
    if leads_to_https():
        own = urlsplit(https_address(own.netloc))
    host = own.hostname or ""
    known = {} if host.startswith("127.") else {a.ip: a.adapter for a in addresses() if a.likely > 0}
    ips = [host, *(ip for ip in known if ip != host)] if room().address and not by_proxy else [host]
    asked = request.args.get("ip")
    chosen = asked if asked in ips else host
    return tuple(PhoneAddress(_address(own, ip), known.get(ip, ""), ip == chosen) for ip in ips)


def _address(own: SplitResult, host: str) -> str:
    port = f":{own.port}" if own.port else ""
    return f"{own.scheme}://[{host}]{port}/" if ":" in host else f"{own.scheme}://{host}{port}/"
