"""Settle: each player gains two colonists or settles an explored world (p. 6, 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, Refusal, Tally, later
from companion.games.new_frontiers.rules import replacing, rulebook_pages, settling, spending, world_limit
from companion.games.new_frontiers.rules.action_steps import (
    DONE,
    current,
    everyone_done,
    in_force,
    next_player,
    step,
)
from companion.games.new_frontiers.rules.actions import explore
from companion.games.new_frontiers.rules.asked import Action
from companion.games.new_frontiers.rules.asking_price import settle_when_told
from companion.games.new_frontiers.rules.endings import FEW_COLONISTS, FULL_EMPIRE, with_ending
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.optional_powers import grant
from companion.games.new_frontiers.rules.settling import CONTACT, MILITARY
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import TWO_COLONISTS, gain
from companion.games.new_frontiers.tiles.catalogue import InForce, World
from companion.games.new_frontiers.tiles.known import is_priced
from companion.games.new_frontiers.tiles.powers import AfterSettle, Gain, SettleTwice
from companion.games.new_frontiers.wording.names import called
from companion.translation import _, marked, plural

BONUS = Gain(colonists=1)
INSTEAD_OF_SETTLING = Gain(colonists=2)


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
        state = step(state, stage="again", settled=doing.settled + 1, kinds=kinds)
        state = replacing.put_in_place(state, self.seat, self.world, kind, self.onto)
        for found in powers:
            if isinstance(found.power.effect, AfterSettle):
                state = grant(state, self.seat, found)
        return state


@dataclass(frozen=True)
class TakeColonists(EmpireMove):
    """Gain two colonists instead of settling a world."""

    do: ClassVar[str] = "take-colonists"
    declines: ClassVar[bool] = True
    done_as_only_answer: ClassVar[str] = marked("gains no colonists")

    def words(self, state: State) -> str:
        number, who = min(INSTEAD_OF_SETTLING.colonists, state.supply.colonists), self.who(state)
        return plural(
            "{player} gains {number} colonist", "{player} gains {number} colonists", number, player=who
        )

    def apply(self, state: State) -> State:
        return step(gain(state, self.seat, INSTEAD_OF_SETTLING, TWO_COLONISTS), stage="again")


@dataclass(frozen=True)
class EndSettle(EmpireMove):
    """Use neither a second settle nor a replacement any more in this action."""

    do: ClassVar[str] = "end-settle"
    declines: ClassVar[bool] = True

    def words(self, state: State) -> str:
        return _("{player} settles no more", player=self.who(state))

    def apply(self, state: State) -> State:
        return next_player(state, stage="settle")


MOVES = (SettleWorld, TakeColonists, EndSettle)


def begin(state: State) -> State:
    return step(gain(state, current(state).selector, BONUS, marked("Settle bonus")), stage="settle")


def proceed(state: State) -> State:
    """On to the next thing that somebody must answer, after the main choice."""
    doing = current(state)
    if doing.draw or doing.offers:
        return state
    if doing.stage == "keep":
        state = world_limit.proceed(state)
        return state if current(state).stage != DONE else _end(state)
    if not everyone_done(doing) and doing.stage == "again":
        if _settles_again(state) or replacing.options(state):
            return state
        state = next_player(state, stage="settle")
    if everyone_done(current(state)):
        state = world_limit.begin(state)
    return state if current(state).stage != DONE else _end(state)


def _settles_left(state: State) -> int:
    """How many worlds the player may still settle: one as the main choice, more by Improved Logistics."""
    doing = current(state)
    if doing.stage == "settle":
        return 1
    if doing.settled == 0:
        return 0
    powers = in_force(state, doing.player, "Settle")
    return 1 + sum(isinstance(found.power.effect, SettleTwice) for found in powers) - doing.settled


def _settles_again(state: State) -> bool:
    """There is a second world to be settled, by spending goods first perhaps."""
    return bool(_settles_left(state)) and (
        bool(_settle_options(state)) or spending.can_bring_world_into_reach(state)
    )


def question(state: State) -> Question:
    doing = current(state)
    if doing.draw:
        return explore.draw_question(state)
    if doing.stage == "keep":
        return world_limit.question(state)
    empire = state.empires[doing.player].name
    if doing.stage == "settle":
        text = later(lambda: _("{player}, settle a world or gain 2 colonists?", player=empire))
        return Question(doing.player, "settle", text, rulebook_pages.SETTLE)
    if _settles_again(state):
        text = later(lambda: _("{player}, settle a second world?", player=empire))
    else:
        text = later(lambda: _("{player}, replace a colony?", player=empire))
    return Question(doing.player, "settle-again", text, rulebook_pages.SETTLE_NOTES)


def options(state: State) -> tuple[Option, ...]:
    doing = current(state)
    if doing.draw:
        return ()
    if doing.stage == "keep":
        return world_limit.options(state)
    player = doing.player
    found: list[Option] = []
    if _settles_left(state):
        found += _settle_options(state)
        found += spending.options(state)
    found += [option for option in replacing.options(state) if option not in found]
    if doing.stage == "settle":
        number = min(INSTEAD_OF_SETTLING.colonists, state.supply.colonists)
        words = plural("Gain {number} colonist", "Gain {number} colonists", number) if number else _("Pass")
        found.append(Option(TakeColonists(player), words))
    else:
        found.append(Option(EndSettle(player), _("Enough")))
    return tuple(found)


def _settle_options(state: State) -> list[Option]:
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


def refusals(state: State) -> tuple[Refusal, ...]:
    """The explored worlds that cannot be settled now in any way, with the reason for each way to pay."""
    doing = current(state)
    if doing.draw or doing.stage not in ("settle", "again"):
        return ()
    player = doing.player
    powers = in_force(state, player, "Settle")
    places = settling.replaceable(state, player)
    refused = []
    for id in state.empires[player].explored:
        world = state.catalogue.world(id)
        if not is_priced(world):
            continue
        if not _settles_left(state):
            sentence = _("{world} must wait: only one world is settled in an action.", world=called(world))
            refused.append(
                Refusal(
                    _("Settle {world}", world=called(world)),
                    sentence,
                    rulebook_pages.SETTLE,
                    id,
                    remedy=_("Settle it in a later Settle."),
                    decision=SettleWorld(player, id, settling.ways_to_pay(state, world, powers)[0]),
                )
            )
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
    if _settles_left(state):
        refused += spending.refusals(state)
    return (*refused, *replacing.refusals(state, player))


def _end(state: State) -> State:
    """Replaced worlds go into the bag, new powers come into force, the game's end is looked for (p. 6, 7)."""
    empires = tuple(
        e.changed(colonies=tuple(c.changed(new=False) if c.new else c for c in e.colonies))
        if any(c.new for c in e.colonies)
        else e
        for e in state.empires
    )
    bag = (*state.bag, *current(state).returning)
    state = step(state.changed(empires=empires, bag=bag), returning=())
    return with_ending(with_ending(state, FULL_EMPIRE), FEW_COLONISTS)


def is_answerable(state: State) -> bool:
    """The open question still has an answer; facts that were overruled can take it away."""
    doing = current(state)
    if doing.stage == "keep":
        return world_limit.is_answerable(state)
    return not doing.draw or bool(state.bag)


SETTLE = Action(question, options, refusals, begin, proceed, is_answerable)
