"""Every fact that a person may overrule, and its correction; rows of its parts are beside it.

Places and players are named in words ("explored by green"), which stand in journals: `Fact.said` has them
in the language that holds.

Pieces are moved, not made: colonists, goods, chips and tiles that an empire has more of come out of the
supply as far as it has them, and go back into it. Credits have no limit (rulebook p. 10). What then does
not add up, `checks.py` says.
"""

from __future__ import annotations

from companion.games.contract import Correction, FactRows
from companion.games.new_frontiers.rules.course.course_facts import COURSE, last_round_label
from companion.games.new_frontiers.rules.course.round import resume
from companion.games.new_frontiers.rules.empire_facts import EMPIRE
from companion.games.new_frontiers.rules.endings import ENDINGS, still_met, with_endings
from companion.games.new_frontiers.rules.placing import with_lost_goods
from companion.games.new_frontiers.rules.round_end import reopen
from companion.games.new_frontiers.rules.setup import asks_where_it_matters
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.tile_facts import TILES
from companion.translation import _

ROWS: FactRows[State] = FactRows(*COURSE, *EMPIRE, *TILES)
ENDS_GAME = ("chips", "colonists", "home", "settled-colonists", "development", "world", "supply")
"""What paths of facts begin with that tell whether the game ends (p. 9)."""


def correct(state: State, correction: Correction) -> State:
    """The state with one fact overruled; a question that has no answer any more is passed over.

    Raises Illegal: no such fact, or not a value that it may have.
    """
    ended = state.over and bool(state.endings)
    state = ROWS.correct(state, correction, state.shown)
    if correction.path.startswith(tuple(f"{begin}/" for begin in ENDS_GAME)) and not _stays_over(state):
        state = with_endings(state)
    return reopen(state) if ended and not state.endings else resume(state)


def _stays_over(state: State) -> bool:
    """A finished game goes on only where people say so ("last-round"): a number told wrongly changes the
    sheet, and told rightly again the sheet is as before."""
    return state.over and asks_where_it_matters(state)


def correction_words(state: State, correction: Correction) -> str:
    """ "Blue: credits: 5 instead of 3". Raises Illegal as `correct` does."""
    fact = ROWS.checked(state.shown, correction)
    words = fact.correction_words(correction.value)
    if _stays_over(state) and any(one in ENDINGS for one in state.endings):
        after = correct(state, correction)
        if after.over and not still_met(after) and still_met(state):
            return _(
                "{correction}. What ended the game is not so any more, and it stays over: to go on, correct "
                "“{last_round}”.",
                correction=words,
                last_round=last_round_label(after),
            )
    turn = ROWS.find(state.shown, "turn")
    if fact.path.startswith("track/") and state.doing is not None and turn is not None:
        return _(
            "{correction}. The order of the action being done stays: it is changed at “{turn}”.",
            correction=words,
            turn=turn.label,
        )
    return (
        with_lost_goods(words, state, correct(state, correction)) if fact.path.startswith("home/") else words
    )
