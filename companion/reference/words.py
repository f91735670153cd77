"""The words in which players ask, read from data: a concept for each, in each language.

The data (`words.toml` here for what most games say, `reference/words.toml` in a game's folder for its own)
says for each concept its words in each language, and under `asks` what must be asked about for a paragraph of
the reference to be the answer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from companion.games.contract.reference import BadReference
from companion.reference.real_words import is_word
from companion.reference.search import WORD, folded, words_of
from companion.reference.situation import begins, told_before
from companion.text_files import read_text

SHARED_FILE = Path(__file__).with_name("words.toml")
GAME_FILE = "words.toml"
LINKS = ("", "s", "n", "en", "es", "e", "er")
"""Letters between the parts of a German compound."""
MAX_ENDING = 5
"""Letters that a star stands for, at most; what is longer is a compound."""
MIN_COMPOUND_ENDING = 4
USUAL_ENDING, SURE_ENDING = 2, 3
"""Letters from which an ending may as well be a misspelt longer word."""
MIN_MISSPELT, LONG_LETTERS = 5, 8
"""A word of five letters may have one wrong, one of eight two."""
MIN_UNION_STEM = 4
"""Shorter stems count only where no longer one fits."""

NOTHING, FILLER = "nothing", "filler"
"""The concepts of the words that mean nothing here, whatever they begin with, and of those that only fill."""
COUNT_OF = "countof"
"""The concept of the words that count things, as "how many" and not "how much"; it weighs nothing."""
HOW_MANY, MY_STATE = "howmany", "mystate"
"""The concepts of the words that ask for a number, and of what somebody holds now, which only such a question
asks for: "is still in" alone tells a place."""
HUE = "hue"
"""The concept of the colours' names, which tell one kind of many; it weighs nothing beside that of kinds."""
GAP = "~"
"""Stands for one word within a phrase of the data."""
ASKED_BY_PHRASES = frozenset({"howmany", "same", "equal", "start"})
"""Concepts that no part of a phrase has: "how much longer" does not ask how many."""

Concepts = frozenset[str]


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a question must be about: one concept of each of `needs`, and none of `but`."""

    needs: tuple[Concepts, ...]
    but: Concepts = frozenset()
    concepts: Concepts = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "concepts", frozenset().union(*self.needs))

    def meets(self, asked: Concepts) -> bool:
        return not asked & self.but and all(either & asked for either in self.needs)


@dataclass(frozen=True, slots=True)
class WordData:
    """words: by concept and language, the forms as written; light: concepts that say how something is asked;
    asking: what is wanted to be known and goes without saying, as when; relations: deeds and what is wanted
    to be known that must be asked about just so; asks: for each paragraph what must be asked about for it to
    be the answer, in several ways; silent: the same for what the rules leave open; positions: the
    same for the kinds of questions about a position, at_a_table: those that may be; conditions: by language,
    the words with which one begins, joining: those with which no question ends; variants: of other ways of
    playing and the like, which always count; weighty: by language, the words that carry a question
    although they mostly only fill one; short: by language, short spellings, each with what it stands for;
    elided: by language, what may be run together with the next word; wanted: of the relations what is wanted
    to be known; amounts: what a question how many may be about; scene: where and when something happens;
    bearers: things that bear a cost or a colour, borne: what they bear."""

    words: Mapping[str, Mapping[str, str]]
    light: Concepts
    asking: Concepts
    relations: Concepts
    asks: Mapping[str, tuple[Pattern, ...]]
    beside: Mapping[str, Concepts]
    silent: Mapping[str, tuple[Pattern, ...]]
    positions: Mapping[str, tuple[Pattern, ...]]
    at_a_table: Mapping[str, tuple[Pattern, ...]]
    conditions: Mapping[str, str]
    joining: Mapping[str, str]
    weighty: Mapping[str, str]
    short: Mapping[str, str]
    elided: Mapping[str, str]
    variants: Concepts
    wanted: Concepts
    amounts: Concepts
    scene: Concepts
    bearers: Concepts
    borne: Concepts
    holds: Concepts
    pieces: Concepts
    printed: Concepts
    scales: Concepts
    numerals: Mapping[str, Mapping[str, int]]
    deeds: Concepts
    chooses: Concepts

    def numeral(self, word: str, spoken: str) -> int:
        """The number that figures or a word of a language spell; 0: none."""
        return int(word) if word.isdecimal() else self.numerals[spoken].get(word, 0)

    def numeral_typed(self, word: str, spoken: str) -> int:
        """The same of a word of a question on a page in that language; it may be of another one where it is
        none of the page's: "once" is eleven in Spanish, and never in English."""
        number = self.numeral(word, spoken)
        if number:
            return number
        others = (self.numeral(word, language) for language in self.numerals)
        number = next(filter(None, others), 0)
        return 0 if number and is_word(word, spoken) else number


