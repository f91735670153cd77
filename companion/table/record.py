"""A table as one JSON document, to archive, share, replay or import on another machine.

The form is described in docs/record.md. A replay needs only `steps`, the entries that the
state results from; `entries` are the whole journal, with what was taken back, for an import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import lru_cache
from typing import Any, cast, get_args

from companion import games
from companion.games.contract import Game, Illegal, Json, Question, ScoreSheet, State
from companion.table.journal import Entry, Kind
from companion.table.table import Table
from companion.table.timeline import Timeline, Unreplayable

FORM = "table-companion record"
VERSION = 1
_STEPS = ("decision", "draw", "correction")
_JSON_SCALARS = frozenset((type(None), bool, int, float, str))
"""Types whose values are JSON as they are."""


class BadRecord(Exception):
    """Not a record, or one that cannot be read; `sentence` says what is wrong with it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True)
class RecordResult:
    """The result of playing a record. entries: the steps played, the setup included. stopped: the first step
    that is not legal, as `{"number", "words", "sentence", "page"}`; None: all are."""

    game: Game[State]
    state: State
    questions: tuple[Question, ...]
    score: ScoreSheet
    entries: int
    stopped: dict[str, Json] | None


def record(table: Table[State]) -> dict[str, Json]:
    """The record of a table, as JSON values; its seed is null while secret hands follow from it."""
    first, *steps = table.effective()
    entries = [_entry_to_json(e) for e in (*table.entries(), *table.unfollowed)]
    seed: int | None = table.seed
    if _deals_secret_hands(table):
        seed = None
        entries[0]["data"] = {**entries[0]["data"], "seed": None}
    return {
        "form": FORM,
        "version": VERSION,
        "game": table.game.name,
        "table": table.id,
        "title": table.title,
        "created": table.created.isoformat(),
        "setup": first.data["setup"],
        "seed": seed,
        "steps": [{"number": e.number, "kind": e.kind, "data": e.data, "words": e.words} for e in steps],
        "entries": entries,
    }


def _deals_secret_hands(table: Table[State]) -> bool:
    """Whether the companion deals the cards here and the game still goes on: then who knows the seed knows
    the hands."""
    deals = bool(table.settings.computers) and table.game.dealer is not None
    return deals and not table.game.phase(table.now.state).over


def play_again(data: Json, load: Callable[[str], Game[State]] = games.load) -> RecordResult:
    """Plays a record's steps from its setup, up to the first that is not legal. Raises BadRecord."""
    game, top = _open(data, load)
    line: Timeline[State] = Timeline(game)
    try:
        line.advance(_step(1, {"kind": "setup", "data": {"setup": top["setup"]}}))
    except Exception as wrong:  # the rules meet whatever a file may hold
        raise BadRecord(f"The record's setup cannot be: {_sentence(wrong)}") from None
    stopped = None
    for count, step in enumerate(_list(top, "steps"), 2):
        try:
            line.advance(_step(count, step))
        except Exception as wrong:  # as above
            stopped = {"number": count, "words": "", "sentence": _sentence(wrong)}
            stopped["page"] = getattr(wrong, "page", None)
            # As the record itself names the step, where it does.
            named = step if isinstance(step, Mapping) else {}
            stopped |= {
                k: named[k] for k, kind in (("number", int), ("words", str)) if type(named.get(k)) is kind
            }
            break
    head = line.head
    game = line.game
    return RecordResult(game, head.state, head.questions, game.score(head.state), line.number, stopped)


def replay(data: Json, load: Callable[[str], Game[State]] = games.load) -> dict[str, Json]:
    """`play_again` as JSON: `{"game", "entries", "over", "illegal", "state", "questions", "score"}`."""
    again = play_again(data, load)
    return {
        "game": again.game.name,
        "entries": again.entries,
        "over": again.game.phase(again.state).over,
        "illegal": again.stopped,
        "state": plain(again.state),
        "questions": plain(again.questions),
        "score": [
            {
                "name": p.name,
                "total": p.total,
                "rank": p.rank,
                "winner": p.winner,
                "tie_break": p.tie_break,
                "lines": [{"source": x.source, "vp": x.vp, "why": plain(x.why)} for x in p.lines],
            }
            for p in again.score.players
        ],
    }


def entries_of(
    data: Json, load: Callable[[str], Game[State]] = games.load
) -> tuple[Game[State], list[Entry]]:
    """The whole journal in a record, every line checked against the rules. Raises BadRecord."""
    game, top = _open(data, load)
    line: Timeline[State] = Timeline(game)
    entries: list[Entry] = []
    keys: set[str] = set()
    for count, item in enumerate(_list(top, "entries"), 1):
        try:
            entry = _entry_from_json(item)
            if entry.key in keys:
                raise Unreplayable(f"the key {entry.key!r:.60} is there twice")
            keys.add(entry.key)
            line.advance(entry)
        except Exception as wrong:  # as above
            raise BadRecord(f"Entry {count} of the record cannot be: {_sentence(wrong)}") from None
        entries.append(entry)
    if not entries:
        raise BadRecord("The record has no entries: it can be replayed, but not be brought back to life.")
    return game, entries


