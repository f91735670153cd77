"""Requirements for settling a world: Military, cost, colonists, and the reasons for a refusal (p. 6, 7)."""

from __future__ import annotations

from companion.games.contract import Decision, Refusal, Tally, Term, later
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import colony_of, current, everyone_done, in_force, name
from companion.games.new_frontiers.rules.setup import asks_all_facts
from companion.games.new_frontiers.rules.shortage import colonists_needed, credits_needed, too_expensive
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import InForce, World
from companion.games.new_frontiers.wording.names import called, kind_name
from companion.translation import _, plural

CREDITS, MILITARY, CONTACT = "credits", "military", "contact"
"""The ways to pay for a world: a non-military one by credits, a military one by Military, or for credits by
Contact Specialist."""


def military(state: State, player: int, world: World, powers: list[InForce] | None = None) -> Tally:
    """The player's Military against this military world: general, specialized that fits, and temporary."""
    terms = []
    for found in in_force(state, player, "Settle") if powers is None else powers:
        effect = found.power.effect
        if effect.military and effect.is_against(world):
            foe = effect.foe()
            words = _("Military against {foe} worlds", foe=foe) if foe else _("Military")
            terms.append(Term(words, effect.military, found.tile))
    doing = state.doing
    if doing is not None and not everyone_done(doing) and doing.player == player:
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
            if found.power.effect.pays_for(world)
        ]
    for found in powers:
        effect = found.power.effect
        if "kind" in world.untold and effect.minds_kinds():
            kind = world.kind
        if less := effect.less_for_world(kind):
            terms.append(Term(_("discount"), -less, found.tile))
    return Tally(_("cost"), tuple(terms), lowest=0)


def kinds_open(state: State, world: World) -> tuple[str | None, ...]:
    """The kinds that the world may count as in this action: its own, the one set, or each (Oort Factory).

    While its kind is untold it counts as none: what depends on it asks for it (see `cost`)."""
    if "kind" in world.untold:
        return (None,)
    if world.kind != "any":
        return (world.kind,)
    chosen = dict(current(state).kinds).get(world.id)
    return KINDS if chosen is None else (chosen,)


def ways_to_pay(state: State, world: World, powers: list[InForce]) -> tuple[str, ...]:
    if not world.military:
        return (CREDITS,)
    # Whether it is Alien is read, and so asked, only where somebody could pay for it; tables of before asked.
    if not asks_all_facts(state) and world.is_alien:
        return (MILITARY,)
    return (MILITARY, CONTACT) if any(one.power.effect.pays_for(world) for one in powers) else (MILITARY,)


def replaceable(state: State, player: int) -> tuple[str | None, ...]:
    """The colonies that a settled world may take the place of (Doomed Colony); None: an ordinary settling."""
    empire = state.empires[player]
    doomed = [
        found.tile
        for found in in_force(state, player, "Settle")
        if found.power.effect.gives_way and colony_of(empire, found.tile) is not None
    ]
    return (None, *doomed)


def refuse(
    state: State,
    player: int,
    world: World,
    pay: str,
    kind: str | None,
    onto: str | None,
    powers: list[InForce],
    decision: Decision | None = None,
) -> Refusal | None:
    """Why the player may not settle this explored world in this way; None: they may.

    pay, kind, onto: of those that `ways_to_pay`, `kinds_open` and `replaceable` give; powers: the player's
    Settle powers in force; decision: the answer that says so, for the refusal.
    """
    empire = state.empires[player]

    def no(sentence: str, *why: Tally, remedy: str = "") -> Refusal:
        words = later(lambda: _("Settle {world}", world=called(world)))
        return Refusal(words, sentence, rulebook_pages.SETTLE, world.id, why, remedy, decision)

    colonists = empire.colonists
    if onto is not None:
        replaced = colony_of(empire, onto)
        colonists += replaced.colonists if replaced is not None else 0
    if colonists < world.colonists:
        return no(
            later(
                lambda: plural(
                    "{world} needs {number} colonist; {player} has {has} to place.",
                    "{world} needs {number} colonists; {player} has {has} to place.",
                    world.colonists,
                    world=called(world),
                    player=empire.name,
                    has=colonists,
                )
            ),
            remedy=later(colonists_needed, world.colonists - colonists),
        )
    if pay == MILITARY:
        strength = military(state, player, world, powers)
        if strength.total < (world.defense or 0):
            return no(
                later(
                    lambda: _(
                        "{world} has defense {defense}; {player} has Military {military} against it.",
                        world=called(world),
                        defense=world.defense,
                        player=empire.name,
                        military=strength.total,
                    )
                ),
                strength,
                remedy=later(
                    lambda: _(
                        "{number} more Military is needed.", number=(world.defense or 0) - strength.total
                    )
                ),
            )
        return None
    price = cost(state, player, world, kind, powers)
    if price.total > empire.credits:
        return no(
            later(lambda: too_expensive(called(world), price.total, empire)),
            price,
            remedy=later(credits_needed, price.total, empire),
        )
    return None


def with_details(state: State, words: str, kind: str | None, onto: str | None) -> str:
    """What is said of settling a world, with the kind its owner sets and the colony whose place it takes."""
    if kind is not None:
        words = _("{words}, as {kind}", words=words, kind=kind_name(kind))
    if onto is not None:
        words = _("{words}, in the place of {colony}", words=words, colony=name(state, onto))
    return words