@cache
def word_data(folder: Path | None) -> WordData:
    """The shared words with those of the game whose reference lies in `folder`. Raises BadReference."""
    shared = _toml(SHARED_FILE)
    own = {} if folder is None else _toml(folder / GAME_FILE)
    words: dict[str, Mapping[str, str]] = {**shared["words"], **own.get("words", {})}
    data = WordData(
        words,
        frozenset(shared["light"]),
        frozenset(shared["asking"]),
        frozenset([*shared["relations"], *own.get("relations", ())]),
        _patterns(own.get("asks", {})),
        {name: frozenset(text.split()) for name, text in own.get("beside", {}).items()},
        _patterns({**shared["silent"], **own.get("silent", {})}),
        _patterns(shared["positions"]),
        _patterns(shared["at_a_table"]),
        shared["conditions"],
        shared["joining"],
        shared["weighty"],
        shared["short"],
        shared["elided"],
        frozenset(shared["variants"]),
        frozenset(shared["wanted"]),
        frozenset(shared["amounts"]),
        frozenset(shared["scene"]),
        frozenset([*shared["bearers"], *own.get("bearers", ())]),
        frozenset(shared["borne"]),
        frozenset([*shared["holds"], *own.get("holds", ())]),
        frozenset(own.get("pieces", ())),
        frozenset(shared["printed"]),
        frozenset(own.get("scales", ())),
        {
            spoken: {
                word: number for number, words in enumerate(listed.split(",")) for word in words_of(words)
            }
            for spoken, listed in shared["numerals"].items()
        },
        frozenset(shared["deeds"]),
        frozenset(shared["chooses"]),
    )
    said = (data.asks, data.silent, data.positions, data.at_a_table)
    for name, patterns in (pair for table in said for pair in table.items()):
        unknown = frozenset().union(*(it.concepts | it.but for it in patterns)) - words.keys()
        if unknown:
            raise BadReference(f"{folder or SHARED_FILE}: {name} asks about {', '.join(sorted(unknown))}")
    if unknown := (data.holds | data.pieces | data.scales) - words.keys():
        raise BadReference(f"{folder or SHARED_FILE}: no words say {', '.join(sorted(unknown))}")
    for name, concepts in data.beside.items():
        if unknown := concepts - words.keys():
            raise BadReference(f"{folder or SHARED_FILE}: beside {name} is {', '.join(sorted(unknown))}")
    return data


def _patterns(texts: Mapping[str, list[str]]) -> dict[str, tuple[Pattern, ...]]:
    return {name: tuple(map(_pattern, several)) for name, several in texts.items()}


def _pattern(text: str) -> Pattern:
    """ "chip nomore -money|good": of chips that run out, but not of money or goods."""
    parts = text.split()
    return Pattern(
        tuple(frozenset(part.split("|")) for part in parts if not part.startswith("-")),
        frozenset(one for part in parts if part.startswith("-") for one in part[1:].split("|")),
    )


