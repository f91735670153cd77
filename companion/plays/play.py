"""A finished play as it is stored: players, score sheet and belongings; to JSON and back.

The sheet is kept as it was read, in every language of the day, and is never scored again: a newer version's
rules or an owner's new box change no result of last year.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Literal

from companion.games.contract import Json, PlayerScore, ScoreLine, ScoreSheet, Tally, Term
from companion.plays.learning import Learning, learning_from_json, learning_to_json
from companion.translation import SOURCE, language, languages, speaking

Whence = Literal["table", "scan"]

Sheet = Mapping[str, Json]
"""A score sheet as JSON (`sheet_to_json`)."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Who played at a seat, in seat order. owned: what this player had at the end, names by heading
    ("Developments"), as the game gives them. starts: began the play; None: not known. ahead: with how much
    more of the game's coin this player began, for a fair table."""

    name: str
    colour: str
    owned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    starts: bool | None = None
    ahead: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """A seat's result. points: VP by source, in English."""

    total: int
    rank: int
    winner: bool
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PlaySummary:
    """A play without its sheets: all that lists, spreadsheets and statistics need. results: by seat."""

    id: str
    game: str
    ended: datetime
    players: tuple[Seated, ...]
    results: tuple[Result, ...]
    rounds: int | None
    comment: str
    location: str
    minutes: int | None = None
    endings: tuple[str, ...] = ()
    branch: str = ""
    learning: Learning | None = None


@dataclass(frozen=True, slots=True)
class RoundTotals:
    """The totals at one moment of a play, in seat order. label: how many rounds had been played."""

    round: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A finished play.

    id: the same play has the same id for good ("table-kobura"); letters, digits and hyphens, up to 64.
    game: the game's name; began, ended: UTC; minutes: how long it was played, long breaks left out; None:
    not known. board: the chosen setup, in English ("Later game"). endings: why it ended, in English; empty:
    not known. sheets: the final sheet by language, English always among them (`sheets_of`). whence, source:
    the tracked table's id, or the scan's. rounds: how many were played; None: not known. course: the totals
    after each round, where they are known. nearly: what would have changed the result, sentences by
    language. comment, location: a person's own words; `keep` leaves those that are kept already where the
    new ones are empty. learning: what tells how well the game was learnt; None: nobody counted.
    """

    id: str
    game: str
    ended: datetime
    players: tuple[Seated, ...]
    sheets: Mapping[str, Sheet]
    whence: Whence
    source: str
    rounds: int | None = None
    course: tuple[RoundTotals, ...] = ()
    nearly: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    comment: str = ""
    location: str = ""
    began: datetime | None = None
    minutes: int | None = None
    board: str = ""
    endings: tuple[str, ...] = ()
    branch: str = ""
    learning: Learning | None = None

    @property
    def sheet(self) -> ScoreSheet:
        """The sheet in the language that holds, else in English."""
        return sheet_from_json(self.sheets.get(language()) or self.sheets[SOURCE])

    @property
    def brief(self) -> PlaySummary:
        results = tuple(map(_result, self.source_sheet.players))
        return PlaySummary(
            self.id,
            self.game,
            self.ended,
            self.players,
            results,
            self.rounds,
            self.comment,
            self.location,
            self.minutes,
            self.endings,
            self.branch,
            self.learning,
        )

    @property
    def source_sheet(self) -> ScoreSheet:
        """The sheet in English: for what is counted over many plays."""
        return sheet_from_json(self.sheets[SOURCE])


def _result(score: PlayerScore) -> Result:
    points: dict[str, int] = {}
    for line in score.lines:
        points[line.source] = points.get(line.source, 0) + line.vp
    return Result(score.total, score.rank, score.winner, points)


def sheets_of(make: Callable[[], ScoreSheet]) -> dict[str, Sheet]:
    """The sheet that `make` gives, as JSON in every language there is."""
    return in_every_language(lambda: sheet_to_json(make()))


def in_every_language(make: Callable[[], Any]) -> dict[str, Any]:
    """What `make` gives, by language."""
    by_language = {}
    for code in languages():
        with speaking(code):
            by_language[code] = make()
    return by_language


def sources_of(sheet: ScoreSheet) -> tuple[str, ...]:
    """The sources of points, each once, in the order in which every player's lines have them."""
    found: list[str] = []
    for player in sheet.players:
        at = 0
        for line in player.lines:
            if line.source in found:
                at = max(at, found.index(line.source) + 1)
            else:
                found.insert(at, line.source)
                at += 1
    return tuple(found)


# --- JSON -----------------------------------------------------------------------------------------------


