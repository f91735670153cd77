"""One colony in the place of another: Terraforming Engineers, and what becomes of the replaced one (p. 7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Refusal
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import InForce, colony_of, current, in_force, name, step
from companion.games.new_frontiers.rules.shortage import colonists_needed
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.rules.supply import place_good, return_good
from companion.games.new_frontiers.tiles.catalogue import World
from companion.games.new_frontiers.tiles.powers import KINDS, ReplaceColony
from companion.translation import _


def unused(state: State, player: int) -> list[InForce]:
    """The powers to replace a colony that the player has not used in this action."""
    used = current(state).used
    return [
        found
        for found in in_force(state, player, "Settle")
        if isinstance(found.power.effect, ReplaceColony) and found.key not in used
    ]


def usable(state: State, player: int, old: str, new: str) -> InForce | None:
    """The least of the unused powers that reaches from `old`'s printed cost to `new`'s."""
    rise = (state.catalogue.world(new).cost or 0) - (state.catalogue.world(old).cost or 0)
    reaching = [found for found in unused(state, player) if rise <= _reach(found)]
    return min(reaching, key=_reach, default=None)


def _reach(found: InForce) -> int:
    effect = found.power.effect
    assert isinstance(effect, ReplaceColony)
    return effect.up_to


def refuse(state: State, player: int, old: str, new: str) -> Refusal | None:
    """Why `new` may not take the place of `old` by Terraforming Engineers; None: it may."""
    empire = state.empires[player]

    def no(sentence: str, remedy: str = "") -> Refusal:
        words = _("Replace {colony} with {world}", colony=name(state, old), world=name(state, new))
        return Refusal(words, sentence, rulebook_pages.SETTLE_NOTES, new, remedy=remedy)

    colony = colony_of(empire, old)
    if colony is None:
        return no(
            _("{tile} is not a colony of {player}.", tile=name(state, old), player=empire.name),
            remedy=_("Choose a colony of yours."),
        )
    if new not in empire.explored:
        return no(
            _("{world} is not an explored world of {player}.", world=name(state, new), player=empire.name),
            remedy=_("Take it in an Explore first."),
        )
    powers = unused(state, player)
    if not powers:
        return no(
            _("{player} has no power left that replaces a colony.", player=empire.name),
            remedy=_("Each such power works once in every Settle."),
        )
    before, after = state.catalogue.world(old), state.catalogue.world(new)
    if colony.new:
        return no(
            _("{colony} was placed in this action: it cannot be replaced yet.", colony=before.name),
            remedy=_("It can be replaced in a later Settle."),
        )
    if before.military or after.military or before.cost is None or after.cost is None:
        return no(_("Only a non-military colony can be replaced, with a non-military world."))
    if not _common_kinds(state, before, after):
        return no(
            _("{one} and {other} are not of the same kind.", one=before.name, other=after.name),
            remedy=_("Choose a colony of the same kind."),
        )
    rise = after.cost - before.cost
    most = max(_reach(found) for found in powers)
    if not 0 <= rise <= most:
        return no(
            _(
                "The printed cost must be 0 to {most} higher: {colony} has {before}, {world} {after}.",
                most=most,
                colony=before.name,
                before=before.cost,
                world=after.name,
                after=after.cost,
            )
        )
    if after.colonists > colony.colonists + empire.colonists:
        return no(
            _(
                "{world} needs {needs} colonists; {player} has {has} beside the {there} on {colony}.",
                world=after.name,
                needs=after.colonists,
                player=empire.name,
                has=empire.colonists,
                there=colony.colonists,
                colony=before.name,
            ),
            remedy=colonists_needed(after.colonists - colony.colonists - empire.colonists),
        )
    return None


def refusals(state: State, player: int) -> list[Refusal]:
    """The explored non-military worlds that can take the place of no colony."""
    powers = unused(state, player)
    empire = state.empires[player]
    if not powers:
        return []
    most = max(_reach(found) for found in powers)
    found = []
    for id in empire.explored:
        if state.catalogue.world(id).military:
            continue
        if all(refuse(state, player, colony.world, id) is not None for colony in empire.colonies):
            sentence = _(
                "{world} takes the place of a non-military colony of the same kind whose printed cost is 0 "
                "to {most} lower, with the colonists it needs; {player} has none such.",
                world=name(state, id),
                most=most,
                player=empire.name,
            )
            words = _("Replace a colony with {world}", world=name(state, id))
            found.append(Refusal(words, sentence, rulebook_pages.SETTLE_NOTES, id))
    return found


def _common_kinds(state: State, before: World, after: World) -> set[str | None]:
    """The kinds that both may be in this action; gray only as printed."""
    return _possible(state, before) & _possible(state, after)


def _possible(state: State, world: World) -> set[str | None]:
    if world.kind != "any":
        return {world.kind}
    chosen = dict(current(state).kinds).get(world.id)
    return {chosen} if chosen is not None else set(KINDS)


def put_in_place(state: State, player: int, new: str, kind: str | None, old: str | None) -> State:
    """`new` becomes a colony with its colonists and a windfall good of `kind`; in the place of `old`, if any.

    What `old` held goes back: its good to the supply, surplus colonists to the mat, the tile into the bag at
    the end of Settle (a home colony is printed on the mat, and covered).
    """
    world = state.catalogue.world(new)
    empire = state.empires[player]
    colony = Colony(new, world.colonists, new=True)
    colonists = empire.colonists - world.colonists
    explored = tuple(id for id in empire.explored if id != new)
    if old is None:
        colonies = (*empire.colonies, colony)
    else:
        replaced = colony_of(empire, old)
        assert replaced is not None
        colonists += replaced.colonists
        colony = replace(colony, covers=old if state.catalogue.world(old).is_home else replaced.covers)
        colonies = tuple(colony if c.world == old else c for c in empire.colonies)
        if replaced.good is not None:
            state = replace(state, supply=return_good(state.supply, replaced.good))
        if not state.catalogue.world(old).is_home:
            state = step(state, returning=(*current(state).returning, old))
    empire = replace(empire, colonies=colonies, colonists=colonists, explored=explored)
    state = state.with_empire(player, empire)
    if world.good == "windfall" and kind is not None:
        state, _ = place_good(state, player, new, kind)
    return state


def replace_colony(state: State, player: int, old: str, new: str) -> State:
    """Terraforming Engineers, after `refuse` found nothing: no action, no trigger, no discount (p. 7)."""
    power = usable(state, player, old, new)
    assert power is not None
    before, after = state.catalogue.world(old), state.catalogue.world(new)
    kinds = dict(current(state).kinds)
    kind = next(iter(_common_kinds(state, before, after)))
    for world in (before, after):
        if world.kind == "any" and kind is not None:
            kinds[world.id] = kind
    state = step(state, used=(*current(state).used, power.key), kinds=tuple(kinds.items()))
    return put_in_place(state, player, new, kind, old)
