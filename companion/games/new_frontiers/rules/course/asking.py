"""The open questions of a round: who is asked, the legal answers, and why another is refused (p. 4, 9)."""

from __future__ import annotations

from companion.games.contract import Option, Question, Refusal
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import current, name
from companion.games.new_frontiers.rules.actions.by_name import stage_of
from companion.games.new_frontiers.rules.actions.explore import DRAWING_BY_POWER
from companion.games.new_frontiers.rules.course import simultaneous
from companion.games.new_frontiers.rules.optional_powers import OFFERED
from companion.games.new_frontiers.rules.selecting import SELECTING, all_manual_powers
from companion.games.new_frontiers.rules.stage import Stage
from companion.games.new_frontiers.rules.state import State
from companion.translation import _


def _asked_now(state: State) -> Stage:
    """What is asked now: by the stage of the action, or before it goes on."""
    doing = state.doing
    if doing is None:
        return SELECTING
    if doing.offers:
        return OFFERED
    stage = stage_of(doing)
    return DRAWING_BY_POWER if doing.draw and not stage.draws else stage


def questions(state: State) -> tuple[Question, ...]:
    """The open questions; none when the game is over."""
    if state.over:
        return ()
    stage = _asked_now(state)
    if not stage.together:
        return (stage.question(state), *stage.beside(state))
    return tuple(_asked_now(turn).question(turn) for _player, turn in simultaneous.turns(state))


def options(state: State, player: int | None) -> tuple[Option, ...]:
    """Every legal answer of this player now; none for a draw, and for one who is not asked."""
    found = None if player is None else _asked_of(state, player)
    return () if found is None else found[0].options(found[1])


def refusals(state: State, player: int) -> tuple[Refusal, ...]:
    """What this player might look for among the options in vain, with the reason."""
    found = _asked_of(state, player)
    if found is None:
        return ()
    stage, turn = found
    return stage.refusals(turn) + (_by_hand(turn, player) if stage.in_action else ())


def _asked_of(state: State, player: int) -> tuple[Stage, State] | None:
    """What the player is asked, with the state in which it is their turn; None: nothing."""
    if state.over:
        return None
    stage = _asked_now(state)
    if not stage.together:
        return (stage, state) if stage.asked(state) == player else None
    turn = dict(simultaneous.turns(state)).get(player)
    return None if turn is None else (_asked_now(turn), turn)


def _by_hand(state: State, player: int) -> tuple[Refusal, ...]:
    """The player's powers that only people understand, word for word."""
    return tuple(
        Refusal(
            _("Use {tile}", tile=name(state, found.tile)),
            _(
                "“{line}” is a power that only people understand: apply it by hand, and correct what it "
                "changes.",
                line=found.power.text.strip(),
            ),
            rulebook_pages.POWERS,
            found.tile,
        )
        for found in all_manual_powers(state, player, current(state).action)
    )


def asked(state: State) -> tuple[int | None, ...]:
    """The players that the open questions are asked of; None: the table."""
    if state.over:
        return ()
    stage = _asked_now(state)
    if not stage.together:
        return (stage.asked(state),)
    return tuple(player for player, _turn in simultaneous.turns(state))


def turn_of(state: State, player: int | None) -> State:
    """The state in which it is the turn of this player, who is asked."""
    if player is None or state.over or not _asked_now(state).together:
        return state
    return dict(simultaneous.turns(state))[player]
