"""Finding whole cards on a plain ground: one, or a page of nine."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from companion.vision.piece_outlines import upright_pieces
from tests.default_run import first_by_default
from tests.rigs.drawn_cards import card_picture

RATIO = 700 / 500


def page_photo(names, seed=1, ground=(200, 205, 210), tilt=12.0, turn=3.0):
    """Cards in rows of three on a plain ground, photographed at a slant."""
    rng = Random(seed)
    wide, high = 2000, 2600
    patch = np.random.default_rng(seed).normal(0, 4, (high // 4, wide // 4, 3)) + ground
    table = np.tile(np.clip(patch, 0, 255).astype(np.uint8), (4, 4, 1))
    rows = -(-len(names) // 3)
    for at, name in enumerate(names):
        row, column = divmod(at, 3)
        card = card_picture(name)
        x = wide // 2 - 900 + column * 620 + rng.randint(-12, 12) if len(names) > 1 else wide // 2 - 250
        y = high // 2 - rows * 400 + row * 800 + rng.randint(-12, 12)
        table[y : y + 700, x : x + 500] = card
    angle, spin = np.radians((tilt, turn))
    view = cv2.Rodrigues(np.array([angle, 0, 0]))[0] @ cv2.Rodrigues(np.array([0, 0, spin]))[0]
    far = 3200.0
    camera = np.array([[far, 0, wide / 2], [0, far, high / 2], [0, 0, 1]])
    plane = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 0]], float)
    way = camera @ (view @ plane + np.array([[0, 0, 0], [0, 0, 0], [0, 0, far * 1.1]]))
    return cv2.warpPerspective(table, way, (wide, high), borderValue=tuple(map(float, ground)))


def alike(one, other):
    """How alike two pictures of cards are, from -1 to 1."""
    small = [cv2.resize(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), (50, 70)).astype(float) for p in (one, other)]
    return float(np.corrcoef(small[0].ravel(), small[1].ravel())[0, 1])


@pytest.mark.parametrize(
    ("ground", "turn"), first_by_default([((60, 110, 60), -5.0), ((205, 205, 210), 3.0)])
)
def test_a_page_of_nine_is_found_in_its_order(ground, turn):
    names = [f"card {n}" for n in range(9)]
    pieces = upright_pieces(page_photo(names, ground=ground, turn=turn), RATIO, 9)
    assert len(pieces) == 9
    for name, piece in zip(names, pieces, strict=True):
        assert alike(piece, card_picture(name)) > 0.8


@pytest.mark.slow
def test_the_last_page_may_have_fewer():
    names = [f"card {n}" for n in range(5)]
    pieces = upright_pieces(page_photo(names), RATIO, 5)
    assert [alike(p, card_picture(n)) > 0.8 for n, p in zip(names, pieces, strict=True)] == [True] * 5


@pytest.mark.parametrize("seed", first_by_default(range(3)))
def test_a_single_card_is_found(seed):
    (piece,) = upright_pieces(page_photo([f"single {seed}"], turn=8.0)[700:1900, 500:1500], RATIO, 1)
    assert alike(piece, card_picture(f"single {seed}")) > 0.8


@pytest.mark.slow
def test_a_card_on_its_side_comes_upright():
    photo = cv2.rotate(page_photo(["side"])[700:1900, 500:1500], cv2.ROTATE_90_COUNTERCLOCKWISE)
    (piece,) = upright_pieces(np.ascontiguousarray(photo), RATIO, 1)
    assert piece.shape == (700, 500, 3)
    turned = cv2.rotate(piece, cv2.ROTATE_180)
    assert max(alike(piece, card_picture("side")), alike(turned, card_picture("side"))) > 0.8


def test_an_empty_table_has_none():
    noise = np.random.default_rng(1).normal(190, 5, (900, 700, 3)).clip(0, 255).astype(np.uint8)
    assert upright_pieces(noise, RATIO, 1) == []
    assert upright_pieces(noise, RATIO, 9) == []


@pytest.mark.slow
def test_cards_that_are_missing_are_not_made_up():
    names = [f"card {n}" for n in range(7)]
    assert len(upright_pieces(page_photo(names), RATIO, 9)) != 9
