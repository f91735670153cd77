import json
import tracemalloc
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from benchmarks.vision import KNOWN_TAGS
from benchmarks.vision_tilt import cover_corner_squares, warmed_up_reader
from companion.vision import finder, tag_decoder
from companion.vision.drawing import sticker_image
from companion.vision.preparation import gray
from companion.vision.read_files import read_files
from companion.vision.reader import Reader
from companion.vision.rendered import RenderedTable, sticker_middle
from companion.vision.tag_decoder import BANDS
from companion.vision.tags import MODULES
from tests.default_run import examples, first_by_default
from tests.rigs.drawn_scenes import HARD, prove
from tests.rigs.plans import Pieces

from .conftest import TILES, lay_fifty


def expected(table: RenderedTable) -> list[str]:
    laid = [f"NF:{t.id}{t.face}" for t in table.tiles().values()]
    return sorted(laid + [f"NF:Z{n}" for n in table.layout.places])


@pytest.mark.parametrize("seats", [2, 5])
def test_a_drawn_table_reads_back_exactly(seats: int) -> None:
    table = RenderedTable(seats, Pieces(TILES), "NF")
    lay_fifty(table, seats)
    found = Reader({"NF"}).read(table.picture())
    assert sorted(s.tag.text for s in found) == expected(table)
    for s in found:
        laid = table.tiles().get(s.tag.tile)
        if laid is not None:
            x, y = sticker_middle(laid, TILES[laid.id])
            assert np.hypot(s.x / table.px_per_mm - x, s.y / table.px_per_mm - y) < 0.8


@pytest.mark.slow
@pytest.mark.parametrize("module", first_by_default([1.5, 1.75]))
def test_a_cold_start_with_small_tags_in_dim_light_takes_one_picture(module: float) -> None:
    (image,) = (proof := prove(replace(HARD, glare=0), module, 11)).images
    read = {s.tag.text for s in Reader({"NF"}, [f"NF:{t}{face}" for t in TILES for face in "AB"]).read(image)}
    assert len(read & {tag.text for tag in proof.tags}) >= 0.95 * len(proof.tags)


@pytest.mark.slow
def test_a_photo_shows_the_covered_tags_that_a_live_camera_finds() -> None:
    """With a disc on a corner square of every third tag: a camera finds them within some pictures."""
    photo = prove(HARD, 2.0, 31, tilt=25, least_tilt=25).images[0]
    covered, hidden = cover_corner_squares(photo, warmed_up_reader(photo))
    assert len(hidden) > 12
    assert hidden <= {s.tag.text for s in Reader({"NF"}, KNOWN_TAGS).read_thoroughly(covered)}


def test_other_games_tags_are_ignored(table: RenderedTable) -> None:
    table.put("W01", "A", 300, 150)
    assert Reader({"RG"}).read(table.picture()) == []
    assert {s.tag.prefix for s in Reader().read(table.picture())} == {"NF"}


def test_parts_of_a_picture_read_like_the_whole(table: RenderedTable) -> None:
    table.put("W01", "A", 300, 150)
    table.put("W02", "B", 700, 450)
    plain = gray(table.picture())
    whole = {s.tag: (s.x, s.y) for s in Reader().read(plain)}
    found = Reader().read(plain, [(440, 170, 220, 220), (450, 180, 220, 220), (-50, -50, 10, 10)])
    assert [s.tag.text for s in found] == ["NF:W01A"]
    assert (found[0].x, found[0].y) == pytest.approx(whole[found[0].tag], abs=1)


