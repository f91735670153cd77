"""Lets a person overrule whose turn it is: lists who else it may be, and gives them the turn.

In the main part of an action a turn given begins anew, and those after it follow in order; what was done
before stays done. Elsewhere whoever it is given to comes next, and whose turn it was goes on after them.
"""

from __future__ import annotations

from companion.games.new_frontiers.rules import world_limit
from companion.games.new_frontiers.rules.action_steps import bring_forward, current, next_player, step
from companion.games.new_frontiers.rules.actions import explore, produce
from companion.games.new_frontiers.rules.state import Doing, State
from companion.games.new_frontiers.rules.stockpile import holder_of_hidden_goal
from companion.games.new_frontiers.wording.names import action_name
from companion.translation import _

MAIN_STAGES = {
    "develop": ("buy",),
    "explore": ("pick",),
    "settle": ("settle", "again"),
    "trade-consume": ("trade", "stockpile", "consume"),
}
"""The stages in which players have one turn each, in order; a turn begins with the first of them."""

TurnHolder = tuple[str, int | None, tuple[int, ...]]
"""The label of the fact, whose turn it is now (None: nobody's), and whose it may be: of one, no other's."""


def whose_turn(state: State) -> TurnHolder:
    doing = state.doing
    if state.over:
        return _("The game is over: it is nobody's turn"), None, ()
    if doing is None:
        to_select = tuple(dict.fromkeys(disk.player for disk in state.disks if not disk.done))
        return _("Whose turn it is to select an action"), to_select[0], to_select
    if doing.action == "homes":
        return _("Whose turn it is to choose a home"), doing.player, doing.order[doing.at :]
    if doing.stage == "reveal":
        holder = holder_of_hidden_goal(state)
        label = _("Whose turn: only the holder of the face-down goal can turn it up")
        return label, holder, () if holder is None else (holder,)
    if doing.offers:
        owner = doing.offers[0][0]
        return _("Whose turn: only the owner of the power that is asked about answers"), owner, (owner,)
    return _in_action(state, doing)


def _in_action(state: State, doing: Doing) -> TurnHolder:
    player = doing.player
    label = _("{action}: whose turn", action=action_name(doing.action))
    match doing.action, doing.stage:
        case "goals", _stage:
            return _("Whose turn: only who selected Chart Galactic Goals keeps a goal"), player, (player,)
        case "explore", "draw":
            return _("Worlds are drawn into the middle: it is nobody's turn"), None, ()
        case "explore", "second":
            return _("Explore: whose the second pick is"), player, doing.order
        case "explore", "power":
            able = tuple(one for one in doing.order[doing.at :] if explore.draws(state, one))
            return _("Explore: whose power draws from the bag"), player, able
        case "explore" | "settle", "keep":
            over = tuple(one for one in doing.order if world_limit.excess(state, one))
            label = _("{action}: who gives up worlds now", action=action_name(doing.action))
            return label, player, over
        case "settle", _stage if doing.draw:
            return _("Whose turn: only who settled draws from the bag"), player, (player,)
        case "produce", "stockpile":
            able = tuple(one for one in doing.order if produce.may_stockpile(state, one))
            return _("Produce: who stockpiles goods now"), player, able
        case "produce", _stage:
            return label, player, tuple(one for one in doing.order[doing.at :] if _is_asked(state, one))
    return label, player, doing.order


def has_turns(state: State) -> bool:
    """Each player is, or will be, asked in turn for a part of the action being done."""
    doing = state.doing
    if doing is None or state.over:
        return False
    stages = MAIN_STAGES.get(doing.action, ())
    if doing.action == "explore":
        stages = ("pick", "second", "power")
    if doing.action == "produce":
        stages = ("produce", "windfall", "kind", "stockpile")
    return doing.stage in stages


def with_done(state: State, player: int, done: bool) -> State:
    """The player has done their part of the action, or is to do it after the one whose turn it is."""
    doing = current(state)
    before, now, after = doing.order[: doing.at], doing.player, doing.order[doing.at + 1 :]
    others = tuple(turn for turn in doing.waiting if turn.player != player)
    if not done:
        before = tuple(one for one in before if one != player)
        return step(state, order=(*before, now, player, *after), at=doing.at - 1, waiting=others)
    offers = tuple(offer for offer in doing.offers if offer[0] != player)
    state = step(state, offers=offers)
    if player != now:
        after = tuple(one for one in after if one != player)
        return step(state, order=(*before, player, now, *after), at=doing.at + 1, waiting=others)
    state = step(state, draw=0)
    if doing.action == "explore" and doing.stage != "pick":
        return explore.proceed(step(state, stage="power", at=-1 if doing.stage == "second" else doing.at))
    if doing.action == "produce":
        return next_player(state, stage="stockpile" if doing.stage == "stockpile" else "produce")
    return next_player(state, stage=MAIN_STAGES[doing.action][0])


def _is_asked(state: State, player: int) -> bool:
    """In Produce: there is something for the player to choose, if it is their turn."""
    doing = produce.proceed(bring_forward(state, player, "produce")).doing
    return doing is not None and doing.stage in ("produce", "windfall", "kind") and doing.player == player


def give_turn(state: State, player: int) -> State:
    """It is the turn of `player`, one of those that `whose_turn` names."""
    doing = state.doing
    if doing is None:
        disks = list(state.disks)
        to_select = [at for at, disk in enumerate(disks) if not disk.done]
        disks.insert(to_select[0], disks.pop(next(at for at in to_select if disks[at].player == player)))
        return state.changed(disks=tuple(disks))
    if doing.stage in MAIN_STAGES.get(doing.action, ()):
        at = doing.order.index(player)
        return next_player(step(state, at=at - 1, stage=MAIN_STAGES[doing.action][0], waiting=()))
    match doing.action, doing.stage:
        case "explore", "second":
            return step(state, at=doing.order.index(player))
        case "explore", "power":
            return explore.begin_powers(state, player)
        case "produce", ("produce" | "windfall" | "kind"):
            return produce.proceed(bring_forward(state, player, "produce"))
    return bring_forward(state, player, doing.stage)
