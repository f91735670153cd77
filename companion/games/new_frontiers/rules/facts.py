"""Every fact that a person may overrule, by its path: what it is now and what it may become.

Places and players are named in words ("explored by green"), which stand in journals: `Fact.said` has them
in the language that holds.

    round, last-round, turn            how far the game is
    track/SEAT/DISK                    a disk's place on the priority track, 1 in front
    action/NAME, produce-credits       who selected an action tile; the credits on Produce
    credits/SEAT, chips/SEAT, colonists/SEAT       an empire's (colonists: those on no colony)
    done/SEAT                          the player's part of the action being done
    home/SEAT, settled-colonists/SEAT/WORLD, good/SEAT/WORLD
    development/SEAT/ID, world/ID, goal/ID         where a tile is
    side/STACK                         which side of a development with two is in play
    stockpile-credits/SEAT, stockpile-goods/SEAT/KIND
    by-hand/SEAT/TILE                  VP that people counted for a "?" that the language does not know
    supply/vp, supply/colonists, supply/goods/KIND, supply/development/ID

`corrections.py` carries a correction out; `checks.py` says what does not add up after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.contract import Fact
from companion.games.new_frontiers.display.names import action_name, kind_name
from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.endings import ENDED_BY_HAND
from companion.games.new_frontiers.rules.setup import two_faced
from companion.games.new_frontiers.rules.state import GOODS, Empire, State
from companion.games.new_frontiers.rules.turns import has_turns, whose_turn
from companion.games.new_frontiers.tiles.catalogue import Goal
from companion.games.new_frontiers.tiles.powers import KINDS
from companion.translation import _, marked

MOST = 999
"""More credits or VP chips than any empire ever has: a typing error, not a fact."""
COLONISTS = 60
"""All there are in the box (p. 2)."""
MOST_STOCKPILED = 12
MOST_ROUNDS = 99
NOBODY, NONE, YES, NO = marked("nobody"), marked("none"), marked("yes"), marked("no")
BAG, CENTER, BOX = marked("bag"), marked("middle"), marked("not in play")
EXPLORED, COLONY, STOCKPILE = "explored by", "colony of", "stockpile of"
FACE_UP, FACE_DOWN = "face up with", "face down with"
UNSEEN = marked("in the stack or face down")
REPLACED = "replaced by"
"""Begins the value of a home in whose place a world lies; the world's id follows."""
"""Values of facts: they stand in journals as they are here, whatever is spoken."""
WITH = {
    EXPLORED: marked("explored by {player}"),
    COLONY: marked("colony of {player}"),
    STOCKPILE: marked("stockpile of {player}"),
    FACE_UP: marked("face up with {player}"),
    FACE_DOWN: marked("face down with {player}"),
}
"""The values that a player's colour follows, in words."""


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
    return _places(state).get(world, BOX)


def _places(state: State) -> dict[str, str]:
    """Where every world tile in play is, in the words of its fact."""
    places = dict.fromkeys(state.bag, BAG)
    if state.doing is not None:
        places |= dict.fromkeys(state.doing.returning, BAG)
    for empire in reversed(state.empires):  # of two places, which only a mistake makes, the first one counts
        places |= dict.fromkeys(empire.stockpile.worlds, f"{STOCKPILE} {empire.colour}")
        places |= dict.fromkeys((colony.world for colony in empire.colonies), f"{COLONY} {empire.colour}")
        places |= dict.fromkeys(empire.explored, f"{EXPLORED} {empire.colour}")
    return places | dict.fromkeys(state.center, CENTER)


def place_in_words(state: State, place: str) -> str:
    """A place as a page says it: with the player's name."""
    how, _space, colour = place.rpartition(" ")
    if how not in WITH:
        return _(place)
    return _(WITH[how], player=state.empires[player_called(state, colour)].name)


def _choice(
    state: State, path: str, label: str, value: str, choices: tuple[str, ...], player: int | None = None
) -> Fact:
    """A fact that may become one of some values that each have a word."""
    said = tuple(_value_in_words(state, one) for one in choices)
    return Fact(path, label, value, choices, player=player, said=said)


def _value_in_words(state: State, value: str) -> str:
    if value in KINDS:
        return kind_name(value)
    return state.empires[player_called(state, value)].name if value in colours(state) else _(value)


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
    yield Fact("round", _("Round"), state.round, lowest=1, highest=MOST_ROUNDS)


def _last_round(state: State) -> Iterator[Fact]:
    value = YES if state.endings else NO
    label = _("The game ends after this round")
    choices: tuple[str, ...] = (YES, NO)
    if state.over and state.endings != (ENDED_BY_HAND,):
        label = _(
            "The game is over: to go on, correct what ended it ({endings})",
            endings=", ".join(map(_, state.endings)),
        )
        choices = (YES,)
    yield _choice(state, "last-round", label, value, choices)


