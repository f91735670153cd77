"""Asks a newcomer one tap ahead, before telling: once a round at most, and only while nobody waits for her.

The game makes the questions and their key (`AskingLessons`), out of what lies open to all. What was
missed comes again in the next round and on the next evening, what was known ever later: a player is the same
at every table of this house by the name, and when a name is forgotten, its past is nobody's.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from weakref import WeakKeyDictionary

from companion.games.contract import State, game_at
from companion.games.contract.asked_ahead import AskedAhead
from companion.games.contract.lessons import AskingLessons
from companion.games.contract.player_names import name_key
from companion.games.contract.setup import COLOUR_WORDS
from companion.lessons.kept import KNOWS, AskedThen, LessonChoices, choices_from_json
from companion.table.snapshot import Now
from companion.table.table import Table

Results = tuple[tuple[int, bool], ...]
"""Of one question, in order: (evening, right)."""

_lock = threading.Lock()
_earlier: WeakKeyDictionary[Table[State], dict[int, tuple[tuple[AskedThen, ...], ...]]] = WeakKeyDictionary()


@dataclass(frozen=True)
class ShownAhead:
    """A question ahead as a page shows it. number: the entry at which it is asked; then: what was said to it;
    None: nothing yet."""

    seat: int
    asked: AskedAhead
    number: int
    then: AskedThen | None = None


def ahead_for(
    table: Table[State], now: Now[State], kept: LessonChoices, seats: Iterable[int], viewer: int | None
) -> Iterator[ShownAhead]:
    """The question of each of these seats that can be asked now, or that has answered one. viewer: who
    reads it, who learns by it no more of whom the game waits for than the page says; None: the table."""
    game = game_at(table.game, now.state)
    phase = game.phase(now.state)
    asked_now = game.questions_for(now.state, viewer)
    waited_for = {one.player for one in asked_now if not (one.optional or one.answered)}
    if phase.over or not waited_for - {None}:
        return
    for seat in seats:
        if seat in waited_for or kept.level(seat) == KNOWS:
            continue
        then = kept.asked_in(seat, phase.round)
        if then is None:
            found = _next(table, now, kept, seat, phase.round)
        elif then.closed or (asked := asked_at(table, then.number, seat, then.id)) is None:
            continue
        else:
            found = ShownAhead(seat, asked, then.number, then)
        if found is not None:
            yield found


def asked_at(table: Table[State], number: int, seat: int, id: str) -> AskedAhead | None:
    """The question of this seat as it was at an entry; None: it could not be asked then."""
    path = table.path(table.number)
    state = next((node.state for entry, node in path if entry.number == number), None)
    return None if state is None else next((it for it in _all(table, state, seat) if it.id == id), None)


def _all(table: Table[State], state: State, seat: int) -> tuple[AskedAhead, ...]:
    """Made of what lies open to all, so that none of them could tell a secret."""
    game = game_at(table.game, state)
    lessons = game.lessons
    return lessons.ask_ahead(game.view(state, None), seat) if isinstance(lessons, AskingLessons) else ()


def _next(
    table: Table[State], now: Now[State], kept: LessonChoices, seat: int, round: int
) -> ShownAhead | None:
    evenings = (*_evenings_before(table, seat), kept.ahead.get(seat, ()))
    ranked = []
    for asked in _all(table, now.state, seat):
        results = tuple(
            (evening, then.right)
            for evening, all_then in enumerate(evenings)
            for then in all_then
            if then.id == asked.id and then.choice is not None
        )
        rank = due(results, len(evenings) - 1)
        if rank is not None:
            turn = sha256(f"{table.id}/{seat}/{round}/{asked.id}".encode()).hexdigest()
            ranked.append((rank, turn, asked))
    if not ranked:
        return None
    return ShownAhead(seat, min(ranked, key=lambda it: it[:2])[2], now.number)


def due(results: Results, evening: int) -> int | None:
    """How soon a question is wanted on this evening: 0: it was missed last time; 1: it is new; 2: it was
    known, and that is long enough ago; None: it is not wanted."""
    if not results:
        return 1
    last, right = results[-1]
    if not right:
        return 0
    known: set[int] = set()
    for at, was_right in reversed(results):
        if not was_right:
            break
        known.add(at)
    return 2 if evening - last >= 2 ** (len(known) - 1) else None


def _evenings_before(table: Table[State], seat: int) -> tuple[tuple[AskedThen, ...], ...]:
    """What somebody of this name was asked at each earlier table of the game here, the oldest first."""
    with _lock:
        known = _earlier.setdefault(table, {})
        if seat not in known:
            known[seat] = tuple(_read_evenings(table, seat))
        return known[seat]


def _read_evenings(table: Table[State], seat: int) -> Sequence[tuple[AskedThen, ...]]:
    player = table.setup.players[seat]
    name = name_key(player.name)
    if not name or name in map(str.casefold, (player.colour, *COLOUR_WORDS)):
        return ()  # whoever is called by a colour is nobody
    found = []
    for names, taught in table.others_taught(lambda taught: bool(taught.get("ahead"))):
        ahead = choices_from_json(taught).ahead
        found += [ahead[at] for at, other in enumerate(names) if at in ahead and name_key(other) == name]
    return found
