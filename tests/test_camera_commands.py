"""Tests of `companion calibrate` and of the camera findings of `companion doctor`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion import games
from companion.cli import commands
from companion.commands import doctor
from companion.vision import camera_check, sources
from companion.vision import devices as plugged
from companion.vision.camera import CameraLost, UploadedPhoto
from companion.vision.camera_check import check_source, control_findings, processor_findings
from companion.vision.camera_worker import CameraWorker
from companion.vision.devices import CameraControls, Device
from companion.vision.rendered import RenderedTable
from companion.vision.survey import survey
from tests.conftest import NO_COMPANION
from tests.default_run import first_by_default
from tests.rigs.bad_pictures import Shown
from tests.rigs.plans import laid_out

GAME = games.load("new-frontiers")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with large tags, one with tags too small, and an empty wall."""
    folder = tmp_path_factory.mktemp("pictures")
    for name, symbol in (("good", 26), ("small", 16)):
        table = RenderedTable(2, GAME.tracking, GAME.tag_prefix, symbol_mm=symbol)
        for n in range(1, 13):
            table.put_in("seat:0", f"W{n:02d}", "A")
        cv2.imwrite(str(folder / f"{name}.png"), table.picture())
    cv2.imwrite(str(folder / "wall.png"), np.full((400, 600, 3), 120, np.uint8))
    return folder


def run(*words: str):
    return CliRunner().invoke(commands, list(words), standalone_mode=False)


@pytest.mark.parametrize(
    ("name", "status", "says"),
    first_by_default(
        [("good", 0, "that is enough"), ("wall", 1, "No tag is read"), ("small", 1, "or print tags of 2")], 2
    ),
)
def test_the_verdict_on_a_picture(pictures: Path, name: str, status: int, says: str) -> None:
    told = run("calibrate", "--picture", str(pictures / f"{name}.png"))
    assert told.return_value == status
    assert says in told.output
    as_json = json.loads(run("calibrate", "--picture", str(pictures / f"{name}.png"), "--json").output)
    assert any(finding["level"] == "bad" for finding in as_json) == (status == 1)


def test_doctor_calibrate_and_the_page_say_the_same(pictures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_check, "CHECK_SECONDS", 0.0)
    picture = np.ascontiguousarray(cv2.imread(str(pictures / "good.png"))[:, ::-1])
    path = str(pictures / "mirrored.png")
    cv2.imwrite(path, picture)
    told = json.loads(run("doctor", *NO_COMPANION, "--camera", path, "--json").output)
    said = {next(row["says"] for row in told if row["what"].startswith("camera"))}
    said.add(json.loads(run("calibrate", "--picture", path, "--json").output)[0]["sentence"])
    news, tiles = Event(), GAME.tracking.tiles()
    eyes = CameraWorker(
        UploadedPhoto(picture, rate=100),
        laid_out(2),
        GAME.tag_prefix,
        tiles,
        lambda seen: news.set() if seen.number > 6 else None,
    )
    eyes.start()
    try:
        assert news.wait(30)
        said.add(survey(eyes, {}, str)["findings"][0]["sentence"])
    finally:
        eyes.stop()
    (sentence,) = said
    assert sentence.startswith("The picture is mirrored: switch “mirror”")


def test_a_picture_that_is_none_is_one_line(pictures: Path) -> None:
    refused = CliRunner().invoke(commands, ["calibrate", "--picture", str(pictures / "none.png")])
    assert refused.exit_code == 2
    assert "cannot be opened" in refused.output


