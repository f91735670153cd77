"""The open questions of a round: who is asked, the legal answers, and why another is refused (p. 4, 9)."""

from __future__ import annotations

from companion.games.contract import Option, Question, Refusal
from companion.games.new_frontiers.rules import rulebook_pages, simultaneous
from companion.games.new_frontiers.rules.action_steps import current, name
from companion.games.new_frontiers.rules.actions.by_name import ACTION_BY_NAME
from companion.games.new_frontiers.rules.asked import Action, Asked
from companion.games.new_frontiers.rules.optional_powers import OFFERED
from companion.games.new_frontiers.rules.revealing import REVEALING
from companion.games.new_frontiers.rules.selecting import SELECTING, all_manual_powers, selecting_player
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import holder_of_hidden_goal
from companion.translation import _


def _asked_now(state: State) -> Asked:
    """The rules of what is asked now."""
    doing = state.doing
    if doing is None:
        return SELECTING
    if doing.stage == "reveal":
        return REVEALING
    return OFFERED if doing.offers else ACTION_BY_NAME[doing.action]


def questions(state: State) -> tuple[Question, ...]:
    """The open questions; none when the game is over."""
    if state.over:
        return ()
    rules = _asked_now(state)
    if not isinstance(rules, Action):
        return (rules.question(state),)
    return tuple(rules.question(turn) for _player, turn in simultaneous.turns(state))


def options(state: State, player: int | None) -> tuple[Option, ...]:
    """Every legal answer of this player now; none for a draw, and for one who is not asked."""
    if player is None or player not in asked(state):
        return ()
    return _asked_now(state).options(turn_of(state, player))


def refusals(state: State, player: int) -> tuple[Refusal, ...]:
    """What this player might look for among the options in vain, with the reason."""
    if player not in asked(state):
        return ()
    rules, turn = _asked_now(state), turn_of(state, player)
    return rules.refusals(turn) + (_by_hand(turn, player) if isinstance(rules, Action) else ())


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
    doing = state.doing
    if state.over:
        return ()
    if doing is None:
        return (selecting_player(state),)
    if doing.stage == "reveal":
        return (holder_of_hidden_goal(state),)
    if doing.offers:
        return (doing.offers[0][0],)
    if doing.draw:  # on a real table whoever draws tells it
        return (doing.player if state.setup.told and doing.stage != "draw" else None,)
    return tuple(who for who, _turn in simultaneous.turns(state))


def turn_of(state: State, player: int | None) -> State:
    """The state in which it is the turn of this player, who is asked."""
    if player is None or not isinstance(_asked_now(state), Action):
        return state
    return dict(simultaneous.turns(state))[player]
