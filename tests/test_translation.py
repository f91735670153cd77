"""Tests of the translation functions, and that the catalogues hold every message of the code."""

from __future__ import annotations

import re
import tomllib
from contextlib import redirect_stderr
from functools import cache
from io import StringIO
from pathlib import Path
from runpy import run_path
from shutil import copytree
from typing import Any

import pytest
from babel import Locale
from babel.messages.pofile import read_po
from markupsafe import Markup

from companion.translation import (
    Sentence,
    _,
    decimal,
    figure,
    labelled,
    language,
    languages,
    listed,
    marked,
    own_name,
    plural,
    signed,
    speaking,
    with_units,
)
from firmware_bridge.backend import Sentence as BridgeSentence
from tests.complete_languages import COMPLETE
from tests.reports import REPORTS

ROOT = Path(__file__).resolve().parent.parent
MESSAGES = run_path(str(ROOT / "scripts" / "messages.py"))
FOLDERS = tuple(MESSAGES["homes"]())
COMPLETE_CATALOGUES = [(folder, code) for folder in FOLDERS for code in COMPLETE]


# --- translation functions


def test_english_is_what_the_code_says():
    assert _("Settle {world} for {cost}", world="Spice World", cost=2) == "Settle Spice World for 2"
    assert _("100 % {sure}") == "100 % {sure}"
    assert plural("{number} good", "{number} goods", 1) == "1 good"
    assert plural("{number} good of {who}", "{number} goods of {who}", 3, who="Blue") == "3 goods of Blue"


def test_a_catalogue_is_all_that_a_language_needs(catalogue):
    catalogue("nl", {"Undo: {what}": "Terug: {what}"})
    assert languages() == ("en", "nl")
    assert own_name("nl") == "Nederlands"
    with speaking("nl"):
        assert language() == "nl"
        assert _("Undo: {what}", what="x") == "Terug: x"
        assert _("What it leaves out is English") == "What it leaves out is English"
    assert _("Undo: {what}", what="x") == "Undo: x"


def test_a_language_that_nobody_wrote_is_english(catalogue):
    with speaking("xx"):
        assert language() == "en"


def test_plurals_are_the_language_s(catalogue):
    catalogue("nl", {("{number} good", "{number} goods"): ("{number} ding", "{number} dingen")})
    with speaking("nl"):
        assert [plural("{number} good", "{number} goods", n) for n in (1, 2)] == ["1 ding", "2 dingen"]


def test_a_catalogue_that_names_what_is_not_there_loses_its_turn(catalogue):
    catalogue("nl", {"Undo: {what}": "Terug: {wat} {0} {"})
    with speaking("nl"):
        assert _("Undo: {what}", what="x") == "Undo: x"


def test_markup_among_the_values_stays_and_everything_else_is_escaped(catalogue):
    catalogue("nl", {"{player} at {link}": "<b>{player}</b> bij {link}"})
    link = Markup("<a>here</a>")
    assert _("{player} at {link}", player="<i>", link=link) == "&lt;i&gt; at <a>here</a>"
    with speaking("nl"):
        text = _("{player} at {link}", player="<i>", link=link)
    assert text == "&lt;b&gt;&lt;i&gt;&lt;/b&gt; bij <a>here</a>"
    assert isinstance(text, Markup)
    assert not isinstance(_("{player} at {link}", player="a", link="b"), Markup)


@pytest.mark.parametrize("made", [Sentence, BridgeSentence, marked])
def test_what_was_made_in_english_can_be_said_again(catalogue, made):
    catalogue("nl", {"at {port}: {why}": "bij {port}: {why}", "gone": "weg"})
    with speaking("nl"):
        sentence = made("at {port}: {why}", port="COM3", why=made("gone") if made is not marked else "gone")
        assert sentence == "at COM3: gone"
        assert _(sentence) == ("bij COM3: weg" if made is not marked else "bij COM3: gone")
    assert _(sentence) == sentence


def test_lists_and_numbers_are_the_language_s():
    assert listed(["Blue", "Green", "Red"]) == "Blue, Green and Red"
    assert decimal(1.25) == "1.2"
    with speaking("de"):
        assert listed(["Blue", "Green", "Red"]) == "Blue, Green und Red"
        assert decimal(2.5) == "2,5"


def test_a_number_below_0_has_a_minus_in_every_sentence():
    """People read "\u22122"; a hyphen is what keyboards have for it."""
    assert [figure(-2), figure(3)] == ["\u22122", "3"]
    assert [signed(-2), signed(0), signed(3), decimal(-1.26)] == ["\u22122", "+0", "+3", "\u22121.3"]
    assert _("{name} has {number}", name="Ann", number=-2) == "Ann has \u22122"
    assert _(Sentence("Military {number}", number=-12)) == "Military \u221212"
    for code in languages():
        with speaking(code):
            assert plural("{number} VP", "{number} VP", -3).startswith("\u22123 ")


