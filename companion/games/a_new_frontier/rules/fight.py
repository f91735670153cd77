"""A planet's conflicts step by step, with all who fight asked at once (p. 6, 7).

Stages: strategy, strength, tactics, roll, might, casualties, steal, destroy, facility, done.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.a_new_frontier.rules import archaeotech, conflict, missions, spoils
from companion.games.a_new_frontier.rules.conflict import Ranking
from companion.games.a_new_frontier.rules.decisions import (
    ChooseStrategy,
    ChooseTactics,
    LoseFacility,
    LoseShips,
    ReRoll,
    Steal,
    TellDice,
    TellMight,
    TellStrength,
)
from companion.games.a_new_frontier.rules.fight_state import Fight
from companion.games.a_new_frontier.rules.setup import light
from companion.games.a_new_frontier.rules.state import (
    State,
    gain,
    planet_order,
    put,
    with_archaeotech,
    with_fleet,
    with_stock,
    without,
)
from companion.games.contract import Decision, Illegal
from companion.translation import _

PAGE = 7
MAX_MIGHT = 99
"""The highest Might that may be entered."""


def begin(state: State, planet: int) -> Fight:
    """The fight at a planet with attacks."""
    order = planet_order(state, planet)
    none = (None,) * len(state.corps)
    conflicts = conflict.conflicts_at(state.attacks, planet, order)
    return Fight(
        planet, conflicts, order, "strategy", none, none, none, none, none, none, spoils=(0,) * len(none)
    )


def asked(state: State, fight: Fight) -> tuple[tuple[int | None, str], ...]:
    """(seat, kind of question) of whoever must answer now."""
    stage = fight.stage
    if stage in ("roll", "destroy"):
        return ((None, stage),)
    if stage == "steal":
        return ((fight.thieves[0][1], stage),)
    if stage == "facility":
        return ((fight.conflicts[fight.thieves[0][0]].target, stage),)
    answers = {
        "strategy": fight.strategies,
        "strength": fight.strengths,
        "tactics": fight.tactics,
        "might": fight.mights,
        "casualties": fight.lost,
    }[stage]
    return tuple((seat, stage) for seat in fight.seats if answers[seat] is None)


def may_reroll(state: State, fight: Fight, seat: int) -> tuple[int, ...]:
    """Whose dice a seat may have rolled again with an archaeotech, while nobody has told the Might (p. 8)."""
    if fight.stage != "might" or not state.corps[seat].archaeotech or seat not in fight.seats:
        return ()
    mine = seat not in fight.forced and archaeotech.reroll_source(state, seat, "own") is not None
    own = (seat,) if mine else ()
    force = archaeotech.reroll_source(state, seat, "forced") is not None
    forced = sorted(conflict.opponents(fight.conflicts, seat)) if force else []
    return tuple(whose for whose in (*own, *forced) if fight.mights[whose] is None)


def computed_might(fight: Fight, seat: int) -> int:
    """Strength and dice; what cards change is told at the table."""
    dice = fight.rolled[seat]
    return (fight.strengths[seat] or 0) + (conflict.dice_total(*dice) if dice else 0)


def of_cards(state: State, fight: Fight, seat: int, field: str) -> int:
    """What the seat's cards add by the owner's entries: "might", "casualties" or "steal"."""
    return sum(state.book.card(card, field) for card in (fight.strategies[seat], fight.tactics[seat]) if card)


def play(state: State, fight: Fight, decision: Decision) -> tuple[State, Fight]:
    """The state and the fight after an answer; its stage "done": the fight is over. Raises Illegal."""
    seat = decision.player
    if isinstance(decision, ReRoll):
        return _reroll(state, fight, decision)
    if not any(who == seat for who, _kind in asked(state, fight)):
        raise Illegal(_("Others must answer now."), PAGE)
    match fight.stage, decision:
        case "strategy", ChooseStrategy() if seat is not None:
            _one_of(decision.card, state.book.strategies)
            fight = replace(fight, strategies=put(fight.strategies, seat, decision.card))
        case "strength", TellStrength() if seat is not None:
            _in_range(decision.strength)
            fight = replace(fight, strengths=put(fight.strengths, seat, decision.strength))
        case "tactics", ChooseTactics() if seat is not None:
            _one_of(decision.card, state.book.tactics_for(fight.strategies[seat] or "", light(state)))
            fight = replace(fight, tactics=put(fight.tactics, seat, decision.card))
        case "roll", TellDice():
            fight = _rolled(fight, decision.dice)
        case "might", TellMight() if seat is not None:
            _in_range(decision.might)
            fight = replace(fight, mights=put(fight.mights, seat, decision.might))
        case "casualties", LoseShips() if seat is not None:
            fight = _lose(state, fight, seat, decision.ships)
        case "steal", Steal() if seat is not None:
            return _proceed(*spoils.steal(state, fight, decision))
        case "destroy", TellDice():
            return _proceed(*spoils.destroy(state, fight, decision.dice))
        case "facility", LoseFacility() if seat is not None:
            return _proceed(*spoils.lose_facility(state, fight, seat, decision.facility))
        case _:
            raise Illegal(_("That is not what is asked now."), PAGE)
    return _proceed(state, fight)


def _one_of(card: str, cards: tuple[str, ...]) -> None:
    if card not in cards:
        raise Illegal(
            _("{card} cannot be played here.", card=f"{card:.40}"), PAGE, _("Choose one of those offered.")
        )


def _in_range(number: int) -> None:
    if not 0 <= number <= MAX_MIGHT:
        raise Illegal(_("Answer with a number from 0 to {highest}.", highest=MAX_MIGHT), PAGE)


NEXT_STAGE = {"strategy": "strength", "strength": "tactics", "tactics": "roll"}


def _proceed(state: State, fight: Fight) -> tuple[State, Fight]:
    """On to the next stage when everybody has answered."""
    while fight.stage in (*NEXT_STAGE, "might", "casualties") and not asked(state, fight):
        if fight.stage in NEXT_STAGE:
            fight = replace(fight, stage=NEXT_STAGE[fight.stage])
            if fight.stage == "roll":
                fight = replace(fight, rolling=fight.seats)
        elif fight.stage == "might":
            fight = replace(fight, stage="casualties", ranking=ranked(state, fight))
        elif withdrawing := tuple(s for s in fight.seats if all_lost(state, fight, s)):
            # The last ship stays, and the outcome is found anew (p. 7).
            mights, lost = fight.mights, fight.lost
            for seat in withdrawing:
                kept = max(state.corps[seat].fleets[fight.planet])
                left = without(state.corps[seat].fleets[fight.planet], (kept,)) or ()
                mights, lost = put(mights, seat, None), put(lost, seat, left)
            fight = replace(
                fight,
                stage="might",
                mights=mights,
                lost=lost,
                withdrawn=(*fight.withdrawn, *withdrawing),
            )
        else:
            state, fight = _reward(state, fight)
    if fight.stage == "steal" and not fight.thieves:
        fight = replace(fight, stage="done")
    return state, fight


def all_lost(state: State, fight: Fight, seat: int) -> bool:
    lost = fight.lost[seat]
    fleet = state.corps[seat].fleets[fight.planet]
    return seat not in fight.withdrawn and lost is not None and len(fleet) > 0 and len(lost) == len(fleet)


def ranked(state: State, fight: Fight) -> Ranking:
    might = {seat: fight.mights[seat] or 0 for seat in fight.seats}
    return conflict.rank(
        fight.conflicts, might, fight.cards(), fight.order, state.book.tie_wins, policy_tie(state)
    )


def policy_tie(state: State) -> dict[int, int] | None:
    """What decides ties in Might by an agenda in force, the higher wins; None: no agenda does (p. 9)."""
    for policy, agenda, who in state.book.policy_ties:
        if (policy, agenda) in {each[:2] for each in state.agendas}:
            sign = 1 if who == "most prestige" else -1
            return {seat: sign * state.corps[seat].prestige for seat in state.seats}
    return None


def _rolled(fight: Fight, dice: tuple[int, ...]) -> Fight:
    if len(dice) != 2 * len(fight.rolling) or not all(1 <= die <= 6 for die in dice):
        raise Illegal(_("Tell two dice from 1 to 6 of everybody who rolls."), PAGE)
    rolled = fight.rolled
    for at, seat in enumerate(fight.rolling):
        rolled = put(rolled, seat, (dice[2 * at], dice[2 * at + 1]))
    return replace(fight, rolled=rolled, rolling=(), stage="might")


def _reroll(state: State, fight: Fight, decision: ReRoll) -> tuple[State, Fight]:
    seat = decision.player
    if seat is None or decision.whose not in may_reroll(state, fight, seat):
        raise Illegal(_("Those dice cannot be rolled again now."), 8)
    with_it = archaeotech.reroll_source(state, seat, "own" if decision.whose == seat else "forced")
    if with_it:
        state = archaeotech.discarded(state, seat, with_it)
    else:
        state = with_archaeotech(state, seat, state.corps[seat].archaeotech - 1)
    forced = fight.forced if decision.whose == seat else (*fight.forced, decision.whose)
    return state, replace(fight, stage="roll", rolling=(decision.whose,), forced=forced)


def _lose(state: State, fight: Fight, seat: int, ships: tuple[str, ...]) -> Fight:
    if without(state.corps[seat].fleets[fight.planet], ships) is None:
        raise Illegal(_("Only ships of this fleet can be removed."), PAGE)
    return replace(fight, lost=put(fight.lost, seat, tuple(sorted(ships))))


def _reward(state: State, fight: Fight) -> tuple[State, Fight]:
    """VP for every opponent defeated, in the order of Might; then casualties leave, and stealing begins."""
    ranking = ranked(state, fight)
    might = {seat: fight.mights[seat] or 0 for seat in fight.seats}
    for seat in sorted(fight.seats, key=lambda s: (-might[s], fight.order.index(s))):
        state = gain(state, seat, "vp", len(ranking.beaten_by(seat)), "opponents defeated")
        for loser in ranking.beaten_by(seat):
            state = missions.with_deed_recorded(state, seat, "defeat", fight.planet, loser)
    for seat in fight.seats:
        gone = fight.lost[seat] or ()
        left = without(state.corps[seat].fleets[fight.planet], gone) or ()
        state = with_fleet(state, seat, fight.planet, left)
        for ship in gone:
            state = with_stock(state, ship, 1)
    played = fight.cards()
    first = frozenset(s for s in fight.seats if played[s] & set(state.book.steals_first))
    thieves = tuple(
        (number, seat)
        for number, each in enumerate(fight.conflicts)
        for seat in conflict.steal_order(each, ranking, might, fight.order, first)
        # Who went on strike during these conflicts has no attack any more.
        if any(a.attacker == seat and a.planet == fight.planet for a in state.attacks)
    )
    return state, replace(fight, stage="steal", ranking=ranking, thieves=thieves)
