"""Settle: each player gains two colonists or settles an explored world (p. 6, 7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Decision, Illegal, Option, Question, Refusal, Tally
from companion.games.new_frontiers.rules import replacing, rulebook_pages, settling, spending, world_limit
from companion.games.new_frontiers.rules.action_steps import (
    DONE,
    current,
    everyone_done,
    illegal,
    in_force,
    name,
    next_player,
    step,
    unexpected,
)
from companion.games.new_frontiers.rules.actions import explore
from companion.games.new_frontiers.rules.decisions import (
    MILITARY,
    EndSettle,
    ReplaceColony,
    SettleWorld,
    SpendGoods,
    TakeColonists,
)
from companion.games.new_frontiers.rules.endings import FEW_COLONISTS, FULL_EMPIRE, with_ending
from companion.games.new_frontiers.rules.optional_powers import grant
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import TWO_COLONISTS, gain
from companion.games.new_frontiers.tiles.powers import AfterSettle, Gain, SettleTwice
from companion.games.new_frontiers.wording.names import called
from companion.translation import _, marked, plural

BONUS = Gain(colonists=1)
INSTEAD_OF_SETTLING = Gain(colonists=2)


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
        if _settles_again(state) or _replace_options(state):
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
        text = _("{player}, settle a world or gain 2 colonists?", player=empire)
        return Question(doing.player, "settle", text, rulebook_pages.SETTLE)
    if _settles_again(state):
        text = _("{player}, settle a second world?", player=empire)
    else:
        text = _("{player}, replace a colony?", player=empire)
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
    found += _replace_options(state)
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
        any_kind = world.kind == "any"
        for pay in settling.ways_to_pay(world, powers):
            for kind in settling.kinds_open(state, world):
                chosen_kind = kind if any_kind else None
                for onto in places:
                    if settling.refuse(state, player, id, pay, chosen_kind, onto, powers) is None:
                        why: tuple[Tally, ...]
                        if pay == MILITARY:
                            why = (settling.military(state, player, world, powers),)
                            words = _(
                                "Settle {world} with Military {military}",
                                world=called(world),
                                military=why[0].total,
                            )
                        else:
                            why = (settling.cost(state, player, world, kind, powers),)
                            words = _("Settle {world} for ${cost}", world=called(world), cost=why[0].total)
                        words = settling.with_details(state, words, chosen_kind, onto)
                        decision = SettleWorld(player, id, pay, chosen_kind, onto)
                        found.append(Option(decision, words, why, id, likely=int(onto is None)))
    return found


def _replace_options(state: State) -> list[Option]:
    player = current(state).player
    if not replacing.unused(state, player):
        return []
    empire = state.empires[player]
    return [
        Option(
            ReplaceColony(player, colony.world, id),
            _("Replace {colony} with {world}", colony=name(state, colony.world), world=name(state, id)),
            tile=id,
        )
        for colony in empire.colonies
        for id in empire.explored
        if replacing.refuse(state, player, colony.world, id) is None
    ]


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
        if not _settles_left(state):
            sentence = _("{world} must wait: only one world is settled in an action.", world=called(world))
            refused.append(
                Refusal(
                    _("Settle {world}", world=called(world)),
                    sentence,
                    rulebook_pages.SETTLE,
                    id,
                    remedy=_("Settle it in a later Settle."),
                )
            )
            continue
        reasons = [
            settling.refuse(state, player, id, pay, kind if world.kind == "any" else None, onto, powers)
            for pay in settling.ways_to_pay(world, powers)
            for kind in settling.kinds_open(state, world)
            for onto in places
        ]
        if None not in reasons:
            first = {reason.sentence: reason for reason in reversed(reasons) if reason is not None}
            refused += reversed(first.values())
    if _settles_left(state):
        refused += spending.refusals(state)
    return (*refused, *replacing.refusals(state, player))


def play(state: State, decision: Decision) -> State:
    doing = current(state)
    if doing.draw:
        return proceed(explore.take_draw(state, decision))
    if doing.stage == "keep":
        return proceed(world_limit.play(state, decision))
    player = doing.player
    if isinstance(decision, SettleWorld) and _settles_left(state):
        return proceed(_settle(state, decision))
    if isinstance(decision, SpendGoods) and _settles_left(state):
        return spending.play(state, decision)
    if isinstance(decision, ReplaceColony):
        refusal = replacing.refuse(state, player, decision.colony, decision.world)
        if refusal is not None:
            raise illegal(refusal)
        return proceed(replacing.replace_colony(state, player, decision.colony, decision.world))
    if isinstance(decision, TakeColonists) and doing.stage == "settle":
        return proceed(step(gain(state, player, INSTEAD_OF_SETTLING, TWO_COLONISTS), stage="again"))
    if isinstance(decision, EndSettle) and doing.stage == "again":
        return proceed(next_player(state, stage="settle"))
    if isinstance(decision, SettleWorld | SpendGoods):
        raise Illegal(
            _("Only one world is settled in an action."),
            rulebook_pages.SETTLE,
            _("Settle it in a later Settle."),
        )
    if isinstance(decision, EndSettle):
        raise Illegal(
            _("Settle cannot be passed: gain 2 colonists or settle a world."), rulebook_pages.SETTLE
        )
    raise unexpected(state, decision)


def _settle(state: State, decision: SettleWorld) -> State:
    player = current(state).player
    id, kind = decision.world, decision.kind
    refusal = settling.refuse(state, player, id, decision.pay, kind, decision.onto)
    if refusal is not None:
        raise illegal(refusal)
    world = state.catalogue.world(id)
    if world.kind != "any":
        kind = world.kind
    triggers = [
        found for found in in_force(state, player, "Settle") if isinstance(found.power.effect, AfterSettle)
    ]
    if decision.pay != MILITARY:
        empire = state.empires[player]
        price = settling.cost(state, player, world, kind).total
        state = state.with_empire(player, replace(empire, credits=empire.credits - price))
    doing = current(state)
    kinds = doing.kinds
    if world.kind == "any" and kind is not None:
        kinds = (*((tile, k) for tile, k in kinds if tile != id), (id, kind))
    state = step(state, stage="again", settled=doing.settled + 1, kinds=kinds)
    state = replacing.put_in_place(state, player, id, kind, decision.onto)
    for found in triggers:
        state = grant(state, player, found)
    return state


def _end(state: State) -> State:
    """Replaced worlds go into the bag, new powers come into force, the game's end is looked for (p. 6, 7)."""
    empires = tuple(
        replace(e, colonies=tuple(replace(c, new=False) if c.new else c for c in e.colonies))
        if any(c.new for c in e.colonies)
        else e
        for e in state.empires
    )
    bag = (*state.bag, *current(state).returning)
    state = step(replace(state, empires=empires, bag=bag), returning=())
    return with_ending(with_ending(state, FULL_EMPIRE), FEW_COLONISTS)
