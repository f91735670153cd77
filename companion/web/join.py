"""How a phone joins: the address of this table as a QR code to scan and as text to type."""

from __future__ import annotations

import io

import qrcode
import qrcode.image.svg
from flask import Blueprint, Response, render_template, request, url_for
from markupsafe import Markup

from companion.web.play import room, table_of
from companion.web.views import seats

pages = Blueprint("join", __name__)


@pages.get("/join")
def companion() -> str:
    """The address of the companion itself."""
    address = _base()
    return render_template("join.html", table=None, seats=(), address=address, code=code(address))


@pages.get("/t/<table_id>/join")
def table(table_id: str) -> str:
    """A phone that scans this chooses its seat."""
    here = table_of(table_id)
    address = _base() + url_for("join.choose", table_id=table_id).lstrip("/")
    return render_template("join.html", table=here, seats=seats(here), address=address, code=code(address))


@pages.get("/t/<table_id>/seats")
def choose(table_id: str) -> str:
    here = table_of(table_id)
    return render_template("seats.html", table=here, seats=seats(here))


@pages.get("/join.svg")
def picture() -> Response:
    return Response(str(code(_base())), mimetype="image/svg+xml")


def code(text: str) -> Markup:
    """The text as a QR code: an SVG that takes its colours from the page around it."""
    made = qrcode.QRCode(border=2, error_correction=qrcode.constants.ERROR_CORRECT_M)
    made.add_data(text)
    made.make(fit=True)
    out = io.BytesIO()
    made.make_image(image_factory=qrcode.image.svg.SvgPathImage).save(out)
    svg = out.getvalue().decode()
    return Markup(svg[svg.index("<svg") :])


def _base() -> str:
    """What other devices can reach: the room's own address, not the "localhost" this page came from."""
    return (room().address or request.host_url).rstrip("/") + "/"
