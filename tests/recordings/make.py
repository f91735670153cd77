"""Creates `picks.zip` again: a recording of some seconds of a small drawn table that plays itself.

Run `python tests/recordings/make.py` when the format of recordings changes. A recording that was saved on a
camera's page can be added to this folder: tests/test_replaying.py replays all of them.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from companion import games
from companion.games.contract import Player, Setup
from companion.room.demo import Demo
from companion.simulation import replaying
from companion.table.journal import Journal
from companion.table.referee import Referee
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.vision.camera_worker import CameraWorker
from companion.vision.recorder import Recorder
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera

MAX_SECONDS, CAMERA_ENTRIES = 60.0, 5
"""The recording ends after this number of the camera's entries, or after this many seconds."""


def main() -> None:
    game = games.load(games.default_name())
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(Journal(Path(folder) / "journal.db"))
        settings = Settings(draws="camera", moment=0.1)
        players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:2])
        table = tables.create(game.name, Setup(players), seed=5, settings=settings)
        scene = RenderedTable(players, game.tracking, game.tag_prefix, size=(900, 540), height_mm=300)
        referee = Referee(table)
        referee.start()
        recorder = Recorder()
        camera = RenderedCamera(scene)
        eyes = CameraWorker(
            camera, scene.layout, game.tag_prefix, game.tracking.tiles(), referee.on_seen, recorder=recorder
        )
        eyes.start()
        demo = Demo(table, scene, auto=True, speed=4)
        end = time.monotonic() + MAX_SECONDS
        while time.monotonic() < end and sum(e.by == "camera" for e in table.entries()) < CAMERA_ENTRIES:
            time.sleep(0.05)
        demo.close()
        time.sleep(0.5)
        path = Path(__file__).with_name("picks.zip")
        print(replaying.save(recorder, path, eyes.pipeline, table), "pictures,", path.stat().st_size, "bytes")
        eyes.stop()
        referee.close()
        tables.close()


if __name__ == "__main__":
    main()
