"""Edits a box file without touching its owner's comments, order and spacing.

A file is split into its tables, each with the blank lines and comments that follow it; only the changed table
is rewritten, with tomlkit, which keeps comments.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item

from companion.box.shelf import BoxTrouble
from companion.games.contract import Json
from companion.games.contract.box import BoxTile
from companion.games.contract.box_rows import parts_of, plain_rows, read_alone, rows_in
from companion.games.contract.told import ToldBy
from companion.translation import _
from companion.untrusted_text import UnreadableText, read_toml

_TOLD = "told"
_OTHER_TABLE = re.compile(r"[ \t]*\[[ \t]*[A-Za-z_][\w.-]*[ \t]*\][ \t]*(?:#.*)?$")
"""Values by their names (`[section]`), which are no field of the row above them."""
FILE_HEADER = "# The tiles of one copy of {title}, as registered from the printed ones.\n"


@dataclass
class _TomlTable:
    """header: the line [[type]]; body: the lines of its fields; tail: what else is before the next one."""

    type: str
    header: str
    body: str
    tail: str

    @property
    def fields(self) -> Mapping[str, Json]:
        """Nothing where the row cannot be read."""
        return read_alone(self.type, self.header + self.body) or {}

    @property
    def id(self) -> str | None:
        id = self.fields.get("id")
        return id.strip() if isinstance(id, str) else None

    def __str__(self) -> str:
        return self.header + self.body + self.tail


def tiles_in(text: str) -> dict[str, BoxTile]:
    """The tiles of a box file by id, in its order; without rows that cannot be read. Raises BoxTrouble: none
    can."""
    rows, problems = rows_in(text)
    if problems and not rows:
        _checked(text)
    return {id: BoxTile(row.kind, row.fields) for row in rows if isinstance(id := row.fields.get("id"), str)}


def with_tile(text: str, tile: BoxTile, title: str = "") -> str:
    """The box with `tile` in the place of the one with its id, or after the last of its kind.

    title: the game's, for the head of a box that is just begun. Raises BoxTrouble.
    """
    _checked(text, tile.type)
    head, tables = _split(text)
    if not text.strip() and title:
        head = FILE_HEADER.format(title=title)
    there = next((table for table in tables if table.id == tile.id), None)
    if there is not None and there.type == tile.type:
        there.body = _updated(there.body, tile.fields)
        return _join(head, tables)
    if there is not None:
        return with_tile(without_tile(text, tile.id), tile, title)
    new = _TomlTable(tile.type, f"[[{tile.type}]]\n", _updated("", tile.fields), "")
    last = max((n for n, table in enumerate(tables) if table.type == tile.type), default=len(tables) - 1)
    if last >= 0:
        new.tail, tables[last].tail = tables[last].tail, "\n"
    else:
        head = head + "\n" if head.strip() else ""
    tables.insert(last + 1, new)
    return _join(head, tables)


def without_tile(text: str, id: str) -> str:
    """The box without the tile, however often it is there: the game's own data apply again.

    Raises BoxTrouble."""
    _checked(text)
    head, tables = _split(text)
    for place, table in enumerate(tables):
        if table.id == id:
            del tables[place]
            if place:
                tables[place - 1].tail += table.tail.removeprefix("\n")
            else:
                head += table.tail.removeprefix("\n")
            return without_tile(_join(head, tables).rstrip("\n") + "\n", id)
    return text


def aside(text: str, id: str, fields: Collection[str] | None = None) -> str:
    """The box in which these fields of a tile, or all of it, are a comment: still there, and nothing more.

    Raises BoxTrouble."""
    head, tables = _split(text)
    for place, table in enumerate(tables):
        if table.id != id:
            continue
        if fields is not None:
            table.body = _updated(table.body, table.fields, fields) if fields else table.body
            return _join(head, tables)
        left = "".join(f"# {line}\n" for line in f"{table.header}{table.body}".splitlines()) + table.tail
        del tables[place]
        if place:
            tables[place - 1].tail += left
        else:
            head += left
        return _join(head, tables)
    return text


def without_tellers(text: str, before: date) -> str:
    """The box in which no line of who told what on a day before this names anybody; rows that cannot be
    read stay as they are."""
    head, tables = _split(text)
    changed = False
    for table in tables:
        told = table.fields.get(_TOLD) if _TOLD in table.body else None
        lines = [_nameless(line, before) for line in told] if isinstance(told, list) else []
        if lines and lines != told:
            changed = True
            table.body = _updated(table.body, {**table.fields, _TOLD: _once(lines)})
    return _join(head, tables) if changed else text


def _nameless(line: Json, before: date) -> Json:
    read = ToldBy.read(line) if isinstance(line, str) else None
    return line if read is None or read.day >= before else read.nameless.line


def _once(lines: list[Json]) -> list[Json]:
    return [line for n, line in enumerate(lines) if line not in lines[:n]]


def tile_text(tile: BoxTile) -> str:
    """A box file of this tile alone."""
    return with_tile("", tile)


def _checked(text: str, written: str = "") -> None:
    """Raises BoxTrouble: nothing of it can be read, or no row of the type `written` could stand there. What
    else cannot be read stays as it is."""
    if plain_rows(text) is not None:
        return
    try:
        tables = read_toml(text)
    except UnreadableText as error:
        if not rows_in(text)[0]:
            raise BoxTrouble(_("The box is not readable as TOML: {why}.", why=error.sentence)) from None
        return
    for type, rows in tables.items():
        is_rows = isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
        if not is_rows and type == written:
            raise BoxTrouble(
                _("The box does not begin each {type} with [[{type}]] on its own line.", type=type)
            )


def _split(text: str) -> tuple[str, list[_TomlTable]]:
    """The head of the file, and its tables."""
    (_kind, _line, head), *parts = parts_of(text if text.endswith("\n") or not text else f"{text}\n")
    tables = []
    for type, _line, part in parts:
        # Not splitlines: it also splits at characters that may occur within a text.
        header, *lines = (f"{line}\n" for line in part.removesuffix("\n").split("\n"))
        own = next((n for n, line in enumerate(lines) if _OTHER_TABLE.match(line)), len(lines))
        end = next((n for n in range(own, 0, -1) if lines[n - 1].strip()[:1] not in ("", "#")), 0)
        tables.append(_TomlTable(type, header, "".join(lines[:end]), "".join(lines[end:])))
    return head, tables


def _join(head: str, tables: list[_TomlTable]) -> str:
    return head + "".join(map(str, tables))


def _updated(body: str, fields: Mapping[str, Json], aside: Collection[str] = ()) -> str:
    """aside: of `fields`, those that are a comment from now on."""
    try:
        document = tomlkit.parse(body)
    except (TOMLKitError, ValueError) as error:
        raise BoxTrouble(_("The box is not readable as TOML: {why}.", why=error)) from None
    for name in [name for name in document if name not in fields or name in aside]:
        item = document.item(name)
        document.remove(name)
        written = f"{name} = {item.as_string()}" if isinstance(item, Item) else tomlkit.dumps({name: item})
        for line in written.splitlines() if name in aside else ():
            document.add(tomlkit.comment(line))
    was = document.unwrap()
    for name, value in fields.items():
        if name in aside:
            continue
        if name not in was:
            document.add(name, _item(value))
        elif (was[name], type(was[name])) != (value, type(value)):
            document[name] = _item(value)
    return tomlkit.dumps(document)


def _item(value: Json) -> Any:
    """The value for TOML; a long list is written one item a line."""
    if not isinstance(value, list):
        return tomlkit.item(value)
    array = tomlkit.array()
    array.extend(value)
    return array.multiline(len(value) > 1 and sum(len(str(one)) for one in value) > 70)
