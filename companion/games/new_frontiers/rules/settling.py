"""Requirements for settling a world: Military, cost, colonists, and the reasons for a refusal (p. 6, 7)."""

from __future__ import annotations

from companion.games.contract import Refusal, Tally, Term
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import InForce, colony_of, current, in_force, name
from companion.games.new_frontiers.rules.decisions import CONTACT, CREDITS, MILITARY
from companion.games.new_frontiers.rules.shortage import colonists_needed, credits_needed, too_expensive
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import World
from companion.games.new_frontiers.tiles.powers import (
    KINDS,
    Military,
    PayForMilitary,
    ReplaceThis,
    SettleDiscount,
)
from companion.games.new_frontiers.wording.names import called, kind_name
from companion.translation import _, plural


def military(state: State, player: int, world: World, powers: list[InForce] | None = None) -> Tally:
    """The player's Military against this military world: general, specialized that fits, and temporary."""
    terms = []
    for found in in_force(state, player, "Settle") if powers is None else powers:
        effect = found.power.effect
        if not isinstance(effect, Military):
            continue
        if effect.keyword is None and effect.kind is None:
            terms.append(Term(_("Military"), effect.amount, found.tile))
        elif effect.keyword in world.keywords or (effect.kind is not None and effect.kind == world.kind):
            against = effect.keyword or kind_name(effect.kind or "")
            words = _("Military against {foe} worlds", foe=against)
            terms.append(Term(words, effect.amount, found.tile))
    doing = state.doing
    if doing is not None and doing.action == "settle" and doing.stage != "keep" and doing.player == player:
        terms += [Term(_("temporary Military"), amount, tile) for tile, amount in doing.temporary]
    return Tally(_("Military"), tuple(terms))


def cost(
    state: State, player: int, world: World, kind: str | None, powers: list[InForce] | None = None
) -> Tally:
    """Credits to settle it: a non-military world, or a military one by Contact Specialist; at least 0.

    kind: what the world counts as, which for the Alien Oort Cloud Factory its owner sets.
    """
    powers = in_force(state, player, "Settle") if powers is None else powers
    if world.cost is not None:
        terms = [Term(_("printed cost"), world.cost, world.id)]
    else:
        terms = [Term(_("defense, to be paid"), world.defense or 0, world.id)]
        terms += [
            Term(_("paid instead of conquered"), -found.power.effect.discount, found.tile)
            for found in powers
            if isinstance(found.power.effect, PayForMilitary)
        ]
    for found in powers:
        effect = found.power.effect
        if isinstance(effect, SettleDiscount) and (effect.kind is None or effect.kind == kind):
            terms.append(Term(_("discount"), -effect.amount, found.tile))
    return Tally(_("cost"), tuple(terms), lowest=0)


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

    def no(sentence: str, *why: Tally, page: int = rulebook_pages.SETTLE, remedy: str = "") -> Refusal:
        return Refusal(_("Settle {world}", world=name(state, id)), sentence, page, id, why, remedy)

    if id not in empire.explored:
        return no(_not_explored(name(state, id), empire.name), remedy=_("Take it in an Explore first."))
    world = state.catalogue.world(id)
    powers = in_force(state, player, "Settle") if powers is None else powers
    if pay not in ways_to_pay(world, powers):
        return no(_wrong_payment(world, pay))
    open_kinds = kinds_open(state, world)
    if world.kind != "any":
        if kind is not None:
            return no(
                _("The kind of {world} is printed on it.", world=called(world)), page=rulebook_pages.POWERS
            )
        kind = world.kind
    elif kind not in open_kinds:
        return no(
            _(
                "Say what kind {world} is in this action: {kinds}.",
                world=called(world),
                kinds=", ".join(kind_name(str(one)) for one in open_kinds),
            ),
            page=rulebook_pages.POWERS,
        )
    colonists = empire.colonists
    if onto is not None:
        if onto not in replaceable(state, player):
            return no(
                _("No power lets a world take the place of {colony}.", colony=name(state, onto)),
                page=rulebook_pages.SETTLE_NOTES,
                remedy=_("Settle it beside your colonies."),
            )
        replaced = colony_of(empire, onto)
        colonists += replaced.colonists if replaced is not None else 0
    if colonists < world.colonists:
        return no(
            plural(
                "{world} needs {number} colonist; {player} has {has} to place.",
                "{world} needs {number} colonists; {player} has {has} to place.",
                world.colonists,
                world=called(world),
                player=empire.name,
                has=colonists,
            ),
            remedy=colonists_needed(world.colonists - colonists),
        )
    if pay == MILITARY:
        strength = military(state, player, world, powers)
        if strength.total < (world.defense or 0):
            return no(
                _(
                    "{world} has defense {defense}; {player} has Military {military} against it.",
                    world=called(world),
                    defense=world.defense,
                    player=empire.name,
                    military=strength.total,
                ),
                strength,
                remedy=_("{number} more Military is needed.", number=(world.defense or 0) - strength.total),
            )
        return None
    price = cost(state, player, world, kind, powers)
    if price.total > empire.credits:
        return no(
            too_expensive(called(world), price.total, empire),
            price,
            remedy=credits_needed(price.total, empire),
        )
    return None


def with_details(state: State, words: str, kind: str | None, onto: str | None) -> str:
    """What is said of settling a world, with the kind its owner sets and the colony whose place it takes."""
    if kind is not None:
        words = _("{words}, as {kind}", words=words, kind=kind_name(kind))
    if onto is not None:
        words = _("{words}, in the place of {colony}", words=words, colony=name(state, onto))
    return words


def _not_explored(world: str, player: str) -> str:
    return _("{world} is not an explored world of {player}.", world=world, player=player)


def _wrong_payment(world: World, pay: str) -> str:
    if pay == MILITARY:
        return _("{world} is a non-military world: its cost is paid in credits.", world=called(world))
    if pay == CONTACT and world.military:
        if is_alien(world):
            return _("{world} is an Alien world: it can only be conquered.", world=called(world))
        return _(
            "Paying for {world} instead of conquering it takes a power such as Contact Specialist's.",
            world=called(world),
        )
    if pay == CREDITS and world.military:
        return _("{world} is a military world: it is conquered with Military.", world=called(world))
    return _("{world} is settled for credits.", world=called(world))
