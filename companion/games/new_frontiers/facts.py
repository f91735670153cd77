"""Every fact that a person may overrule, by its path: what it is now and what it may become.

Places and players are named in words ("explored by green"), because these are what a person reads:

    round, last-round, turn            how far the game is
    track/SEAT/DISK                    a disk's place on the priority track, 1 in front
    action/NAME, produce-credits       who selected an action tile; the credits on Produce
    credits/SEAT, chips/SEAT, colonists/SEAT       an empire's (colonists: those on no colony)
    home/SEAT, settled-colonists/SEAT/WORLD, good/SEAT/WORLD
    development/SEAT/ID, world/ID, goal/ID         where a tile is
    stockpile-credits/SEAT, stockpile-goods/SEAT/KIND
    by-hand/SEAT/TILE                  VP that people counted for a "?" that the language does not know
    supply/vp, supply/colonists, supply/goods/KIND, supply/development/ID

`corrections.py` carries a correction out; `checks.py` says what does not add up after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.game import Fact
from companion.games.new_frontiers.powers import KINDS
from companion.games.new_frontiers.setup import CHIPS_A_PLAYER
from companion.games.new_frontiers.state import GOODS, Empire, State
from companion.games.new_frontiers.tiles import Goal
from companion.games.new_frontiers.turn import ACTION_NAMES
from companion.games.new_frontiers.turns import whose_turn

MOST = 999
"""More credits or VP chips than any empire ever has: a typing error, not a fact."""
MOST_STOCKPILED = 12
MOST_ROUNDS = 99
NOBODY, NONE, YES, NO = "nobody", "none", "yes", "no"
BAG, CENTER, BOX = "bag", "middle", "not in play"
EXPLORED, COLONY, STOCKPILE = "explored by", "colony of", "stockpile of"
FACE_UP, FACE_DOWN = "face up with", "face down with"
UNSEEN = "in the stack or face down"


def facts(state: State) -> tuple[Fact, ...]:
    """Everything that may be overruled now. What lies face down is listed without telling what it is."""
    return tuple(fact for lister in _LISTERS.values() for fact in lister(state))


def find(state: State, path: str) -> Fact | None:
    """The fact at `path`; None: there is no such fact now."""
    lister = _LISTERS.get(path.split("/")[0])
    return next((fact for fact in lister(state) if fact.path == path), None) if lister else None


def player_called(state: State, colour: str) -> int:
    """The seat that plays `colour`."""
    return next(seat for seat, empire in enumerate(state.empires) if empire.colour == colour)


def place_of(state: State, world: str) -> str:
    """Where a world tile is, in the words of its fact."""
    if world in state.center:
        return CENTER
    for empire in state.empires:
        if world in empire.explored:
            return f"{EXPLORED} {empire.colour}"
        if any(colony.world == world for colony in empire.colonies):
            return f"{COLONY} {empire.colour}"
        if world in empire.stockpile.worlds:
            return f"{STOCKPILE} {empire.colour}"
    if world in state.bag or (state.doing is not None and world in state.doing.returning):
        return BAG
    return BOX


def with_goals(state: State) -> bool:
    """Chart Galactic Goals is in play (p. 11)."""
    return any(tile.name == "goals" for tile in state.actions)


def colours(state: State) -> tuple[str, ...]:
    return tuple(empire.colour for empire in state.empires)


def _seats(state: State) -> Iterator[tuple[int, Empire, str]]:
    """Seat, empire, and how a label begins: "Blue"."""
    for seat, empire in enumerate(state.empires):
        yield seat, empire, empire.name


# --- the game's course ----------------------------------------------------------------------------------


def _round(state: State) -> Iterator[Fact]:
    yield Fact("round", "Round", state.round, lowest=1, highest=MOST_ROUNDS)


def _last_round(state: State) -> Iterator[Fact]:
    yield Fact("last-round", "The game ends after this round", YES if state.endings else NO, (YES, NO))


def _turn(state: State) -> Iterator[Fact]:
    label, now, who = whose_turn(state)
    colours = tuple(state.empires[player].colour for player in who)
    yield Fact("turn", label, NOBODY if now is None else state.empires[now].colour, colours or (NOBODY,))


def _track(state: State) -> Iterator[Fact]:
    second = any(disk.number for disk in state.disks)
    for seat, _, name in _seats(state):
        for place, disk in enumerate(state.disks, start=1):
            if disk.player == seat:
                which = f" disk {disk.number + 1}" if second else ""
                yield Fact(
                    f"track/{seat}/{disk.number}",
                    f"{name}: place{which and ' of'}{which} on the priority track",
                    place,
                    lowest=1,
                    highest=len(state.disks),
                    player=seat,
                )


def _action(state: State) -> Iterator[Fact]:
    for tile in state.actions:
        if state.doing is not None and tile.name == state.doing.action:
            continue  # its disk is on its way
        by = NOBODY if tile.selected_by is None else state.empires[tile.selected_by].colour
        label = f"{ACTION_NAMES[tile.name]}: selected this round by"
        yield Fact(f"action/{tile.name}", label, by, (NOBODY, *colours(state)))


def _produce_credits(state: State) -> Iterator[Fact]:
    on = next((tile.credits for tile in state.actions if tile.name == "produce"), 0)
    yield Fact("produce-credits", "Credits on Produce", on, highest=MOST)


# --- empires --------------------------------------------------------------------------------------------


def _credits(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        yield Fact(f"credits/{seat}", f"{name}: credits", empire.credits, highest=MOST, player=seat)


def _chips(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        yield Fact(f"chips/{seat}", f"{name}: VP in chips", empire.chips, highest=MOST, player=seat)


def _colonists(state: State) -> Iterator[Fact]:
    most = CHIPS_A_PLAYER * len(state.empires)
    for seat, empire, name in _seats(state):
        label = f"{name}: colonists on no colony"
        yield Fact(f"colonists/{seat}", label, empire.colonists, highest=most, player=seat)


def _home(state: State) -> Iterator[Fact]:
    homes = state.catalogue.homes
    taken = {colony.world for empire in state.empires for colony in empire.colonies}
    for seat, empire, name in _seats(state):
        home = next((colony.world for colony in empire.colonies if colony.world in homes), None)
        if home is not None:
            free = tuple(id for id in homes if id == home or id not in taken)
            yield Fact(f"home/{seat}", f"{name}: home colony", home, free, player=seat)


def _settled_colonists(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        for colony in empire.colonies:
            yield Fact(
                f"settled-colonists/{seat}/{colony.world}",
                f"{name}: colonists on {state.catalogue[colony.world].name}",
                colony.colonists,
                highest=2,
                player=seat,
            )


def _good(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        for colony in empire.colonies:
            world = state.catalogue.world(colony.world)
            if world.good is None:
                continue
            kinds = KINDS if world.kind == "any" or world.kind is None else (world.kind,)
            yield Fact(
                f"good/{seat}/{colony.world}",
                f"{name}: good on {world.name}",
                colony.good or NONE,
                (NONE, *kinds),
                player=seat,
            )


def _development(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        for id, _ in state.supply.developments:
            label = f"{name}: has {state.catalogue[id].name}"
            value = YES if id in empire.developments else NO
            yield Fact(f"development/{seat}/{id}", label, value, (YES, NO), player=seat)


def _stockpile_credits(state: State) -> Iterator[Fact]:
    if with_goals(state):
        for seat, empire, name in _seats(state):
            label = f"{name}: credits on the stockpile mat"
            value = empire.stockpile.credits
            yield Fact(f"stockpile-credits/{seat}", label, value, highest=MOST, player=seat)


def _stockpile_goods(state: State) -> Iterator[Fact]:
    if with_goals(state):
        for seat, empire, name in _seats(state):
            for kind in KINDS:
                yield Fact(
                    f"stockpile-goods/{seat}/{kind}",
                    f"{name}: {kind} goods on the stockpile mat",
                    empire.stockpile.goods.count(kind),
                    highest=MOST_STOCKPILED,
                    player=seat,
                )


def _by_hand(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        for id in (*(colony.world for colony in empire.colonies), *empire.developments):
            tile = state.catalogue[id]
            if isinstance(tile, Goal) or tile.bonus is None or tile.bonus.pairs:
                continue
            label = f'{name}: VP of "?" on {tile.name}, given by hand'
            yield Fact(
                f"by-hand/{seat}/{id}", label, dict(empire.by_hand).get(id, 0), highest=MOST, player=seat
            )


# --- tiles ----------------------------------------------------------------------------------------------


def _world(state: State) -> Iterator[Fact]:
    held = (EXPLORED, COLONY, *((STOCKPILE,) if with_goals(state) else ()))
    places = (BAG, CENTER, *(f"{how} {colour}" for colour in colours(state) for how in held), BOX)
    for id, world in state.catalogue.worlds.items():
        yield Fact(f"world/{id}", f"{world.name} ({id}) is", place_of(state, id), places)


def _goal(state: State) -> Iterator[Fact]:
    if not with_goals(state) or (state.doing is not None and state.doing.action == "goals"):
        return
    places = (UNSEEN, *(f"{how} {colour}" for colour in colours(state) for how in (FACE_UP, FACE_DOWN)))
    for id, goal in state.catalogue.goals.items():
        holder = next((empire.colour for empire in state.empires if id in empire.goals), None)
        value = UNSEEN if holder is None else f"{FACE_UP} {holder}"
        yield Fact(f"goal/{id}", f"{goal.name} is", value, places)


def _supply(state: State) -> Iterator[Fact]:
    supply, players = state.supply, len(state.empires)
    most = CHIPS_A_PLAYER * players
    yield Fact("supply/vp", "VP left in the common supply", supply.vp, highest=most)
    yield Fact("supply/colonists", "Colonists left on the colonists mat", supply.colonists, highest=most)
    for kind, left, all_of in zip(KINDS, supply.goods, GOODS, strict=True):
        yield Fact(f"supply/goods/{kind}", f"{kind} goods left in the supply", left, highest=all_of)
    for id, left in supply.developments:
        label = f"{state.catalogue[id].name}: tiles left"
        yield Fact(f"supply/development/{id}", label, left, highest=3)


_LISTERS: dict[str, Callable[[State], Iterator[Fact]]] = {
    "round": _round,
    "last-round": _last_round,
    "turn": _turn,
    "track": _track,
    "action": _action,
    "produce-credits": _produce_credits,
    "credits": _credits,
    "chips": _chips,
    "colonists": _colonists,
    "home": _home,
    "settled-colonists": _settled_colonists,
    "good": _good,
    "development": _development,
    "stockpile-credits": _stockpile_credits,
    "stockpile-goods": _stockpile_goods,
    "by-hand": _by_hand,
    "world": _world,
    "goal": _goal,
    "supply": _supply,
}
