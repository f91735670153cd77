"""The questions of the politics phase, the form of a vote, and the options (p. 9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.a_new_frontier.rules.moves import ask
from companion.games.a_new_frontier.rules.plans import STAKE_COST, free_credits
from companion.games.a_new_frontier.rules.politics import ChooseProposers, FavourVote, Propose, Vote
from companion.games.a_new_frontier.rules.politics_state import (
    AGENDAS,
    PAGE,
    SIDES,
    asked,
    fist,
    pairings,
    phase_order,
    policies,
    proposers,
    vote_candidates,
)
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State
from companion.games.a_new_frontier.wording.names import agenda_words
from companion.games.contract import Allocation, Option, Place, Question, Token, frozen, later
from companion.translation import _

MAX_INFLUENCE = 4
"""Per seat and vote."""


def questions(state: State) -> tuple[Question, ...]:
    return tuple(_question(state, seat, kind) for seat, kind in asked(state))


def _question(state: State, seat: int, kind: str) -> Question:
    name = state.corps[seat].name
    if kind == ChooseProposers.do:
        lone = len(proposers(state.step)) == 1
        text = (
            _("{player}: whom do you challenge?", player=name)
            if lone
            else _("{player}: who squares off first?", player=name)
        )
        return ask(ChooseProposers, seat, text, PAGE)
    if kind == Propose.do:
        text = _("{player}: propose an agenda.", player=name)
        if not any(state.step.proposals):
            # "Stand-off!": the last in turn order must begin when nobody wants to (p. 9).
            last = max(state.step.rounds[0], key=lambda each: phase_order(state, state.step, each))
            text += " " + _("If nobody wants to begin, {player} must.", player=state.corps[last].name)
        return ask(Propose, seat, text, PAGE)
    if kind == FavourVote.do:
        return ask(FavourVote, seat, _("{player}: vote for another player.", player=name), PAGE, secret=True)
    text = _("{player}: what lies in your fist?", player=name)
    return ask(Vote, seat, text, PAGE, secret=True, form=later(form, state, seat))


@dataclass(frozen=True)
class VoteForm(Allocation):
    """A fist. It also refuses a stake beside a vote against one's own agenda: `against`, where the seat has
    proposed one."""

    instead: ClassVar[tuple[str, ...]] = SIDES
    against: str = field(kw_only=True)

    def problem(self, value: object) -> str:
        if wrong := super().problem(value):
            return wrong
        held = fist(frozen(value))
        if self.against and held["stake"] and held[self.against]:
            wrong = _("With 2 credits in it, you may not vote against your own agenda.")
            return f"{wrong} {_('Take the 2 credits out, or the votes against it.')}"
        return ""


def form(state: State, seat: int) -> VoteForm:
    step = state.step
    tokens = [
        Token(
            side, _("Vote {letter}: {agenda}", letter=letter, agenda=agenda_words(state.book, *proposal)), 1
        )
        for side, letter, proposal in zip(SIDES, "AB", step.proposals, strict=True)
        if proposal is not None
    ]
    if seat in step.order and (influence := min(MAX_INFLUENCE, state.influence[seat])):
        tokens.append(Token("influence", _("Influence"), influence))
    if seat in step.two and free_credits(state, seat) >= STAKE_COST:
        tokens.append(Token("stake", _("2 credits for 3 VP if this vote succeeds"), 1))
    pair = step.rounds[0]
    against = SIDES[1 - pair.index(seat)] if seat in pair else ""
    return VoteForm(tuple(tokens), (Place("fist", _("In your fist")),), against=against)


def _pairing_words(state: State, rounds: tuple[tuple[int, int], ...]) -> str:
    """Who squares off first; of a lone player's challenges, both."""
    names = [corp.name for corp in state.corps]
    (one, two), later = rounds[0], rounds[1]
    if len(proposers(state.step)) == 1:
        return _("First {one}, then {two}", one=names[two], two=names[later[1]])
    return _("First {one} and {two}", one=names[one], two=names[two])


def options(state: State, seat: int) -> tuple[Option, ...]:
    step = state.step
    kinds = [kind for who, kind in asked(state) if who == seat]
    if ChooseProposers.do in kinds:
        return tuple(
            Option(ChooseProposers(seat, seats), later(_pairing_words, state, rounds))
            for seats, rounds in pairings(state, step).items()
        )
    if Propose.do in kinds:
        return tuple(
            Option(
                Propose(seat, policy, agenda, planet),
                later(agenda_words, state.book, policy, agenda, planet),
            )
            for policy in policies(state)
            for agenda in AGENDAS
            for planet in (range(PLANET_COUNT) if state.book.is_for_one_planet(policy) else (-1,))
        )
    if FavourVote.do in kinds:
        return tuple(
            Option(FavourVote(seat, whom), state.corps[whom].name) for whom in vote_candidates(state, seat)
        )
    return ()
