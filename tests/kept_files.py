"""Writes what a version of the program keeps, for later ones: `python -m tests.kept_files VERSION`.

tests/kept/VERSION/ gets a record and a box file of each game, a journal with a table of each, what the
records lead to, and what version 1 of the API has. A release adds a folder; none is ever changed.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.box.editing import tiles_in, with_tile
from companion.games.contract import Illegal, Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.journal import Journal
from companion.table.record import plain, play_again, record
from companion.table.tables import Tables
from companion.table.undo_rights import NeedsConfirmation
from companion.web.api.openapi import document

KEPT = Path(__file__).resolve().parent / "kept"
SEED = 5
STEPS = 120
"""Decisions of each game: small files, several rounds."""
TILES = 12
"""In a box file: of each type of tile some."""


def write(folder: Path) -> None:
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "tables.db"
        with closing(Tables(Journal(file))) as tables:
            for name in games.names():
                table = _played(tables, name)
                _pack(folder / f"{name}.record.json.gz", json.dumps(record(table)))
                if (text := _box(name)) is not None:
                    (folder / f"{name}.box.toml").write_text(text, encoding="utf-8")
        with closing(sqlite3.connect(file)) as journal:
            _pack(folder / "tables.sql.gz", "\n".join(journal.iterdump()))
    outcomes = {
        name: outcome(json.loads(unpack(folder / f"{name}.record.json.gz"))) for name in games.names()
    }
    texts = {"outcomes.json": outcomes, "api-v1.json": api()}
    for name, value in texts.items():
        (folder / name).write_text(json.dumps(value, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _played(tables: Tables, name: str) -> Any:
    game = games.load(name)
    seats = Setup(tuple(Player(colour.title(), colour) for colour in game.colours[: game.seats[0]]))
    table = tables.create(name, seats, seed=SEED)
    computers = ComputerSeats(table, Random(SEED))
    for step in range(STEPS):
        sampled = table.sampled()
        decision: Any = computers.decision(table.now) if sampled is None else sampled[0]
        if decision is None:
            break
        table.submit(decision, table.number, f"kept-{step:05}", "tablet")
        if step == STEPS // 2:
            with suppress(NeedsConfirmation):  # a secret answer, which stays
                table.undo(table.number, "kept-undo", "tablet")
            with suppress(Illegal):
                table.redo(table.number, "kept-redo", "tablet")
    return table


def _box(name: str) -> str | None:
    """A box file with some tiles of each type, as an owner registers them."""
    box = games.load(name).box
    if box is None:
        return None
    text, counts = "", dict[str, int]()
    for tile in box.book().tiles():
        counts[tile.type] = counts.get(tile.type, 0) + 1
        if counts[tile.type] <= TILES:
            with suppress(Illegal):  # the owner must enter what it says first
                box.with_box(longer := with_tile(text, tile))
                text = longer
    return text or None


def outcome(data: Any) -> dict[str, Any]:
    """What a record leads to: entries that play, the score, who is asked, the phase, every fact."""
    result = play_again(data)
    phase = result.game.phase(result.state)
    return {
        "entries": result.entries,
        "stopped": result.stopped,
        "totals": [player.total for player in result.score.players],
        "asked": sorted({str(question.player) for question in result.questions}),
        "phase": [phase.key, phase.round],
        "facts": {fact.path: plain(fact.value) for fact in result.game.facts(result.state)},
    }


def api() -> dict[str, Any]:
    """What version 1 of the API has, without its words: operations, their statuses, and the fields of all
    types but the games' decisions, which records hold."""
    made: Any = document()
    operations = {
        f"{method.upper()} {path}": {
            "id": operation["operationId"],
            "statuses": sorted(operation["responses"]),
            "parameters": sorted(parameter["name"] for parameter in operation["parameters"]),
        }
        for path, methods in made["paths"].items()
        for method, operation in methods.items()
    }
    schemas = made["components"]["schemas"]
    decisions = {ref["$ref"].rsplit("/", 1)[1] for ref in schemas.get("Decision", {}).get("anyOf", ())}
    types = {
        name: {"fields": sorted(schema.get("properties", ())), "required": sorted(schema.get("required", ()))}
        for name, schema in schemas.items()
        if name not in decisions
    }
    return {"operations": operations, "types": types, "decisions": sorted(decisions)}


def tiles_of(file: Path) -> int:
    return len(tiles_in(file.read_text(encoding="utf-8")))


def _pack(file: Path, text: str) -> None:
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def unpack(file: Path) -> str:
    return gzip.decompress(file.read_bytes()).decode()


if __name__ == "__main__":
    write(KEPT / sys.argv[1])
