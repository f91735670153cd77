"""Prepares all that the game's own pages show: no page computes, counts or decides anything itself.

`page(state, player)` is all that the templates read. Every number that a rule makes is a Tally.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType
from typing import ClassVar

from companion.games.contract import NEW, AnswerView, Option, Page, Tally, Term
from companion.games.race_for_the_galaxy.cards.powers import Military, SettlePower
from companion.games.race_for_the_galaxy.coaching.hand_worth import worth
from companion.games.race_for_the_galaxy.display import correction_marks, hands_words, legend
from companion.games.race_for_the_galaxy.display.card_view import (
    CardView,
    card_answer,
    card_view,
    searched_words,
)
from companion.games.race_for_the_galaxy.drawing.card_svg import card_sign, card_svg
from companion.games.race_for_the_galaxy.rules import placing, scoring, telling, to_do
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules.abilities import of_cards
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.meeting import sort_now
from companion.games.race_for_the_galaxy.rules.placing import Placement
from companion.games.race_for_the_galaxy.rules.race_move import RaceMove
from companion.games.race_for_the_galaxy.rules.state import (
    FULL_TABLEAU,
    PHASES,
    Empire,
    State,
)
from companion.games.race_for_the_galaxy.rules.trade import TradeGood
from companion.games.race_for_the_galaxy.wording.names import (
    ACTION_BONUSES,
    ACTION_SIGNS,
    NUMERALS,
    action_name,
    kind_name,
    phase_name,
)
from companion.translation import _

LONG_SIGNS = 4
"""Letters of the signs of who chose a phase, above which they are written smaller."""
MOST_BESIDE = 2
"""Players who chose a phase that stand at both sides of its icon."""
NAMED_CARDS = 6
"""Cards in a tableau up to which a tablet may have room for their names."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player. number: the seat, from 0; the pages' shell knows the shape that goes with the colour."""

    number: int
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A phase of the round. chosen: seats that chose it; signs: with which of its bonuses each, where there
    are two; now: hands are in it; done: it is over for hands, too."""

    key: str
    numeral: str
    title: str
    chosen: tuple[int, ...]
    signs: tuple[str, ...]
    now: bool
    done: bool

    @property
    def point(self) -> str:
        """The phase, whichever time it is done: for icons and lessons."""
        return self.key.rstrip("2")

    @property
    def attributes(self) -> dict[str, str]:
        return {"aria-current": "step"} if self.now else {}

    @property
    def classes(self) -> str:
        long, many = len("".join(self.signs)) > LONG_SIGNS, len(self.chosen) > MOST_BESIDE
        named = {"now": self.now, "done": self.done, "long-signs": long, "many": many}
        return " ".join(("phase", *(name for name, holds in named.items() if holds)))

    @property
    def chosen_by(self) -> tuple[tuple[int, str], ...]:
        """(seat, sign) of each player who chose it."""
        return tuple(zip(self.chosen, self.signs, strict=True))


@dataclass(frozen=True, slots=True)
class EmpireView:
    """One player's tableau. waits: the table waits for them; answered: their secret choice is made; placed:
    the card that they chose to place, where this page may tell; to_do: what their hands are asked to do."""

    seat: Seat
    hand: int
    chips: int
    military: Tally
    special: tuple[Tally, ...]
    cards: tuple[CardView, ...]
    goods: int
    actions: tuple[str, ...]
    vp: int
    waits: bool
    answered: bool
    placed: str
    to_do: str

    @property
    def crowded(self) -> bool:
        """Its area on a tablet of any size has no room for the cards' names."""
        return len(self.cards) > NAMED_CARDS

    @property
    def standing(self) -> str:
        """Whether it is to act, or has; "": neither."""
        return _("to act") if self.waits else _("has chosen") if self.answered else ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that may be placed, for the list with a search. words: all that it is found by."""

    option: Option
    card: CardView
    seen: AnswerView
    words: str


@dataclass(frozen=True)
class GamePage(Page):
    """Everything the pages need, of the player whose page it is or of the tablet, which all read.

    phase: its title. me, score (my Tally now): None on the tablet. choices: the cards that I may place, the
    likeliest first; meets: the sort of a card that I may place though nobody knows it yet, or "". clash: why
    a choice must be made again, or "". fullest: the cards in the longest tableau; full: how many end the
    game. to_do: (seat, words) of what hands have to do. cards: every card that lies
    open, once.
    """

    state: State = field(repr=False)
    round: int
    phase: str
    phases: tuple[PhaseView, ...]
    empires: tuple[EmpireView, ...]
    me: EmpireView | None
    score: Tally | None
    choices: tuple[Choice, ...]
    meets: str
    clash: str
    supply: int
    discards: int
    pool: int
    fullest: int
    endings: tuple[str, ...]
    to_do: tuple[tuple[int, str], ...]
    cards: tuple[CardView, ...]

    full: ClassVar[int] = FULL_TABLEAU
    legend: ClassVar[ModuleType] = legend
    touch: ClassVar[ModuleType] = correction_marks

    def answer(self, option: Option) -> AnswerView:
        return _answer(self.state, option)

    def face(self, tile: str) -> str:
        return card_svg(self.state.card(tile)) if tile in self.state.catalogue else ""

    def draw(self, view: CardView, short: bool = False) -> str:
        """A card's SVG; short: of its upper half alone."""
        return card_svg(self.state.card(view.id), bool(view.good), short)

    def sign(self, view: CardView) -> str:
        """The SVG of a card that is too small for its name."""
        return card_sign(self.state.card(view.id), bool(view.good))


