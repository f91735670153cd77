"""Tests of reading a photo of a mat, and of detecting tiles that cannot be read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import cv2
import msgspec
import numpy as np
import pytest

from companion.scan import doubts, reading
from companion.scan.found import PhotoContents
from companion.scan.outline import CERTAIN, outlines
from companion.scan.reading import read_photo, read_sent_photo
from companion.vision import part_matcher
from companion.vision.sent_photos import USEFUL_PIXELS, open_photo
from tests.default_run import first_by_default
from tests.rigs import finished_tables
from tests.rigs.finished_tables import Thing

from .drawn_tables import STONES, cover_tag, mat, photo, read

CHIP = Thing("chip", 0, 0, 36.0, (205, 190, 120))
CUBE = Thing("cube", 0, 0, 10.0, (56, 179, 207))


def tags(found: PhotoContents) -> set[str]:
    return {f.tag for f in found.found}


def unread_kinds(found: PhotoContents) -> list[str]:
    return [d.kind for d in found.doubts if d.kind not in doubts.HINTS]


@pytest.mark.parametrize("phone", first_by_default((3, 0, 1, 2)))
def test_every_phone_reads_a_whole_mat(phone: int) -> None:
    laid = mat("H2A", ["W01", "W02", "W03", "W04"], ["W20", "W21"], ["D01", "D07", "D08"], seed=phone)
    found = read(laid, seed=20 + phone, phone=phone)
    worlds = {f"ST:W0{n}B" for n in range(1, 5)} | {"ST:W20A", "ST:W21A"}
    assert tags(found) == worlds | {"ST:H2A", "ST:D01A", "ST:D07A", "ST:D08A"}
    assert {f.role for f in found.found} == {"home", "colony", "explored", "development"}
    assert all(f.sure and not f.why for f in found.found)
    assert set(unread_kinds(found)) <= {doubts.GLARE}


@pytest.mark.slow
def test_a_tag_with_a_corner_under_a_cube_is_read_all_the_same() -> None:
    laid = mat("H1B", ["W05", "W06", "W07"], built=["D02"])
    cover_tag(laid, "W06", replace(CUBE, x=-6, y=-6))
    cover_tag(laid, "W07", replace(CUBE, x=6, y=-5))
    cover_tag(laid, "W07", replace(CUBE, x=-7, y=-6))  # two corners are covered: one is left
    found = read(laid)
    assert {"ST:W06B", "ST:W07B"} <= tags(found)


@pytest.mark.parametrize("phone", first_by_default(range(4)))
def test_a_tile_whose_tag_is_covered_is_noticed_where_it_lies(phone: int) -> None:
    laid = mat("H1B", ["W05", "W06", "W07"], built=["D02"])
    cover_tag(laid, "W06", CHIP)
    cover_tag(laid, "W06", replace(CHIP, angle=90.0))
    image = photo(laid, seed=3 + phone, phone=phone)
    found = read_photo(image, STONES)
    assert "ST:W06B" not in tags(found)
    (doubt,) = (d for d in found.doubts if d.kind == doubts.BARE)
    x, y = np.mean(doubt.outline, axis=0)
    assert 0 < x < image.shape[1]
    five, seven = (next(f for f in found.found if f.tile == w).middle for w in ("W05", "W07"))
    between = ((five[0] + seven[0]) / 2, (five[1] + seven[1]) / 2)
    assert np.hypot(x - between[0], y - between[1]) < 0.35 * np.hypot(five[0] - seven[0], five[1] - seven[1])
    assert doubt.said(str).endswith("?")


def test_a_tag_whose_lead_is_small_is_a_question_with_several_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here no lead is large enough: the likeliest is named first, and lies nowhere before it is chosen."""
    monkeypatch.setattr(part_matcher, "SURE_LEAD", 2.0)
    laid = mat("H1B", ["W05", "W06", "W07"], built=["D02"])
    cover_tag(laid, "W06", replace(CHIP, x=0, y=-12))
    seen = read(laid)
    (asked,) = [doubt for doubt in seen.doubts if doubt.kind == doubts.MAYBE]
    assert asked.tiles[0] == "W06"
    assert len(asked.tiles) == 3
    assert "W06" not in {found.id for found in seen.found}


