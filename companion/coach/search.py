"""Finds the best answer to a question by simulations, within a budget of processor time.

Where the game judges who wins (`Coaching.judges_chances`), a tree search chooses; of each answer some
simulations are played further besides, for the sources of points that say why.

Else the options race: in each turn all that are left are simulated with the same chance outcomes, and those
clearly behind the best are dropped. The search ends when one is left, when no difference worth having can be
left, or when the budget is used up; many questions need much less. Seconds are processor seconds of one core.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from time import thread_time

from companion.coach.judged import (
    EQUAL_VP,
    SIMULATED_ROUNDS,
    Judged,
    SearchResult,
    ahead,
    chance,
    lead,
    lead_of,
)
from companion.coach.simulation import Course, play_on
from companion.coach.tree_search import TreeSearch
from companion.games.contract import Coaching, Game, Option, Question, State
from companion.games.contract.rules import options_held

MIN_SIMULATIONS = 6
"""Of each option before any is dropped."""
SIMULATIONS_PER_CHECK = 2
"""Of each option, between checks whether one is dropped."""
DROP_STANDARD_ERRORS = 2.0
"""An option is dropped when it is this many standard errors behind."""
OVERRULE_STANDARD_ERRORS = 0.5
"""An answer must be better by this many standard errors than the one that the computer player would give."""
SHARE_FOR_REASONS = 0.5
"""Of the budget, the most for the simulations that say why an answer is better, beside a tree search."""


def can_search(game: Game[State], question: Question) -> bool:
    """Whether this question is one that the coach can advise on, to a player whose hand it is told where
    there are hands (`needs_hand`)."""
    if game.coaching is None or question.player is None or question.chance is not None:
        return False
    return game.dealer is None or question.kind not in game.dealer.beyond_hand


def needs_hand(game: Game[State]) -> bool:
    """Whether the coach can advise only somebody who tells it the cards in hand."""
    return game.coaching is not None and game.dealer is not None


def options_in_hand(
    game: Game[State], state: State, question: Question, hand: tuple[str, ...], seed: str
) -> tuple[Option, ...]:
    """Those of the answers to a question that a player with this hand can give."""
    dealer, player = game.dealer, question.player
    hands = (
        None if dealer is None or player is None else dealer.deal_around(state, player, hand, Random(seed))
    )
    return options_held(game, hands, state, question)[0]


def search(
    game: Game[State],
    coaching: Coaching,
    state: State,
    question: Question,
    options: tuple[Option, ...],
    budget: float,
    seed: str,
    sheets: int = 0,
    least: int = MIN_SIMULATIONS,
    clock: Callable[[], float] = thread_time,
    hand: tuple[str, ...] = (),
    rounds: int = SIMULATED_ROUNDS,
    equal: float = EQUAL_VP,
) -> SearchResult:
    """state: the view of the player who is asked; options: at least one, which the hand allows. sheets: of so
    many simulations of each option the standing is kept. hand: what the player holds, where the game has a
    dealer (`Dealer.deal_around`). Of a race, least: simulations of each before any drops out; rounds, equal:
    as SIMULATED_ROUNDS and EQUAL_VP."""
    player = question.player
    assert player is not None
    begun = clock()
    first = coaching.possible(state, player, Random(seed))
    dealt = dealt_around(game, first, player, hand, seed)
    options = _weighed(game, first, player, options)
    if len(options) < 2:  # nothing to compare
        only = Judged(options[0])
        return SearchResult((only,), only, 0, clock() - begun)
    held = () if game.dealer is None else game.dealer.hand(dealt, player)
    usual_answer = game.players[coaching.plays_on].choose(game, first, question, options, Random(seed), held)
    judged = [Judged(option) for option in options]
    # First, so that even the smallest budget has tried what the computer player would do.
    judged.sort(key=lambda one: one.option.decision != usual_answer)
    usual = judged[0]
    simulated = _Simulations(game, coaching, state, player, hand, game.phase(state).round + rounds, seed)

    def spent() -> float:
        return clock() - begun

    if coaching.judges_chances:
        _add_reasons(judged, simulated, sheets, lambda: spent() >= budget * SHARE_FOR_REASONS)
        tree = TreeSearch(game, coaching, state, question, options, seed)
        tree.work(budget - spent(), clock)
        for one in judged:
            one.by_chances, one.chances = True, tree.told(one.option)
            one.leads = [lead_of(wins) for wins in one.chances]
        best = max(judged, key=lambda one: len(one.chances))
    else:
        _race(judged, simulated, sheets, lambda: spent() >= budget, least, equal)
        best = _best(judged, usual)
    judged.sort(key=lambda one: (one is not best, -one.worth))
    return SearchResult(tuple(judged), usual, sum(len(one.leads) for one in judged), spent())


def _weighed(
    game: Game[State], possible: State, player: int, options: tuple[Option, ...]
) -> tuple[Option, ...]:
    """The answers that there are where all is known: the others ask for what is not told yet, and lead to
    nothing that could be compared. The first, where that leaves none."""
    offered = {option.decision for option in game.options(possible, player)}
    return tuple(option for option in options if option.decision in offered) or options[:1]


@dataclass(frozen=True)
class _Simulations:
    """Courses after each of some answers, in turns with the same luck."""

    game: Game[State]
    coaching: Coaching
    state: State
    player: int
    hand: tuple[str, ...]
    until: int
    seed: str

    def turn(self, number: int, judged: list[Judged], over: Callable[[], bool]) -> list[Course]:
        """After each answer; over: asked before each, and those from the one where it is are left out."""
        luck = f"{self.seed}/{number}"
        possible = self.coaching.possible(self.state, self.player, Random(luck))
        hands = dealt_around(self.game, possible, self.player, self.hand, luck)
        courses = []
        for one in judged:
            if over():
                break
            decision = one.option.decision
            courses.append(play_on(self.game, self.coaching, possible, decision, self.until, luck, hands))
        return courses


def _add_reasons(
    judged: list[Judged], simulated: _Simulations, sheets: int, over: Callable[[], bool]
) -> None:
    """So many points and sheets of each option as there is time for."""
    for number in range(sheets if len(judged) > 1 else 0):
        courses = simulated.turn(number, judged, over)
        for one, course in zip(judged, courses, strict=False):
            one.points.append(course.points)
            one.sheets.append(simulated.game.score(course.end))
        if len(courses) < len(judged):
            return


def _race(
    judged: list[Judged],
    simulated: _Simulations,
    sheets: int,
    over: Callable[[], bool],
    least: int,
    equal: float,
) -> None:
    left, number = judged, 0
    while len(left) > 1:
        courses = simulated.turn(number, left, over)
        for one, course in zip(left, courses, strict=False):
            one.points.append(course.points)
            one.leads.append(lead(course.points, simulated.player))
            doubt = simulated.coaching.doubt(course.end)
            one.chances.append(chance(course.points, simulated.player, doubt))
            if len(one.sheets) < sheets:
                one.sheets.append(simulated.game.score(course.end))
        if len(courses) < len(left):
            return
        number += 1
        if number >= least and number % SIMULATIONS_PER_CHECK == 0:
            left = _remaining(left, equal)


def dealt_around(game: Game[State], state: State, player: int, hand: tuple[str, ...], seed: str) -> object:
    """Hands for all seats, by chance but for the player's own; None: the game has none."""
    return None if game.dealer is None else game.dealer.deal_around(state, player, hand, Random(seed))


def _remaining(left: list[Judged], equal: float) -> list[Judged]:
    """The options that may still be the best; only the leader where no difference of `equal` is possible."""
    if not left:
        return left
    leader = max(left, key=lambda one: one.worth)
    still, farthest = [leader], 0.0
    for one in left:
        if one is not leader:
            behind, error = ahead(leader, one)
            if behind <= DROP_STANDARD_ERRORS * error:
                still.append(one)
                farthest = max(farthest, behind + 2 * error)
    return [leader] if farthest < equal else still


def _best(judged: list[Judged], usual: Judged) -> Judged:
    """The option that is farthest ahead of the computer player's usual one, by more than
    OVERRULE_STANDARD_ERRORS; if none is, the usual one."""
    best, most = usual, 0.0
    for one in judged:
        if one is not usual:
            better, error = ahead(one, usual)
            if error < inf and better - OVERRULE_STANDARD_ERRORS * error > most:
                best, most = one, better - OVERRULE_STANDARD_ERRORS * error
    return best
