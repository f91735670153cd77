"""A game's rules reference: every rule in our own words, read from the game's folder `reference`.

`rules.toml` has the paragraphs in their order and what each belongs to; `en.toml`, `de.toml`, ... have their
words, so that a translator works on one file, in reading order. `words.toml`, where there is one, has the
words in which players ask (`companion/reference/words.py`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from companion.games.contract.reasons import Tally
from companion.games.contract.state import S
from companion.text_files import read_text
from companion.translation import SOURCE, language

SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^a-z\d])")
"""Behind it a sentence begins: not behind "p." or "e.g." before a number or a small letter."""


class BadReference(ValueError):
    """A file of the reference is invalid; the message names the file and the fault."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A paragraph. page: the rulebook's. words: how else players call it, for the search only.

    questions: kinds of `Question`s that it answers; tiles: printed names that it is about; forms: the forms
    of powers that it explains; asked: its rank among the most asked questions, from 1; 0: none.
    """

    id: str
    topic: str
    title: str
    text: str
    page: int
    words: str = ""
    questions: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    asked: int = 0

    @property
    def first_sentence(self) -> str:
        """Of the text; `further` is the rest."""
        return SENTENCE_END.split(self.text, maxsplit=1)[0]

    @property
    def further(self) -> str:
        return self.text[len(self.first_sentence) :].strip()


@dataclass(frozen=True, slots=True)
class Topic:
    id: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """An icon of the pages, what it means, and the rule that says more."""

    icon: str
    words: str
    rule: str


@dataclass(frozen=True, slots=True)
class Silence:
    """Something that players ask and the rulebook leaves open. words: a sentence that says so; page: of the
    rulebook, where it would stand."""

    id: str
    words: str
    page: int


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The reference in one language. teach: how to explain the game in five minutes, step by step. folder:
    where its files lie, among them the words in which players ask. silent: what is asked and left open."""

    topics: tuple[Topic, ...]
    signs: tuple[Sign, ...] = ()
    teach: tuple[str, ...] = ()
    folder: Path | None = None
    silent: tuple[Silence, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for topic in self.topics for rule in topic.rules)

    @property
    def most_asked(self) -> tuple[Rule, ...]:
        return tuple(sorted((rule for rule in self.rules if rule.asked), key=lambda rule: rule.asked))

    def rule(self, id: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.id == id), None)


@dataclass(frozen=True, slots=True)
class TileNow:
    """A tile in this position. says: sentences about what it does now, or what getting it takes; numbers: the
    relevant numbers with their reasons."""

    says: tuple[str, ...] = ()
    numbers: tuple[Tally, ...] = ()


@dataclass(frozen=True, slots=True)
class TileWords:
    """What is printed on a tile, in words. tile: its id; what: a line; powers: (when, or "", and its words)
    each."""

    tile: str
    name: str
    what: str
    powers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedSign:
    """An icon as it is printed. svg: it alone, drawn anew; or icon: one of the pages' that shows it. words:
    what it means; example: a sentence that names a piece with it."""

    svg: str
    words: str
    example: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class PrintedSigns:
    """Icons that belong together, in the order in which they are met."""

    title: str
    signs: tuple[PrintedSign, ...]


class Reference(Protocol[S]):
    """The rules, to be looked up, and what a tile does."""

    def rulebook(self, spoken: str = "") -> RuleBook:
        """The reference in a language; "": the current one. What a language lacks is English."""

    def of_tile(self, tile: str) -> tuple[str, ...]:
        """The ids of the rules about a tile: by its name and by the forms of its powers."""

    def tile_words(self, tile: str) -> TileWords | None:
        """What a tile says, or one with that front; None: there is none, or it is not explained."""

    def printed_signs(self, state: S | None) -> tuple[PrintedSigns, ...]:
        """What is printed on the pieces, with examples, out of the `view` `state` if there are some."""

    def tile_now(self, state: S, player: int | None, tile: str) -> TileNow:
        """What a tile does in a `view`; player: who asks. Empty if there is nothing to say."""

    def having(self, state: S, player: int, tile: str) -> S | None:
        """A `view` as it would be if this player had the tile and its powers counted; None: the player has
        it, or it cannot be had."""


@cache
def read_rulebook(folder: Path, spoken: str) -> RuleBook:
    """The reference in `folder` in this language. Raises BadReference."""
    order = _toml(folder / "rules.toml")
    words = _words(folder, SOURCE)
    if spoken != SOURCE and (folder / f"{spoken}.toml").is_file():
        own = _words(folder, spoken)
        words = {name: {**table, **own.get(name, {})} for name, table in words.items()}
    topics = tuple(_topic(topic, words, folder) for topic in order.get("topic", ()))
    signs = tuple(
        Sign(sign["icon"], words.get("signs", {})[sign["icon"]], sign["rule"])
        for sign in order.get("sign", ())
    )
    silent = tuple(
        Silence(left["id"], words["silent"][left["id"]], left["page"]) for left in order.get("silent", ())
    )
    return RuleBook(topics, signs, tuple(words.get("teach", {}).values()), folder, silent)


def spoken_rulebook(folder: Path, spoken: str = "") -> RuleBook:
    """`read_rulebook` in a language; "": the current one."""
    return read_rulebook(folder, spoken or language())


def _topic(data: Mapping[str, Any], words: Mapping[str, Mapping[str, str]], folder: Path) -> Topic:
    rules = []
    for entry in data["rules"]:
        rule_words = words.get(entry["id"])
        if rule_words is None or not rule_words.get("title") or not rule_words.get("text"):
            raise BadReference(f"{folder / SOURCE}.toml has no title and text of {entry['id']}")
        lists = {key: tuple(entry.get(key, ())) for key in ("questions", "tiles", "forms")}
        rules.append(
            Rule(
                entry["id"],
                data["id"],
                rule_words["title"],
                rule_words["text"],
                entry["page"],
                rule_words.get("words", ""),
                asked=entry.get("asked", 0),
                **lists,
            )
        )
    return Topic(data["id"], words["topics"][data["id"]], tuple(rules))


def _words(folder: Path, spoken: str) -> dict[str, dict[str, str]]:
    return _toml(folder / f"{spoken}.toml")


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(file))
    except (OSError, ValueError) as error:
        raise BadReference(f"{file}: {error}") from error
