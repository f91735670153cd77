"""One room: all tables of a journal, and the one among them that the cameras and the lights serve."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any

from companion.demo import Demo
from companion.folders import data_folder
from companion.games.contract import Game, LightPicture, Spot, TablePlan
from companion.lessons import teaching
from companion.lessons.table_waits import TableWaits
from companion.lights import TableLights
from companion.table.journal_errors import JournalError
from companion.table.observation import SeenTable
from companion.table.referee import Referee
from companion.table.snapshot import DeviceState
from companion.table.table import Table
from companion.table.tables import NoSuchTable, Tables
from companion.vision.calibration import Calibration, Calibrations
from companion.vision.camera import Source
from companion.vision.camera_rig import Several, joined
from companion.vision.camera_worker import Eyes
from companion.vision.phone_camera import PhoneCamera
from companion.vision.recorder import MOST_BYTES, Recorder
from companion.vision.rendered import RenderedCamera, RenderedTable
from companion.vision.sources import name_of, open_camera
from companion.vision.zones import Layout, lay_out

log = logging.getLogger(__name__)

Camera = str | Callable[[], Source]
"""What `open_camera` takes, or a function that opens a source."""
DRAWN = "drawn table"
"""Under this name things are kept of the drawn table's camera."""


def light_picture(game: Game[Any], state: Any) -> LightPicture:
    """The lamps as they follow from what everybody at the table may know."""
    return game.lights.light(game.view(state, None))


def show_devices(table: Table[Any], served: Table[Any] | None, camera: Any, lights: Any) -> None:
    """Publishes how the cameras and the lights are to a table; they serve one table at a time.

    camera, lights: what tells its `status()`; None: there is none.
    """
    if served is not table:
        newer = served.id if served is not None and served.created > table.created else ""
        table.show(camera=None, lights=None, served=None if served is None else served.id, newer=newer)
        return
    table.show(camera=_device(camera), lights=_device(lights), served=table.id, newer="")


def _device(device: Any) -> DeviceState | None:
    if device is None:
        return None
    status = device.status()
    return DeviceState(status.state, status.sentence)


