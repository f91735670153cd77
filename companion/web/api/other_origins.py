"""Lets pages of named other origins read the API: a stream overlay, somebody's own dashboard.

A browser keeps what the API answers from every page of another origin, so that a web site open on a player's
phone cannot read the table. `--api-origin` or COMPANION_API_ORIGINS (with commas) names the origins that may
("http://localhost:9000"). They may read only: requests that change something are refused by `guard` as ever.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from flask import Response, request

from companion.web.api.endpoint import pages

ENVIRONMENT_VARIABLE = "COMPANION_API_ORIGINS"


def allow_origins(origins: Iterable[str]) -> None:
    """Lets pages of these read, in this process; none: of those that the environment names."""
    if listed := ",".join(origins):
        os.environ[ENVIRONMENT_VARIABLE] = listed


def allowed_origins() -> frozenset[str]:
    named = (origin.strip().rstrip("/") for origin in os.environ.get(ENVIRONMENT_VARIABLE, "").split(","))
    return frozenset(origin for origin in named if origin)


@pages.after_request
def allow(response: Response) -> Response:
    origin = request.headers.get("Origin", "")
    if request.method == "GET" and origin in allowed_origins():
        response.headers["Access-Control-Allow-Origin"] = origin
        response.vary.add("Origin")
    return response