def test_a_figure_in_small_print_stays_with_what_it_counts():
    """ "5 / VP" stood over two lines of a card; a long word may go to the next, where a card is narrow."""
    said = "World, cost 2, 5 VP, ? VP: discard 12 cards, up to 3 Entwicklungen, W07 in it"
    assert with_units(said) == (
        "World, cost 2, 5\xa0VP, ?\xa0VP: discard 12\xa0cards, up to 3 Entwicklungen, W07 in it"
    )


def test_no_code_and_no_page_writes_a_number_s_sign_by_itself():
    """`signed` does, in templates as a filter; what a command prints and a log has is no sentence."""
    rooms = [ROOT / "templates", *(ROOT / "companion" / room for room in ("games", "coach", "plays", "web"))]
    made = {".py": r":\+[\w.]*\}", ".html": r"%\+d"}
    found = [
        path.relative_to(ROOT).as_posix()
        for kind, pattern in made.items()
        for room in rooms
        for path in room.rglob(f"*{kind}")
        if re.search(pattern, path.read_text("utf-8"))
    ]
    assert found == []


# --- the catalogues


def catalogues() -> list[tuple[Path, str]]:
    return [(folder, path.parent.name) for folder in FOLDERS for path in sorted(folder.glob("*/messages.po"))]


pytestmark = pytest.mark.xdist_group("the messages in the code")
"""Reading them all takes seconds: one worker does."""


@cache
def read_code(folder: Path) -> tuple[Any, str]:
    """The messages in the code whose translations this folder holds, read once for all languages; and what
    is warned of meanwhile."""
    with redirect_stderr(StringIO()) as warned:
        return MESSAGES["said"](MESSAGES["homes"]()[folder]), warned.getvalue()


def source_messages(folder: Path) -> Any:
    return read_code(folder)[0]


def test_make_messages_warns_of_nothing():
    """Who adds a text must not wonder what somebody else's line has to do with it."""
    assert [read_code(folder)[1] for folder in FOLDERS] == [""] * len(FOLDERS)


MISREAD = (
    "New to it",
    "we propose the largest answer",
    "something else came or went",
    "Mats find their players by this tile",
    "Numbers that change nothing here",
    "Why?",
)
"""Words that people at a table did not understand, or that meant two things."""


def test_words_that_were_misread_are_said_no_more():
    said = [text for folder in FOLDERS for message in source_messages(folder) for text in forms(message)[0]]
    assert [text for text in said if any(words.casefold() in text.casefold() for words in MISREAD)] == []


TILES = {"en": r"\btiles?\b", "de": "plättchen", "es": r"\blosetas?\b", "fr": r"\btuiles?\b"}
"""New Frontiers' word for its pieces."""


@pytest.mark.parametrize("code", COMPLETE)
def test_no_game_s_word_is_said_of_every_game_s_pieces(code):
    """A tile is New Frontiers': Race has cards. What is left is a field of the API."""
    shared = [forms(message) for message in catalogue_messages(ROOT / "companion" / "translations", code)]
    assert len(shared) > 1500
    english, said = ([text for both in shared for text in both[n]] for n in (0, 1))
    assert _saying(TILES["en"], english) == ['A confirmation needs its "tiles".']
    assert _saying(TILES[code], said) == []


def _saying(words: str, texts: list[str]) -> list[str]:
    """Those that say it outside of what is put into them."""
    return [text for text in texts if re.search(words, re.sub(r"\{\w+\}", "", text), re.I)]


def test_every_language_that_is_offered_is_complete():
    """A language is offered as soon as its file is there: what is begun is not committed."""
    assert sorted(languages()) == sorted(("en", *COMPLETE))


def catalogue_messages(folder: Path, code: str) -> list[Any]:
    with (folder / code / "messages.po").open("rb") as file:
        return [message for message in read_po(file, locale=code) if message.id]


