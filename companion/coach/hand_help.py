"""Help for a player who tells the coach the cards in hand: found for one request, and kept by nobody."""

from __future__ import annotations

from dataclasses import dataclass

from companion.coach.grading import grade
from companion.coach.hints import Hint, reason, shown
from companion.coach.search import can_search, needs_hand, options_in_hand
from companion.games.contract import Game, Option, Question, State
from companion.games.contract.own_hand import HandNow
from companion.system.work_processes import Run, run_inline
from companion.table.advice import SeatAdvice
from companion.table.settings import CAREFUL, GUIDED, NO_HELP
from companion.translation import _

MOST_SHOWN = 3
"""Answers shown to who asks once and has no help otherwise."""


@dataclass(frozen=True)
class HandHelp:
    """silent: why there are no answers, in a sentence; answers: what the level shows, the best first."""

    silent: str = ""
    answers: tuple[tuple[Option, Hint], ...] = ()


def helped_question(game: Game[State], state: State, player: int) -> Question | None:
    """What this player is asked now, if the coach can advise on it to who tells it the hand."""
    for question in game.questions(state):
        waits = question.player == player and not (question.optional or question.answered)
        if waits and needs_hand(game) and question.form is None and can_search(game, question):
            return question
    return None


def missing(hand: HandNow) -> str:
    """Why the coach says nothing yet to this hand, in a sentence; "": it knows all of it."""
    if hand.unknown or hand.to_look or hand.keep or hand.discard:
        return _("The coach helps once this phone knows your whole hand: say above what it asks.")
    return ""


def hand_help(
    game: Game[State],
    view: State,
    player: int,
    hand: HandNow,
    level: str,
    seed: str,
    run: Run = run_inline,
) -> HandHelp:
    """view: what the player may know; level: NO_HELP for who asks this once."""
    question = helped_question(game, view, player)
    if question is None:
        return HandHelp(_("The coach has no advice on this question."))
    if sentence := missing(hand):
        return HandHelp(sentence)
    cards = hand.known.cards
    options = options_in_hand(game, view, question, cards, seed)
    if len(options) < 2:
        return HandHelp(_("There is no other answer."))
    advice: SeatAdvice = run(grade, game, game.coaching, view, question, options, seed, cards)
    option_of = {option.decision: _as_offered(game, view, hand, option) for option in options}
    told = shown(advice, GUIDED if level == NO_HELP else level)
    if level == NO_HELP:
        told = told[:MOST_SHOWN]
    answers = [
        (option_of[one.decision], Hint(one.shade, reason(one, option_of[one.decision].why, first), first))
        for one, first in told
    ]
    if not answers and level == CAREFUL:
        return HandHelp(_("Nothing here would hurt."))
    return HandHelp(answers=tuple(answers))


def _as_offered(game: Game[State], view: State, hand: HandNow, option: Option) -> Option:
    """The answer as the phone offers it with this hand: of alike cards the dealer may hold another."""
    if game.own_hand is None or option.tile is None:
        return option
    card = game.own_hand.front(view, option.tile)
    return next((one.option for one in hand.cards if one.id == card and one.option is not None), option)
