"""The questions of the politics phase, the form of a vote, and the options (p. 9)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.decisions import ChooseProposers, FavourVote, Propose
from companion.games.a_new_frontier.rules.planet import free_credits
from companion.games.a_new_frontier.rules.planning_board import STAKE_COST
from companion.games.a_new_frontier.rules.politics_state import (
    AGENDAS,
    PAGE,
    SIDES,
    agenda_words,
    asked,
    pairings,
    phase_order,
    policies,
    proposers,
    vote_candidates,
)
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State
from companion.games.contract import Allocation, Option, Place, Question, Token
from companion.translation import _

MAX_INFLUENCE = 4
"""Per seat and vote."""


def questions(state: State) -> tuple[Question, ...]:
    return tuple(_question(state, seat, kind) for seat, kind in asked(state))


def _question(state: State, seat: int, kind: str) -> Question:
    name = state.corps[seat].name
    if kind == "choose-proposers":
        lone = len(proposers(state.step)) == 1
        text = (
            _("{player}: whom do you challenge?", player=name)
            if lone
            else _("{player}: who squares off first?", player=name)
        )
        return Question(seat, kind, text, PAGE)
    if kind == "propose":
        if not any(state.step.proposals):
            # "Stand-off!": the last in turn order must begin when nobody wants to (p. 9).
            last = max(state.step.rounds[0], key=lambda each: phase_order(state, state.step, each))
            must = _("If nobody wants to begin, {player} must.", player=state.corps[last].name)
            text = _("{player}: propose an agenda.", player=name) + " " + must
            return Question(seat, kind, text, PAGE)
        return Question(seat, kind, _("{player}: propose an agenda.", player=name), PAGE)
    if kind == "favour-vote":
        return Question(seat, kind, _("{player}: vote for another player.", player=name), PAGE, secret=True)
    text = _("{player}: what lies in your fist?", player=name)
    return Question(seat, kind, text, PAGE, secret=True, form=form(state, seat))


def form(state: State, seat: int) -> Allocation:
    step = state.step
    tokens = [
        Token(side, _("Vote {letter}: {agenda}", letter=letter, agenda=agenda_words(*proposal)), 1)
        for side, letter, proposal in zip(SIDES, "AB", step.proposals, strict=True)
        if proposal is not None
    ]
    if seat in step.order and (influence := min(MAX_INFLUENCE, state.influence[seat])):
        tokens.append(Token("influence", _("Influence"), influence))
    if seat in step.two and free_credits(state, seat) >= STAKE_COST:
        tokens.append(Token("stake", _("2 credits for 3 VP if this vote succeeds"), 1))
    return Allocation(tuple(tokens), (Place("fist", _("In your fist")),))


def options(state: State, seat: int) -> tuple[Option, ...]:
    step = state.step
    kinds = [kind for who, kind in asked(state) if who == seat]
    if "choose-proposers" in kinds:
        names = [corp.name for corp in state.corps]
        return tuple(
            Option(
                ChooseProposers(seat, seats),
                _("First {one} and {two}", one=names[rounds[0][0]], two=names[rounds[0][1]]),
            )
            for seats, rounds in pairings(state, step).items()
        )
    if "propose" in kinds:
        return tuple(
            Option(Propose(seat, policy, agenda, planet), agenda_words(policy, agenda, planet))
            for policy in policies(state)
            for agenda in AGENDAS
            for planet in (range(PLANET_COUNT) if policy in state.book.planet_policies else (-1,))
        )
    if "favour-vote" in kinds:
        return tuple(
            Option(FavourVote(seat, whom), state.corps[whom].name) for whom in vote_candidates(state, seat)
        )
    return ()
