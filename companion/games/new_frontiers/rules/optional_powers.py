"""Powers that an event sets off: used at once when they must be, offered when they say "may" (p. 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, later
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import current, name, step
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.stage import Stage, TurnHolder
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import gain
from companion.games.new_frontiers.tiles.amounts import Gain
from companion.games.new_frontiers.tiles.catalogue import InForce, power_key
from companion.games.new_frontiers.tiles.power_lines import Power
from companion.games.new_frontiers.tiles.powers import (
    AfterDevelop,
    AfterSettle,
    ExploreDraw,
    ExploreGain,
    ProduceGain,
    ProduceGainHere,
    ProduceGainMost,
)
from companion.translation import _, marked

Granting = (
    AfterDevelop | AfterSettle | ExploreDraw | ExploreGain | ProduceGain | ProduceGainHere | ProduceGainMost
)
"""The effects that give something by themselves, once what they wait for has happened."""
Offer = tuple[int, str, int, int]
"""As in `Doing.offers`."""
POWER_USED = {
    "Explore": marked("Explore power"),
    "Develop": marked("Develop power"),
    "Settle": marked("Settle power"),
    "Produce": marked("Produce power"),
}
"""What a gain by such a power is remembered as."""


@dataclass(frozen=True)
class UsePower(EmpireMove):
    """Use power number `power` of `tile`, which says "may" (p. 5)."""

    do: ClassVar[str] = "use-power"
    tile: str
    power: int

    def words(self, state: State) -> str:
        return _("{player} uses {tile}", player=self.who(state), tile=name(state, self.tile))

    def apply(self, state: State) -> State:
        (player, tile, number, times), *rest = current(state).offers
        state = _apply(step(state, offers=()), player, tile, _power(state, tile, number), times)
        return _with_offers(state, rest)


@dataclass(frozen=True)
class DeclinePower(EmpireMove):
    """Leave that power unused."""

    do: ClassVar[str] = "decline-power"
    declines: ClassVar[bool] = True
    tile: str
    power: int

    def words(self, state: State) -> str:
        return _("{player} does not use {tile}", player=self.who(state), tile=name(state, self.tile))

    def apply(self, state: State) -> State:
        """A windfall good that may be declined is no offer, and counts as used."""
        doing = current(state)
        if doing.offers:
            return _with_offers(state, doing.offers[1:])
        return step(state, used=(*doing.used, power_key(self.tile, self.power)))


MOVES = (UsePower, DeclinePower)


def grant(state: State, player: int, found: InForce, times: int = 1) -> State:
    """The event of this power has happened: its effect, or a question when its owner may choose."""
    if times == 0:
        return state
    if not found.power.may:
        return _apply(state, player, found.tile, found.power, times)
    if _gives_nothing(state, found.power):
        return state
    offer = (player, found.tile, found.number, times)
    return step(state, offers=(*current(state).offers, offer))


def _gives_nothing(state: State, power: Power) -> bool:
    """What it would bring has run out: worlds in the bag, colonists in the supply."""
    effect = power.effect
    assert isinstance(effect, Granting)
    worlds = effect.worlds if isinstance(effect, ExploreDraw | AfterSettle) else 0
    if worlds and current(state).draw < len(state.bag):
        return False
    if isinstance(effect, ExploreDraw):
        return True
    gained = effect.gain
    return not (gained.vp or gained.credits or (gained.colonists and state.supply.colonists))


def _apply(state: State, player: int, tile: str, power: Power, times: int) -> State:
    effect = power.effect
    assert isinstance(effect, Granting)
    worlds = effect.worlds if isinstance(effect, ExploreDraw | AfterSettle) else 0
    if not isinstance(effect, ExploreDraw):
        one = effect.gain
        gained = Gain(one.vp * times, one.credits * times, one.colonists * times)
        state = gain(state, player, gained, POWER_USED[power.type], tile)
    if worlds:
        doing = current(state)
        state = step(state, draw=min(doing.draw + worlds * times, len(state.bag)))
    return state


def do_not_use(state: State, tile: str) -> str:
    return _("Do not use {tile}", tile=name(state, tile))


def _with_offers(state: State, offers: Sequence[Offer]) -> State:
    """Asks for those offers next that still can bring something."""
    left = (offer for offer in offers if not _gives_nothing(state, _power(state, offer[1], offer[2])))
    return step(state, offers=tuple(left))


def _power(state: State, tile: str, number: int) -> Power:
    return (state.catalogue.developments.get(tile) or state.catalogue.world(tile)).powers[number]


class Offered(Stage):
    """A power that says "may", and whose event has happened; it is asked for before the stage goes on."""

    in_action: ClassVar[bool] = False

    def asked(self, state: State) -> int:
        return current(state).offers[0][0]

    def question(self, state: State) -> Question:
        player, tile, number, _times = current(state).offers[0]
        text = later(
            lambda: _(
                "{player}, use {tile}? {power}",
                player=state.empires[player].name,
                tile=name(state, tile),
                power=_power(state, tile, number).words(),
            )
        )
        return Question(player, "use-power", text, rulebook_pages.POWERS)

    def options(self, state: State) -> tuple[Option, ...]:
        player, tile, number, _times = current(state).offers[0]
        return (
            Option(
                UsePower(player, tile, number), _("Use {tile}", tile=name(state, tile)), tile=tile, likely=1
            ),
            Option(DeclinePower(player, tile, number), do_not_use(state, tile), tile=tile),
        )

    def whose_turn(self, state: State) -> TurnHolder:
        owner = current(state).offers[0][0]
        return _("Whose turn: only the owner of the power that is asked about answers"), owner, (owner,)


OFFERED = Offered()
