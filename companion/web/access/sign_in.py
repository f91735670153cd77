"""Staff and host sign in by PIN; the host sets the PINs and whether everybody is trusted."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.access.house import PIN_ROLES, NoHostPin, PinRole
from companion.access.pins import BadPin
from companion.translation import _
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


@pages.post("/staff/sign-in")
def take_pin() -> ResponseReturnValue:
    attempts = services().pin_attempts
    who = guesser()
    allowed = attempts.take(who, PIN_ROLES)
    if not allowed:
        raise Refused(429, _("Too many PINs were tried: wait a quarter of an hour."))
    onward = _own_path(request.form.get("next", ""))
    role = house().role_of(request.form.get("pin", ""), allowed)
    if not role:
        wrong = _("That is not a PIN of this house.")
        return render_template("sign_in.html", next=onward, wrong=wrong), 403
    attempts.succeeded(who, role, allowed)
    response = redirect(onward or url_for("staff.index"), 303)
    start_session(response, role)
    set_device_cookie(response, who, role)
    return response


@pages.post("/staff/sign-out")
def sign_out() -> ResponseReturnValue:
    response = redirect(url_for("tables.index"), 303)
    end_session(response)
    return response


@pages.get("/staff/access")
def access() -> str:
    return _render_access("", "")


@pages.post("/staff/access")
def change_access() -> ResponseReturnValue:
    """The form's `do`: "pin" (`role`, `pin`, `again`), "trust" (`everybody`), "names" (`days`), or
    "sign-out-all"."""
    form = request.form
    access_rules = house()
    do = form.get("do")
    response: object
    try:
        if do == "pin":
            role: PinRole | None = next((it for it in PIN_ROLES if it == form.get("role")), None)
            if role is None:
                raise Refused(400, _("A PIN is the host's or the staff's."))
            if form.get("pin") != form.get("again"):
                raise BadPin(_("The two PINs differ: type the same twice."))
            access_rules.set_pin(role, form.get("pin", ""))
            notice = _("The PIN is set; everybody signs in anew.")
        elif do == "trust":
            access_rules.trust(form.get("everybody") == "yes")
            notice = _("Kept.")
        elif do == "names":
            text = form.get("days", "").strip()
            days = whole_number(text, 1, MAX_NAME_DAYS)
            if text and days is None:
                wrong = _(
                    "Names are forgotten after a number of days up to {most}; empty: never.",
                    most=MAX_NAME_DAYS,
                )
                return _render_access("", wrong), 422
            access_rules.forget_names_after(days)
            notice = _("Kept.")
        elif do == "sign-out-all":
            access_rules.end_sessions()
            notice = _("Everybody signs in anew.")
        else:
            raise Refused(
                400, _("The request could not be understood: load the page again and repeat the step.")
            )
    except (BadPin, NoHostPin) as wrong:
        return _render_access("", wrong.sentence), 422
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
