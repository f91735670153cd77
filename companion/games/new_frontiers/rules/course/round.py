"""Carries a round on after a move (p. 4), and makes the only possible move by itself."""

from __future__ import annotations

from companion.games.contract import Phase, later
from companion.games.new_frontiers.rules.action_steps import current, everyone_done
from companion.games.new_frontiers.rules.actions.by_name import proceed, stage_of
from companion.games.new_frontiers.rules.course.asking import asked, options, turn_of
from companion.games.new_frontiers.rules.income import without_stated
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.round_end import end_round, finish
from companion.games.new_frontiers.rules.setup import FEWER, STEPS, asks_where_it_matters
from companion.games.new_frontiers.rules.spending import never_useful
from companion.games.new_frontiers.rules.stage import DONE
from companion.games.new_frontiers.rules.state import Gained, State
from companion.games.new_frontiers.rules.supply import CONSUMED, TWO_COLONISTS
from companion.games.new_frontiers.wording.names import action_name
from companion.translation import _, marked

ONLY_ANSWER = marked("the only answer")
"""The reason of a gain without a question."""


def play(state: State, move: EmpireMove) -> State:
    """The state after a move that is offered, and after what nobody could answer otherwise where the table
    wants that done without asking. Never changes `state`."""
    state = _play(state, move)
    while (only := _only_answer(state)) is not None:
        gained = state.gained
        state = _play(state, only)
        new_gains = tuple(
            gain.changed(why=ONLY_ANSWER) if gain.why in (TWO_COLONISTS, CONSUMED) else gain
            for gain in state.gained
        )
        if not new_gains and only.player is not None:
            new_gains = (Gained(only.player, ONLY_ANSWER, nothing=only.done_as_only_answer),)
        state = state.changed(gained=gained + new_gains)
    return state


def words(state: State, move: EmpireMove) -> str:
    """The sentence for a move that is offered: "Blue settles Spice World for $2".

    In brackets what else it brings to whom: "Blue selects Produce (Blue: 2 Genes goods and $1)".
    """
    sentence = move.words(state)
    besides = without_stated(play(state, move), move.player)
    return _("{sentence} ({besides})", sentence=sentence, besides=besides) if besides else sentence


def phase(state: State) -> Phase:
    """Where the game is: the action being done, or what is done between actions."""
    name = state.doing.action if state.doing else "select"
    endings = later(_endings, state) if state.endings else ()
    return Phase(name, later(_phase_words, state), state.round, state.over and state.asks is None, endings)


def _phase_words(state: State) -> str:
    if state.over:
        return _("The game is over")
    return action_name(state.doing.action) if state.doing else _("Select an action tile")


def _endings(state: State) -> tuple[str, ...]:
    return tuple(_(reason) for reason in state.endings)


def _only_answer(state: State) -> EmpireMove | None:
    """The one answer of a player who is asked, where it moves no tile: None: there are others, or each step
    is asked for. What is of no use to the player does not count as another."""
    doing = state.doing
    if doing is None or state.over or doing.draw or doing.offers or (STEPS, FEWER) not in state.setup.options:
        return None
    if not stage_of(doing).in_action:
        return None
    who = asked(state)
    if not asks_where_it_matters(state) and len(who) != 1:
        return None
    for player in who:
        answers = options(state, player)
        if player is not None and asks_where_it_matters(state):
            turn = turn_of(state, player)
            answers = tuple(one for one in answers if not never_useful(turn, one))
        only = answers[0].decision if len(answers) == 1 else None
        if isinstance(only, EmpireMove) and only.done_as_only_answer:
            return only
    return None


def _play(state: State, move: EmpireMove) -> State:
    if state.gained:
        state = state.changed(gained=())
    state = move.apply(turn_of(state, move.player))
    return _carry_on(state) if move.carries_on else state


def _carry_on(state: State) -> State:
    """Begins the action selected, or goes on with it to its next question, or to the next action."""
    if state.doing is None:
        return state
    state = proceed(state)
    return finish(state) if state.doing is not None and stage_of(state.doing) is DONE else state


def resume(state: State) -> State:
    """After facts were overruled: on from a question that nobody can answer any more."""
    doing = state.doing
    if doing is None and all(disk.done for disk in state.disks) and not state.over:
        return end_round(state)
    if doing is None or state.over or doing.offers or doing.action == "homes":
        return state
    if everyone_done(doing):
        return _carry_on(state)
    state = stage_of(doing).mended(state)
    return state if stage_of(current(state)).is_answerable(state) else _carry_on(state)
