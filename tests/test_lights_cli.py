"""Tests of `companion lights` by its command line."""

import json
import subprocess

import pypdfium2
import pytest
from click.testing import CliRunner

from companion.commands.lights import lights
from firmware_bridge import flash as flashing
from firmware_bridge import frames
from tests.firmware_bridge.conftest import board

__all__ = ["board"]


def run(*words, answers=""):
    return CliRunner().invoke(lights, list(words), input=answers)


@pytest.mark.board
def test_every_light_is_shown_and_asked_for(board):
    result = run("test", "--port", board.port, answers="y\n" * 13)
    assert result.exit_code == 0, result.output
    assert "Does only space 3 of the track shine?" in result.output
    assert "Does only action tile 7 shine?" in result.output
    assert "All 13 lights are right." in result.output


@pytest.mark.board
def test_a_wrong_light_is_named(board):
    result = CliRunner().invoke(
        lights, ["test", "--port", board.port], input="n\n" * 6 + "y\n" * 7, standalone_mode=False
    )
    assert result.return_value == 1
    assert "Not right: space 1 of the track, space 2" in result.output
    assert 'REVERSED = ("track",)' in result.output


@pytest.mark.board
def test_the_board_is_measured(board):
    result = CliRunner().invoke(
        lights, ["selftest", "--port", board.port, "--states", "20", "--json"], standalone_mode=False
    )
    figures = json.loads(result.output)
    assert figures["states"] == 20
    assert figures["not_confirmed"] == 0
    assert (
        0 < figures["latched_ms"]["median"] <= figures["latched_ms"]["p99"] <= figures["latched_ms"]["most"]
    )


def test_no_board_is_one_sentence_and_exit_2():
    for command in ("test", "selftest", "flash"):
        result = run(command, "--port", "/dev/no-such-port")
        assert result.exit_code == 2
        assert result.output.count("\n") == 1
        assert "plug it in" in result.output


def fake_mpremote(answers, seen):
    def run(port, *words):
        seen.append(words)
        code, text = answers.get(words[:2], answers.get(words[:1], (0, "")))
        return subprocess.CompletedProcess(words, code, "", text)

    return run


def test_flash_copies_main_last_and_leaves_a_config_that_is_there(tmp_path, monkeypatch):
    port = tmp_path / "port"
    port.touch()
    seen = []
    monkeypatch.setattr(flashing, "_version", lambda port, patience: frames.FIRMWARE)
    assert flashing.flash(str(port), run=fake_mpremote({}, seen)) == frames.FIRMWARE
    copied = [words[3] for words in seen if words[:2] == ("fs", "cp")]
    assert copied == [":frames.py", ":scene.py", ":main.py"]
    assert seen[-1] == ("reset",)
    seen.clear()
    flashing.flash(
        str(port),
        run=fake_mpremote({("fs", "cat"): (1, "mpremote: cat: config.py: No such file or directory.")}, seen),
    )
    assert ":config.py" in [words[3] for words in seen if words[:2] == ("fs", "cp")]


def test_a_config_that_may_be_there_is_not_written_over(tmp_path):
    port = tmp_path / "port"
    port.touch()
    seen = []
    with pytest.raises(flashing.FlashError, match="Another program"):
        flashing.flash(str(port), run=fake_mpremote({("fs", "cat"): (1, "failed to access it")}, seen))
    assert not any(words[:2] == ("fs", "cp") for words in seen)


VALID_CONFIG = flashing.CONFIG.read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("PIN = ", "is not Python"),
        ("PIN = 0\n", "lacks ORDER"),
        (VALID_CONFIG.replace('"GRB"', '"GBX"'), "ORDER is the letters R, G and B"),
        (VALID_CONFIG.replace('("track", 6, 1)', '("track", 6)'), "SEGMENTS is a tuple of"),
        (VALID_CONFIG.replace('("track", 6, 1)', '("my track", 6, 1)'), "SEGMENTS is a tuple of"),
        (VALID_CONFIG.replace("BRIGHTEST = 96", "BRIGHTEST = 960"), "BRIGHTEST is a number from 1 to 255"),
        (VALID_CONFIG.replace("PIN = 0", "PIN = first()"), "line 3: write PIN as plain values"),
    ],
)
def test_a_config_that_the_board_could_not_start_with_is_not_copied(tmp_path, text, sentence):
    port, config = tmp_path / "port", tmp_path / "config.py"
    port.touch()
    config.write_text(text)
    seen = []
    with pytest.raises(flashing.FlashError, match=sentence):
        flashing.flash(str(port), config, run=fake_mpremote({}, seen))
    assert not seen
    flashing.check_config(flashing.CONFIG)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("mpremote: failed to access /dev/x (it may be in use by another program)", "Another program"),
        ("mpremote: could not enter raw repl", "put MicroPython on the board first"),
        ("something else", "something else"),
    ],
)
def test_flash_says_what_went_wrong(tmp_path, said, sentence):
    port = tmp_path / "port"
    port.touch()
    with pytest.raises(flashing.FlashError, match=sentence):
        flashing.flash(str(port), run=fake_mpremote({("fs", "cp"): (1, said)}, []))


def test_flash_says_that_the_board_is_gone_although_mpremote_says_in_use(tmp_path):
    port = tmp_path / "port"
    port.touch()

    def unplugged(*words):
        port.unlink(missing_ok=True)
        said = f"failed to access {port} (it may be in use by another program)"
        return subprocess.CompletedProcess(words, 1, "", said)

    with pytest.raises(flashing.FlashError, match="plug it in"):
        flashing.flash(str(port), run=unplugged)


def test_flash_says_when_the_board_does_not_come_back(tmp_path):
    port = tmp_path / "port"
    port.touch()
    with pytest.raises(flashing.FlashError, match="has not come back"):
        flashing.flash(str(port), run=fake_mpremote({}, []), patience=0.2)


def test_flash_says_when_the_board_says_nothing(tmp_path, monkeypatch):
    def wait_too_long(command, **words):
        raise subprocess.TimeoutExpired(command, words["timeout"])

    monkeypatch.setattr(flashing.subprocess, "run", wait_too_long)
    port = tmp_path / "port"
    port.touch()
    with pytest.raises(flashing.FlashError, match="has not answered for 60 seconds"):
        flashing.flash(str(port))


def test_the_template_is_in_true_size(tmp_path):
    out = tmp_path / "t.pdf"
    result = run("template", "--out", str(out), "--pitch", "track=30", "--pitch", "tiles=70")
    assert result.exit_code == 0, result.output
    sheet = pypdfium2.PdfDocument(out)
    assert [round(side / 72 * 25.4) for side in sheet[0].get_size()] == [297, 210]
    text = "".join(page.get_textpage().get_text_range() for page in sheet)
    assert "along the priority track: 6 lights, 30 mm" in text
    assert "beside the action tiles: 7 lights, 70 mm from middle to middle, lights 4 to 7" in text


def test_the_template_refuses_what_cannot_be():
    assert run("template", "--pitch", "track=0").exit_code == 2
    assert "has no lights 'moon'" in run("template", "--pitch", "moon=30").output
    assert "is written like track=33.3" in run("template", "--pitch", "track=wide").output
    assert "cannot be written" in run("template", "--out", "/nowhere/at/all.pdf").output
