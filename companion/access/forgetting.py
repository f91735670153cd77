"""Forgets guests' names some days after their last step: in journals, tables' titles, plays (deleted ones,
too), scans, and the boxes' lines of who told what; backups older than that are removed.

Each name is replaced by its player's colour, in a box's line by "a phone". Before a journal is changed it is
replayed with the new names; one that does not replay is left alone.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

from companion.access.house import House
from companion.box.editing import without_tellers
from companion.box.shelf import BoxTrouble, Shelf
from companion.games.contract import Json, State
from companion.plays.play import Play
from companion.plays.store import PlayFilter, Plays
from companion.table.backup import backups_in
from companion.table.journal import Entry, utc_now
from companion.table.journal_errors import JournalError
from companion.table.journal_rows import TableRow, entry_values
from companion.table.sql_tables import ENTRIES
from companion.table.tables import Tables
from companion.table.timeline import Timeline

log = logging.getLogger(__name__)

CHECK_INTERVAL_SECONDS = 3600.0
"""Between two searches for names to forget."""

Names = Mapping[str, str]
"""Replacements by name."""


def replacements(players: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The replacements for these (name, colour) pairs; empty: all names are forgotten already."""
    found = {name: colour.capitalize() or "Guest" for name, colour in players if name}
    return {name: instead for name, instead in found.items() if name != instead}


def replace_names(text: str, names: Names) -> str:
    """The text with each whole name in it replaced.

    >>> without("Ann pays for Anna: Ann's phone", {"Ann": "Blue", "Anna": "Red"})
    "Blue pays for Red: Blue's phone"
    """
    if not names:
        return text
    longest_first = sorted(names, key=len, reverse=True)
    pattern = r"(?<!\w)(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)"
    return re.sub(pattern, lambda found: names[found[0]], text)


def forget_names(tables: Tables, before: datetime) -> int:
    """Forgets the names at tables without a step since `before`, and in plays that ended before. Tables in
    memory keep theirs until they leave it. Returns the number of tables and plays changed. Raises
    JournalError."""
    done = 0
    for kept in (tables, tables.of_scans()):
        live = {table.id for table in kept.live()}
        for row, _number in tables.journal.numbers(scans=kept is not tables):
            if row.created < before and row.id not in live:
                done += _forget_at(kept, row, before)
    plays = Plays(tables.journal)
    for play in plays.list(PlayFilter(until=before)):
        names = replacements([(seated.name, seated.colour) for seated in play.players])
        if names:
            plays.keep(_play_without(play, names))
            done += 1
    for play in plays.deleted(before):
        names = replacements([(seated.name, seated.colour) for seated in play.players])
        if names:
            plays.rewrite(_play_without(play, names))
            done += 1
    return done


def forget_tellers(boxes: Shelf, before: date) -> int:
    """Forgets in every box who told something on a day before. Returns the number of boxes changed."""
    done = 0
    for game in boxes.games():
        try:
            done += boxes.change_all(game, lambda text: without_tellers(text, before))
        except BoxTrouble as wrong:
            log.warning("names are not forgotten in the boxes of %s: %s", game, wrong.sentence)
    return done


def remove_old_backups(folder: Path, stem: str, before: datetime) -> int:
    """Removes the backups taken before, which hold names that are forgotten, but never the newest one.
    Returns how many."""
    old = [path for at, path in backups_in(folder, stem)[1:] if at < before]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _forget_at(tables: Tables, row: TableRow, before: datetime) -> bool:
    entries = tables.journal.entries(row.id)
    if not entries or entries[-1].at >= before:
        return False
    players = [player for entry in entries for player in _players_in(entry.data)]
    names = replacements([(player["name"], player["colour"]) for player in players])
    after = [_entry_without(entry, names, row.is_scan, before.date()) for entry in entries]
    if after == [*entries] or not _replays(tables, row.id, after):
        return False
    with tables.journal.transaction() as connection:
        for entry in after:
            same_entry = (ENTRIES.c.table_id == row.id) & (ENTRIES.c.number == entry.number)
            connection.execute(ENTRIES.update().where(same_entry).values(**entry_values(row.id, entry)))
    # Who waits for a second device to confirm something has left long ago.
    settings = {name: value for name, value in row.settings.items() if name != "asked"}
    tables.journal.update(row.id, title=replace_names(row.title, names), settings=settings)
    return True