def sheet_to_json(sheet: ScoreSheet) -> Sheet:
    """`{"final", "players": [{"player", "name", "total", "rank", "winner", "tie_break", "lines": [..]}]}`, a
    line `{"source", "label", "vp", "terms": [{"label", "value", "tile"}]}`."""
    return {
        "final": sheet.final,
        "players": [
            {
                "player": p.player,
                "name": p.name,
                "total": p.total,
                "rank": p.rank,
                "winner": p.winner,
                "tie_break": p.tie_break,
                "lines": [_line_to_json(line) for line in p.lines],
            }
            for p in sheet.players
        ],
    }


def _line_to_json(line: ScoreLine) -> dict[str, Json]:
    terms = [{"label": t.label, "value": t.value, "tile": t.tile} for t in line.why.terms]
    floor = {} if line.why.lowest is None else {"lowest": line.why.lowest}
    return {"source": line.source, "label": line.why.label, "vp": line.vp, "terms": terms} | floor


def sheet_from_json(data: Json) -> ScoreSheet:
    """The reverse of `sheet_to_json`. Raises KeyError or TypeError for anything else."""
    return ScoreSheet(tuple(_player(p) for p in data["players"]), bool(data.get("final", True)))


def _player(data: Json) -> PlayerScore:
    lines = tuple(
        ScoreLine(
            line["source"],
            Tally(
                line["label"],
                tuple(Term(t["label"], t["value"], t.get("tile")) for t in line["terms"]),
                line.get("lowest"),
            ),
        )
        for line in data["lines"]
    )
    return PlayerScore(
        data["player"], data["name"], lines, data["rank"], data["winner"], data.get("tie_break", "")
    )


def play_to_json(play: Play) -> dict[str, Json]:
    """Every field, as docs/plays.md describes them."""
    data = {f.name: getattr(play, f.name) for f in fields(play)}
    data["ended"] = play.ended.isoformat()
    data["began"] = None if play.began is None else play.began.isoformat()
    data["players"] = _seats_to_json(play.players)
    data["sheets"] = dict(play.sheets)
    data["course"] = [{"round": c.round, "totals": list(c.totals)} for c in play.course]
    data["endings"] = list(play.endings)
    if play.learning is None:
        del data["learning"]
    else:
        data["learning"] = learning_to_json(play.learning)
    data["nearly"] = {code: list(sentences) for code, sentences in play.nearly.items()}
    return data


def _seats_to_json(players: tuple[Seated, ...]) -> list[Json]:
    return [
        {
            "name": p.name,
            "colour": p.colour,
            "owned": {heading: list(names) for heading, names in p.owned.items()},
            "starts": p.starts,
            **({"ahead": p.ahead} if p.ahead else {}),
        }
        for p in players
    ]


def _seats_from_json(data: Json) -> tuple[Seated, ...]:
    return tuple(
        Seated(
            p["name"],
            p["colour"],
            {heading: tuple(names) for heading, names in p.get("owned", {}).items()},
            p.get("starts"),
            p.get("ahead", 0),
        )
        for p in data
    )


def summary_to_json(brief: PlaySummary) -> dict[str, Json]:
    data = {f.name: getattr(brief, f.name) for f in fields(brief)}
    data["ended"] = brief.ended.isoformat()
    data["players"] = _seats_to_json(brief.players)
    data["endings"] = list(brief.endings)
    data["learning"] = learning_to_json(brief.learning)
    data["results"] = [[r.total, r.rank, r.winner, dict(r.points)] for r in brief.results]
    return data


def summary_from_json(data: Json) -> PlaySummary:
    """The reverse of `summary_to_json`. Raises KeyError, TypeError or ValueError for anything else."""
    return PlaySummary(
        data["id"],
        data["game"],
        datetime.fromisoformat(data["ended"]),
        _seats_from_json(data["players"]),
        tuple(Result(*result) for result in data["results"]),
        data["rounds"],
        data["comment"],
        data["location"],
        data.get("minutes"),
        tuple(data.get("endings", ())),
        data.get("branch", ""),
        learning_from_json(data.get("learning")),
    )


def play_from_json(data: Json) -> Play:
    """The reverse of `play_to_json`. Raises KeyError, TypeError or ValueError for anything else."""
    return Play(
        id=data["id"],
        game=data["game"],
        ended=datetime.fromisoformat(data["ended"]),
        players=_seats_from_json(data["players"]),
        sheets=data["sheets"],
        whence=data["whence"],
        source=data["source"],
        rounds=data.get("rounds"),
        course=tuple(RoundTotals(c["round"], tuple(c["totals"])) for c in data.get("course", ())),
        nearly={code: tuple(sentences) for code, sentences in data.get("nearly", {}).items()},
        comment=data.get("comment", ""),
        location=data.get("location", ""),
        began=None if data.get("began") is None else datetime.fromisoformat(data["began"]),
        minutes=data.get("minutes"),
        board=data.get("board", ""),
        endings=tuple(data.get("endings", ())),
        branch=data.get("branch", ""),
        learning=learning_from_json(data.get("learning")),
    )
