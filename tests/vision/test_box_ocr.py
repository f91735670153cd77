"""The words on a photographed tile, by whatever engine is there."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from companion.vision import ocr


def tile() -> np.ndarray:
    """A pale tile with a name and a power."""
    picture = Image.new("RGB", (900, 900), (205, 210, 215))
    draw = ImageDraw.Draw(picture)
    draw.text((450, 300), "Gem World", fill=(16, 22, 31), font=ImageFont.load_default(56), anchor="mm")
    draw.text((450, 400), "Trade: +1 this", fill=(16, 22, 31), font=ImageFont.load_default(44), anchor="mm")
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


def test_without_an_engine_there_are_no_words(monkeypatch):
    monkeypatch.setattr(ocr, "_engine", lambda: None)
    monkeypatch.setattr(ocr, "find_spec", lambda _name: None)
    assert ocr.lines_of(tile()) == []
    assert not ocr.installed()


@pytest.mark.slow
def test_the_real_engine_reads_a_tile():
    pytest.importorskip("rapidocr_onnxruntime")  # no wheel for Python 3.13 and later
    ocr._engine.cache_clear()
    assert ocr.installed()
    texts = [text.replace(" ", "") for _corners, text, _sure in ocr.lines_of(tile())]
    assert texts == ["GemWorld", "Trade:+1this"]
