"""Tests that a player or source of points has one colour on the pages, in the picture and in the PDF."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from companion.plays.colours import DARK, PAPER, PARTS, PLAYERS
from companion.plays.pdf import score_pdf
from companion.plays.picture import result_picture
from tests.plays.conftest import scores
from tests.web.test_contrast import COLOURS, theme

SEATED = ("purple", "green", "red", "yellow")


def rgb(token: str) -> tuple[int, int, int]:
    return int(token[1:3], 16), int(token[3:5], 16), int(token[5:7], 16)


def test_the_pictures_colours_are_the_dark_pages_tokens():
    dark = theme("dark")
    assert {name: rgb(dark[name]) for name in COLOURS} == PLAYERS
    named = {name: rgb(dark["chart-ink" if name == "ink" else name]) for name in DARK}
    assert named == DARK
    assert tuple(rgb(dark[f"chart-{n + 1}"]) for n in range(len(PARTS))) == PARTS


def test_the_papers_colours_are_the_light_pages_tokens():
    light = theme("light")
    assert {name: rgb(light[name]) for name in COLOURS} == PAPER


def test_a_player_is_drawn_in_that_colour():
    """The marker in the picture and the name in the PDF, pixel by pixel."""
    pdfium = pytest.importorskip("pypdfium2")
    marks = ("diamond", "triangle", "square", "star")
    sheet = scores(*range(20, 20 + len(SEATED)))
    seats = [(f"P{n}", colour, mark) for n, (colour, mark) in enumerate(zip(SEATED, marks, strict=True))]
    png = Image.open(io.BytesIO(result_picture("wide", "Stones", "", seats, sheet))).convert("RGB")
    pdf = score_pdf(title="Stones", players=[(name, colour) for name, colour, _ in seats], sheet=sheet)
    paper = pdfium.PdfDocument(pdf)[0].render(scale=6).to_pil().convert("RGB")
    drawn, printed = ({pixel for _, pixel in it.getcolors(1 << 24)} for it in (png, paper))
    for colour in SEATED:
        assert PLAYERS[colour] in drawn, colour
        assert PAPER[colour] in printed, colour
    assert DARK["ground"] in drawn
