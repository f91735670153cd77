"""A box file as rows, each read for itself: what is no TOML costs the row in which it stands, and no other.

A row is a table `[[world]]` with its fields; a person who wrote it by hand finds it by its line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.contract.decisions import Json
from companion.games.contract.reasons import Illegal
from companion.text_files import without_marks
from companion.translation import _, labelled
from companion.untrusted_text import MAX_CHARACTERS, UnreadableText, read_toml

_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*[\"']?([\w-]+)[\"']?[ \t]*\]\][ \t]*(?:#.*)?\r?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BoxRow:
    """kind: its table's name; line: of its header, from 1; text: of it alone."""

    kind: str
    fields: Mapping[str, Json]
    line: int
    text: str = ""

    @property
    def id(self) -> str:
        id = self.fields.get("id")
        return id if isinstance(id, str) else ""

    def problem(self, wrong: Misread, *, whole: bool = False) -> Problem:
        """Something that cannot be read in this row, at its line. whole: nothing of the row counts."""
        sentence = labelled(f"{self.id or self.kind:.40}", wrong.words)
        return Problem(self.line_of(wrong.field), sentence, self.id, wrong.field, whole)

    def line_of(self, field: str) -> int:
        """The line of one of its fields; the header's if the text does not show it."""
        found = re.search(rf"^[ \t]*[\"']?{re.escape(field)}[\"']?[ \t]*=", self.text, re.MULTILINE)
        return self.line + self.text.count("\n", 0, found.start()) if found and field else self.line


@dataclass(frozen=True, slots=True)
class Misread:
    """field: of a row; "": none of them. sentence: why it cannot be read."""

    field: str
    sentence: str

    @property
    def words(self) -> str:
        return labelled(f"{self.field!r:.40}", self.sentence) if self.field else self.sentence


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a box file that cannot be read; the rest of the file stands. line: from 1.

    piece: the id of the row in which it is, as far as there is one, and field: its field. whole: nothing of
    the row counts.
    """

    line: int
    sentence: str
    piece: str = ""
    field: str = ""
    whole: bool = False

    def words(self, file: str = "") -> str:
        file = file or _("the box file")
        return _("{file}, line {line}: {problem}", file=file, line=self.line, problem=self.sentence)


def rows_in(text: str) -> tuple[tuple[BoxRow, ...], tuple[Problem, ...]]:
    """The rows of a box file in their order, and what is none; of two with one id the first."""
    found, problems = _all_rows(without_marks(text))
    first: dict[str, BoxRow] = {}
    for row in sorted(found, key=lambda row: row.line):
        id = row.fields.get("id")
        if isinstance(id, str) and first.setdefault(id, row) is not row:
            words = _("there are two pieces with the id {id}: the first one counts.", id=f"{id!r:.60}")
            problems.append(Problem(row.line_of("id"), words))
            found.remove(row)
    return tuple(found), tuple(problems)


def plain_rows(text: str) -> list[BoxRow] | None:
    """All rows of a box file that is nothing but rows, by their kinds; None: it is not, or cannot be read.

    A row is read once as long as it is written alike: most of a box stays as it is when a piece is told."""
    (_kind, _line, head), *parts = parts_of(text)
    if len(text) > MAX_CHARACTERS or read_alone("", head) is None:
        return None
    rows: dict[str, list[BoxRow]] = {}
    for kind, line, part in parts:
        fields = read_alone(kind, part)
        if fields is None:
            return None
        rows.setdefault(kind, []).append(_row(kind, {**fields}, line, part))
    return [row for of in rows.values() for row in of]


@lru_cache(maxsize=2048)
def read_alone(kind: str, text: str) -> Mapping[str, Json] | None:
    """The fields of a part that is one row and nothing else; of the head: none, where it says nothing."""
    try:
        tables = read_toml(text)
    except UnreadableText:
        return None
    if not kind:
        return None if tables else {}
    entries = tables.get(kind)
    if len(tables) > 1 or not isinstance(entries, list) or len(entries) != 1:
        return None
    return entries[0] if isinstance(entries[0], dict) else None


def _all_rows(text: str) -> tuple[list[BoxRow], list[Problem]]:
    if (plain := plain_rows(text)) is not None:
        return plain, []
    parts = parts_of(text)
    try:
        tables = read_toml(text)
    except UnreadableText as wrong:
        if len(text) > MAX_CHARACTERS:
            return [], [Problem(1, _not_toml(wrong))]
        return _each_for_itself(parts)
    rows: list[BoxRow] = []
    problems: list[Problem] = []
    for kind, entries in tables.items():
        own = [part for part in parts if part[0] == kind]
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            problems.append(Problem(line_of(kind, text), _no_row(kind)))
            continue
        where = own if len(own) == len(entries) else [(kind, line_of(kind, text), "")] * len(entries)
        rows += [_row(kind, entry, line, of) for entry, (_kind, line, of) in zip(entries, where, strict=True)]
    return rows, problems


def _row(kind: str, fields: Mapping[str, Json], line: int, text: str) -> BoxRow:
    id = fields.get("id")
    return BoxRow(kind, {**fields, "id": id.strip()} if isinstance(id, str) else fields, line, text)


def _no_row(kind: str) -> str:
    return _("each {kind} begins with [[{kind}]] on a line of its own.", kind=f"{kind:.60}")


def _not_toml(wrong: UnreadableText) -> str:
    return _("this is not readable as TOML: {error}.", error=wrong.sentence)


def parts_of(text: str) -> list[tuple[str, int, str]]:
    """(kind, line, text) of each header with what follows it; what stands before the first has no kind."""
    headers = [*_HEADER.finditer(text)]
    ends = [*(found.start() for found in headers), len(text)]
    parts = [("", 1, text[: ends[0]])]
    for found, end in zip(headers, ends[1:], strict=True):
        parts.append((found[1], text.count("\n", 0, found.start()) + 1, text[found.start() : end]))
    return parts


def _each_for_itself(
    parts: list[tuple[str, int, str]],
) -> tuple[list[BoxRow], list[Problem]]:
    rows: list[BoxRow] = []
    problems: list[Problem] = []
    for kind, line, text in parts:
        try:
            entries = read_toml(text).get(kind)
        except UnreadableText as wrong:
            problems.append(Problem(line, _not_toml(wrong)))
            continue
        if isinstance(entries, list) and isinstance(entries[0], dict):
            rows.append(_row(kind, entries[0], line, text))
    return rows, problems


def line_of(kind: str, text: str) -> int:
    """Where something begins that is called so; 1: the text does not show it."""
    found = re.search(rf"^[ \t]*\[*[ \t]*[\"']?{re.escape(kind)}\b", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def only_row(text: str) -> BoxRow:
    """The one row of a text. Raises Illegal: it is not just that."""
    rows, problems = rows_in(text)
    if problems:
        raise Illegal(problems[0].sentence)
    if len(rows) != 1:
        raise Illegal(_("The text must define one piece alone."))
    return rows[0]
