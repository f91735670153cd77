"""Tests of the PDF (the whole sheet, names in any script), and of the result's picture."""

from __future__ import annotations

import io
import itertools
import json
from dataclasses import replace

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from PIL import Image

from companion import games
from companion.games.contract import ScoreLine, ScoreSheet, Tally, Term
from companion.plays import fallback_fonts, lettering, pdf_page
from companion.plays.colours import DARK, PARTS, PLAYERS
from companion.plays.lettering import lettered, pdf_writing
from companion.plays.pdf import score_pdf
from companion.plays.pdf_page import ScorePdf
from companion.plays.picture import SHAPES, result_picture
from companion.plays.play import RoundTotals, sources_of
from companion.plays.poster_art import painted
from companion.translation import isolated
from tests.default_run import first_by_default
from tests.plays.conftest import scores
from tests.reports import REPORTS

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


@pytest.fixture
def no_fonts(monkeypatch):
    """A machine without a font that the program knows."""
    monkeypatch.setattr(fallback_fonts, "found_fonts", lambda: ())


@pytest.mark.parametrize("fonts", first_by_default(["some", "own"]))
@pytest.mark.parametrize("seats", first_by_default([4, 1, 2, 3]))
def test_names_in_any_script_are_no_trouble(seats, fonts, request):
    if fonts == "own":
        request.getfixturevalue("no_fonts")
    for start in range(len(NAMES)):
        names = (NAMES * 2)[start : start + seats]
        sheet = with_names(scores(*range(9, 9 + seats)), names)
        text, _ = pdf_text(sheet_pdf(sheet, names))
        assert "stands for letters" not in text
        assert "?" not in text
        assert result_picture("wide", "Stones", "", [(n, "blue", "circle") for n in names], sheet)


def test_names_that_cannot_be_written_are_told_apart_by_colours(no_fonts):
    report = json.loads((REPORTS / "names.json").read_text(encoding="utf-8"))
    for names in itertools.pairwise(report["print"]):
        text, _ = pdf_text(sheet_pdf(with_names(scores(12, 9), names), names))
        assert "Blue wins with 12 VP." in text
        assert "Green" in text
    writing = pdf_writing(())
    assert writing.names([("太郎 A", "blue"), ("👩‍🚀 Mia", "red"), ("🚀", "green"), ("太 A", "red")]) == (
        "A (Blue)",
        "Mia",
        "Green",
        "A (Red)",
    )
    assert writing.names([("🚀 Ann", "blue"), ("Ann 🚀", "red")]) == ("Ann (Blue)", "Ann (Red)")


@pytest.mark.parametrize(
    ("name", "written"), [("北京", "Green"), ("ไทยที่", "Green"), ("🇩🇪 Bo", "Bo"), ("Bo (北)", "Bo () (Green)")]
)
def test_sentences_of_the_picture_say_the_colour_too(no_fonts, name, written):
    """Not only who won: "?? and Blue were 3 VP apart" names nobody. A name may begin and end with what is no
    letter."""
    seats = [(name, "green", "star"), ("Blue", "blue", "star")]

    def drawn(sentence):
        return result_picture(
            "wide", "S", "", seats, with_names(scores(9, 6), [name, "Blue"]), told=(sentence,)
        )

    sentence = f"{written} and Blue were 3 VP apart."
    assert drawn(f"{isolated(name)} and Blue were 3 VP apart.") == drawn(sentence)
    assert drawn(sentence) != drawn("?? and Blue were 3 VP apart.")


def test_sentences_that_would_reach_the_bars_are_left_out():
    """Of five with long names on a wide picture the second sentence lay under the first bar's name."""
    names = [f"{letter}nna-Maria Kirschbäuml" for letter in "ABCDE"]
    seats = [(name, colour, "star") for name, colour in zip(names, COLOURS, strict=False)]
    one = f"{names[0]} and {names[1]} were 3 VP apart."
    two = f"After round 7 {names[0]}, {names[1]} and {names[2]} were level at 26 VP."

    def drawn(shape, *told):
        return result_picture(shape, "S", "", seats, with_names(scores(9, 8, 7, 6, 5), names), told=told)

    assert drawn("wide", one, two) == drawn("wide", one) != drawn("wide")
    assert drawn("tall", one, two) != drawn("tall", one)


