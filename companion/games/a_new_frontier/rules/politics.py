"""The politics phase: pairs square off with two agendas, everybody votes (p. 9)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.a_new_frontier.rules import proposing, voting
from companion.games.a_new_frontier.rules.areas import opened
from companion.games.a_new_frontier.rules.politics_state import PoliticsStep, proposers
from companion.games.a_new_frontier.rules.proposing import ChoosingProposers, Proposing
from companion.games.a_new_frontier.rules.setup import few_forms
from companion.games.a_new_frontier.rules.stage import Phase, Stage
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.rules.voting import Favouring, Voting

MOVES = (*proposing.MOVES, *voting.MOVES)
CHOOSING_PROPOSERS, PROPOSING = ChoosingProposers(), Proposing()
VOTING, FAVOURING = Voting(), Favouring()


class Politics(Phase):
    key = "politics"

    def stage(self, state: State) -> Stage | None:
        step = state.step
        if step.choosing:
            return CHOOSING_PROPOSERS
        if step.favour:
            return FAVOURING
        if not step.rounds:
            return None
        return PROPOSING if None in step.proposals else VOTING

    def lies_open(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        if self.stage(state) is not None:
            book = state.book
            few, policies = few_forms(state), tuple(book.policy_entry(policy) for policy in book.policies)
            yield "policies" if few else "politics", policies
            if not few:
                yield "agendas", tuple(proposed(state))


def proposed(state: State) -> Iterator[str]:
    """The entries of the policies that lie there now."""
    for each in state.step.proposals:
        if each is not None:
            yield state.book.policy_entry(each[0])


def begin(state: State) -> State:
    influence = tuple(state.book.influence(corp.prestige) for corp in state.corps)
    state, order, actions = opened(state.changed(phase="politics", influence=influence), "politics")
    if not order:
        return state.changed(step=PoliticsStep((), ()))
    two = tuple(seat for seat in order if actions[seat] > 1)
    step = PoliticsStep(order, two)
    if len(those := proposers(step)) == 2:
        pair = (those[0], those[1])
        step = step.changed(rounds=(pair, pair))
    else:
        step = step.changed(choosing=True)
    none = (None,) * len(state.corps)
    return state.changed(step=step.changed(votes=none), agendas=())