def plain(value: Any) -> Json:
    """A frozen value as JSON: dataclasses by field, sets in order, anything else by its name. A field that
    does not count when values are compared (a catalogue carried along) is no part of the value."""
    kind = value.__class__
    if kind in _JSON_SCALARS:  # first, for speed: a whole game has half a million of them
        return value
    if kind is tuple or kind is list:
        return [plain(v) for v in value]
    names = _field_names(kind)
    if names is not None:
        return {name: plain(getattr(value, name)) for name in names}
    return _plain_other(value)


def _plain_other(value: Any) -> Json:
    """`plain` of a value that is neither a dataclass nor one of JSON's own types."""
    if isinstance(value, int | float | str):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, Mapping):
        return {str(plain(k)): plain(v) for k, v in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(v) for v in value), key=str)
    if isinstance(value, Sequence):
        return [plain(v) for v in value]
    return str(getattr(value, "__name__", value))


@lru_cache(maxsize=1024)
def _field_names(kind: type) -> tuple[str, ...] | None:
    """A dataclass's fields that are compared; None: it is none, or is written as a number, a text or an
    enum."""
    if not is_dataclass(kind) or issubclass(kind, int | float | str | Enum):
        return None
    return tuple(f.name for f in fields(kind) if f.compare)


def _open(data: Json, load: Callable[[str], Game[State]]) -> tuple[Game[State], Mapping[str, Json]]:
    if not isinstance(data, Mapping) or data.get("form") != FORM:
        raise BadRecord(f'This is no record: a record is a JSON object with "form": "{FORM}".')
    version = data.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BadRecord('The record\'s "version" is not a whole number from 1 on.')
    if version > VERSION:
        raise BadRecord(
            f"The record is of version {version}, and this program reads up to {VERSION}: update it."
        )
    name = data.get("game")
    if not isinstance(name, str):
        raise BadRecord('The record does not say which "game" it is of.')
    if "setup" not in data:
        raise BadRecord('The record has no "setup".')
    try:
        return load(name), data
    except games.UnknownGame as wrong:
        raise BadRecord(wrong.sentence) from None


def _list(data: Mapping[str, Json], name: str) -> Iterator[Json]:
    value = data.get(name)
    if not isinstance(value, list):
        raise BadRecord(f'The record\'s "{name}" is not a list.')
    return iter(value)


_NO_TIME = datetime.min


def _step(number: int, step: Json) -> Entry:
    if not isinstance(step, Mapping):
        raise Illegal("A step is a JSON object.")
    kind = step.get("kind")
    if not (kind in _STEPS or (number == 1 and kind == "setup")):
        raise Illegal(f"A step's kind is one of: {', '.join(_STEPS)}.")
    return Entry(number, cast(Kind, kind), step.get("data"), "", None, "", "", _NO_TIME)


def _entry_to_json(e: Entry) -> dict[str, Json]:
    return {f.name: getattr(e, f.name) for f in fields(e)} | {"at": e.at.isoformat()}


def _entry_from_json(item: Json) -> Entry:
    if not isinstance(item, Mapping):
        raise Illegal("An entry is a JSON object.")
    try:
        values = {f.name: item[f.name] for f in fields(Entry)}
    except KeyError as missing:
        raise Illegal(f"An entry needs a {missing.args[0]!r}.") from None
    for name in ("words", "by", "key", "at"):
        if not isinstance(values[name], str):
            raise Illegal(f"An entry's {name!r} is a text.")
    for name in ("number", "player", "target"):
        value = values[name]
        if isinstance(value, bool) or not (isinstance(value, int) or (value is None and name != "number")):
            raise Illegal(f"An entry's {name!r} is a whole number.")
    if values["kind"] not in get_args(Kind):
        raise Illegal(f"An entry's kind is one of: {', '.join(get_args(Kind))}.")
    try:
        at = datetime.fromisoformat(values["at"])
    except ValueError:
        raise Illegal("An entry's time is of the form 2026-01-31T19:30:00+00:00.") from None
    if at.tzinfo is None:
        raise Illegal("An entry's time needs its distance from UTC (+00:00).")
    return Entry(**{**values, "at": at})


def _sentence(wrong: Exception) -> str:
    if isinstance(wrong, Illegal):
        return wrong.sentence
    if isinstance(wrong, Unreplayable):
        return f"{wrong}."
    return f"The rules cannot play it ({type(wrong).__name__}: {wrong!s:.120})."