def test_a_mark_is_written_in_its_letters_font(tmp_path, monkeypatch):
    """Alone in another font it stood on a dotted circle."""
    one, two = tmp_path / "one.ttf", tmp_path / "two.ttf"
    write_font(one, "\u0302")
    write_font(two, "ñ\u0302")
    for fonts, parts in (((one,), ["Anñ!"]), ((two,), ["An", "ñ\u0302", "!"])):
        monkeypatch.setattr(fallback_fonts, "found_fonts", lambda fonts=fonts: fonts)
        found = lettering.picture_writing(["Anñ\u0302!"]).runs("Anñ\u0302!", 20, False)
        assert [part for part, _font in found] == parts


def test_a_font_of_the_machine_writes_what_the_own_one_cannot(tmp_path, monkeypatch):
    """With a font made here that has four letters and a Hebrew one."""
    font = tmp_path / "some.ttf"
    write_font(font, "山田太郎ע")
    monkeypatch.setattr(fallback_fonts, "found_fonts", lambda: (font,))
    names = ("山田太郎", "עע")
    text, _ = pdf_text(sheet_pdf(with_names(scores(12, 9), names), names))
    assert "山田太郎 wins with 12 VP." in text
    assert "עע" in text
    before = result_picture("wide", "S", "", [("山", "blue", "star"), ("B", "red", "star")], scores(2, 1))
    monkeypatch.setattr(fallback_fonts, "found_fonts", lambda: ())
    after = result_picture("wide", "S", "", [("山", "blue", "star"), ("B", "red", "star")], scores(2, 1))
    assert before != after


def test_a_scripts_own_font_is_found_by_its_name(tmp_path, monkeypatch):
    """Noto has a hundred; none is opened but those of the scripts that are wanted."""
    names = {"Ethiopic": "ሰላም", "Khmer": "ខ្មែរ", "Tamil": "தமிழ்", "Yi": "ꆈꌠ"}
    files = {script: tmp_path / f"NotoSans{script}-Regular.ttf" for script in names}
    for script, file in files.items():
        write_font(file, "".join(dict.fromkeys(names[script])))
    opened = []
    letters_of = fallback_fonts.letters_of
    monkeypatch.setattr(fallback_fonts, "folders", lambda: (tmp_path,))
    monkeypatch.setattr(fallback_fonts, "found_fonts", fallback_fonts.found_fonts.__wrapped__)
    monkeypatch.setattr(fallback_fonts, "letters_of", lambda font: opened.append(font) or letters_of(font))
    assert fallback_fonts.fonts_for("ሰላም Ann") == (files["Ethiopic"],)
    assert set(opened) == {files["Ethiopic"]}
    assert fallback_fonts.fonts_for("தமிழ் ខ្មែរ") == (files["Khmer"], files["Tamil"])
    assert fallback_fonts.fonts_for("山") == ()


SCRIPTS = {
    "Cyrillic": "Анна",
    "Greek": "Ελένη",
    "Hebrew": "שלום",
    "Arabic": "دنا",
    "Devanagari": "राम",
    "Tamil": "தமிழ்",
    "Thai": "สมชาย",
    "Thai with marks": "น้ำผึ้ง",
    "Japanese": "山田",
    "Korean": "지민",
    "Georgian": "ნინო",
    "Armenian": "Անի",
    "emoji first": "😀 Bo",
    "joined emoji": "👩‍👩‍👧 Bo",
}


def join_letters(monkeypatch, joins):
    """Whether the PDF has the library of the extra `letters`."""
    for module in (lettering, pdf_page):
        monkeypatch.setattr(module, "pdf_joins", lambda: joins)


