"""What it takes to settle a world: Military, cost, colonists, and why one cannot (p. 6, 7)."""

from __future__ import annotations

from companion.games.game import Refusal, Tally, Term
from companion.games.new_frontiers import pages
from companion.games.new_frontiers.decisions import CONTACT, CREDITS, MILITARY
from companion.games.new_frontiers.powers import (
    KINDS,
    Military,
    PayForMilitary,
    ReplaceThis,
    SettleDiscount,
)
from companion.games.new_frontiers.state import State
from companion.games.new_frontiers.tiles import World
from companion.games.new_frontiers.turn import InForce, colony_of, credits, current, in_force, name


def military(state: State, player: int, world: World, powers: list[InForce] | None = None) -> Tally:
    """The player's Military against this military world: general, specialized that fits, and temporary."""
    terms = []
    for found in in_force(state, player, "Settle") if powers is None else powers:
        effect = found.power.effect
        if not isinstance(effect, Military):
            continue
        if effect.keyword is None and effect.kind is None:
            terms.append(Term("Military", effect.amount, found.tile))
        elif effect.keyword in world.keywords or (effect.kind is not None and effect.kind == world.kind):
            against = effect.keyword or effect.kind
            terms.append(Term(f"Military against {against} worlds", effect.amount, found.tile))
    doing = state.doing
    if doing is not None and doing.action == "settle" and doing.stage != "keep" and doing.player == player:
        terms += [Term("temporary Military", amount, tile) for tile, amount in doing.temporary]
    return Tally("Military", tuple(terms))


def cost(
    state: State, player: int, world: World, kind: str | None, powers: list[InForce] | None = None
) -> Tally:
    """Credits to settle it: a non-military world, or a military one by Contact Specialist; at least 0.

    kind: what the world counts as, which for the Alien Oort Cloud Factory its owner sets.
    """
    powers = in_force(state, player, "Settle") if powers is None else powers
    if world.cost is not None:
        terms = [Term("printed cost", world.cost, world.id)]
    else:
        terms = [Term("defense, to be paid", world.defense or 0, world.id)]
        terms += [
            Term("paid instead of conquered", -found.power.effect.discount, found.tile)
            for found in powers
            if isinstance(found.power.effect, PayForMilitary)
        ]
    for found in powers:
        effect = found.power.effect
        if isinstance(effect, SettleDiscount) and (effect.kind is None or effect.kind == kind):
            terms.append(Term("discount", -effect.amount, found.tile))
    return Tally("cost", tuple(terms), lowest=0)


def kinds_open(state: State, world: World) -> tuple[str | None, ...]:
    """The kinds that the world may count as in this action: its own, the one set, or each (Oort Factory)."""
    if world.kind != "any":
        return (world.kind,)
    chosen = dict(current(state).kinds).get(world.id)
    return KINDS if chosen is None else (chosen,)


def ways_to_pay(world: World, powers: list[InForce]) -> tuple[str, ...]:
    if not world.military:
        return (CREDITS,)
    if not is_alien(world) and any(isinstance(found.power.effect, PayForMilitary) for found in powers):
        return (MILITARY, CONTACT)
    return (MILITARY,)


def is_alien(world: World) -> bool:
    """Alien Technology worlds, and those with the Alien keyword."""
    return world.kind == "Alien" or "Alien" in world.keywords


def replaceable(state: State, player: int) -> tuple[str | None, ...]:
    """The colonies that a settled world may take the place of (Doomed Colony); None: an ordinary settling."""
    empire = state.empires[player]
    doomed = [
        found.tile
        for found in in_force(state, player, "Settle")
        if isinstance(found.power.effect, ReplaceThis) and colony_of(empire, found.tile) is not None
    ]
    return (None, *doomed)


def refuse(
    state: State,
    player: int,
    id: str,
    pay: str,
    kind: str | None = None,
    onto: str | None = None,
    powers: list[InForce] | None = None,
) -> Refusal | None:
    """Why the player may not settle this world this way; None: they may."""
    empire = state.empires[player]
    words = f"Settle {name(state, id)}"

    def no(sentence: str, *why: Tally, page: int = pages.SETTLE) -> Refusal:
        return Refusal(words, sentence, page, id, why)

    if id not in empire.explored:
        return no(f"{name(state, id)} is not an explored world of {empire.name}.")
    world = state.catalogue.world(id)
    powers = in_force(state, player, "Settle") if powers is None else powers
    if pay not in ways_to_pay(world, powers):
        return no(_wrong_payment(world, pay))
    open_kinds = kinds_open(state, world)
    if world.kind != "any":
        if kind is not None:
            return no(f"The kind of {world.name} is printed on it.", page=pages.POWERS)
        kind = world.kind
    elif kind not in open_kinds:
        return no(
            f"Say what kind {world.name} is in this action: {', '.join(map(str, open_kinds))}.",
            page=pages.POWERS,
        )
    colonists = empire.colonists
    if onto is not None:
        if onto not in replaceable(state, player):
            return no(
                f"No power lets a world take the place of {name(state, onto)}.", page=pages.SETTLE_NOTES
            )
        replaced = colony_of(empire, onto)
        colonists += replaced.colonists if replaced is not None else 0
    if colonists < world.colonists:
        return no(
            f"{world.name} needs {_colonists(world.colonists)}; {empire.name} has {colonists} to place."
        )
    if pay == MILITARY:
        strength = military(state, player, world, powers)
        if strength.total < (world.defense or 0):
            return no(
                f"{world.name} has defense {world.defense}; {empire.name} has Military {strength.total} "
                "against it.",
                strength,
            )
        return None
    price = cost(state, player, world, kind, powers)
    if price.total > empire.credits:
        return no(f"{world.name} costs {credits(price.total)}; {empire.name} has {empire.credits}.", price)
    return None


def _wrong_payment(world: World, pay: str) -> str:
    if pay == MILITARY:
        return f"{world.name} is a non-military world: its cost is paid in credits."
    if pay == CONTACT and world.military:
        if is_alien(world):
            return f"{world.name} is an Alien world: it can only be conquered."
        return f"Paying for {world.name} instead of conquering it takes a power such as Contact Specialist's."
    if pay == CREDITS and world.military:
        return f"{world.name} is a military world: it is conquered with Military."
    return f"{world.name} is settled for credits."


def _colonists(number: int) -> str:
    return "1 colonist" if number == 1 else f"{number} colonists"