def _turn(state: State) -> Iterator[Fact]:
    label, now, who = whose_turn(state)
    colours = tuple(state.empires[player].colour for player in who)
    value = NOBODY if now is None else state.empires[now].colour
    yield _choice(state, "turn", label, value, colours or (NOBODY,))


def _done(state: State) -> Iterator[Fact]:
    doing = state.doing
    if doing is None or not has_turns(state):
        return
    for seat in (doing.player,) if doing.stage == "second" else doing.order:
        label = _(
            "{action}: {player} is done", action=action_name(doing.action), player=state.empires[seat].name
        )
        value = YES if seat in doing.order[: doing.at] else NO
        yield _choice(state, f"done/{seat}", label, value, (YES, NO), seat)


def _track(state: State) -> Iterator[Fact]:
    second = any(disk.number for disk in state.disks)
    for seat, _empire, name in _seats(state):
        for place, disk in enumerate(state.disks, start=1):
            if disk.player == seat:
                if second:
                    label = _(
                        "{player}: place of disk {number} on the priority track",
                        player=name,
                        number=disk.number + 1,
                    )
                else:
                    label = _("{player}: place on the priority track", player=name)
                yield Fact(
                    f"track/{seat}/{disk.number}",
                    label,
                    place,
                    lowest=1,
                    highest=len(state.disks),
                    player=seat,
                )


def _action(state: State) -> Iterator[Fact]:
    for tile in state.actions:
        by = NOBODY if tile.selected_by is None else state.empires[tile.selected_by].colour
        label = _("{action}: selected this round by", action=action_name(tile.name))
        choices = (NOBODY, *colours(state))
        if state.doing is not None and tile.name == state.doing.action:
            # It is being done: it is somebody's, and whose it is has a disk that has not moved.
            able = {disk.player for disk in state.disks if not disk.done}
            choices = tuple(empire.colour for seat, empire in enumerate(state.empires) if seat in able)
            if choices == (by,):
                player = state.empires[state.doing.selector].name
                label = _(
                    "{action}: only {player} had a disk left to select it",
                    action=action_name(tile.name),
                    player=player,
                )
        yield _choice(state, f"action/{tile.name}", label, by, choices)


def _produce_credits(state: State) -> Iterator[Fact]:
    on = next((tile.credits for tile in state.actions if tile.name == "produce"), 0)
    yield Fact("produce-credits", _("Credits on Produce"), on, highest=MOST)


# --- empires --------------------------------------------------------------------------------------------