@pytest.mark.parametrize(
    ("name", "joins"),
    # The font made here has no shapes that Devanagari could be joined from.
    [*((name, False) for name in SCRIPTS.values()), *((SCRIPTS[it], True) for it in ("Hebrew", "Arabic"))],
)
def test_all_that_follows_a_name_in_another_script_can_be_read(name, joins, tmp_path, monkeypatch):
    """Titles, tables and columns in colour, before and after the name, and a colour word where the script's
    letters cannot be joined here."""
    join_letters(monkeypatch, joins)
    font = tmp_path / "some.ttf"
    write_font(font, "".join(dict.fromkeys(name.replace(" ", "").replace("B", "").replace("o", ""))))
    monkeypatch.setattr(fallback_fonts, "found_fonts", lambda: (font,))
    names = (name, "Ann")
    course = (RoundTotals(1, (3, 4)), RoundTotals(2, (12, 9)))
    nearly = (f"{isolated(name)} and Ann were 3 VP apart.", "Ann had one coin less.")
    text, _ = pdf_text(sheet_pdf(with_names(scores(12, 9), names), names, nearly=nearly, course=course))
    (written, _ann) = pdf_writing(names).names([(name, "blue"), ("Ann", "green")])
    assert (written == "Blue") == (
        not joins and name in (SCRIPTS["Arabic"], SCRIPTS["Devanagari"], SCRIPTS["Tamil"])
    )
    turned = written[::-1] if name == SCRIPTS["Hebrew"] else written
    lines = [line.strip() for line in text.splitlines()]
    for whole in ("wins with 12 VP.", "and Ann were 3 VP apart."):
        assert any(line in (f"{written} {whole}", f"{turned} {whole}") for line in lines), (whole, lines)
    for said in ("Ann had one coin less.", "Where the points came from", "Round by round", "Every point"):
        assert said in lines
    assert lines.index("Ann: 9 VP") > lines.index("Every point")
    assert sum("Stone " in line for line in lines) >= 3
    assert "?" not in text


def test_the_reported_names_are_printed_and_drawn():
    """Whichever of the machine's fonts write them."""
    report = json.loads((REPORTS / "names-2.json").read_text(encoding="utf-8"))
    for name in report["print"]:
        text, _ = pdf_text(sheet_pdf(with_names(scores(12, 9), (name, "Ann")), (name, "Ann")))
        assert "wins with 12 VP." in text
        assert "Ann: 9 VP" in text


def test_names_from_right_to_left_stay_where_they_belong(tmp_path, monkeypatch):
    join_letters(monkeypatch, False)
    font = tmp_path / "some.ttf"
    one, two = json.loads((REPORTS / "names-2.json").read_text(encoding="utf-8"))["sentences"]
    write_font(font, "".join(dict.fromkeys(one + two)))
    monkeypatch.setattr(fallback_fonts, "found_fonts", lambda: (font,))
    pdf = ScorePdf()
    writing = pdf_writing([one, two])
    pdf.write_by(writing)
    assert pdf._written(f"begins: {isolated(one)}, {isolated(two)}") == f"begins: {one[::-1]}, {two[::-1]}"
    assert pdf._written(f"{isolated(one)}: 10 VP") == f"{one[::-1]}: 10 VP"
    # Points are drawn over the letter that follows them on the page.
    pointed = "שָׁלוֹם"
    write_font(tmp_path / "pointed.ttf", pointed)
    monkeypatch.setattr(fallback_fonts, "found_fonts", lambda: (tmp_path / "pointed.ttf",))
    pdf = ScorePdf()
    pdf.write_by(pdf_writing([pointed]))
    assert pdf._written(f"{isolated(pointed)}: 10 VP") == f"{pointed[::-1]}: 10 VP"
    parts = [part for part, _font in writing.runs(f"{isolated(one)}, {isolated(two)}: 10 VP", 20, False)]
    assert parts == [one, ", ", two, ": 10 VP"]


