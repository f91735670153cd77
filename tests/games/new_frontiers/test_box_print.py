"""Tests of a tile's drawing for print: the page's own drawing, without references to anything else."""

import re
import xml.etree.ElementTree as Tree
from io import BytesIO

import pytest
from fpdf import FPDF

from companion import games
from companion.games.contract import Illegal

GAME = games.load("new-frontiers")
BOOK = GAME.box.book()
TAGS = [f"{tile.id}{face}" for tile in GAME.tracking.tiles() for face in tile.faces or ("",)]


def test_a_printed_face_needs_no_stylesheet():
    for tag in TAGS:
        face = BOOK.printed(tag)
        assert face.name, tag
        if face.drawing:
            svg = Tree.fromstring(face.drawing)
            assert not [e.tag for e in svg.iter() if "class" in e.attrib or e.tag.endswith("use")], tag
            colours = {e.attrib[a] for e in svg.iter() for a in ("fill", "stroke") if a in e.attrib}
            own = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|none")
            assert all(own.fullmatch(colour) for colour in colours), tag


def test_a_printed_planet_keeps_its_translucent_parts() -> None:
    paper = FPDF()
    paper.set_compression(False)
    paper.add_page()
    paper.image(BytesIO(BOOK.printed("W07B").drawing.encode()), 10, 10, w=30)
    assert b"/ca 0.4196" in bytes(paper.output())


def test_a_face_says_what_its_tile_can_do():
    face = BOOK.printed("W07B")
    assert face.lines == ("Produce: gain 1 credit when a good is produced on this colony.",)
    assert BOOK.printed("W07A").ground != face.ground
    assert BOOK.printed("G1").lines[0].startswith("Consume powers: 2 VP for 2 to 3")
    with pytest.raises(Illegal):
        BOOK.printed("W99A")
