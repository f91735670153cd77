from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision import sources
from companion.vision.camera import (
    CameraEnded,
    CameraLost,
    FileCamera,
    FolderCamera,
    UploadedPhoto,
    decode_image,
)
from companion.vision.devices import Device
from companion.vision.sources import open_camera
from tests.default_run import examples


def picture(value: int) -> np.ndarray:
    return np.full((48, 64, 3), value, np.uint8)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (64, 48))
    for value in (10, 120, 240):
        writer.write(picture(value))
    writer.release()
    return path


def test_a_video_plays_to_its_end(video: Path) -> None:
    source = open_camera(str(video), pace=False)
    values = [int(source.read().image.mean()) for _ in range(3)]
    assert values == pytest.approx([10, 120, 240], abs=4)
    with pytest.raises(CameraEnded, match="ended"):
        source.read()
    source.close()


def test_a_video_may_begin_again(video: Path) -> None:
    source = FileCamera(video, pace=False, loop=True)
    assert [source.read().number for _ in range(7)] == list(range(1, 8))
    source.close()


def test_a_folder_shows_its_pictures_in_order_and_keeps_the_last(tmp_path: Path) -> None:
    for name, value in (("2.png", 200), ("1.png", 50)):
        cv2.imwrite(str(tmp_path / name), picture(value))
    (tmp_path / "notes.txt").write_text("no picture")
    source = FolderCamera(tmp_path, seconds=0)
    assert [int(source.read(0).image[0, 0, 0]) for _ in range(4)] == [50, 200, 200, 200]
    assert "2 pictures" in source.describe()


def test_a_photo_stays_until_another_comes() -> None:
    photo = UploadedPhoto(picture(9))
    assert photo.read(0).image[0, 0, 0] == 9
    photo.show(picture(70))
    frame = photo.read(0)
    assert (frame.image[0, 0, 0], frame.number) == (70, 2)


def test_what_kind_of_camera_is_meant(tmp_path: Path, video: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), picture(1))
    assert isinstance(open_camera(str(tmp_path)), FolderCamera)
    assert isinstance(open_camera(str(tmp_path / "a.png")), UploadedPhoto)
    assert isinstance(open_camera(str(video)), FileCamera)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("no such thing", "There is no camera, file or folder “no such thing”"),
        ("/dev/video99", "There is no camera, file or folder “/dev/video99”"),
        ("97", "Camera 97 gives no picture"),
        ("http://127.0.0.1:9/video", "is the address right"),
    ],
)
def test_a_camera_that_is_not_there_is_one_sentence(
    spec: str,
    says: str,
) -> None:
    with pytest.raises(CameraLost) as lost:
        open_camera(spec)
    assert says in lost.value.sentence
    assert "\n" not in lost.value.sentence


def test_a_camera_that_is_not_there_is_known_without_opening_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "devices", lambda: [Device("/dev/video3", "Desk Cam")])
    for spec in ("desk", "Desk Cam@1280x720", "auto", str(tmp_path), "rtsp://10.0.0.7/a", "0", "pi"):
        assert sources.why_missing(spec) == "", spec
    assert "plugged in are Desk Cam (/dev/video3)" in sources.why_missing("nosuch")
    monkeypatch.setattr(sources, "devices", list)
    assert "“nosuch”" in sources.why_missing("nosuch")
    assert "No camera" in sources.why_missing("auto")


def test_files_that_hold_no_pictures_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    (tmp_path / "a.mp4").write_bytes(b"no video")
    (tmp_path / "empty").mkdir()
    for spec, says in (
        ("a.png", "cannot be read as a picture"),
        ("a.mp4", "no video"),
        ("empty", "no pictures"),
    ):
        with pytest.raises(CameraLost, match=says):
            open_camera(str(tmp_path / spec))


GOOD = cv2.imencode(".jpg", np.random.default_rng(0).integers(0, 255, (40, 40, 3), np.uint8))[1].tobytes()


@given(st.binary(max_size=300) | st.tuples(st.integers(0, len(GOOD)), st.binary(max_size=8)).map(
    lambda cut: GOOD[: cut[0]] + cut[1] + GOOD[cut[0] + len(cut[1]) :]
))  # fmt: skip
@settings(deadline=None, max_examples=examples(150))
def test_damaged_bytes_give_a_picture_or_one_sentence(data: bytes) -> None:
    try:
        image = decode_image(data)
    except CameraLost:
        return
    assert image.ndim == 3
