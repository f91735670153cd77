"""Consume: one power after the other, in the player's order, or the best order at once (p. 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, Refusal, Tally, Term, later
from companion.games.new_frontiers.rules import consuming, rulebook_pages
from companion.games.new_frontiers.rules.action_steps import current, in_force, name, next_player, step
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.setup import asks_where_it_matters
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import CONSUMED, gain, take_goods_from
from companion.games.new_frontiers.tiles.amounts import NOTHING, Gain
from companion.games.new_frontiers.tiles.catalogue import power_key
from companion.games.new_frontiers.wording.names import listed
from companion.translation import _, marked, plural

TURN_BEGINS = "trade"
"""The stage in which a player's turn begins."""


@dataclass(frozen=True)
class UseConsumePower(EmpireMove):
    """Use Consume power number `power` of `tile` with the goods on `colonies` (none: it takes no good)."""

    do: ClassVar[str] = "consume"
    done_as_only_answer: ClassVar[str] = marked("gains nothing by Consume")
    tile: str
    power: int
    colonies: tuple[str, ...]

    def words(self, state: State) -> str:
        gains = consuming.gain_words(_stated_gain(state, self.seat, self.tile, self.power, self.colonies))
        return _(
            "{player} uses {tile} for {gains}",
            player=self.who(state),
            tile=name(state, self.tile),
            gains=gains,
        )

    def apply(self, state: State) -> State:
        return _used(state, self.seat, self.tile, self.power, self.colonies)


@dataclass(frozen=True)
class ConsumeAll(EmpireMove):
    """The best order of all one's Consume powers at once: (tile, power, colonies) in turn."""

    do: ClassVar[str] = "consume-all"
    steps: tuple[tuple[str, int, tuple[str, ...]], ...]

    def words(self, state: State) -> str:
        gains = [_stated_gain(state, self.seat, *one) for one in self.steps]
        return _(
            "{player} consumes with {tiles} for {gains}",
            player=self.who(state),
            tiles=listed([name(state, tile) for tile, _power, _colonies in self.steps]),
            gains=consuming.gain_words(sum(gains, NOTHING)),
        )

    def apply(self, state: State) -> State:
        for one in self.steps:
            state = _used(state, self.seat, *one)
        return next_player(state, stage=TURN_BEGINS)


@dataclass(frozen=True)
class SkipConsume(EmpireMove):
    """Leave the remaining Consume powers, all of which say "may", unused."""

    do: ClassVar[str] = "skip-consume"
    declines: ClassVar[bool] = True

    def words(self, state: State) -> str:
        return _("{player} uses no more Consume powers", player=self.who(state))

    def apply(self, state: State) -> State:
        return next_player(state, stage=TURN_BEGINS)


MOVES = (UseConsumePower, ConsumeAll, SkipConsume)


def _stated_gain(state: State, player: int, tile: str, power: int, colonies: tuple[str, ...]) -> Gain:
    """What the sentence says that it brings: nothing of a later step that is not possible first."""
    for found in consuming.unused(state, player):
        if (found.tile, found.number) == (tile, power):
            ways = consuming.steps(state, player, found)
            return next((one.gain for one in ways if one.colonies == colonies), NOTHING)
    return NOTHING


def _gain(state: State, player: int, tile: str, power: int, colonies: tuple[str, ...]) -> Gain:
    """What this use of the power brings."""
    found = next(one for one in consuming.unused(state, player) if (one.tile, one.number) == (tile, power))
    ways = consuming.steps(state, player, found)
    return next(one.gain for one in ways if sorted(one.colonies) == sorted(colonies))


def _used(state: State, player: int, tile: str, power: int, colonies: tuple[str, ...]) -> State:
    gained = _gain(state, player, tile, power, colonies)
    state = gain(take_goods_from(state, player, colonies), player, gained, CONSUMED, tile)
    return step(state, used=(*current(state).used, power_key(tile, power)))


def question(state: State) -> Question:
    player = current(state).player
    text = later(lambda: _("{player}, which Consume power next?", player=state.empires[player].name))
    return Question(player, "consume", text, rulebook_pages.CONSUME)


def options(state: State) -> tuple[Option, ...]:
    player = current(state).player
    powers = consuming.unused(state, player)
    search = consuming.ConsumeSearch(state, player)
    found: list[Option] = []
    must = False
    for power in powers:
        for one in consuming.steps(state, player, power):
            must = must or not power.power.may
            found.append(_step_option(state, player, one, search.outlook(one)))
    best = consuming.best_order(state, player, search)
    if len(found) == 1 and asks_where_it_matters(state):  # the best order would be the same thing
        found = [found[0].changed(likely=len(best.steps))]
    elif best.steps:
        steps = tuple((one.tile, one.power, one.colonies) for one in best.steps)
        words = _("Best order: {gain} in all", gain=consuming.gain_words(best.gain))
        found.insert(0, Option(ConsumeAll(player, steps), words, _gain_tallies(state, best.steps), likely=1))
    if not must:
        found.append(Option(SkipConsume(player), _("Use no more Consume powers")))
    return tuple(found)


def _step_option(state: State, player: int, one: consuming.ConsumeStep, outlook: Gain) -> Option:
    tile, gained = name(state, one.tile), consuming.gain_words(one.gain)
    if one.colonies:
        words = plural(
            "{tile}: the good on {colonies} for {gain}",
            "{tile}: the goods on {colonies} for {gain}",
            len(one.colonies),
            tile=tile,
            colonies=listed([name(state, world) for world in one.colonies]),
            gain=gained,
        )
    else:
        words = _("{tile}: nothing for {gain}", tile=tile, gain=gained)
    if outlook != one.gain:
        words = _("{words} (then at best {gain} in all)", words=words, gain=consuming.gain_words(outlook))
    decision = UseConsumePower(player, one.tile, one.power, one.colonies)
    return Option(decision, words, tile=one.tile)


def _gain_tallies(state: State, steps: tuple[consuming.ConsumeStep, ...]) -> tuple[Tally, ...]:
    vp = [Term(name(state, one.tile), one.gain.vp, one.tile) for one in steps if one.gain.vp]
    money = [Term(name(state, one.tile), one.gain.credits, one.tile) for one in steps if one.gain.credits]
    found = [Tally(_("VP"), tuple(vp))] if vp else []
    if money:
        found.append(Tally(_("credits"), tuple(money)))
    return tuple(found)


def refusals(state: State) -> tuple[Refusal, ...]:
    """The player's Consume powers that were used in this action, or find no goods for it."""
    player = current(state).player
    found = []
    for power in in_force(state, player, "Consume"):
        if not power.power.effect.converts:
            continue
        tile = name(state, power.tile)
        if power.key in current(state).used:
            sentence = _("{tile} has been used in this action: each power once.", tile=tile)
            remedy = _("It works again in the next Trade-Consume.")
        elif not consuming.steps(state, player, power):
            sentence = _(
                "There are no goods that {tile} can consume: {power}",
                tile=tile,
                power=power.power.words(),
            )
            remedy = _("With such goods on your colonies it can be used.")
        else:
            continue
        words = _("Use {tile}", tile=tile)
        found.append(Refusal(words, sentence, rulebook_pages.CONSUME, power.tile, remedy=remedy))
    return tuple(found)
