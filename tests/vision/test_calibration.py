"""Tests of the calibration kept of a camera, and of its use."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.calibration import Calibration, Calibrations
from companion.vision.camera_worker import CameraPipeline
from companion.vision.lens import Lens, measure_lens
from companion.vision.rendered import RenderedTable
from companion.vision.sources import camera_name, kept_names
from companion.vision.table_mapping import TableMapping
from tests.rigs.plans import laid_out

from .conftest import TILES
from .test_lens import bent_picture

CORNERS = ((0.1, 0.1), (0.9, 0.12), (0.88, 0.9), (0.12, 0.88))
WHOLE = Calibration(
    (1200.0, 800.0),
    CORNERS,
    {"middle": ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0))},
    Lens(0.1, -0.02),
    {"rare": [1, 2, 3]},
)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    kept = Calibrations(tmp_path / "new" / "cameras.json")
    kept.save("Desk Cam", WHOLE)
    kept.save("Other", Calibration())
    assert Calibrations(kept.path).load("Desk Cam") == WHOLE
    assert kept.load("Other") == kept.load("never seen") == Calibration()


def test_two_addresses_that_are_shown_alike_keep_apart(
    tmp_path: Path,
) -> None:
    one, two = (f"rtsp://h/live?channel={n}&p=secret" for n in (1, 2))
    assert camera_name(one) == camera_name(two) == "rtsp://h/live?…"
    kept = Calibrations(tmp_path / "cameras.json")
    kept.save("rtsp://h/live?channel=1&p=secret", WHOLE)  # as versions before kept it
    assert kept.load(*kept_names(one)) == WHOLE
    assert kept.load(*kept_names(two)) == Calibration()
    name, before = kept_names(one)
    kept.save(name, WHOLE, before)
    assert kept.load(*kept_names(one)) == WHOLE
    assert "secret" not in kept.path.read_text()
    assert kept_names("rtsp://h/live") == ("rtsp://h/live", "")
    channels = [kept_names(f"rtsp://h/user=me&password=secret&channel={n}") for n in (1, 2)]
    assert channels[0][0] != channels[1][0]
    assert "secret" not in channels[0][0]
    assert channels[0][1] == "rtsp://h/user=me&password=secret&channel=1"  # as it was called before


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"Desk Cam": 7}', '{"Desk Cam": {"lens": {"k1": 9, "k2": 0}}}', "\x00"]
)
def test_a_damaged_file_counts_as_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cameras.json"
    path.write_text(text)
    kept = Calibrations(path)
    assert kept.load("Desk Cam") == Calibration()
    assert path.read_text() == text
    kept.save("Desk Cam", WHOLE)
    assert kept.load("Desk Cam") == WHOLE


def test_one_cameras_damage_is_not_anothers(tmp_path: Path) -> None:
    path = tmp_path / "cameras.json"
    path.write_text(json.dumps({"Bad": {"corners": [[0, 0]]}, "Good": WHOLE.to_json()}))
    kept = Calibrations(path)
    assert kept.load("Bad") == Calibration()
    assert kept.load("Good") == WHOLE


_json = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["size_mm", "corners", "zones", "lens", "goods"]), _json) | _json)
def test_anything_is_a_calibration_or_is_refused(data: object) -> None:
    try:
        found = Calibration.from_json(data)
    except ValueError:
        return
    assert Calibration.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_zones_of_other_seats_are_left_aside() -> None:
    three = laid_out(3)
    shaped = Calibration(zones=dict.fromkeys(three.zones, ((0, 0), (50, 0), (50, 50))))
    assert shaped.applied_to(three).zones["middle"] == ((0, 0), (50, 0), (50, 50))
    assert shaped.applied_to(laid_out(4)) == laid_out(4)


def test_corners_hold_at_any_size_of_the_picture() -> None:
    layout = laid_out(2)
    for wide, high in ((1920, 1080), (3840, 2160)):
        zones = TableMapping(layout, (1, 1), CORNERS)
        zones.set_picture_size(wide, high)
        assert zones.is_located
        assert zones.to_mm(0.1 * wide, 0.1 * high) == pytest.approx((0, 0), abs=0.01)
        assert zones.to_mm(0.88 * wide, 0.9 * high) == pytest.approx((900, 600), abs=0.01)


def test_place_tags_know_better_than_dragged_corners() -> None:
    layout = laid_out(2)
    zones = TableMapping(layout, (900, 600), CORNERS)
    zones.update_places({n: (x, y) for n, (x, y) in layout.places.items()})
    assert zones.to_mm(450, 300) == pytest.approx((450, 300), abs=0.5)


def view_of(image: np.ndarray, table: RenderedTable, calibration: Calibration) -> CameraPipeline:
    view = CameraPipeline(table.layout, "NF", TILES.values(), calibration)
    for n in range(8):
        view.process(image, 10 + n / 12)
    return view


@pytest.mark.slow
def test_through_a_bent_lens_tiles_lie_where_they_lie(table: RenderedTable) -> None:
    """Place tags tie the corners; between them a wide lens shifts tiles by centimetres, until measured."""
    rng = np.random.default_rng(3)
    places = {}
    for n in range(1, 37):
        tile, x, y = f"W{n:02d}", 90 + 110 * ((n - 1) % 9), 70 + 150 * ((n - 1) // 9)
        table.put(tile, "A", x, y, float(rng.integers(0, 360)))
        places[tile] = (x, y)
    straight = {
        t: (s.x_mm, s.y_mm) for t, s in view_of(table.picture(), table, Calibration()).tracker.steady.items()
    }
    image = bent_picture(table.picture(), -0.08)
    raw = view_of(image, table, Calibration())
    squares = [s.corners for _at, s in raw.sightings.values()]
    lens = measure_lens(squares, 1920, 1080).lens
    mended = view_of(image, table, Calibration(lens=lens))

    def worst(view: CameraPipeline) -> float:
        found = view.tracker.steady
        both = found.keys() & straight.keys()
        assert len(both) >= 30
        return max(np.hypot(found[t].x_mm - straight[t][0], found[t].y_mm - straight[t][1]) for t in both)

    assert worst(raw) > 15
    assert worst(mended) < 1.5


def test_a_view_that_is_calibrated_begins_again_and_misses_nothing(table: RenderedTable) -> None:
    table.put("W01", "A", 300, 150)
    view = view_of(table.picture(), table, Calibration())
    assert view.observation(11, 1).watching
    view.calibrate(table.layout, Calibration(lens=Lens(0.05)))
    assert not view.observation(11, 2).watching
    for n in range(8):
        view.process(table.picture(), 11 + n / 12)
    seen = view.observation(12, 3)
    assert "W01" in seen.spots
    assert seen.watching