def test_the_cameras_here_are_listed_each_with_a_picture(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(plugged, "devices", list)
    assert "No camera is plugged in here" in run("calibrate", "--list").output
    monkeypatch.setattr(
        plugged, "devices", lambda: [Device("/dev/video0", "Desk Cam"), Device("/dev/video2", "Dead")]
    )

    def snapshot(device: Device) -> np.ndarray:
        if device.name == "Dead":
            raise CameraLost("Dead gives no picture: is it plugged in?")
        return np.zeros((480, 640, 3), np.uint8)

    monkeypatch.setattr(sources, "snapshot", snapshot)
    told = run("calibrate", "--list", "--pictures", str(tmp_path / "seen")).output
    assert '--camera "Desk Cam"  /dev/video0' in told
    assert "Dead gives no picture" in told
    assert (tmp_path / "seen" / "desk-cam.jpg").read_bytes()[:2] == b"\xff\xd8"


def test_a_check_up_of_a_camera(pictures: Path) -> None:
    image = cv2.imread(str(pictures / "good.png"))
    assert image is not None
    source = UploadedPhoto(image, rate=100)
    source.controls = CameraControls((1920, 1080), 30.0, "held", "automatic")  # type: ignore[attr-defined]
    findings = check_source(source, laid_out(2), GAME.tag_prefix, GAME.tracking.tiles(), seconds=1.5)
    said = " ".join(f.sentence for f in findings)
    for words in (
        "1920 x 1080",
        "focus is held",
        "exposure of this camera cannot be locked",
        "place tags are in view",
        "sharp enough",
    ):
        assert words in said
    assert "one processor core" in said


def test_what_a_camera_does_not_allow_is_said() -> None:
    assert [f.level for f in control_findings(CameraControls((640, 480), 30.0, "automatic", "held"))] == [
        "good",
        "poor",
        "good",
    ]
    assert "ring" in control_findings(CameraControls((640, 480), 30.0))[1].sentence
    assert control_findings(None) == []


def test_looking_that_takes_too_much_is_said() -> None:
    assert processor_findings(0.5, 1.0)[0].level == "good"
    assert "smaller picture" in processor_findings(0.9, 1.0)[0].sentence
    assert processor_findings(0.09, 0.1) == []


def test_the_search_of_the_first_pictures_is_not_taken_for_all_of_the_looking(pictures: Path) -> None:
    """Six pictures whose times say nothing about how long looking at them took: a recording's."""
    image = cv2.imread(str(pictures / "wall.png"))
    assert image is not None
    shown = Shown((image,) * camera_check.MIN_PICTURES)
    found = check_source(shown, laid_out(2), GAME.tag_prefix, GAME.tracking.tiles(), seconds=0)
    assert not any("processor" in finding.sentence for finding in found)


def test_a_camera_with_its_cap_on_gives_black_pictures() -> None:
    noise = np.random.default_rng(4).integers(0, 12, (720, 1280, 3)).astype(np.uint8)
    source = Shown((noise,) * camera_check.MIN_PICTURES)
    source.controls = CameraControls((1280, 720), 30.0, "held", "held")  # type: ignore[attr-defined]
    found = check_source(source, laid_out(2), GAME.tag_prefix, GAME.tracking.tiles(), seconds=0)
    assert found[0].sentence.startswith("No tag is read. The camera gives black pictures: take the cap off")
    assert not any("It gives pictures" in finding.sentence for finding in found)


def test_the_doctor_looks_through_every_camera(pictures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_check, "CHECK_SECONDS", 0.0)
    good, bad = str(pictures / "good.png"), str(pictures / "wall.png")
    told = json.loads(run("doctor", *NO_COMPANION, "--camera", good, "--camera", bad, "--json").output)
    by_name = {row["what"]: [] for row in told}
    for row in told:
        by_name[row["what"]].append(row)
    assert all(row["ok"] for row in by_name["camera good.png"])
    wrong = [row for row in by_name["camera wall.png"] if not row["ok"]]
    assert "No tag is read" in wrong[0]["says"]
    assert "companion calibrate" in wrong[0]["do"]


def test_the_doctor_without_a_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor.check_camera("none")[0].ok is None
    monkeypatch.setattr(sources, "devices", list)
    # As `companion calibrate --list` says it, and not that one gives no picture.
    assert doctor.check_camera("auto")[0].says == "No camera is plugged in here."
    assert "no camera is plugged in here" in doctor.check_camera("nosuch")[0].says


def test_the_page_opens_for_the_cameras_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    play = SimpleNamespace(camera_page=lambda cameras, *_: asked.append(cameras))
    monkeypatch.setitem(sys.modules, "companion.commands.running", play)
    run("calibrate")
    run("calibrate", "--camera", "Desk Cam", "--camera", "none")
    assert asked == [("auto",), ("Desk Cam",)]
