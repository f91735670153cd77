"""One colony in the place of another: Terraforming Engineers, and what becomes of the replaced one (p. 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Refusal
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import colony_of, current, in_force, name, step
from companion.games.new_frontiers.rules.asking_price import settle_when_told
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.setup import asks_where_it_matters
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.rules.supply import place_good, return_good
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import InForce, World
from companion.games.new_frontiers.tiles.known import is_priced
from companion.translation import _


@dataclass(frozen=True)
class ReplaceWithWorld(EmpireMove):
    """Terraforming Engineers: explored `world` takes the place of `colony`, of its kind (p. 7): no action, no
    trigger, no discount."""

    do: ClassVar[str] = "replace-colony"
    colony: str
    world: str

    def words(self, state: State) -> str:
        told = {
            "player": self.who(state),
            "colony": name(state, self.colony),
            "world": name(state, self.world),
        }
        if self.colony in state.catalogue.worlds and asks_where_it_matters(state):
            return _(
                "{player} replaces {colony} with {world}; {colony} goes back into the bag at the end of "
                "Settle",
                **told,
            )
        return _("{player} replaces {colony} with {world}", **told)

    def apply(self, state: State) -> State:
        power = usable(state, self.seat, self.colony, self.world)
        assert power is not None
        before, after = state.catalogue.world(self.colony), state.catalogue.world(self.world)
        kinds = dict(current(state).kinds)
        kind = next(iter(_common_kinds(state, before, after)))
        for world in (before, after):
            if world.kind == "any" and kind is not None:
                kinds[world.id] = kind
        state = step(state, used=(*current(state).used, power.key), kinds=tuple(kinds.items()))
        return put_in_place(state, self.seat, self.world, kind, self.colony)


MOVES = (ReplaceWithWorld,)


def unused(state: State, player: int) -> list[InForce]:
    """The powers to replace a colony that the player has not used in this action."""
    used = current(state).used
    return [
        found
        for found in in_force(state, player, "Settle")
        if found.power.effect.rise >= 0 and found.key not in used
    ]


def usable(state: State, player: int, old: str, new: str) -> InForce | None:
    """The least of the unused powers that reaches from `old`'s printed cost to `new`'s."""
    rise = (state.catalogue.world(new).cost or 0) - (state.catalogue.world(old).cost or 0)
    reaching = [found for found in unused(state, player) if rise <= found.power.effect.rise]
    return min(reaching, key=lambda found: found.power.effect.rise, default=None)


def _may_replace(state: State, colony: Colony, new: str, most: int, colonists: int) -> bool:
    """Whether `new` may take the place of the colony: not one placed in this action, non-military, of the
    same kind, at a printed cost 0 to `most` higher, with the colonists it needs (p. 7). colonists: those
    on the player's mat."""
    before, after = state.catalogue.world(colony.world), state.catalogue.world(new)
    if colony.new or before.military or after.military or before.cost is None or after.cost is None:
        return False
    return (
        0 <= after.cost - before.cost <= most
        and after.colonists <= colony.colonists + colonists
        and bool(_common_kinds(state, before, after))
    )


def options(state: State) -> list[Option]:
    """Each explored world in the place of each colony that it may replace."""
    player = current(state).player
    powers = unused(state, player)
    if not powers:
        return []
    empire, most = state.empires[player], max(found.power.effect.rise for found in powers)
    unpriced = [id for id in empire.explored if not is_priced(state.catalogue.world(id))]
    return [settle_when_told(state, player, id) for id in unpriced] + [
        Option(
            ReplaceWithWorld(player, colony.world, id),
            _("Replace {colony} with {world}", colony=name(state, colony.world), world=name(state, id)),
            tile=id,
        )
        for colony in empire.colonies
        for id in empire.explored
        if is_priced(state.catalogue.world(id)) and _may_replace(state, colony, id, most, empire.colonists)
    ]


def refusals(state: State, player: int) -> list[Refusal]:
    """The explored non-military worlds that can take the place of no colony."""
    powers = unused(state, player)
    empire = state.empires[player]
    if not powers:
        return []
    most = max(found.power.effect.rise for found in powers)
    found = []
    for id in empire.explored:
        world = state.catalogue.world(id)
        if not is_priced(world) or world.military:
            continue
        if not any(_may_replace(state, one, id, most, empire.colonists) for one in empire.colonies):
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
        colony = colony.changed(covers=old if state.catalogue.world(old).is_home else replaced.covers)
        colonies = tuple(colony if c.world == old else c for c in empire.colonies)
        if replaced.good is not None:
            state = state.changed(supply=return_good(state.supply, replaced.good))
        if not state.catalogue.world(old).is_home:
            state = step(state, returning=(*current(state).returning, old))
    empire = empire.changed(colonies=colonies, colonists=colonists, explored=explored)
    state = state.with_empire(player, empire)
    if world.good == "windfall" and kind is not None:
        state, _ = place_good(state, player, new, kind)
    return state
