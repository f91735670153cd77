"""Tests of damage inside a picture that its decoder passes over: data written over, in every format."""

from __future__ import annotations

import io
import random
import re

import cv2
import numpy as np
import pytest
from PIL import Image as Pictures
from PIL import features

from companion import games
from companion.vision.camera import decode_image
from companion.vision.picture_damage import is_damaged
from companion.vision.reader import Reader
from companion.vision.sent_photos import BadPicture, open_photo
from companion.vision.tags import all_tags
from tests.default_run import first_by_default
from tests.reports import REPORTS

WRITTEN_OVER = {
    "Z": lambda _whole, _chance: b"\x5a" * 2000,
    "zeros": lambda _whole, _chance: bytes(2000),
    "ones": lambda _whole, _chance: b"\xff" * 2000,
    "noise": lambda _whole, chance: chance.randbytes(2000),
    "text": lambda _whole, _chance: (b"It was written into the wrong file. " * 60)[:2000],
    "an earlier part": lambda whole, _chance: whole[2000:4000],
}
"""What a failing card or a careless program leaves in the middle of a file."""
JPEGS = {
    "usual": {"quality": 90},
    "own tables": {"quality": 80, "optimize": True},
    "in passes": {"quality": 90, "progressive": True},
    "marks for a new start": {"quality": 90, "restart_marker_blocks": 9},
    "full colours": {"quality": 95, "subsampling": 0},
}


