"""Raspberry Pi camera modules, on a stand-in for `rpicam-vid` (tests/rigs/rpicam_vid.py)."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import commands
from companion.vision import devices as plugged
from companion.vision import pi_camera, pi_modules
from companion.vision.camera import CameraLost
from companion.vision.camera_check import control_findings
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.live_camera import LiveCapture
from companion.vision.mjpeg import JpegSplitter
from companion.vision.pi_camera import PiCamera
from companion.vision.pi_modules import PiModule, PiRequest, best_size, parse_listing, parse_metadata
from companion.vision.rendered import RenderedTable
from companion.vision.sources import camera_name, open_camera, why_missing

from .conftest import TILES

STAND_IN = Path(__file__).parent.parent / "rigs" / "rpicam_vid.py"
MODULES = """
Available cameras
-----------------
0 : imx708_wide [4608x2592 10-bit RGGB] (/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a)
    Modes: 'SRGGB10_CSI2P' : 1536x864 [120.13 fps - (768, 432)/3072x1728 crop]
                             2304x1296 [56.03 fps - (0, 0)/4608x2592 crop]
                             4608x2592 [14.35 fps - (0, 0)/4608x2592 crop]

1 : imx219 [3280x2464 10-bit RGGB] (/base/axi/pcie@120000/rp1/i2c@80000/imx219@10)
    Modes: 'SRGGB10_CSI2P' : 640x480 [206.65 fps - (1000, 752)/1280x960 crop]
                             3280x2464 [21.19 fps - (0, 0)/3280x2464 crop]
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a Raspberry Pi has no Windows")


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: RenderedTable) -> Path:
    """A Raspberry Pi with two modules; its folder."""
    table.put("W01", "A", 300, 150)
    cv2.imwrite(str(tmp_path / "picture.png"), table.picture())
    (tmp_path / "modules").write_text(MODULES)
    program = tmp_path / "bin" / "rpicam-vid"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{STAND_IN}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("RPICAM_STAND_IN", str(tmp_path))
    monkeypatch.setattr(pi_modules, "_listing", pi_modules._Listing())
    monkeypatch.setattr(pi_camera, "SETTLE_SECONDS", 0.3)
    monkeypatch.setattr(plugged, "_linux_devices", lambda root: [])
    return tmp_path


def calls(pi: Path) -> list[str]:
    return (pi / "calls").read_text().splitlines()


def test_a_table_is_read_through_a_module_that_holds_still(pi: Path, table: RenderedTable) -> None:
    source = open_camera("pi@1920x1080")
    try:
        frame = source.read(5.0)
        view = CameraPipeline(table.layout, "NF", TILES.values())
        view.process(frame.image, frame.time)
        assert "W01" in view.read_at
        assert frame.image.shape == (1080, 1920, 3)
        assert source.read(2.0).number > frame.number
        assert source.describe() == camera_name("pi") == "Raspberry Pi camera imx708_wide"
        said = " ".join(f.sentence for f in control_findings(source.controls))  # type: ignore[attr-defined]
        for words in ("1920 x 1080", "focus is held", "exposure is held"):
            assert words in said
    finally:
        source.close()
    listed, settled, streamed = calls(pi)
    assert listed == "--list-cameras"
    assert "--autofocus-mode auto" in settled
    for held in (
        "--shutter 9989 --gain 2.5",
        "--awbgains 1.9,1.6",
        "--autofocus-mode manual --lens-position 1.25",
    ):
        assert held in streamed
    assert "--framerate 15" in streamed


@pytest.mark.slow
def test_the_other_module_is_named_and_turned(pi: Path) -> None:
    (pi / "picture.png").unlink()
    image = np.zeros((144, 256, 3), np.uint8)
    image[:72, :128] = 255
    cv2.imwrite(str(pi / "picture.png"), image)
    source = open_camera("pi:1,hflip,vflip")
    try:
        turned = source.read(5.0).image
    finally:
        source.close()
    assert turned.shape[1] == 2560  # the most that this sensor has pixels for
    assert turned[-20, -20].min() > 240 > 20 > turned[20, 20].max()
    assert "--camera 1" in calls(pi)[-1]
    assert "--framerate 10" in calls(pi)[-1]


@pytest.mark.slow
def test_modules_are_listed_with_the_other_cameras(pi: Path, tmp_path: Path) -> None:
    said = CliRunner().invoke(commands, ["calibrate", "--list", "--pictures", str(tmp_path / "seen")]).output
    assert '--camera "Raspberry Pi camera imx708_wide"  pi:0' in said
    assert '--camera "Raspberry Pi camera imx219"  pi:1' in said
    assert cv2.imread(str(tmp_path / "seen" / "raspberry-pi-camera-imx219.jpg")) is not None
    source = open_camera("imx219@1280x720")
    assert source.read(5.0).image.shape[:2] == (720, 1280)
    source.close()


def test_two_of_one_kind_are_told_apart(pi: Path) -> None:
    (pi / "modules").write_text(MODULES.replace("imx219", "imx708_wide"))
    names = [it.name for it in plugged.devices()]
    assert names == ["Raspberry Pi camera imx708_wide (0)", "Raspberry Pi camera imx708_wide (1)"]
    assert camera_name("pi:1,vflip") == names[1]


