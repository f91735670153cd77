"""Bare tiles proposed by their own look: learnt from pictures of their faces, found among tagged tiles."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.vision.cut_outs import MARGIN_MM, PX_PER_MM
from companion.vision.learnt_faces import TileFace, learn_face
from companion.vision.looks_in_play import MIN_CERTAIN
from companion.vision.plane import fit_plane
from companion.vision.reader import Reader
from companion.vision.tile_looks import TileLookReader
from tests.rigs.printed_tiles import photo, style, tile_picture

SIZE_MM = 58.0
TAGGED = ("T01A", "T02A", "T03A", "T04A")
BARE = tuple(f"B{n:02}A" for n in range(1, 9))
OTHERS = tuple(f"C{n:02}A" for n in range(1, 13))
STRANGERS = ("S01A", "S02A")
SYMBOL_MM = 16.0


def drawn(tag, **fields):
    rng = Random(tag)
    about = {"cost": rng.randint(0, 7), "vp": rng.randint(0, 6), "colonists": 1, "id": tag}
    about["kind"], about["good"] = (
        rng.choice(("Novelty", "Rare", "Genes")),
        rng.choice(("production", "windfall")),
    )
    name = " ".join(rng.sample(("Far", "Old", "Blue", "Harbor", "Relay", "Moons", "Gate", "Reef"), 2))
    about["powers"] = [f"Trade: {rng.randint(1, 4)} for {rng.choice(('a good', 'each world', 'nothing'))}"]
    return tile_picture(style("own looks"), "world", about | {"name": name} | fields)


def face(tag, picture=None, part=None):
    """What would be kept of it, without its sticker."""
    rgba = drawn(tag) if picture is None else picture
    side, rim = round(SIZE_MM * PX_PER_MM), round(MARGIN_MM * PX_PER_MM)
    small = cv2.resize(rgba, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    opaque = small[:, :, 3:] / 255
    kept = np.full((side + 2 * rim, side + 2 * rim, 3), 90, np.uint8)
    kept[rim:-rim, rim:-rim] = small[:, :, :3] * opaque + 90 * (1 - opaque)
    return TileFace(tag, part or tag, kept, SIZE_MM, True)


def table(bare, change=lambda tag, picture: picture, seed="table"):
    """A photo of four tagged tiles among bare ones, its tags' corners, and where each tile lies."""
    rng = Random(seed)
    order = rng.sample([*TAGGED, *bare], len(TAGGED) + len(bare))
    tiles = [(f"XX:{tag}" if tag in TAGGED else "", change(tag, drawn(tag))) for tag in order]
    seen, where = photo(tiles, rng, wide_px=1300, turn=180.0)
    tags = [sighting.corners for sighting in Reader({"XX"}).read_thoroughly(seen)]
    assert len(tags) == len(TAGGED)
    return seen, tags, {tag: laid.middle for tag, laid in zip(order, where, strict=True)}


def proposed(reader, seen, tags):
    return reader.read(seen, tags, fit_plane(tags, SYMBOL_MM))


@pytest.fixture(scope="module")
def faces():
    return {tag: learn_face(face(tag)) for tag in (*TAGGED, *BARE, *OTHERS)}


@pytest.fixture(scope="module")
def laid():
    """The table of all bare tiles and two that nobody has photographed."""
    return table((*BARE, *STRANGERS))


@pytest.fixture(scope="module")
def whole(faces, laid):
    """That table, and what is proposed there."""
    seen, tags, where = laid
    return seen, tags, where, proposed(TileLookReader(faces.values()), seen, tags)


@pytest.mark.slow
def test_bare_tiles_are_proposed_where_they_lie(whole):
    _seen, _tags, where, found = whole
    assert len(found) >= 7
    for one in found:
        assert one.tag in BARE, f"{one.tag} lies nowhere, or wears its tag"
        assert np.linalg.norm(np.mean(one.outline, axis=0) - where[one.tag]) < 12
    assert len({one.tag for one in found}) == len(found)