def test_a_font_that_cannot_be_used_is_left_aside(tmp_path, monkeypatch):
    font = tmp_path / "some.ttf"
    write_font(font, "山")
    assert "山" in fallback_fonts.letters_of(font)
    font.write_bytes(font.read_bytes()[:200])
    monkeypatch.setattr(fallback_fonts, "found_fonts", lambda: (font,))
    text, _ = pdf_text(sheet_pdf(with_names(scores(12, 9), ("山", "B")), ("山", "B")))
    assert "Blue wins" in text
    assert result_picture("wide", "S", "", [("山", "blue", "star"), ("B", "red", "star")], scores(2, 1))


def write_font(path, letters):
    """A font whose letters are squares."""
    builder = FontBuilder(1000, isTTF=True)
    order = [".notdef", *(f"u{ord(c):x}" for c in letters)]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(c): f"u{ord(c):x}" for c in letters})
    pen = TTGlyphPen(None)
    for number, point in enumerate(((0, 0), (0, 700), (500, 700), (500, 0))):
        (pen.lineTo if number else pen.moveTo)(point)
    pen.closePath()
    builder.setupGlyf(dict.fromkeys(order, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(order, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Some", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(path)


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


@pytest.mark.parametrize("shape", first_by_default(SHAPES))
def test_the_picture_shows_what_the_winners_had_and_names_all_who_share_the_win(shape):
    seats = [(name, colour, "star") for name, colour in zip(NAMES, COLOURS, strict=True)][:3]

    def colours(*totals, **more):
        png = result_picture(shape, "Stones", "", seats, scores(*totals), **more)
        return {pixel for _, pixel in Image.open(io.BytesIO(png)).convert("RGB").getcolors(1 << 24)}

    art = ('<circle cx="50" cy="50" r="40" fill="#010203"/>',) * 30
    # As many drawings as there are, and more than fit: they are there, and the bars and names still are.
    drawn = colours(12, 9, 7, art=art, told=("Blue and Green were 3 VP apart.",) * 9)
    assert (1, 2, 3) in drawn
    assert {PARTS[0], PARTS[1], DARK["text"]} <= drawn
    assert (1, 2, 3) not in colours(12, 9, 7)
    assert {PLAYERS["blue"], PLAYERS["green"]} <= colours(12, 12, 7)


def test_a_drawing_is_painted_as_it_is_said():
    ring = '<circle cx="50" cy="50" r="40" stroke="#ff0000" stroke-width="6"/>'
    arc = '<path fill="#0f08" d="M20 50A30 30 0 0 1 80 50z"/>'
    line = '<path stroke="#00f" stroke-width="4" d="M10 50h20q5-2 10 0C50 50 60 50 90 50"/>'
    curves = f'<g transform="rotate(90 50 50)">{line}</g>'
    picture = painted(ring + arc + curves, 100)
    assert picture.getpixel((50, 2)) == (0, 0, 0, 0)
    assert picture.getpixel((10, 50))[:3] == (255, 0, 0)
    # An arc over the middle, half seen through; turned, the level line stands upright.
    red, green, blue, alpha = picture.getpixel((40, 30))
    assert (red, green, blue) == (0, 255, 0)
    assert 120 < alpha < 150
    assert picture.getpixel((40, 65))[3] == 0
    assert picture.getpixel((50, 80))[:3] == (0, 0, 255)


def test_every_planet_of_the_box_is_painted():
    game = games.load("new-frontiers")
    owned = {"Home colony": ("Old Earth",), "Colonies": tuple(w.name for w in game.catalogue.worlds.values())}
    art = game.display.art(owned)
    assert len(art) >= len(game.catalogue.worlds)
    assert all(painted(drawing, 24).getbbox() is not None for drawing in art)
    assert game.display.art({"Colonies": ("A world of another box",)}) == ()


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
