"""Holds a scan after a step and a photo of it as they are stored, and the errors of looking for them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.scan.changes import Change
from companion.scan.draft import Draft
from companion.scan.found import PhotoContents
from companion.table.steps import Outdated
from companion.translation import _


class NoSuchScan(LookupError):
    """No scan has this id, or no photo of it."""

    def __init__(self, scan_id: str) -> None:
        self.sentence = _("There is no scan {id}: look at the list of scans.", id=repr(scan_id[:40]))
        super().__init__(self.sentence)


class OutdatedScan(Outdated):
    """What the change is about has changed since the device looked: nothing was done.

    news: the latest changes missed, the last one last; `{"undo": change}` for what was taken back.
    """

    def __init__(self, outdated: Outdated, news: tuple[Change, ...]) -> None:
        super().__init__(outdated.number, outdated.missed)
        self.news = news


@dataclass(frozen=True, slots=True)
class ScanMoment:
    """A scan after a step. change: what undo takes back, undone: what redo makes again; None: nothing.
    created, at: UTC."""

    id: str
    number: int
    draft: Draft
    change: Change | None
    created: datetime
    at: datetime
    deleted: bool = False
    undone: Change | None = None


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """jpeg: as it lies upright; tiles: which tiles it was read with, a digest."""

    id: str
    jpeg: bytes
    read: PhotoContents
    tiles: str
