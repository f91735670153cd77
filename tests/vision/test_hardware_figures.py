"""hardware.md's tables of cameras and tags add up."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from companion.vision.advice import ENOUGH, GOOD, STRANGER
from companion.vision.tags import MODULES
from companion.vision.zones import MIDDLE_MM, PLACE_INSET_MM

TEXT = (Path(__file__).parents[2] / "hardware.md").read_text("utf-8")
CAMERAS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("|") and line.count("|") == 10 and "camera |" not in line and "---" not in line
]
VIEWS = re.findall(
    r"^\| \w+ \| (\d+) x (\d+) mm \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", TEXT, re.M
)


@pytest.mark.parametrize("row", CAMERAS, ids=lambda row: row[0])
def test_a_cameras_figures_follow_from_its_angle_and_its_pixels(row: list[str]) -> None:
    half = math.tan(math.radians(int(row[2]) / 2)) * 16 / math.hypot(16, 9)
    assert round(2 * math.degrees(math.atan(half))) == int(row[3])
    px_per_mm = [int(row[4]) / (2 * cm * 10 * half) for cm in (80, 100, 120)]
    assert [f"{value:.1f}" for value in px_per_mm] == row[5:8]
    assert math.ceil(GOOD * MODULES / px_per_mm[1]) == int(row[8].removesuffix(" mm"))


def test_there_are_cameras_and_views() -> None:
    assert len(CAMERAS) == 8
    assert len(VIEWS) == 5


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view[0])
def test_pixels_a_module_follow_from_the_view(view: tuple[str, ...]) -> None:
    wide, px_per_mm = int(view[0]), float(view[2])
    assert 3840 / wide == pytest.approx(px_per_mm, abs=0.06) or 1920 / wide == pytest.approx(
        px_per_mm, abs=0.06
    )
    for cell, side in zip(view[3:], (12.5, 16.0, 20.0), strict=True):
        # From the figure as it is printed, or as it is: both are what a reader would work out.
        exact = (3840 if 3840 / wide < 3.7 and px_per_mm > 3840 / wide - 0.1 else 1920) / wide
        assert any(abs(float(cell) - side * px / MODULES) < 0.06 for px in (px_per_mm, exact))


def test_the_limits_are_those_of_the_program() -> None:
    assert (
        f"**{GOOD:g} pixels a module and more are good, {ENOUGH:g} are enough in good light"
        in TEXT.replace("\n", " ")
    )
    assert f"wants {STRANGER:g}" in TEXT
    assert f"middle {PLACE_INSET_MM:g} mm in from the corner" in TEXT
    assert f"{MIDDLE_MM:g} mm high" in TEXT
