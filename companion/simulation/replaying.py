"""Replays a camera recording: the same pictures at the same times through the same camera pipeline and
referee, with the taps of then. Reports every difference from the recorded result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from companion import games
from companion.games.contract import Game, Illegal, State
from companion.table.journal import Entry, Journal
from companion.table.journal_errors import JournalError
from companion.table.judge import CAMERA
from companion.table.record import BadRecord, entries_of, record
from companion.table.referee import Referee
from companion.table.settings import settings_from_json
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.timeline import correction_from_json
from companion.vision.calibration import Calibration
from companion.vision.camera import CameraEnded
from companion.vision.camera_worker import CameraPipeline
from companion.vision.recorder import Recorder, Recording
from companion.vision.tracker import TileChange

LATE_SECONDS = 3.0
"""A recorded camera decision that has not come again after this counts as missing; it is then entered from
the recording, so that the following entries fit."""


@dataclass(frozen=True, slots=True)
class Event:
    """at: seconds from the recording's first picture. who: "eyes", "referee" or "people"."""

    at: float
    who: str
    words: str


@dataclass(frozen=True, slots=True)
class RecordingResult:
    """The result of a replay. differs: the differences from the recording, a sentence each."""

    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    differs: tuple[str, ...]


def save(recorder: Recorder, path: Path, view: CameraPipeline, table: Table[State] | None) -> int:
    """Writes what a camera's recorder keeps, and the table's record with it; gives the number of pictures.
    Raises OSError."""
    about: dict[str, Any] = {}
    if table is not None:
        about = {"record": record(table), "settings": table.settings.to_json()}
    return recorder.save(path, view.layout, view.prefix, about | {"calibration": view.calibration.to_json()})


def play_again(
    path: Path,
    load: Callable[[str], Game[State]] = games.load,
    on_event: Callable[[Event], None] = lambda _: None,
) -> RecordingResult:
    """Replays a recording. on_event: is called with each event at once. Raises CameraLost, BadRecord."""
    recording = Recording(path)
    again = _Replay(recording, load, on_event)
    try:
        for at in again.pictures():
            again.step(at)
        again.end()
    finally:
        recording.close()
        again.close()
    return RecordingResult(tuple(again.events), again.entries(), tuple(again.differs))


