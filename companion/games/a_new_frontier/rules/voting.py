"""Politics: the secret votes, what they bring, and the policy's own vote (p. 9)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.rules.moves import PlacedTokens, SeatMove, ask
from companion.games.a_new_frontier.rules.plans import STAKE_COST, free_credits
from companion.games.a_new_frontier.rules.politics_state import PAGE, SIDES, PoliticsStep, fist, phase_order
from companion.games.a_new_frontier.rules.stage import Stage
from companion.games.a_new_frontier.rules.state import State, gain, put
from companion.games.a_new_frontier.wording.names import agenda_words
from companion.games.contract import Allocation, Option, Place, Question, Token, frozen, later
from companion.translation import _

INITIATED, STAKED, VOTERS = 1, 3, 1
FAVOURED, FAVOURED_TIE, FOR_WINNER = 6, 3, 1
MAX_INFLUENCE = 4
"""Per seat and vote."""


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


MOVES = (Vote, FavourVote)


class Voting(Stage):
    """Everybody votes on the two proposals."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return tuple(seat for seat in state.seats if state.step.votes[seat] is None)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        text = _("{player}: what lies in your fist?", player=state.corps[seat].name)
        return ask(Vote, seat, text, PAGE, secret=True, form=later(form, state, seat))


class Favouring(Stage):
    """The policy's own vote: everybody votes for another player, not for the same one a second time."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return tuple(seat for seat in state.seats if state.step.favour[seat] is None)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        text = _("{player}: vote for another player.", player=state.corps[seat].name)
        return ask(FavourVote, seat, text, PAGE, secret=True)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        again = state.step.before[seat] if state.step.before else None
        return tuple(
            Option(FavourVote(seat, whom), state.corps[whom].name)
            for whom in state.seats
            if whom not in (seat, again)
        )


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
        Token(side, later(_vote_words, state.book, letter, proposal), 1)
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


def _vote_words(book: Book, letter: str, proposal: tuple[str, str, int]) -> str:
    return _("Vote {letter}: {agenda}", letter=letter, agenda=agenda_words(book, *proposal))


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
        if voted is not None and state.book.supports(*voted[:2], "voters"):
            state = _rewarded(state, seat, VOTERS, "voted for the agenda")
    none = (None,) * len(state.corps)
    own_vote = state.book.supports(*winner[:2], "own_vote")
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