@pytest.mark.slow
def test_what_one_photo_shows_says_nothing_of_the_next() -> None:
    """Two tables are read by one server: a tag under a chip is not known from the other."""
    covered = mat("H1B", ["W05", "W06", "W07"], built=["D02"])
    cover_tag(covered, "W06", replace(CHIP, x=0, y=-12))
    first = read(covered)
    open_ = read(mat("H1B", ["W05", "W06", "W07"], built=["D02"]))
    assert "ST:W06B" in tags(open_)
    assert read(covered) == first


@pytest.mark.slow
def test_a_development_whose_tag_is_half_covered_is_noticed_or_read() -> None:
    laid = mat("H1B", ["W05", "W06"], built=["D02", "D03"])
    cover_tag(laid, "D03", replace(CHIP, x=0, y=-11.5))
    found = read(laid)
    assert "ST:D03A" in tags(found) or doubts.UNREAD in unread_kinds(found)


@pytest.mark.slow
def test_a_tile_that_the_photo_cuts_off_is_noticed() -> None:
    laid = mat("H1B", ["W05", "W06", "W07", "W08"])
    x, y, right, low = laid.box
    whole = read(laid, seed=5, box=(x, y, right - 200, low))
    assert "ST:W08B" in tags(whole)
    image = photo(laid, seed=5, box=(x, y, right - 200, low))
    tile = next(f for f in whole.found if f.tile == "W08")
    # Two of a tag's three corner squares are enough to identify it, but the cut leaves one.
    left, right = (edge(x for x, _ in tile.corners) for edge in (min, max))
    cut = read_photo(np.ascontiguousarray(image[:, : round(left + 0.4 * (right - left))]), STONES)
    assert "ST:W08B" not in tags(cut)
    assert {doubts.CUT, doubts.BARE, doubts.UNREAD} & set(unread_kinds(cut))


@pytest.mark.slow
def test_a_tag_of_no_tile_is_told() -> None:
    laid = mat("H1B", ["W05", "W06", "W07"])
    stranger = laid.scene.tiles[0]
    laid.scene.tiles[0] = replace(stranger, info=replace(stranger.info, id="W77"))
    found = read(laid)
    (doubt,) = (d for d in found.doubts if d.kind == doubts.STRANGE)
    assert "ST:W77B" in doubt.said(str)


def test_a_photo_of_no_table_says_so() -> None:
    cloth = np.random.default_rng(1).integers(60, 90, (900, 1200, 3)).astype(np.uint8)
    found = read_photo(cloth, STONES)
    assert found.found == ()
    assert found.plane is None
    assert [d.kind for d in found.doubts] == [doubts.NOTHING]


@pytest.mark.slow
@pytest.mark.parametrize("symbol", [10.0, 25.0])
def test_tags_of_another_size_are_as_good(symbol: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_tables, "SYMBOL_MM", symbol)
    laid = mat("H1B", ["W05", "W06", "W07"], built=["D02"])
    cover_tag(laid, "W06", CHIP)
    cover_tag(laid, "W06", replace(CHIP, angle=90.0))
    left, top, right, low = laid.box
    found = read(laid, box=(left, top, right - 120, low))
    assert found.symbol_mm == pytest.approx(symbol, rel=0.09)
    assert {"ST:W05B", "ST:W07B", "ST:H1B", "ST:D02A"} <= tags(found)
    asked = {tile for doubt in found.doubts if doubt.kind == doubts.MAYBE for tile in doubt.tiles}
    assert doubts.BARE in unread_kinds(found) or "ST:W06B" in tags(found) or "W06" in asked


@pytest.mark.slow
def test_a_large_photo_reads_like_a_small_one() -> None:
    laid = mat("H1B", ["W05", "W06", "W07"], built=["D02"])
    image = photo(laid)
    small = read_photo(image, STONES)
    large = read_photo(np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)), STONES)
    assert large.size == (2 * small.size[0], 2 * small.size[1])
    assert tags(large) == tags(small)
    there = {f.tag: f.middle for f in large.found}
    for f in small.found:
        assert there[f.tag] == pytest.approx((2 * f.middle[0], 2 * f.middle[1]), abs=3)


