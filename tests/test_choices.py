"""Tests that choices made on a page are kept for the next start."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.system.choices import Choices


def test_cameras_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "choices.json"
    assert Choices(file).cameras() == ()
    Choices(file).keep_cameras(["Desk Cam", "Über"])
    assert Choices(file).cameras() == ("Desk Cam", "Über")


@pytest.mark.parametrize("text", ["", "[", "[]", '{"cameras": 3}', '{"cameras": [1]}', "{}"])
def test_a_file_that_cannot_be_used_is_no_choice(tmp_path: Path, text: str) -> None:
    file = tmp_path / "choices.json"
    file.write_text(text)
    assert Choices(file).cameras() == ()
