"""Tests that recordings of a camera give the same result when vision and the referee process them again."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import commands
from companion.simulation.replaying import BadRecord, play_again
from companion.vision.camera import CameraLost

RECORDINGS = sorted((Path(__file__).parent / "recordings").glob("*.zip"))
PICKS_RECORDING = Path(__file__).parent / "recordings" / "picks.zip"


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_comes_out_as_it_did(path: Path) -> None:
    again = play_again(path)
    assert again.differs == ()
    assert again.entries


def test_what_the_eyes_and_the_referee_made_of_it_is_told_in_order() -> None:
    again = play_again(PICKS_RECORDING)
    words = [(e.who, e.words.split()[0]) for e in again.events]
    assert words.count(("referee", "Blue")) == 2
    assert ("eyes", "W09") in words
    assert [e.at for e in again.events] == sorted(e.at for e in again.events)
    picked = next(n for n, e in enumerate(again.events) if "picks" in e.words)
    moved = next(n for n, e in enumerate(again.events) if "moved" in e.words)
    assert moved < picked


def changed_recording(path: Path, out: Path, change) -> Path:
    """The recording with `change` applied to its index."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "index.json":
                index = json.loads(data)
                change(index)
                data = json.dumps(index).encode()
            new.writestr(name, data)
    return out


def test_what_comes_out_otherwise_is_named(tmp_path: Path) -> None:
    """With a recording whose pictures do not change any more from just before the first pick."""

    def freeze_pictures(index: dict) -> None:
        for picture in index["pictures"]:
            if picture["at"] > 1.7:
                picture["parts"] = []
        index["pictures"].append({"at": 20.0, "whole": False, "parts": []})

    again = play_again(changed_recording(PICKS_RECORDING, tmp_path / "stopped.zip", freeze_pictures))
    assert "did not come again by itself" in again.differs[0]
    assert "picks" in again.differs[0]


def test_without_a_table_there_are_the_eyes_alone(tmp_path: Path) -> None:
    again = play_again(
        changed_recording(PICKS_RECORDING, tmp_path / "eyes.zip", lambda index: index.pop("record"))
    )
    assert {e.who for e in again.events} == {"eyes"}
    assert again.entries == ()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda index: index.update(record={"form": "other"}), "no record"),
        (lambda index: index.update(calibration={"corners": [[0, 0]]}), "four corners"),
        (lambda index: (index.pop("record"), index.update(prefix="ZZ")), "begin with “ZZ”"),
        (lambda index: index.update(began="yesterday"), "does not say when"),
    ],
)
def test_a_recording_that_cannot_be_is_one_sentence(tmp_path: Path, change, says: str) -> None:
    with pytest.raises((BadRecord, CameraLost), match=says):
        play_again(changed_recording(PICKS_RECORDING, tmp_path / "x.zip", change))


def test_the_command(tmp_path: Path) -> None:
    run = CliRunner()
    told = run.invoke(commands, ["replay-video", str(PICKS_RECORDING)], standalone_mode=False)
    assert told.return_value == 0
    assert "It came out as it did then." in told.output
    as_json = run.invoke(commands, ["replay-video", str(PICKS_RECORDING), "--json"], standalone_mode=False)
    assert json.loads(as_json.output)["differs"] == []
    (tmp_path / "x.zip").write_bytes(b"no zip")
    refused = run.invoke(commands, ["replay-video", str(tmp_path / "x.zip")])
    assert refused.exit_code == 2
    assert "no recording of this companion" in refused.output
