"""Plays as CSV and as JSON, for a spreadsheet and for programs (docs/plays.md)."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from datetime import UTC

from companion.games.contract import Json
from companion.plays.play import Play, PlaySummary, play_to_json
from companion.translation import decimal

FORMAT_VERSION = 1
"""The version of both forms; fields may be added within one."""

COLUMNS = (
    "play",
    "game",
    "ended",
    "players",
    "rounds",
    "seat",
    "player",
    "colour",
    "starts",
    "total",
    "rank",
    "winner",
    "source",
    "vp",
    "comment",
    "location",
    "minutes",
    "branch",
)
SEPARATORS = {"comma": ",", "semicolon": ";"}
_FORMULA = re.compile(r"""(\A|[;,\t\r\n]["']*)(?=[=+\-@\t\r])""")
"""Where a formula may begin: at a text's begin, and behind each sign at which a cell may end."""


def usual_separator() -> str:
    """What spreadsheets in the reader's language expect: a semicolon where numbers have a comma."""
    return "semicolon" if "," in decimal(0.5) else "comma"


def to_csv(plays: Iterable[PlaySummary], separator: str = "comma") -> str:
    """A line for each source of each player of each play; sources in English. separator: of SEPARATORS.

    UTF-8 with a mark, so that spreadsheets know. A text that a spreadsheet would run as a formula gets an
    apostrophe before it, also where it would begin a cell by another separator."""
    out = io.StringIO()
    table = csv.writer(out, delimiter=SEPARATORS[separator], lineterminator="\r\n")
    table.writerow(COLUMNS)
    for play in plays:
        for seat, (who, result) in enumerate(zip(play.players, play.results, strict=True), start=1):
            starts = "" if who.starts is None else _said(who.starts)
            for source, vp in result.points.items():
                table.writerow(
                    (
                        play.id,
                        play.game,
                        play.ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
                        len(play.players),
                        "" if play.rounds is None else play.rounds,
                        seat,
                        _safe(who.name),
                        _safe(who.colour),
                        starts,
                        result.total,
                        result.rank,
                        _said(result.winner),
                        _safe(source),
                        vp,
                        _safe(play.comment),
                        _safe(play.location),
                        "" if play.minutes is None else play.minutes,
                        _safe(play.branch),
                    )
                )
    return "\ufeff" + out.getvalue()


def to_json(plays: Iterable[Play]) -> dict[str, Json]:
    """`{"form", "plays": [..]}`, each play as `play_to_json` gives it."""
    return {"form": FORMAT_VERSION, "plays": [play_to_json(play) for play in plays]}


def json_text(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _safe(text: str) -> str:
    return _FORMULA.sub(r"\1'", text)


def _said(yes: bool) -> str:
    return "yes" if yes else "no"
