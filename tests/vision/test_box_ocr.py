"""The words on a photographed tile: turned upright by its tag, and read by whatever engine is there."""

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from companion.vision import ocr
from companion.vision.drawing import sticker_image
from companion.vision.reader import Reader


def photo(angle: float) -> np.ndarray:
    """A pale tile with a name above its tag of 160 pixels, turned."""
    picture = Image.new("RGB", (900, 900), (205, 210, 215))
    draw = ImageDraw.Draw(picture)
    draw.text((450, 300), "Gem World", fill=(16, 22, 31), font=ImageFont.load_default(56), anchor="mm")
    draw.text((450, 400), "Trade: +1 this", fill=(16, 22, 31), font=ImageFont.load_default(44), anchor="mm")
    picture.paste(Image.fromarray(sticker_image("NF:W11B", 190)), (355, 480))
    turn = cv2.getRotationMatrix2D((450, 450), angle, 0.8)
    image = np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])
    return cv2.warpAffine(image, turn, (900, 900), borderValue=(90, 90, 90))


@pytest.mark.parametrize("angle", [0, 35, 170])
def test_a_photo_is_turned_upright_by_its_tag(angle):
    picture = photo(angle)
    (tag,) = Reader({"NF"}).read_thoroughly(picture)
    square = ocr.upright(picture, tag)
    (again,) = Reader({"NF"}).read_thoroughly(square)
    (left, top), (right, _), *_ = again.corners
    assert abs(top - again.corners[1][1]) < 3
    assert right - left == pytest.approx(224, abs=3)
    assert (again.x, again.y) == pytest.approx((square.shape[1] / 2, square.shape[0] / 2), abs=3)


def test_words_are_placed_in_sides_of_the_tag(monkeypatch):
    def engine(image):
        middle = image.shape[0] / 2
        box = [[middle - 60, middle - 462], [middle + 60, middle - 462]] * 2
        box[2:] = [[middle + 60, middle - 434], [middle - 60, middle - 434]]
        return [[box, "Gem World", 0.98], [box, "noise", "0.2"]], [0.1]

    monkeypatch.setattr(ocr, "_engine", lambda: engine)
    picture = photo(0)
    (tag,) = Reader({"NF"}).read_thoroughly(picture)
    (word,) = ocr.words_around(picture, tag)
    assert word.text == "Gem World"
    assert (word.x, word.y) == pytest.approx((0, -2), abs=0.01)


def test_without_an_engine_there_are_no_words(monkeypatch):
    monkeypatch.setattr(ocr, "_engine", lambda: None)
    monkeypatch.setattr(ocr, "find_spec", lambda _name: None)
    picture = photo(0)
    (tag,) = Reader({"NF"}).read_thoroughly(picture)
    assert ocr.words_around(picture, tag) == ()
    assert not ocr.installed()


@pytest.mark.slow
def test_the_real_engine_reads_a_turned_photo():
    pytest.importorskip("rapidocr_onnxruntime")  # no wheel for Python 3.13 and later
    ocr._engine.cache_clear()
    assert ocr.installed()
    picture = photo(20)
    (tag,) = Reader({"NF"}).read_thoroughly(picture)
    texts = [word.text.replace(" ", "") for word in ocr.words_around(picture, tag)]
    assert "GemWorld" in texts
    assert "Trade:+1this" in texts
