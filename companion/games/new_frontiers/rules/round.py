"""The round: who selects, who is asked, what an answer leads to, and when the game is over (p. 4, 9)."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

from companion.games.contract import Decision, Illegal, Option, Question, Refusal
from companion.games.new_frontiers.display.names import action_name
from companion.games.new_frontiers.rules import (
    optional_powers,
    producing,
    rulebook_pages,
    setup,
    simultaneous,
    world_limit,
)
from companion.games.new_frontiers.rules.action_steps import (
    DONE,
    InForce,
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
from companion.games.new_frontiers.rules.setup import FEWER, STEPS
from companion.games.new_frontiers.rules.state import ActionTile, Disk, Doing, State
from companion.games.new_frontiers.rules.stockpile import STOCKPILE_ACTIONS, holder_of_hidden_goal
from companion.games.new_frontiers.rules.supply import COLONISTS
from companion.games.new_frontiers.tiles.powers import POWER_TYPES, Manual
from companion.translation import _, marked

ONLY_ANSWER = marked("the only answer")
"""Why a player gained what nobody was asked about."""

MODULES: dict[str, ModuleType] = {
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


# --- who is asked what ----------------------------------------------------------------------------------


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
    module = MODULES[doing.action]
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
    found: tuple[Option, ...] = MODULES[doing.action].options(_turn_of(state, player))
    return found


def refusals(state: State, player: int) -> tuple[Refusal, ...]:
    """What this player might look for among the options in vain, with the reason."""
    if player not in asked(state):
        return ()
    doing = state.doing
    if doing is None:
        return tuple(
            Refusal(action_name(t.name), _taken(state, t.name, t.selected_by), rulebook_pages.ROUND)
            for t in state.actions
            if t.selected_by is not None
        )
    if doing.action == "homes" or doing.stage == "reveal" or doing.offers:
        return ()
    found: tuple[Refusal, ...] = MODULES[doing.action].refusals(_turn_of(state, player))
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


def _turn_of(state: State, player: int | None) -> State:
    """The state in which it is the turn of this player, who is asked."""
    return state if player is None else dict(simultaneous.turns(state))[player]


def selecting_player(state: State) -> int:
    """The owner of the foremost disk that has not moved forward this round."""
    return next(disk.player for disk in state.disks if not disk.done)


def drawn(state: State, names: tuple[str, ...]) -> Decision:
    """The decision that answers the open draw with `names`. Raises Illegal when none is open."""
    doing = state.doing
    if doing is None or not doing.draw or doing.offers or state.over:
        raise Illegal(_("Nothing is to be drawn now."), rulebook_pages.EXPLORE)
    return DrawGoals(None, names) if doing.action == "goals" else DrawWorlds(None, names)


# --- what an answer leads to ----------------------------------------------------------------------------


def play(state: State, decision: Decision) -> State:
    """The state after `decision`, and after what nobody could answer otherwise where the table wants that
    done without asking. Raises Illegal, and never changes `state`."""
    state = _play(state, decision)
    while (only := _only_answer(state)) is not None:
        gained = state.gained
        state = _play(state, only)
        told = tuple(
            replace(gain, why=ONLY_ANSWER) if gain.why == COLONISTS else gain for gain in state.gained
        )
        state = state.changed(gained=gained + told)
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
        return _finish(_select(state, decision.action))
    if isinstance(decision, SelectAction):
        raise Illegal(
            _("{action} must be done first.", action=action_name(doing.action)), rulebook_pages.ROUND
        )
    if doing.action == "homes":
        return _choose_home(state, decision)
    if doing.stage == "reveal":
        return _finish(_reveal(state, decision))
    module = MODULES[doing.action]
    if doing.offers:
        return _finish(module.proceed(optional_powers.play(state, decision)))
    played: State = module.play(_turn_of(state, decision.player), decision)
    return _finish(played)


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


def _taken(state: State, action: str, by: int | None) -> str:
    if by is None:
        return _("{action} has been selected this round.", action=action_name(action))
    return _(
        "{action} has been selected this round by {player}.",
        action=action_name(action),
        player=state.empires[by].name,
    )


def _select(state: State, action: str) -> State:
    tile = next((tile for tile in state.actions if tile.name == action), None)
    if tile is None:
        raise Illegal(
            _("There is no action tile {action} in this game.", action=repr(action)[:60]),
            rulebook_pages.ROUND,
        )
    if tile.selected_by is not None:
        raise Illegal(_taken(state, action, tile.selected_by), rulebook_pages.ROUND)
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
    begun: State = MODULES[current(state).action].begin(state)
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
        return _end_round(state)
    if doing is None or state.over or doing.offers or doing.action == "homes":
        return state
    if doing.action == "goals":
        return _finish(goals.proceed(state))
    if doing.stage == "reveal":
        return state if holder_of_hidden_goal(state) is not None else _finish(_begin(step(state, stage="")))
    if everyone_done(doing):
        return _finish(MODULES[doing.action].proceed(state))
    if doing.action == "explore" and doing.stage == "draw":
        state = step(state, draw=explore.worlds_to_draw(state))
        return state if current(state).draw else _finish(explore.proceed(state))
    too_many = doing.draw > len(state.bag)
    if too_many:
        state = step(state, draw=len(state.bag))
    if (doing.draw and not too_many) or _answerable(state):
        return state
    return _finish(MODULES[doing.action].proceed(state))


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


# --- the end of an action, of a round, of the game ------------------------------------------------------


def _finish(state: State) -> State:
    """When the action is done: the disk moves forward fully; when all have: the round ends."""
    if current(state).stage != DONE:
        return state
    disks = tuple(replace(d, half=False, done=True) if d.half else d for d in state.disks)
    state = state.changed(disks=disks, doing=None)
    return _end_round(state) if all(disk.done for disk in disks) else state


def _end_round(state: State) -> State:
    if state.endings:
        return _end_game(state)
    actions = tuple(
        ActionTile(t.name, None, t.credits + (t.name == "produce" and t.selected_by is None))
        for t in state.actions
    )
    disks = tuple(Disk(disk.player, disk.number) for disk in state.disks)
    return replace(state, actions=actions, disks=disks, round=state.round + 1)


def _end_game(state: State) -> State:
    """Before scoring, explored worlds are removed and a face-down goal is turned up (p. 9)."""
    bag = state.bag
    empires = []
    for empire in state.empires:
        bag += empire.explored
        hidden = () if empire.hidden_goal is None else (empire.hidden_goal,)
        empires.append(replace(empire, explored=(), goals=empire.goals + hidden, hidden_goal=None))
    removed = tuple((empire.explored, empire.hidden_goal) for empire in state.empires)
    return replace(state, empires=tuple(empires), bag=bag, over=True, removed=removed)


def reopen(state: State) -> State:
    """After a correction took away what ended the game: explored worlds and the face-down goal come back,
    as far as nobody put them elsewhere, and the next round begins."""
    empires, bag = [], state.bag
    for empire, (explored, hidden) in zip(state.empires, state.removed, strict=True):
        back = tuple(id for id in explored if id in bag)
        bag = tuple(id for id in bag if id not in back)
        hidden = hidden if hidden in empire.goals else None
        empires.append(
            replace(
                empire,
                explored=(*empire.explored, *back),
                goals=tuple(goal for goal in empire.goals if goal != hidden),
                hidden_goal=hidden,
            )
        )
    return _end_round(replace(state, empires=tuple(empires), bag=bag, over=False, removed=()))
