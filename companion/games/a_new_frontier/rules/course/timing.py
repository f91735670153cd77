"""Time: what the timer offers at this game's table, and what a run-out clock means."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.setup import newcomers
from companion.games.a_new_frontier.rules.state import State
from companion.games.contract import Decision, Question
from companion.games.contract.timer_plan import TimerPart, TimerPlan
from companion.translation import marked

TIME_OUTS = 3

# The intervals, the count-down and the time-outs are the rulebook's (p. 3); how long a part takes is the
# table's to say: these seconds are a start.
TIMER_PLAN = TimerPlan(
    (
        TimerPart("planning", marked("Planning"), 300),
        TimerPart("cards", marked("Conflict cards"), 60),
        TimerPart("step", marked("An exploration step"), 60),
        TimerPart("agenda", marked("An agenda and its vote"), 90),
        TimerPart("mission", marked("A mission"), 45),
        TimerPart("techs", marked("Technologies"), 90),
    ),
    (90, 75, 60, 45, 30, 20),
    10,
    TIME_OUTS,
    page=3,
)


class Timing:
    """The timing capability: a clock only warns, an answer is never made for a player."""

    def run_out(self, state: State, question: Question) -> Decision | None:
        return None

    def time_outs(self, state: State, player: int) -> int:
        return TIME_OUTS if player in newcomers(state) else 0
