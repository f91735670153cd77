import tracemalloc
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.camera import CameraEnded, CameraLost
from companion.vision.camera_worker import CameraPipeline
from companion.vision.recorder import MAX_UNPACKED_BYTES, Recorder, Recording, jpeg_at
from companion.vision.rendered import RenderedTable

from .conftest import TILES

Recorded = tuple[Path, list[tuple[str, str]]]


@pytest.fixture
def recorded(tmp_path: Path, table: RenderedTable) -> Recorded:
    """A tile is laid, moved and taken; the file, and what was noticed at the time."""
    recorder, view = Recorder(), CameraPipeline(table.layout, "NF", TILES.values())
    noticed = []
    for n in range(120):
        now = 50 + n / 12
        if n == 12:
            table.put("W01", "A", 300, 150)
        if n == 40:
            table.move("W01", 600, 450)
        if n == 80:
            table.remove("W01")
        image = table.picture()
        changes = view.process(image, now)
        recorder.picture(image, now, now - view.motion.last_motion < 1)
        for change in changes:
            noticed.append((change.kind, change.tile))
            recorder.event(f"{change.tile} {change.kind}", now)
    path = tmp_path / "table.zip"
    assert recorder.save(path, table.layout, "NF") > 20
    return path, noticed


@pytest.mark.slow
def test_a_recording_played_again_gives_the_same_changes(
    recorded: Recorded,
) -> None:
    path, noticed = recorded
    assert noticed == [("arrived", "W01"), ("moved", "W01"), ("gone", "W01")]
    recording = Recording(path)
    assert [words for _, words in recording.events] == [f"{tile} {kind}" for kind, tile in noticed]
    view, again = CameraPipeline(recording.layout, recording.prefix, TILES.values()), []
    for _ in recording.times:
        frame = recording.read()
        again += [(c.kind, c.tile) for c in view.process(frame.image, frame.time)]
    assert again == noticed
    with pytest.raises(CameraEnded):
        recording.read()
    recording.close()


def test_a_moment_of_the_last_minutes_is_shown_as_it_was() -> None:
    """Of a picture of which only parts are kept, the whole comes back; of what is long gone, none."""
    recorder, plain = Recorder(), np.full((80, 160, 3), 40, np.uint8)
    lit = plain.copy()
    lit[16:48, 32:64] = 200
    for n, image in enumerate((plain, plain, lit, lit, plain)):
        recorder.picture(image, 100.0 + n, moving=True)
    for at, mean in ((101.5, 40), (102.0, 200), (103.9, 200), (104.5, 40)):
        assert recorder.keeps(at)
        jpeg = jpeg_at(recorder, at)
        assert jpeg is not None
        shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert shown is not None
        assert shown.shape == plain.shape
        assert abs(float(shown[24:40, 40:56].mean()) - mean) < 8, at
        assert abs(float(shown[60:, 100:].mean()) - 40) < 8
    for at in (99.0, 110.0):
        assert not recorder.keeps(at)
        assert jpeg_at(recorder, at) is None


def test_only_the_last_seconds_and_so_many_bytes_are_kept(tmp_path: Path, table: RenderedTable) -> None:
    image = np.random.default_rng(0).integers(0, 255, (200, 300, 3), np.uint8)
    recorder = Recorder(seconds=10, max_bytes=10**9)
    for n in range(100):
        recorder.picture(image, float(n), moving=True)
    recorder.save(tmp_path / "a.zip", table.layout, "NF")
    kept = Recording(tmp_path / "a.zip")
    # Whole pictures and the parts that hang on them go together.
    assert 10 <= kept.times[-1] <= 16
    assert kept.index["pictures"][0]["whole"]
    tight = Recorder(max_bytes=200_000)
    for n in range(50):
        tight.picture(image, float(n), moving=True)
    tight.save(tmp_path / "b.zip", table.layout, "NF")
    assert 0 < (tmp_path / "b.zip").stat().st_size < 210_000


