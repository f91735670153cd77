"""Damaged pictures and streams: no crash, no growth, one sentence."""

from pathlib import Path

import cv2
import numpy as np
import psutil
import pytest

from companion.vision.camera import CameraLost, FileCamera, decode_image
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.reader import Reader
from companion.vision.recorder import Recorder, Recording
from companion.vision.rendered import RenderedTable

from .conftest import TILES


def damaged(random: np.random.Generator, data: bytes) -> bytes:
    """Bytes changed, cut off, left out or doubled."""
    raw = bytearray(data)
    for _ in range(int(random.integers(1, 12))):
        at = int(random.integers(len(raw))) if raw else 0
        kind = random.integers(4)
        if kind == 0 and raw:
            raw[at] = int(random.integers(256))
        elif kind == 1:
            del raw[at:]
        elif kind == 2:
            del raw[at : at + int(random.integers(1, 200))]
        else:
            raw[at:at] = raw[at : at + int(random.integers(1, 200))]
    return bytes(raw)


def pictures(table: RenderedTable) -> list[bytes]:
    table.put("W01", "A", 300, 150)
    image = cv2.resize(table.picture()[100:600, 200:900], (420, 300))
    return [cv2.imencode(end, image)[1].tobytes() for end in (".jpg", ".png", ".webp", ".bmp")]


def read_damaged(table: RenderedTable, count: int) -> int:
    """Reads so many damaged files; gives how many still were pictures."""
    random = np.random.default_rng(7)
    whole = pictures(table)
    reader = Reader({"NF"}, ["NF:W01A", "NF:W01B", "NF:W02A"])
    good, sentences = 0, set()
    for n in range(count):
        try:
            image = decode_image(damaged(random, whole[n % len(whole)]))
        except CameraLost as lost:
            sentences.add(lost.sentence)
            continue
        good += 1
        if n % 8 == 0:
            reader.read_thoroughly(image)
    assert sentences == {"The picture cannot be read as a picture: use a whole JPEG or PNG file."}
    return good


def test_damaged_files(table: RenderedTable) -> None:
    assert 0 < read_damaged(table, 120) < 120


def test_a_picture_too_large_for_the_memory_is_refused() -> None:
    small = cv2.imencode(".bmp", np.zeros((2, 2, 3), np.uint8))[1].tobytes()
    huge = bytearray(small)
    huge[18:22] = huge[22:26] = (12_000).to_bytes(4, "little")
    with pytest.raises(CameraLost, match="too large"):
        decode_image(bytes(huge))


def film(path: Path, table: RenderedTable) -> bytes:
    """A short video."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (320, 180))
    for _ in range(12):
        writer.write(cv2.resize(table.picture(), (320, 180)))
    writer.release()
    return path.read_bytes()


def recording(path: Path, table: RenderedTable) -> bytes:
    """A short recording."""
    recorder = Recorder()
    for n in range(6):
        table.put("W01", "A", 200 + 40 * n, 150)
        recorder.picture(cv2.resize(table.picture(), (480, 270)), n / 5, True)
    recorder.save(path, table.layout, "NF")
    return path.read_bytes()


def play_damaged(folder: Path, streams: dict[str, bytes], count: int, seed: int) -> int:
    """Plays so many streams, each cut off or damaged; gives how many could be begun."""
    random = np.random.default_rng(seed)
    begun, sentences = 0, set()
    for n in range(count):
        name = list(streams)[n % len(streams)]
        whole = streams[name]
        path = folder / name
        path.write_bytes(whole[: int(random.integers(len(whole)))] if n % 4 < 2 else damaged(random, whole))
        try:
            source = FileCamera(path, pace=False) if name.endswith("avi") else Recording(path)
        except CameraLost as lost:
            sentences.add(str(lost.sentence))
            continue
        begun += 1
        # However it is damaged, it ends: in its last picture, or in a sentence.
        for _ in range(200):
            try:
                source.read()
            except CameraLost as lost:
                sentences.add(str(lost.sentence))
                break
        source.close()
    assert all(sentences)
    return begun


def streams_in(folder: Path, table: RenderedTable) -> dict[str, bytes]:
    return {"film.avi": film(folder / "film.avi", table), "kept.zip": recording(folder / "kept.zip", table)}


def test_damaged_and_truncated_streams_end_or_are_refused(tmp_path: Path, table: RenderedTable) -> None:
    assert play_damaged(tmp_path, streams_in(tmp_path, table), 60, 3) > 0


@pytest.mark.slow
def test_two_thousand_damaged_files_and_streams_do_not_grow(tmp_path: Path, table: RenderedTable) -> None:
    streams = streams_in(tmp_path, table)
    read_damaged(table, 300)
    play_damaged(tmp_path, streams, 100, 4)
    before = psutil.Process().memory_info().rss
    read_damaged(table, 2000)
    play_damaged(tmp_path, streams, 400, 5)
    assert psutil.Process().memory_info().rss - before < 60 * 2**20


def test_pictures_of_any_shape_go_through_the_eyes(table: RenderedTable) -> None:
    view = CameraPipeline(table.layout, "NF", TILES.values())
    shapes = [(1, 1, 3), (40, 9, 3), (300, 400), (1080, 1920, 3), (7, 2000, 3), (300, 400, 4), (600, 800, 3)]
    for n, shape in enumerate(shapes * 2):
        view.process(np.full(shape, n * 9, np.uint8), n / 10)
        view.observation(n / 10, n)
