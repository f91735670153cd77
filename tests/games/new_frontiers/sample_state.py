"""A table in play, made by hand, for tests of the pages and for looking at them. `full` fills every mat."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Player, Setup
from companion.games.new_frontiers.rules.state import (
    ActionTile,
    Colony,
    Disk,
    Doing,
    Empire,
    State,
    Supply,
)
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, World
from companion.games.new_frontiers.tiles.counted import parse_bonus
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.games.new_frontiers.wording.names import ACTION_TILES

COLOURS = ("blue", "green", "red", "yellow", "purple")
KINDS = ("Novelty", "Rare", "Genes", "Alien", None)
POWERS = (
    "Explore: draw 1 world",
    "Settle: +1 Military",
    "Trade: +2 Genes",
    "Consume: 2 goods -> 3 VP",
    "Produce: gain $1 when this produces",
    "Settle: +2 Military vs REBEL",
)


def sample_catalogue() -> Catalogue:
    """Stand-in tiles only: 60 worlds, 16 homes, 24 developments, 2 goals."""
    worlds = []
    for n in range(60):
        kind = KINDS[n % 5]
        military = n % 3 == 0
        good = None if kind is None else "production" if n % 2 else "windfall"
        worlds.append(
            World(
                f"W{n:02}",
                f"{kind or 'Gray'} {good or ''} world {n}".replace("  ", " "),
                cost=None if military else n % 7,
                defense=1 + n % 9 if military else None,
                vp=n % 5,
                colonists=1 + n % 2,
                kind=kind,
                good=good,
                keywords=("Rebel",) if military and n % 2 else ("Uplift",) if n % 7 == 0 else (),
                powers=(parse_power(POWERS[n % 6]),) if n % 3 else (),
                bonus=parse_bonus("VP: 2 per REBEL military colony; 1 per military colony")
                if n == 33
                else None,
            )
        )
    homes = [
        World(
            f"H{mat}{side}",
            f"Home {mat}{side}",
            cost=0,
            vp=1,
            kind=KINDS[mat % 4],
            good="windfall" if mat % 2 else "production",
            powers=(parse_power("Settle: +1 Military"),),
            mat=mat,
            side=side,
        )
        for mat in range(1, 9)
        for side in "AB"
    ]
    small = [
        Development(
            f"D{n:02}", f"Small development {n}", 1 + n % 5, 1 + n % 3, powers=(parse_power(POWERS[n % 6]),)
        )
        for n in range(16)
    ]
    large = [
        Development(f"D{n:02}", f"Large development {n}", 9, bonus=parse_bonus("VP: 1 per IMPERIUM tile"))
        for n in range(16, 24)
    ]
    goals = [
        Goal("G1", "Citizen Services", "Consume powers", ((2, 2), (4, 5), (6, 8))),
        Goal("G8", "Conscription", "colonists", ((3, 2), (5, 5), (7, 8))),
    ]
    return Catalogue([*worlds, *homes, *small, *large, *goals])


def sample_state(players: int = 3, *, full: bool = False, center: bool = False) -> State:
    """Round 7, the second seat has selected Settle. full: 7 colonies, 2 worlds, 11 spaces each."""
    catalogue = sample_catalogue()
    worlds = list(catalogue.worlds)
    empires = []
    for seat in range(players):
        mine = worlds[seat * 9 : seat * 9 + 9]
        settled = mine[: 6 if full else 2 + seat % 3]
        explored = mine[6:8] if full else mine[5 : 6 + seat % 2]
        colonies = [Colony(f"H{seat + 1}A", 1, catalogue.world(f"H{seat + 1}A").kind if seat % 2 else None)]
        for n, id in enumerate(settled):
            world = catalogue.world(id)
            colonies.append(Colony(id, world.colonists, world.kind if n % 2 and world.good else None))
        large = (f"D{16 + seat}",) if full or seat == 1 else ()
        count = 9 if full else 2 + seat
        small = tuple(f"D{(seat * 3 + n) % 16:02}" for n in range(count))
        empires.append(
            Empire(
                ("Blue", "Green", "Red", "Yellow", "Black")[seat],
                COLOURS[seat],
                credits=(4, 6, 1, 12, 3)[seat],
                chips=(12, 8, 15, 3, 24)[seat],
                colonists=(3, 2, 1, 0, 5)[seat],
                colonies=tuple(colonies),
                developments=(*large, *small),
                explored=tuple(explored),
                goals=("G1",) if seat == 1 else (),
                hidden_goal="G8" if seat == 0 else None,
            )
        )
    second = 1 % players
    track = [Disk(0, done=True), Disk(second, half=True), *(Disk(n) for n in range(2, players))]
    if players == 2:
        track += [Disk(0, 1), Disk(1, 1)]
    tiles = [ActionTile(name, credits=2 if name == "produce" else 0) for name in ACTION_TILES]
    tiles[1] = replace(tiles[1], selected_by=0)
    tiles[3] = replace(tiles[3], selected_by=1)
    return State(
        catalogue=catalogue,
        setup=Setup(tuple(Player(e.name, e.colour) for e in empires)),
        empires=tuple(empires),
        supply=Supply(
            vp=14,
            colonists=9,
            goods=(12, 10, 9, 8),
            developments=tuple((id, 1 + n % 3) for n, id in enumerate(catalogue.developments)),
        ),
        bag=tuple(worlds[45:]),
        disks=tuple(track),
        actions=tuple(tiles),
        round=7,
        doing=Doing("settle", 1, tuple((1 + n) % players for n in range(players)), stage="settle"),
        center=tuple(worlds[45:52]) if center else (),
    )
