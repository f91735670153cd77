"""Https for the table: what it is for, and the steps by which each kind of device trusts it.

This page is opened over plain http, before the certificate is trusted; over https it says that all is well.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, render_template, request

from companion.translation import _
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.transport.root_path import came_by_proxy

pages = Blueprint("secure", __name__)


@pages.get("/secure")
def secure() -> str:
    return render_template("secure.html", https=services().https, address=https_address(request.host))


@pages.get("/secure/authority.crt")
def authority() -> Response:
    """The authority's certificate as phones and computers take it for one: DER, under its own media type."""
    https = services().https
    if https is None:
        raise Refused(404, _("Https is off here: start the companion with --https."))
    return Response(
        https.authority.certificate,
        mimetype="application/x-x509-ca-cert",
        headers={"Content-Disposition": 'inline; filename="table-companion.crt"'},
    )


def https_address(host: str) -> str:
    """Where these pages are over https, by the name or address that a device used; "" while https is off,
    and behind a proxy, whose own business it is there."""
    https = services().https
    if https is None or came_by_proxy():
        return ""
    name = urlsplit(f"//{host}").hostname or "localhost"
    return f"https://[{name}]:{https.port}/" if ":" in name else f"https://{name}:{https.port}/"
