"""Made-up finished plays, and a journal to store them in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.games.contract import PlayerScore, ScoreLine, ScoreSheet, Tally, Term
from companion.plays.store import Play, Plays, RoundTotals, Seated, sheets_of
from companion.table.journal import Journal

ENDED = datetime(2026, 3, 14, 20, 15, tzinfo=UTC)


def scores(*totals: int) -> ScoreSheet:
    """A score sheet of two sources, the first always 5."""
    return ScoreSheet(
        tuple(
            PlayerScore(
                seat,
                name,
                (
                    ScoreLine(
                        "stones", Tally("stones", (Term("Stone 2", 2, "S2"), Term("Stone 3", 3, "S3")))
                    ),
                    ScoreLine("coins", Tally("coins", (Term("coins", total - 5),))),
                ),
                1 + sum(other > total for other in totals),
                total == max(totals),
            )
            for seat, (name, total) in enumerate(
                zip(("Blue", "Green", "Red", "Yellow"), totals, strict=False)
            )
        )
    )


def a_play(play_id: str = "table-kobura", *totals: int, **fields: Any) -> Play:
    totals = totals or (12, 9)
    sheet = scores(*totals)
    play: dict[str, Any] = {
        "id": play_id,
        "game": "stones",
        "ended": ENDED,
        "players": tuple(
            Seated(p.name, p.name.lower(), {"Stones": ("Stone 2", "Stone 3")}, p.player == 0)
            for p in sheet.players
        ),
        "sheets": sheets_of(lambda: sheet),
        "whence": "table",
        "source": play_id.removeprefix("table-"),
        "rounds": 3,
        "course": (
            RoundTotals(1, tuple(4 for _ in totals)),
            RoundTotals(2, tuple(7 for _ in totals)),
            RoundTotals(3, totals),
        ),
    }
    return Play(**(play | fields))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "tables.db")
    yield journal
    journal.close()


@pytest.fixture
def plays(journal: Journal) -> Plays:
    return Plays(journal)


def named_play(*names: str, **fields: Any) -> Play:
    """A play of these players; the first is the winner."""
    totals = tuple(20 - seat for seat in range(len(names)))
    sheet = scores(*totals)
    players = tuple(replace(p, name=name) for p, name in zip(sheet.players, names, strict=True))
    return a_play(
        fields.pop("play_id", "table-named"),
        *totals,
        players=tuple(Seated(name, "blue") for name in names),
        sheets=sheets_of(lambda: replace(sheet, players=players)),
        **fields,
    )
