"""Settling one explored world: the answer, each way to do it, and why it cannot be done (p. 6, 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Refusal, Tally, later
from companion.games.new_frontiers.rules import replacing, rulebook_pages, settling
from companion.games.new_frontiers.rules.action_steps import current, in_force, step
from companion.games.new_frontiers.rules.asking_price import settle_when_told
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.optional_powers import grant
from companion.games.new_frontiers.rules.settling import CONTACT, MILITARY
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import InForce, World
from companion.games.new_frontiers.tiles.known import is_priced
from companion.games.new_frontiers.wording.names import called
from companion.translation import _

AGAIN = "again"
"""The stage after a player's main choice, in which more may follow it."""


@dataclass(frozen=True)
class SettleWorld(EmpireMove):
    """Settle an explored world.

    pay: CREDITS (a non-military world), MILITARY, or CONTACT (a military world for credits, by Contact
    Specialist). kind: what its owner makes of the Alien Oort Cloud Factory in this action, when it is the
    world settled and its kind is still open. onto: the colony it takes the place of (Doomed Colony).
    """

    do: ClassVar[str] = "settle-world"
    world: str
    pay: str
    kind: str | None = None
    onto: str | None = None

    def words(self, state: State) -> str:
        who, world = self.who(state), state.catalogue.world(self.world)
        if self.pay == MILITARY:
            words = _(
                "{player} settles {world} with Military {military}",
                player=who,
                world=called(world),
                military=settling.military(state, self.seat, world).total,
            )
        else:
            cost = settling.cost(state, self.seat, world, self.kind or world.kind).total
            if self.pay == CONTACT:
                words = _(
                    "{player} settles {world} for ${cost} instead of conquering it",
                    player=who,
                    world=called(world),
                    cost=cost,
                )
            else:
                words = _("{player} settles {world} for ${cost}", player=who, world=called(world), cost=cost)
        return settling.with_details(state, words, self.kind, self.onto)

    def apply(self, state: State) -> State:
        world = state.catalogue.world(self.world)
        kind = self.kind if world.kind == "any" else world.kind
        powers = in_force(state, self.seat, "Settle")
        if self.pay != MILITARY:
            empire = state.empires[self.seat]
            price = settling.cost(state, self.seat, world, kind, powers).total
            state = state.with_empire(self.seat, empire.changed(credits=empire.credits - price))
        doing = current(state)
        kinds = doing.kinds
        if world.kind == "any" and kind is not None:
            kinds = (*((tile, k) for tile, k in kinds if tile != self.world), (self.world, kind))
        state = step(state, stage=AGAIN, settled=doing.settled + 1, kinds=kinds)
        state = replacing.put_in_place(state, self.seat, self.world, kind, self.onto)
        for found in powers:
            state = grant(state, self.seat, found)
        return state


def options(state: State) -> list[Option]:
    player = current(state).player
    powers = in_force(state, player, "Settle")
    places = settling.replaceable(state, player)
    found = []
    for id in state.empires[player].explored:
        world = state.catalogue.world(id)
        if not is_priced(world):
            found.append(settle_when_told(state, player, id))
            continue
        any_kind = "kind" not in world.untold and world.kind == "any"
        for pay in settling.ways_to_pay(state, world, powers):
            for kind in settling.kinds_open(state, world):
                chosen_kind = kind if any_kind else None
                for onto in places:
                    if settling.refuse(state, player, world, pay, kind, onto, powers) is None:
                        decision = SettleWorld(player, id, pay, chosen_kind, onto)
                        why = later(_paid, state, decision, world, kind, powers)
                        words = later(_settle_words, state, decision, world, kind, powers)
                        found.append(Option(decision, words, why, id, likely=int(onto is None)))
    return found


def _paid(
    state: State, decision: SettleWorld, world: World, kind: str | None, powers: list[InForce]
) -> tuple[Tally]:
    """With what the world is settled: Military or credits."""
    if decision.pay == MILITARY:
        return (settling.military(state, decision.seat, world, powers),)
    return (settling.cost(state, decision.seat, world, kind, powers),)


def _settle_words(
    state: State, decision: SettleWorld, world: World, kind: str | None, powers: list[InForce]
) -> str:
    (why,) = _paid(state, decision, world, kind, powers)
    if decision.pay == MILITARY:
        words = _("Settle {world} with Military {military}", world=called(world), military=why.total)
    else:
        words = _("Settle {world} for ${cost}", world=called(world), cost=why.total)
    return settling.with_details(state, words, decision.kind, decision.onto)


def refusals(state: State, may_settle: bool) -> list[Refusal]:
    """The explored worlds that cannot be settled now in any way, with the reason for each way to pay.
    may_settle: another world may be settled in this action."""
    player = current(state).player
    powers = in_force(state, player, "Settle")
    places = settling.replaceable(state, player)
    refused: list[Refusal] = []
    for id in state.empires[player].explored:
        world = state.catalogue.world(id)
        if not is_priced(world):
            continue
        if not may_settle:
            refused.append(_must_wait(state, player, world, powers))
            continue
        reasons = [
            settling.refuse(
                state,
                player,
                world,
                pay,
                kind,
                onto,
                powers,
                SettleWorld(player, id, pay, kind if kind and world.kind == "any" else None, onto),
            )
            for pay in settling.ways_to_pay(state, world, powers)
            for kind in settling.kinds_open(state, world)
            for onto in places
        ]
        if None not in reasons:
            first = {reason.sentence: reason for reason in reversed(reasons) if reason is not None}
            refused += reversed(first.values())
    return refused


def _must_wait(state: State, player: int, world: World, powers: list[InForce]) -> Refusal:
    return Refusal(
        _("Settle {world}", world=called(world)),
        _("{world} must wait: only one world is settled in an action.", world=called(world)),
        rulebook_pages.SETTLE,
        world.id,
        remedy=_("Settle it in a later Settle."),
        decision=SettleWorld(player, world.id, settling.ways_to_pay(state, world, powers)[0]),
    )
