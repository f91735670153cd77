"""No sound photo is called damaged: seven hundred, of nine kinds, as four programs write them at all
qualities."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator
from functools import cache

import cv2
import numpy as np
import pytest
import simplejpeg
from PIL import Image as Pictures
from PIL import ImageFile

from companion.vision.camera import Image
from companion.vision.picture_damage import is_damaged
from companion.vision.sent_photos import open_photo
from tests.reports import REPORTS
from tests.rigs.photographed_sheets import photographed, sheets

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SIZE = (480, 360)
QUALITIES = range(5, 101, 5)
CANVAS_JS = """async ([png, kind, qualities]) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const written = [];
  for (const quality of qualities) {
    const blob = await canvas.convertToBlob({ type: kind, quality: quality / 100 });
    if (blob.type !== kind) throw new Error(blob.type);
    const reader = new FileReader();
    await new Promise((done) => { reader.onload = done; reader.readAsDataURL(blob); });
    written.push(reader.result.split(",")[1]);
  }
  return written;
}"""
"""As our own pages make a photo smaller before they send it."""


@cache
def _sheet() -> Image:
    return sheets("new-frontiers")[0][0]


def _scene(seed: int, module: float) -> Pictures.Image:
    """A printed sheet under a lamp, as a camera sees it."""
    (seen,) = photographed(_sheet(), module, seed, frames=1)
    return Pictures.fromarray(cv2.cvtColor(seen, cv2.COLOR_BGR2RGB)).resize(SIZE)


def _chance() -> np.random.Generator:
    return np.random.default_rng(7)


def _steps() -> Pictures.Image:
    """Light from black to white, and each colour."""
    ramp = np.linspace(0, 255, SIZE[0]).astype(np.uint8)
    bands = [np.roll(np.stack([ramp, ramp * (n % 2), 255 - ramp], -1), n, axis=-1) for n in range(6)]
    return Pictures.fromarray(np.repeat(np.stack(bands), SIZE[1] // 6, axis=0).astype(np.uint8))


def _burnt() -> Pictures.Image:
    pixels = np.asarray(_scene(2, 3.0)).astype(int) * 3 - 160
    return Pictures.fromarray(pixels.clip(0, 255).astype(np.uint8))


KINDS: dict[str, Callable[[], Pictures.Image]] = {
    "six tags": lambda: Pictures.open(REPORTS / "whole.jpg").convert("RGB"),
    "a sheet under a lamp": lambda: _scene(1, 3.0),
    "a sheet from afar": lambda: _scene(3, 1.4),
    "burnt and black": _burnt,
    "steps of light": _steps,
    "noise": lambda: Pictures.fromarray(_chance().integers(0, 256, (*SIZE[::-1], 3), np.uint8)),
    "black and white dots": lambda: Pictures.fromarray(
        (_chance().integers(0, 2, (*SIZE[::-1], 3)) * 255).astype(np.uint8)
    ),
    "squares": lambda: Pictures.fromarray(
        (np.indices(SIZE[::-1]).sum(axis=0) // 8 % 2 * 255).astype(np.uint8)
    ).convert("RGB"),
    "one even shade": lambda: Pictures.new("RGB", (1001, 749), (128, 128, 128)),
}


def _pillow(picture: Pictures.Image) -> Iterator[bytes]:
    for n, quality in enumerate(QUALITIES):
        out = io.BytesIO()
        picture.save(
            out,
            "JPEG",
            quality=quality,
            optimize=n % 2 == 1,
            progressive=n % 4 >= 2,
            subsampling=n % 3,
            **({"restart_marker_blocks": 7} if n % 5 == 4 else {}),
        )
        yield out.getvalue()


def _opencv(picture: Pictures.Image) -> Iterator[bytes]:
    pixels = cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2BGR)
    for n, quality in enumerate(QUALITIES):
        how = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_PROGRESSIVE, n % 2]
        yield cv2.imencode(".jpg", pixels, [*how, cv2.IMWRITE_JPEG_RST_INTERVAL, 11 * (n % 3 == 2)])[
            1
        ].tobytes()


def _simplejpeg(picture: Pictures.Image) -> Iterator[bytes]:
    sides = ("444", "422", "420", "440", "411", "Gray")
    for n, quality in enumerate(QUALITIES):
        pixels, colours, side = np.ascontiguousarray(picture), "RGB", sides[n % 6]
        if side == "Gray":
            pixels, colours = np.asarray(picture.convert("L"))[:, :, None].copy(), "GRAY"
        yield simplejpeg.encode_jpeg(pixels, quality, colours, side, fastdct=n % 2 == 0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sound_photo_is_read(browser, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What Pillow writes at once; its own guess is too small for noise
    monkeypatch.setattr(ImageFile, "MAXBLOCK", 1 << 23)
    picture = KINDS[kind]()
    png = io.BytesIO()
    picture.save(png, "PNG")
    page = browser.new_page()
    drawn = [base64.b64encode(png.getvalue()).decode()]
    canvas = page.evaluate(CANVAS_JS, [*drawn, "image/jpeg", list(QUALITIES)])
    canvas += page.evaluate(CANVAS_JS, [*drawn, "image/webp", [30, 80, 100]])
    page.close()
    programs = {
        "Pillow": list(_pillow(picture)),
        "OpenCV": list(_opencv(picture)),
        "simplejpeg": list(_simplejpeg(picture)),
        "a browser": [base64.b64decode(one) for one in canvas],
    }
    assert sum(map(len, programs.values())) == 83  # 747 of the nine kinds
    called = [
        (name, n) for name, written in programs.items() for n, one in enumerate(written) if is_damaged(one)
    ]
    assert not called
    for written in programs.values():
        assert open_photo(written[-1]) is not None