@pytest.mark.parametrize(
    ("fault", "spec", "says"),
    [
        ("busy", "pi", "is in use by another program"),
        ("none", "pi", "flat cable sits straight"),
        ("none", "pi:5", "flat cable sits straight"),
        ("away", "pi", "sudo apt install"),
    ],
)
def test_what_is_wrong_with_a_module_is_one_sentence(
    pi: Path, monkeypatch: pytest.MonkeyPatch, fault: str, spec: str, says: str
) -> None:
    (pi / "fault").write_text(fault)
    if fault == "none" and spec == "pi":
        (pi / "modules").write_text("No cameras available!")
    if fault == "away":
        monkeypatch.setattr(pi_modules, "PROGRAMS", ("no-such-program",))
    with pytest.raises(CameraLost) as lost:
        open_camera(spec)
    assert says in lost.value.sentence


@pytest.mark.slow
def test_an_old_program_streams_without_holding(pi: Path) -> None:
    (pi / "fault").write_text("old")
    source = open_camera("pi@640x480")
    assert source.read(5.0).image.shape[:2] == (480, 640)
    assert source.controls.exposure == "unknown"  # type: ignore[attr-defined]
    source.close()


def test_a_program_that_hangs_is_noticed_and_one_that_ends_leaves_nothing(
    pi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = open_camera("pi@640x480")
    assert isinstance(source, PiCamera)
    monkeypatch.setattr(pi_camera, "READ_TIMEOUT_SECONDS", 0.3)
    (pi / "hang").write_text("")
    with pytest.raises(CameraLost):
        read_on(source)
    source.close()
    assert not _running(pi)


def read_on(source: PiCamera) -> None:
    for _ in range(100):
        source.read(0.3)


def _running(pi: Path) -> bool:
    """Whether a stand-in of this test still runs."""
    marker = str(STAND_IN).encode()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (
                marker in (process / "cmdline").read_bytes()
                and str(pi).encode() in (process / "environ").read_bytes()
            ):
                return True
        except OSError:
            continue
    return False


@pytest.mark.slow
def test_when_evening_comes_it_looks_anew(pi: Path) -> None:
    source = open_camera("pi@640x480")
    assert isinstance(source, PiCamera)
    LiveCapture.close(source)
    closed: list[bool] = []
    capture = type("Closing", (), {"release": lambda self: closed.append(True)})()
    for n in range(500):
        source.on_picture(capture, np.full((48, 64, 3), 100 if n < 100 else 30, np.uint8), n / 10)
        if closed:
            break
    assert closed
    assert n > 250  # a shadow that goes again is no evening
    with pytest.raises(CameraLost, match="adjusts to the light"):
        read_on(source)


def test_jpegs_are_taken_out_of_a_stream_whatever_their_pieces() -> None:
    """Also one with a thumbnail, which has an end of its own."""
    random = np.random.default_rng(1)
    jpegs = [
        cv2.imencode(".jpg", random.integers(0, 255, (40, 60, 3), np.uint8))[1].tobytes() for _ in range(4)
    ]
    thumbnail = b"\xff\xe1" + (len(jpegs[0]) + 2).to_bytes(2, "big") + jpegs[0]
    jpegs[2] = jpegs[2][:2] + thumbnail + jpegs[2][2:]
    stream = b"noise\xff" + b"".join(jpegs[:2]) + b"\xff\xd8 more noise" + b"".join(jpegs[2:])
    for piece in (1, 7, 100, len(stream)):
        splitter = JpegSplitter()
        found = [
            jpeg for at in range(0, len(stream), piece) for jpeg in splitter.feed(stream[at : at + piece])
        ]
        assert found == jpegs


def test_the_list_of_an_old_program_and_of_none() -> None:
    old = "Available cameras\n0 : ov5647 [2592x1944] (/base/x)\n  Modes: 'SGBRG10' : 640x480 [58.92 fps - ]\n"
    assert parse_listing(old) == (PiModule(0, "ov5647", (2592, 1944)),)
    assert parse_listing("No cameras available!") == ()
    assert best_size(PiModule(0, "ov5647", (2592, 1944)), plugged.PREFERRED_SIZES) == (2560, 1440)
    assert best_size(None, plugged.PREFERRED_SIZES) == (1920, 1080)
    assert parse_metadata("ExposureTime=10\n") is None
    assert pi_modules.parse_pi("pi,hflip") == PiRequest(0, True, False)
    assert pi_modules.parse_pi("pigeon cam") is None


@pytest.mark.parametrize(
    "spec", ["pi:1@1920x1080,hflip,vflip", "pi:1,hflip@1920x1080,vflip", "pi:1,vflip,HFLIP@1920x1080"]
)
def test_what_is_asked_of_a_module_may_stand_in_any_order(spec: str) -> None:
    assert pi_modules.parse_pi(spec) == PiRequest(1, True, True, (1920, 1080))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("pi,rotation=180", "write “hflip,vflip”"),
        ("pi@1920x1080,rotation=180", "write “hflip,vflip”"),
        ("pi,flip", "“flip” says nothing about a Raspberry Pi's module"),
        ("pi,", "“” says nothing"),
    ],
)
def test_what_cannot_be_asked_of_a_module_is_told_with_what_can(spec: str, says: str) -> None:
    with pytest.raises(CameraLost, match=re.escape(says)):
        open_camera(spec)
    assert says in why_missing(spec)
    assert camera_name(spec) == spec


def test_the_parts_of_a_modules_way_are_no_cameras(tmp_path: Path) -> None:
    for number, name in enumerate(("unicam", "bcm2835-isp", "rp1-cfe-csi2_ch0", "pispbe-input", "Desk Cam")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(name)
        (tmp_path / f"video{number}" / "index").write_text("0")
    assert [d.name for d in plugged.devices(tmp_path)] == ["Desk Cam"]
