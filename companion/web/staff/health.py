"""Endpoints for those who run the server: liveness, readiness, metrics, and the queue of long work."""

from __future__ import annotations

import time

from flask import Blueprint, Flask, Response, g, jsonify, request
from flask.typing import ResponseReturnValue
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from companion.web.live.health import Health
from companion.web.request.services import services

pages = Blueprint("health", __name__)


def register(app: Flask, health: Health) -> None:
    """Counts every answer of the application from now on."""

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        began = g.pop("began", None)
        if began is not None:
            health.count(request.endpoint or "nowhere", response.status_code, time.perf_counter() - began)
        return response


@pages.get("/healthz")
def healthz() -> ResponseReturnValue:
    """200 while the process answers at all; a supervisor restarts it when it does not."""
    return jsonify({"alive": True})


@pages.get("/readyz")
def readyz() -> ResponseReturnValue:
    """200 while devices may be sent here; 503 and why while it stops or its journal cannot be used."""
    reason = services().health.why_not_ready()
    return jsonify({"ready": not reason, "sentence": reason}), 503 if reason else 200


@pages.get("/metrics")
def metrics() -> Response:
    """The metrics of this process, for Prometheus, without names of persons or tables."""
    made = generate_latest(services().health.registry)
    return Response(made, content_type=CONTENT_TYPE_LATEST)


@pages.get("/queue")
def queue() -> Response:
    """`{"running", "waiting", "before"}`: photos, PDFs and exports that are worked on, and that wait; and how
    many must be done before the one that was sent with the same ?ticket (null: there is none)."""
    found = services().long_work
    before = found.before(request.args.get("ticket", ""))
    return jsonify({"running": found.running, "waiting": found.waiting, "before": before})
