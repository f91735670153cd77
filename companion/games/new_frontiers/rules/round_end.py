"""The end of an action, of a round and of the game (p. 4, 9), and its return after a correction."""

from __future__ import annotations

from companion.games.new_frontiers.rules.state import ActionTile, Disk, State


def finish(state: State) -> State:
    """The action is done: the disk moves forward fully; when all have: the round ends."""
    disks = tuple(d.changed(half=False, done=True) if d.half else d for d in state.disks)
    state = state.changed(disks=disks, doing=None)
    return end_round(state) if all(disk.done for disk in disks) else state


def end_round(state: State) -> State:
    if state.endings:
        return _end_game(state)
    actions = tuple(
        ActionTile(t.name, None, t.credits + (t.name == "produce" and t.selected_by is None))
        for t in state.actions
    )
    disks = tuple(Disk(disk.player, disk.number) for disk in state.disks)
    return state.changed(actions=actions, disks=disks, round=state.round + 1)


def _end_game(state: State) -> State:
    """Before scoring, explored worlds are removed and a face-down goal is turned up (p. 9)."""
    bag = state.bag
    empires = []
    for empire in state.empires:
        bag += empire.explored
        hidden = () if empire.hidden_goal is None else (empire.hidden_goal,)
        empires.append(empire.changed(explored=(), goals=empire.goals + hidden, hidden_goal=None))
    removed = tuple((empire.explored, empire.hidden_goal) for empire in state.empires)
    return state.changed(empires=tuple(empires), bag=bag, over=True, removed=removed)


def reopen(state: State) -> State:
    """After a correction took away what ended the game: explored worlds and the face-down goal come back,
    as far as nobody put them elsewhere, and the next round begins."""
    empires, bag = [], state.bag
    for empire, (explored, hidden) in zip(state.empires, state.removed, strict=True):
        back = tuple(id for id in explored if id in bag)
        bag = tuple(id for id in bag if id not in back)
        hidden = hidden if hidden in empire.goals else None
        empires.append(
            empire.changed(
                explored=(*empire.explored, *back),
                goals=tuple(goal for goal in empire.goals if goal != hidden),
                hidden_goal=hidden,
            )
        )
    return end_round(state.changed(empires=tuple(empires), bag=bag, over=False, removed=()))
