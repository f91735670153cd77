"""The engine judges what lessons state of the rules (`Step.states`), by whole simulated games.

A sentence that says a rule wrongly teaches it wrongly to everybody who plays here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from companion.games.contract import Decision, Fact, Game, Json, Phase, State, decision_to_json
from companion.lessons.lesson_files import End, LessonBook, Statement, names_of
from companion.lessons.progress import matches
from companion.translation import _

Numbers = dict[tuple[str, int], int]
"""Players' numbers by name and seat, as `Statement.number` has them."""


@dataclass(slots=True)
class Judged:
    """What games showed of a statement. times: how often it was put to the test; by: the decisions by which
    its number moved; against: what contradicts it, the first time."""

    times: int = 0
    by: Counter[str] = field(default_factory=Counter)
    against: str = ""

    def see(self, holds: bool, what: str) -> None:
        self.times += 1
        if not holds and not self.against:
            self.against = what


class Judge:
    """Judges a book's statements, a step at a time; `begin` before the first step of each game."""

    def __init__(self, game: Game[State], book: LessonBook) -> None:
        self._game, self._book = game, book
        self._judged = {_key(one): (one, Judged()) for _where, one in book.statements()}
        self._named = {one.number for one, _judged in self._judged.values()}
        self._in_round: Counter[tuple[bytes, int]] = Counter()
        self._seats, self._numbers = 0, Numbers()

    def begin(self, state: State, players: int) -> None:
        self._seats = players
        self._numbers = self._numbers_of(state)
        self._in_round.clear()

    def step(self, before: State, decision: Decision, after: State) -> None:
        was, now = self._numbers, self._numbers_of(after)
        self._numbers = now
        data = decision_to_json(decision)
        phase_before, phase = self._game.phase(before), self._game.phase(after)
        kinds = {question.kind for question in self._game.questions(after)}
        ends_round = phase.over or phase.round != phase_before.round
        for key, (one, judged) in self._judged.items():
            made = data.get("do") in names_of(one.decided) and matches(one.having, data)
            goes_on = phase.key == phase_before.key and not ends_round
            if one.change is not None and made and decision.player is not None and goes_on >= one.in_phase:
                _see_change(one, judged, was, now, decision.player, data)
            if one.rises_by or one.falls_by:
                self._see_moves(one, judged, was, now, data)
            if kinds & {*names_of(one.asked)}:
                self._see_bounds(one, judged, now)
            if one.each_round is not None:
                self._in_round[key, decision.player if decision.player is not None else -1] += made
                if ends_round and not phase.over:
                    for seat in range(self._seats):
                        times = self._in_round[key, seat]
                        judged.see(one.each_round[0] <= times <= one.each_round[1], f"{times}")
            if one.wins and phase.over:
                score = self._game.score(after)
                most = max(player.total for player in score.players)
                judged.see(all(it.total == most for it in score.players if it.rank == 1), "rank 1")
            if one.rounds is not None and phase.over:
                judged.see(one.rounds[0] <= phase.round <= one.rounds[1], f"{phase.round}")
            if one.ends and phase.over:
                _see_end(one, judged, self._game.facts(after))
            if one.phases and not ends_round:
                _see_phases(one, judged, phase_before, phase)
        if ends_round:
            self._in_round.clear()

    def _numbers_of(self, state: State) -> Numbers:
        found: Counter[tuple[str, int]] = Counter()
        for fact in self._game.facts(state, self._named):
            name, _slash, rest = fact.path.partition("/")
            if fact.player is None or rest.partition("/")[0] != str(fact.player):
                continue
            if rest == str(fact.player):
                found[name, fact.player] += fact.value if type(fact.value) is int else 0
            else:
                found[name, fact.player] += fact.value not in ("no", "none", 0)
        return dict(found)

    def _see_moves(
        self, one: Statement, judged: Judged, was: Numbers, now: Numbers, data: dict[str, Json]
    ) -> None:
        for seat in range(self._seats):
            rose = now.get((one.number, seat), 0) - was.get((one.number, seat), 0)
            by = names_of(one.rises_by if rose > 0 else one.falls_by)
            if rose and by:
                judged.by[str(data["do"])] += 1
                judged.see(data["do"] in by, f"{rose:+} {data}")

    def _see_bounds(self, one: Statement, judged: Judged, now: Numbers) -> None:
        for seat in range(self._seats):
            number = now.get((one.number, seat), 0)
            low = number if one.least is None else one.least
            high = number if one.most is None else one.most
            judged.see(low <= number <= high, f"{number}")

    def untrue(self, games: int) -> Iterator[tuple[str, str]]:
        """(where, sentence) of each statement that so many games contradicted, or never put to the test."""
        for where, statement in self._book.statements():
            _one, judged = self._judged[_key(statement)]
            moves = (*names_of(statement.rises_by), *names_of(statement.falls_by))
            never = [do for do in (*moves, *map(_end_words, statement.ends)) if not judged.by[do]]
            if judged.against:
                what = f"{statement.number} {judged.against}".strip()
                yield where, _("a game contradicts what it states: {what}.", what=what)
            elif not judged.times or never:
                what = ", ".join(never or names_of(statement.decided)) or statement.number
                yield (
                    where,
                    _("{games} simulated games never showed what it states: {what}.", games=games, what=what),
                )


def _see_change(
    one: Statement, judged: Judged, was: Numbers, now: Numbers, seat: int, data: dict[str, Json]
) -> None:
    changed = now.get((one.number, seat), 0) - was.get((one.number, seat), 0)
    assert one.change is not None
    low, high = one.change if isinstance(one.change, tuple) else (one.change, one.change)
    judged.see(low <= changed <= high, f"{changed:+} {data}")


def _see_end(one: Statement, judged: Judged, facts: tuple[Fact, ...]) -> None:
    numbers = {fact.path: fact.value for fact in facts}
    held = False
    for end in one.ends:
        if end.value:
            values = Counter(
                str(value) for path, value in numbers.items() if path.startswith(f"{end.number}/")
            )
            found = [n for value, n in values.items() if value.startswith(end.value)] or [0]
        elif end.number in numbers:
            found = [int(numbers[end.number])]
        else:
            found = list(_by_seat(end.number, facts).values())
        if any((end.least or n) <= n <= (n if end.most is None else end.most) for n in found):
            held = True
            judged.by[_end_words(end)] += 1
    judged.see(held, "no end")


def _by_seat(number: str, facts: tuple[Fact, ...]) -> Counter[int]:
    """How many of a player's facts of that name say neither no nor none."""
    return Counter(
        fact.player
        for fact in facts
        if fact.player is not None
        and fact.path.startswith(f"{number}/")
        and fact.value not in ("no", "none", 0)
    )


def _end_words(end: End) -> str:
    return f"{end.number} {end.least if end.most is None else end.most}"


def _see_phases(one: Statement, judged: Judged, before: Phase, after: Phase) -> None:
    if before.key != after.key and {before.key, after.key} <= {*one.phases}:
        in_order = one.phases.index(before.key) < one.phases.index(after.key)
        judged.see(in_order, f"{before.key}, {after.key}")


def _key(statement: Statement) -> bytes:
    return msgspec.json.encode(statement)
