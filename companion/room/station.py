"""One station: a place in the room with its cameras and its lights, and the table that they serve."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from companion.coach.help_lamps import with_helped_lamps
from companion.games.contract import Game, LightPicture, Spot, State, TablePlan, game_at
from companion.lessons import teaching
from companion.lessons.table_waits import TableWaits
from companion.put_away.sightings import Sightings
from companion.room.count_up import with_count
from companion.room.demo import Demo
from companion.room.first_meetings import FirstMeetings, LearntTiles
from companion.room.kept_devices import KeptCamera
from companion.room.lights import TableLights
from companion.system.spare_threads import SpareThread, has_begun
from companion.table.observation import SeenTable
from companion.table.referee import Referee
from companion.table.table import Table
from companion.table.tables import Tables
from companion.vision.calibration import Calibration, Calibrations
from companion.vision.camera import Source
from companion.vision.camera_rig import CameraRig, make_rig
from companion.vision.camera_worker import CameraWorker
from companion.vision.copies import tag_of
from companion.vision.phone_camera import PhoneCamera
from companion.vision.processor_turns import ProcessorTurns
from companion.vision.recorder import MAX_BYTES, Recorder
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera
from companion.vision.sources import camera_name, kept_names, open_camera
from companion.vision.table_layout import TableLayout, layout_of

log = logging.getLogger(__name__)

Camera = str | Callable[[], Source]
"""What `open_camera` takes, or a function that opens a source."""
SMALL_TABLE_DEPTH_MM, MAX_SMALL_TABLE_PLAYERS, LARGE_TABLE_DEPTH_MM = 480.0, 4, 600.0
"""The depth of a drawn table for up to MAX_SMALL_TABLE_PLAYERS, and for more: as small as the tiles allow, so
that these are large on a screen."""
LAID_SECONDS = 6.0
LIGHTING_RETRY_SECONDS = 2.0
"""After a fault of ours in what the lights show."""
DRAWN_CAMERA_NAME = "drawn table"
"""The name under which the drawn table's camera is calibrated and recorded."""


def light_picture(game: Game[State], state: State) -> LightPicture:
    """The lamps as they follow from what everybody at the table may know."""
    return game.lights.light(game.view(state, None))


