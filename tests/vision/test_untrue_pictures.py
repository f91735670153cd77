"""Tests of noticing pictures that say nothing of the table: the same for long, and black ones."""

from __future__ import annotations

import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.camera import Frame, Image, Source, UploadedPhoto
from companion.vision.phone_camera import PhoneCamera
from companion.vision.untrue_pictures import BLACK_SECONDS, PHONE_STILL_SECONDS, CameraStill, PictureWatch

PHONE = PhoneCamera("abcdef", "Phone 1")
PICTURE = np.random.default_rng(1).integers(60, 200, (90, 160, 3), dtype=np.uint8)


def seen(pictures: list[Image], seconds: float, source: Source = PHONE) -> list[str]:
    """The states that a watch tells of these pictures, this long from one to the next; "": nothing."""
    watch, states = PictureWatch(), []
    for n, picture in enumerate(pictures):
        try:
            watch.check(Frame(picture, n + 1, 100 + n * seconds), source)
            states.append("")
        except CameraStill as still:
            states.append(still.state)
    return states


@given(st.integers(0, 89), st.integers(0, 159), st.integers(0, 2))
def test_one_bit_is_a_new_picture(y: int, x: int, colour: int) -> None:
    other = PICTURE.copy()
    other[y, x, colour] ^= 1
    assert seen([PICTURE, other] * 10, PHONE_STILL_SECONDS / 2) == [""] * 20
    assert seen([PICTURE] * 4 + [other], PHONE_STILL_SECONDS / 2) == ["", "", "still", "still", ""]


def test_since_when_it_stands_still_is_said_once() -> None:
    watch, said = PictureWatch(), set()
    for n in range(40):
        try:
            watch.check(Frame(PICTURE, n + 1, n * 30.0), PHONE)
        except CameraStill as still:
            said.add(still.sentence)
    assert len(said) == 1


def test_of_pictures_that_are_alike_only_the_newest_is_kept() -> None:
    """It is the one that the camera shows: an older one would be memory for nothing."""
    watch, first = PictureWatch(), PICTURE.copy()
    watch.check(Frame(first, 1, 100), PHONE)
    kept = weakref.ref(first)
    del first
    watch.check(Frame(PICTURE, 2, 101), PHONE)
    assert kept() is None


def test_a_photo_may_stay_as_it_is() -> None:
    assert seen([PICTURE] * 5, 60, UploadedPhoto(PICTURE)) == [""] * 5


def test_black_is_told_after_a_while_and_ends_with_light() -> None:
    black = np.zeros_like(PICTURE)
    for source in (PHONE, UploadedPhoto(PICTURE)):
        assert seen([PICTURE, black, black, black, PICTURE], BLACK_SECONDS / 2, source) == (
            ["", "", "black", "black", ""]
        )


def test_what_a_phone_says_of_itself_is_believed() -> None:
    phone = PhoneCamera("abcdef", "Phone 1")
    phone.receive(b"", still_seconds=60)
    with pytest.raises(CameraStill, match="Phone 1"):
        phone.read(0)
