"""Endpoints for those who run the server: liveness, readiness, metrics, and the queue of long work."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from companion.table.journal_errors import JournalError

if TYPE_CHECKING:
    from companion.room.room import Room
    from companion.table.backup_schedule import BackupSchedule

pages = Blueprint("health", __name__)

LATENCY_BUCKETS_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 1.0, 3.0, 10.0, 30.0)
"""Of the histogram of answer times."""


class Health:
    """The state of this process, for those who run it. draining: it is about to stop."""

    def __init__(self, app: Flask, room: Room) -> None:
        self._app = app
        self._room = room
        self.draining = False
        self.backups: BackupSchedule | None = None
        self.registry = CollectorRegistry()
        self._answers = Counter(
            "companion_answers", "Answers, by view and status.", ("view", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "companion_answer_seconds",
            "Time that views took, by view.",
            ("view",),
            registry=self.registry,
            buckets=LATENCY_BUCKETS_SECONDS,
        )
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.registry.register(_GaugeCollector(self))

    def why_not_ready(self) -> str:
        """Why no device should be sent here now; empty: it is ready."""
        if self.draining or self._app.extensions["live"].closing:
            return "This process is being stopped."
        try:
            self._room.tables.journal.ping()
        except JournalError as wrong:
            return wrong.sentence
        return ""

    def count(self, view: str, status: int, seconds: float) -> None:
        self._answers.labels(view, str(status)).inc()
        self._seconds.labels(view).observe(seconds)

    def gauges(self) -> Iterator[tuple[str, str, float]]:
        """(name, description, value) of each gauge."""
        room, live, queue = self._room, self._app.extensions["live"], self._app.extensions["long_work"]
        yield "companion_tables_open", "Tables in memory.", len(room.tables.live())
        yield "companion_live_lines", "Live lines of pages.", live.connected
        yield "companion_long_work_running", "Photos, PDFs and exports in work.", queue.running
        yield "companion_long_work_waiting", "Photos, PDFs and exports that wait.", queue.waiting
        yield "companion_following", "1: hears what other processes write.", room.tables.following
        yield "companion_draining", "1: about to stop.", self.draining
        for name in ("camera", "lights"):
            devices = [it.eyes if name == "camera" else it.lights for it in room.stations]
            states = [device.status().state for device in devices if device is not None]
            if states:
                online = all(state in ("online", "drawn") for state in states)
                yield f"companion_{name}_online", f"1: the {name} of every station work.", online
        if self.backups is not None:
            last = self.backups.last
            taken = 0.0 if last is None else last.timestamp()
            yield "companion_backup_timestamp_seconds", "When the newest backup was taken.", taken
            yield "companion_backup_failed", "1: the last try failed.", bool(self.backups.failed)


class _GaugeCollector(Collector):
    def __init__(self, health: Health) -> None:
        self._health = health

    def collect(self) -> Iterable[Metric]:
        for name, words, value in self._health.gauges():
            yield GaugeMetricFamily(name, words, value=float(value))


def register(app: Flask, room: Room) -> Health:
    """Counts every answer of the application from now on."""
    health = app.extensions["health"] = Health(app, room)

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        began = g.pop("began", None)
        if began is not None:
            health.count(request.endpoint or "nowhere", response.status_code, time.perf_counter() - began)
        return response

    return health


@pages.get("/healthz")
def healthz() -> Any:
    """200 while the process answers at all; a supervisor restarts it when it does not."""
    return jsonify({"alive": True})


@pages.get("/readyz")
def readyz() -> Any:
    """200 while devices may be sent here; 503 and why while it stops or its journal cannot be used."""
    reason = current_app.extensions["health"].why_not_ready()
    return jsonify({"ready": not reason, "sentence": reason}), 503 if reason else 200


@pages.get("/metrics")
def metrics() -> Response:
    """The metrics of this process, for Prometheus, without names of persons or tables."""
    made = generate_latest(current_app.extensions["health"].registry)
    return Response(made, content_type=CONTENT_TYPE_LATEST)


@pages.get("/queue")
def queue() -> Response:
    """`{"running", "waiting"}`: photos, PDFs and exports that are worked on, and that wait."""
    found = current_app.extensions["long_work"]
    return jsonify({"running": found.running, "waiting": found.waiting})
