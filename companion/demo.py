"""The simulated hands of the demo: they lay rendered tiles where a person would.

Nothing is whispered to the tracker: where a step can be seen, a tile is moved in the rendered picture and
the camera, the reader and the referee must find out. Only what no camera can see, and what it has not
taken after some seconds, is told by touch, as people do.
"""

from __future__ import annotations

import logging
import random
import threading
import time
import uuid
from collections.abc import Mapping
from typing import Any

from companion.computer_seats import ComputerSeats
from companion.games.contract import Decision, Illegal, Spot
from companion.table.chance import open_chance
from companion.table.journal_errors import JournalError
from companion.table.table import Now, ReadOnly, Stale, Table
from companion.vision.rendered import RenderedTable

log = logging.getLogger(__name__)

BY = "demo"
CAMERA_PATIENCE = 5.0
"""Seconds that the camera has to see a step before it is told by touch; at the ordinary speed."""
LEAST_PATIENCE = 2.0
"""At any speed: the camera and the referee do not get faster."""
STEP = 1.6
"""Seconds between two decisions at the ordinary speed."""
HAND = 0.12
"""Seconds that a hand needs for each tile at the ordinary speed."""
SPEEDS = (0.25, 16.0)


class Demo:
    """Plays the people's part at a rendered table, or only the bag's, while a person decides.

    auto: whether it decides. speed: 1 is ordinary. Safe to call from any thread; `close` ends its own.
    """

    def __init__(
        self, table: Table[Any], scene: RenderedTable, auto: bool = False, speed: float = 1.0
    ) -> None:
        self.table = table
        self.scene = scene
        self.auto = auto
        self.speed = speed
        self._random = random.Random(table.seed)
        self._seats = ComputerSeats(table, self._random)
        self._touched: set[str] = set()
        self._wake = threading.Event()
        self._closed = False
        for tile, spot in table.game.tracking.layout(table.state).items():
            scene.put_in(spot.zone, tile, spot.face)
        self._thread = threading.Thread(target=self._run, name="demo", daemon=True)
        self._thread.start()

    # --- what the page asks

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.scene.layout.size_mm

    def set(self, auto: bool | None = None, speed: float | None = None) -> None:
        """Let it play itself or not; faster or slower."""
        if auto is not None:
            self.auto = auto
            if auto:
                self._touched.clear()
        if speed is not None:
            self.speed = min(max(float(speed), SPEEDS[0]), SPEEDS[1])
        self._wake.set()

    def tiles(self) -> list[dict[str, Any]]:
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
                }
            )
        return found

    def move(self, tile: str, x_mm: float, y_mm: float) -> None:
        """A finger moved a tile. It stays where it was put, right or wrong."""
        self._touched.add(tile)
        self.scene.move(tile, x_mm, y_mm)

    def turn(self, tile: str) -> None:
        self._touched.add(tile)
        self.scene.turn(tile)

    def remove(self, tile: str) -> None:
        self._touched.add(tile)
        self.scene.remove(tile)

    def tidy(self) -> None:
        """Lays every tile where the tracker has it: the mend for a table that got out of hand."""
        self._touched.clear()
        self._lay_out(self.table.game.tracking.layout(self.table.state))

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
                    self._once(self.table.now)
                except (Illegal, Stale):
                    pass  # someone else was quicker: look again
                except (ReadOnly, JournalError) as wrong:
                    log.warning("the demo waits: %s", wrong)
                    self._sleep(2.0)
                news.get(timeout=0.05)

    def _once(self, now: Now[Any]) -> None:
        if now.number != self._scene_of:
            self._scene_of = now.number
            self._lay_out(self.table.game.tracking.layout(now.state))
            self._pause(now, STEP)
            return
        if open_chance(now.questions) is not None:
            sampled = self.table.sampled()
            if sampled is not None:
                self._perform(now, sampled[0])
        elif self.auto and (decision := self._seats.decision(now)) is not None:
            self._perform(now, decision)

    def _perform(self, now: Now[Any], decision: Decision) -> None:
        """Acts a decision out on the table; tells it by touch where the camera does not take it."""
        game = self.table.game
        target = game.tracking.layout(game.play(now.state, decision))
        before = game.tracking.layout(now.state)
        moves = {t: s for t, s in target.items() if before.get(t) != s}
        gone = [t for t in before if t not in target]
        if moves or gone:
            for tile, spot in moves.items():
                self._lay(tile, spot)
                self._sleep(HAND / self.speed)
            for tile in gone:
                self.scene.remove(tile)
            waited = time.monotonic() + max(LEAST_PATIENCE, CAMERA_PATIENCE / self.speed)
            while self.table.number == now.number and time.monotonic() < waited and not self._closed:
                self._sleep(0.02)
        if self.table.number == now.number and not self._closed:
            self.table.submit(decision, now.number, uuid.uuid4().hex, BY)

    def _lay_out(self, layout: Mapping[str, Spot]) -> None:
        """Brings the tiles to where the tracker has them, but for those a person has just put elsewhere."""
        laid = self.scene.tiles()
        for tile in laid.keys() - layout.keys() - self._touched:
            self.scene.remove(tile)
        for tile, spot in layout.items():
            here = laid.get(tile)
            if here and (self.scene.layout.zone_at(here.x_mm, here.y_mm), here.face) == (
                spot.zone,
                spot.face,
            ):
                self._touched.discard(tile)
            elif tile not in self._touched:
                self._lay(tile, spot)

    def _lay(self, tile: str, spot: Spot) -> None:
        here = self.scene.tiles().get(tile)
        if here and self.scene.layout.zone_at(here.x_mm, here.y_mm) == spot.zone:
            self.scene.turn(tile, spot.face)  # turned over where it lies
        else:
            self.scene.put_in(spot.zone, tile, spot.face, angle=self._random.uniform(-8, 8))

    def _pause(self, now: Now[Any], seconds: float) -> None:
        """Waits its turn, but not through news."""
        until = time.monotonic() + seconds / self.speed
        while time.monotonic() < until and self.table.number == now.number and not self._closed:
            self._wake.clear()
            self._wake.wait(0.05)

    def _sleep(self, seconds: float) -> None:
        if not self._closed:
            time.sleep(seconds)
