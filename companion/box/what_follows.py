"""What follows at a table where a fact of a piece was told wrongly: which steps used it, and what would be.

The steps since it was told are played once more with the new value; what else was told meanwhile is told as
soon as it is asked. Where all of them are still possible, the facts in which the two ends differ ("Ben:
credits: 6 instead of 5") can be put right; else it holds from now on. Of a finished game the result is said.
What was put right for the piece before is undone by that: it had been told wrongly again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.box.editing import tile_text
from companion.games.contract import (
    Correction,
    Decision,
    Fact,
    Game,
    Illegal,
    Question,
    State,
    Telling,
    Untold,
    box_of,
    game_at,
)
from companion.games.contract.box import TILE
from companion.games.contract.gate import check_legal
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.told import Said, Told, ToldFact
from companion.table.journal import Entry
from companion.table.table import Table
from companion.table.timeline import correction_from_json
from companion.translation import _, listed


@dataclass(frozen=True, slots=True)
class Follows:
    """steps: those that used it, in words; changes: the facts now, each with what it would be; why: it can
    only hold from now on, a sentence; "": it can be put right. corrections: by which all changes come out so,
    as one may bring another along (a player's chips, the supply). result: of a finished game that would end
    otherwise, the sum of each player and who wins, put right; result_now: where it holds from now on."""

    steps: tuple[str, ...] = ()
    changes: tuple[tuple[Fact, Any], ...] = ()
    why: str = ""
    result: tuple[str, ...] = ()
    result_now: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()

    def __bool__(self) -> bool:
        """There is something to be said before it is kept."""
        return bool(self.steps or self.changes or self.result_now)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(fact.correction_words(value) for fact, value in self.changes)


def what_follows(table: Table[State], piece: str, said: Mapping[str, Said], text: str) -> Follows:
    """said: what is told otherwise of the piece, by fact; text: the piece as it is told now, TOML."""
    game, path = table.game, table.path(table.number)
    since = _told_at(game, path, piece, {*said})
    try:
        new: Any = _corrected(game, path[since][1].state, piece, said)
        only_now = game.correct(table.state, Correction(f"{TILE}/{piece}", text))
    except (Illegal, Untold):
        return Follows()
    result_now = _result(game, table.state, only_now)
    book = box_of(game_at(game, only_now)).book()
    new = _told_all(game, new, book)
    steps: list[str] = []
    before = path[since][1].state
    differing = _differing(game, before, new)
    for place, (entry, node) in enumerate(path[since + 1 :], since + 1):
        step = _step(path, place)
        words = "" if step is None else table.words_of(step)
        try:
            if not entry.key.startswith(put_right_key(piece)):
                was_told = _asks_facts(path[place - 1][1].questions)
                new = _played(game, new, entry, book, (piece, said), was_told=was_told)
        except Illegal as illegal:
            why = _("“{step}” would not have been possible: {why}", step=words, why=illegal.sentence)
            return Follows((*steps, words), (), why, result_now=result_now)
        if _asks_facts(node.questions):
            continue  # a step that waits: what it does is compared once it is done
        found = _differing(game, node.state, new)
        if _by(game, node.state, found) != _by(game, before, differing):
            steps += [words] if words else []
        differing, before = found, node.state
    found = _differing(game, only_now, new)
    if _asks_facts(path[-1][1].questions) and _by(game, only_now, found) != _by(game, before, differing):
        last = _step(path, len(path) - 1)  # facts are asked just now, after what was done last
        steps += [] if last is None else [table.words_of(last)]
    changes = _changes(game, only_now, found)
    shown = game.fact_values(game.view(table.state, None))
    in_sight = tuple(change for change in changes if change[0].path in shown)
    try:
        right, _all = _put_right(game, only_now, changes)
        _right, corrections = _put_right(game, only_now, in_sight)
    except Illegal as illegal:
        return Follows(tuple(steps), (), illegal.sentence, result_now=result_now)
    return Follows(tuple(steps), in_sight, "", _result(game, table.state, right), result_now, corrections)


def put_right_key(piece: str) -> str:
    """What the keys of entries begin with that put right what followed from a wrong fact of the piece."""
    return f"put-right/{piece}/"


def _put_right(
    game: Game[State], state: State, changes: tuple[tuple[Fact, Any], ...]
) -> tuple[State, tuple[Correction, ...]]:
    """The state in which all these are so, and how it comes about. Raises Illegal."""
    made = []
    for fact, value in (*changes, *changes):  # a later one may have moved an earlier one
        now = game.fact(state, fact.path)
        if now is not None and now.value != value:
            made.append(Correction(fact.path, value))
            state = game.correct(state, made[-1])
    return state, tuple(made)


def check_sum(table: Table[State], piece: str, text: str) -> None:
    """Raises Illegal: the game is over, and its score reads what the piece, TOML, does not tell any more."""
    game = table.game
    after = game.correct(table.state, Correction(f"{TILE}/{piece}", text))
    if game.phase(table.state).over and not is_summed(game, after):
        raise Illegal(_("The game is over, and its score needs what is not told here: say it, too."))


def is_summed(game: Game[State], state: State) -> bool:
    """The game is over, and all is told that its score reads."""
    try:
        return game.phase(state).over and not _asks_facts(game.questions(state)) and bool(game.score(state))
    except Untold:
        return False


def _told_at(game: Game[State], path: tuple[tuple[Entry, Any], ...], piece: str, facts: set[str]) -> int:
    """The first place on the path where something of these facts of the piece is told."""
    box, left = box_of(game), frozenset[str]()
    for place in range(len(path)):
        if place and piece not in box.told_tiles(path[place - 1][1].state, path[place][1].state):
            continue
        told, still = _told(game, path[place][1].state, piece, facts)
        if told or still < left:
            return place
        left = still
    return 0


def _told(game: Game[State], state: State, piece: str, facts: set[str]) -> tuple[bool, frozenset[str]]:
    """Whether one of these facts is told, and what of them is untold, part by part ("powers/settle")."""
    try:
        book = box_of(game_at(game, state)).book()
        fields = [field for field in book.telling(piece).fields if field.key in facts]
        of = book.printed_on(book.piece(piece))
    except Illegal:
        return False, frozenset()
    tile = book.tile(piece)
    untold = frozenset(() if tile is None else tile.untold)
    still = untold.intersection(part for fact in facts for part in of.parts(fact))
    return any(field.chosen or field.ended for field in fields), still


def _step(path: tuple[tuple[Entry, Any], ...], place: int) -> int | None:
    """The entry that did what was done here: where a fact was told, the step that had waited for it; None:
    the beginning waited."""
    while place > 0 and _asks_facts(path[place - 1][1].questions):
        place -= 1
    return path[place][0].number if place > 0 else None


def _asks_facts(questions: Iterable[Question]) -> bool:
    return any(isinstance(question.form, Telling) and not question.optional for question in questions)


def _corrected(game: Game[State], state: State, piece: str, said: Mapping[str, Said]) -> State:
    """The state with these facts told otherwise. Raises Illegal."""
    book = box_of(game_at(game, state)).book()
    kept = book.telling(piece).chosen.without(said)
    new = (ToldFact(piece, key, one) for key, told in said.items() for one in told)
    tile = book.told(piece, Told((*kept.facts, *new), later=True)).tile
    return game.correct(state, Correction(f"{TILE}/{piece}", tile_text(tile)))


def _played(
    game: Game[State],
    state: State,
    entry: Entry,
    book: PieceBook[Any],
    otherwise: tuple[str, Mapping[str, Said]],
    *,
    was_told: bool,
) -> State:
    """The state after an entry of the journal. book: has what is told by now; otherwise: a piece, and what is
    told otherwise of it from the start; was_told: the entry told facts. Raises Illegal."""
    try:
        if entry.kind == "correction":
            correction = correction_from_json(entry.data)
            state = game.correct(state, correction)
            if correction.path == f"{TILE}/{otherwise[0]}":
                state = _corrected(game, state, *otherwise)
            return _told_all(game, state, book)
        decision = game.decision(entry.data)
        if was_told and not _asks_facts(game.questions(state)):
            return state  # it was told when it was asked, which may be another time here
        if was_told and _wrong(game, state, decision):
            return state  # other facts are needed here, which may be told later
        check_legal(game, state, decision)
        return _told_all(game, game.play(state, decision) if decision.changes_state else state, book)
    except Untold as untold:
        raise Illegal(_("What {piece} says would have been needed first.", piece=untold.piece)) from None


def _wrong(game: Game[State], state: State, decision: Decision) -> bool:
    try:
        check_legal(game, state, decision)
    except Illegal:
        return True
    return False


def _told_all(game: Game[State], state: State, book: PieceBook[Any]) -> State:
    """The state after all that is asked of pieces is told, as far as the book has it."""
    while True:
        asked = next((q for q in game.questions(state) if _asks_facts((q,))), None)
        if asked is None or not isinstance(asked.form, Telling):
            return state
        value = book.answer(asked.form)
        if value == Told(later=True) or asked.form.problem(value):
            return state
        state = game.play(state, game.answer(state, asked, value))


def _result(game: Game[State], before: State, after: State) -> tuple[str, ...]:
    """The sum of each player of a finished game, and who wins, where the two differ."""
    if not game.phase(before).over or not is_summed(game, after):
        return ()
    was, now = game.score(before).players, game.score(after).players
    if [(one.total, one.rank) for one in was] == [(one.total, one.rank) for one in now]:
        return ()
    sums = [
        _("{player}: {vp} VP", player=new.name, vp=new.total)
        if old.total == new.total
        else _("{player}: {vp} VP instead of {before}", player=new.name, vp=new.total, before=old.total)
        for old, new in zip(was, now, strict=True)
    ]
    first, then = (listed([one.name for one in of if one.winner]) for of in (was, now))
    if first == then:
        return (*sums, _("First, as before: {players}", players=then))
    return (*sums, _("First: {players} instead of {before}", players=then, before=first))


def _differing(game: Game[State], one: State, other: State) -> dict[str, Any]:
    """By path: the value that a fact of the first state has in the other, where it differs."""
    there = game.fact_values(other)
    return {
        path: there[path]
        for path, value in game.fact_values(one).items()
        if path in there and there[path] != value
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
