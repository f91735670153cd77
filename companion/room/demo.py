"""The simulated hands of the demo: they lay rendered tiles where a person would.

Where a step can be seen, only a tile is moved in the rendered picture, and camera, reader and referee must
recognise the decision. What no camera can see, and what it has not recognised after a timeout, is entered by
touch, as people do.
"""

from __future__ import annotations

import logging
import random
import threading
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract import Decision, Illegal, Spot, State
from companion.simulation.computer_seats import ComputerSeats
from companion.table.chance import open_chance
from companion.table.journal_errors import JournalError
from companion.table.table import Now, ReadOnly, Stale, Table
from companion.vision.rendered import LaidTile, RenderedTable
from companion.vision.table_mapping import Point

log = logging.getLogger(__name__)

BY = "demo"
CAMERA_TIMEOUT_SECONDS = 5.0
"""After this a step that the camera has not seen is entered by touch; at speed 1."""
MIN_CAMERA_TIMEOUT_SECONDS = 2.0
"""The timeout at any speed: camera and referee do not get faster."""
DECISION_INTERVAL_SECONDS = 2.4
"""Between two decisions at speed 1: time to read what the camera saw."""
CARRY_SECONDS = 1.3
"""For a hand to carry one tile, at speed 1."""
MAX_DECISION_CARRY_SECONDS = 4.2
"""For all tiles of one decision together, at speed 1."""
WATCHED_SECONDS = 6.0
"""A page that asked how the table lies counts as watching for this long."""
SPEEDS = (0.25, 16.0)


@dataclass(frozen=True)
class Carry:
    """A hand on its way with a tile: to a place, or off the table (x_mm None). number: counts them up; seat:
    whose hand it is, None: nobody's in particular; until: when it lets go, in seconds of time.monotonic."""

    number: int
    tile: str
    face: str
    x_mm: float | None
    y_mm: float | None
    angle: float
    size_mm: float
    round: bool
    seat: int | None
    until: float


