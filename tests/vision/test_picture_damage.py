"""Tests of damage inside a picture that its decoder passes over: data written over, in every format."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image as Pictures
from PIL import features

from companion.vision.picture_damage import is_damaged
from companion.vision.sent_photos import BadPicture, open_photo
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