def test_what_did_not_change_costs_nothing() -> None:
    """Two minutes of a hand at work in a 1080p picture, within the memory that is set aside."""
    image = np.random.default_rng(0).integers(0, 255, (1080, 1920, 3), np.uint8)
    still, busy = Recorder(), Recorder()
    for n in range(60):
        still.picture(image, n / 12, True)
        busy.picture(cv2.circle(image.copy(), (300 + 5 * n, 400), 60, (0, 0, 0), -1), n / 12, True)
    whole = still.bytes
    assert still.bytes == len(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])
    assert busy.bytes < 3 * whole


def test_the_parts_make_the_whole_again(tmp_path: Path, table: RenderedTable) -> None:
    recorder = Recorder()
    image = np.full((200, 300, 3), 90, np.uint8)
    for n in range(20):
        image = image.copy()
        image[20 + n : 60 + n, 40:90] = 10 * n
        # Looked at more often than kept: a change in a picture that is left out must not be lost.
        recorder.picture(image, n * 0.05, True)
    recorder.save(tmp_path / "x.zip", table.layout, "NF")
    recording = Recording(tmp_path / "x.zip")
    frames = [recording.read().image for _ in recording.times]
    assert np.abs(frames[-1].astype(int) - image.astype(int)).mean() < 2
    assert sum(p["whole"] for p in recording.index["pictures"]) == 1


def test_a_still_table_keeps_a_picture_a_second() -> None:
    recorder = Recorder()
    for n in range(45):
        recorder.picture(np.zeros((20, 20, 3), np.uint8), n / 15, moving=False)
    assert len(recorder._pictures) == 3


@pytest.mark.parametrize("content", [b"", b"PK no zip"])
def test_what_is_no_recording_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(content)
    with pytest.raises(CameraLost, match="no recording"):
        Recording(path)


def test_another_zip_is_no_recording(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as out:
        out.writestr("index.json", '{"format": "other"}')
    with pytest.raises(CameraLost, match="no recording"):
        Recording(tmp_path / "x.zip")


def test_a_small_file_that_unpacks_to_much_is_not_unpacked(tmp_path: Path, table: RenderedTable) -> None:
    recorder, whole = Recorder(), tmp_path / "whole.zip"
    recorder.picture(np.zeros((20, 20, 3), np.uint8), 1.0, moving=False)
    recorder.save(whole, table.layout, "NF")
    huge = bytes(MAX_UNPACKED_BYTES + 1)
    with zipfile.ZipFile(whole) as kept:
        index = kept.read("index.json")
    for name, files in (
        ("index", {"index.json": huge}),
        ("picture", {"index.json": index, "000000-0.jpg": huge}),
    ):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as out:
            for file, content in files.items():
                out.writestr(file, content)
        assert (tmp_path / f"{name}.zip").stat().st_size < 100_000
    del huge, files, content
    tracemalloc.start()
    try:
        with pytest.raises(CameraLost, match="no recording"):
            Recording(tmp_path / "index.zip")
        with pytest.raises(CameraLost, match="damaged at picture 1"):
            Recording(tmp_path / "picture.zip").read()
        assert tracemalloc.get_traced_memory()[1] < MAX_UNPACKED_BYTES / 4
    finally:
        tracemalloc.stop()


def test_a_damaged_picture_is_one_sentence(recorded: Recorded, tmp_path: Path) -> None:
    path, _ = recorded
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(tmp_path / "cut.zip", "w") as cut:
        cut.writestr("index.json", whole.read("index.json"))
        cut.writestr("000000-0.jpg", b"damaged")
    with pytest.raises(CameraLost, match="picture"):
        Recording(tmp_path / "cut.zip").read()


def test_a_full_disk_leaves_no_half_recording(tmp_path: Path, table: RenderedTable) -> None:
    with pytest.raises(OSError, match="No such file"):
        Recorder().save(tmp_path / "none" / "x.zip", table.layout, "NF")
    assert list(tmp_path.iterdir()) == []
