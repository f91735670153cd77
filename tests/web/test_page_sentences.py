"""What the pages of tables in play say, in every language, as a machine reads it: sentences that templates
put together, too (tests/games/test_sentences.py reads those of the games).

`python -m tests.web.test_page_sentences FIRST COUNT FOLDER` reads so many games of each kind and writes what
it read to a file a language, for people to read."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.translation import SOURCE
from companion.web import create_app
from tests.complete_languages import COMPLETE
from tests.default_run import many
from tests.games.every_game import random_decision, random_setup
from tests.games.test_sentences import faults
from tests.web.conftest import bare_room

WITHIN = frozenset(("a", "abbr", "b", "bdi", "em", "i", "mark", "small", "strong", "sub", "sup", "wbr"))
"""Elements that stand within a sentence; any other begins one of its own."""
UNSAID = re.compile(r"<(script|style|svg|template)\b.*?</\1>|<!.*?>", re.DOTALL)
TAG = re.compile(r"""<(/?)([a-zA-Z][\w-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>""")
ATTRIBUTES = "|".join(
    (
        *("aria-label", "aria-description", "aria-valuetext", "title", "alt", "placeholder"),
        *("data-label", "data-how-many", "data-same-name", "data-wanted"),
    )
)
"""In which sentences stand; the last four are shown by styles and scripts."""
READ_ALOUD = re.compile(rf"""\s(?:{ATTRIBUTES})=(?:"([^"]+)"|'([^']+)')""")
PAGES = ("", "seat/0", "seat/1", "history")
SELDOM = (
    *("score", "correct", "legend", "settings", "watch", "lay-out", "set-up", "lessons", "put-away"),
    *("played-on?seat=0", "seat/0/help", "seat/0/ask", "finale?step=6"),
)
"""One of them at each table."""
GAMES = 100
"""Of each game, at one moment each."""
EACH = 10
"""Games of a case of the slow test."""
UNREACHED = 150
"""A moment lies at most so many decisions after the beginning; each tenth game is read at its end."""


def sentences(page: str) -> Iterator[str]:
    """What a page says, each run of text that nothing interrupts as one."""
    page = UNSAID.sub("", page)
    run, at = "", 0
    for tag in TAG.finditer(page):
        run += page[at : tag.start()]
        at = tag.end()
        yield from (one or other for one, other in READ_ALOUD.findall(tag.group(3)))
        if tag.group(2) not in WITHIN:
            yield run
            run = ""
    yield run + page[at:]


def single(said: str) -> str:
    return re.sub(r"[ \n\t]+", " ", unescape(said)).strip()  # not what does not break


class Reader:
    """Reads pages, each different sentence once. read: by language; found: what is wrong with them."""

    def __init__(self) -> None:
        self.read: dict[str, dict[str, str]] = {language: {} for language in (SOURCE, *COMPLETE)}
        self.found: set[tuple[str, ...]] = set()
        self._seen: set[tuple[str, str]] = set()

    def page(self, language: str, path: str, html: str) -> None:
        for written in sentences(html):
            if (language, written) in self._seen:
                continue
            self._seen.add((language, written))
            said = single(written)
            if said and said not in self.read[language]:
                self.read[language][said] = path
                # A card's "?" is what it counts.
                wrong = faults(said.removeprefix("?"), language)
                self.found |= {(path, language, fault, said) for fault in wrong}

    def game(self, name: str, seed: int) -> None:
        """All pages of a random game at a moment of it, in each language."""
        rng, game = Random(f"{name} {seed}"), games.load(name)
        setup = random_setup(game, seed)
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(Tables(Journal(Path(folder) / "j.db"))) as tables,
        ):
            client = create_app(bare_room(tables)).test_client()
            table = tables.create(name, setup, seed=seed, settings=Settings(draws="hand", dice="hand"))
            left = 2000 if seed % 10 == 9 else rng.randrange(UNREACHED)
            while left and not table.game.phase(table.state).over:
                decision = random_decision(game, table.state, rng.choice(table.questions), rng)
                if decision is not None:
                    table.submit(decision, table.number, f"step-{left:06}", "test")
                    left -= 1
            for language in self.read:
                client.set_cookie("language", language)
                for path in (*PAGES, SELDOM[seed % len(SELDOM)]):
                    answer = client.get(f"/t/{table.id}/{path}")
                    assert answer.status_code in (200, 302, 303, 404, 409), (path, answer.status_code)
                    if answer.status_code == 200:
                        self.page(language, f"{name} {path}", answer.text)


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("first", range(0, many(GAMES), EACH))
@pytest.mark.parametrize("name", games.names())
def test_no_sentence_of_a_page_has_a_fault(name: str, first: int) -> None:
    reader = Reader()
    for seed in range(first, first + EACH):
        reader.game(name, seed)
    assert not reader.found


def test_sentences_are_read_across_what_stands_within_them() -> None:
    page = (
        '<p title="Why" data-id="No word" data-wanted=\'Choose "one".\'>You have <b>1</b> credits.</p>'
        "<svg><text>no</text></svg><p>So <span>it</span> is</p>"
    )
    read = [single(said) for said in sentences(page)]
    assert [said for said in read if said] == [
        "Why",
        'Choose "one".',
        "You have 1 credits.",
        "So",
        "it",
        "is",
    ]
    reader = Reader()
    reader.page(SOURCE, "here", page)
    assert reader.found == {("here", SOURCE, "1 credits", "You have 1 credits.")}


def main(first: int, count: int, folder: Path) -> None:
    reader = Reader()
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + count):
        for name in games.names():
            reader.game(name, seed)
        for language, said in reader.read.items():
            lines = "".join(f"{path}\t{sentence}\n" for sentence, path in said.items())
            (folder / f"{language}-{first}.txt").write_text(lines, "utf-8")
        (folder / f"found-{first}.txt").write_text("".join(f"{it}\n" for it in sorted(reader.found)), "utf-8")
        print(
            seed,
            {language: len(said) for language, said in reader.read.items()},
            len(reader.found),
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
