"""Goods spent for temporary Military in Settle (p. 7): each such power once an action.

The rulebook lets a player spend a good though no world comes into reach by it: to empty a colony before
Produce, say. That is offered last and says what it is; behind "More" where it would only throw goods away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Refusal, Untold
from companion.games.new_frontiers.rules import rulebook_pages, settling
from companion.games.new_frontiers.rules.action_steps import current, in_force, name, step
from companion.games.new_frontiers.rules.giving import GoodsByKind, by_kind, choices, kinds_on, without_goods
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.setup import asks_goods_to_spend, asks_where_it_matters
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import take_goods_from
from companion.games.new_frontiers.tiles.catalogue import InForce
from companion.games.new_frontiers.tiles.effect import Effect
from companion.games.new_frontiers.tiles.known import is_priced
from companion.games.new_frontiers.tiles.printed_world import KIND
from companion.games.new_frontiers.wording.names import listed
from companion.translation import _, plural

USELESS_LIKELIHOOD = -1
"""`Option.likely` of spending goods that brings no world into reach."""


@dataclass(frozen=True)
class SpendGoods(EmpireMove):
    """Use power number `power` of `tile`: the goods on `colonies` go for temporary Military. The player is
    asked again what to settle."""

    do: ClassVar[str] = "spend-goods"
    carries_on: ClassVar[bool] = False
    tile: str
    power: int
    colonies: tuple[str, ...]

    def words(self, state: State) -> str:
        told = {
            "player": self.who(state),
            "colonies": listed([name(state, colony) for colony in self.colonies]),
            "tile": name(state, self.tile),
        }
        if len(self.colonies) == 1 and asks_where_it_matters(state):
            return _("{player} spends the good on {colonies} for Military with {tile}", **told)
        return _("{player} spends the goods on {colonies} for Military with {tile}", **told)

    def apply(self, state: State) -> State:
        doing = current(state)
        power = next(p for p in unused(state) if (p.tile, p.number) == (self.tile, self.power))
        return step(
            take_goods_from(state, self.seat, self.colonies),
            used=(*doing.used, power.key),
            temporary=(*doing.temporary, (power.tile, power.power.effect.temporary)),
        )


MOVES = (SpendGoods,)


def unused(state: State) -> list[InForce]:
    """The powers to spend goods that the player whose turn it is has not used in this action."""
    doing = current(state)
    return [
        found
        for found in in_force(state, doing.player, "Settle")
        if found.power.effect.temporary and found.key not in doing.used
    ]


def options(state: State) -> list[Option]:
    """Each way to spend goods. One that brings no explored world into reach has USELESS_LIKELIHOOD."""
    powers = unused(state)
    if not powers:
        return []
    player = current(state).player
    home = state.catalogue.shown[state.empires[player].colonies[0].world]
    if player in state.homes_due and KIND in home.untold and asks_goods_to_spend(state):
        raise Untold(home.id, KIND)
    gaps = _missing_military(state)
    found = []
    for power in powers:
        effect = power.power.effect
        for some in choices(state.empires[player].colonies, effect.goods):
            colonies = tuple(colony.world for colony in some)
            given = listed([name(state, world) for world in colonies])
            useful = _can_close_gap(state, power, colonies, gaps)
            words = _words(len(some), given, effect.temporary, useful)
            decision = SpendGoods(player, power.tile, power.number, colonies)
            likely = 0 if useful else USELESS_LIKELIHOOD
            option = Option(decision, words, tile=power.tile, likely=likely)
            found.append(option.changed(seldom=never_useful(state, option)))
    return found


def _words(number: int, given: str, amount: int, useful: bool) -> str:
    if useful:
        return plural(
            "Spend the good on {given} for +{military} Military",
            "Spend the goods on {given} for +{military} Military",
            number,
            given=given,
            military=amount,
        )
    return plural(
        "Spend the good on {given} for +{military} Military (gives no new world)",
        "Spend the goods on {given} for +{military} Military (gives no new world)",
        number,
        given=given,
        military=amount,
    )


def can_bring_world_into_reach(state: State) -> bool:
    """Whether spending goods can bring a world into reach."""
    return any(option.likely != USELESS_LIKELIHOOD for option in options(state))


def never_useful(state: State, option: Option) -> bool:
    """Whether it only throws goods away: no world comes into reach, and no power of the player's can count
    what is produced on the colonies that it empties (p. 7, 8)."""
    if option.likely != USELESS_LIKELIHOOD or not isinstance(option.decision, SpendGoods):
        return False
    empire = state.empires[option.decision.seat]
    tiles = [state.catalogue.world(colony.world) for colony in empire.colonies]
    powers = [power for tile in tiles for power in tile.powers]
    powers += [power for id in empire.developments for power in state.catalogue.developments[id].powers]
    return not any(power.type == "Produce" or power.by_hand for power in powers)


def _missing_military(state: State) -> list[int]:
    """The Military missing against each explored military world that there are colonists for."""
    player = current(state).player
    empire = state.empires[player]
    places = settling.replaceable(state, player)
    on_doomed = max((c.colonists for c in empire.colonies if c.world in places), default=0)
    gaps = []
    for id in empire.explored:
        world = state.catalogue.world(id)
        if is_priced(world) and world.defense is not None and world.colonists <= empire.colonists + on_doomed:
            gaps.append(world.defense - settling.military(state, player, world).total)
    return [gap for gap in gaps if gap > 0]


def _can_close_gap(state: State, power: InForce, colonies: tuple[str, ...], gaps: list[int]) -> bool:
    """With these goods spent, and others by the powers that are left, one of the gaps can be closed."""
    mine = state.empires[current(state).player].colonies
    left = kinds_on(colony for colony in mine if colony.world not in colonies)
    others = [other.power.effect for other in unused(state) if other.key != power.key]
    return bool(gaps) and min(gaps) <= power.power.effect.temporary + _max_military(others, left)


def _max_military(effects: list[Effect], goods: GoodsByKind) -> int:
    """The most Military that these powers can bring with these goods."""
    if not effects:
        return 0
    first, *rest = effects
    ways = by_kind(goods, first.goods)
    return max(
        [
            _max_military(rest, goods),
            *(first.temporary + _max_military(rest, without_goods(goods, way)) for way in ways),
        ]
    )


def refusals(state: State) -> list[Refusal]:
    """The powers that find no goods for them."""
    empire = state.empires[current(state).player]
    return [
        Refusal(
            _("Spend goods with {tile}", tile=name(state, power.tile)),
            _(
                "{player} has no goods that {tile} takes for Military.",
                player=empire.name,
                tile=name(state, power.tile),
            ),
            rulebook_pages.SETTLE_NOTES,
            power.tile,
            remedy=_("With such goods on your colonies it can be used."),
        )
        for power in unused(state)
        if not choices(empire.colonies, power.power.effect.goods)
    ]
