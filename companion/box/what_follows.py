"""What follows at a table where a fact of a piece was told wrongly: which steps used it, and what would be.

The steps since it was told are played once more with the new value. Where all of them are still possible,
the facts in which the two ends differ ("Ben: credits: 6 instead of 5") can be put right; else it holds from
now on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.box.editing import tile_text
from companion.games.contract import (
    Correction,
    Fact,
    Game,
    Illegal,
    State,
    Telling,
    Untold,
    box_of,
    game_at,
)
from companion.games.contract.box import TILE
from companion.games.contract.gate import check_legal
from companion.table.journal import Entry
from companion.table.table import Table
from companion.table.timeline import correction_from_json
from companion.translation import _


@dataclass(frozen=True, slots=True)
class Follows:
    """steps: those that used it, in words; changes: the facts now, each with what it would be; why: it can
    only hold from now on, a sentence; "": it can be put right."""

    steps: tuple[str, ...] = ()
    changes: tuple[tuple[Fact, Any], ...] = ()
    why: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(fact.correction_words(value) for fact, value in self.changes)

    @property
    def corrections(self) -> tuple[Correction, ...]:
        return tuple(Correction(fact.path, value) for fact, value in self.changes)


def what_follows(table: Table[State], piece: str, said: Mapping[str, tuple[str, ...]], text: str) -> Follows:
    """said: the facts of the piece that are told otherwise, by the fields of its form as items; text: the
    piece as it is told now, TOML."""
    game, path = table.game, table.path(table.number)
    since = _told_at(game, path, piece, {*said})
    try:
        new: Any = _corrected(game, path[since][1].state, piece, said)
        only_now = game.correct(table.state, Correction(f"{TILE}/{piece}", text))
    except (Illegal, Untold):
        return Follows()
    steps: list[str] = []
    differing = _differing(game, path[since][1].state, new)
    for place, (entry, node) in enumerate(path[since + 1 :], since + 1):
        words = table.words_of(_step(path, place))
        try:
            new = _played(game, new, entry)
        except Illegal as illegal:
            why = _("“{step}” would not have been possible: {why}", step=words, why=illegal.sentence)
            return Follows((*steps, words), (), why)
        found = _differing(game, node.state, new)
        if _by(game, node.state, found) != _by(game, path[place - 1][1].state, differing):
            steps.append(words)
        differing = found
    changes = _changes(game, only_now, _differing(game, only_now, new))
    try:
        for fact, value in changes:
            only_now = game.correct(only_now, Correction(fact.path, value))
    except Illegal as illegal:
        return Follows(tuple(steps), (), illegal.sentence)
    shown = {fact.path for fact in game.facts(game.view(table.state, None))}
    return Follows(tuple(steps), tuple(change for change in changes if change[0].path in shown))


def _told_at(game: Game[State], path: tuple[tuple[Entry, Any], ...], piece: str, facts: set[str]) -> int:
    """The place on the path from which on these facts of the piece are told as they are now."""
    box = box_of(game)
    for place in range(len(path) - 1, 0, -1):
        before, after = path[place - 1][1].state, path[place][1].state
        if piece in box.told_tiles(before, after) and any(
            _said(game, before, piece).get(fact) != _said(game, after, piece).get(fact) for fact in facts
        ):
            return place
    return 0


def _step(path: tuple[tuple[Entry, Any], ...], place: int) -> int:
    """The entry that did what was done here: where a fact was told, the step that had waited for it."""
    while place > 1 and any(isinstance(q.form, Telling) for q in path[place - 1][1].questions):
        place -= 1
    return path[place][0].number


def _said(game: Game[State], state: State, piece: str) -> dict[str, tuple[str, ...]]:
    """What is told of the piece, by the fields of its form; nothing of one that there is not."""
    try:
        fields = box_of(game_at(game, state)).book().telling(piece).fields
    except Illegal:
        return {}
    return {field.name: field.chosen for field in fields}


def _corrected(game: Game[State], state: State, piece: str, said: Mapping[str, tuple[str, ...]]) -> State:
    """The state with these facts told otherwise. Raises Illegal."""
    book = box_of(game_at(game, state)).book()
    kept = (item for item in book.telling(piece).chosen if item.partition("=")[0] not in said)
    tile = book.told(piece, (*kept, *(item for items in said.values() for item in items))).tile
    return game.correct(state, Correction(f"{TILE}/{piece}", tile_text(tile)))


def _played(game: Game[State], state: State, entry: Entry) -> State:
    """The state after an entry of the journal. Raises Illegal."""
    try:
        if entry.kind == "correction":
            return game.correct(state, correction_from_json(entry.data))
        decision = game.decision(entry.data)
        check_legal(game, state, decision)
        return game.play(state, decision) if decision.changes_state else state
    except Untold as untold:
        raise Illegal(_("What {piece} says would have been needed first.", piece=untold.piece)) from None


def _differing(game: Game[State], one: State, other: State) -> dict[str, Any]:
    """By path: the value that a fact of the first state has in the other, where it differs."""
    there = {fact.path: fact.value for fact in game.facts(other)}
    return {
        fact.path: there[fact.path]
        for fact in game.facts(one)
        if fact.path in there and there[fact.path] != fact.value
    }


def _by(game: Game[State], state: State, differing: Mapping[str, Any]) -> dict[str, Any]:
    """What makes the difference: of a number, how much more it is."""
    now = {path: game.fact(state, path) for path in differing}
    return {
        path: value - fact.value if type(value) is int and fact and type(fact.value) is int else value
        for path, value in differing.items()
        for fact in (now[path],)
    }


def _changes(game: Game[State], state: State, differing: Mapping[str, Any]) -> tuple[tuple[Fact, Any], ...]:
    """As far as people may overrule them."""
    facts = {fact.path: fact for fact in game.facts(state)}
    return tuple((facts[path], value) for path, value in differing.items() if not facts[path].problem(value))
