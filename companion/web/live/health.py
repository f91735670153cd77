"""How this process is, for those who run it: whether it is ready, and its figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from companion.table.journal_errors import JournalError
from companion.web.live.live import Live
from companion.web.transport.long_work import WorkQueue

if TYPE_CHECKING:
    from companion.room.room import Room
    from companion.table.backup_schedule import BackupSchedule

LATENCY_BUCKETS_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 1.0, 3.0, 10.0, 30.0)
"""Of the histogram of answer times."""


class Health:
    """The state of this process, for those who run it. draining: it is about to stop."""

    def __init__(self, room: Room, live: Live, queue: WorkQueue) -> None:
        self._room = room
        self._live = live
        self._queue = queue
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
        if self.draining or self._live.closing:
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
        room, live, queue = self._room, self._live, self._queue
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
