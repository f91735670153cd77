"""A planet's conflicts step by step, with all who fight asked at once (p. 6, 7).

Stages: strategy, strength, tactics, roll, might, casualties, stays, steal, destroy, facility, done.
"""

from __future__ import annotations

from companion.games.a_new_frontier.rules import archaeotech, conflict, missions
from companion.games.a_new_frontier.rules.conflict import Ranking
from companion.games.a_new_frontier.rules.planet_state import Fight, PlanetStep
from companion.games.a_new_frontier.rules.setup import (
    by_the_pages,
    shows_strategies_with_tactics,
    tells_might_with_losses,
)
from companion.games.a_new_frontier.rules.state import (
    State,
    gain,
    planet_order,
    put,
    with_fleet,
    with_stock,
    without,
)


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
    answers: dict[str, tuple[object, ...]] = {
        "strategy": fight.strategies,
        "strength": fight.strengths,
        "tactics": fight.tactics,
        "might": fight.mights,
        "casualties": fight.lost,
    }
    if stage == "might" and tells_might_with_losses(state):
        # Whose fleet has withdrawn has told its losses, and finds its Might anew (p. 7).
        return tuple(
            (seat, "casualties" if fight.lost[seat] is None else "might")
            for seat in fight.seats
            if None in (fight.mights[seat], fight.lost[seat])
        )
    if stage == "stays":
        return tuple((seat, stage) for seat in fight.seats if may_choose(state, fight, seat))
    return tuple((seat, stage) for seat in fight.seats if answers[stage][seat] is None)


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


def offered_might(state: State, fight: Fight, seat: int) -> int:
    """The Might by strength, dice and what an owner entered of the tactics card."""
    tactics = fight.tactics[seat]
    might = computed_might(fight, seat) + (state.book.card(tactics, "might") if tactics else 0)
    return min(max(0, might), MAX_MIGHT)


def of_cards(state: State, fight: Fight, seat: int, field: str) -> int:
    """What the seat's cards add by the owner's entries: "might", "casualties" or "steal"."""
    return sum(state.book.card(card, field) for card in (fight.strategies[seat], fight.tactics[seat]) if card)


def plays(state: State, fight: Fight, seat: int, rule: str) -> bool:
    """Whether one of the seat's cards "destroys_two" or "steals_first" (p. 7). Raises Untold; the cards as
    which a withdrawn fleet counts were not laid, so nobody is asked for them."""
    book = state.book.shown if seat in fight.withdrawn else state.book
    return any(book.does(card, rule) for card in sorted(fight.cards()[seat]))


MAX_MIGHT = 99
"""The highest Might that may be entered."""
NEXT_STAGE = {"strategy": "strength", "strength": "tactics", "tactics": "roll"}


def proceed(state: State, fight: Fight) -> State:
    """The state with this fight, at the next stage when everybody has answered."""
    while fight.stage in (*NEXT_STAGE, "might", "casualties", "stays") and not asked(state, fight):
        if fight.stage in NEXT_STAGE:
            fight = fight.changed(stage=NEXT_STAGE[fight.stage])
            if fight.stage == "roll":
                fight = fight.changed(rolling=fight.seats)
                state = _cards_told(state, fight) if shows_strategies_with_tactics(state) else state
        elif fight.stage == "might":
            fight = fight.changed(stage="casualties", ranking=ranked(state, fight))
        elif fight.stage == "casualties" and any(may_choose(state, fight, seat) for seat in fight.seats):
            fight = fight.changed(stage="stays")
        elif (withdrawing := [s for s in fight.seats if all_lost(state, fight, s)]) or fight.stage == "stays":
            # The last ship stays, and the outcome is found anew (p. 7).
            for seat in withdrawing:
                fight = withdrawn(state, fight, seat, max(state.corps[seat].fleets[fight.planet]))
            fight = fight.changed(stage="might")
        else:
            state, fight = _reward(state, fight)
    if fight.stage == "steal" and not fight.thieves:
        fight = fight.changed(stage="done")
    step = state.step
    assert isinstance(step, PlanetStep)
    return state.changed(step=PlanetStep(step.order, step.at, fight))


def _cards_told(state: State, fight: Fight) -> State:
    for seat in fight.seats:
        cards = (fight.strategies[seat], fight.tactics[seat])
        state = state.noted("cards", seat=seat, planet=fight.planet, more=cards)
    return state


def withdrawn(state: State, fight: Fight, seat: int, kept: str) -> Fight:
    """A fleet that lost all ships keeps one; its Might is found anew, as it counts as withdrawn (p. 7)."""
    left = without(state.corps[seat].fleets[fight.planet], (kept,))
    return fight.changed(
        mights=put(fight.mights, seat, None),
        lost=put(fight.lost, seat, left),
        withdrawn=(*fight.withdrawn, seat),
    )


def may_choose(state: State, fight: Fight, seat: int) -> bool:
    """Whether the owner of a fleet that lost all ships says which of several kinds stays (p. 7)."""
    kinds = set(state.corps[seat].fleets[fight.planet])
    return by_the_pages(state) and len(kinds) > 1 and all_lost(state, fight, seat)


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
    book = state.book
    for policy, agenda, _planet in sorted(state.agendas, key=lambda each: book.policies.index(each[0])):
        if who := book.tie_winner(policy, agenda):
            sign = 1 if who == "most prestige" else -1
            return {seat: sign * state.corps[seat].prestige for seat in state.seats}
    return None


def _reward(state: State, fight: Fight) -> tuple[State, Fight]:
    """VP for every opponent defeated, in the order of Might; then casualties leave, and stealing begins."""
    ranking = ranked(state, fight)
    might = {seat: fight.mights[seat] or 0 for seat in fight.seats}
    planet = fight.planet
    state = state.noted("fought", planet=planet, more=tuple((seat, might[seat]) for seat in fight.seats))
    for winner, loser, why in ranking.defeats:
        state = state.noted("defeat", seat=winner, planet=planet, whom=loser, more=(why,))
    for seat in sorted(fight.seats, key=lambda s: (-might[s], fight.order.index(s))):
        state = gain(state, seat, "vp", len(ranking.beaten_by(seat)), "opponents defeated")
        for loser in ranking.beaten_by(seat):
            state = missions.with_deed_recorded(state, seat, "defeat", fight.planet, loser)
    for seat in fight.seats:
        gone = fight.lost[seat] or ()
        left = without(state.corps[seat].fleets[fight.planet], gone)
        state = state.noted("losses", seat=seat, planet=planet, more=gone) if gone else state
        state = with_fleet(state, seat, fight.planet, left)
        for ship in gone:
            state = with_stock(state, ship, 1)
    first = frozenset(s for s in fight.seats if plays(state, fight, s, "steals_first"))
    thieves = tuple(
        (number, seat)
        for number, each in enumerate(fight.conflicts)
        for seat in conflict.steal_order(each, ranking, might, fight.order, first)
        # Who went on strike during these conflicts has no attack any more.
        if any(a.attacker == seat and a.planet == fight.planet for a in state.attacks)
    )
    return state, fight.changed(stage="steal", ranking=ranking, thieves=thieves)