class Demo:
    """Plays for the people at a rendered table, or only draws from the bag while a person decides.

    auto: whether it decides. speed: 1 is ordinary. Safe to call from any thread; `close` ends its own.
    only_watched: whether it decides only while somebody asks how the table lies (`note_watched`), so that a
    visitor finds a game in progress and not one that is long over. on_arrival: its page lets it play when it
    is first opened.
    """

    def __init__(
        self, table: Table[State], scene: RenderedTable, auto: bool = False, speed: float = 1.0
    ) -> None:
        self.table = table
        self.scene = scene
        self.auto = auto
        self.speed = speed
        self.only_watched = self.on_arrival = False
        self.carry: Carry | None = None
        """The hand that is carrying a tile, or the last one that did."""
        self._watched_at = 0.0
        self._random = random.Random(table.seed)
        self._seats = ComputerSeats(table, self._random)
        self._touched: set[str] = set()
        self._wake = threading.Event()
        self._closed = False
        laid = table.game.tracking.layout(table.state)
        # The large ones first: they get the middle of their zones, and the others lie around them.
        for tile in sorted(laid, key=self._size, reverse=True):
            scene.put_in(laid[tile].zone, tile, laid[tile].face)
        self._thread = threading.Thread(target=self._run, name="demo", daemon=True)
        self._thread.start()

    # --- what the page asks

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.scene.layout.size_mm

    @property
    def zones(self) -> Mapping[str, tuple[Point, ...]]:
        """The table's zones, in mm."""
        return self.scene.layout.zones

    def set(self, auto: bool | None = None, speed: float | None = None) -> None:
        """Let it play itself or not; faster or slower."""
        if auto is not None:
            self.auto, self.on_arrival = auto, False
            if auto:
                self._touched.clear()
        if speed is not None:
            self.speed = min(max(float(speed), SPEEDS[0]), SPEEDS[1])
        self._wake.set()

    def note_watched(self) -> None:
        """Somebody watches; see `only_watched`."""
        self._watched_at = time.monotonic()

    def tiles(self) -> list[dict[str, object]]:
        """What lies there: `{"id", "face", "x", "y", "angle", "name", "size"}`, middles and sizes in mm."""
        found = []
        for laid in self.scene.tiles().values():
            info = self.table.game.tracking.tile(laid.id)
            found.append(
                {
                    "id": laid.id,
                    "face": laid.face,
                    "x": laid.x_mm,
                    "y": laid.y_mm,
                    "angle": laid.angle,
                    "name": info.name if info else laid.id,
                    "size": info.size_mm if info else self.scene.layout.piece_mm,
                    "round": info.round if info else True,
                }
            )
        return found

    def move(self, tile: str, x_mm: float, y_mm: float) -> None:
        """A person moved a tile. It stays there, right or wrong."""
        self._touched.add(tile)
        self.scene.move(tile, x_mm, y_mm)

    def turn(self, tile: str) -> None:
        self._touched.add(tile)
        self.scene.turn(tile)

    def remove(self, tile: str) -> None:
        self._touched.add(tile)
        self.scene.remove(tile)

    def tidy(self) -> None:
        """Lays every tile where the tracker has it."""
        self._touched.clear()
        self._lay_out(self.table.game.tracking.layout(self.table.state))

    def _size(self, tile: str) -> int:
        info = self.table.game.tracking.tile(tile)
        return info.size_mm if info else 0

    def close(self) -> None:
        self._closed = True
        self._wake.set()
        self._thread.join(timeout=5)

    # --- its own thread

    def _run(self) -> None:
        with self.table.subscribe() as news:
            self._scene_of = self.table.number
            while not self._closed:
                try:
                    self._step(self.table.now)
                except (Illegal, Stale):
                    pass  # another device was quicker: try again
                except (ReadOnly, JournalError) as wrong:
                    log.warning("the demo waits: %s", wrong)
                    self._sleep(2.0)
                news.get(timeout=0.05)

    def _step(self, now: Now[State]) -> None:
        if now.number != self._scene_of:
            self._scene_of = now.number
            self._lay_out(self.table.game.tracking.layout(now.state))
            self._pause(now, DECISION_INTERVAL_SECONDS)
            return
        if open_chance(now.questions) is not None:
            sampled = self.table.sampled()
            if sampled is not None:
                self._perform(now, sampled[0])
        elif self._plays and (decision := self._seats.decision(now)) is not None:
            self._perform(now, decision)

    @property
    def _plays(self) -> bool:
        return self.auto and not (self.only_watched and time.monotonic() - self._watched_at > WATCHED_SECONDS)

    def _perform(self, now: Now[State], decision: Decision) -> None:
        """Moves the decision's tiles; submits it by touch where the camera does not recognise it in time."""
        game = self.table.game
        target = game.tracking.layout(game.play(now.state, decision))
        before = game.tracking.layout(now.state)
        moves = {t: s for t, s in target.items() if before.get(t) != s}
        gone = [t for t in before if t not in target]
        if moves or gone:
            each = min(CARRY_SECONDS, MAX_DECISION_CARRY_SECONDS / (len(moves) + len(gone))) / self.speed
            for tile, spot in moves.items():
                self._carry(tile, spot, decision.player, each)
            for tile in gone:
                self._carry(tile, None, decision.player, each)
            waited = time.monotonic() + max(MIN_CAMERA_TIMEOUT_SECONDS, CAMERA_TIMEOUT_SECONDS / self.speed)
            while self.table.number == now.number and time.monotonic() < waited and not self._closed:
                self._sleep(0.02)
        if self.table.number == now.number and not self._closed:
            self.table.submit(decision, now.number, uuid.uuid4().hex, BY)

    def _lay_out(self, layout: Mapping[str, Spot]) -> None:
        """Lays the tiles where the tracker has them, except those that a person has just put elsewhere."""
        laid = self.scene.tiles()
        for tile in laid.keys() - layout.keys() - self._touched:
            self.scene.remove(tile)
        for tile, spot in layout.items():
            lying_tile = laid.get(tile)
            if lying_tile and lying_tile.face == spot.face and self._in_zone(lying_tile, spot.zone):
                self._touched.discard(tile)
            elif tile not in self._touched:
                self._lay(tile, spot)

    def _carry(self, tile: str, spot: Spot | None, seat: int | None, seconds: float) -> None:
        """Lays a tile down, or takes it away, at the end of the time that a hand needs for it: the page
        shows the hand, and the camera sees the tile where it is let go."""
        lying_tile = self.scene.tiles().get(tile)
        x, y, face, angle = (
            None,
            None,
            lying_tile.face if lying_tile else "",
            lying_tile.angle if lying_tile else 0.0,
        )
        if spot is not None:
            face = spot.face
            if lying_tile and self._in_zone(lying_tile, spot.zone):
                x, y = lying_tile.x_mm, lying_tile.y_mm  # turned over where it lies
            else:
                x, y = self.scene.free_spot(spot.zone, tile)
                angle = self._random.uniform(-8, 8)
        number = self.carry.number + 1 if self.carry else 1
        info = self.table.game.tracking.tile(tile)
        size, round = (info.size_mm, info.round) if info else (self.scene.layout.piece_mm, True)
        self.carry = Carry(number, tile, face, x, y, angle, size, round, seat, time.monotonic() + seconds)
        self._sleep(seconds)
        if x is None or y is None:
            self.scene.remove(tile)
        else:
            self.scene.put(tile, face, x, y, angle)

    def _lay(self, tile: str, spot: Spot) -> None:
        lying_tile = self.scene.tiles().get(tile)
        if lying_tile and self._in_zone(lying_tile, spot.zone):
            self.scene.turn(tile, spot.face)  # turned over where it lies
        else:
            self.scene.put_in(spot.zone, tile, spot.face, angle=self._random.uniform(-8, 8))

    def _in_zone(self, laid: LaidTile, zone: str) -> bool:
        return self.scene.layout.zone_at(laid.x_mm, laid.y_mm) == zone

    def _pause(self, now: Now[State], seconds: float) -> None:
        """Waits, until the table changes at the latest."""
        until = time.monotonic() + seconds / self.speed
        while time.monotonic() < until and self.table.number == now.number and not self._closed:
            self._wake.clear()
            self._wake.wait(0.05)

    def _sleep(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._closed and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, 0.1))
