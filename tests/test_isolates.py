"""Tests of names and numbers of other scripts: isolates around what turns the direction, and digits."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from companion import translation
from companion.access.pins import hash_pin, pin_matches
from companion.translation import (
    Sentence,
    _,
    in_row,
    in_turn,
    isolated,
    listed,
    plural,
    speaking,
    with_plain_digits,
    without_isolates,
)
from companion.web.request.reading import whole_number
from tests.default_run import examples
from tests.reports import REPORTS

ROOT = Path(__file__).parent.parent
REPORT = json.loads((REPORTS / "names-2.json").read_text(encoding="utf-8"))
ONE, TWO = REPORT["sentences"]
FSI, PDI = "\u2068", "\u2069"


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_a_name_from_right_to_left_is_isolated_in_every_sentence(language):
    around = [f"{FSI}{name}{PDI}" for name in (ONE, TWO)]
    with speaking(language):
        for made in (
            _("{player}: {vp} VP", player=ONE, vp=10),
            plural("{names} wins with {vp} VP.", "{names} win together with {vp} VP.", 1, names=ONE, vp=3),
            _(Sentence("{player}: {vp} VP", player=ONE, vp=10)),
            _("{player}: {vp} VP", player=ONE, vp=Markup("<b>3</b>")),
        ):
            assert around[0] in made
            assert made.count(FSI) == made.count(PDI) == 1
        for made in (listed([ONE, TWO]), in_row([ONE, TWO])):
            assert all(name in made for name in around)
            assert _("{player}: {vp} VP", player=made, vp=1).count(FSI) == 2
    assert str(Sentence("{player} begins", player=ONE)) == f"{around[0]} begins"


def test_other_names_stay_as_they_are():
    for name in ("Ann", "Zoë", "Анна", "山田", "😀 Bo", "ราม"):
        assert isolated(name) == name
        assert _("{player}: {vp} VP", player=name, vp=1) == f"{name}: 1 VP"
    assert without_isolates(isolated(ONE)) == ONE


@given(st.text(st.sampled_from("aא ב1\u200f-(\u2068\u2069"), max_size=8))
@settings(max_examples=examples(200), deadline=None)
def test_what_is_isolated_is_so_once_and_keeps_its_letters(text):
    once = isolated(text)
    assert without_isolates(once) == without_isolates(text)
    if text.count(FSI) == text.count(PDI) == 0:
        assert isolated(once) == once


def test_digits_of_other_scripts_are_the_digits_that_they_are():
    for twelve in (*REPORT["digits"], "١٢", "۱۲", "१२", "১২", "๑๒"):
        assert with_plain_digits(f"a{twelve}") == "a12"
        assert whole_number(twelve, 0, 99) == 12
    for copied in ("\u200f١٢\u200e", "\u2066１２\u2069"):
        assert whole_number(copied, 0, 99) == 12
    assert [with_plain_digits(it) for it in ("−٣٫٥", "－３")] == ["-3.5", "-3"]
    kept = hash_pin(f"{twelve}7359")
    assert pin_matches("127359", kept)
    assert pin_matches(f"{twelve}7359", kept)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Anna", "La marchandise d’Anna"),
        ("Émile", "La marchandise d’Émile"),
        ("Ben", "La marchandise de Ben"),
        ("Old Earth", "La marchandise d’Old Earth"),
        ("Hugo", "La marchandise de Hugo"),
    ],
)
def test_french_elides_before_a_name(monkeypatch, name, said):
    catalogue = type("Catalogue", (), {"gettext": lambda self, message: "La marchandise de {name}"})()
    monkeypatch.setattr(translation, "_catalogue", lambda spoken: catalogue)
    with speaking("fr"):
        assert _("{name}'s good", name=name) == said
        assert _("{name}'s good", name=Markup("<b>{}</b>").format(name)) == said.replace(
            name, f"<b>{name}</b>"
        )
    with speaking("es"):
        assert _("{name}'s good", name=name) == f"La marchandise de {name}"


def test_a_spanish_and_is_another_one_before_an_i():
    with speaking("es"):
        assert listed(["Ana", "Ignacio"]) == "Ana e Ignacio"
        assert listed(["Ana", "Ben", "Hipatia"]) == "Ana, Ben e Hipatia"
        assert listed(["Ignacio", "Ana"]) == "Ignacio y Ana"
        assert listed(["agua", "hielo"]) == "agua y hielo"


def test_french_has_a_space_before_a_semicolon() -> None:
    with speaking("fr"):
        assert in_turn(["1 PV", "2 jetons"]) == "1 PV\u00a0; 2 jetons"
    assert in_turn(["1 VP", "2 chips"]) == "1 VP; 2 chips"


def test_a_browser_that_translates_a_page_leaves_each_name_that_stands_alone() -> None:
    pages = [*ROOT.glob("templates/*.html"), *ROOT.glob("companion/games/*/templates/*.html")]
    isolated_names = [
        it for page in pages for it in re.findall(r"<bdi[^<]*\.name\b[^<]*<", page.read_text("utf-8"))
    ]
    assert len(isolated_names) > 4
    assert [it for it in isolated_names if 'translate="no"' not in it] == []
