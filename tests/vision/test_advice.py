from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision import advice
from companion.vision.advice import GOOD_PX_PER_MODULE, MIN_PX_PER_MODULE
from companion.vision.causes import evidence
from companion.vision.reader import Reader
from companion.vision.rendered import RenderedTable
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tags import all_tags
from tests.default_run import first_by_default
from tests.rigs.bad_pictures import BY_CAUSE, first_advice
from tests.rigs.drawn_scenes import TYPICAL, prove
from tests.rigs.plans import laid_out
from tests.vision.conftest import TILES


@pytest.mark.parametrize(
    ("module", "level", "says"),
    [
        (GOOD_PX_PER_MODULE, "good", "enough"),
        (1.6, "poor", "nearer by 20\u00a0% (from 100 cm by 20 cm), or print tags of 20 mm"),
        (MIN_PX_PER_MODULE - 0.1, "bad", "too small"),
        (None, "bad", "No tag is read"),
    ],
)
def test_size(module: float | None, level: str, says: str) -> None:
    finding = advice.size_finding(module, 16.0)
    assert finding.level == level
    assert says in finding.sentence


def test_the_advice_given_would_do() -> None:
    """A camera brought nearer by so many per cent shows modules of GOOD pixels."""
    module = 1.2
    nearer = int(advice.size_finding(module).sentence.split("nearer by ")[1].split("\u00a0%")[0])
    assert module / (1 - nearer / 100) == pytest.approx(GOOD_PX_PER_MODULE, rel=0.02)


@pytest.mark.parametrize(
    ("seen", "level"), [((1, 2, 3, 4), "good"), ((1, 3), "poor"), ((2,), "bad"), ((), "bad")]
)
def test_places(seen: tuple[int, ...], level: str) -> None:
    finding = advice.place_tag_finding(seen, laid_out(3))
    assert finding.level == level
    assert all(f"Z{n}" in finding.sentence for n in {1, 2, 3, 4} - set(seen) if level != "good")


def test_a_lamp_is_told_from_white_paper(table: RenderedTable) -> None:
    for n in range(1, 10):
        table.put_in("seat:0", f"W{n:02d}", "A")
    picture = table.picture()
    assert advice.glare_patches(picture, table.px_per_mm) == []
    assert advice.light_finding(picture, table.px_per_mm).level == "good"
    y, x = np.ogrid[:1080, :1920]
    picture[(x - 700) ** 2 + (y - 400) ** 2 < 30**2] = 255
    (patch,) = advice.glare_patches(picture, table.px_per_mm)
    assert patch == pytest.approx((700, 400), abs=6)
    assert advice.light_finding(picture, table.px_per_mm).level == "poor"


def exposed(picture: np.ndarray, light: float, white: int, seed: int) -> np.ndarray:
    """As a camera gives it whose white is this: with noise, and bright parts cut off."""
    noisy = picture.astype(np.float32) * light + np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.clip(noisy, 0, white).astype(np.uint8)


@pytest.mark.parametrize("white", first_by_default([244, 255, 248, 235]))
@pytest.mark.parametrize("seed", first_by_default(range(3)))
def test_light_is_judged_by_the_white_of_the_camera(table: RenderedTable, white: int, seed: int) -> None:
    for n in range(1, 10):
        table.put_in("seat:0", f"W{n:02d}", "A")
    bare = table.picture()
    bare[60:500, 1300:1800] = 240  # a sheet of paper is white for more than a disc, and no lamp
    light = 0.9 * white / 255
    assert advice.light_finding(exposed(bare, light, white, seed), table.px_per_mm).level == "good"
    y, x = np.mgrid[:1080, :1920]
    glow = 500 * np.exp(-(((x - 700) ** 2 + (y - 400) ** 2) / (40 + 15 * seed) ** 2))
    lamp = exposed(bare + glow[:, :, None] / light, light, white, seed)
    (patch,) = advice.glare_patches(lamp, table.px_per_mm)
    assert patch == pytest.approx((700, 400), abs=8)
    assert "bright patch" in advice.light_finding(lamp, table.px_per_mm).sentence
    too_much = exposed(bare.astype(np.float32) + 60, 3.0, white, seed)
    assert "too bright" in advice.light_finding(too_much, table.px_per_mm).sentence


def test_a_dark_picture_is_said(table: RenderedTable) -> None:
    assert "dark" in advice.light_finding((table.picture() * 0.2).astype(np.uint8), table.px_per_mm).sentence


