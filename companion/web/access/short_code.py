"""The short code by which a device joins that cannot scan one: shown at the tablet, typed elsewhere."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.access.pins import Guesser
from companion.access.short_codes import LENGTH, ShortCode, as_typed
from companion.translation import _
from companion.web.request.addressed import asked_seat, table_of
from companion.web.request.form_body import form_post
from companion.web.request.services import services
from companion.web.request.visitor import add_token, client_address, house, visitor

pages = Blueprint("short_code", __name__)

_CODE = "code"
"""What tries of codes are counted as."""


def short_code(table_id: str, seat: int | None = None) -> ShortCode:
    """The code of the table, or of this seat."""
    codes = services().short_codes
    return codes.show("join", table_id) if seat is None else codes.show("seat", table_id, seat)


@pages.get("/t/<table_id>/code")
def show(table_id: str) -> Response:
    """`{"code", "seconds": until another one is to be shown}`; ?seat=: that seat's."""
    table = table_of(table_id)
    seat = asked_seat(table, request.args.get("seat"))
    code = short_code(table_id, seat)
    answer = jsonify(code=code.letters, seconds=round(code.seconds, 1))
    answer.headers["Cache-Control"] = "no-store"
    return answer


class CodeForm(Struct):
    code: str = ""


@form_post(pages, "/join", CodeForm)
def enter(form: CodeForm) -> ResponseReturnValue:
    """Leads to what the code opens, and lets the device in."""
    attempts, who = services().code_attempts, Guesser("", frozenset(), client_address())
    if not (taken := attempts.take(who, (_CODE,))):
        return _again(_("Too many codes were tried: wait ten minutes, or scan the code."), 429)
    token = services().short_codes.opens(form.code)
    if token is None:
        if len(as_typed(form.code)) != LENGTH:
            return _again(_("A code has {number} letters, as the tablet shows them.", number=LENGTH), 422)
        return _again(
            _("No tablet shows this code now: type the one that it shows, which is good for ten minutes."),
            422,
        )
    attempts.succeeded(who, _CODE, taken)
    seat = token.seat if token.kind == "seat" else None
    onward = (
        url_for("join.choose", table_id=token.table)
        if seat is None
        else url_for("play.seat", table_id=token.table, seat=seat)
    )
    response = redirect(onward, 303)
    if not visitor().trusted:
        add_token(response, house().token(token.kind, token.table, token.seat))
    return response


def _again(wrong: str, status: int) -> tuple[str, int]:
    return render_template("short_code.html", wrong=wrong), status
