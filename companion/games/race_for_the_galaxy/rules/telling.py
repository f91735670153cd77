"""Facts just in time: what the game gives to the driver (contract/in_time.py).

Which fact a rule needs is found by trying. Here stands what is asked in one breath with a fact, who has the
card in hand, how the catalogue takes what was told, and the forms that ask for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.games.contract import (
    Asks,
    Correction,
    Decision,
    Move,
    Question,
    Telling,
    Untold,
    Value,
    told_words,
)
from companion.games.contract.in_time import InTime, Step
from companion.games.contract.score import ranges_words
from companion.games.contract.told import TellingMove, Told
from companion.games.race_for_the_galaxy.cards.catalogue import Card, printed_on
from companion.games.race_for_the_galaxy.cards.power_lines import phase_words
from companion.games.race_for_the_galaxy.cards.printed import COST, GRAY, KIND, MARKS, PRICE
from companion.games.race_for_the_galaxy.cards.printed_worth import (
    BONUS,
    EVERY_POWER,
    POWERS,
    VP,
)
from companion.games.race_for_the_galaxy.rules import cards_chosen, corrections, placing, scoring, to_do
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.games.race_for_the_galaxy.rules.race_move import RaceMove
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _, listed

_NONE_IS_AN_ANSWER = (MARKS, BONUS, EVERY_POWER, *POWERS)


@dataclass(frozen=True)
class Tell(TellingMove[State]):
    """What is printed on cards, as the form gives it."""

    def words(self, state: State) -> str:
        said = said_words(state, self.facts)
        again = unpaid_words(self.apply(state.changed(catalogue=state.catalogue.strict)))
        return f"{said}. {again}" if again else said

    def apply(self, state: State) -> State:
        cards = _told_cards(state, self.facts)
        priced = {card.key for card in cards if _PRICED & {*state.catalogue.shown[card.id].untold}}
        after = state.changed(catalogue=state.catalogue.with_cards(cards), asks=None)
        return _choosing_again(state, after, priced)


@dataclass(frozen=True)
class Onward(Decision):
    """What follows by itself; nobody is asked for it."""


MOVES = (*rounds.MOVES, *cards_chosen.MOVES, Tell)
ONWARD = Onward(None)
_PRICED = {PRICE, MARKS, KIND}
"""What it takes to place a card depends on these."""
_LEAST = {PRICE: (f"{COST} 0",), KIND: (GRAY,), VP: ("0",)}
"""The least that each fact may be that takes one answer."""


class _InTime(InTime[State]):
    def do(self, state: State, step: Step) -> State:
        if isinstance(step, Onward):
            after = rounds.onward(state) or state
        elif isinstance(step, Correction):
            after = corrections.correct(state, step)
        else:
            assert isinstance(step, RaceMove)
            after = step.apply(state.changed(moves=()) if state.moves else state)
        if isinstance(step, placing.Placement) and after.unpaid:
            after = after.changed(unpaid=tuple(one for one in after.unpaid if one[0] != step.player))
        return after

    def next_step(self, before: State, step: Step, after: State) -> Step | None:
        at_rest = after is before and isinstance(step, Onward)
        return None if at_rest or after.over else ONWARD

    def all_told(self, state: State) -> bool:
        return state.catalogue.shown is state.catalogue

    def open(self, state: State) -> Iterator[Value]:
        for asked in rounds.questions(state):
            yield asked
            if asked.player is not None:
                yield from rounds.options(state, asked.player)
                yield from rounds.refusals(state, asked.player)

    def asks_for(self, state: State, step: Step | None, untold: Untold) -> Asks:
        need = (untold.piece, untold.fact)
        seat = _holder(state, untold.piece)
        card = state.catalogue.shown[untold.piece]
        if untold.fact in POWERS:
            same = [(c.id, untold.fact) for c in _in_force(state) if untold.fact in c.untold]
            return Asks("phase", _of_keys(state, (need, *same)), (), seat)
        if {PRICE, KIND} & {*card.untold} and any(one.placed == card.id for one in state.progress):
            facts = tuple((card.id, fact) for fact in card.untold)
            return Asks("placed", facts, tuple(f for f in facts if f[1] in (PRICE, KIND)), seat)
        return Asks("rule", (need,), (need,), seat)

    def count(self, state: State) -> object:
        return scoring.score(state)

    def of_sum(self, ended: State) -> tuple[tuple[str, str], ...]:
        missing = self.missing(ended)
        if ended.asks_whole_sum:
            return missing
        # Tables of before were asked for the VP of all cards first, and then for a fact at a time.
        cards = _of_keys(ended, ((card.id, fact) for card in _in_tableaus(ended) for fact in card.untold))
        return tuple(fact for fact in cards if fact[1] in (VP, BONUS)) or missing[:1]

    def least(self, state: State, untold: Untold) -> State:
        said = {untold.fact: _LEAST.get(untold.fact, ())}
        return state.changed(catalogue=state.catalogue.with_cards(_copies_told(state, untold.piece, said)))


IN_TIME = _InTime()


def question(state: State) -> Question | None:
    """What must be told now; None: nothing."""
    asked = state.asks
    if asked is None:
        return None
    text = question_words(state, asked)
    note = missing_words(state.shown, asked) if asked.moment == "score" else ""
    return Question(None, Tell.do, text, does=(Tell.do,), form=form(state, asked, note))


def unpaid_words(state: State) -> str:
    """Why players choose again: what they turned up cannot be placed; ""."""
    said = [
        _("{player} cannot place {card}", player=state.empires[seat].name, card=state.card(card).name)
        for seat, card in state.unpaid
    ]
    return _("{who}: choose again.", who=listed(said)) if said else ""


def play(state: State, move: Move[State]) -> State:
    """As `round.play`, in a game where facts may be untold, and a player may choose the cards that moved."""
    if isinstance(move, cards_chosen.ChosenCards):
        return move.apply(state)
    return cards_chosen.opened(_played(state, move))


def _played(state: State, move: Move[State]) -> State:
    if not state.setup.told:
        return rounds.play(state, move)
    if isinstance(move, Tell):
        after = go_on(move.apply(state.changed(moves=())))
    else:
        after = IN_TIME.play(state, move)
    return after.changed(to_do=to_do.after(state, after, move))


def correct(state: State, correction: Correction) -> State:
    state = state.changed(choices=()) if state.choices else state
    if not state.setup.told or (state.over and not state.asks_whole_sum):
        return corrections.correct(state, correction)
    return IN_TIME.play(state, correction)


def go_on(state: State) -> State:
    """After facts were told: the step that waited for them, or what follows by itself."""
    if not state.setup.told:
        return state
    return IN_TIME.told(state.changed(pending=state.pending or ONWARD))


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


def _choosing_again(before: State, state: State, priced: Iterable[str]) -> State:
    """Who turned up a card that cannot be placed, now that its price, or a power that changes it, is told,
    takes it back and chooses again. before: the facts were told."""
    keys = set(priced)
    again = {}
    for seat, one in enumerate(state.progress):
        if not placing.Placing.is_at(state, seat) or one.placed not in state.catalogue:
            continue
        card = state.card(one.placed)
        decided = card.key in keys or _can_be_placed(before, seat, one.placed) is None
        if decided and _can_be_placed(state, seat, one.placed) is False:
            again[seat] = card.id
    if not again:
        return state
    return placing.choosing_again(state, again).changed(unpaid=tuple(again.items()))


def _can_be_placed(state: State, seat: int, card: str) -> bool | None:
    """None: that needs what nobody told yet."""
    try:
        return placing.can_be_placed(state, seat, state.card(card), prices(state, seat))
    except Untold:
        return None


def _told_cards(state: State, said: Told) -> tuple[Card, ...]:
    """The cards, with all their copies, with what was said of them. Unless the rest is told later, what was
    asked and takes more than one answer (marks, powers) and has none is told to be none."""
    asked, later = state.asks, said.later
    by_card = {id: dict(facts) for id, facts in said.by_piece.items()}
    for card, fact in asked.facts if asked else ():
        if fact in POWERS and asked is not None and asked.moment == "placed":
            fact = EVERY_POWER
        # Tables of before took no marks for none where the rest was told later.
        if fact in _NONE_IS_AN_ANSWER and (not later or (fact == MARKS and not state.asks_whole_sum)):
            by_card.setdefault(card, {}).setdefault(fact, ())
    found: list[Card] = []
    for id, of_card in by_card.items():
        if later and not state.asks_whole_sum:
            # Tables of before took lines of powers for all that there are of their phases.
            of_card = printed_on(state.catalogue.shown[id]).by_part(of_card)
        found += _copies_told(state, id, of_card, later)
    return tuple(found)


def _copies_told(
    state: State, id: str, facts: Mapping[str, tuple[str, ...]], later: bool = False
) -> list[Card]:
    """The card, and all that are alike, with these facts."""
    shown = state.catalogue.shown
    return [printed_on(card).told(card, facts, later=later) for card in shown.by_key[shown[id].key]]


# --- the forms, and what was told in words


def fact_words(card: Card, fact: str) -> str:
    """What people call a fact of a card."""
    return printed_on(card).row(fact).words(card)


def question_words(state: State, asks: Asks) -> str:
    cards = tuple(dict.fromkeys(card for card, _fact in asks.facts))
    if asks.moment == "score":
        return _("Before the sum: what we do not know yet")
    card = state.card(cards[0]).name
    if asks.moment == "phase":
        acts = POWERS[asks.facts[0][1]]
        phase = phase_words(acts)
        if len(cards) == 1 and any(power.phase == acts for power in state.card(cards[0]).powers):
            return _("Has {card} another {phase} power?", card=card, phase=phase)
        if len(cards) == 1:
            return _("Has {card} any {phase} power?", card=card, phase=phase)
        return _("Which of these have any {phase} power?", phase=phase)
    if asks.holder is None:
        return _("What is printed on {card}?", card=card)
    return _("{player}, what is printed on {card}?", player=state.empires[asks.holder].name, card=card)


def missing_words(ended: State, asks: Asks) -> str:
    """What each player has for certain, at the end of the game. asks: what is still asked of it."""
    open_keys = {ended.card(card).key for card, _fact in asks.facts}

    def more(seat: int) -> int | None:
        held = (ended.card(one.card).key for one in ended.empires[seat].tableau)
        return 0 if open_keys.isdisjoint(held) else None

    return ranges_words(scoring.score(ended), more)


def form(state: State, asks: Asks, note: str = "") -> Telling:
    fields = []
    for id in dict.fromkeys(card for card, _fact in asks.facts):
        card, facts = state.card(id), [fact for card, fact in asks.facts if card == id]
        if asks.moment == "placed":
            facts = list(dict.fromkeys(EVERY_POWER if fact in POWERS else fact for fact in facts))
        rows = [(fact, printed_on(card).row(fact)) for fact in facts]
        fields += [row.field(card, id=id, needed=(id, fact) in asks.needed) for fact, row in rows]
    pieces = tuple((id, state.card(id).name) for id in dict.fromkeys(field.piece for field in fields))
    whole_card = len(pieces) == 1 and asks.moment == "placed"
    # What it is worth is told last: one touch fewer.
    worth = [field for field in fields if whole_card and field.key == VP]
    fields = [field for field in fields if field not in worth] + [replace(it, closes=True) for it in worth]
    by_hand = _("A power that is not offered may be written: your hands do it, and correct the numbers.")
    return Telling(
        fields=tuple(fields),
        pieces=pieces,
        later=asks.moment == "placed",
        submit=_("That is all"),
        submit_later=_("More on it, tell later") if asks.moment == "placed" else "",
        holder=asks.holder if whole_card else None,
        note=note or (by_hand if any(field.typed for field in fields) else ""),
    )


def said_words(state: State, told: Told) -> str:
    """ "Told: Blaster Gem: defense 3; gray"."""
    by_card: dict[str, list[str]] = {}
    for id, facts in told.by_piece.items():
        if id in state.catalogue:
            card = state.card(id)
            by_card.setdefault(card.name, []).extend(printed_on(card).words(facts))
    return told_words(told, by_card)
