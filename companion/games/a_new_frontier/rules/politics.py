"""The politics phase: who squares off, proposals, secret votes, rewards, the policy's own vote (p. 9)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules.areas import opened
from companion.games.a_new_frontier.rules.moves import PlacedTokens, SeatMove
from companion.games.a_new_frontier.rules.plans import STAKE_COST
from companion.games.a_new_frontier.rules.politics_state import (
    SIDES,
    PoliticsStep,
    fist,
    pairings,
    phase_order,
)
from companion.games.a_new_frontier.rules.state import State, gain, put
from companion.games.a_new_frontier.wording.names import agenda_words
from companion.translation import _

INITIATED, STAKED, VOTERS = 1, 3, 1
FAVOURED, FAVOURED_TIE, FOR_WINNER = 6, 3, 1


@dataclass(frozen=True)
class ChooseProposers(SeatMove):
    """The first player says who squares off in the first round; a lone player, whom to challenge (p. 9)."""

    do: ClassVar[str] = "choose-proposers"
    seats: tuple[int, ...]

    def words(self, state: State) -> str:
        return _("{player} says who squares off", player=self.who(state))

    def apply(self, state: State) -> State:
        rounds = pairings(state, state.step)[self.seats]
        return state.changed(step=state.step.changed(rounds=rounds, choosing=False))


@dataclass(frozen=True)
class Propose(SeatMove):
    do: ClassVar[str] = "propose"
    policy: str
    agenda: str
    planet: int = -1

    def words(self, state: State) -> str:
        agenda = agenda_words(state.book, self.policy, self.agenda, self.planet)
        return _("{player} proposes {agenda}", player=self.who(state), agenda=agenda)

    def apply(self, state: State) -> State:
        step = state.step
        assert isinstance(step, PoliticsStep)
        at = step.rounds[0].index(self.seat)
        proposals = put(step.proposals, at, (self.policy, self.agenda, self.planet))
        used = (*step.used, self.policy)
        return state.changed(step=step.changed(proposals=proposals, used=used))


@dataclass(frozen=True)
class Vote(SeatMove):
    """What lies in the fist: tokens "vote-a", "vote-b", "influence", "stake" onto the place "fist" (p. 9)."""

    do: ClassVar[str] = "vote"
    laid: PlacedTokens

    def words(self, state: State) -> str:
        return _("{player} votes", player=self.who(state))

    def apply(self, state: State) -> State:
        step = state.step.changed(votes=put(state.step.votes, self.seat, self.laid))
        state = state.changed(step=step)
        return state if None in step.votes else _count(state, step)


@dataclass(frozen=True)
class FavourVote(SeatMove):
    """The policy's own vote: for a player, not for oneself (p. 9)."""

    do: ClassVar[str] = "favour-vote"
    whom: int

    def words(self, state: State) -> str:
        return _("{player} votes", player=self.who(state))

    def apply(self, state: State) -> State:
        return _favour(state, state.step, self.seat, self.whom)


MOVES = (ChooseProposers, Propose, Vote, FavourVote)


def begin(state: State) -> State:
    influence = tuple(state.book.influence(corp.prestige) for corp in state.corps)
    state, order, actions = opened(state.changed(phase="politics", influence=influence), "politics")
    if not order:
        return state.changed(step=PoliticsStep((), ()))
    two = tuple(seat for seat in order if actions[seat] > 1)
    # With five players and all of them in it, the last does not propose (p. 9).
    proposing = order[:-1] if len(order) == 5 else order
    step = PoliticsStep(order, two)
    if len(proposing) == 2:
        pair = (proposing[0], proposing[1])
        step = step.changed(rounds=(pair, pair))
    else:
        step = step.changed(choosing=True)
    none = (None,) * len(state.corps)
    return state.changed(step=step.changed(votes=none), agendas=())


def finished(state: State) -> bool:
    step = state.step
    return not step.rounds and not step.choosing and not step.favour


