"""Tests of uploaded photos: opened the right way up, or refused with a sentence."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pictures

from companion.vision.preparation import gray
from companion.vision.sent_photos import USEFUL_PIXELS, BadPicture, open_again, open_gray_photo, open_photo
from tests.default_run import examples, first_by_default
from tests.reports import REPORTS


def jpeg(image: np.ndarray, turn: int | None = None, **options: object) -> bytes:
    exif = Pictures.Exif()
    if turn is not None:
        exif[0x0112] = turn
    out = io.BytesIO()
    Pictures.fromarray(np.ascontiguousarray(image[:, :, ::-1])).save(out, "JPEG", exif=exif, **options)
    return out.getvalue()


def corner_marked() -> np.ndarray:
    """480 wide and 360 high; blue at the upper left, green at the upper right, red at the lower left."""
    image = np.full((360, 480, 3), 128, np.uint8)
    image[:120, :160] = (255, 0, 0)
    image[:120, -160:] = (0, 255, 0)
    image[-120:, :160] = (0, 0, 255)
    return image


def png_head(wide: int, high: int) -> bytes:
    """The start of a PNG of that size: a few bytes that would decode to far more."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1_000_000, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg_head(wide: int, high: int) -> bytes:
    """A small JPEG whose header gives that size."""
    data = bytearray(jpeg(np.zeros((360, 480, 3), np.uint8)))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", high, wide)
    return bytes(data)


STORED_AS = {
    1: lambda i: i,
    2: lambda i: i[:, ::-1],
    3: lambda i: i[::-1, ::-1],
    4: lambda i: i[::-1],
    5: lambda i: i.transpose(1, 0, 2),
    6: lambda i: np.rot90(i, 1),
    7: lambda i: i[::-1, ::-1].transpose(1, 0, 2),
    8: lambda i: np.rot90(i, -1),
}
"""How a camera stores an upright picture, by the orientation in its metadata."""


@pytest.mark.parametrize("turn", range(1, 9))
def test_every_orientation_comes_out_upright(turn: int) -> None:
    upright = corner_marked()
    image = open_photo(jpeg(np.ascontiguousarray(STORED_AS[turn](upright)), turn))
    assert image.shape == upright.shape
    assert np.abs(image.astype(int) - upright).mean() < 4