def saved(picture: Pictures.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def six_tags() -> Pictures.Image:
    return Pictures.open(REPORTS / "whole.jpg").convert("RGB")


def opened(data: bytes) -> bool:
    try:
        open_photo(data)
    except BadPicture as bad:
        return not any(word in bad.sentence for word in ("damaged", "whole"))
    return True


def spoilt(whole: bytes, over: str, times: int) -> list[bytes]:
    chance = random.Random(over)
    places = [chance.randrange(5000, len(whole) - 2500) for _ in range(times)]
    return [whole[:at] + WRITTEN_OVER[over](whole, chance) + whole[at + 2000 :] for at in places]


@pytest.mark.parametrize("over", WRITTEN_OVER)
@pytest.mark.parametrize("how", first_by_default(JPEGS))
def test_a_jpeg_that_was_written_over_is_refused(how: str, over: str) -> None:
    """Now and then as many blocks come out of the wrong data as of the right: nothing can tell that."""
    whole = saved(six_tags(), "JPEG", **JPEGS[how])
    assert opened(whole)
    assert sum(map(opened, spoilt(whole, over, 12))) <= 1


def test_a_jpeg_with_a_little_written_over_is_mostly_refused() -> None:
    """64 bytes are some ten blocks; now and then as many come out of others. But then the light of all that
    follow is seldom one that there is: before that was looked at, 19 of 90 were not noticed."""
    chance, unnoticed = random.Random(1), 0
    for how in ("usual", "own tables", "marks for a new start"):
        whole = saved(grainy(six_tags()), "JPEG", **JPEGS[how])
        assert opened(whole)
        places = [chance.randrange(700, len(whole) - 66) for _ in range(30)]
        little = [whole[:at] + chance.randbytes(64) + whole[at + 64 :] for at in places]
        noticed = [not opened(data) for data in little]
        unnoticed += noticed.count(False)
        # Phones write a second, smaller picture behind the first, with tables of its own
        assert [not opened(data + whole) for data in little[:15]] == noticed[:15]
    assert unnoticed <= 5


def grainy(picture: Pictures.Image) -> Pictures.Image:
    """As sensors make it."""
    grain = np.random.default_rng(1).normal(0, 3, (picture.height, picture.width, 1))
    return Pictures.fromarray((np.asarray(picture) + grain).clip(0, 255).astype(np.uint8))


def test_pictures_at_the_ends_of_what_there_is_are_whole() -> None:
    """Squares of black and white, noise, and steps of light of all sizes, fine and coarse, by several
    encoders."""
    chance = np.random.default_rng(3)
    squares = (np.indices((93, 117)).sum(axis=0) // 8 % 2 * 255).astype(np.uint8)
    dots = (chance.integers(0, 2, (57, 70, 3)) * 255).astype(np.uint8)
    burnt = (np.asarray(six_tags().resize((180, 135))).astype(int) * 3 - 120).clip(0, 255).astype(np.uint8)
    for pixels in (squares, dots, burnt, chance.integers(0, 256, (57, 70, 3)).astype(np.uint8)):
        picture = Pictures.fromarray(pixels).convert("RGB")
        for step in (1, 2, 3, 17, 255):
            tables = [[step] * 64] * 2
            for mode in ("RGB", "L", "CMYK"):
                for passes in (False, True):
                    data = saved(picture.convert(mode), "JPEG", qtables=tables, progressive=passes)
                    assert not is_damaged(data), (step, mode, passes)
        for sides in (cv2.IMWRITE_JPEG_SAMPLING_FACTOR_411, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422):
            how = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sides, cv2.IMWRITE_JPEG_RST_INTERVAL, 3]
            assert not is_damaged(cv2.imencode(".jpg", np.asarray(picture), how)[1].tobytes())
        for lossless in (False, True):
            assert not is_damaged(saved(picture, "WEBP", lossless=lossless))


@pytest.mark.slow
def test_a_jpeg_in_passes_loses_no_tag_unnoticed() -> None:
    """Its last pass refines the last bit of what is known: any bits are right there, and now and then as many
    are read out of the wrong as of the right. Of zeros 39 of 300 were not noticed before each pass was looked
    at, of its own bytes up to 17."""
    unnoticed = dict.fromkeys(("zeros", "an earlier part"), 0)
    for quality in (80, 92):
        whole = saved(grainy(six_tags()), "JPEG", quality=quality, progressive=True)
        wanted = tags_in(whole)
        assert len(wanted) == 6
        for over in unnoticed:
            for data in filter(opened, spoilt(whole, over, 75)):
                unnoticed[over] += 1
                assert tags_in(data) == wanted, (quality, over)
    assert unnoticed["zeros"] == 0
    assert unnoticed["an earlier part"] <= 8


def tags_in(jpeg: bytes) -> list[str]:
    known = all_tags("NF", games.load("new-frontiers").tracking.tiles())
    found = Reader(None, known).read_thoroughly(decode_image(jpeg))
    return sorted(sighting.tag.text for sighting in found)


def test_a_pass_that_is_there_twice_is_damage() -> None:
    """As where a card wrote a part of the file to a wrong place: its decoder complains of nothing else."""
    whole = saved(six_tags(), "JPEG", quality=80, progressive=True)
    passes = [at.start() for at in re.finditer(b"\xff\xda", whole)]
    begin, end = passes[3], whole.index(b"\xff\xc4", passes[3])
    assert opened(whole)
    assert is_damaged(whole[:end] + whole[begin:end] + whole[end:])


@pytest.mark.parametrize("how", JPEGS)
def test_a_jpeg_that_was_sent_as_text_is_refused(how: str) -> None:
    """Each line's end became two letters, in its head, too."""
    whole = saved(six_tags(), "JPEG", **JPEGS[how])
    assert not opened(whole.replace(b"\n", b"\r\n"))
    assert opened(whole.replace(b"\xff\xdb", b"\xff\xff\xff\xdb")), "a marker may be filled up"


@pytest.mark.parametrize("over", WRITTEN_OVER)
@pytest.mark.parametrize("lossless", first_by_default([False, True]))
def test_a_webp_that_was_written_over_is_refused(lossless: bool, over: str) -> None:
    whole = saved(six_tags(), "WEBP", lossless=lossless)
    assert opened(whole)
    assert sum(map(opened, spoilt(whole, over, 8))) <= 1


@pytest.mark.parametrize("over", WRITTEN_OVER)
def test_a_png_that_was_written_over_is_refused(over: str) -> None:
    whole = saved(six_tags(), "PNG")
    assert opened(whole)
    assert not any(map(opened, spoilt(whole, over, 4)))


def test_the_reported_photos() -> None:
    assert opened((REPORTS / "whole.jpg").read_bytes())
    for name in ("hole.jpg", "hole-other.jpg"):
        with pytest.raises(BadPicture, match="damaged"):
            open_photo((REPORTS / name).read_bytes())


@pytest.mark.skipif(not features.check("avif"), reason="this Pillow reads no AVIF")
def test_an_avif_that_was_written_over_is_damaged() -> None:
    whole = (REPORTS / "photo.avif").read_bytes()
    assert not is_damaged(whole)
    assert sum(not is_damaged(data) for data in spoilt(whole, "noise", 8)) <= 2


def test_what_cameras_leave_at_the_end_is_no_damage() -> None:
    """Zeros that fill a block, a doubled mark, a second picture behind the first, and the sizes where the
    last block is cut."""
    whole = saved(six_tags(), "JPEG", quality=90)
    for end in (
        bytes(30) + whole[-2:],
        b"\xff\xff" + whole[-2:],
        whole[-2:] + whole,
        whole[-2:] + bytes(500),
    ):
        assert opened(whole[:-2] + end)
    for size in ((701, 523), (704, 528), (449, 303)):
        for kind in ("JPEG", "WEBP"):
            assert opened(saved(six_tags().resize(size), kind))
    for mode in ("L", "CMYK"):
        assert opened(saved(six_tags().convert(mode), "JPEG"))


@pytest.mark.parametrize("shade", first_by_default([128, 0, 255]))
@pytest.mark.parametrize("kind", ["JPEG", "WEBP"])
def test_an_even_picture_is_whole(kind: str, shade: int) -> None:
    """Its data are next to nothing, and all alike."""
    for options in ({}, {"quality": 30}, {"lossless": True}, {"optimize": True, "progressive": True}):
        even = Pictures.new("RGB", (641, 479), (shade,) * 3)
        assert opened(saved(even, kind, **options))
        even.paste(six_tags().resize((300, 100)), (0, 0))
        assert opened(saved(even, kind, **options))