@dataclass(frozen=True, slots=True)
class Outcome:
    """totals: of side A and B; won: 0 or 1; for_side: the side of each seat; None: forfeited."""

    totals: tuple[int, int]
    won: int
    for_side: tuple[int | None, ...]


def outcome(votes: tuple[PlacedTokens, ...], first: int) -> Outcome:
    """Counts a vote; first: the side that wins a tie, that of the proposer earlier in turn order."""
    totals = [0, 0]
    sides: list[int | None] = []
    for laid in votes:
        held = fist(laid)
        tokens = [side for side in (0, 1) if held[SIDES[side]]]
        if len(tokens) != 1:
            sides.append(None)
            continue
        totals[tokens[0]] += 1 + held["influence"]
        sides.append(tokens[0])
    won = first if totals[0] == totals[1] else int(totals[1] > totals[0])
    return Outcome((totals[0], totals[1]), won, tuple(sides))


def _count(state: State, step: PoliticsStep) -> State:
    votes = tuple(laid for laid in step.votes if laid is not None)
    pair = step.rounds[0]
    ahead = min(pair, key=lambda seat: phase_order(state, step, seat))
    result = outcome(votes, pair.index(ahead))
    winner = step.proposals[result.won]
    assert winner is not None
    fists = tuple(
        (seat, result.for_side[seat], held["influence"], bool(held["stake"]))
        for seat, held in enumerate(map(fist, votes))
    )
    tie = result.totals[0] == result.totals[1]
    state = state.noted("votes", more=(step.proposals, result.totals, result.won, tie, fists))
    influence, two = state.influence, step.two
    for seat in state.seats:
        held = fist(votes[seat])
        influence = put(influence, seat, influence[seat] - held["influence"])
        success = result.for_side[seat] == result.won
        if success and seat in pair:
            state = _rewarded(state, seat, INITIATED, "initiated")
        if held["stake"]:
            two = tuple(each for each in two if each != seat)
            if success:
                state = gain(state, seat, "credits", -STAKE_COST, "stake")
                state = _rewarded(state, seat, STAKED, "stake")
        side = result.for_side[seat]
        voted = step.proposals[side] if side is not None else None
        if voted is not None and state.book.rewards_voters(*voted[:2]):
            state = _rewarded(state, seat, VOTERS, "voted for the agenda")
    none = (None,) * len(state.corps)
    own_vote = state.book.holds_own_vote(*winner[:2])
    step = step.changed(
        rounds=step.rounds[1:],
        two=two,
        proposals=(None, None),
        votes=none,
        favour=none if own_vote else (),
        before=(),
    )
    return state.changed(influence=influence, agendas=(*state.agendas, winner), step=step)


def _rewarded(state: State, seat: int, vp: int, why: str) -> State:
    return gain(state, seat, "vp", vp, why).noted("vote-reward", seat=seat, number=vp, more=(why,))


def _favour(state: State, step: PoliticsStep, seat: int, whom: int) -> State:
    favour = put(step.favour, seat, whom)
    if None in favour:
        return state.changed(step=step.changed(favour=favour))
    given = tuple(favour)
    state = state.noted("favours", more=given)
    counts = Counter(given)
    most = max(counts.values())
    best = [whom for whom in state.seats if counts[whom] == most]
    if len(best) == len(state.corps) and not step.before:
        none = (None,) * len(state.corps)
        return state.changed(step=step.changed(favour=none, before=given))
    if len(best) == 1:
        state = _rewarded(state, best[0], FAVOURED, "favour vote")
        for voter in state.seats:
            if given[voter] == best[0]:
                state = _rewarded(state, voter, FOR_WINNER, "favour vote")
    elif len(best) == 2 and not step.before:
        for whom in best:
            state = _rewarded(state, whom, FAVOURED_TIE, "favour vote")
    return state.changed(step=step.changed(favour=(), before=()))
