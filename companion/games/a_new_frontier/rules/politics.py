"""The politics phase: who squares off, proposals, secret votes, rewards, the policy's own vote (p. 9)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.a_new_frontier.rules.areas import opened
from companion.games.a_new_frontier.rules.decisions import (
    ChooseProposers,
    FavourVote,
    PlacedTokens,
    Propose,
    Vote,
)
from companion.games.a_new_frontier.rules.planning_board import STAKE_COST
from companion.games.a_new_frontier.rules.politics_questions import form, options
from companion.games.a_new_frontier.rules.politics_state import (
    PAGE,
    SIDES,
    PoliticsStep,
    asked,
    fist,
    pairings,
    phase_order,
    vote_candidates,
)
from companion.games.a_new_frontier.rules.state import State, gain, put
from companion.games.contract import Decision, Illegal
from companion.translation import _

INITIATED, STAKED, VOTERS = 1, 3, 1
FAVOURED, FAVOURED_TIE, FOR_WINNER = 6, 3, 1


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
        step = replace(step, rounds=(pair, pair))
    else:
        step = replace(step, choosing=True)
    none = (None,) * len(state.corps)
    return state.changed(step=replace(step, votes=none), agendas=())


def finished(state: State) -> bool:
    step = state.step
    return not step.rounds and not step.choosing and not step.favour


def play(state: State, decision: Decision) -> State:
    step, seat = state.step, decision.player
    assert isinstance(step, PoliticsStep)
    kinds = [kind for who, kind in asked(state) if who == seat]
    if not kinds or seat is None:
        raise Illegal(_("Others must answer now."), PAGE)
    match kinds[0], decision:
        case "choose-proposers", ChooseProposers():
            rounds = pairings(state, step).get(decision.seats)
            if rounds is None:
                raise Illegal(_("Those players cannot square off."), PAGE)
            return state.changed(step=replace(step, rounds=rounds, choosing=False))
        case "propose", Propose():
            return _propose(state, step, seat, decision)
        case "vote", Vote():
            return _vote(state, step, seat, decision.laid)
        case "favour-vote", FavourVote():
            return _favour(state, step, seat, decision.whom)
    raise Illegal(_("That is not what is asked now."), PAGE)


def _propose(state: State, step: PoliticsStep, seat: int, decision: Propose) -> State:
    if not any(option.decision == decision for option in options(state, seat)):
        raise Illegal(
            _("That agenda cannot be proposed any more this turn."), PAGE, _("Choose another agenda.")
        )
    pair = step.rounds[0]
    at = 0 if seat == pair[0] else 1
    proposal = (decision.policy, decision.agenda, decision.planet)
    used = (*step.used, decision.policy)
    return state.changed(step=replace(step, proposals=put(step.proposals, at, proposal), used=used))


def check_vote(state: State, seat: int, laid: PlacedTokens) -> None:
    """Raises Illegal for what may not lie in a fist."""
    step = state.step
    if wrong := form(state, seat).problem(laid):
        raise Illegal(wrong, PAGE)
    held = fist(laid)
    if held["stake"] and seat in step.rounds[0] and held[SIDES[1 - step.rounds[0].index(seat)]]:
        raise Illegal(
            _("With 2 credits in it, you may not vote against your own agenda."),
            PAGE,
            _("Take the 2 credits out, or the votes against it."),
        )


def _vote(state: State, step: PoliticsStep, seat: int, laid: PlacedTokens) -> State:
    check_vote(state, seat, laid)
    step = replace(step, votes=put(step.votes, seat, laid))
    state = state.changed(step=step)
    return state if None in step.votes else _count(state, step)


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
    influence, two = state.influence, step.two
    for seat in state.seats:
        held = fist(votes[seat])
        influence = put(influence, seat, influence[seat] - held["influence"])
        success = result.for_side[seat] == result.won
        if success and seat in pair:
            state = gain(state, seat, "vp", INITIATED, "initiated")
        if held["stake"]:
            two = tuple(each for each in two if each != seat)
            if success:
                state = gain(state, seat, "credits", -STAKE_COST, "stake")
                state = gain(state, seat, "vp", STAKED, "stake")
        side = result.for_side[seat]
        voted = step.proposals[side] if side is not None else None
        if voted is not None and voted[:2] == state.book.voters_agenda:
            state = gain(state, seat, "vp", VOTERS, "voted for the agenda")
    none = (None,) * len(state.corps)
    own_vote = winner[:2] == state.book.own_vote_agenda
    step = replace(
        step,
        rounds=step.rounds[1:],
        two=two,
        proposals=(None, None),
        votes=none,
        favour=none if own_vote else (),
        before=(),
    )
    return state.changed(influence=influence, agendas=(*state.agendas, winner), step=step)


def _favour(state: State, step: PoliticsStep, seat: int, whom: int) -> State:
    if whom not in vote_candidates(state, seat):
        raise Illegal(_("You vote for another player, in a second vote for one you did not vote for."), PAGE)
    favour = put(step.favour, seat, whom)
    if None in favour:
        return state.changed(step=replace(step, favour=favour))
    given = tuple(favour)
    counts = Counter(given)
    most = max(counts.values())
    best = [whom for whom in state.seats if counts[whom] == most]
    if len(best) == len(state.corps) and not step.before:
        none = (None,) * len(state.corps)
        return state.changed(step=replace(step, favour=none, before=given))
    if len(best) == 1:
        state = gain(state, best[0], "vp", FAVOURED, "favour vote")
        for voter in state.seats:
            if given[voter] == best[0]:
                state = gain(state, voter, "vp", FOR_WINNER, "favour vote")
    elif len(best) == 2 and not step.before:
        for whom in best:
            state = gain(state, whom, "vp", FAVOURED_TIE, "favour vote")
    return state.changed(step=replace(step, favour=(), before=()))
