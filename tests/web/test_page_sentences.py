"""What the pages of tables in play say, in every language, as a machine reads it: sentences that templates
put together, too (tests/games/test_sentences.py reads those of the games)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from companion import games
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.translation import SOURCE
from companion.web import create_app
from tests.complete_languages import COMPLETE
from tests.games.every_game import random_decision, setups
from tests.games.test_sentences import faults
from tests.web.conftest import bare_room
from tests.web.parsed import parsed

WITHIN = frozenset(("a", "abbr", "b", "bdi", "em", "i", "mark", "small", "strong", "sub", "sup", "wbr"))
"""Elements that stand within a sentence; any other begins one of its own."""
READ_ALOUD = ("aria-label", "title", "alt", "placeholder")
PAGES = ("", "seat/0", "seat/1", "score", "history", "legend", "settings", "correct", "watch")
MOMENTS = 4
"""Of each table, in the slow test."""


def sentences(page: Element) -> Iterator[str]:
    """What a page says, each run of text that nothing interrupts as one."""
    run: list[str] = []

    def told() -> Iterator[str]:
        text = re.sub(r"[ \n\t]+", " ", "".join(run)).strip()  # not what does not break
        run.clear()
        if text:
            yield text

    def walk(element: Element) -> Iterator[str]:
        if element.tag in ("script", "style", "svg", "template"):
            return
        yield from (element.attrib[name] for name in READ_ALOUD if element.attrib.get(name))
        if element.tag not in WITHIN:
            yield from told()
        run.append(element.text or "")
        for child in element:
            yield from walk(child)
            run.append(child.tail or "")
        if element.tag not in WITHIN:
            yield from told()

    yield from walk(page)
    yield from told()


def moments(table: Any, rng: Random, number: int) -> Iterator[None]:
    """A random game, stopped at that many moments from its beginning to its end."""
    stops = sorted(rng.sample(range(1, 140), number - 1))
    step = 0
    while not table.game.phase(table.state).over:
        question = rng.choice(table.questions)
        decision = random_decision(table.game, table.state, question, rng)
        if decision is None:
            continue
        table.submit(decision, table.number, f"step-{step:06}", "test")
        step += 1
        if step in stops:
            yield
    yield


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("told", [False, True], ids=["printed", "told"])
@pytest.mark.parametrize("name", games.names())
def test_no_sentence_of_a_page_has_a_fault(tmp_path: Path, name: str, told: bool) -> None:
    found = read(tmp_path, name, told, seed=1, number=MOMENTS)
    assert not found


def read(
    folder: Path, name: str, told: bool, seed: int, number: int, kept: Any = None
) -> set[tuple[str, ...]]:
    """The faults on all pages of a random game. kept: gets every sentence, by language."""
    tables = Tables(Journal(folder / f"{name} {seed}.db"))
    client = create_app(bare_room(tables)).test_client()
    rng, game = Random(f"{name} {seed}"), games.load(name)
    setup = list(setups(game))[seed % 2]
    setup = setup.with_told_pieces() if told else setup
    table = tables.create(name, setup, seed=seed, settings=Settings(draws="hand", dice="hand"))
    found = set()
    for _moment in moments(table, rng, number):
        for language in (SOURCE, *COMPLETE):
            client.set_cookie("language", language)
            for path in PAGES:
                answer = client.get(f"/t/{table.id}/{path}")
                assert answer.status_code in (200, 303, 404), (path, answer.status_code)  # no legend
                for said in sentences(parsed(answer.text)):
                    if kept is not None:
                        kept.setdefault(language, set()).add(said)
                    # A card's "?" is what it counts.
                    found |= {
                        (path, language, fault, said) for fault in faults(said.removeprefix("?"), language)
                    }
    tables.close()
    return found


def test_sentences_are_read_across_what_stands_within_them() -> None:
    page = parsed('<p title="Why">You have <b>1</b> credits.</p><p>So <span>it</span> is</p>')
    assert [*sentences(page)] == ["Why", "You have 1 credits.", "So", "it", "is"]