def forms(message: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A message's English forms and its translations."""
    ids = message.id if isinstance(message.id, tuple) else (message.id,)
    return ids, tuple(message.string) if isinstance(message.id, tuple) else (message.string,)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", text))


def parameter_id(value: Any) -> str:
    return value.parent.name if isinstance(value, Path) else str(value)


def test_a_game_of_another_package_has_its_catalogue(tmp_path, capsys):
    game = tmp_path / "high_bidder"
    copytree(ROOT / "examples" / "high-bidder" / "high_bidder", game)
    MESSAGES["main"](["nl"], game)
    made = (game / "translations" / "nl" / "messages.po").read_text("utf-8")
    assert '#: high_bidder/moves.py\nmsgid "{player} bids {number}"' in made
    assert "#: high_bidder/lessons/" in made
    assert capsys.readouterr().out.startswith("high_bidder/translations/nl/messages.po: ")


@pytest.mark.parametrize(("folder", "code"), catalogues(), ids=parameter_id)
def test_catalogues_hold_what_the_code_says(folder, code):
    """Where this fails, run `make messages`, and translate the new messages."""
    path = folder / code / "messages.po"
    assert path.read_bytes() == MESSAGES["brought_up"](folder, code, source_messages(folder))


def test_how_much_a_language_is_stands_in_its_document():
    """Whoever begins one must know what it takes, to a tenth."""
    text = (ROOT / "docs" / "translation.md").read_text("utf-8")
    told = {what: int(n.replace(",", "")) for n, what in re.findall(r"\| ([\d,]+) (\w+) \|", text)}
    rooms = [ROOT / "companion", *(ROOT / "companion" / "games").iterdir()]
    references = [
        tomllib.loads(it.read_text("utf-8")) for it in (ROOT / "companion").rglob("reference/es.toml")
    ]
    words = [it.read_text("utf-8") for room in rooms for it in room.glob("reference/words.toml")]
    there = {
        "messages": sum(len(source_messages(folder)) for folder in FOLDERS),
        "paragraphs": sum("title" in it for reference in references for it in reference.values()),
        "lines": sum(len(re.findall(r"^\s*es = ", it, re.M)) for it in words),
    }
    assert {what: told[what] == pytest.approx(n, rel=0.1) for what, n in there.items()} == dict.fromkeys(
        there, True
    )


@pytest.mark.release
@pytest.mark.parametrize(("folder", "code"), COMPLETE_CATALOGUES, ids=parameter_id)
def test_nothing_is_left_to_translate(folder, code):
    """A contributor may speak one language: only a release must have all."""
    messages = catalogue_messages(folder, code)
    assert messages
    assert [m.id for m in messages if not all(forms(m)[1])] == []


@pytest.mark.parametrize(("folder", "code"), catalogues(), ids=parameter_id)
def test_translations_name_what_the_message_names(folder, code):
    wrong = []
    for message in catalogue_messages(folder, code):
        ids, strings = forms(message)
        assert not message.fuzzy
        for text in filter(None, strings):
            # The singular may leave its number out: "a good".
            known = placeholders(ids[-1])
            if not (
                placeholders(text) <= known
                and placeholders(text) >= known - ({"number"} if len(ids) > 1 else set())
            ):
                wrong.append((ids[-1], text))
    assert wrong == []


@pytest.mark.parametrize("code", languages()[1:])
def test_a_message_of_two_catalogues_is_said_the_same_way(code):
    """A reader sees the companion and a game together: their catalogues are used as one."""
    seen: dict[Any, Any] = {}
    for folder, other in catalogues():
        for message in catalogue_messages(folder, other) if other == code else ():
            if all(forms(message)[1]):
                assert seen.setdefault(message.id, message.string) == message.string, message.id


@pytest.mark.parametrize(("folder", "code"), catalogues(), ids=parameter_id)
def test_many_are_told_with_their_number(folder, code):
    """A plural that has one text instead of one for each form would show its first letters."""
    wrong = [
        strings[-1]
        for ids, strings in map(forms, catalogue_messages(folder, code))
        if len(ids) > 1 and any(strings) and placeholders(strings[-1]) != placeholders(ids[-1])
    ]
    assert wrong == []


# --- one word for each thing: the table in docs/translation.md


def glossary() -> list[list[str]]:
    """The table's rows: its head, then for each thing its words in each language, and those that must not
    be used for it."""
    section = (ROOT / "docs" / "translation.md").read_text("utf-8").split("## One word for each thing")[1]
    lines = section.split("\n## ")[0].splitlines()
    head, _line, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")
    ]
    return [head, *rows]


def comma_separated(cell: str) -> list[str]:
    return [word for word in cell.split(", ") if word]


def all_texts(code: str) -> str:
    """All texts in a language: its catalogues, and its rules reference without the search words."""
    text = [string for folder in FOLDERS for m in catalogue_messages(folder, code) for string in forms(m)[1]]
    for file in sorted((ROOT / "companion" / "games").glob(f"*/reference/{code}.toml")):
        lines = file.read_text("utf-8").splitlines()
        text += [line for line in lines if not line.startswith(("#", "words ="))]
    return "\n".join(text)