class Room:
    """What the pages are made from. active: the id of the table that cameras and lights serve, or None.

    camera: one or more; None: none. rendered: every table is drawn, with demo hands. lights: None for none.
    calibrations: what is kept of cameras; None: in this person's data folder. Safe to use from any thread;
    `close` ends everything but the journal's file.
    """

    def __init__(
        self,
        tables: Tables,
        camera: Camera | Sequence[Camera] | None = None,
        lights: TableLights | None = None,
        rendered: bool = False,
        address: str = "",
        calibrations: Calibrations | None = None,
    ) -> None:
        self.tables = tables
        self.lights = lights
        self.address = address
        self.active: str | None = None
        self.eyes: Several | None = None
        self.referee: Referee | None = None
        self.demo: Demo | None = None
        self._waits: TableWaits | None = None
        self.calibrations = calibrations or Calibrations(data_folder() / "cameras.json")
        cameras = [camera] if isinstance(camera, str) or callable(camera) else list(camera or ())
        self._cameras: tuple[Camera, ...] = tuple(cameras)
        self.phones: dict[str, PhoneCamera] = {}
        """The phones that are or were cameras here, by what their browsers keep."""
        self._rendered = rendered
        self._plan = TablePlan()
        self._lock = threading.RLock()
        self._lighting: threading.Thread | None = None
        self._showing = threading.Lock()
        tables.on_open = self._show_devices_at
        if lights is not None:
            lights.on_status(lambda _status: self._show_devices())
        self._dark = threading.Event()

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """What is looked through, in the order of the eyes."""
        return self._cameras

    @property
    def has_camera(self) -> bool:
        """Whether a table here can be watched, be it served already or not."""
        return self._rendered or bool(self._cameras)

    @property
    def served(self) -> Table[Any] | None:
        """The table that is served, or None."""
        return self.tables.open(self.active) if self.active is not None else None

    def activate(self, table_id: str | None) -> None:
        """Points cameras and lights at this table; None: at none. Raises what `Tables.open` raises."""
        table = self.tables.open(table_id) if table_id is not None else None
        with self._lock:
            self._let_go()
            self.active = table_id
            if table is None:
                self._show_devices()
                return
            if self.has_camera:
                self._watch(table)
            if self.lights is not None:
                self._dark = threading.Event()
                self._lighting = threading.Thread(
                    target=self._light, args=(table, self.lights, self._dark), name="lighting", daemon=True
                )
                self._lighting.start()
            self._show_devices()

    def resume(self) -> None:
        """Serves the table that was played last, if there is one that can still be opened. What cannot be is
        in the log; the pages go on, and say it where they need the journal."""
        try:
            rows = self.tables.list()
        except JournalError as wrong:
            log.warning("%s", wrong)
            return
        for row in rows:
            try:
                self.activate(row.id)
            except (NoSuchTable, LookupError, JournalError) as wrong:
                log.warning("the table %s is left alone: %s", row.id, wrong)
                continue
            return

    def look(self, game: Game[Any]) -> None:
        """Opens the cameras though no table is served, so that tiles laid under them can be registered."""
        with self._lock:
            if self.eyes is None and self.active is None and self._cameras:
                self._open(game, game.seats[0], lambda seen: None)

    def lying(self, game: Game[Any], players: int) -> dict[str, Spot] | None:
        """Where this game's tiles lie now, by the zones of a table for so many players, whatever table is
        served; None: no camera looks that knows its tags."""
        with self._lock:
            eyes = self.eyes
        if eyes is None or eyes.cameras[0].view.prefix != game.tag_prefix:
            return None
        first = eyes.cameras[0]
        plan = game.tracking.plan(players)
        layout = first.wanted.laid_over(lay_out(plan, first.view.layout.size_mm, len(eyes.cameras)))
        lying = {}
        for tile, steady in eyes.steady().items():
            info, zone = game.tracking.tile(tile), layout.zone_at(steady.x_mm, steady.y_mm)
            if info is not None and zone is not None:
                lying[tile] = Spot(zone, steady.face or info.faces)
        return lying

    def learn(self, table: Table[Any]) -> None:
        """The table was taught a tile: the cameras must know its tag."""
        with self._lock:
            if self.active == table.id and self.eyes is not None:
                self.eyes.know(table.game.tracking.tiles())

    def use(self, cameras: Sequence[Camera]) -> None:
        """Looks through these cameras from now on."""
        with self._lock:
            self._cameras = tuple(cameras)
            if self.active is not None:
                self.activate(self.active)
            elif self.eyes is not None:
                self.eyes.stop()
                self.eyes = None

    def calibrate(self, number: int, calibration: Calibration) -> None:
        """Keeps this for a camera, and looks by it from now on. The table's size is one for all of them.
        Raises OSError where it cannot be kept; it holds until the end even so."""
        with self._lock:
            if self.eyes is None or not 0 <= number < len(self.eyes.cameras):
                return
            trouble: OSError | None = None
            for n, eyes in enumerate(self.eyes.cameras):
                mine = calibration if n == number else eyes.wanted.but(size_mm=calibration.size_mm)
                if mine == eyes.wanted:
                    continue
                eyes.calibrate(self._layout(mine, eyes.view.layout), mine)
                try:
                    self.calibrations.keep(eyes.name, mine)
                except OSError as wrong:
                    trouble = wrong
            if trouble is not None:
                raise trouble

    def close(self) -> None:
        with self._lock:
            self._let_go()
            self.active = None
            if self.lights is not None:
                self.lights.close()
        self.tables.close()

    # --- within

    def _show_devices(self) -> None:
        """Publishes how the devices are to every open table. Takes no lock of the room: a device's thread
        calls it while the room waits for that thread."""
        for table in self.tables.live():
            self._show_devices_at(table)

    def _show_devices_at(self, table: Table[Any]) -> None:
        with self._showing:
            active = self.active
            served = next((t for t in self.tables.live() if t.id == active), None)
            show_devices(table, served, self.eyes, self.lights)

    def _watch(self, table: Table[Any]) -> None:
        players = table.setup.players
        self.referee = Referee(table)
        self.referee.start()
        self._waits = TableWaits(table)
        self._waits.start()
        if self._rendered:
            scene = RenderedTable(players, table.game.tracking, table.game.tag_prefix)
            self.demo = Demo(table, scene)
            self._open(table.game, len(players), self.referee.on_seen, scene)
        else:
            self._open(table.game, len(players), self.referee.on_seen)

    def _open(
        self,
        game: Game[Any],
        players: int,
        on_table: Callable[[SeenTable], None],
        scene: RenderedTable | None = None,
    ) -> None:
        self._plan = game.tracking.plan(players)
        cameras: Sequence[Camera] = self._cameras if scene is None else (lambda: RenderedCamera(scene),)
        recorders = [Recorder(most_bytes=MOST_BYTES // len(cameras)) for _ in cameras]

        def made(camera: Camera, recorder: Recorder) -> Callable[[Callable[[SeenTable], None]], Eyes]:
            name = DRAWN if scene is not None else _name(camera)
            kept = self.calibrations.of(name)
            layout = self._layout(kept, scene.layout if scene is not None else None)
            source = (lambda: open_camera(camera)) if isinstance(camera, str) else camera
            return lambda tell: Eyes(
                source,
                layout,
                game.tag_prefix,
                game.tracking.tiles(),
                tell,
                lambda _status: self._show_devices(),
                recorder=recorder,
                name=name,
                calibration=kept,
                dark=None if scene is not None else self._dark_pause,
            )

        makers = [made(camera, recorder) for camera, recorder in zip(cameras, recorders, strict=True)]
        self.eyes = joined(makers, on_table)
        self.eyes.start()
        self._show_devices()

    def _dark_pause(self, seconds: float) -> bool:
        """The eyes want it dark for a moment: True when it is."""
        lights = self.lights
        if lights is None or lights.status().state != "online":
            return False
        return lights.dark_pause(seconds)

    def _layout(self, calibration: Calibration, drawn: Layout | None) -> Layout:
        if self._rendered and drawn is not None:
            return drawn  # it is as large as it is drawn
        return lay_out(self._plan, calibration.size_mm, len(self._cameras))

    def _light(self, table: Table[Any], lights: TableLights, dark: threading.Event) -> None:
        """Shows the table's light picture after each change, until another table is served."""
        lights.serve(table.game.lights.segments)
        with table.subscribe() as news:
            while not dark.is_set():
                now = news.get(timeout=0.5)
                if now is not None:
                    picture = light_picture(table.game, now.state)
                    lights.show(teaching.lit(table, now, picture))
                lights.set_brightness(table.settings.lights)
                referee = self.referee
                lights.update(referee is not None and referee.view.disagreement is not None)

    def _let_go(self) -> None:
        self._dark.set()
        if self.demo is not None:
            self.demo.close()
        if self.eyes is not None:
            self.eyes.stop()
        if self._waits is not None:
            self._waits.close()
        if self.referee is not None:
            self.referee.close()
        self._waits = None
        self.demo, self.eyes, self.referee = None, None, None


def _name(camera: Camera) -> str:
    """Under which name things are kept of a camera."""
    if isinstance(camera, PhoneCamera):
        return f"phone {camera.id}"
    return name_of(camera) if isinstance(camera, str) else "camera"
