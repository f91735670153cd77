"""Pieces told by their colour: found where one lies, not where none does, and in any light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.camera import Image
from companion.vision.drawing import rgb_of, sticker_image, sticker_side
from companion.vision.goods import GoodsColours, guess_good
from tests.default_run import examples

COLOURS = {"cyan": "#38b3cf", "brown": "#96643a", "green": "#4f9d55", "yellow": "#e0b83a"}
GOODS = GoodsColours.from_hex(COLOURS)
SCALE = 6
SYMBOL = 16.0
TILE_MM = 58.0
Quad = list[tuple[float, float]]


def tile(
    piece: str | None, ground: str = "#8d9299", size: float = 10.0, at: tuple[float, float] = (-3.0, -17.0)
) -> tuple[Image, Quad]:
    """A round tile at 6 px/mm on dark cloth, its tag a little low; a cube at mm from the tag."""
    image = np.full((480, 480, 3), (50, 44, 40), np.uint8)
    cv2.circle(image, (240, 200), 29 * SCALE, rgb_of(ground)[::-1], -1, cv2.LINE_AA)
    cv2.line(image, (120, 150), (330, 120), (90, 60, 200), 5, cv2.LINE_AA)
    side = round(sticker_side(SYMBOL) * SCALE)
    x, y = 240, 255
    paper = np.minimum(sticker_image("NF:W07B", side), 238)[:, :, None]
    image[y - side // 2 : y - side // 2 + side, x - side // 2 : x - side // 2 + side] = paper
    if piece is not None:
        colour = rgb_of(piece)[::-1]
        px, py = x + at[0] * SCALE, y + at[1] * SCALE
        box = cv2.boxPoints(((px, py), (size * SCALE, size * SCALE), 20.0)).round().astype(np.int32)
        cv2.fillPoly(image, [box], colour, cv2.LINE_AA)
        top = (
            cv2.boxPoints(((px, py), (size * SCALE * 0.6, size * SCALE * 0.6), 20.0)).round().astype(np.int32)
        )
        cv2.fillPoly(image, [top], tuple(min(255, c + 35) for c in colour), cv2.LINE_AA)
    half = SYMBOL / 2 * SCALE
    return image, [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


@pytest.mark.parametrize("kind", COLOURS)
def test_a_piece_is_told_by_its_colour_and_place(kind: str) -> None:
    image, quad = tile(COLOURS[kind])
    guess = guess_good(image, quad, SYMBOL, GOODS, TILE_MM)
    assert (guess.kind, guess.likely) == (kind, True)
    assert guess.position == pytest.approx((222, 153), abs=6)


@pytest.mark.parametrize("kind", COLOURS)
@pytest.mark.parametrize("light", [(0.4, 0.4, 0.4), (0.95, 0.8, 0.62), (0.6, 0.75, 0.9)])
def test_the_rooms_light_changes_nothing(kind: str, light: tuple[float, float, float]) -> None:
    image, quad = tile(COLOURS[kind])
    lit = (image * np.array(light)).astype(np.uint8)
    assert guess_good(lit, quad, SYMBOL, GOODS, TILE_MM).kind == kind
    empty = (tile(None)[0] * np.array(light)).astype(np.uint8)
    assert not guess_good(empty, quad, SYMBOL, GOODS, TILE_MM).likely


@pytest.mark.parametrize("ground", [*COLOURS.values(), "#8d9299", "#2f4058"])
def test_a_tile_without_a_piece_is_no_piece(ground: str) -> None:
    image, quad = tile(None, ground)
    assert not guess_good(image, quad, SYMBOL, GOODS, TILE_MM, face_colour=ground).likely


@pytest.mark.parametrize("kind", COLOURS)
def test_a_piece_on_its_own_colour_is_told_by_its_upper_face(kind: str) -> None:
    image, quad = tile(COLOURS[kind], ground=COLOURS[kind])
    guess = guess_good(image, quad, SYMBOL, GOODS, TILE_MM, [kind], face_colour=COLOURS[kind])
    assert guess.kind == kind
    assert guess.confidence > 0.45
    assert guess.position == pytest.approx((222, 153), abs=6)


def test_only_the_kinds_asked_for_count() -> None:
    image, quad = tile(COLOURS["green"])
    assert not guess_good(image, quad, SYMBOL, GOODS, TILE_MM, ["yellow"]).likely
    assert guess_good(image, quad, SYMBOL, GOODS, TILE_MM, ["green"]).kind == "green"
    assert guess_good(image, quad, SYMBOL, GOODS, TILE_MM, []).kind is None


@pytest.mark.parametrize("size", [3.0, 24.0])
def test_what_is_too_small_or_too_large_is_no_piece(size: float) -> None:
    image, quad = tile(COLOURS["yellow"], size=size, at=(0.0, -20.0))
    assert not guess_good(image, quad, SYMBOL, GOODS, TILE_MM).likely


def test_a_piece_beyond_the_tile_is_another_tiles() -> None:
    image, quad = tile(COLOURS["yellow"], at=(-36.0, -36.0))
    assert not guess_good(image, quad, SYMBOL, GOODS, TILE_MM).likely


def test_samples_move_a_colour() -> None:
    image, quad = tile("#c03080")
    assert not guess_good(image, quad, SYMBOL, GOODS, TILE_MM).likely
    learned = GOODS.from_samples({"yellow": [(192, 48, 128), (190, 50, 126)], "green": []})
    assert guess_good(image, quad, SYMBOL, learned, TILE_MM).kind == "yellow"
    assert learned.colours["green"] == GOODS.colours["green"]


def test_colours_are_kept_as_json() -> None:
    assert GoodsColours.from_json(GOODS.to_json()) == GOODS
    for wrong in (None, [], {}, {"colours": {"a": 3}}, {"colours": 5}, {"colours": {"a": ["x", 1]}}):
        with pytest.raises(ValueError, match="two numbers"):
            GoodsColours.from_json(wrong)


@given(st.lists(st.tuples(st.floats(-900, 900), st.floats(-900, 900)), min_size=4, max_size=4))
@settings(deadline=None, max_examples=examples(60))
def test_any_quad_gives_a_guess(quad: Quad) -> None:
    image, _ = tile(None)
    guess = guess_good(image, quad, SYMBOL, GOODS, TILE_MM)
    assert 0 <= guess.confidence <= 1
