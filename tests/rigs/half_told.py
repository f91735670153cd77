"""Boxes of which any part is told: every page of such a box, a setup, some steps, the score, the check and
the export must do."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any

from companion import games
from companion.box.editing import tiles_in
from companion.games.contract import LATER, Game, Json, Question, State, Telling, box_of
from companion.games.contract.told import Told
from companion.table.settings import Settings
from companion.table.table import Table
from tests.rigs.told_games import House, any_answer, options_of, setup, some_question

TRIES = 60
SPOILT: tuple[Json, ...] = (
    -1,
    10**9,
    1.5,
    True,
    "",
    "?",
    "no such thing",
    [],
    ["no such thing"],
    [3],
    {"a": 1},
)
"""What a person may have written where something else belongs."""


def some_told(told: Mapping[str, Json], rng: Random) -> dict[str, Json]:
    """A part of these facts, often none or all of them."""
    share = rng.choice((0.0, 0.3, 0.7, 1.0))
    return {name: value for name, value in told.items() if rng.random() < share}


def spoilt(fields: Mapping[str, Json], rng: Random) -> dict[str, Json]:
    """One field of a row says what it cannot say, or has a name that none has."""
    name = rng.choice((*(name for name in fields if name != "id"), "no_such_field"))
    return {**fields, name: rng.choice(SPOILT)}


def row_text(sort: str, fields: Mapping[str, Json]) -> str:
    """A row of a box file."""
    return "\n".join((f"[[{sort}]]", *(f"{name} = {_toml(value)}" for name, value in fields.items()), ""))


def _toml(value: Json) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name} = {_toml(of)}' for name, of in value.items())}}}"
    return json.dumps(value)


def pages_of(house: House, game: str, text: str, rng: Random) -> list[str]:
    """The pages of this box that do not do, each with what is said."""
    house.shelf.write(game, "ours", text)
    house.shelf.use(game, "ours")
    client = house.client
    ids = sorted(tiles_in(text))
    paths = [f"/box?game={game}", f"/new?game={game}", f"/box/{game}/verify", f"/box/{game}/export"]
    paths += [f"/box/{game}/tile/{id}" for id in rng.sample(ids, min(4, len(ids)))]
    found = []
    for path in paths:
        answer = client.get(path, follow_redirects=True)
        if answer.status_code != 200:
            said = html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.text)))
            found.append(f"{path}: {answer.status_code} {said[-200:]}")
    return found


def played(house: House, name: str, text: str, rng: Random, steps: int = 40) -> Table[State]:
    """A table with this box after so many steps of people who answer anything, or at its end. Sums are made
    at each of them, and pages then, when the box has all that was told."""
    game = games.load(name)
    begun = setup(box_of(game).with_box(text), rng)
    table = house.tables.create(name, _with_box(begun, text), settings=Settings(draws="hand"))
    client = house.client
    for _step in range(steps):
        if table.game.phase(table.state).over:
            break
        question = some_question(table, rng)
        table.submit(
            answer_anything(table, question, rng), table.number, f"key-of-{table.number:08}", "the tablet"
        )
        table.game.score(table.state)
        table.game.facts(table.state)
        table.game.check(table.state)
    pages = ("", "seat/0", "score", "history", "correct", "moments")
    for path in (*(f"/t/{table.id}/{page}" for page in pages), f"/box/{name}/export", f"/box?game={name}"):
        assert client.get(path, follow_redirects=True).status_code == 200, path
    said = (Told.read(entry.data.get("facts", ())) for entry in table.effective())
    pieces = {piece for told in said for piece in told.by_piece}
    after = house.shelf.text(name)
    assert pieces <= tiles_in(after).keys(), "what is told is kept in the box"
    assert lost(game, text, after) == []
    return table


def lost(game: Game[State], before: str, after: str) -> list[str]:
    """What of a box could not be read, and is neither a line of it any more nor a comment."""
    rows, now = tiles_in(before), tiles_in(after)
    comments = [line.removeprefix("# ") for line in after.splitlines() if line.startswith("# ")]
    found = []
    for problem in box_of(game).with_box(before).unread:
        fields = rows[problem.piece].fields if problem.piece else {}
        names = fields if problem.whole else [problem.field] if problem.field in fields else []
        for name in names:
            there = now[problem.piece].fields.get(name) if problem.piece in now else None
            if there != fields[name] and f"{name} = {_toml(fields[name])}" not in comments:
                found.append(f"{problem.words()} ({name}: {fields[name]!r}, now {there!r})")
    return found


def _with_box(begun: Any, text: str) -> Any:
    return type(begun)(begun.players, begun.options, begun.chance, text, begun.without)


def answer_anything(table: Table[State], question: Question, rng: Random) -> Any:
    """An answer of somebody who tells anything of pieces."""
    game: Game[State] = table.game
    state = table.state
    if question.chance is not None:
        return game.answer(state, question, question.chance.sample(rng))
    if isinstance(question.form, Telling):
        return game.answer(state, question, anything(question.form, rng))
    if question.form is not None:
        return any_answer(game, state, question, rng)
    return rng.choice(options_of(game, state, question)).decision


def anything(form: Telling, rng: Random) -> tuple[str, ...]:
    """What a form takes, several things of a fact that takes several; what chance hardly finds is told with
    more care. Where no number fits what is told already (the steps of a track rise), it is told later."""
    for number in range(TRIES * 10):
        said = [*form.sample(rng)]
        if number >= TRIES:
            said = _with_care(form, said, rng)
        for field in form.fields:
            if field.several and field.sayings and rng.random() < 0.5:
                said.append(field.item(rng.choice(field.sayings).value).text)
        if not form.problem(tuple(dict.fromkeys(said))):
            return tuple(dict.fromkeys(said))
    assert not form.problem((LATER,)), "nothing was found to answer, and it cannot be told later"
    return (LATER,)


def _with_care(form: Telling, said: list[str], rng: Random) -> list[str]:
    """Some of what is one of a list, and all numbers told, rising as the steps of a track do."""
    one_of = [field for field in form.fields if field.sayings and not field.several and rng.random() < 0.5]
    numbers = [field for field in form.fields if field.numbers is not None]
    told = {field.name: rng.choice(field.sayings).value for field in one_of}
    for field, share in zip(numbers, sorted(rng.random() for _field in numbers), strict=True):
        least, most = field.numbers or (0, 0)
        told[field.name] = str(max(1, round(least + share * (most - least))))
    others = [text for text in said if text.partition("=")[0] not in told]
    return [*others, *(f"{name}={value}" for name, value in told.items())]


def checked(name: str, text: str) -> tuple[str, ...]:
    """What the check of a box file says."""
    box = games.load(name).box
    assert box is not None
    return tuple(box.check_box(text).lines())
