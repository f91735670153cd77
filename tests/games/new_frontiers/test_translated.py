"""Tests of the game in German: all text is translated, and the language changes nothing but text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.pofile import read_po

from companion import games
from companion.games.contract import Correction, Option, Refusal, Tally, Term, decision_to_json
from companion.games.new_frontiers import game
from companion.games.new_frontiers.display import legend
from companion.games.new_frontiers.display.tile_svg import planet
from companion.games.new_frontiers.display.tile_view import tile_view
from companion.games.new_frontiers.rules.checks import check
from companion.games.new_frontiers.rules.state import COLOURS, State
from companion.games.new_frontiers.tiles import box_check, suggestions
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Goal
from companion.games.new_frontiers.tiles.counted import parse_bonus
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.simulation.simulate import SimulatedStep, new_game, steps
from companion.table.journal import Journal
from companion.table.record import play_again, record
from companion.table.tables import Tables
from companion.translation import SOURCE, languages, speaking
from tests.complete_languages import COMPLETE
from tests.games.new_frontiers.sample_state import sample_state
from tests.test_translation import source_messages

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "companion" / "games" / "new_frontiers" / "translations"
GAME = game()
LATER_GAME = (("goals", "yes"), ("game", "later"))


# --- the catalogue --------------------------------------------------------------------------------------


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", text))


@pytest.mark.xdist_group("the messages in the code")
@pytest.mark.parametrize("language", COMPLETE)
def test_every_message_is_translated_with_the_same_places(language: str) -> None:
    with (FOLDER / language / "messages.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    said = source_messages(FOLDER)
    wrong = []
    for message in said:
        if not message.id:
            continue
        known = catalogue.get(message.id)
        english = message.id if isinstance(message.id, tuple) else (message.id,)
        german = () if known is None else known.string if isinstance(known.string, tuple) else (known.string,)
        if len(german) != len(english) or not all(german):
            wrong.append(f"{english[0]}: not translated")
        elif any(_placeholders(one) - _placeholders(english[-1]) for one in german) or (
            _placeholders(english[-1]) - _placeholders(german[-1])
        ):
            wrong.append(f"{english[0]}: other places than {german[-1]}")
    assert not wrong
    gone = {message.id for message in catalogue if message.id} - {m.id for m in said if m.id}
    assert not gone, "make messages"


# --- the language changes nothing but text --------------------------------------------------------------


def _play(language: str, seed: int) -> tuple[list[Any], list[str], list[SimulatedStep]]:
    """The decisions of a game of sensible players as JSON, the states, and the steps."""
    with speaking(language):
        rng = Random(seed)
        state = new_game(GAME, 3, LATER_GAME, rng)
        played = list(steps(GAME, state, GAME.players["sensible"], rng))
    return [decision_to_json(s.decision) for s in played], [repr(s.after) for s in played], played


@pytest.mark.parametrize("seed", [3, 4])
def test_a_game_is_the_same_in_german(seed: int) -> None:
    german, english = _play("de", seed), _play(SOURCE, seed)
    assert german[0] == english[0]
    assert german[1] == english[1]
    scores = []
    for language in ("de", SOURCE):
        with speaking(language):
            sheet = GAME.score(german[2][-1].after)
            scores.append([(p.total, p.rank, [(x.source, x.vp) for x in p.lines]) for p in sheet.players])
    assert scores[0] == scores[1]


def test_facts_and_corrections_are_the_same_in_german() -> None:
    state = sample_state()
    english = [(f.path, f.value, f.choices) for f in GAME.facts(state)]
    with speaking("de"):
        german = GAME.facts(state)
    assert [(f.path, f.value, f.choices) for f in german] == english
    assert any(fact.said != fact.choices for fact in german)


def _tracked(tables: Tables, language: str) -> Any:
    """The record of a table with sixty steps and a correction."""
    with speaking(language):
        rng = Random(7)
        setup = new_game(GAME, 2, (), rng).setup
        table = tables.create(GAME.name, setup, seed=7)
        client = GAME.players["sensible"]
        for _number in range(60):
            question = table.questions[0]
            if question.draw is not None:
                names = tuple(rng.sample(question.draw.pool, question.draw.count))
                table.submit_outcome(names, table.number, f"k{table.number}", "tablet")
                continue
            options = GAME.options(table.state, question.player)
            decision = client.choose(GAME, table.state, question, options, rng)
            table.submit(decision, table.number, f"k{table.number}", "tablet")
        world = table.state.bag[0]
        table.correct(Correction(f"world/{world}", "explored by blue"), table.number, "c", "tablet")
        return record(table)


def test_a_record_made_in_german_is_the_english_one_and_is_played_again(tmp_path: Path) -> None:
    made = []
    for language in ("de", SOURCE):
        journal = Journal(tmp_path / f"{language}.db")
        made.append(_tracked(Tables(journal, games.load), language))
        journal.close()
    german, english = made
    for data in made:
        again = play_again(data)
        assert again.stopped is None
        assert again.entries == len(data["steps"]) + 1
    for kept in ("setup", "steps"):
        assert german[kept] == english[kept], "words too: a journal is English"


# --- all displayed text is translated -------------------------------------------------------------------


def _names(state: State) -> list[str]:
    """Text that is not translated: tiles except stand-ins, keywords, players, numbers."""
    stand_ins = {tile.name for tile in GAME.catalogue.values() if tile.source == "stand-in"}
    known = (*state.catalogue.values(), *GAME.catalogue.values())
    tiles = {tile.name for tile in known} - stand_ins
    lines = [
        power.text for tile in state.catalogue.values() if not isinstance(tile, Goal) for power in tile.powers
    ]
    return sorted({*tiles, *lines, *(e.name for e in state.empires)}, key=len, reverse=True)


SAME_IN_GERMAN = {
    "Alien",
    "Bonus",
    "Credits",
    "Credit",
    "Name",
    "Isolation",
    "REBEL",
    "IMPERIUM",
    "UPLIFT",
    "ALIEN",
}
SAME_IN_GERMAN |= {"TERRAFORMING", "Rebel", "Imperium", "Uplift", "Terraforming", "A", "G", "NF", "mm", "ok"}
"""Words that are the same in German, or that are printed on tiles."""


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value that the game returns, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Tally | Term):
        yield value.label
        if isinstance(value, Tally):
            yield from _texts(value.terms)
    elif isinstance(value, Option):
        yield from (value.words, *_texts(value.why))
    elif isinstance(value, Refusal):
        yield from (value.words, value.sentence, *_texts(value.why))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name in ("words", "text", "said", "label", "sentence", "title", "why", "now", "what"):
                yield from _texts(getattr(value, field.name))


def _displayed(state: State) -> list[str]:
    """All text about a table that can be displayed now."""
    found: list[str] = []
    for question in GAME.questions(state):
        found += _texts([question.text, GAME.options(state, question.player)])
        if question.draw is None and question.player is not None:
            found += _texts(GAME.refusals(state, question.player))
            found += [GAME.words(state, o.decision) for o in GAME.options(state, question.player)]
    page: Any = GAME.display.page(state, 0)
    for key in ("ends", "actions", "doing", "endings", "score"):
        found += _texts(getattr(page, key))
    for empire in page.empires:
        found += _texts([empire.military, empire.special, empire.goods, empire.spaces, empire.gained])
        found += _texts([power.words for power, _times in empire.powers])
        found += empire.stockpile
        for piece in (*empire.colonies, *empire.explored, *empire.developments):
            found += _texts([piece.tile.what, [p.words for p in piece.tile.powers], piece.tile.bonus])
            found.append(page.said(piece))
    sheet = GAME.score(state)
    found += [word for p in sheet.players for word in (p.tie_break, *_texts([x.why for x in p.lines]))]
    return found


def _untranslated(english: list[str], german: list[str], names: list[str]) -> set[str]:
    """The texts that are the same in both languages, apart from names and numbers."""
    assert len(english) == len(german)
    found = set()
    for one, other in zip(english, german, strict=True):
        if one != other:
            continue
        rest = one
        for name in names:
            rest = rest.replace(name, " ")
        rest = re.sub(r"\b[A-Z]\d+[AB]?\b", " ", rest)  # a tile's id
        if set(re.findall(r"[A-Za-z]+", rest)) - SAME_IN_GERMAN:
            found.add(one)
    return found


def _in_both(read: Any) -> tuple[list[str], list[str]]:
    english = list(read())
    with speaking("de"):
        return english, list(read())


def test_in_a_german_game_nothing_is_said_in_english() -> None:
    names: list[str] = []
    found: set[str] = set()
    for options in (LATER_GAME, (("turns", "together"),)):
        rng = Random(11)
        state = new_game(GAME, 3, options, rng)
        names = names or _names(state)
        for number, step in enumerate(steps(GAME, state, GAME.players["random"], rng)):
            if number % 3 == 0:
                found |= _untranslated(*_in_both(lambda state=step.before: _displayed(state)), names)
        found |= _untranslated(*_in_both(lambda state=step.after: _displayed(state)), names)
    assert not found


def test_what_lies_beside_the_game_is_said_in_german_too() -> None:
    state = sample_state()
    names = [*_names(state), *COLOURS]
    book = GAME.box.book()

    def read() -> Iterator[str]:
        yield from _texts(GAME.setup_options())
        for option in GAME.setup_options():
            yield from (words for _value, words in option.choices)
        yield from (word for f in GAME.facts(state) for word in (f.label, *f.said))
        yield from check(state)
        yield from book.guide()
        yield from box_check.check(state.catalogue).lines()
        yield from (parse_power(line).words() for line in suggestions.lines())
        yield from (parse_bonus(line).words() for line in suggestions.bonuses())
        for id in ("W11", "D08", "H1A", "G1"):
            yield from (field.words for field in book.telling(id).fields)
            yield from (saying.words for field in book.telling(id).fields for saying in field.sayings)
        yield from (words for _piece, words in legend.tiles())
        yield from (words for _colour, words in legend.lights())
        yield from (kind for kind, _disc, _ring in legend.kinds())
        for place, said in legend.shown("blue"):
            yield from (place, *(words for _light, words in said))
        for tile in GAME.tracking.tiles():
            yield from (tile.name, tile.caption, *tile.sides)
        yield from (GAME.display.named(tile.name) for tile in book.tiles())
        for tile in state.catalogue.values():
            view = tile_view(state.catalogue, tile.id)
            yield from (view.what, view.bonus, view.doubt, *(power.words for power in view.powers))

    assert not _untranslated(*_in_both(read), names)


def test_letters_of_kinds_follow_the_language_and_differ() -> None:
    page: Any = GAME.display.page(sample_state(), None)
    drawn = planet("novelty", False)
    assert "".join(map(page.letter, ("Novelty", "Rare", "Genes", "Alien"))) == "NRGA"
    with speaking("de"):
        letters = [page.letter(kind) for kind in ("Novelty", "Rare", "Genes", "Alien")]
        assert letters == ["L", "S", "G", "A"]
        assert planet("novelty", False) != drawn
    for language in languages():
        with speaking(language):
            assert len({page.letter(kind) for kind in KINDS}) == len(KINDS), language