def page(state: State, player: int | None = None) -> GamePage:
    """player: whose page it is; None for the tablet."""
    rules, state = state, state.shown
    seats = tuple(Seat(n, empire.name, empire.colour) for n, empire in enumerate(state.empires))
    vp = [score.total for score in scoring.score(state).players]
    asked = rounds.asked(state)
    mine = player if player is not None and 0 <= player < len(seats) else None
    empires = tuple(_empire(state, seat, vp[seat.number], seat.number in asked) for seat in seats)
    return GamePage(
        state,
        round=state.round,
        phase=phase_name(state.phase),
        phases=_phases(state),
        empires=empires,
        me=None if mine is None else empires[mine],
        score=None if mine is None else _score(state, mine),
        choices=() if mine is None else _choices(rules, mine),
        meets="" if mine is None else _meets(rules, mine),
        clash=rounds.clash_words(state) or telling.unpaid_words(state),
        supply=state.supply,
        discards=state.discards,
        pool=state.pool,
        fullest=max(len(empire.tableau) for empire in state.empires),
        endings=() if state.over else tuple(_(reason) for reason in state.endings),
        to_do=hands_words.of_all(state, mine),
        cards=tuple(card for empire in empires for card in empire.cards),
    )


def _phases(state: State) -> tuple[PhaseView, ...]:
    """Those chosen, once the choice is revealed; before, all five as they are to come. Those that hands are
    still in are lit; if there are none, that in which somebody is asked."""
    order = state.plan if state.at >= 0 else PHASES
    hands = frozenset(phase for one in state.to_do if to_do.words(state, one) for phase in one.phases)
    lit = [name for name in order if name in hands] or [name for name in order[state.at :] if state.at >= 0][
        :1
    ]
    found = []
    for at, name in enumerate(order):
        key = name.rstrip("2")
        twice = name.endswith("2")
        chosen = tuple(
            seat
            for seat, empire in enumerate(state.empires)
            if state.at >= 0
            and sum(action.split("-")[0] == key for action in empire.chosen) > (1 if twice else 0)
        )
        signs = tuple(
            " ".join(
                ACTION_SIGNS[action]
                for action in state.empires[seat].chosen
                if action in ACTION_SIGNS and action.split("-")[0] == key
            )
            for seat in chosen
        )
        now = name in lit
        done = at < state.at and not now
        found.append(PhaseView(name, NUMERALS[key], phase_name(key), chosen, signs, now, done))
    return tuple(found)


def _empire(state: State, seat: Seat, vp: int, waits: bool) -> EmpireView:
    empire = state.empires[seat.number]
    progress = state.progress[seat.number]
    return EmpireView(
        seat,
        empire.hand,
        empire.chips,
        _military(state, empire),
        _special(state, empire),
        tuple(card_view(state.card(held.card), held.good, held.new) for held in empire.tableau),
        len(empire.goods),
        tuple(action_name(action) for action in empire.chosen),
        vp,
        waits,
        progress.answered,
        placed_name(state, progress.placed),
        hands_words.in_area(state, seat.number),
    )


def placed_name(state: State, placed: str) -> str:
    """What a player has chosen to place; "": nothing yet."""
    return state.card(placed).name if placed in state.catalogue else placed.removeprefix(NEW)


def _military(state: State, empire: Empire) -> Tally:
    found = of_cards(state.catalogue, empire.in_force).of(SettlePower)
    amounts = ((one.card, one.power.general_military()) for one in found)
    terms = tuple(Term(state.card(card).name, amount, card) for card, amount in amounts if amount)
    return Tally(_("Military"), terms)


def _special(state: State, empire: Empire) -> tuple[Tally, ...]:
    """Military that counts against some worlds only, a Tally for each sort."""
    against: dict[str, list[Term]] = {}
    for one in of_cards(state.catalogue, empire.in_force).of(Military):
        if one.power.against:
            term = Term(state.card(one.card).name, one.power.amount, one.card)
            against.setdefault(one.power.against, []).append(term)
    return tuple(
        Tally(
            _("against Rebel worlds") if foe == "rebel" else _("against worlds: {kind}", kind=kind_name(foe)),
            tuple(terms),
        )
        for foe, terms in against.items()
    )


def _score(state: State, player: int) -> Tally:
    """What would count for this player now, by source."""
    lines = scoring.score(state).players[player].lines
    return Tally(_("VP now"), tuple(Term(_(line.source), line.vp) for line in lines))


def _meets(state: State, player: int) -> str:
    placing_now = placing.Placing.is_at(state, player) and not state.asks
    return sort_now(state) if state.setup.told and placing_now else ""


def _choices(state: State, player: int) -> tuple[Choice, ...]:
    """The cards that this player may place now, the likeliest first."""
    if state.over or state.asks or not placing.Placing.is_at(state, player):
        return ()
    found, shown = [], state.shown
    for option in rounds.options(state, player):
        if option.tile is not None:
            card = shown.card(option.tile)
            view = card_view(card)
            words = searched_words(card)
            choice = Choice(option, view, card_answer(card, option.why), words)
            found.append((worth(shown, player, card), choice))
    found.sort(key=lambda pair: (-pair[0], pair[1].card.name))
    return tuple(choice for _worth, choice in found)


def _answer(state: State, option: Option) -> AnswerView:
    decision = option.decision
    if isinstance(decision, ChooseActions):
        key = decision.actions[0].split("-")[0]
        if len(decision.actions) > 1:
            return AnswerView("", key)
        return AnswerView("", key, _(ACTION_BONUSES[decision.actions[0]]))
    if option.tile is None or option.tile not in state.catalogue or isinstance(decision, Placement):
        return AnswerView(declines=isinstance(decision, RaceMove) and decision.declines)
    card = state.card(option.tile)
    if isinstance(decision, TradeGood):
        return card_answer(card, option.why, sign="+")
    return AnswerView(card_svg(card))
