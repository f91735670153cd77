"""What does not add up on a table: every piece and tile of the box is somewhere, and only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from companion.games.new_frontiers.powers import KINDS
from companion.games.new_frontiers.setup import CHIPS_A_PLAYER, SMALL_TILES
from companion.games.new_frontiers.state import GOODS, State


def check(state: State) -> tuple[str, ...]:
    """A sentence for each thing that does not add up; empty when everything does."""
    return tuple(
        sentence
        for part in (_chips, _colonists, _goods, _worlds, _developments, _colonies, _track, _goals)
        for sentence in part(state)
    )


def _chips(state: State) -> Iterator[str]:
    supply = state.supply
    begun = CHIPS_A_PLAYER * len(state.empires)
    held = sum(empire.chips for empire in state.empires)
    if held + supply.vp != begun + supply.vp_tens:
        there = held + supply.vp - supply.vp_tens
        yield (
            f"There were {begun} VP in chips at the start, but {there} are accounted for: "
            f"{held} with the players, {supply.vp} in the supply."
        )


def _colonists(state: State) -> Iterator[str]:
    begun = CHIPS_A_PLAYER * len(state.empires)
    mats = sum(empire.colonists for empire in state.empires)
    settled = sum(colony.colonists for empire in state.empires for colony in empire.colonies)
    there = mats + settled + state.supply.colonists
    if there != begun:
        yield (
            f"There were {begun} colonists at the start, but {there} are accounted for: "
            f"{settled} on colonies, {mats} on the players' mats, {state.supply.colonists} left to gain."
        )


def _goods(state: State) -> Iterator[str]:
    held = Counter(
        good
        for empire in state.empires
        for good in (*(colony.good for colony in empire.colonies), *empire.stockpile.goods)
        if good is not None
    )
    for kind, left, begun in zip(KINDS, state.supply.goods, GOODS, strict=True):
        if held[kind] + left != begun:
            yield (
                f"There are {begun} {kind} goods in the box, but {held[kind] + left} are accounted for: "
                f"{held[kind]} with the players, {left} in the supply."
            )


def _worlds(state: State) -> Iterator[str]:
    places: Counter[str] = Counter((*state.bag, *state.center))
    if state.doing is not None:
        places.update(state.doing.returning)
    for empire in state.empires:
        places.update(empire.explored)
        places.update(empire.stockpile.worlds)
        places.update(colony.world for colony in empire.colonies)
    for id, world in state.catalogue.worlds.items():
        if not places[id]:
            yield f"{world.name} ({id}) is nowhere: it belongs in the bag, in the middle or to a player."
        elif places[id] > 1:
            yield f"{world.name} ({id}) is in {places[id]} places at once."
    for empire in state.empires:
        homes = [colony.world for colony in empire.colonies if colony.world in state.catalogue.homes]
        if len(homes) > 1 or any(places[home] > 1 for home in homes):
            yield f"{empire.name}'s home colony is there twice."


def _developments(state: State) -> Iterator[str]:
    small = SMALL_TILES[len(state.empires)]
    for id, left in state.supply.developments:
        development = state.catalogue.developments[id]
        begun = 1 if development.large else small
        held = sum(empire.developments.count(id) for empire in state.empires)
        if held + left != begun:
            tiles = "tile" if begun == 1 else "tiles"
            yield (
                f"{development.name} began with {begun} {tiles}, but {held + left} are accounted for: "
                f"{held} with the players, {left} on the development mat."
            )
    for empire in state.empires:
        for id, times in Counter(empire.developments).items():
            if times > 1:
                yield f"{empire.name} has {state.catalogue[id].name} {times} times: one is allowed."


def _colonies(state: State) -> Iterator[str]:
    for empire in state.empires:
        for colony in empire.colonies:
            world = state.catalogue.world(colony.world)
            if colony.colonists != world.colonists and not world.is_home:
                yield (
                    f"{empire.name}'s {world.name} has {_colonists_words(colony.colonists)} on it, "
                    f"but takes {_colonists_words(world.colonists)}."
                )
            if colony.good is None:
                continue
            if world.good is None:
                yield f"{empire.name}'s {world.name} has a good, but gray colonies never have any."
            elif world.kind not in ("any", colony.good):
                yield (
                    f"{empire.name}'s {world.name} has {_kind(colony.good)} good, "
                    f"but is {_kind(world.kind)} colony."
                )


def _kind(kind: str | None) -> str:
    return f"an {kind}" if kind == "Alien" else f"a {kind}"


def _colonists_words(number: int) -> str:
    return "1 colonist" if number == 1 else f"{number} colonists"


def _track(state: State) -> Iterator[str]:
    moved = Counter(disk.player for disk in state.disks if disk.done or disk.half)
    selected = Counter(tile.selected_by for tile in state.actions if tile.selected_by is not None)
    for seat, empire in enumerate(state.empires):
        if moved[seat] != selected[seat]:
            yield (
                f"{empire.name} has selected {_count(selected[seat], 'action')}, "
                f"but {_count(moved[seat], 'disk')} of theirs moved this round."
            )
    for before, disk in pairwise(state.disks):
        if (disk.done or disk.half) and not (before.done or before.half):
            yield (
                f"{state.empires[disk.player].name}'s disk has moved this round, but lies behind "
                f"{state.empires[before.player].name}'s, which has not: it goes in front on the track."
            )


def _goals(state: State) -> Iterator[str]:
    if not any(tile.name == "goals" for tile in state.actions):
        return
    doing = state.doing
    drawn = 0 if doing is None or doing.action != "goals" else len(doing.goals) + doing.draw
    held = [goal for empire in state.empires for goal in (*empire.goals, empire.hidden_goal) if goal]
    there = len(state.goal_stack) + len(held) + drawn
    if there != len(state.catalogue.goals):
        yield f"There are {len(state.catalogue.goals)} goals, but {there} are accounted for."
    if sum(empire.hidden_goal is not None for empire in state.empires) > 1:
        yield "More than one goal lies face down: only the last one charted may."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
