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
from companion.games.new_frontiers.tiles.catalogue import InForce, power_key
from companion.games.new_frontiers.tiles.power_lines import Power
from companion.translation import _, marked

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
    """The event of this power has happened: what it brings, or a question when its owner may choose."""
    if times == 0 or _gives_nothing(state, found.power):
        return state
    if not found.power.may:
        return _apply(state, player, found.tile, found.power, times)
    offer = (player, found.tile, found.number, times)
    return step(state, offers=(*current(state).offers, offer))


def _gives_nothing(state: State, power: Power) -> bool:
    """It brings nothing, or what has run out: worlds in the bag, colonists in the supply."""
    gained, worlds = power.effect.gain, power.effect.worlds
    brings = gained.vp or gained.credits or (gained.colonists and state.supply.colonists)
    return not (brings or (worlds and current(state).draw < len(state.bag)))


def _apply(state: State, player: int, tile: str, power: Power, times: int) -> State:
    state = gain(state, player, power.effect.gain * times, POWER_USED[power.type], tile)
    return drawing(state, power.effect.worlds * times)


def drawing(state: State, worlds: int) -> State:
    """The state with so many worlds more to draw, as far as there are."""
    return step(state, draw=min(current(state).draw + worlds, len(state.bag))) if worlds else state


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