@pytest.mark.slow
def test_bare_tiles_are_certain_in_a_dim_room_out_of_focus(laid, faces):
    """Of eight one was: a dim picture's contrast was taken for noise, and it is softer than a learnt one."""
    seen, tags, where = laid
    coarse = cv2.resize(seen, None, fx=0.36, fy=0.36, interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(1).normal(0, 1.5, coarse.shape)
    dim = np.clip(cv2.GaussianBlur(coarse, (0, 0), 1.6) * (0.24, 0.29, 0.32) + grain, 0, 255).astype(np.uint8)
    small = [tuple((x * 0.36, y * 0.36) for x, y in corners) for corners in tags]
    found = proposed(TileLookReader(faces.values()), dim, small)
    assert len([one for one in found if one.alike >= MIN_CERTAIN]) >= 7
    for one in found:
        assert np.linalg.norm(np.mean(one.outline, axis=0) - np.multiply(where[one.tag], 0.36)) < 6


@pytest.mark.slow
def test_a_tile_is_proposed_by_no_tag_and_where_none_was_read(whole, faces):
    seen, tags, _where, _found = whole
    tagged = TileLookReader([faces[tag] for tag in TAGGED])
    assert proposed(tagged, seen, tags) == ()
    middles = np.array([np.mean(corners, axis=0) for corners in tags])
    for one in whole[3]:
        outline = np.array(one.outline, np.float32)
        assert all(cv2.pointPolygonTest(outline, (float(x), float(y)), False) < 0 for x, y in middles)


@pytest.mark.slow
def test_without_colours_nothing_is_proposed(whole, faces):
    """In light alone a tile that is not known may look much like another."""
    seen, tags, _where, _found = whole
    assert proposed(TileLookReader(faces.values()), cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), tags) == ()


@pytest.mark.slow
def test_without_a_plane_or_faces_nothing_is_named(laid, faces):
    seen, tags, _where = laid
    assert TileLookReader(faces.values()).read(seen, tags, None) == ()
    assert TileLookReader([]).read(seen, tags, fit_plane(tags, SYMBOL_MM)) == ()


@pytest.mark.slow
def test_two_faces_that_look_the_same_are_never_proposed_unless_they_count_as_one(whole, faces):
    seen, tags, _where, found = whole
    named = found[0].tag
    twin = learn_face(replace(faces[named].face, tag="Z01A", part="Z01A"))
    rivals = proposed(TileLookReader([*faces.values(), twin]), seen, tags)
    unsure = [one for one in rivals if one.tag in (named, "Z01A")]
    assert unsure
    assert all({one.tag, *one.rivals} >= {named, "Z01A"} for one in unsure)
    copy = learn_face(replace(faces[named].face, tag="Z01A", part=named))
    copies = proposed(TileLookReader([*faces.values(), copy]), seen, tags)
    assert [one.rivals for one in copies if one.tag in (named, "Z01A")] == [()]


def test_a_tile_that_is_not_known_is_not_taken_for_one_that_shares_its_picture(faces):
    """Only the figures differ; the box knows two of the three."""
    about = {"id": "shared", "name": "Far Gate", "kind": "Genes", "good": "windfall", "powers": []}
    prints = {
        f"G0{n}A": drawn(f"G0{n}A", **about, cost=cost, vp=vp)
        for n, cost, vp in ((1, 1, 5), (2, 4, 0), (3, 7, 3))
    }
    known = [learn_face(face(tag, prints[tag])) for tag in ("G01A", "G02A")]
    reader = TileLookReader([*faces.values(), *known])
    seen, tags, _where = table((*BARE[:3], "G03A"), lambda tag, picture: prints.get(tag, picture), "shared")
    found = {one.tag for one in proposed(reader, seen, tags) if not one.rivals}
    assert found <= set(BARE[:3])
    assert len(found) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("shown", [0.3, 0.6])
def test_a_tile_under_a_hand_is_proposed_only_where_half_of_it_shows(faces, shown):
    def under(tag, picture):
        if tag != BARE[0]:
            return picture
        laid = picture.copy()
        laid[:, round(shown * laid.shape[1]) :, :3] = (120, 150, 205)
        return laid

    seen, tags, _where = table(BARE[:4], under, "hand")
    found = {one.tag: one for one in proposed(TileLookReader(faces.values()), seen, tags)}
    assert set(found) <= set(BARE[:4])
    assert len(set(found) - {BARE[0]}) == 3
    assert (BARE[0] in found) == (shown > 0.5)


def test_a_picture_that_shows_too_little_is_not_learnt():
    blank = replace(face(BARE[0]), picture=np.full((620, 620, 3), 128, np.uint8))
    with pytest.raises(ValueError, match=BARE[0]):
        learn_face(blank)
