"""Tests that names of every script are taken, cleaned of what cannot be seen, and known again."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.contract import Illegal
from companion.games.contract.player_names import checked_name, clean_name, letter_count, name_key
from companion.plays.bgstats import known_as
from companion.web.setup.setup_checks import WrongField, checked_players
from tests.games.every_game import load, names
from tests.reports import REPORTS


@pytest.mark.parametrize(
    ("entered", "kept"),
    [
        ("👩‍🚀 Mia", "👩‍🚀 Mia"),
        ("山田\u3000太郎", "山田 太郎"),
        ("\xa0Jean\xa0Luc ", "Jean Luc"),
        ("می‌خواهم", "می‌خواهم"),  # with a half-space
        ("\u200eעידו\u200f", "עידו"),
        ("Ann\u202egnp.exe", "Anngnp.exe"),
        ("\u2066Ann\u2069", "Ann"),
        ("A\u200bn\xadn\ufeff", "Ann"),
        ("A\x07nn\tB\nC", "Ann B C"),
        ("Zoe\u0308", "Zoë"),
        ("🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", None),
        ("👨‍👩‍👧‍👦" * 12, None),
        ("", ""),
    ],
)
def test_names_are_taken_and_cleaned(entered, kept):
    assert checked_name(entered) == (entered if kept is None else kept)


def test_what_a_public_report_has_is_taken():
    report = json.loads((REPORTS / "names.json").read_text(encoding="utf-8"))
    for name in report["taken"] + report["print"] + report["spreadsheet"]:
        assert letter_count(checked_name(name)) <= 24
    for one, other in report["same_person"]:
        assert checked_name(one) == checked_name(other)
        assert known_as(one) == known_as(other)


@pytest.mark.parametrize(
    ("entered", "sentence"),
    [
        ("x" * 25, "A name has up to 24 letters: shorten “xxxxxxxxxxxx”…."),
        ("\u200b\u202e", "A name needs a letter or a sign that can be seen."),
        ("\u2800\u2800", "A name needs a letter or a sign that can be seen."),
        ("\u0301\ufe0f", "A name needs a letter or a sign that can be seen."),
        ("\u17b4\u034f", "A name needs a letter or a sign that can be seen."),
        ("e" + "\u0301" * 100, "This name has too many marks on its letters: leave some of them out."),
    ],
)
def test_a_refusal_says_what_is_wrong(entered, sentence):
    with pytest.raises(Illegal) as refused:
        checked_name(entered)
    assert refused.value.sentence == sentence


def test_one_person_has_one_seat_however_the_name_is_written():
    game = load(names()[0])
    one, two = game.colours[:2]
    for other in ("Zoe\u0308", "ZOË", "Zoë\u200e", " Zoë "):
        with pytest.raises(WrongField, match="the same name"):
            checked_players(game, [("Zoë", one), (other, two)])
    with pytest.raises(WrongField) as refused:
        checked_players(game, [("Zoë", one), ("\u200b", two)])
    assert refused.value.field == "name-1"


@given(st.text())
def test_any_text_is_cleaned_for_good_or_refused_without_escape_codes(text):
    cleaned = clean_name(text)
    assert clean_name(cleaned) == cleaned
    assert name_key(cleaned) == name_key(text)
    assert not any(
        unicodedata.bidirectional(c) in ("RLO", "LRO", "RLE", "LRE", "RLI", "LRI") for c in cleaned
    )
    said = ""
    try:
        checked_name(text)
    except Illegal as refused:
        said = refused.sentence
    assert "\\" not in said or "\\" in text
