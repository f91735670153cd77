"""What lives as long as the application and serves every page: made once, in `companion.web.app`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from flask import Flask, current_app

from companion.access.house import House
from companion.access.kept_stations import KeptStation
from companion.access.pins import Attempts
from companion.access.short_codes import ShortCodes
from companion.box.kept_pictures import KeptPictures, KeptReadings
from companion.box.shelf import Shelf
from companion.box.told_facts import ToldFacts
from companion.coach.helpers import Helpers
from companion.coach.practice import Practice
from companion.coach.reviews import Reviews
from companion.plays.tracked import PlayKeeper
from companion.put_away.copies import Copies
from companion.room.room import Room
from companion.scan.learnt_looks import Fronts, TileLooks
from companion.scan.scans import Scans
from companion.system.network import MdnsAnnouncement
from companion.system.steady_time import steady
from companion.system.work_processes import WorkProcesses
from companion.table.follower import Follower
from companion.timer.store import Timers
from companion.translation import _
from companion.web.live.board import Place, board
from companion.web.live.console import Console
from companion.web.live.expected_end import ExpectedEnds
from companion.web.live.health import Health
from companion.web.live.live import Live
from companion.web.live.shown_pages import Views
from companion.web.live.summaries import Summaries
from companion.web.transport.long_work import WorkQueue

if TYPE_CHECKING:
    from companion.system.certificates import Authority  # cryptography: for https alone

_NAME = "companion"
"""In `Flask.extensions`."""


@dataclass(frozen=True, slots=True)
class Https:
    """What pages need to link to https."""

    authority: Authority
    port: int


class Teller(Protocol):
    """Tells others of what happens here."""

    @property
    def trouble(self) -> str:
        """What it could not tell, a sentence marked for translation; "": nothing."""


@dataclass
class Services:
    """https: None while it is off; announced: the name in the network, None before the server runs.
    timer_clock: seconds by the steady clock."""

    room: Room
    house: House
    pin_attempts: Attempts
    short_codes: ShortCodes
    code_attempts: Attempts
    views: Views
    live: Live
    console: Console
    ends: ExpectedEnds
    summaries: Summaries
    health: Health
    long_work: WorkQueue
    work_processes: WorkProcesses
    shelf: Shelf
    told_facts: ToldFacts
    copies: Copies
    fronts: Fronts
    cut_outs: KeptPictures
    cut_out_readings: KeptReadings
    tile_looks: TileLooks
    keeper: PlayKeeper
    practice: Practice
    helpers: Helpers
    reviews: Reviews
    timers: Timers
    timer_clock: Callable[[], float] = steady
    https: Https | None = None
    announced: MdnsAnnouncement | None = None
    receivers: list[Follower] = field(default_factory=list)
    """Of finished games, in other programs."""
    tellers: list[Teller] = field(default_factory=list)
    """Of what happens at tables, to other programs."""

    @property
    def followers(self) -> tuple[Follower, ...]:
        """Those of all tables that lose nothing."""
        return (self.told_facts.follower, self.keeper.follower, *self.receivers)

    @property
    def troubles(self) -> tuple[str, ...]:
        """What these could not keep or tell yet, a sentence each in the current language."""
        return _troubles((*self.followers, *self.tellers))

    @property
    def troubles_of_plays(self) -> tuple[str, ...]:
        """Those about finished games."""
        return _troubles((self.keeper.follower, *self.receivers))

    def places(self, stations: Sequence[KeptStation]) -> tuple[Place, ...]:
        """The house at a glance. Raises JournalError."""
        return board(self.room, self.console, tuple(stations), self.ends, self.copies)

    @cached_property
    def scans(self) -> Scans:
        """The scans of the room's journal. Raises JournalError: the journal is first asked here."""
        return Scans(self.room.tables.journal)


def _troubles(followers: Sequence[Teller]) -> tuple[str, ...]:
    return tuple(_(it.trouble) for it in followers if it.trouble)


def keep_services(app: Flask, services: Services) -> None:
    app.extensions[_NAME] = services


def services_of(app: Flask) -> Services:
    found: Services = app.extensions[_NAME]
    return found


def services() -> Services:
    """Of the application that answers this request."""
    return services_of(current_app)
