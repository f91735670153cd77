"""Tests of the PDF (the whole sheet, names in any script), and of the result's picture."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from companion.games.contract import ScoreLine, ScoreSheet, Tally, Term
from companion.plays.colours import DARK
from companion.plays.lettering import lettered, letters
from companion.plays.pdf import score_pdf
from companion.plays.picture import SHAPES, result_picture
from companion.plays.play import RoundTotals, sources_of
from tests.plays.conftest import scores

pdfium = pytest.importorskip("pypdfium2")

NAMES = ("Blue", "Zoë Łódź", "Ἀθηνᾶ", "北京", "👩‍👩‍👧 𝔘", "\x07\u202e")
COLOURS = ("blue", "green", "red", "yellow", "purple", "teal")


def pdf_text(sheet_pdf: bytes) -> tuple[str, int]:
    document = pdfium.PdfDocument(sheet_pdf)
    text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    return text, len(document)


def sheet_pdf(sheet: ScoreSheet, names=NAMES, **more) -> bytes:
    players = list(zip(names, COLOURS, strict=False))[: len(sheet.players)]
    return score_pdf(title="Stones", players=players, sheet=sheet, **more)


def with_names(sheet: ScoreSheet, names) -> ScoreSheet:
    players = tuple(replace(p, name=name) for p, name in zip(sheet.players, names, strict=False))
    return replace(sheet, players=players)


def test_it_says_what_the_sheet_says():
    course = (RoundTotals(1, (3, 4)), RoundTotals(2, (8, 7)), RoundTotals(3, (12, 9)))
    text, _ = pdf_text(sheet_pdf(scores(12, 9), nearly=("Blue and Green were 3 VP apart.",), course=course))
    for said in ("Blue wins with 12 VP.", "Stone 3", "coins", "3 VP apart", "Round by round", "Every point"):
        assert said in text
    assert "stands for letters" not in text


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_names_in_any_script_are_no_trouble(seats):
    for start in range(len(NAMES)):
        names = (NAMES * 2)[start : start + seats]
        sheet = with_names(scores(*range(9, 9 + seats)), names)
        text, _ = pdf_text(sheet_pdf(sheet, names))
        strange = any(c not in letters() for name in names for c in name if c.isprintable())
        assert ("stands for letters" in text) == strange
        assert result_picture("wide", "Stones", "", [(n, "blue", "circle") for n in names], sheet)


def test_letters_that_are_there_stay():
    assert lettered("Zoë Łódź – “ok” 5\u202fpm") == "Zoë Łódź – “ok” 5 pm"
    assert lettered("北京\u200d\x07") == "??"


def test_a_standing_names_no_winner():
    text, _ = pdf_text(sheet_pdf(replace(scores(12, 9), final=False)))
    assert "wins" not in text
    assert "The game goes on" in text


def test_a_long_sheet_goes_on_to_more_pages():
    terms = tuple(Term(f"Stone {n} with a long name that says what it scores for", 1) for n in range(400))
    player = replace(scores(12, 9).players[0], lines=(ScoreLine("stones", Tally("stones", terms)),))
    text, pages = pdf_text(sheet_pdf(ScoreSheet((player,))))
    assert pages > 2
    assert "Stone 399" in text


def test_nobody_with_a_point_has_no_bars():
    lines = (ScoreLine("coins", Tally("coins", (Term("debt", -3),))),)
    sheet = ScoreSheet(tuple(replace(p, lines=lines) for p in scores(6, 6).players))
    text, _ = pdf_text(sheet_pdf(sheet))
    assert "-3" in text
    assert result_picture("tall", "Stones", "", [("Blue", "blue", "circle"), ("Green", "x", "y")], sheet)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_picture_has_the_size_it_says(shape):
    seats = [(name, colour, "star") for name, colour in zip(NAMES, COLOURS, strict=True)][:4]
    picture = Image.open(io.BytesIO(result_picture(shape, "Stones", "14 March", seats, scores(12, 9, 7, 30))))
    assert picture.size == SHAPES[shape]
    assert picture.format == "PNG"
    # The first rank's bar is as wide as the picture; the background is visible at the edge.
    assert picture.getpixel((4, 4)) == DARK["ground"]
    assert len(picture.getcolors(1 << 16) or ()) > 20


def test_sources_stand_in_the_order_of_every_players_lines():
    def lines(*names):
        return tuple(ScoreLine(name, Tally(name, (Term(name, 1),))) for name in names)

    one, two = scores(12, 9).players
    sheet = ScoreSheet(
        (
            replace(one, lines=lines("chips", "goals")),
            replace(two, lines=lines("chips", "bonus", "goals", "last")),
        )
    )
    assert sources_of(sheet) == ("chips", "bonus", "goals", "last")