@pytest.mark.parametrize("turn", [0, 9, 77])
def test_an_orientation_that_there_is_not_is_upright(turn: int) -> None:
    image = open_photo(jpeg(corner_marked(), turn))
    assert np.abs(image.astype(int) - corner_marked()).mean() < 4


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_half_a_picture_did_not_arrive_whole_and_a_turned_one_is_upright(kind: str) -> None:
    out, turned = io.BytesIO(), Pictures.Exif()
    turned[0x0112] = 6
    Pictures.fromarray(corner_marked()[:, :, ::-1]).save(out, kind, exif=turned)
    assert open_photo(out.getvalue()).shape == (480, 360, 3)
    with pytest.raises(BadPicture) as refused:
        open_photo(out.getvalue()[: len(out.getvalue()) // 2])
    assert "whole" in refused.value.sentence or "no photo" in refused.value.sentence


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L"])
def test_other_pictures_are_opened_too(kind: str, mode: str) -> None:
    out = io.BytesIO()
    Pictures.fromarray(corner_marked()[:, :, ::-1]).convert(mode).save(out, kind)
    image = open_photo(out.getvalue())
    assert image.shape == (360, 480, 3)
    gray = np.asarray(Pictures.fromarray(corner_marked()[:, :, ::-1]).convert("L"))
    expected = np.repeat(gray[:, :, None], 3, axis=2) if mode == "L" else corner_marked()
    assert np.abs(image.astype(int) - expected).mean() < 4


@pytest.mark.parametrize("turn", first_by_default([6, 1, 2, 3, 4, 5, 7, 8], 2))
def test_in_gray_and_opened_again_it_is_the_same_photo(turn: int) -> None:
    rough = np.random.default_rng(turn).integers(0, 255, (700, 420, 3), dtype=np.uint8)
    jpegs = (jpeg(rough, turn), jpeg(rough, turn, progressive=True), jpeg(rough, turn, subsampling=0))
    for data in (*jpegs, jpegs[0][:-2], cv2.imencode(".png", rough)[1].tobytes()):
        assert np.array_equal(open_gray_photo(data), gray(open_photo(data)))
        assert np.array_equal(open_again(data), open_photo(data))


@pytest.mark.parametrize("kind", [".png", ".webp", ".jpg"])
def test_damage_is_looked_for_once_in_a_photo(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is opened three times where it must be read finely, and each look reads all its data."""
    looked: list[bytes] = []
    monkeypatch.setattr("companion.vision.sent_photos.is_damaged", looked.append)
    data = cv2.imencode(kind, np.random.default_rng(1).integers(0, 255, (400, 500), np.uint8))[1].tobytes()
    open_photo(data, USEFUL_PIXELS // 4)
    open_again(data)
    open_again(data)
    assert looked == [data]


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize("most", first_by_default([USEFUL_PIXELS // 4, USEFUL_PIXELS]))
def test_a_large_photo_is_brought_down(kind: str, most: int) -> None:
    out = io.BytesIO()
    size = (7000, 5000) if kind == "JPEG" else (4600, 3286)
    Pictures.new("RGB", size, (90, 90, 90)).save(out, kind)
    image = open_photo(out.getvalue(), most)
    assert 0.9 * most < image.shape[0] * image.shape[1] <= most * 1.001
    assert image.shape[1] / image.shape[0] == pytest.approx(1.4, abs=0.01)


@pytest.mark.parametrize("mode", ["L", "CMYK"])
def test_a_jpeg_without_three_colours_is_opened_too(mode: str) -> None:
    out = io.BytesIO()
    picture = Pictures.new(mode, (3000, 2400), 200 if mode == "L" else (20, 200, 20, 0))
    picture.save(out, "JPEG")
    image = open_photo(out.getvalue(), 3_000_000)
    expected = np.asarray(picture.convert("RGB"))[0, 0, ::-1]
    assert np.abs(image.reshape(-1, 3).mean(axis=0) - expected).max() < 6


def ftyp(brand: bytes, *others: bytes) -> bytes:
    body = b"ftyp" + brand + b"\0\0\0\0" + b"".join(others)
    return struct.pack(">I", len(body) + 4) + body + b"\0" * 400


PICTURE = jpeg(corner_marked())
BAD_PICTURES = {
    "nothing": (b"", "empty"),
    "a text": (b"Hello! This is a text and no picture at all." * 20, "no photo"),
    "zeros": (b"\0" * 5000, "no photo"),
    "half a JPEG": (PICTURE[: len(PICTURE) // 2], "whole"),
    "a JPEG's first bytes": (PICTURE[:300], "whole"),
    "a GIF": (b"GIF89a" + b"\0" * 200, "no photo"),
    "a PDF": (b"%PDF-1.7\n" + b"1 0 obj\n" * 100, "no photo"),
    "a PNG bomb": (png_head(20_000, 20_000), "megapixels"),
    "100 megapixels": (png_head(11_547, 8_660), "99 megapixels"),
    "a PNG picture of 48 megapixels": (png_head(8000, 6000), "16 are the most"),
    "a JPEG bomb": (jpeg_head(65_000, 65_000), "megapixels"),
    "an MP4 video": (ftyp(b"isom", b"isom", b"avc1"), "video"),
    "a QuickTime video": (ftyp(b"qt  "), "video"),
    "a WebM video": (b"\x1a\x45\xdf\xa3" + b"\0" * 400, "video"),
    "an AVI video": (b"RIFF\0\0\0\0AVI LIST" + b"\0" * 400, "video"),
    "a HEIC photo": (ftyp(b"heic", b"mif1", b"heic"), "HEIC"),
    "a HEIF photo": (ftyp(b"mif1", b"heic"), "HEIC"),
    "an AVIF picture": (ftyp(b"avif", b"mif1"), "no photo"),
    "a preview": (jpeg(corner_marked()[:100, :150]), "150 by 100"),
    "33 MB": (b"\xff\xd8\xff" + b"\0" * 33_000_000, "MB"),
}


@pytest.mark.parametrize("name", BAD_PICTURES)
def test_what_is_no_photo_gets_one_sentence(name: str) -> None:
    data, word = BAD_PICTURES[name]
    with pytest.raises(BadPicture) as refused:
        open_photo(data)
    sentence = refused.value.sentence
    assert word in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize("kind", ["own", "reported"])
def test_a_jpeg_without_its_end_marker_is_whole_and_one_with_less_is_not(kind: str) -> None:
    whole = jpeg(corner_marked()) if kind == "own" else report("whole.jpg")
    assert np.array_equal(open_photo(whole[:-2]), open_photo(whole))
    for cut in (3, 10, 100, len(whole) // 2):
        with pytest.raises(BadPicture, match="whole"):
            open_photo(whole[:-cut])
    if kind == "reported":
        assert np.array_equal(open_photo(report("no-end-marker.jpg")), open_photo(whole))


def test_a_photo_with_a_hole_is_said_to_be_damaged() -> None:
    with pytest.raises(BadPicture, match="damaged"):
        open_photo(report("hole.jpg"))
    white = np.full((2000, 2000, 3), 255, np.uint8)
    for optimized in (0, 1):
        even = cv2.imencode(".jpg", white, [cv2.IMWRITE_JPEG_OPTIMIZE, optimized])[1].tobytes()
        assert open_photo(even).min() > 250


def test_white_is_behind_what_is_transparent() -> None:
    shown = open_photo(report("transparent.png"))
    assert shown[0, 0].tolist() == [255, 255, 255]
    faint = np.zeros((400, 400, 4), np.uint8)
    faint[:, 200:, 3] = 128
    opened = open_photo(cv2.imencode(".png", faint)[1].tobytes())
    assert (opened[0, 0].tolist(), opened[0, 399, 0]) == ([255, 255, 255], 127)


@pytest.mark.parametrize("deep", [False, True])
def test_a_picture_of_any_depth_is_as_it_is_seen(deep: bool) -> None:
    """Rows beyond one band, colours, half transparent, 8 and 16 bits."""
    stored = np.random.default_rng(3).integers(0, 255, (700, 400, 4), dtype=np.uint8)
    opened = open_photo(cv2.imencode(".png", stored.astype(np.uint16) * 257 if deep else stored)[1].tobytes())
    part = stored[:, :, 3:].astype(float) / 255
    expected = stored[:, :, :3] * part + 255 * (1 - part)
    assert np.abs(opened - expected).max() <= 1


def test_a_jpeg_of_many_passes_is_refused_by_its_head() -> None:
    """Its decoder would need 144 MB before the first pixel."""
    out = io.BytesIO()
    Pictures.new("RGB", (8000, 6000), (90, 90, 90)).save(out, "JPEG", progressive=True)
    with pytest.raises(BadPicture, match="48 megapixels, and 36 are the most"):
        open_photo(out.getvalue()[:3000])
    less = Pictures.new("RGB", (6000, 4000), (90, 90, 90))
    out = io.BytesIO()
    less.save(out, "JPEG", progressive=True)
    assert open_photo(out.getvalue()).shape[2] == 3


def report(name: str) -> bytes:
    return (REPORTS / name).read_bytes()


@given(st.binary(max_size=400), st.integers(0, len(PICTURE) - 1))
@settings(max_examples=examples(60), deadline=None)
def test_a_damaged_photo_is_opened_or_refused(noise: bytes, at: int) -> None:
    data = PICTURE[:at] + noise + PICTURE[at + len(noise) :]
    try:
        image = open_photo(data)
    except BadPicture:
        return
    assert image.ndim == 3
    assert image.dtype == np.uint8


PEAK_MEMORY_SCRIPT = """
import sys
from companion.vision.sent_photos import BadPicture, open_photo
for path in sys.argv[1:]:
    try:
        open_photo(open(path, "rb").read())
    except BadPicture:
        pass
lines = open("/proc/self/status").read().splitlines()
print(next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")))
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not tell")
def test_no_picture_takes_much_memory(tmp_path) -> None:  # type: ignore[no-untyped-def]
    pictures = {name: data for name, (data, _) in BAD_PICTURES.items()}
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)
    large = cv2.resize(noise, (8000, 6000), interpolation=cv2.INTER_LINEAR)
    pictures["48 megapixels"] = jpeg(large, 6, quality=80)
    pictures["48 megapixels, progressive"] = jpeg(large, 6, quality=80, progressive=True)
    smooth = [cv2.IMWRITE_WEBP_QUALITY, 60]
    pictures["12 megapixels of WebP"] = cv2.imencode(".webp", large[:4000, :3200], smooth)[1].tobytes()
    pictures["12 megapixels of PNG"] = cv2.imencode(".png", large[:4000, :3200])[1].tobytes()
    paths = []
    for n, data in enumerate(pictures.values()):
        paths.append(tmp_path / str(n))
        paths[-1].write_bytes(data)
    usual = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    run = subprocess.run(
        [sys.executable, "-c", PEAK_MEMORY_SCRIPT, *map(str, paths)],
        capture_output=True,
        text=True,
        check=True,
        env=usual,
    )
    assert int(run.stdout) < 330
