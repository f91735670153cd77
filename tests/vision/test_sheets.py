from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from companion import games
from companion.printing.lights_template import make_template
from companion.printing.stickers import stickers, write_proxies, write_stickers
from companion.vision.drawing import sticker_side
from companion.vision.labels import LABELS, PAPERS, Labels
from companion.vision.pdf_parts import PrintedSheets, to_latin1
from companion.vision.proxies import write_proxy_pdf
from companion.vision.reader import Reader
from companion.vision.sheets import CAPTION_MM, write_sticker_pdf
from tests.default_run import first_by_default

DPI = 300
TAGS = [f"NF:W{n:02d}{face}" for n in range(1, 61) for face in "AB"]


def rasterised(path: Path, dpi: int) -> list[np.ndarray]:
    document = pypdfium2.PdfDocument(path)
    return [np.asarray(page.render(scale=dpi / 72).to_pil().convert("RGB")) for page in document]


def read(picture: np.ndarray) -> dict[str, tuple[float, float, float]]:
    """Tags by text: x, y, pixels a module. In two halves: of 189 codes in one picture the decoder gives up
    on some; a table has 70 at most."""
    high, found = picture.shape[0], {}
    for top, bottom in ((0, high // 2 + 300), (high // 2 - 300, high)):
        for s in Reader().read_thoroughly(np.ascontiguousarray(picture[top:bottom])):
            found[s.tag.text] = (s.x, s.y + top, s.module)
    return found


def check(sheets: PrintedSheets, path: Path, symbol_mm: float, size: tuple[float, float]) -> None:
    """Every tag on every page reads back, as wide as it should be and true to 0.2 mm where it should be."""
    pictures = rasterised(path, DPI)
    assert len(pictures) == sheets.pages
    mm = 25.4 / DPI
    strays, widths = [], []
    for number, picture in enumerate(pictures, start=1):
        assert picture.shape[1] * mm == pytest.approx(size[0], abs=0.3)
        assert picture.shape[0] * mm == pytest.approx(size[1], abs=0.3)
        wanted = {placed.text: placed for placed in sheets.placed if placed.page == number}
        found = read(picture) if wanted else {}
        assert sorted(found) == sorted(wanted)
        for text, (x, y, module) in found.items():
            strays.append(np.hypot(x * mm - wanted[text].x, y * mm - wanted[text].y))
            widths.append(module * 21 * mm)
    assert max(strays) < 0.2
    assert np.median(widths) == pytest.approx(symbol_mm, abs=0.15)


@pytest.mark.parametrize(
    ("paper", "size"), first_by_default([("a4", (210, 297)), ("letter", (215.9, 279.4))])
)
def test_every_sticker_reads_back_at_its_size_and_place(
    tmp_path: Path, paper: str, size: tuple[float, float]
) -> None:
    out = tmp_path / "tags.pdf"
    check(write_sticker_pdf(TAGS[:70], paper, 16.0, out), out, 16.0, size)


def test_a_sheet_is_moved_and_enlarged_against_what_a_printer_does(tmp_path: Path) -> None:
    plain, out = tmp_path / "plain.pdf", tmp_path / "moved.pdf"
    usual = write_sticker_pdf(TAGS[:35], "a4", None, plain, labels="l7120")
    moved = write_sticker_pdf(TAGS[:35], "a4", None, out, labels="l7120", shift=(0.5, -1.0), scale=1.02)
    check(moved, out, LABELS["l7120"].symbol * 1.02, PAPERS["a4"])
    for before, after in zip(usual.placed, moved.placed, strict=True):
        assert (after.x, after.y) == pytest.approx((before.x * 1.02 + 0.5, before.y * 1.02 - 1.0))


def test_viewers_are_asked_to_print_in_actual_size(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    for written in (
        lambda: write_sticker_pdf(TAGS[:3], "a4", None, out, labels="l7120"),
        lambda: write_sticker_pdf(TAGS[:3], "a4", 16.0, out),
        lambda: write_proxies(games.load("new-frontiers"), out, "a4", only="G"),
        lambda: make_template(out, {"Track": (5, 30.0)}),
    ):
        written()
        assert b"/PrintScaling /None" in out.read_bytes()


@pytest.mark.parametrize("labels", first_by_default(LABELS.values(), 2, whole=True), ids=list(LABELS))
def test_every_label_reads_back_at_its_size_and_place(tmp_path: Path, labels: Labels) -> None:
    out = tmp_path / "tags.pdf"
    sheets = write_sticker_pdf(TAGS[: labels.across * labels.down], "a4", None, out, labels=labels.name)
    check(sheets, out, labels.symbol, PAPERS[labels.paper])


@pytest.mark.parametrize("labels", LABELS.values(), ids=list(LABELS))
def test_a_label_sheet_has_equal_margins_and_its_tags_keep_off_the_edges(labels: Labels) -> None:
    wide, high = PAPERS[labels.paper]
    right = wide - labels.left - (labels.across - 1) * labels.pitch_x - labels.width
    below = high - labels.top - (labels.down - 1) * labels.pitch_y - labels.height
    assert right == pytest.approx(labels.left, abs=0.9)
    assert below == pytest.approx(labels.top, abs=0.1)
    named = CAPTION_MM if labels.width < labels.height + 5 else 0
    assert labels.height - sticker_side(labels.symbol) - named >= 0.9


@pytest.mark.parametrize(
    ("paper", "size"), first_by_default([("a4", (210, 297)), ("letter", (215.9, 279.4))])
)
def test_tiles_to_cut_out_read_back_on_both_faces(
    tmp_path: Path, paper: str, size: tuple[float, float]
) -> None:
    game, out = games.load("new-frontiers"), tmp_path / "tiles.pdf"
    tiles = [
        tile
        for tile in game.tracking.tiles()
        if tile.id in ("W01", "W40", "W60", "H1", "H8", "D31", "G1", "T1")
    ]
    sheets = write_proxy_pdf(tiles, game.box.book().printed, "NF", paper, out)
    check(sheets, out, 16.0, size)
    front = {p.text: p for p in sheets.placed}
    # Turned over its long edge, the paper has each back behind its front.
    assert front["NF:W01A"].x == pytest.approx(size[0] - front["NF:W01B"].x)
    assert front["NF:W01A"].y == front["NF:W01B"].y


@pytest.mark.parametrize(
    ("labels", "paper"),
    first_by_default([(None, "a4"), *((name, "a4") for name in LABELS), (None, "letter")], 1),
)
def test_the_whole_game_reads_back_from_paper(tmp_path: Path, labels: str | None, paper: str) -> None:
    game, out = games.load("new-frontiers"), tmp_path / "tags.pdf"
    sheets = write_stickers(game, out, paper, labels)
    assert len(sheets.placed) == 2 * 60 + 2 * 8 + 40 + 8 + 7 + 6
    on = LABELS.get(labels or "")
    check(sheets, out, on.symbol if on else 16.0, PAPERS[on.paper if on else paper])


@pytest.mark.slow
def test_the_whole_game_reads_back_from_tiles_to_cut_out(tmp_path: Path) -> None:
    game, out = games.load("new-frontiers"), tmp_path / "tiles.pdf"
    check(write_proxies(game, out), out, 16.0, PAPERS["a4"])


def test_a_name_that_nobody_has_seen_is_on_no_sticker() -> None:
    named = dict(stickers(games.load("new-frontiers"), "WZ"))
    assert named["NF:W07A"] == "W07A Comet Zone"
    assert named["NF:W11A"] == "W11A"
    assert named["NF:Z1"] == "Z1 upper left of the table"


def test_the_guide_comes_before_the_stickers(tmp_path: Path) -> None:
    out = tmp_path / "tags.pdf"
    sheets = write_sticker_pdf(["NF:W01A"], "a4", 16.0, out, guide=("Where it goes.",))
    assert (sheets.pages, sheets.placed[0].page) == (2, 2)
    text = pypdfium2.PdfDocument(out)[0].get_textpage().get_text_range()
    assert "Where it goes." in text
    assert "100 mm" in text


def test_the_ruler_is_100_mm_long(tmp_path: Path) -> None:
    out = tmp_path / "tags.pdf"
    write_sticker_pdf(["NF:W01A"], "a4", 16.0, out)
    picture = rasterised(out, 300)[0]
    row = picture[round(27 / 25.4 * 300), :, 0] < 128
    dark = np.flatnonzero(row)
    assert (dark[-1] - dark[0]) / 300 * 25.4 == pytest.approx(100, abs=0.4)


@pytest.mark.parametrize(
    ("tags", "paper", "mm", "says"),
    [
        ([], "a4", 16, "no tags"),
        (["NF:W01A"], "a3", 16, "Paper"),
        (["NF:W01A"], "a4", 2, "wide"),
        (["hello"], "a4", 16, "no tag"),
    ],
)
def test_what_cannot_be_printed_is_said(
    tmp_path: Path, tags: list[str], paper: str, mm: float, says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        write_sticker_pdf(tags, paper, mm, tmp_path / "x.pdf")
    assert not (tmp_path / "x.pdf").exists()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        write_sticker_pdf(["NF:W01A"], "a4", 16, tmp_path / "none" / "x.pdf")


def test_quotes_and_dashes_of_any_language_are_printed() -> None:
    assert to_latin1("„Größe“ – l’été, “so” …") == '"Größe" - l\'été, "so" ...'
    assert to_latin1("日") == "?"
