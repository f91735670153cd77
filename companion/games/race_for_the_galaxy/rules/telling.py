"""Facts just in time: a rule that meets what nobody told of an expansion's card asks for it, and goes on.

`play` tries a step. If a rule in it reads an untold fact, the step waits (`ToldState.pending`) and the table
is asked; what follows from a step by itself stops where a rule meets one. Each answer is told to the
catalogue, and it is tried again. What a question needs is found in the same way, so that no list says which
rule needs which fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import LATER, Asks, Correction, Decision, Move, Question, Untold, told_by_piece
from companion.games.race_for_the_galaxy.cards.catalogue import BONUS, KIND, MARKS, POWERS, PRICE, VP, Card
from companion.games.race_for_the_galaxy.rules import corrections, placing, scoring, telling_forms, to_do
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.games.race_for_the_galaxy.rules.race_move import RaceMove
from companion.games.race_for_the_galaxy.rules.state import Progress, State, ToldState, for_show
from companion.games.race_for_the_galaxy.rules.told_cards import told
from companion.translation import _, listed

_NONE_IS_AN_ANSWER = (MARKS, BONUS, "powers", *POWERS)


@dataclass(frozen=True)
class Tell(Move[State]):
    """What is printed on cards: "X01/price=cost 3", as the form of `telling_forms` gives it."""

    do: ClassVar[str] = "tell"
    facts: tuple[str, ...]

    def words(self, state: State) -> str:
        said = telling_forms.said_words(for_show(state), self.facts)
        again = unpaid_words(self.apply(state))
        return f"{said}. {again}" if again else said

    def apply(self, state: State) -> State:
        assert isinstance(state, ToldState)
        cards = _told_cards(state, self.facts)
        priced = {card.key for card in cards if not state.catalogue.shown[card.id].priced}
        state = state.changed(catalogue=state.catalogue.with_cards(cards), asks=None)
        return _choosing_again(state, priced)


MOVES = (*rounds.MOVES, Tell)


def asks(state: State) -> Asks | None:
    return state.asks if isinstance(state, ToldState) else None


def question(state: State) -> Question | None:
    """What must be told now; None: nothing."""
    asked = asks(state)
    if asked is None:
        return None
    shown = for_show(state)
    text = telling_forms.question_words(shown, asked)
    note = telling_forms.missing_words(shown) if asked.moment == "score" else ""
    return Question(None, Tell.do, text, does=(Tell.do,), form=telling_forms.form(shown, asked, note))


def unpaid_words(state: State) -> str:
    """Why players choose again: what they turned up cannot be placed; ""."""
    found = state.unpaid if isinstance(state, ToldState) else ()
    said = [
        _("{player} cannot place {card}", player=state.empires[seat].name, card=state.card(card).name)
        for seat, card in found
    ]
    return _("{who}: choose again.", who=listed(said)) if said else ""


def play(state: State, move: Move[State]) -> State:
    """As `round.play`, in a game where facts may be untold."""
    if not isinstance(state, ToldState):
        return rounds.play(state, move)
    if isinstance(move, Tell):
        after = go_on(move.apply(state.changed(moves=())))
    else:
        after = _go(state, move)
    return after.changed(to_do=to_do.after(state, after, move.player))


def correct(state: State, correction: Correction) -> State:
    return _go(state, correction) if isinstance(state, ToldState) else corrections.correct(state, correction)


def go_on(state: State) -> State:
    """After facts were told: the step that waited for them, or what follows by itself."""
    if not isinstance(state, ToldState):
        return state
    step = state.pending
    return _onward(state) if step is None else _go(state.changed(pending=None), step)


def _go(state: ToldState, step: Decision | Correction) -> State:
    try:
        if isinstance(step, Correction):
            after = corrections.correct(state, step)
        else:
            assert isinstance(step, RaceMove)
            after = step.apply(state.changed(moves=()))
    except Untold as untold:
        return state.changed(pending=step, asks=_asks_for(state, untold))
    assert isinstance(after, ToldState)
    if isinstance(step, placing.Placement) and after.unpaid:
        after = after.changed(unpaid=tuple(one for one in after.unpaid if one[0] != step.player))
    if after.over and not state.over and (missing := untold_score(after)):
        return state.changed(pending=step, asks=missing)
    return _onward(after)


def _onward(state: ToldState) -> State:
    """On to the next question, or to the fact that the rules need before."""
    while True:
        try:
            after = rounds.onward(state)
        except Untold as untold:
            return state.changed(asks=_asks_for(state, untold))
        if after is None:
            return _asked(state)
        assert isinstance(after, ToldState)
        if after.over and (missing := untold_score(after)):
            return state.changed(asks=missing)
        state = after


def _asked(state: ToldState) -> State:
    """With what must be told before the open questions can be asked."""
    if state.asks is not None or state.over or state.catalogue.shown is state.catalogue:
        return state
    try:
        for asked in rounds.questions(state):
            if asked.player is not None:
                rounds.options(state, asked.player)
                rounds.refusals(state, asked.player)
    except Untold as untold:
        return state.changed(asks=_asks_for(state, untold))
    return state


def _asks_for(state: ToldState, untold: Untold) -> Asks:
    need = (untold.piece, untold.fact)
    seat = _holder(state, untold.piece)
    card = state.catalogue.shown[untold.piece]
    if untold.fact in POWERS:
        same = [(c.id, untold.fact) for c in _in_force(state) if untold.fact in c.untold]
        return Asks("phase", _of_keys(state, (need, *same)), (), seat)
    if not card.priced and any(one.placed == card.id for one in state.progress):
        facts = tuple((card.id, fact) for fact in card.untold)
        return Asks("placed", facts, tuple(f for f in facts if f[1] in (PRICE, KIND)), seat)
    return Asks("rule", (need,), (need,), seat)


def untold_score(state: State) -> Asks | None:
    """What nobody told that the sum needs: the VP of cards in tableaus, then what a "?" counts on them."""
    open_facts = tuple(
        (card.id, fact) for card in _in_tableaus(state) for fact in card.untold if fact in (VP, BONUS)
    )
    if open_facts:
        return Asks("score", _of_keys(state, open_facts), tuple(f for f in open_facts if f[1] == VP))
    try:
        scoring.score(state)
    except Untold as untold:
        fact = (untold.piece, untold.fact)
        return Asks("score", (fact,), () if untold.fact in _NONE_IS_AN_ANSWER else (fact,))
    return None


def _of_keys(state: State, facts: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Each fact of copies that are alike once."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for card, fact in facts:
        found.setdefault((state.card(card).key, fact), (card, fact))
    return tuple(found.values())


def _in_tableaus(state: State) -> Iterator[Card]:
    for empire in state.empires:
        for held in empire.tableau:
            yield state.card(held.card)


def _in_force(state: State) -> Iterator[Card]:
    for empire in state.empires:
        for id in empire.in_force:
            yield state.card(id)


def _holder(state: State, card: str) -> int | None:
    """Who has the card in the tableau, or turned it up."""
    for seat, empire in enumerate(state.empires):
        if empire.holds(card) or state.progress[seat].placed == card:
            return seat
    return None


def _choosing_again(state: State, priced: Iterable[str]) -> State:
    """Who turned up a card that cannot be placed, now that its price is told, takes it back and chooses
    again."""
    keys = set(priced)
    again = []
    for seat, one in enumerate(state.progress):
        if one.stage != placing.PLACE or one.placed not in state.catalogue:
            continue
        card = state.card(one.placed)
        if card.key in keys and not placing.can_be_placed(state, seat, card, prices(state, seat)):
            again.append((seat, card.id))
            state = state.with_progress(seat, Progress(placing.PLACE))
    return state.changed(unpaid=tuple(again)) if again else state


def _told_cards(state: ToldState, said: Iterable[str]) -> tuple[Card, ...]:
    """The cards, with all their copies, with what was said of them. Without LATER in it, what was asked and
    takes more than one answer (marks, powers) and has none is told to be none."""
    texts, asked = tuple(said), state.asks
    by_card = told_by_piece(texts)
    for card, fact in asked.facts if asked else ():
        if fact in POWERS and asked is not None and asked.moment == "placed":
            fact = "powers"
        # What a price needs is told with it; powers may be told later.
        if fact in _NONE_IS_AN_ANSWER and (LATER not in texts or fact == MARKS):
            by_card.setdefault(card, {}).setdefault(fact, ())
    found = []
    for id, of_card in by_card.items():
        if LATER in texts and "powers" in of_card:
            of_card |= _by_phase(of_card.pop("powers"))
        shown = state.catalogue.shown
        found += [told(card, of_card) for card in shown.by_key[shown[id].key]]
    return tuple(found)


def _by_phase(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Lines of powers as the facts of their phases, where there may be more on the card."""
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        fact = f"powers/{line.partition(':')[0].strip().casefold()}"
        if fact in POWERS:
            found[fact] = (*found.get(fact, ()), line)
    return found