def _players_in(data: Json) -> Iterator[dict[str, Json]]:
    """The players, each with a name and a colour, wherever an entry lists them all."""
    for key, value in data.items() if isinstance(data, dict) else ():
        if key == "players" and isinstance(value, list):
            yield from (player for player in value if isinstance(player, dict) and player.get("name"))
        else:
            yield from _players_in(value)


def _replays(tables: Tables, table_id: str, entries: Sequence[Entry]) -> bool:
    """Whether these entries lead to the table's phase."""
    try:
        table = tables.open_unshared(table_id)
        line: Timeline[State] = Timeline(tables.rules(table.game.name))
        for entry in entries:
            line.advance(entry)
        if table.game.phase(line.head.state) == table.game.phase(table.state):
            return True
    except JournalError:
        raise
    except Exception as wrong:  # a game may raise anything for unknown names
        log.info("table %s does not replay without its names: %s", table_id, wrong)
    log.warning("the names at table %s are kept: they are part of what was played", table_id)
    return False


def _entry_without(entry: Entry, names: Names, is_scan: bool, before: date) -> Entry:
    data = _without_tellers(entry.data, before) if entry.kind in ("setup", "correction") else entry.data
    if is_scan:  # whoever has no name there is called by the colour, in any language
        data = deepcopy(data)
        for player in _players_in(data):
            player["name"] = ""
    elif entry.kind == "setup":
        setup = dict(data["setup"])
        setup["players"] = [{**p, "name": names.get(p["name"], p["name"])} for p in setup["players"]]
        chance = setup.get("chance", {})  # who begins may have been drawn by name
        setup["chance"] = {what: [names.get(it, it) for it in drawn] for what, drawn in chance.items()}
        data = {**data, "setup": setup}
    return replace(
        entry, data=data, words=replace_names(entry.words, names), by=replace_names(entry.by, names)
    )


def _without_tellers(data: Json, before: date) -> Json:
    """With all texts of box files, or of single pieces, in it nameless."""
    if isinstance(data, dict):
        return {key: _without_tellers(value, before) for key, value in data.items()}
    if isinstance(data, list):
        return [_without_tellers(value, before) for value in data]
    return without_tellers(data, before) if isinstance(data, str) and "[[" in data else data


def _play_without(play: Play, names: Names) -> Play:
    return replace(
        play,
        players=tuple(replace(seated, name=names.get(seated.name, seated.name)) for seated in play.players),
        sheets={code: _sheet_without(sheet, names) for code, sheet in play.sheets.items()},
        nearly={
            code: tuple(replace_names(it, names) for it in sentences)
            for code, sentences in play.nearly.items()
        },
        comment=replace_names(play.comment, names),
    )


def _sheet_without(sheet: Mapping[str, Json], names: Names) -> dict[str, Json]:
    return {**sheet, "players": [{**p, "name": names.get(p["name"], p["name"])} for p in sheet["players"]]}


class NameForgetter:
    """Context manager: forgets names every hour in a thread; nothing where the host keeps them. backups:
    their folder, and how their names begin."""

    def __init__(
        self, tables: Tables, backups: tuple[Path, str] | None = None, boxes: Shelf | None = None
    ) -> None:
        self._boxes = boxes
        self._backups = backups
        self._tables = tables
        self._house = House(tables.journal)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="forget-names", daemon=True)

    def __enter__(self) -> NameForgetter:
        self._thread.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._stop.set()
        self._thread.join()

    def run_once(self) -> int:
        """Raises JournalError."""
        days = self._house.forget_days
        if days is None:
            return 0
        before = utc_now() - timedelta(days=days)
        done = forget_names(self._tables, before)
        if self._boxes is not None:
            done += forget_tellers(self._boxes, before.date())
        if self._backups is not None and (removed := remove_old_backups(*self._backups, before)):
            log.info("%d backups that hold forgotten names were removed", removed)
        return done

    def _run(self) -> None:
        while True:
            try:
                self.run_once()
            except JournalError as wrong:
                log.warning("names are not forgotten now: %s", wrong.sentence)
            if self._stop.wait(CHECK_INTERVAL_SECONDS):
                return