def _toml(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(read_text(file))
    except ValueError as error:
        raise BadReference(f"{file}: {error}") from error


@dataclass(frozen=True, slots=True)
class Term:
    """What one word or phrase of a question was understood as.

    said: as it was typed; read_as: the word it was taken for, where it was misspelt; concepts: what it may
    mean; none: it was not understood. aside: it is a part of a phrase that was understood as a whole.
    setting: it tells the situation in which something is asked, as all of "when I am out of goods". carries:
    it may be what is asked about although such a word mostly only fills ("which world is the prettiest").
    """

    said: str
    concepts: Concepts = frozenset()
    read_as: str = ""
    aside: bool = False
    setting: bool = False
    carries: bool = False


@dataclass(slots=True)
class _Forms:
    """exact: words as they are; stems: those with a star; phrases: by their first word, longest first;
    parted: the ends of phrases between which a word stands ("keine Kolonisten mehr")."""

    exact: dict[str, set[str]] = field(default_factory=dict)
    stems: dict[str, set[str]] = field(default_factory=dict)
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = field(default_factory=dict)
    all_phrases: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    parted: set[tuple[str, str]] = field(default_factory=set)


class Lexicon:
    """The words of one language."""

    def __init__(self, data: WordData, spoken: str) -> None:
        self.spoken = spoken
        self._light = data.light
        self._forms = forms = _Forms()
        for concept, by_language in data.words.items():
            for written in by_language.get(spoken, "").split(","):
                words = tuple(folded(written).split())
                if len(words) == 3 and words[1] == GAP:
                    words = (words[0], words[2])
                    forms.parted.add(words)
                if len(words) > 1:
                    forms.all_phrases.append((words, concept))
                elif words and words[0].endswith("*"):
                    forms.stems.setdefault(words[0][:-1], set()).add(concept)
                elif words:
                    forms.exact.setdefault(words[0], set()).add(concept)
        for phrase in forms.all_phrases:
            forms.phrases.setdefault(phrase[0][0], []).append(phrase)
        self.conditions = frozenset(words_of(data.conditions.get(spoken, "")))
        self.only_conditions = frozenset(
            word for word in self.conditions if forms.exact.get(word, set()).isdisjoint(data.asking)
        )
        """Those that do not ask as well, as "when" does."""
        self.joining = frozenset(words_of(data.joining.get(spoken, "")))
        self._weighty = frozenset(it.strip() for it in data.weighty.get(spoken, "").split(","))
        short = (it.split(maxsplit=1) for it in data.short.get(spoken, "").split(",") if it)
        self._short = {word: written_out for word, written_out in short}  # noqa: C416 - a list is no pair
        elided = sorted(words_of(data.elided.get(spoken, "")), key=len, reverse=True)
        self._elided = re.compile(f"({'|'.join(elided)})([aeiouyh].*)") if elided else None
        self._by_letter: dict[str, list[tuple[str, bool]]] = {}
        """By the first letter: the words, and whether each is a stem."""
        of_phrases = {word for phrase, _concept in forms.all_phrases for word in phrase}
        for word in sorted({*forms.exact, *(f"{stem}*" for stem in forms.stems), *of_phrases}):
            if len(word.rstrip("*")) >= MIN_MISSPELT:
                self._by_letter.setdefault(word[0], []).append((word.rstrip("*"), word.endswith("*")))
        self._of_phrases = {word for word in of_phrases if not word.endswith("*")}

    def written_out(self, question: str) -> str:
        """A question with its short spellings, as on phones, and words run together written out."""
        return WORD.sub(lambda found: self._written_out(found[0]), question)

    def _written_out(self, typed: str) -> str:
        word = folded(typed)
        if word in self._short:
            return self._short[word]
        parts = self._elided.fullmatch(word) if self._elided else None
        if parts and not self.knows(word) and not is_word(typed.casefold(), self.spoken):
            return f"{parts[1]} {parts[2]}" if self.knows(parts[2]) else typed
        return typed

    def joined(self, words: list[str]) -> list[int]:
        """The order of the words in which the ends of a parted phrase stand together."""
        order = list(range(len(words)))
        for at in range(len(words) - 2):
            for first, last in self._forms.parted:
                if _is_form(words[at], first) and _is_form(words[at + 2], last):
                    order[at : at + 3] = [at, at + 2, at + 1]
        return order

    def phrase_at(self, words: list[str], at: int) -> tuple[int, Concepts]:
        """How many words from there are a phrase, and what it means, which may be nothing here; (0, none):
        they are none."""
        longest = 0
        found: set[str] = set()
        for phrase, concept in chain.from_iterable(map(self._phrases_from, _listed_as(words[at]))):
            here = words[at : at + len(phrase)]
            if longest <= len(phrase) == len(here) and all(map(_is_form, here, phrase)):
                found = found | {concept} if len(phrase) == longest else {concept}
                longest = len(phrase)
        return longest, frozenset() if NOTHING in found else frozenset(found)

    def _phrases_from(self, form: str) -> Iterable[tuple[tuple[str, ...], str]]:
        return self._forms.phrases.get(form, ())

    def known(self, word: str) -> Concepts:
        """What a word as it is spelt means; for a compound, what its parts mean."""
        found = set(self._forms.exact.get(word, ()))
        if NOTHING in found:
            return frozenset()
        longest = True
        for length in range(len(word), 2, -1):
            concepts = self._forms.stems.get(word[:length])
            if concepts is None:
                continue
            ending = word[length:]
            if len(ending) > MAX_ENDING and not longest and concepts <= self._light:
                continue  # "Fragezeichen" is no question: a longer word names it.
            if len(ending) <= MAX_ENDING or self._rest(ending):
                if longest or length >= MIN_UNION_STEM:
                    found |= concepts
                    longest = False
                if len(ending) >= MIN_COMPOUND_ENDING:
                    found |= self._rest(ending) - self._light
        return frozenset(found) or self._compound(word)

    def _rest(self, ending: str) -> Concepts:
        for link in LINKS:
            rest = ending[len(link) :]
            if ending.startswith(link) and len(rest) >= MIN_COMPOUND_ENDING:
                if exact := self._forms.exact.get(rest):
                    return frozenset(exact)
                for length in range(len(rest), 2, -1):
                    if (stem := self._forms.stems.get(rest[:length])) and len(rest) - length <= 3:
                        return frozenset(stem)
        return frozenset()

    def _compound(self, word: str) -> Concepts:
        for at in range(len(word) - MIN_COMPOUND_ENDING, 3, -1):
            first = self._forms.exact.get(word[:at])
            if first and not first <= self._light and (rest := self._rest(word[at:])):
                return frozenset(first) | rest
        return frozenset()

    def carries(self, word: str) -> bool:
        """Whether a word that mostly only fills may be what is asked about."""
        return not self._weighty.isdisjoint(_listed_as(word))

    def means_nothing(self, word: str) -> bool:
        return NOTHING in self._forms.exact.get(word, ())

    def knows(self, word: str) -> bool:
        return word in self._of_phrases or bool(self.known(word))

    def ending(self, word: str) -> int:
        """How many letters of a word follow the longest word that it begins with; 0: it is one itself."""
        if word in self._forms.exact or word in self._of_phrases:
            return 0
        return next((n for n in range(len(word) - 2) if word[: len(word) - n] in self._forms.stems), 0)

    def misspelt(self, word: str) -> str:
        """The word that a misspelt one is taken for, as far as its letters are known; "": none is near."""
        if len(word) < MIN_MISSPELT or word.isdigit():
            return ""
        most = 1 if len(word) < LONG_LETTERS else 2
        best, nearest = most + 0.5, ""
        for known, is_stem in self._by_letter.get(word[0], ()):
            far = float(distance(word, known, most))
            if is_stem and len(word) - len(known) <= MAX_ENDING:
                for length in (len(known) - 1, len(known), len(known) + 1):
                    unusual = max(0, len(word) - length - USUAL_ENDING) / 2
                    far = min(far, distance(word[:length], known, most) + unusual)
            if far < best or (far == best and len(known) > len(nearest)):
                best, nearest = far, known
        return nearest


@lru_cache(maxsize=16384)  # a first question has all texts of the game read, in each language
def _listed_as(word: str) -> tuple[str, ...]:
    """All forms that it is one of (_is_form)."""
    stems = range(max(0, len(word) - MAX_ENDING), len(word) + 1)
    return (word, *(f"{word[:length]}*" for length in stems))


def _is_form(word: str, form: str) -> bool:
    if form.endswith("*"):
        return word.startswith(form[:-1]) and len(word) - len(form) < MAX_ENDING
    return word == form


def distance(one: str, other: str, most: int) -> int:
    """How many letters must be changed, added, left out or exchanged with their neighbour; above `most` it is
    no longer counted.

    >>> distance("setle", "settle", 2), distance("wrold", "world", 2)
    (1, 1)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        further = [i]
        for j, b in enumerate(other, 1):
            cost = min(row[j] + 1, further[-1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            further.append(cost)
        before, row = row, further
        if min(row) > most:
            return most + 1
    return row[-1]


def read(question: str, lexicons: Iterable[Lexicon], data: WordData, mended: bool = True) -> tuple[Term, ...]:
    """What each word or phrase of a question means, in the first of the languages that knows it.

    mended: a word that none knows is looked for among those spelt alike in the first language, and one of the
    first language's own is no word of another. A word that asks what is wanted to be known and may as well
    only join ("qui") asks where a part begins with it.
    """
    light = data.light
    first, *others = lexicons
    typed = words_of(question)
    plain = "".join(letter if letter.isalnum() else " " for letter in question.casefold()).split()
    accented = plain if len(plain) == len(typed) else typed
    words = list(typed)
    if mended:
        words = [_spelt(*pair, first, others) for pair in zip(typed, accented, strict=True)]
    setting, asks_here = told_before(question, first.conditions), begins(question)
    supposed = not first.only_conditions.isdisjoint(words)
    order = first.joined(words)
    typed, words = [typed[at] for at in order], [words[at] for at in order]
    setting, asks_here = [setting[at] for at in order], [asks_here[at] for at in order]
    terms: list[Term] = []
    at = 0
    while at < len(words):
        count, concepts = first.phrase_at(words, at)
        if not count and not first.knows(words[at]):  # a name as it is printed
            count, concepts = next(
                (it for lexicon in others if (it := lexicon.phrase_at(words, at))[0]), (0, concepts)
            )
        if MY_STATE in concepts and (supposed or not _asks_how_many(terms, words[at : at + count], first)):
            count = 0
        if count:
            terms.append(_term(typed, words, at, count, concepts, setting[at]))
            if not concepts <= light:
                terms += [
                    Term(word, found, aside=True, setting=setting[at])
                    for word in words[at : at + count]
                    if (found := first.known(word) - light - ASKED_BY_PHRASES)
                ]
            at += count
            continue
        found = first.known(words[at])
        own = first.means_nothing(words[at]) or (mended and is_word(words[at], first.spoken))
        if not found and not own:
            found = next((known for it in others if (known := it.known(words[at]))), found)
        if asks_here[at] and found & data.relations:
            found -= {FILLER}
        carries = found <= light and first.carries(words[at])
        terms.append(replace(_term(typed, words, at, 1, found, setting[at]), carries=carries))
        at += 1
    return tuple(terms)


def _asks_how_many(terms: Iterable[Term], words: Iterable[str], lexicon: Lexicon) -> bool:
    """Whether that is asked before, or by these words themselves."""
    return HOW_MANY in frozenset().union(*(term.concepts for term in terms), *map(lexicon.known, words))


def _spelt(word: str, accented: str, first: Lexicon, others: list[Lexicon]) -> str:
    """The word as it should be spelt, as far as it is known; itself where it is right or nothing is near."""
    if len(word) < MIN_MISSPELT or (first.knows(word) and first.ending(word) < SURE_ENDING):
        return word
    if is_word(accented, first.spoken) or is_word(word, first.spoken):
        return word
    if any(lexicon.knows(word) and not lexicon.ending(word) for lexicon in others):
        return word  # as a name is printed
    better = first.misspelt(word)
    if first.knows(word) or any(lexicon.knows(word) for lexicon in others):
        return better if len(better) >= len(word) else word
    return better or word


def _term(typed: list[str], words: list[str], at: int, count: int, concepts: Concepts, setting: bool) -> Term:
    said, taken = " ".join(typed[at : at + count]), " ".join(words[at : at + count])
    return Term(said, concepts, "" if said == taken else taken, setting=setting)