def _credits(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        label = _("{player}: credits", player=name)
        yield Fact(f"credits/{seat}", label, empire.credits, highest=MOST, player=seat)


def _chips(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        label = _("{player}: VP in chips", player=name)
        yield Fact(f"chips/{seat}", label, empire.chips, highest=MOST, player=seat)


def _colonists(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        label = _("{player}: colonists on no colony", player=name)
        yield Fact(f"colonists/{seat}", label, empire.colonists, highest=COLONISTS, player=seat)


def _home(state: State) -> Iterator[Fact]:
    """The home on each mat, or the world that lies in its place; the mats dealt, before homes are chosen."""
    homes = state.catalogue.homes
    if state.doing is not None and state.doing.action == "homes":
        return
    of = {
        colony.world if colony.world in homes else colony.covers: seat
        for seat, empire in enumerate(state.empires)
        for colony in empire.colonies
    }
    for seat, empire, name in _seats(state):
        free = tuple(id for id in homes if of.get(id, seat) == seat)
        settled = tuple(colony.world for colony in empire.colonies if colony.world not in homes)
        choices = (*free, *(f"{REPLACED} {id}" for id in settled))
        value = home_of(state, seat)
        if value not in choices:
            choices = (value, *choices)
        said = tuple(_home_in_words(state, value) for value in choices)
        label = _("{player}: home colony", player=name)
        yield Fact(f"home/{seat}", label, value, choices, player=seat, said=said)


def home_of(state: State, seat: int) -> str:
    """The player's home as its fact has it: an id, what replaced it, or that there is none."""
    for colony in state.empires[seat].colonies:
        if colony.world in state.catalogue.homes:
            return colony.world
        if colony.covers is not None:
            return f"{REPLACED} {colony.world}"
    return NONE


def _home_in_words(state: State, value: str) -> str:
    if value == NONE:
        return _(NONE)
    if value.startswith(REPLACED):
        return _("replaced by {world}", world=_named(state, value.removeprefix(f"{REPLACED} ")))
    return _named(state, value)


def _named(state: State, id: str) -> str:
    return f"{tile_called(state, id)} ({id})"


def _settled_colonists(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        for colony in empire.colonies:
            yield Fact(
                f"settled-colonists/{seat}/{colony.world}",
                _("{player}: colonists on {colony}", player=name, colony=tile_called(state, colony.world)),
                colony.colonists,
                highest=2,
                player=seat,
            )


def _good(state: State) -> Iterator[Fact]:
    for seat, empire, name in _seats(state):
        for colony in empire.colonies:
            world = state.catalogue.world(colony.world)
            if world.good is None and colony.good is None:
                continue
            kinds = KINDS if world.kind == "any" else () if world.kind is None else (world.kind,)
            if colony.good is not None and colony.good not in kinds:
                kinds = (*kinds, colony.good)
            label = _("{player}: good on {colony}", player=name, colony=tile_called(state, colony.world))
            yield _choice(
                state, f"good/{seat}/{colony.world}", label, colony.good or NONE, (NONE, *kinds), seat
            )


def _development(state: State) -> Iterator[Fact]:
    said = (_(YES), _(NO))
    for seat, empire, name in _seats(state):
        for id, _left in state.supply.developments:
            label = _("{player}: has {development}", player=name, development=tile_called(state, id))
            value = YES if id in empire.developments else NO
            yield Fact(f"development/{seat}/{id}", label, value, (YES, NO), player=seat, said=said)


def _stockpile_credits(state: State) -> Iterator[Fact]:
    if with_goals(state):
        for seat, empire, name in _seats(state):
            label = _("{player}: credits on the stockpile mat", player=name)
            value = empire.stockpile.credits
            yield Fact(f"stockpile-credits/{seat}", label, value, highest=MOST, player=seat)


def _stockpile_goods(state: State) -> Iterator[Fact]:
    if with_goals(state):
        for seat, empire, name in _seats(state):
            for kind in KINDS:
                yield Fact(
                    f"stockpile-goods/{seat}/{kind}",
                    _("{player}: {kind} goods on the stockpile mat", player=name, kind=kind_name(kind)),
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
            label = _(
                '{player}: VP of "?" on {tile}, given by hand', player=name, tile=tile_called(state, id)
            )
            yield Fact(
                f"by-hand/{seat}/{id}", label, dict(empire.by_hand).get(id, 0), highest=MOST, player=seat
            )


# --- tiles ----------------------------------------------------------------------------------------------


def _side(state: State) -> Iterator[Fact]:
    """The coins of later games, and the white-square sides of a first one (p. 3)."""
    for stack, faces in two_faced(state.catalogue).items():
        up = next((id for id, _left in state.supply.developments if id in faces), None)
        if up is None:
            continue
        one, other = (tile_called(state, id) for id in faces)
        label = _("{one} or {other}: the side in play", one=one, other=other)
        yield Fact(f"side/{stack}", label, up, faces, said=(one, other))


def _world(state: State) -> Iterator[Fact]:
    held = (EXPLORED, COLONY, *((STOCKPILE,) if with_goals(state) else ()))
    places = (BAG, CENTER, *(f"{how} {colour}" for colour in colours(state) for how in held), BOX)
    said = tuple(place_in_words(state, place) for place in places)
    at = _places(state)
    for id in state.catalogue.worlds:
        label = _("{world} ({id}) is", world=tile_called(state, id), id=id)
        yield Fact(f"world/{id}", label, at.get(id, BOX), places, said=said)


def _goal(state: State) -> Iterator[Fact]:
    if not with_goals(state):
        return
    places = (UNSEEN, *(f"{how} {colour}" for colour in colours(state) for how in (FACE_UP, FACE_DOWN)))
    said = tuple(place_in_words(state, place) for place in places)
    for id, goal in state.catalogue.goals.items():
        holder = next((empire.colour for empire in state.empires if id in empire.goals), None)
        value = UNSEEN if holder is None else f"{FACE_UP} {holder}"
        label = _("{goal} is", goal=goal.name)
        yield Fact(f"goal/{id}", label, value, places, said=said)


def _supply(state: State) -> Iterator[Fact]:
    supply = state.supply
    yield Fact("supply/vp", _("VP left in the common supply"), supply.vp, highest=MOST)
    label = _("Colonists left on the colonists mat")
    yield Fact("supply/colonists", label, supply.colonists, highest=COLONISTS)
    for kind, left, all_of in zip(KINDS, supply.goods, GOODS, strict=True):
        label = _("{kind} goods left in the supply", kind=kind_name(kind))
        yield Fact(f"supply/goods/{kind}", label, left, highest=all_of)
    for id, left in supply.developments:
        label = _("{development}: tiles left", development=tile_called(state, id))
        yield Fact(f"supply/development/{id}", label, left, highest=3)


_LISTERS: dict[str, Callable[[State], Iterator[Fact]]] = {
    "round": _round,
    "last-round": _last_round,
    "turn": _turn,
    "done": _done,
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
    "side": _side,
    "supply": _supply,
}
