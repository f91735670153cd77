"""Cameras in the network: one picture at a time, what an address that gives none is told, and that no
password is shown. Against stand-ins that ask for passwords as the RFCs say."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import cv2
import pytest
from click.testing import CliRunner

from companion.cli import commands
from companion.system.addresses import is_password_cut, without_password
from companion.vision.calibration import Calibrations
from companion.vision.camera import CameraLost
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.camera_worker import CameraWorker
from companion.vision.network_camera import SnapshotCamera
from companion.vision.rendered import RenderedTable
from companion.vision.sources import camera_name, kept_names, open_camera
from tests.conftest import NO_COMPANION
from tests.rigs.plans import laid_out
from tests.rigs.webcam_app import NetworkCamera

from .conftest import TILES

PASSWORD = "se#c?r@t/5%x"


@pytest.fixture
def camera(table: RenderedTable) -> NetworkCamera:
    table.put("W01", "A", 300, 150)
    return NetworkCamera(cv2.imencode(".jpg", table.picture())[1].tobytes(), "me", PASSWORD)


@pytest.fixture
def port(camera: NetworkCamera) -> Iterator[int]:
    with camera.serve_http() as port:
        yield port


def test_a_table_is_read_from_single_pictures(port: int, camera: NetworkCamera, table: RenderedTable) -> None:
    source = open_camera(f"http://127.0.0.1:{port}/shot.jpg?size=1")
    assert isinstance(source, SnapshotCamera)
    view = CameraPipeline(table.layout, "NF", TILES.values())
    frames = [source.read(2.0) for _ in range(2)]
    view.process(frames[1].image, frames[1].time)
    assert "W01" in view.read_at
    assert [frame.number for frame in frames] == [1, 2]
    assert {path for path, _ in camera.asked} == {"/shot.jpg?size=1"}


@pytest.mark.parametrize("path", ["basic.jpg", "digest.jpg"])
def test_a_password_is_proven_as_the_camera_asks(port: int, camera: NetworkCamera, path: str) -> None:
    source = open_camera(f"http://me:{quote(PASSWORD, safe='')}@127.0.0.1:{port}/{path}")
    assert source.read(2.0).image.ndim == 3
    count = len(camera.asked)
    source.read(2.0)
    assert len(camera.asked) == count + 1  # proven at once, without being refused first


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("http://{host}/", "is a page for people, not a picture"),
        ("http://{host}/basic.jpg", "asks for a user and a password"),
        ("http://me:wrong@{host}/basic.jpg", "refuses this user or password"),
        ("http://me:wrong@{host}/digest.jpg", "refuses this user or password"),
        ("http://{host}/videos", "there is nothing at http://{host}/videos"),
        ("http://me:se#cret@{host}/video", "write %23 for #"),
        ("http://{host}:x/video", "no whole address"),
    ],
)
def test_an_address_without_a_picture_is_told_why(port: int, address: str, says: str) -> None:
    host = f"127.0.0.1:{port}"
    with pytest.raises(CameraLost) as lost:
        open_camera(address.format(host=host))
    assert says.format(host=host) in lost.value.sentence
    assert "wrong" not in lost.value.sentence
    assert "cret" not in lost.value.sentence


def test_a_snapshot_that_stops_is_said_in_one_sentence(camera: NetworkCamera) -> None:
    with camera.serve_http() as port:
        source = open_camera(f"http://127.0.0.1:{port}/shot.jpg")
    with pytest.raises(CameraLost, match="gives no picture"):
        source.read(0.5)


@pytest.mark.parametrize(
    ("login", "says"),
    [
        ("", "asks for a user and a password"),
        ("me:wrong@", "refuses this user or password"),
        (f"me:{quote(PASSWORD, safe='')}@", "there is nothing at"),
    ],
)
def test_rtsp_says_why_too(camera: NetworkCamera, login: str, says: str) -> None:
    with camera.serve_rtsp() as port, pytest.raises(CameraLost) as lost:
        open_camera(f"rtsp://{login}127.0.0.1:{port}/1")
    assert says in lost.value.sentence


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://10.0.0.7:8080/video", "http://10.0.0.7:8080/video"),
        ("http://10.0.0.7:8080/cam@1?x=a@b", "http://10.0.0.7:8080/cam@1?…"),
        ("http://cam.local/a@1", "http://cam.local/a@1"),
        ("rtsp://me:secret@10.0.0.7/a@1", "rtsp://10.0.0.7/a@1"),
        ("rtsp://me:sec@ret@host/1?x=1", "rtsp://host/1?…"),
        ("rtsp://me:secret#secret@host/1", "rtsp://host/1"),
        ("rtsp://me:secret?secret@host/1", "rtsp://host/1"),
        ("rtsp://me:1234/secret@host/1", "rtsp://host/1"),
        ("rtsp://me:secret@secret/secret@host/1", "rtsp://host/1"),
        ("http://h/s.cgi?user=me&password=secret&ch=1", "http://h/s.cgi?…"),
        ("http://h/s.cgi?u=me&p=secret", "http://h/s.cgi?…"),
        ("http://h/s.cgi?p=sec#secret", "http://h/s.cgi?…"),
        ("rtsp:/h/s?p=secret", "rtsp:/h/s?…"),
        ("rtsp://h:554/user=me&password=secret&channel=1", "rtsp://h:554/…"),
        ("rtsp://h/user=me_password=sec_ret_channel=1_stream=0.sdp?x", "rtsp://h/…?…"),
        ("http://h/live;Token=secret/1", "http://h/live;…"),
        ("http://h/passage/keys/1", "http://h/passage/keys/1"),
        ("http://[me:secret@host/1", "http://host/1"),
        ("rtp://me:secret@host/1", "rtp://host/1"),
        ("rtsp:/me:secret@host/1", "host/1"),
        ("https://user@host", "https://host"),
        ("Desk Cam@home", "Desk Cam@home"),
    ],
)
def test_a_password_in_an_address_is_shown_to_nobody(address: str, shown: str) -> None:
    assert without_password(address) == camera_name(address) == shown
    assert not is_password_cut(shown)


def test_no_sentence_about_a_camera_that_is_not_there_has_its_password() -> None:
    for spec in ("rtp://me:secret@host/1", "rtsp:/me:secret@host/1", "me:secret@host"):
        with pytest.raises(CameraLost) as lost:
            open_camera(spec)
        assert "secret" not in lost.value.sentence
        assert "host" in lost.value.sentence


def test_no_password_is_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    address = "rtsp://me:secret@127.0.0.1:9/1?u=me&p=secret"
    kept = Calibrations(tmp_path / "cameras.json")
    kept.path.write_text(json.dumps({kept_names(address)[0]: {"corners": [[0, 0]]}}))
    lost = threading.Event()
    eyes = CameraWorker(
        lambda: open_camera(address),
        laid_out(2),
        "NF",
        TILES.values(),
        lambda seen: None,
        on_status=lambda status: lost.set() if status.state == "lost" else None,
    )
    with caplog.at_level(logging.DEBUG):
        kept.load(*kept_names(address), shown=camera_name(address))
        eyes.start()
        try:
            assert lost.wait(30)
        finally:
            eyes.stop()
    assert "rtsp://127.0.0.1:9/1" in caplog.text
    assert "secret" not in caplog.text


def test_the_doctor_names_a_camera_without_its_password(port: int) -> None:
    asked = ["doctor", "--camera", f"http://me:wrong@127.0.0.1:{port}/basic.jpg", "--json", *NO_COMPANION]
    said = CliRunner().invoke(commands, asked, standalone_mode=False).output
    camera = next(row for row in json.loads(said) if row["what"].startswith("camera"))
    assert "refuses this user" in camera["says"]
    assert "wrong" not in said
    asked[2] = f"http://127.0.0.1:{port}/nothing.jpg?u=me&p=secret"
    said = CliRunner().invoke(commands, asked, standalone_mode=False).output
    assert "nothing.jpg?…" in next(row["says"] for row in json.loads(said) if row["what"] == "camera")
    assert "secret" not in said
