"""The politics phase: who squares off, proposals, secret votes, rewards, the policy's own vote (p. 9)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from companion.games.a_new_frontier.rules.areas import opened
from companion.games.a_new_frontier.rules.decisions import ChooseProposers, FavourVote, Laid, Propose, Vote
from companion.games.a_new_frontier.rules.planet import free_credits
from companion.games.a_new_frontier.rules.planning import STAKE
from companion.games.a_new_frontier.rules.setup import light
from companion.games.a_new_frontier.rules.state import PLANETS, State, gain, put
from companion.games.contract import Allocation, Decision, Illegal, Option, Place, Question, Token
from companion.translation import _

PAGE = 9
MOST_INFLUENCE = 4
"""Of one seat in one vote."""
INITIATED, STAKED, VOTERS = 1, 3, 1
FAVOURED, FAVOURED_TIE, FOR_WINNER = 6, 3, 1
SIDES = ("vote-a", "vote-b")
AGENDAS = ("red", "blue")


@dataclass(frozen=True)
class PoliticsStep:
    """order: seats with politics actions, first to last; two: those with a second action left to stake.

    rounds: pairs that are still to square off, the first is at it; choosing: the first player must say who.
    proposals: (policy, agenda, planet) of the first and the second of the pair, or None; used: policies
    proposed this turn. votes: what lay in each fist. favour: the policy's own vote is on: whom each seat
    voted for; before: whom they voted for in the first of two such votes.
    """

    order: tuple[int, ...]
    two: tuple[int, ...]
    rounds: tuple[tuple[int, int], ...] = ()
    choosing: bool = False
    proposals: tuple[tuple[str, str, int] | None, ...] = (None, None)
    used: tuple[str, ...] = ()
    votes: tuple[Laid | None, ...] = ()
    favour: tuple[int | None, ...] = ()
    before: tuple[int, ...] = ()


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


def proposers(step: PoliticsStep) -> tuple[int, ...]:
    return step.order[:-1] if len(step.order) == 5 else step.order


def pairings(state: State, step: PoliticsStep) -> dict[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """What the first player may say, and the rounds that follow from it."""
    those = proposers(step)
    first = those[0]
    if len(those) == 1:
        others = [seat for seat in state.seats if seat != first]
        return {(a, b): ((first, a), (first, b)) for a, b in permutations(others, 2)}
    if len(those) == 3:
        two, three = those[1:]
        return {
            (two,): ((first, two), (first, three)),
            (three,): ((first, three), (first, two)),
        }
    found: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}
    for a, b in combinations(those, 2):
        c, d = (seat for seat in those if seat not in (a, b))
        found[a, b] = ((a, b), (c, d))
    return found


def finished(state: State) -> bool:
    step = state.step
    return not step.rounds and not step.choosing and not step.favour


def asked(state: State) -> tuple[tuple[int, str], ...]:
    step = state.step
    if step.choosing:
        return ((step.order[0], "choose-proposers"),)
    if step.favour:
        return tuple((seat, "favour-vote") for seat in state.seats if step.favour[seat] is None)
    if None in step.proposals:
        pair = step.rounds[0]
        return tuple((pair[at], "propose") for at in (0, 1) if step.proposals[at] is None)
    return tuple((seat, "vote") for seat in state.seats if step.votes[seat] is None)


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
    if seat in step.order and (influence := min(MOST_INFLUENCE, state.influence[seat])):
        tokens.append(Token("influence", _("Influence"), influence))
    if seat in step.two and free_credits(state, seat) >= STAKE:
        tokens.append(Token("stake", _("2 credits for 3 VP if this vote succeeds"), 1))
    return Allocation(tuple(tokens), (Place("fist", _("In your fist")),))


def agenda_words(policy: str, agenda: str, planet: int = -1) -> str:
    words = {"red": _("{policy}, red", policy=policy_words(policy))}.get(
        agenda, _("{policy}, blue", policy=policy_words(policy))
    )
    return words if planet < 0 else _("{agenda} at planet {number}", agenda=words, number=planet + 1)


def policy_words(policy: str) -> str:
    known = {
        "conflict": _("Conflict Policy"),
        "contract": _("Contract Policy"),
        "corporate": _("Corporate Policy"),
        "planet": _("Planet Policy"),
        "support": _("Support Policy"),
        "system": _("System Policy"),
        "seventh": _("The seventh policy"),
    }
    return known.get(policy, policy)


def policies(state: State) -> tuple[str, ...]:
    """Those that may still be proposed this turn."""
    book, step = state.book, state.step
    out = book.heavy_policies if light(state) else ()
    return tuple(policy for policy in book.policies if policy not in step.used and policy not in out)


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
            for planet in (range(PLANETS) if policy in state.book.planet_policies else (-1,))
        )
    if "favour-vote" in kinds:
        return tuple(
            Option(FavourVote(seat, whom), state.corps[whom].name) for whom in favourable(state, seat)
        )
    return ()


def favourable(state: State, seat: int) -> tuple[int, ...]:
    """Whom a seat may vote for: not itself, and in the second vote not the same player again (p. 9)."""
    step = state.step
    again = step.before[seat] if step.before else None
    return tuple(whom for whom in state.seats if whom not in (seat, again))


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
        raise Illegal(_("That agenda cannot be proposed any more this turn."), PAGE)
    pair = step.rounds[0]
    at = 0 if seat == pair[0] else 1
    proposal = (decision.policy, decision.agenda, decision.planet)
    used = (*step.used, decision.policy)
    return state.changed(step=replace(step, proposals=put(step.proposals, at, proposal), used=used))


def fist(laid: Laid) -> Counter[str]:
    return Counter({token: count for token, _place, count in laid})


def check_vote(state: State, seat: int, laid: Laid) -> None:
    """Raises Illegal for what may not lie in a fist."""
    step = state.step
    if wrong := form(state, seat).problem(laid):
        raise Illegal(wrong, PAGE)
    held = fist(laid)
    if held["stake"] and seat in step.rounds[0] and held[SIDES[1 - step.rounds[0].index(seat)]]:
        raise Illegal(_("With 2 credits in it, you may not vote against your own agenda."), PAGE)


def _vote(state: State, step: PoliticsStep, seat: int, laid: Laid) -> State:
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


def outcome(votes: tuple[Laid, ...], first: int) -> Outcome:
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
    ahead = min(pair, key=lambda seat: _place(state, step, seat))
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
                state = gain(state, seat, "credits", -STAKE, "stake")
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


def _place(state: State, step: PoliticsStep, seat: int) -> tuple[int, int]:
    at = step.order.index(seat) if seat in step.order else len(step.order)
    return (at, state.track.index(seat))


def _favour(state: State, step: PoliticsStep, seat: int, whom: int) -> State:
    if whom not in favourable(state, seat):
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