def encoded_photo(image: np.ndarray) -> bytes:
    """A photo with four times as many pixels, encoded as a phone sends it."""
    large = cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


@pytest.mark.slow
def test_a_large_photo_that_leaves_no_doubt_is_never_unpacked_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked: list[int] = []

    def counting_open_photo(data: bytes, most: int = USEFUL_PIXELS) -> np.ndarray:
        unpacked.append(most)
        return open_photo(data, most)

    monkeypatch.setattr(reading, "open_photo", counting_open_photo)
    laid = mat("H1B", ["W05", "W06", "W07"], built=["D02"])
    found, image = read_sent_photo(encoded_photo(photo(laid)), STONES)
    assert unpacked == [reading.COARSE_PIXELS]
    assert image.shape[0] * image.shape[1] <= reading.COARSE_PIXELS
    assert found.size == (image.shape[1], image.shape[0])
    assert {"ST:H1B", "ST:W05B", "ST:W06B", "ST:W07B", "ST:D02A"} == tags(found)


@pytest.mark.slow
def test_a_large_photo_that_leaves_a_doubt_is_looked_at_in_full() -> None:
    laid = mat("H1B", ["W05", "W06", "W07"], built=["D02"])
    for angle in (0.0, 90.0):
        cover_tag(laid, "W06", replace(CHIP, angle=angle))
    found, image = read_sent_photo(encoded_photo(photo(laid)), STONES)
    assert image.shape[0] * image.shape[1] > reading.TWO_STEP_PIXELS
    assert found.size == (image.shape[1], image.shape[0])
    assert doubts.BARE in unread_kinds(found)


def test_a_good_is_a_question_and_leaves_the_tile_sure() -> None:
    laid = mat("H1B", ["W05", "W06", "W07"])
    cover_tag(laid, "W06", Thing("cube", 0, -22, 10.0, (56, 179, 207)))
    found = read(laid)
    asked = {tile for d in found.doubts if d.kind == doubts.GOOD for tile in d.tiles}
    assert asked <= {"W05", "W06", "W07"}
    assert unread_kinds(found) == []


@pytest.mark.slow
def test_a_read_survives_being_kept() -> None:
    laid = mat("H1B", ["W05", "W06"])
    cover_tag(laid, "W06", CHIP)
    found = read(laid)
    assert msgspec.convert(json.loads(json.dumps(msgspec.to_builtins(found))), PhotoContents) == found


@pytest.mark.slow
def test_the_picture_shows_every_tile_and_every_doubt() -> None:
    laid = mat("H1B", ["W05", "W06", "W07"])
    cover_tag(laid, "W06", CHIP)
    cover_tag(laid, "W06", replace(CHIP, angle=90.0))
    image = photo(laid)
    found = read_photo(image, STONES)
    drawn = [*outlines(found, STONES.untracked.final())]
    for n, (f, outline) in enumerate(zip(found.found, drawn, strict=False)):
        assert _within(outline.line, f.corners), n
        assert " ".join(outline.words) == STONES.untracked.final().name(f.id)
        assert (outline.colour, outline.dashed) == (CERTAIN, False)
    wrong = [doubt for doubt in found.doubts if doubt.outline]
    assert doubts.BARE in [doubt.kind for doubt in wrong]
    assert len(drawn) == len(found.found) + len(wrong)
    for doubt, outline in zip(wrong, drawn[len(found.found) :], strict=True):
        assert _within(outline.line, doubt.outline)
        assert (outline.words, outline.dashed) == ([f"{found.doubts.index(doubt) + 1}?"], True)
    for outline in drawn:
        assert 0 <= outline.x <= found.size[0]
        assert 0 <= outline.y < outline.y + outline.letters <= found.size[1]


def _within(line: str, points: Sequence[tuple[float, float]]) -> bool:
    """Whether a line goes around these points, or through them."""
    drawn = np.array([point.split(",") for point in line.split()], np.float32)
    return all(cv2.pointPolygonTest(drawn, point, True) > -1.5 for point in points)
