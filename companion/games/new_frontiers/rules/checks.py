"""Consistency checks of a state: every piece and tile of the box is somewhere, and only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from companion.games.new_frontiers.rules.setup import CHIPS_A_PLAYER, SMALL_TILES
from companion.games.new_frontiers.rules.state import GOODS, State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.wording.names import a_good, called, colonists_in_words, kind_name
from companion.translation import _, plural


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
        yield _(
            "There were {begun} VP in chips at the start, but {there} are accounted for: "
            "{held} with the players, {left} in the supply.",
            begun=begun,
            there=there,
            held=held,
            left=supply.vp,
        )


def _colonists(state: State) -> Iterator[str]:
    begun = CHIPS_A_PLAYER * len(state.empires)
    mats = sum(empire.colonists for empire in state.empires)
    settled = sum(colony.colonists for empire in state.empires for colony in empire.colonies)
    there = mats + settled + state.supply.colonists
    if there != begun:
        yield _(
            "There were {begun} colonists at the start, but {there} are accounted for: "
            "{settled} on colonies, {mats} on the players' mats, {left} left to gain.",
            begun=begun,
            there=there,
            settled=settled,
            mats=mats,
            left=state.supply.colonists,
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
            yield _(
                "There are {begun} {kind} goods in the box, but {there} are accounted for: "
                "{held} with the players, {left} in the supply.",
                begun=begun,
                kind=kind_name(kind),
                there=held[kind] + left,
                held=held[kind],
                left=left,
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
            yield _(
                "{world} ({id}) is nowhere: it belongs in the bag, in the middle or to a player.",
                world=called(world),
                id=id,
            )
        elif places[id] > 1:
            yield _(
                "{world} ({id}) is in {number} places at once.", world=called(world), id=id, number=places[id]
            )
    choosing = state.doing is not None and state.doing.action == "homes"
    for empire in state.empires:
        homes = [colony.world for colony in empire.colonies if colony.world in state.catalogue.homes]
        covers = sum(colony.covers is not None for colony in empire.colonies)
        if len(homes) + covers > 1 or any(places[home] > 1 for home in homes):
            yield _("{player}'s home colony is there twice.", player=empire.name)
        elif not homes and not covers and not choosing:
            yield _("{player} has no home colony, and no world in its place.", player=empire.name)


def _developments(state: State) -> Iterator[str]:
    small = SMALL_TILES[len(state.empires)]
    for id, left in state.supply.developments:
        development = state.catalogue.developments[id]
        begun = 1 if development.large else small
        held = sum(empire.developments.count(id) for empire in state.empires)
        if held + left != begun:
            yield plural(
                "{tile} began with {number} tile, but {there} are accounted for: "
                "{held} with the players, {left} on the development mat.",
                "{tile} began with {number} tiles, but {there} are accounted for: "
                "{held} with the players, {left} on the development mat.",
                begun,
                tile=called(development),
                there=held + left,
                held=held,
                left=left,
            )
    for empire in state.empires:
        for id, times in Counter(empire.developments).items():
            if times > 1:
                yield _(
                    "{player} has {tile} {times} times: one is allowed.",
                    player=empire.name,
                    tile=called(state.catalogue[id]),
                    times=times,
                )


def _colonies(state: State) -> Iterator[str]:
    for empire in state.empires:
        for colony in empire.colonies:
            world = state.catalogue.world(colony.world)
            if colony.colonists != world.colonists and not world.is_home:
                yield _(
                    "{player}'s {world} has {colonists} on it, but takes {takes}.",
                    player=empire.name,
                    world=called(world),
                    colonists=colonists_in_words(colony.colonists),
                    takes=colonists_in_words(world.colonists),
                )
            if colony.good is None:
                continue
            if world.good is None:
                yield _(
                    "{player}'s {world} has a good, but gray colonies never have any.",
                    player=empire.name,
                    world=called(world),
                )
            elif world.kind not in ("any", colony.good):
                yield _(
                    "{good} lies on {player}'s {world}, whose kind is {kind}.",
                    good=a_good(colony.good),
                    player=empire.name,
                    world=called(world),
                    kind=kind_name(world.kind or ""),
                )


def _track(state: State) -> Iterator[str]:
    moved = Counter(disk.player for disk in state.disks if disk.done or disk.half)
    selected = Counter(tile.selected_by for tile in state.actions if tile.selected_by is not None)
    for seat, empire in enumerate(state.empires):
        if moved[seat] != selected[seat]:
            disks = plural("{number} disk", "{number} disks", moved[seat])
            yield plural(
                "{player} has selected {number} action, but {disks} of theirs moved this round.",
                "{player} has selected {number} actions, but {disks} of theirs moved this round.",
                selected[seat],
                player=empire.name,
                disks=disks,
            )
    for before, disk in pairwise(state.disks):
        if (disk.done or disk.half) and not (before.done or before.half):
            yield _(
                "{player}'s disk has moved this round, but lies behind {other}'s, which has not: it goes in "
                "front on the track.",
                player=state.empires[disk.player].name,
                other=state.empires[before.player].name,
            )


def _goals(state: State) -> Iterator[str]:
    if not any(tile.name == "goals" for tile in state.actions):
        return
    doing = state.doing
    drawn = 0 if doing is None or doing.action != "goals" else len(doing.goals) + doing.draw
    held = [goal for empire in state.empires for goal in (*empire.goals, empire.hidden_goal) if goal]
    there = len(state.goal_stack) + len(held) + drawn
    if there != len(state.catalogue.goals):
        yield _(
            "There are {number} goals, but {there} are accounted for.",
            number=len(state.catalogue.goals),
            there=there,
        )
    if sum(empire.hidden_goal is not None for empire in state.empires) > 1:
        yield _("More than one goal lies face down: only the last one charted may.")
