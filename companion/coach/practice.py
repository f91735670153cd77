"""Computer players in seats of a live table, for practice or for somebody who left: each answers when its
seat is asked.

They run in a thread for each table, which ends with the game or when nobody follows the table any more;
opening one of its pages starts it again.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from random import Random

from companion.coach.dealing import answers_itself, can_practise, dealt_options, open_choice
from companion.coach.player import NAME, CoachPlayer
from companion.coach.table_threads import FOLLOWER_CHECK_SECONDS, TableThreads
from companion.games.contract import Client, Decision, Illegal, Naming, State, Telling, game_at
from companion.system.logs import current_table_id
from companion.system.work_processes import Run, run_inline
from companion.table.journal_errors import JournalError
from companion.table.snapshot import Now, ReadOnly, Stale
from companion.table.table import Table

_log = logging.getLogger(__name__)

PRACTICE = "practice"
"""What the pages keep with a table that is practice alone, and no party's game."""
MAX_THINKING_SECONDS = 0.5
"""Processor time for an answer."""


class Practice:
    """The practice tables of this process. run: runs the players' search, possibly in another process."""

    def __init__(self, run: Run = run_inline) -> None:
        self._run = run
        self._threads = TableThreads("practice")

    def follow(self, table: Table[State]) -> None:
        """From now on computer players answer for the seats that the table's settings name."""
        if not table.settings.computers or not can_practise(table.game):
            return
        self._threads.begin(table, self._play)

    def _play(self, table: Table[State]) -> None:
        current_table_id.set(table.id)
        watch = table.subscribe(follows=False)
        try:
            while not watch.closed:
                now = table.now
                if table.game.phase(now.state).over:
                    return
                if answer(table, now, self._run):
                    continue
                if watch.get(FOLLOWER_CHECK_SECONDS) is None and not table.watchers:
                    return
        finally:
            watch.close()


def fork_rounds(table: Table[State]) -> tuple[int, ...]:
    """The rounds from which one may play on; none where the game goes on, or the coach cannot play it."""
    if not table.game.phase(table.state).over or not can_practise(table.game):
        return ()
    rounds = (table.game.phase(node.state).round for _entry, node in table.path(table.number))
    return tuple(sorted(set(rounds)))


def answer(table: Table[State], now: Now[State], run: Run = run_inline) -> bool:
    """Answers the first question that waits for a computer player or for what lies on the deck; False: none
    does, a person chooses cards first, or it cannot be kept."""
    kinds: Mapping[str, str] = table.settings.computers
    game = table.game
    if (choice := open_choice(table, now.number)) is not None:
        dealer = game_at(game, now.state).dealer
        if str(choice.player) not in kinds or dealer is None:
            return False
        return _submitted(table, now, dealer.chosen(choice, choice.usual))
    asked = next(
        (
            question
            for question in game.questions(now.state)
            if (str(question.player) in kinds or answers_itself(game, question))
            and not question.optional
            and question.chance is None
            and not isinstance(question.form, Telling | Naming)  # what lies there, people see
        ),
        None,
    )
    if asked is None:
        return False
    kind = kinds.get(str(asked.player), NAME)
    player: Client = (
        CoachPlayer(MAX_THINKING_SECONDS)
        if kind == NAME
        else game.players.get(kind, CoachPlayer(MAX_THINKING_SECONDS))
    )
    rng = Random(f"{table.seed}/{now.number}")
    view = game.view(now.state, asked.player)
    options, hand = dealt_options(table, now, view, asked)
    return _submitted(table, now, run(player.choose, game, view, asked, options, rng, hand))


def _submitted(table: Table[State], now: Now[State], decision: Decision) -> bool:
    try:
        table.submit(decision, now.number, f"practice/{table.id}/{now.number}", "computer player")
    except Stale:
        return True  # another device was quicker: try again
    except (Illegal, ReadOnly, JournalError) as wrong:
        _log.warning("a computer player's answer is not taken: %s", wrong.sentence)
        return False
    return True
