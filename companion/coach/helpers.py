"""Has the coach think about the questions of seats with help, in the background, and shows what it found.

A thread for each table in which somebody has help. It never holds an answer up: what it finds for a moment
that is over is dropped. The search is given a view and no more: for a seat's own page that seat's, for what
all may see everybody's.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from companion.coach.grading import grade
from companion.coach.levels import level_now, shown
from companion.coach.search import can_search, needs_hand
from companion.coach.table_threads import FOLLOWER_CHECK_SECONDS, TableThreads
from companion.games.contract import Game, Question, State
from companion.system.logs import current_table_id
from companion.system.work_processes import Run, run_inline
from companion.table.advice import Advice, SeatAdvice
from companion.table.notes import HELPED
from companion.table.settings import NO_HELP
from companion.table.snapshot import Now
from companion.table.table import Table

_log = logging.getLogger(__name__)


class Helpers:
    """The tables of this process in which somebody has help. run: runs the searches, possibly in another
    process. Used by any thread."""

    def __init__(self, run: Run = run_inline) -> None:
        self._run = run
        self._threads = TableThreads("help")

    def follow(self, table: Table[State]) -> None:
        """From now on the open questions of the seats with help are thought about."""
        if table.game.coaching is None or needs_hand(table.game) or not is_helped(table.now):
            return
        self._threads.begin(table, self._help)

    def _help(self, table: Table[State]) -> None:
        current_table_id.set(table.id)
        done: tuple[object, ...] = ()
        with table.subscribe(follows=False) as watch:
            while True:
                news = watch.get(FOLLOWER_CHECK_SECONDS)
                with self._threads.lock:
                    # Under the lock, so that whoever asks for help now starts another thread.
                    left_alone = news is None and not table.watchers
                    over = table.game.phase(table.now.state).over
                    if watch.closed or left_alone or over or not is_helped(table.now):
                        del self._threads.running[table.id]
                        return
                if news is None or done == (news.last, news.now.settings.helped):
                    continue
                now = news.now
                done = (now.number, now.settings.helped)
                try:
                    self._think(table, now)
                except Exception:  # a game's own part may raise anything: there is no help, and play goes on
                    _log.exception("the coach cannot help at entry %d", now.number)

    def _think(self, table: Table[State], now: Now[State]) -> None:
        advice = Advice(now.number)
        for question in helped_questions(table.game, now):
            for viewers, view in views_of(table.game, now.state, question):
                if table.now.number != now.number:
                    return
                found = advise(table, now, question, view, self._run)
                if found is None:
                    continue
                advice = advice.with_found(found, own=question.player in viewers, open=None in viewers)
                table.show(advice=advice)
                if shown(found, level_now(table, now, found.seat)):
                    table.note(HELPED, now.number, found.seat)


def is_helped(now: Now[State]) -> bool:
    """Whether any seat has help."""
    seats = (int(seat) for seat in now.settings.helped)
    return any(now.settings.help_of(seat) != NO_HELP for seat in seats)


def helped_questions(game: Game[State], now: Now[State]) -> Iterator[Question]:
    """The open questions of seats with help that the coach can advise on; none where only a phone knows what
    its player holds (`hand_help`)."""
    if needs_hand(game):
        return
    for question in game.questions(now.state):
        waits = not (question.optional or question.answered)
        chosen_from_options = question.form is None and can_search(game, question)
        if waits and chosen_from_options and now.settings.help_of(question.player) != NO_HELP:
            yield question


def views_of(
    game: Game[State], state: State, question: Question
) -> Iterator[tuple[tuple[int | None, ...], State]]:
    """(whose pages, view): what the searches for a question are given. None: the table's page and the lamps,
    for which only what everybody may know counts; a secret question has nothing there."""
    own, everybodys = game.view(state, question.player), game.view(state, None)
    if question.secret or question.private:
        yield (question.player,), own
    elif own == everybodys:
        yield (question.player, None), own
    else:
        yield (question.player,), own
        yield (None,), everybodys


def advise(
    table: Table[State], now: Now[State], question: Question, view: State, run: Run = run_inline
) -> SeatAdvice | None:
    """What the coach says to this question by this view; None: there is nothing to choose."""
    game = table.game
    assert game.coaching is not None
    options = game.options(view, question.player)
    if len(options) < 2:
        return None
    advice: SeatAdvice = run(
        grade, game, game.coaching, view, question, options, f"help/{table.id}/{now.number}"
    )
    return advice
