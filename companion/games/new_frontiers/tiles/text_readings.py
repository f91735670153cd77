"""What the text on a tile's picture says: its name, keywords, powers, and VP with what a "?" counts.

The rulebook says what is printed: a hexagon holds the VP, and a power's text begins with its action (p. 6).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches

from companion.games.contract.box_proposals import SeenFace, SeenLine
from companion.games.contract.told import Said
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.amounts import KEYWORDS, POWER_TYPES
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.tiles.counted import parse_bonus
from companion.games.new_frontiers.tiles.mark_readings import (
    MIN_READ,
    Reading,
    first,
    numbers,
    sure_number,
)
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.games.new_frontiers.tiles.printed_worth import BONUS, EVERY_POWER, KEYWORD, QUESTION_MARK, VP

Facts = dict[str, Said]
"""What is said of some facts of a tile, by their keys."""
Readings = tuple[tuple[Facts, ...], str]
"""What may be said of them, the likeliest first, and the sort of the reading."""
LINE_SORTS = ("word for word", "known to the language", "by capitals", "mended")
"""How a line of powers was read, the best first; the worst of its lines counts for a tile."""
_LONG_WORDS = re.compile(r"(Rare|Alien) ?(?:Elements|Technology) ?", re.IGNORECASE)
"""What a good is called in full."""
_ACTION = re.compile(rf"\s*({'|'.join(POWER_TYPES)}|VP)\b[\s:.;]*", re.IGNORECASE)
MIN_LIKE_KEYWORD = 0.7
"""Similarity from which a misread word in capitals counts as a keyword."""
MIN_LIKE_LINE = 0.7
"""And of a reading from which a line of powers is likely meant."""
_ONE = re.compile(r"(?<=[-+$])[lI]\b")
"""A 1 after a sign, read as a letter."""
SAME_ROW_MM = 1.6
"""Lines whose middles lie nearer in height are of one row."""


def _rows(lines: Sequence[SeenLine]) -> list[list[SeenLine]]:
    """The lines row by row from above, each from the left: words far apart are read as lines of their own."""
    rows: list[list[SeenLine]] = []
    for line in sorted(lines, key=lambda it: it.y):
        if rows and line.y - rows[-1][0].y < SAME_ROW_MM:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda it: it.x) for row in rows]


def _name_row(lines: Sequence[SeenLine]) -> list[SeenLine]:
    """The uppermost row of words."""
    for row in _rows(lines):
        words = [line for line in row if _letters(line.text) >= 2]
        text = " ".join(line.text for line in words)
        if _letters(text) >= 4:
            return [] if _ACTION.match(text) and ":" in text else words
    return []


def name(catalogue: Catalogue, seen: SeenFace) -> Reading:
    row = _name_row(seen.lines)
    if not row:
        return (), ""
    text = " ".join(line.text for line in row)
    names = {_plain(name): name for name in suggestions.names(catalogue.values())}
    found = names.get(_plain(text))
    if found:
        return (found,), "name: known"
    offered = list(dict.fromkeys([*_split(text, names.values()), _spaced(text)]))
    sort = "faint" if min(line.sure for line in row) < MIN_READ else "new"
    sort = f"name: {sort}, {'words' if ' ' in offered[0] else 'one word'}"
    return tuple(offered), sort


def _split(text: str, names: Iterable[str]) -> list[str]:
    """A name whose spaces were not read, in words that begin or end other names."""
    if " " in _spaced(text):
        return []
    words = {word.lower() for name in names for word in name.split()}
    joined = text.lower()
    cuts = [n for n in range(2, len(joined) - 2) if joined[n:] in words or joined[:n] in words]
    both = [n for n in cuts if joined[n:] in words and joined[:n] in words]
    return [f"{joined[:n]} {joined[n:]}".title() for n in (*both, *cuts)]


def worth(catalogue: Catalogue, seen: SeenFace) -> Readings:
    every = [str(n) for n in range(10)]
    found = numbers(seen, "hexagon")
    if not found:
        return tuple({VP: (one,)} for one in every), ""
    it = found[0]
    if it.text != "?":
        return tuple({VP: (one,)} for one in first(it.text, every)), sure_number("vp", found)
    offered = suggestions.bonuses(catalogue.values())
    for text in _paragraphs(seen.lines):
        if text[:2].upper() == "VP":
            likely, sort = _likely(text, offered, 4)
            if sort == "mended" and parse_bonus(text).pairs:
                likely = [text, *likely]
            return tuple(map(_counting, likely)), f"bonus: {sort}"
    return tuple(map(_counting, offered[:6])), ""


def _counting(line: str) -> Facts:
    return {VP: (QUESTION_MARK,), BONUS: (line,)}


def keywords(seen: SeenFace) -> Readings:
    words = {word.upper(): word for word in KEYWORDS}
    found: list[str] = []
    sort = "none"
    names = _name_row(seen.lines)
    for line in seen.lines:
        parts = re.findall("[A-Z]+", line.text)
        joined = "".join(re.findall("[A-Za-z]+", line.text))
        if line in names or len(joined) < 3 or joined != "".join(parts):
            continue
        split = [word for word in words if word in joined]
        if sum(map(len, split)) == len(joined):
            exact, near = split, split
        else:
            exact = [part for part in parts if part in words]
            near = [word for part in parts for word in get_close_matches(part, words, 1, MIN_LIKE_KEYWORD)]
        found += [words[word] for word in near]
        # A line in capitals alone is a keyword, even if its letters were misread.
        sort = "mended" if exact != near or not near else "read" if sort == "none" else sort
    one: Facts = {KEYWORD: tuple(dict.fromkeys(found))}
    every: list[Facts] = [{KEYWORD: said} for said in ((), *((word,) for word in KEYWORDS))]
    return first(one, every), f"keywords: {sort}" if seen.readable else ""


def powers(catalogue: Catalogue, seen: SeenFace) -> Readings:
    if not seen.readable:
        return ({EVERY_POWER: ()},), ""
    offered = suggestions.lines(catalogue.values())
    lines: list[list[str]] = []
    sorts: list[str] = []
    names = _name_row(seen.lines)
    for text in _paragraphs([line for line in seen.lines if line not in names]):
        if text[:2].upper() == "VP":
            continue
        likely, sort = _likely(text, offered, 3)
        if sort == "mended":
            sort = sort if parse_power(text).by_hand else "known to the language"
            likely = list(dict.fromkeys([text, *likely] if sort != "mended" else [*likely, text]))
        sorts.append(sort)
        lines.append(likely)
    if not lines:
        return ({EVERY_POWER: ()},), "powers: none"
    best = tuple(likely[0] for likely in lines)
    others: list[Facts] = [
        {EVERY_POWER: (*best[:n], other, *best[n + 1 :])}
        for n, likely in enumerate(lines)
        for other in likely[1:]
    ]
    return ({EVERY_POWER: best}, *others[:4]), f"powers: {max(sorts, key=LINE_SORTS.index)}"


def _likely(text: str, offered: Sequence[str], most: int) -> tuple[list[str], str]:
    """The offered lines that a reading is likely of, and of what sort it is: word for word, only by its
    capitals (REBEL or Rebel), or mended."""
    plain = _plain(_ONE.sub("1", text).replace("Elements", "").replace("Technology", ""))
    alike = [(SequenceMatcher(None, plain, _plain(one)).ratio(), one) for one in offered]
    near = sorted((it for it in alike if it[0] >= MIN_LIKE_LINE), key=lambda it: -it[0])
    likely = [one for _ratio, one in near[:most]]
    same = [line for line in likely if _plain(line) == _plain(text)]
    if not same:
        return likely, "mended"
    same.sort(key=lambda line: -SequenceMatcher(None, line, text).ratio())
    rest = [line for line in likely if line not in same]
    # "vs ALIEN" is a keyword's, "vs Alien" a kind's, and not every line is known.
    alone = len(same) == 1 and _in_capitals(same[0]) == _in_capitals(text)
    return [*same, *rest], "word for word" if alone else "by capitals"


def _in_capitals(text: str) -> set[str]:
    """Also where the space before them was not read."""
    return {*re.findall("[A-Z]{3,}", text)}


def _paragraphs(lines: Sequence[SeenLine]) -> list[str]:
    """The rows that begin with an action's name, each with those that go on from it, in the words that the
    tiles' language has for goods."""
    found: list[str] = []
    for row in _rows(lines):
        text = " ".join(" ".join(line.text.split()) for line in row)
        begins = _action(text)
        if begins:
            action, rest = begins
            found.append(f"{action}: {rest}")
        elif found and len(text) > 1:
            found[-1] = f"{found[-1]} {text}"
    return [_LONG_WORDS.sub(r"\1 ", text).strip() for text in found]


def _action(text: str) -> tuple[str, str] | None:
    """The action that a text begins with, also where a letter of it was misread, and what follows."""
    begins = _ACTION.match(text)
    if begins:
        return ("VP" if begins[1].upper() == "VP" else begins[1].capitalize()), text[begins.end() :]
    word, colon, rest = text.partition(":")
    near = get_close_matches(word.strip().capitalize(), [kind.capitalize() for kind in POWER_TYPES], 1, 0.75)
    return (near[0], rest.strip()) if colon and near else None


def _letters(text: str) -> int:
    return sum(letter.isalpha() for letter in text)


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9+$>-]", "", text.lower().replace("→", "->"))


def _spaced(text: str) -> str:
    """With the spaces that a reading lacks, before capitals."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", " ".join(text.split()))
    return spaced.title() if spaced.isupper() else spaced