@pytest.mark.parametrize("module", [2.5, 4.0, 8.0, 20.0])
def test_tags_of_any_size_read_and_tell_their_size(module: float) -> None:
    side = round(module * (MODULES + 4))
    image = np.full((side * 2, side * 2), 200, np.uint8)
    image[side // 2 : side // 2 + side, side // 2 : side // 2 + side] = sticker_image("NF:W07A", side)
    (s,) = Reader().read_thoroughly(image)
    assert s.tag.text == "NF:W07A"
    assert s.module == pytest.approx(module, rel=0.05)
    assert (s.x, s.y) == pytest.approx((side - 0.5, side - 0.5), abs=1.0)


@pytest.mark.slow
def test_a_large_photo_reads_in_bands_as_it_does_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    table = RenderedTable(5, Pieces(TILES), "NF")
    lay_fifty(table, 5)
    plain = gray(table.picture())
    known = [f"NF:{tile}{face}" for tile in TILES for face in "AB"]
    whole = Reader({"NF"}, known).read_thoroughly(plain)
    for module in (tag_decoder, finder):
        monkeypatch.setattr(module, "MAX_WHOLE_PIXELS", plain.size // 4)
    monkeypatch.setattr(finder, "FILTERED_ROWS", 100)
    banded = Reader({"NF"}, known).read_thoroughly(plain)
    assert len(banded) > 50
    assert sorted(s.tag.text for s in banded) == sorted(s.tag.text for s in whole)
    places = {(s.tag, round(s.x), round(s.y)) for s in whole}
    assert sum((s.tag, round(s.x), round(s.y)) in places for s in banded) > 0.9 * len(whole)


@pytest.mark.slow
def test_a_large_photo_takes_a_few_times_its_own_memory() -> None:
    plain = np.full((3000, 4000), 128, np.uint8)
    reader = Reader({"NF"}, ["NF:W01A"])
    tracemalloc.start()
    try:
        reader.read_thoroughly(plain)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5 * plain.nbytes  # nine times as much where it is looked at as a whole


def test_a_reader_suits_itself_to_the_size(table: RenderedTable) -> None:
    reader = Reader()
    table.put("W01", "A", 300, 150)
    reader.read(table.picture())
    assert reader.module_px == pytest.approx(table.symbol_mm * table.px_per_mm / MODULES, rel=0.05)
    close = np.full((500, 500), 255, np.uint8)
    close[50:450, 50:450] = sticker_image("NF:W07A", 400)
    assert [s.tag.text for s in reader.read(close)] == ["NF:W07A"]
    assert [s.tag.text for s in reader.read(close)] == ["NF:W07A"]
    # And back again: small tags after large ones.
    for _ in range(2):
        found = reader.read(table.picture())
    assert len(found) == 5


@given(arrays(np.uint8, st.tuples(st.integers(1, 60), st.integers(1, 60), st.sampled_from([1, 3, 4]))))
@settings(deadline=None, max_examples=examples(40))
def test_any_picture_reads_to_nothing_or_something(image: np.ndarray) -> None:
    Reader().read_thoroughly(image)
    Reader().read(image)


def test_files_by_the_contract(tmp_path: Path, table: RenderedTable) -> None:
    table.put("W07", "A", 300, 150)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), table.picture())
    (result,) = json.loads(json.dumps(list(read_files([path]))))
    assert set(result) == {"file", "ms", "tags"}
    assert result["file"] == str(path)
    assert result["ms"] > 0
    tag = next(t for t in result["tags"] if t["tag"] == "NF:W07A")
    assert set(tag) == {"tag", "x", "y", "corners"}
    assert np.mean(tag["corners"], axis=0) == pytest.approx((tag["x"], tag["y"]), abs=1)


def test_an_unreadable_file_is_one_sentence_beside_what_is_read(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.png", tmp_path / "bad.jpg"
    cv2.imwrite(str(good), np.zeros((30, 30), np.uint8))
    bad.write_bytes(b"\xff\xd8\xff\xe0 not really")
    absent, torn, folder, whole = read_files([tmp_path / "none.png", bad, tmp_path, good])
    assert "cannot be opened" in str(absent["error"])
    assert str(bad) in str(torn["error"])
    assert "cannot be opened" in str(folder["error"])
    assert whole["tags"] == []


def test_a_sticker_of_another_size_is_found_within_some_passes(table: RenderedTable) -> None:
    """The search looks for tags of the size that it knows; the decoder looks at one band each time."""
    reader = Reader({"NF"}, [f"NF:{tile}{face}" for tile in TILES for face in "AB"])
    table.put("W01", "A", 300, 150)
    table.put("W02", "A", 600, 420)
    image = table.picture()
    for _ in range(2):
        reader.read(image)
    assert reader.module_px == pytest.approx(2.2, abs=0.2)
    side = round(4.2 * (MODULES + 4))
    image[700 : 700 + side, 700 : 700 + side] = sticker_image("NF:W60B", side)[:, :, None]
    read = [{s.tag.text for s in reader.read(image)} for _ in range(BANDS)]
    assert any("NF:W60B" in texts for texts in read)
    assert all({"NF:W01A", "NF:W02A"} <= texts for texts in read)
