"""The open questions of a round: who is asked, the legal answers, and why another is refused (p. 4, 9)."""

from __future__ import annotations

from types import ModuleType

from companion.games.contract import Option, Question, Refusal
from companion.games.new_frontiers.rules import (
    optional_powers,
    rulebook_pages,
    setup,
    simultaneous,
)
from companion.games.new_frontiers.rules.action_steps import (
    InForce,
    current,
    in_force,
    name,
)
from companion.games.new_frontiers.rules.actions import (
    develop,
    envoys,
    explore,
    goals,
    isolation,
    produce,
    settle,
    trade_consume,
)
from companion.games.new_frontiers.rules.decisions import (
    ChooseHome,
    KeepHidden,
    RevealGoal,
    SelectAction,
)
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import holder_of_hidden_goal
from companion.games.new_frontiers.tiles.powers import POWER_TYPES, Manual
from companion.games.new_frontiers.wording.names import action_name
from companion.translation import _

MODULE_BY_ACTION: dict[str, ModuleType] = {
    "isolation": isolation,
    "develop": develop,
    "explore": explore,
    "settle": settle,
    "produce": produce,
    "trade-consume": trade_consume,
    "envoys": envoys,
    "goals": goals,
}
"""The module of each action tile."""


def questions(state: State) -> tuple[Question, ...]:
    """The open questions; none when the game is over."""
    doing = state.doing
    if state.over:
        return ()
    if doing is None:
        player = selecting_player(state)
        text = _("{player}, select an action tile.", player=state.empires[player].name)
        return (Question(player, "select-action", text, rulebook_pages.ROUND),)
    if doing.action == "homes":
        text = _("{player}, choose your home colony.", player=state.empires[doing.player].name)
        return (Question(doing.player, "choose-home", text, rulebook_pages.SETUP),)
    if doing.stage == "reveal":
        holder = holder_of_hidden_goal(state)
        assert holder is not None
        text = _("{player}, reveal your goal?", player=state.empires[holder].name)
        return (Question(holder, "reveal-goal", text, rulebook_pages.GOALS, secret=True),)
    if doing.offers:
        return (optional_powers.question(state),)
    module = MODULE_BY_ACTION[doing.action]
    return tuple(module.question(turn) for _, turn in simultaneous.turns(state))


def options(state: State, player: int | None) -> tuple[Option, ...]:
    """Every legal answer of this player now; none for a draw, and for one who is not asked."""
    if player is None or player not in asked(state):
        return ()
    doing = state.doing
    if doing is None:
        return tuple(
            Option(SelectAction(player, tile.name), action_name(tile.name))
            for tile in state.actions
            if tile.selected_by is None
        )
    if doing.action == "homes":
        return tuple(
            Option(ChooseHome(player, home), _("Start with {home}", home=name(state, home)), tile=home)
            for home in setup.homes(state, player)
        )
    if doing.stage == "reveal":
        hidden = state.empires[player].hidden_goal
        keep = Option(KeepHidden(player), _("Leave it face down"), likely=1)
        if hidden is None or not state.catalogue.goals[hidden].stockpile:
            return (keep,)
        words = _("Turn {goal} face up", goal=name(state, hidden))
        return (keep, Option(RevealGoal(player, hidden), words, tile=hidden))
    if doing.offers:
        return optional_powers.options(state)
    found: tuple[Option, ...] = MODULE_BY_ACTION[doing.action].options(turn_of(state, player))
    return found


def refusals(state: State, player: int) -> tuple[Refusal, ...]:
    """What this player might look for among the options in vain, with the reason."""
    if player not in asked(state):
        return ()
    doing = state.doing
    if doing is None:
        return tuple(
            Refusal(
                action_name(t.name),
                taken(state, t.name, t.selected_by),
                rulebook_pages.ROUND,
                remedy=selected_again(),
            )
            for t in state.actions
            if t.selected_by is not None
        )
    if doing.action == "homes" or doing.stage == "reveal" or doing.offers:
        return ()
    found: tuple[Refusal, ...] = MODULE_BY_ACTION[doing.action].refusals(turn_of(state, player))
    return found + _by_hand(state, player)


def manual_powers(state: State, player: int, action: str) -> list[InForce]:
    """The player's powers in this action that the tile language does not know."""
    types = [type for type in POWER_TYPES if type.lower() in action.split("-")]
    found = [power for type in types for power in in_force(state, player, type)]
    return [power for power in found if isinstance(power.power.effect, Manual)]


def _by_hand(state: State, player: int) -> tuple[Refusal, ...]:
    """Those powers word for word; and those whose line names no action, in every one."""
    powers = manual_powers(state, player, current(state).action) + in_force(state, player, "")
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
        for found in powers
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
    if doing.draw:
        return (None,)
    return (
        (doing.player,) if doing.action == "homes" else tuple(who for who, _turn in simultaneous.turns(state))
    )


def turn_of(state: State, player: int | None) -> State:
    """The state in which it is the turn of this player, who is asked."""
    return state if player is None else dict(simultaneous.turns(state))[player]


def selecting_player(state: State) -> int:
    """The owner of the foremost disk that has not moved forward this round."""
    return next(disk.player for disk in state.disks if not disk.done)


def selected_again() -> str:
    """When an action tile that was selected is free once more (p. 9)."""
    return _("It can be selected again in the next round.")


def taken(state: State, action: str, by: int | None) -> str:
    if by is None:
        return _("{action} has been selected this round.", action=action_name(action))
    return _(
        "{action} has been selected this round by {player}.",
        action=action_name(action),
        player=state.empires[by].name,
    )