class Station:
    """Serves one table at a time. id: among the room's stations; name: what people call it. active: the id of
    the table that its cameras and lights serve, or None.

    rendered: its table is drawn, with demo hands. on_devices: called when how its devices are may have
    changed, from any thread; it must not wait for this station. turns: when each camera may look. looks: what
    knows tiles without tags by their look; None: nothing does. Safe to use from any thread.
    """

    def __init__(
        self,
        id: str,
        tables: Tables,
        calibrations: Calibrations,
        turns: ProcessorTurns,
        on_devices: Callable[[Station], None],
        *,
        name: str = "",
        cameras: Sequence[Camera] = (),
        rendered: bool = False,
        looks: Callable[[], LearntTiles | None] = lambda: None,
    ) -> None:
        self.id, self.name = id, name or id
        self.tables = tables
        self.calibrations = calibrations
        self.active: str | None = None
        self.eyes: CameraRig | None = None
        self.referee: Referee | None = None
        self.demo: Demo | None = None
        self.sightings = Sightings()
        self._turns, self._looks = turns, looks
        self._on_devices = on_devices
        self._waits: TableWaits | None = None
        self._cameras: tuple[Camera, ...] = tuple(cameras)
        self._lights: TableLights | None = None
        self._rendered = rendered
        self._kept_as: list[tuple[str, str]] = []
        """The names under which what is known of each camera is kept, now and in versions before."""
        self._plan = TablePlan()
        self._lock = threading.RLock()
        self._left_out: list[Callable[[], bool]] = []
        """What began no thread, since the system had none left: begun when the table is next looked at."""
        self._laid: tuple[LightPicture, float] | None = None
        self._lighting_stop = threading.Event()

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """The cameras, in the order of `eyes.cameras`."""
        return self._cameras

    @property
    def has_camera(self) -> bool:
        """Whether a table here can be watched, be it served already or not."""
        return self._rendered or bool(self._cameras)

    @property
    def lights(self) -> TableLights | None:
        return self._lights

    @lights.setter
    def lights(self, lights: TableLights | None) -> None:
        """Does not close the lights that were set before: that is up to who opened them."""
        with self._lock:
            self._lighting_stop.set()
            self._lights = lights
            if lights is not None:
                lights.on_status(lambda _status: self._on_devices(self))
                if self.active is not None:
                    self._begin_lighting(self.tables.open(self.active), lights)
        self._on_devices(self)

    @property
    def served(self) -> Table[State] | None:
        """The table that is served, or None."""
        self._begin_left_out()
        return self.tables.open(self.active) if self.active is not None else None

    def activate(self, table_id: str | None) -> None:
        """Points cameras and lights at this table; None: at none. Raises what `Tables.open` raises."""
        table = self.tables.open(table_id) if table_id is not None else None
        with self._lock:
            self._release()
            self.active, self._laid = table_id, None
            if table is not None:
                if self.has_camera:
                    self._watch(table)
                if self._lights is not None:
                    self._begin_lighting(table, self._lights)
            elif self._lights is not None:
                self._lights.turn_off()
        self._on_devices(self)

    def open_cameras(self, game: Game[State]) -> None:
        """Opens the cameras while no table is served, so that tiles can be registered."""
        with self._lock:
            if self.eyes is None and self.active is None and self._cameras:
                self._open(game, game.seats[0], lambda seen: None)

    def lying_tiles(self, game: Game[State], players: int) -> dict[str, Spot] | None:
        """Where this game's tiles lie now, by the zones of a table for so many players, whatever table is
        served; None: no camera looks that knows its tags."""
        with self._lock:
            eyes = self.eyes
        if eyes is None or eyes.cameras[0].pipeline.prefix != game.tag_prefix:
            return None
        first = eyes.cameras[0]
        plan = game.tracking.plan(players)
        layout = first.calibration.applied_to(
            layout_of(plan, first.pipeline.layout.size_mm, len(eyes.cameras))
        )
        lying = {}
        for name, steady in eyes.steady_tiles().items():
            # Of pieces with the same tag any one stands for all.
            tile = tag_of(name)
            info, zone = game.tracking.tile(tile), layout.zone_at(steady.x_mm, steady.y_mm)
            if info is not None and zone is not None:
                lying[tile] = Spot(zone, steady.face or info.faces)
        return lying

    def update_tiles(self, table: Table[State]) -> None:
        """Tells the cameras the table's tiles: one was registered in play."""
        with self._lock:
            if self.active == table.id and self.eyes is not None:
                self.eyes.set_tiles(game_at(table.game, table.state).tracking.tiles())

    def use_cameras(self, cameras: Sequence[Camera]) -> None:
        """Uses these cameras from now on."""
        with self._lock:
            self._cameras = tuple(cameras)
            if self.active is not None:
                self.activate(self.active)
            elif self.eyes is not None:
                self.eyes.stop()
                self.eyes = None

    def calibrate(self, number: int, calibration: Calibration) -> None:
        """Stores a camera's calibration and uses it from now on. The table's size is the same for all
        cameras. Raises OSError where it cannot be stored; it is used until the end all the same."""
        with self._lock:
            if self.eyes is None or not 0 <= number < len(self.eyes.cameras):
                return
            trouble: OSError | None = None
            for n, eyes in enumerate(self.eyes.cameras):
                mine = (
                    calibration if n == number else eyes.calibration.with_changes(size_mm=calibration.size_mm)
                )
                if mine == eyes.calibration:
                    continue
                eyes.calibrate(self._layout(mine, eyes.pipeline.layout), mine)
                try:
                    self.calibrations.save(self._kept_as[n][0], mine, self._kept_as[n][1])
                except OSError as wrong:
                    trouble = wrong
            if trouble is not None:
                raise trouble

    def close(self) -> None:
        with self._lock:
            self._release()
            self.active = None
            if self._lights is not None:
                self._lights.close()

    def light_as_laid(self, picture: LightPicture) -> None:
        """The lamps show this instead of the present, while it is said again at least every LAID_SECONDS: a
        table is laid out again."""
        self._laid = (picture, time.monotonic() + LAID_SECONDS)

    # --- within

    def _watch(self, table: Table[State]) -> None:
        players = table.setup.players
        self.referee, self.sightings = Referee(table), Sightings()
        self._begin(self.referee.start)
        referee, sightings = self.referee, self.sightings

        def on_seen(seen: SeenTable) -> None:
            sightings.on_seen(seen)
            referee.on_seen(seen)

        self._waits = TableWaits(table)
        waits = self._waits
        self._begin(lambda: has_begun(waits.start, "lessons"))
        if self._rendered:
            high = SMALL_TABLE_DEPTH_MM if len(players) <= MAX_SMALL_TABLE_PLAYERS else LARGE_TABLE_DEPTH_MM
            scene = RenderedTable(players, table.game.tracking, table.game.tag_prefix, height_mm=high)
            self.demo = Demo(table, scene)
            self._open(table.game, len(players), on_seen, scene)
        else:
            self._open(table.game, len(players), on_seen)

    def _open(
        self,
        game: Game[State],
        players: int,
        on_table: Callable[[SeenTable], None],
        scene: RenderedTable | None = None,
    ) -> None:
        self._plan = game.tracking.plan(players)
        cameras: Sequence[Camera] = self._cameras if scene is None else (lambda: RenderedCamera(scene),)
        recorders = [Recorder(max_bytes=MAX_BYTES // len(cameras)) for _ in cameras]
        self._kept_as = [
            (DRAWN_CAMERA_NAME, "")
            if scene is not None
            else kept_names(camera)
            if isinstance(camera, str)
            else (_name(camera), "")
            for camera in cameras
        ]

        meetings = self._meetings()

        def made(n: int, camera: Camera) -> Callable[[Callable[[SeenTable], None]], CameraWorker]:
            name = DRAWN_CAMERA_NAME if scene is not None else _name(camera)
            kept = self.calibrations.load(*self._kept_as[n], shown=name)
            layout = self._layout(kept, scene.layout if scene is not None else None)
            source = (lambda: open_camera(camera)) if isinstance(camera, str) else camera
            return lambda tell: CameraWorker(
                source,
                layout,
                game.tag_prefix,
                game.tracking.tiles(),
                tell,
                lambda _status: self._on_devices(self),
                recorder=recorders[n],
                name=name,
                calibration=kept,
                dark_pause=None if scene is not None else self._dark_pause,
                turns=self._turns,
                looks=lambda: None if (known := self._looks()) is None else known.reader(game),
                meet=None if meetings is None else meetings.on_rest,
            )

        makers = [made(n, camera) for n, camera in enumerate(cameras)]
        self.eyes = eyes = make_rig(makers, on_table)
        self._begin(lambda: has_begun(eyes.start, "eyes"))
        self._on_devices(self)

    def _meetings(self) -> FirstMeetings | None:
        """What learns faces at the table that is watched; None: none is."""
        referee = self.referee
        return None if referee is None else FirstMeetings(referee.table, lambda: referee.seen, self._looks)

    def _dark_pause(self, seconds: float) -> bool:
        """Turns the lights dark for the cameras. Returns whether they confirmed it."""
        lights = self._lights
        if lights is None or lights.status().state != "online":
            return False
        return lights.dark_pause(seconds)

    def _layout(self, calibration: Calibration, drawn: TableLayout | None) -> TableLayout:
        if self._rendered and drawn is not None:
            return drawn  # its size is that of the drawing
        return layout_of(self._plan, calibration.size_mm, len(self._cameras))

    def _begin_lighting(self, table: Table[State], lights: TableLights) -> None:
        stop = self._lighting_stop = threading.Event()
        self._begin(SpareThread(lambda: self._keep_lighting(table, lights, stop), "lighting").begin)

    def _begin(self, start: Callable[[], bool]) -> None:
        """Begins what a table can do without for a while."""
        if not start():
            self._left_out.append(start)

    def _begin_left_out(self) -> None:
        if self._left_out:
            with self._lock:
                self._left_out = [start for start in self._left_out if not start()]

    def _keep_lighting(self, table: Table[State], lights: TableLights, dark: threading.Event) -> None:
        """Whatever goes wrong in one picture of the lights, the next may be better: they go on."""
        failed = ""
        while not dark.is_set():
            try:
                self._light(table, lights, dark)
            except Exception as wrong:
                if failed != (failed := repr(wrong)):
                    log.exception("the lights' picture could not be made and is tried again")
                dark.wait(LIGHTING_RETRY_SECONDS)

    def _light(self, table: Table[State], lights: TableLights, dark: threading.Event) -> None:
        """Shows the table's light picture after each change, until another table is served."""
        lights.serve(table.game.lights.segments)
        picture: LightPicture | None = None
        with table.subscribe() as news:
            while not dark.is_set():
                new = news.get(timeout=0.5)
                if new is not None:
                    now = new.now
                    picture = with_helped_lamps(table, now, light_picture(table.game, now.state))
                    picture = teaching.with_pointed_lamps(table, now, picture)
                laid, until = self._laid or (None, 0.0)
                if laid is not None and time.monotonic() < until:
                    lights.show(laid)
                elif picture is not None:
                    lights.show(with_count(table, picture))
                lights.set_brightness(table.settings.lights)
                referee = self.referee
                lights.update(referee is not None and referee.view.disagreement is not None)

    def _release(self) -> None:
        self._lighting_stop.set()
        self._left_out = []
        if self.demo is not None:
            self.demo.close()
        if self.eyes is not None:
            self.eyes.stop()
        if self._waits is not None:
            self._waits.close()
        if self.referee is not None:
            self.referee.close()
        self._waits = None
        self.demo, self.eyes, self.referee, self.sightings = None, None, None, Sightings()


def _name(camera: Camera) -> str:
    """The name under which a camera's data is stored."""
    if isinstance(camera, PhoneCamera):
        return f"phone {camera.id}"
    if isinstance(camera, KeptCamera):
        return camera.name
    return camera_name(camera) if isinstance(camera, str) else "camera"
