"""A box of New Frontiers whose tiles nobody registered, and its owner, who tells what is printed."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from companion.games.contract import Decision, Illegal, Naming, Player, Question, Setup, Telling
from companion.games.contract.gate import check_legal
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.actions.explore_naming import TakeWorld
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.course.telling import Tell
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.setup import draws
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.box_file import as_fields
from companion.games.new_frontiers.tiles.catalogue import (
    Catalogue,
    Development,
    Goal,
    Tile,
    World,
    printed_on,
)
from companion.table.table import Table

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva")
COLOURS = ("blue", "green", "red", "yellow", "purple")


def printed_box(seed: int) -> Catalogue:
    """The tiles of an owner. What the rulebook and published pictures tell of a tile is so; all else is
    drawn: each made-up tile has the facts of another of its sort, homes lie on any mats, and each fact that
    is assumed of a known tile is one that such a tile may have."""
    rng = Random(seed)
    shipped = box_file.catalogue()
    found: list[Tile] = [tile for tile in shipped.values() if isinstance(tile, Development | Goal)]
    for sort in (shipped.worlds, shipped.homes):
        # Nothing says which mat a home is on; of worlds, those that are named have their numbers.
        moved = [tile for tile in sort.values() if tile.source == "stand-in" or tile.is_home]
        facts = moved[:]
        rng.shuffle(facts)
        found += [tile for tile in sort.values() if tile not in moved]
        for tile, other in zip(moved, facts, strict=True):
            name = other.name
            if other.source == "stand-in":
                name = f"{rng.choice(_FIRST)} {rng.choice(_SECOND)} {tile.id}"
            found.append(replace(other, id=tile.id, name=name, mat=tile.mat, side=tile.side))
    drawn = (tile if tile.source == "stand-in" else _drawn(tile, rng) for tile in found)
    return shipped.with_tiles(replace(tile, source="owner", assumed=()) for tile in drawn)


def _drawn(tile: Tile, rng: Random) -> Tile:
    """The tile with all that is assumed of it drawn anew."""
    rows = [row for row in printed_on(tile).rows if set(row.fields) & set(tile.assumed)]
    keys = {row.key for row in rows if not row.within and row.key not in ("name", "bonus")}
    if not keys:
        return tile
    sort = printed_on(tile)
    blank = sort.untelling(tile, [part for key in keys for part in sort.parts(key)])
    while True:
        found = sort.drawn(blank, rng)
        if not isinstance(found, Development) or found.large == found.stack.startswith("L"):
            return found


_FIRST = ("Blaster", "Hidden", "Lost", "Distant", "Burned", "Silent", "Rich", "Free")
_SECOND = ("Gem", "Moon", "Colony", "Fortress", "Reef", "Market", "Station", "Relics")


def setup(players: int, seed: int, box: str = "") -> Setup:
    """A first game of New Frontiers on a real table."""
    rng = Random(seed)
    begun = Setup(
        tuple(Player(NAMES[n], COLOURS[n]) for n in range(players)),
        (("game", "first"), ("goals", "no"), ("turns", "order"), ("steps", "fewer")),
        box=box,
    ).with_told_pieces()
    for draw in draws(box_file.catalogue(), begun):
        begun = begun.with_draw(draw.what, draw.sample(rng))
    return begun


def asked_for_homes(table: Table[State]) -> Table[State]:
    """The table after its first player selected Produce, which needs what every home says: they are asked for
    one after the other. Its entry is the second."""
    option = next(
        option
        for option in table.game.options(table.state, table.questions[0].player)
        if isinstance(option.decision, SelectAction) and option.decision.action == "produce"
    )
    table.submit(option.decision, table.number, "the homes are asked for", "the tablet")
    return table


def setup_of_today(players: int, seed: int, box: str = "") -> Setup:
    """The same as a table is begun now."""
    return setup(players, seed, box).stating((), NewFrontiers.marks)


class Owner:
    """Has the printed tiles in hand. printed: by the id that the companion gave each."""

    def __init__(self, printed: Catalogue, rng: Random) -> None:
        self.rng = rng
        self.by_name = {tile.name: tile for tile in printed.worlds.values()}
        self.printed = {**printed.developments, **printed.homes}
        self.bag = sorted(self.by_name)

    def answer(self, game: NewFrontiers, state: State, question: Question) -> Decision:
        form = question.form
        if isinstance(form, Naming):
            return game.answer(state, question, self.name(state, form))
        assert isinstance(form, Telling)
        return game.answer(state, question, self.told(state, form))

    def name(self, state: State, form: Naming) -> tuple[str, ...]:
        """A world out of the bag, as the box knows it, or as a new one."""
        known = {item.words: item.id for item in form.items}
        name = self.rng.choice(self.in_bag(state))
        return (known[name],) if name in known else (f"new:{name}",)

    def in_bag(self, state: State) -> list[str]:
        """The names of the worlds that nobody has and that do not lie in the middle."""
        elsewhere = {state.catalogue.shown[id].name for id in state.center} | {
            state.catalogue.shown[id].name
            for empire in state.empires
            for id in (*empire.explored, *(colony.world for colony in empire.colonies))
        }
        return [name for name in self.bag if name not in elsewhere]

    def told(self, state: State, form: Telling) -> tuple[str, ...]:
        """What is printed, for every field of the form."""
        return tuple(
            field.item(said).text
            for field in form.fields
            for said in facts_of(self.tile(state, field.piece), field.key)
        )

    def powers_of(self, name: str) -> tuple[str, ...]:
        """The lines of powers printed on the tile of this name, and of its "?"."""
        tiles = (*self.by_name.values(), *self.printed.values())
        tile = next(tile for tile in tiles if tile.name == name)
        assert isinstance(tile, World | Development)
        return (*facts_of(tile, "powers"), *facts_of(tile, "bonus"))

    def tile(self, state: State, id: str) -> World | Development:
        known = self.printed.get(id)
        return self.by_name[state.catalogue.shown[id].name] if known is None else known


def facts_of(tile: World | Development, fact: str) -> tuple[str, ...]:
    """What a tile says of a fact, as a Telling says it."""
    match fact:
        case "price":
            if isinstance(tile, World) and tile.defense is not None:
                return (f"defense {tile.defense}",)
            return (f"cost {tile.cost}",)
        case "colonists":
            return (str(getattr(tile, "colonists", 1)),)
        case "kind":
            assert isinstance(tile, World)
            return ("gray",) if tile.kind is None else (f"{tile.kind} {tile.good}",)
        case "vp":
            return ("?",) if tile.bonus is not None else (str(tile.vp),)
        case "bonus":
            return (tile.bonus.text,) if tile.bonus is not None else ()
        case "keywords":
            return tile.keywords
        case "powers":
            return tuple(dict.fromkeys(power.text for power in tile.powers))
    type = fact.removeprefix("powers/")
    return tuple(dict.fromkeys(power.text for power in tile.powers if power.type == type))


def play_told(seed: int, players: int = 4) -> tuple[NewFrontiers, list[Decision], State, Catalogue]:
    """A whole game with a box of which nothing was told before, by random players: the game, its decisions,
    the last state, and the printed tiles."""
    game, printed = NewFrontiers(), printed_box(seed)
    state = game.new(setup_of_today(players, seed))
    rng = Random(seed)
    owner = Owner(printed, rng)
    decisions: list[Decision] = []
    while not game.phase(state).over:
        question = game.questions(state)[0]
        if question.form is not None:
            decision = owner.answer(game, state, question)
        else:
            options = game.options(state, question.player)
            decision = rng.choice(options).decision
        decisions.append(decision)
        state = game.play(state, decision)
    return game, decisions, state, printed


def registered(told: Catalogue, printed: Catalogue) -> str:
    """A box file of all printed tiles that were met, with the ids that the companion gave them, and their
    powers in the order in which they were told, by which decisions name them."""
    names = {tile.name: tile for tile in printed.worlds.values()}
    lines = []
    for id, tile in told.items():
        real = printed.get(id) if id[:1] in "DH" else names.get(tile.name)
        if isinstance(real, World | Development):
            order = {power.text: n for n, power in enumerate(getattr(tile, "powers", ()))}
            powers = sorted(real.powers, key=lambda power: order.get(power.text, len(order)))
            fields = as_fields(replace(real, id=id, powers=tuple(powers))).fields
            lines.append(f"[[{as_fields(real).type}]]")
            lines += [f"{name} = {json.dumps(value)}" for name, value in fields.items()]
    return "\n".join(lines) + "\n"


def played_again(
    box: str, begun: Setup, decisions: list[Decision], told: Catalogue
) -> tuple[NewFrontiers, State]:
    """The same decisions with a box that was registered before: what was only told is left out, and what
    nobody is asked where it is known that there is nothing to choose."""
    game = NewFrontiers().box.with_box(box)
    state = game.new(replace(begun, box=box))
    ids = {tile.name: id for id, tile in told.items()}
    for decision in decisions:
        if isinstance(decision, Tell | AskWhatItSays):
            continue
        if isinstance(decision, TakeWorld) and decision.taken[0].startswith("new:"):
            decision = replace(decision, taken=(ids[decision.taken[0].removeprefix("new:")],))
        try:
            check_legal(game, state, decision)
        except Illegal:
            assert isinstance(decision, EmpireMove)
            assert decision.declines, decision
            continue
        state = game.play(state, decision)
    return game, state