class _Replay:
    def __init__(
        self, recording: Recording, load: Callable[[str], Game[State]], on_event: Callable[[Event], None]
    ) -> None:
        self._recording, self._on_event = recording, on_event
        self.events: list[Event] = []
        self.differs: list[str] = []
        self._tables: Tables | None = None
        self._table: Table[State] | None = None
        self._due: list[tuple[float, Entry]] = []
        self._compared_number = 0
        self._clock = 0.0
        self._shown_disagreement: tuple[str, ...] = ()
        data = recording.index.get("record")
        if data is not None:
            self._begin(data, load)
        tiles = self._table.game.tracking.tiles() if self._table else _tiles_of(recording.prefix, load)
        try:
            calibration = Calibration.from_json(recording.index.get("calibration") or {})
        except ValueError as wrong:
            raise BadRecord(f"The recording's camera cannot be: {wrong}") from None
        self._pipeline = CameraPipeline(recording.layout, recording.prefix, tiles, calibration)
        self._referee = Referee(self._table, lambda: self._clock) if self._table else None

    def _begin(self, data: Any, load: Callable[[str], Game[State]]) -> None:
        _, entries = entries_of(data, load)
        try:
            began = datetime.fromisoformat(str(self._recording.index.get("began")))
            first = max(1, sum(e.at <= began for e in entries))
        except (ValueError, TypeError):
            raise BadRecord("The recording does not say when it began.") from None
        self._due = [((e.at - began).total_seconds(), e) for e in entries[first:]]
        self._recorded = entries
        self._tables = Tables(Journal(":memory:"), load)
        self._table = self._tables.revive({**data, "entries": data["entries"][:first]})
        settings = settings_from_json(self._recording.index.get("settings")).to_json()
        self._table.set(**settings)
        self._compared_number = self._table.number

    def pictures(self) -> Iterator[float]:
        """Passes the pictures to the pipeline one by one; yields their times."""
        number = 0
        while True:
            try:
                frame = self._recording.read()
            except CameraEnded:
                return
            self._clock, number = frame.time, number + 1
            for change in self._pipeline.process(frame.image, frame.time):
                self._note("eyes", change_words(change))
            if self._referee is not None:
                self._referee.on_seen(self._pipeline.observation(frame.time, number))
            yield frame.time

    def step(self, at: float) -> None:
        """Collects what the referee did, and submits what people had done by then."""
        table, referee = self._table, self._referee
        if table is None or referee is None:
            return
        self._compare_new_entries(table)
        while self._due and self._due[0][0] <= at:
            when, entry = self._due[0]
            if table.number >= entry.number:
                del self._due[0]  # the referee or the virtual bag has submitted it again
                continue
            if entry.by == CAMERA:
                if at < when + LATE_SECONDS:
                    break
                self.differs.append(f"Entry {entry.number} did not come again by itself: {entry.words}.")
            del self._due[0]
            if not self._submit_recorded(table, entry):
                self._due.clear()
            self._compare_new_entries(table)
        view = referee.view
        now = view.disagreement.sentences if view.disagreement else ()
        if now != self._shown_disagreement:
            self._shown_disagreement = now
            self._note("referee", " ".join(now) if now else "The table and the tracker agree again.")

    def end(self) -> None:
        for when, entry in self._due:
            if self._clock >= when and self._table and self._table.number < entry.number:
                self.differs.append(f"Entry {entry.number} did not come again: {entry.words}.")

    def entries(self) -> tuple[Entry, ...]:
        return self._table.entries() if self._table else ()

    def close(self) -> None:
        if self._referee is not None:
            self._referee.close()
        if self._tables is not None:
            self._tables.close()

    def _submit_recorded(self, table: Table[State], entry: Entry) -> bool:
        """Submits an entry as in the recording."""
        number, key, by = table.number, entry.key, entry.by
        try:
            if entry.kind == "correction":
                table.correct(correction_from_json(entry.data), number, key, by)
            elif entry.kind == "undo":
                table.undo(number, key, by)
            elif entry.kind == "redo":
                table.redo(number, key, by)
            elif entry.kind == "jump":
                table.jump(int(entry.data["to"]), number, key, by)
            else:
                table.submit(table.game.decision(entry.data), number, key, by)
        except (Illegal, Stale, JournalError) as wrong:
            self.differs.append(f"Entry {entry.number} is not possible any more: {wrong}")
            return False
        return True

    def _compare_new_entries(self, table: Table[State]) -> None:
        """Compares the new entries with those of the recording."""
        for entry in table.entries()[self._compared_number :]:
            self._compared_number = entry.number
            self._note("referee" if entry.by == CAMERA else "people", entry.words)
            then = self._recorded[entry.number - 1] if entry.number <= len(self._recorded) else None
            if then is None:
                self.differs.append(f"Entry {entry.number} is new: {entry.words}.")
            elif (then.kind, then.data) != (entry.kind, entry.data):
                self.differs.append(
                    f"Entry {entry.number} was otherwise: {then.words}; now it is: {entry.words}."
                )
                self._due.clear()

    def _note(self, who: str, words: str) -> None:
        event = Event(round(self._clock, 2), who, words)
        self.events.append(event)
        self._on_event(event)


def change_words(change: TileChange) -> str:
    """A change in words, for a log: "W07 moved, face A, to 310, 95 mm in seat:1"."""
    after = change.after
    if after is None:
        return f"{change.tile} {change.kind}"
    face = f", face {after.face}" if after.face else ""
    return f"{change.tile} {change.kind}{face}, at {after.x_mm:.0f}, {after.y_mm:.0f} mm in {after.zone}"


def _tiles_of(prefix: str, load: Callable[[str], Game[State]]) -> tuple[Any, ...]:
    for name in games.names():
        game = load(name)
        if game.tag_prefix == prefix:
            return tuple(game.tracking.tiles())
    raise BadRecord(
        f"The recording is of a game whose tags begin with “{prefix:.10}”: no game here has them."
    )


__all__ = ["BadRecord", "Event", "RecordingResult", "change_words", "play_again", "save"]
