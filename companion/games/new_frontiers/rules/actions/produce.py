"""Produce: a good on every production colony; credits and a windfall good for the selecting player (p. 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, later
from companion.games.new_frontiers.rules import producing, rulebook_pages
from companion.games.new_frontiers.rules.action_steps import (
    bring_forward,
    colony_of,
    current,
    everyone_done,
    name,
    next_player,
    step,
    track_order,
)
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.optional_powers import DeclinePower, do_not_use
from companion.games.new_frontiers.rules.stage import DONE, Selected, Stage, TurnHolder
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import NoStockpile, open_goal
from companion.games.new_frontiers.rules.supply import gain
from companion.games.new_frontiers.tiles.amounts import KINDS, Gain
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


def _unset(state: State, player: int) -> str:
    unset = producing.unset_production(state, player) or producing.unset_for_gains(state, player)
    assert unset is not None
    return unset


def _windfall(state: State, player: int) -> producing.Windfall:
    chance = producing.windfall(state, player)
    assert chance is not None
    return chance


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


class Begin(Selected):
    """The selecting player collects the credits on the tile first."""

    def proceed(self, state: State) -> State:
        held = sum(tile.credits for tile in state.actions if tile.name == "produce")
        actions = tuple(t.changed(credits=0) if t.name == "produce" else t for t in state.actions)
        state = state.changed(actions=actions)
        state = gain(state, current(state).selector, Gain(credits=held), marked("credits on Produce"))
        return SHORTAGE.proceed(SHORTAGE.at(state))


class Producing(Stage):
    """A player's own goods and gains; what leaves them no choice is done without asking."""

    first: ClassVar[str] = "produce"
    together: ClassVar[bool] = True

    def proceed(self, state: State) -> State:
        while not current(state).offers:
            if everyone_done(current(state)):
                return STOCKPILING.enter(state)
            player = current(state).player
            if producing.unset_production(state, player) is not None:
                return SETTING_KIND.at(state)
            state = producing.produce_freely(state, player)
            if producing.short_of(state, player):
                return SHORTAGE.at(state)
            chance = producing.windfall(state, player)
            if chance is not None:
                if len(chance.choices) > 1 or chance.may:
                    return CHOOSING_WINDFALL.at(state)
                state = producing.take_windfall(state, player, chance, *chance.choices[0])
                continue
            if producing.unset_for_gains(state, player) is not None:
                return SETTING_KIND.at(state)
            state = next_player(producing.gains(state, player), stage=self.first)
        return state

    def whose_turn(self, state: State) -> TurnHolder:
        doing = current(state)
        able = tuple(one for one in doing.order[doing.at :] if _is_asked(state, one))
        return self.turn_label(doing), doing.player, able

    def give_turn(self, state: State, player: int) -> State:
        return self.proceed(bring_forward(state, player, self.first))

    def with_selector(self, state: State, selector: int) -> State:
        return self.give_turn(step(state, stage=self.first, used=()), selector)


def _is_asked(state: State, player: int) -> bool:
    """There is something for the player to choose, if it is their turn."""
    doing = current(SHORTAGE.give_turn(state, player))
    return doing.stage in _OWN_PART and doing.player == player


class Shortage(Producing):
    """Goods of a kind run short: its owner says which colonies produce."""

    name: ClassVar[str] = "produce"

    def question(self, state: State) -> Question:
        player = current(state).player
        kind = producing.short_of(state, player) or ""
        text = later(
            lambda: _(
                "{player}, goods run short: which colony produces {kind}?",
                player=state.empires[player].name,
                kind=kind_name(kind),
            )
        )
        return Question(player, "produce", text, rulebook_pages.PRODUCE)

    def options(self, state: State) -> tuple[Option, ...]:
        player = current(state).player
        return tuple(
            Option(ProduceGood(player, world), _("A good on {colony}", colony=name(state, world)), tile=world)
            for world in producing.short_colonies(state, player)
        )

    def is_answerable(self, state: State) -> bool:
        return producing.short_of(state, current(state).player) is not None


class ChoosingWindfall(Producing):
    """A windfall good, for the selecting player or by a power, with more than one place for it."""

    name: ClassVar[str] = "windfall"

    def question(self, state: State) -> Question:
        player = current(state).player
        empire = state.empires[player].name
        text = later(lambda: _("{player}, a good on which windfall colony?", player=empire))
        return Question(player, "windfall", text, rulebook_pages.PRODUCE)

    def options(self, state: State) -> tuple[Option, ...]:
        player = current(state).player
        chance = _windfall(state, player)
        found = [_windfall_option(state, player, *choice) for choice in chance.choices]
        if chance.may:
            tile, number = chance.power
            words = do_not_use(state, tile)
            found.append(Option(DeclinePower(player, tile, number), words, tile=tile))
        return tuple(found)

    def is_answerable(self, state: State) -> bool:
        return producing.windfall(state, current(state).player) is not None


class SettingKind(Producing):
    """What the Alien Oort Cloud Factory is in this action, where that matters."""

    name: ClassVar[str] = "kind"

    def question(self, state: State) -> Question:
        player = current(state).player
        empire, which = state.empires[player].name, name(state, _unset(state, player))
        text = later(lambda: _("{player}, what kind is {colony} now?", player=empire, colony=which))
        return Question(player, "set-kind", text, rulebook_pages.POWERS)

    def options(self, state: State) -> tuple[Option, ...]:
        player = current(state).player
        tile = _unset(state, player)
        return tuple(Option(SetKind(player, tile, kind), kind_name(kind), tile=tile) for kind in KINDS)

    def is_answerable(self, state: State) -> bool:
        player = current(state).player
        unset = producing.unset_production(state, player)
        return unset is not None or producing.unset_for_gains(state, player) is not None


class Stockpiling(Stage):
    """At last goods may be stockpiled, in the order of the track."""

    name: ClassVar[str] = "stockpile"
    first: ClassVar[str] = "stockpile"

    def enter(self, state: State) -> State:
        state = producing.gains_for_most(self.at(state, order=track_order(state.disks), at=0))
        return state if current(state).offers else self.proceed(state)

    def question(self, state: State) -> Question:
        player = current(state).player
        text = later(lambda: _("{player}, stockpile goods?", player=state.empires[player].name))
        return Question(player, "stockpile-good", text, rulebook_pages.GOALS)

    def options(self, state: State) -> tuple[Option, ...]:
        keep = Option(NoStockpile(current(state).player), _("Keep the rest"))
        return (*_stockpile_options(state), keep)

    def proceed(self, state: State) -> State:
        while not everyone_done(current(state)):
            if _stockpile_options(state):
                return state
            state = next_player(state)
        return DONE.at(state)

    def whose_turn(self, state: State) -> TurnHolder:
        doing = current(state)
        able = tuple(one for one in doing.order if may_stockpile(state, one))
        return _("Produce: who stockpiles goods now"), doing.player, able


SHORTAGE, CHOOSING_WINDFALL, SETTING_KIND = Shortage(), ChoosingWindfall(), SettingKind()
STOCKPILING = Stockpiling()
_OWN_PART = {stage.name: stage for stage in (SHORTAGE, CHOOSING_WINDFALL, SETTING_KIND)}
PRODUCE = (Begin(), *_OWN_PART.values(), STOCKPILING)
