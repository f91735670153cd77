"""Carries a round on after an answer (p. 4), and gives the only possible answer by itself."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Decision, Illegal
from companion.games.new_frontiers.rules import (
    optional_powers,
    producing,
    rulebook_pages,
    setup,
    world_limit,
)
from companion.games.new_frontiers.rules.action_steps import (
    current,
    everyone_done,
    in_force,
    name,
    next_player,
    step,
    track_order,
    unexpected,
)
from companion.games.new_frontiers.rules.actions import (
    explore,
    goals,
)
from companion.games.new_frontiers.rules.asking import (
    MODULE_BY_ACTION,
    asked,
    manual_powers,
    options,
    selected_again,
    selecting_player,
    taken,
    turn_of,
)
from companion.games.new_frontiers.rules.decisions import (
    ChooseHome,
    DrawGoals,
    DrawWorlds,
    KeepHidden,
    NoStockpile,
    NoTrade,
    Pass,
    RevealGoal,
    SelectAction,
    TakeColonists,
)
from companion.games.new_frontiers.rules.round_end import end_round, finish
from companion.games.new_frontiers.rules.setup import FEWER, STEPS
from companion.games.new_frontiers.rules.state import Doing, Gained, State
from companion.games.new_frontiers.rules.stockpile import STOCKPILE_ACTIONS, holder_of_hidden_goal
from companion.games.new_frontiers.rules.supply import TWO_COLONISTS
from companion.games.new_frontiers.wording.names import action_name
from companion.translation import _, marked

ONLY_ANSWER = marked("the only answer")
"""The reason of a gain without a question."""
NOTHING_DONE: dict[type[Decision], str] = {
    Pass: marked("buys nothing"),
    NoTrade: marked("sells nothing"),
    NoStockpile: marked("stockpiles nothing more"),
    TakeColonists: marked("gains no colonists"),
}
"""What a player does by an only answer that gains nothing, as words."""


def play(state: State, decision: Decision) -> State:
    """The state after `decision`, and after what nobody could answer otherwise where the table wants that
    done without asking. Raises Illegal, and never changes `state`."""
    state = _play(state, decision)
    while (only := _only_answer(state)) is not None:
        gained = state.gained
        state = _play(state, only)
        new_gains = tuple(
            replace(gain, why=ONLY_ANSWER) if gain.why == TWO_COLONISTS else gain for gain in state.gained
        )
        if not new_gains and only.player is not None:
            new_gains = (Gained(only.player, ONLY_ANSWER, nothing=NOTHING_DONE[type(only)]),)
        state = state.changed(gained=gained + new_gains)
    return state


def _only_answer(state: State) -> Decision | None:
    """The one answer of the player whose turn it is, where it moves no tile: None: there are others, or each
    step is asked for."""
    doing = state.doing
    if doing is None or state.over or doing.draw or doing.offers or (STEPS, FEWER) not in state.setup.options:
        return None
    who = asked(state)
    if doing.stage == "reveal" or doing.action == "homes" or len(who) != 1:
        return None
    answers = options(state, who[0])
    only = answers[0].decision if len(answers) == 1 else None
    return only if isinstance(only, Pass | TakeColonists | NoTrade | NoStockpile) else None


def _play(state: State, decision: Decision) -> State:
    who = asked(state)
    if not who:
        raise Illegal(_("The game is over."), rulebook_pages.GAME_END)
    if decision.player not in who:
        raise Illegal(_not_asked(state, who[0]), rulebook_pages.ROUND)
    if state.gained:
        state = state.changed(gained=())
    doing = state.doing
    if doing is None:
        if not isinstance(decision, SelectAction):
            raise Illegal(_("First an action tile must be selected."), rulebook_pages.ROUND)
        return finish(_select(state, decision.action))
    if isinstance(decision, SelectAction):
        raise Illegal(
            _("{action} must be done first.", action=action_name(doing.action)), rulebook_pages.ROUND
        )
    if doing.action == "homes":
        return _choose_home(state, decision)
    if doing.stage == "reveal":
        return finish(_reveal(state, decision))
    module = MODULE_BY_ACTION[doing.action]
    if doing.offers:
        return finish(module.proceed(optional_powers.play(state, decision)))
    played: State = module.play(turn_of(state, decision.player), decision)
    return finish(played)


def _not_asked(state: State, who: int | None) -> str:
    if who is None:
        return _("First the tiles drawn must be told.")
    return _("It is {player}'s turn to decide.", player=state.empires[who].name)


def _choose_home(state: State, decision: Decision) -> State:
    if not isinstance(decision, ChooseHome):
        raise unexpected(state, decision)
    player = current(state).player
    if decision.home not in setup.homes(state, player):
        raise Illegal(
            _("{home} is not on the empire mat dealt.", home=name(state, decision.home)), rulebook_pages.SETUP
        )
    state = next_player(setup.with_home(state, player, decision.home))
    return replace(state, doing=None) if everyone_done(current(state)) else state


def _select(state: State, action: str) -> State:
    tile = next((tile for tile in state.actions if tile.name == action), None)
    if tile is None:
        raise Illegal(
            _("There is no action tile {action} in this game.", action=repr(action)[:60]),
            rulebook_pages.ROUND,
        )
    if tile.selected_by is not None:
        raise Illegal(taken(state, action, tile.selected_by), rulebook_pages.ROUND, selected_again())
    player = selecting_player(state)
    at = next(index for index, disk in enumerate(state.disks) if not disk.done)
    disks = (*state.disks[:at], replace(state.disks[at], half=True), *state.disks[at + 1 :])
    actions = tuple(replace(t, selected_by=player) if t is tile else t for t in state.actions)
    doing = Doing(action, player, track_order(disks))
    by_hand = tuple(
        (player, power.tile, power.number)
        for player in doing.order
        for power in manual_powers(state, player, action) + in_force(state, player, "")
    )
    state = state.changed(disks=disks, actions=actions, doing=doing, by_hand=by_hand)
    if action in STOCKPILE_ACTIONS and holder_of_hidden_goal(state) is not None:
        once = (STEPS, FEWER) in state.setup.options
        if not once or state.reveal_asked != state.round:
            return step(state, stage="reveal")
    return _begin(state)


def _begin(state: State) -> State:
    begun: State = MODULE_BY_ACTION[current(state).action].begin(state)
    return begun


def _reveal(state: State, decision: Decision) -> State:
    player = holder_of_hidden_goal(state)
    assert player is not None
    empire = state.empires[player]
    hidden = empire.hidden_goal
    assert hidden is not None
    if isinstance(decision, RevealGoal):
        if decision.goal != hidden or not state.catalogue.goals[hidden].stockpile:
            raise Illegal(
                _("Only one's own face-down stockpile goal can be turned up."), rulebook_pages.GOALS
            )
        empire = replace(empire, goals=(*empire.goals, hidden), hidden_goal=None)
        return _begin(step(state.with_empire(player, empire), stage=""))
    if isinstance(decision, KeepHidden):
        return _begin(step(state, stage="").changed(reveal_asked=state.round))
    raise unexpected(state, decision)


def resume(state: State) -> State:
    """After facts were overruled: on from a question that nobody can answer any more."""
    doing = state.doing
    if doing is None and all(disk.done for disk in state.disks) and not state.over:
        return end_round(state)
    if doing is None or state.over or doing.offers or doing.action == "homes":
        return state
    if doing.action == "goals":
        return finish(goals.proceed(state))
    if doing.stage == "reveal":
        return state if holder_of_hidden_goal(state) is not None else finish(_begin(step(state, stage="")))
    if everyone_done(doing):
        return finish(MODULE_BY_ACTION[doing.action].proceed(state))
    if doing.action == "explore" and doing.stage == "draw":
        state = step(state, draw=explore.worlds_to_draw(state))
        return state if current(state).draw else finish(explore.proceed(state))
    too_many = doing.draw > len(state.bag)
    if too_many:
        state = step(state, draw=len(state.bag))
    if (doing.draw and not too_many) or _answerable(state):
        return state
    return finish(MODULE_BY_ACTION[doing.action].proceed(state))


def _answerable(state: State) -> bool:
    """The open question still has an answer; facts that were overruled can take it away."""
    doing = current(state)
    match doing.action, doing.stage:
        case "explore" | "settle", "keep":
            return world_limit.excess(state, doing.player) > 0
        case "explore", _:
            return bool(state.center)
        case "produce", "windfall":
            return producing.windfall(state, doing.player) is not None
        case "produce", "produce":
            return producing.short_of(state, doing.player) is not None
        case "produce", "kind":
            unset = producing.unset_production(state, doing.player)
            return unset is not None or producing.unset_for_gains(state, doing.player) is not None
        case _:
            return not doing.draw or bool(state.bag)


def drawn(state: State, names: tuple[str, ...]) -> Decision:
    """The decision that answers the open draw with `names`. Raises Illegal when none is open."""
    doing = state.doing
    if doing is None or not doing.draw or doing.offers or state.over:
        raise Illegal(_("Nothing is to be drawn now."), rulebook_pages.EXPLORE)
    return DrawGoals(None, names) if doing.action == "goals" else DrawWorlds(None, names)
