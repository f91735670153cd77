"""Tests of how the public sets of photographs are measured (benchmarks/real_photos.py)."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp

from benchmarks import real_photos


def test_codes_that_are_no_tags_are_located_and_get_no_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = np.full((420, 700), 190, np.uint8)
    corners = []
    for n, text in enumerate(("https://example.com", "somebody's parcel 4711")):
        code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="H")
        code = np.asarray(zxingcpp.write_barcode_to_image(code, scale=6, add_quiet_zones=False))
        high, wide = code.shape
        left, top = 60 + 320 * n, 90
        photo[top - 20 : top + high + 20, left - 20 : left + wide + 20] = 255
        photo[top : top + high, left : left + wide] = code
        corners.append(f"{left} {top} {left + wide} {top} {left + wide} {top + high} {left} {top + high}")
    folder = tmp_path / "labelled"
    folder.mkdir()
    cv2.imwrite(str(folder / "two.png"), cv2.GaussianBlur(photo, (0, 0), 0.7))
    (folder / "two.txt").write_text("# by hand\nSETS\n" + "\n".join(corners) + "\n")
    (folder / "torn.jpg").write_bytes(b"\xff\xd8 no picture")
    real_photos.measure("labelled", sorted(folder.glob("*.[jp]*g")), 1600)
    (told,) = capsys.readouterr().out.splitlines()
    assert "1 photographs" in told
    assert "2 (100 %)" in told
    assert "wrong" in told


def test_without_a_folder_it_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["real_photos.py"])
    assert real_photos.main() == 1
    assert "needs a folder" in capsys.readouterr().out