@pytest.mark.slow
def test_glare_in_drawn_scenes_is_found() -> None:
    proof = prove(TYPICAL, 2.0, 3)
    assert advice.glare_patches(proof.images[0], proof.px_per_mm)


def test_corners_marked_by_hand_do_without_place_tags() -> None:
    layout = laid_out(3)
    assert advice.place_tag_finding((), layout, by_hand=True).level == "good"
    assert (
        advice.place_tag_finding((1, 3), layout, by_hand=True).level == "poor"
    )  # these tie the table, not the corners


def test_one_of_several_cameras_needs_four_place_tags_only() -> None:
    layout = laid_out(3, cameras=2)
    assert advice.place_tag_finding((1, 4, 5, 6), layout).level == "good"
    assert advice.place_tag_finding((1, 4, 5), layout).level == "poor"


@pytest.mark.parametrize(("blur", "level"), first_by_default([(2.2, "bad"), (1.3, "poor"), (0.5, "good")]))
def test_a_blurred_picture_is_said(blur: float, level: str) -> None:
    # In this scene a few tags are read even at the worst: a single one would be the sharpest.
    proof = prove(replace(TYPICAL, blur=(blur, blur), smear=(0, 0)), 2.0, 4)
    known = [f"NF:W{n:02d}{face}" for n in range(1, 60) for face in "AB"]
    sharp = Reader({"NF"}, known)
    finding = advice.sharpness_finding(
        proof.images[0], sharp.read(proof.images[0]) or sharp.read(proof.images[0])
    )
    assert finding is not None
    assert finding.level == level


def test_of_no_tag_nothing_is_said_about_sharpness(table: RenderedTable) -> None:
    assert advice.sharpness_finding(table.picture(), []) is None


@pytest.mark.parametrize(
    ("seconds", "level"), [([0, 0.1, 0.2], "good"), ([0, 1, 2], "poor"), ([0], "bad"), ([], "bad")]
)
def test_pace(seconds: list[float], level: str) -> None:
    assert advice.rate_finding(seconds).level == level


def test_everything_at_once_the_worst_first(table: RenderedTable) -> None:
    found = Reader().read(table.picture())
    findings = advice.examine_picture(table.picture(), found, table.layout, table.px_per_mm, table.symbol_mm)
    assert [f.level for f in findings] == ["good", "good", "good", "good"]
    nothing = advice.examine_picture(np.zeros((1080, 1920, 3), np.uint8), [], table.layout, 1.0)
    assert [(f.level, f.cause) for f in nothing] == [("bad", "black"), ("bad", "")]
    assert nothing[0].sentence.startswith("No tag is read. The camera gives black pictures")


@pytest.mark.parametrize(
    ("cause", "seed", "says"),
    first_by_default(
        [
            ("small", 0, "No tag is read. The picture has only 640 x 480 pixels: choose a larger one"),
            ("dark", 0, "The picture is dark: switch a lamp on"),
            ("none", 0, "No tag is read: lay a piece in view"),
            ("small", 1, "The picture has only 640 x 480 pixels"),
            ("slant", 0, "The camera looks at a slant of about 60 degrees, too flat"),
            ("slant", 1, "No tag is read. The camera looks at a slant of about 65 degrees"),
            ("negative", 0, "No tag is read. Tags are seen light on dark"),
            ("far", 0, "No tag is read. Tags are seen, but a module is only 0."),
            ("mirrored", 0, "The picture is mirrored: switch “mirror”"),
            ("flicker", 0, "anti-flicker (“power line frequency”) to 50 Hz, in the Americas to 60 Hz"),
            ("bright", 2, "The picture is too bright: turn the lamp aside"),
            ("blur", 3, "The picture is blurred: focus the camera"),
            ("blur", 1, "No tag is read. The picture is blurred: focus the camera"),
            ("", 2, ""),
        ]
    ),
)
def test_the_advice_names_the_cause(cause: str, seed: int, says: str) -> None:
    first = first_advice(BY_CAUSE[cause](seed))
    assert first.cause == cause
    assert says in first.sentence


def test_a_mirrored_picture_is_proved_by_a_flipped_copy_where_nothing_is_read(table: RenderedTable) -> None:
    for n in range(1, 10):
        table.put_in("seat:0", f"W{n:02d}", "A")
    small = cv2.resize(table.picture(), None, fx=0.45, fy=0.45, interpolation=cv2.INTER_AREA)
    known = TagMatcher(all_tags("NF", TILES.values(), table.layout.places))
    assert not evidence(small, [], known).mirrored
    assert evidence(np.ascontiguousarray(small[:, ::-1]), [], known).mirrored
