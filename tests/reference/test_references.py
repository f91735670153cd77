"""Tests of the rules references: complete in every language, consistent with the coverage tables."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion import games, installed_games
from companion.games.contract import RuleBook
from companion.games.contract.reference import BadReference, read_rulebook
from companion.games.new_frontiers.tiles.effect import EFFECTS
from companion.games.race_for_the_galaxy.cards.powers import PHASES
from companion.translation import languages
from tests.reference.printed_runs import copied, numbered, printed

ROOT = Path(__file__).parents[2]
GAMES_WITH_REFERENCE = [name for name, _title in games.titles("reference")]
COVERAGE_PAGES = {
    "new-frontiers": "rules-coverage.md",
    "race-for-the-galaxy": "rules-coverage-race-for-the-galaxy.md",
    "a-new-frontier": "a-new-frontier-rules.md",
}
NO_PARAGRAPHS = ("topics", "signs", "silent", "teach")
"""The other tables of a language's file."""
MAX_WORDS = 90
"""In a paragraph; a longer one is not read at a table."""


def folder(name: str) -> Path:
    return installed_games.folders()[name] / "reference"


def book(name: str, spoken: str = "en") -> RuleBook:
    reference = games.load(name).reference
    assert reference is not None
    return reference.rulebook(spoken)


def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


each = pytest.mark.parametrize("name", GAMES_WITH_REFERENCE)
in_each_language = pytest.mark.parametrize("spoken", languages())


@each
@in_each_language
def test_a_language_says_its_paragraphs_in_their_order(name: str, spoken: str) -> None:
    """One that it leaves out is English: who adds it may speak one language."""
    order = [rule.id for rule in book(name).rules]
    said, english = toml(folder(name) / f"{spoken}.toml"), toml(folder(name) / "en.toml")
    assert [id for id in said if id not in NO_PARAGRAPHS] == [id for id in order if id in said]
    for table, words in said.items():
        assert words.keys() <= english[table].keys(), table
        assert all(text.strip() for text in words.values()), table
        if table not in NO_PARAGRAPHS:
            assert len(words["text"].split()) <= MAX_WORDS, table
    assert len(english["teach"]) >= 5


@pytest.mark.release
@each
@in_each_language
def test_a_release_has_every_paragraph_in_every_language(name: str, spoken: str) -> None:
    said, english = toml(folder(name) / f"{spoken}.toml"), toml(folder(name) / "en.toml")
    assert {table: words.keys() for table, words in said.items()} == {
        table: words.keys() for table, words in english.items()
    }


@each
def test_a_language_is_no_copy_of_english(name: str) -> None:
    english = book(name)
    for spoken in languages()[1:]:
        said = toml(folder(name) / f"{spoken}.toml")
        for rule, same in zip(english.rules, book(name, spoken).rules, strict=True):
            assert rule.id not in said or rule.text != same.text, (spoken, rule.id)


@each
def test_every_id_is_one_paragraph_and_every_sign_names_one(name: str) -> None:
    rules = [rule.id for rule in book(name).rules]
    assert len(rules) == len(set(rules))
    for sign in book(name).signs:
        assert sign.rule in rules
    assert len({sign.icon for sign in book(name).signs}) == len(book(name).signs)
    assert len(book(name).signs) >= 10, "every game says what its icons mean"
    assert [rule.asked for rule in book(name).most_asked] == list(range(1, 11))


@each
def test_every_rule_of_the_coverage_table_has_its_place_and_every_paragraph_a_rule(name: str) -> None:
    table = (ROOT / "docs" / COVERAGE_PAGES[name]).read_text("utf-8")
    rows = [line.strip("|").split("|") for line in table.splitlines() if re.match(r"\| \d+ \|", line)]
    rules = {rule.id for rule in book(name).rules}
    named: set[str] = set()
    for row in rows:
        places = set(re.findall(r"`([\w-]+)`", row[3] if len(row) > 3 else ""))
        assert places, row[1]
        assert places <= rules, places - rules
        named |= places
    assert rules - named == set()


@each
def test_no_sentence_is_the_rulebook_s(name: str) -> None:
    ours, theirs = (
        "one two three four five six seven eight nine",
        "ONE two, three four five six seven eight nine",
    )
    assert copied(ours, numbered(theirs)) == [ours]
    assert len(printed(name)) > 5000
    assert [run for rule in book(name).rules for run in copied(rule.text, printed(name))] == []


@each
def test_tiles_that_a_paragraph_names_are_in_the_game(name: str) -> None:
    game = games.load(name)
    assert game.reference is not None
    known = {tile.name: tile.id for tile in game.tracking.tiles()}
    for rule in book(name).rules:
        for tile in rule.tiles:
            if tile in known:
                assert rule.id in game.reference.of_tile(known[tile])
    assert game.reference.of_tile("no such tile") == ()


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("new-frontiers", tuple(form for forms in EFFECTS.values() for form in forms)),
        # A written power is a sentence that only people read: no rule explains it.
        ("race-for-the-galaxy", tuple(form for phase in PHASES.values() for form in phase)),
    ],
)
def test_every_form_of_power_is_explained(name: str, forms: tuple[type, ...]) -> None:
    """The test above checks that the paragraph exists in every language."""
    explained = {form for rule in book(name).rules for form in rule.forms}
    assert explained == {form.__name__ for form in forms}


def test_a_reference_without_words_says_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(
        '[[topic]]\nid = "start"\nrules = [{ id = "aim", page = 1 }]\n', encoding="utf-8"
    )
    (tmp_path / "en.toml").write_text('[topics]\nstart = "Start"\n', encoding="utf-8")
    with pytest.raises(BadReference, match="aim"):
        read_rulebook(tmp_path, "en")
    with pytest.raises(BadReference, match=r"rules\.toml"):
        read_rulebook(tmp_path / "nowhere", "en")


def test_what_a_language_leaves_out_is_english(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(
        '[[topic]]\nid = "start"\nrules = [{ id = "aim", page = 1 }, { id = "end", page = 2 }]\n',
        encoding="utf-8",
    )
    (tmp_path / "en.toml").write_text(
        '[topics]\nstart = "Start"\n'
        '[aim]\ntitle = "Aim"\ntext = "Win."\n[end]\ntitle = "End"\ntext = "Over."\n',
        encoding="utf-8",
    )
    (tmp_path / "nl.toml").write_text('[aim]\ntitle = "Doel"\ntext = "Winnen."\n', encoding="utf-8")
    made = read_rulebook(tmp_path, "nl")
    assert [rule.title for rule in made.rules] == ["Doel", "End"]
