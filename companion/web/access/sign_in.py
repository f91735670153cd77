"""Staff and host sign in by PIN; the host sets the PINs and whether everybody is trusted."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.access.house import PIN_ROLES, NoHostPin, PinRole
from companion.access.pins import BadPin
from companion.translation import _
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused, whole_number
from companion.web.request.services import services
from companion.web.request.visitor import (
    end_session,
    guesser,
    house,
    set_device_cookie,
    start_session,
    visitor,
)

MAX_NAME_DAYS = 3650
"""Days after which names are forgotten at the latest, if they are."""

pages = Blueprint("sign_in", __name__)


@pages.get("/staff/sign-in")
def sign_in() -> str:
    """?next=: the page that asked for it."""
    return render_template("sign_in.html", next=_own_path(request.args.get("next", "")), wrong="")


class PinForm(Struct):
    """next: the page that asked for it."""

    pin: str = ""
    next: str = ""


@form_post(pages, "/staff/sign-in", PinForm)
def take_pin(form: PinForm) -> ResponseReturnValue:
    attempts = services().pin_attempts
    who = guesser()
    allowed = attempts.take(who, PIN_ROLES)
    if not allowed:
        raise Refused(429, _("Too many PINs were tried: wait a quarter of an hour."))
    onward = _own_path(form.next)
    role = house().role_of(form.pin, allowed)
    if not role:
        unchecked = [it for it in PIN_ROLES if it not in allowed and house().has_pin(it)]
        if unchecked:
            # It may be the right one: what was not compared is not said to be wrong.
            wrong = _(
                "Too many PINs were tried, so this one was not compared with each PIN of this house: wait a "
                "quarter of an hour."
            )
            return render_template("sign_in.html", next=onward, wrong=wrong), 429
        wrong = _("That is not a PIN of this house.")
        return render_template("sign_in.html", next=onward, wrong=wrong), 403
    attempts.succeeded(who, role, allowed)
    response = redirect(onward or url_for("staff.index"), 303)
    start_session(response, role)
    set_device_cookie(response, who, role)
    return response


@form_post(pages, "/staff/sign-out")
def sign_out() -> ResponseReturnValue:
    response = redirect(url_for("tables.index"), 303)
    end_session(response)
    return response


@pages.get("/staff/access")
def access() -> str:
    return _render_access("", "")


class SetPin(Struct, tag_field="do", tag="pin"):
    """Everybody signs in anew. again: the same once more."""

    role: str = ""
    pin: str = ""
    again: str = ""

    def make(self) -> str:
        role: PinRole | None = next((it for it in PIN_ROLES if it == self.role), None)
        if role is None:
            raise Refused(400, _("A PIN is the host's or the staff's."))
        if self.pin != self.again:
            raise BadPin(_("The two PINs differ: type the same twice."))
        house().set_pin(role, self.pin)
        return _("The PIN is set; everybody signs in anew.")


class TrustEverybody(Struct, tag_field="do", tag="trust"):
    everybody: bool

    def make(self) -> str:
        house().trust(self.everybody)
        return _("Kept.")


class ForgetNames(Struct, tag_field="do", tag="names"):
    """days: after which names are forgotten; "": never."""

    days: str = ""

    def make(self) -> str:
        text = self.days.strip()
        days = whole_number(text, 1, MAX_NAME_DAYS)
        if text and days is None:
            wrong = _(
                "Names are forgotten after a number of days up to {most}; empty: never.", most=MAX_NAME_DAYS
            )
            raise Refused(422, wrong)
        house().forget_names_after(days)
        return _("Kept.")


class SignEverybodyOut(Struct, tag_field="do", tag="sign-out-all"):
    def make(self) -> str:
        house().end_sessions()
        return _("Everybody signs in anew.")


AccessChange = SetPin | TrustEverybody | ForgetNames | SignEverybodyOut
"""What the host may change; `make` returns what was done. It raises BadPin, NoHostPin, Refused."""


@form_post(pages, "/staff/access", AccessChange)
def change_access(form: AccessChange) -> ResponseReturnValue:
    access_rules = house()
    try:
        notice = form.make()
    except (BadPin, NoHostPin) as wrong:
        return _render_access("", wrong.sentence), 422
    except Refused as wrong:
        return _render_access("", wrong.sentence), wrong.status
    response = Response(_render_access(notice, ""))
    if not access_rules.trusts_everybody:
        start_session(response, "host")  # the host who changed it stays signed in
        set_device_cookie(response, guesser(), "host")
    return response


def _render_access(notice: str, wrong: str) -> str:
    access_rules = house()
    return render_template(
        "access.html",
        notice=notice,
        wrong=wrong,
        pins={role: access_rules.has_pin(role) for role in PIN_ROLES},
        trusted=access_rules.trusts_everybody,
        public=access_rules.public,
        days=access_rules.forget_days,
        visitor=visitor,
    )


def _own_path(path: str) -> str:
    """The path, if it is one of this server's own pages; else ""."""
    own = (
        path.startswith(request.script_root + "/")
        and not path.startswith(("//", "/\\"))
        and path.isascii()
        and path.isprintable()
    )
    return path if own and len(path) <= 300 and "\\" not in path else ""