@pytest.mark.parametrize("code", COMPLETE)
def test_each_thing_has_one_word(code):
    text, (head, *rows) = all_texts(code), glossary()
    column = head.index(Locale.parse(code).get_display_name("en"))
    assert len(rows) > 30
    unused = [w for row in rows for w in comma_separated(row[column]) if w.lower() not in text.lower()]
    assert unused == []
    # "Ablegen" is a button's word; cards that are "abgelegt" are not meant.
    never = [w for row in rows for w in comma_separated(row[-1]) if re.search(rf"\b{w}\b", text)]
    assert never == []


ODD = tomllib.loads((REPORTS / "odd-sentences.toml").read_text("utf-8"))["sentence"]


def said_in(code: str) -> str:
    """All texts in a language, English, too: its messages are the code's."""
    if code != "en":
        return all_texts(code)
    said = [text for folder in FOLDERS for message in source_messages(folder) for text in forms(message)[0]]
    for file in sorted((ROOT / "companion" / "games").glob("*/reference/en.toml")):
        said += [it for it in file.read_text("utf-8").splitlines() if not it.startswith(("#", "words ="))]
    return "\n".join(said)


@pytest.mark.parametrize("code", ["de", "en", "es"])
def test_no_sentence_is_odd_as_one_was(code):
    text, told = said_in(code), [one for one in ODD if one["language"] == code]
    assert {one["number"] for one in ODD} == set(range(1, 30))
    unfound = [one["number"] for one in told if not re.search(one["odd"], one["said"], re.M)]
    assert unfound == []
    again = [
        (one["number"], [it[0] for it in re.finditer(f".*(?:{one['odd']}).*", text, re.M)]) for one in told
    ]
    assert [found for found in again if found[1]] == []
    lost = [one["instead"] for one in told if one.get("instead", "").lower() not in text.lower()]
    assert lost == []


def test_french_punctuation_has_its_hard_spaces_and_apostrophes():
    text = re.sub("`[^`]*`", "", all_texts("fr"))
    assert re.findall(r".{0,20} [:;!?»].{0,10}|« .{0,20}", text) == []
    assert re.findall(r".{0,20}[a-zà-ÿ]'[a-zà-ÿ].{0,10}", text) == []


def test_no_number_is_parted_from_its_sign():
    """Neither "26 / %" nor "2 × / Stingray" over two lines: in no language, nor where code or a page puts
    it together."""
    said = "\n".join(said_in(code) for code in languages())
    assert re.findall(r".{0,20}[0-9}] [%×].{0,10}|.{0,20}× .{0,10}", said) == []
    rooms = [ROOT / "templates", ROOT / "companion"]
    made = {".py": r"""f["'].*(\} [%×]|× \{)""", ".html": r"\}\} [%×]|[%×] \{\{", ".js": r"`.*(\} [%×]|× \$)"}
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for kind, pattern in made.items()
        for room in rooms
        for path in room.rglob(f"*{kind}")
        for match in re.finditer(pattern, path.read_text("utf-8"))
    ]
    assert found == []


ENGLISH = {
    "games/__init__.py", "games/contract/reference.py", "reference/words.py",  # for who writes a game
    "games/contract/told.py", "plays/tracked.py",  # lines of files
    "games/new_frontiers/tiles/mark_readings.py", "games/new_frontiers/tiles/printed_worth.py",
    "games/new_frontiers/tiles/text_readings.py",  # a power's line as it is printed
    "games/race_for_the_galaxy/cards/power_lines.py", "games/race_for_the_galaxy/drawing/told_card.py",
    "lessons/checking.py", "web/api/openapi.py",
}  # fmt: skip
"""Modules whose "label: words" nobody reads as a page's."""


def test_no_label_is_joined_to_its_colon_in_code():
    """French has a space there that does not break: `labelled`, or `_(":")` in a template."""
    with speaking("fr"):
        assert (labelled("Coût", "3"), _(":")) == ("Coût\xa0: 3", "\xa0:")
    shown = [
        path
        for room in ("coach", "games", "plays", "reference", "lessons", "scan", "web")
        for path in (ROOT / "companion" / room).rglob("*.py")
        if path.relative_to(ROOT / "companion").as_posix() not in ENGLISH
    ]
    pages = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/**/*.html")]
    ways = (
        (r"""\bf("[^"\n]*|'[^'\n]*)\}: \{""", shown),
        (r"[}%]\}\s*(?:</?[a-z]+[^>]*>)*:(?=[\s<{])", pages),
        (r"`[^`\n]*\$\{[^}\n]*\}: ", list(ROOT.glob("companion/**/js/*.js"))),
    )  # fmt: skip
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for pattern, files in ways
        for path in files
        for match in re.finditer(pattern, path.read_text("utf-8"))
    ]
    assert found == []
