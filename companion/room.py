"""One room: all tables of a journal, and the one among them that the camera and the lights serve."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from companion.demo import Demo
from companion.games.game import Game
from companion.lights import Lights
from companion.table.referee import Referee
from companion.table.table import Table
from companion.table.tables import NoSuchTable, Tables
from companion.vision.camera import Source
from companion.vision.eyes import Eyes
from companion.vision.rendered import RenderedCamera, RenderedTable
from companion.vision.zones import default_layout

log = logging.getLogger(__name__)


class Room:
    """What the pages are made from. active: the id of the table that camera and lights serve, or None.

    camera: what `open_camera` takes; None: no camera. rendered: every table is drawn, with demo hands.
    lights: None for none. Safe to use from any thread; `close` ends everything but the journal's file.
    """

    def __init__(
        self,
        tables: Tables,
        camera: str | Callable[[], Source] | None = None,
        lights: Lights | None = None,
        rendered: bool = False,
        address: str = "",
    ) -> None:
        self.tables = tables
        self.lights = lights
        self.address = address
        self.active: str | None = None
        self.eyes: Eyes | None = None
        self.referee: Referee | None = None
        self.demo: Demo | None = None
        self._camera = camera
        self._rendered = rendered
        self._lock = threading.RLock()
        self._lighting: threading.Thread | None = None
        self._dark = threading.Event()

    @property
    def has_camera(self) -> bool:
        """Whether a table here can be watched, be it served already or not."""
        return self._rendered or self._camera is not None

    def activate(self, table_id: str | None) -> None:
        """Points camera and lights at this table; None: at none. Raises what `Tables.open` raises."""
        table = self.tables.open(table_id) if table_id is not None else None
        with self._lock:
            self._let_go()
            self.active = table_id
            if table is None:
                return
            if self.has_camera:
                self._watch(table)
            if self.lights is not None:
                self._dark = threading.Event()
                self._lighting = threading.Thread(
                    target=self._light, args=(table, self.lights, self._dark), name="lighting", daemon=True
                )
                self._lighting.start()

    def resume(self) -> None:
        """Serves the table that was played last, if there is one that can still be opened."""
        for row in self.tables.list():
            try:
                self.activate(row.id)
            except (NoSuchTable, LookupError) as wrong:
                log.warning("the table %s is left alone: %s", row.id, wrong)
                continue
            return

    def look(self, game: Game[Any]) -> None:
        """Opens the camera though no table is served, so that tiles laid under it can be registered."""
        with self._lock:
            if self.eyes is None and self.active is None and self._camera is not None:
                layout = default_layout(game.seats[0])
                self.eyes = Eyes(self._camera, layout, game.tag_prefix, game.tiles(), lambda seen: None)
                self.eyes.start()

    def learn(self, table: Table[Any]) -> None:
        """The table was taught a tile: the camera must know its tag."""
        with self._lock:
            if self.active == table.id and self.eyes is not None:
                self.eyes.view.know(table.game.tiles())

    def close(self) -> None:
        with self._lock:
            self._let_go()
            self.active = None
            if self.lights is not None:
                self.lights.close()
        self.tables.close()

    # --- within

    def _watch(self, table: Table[Any]) -> None:
        players = table.setup.players
        camera: str | Callable[[], Source]
        if self._rendered:
            scene = RenderedTable(players, table.game.tile, table.game.tag_prefix)
            layout = scene.layout
            camera = lambda: RenderedCamera(scene)  # noqa: E731
            self.demo = Demo(table, scene)
        else:
            assert self._camera is not None
            layout, camera = default_layout(len(players)), self._camera
        self.referee = Referee(table)
        self.referee.start()
        self.eyes = Eyes(camera, layout, table.game.tag_prefix, table.game.tiles(), self.referee.on_seen)
        self.eyes.start()

    def _light(self, table: Table[Any], lights: Lights, dark: threading.Event) -> None:
        """Shows the table's light picture after each change, until another table is served."""
        with table.subscribe() as news:
            while not dark.is_set():
                now = news.get(timeout=0.5)
                if now is not None:
                    lights.show(table.game.light(now.state))
                lights.set_brightness(table.settings.lights)
                referee = self.referee
                lights.tend(referee is not None and referee.view.disagreement is not None)

    def _let_go(self) -> None:
        self._dark.set()
        if self.demo is not None:
            self.demo.close()
        if self.eyes is not None:
            self.eyes.stop()
        if self.referee is not None:
            self.referee.close()
        self.demo, self.eyes, self.referee = None, None, None
