"""Cards known by the names that are printed on them, with the real engine, on drawn cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from companion import games
from companion.games.contract.looks import Front, Looks, Title
from companion.scan.reading import LookReaders, read_photo
from companion.vision import ocr
from companion.vision.camera import Image
from companion.vision.printed_names import NameReader
from tests.rigs.drawn_cards import card_picture

pytestmark = pytest.mark.skipif(not ocr.installed(), reason="the extra ocr is not installed")

PX_PER_MM = 4.0
WIDTH, HEIGHT = round(63 * PX_PER_MM), round(88 * PX_PER_MM)
GAME = games.load("race-for-the-galaxy")
LOOKS = GAME.untracked.looks()
KEYS = {front.name: front.id for front in LOOKS.fronts}


@pytest.fixture(scope="module")
def reader() -> NameReader:
    assert LOOKS.title is not None
    return NameReader(LOOKS, LOOKS.title)


def card(lines: tuple[str, ...], listed: str = "") -> Image:
    """A card with its name in the bar on top, and in small print what it lists."""
    face = cv2.resize(card_picture("x"), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    face[: round(22 * PX_PER_MM)] = (190, 180, 175)
    face[: round(20 * PX_PER_MM), : round(16 * PX_PER_MM)] = (240, 240, 240)
    drawn = Pictures.fromarray(face[..., ::-1])
    pen = ImageDraw.Draw(drawn)
    font = ImageFont.load_default(19)
    for at, words in enumerate(lines):
        y = 12 * PX_PER_MM + (at - (len(lines) - 1) / 2) * 21
        pen.text((39 * PX_PER_MM, y), words, (20, 20, 20), font, "mm")
    if listed:
        pen.rectangle((90, 120, WIDTH - 10, 160), (225, 225, 225))
        pen.text((100, 140), listed, (20, 20, 20), ImageFont.load_default(10), "lm")
    return np.asarray(drawn)[..., ::-1].copy()


def table(cards: list[tuple[Image, float]]) -> tuple[Image, list[np.ndarray]]:
    """The cards, each turned by so many degrees, three to a row; and the middle of each."""
    side = round(1.25 * np.hypot(WIDTH, HEIGHT))
    rows = -(-len(cards) // 3)
    photo = np.full((side * rows, side * min(3, len(cards)), 3), 60, np.uint8)
    middles = []
    for at, (face, turned) in enumerate(cards):
        middle = np.array((side * (at % 3 + 0.5), side * (at // 3 + 0.5)))
        way = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), turned, 1.0)
        way[:, 2] += middle - (WIDTH / 2, HEIGHT / 2)
        size = photo.shape[1], photo.shape[0]
        mask = cv2.warpAffine(np.full(face.shape[:2], 255, np.uint8), way, size)
        photo[mask > 127] = cv2.warpAffine(face, way, size, flags=cv2.INTER_CUBIC)[mask > 127]
        middles.append(middle)
    grain = np.random.default_rng(5).normal(0, 4, photo.shape)
    return np.clip(cv2.GaussianBlur(photo, (0, 0), 0.7) + grain, 0, 255).astype(np.uint8), middles


@pytest.mark.slow
def test_cards_are_named_and_placed_by_their_print_whichever_way_they_lie(reader: NameReader) -> None:
    named = [
        ("PUBLIC WORKS",),
        ("DESERTED", "ALIEN COLONY"),
        ("REPLICANT ROBOTS",),
        ("GEM WORLD",),
        ("SPICE WORLD",),
    ]
    # The last is no card of this box: that its second line is one must not name it.
    laid = [*named, ("SMUGGLERS OF THE", "LOST SPECIES ARK WORLD")]
    turns = (0.0, 180.0, 90.0, 271.0, 14.0, 0.0)
    photo, middles = table([(card(lines), turned) for lines, turned in zip(laid, turns, strict=True)])
    seen = {one.front: one for one in reader.read(photo)}
    assert set(seen) == {KEYS[" ".join(lines).title()] for lines in named}
    assert all(one.sure for one in seen.values())
    for lines, middle in zip(named, middles, strict=False):
        found = np.mean(np.array(seen[KEYS[" ".join(lines).title()]].corners), axis=0)
        assert np.linalg.norm(found - middle) < 8 * PX_PER_MM, f"{lines} is put elsewhere"


@pytest.mark.slow
def test_the_list_on_a_card_names_no_other_and_a_slip_is_asked_about(reader: NameReader) -> None:
    lists = card(("FREE TRADE", "ASSOCIATION"), listed="CONSUMER MARKETS")
    slip = card(("PUBLIG WORKS",))
    photo, _middles = table(
        [(lists, 0.0), (slip, 0.0), (card(("DROP SHIPS",)), 0.0), (card(("NEW SPARTA",)), 0.0)]
    )
    seen = {one.front: one.sure for one in reader.read(photo)}
    asked = {KEYS["Public Works"]: False}
    assert (
        seen
        == {KEYS["Free Trade Association"]: True, KEYS["Drop Ships"]: True, KEYS["New Sparta"]: True} | asked
    )
    contents = read_photo(photo, GAME, LookReaders(by_name=reader))
    name = GAME.untracked.final().name
    said = {name(found.id): found.why.said(name) for found in contents.found if found.why}
    assert said == {"Public Works": "Public Works could hardly be read: is it that piece?"}


def test_a_photo_without_text_names_nothing(reader: NameReader) -> None:
    assert reader.read(np.full((300, 400, 3), 90, np.uint8)) == ()
    looks = Looks((Front("x", "Some name"),), 63.0, 88.0)
    assert NameReader(looks, Title(39.0, 12.0, 5.5)).read(np.zeros((300, 400, 3), np.uint8)) == ()
