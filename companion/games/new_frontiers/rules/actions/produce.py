"""Produce: a good on every production colony; credits and a windfall good for the selecting player (p. 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, later
from companion.games.new_frontiers.rules import producing, rulebook_pages
from companion.games.new_frontiers.rules.action_steps import (
    DONE,
    colony_of,
    current,
    everyone_done,
    name,
    next_player,
    step,
    track_order,
)
from companion.games.new_frontiers.rules.asked import Action
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.optional_powers import DeclinePower, do_not_use
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import NoStockpile, open_goal
from companion.games.new_frontiers.rules.supply import gain
from companion.games.new_frontiers.tiles.powers import KINDS, Gain
from companion.games.new_frontiers.wording.names import a_good, good_name, kind_name
from companion.translation import _, marked


@dataclass(frozen=True)
class ProduceGood(EmpireMove):
    """When goods of a kind run short: this production colony gets one (p. 7)."""

    do: ClassVar[str] = "produce-good"
    colony: str

    def words(self, state: State) -> str:
        colony = name(state, self.colony)
        return _("{player} produces a good on {colony}", player=self.who(state), colony=colony)

    def apply(self, state: State) -> State:
        return producing.produce(state, self.seat, self.colony)


@dataclass(frozen=True)
class PlaceWindfallGood(EmpireMove):
    """A good on this windfall colony. kind: what its owner makes of the Alien Oort Cloud Factory in this
    action, when the colony is that and its kind is still open."""

    do: ClassVar[str] = "windfall-good"
    colony: str
    kind: str | None = None

    def words(self, state: State) -> str:
        who, colony = self.who(state), name(state, self.colony)
        if self.kind is None:
            return _("{player} puts a windfall good on {colony}", player=who, colony=colony)
        return _(
            "{player} puts a windfall good on {colony}, as {kind}",
            player=who,
            colony=colony,
            kind=kind_name(self.kind),
        )

    def apply(self, state: State) -> State:
        chance = _windfall(state, self.seat)
        kind = self.kind or dict(chance.choices)[self.colony]
        return producing.take_windfall(state, self.seat, chance, self.colony, kind)


@dataclass(frozen=True)
class SetKind(EmpireMove):
    """The Alien Oort Cloud Factory (`colony`) is of this kind in this Produce: asked where that matters."""

    do: ClassVar[str] = "set-kind"
    colony: str
    kind: str

    def words(self, state: State) -> str:
        return _(
            "{player} makes {colony} {kind} for this action",
            player=self.who(state),
            colony=name(state, self.colony),
            kind=kind_name(self.kind),
        )

    def apply(self, state: State) -> State:
        return step(state, kinds=(*current(state).kinds, (self.colony, self.kind)))


@dataclass(frozen=True)
class StockpileGood(EmpireMove):
    """Put the good on `colony` on the stockpile mat (Stockpile Resources, p. 12)."""

    do: ClassVar[str] = "stockpile-good"
    colony: str

    def words(self, state: State) -> str:
        colony = name(state, self.colony)
        return _("{player} stockpiles the good of {colony}", player=self.who(state), colony=colony)

    def apply(self, state: State) -> State:
        empire = state.empires[self.seat]
        colony = colony_of(empire, self.colony)
        assert colony is not None
        assert colony.good is not None
        pile = empire.stockpile.changed(goods=(*empire.stockpile.goods, colony.good))
        colonies = tuple(c.changed(good=None) if c is colony else c for c in empire.colonies)
        return state.with_empire(self.seat, empire.changed(colonies=colonies, stockpile=pile))


MOVES = (ProduceGood, PlaceWindfallGood, SetKind, StockpileGood)


def begin(state: State) -> State:
    """The selecting player collects the credits on the tile first."""
    held = sum(tile.credits for tile in state.actions if tile.name == "produce")
    actions = tuple(t.changed(credits=0) if t.name == "produce" else t for t in state.actions)
    state = state.changed(actions=actions)
    state = gain(state, current(state).selector, Gain(credits=held), marked("credits on Produce"))
    return proceed(step(state, stage="produce"))


def proceed(state: State) -> State:
    """On to the next thing that somebody must answer."""
    if current(state).offers:
        return state
    while current(state).stage != "stockpile" and not everyone_done(current(state)):
        player = current(state).player
        if producing.unset_production(state, player) is not None:
            return step(state, stage="kind")
        state = producing.produce_freely(state, player)
        if producing.short_of(state, player):
            return step(state, stage="produce")
        chance = producing.windfall(state, player)
        if chance is not None:
            if len(chance.choices) > 1 or chance.may:
                return step(state, stage="windfall")
            state = producing.take_windfall(state, player, chance, *chance.choices[0])
            continue
        if producing.unset_for_gains(state, player) is not None:
            return step(state, stage="kind")
        state = next_player(producing.gains(state, player), stage="produce")
        if current(state).offers:
            return state
    if current(state).stage != "stockpile":
        state = step(state, stage="stockpile", order=track_order(state.disks), at=0)
        state = producing.gains_for_most(state)
        if current(state).offers:
            return state
    while not everyone_done(current(state)):
        if _stockpile_options(state):
            return state
        state = next_player(state)
    return step(state, stage=DONE)


def question(state: State) -> Question:
    doing = current(state)
    player = doing.player
    empire = state.empires[player].name
    if doing.stage == "kind":
        which = name(state, _unset(state, player))
        text = later(lambda: _("{player}, what kind is {colony} now?", player=empire, colony=which))
        return Question(player, "set-kind", text, rulebook_pages.POWERS)
    if doing.stage == "windfall":
        text = later(lambda: _("{player}, a good on which windfall colony?", player=empire))
        return Question(player, "windfall", text, rulebook_pages.PRODUCE)
    if doing.stage == "stockpile":
        text = later(lambda: _("{player}, stockpile goods?", player=empire))
        return Question(player, "stockpile-good", text, rulebook_pages.GOALS)
    kind = producing.short_of(state, player) or ""
    text = later(
        lambda: _(
            "{player}, goods run short: which colony produces {kind}?", player=empire, kind=kind_name(kind)
        )
    )
    return Question(player, "produce", text, rulebook_pages.PRODUCE)


def _unset(state: State, player: int) -> str:
    unset = producing.unset_production(state, player) or producing.unset_for_gains(state, player)
    assert unset is not None
    return unset


def _windfall(state: State, player: int) -> producing.Windfall:
    chance = producing.windfall(state, player)
    assert chance is not None
    return chance


def options(state: State) -> tuple[Option, ...]:
    doing = current(state)
    player = doing.player
    if doing.stage == "kind":
        tile = _unset(state, player)
        return tuple(Option(SetKind(player, tile, kind), kind_name(kind), tile=tile) for kind in KINDS)
    if doing.stage == "windfall":
        chance = _windfall(state, player)
        found = [_windfall_option(state, player, *choice) for choice in chance.choices]
        if chance.may:
            tile, number = chance.power
            words = do_not_use(state, tile)
            found.append(Option(DeclinePower(player, tile, number), words, tile=tile))
        return tuple(found)
    if doing.stage == "stockpile":
        return (*_stockpile_options(state), Option(NoStockpile(player), _("Keep the rest")))
    return tuple(
        Option(ProduceGood(player, world), _("A good on {colony}", colony=name(state, world)), tile=world)
        for world in producing.short_colonies(state, player)
    )


def _windfall_option(state: State, player: int, world: str, kind: str) -> Option:
    chosen_kind = kind if state.catalogue.world(world).kind == "any" else None
    words = _("{good} on {colony}", good=a_good(kind), colony=name(state, world))
    return Option(PlaceWindfallGood(player, world, chosen_kind), words, tile=world)


def may_stockpile(state: State, player: int) -> bool:
    """There are goods of the player's, and room for them on the mat while Stockpile Resources is face up."""
    empire = state.empires[player]
    goal = open_goal(state, "goods")
    if goal is None or len(empire.stockpile.goods) >= goal.ranges[-1][0]:
        return False
    return any(colony.good is not None for colony in empire.colonies)


def _stockpile_options(state: State) -> tuple[Option, ...]:
    player = current(state).player
    empire = state.empires[player]
    if not may_stockpile(state, player):
        return ()
    return tuple(
        Option(
            StockpileGood(player, c.world),
            _(
                "Stockpile the {good} of {colony}",
                good=good_name(c.good),
                colony=name(state, c.world),
            ),
            tile=c.world,
        )
        for c in empire.colonies
        if c.good is not None
    )


def is_answerable(state: State) -> bool:
    """The open question still has an answer; facts that were overruled can take it away."""
    doing = current(state)
    if doing.stage == "windfall":
        return producing.windfall(state, doing.player) is not None
    if doing.stage == "produce":
        return producing.short_of(state, doing.player) is not None
    if doing.stage == "kind":
        unset = producing.unset_production(state, doing.player)
        return unset is not None or producing.unset_for_gains(state, doing.player) is not None
    return not doing.draw or bool(state.bag)


PRODUCE = Action(question, options, begin=begin, proceed=proceed, is_answerable=is_answerable)
