"""Choosing the card to place in Develop or Settle: secret until all have, then revealed at once (p. 4, 5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from companion.games.contract import Decision, Option, Question, Refusal, Tally, Untold, later
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.rules import explore
from companion.games.race_for_the_galaxy.rules.costs import Prices, prices
from companion.games.race_for_the_galaxy.rules.not_placed import refusal, remedy
from companion.games.race_for_the_galaxy.rules.race_move import RaceMove
from companion.games.race_for_the_galaxy.rules.stage import Stage
from companion.games.race_for_the_galaxy.rules.state import Progress, State
from companion.games.race_for_the_galaxy.rules.steps import Done
from companion.games.race_for_the_galaxy.rules.ways import is_open, lacking, open_ways
from companion.translation import _, language

WORLD_SORT, DEVELOPMENT_SORT = "world", "development"


def _asks(state: State, seat: int) -> bool:
    if not state.empires[seat].hand:
        return False
    if not state.fewer_steps or explore.numbers_told(state, seat) is not None:
        return True
    return _can_place(state, seat) or _may_meet_more(state)


def _may_meet_more(state: State) -> bool:
    """Whether cards of an expansion are in this box, of which there may be more than those met so far."""
    return state.setup.told and any(card.further for card in state.catalogue)


def _can_place(state: State, seat: int) -> bool:
    costs = prices(state, seat)
    cards = unseen(state, seat, state.phase == "settle")
    return any(can_be_placed(state, seat, card, costs) for card in cards)


# --- what can be placed ---------------------------------------------------------------------------------


def on_table(state: State) -> frozenset[str]:
    """The ids of all cards that lie face up."""
    return frozenset().union(*[empire.cards for empire in state.empires])


def turned_up(state: State, seat: int) -> Iterator[str]:
    """The ids of what others turned up while this player chooses again; of a development of an expansion
    there may be one more copy."""
    for other, one in enumerate(state.progress):
        if one.turned_up and other != seat:
            yield from (id for id in one.turned_up if not has_more(state.card(id)))


def held_by_others(state: State, seat: int) -> frozenset[str]:
    """The ids of the cards that lie face up, or that others turned up."""
    return on_table(state).union(turned_up(state, seat))


def has_more(card: Card) -> bool:
    """There may be copies that the companion does not know."""
    return card.further and card.development


def unseen(state: State, seat: int, world: bool, held: Collection[str] | None = None) -> Iterator[Card]:
    """The first copy, not known to be elsewhere, of each world or development: what a hand may hold. held:
    the keys of those that it holds, where they are known."""
    lying = held_by_others(state, seat)
    for copies in state.catalogue.copies_of_worlds if world else state.catalogue.copies_of_developments:
        if held is not None and copies[0].key not in held:
            continue
        free: Card | None = copies[0]
        if copies[0].id in lying:
            free = _first_unseen(copies, lying)
        if free is not None:
            yield free


def _first_unseen(copies: Sequence[Card], lying: frozenset[str]) -> Card | None:
    return next((card for card in copies if card.id not in lying), None)


def option(state: State, seat: int, card: Card, costs: Prices) -> Option | None:
    """Placing this card; None: it cannot be placed now."""
    if not can_be_placed(state, seat, card, costs):
        return None
    return _placing(state, seat, card, costs, _known(state, seat))


def _known(state: State, seat: int) -> dict[str, Option]:
    """This player's answers that place a card, by its id, in the current language; without their numbers."""
    cache = cast("dict[object, dict[str, Option]]", state.catalogue.caches.setdefault("placing", {}))
    return cache.setdefault((seat, language()), {})


def _placing(state: State, seat: int, card: Card, costs: Prices, known: dict[str, Option]) -> Option:
    found = known.get(card.id)
    if found is None:
        found = known[card.id] = Option(Place(seat, card.id), _words(card), tile=card.id)
    return found.changed(why=later(_numbers, state, seat, card, costs))


def of_copy(option: Option, seat: int, card: str) -> Option:
    """The same answer with this copy of its card."""
    return option.changed(decision=Place(seat, card), tile=card)


def _words(card: Card) -> str:
    return _("Place {card}", card=card.name)


def placement_numbers(state: State, seat: int, card: Card, costs: Prices) -> tuple[tuple[Tally, ...], bool]:
    """(the numbers of placing this card in the current phase, whether they refuse it). None where nobody told
    its price: that is asked when it is turned up."""
    return _numbers(state, seat, card, costs), not can_be_placed(state, seat, card, costs)


def can_be_placed(state: State, seat: int, card: Card, costs: Prices) -> bool:
    """In the current phase, by what is told of the card. costs: the player's `prices`."""
    hand = state.empires[seat].hand - 1
    try:
        if card.world:
            return is_open(costs, card, hand)
        return not _has_copy(state, seat, card) and costs.development_price(card) <= hand
    except Untold as untold:
        if untold.piece != card.id:
            raise
        return True


def _has_copy(state: State, seat: int, card: Card) -> bool:
    empire = state.empires[seat]
    return not empire.cards.isdisjoint(state.catalogue.ids_by_key.get(card.key, ()))


def _numbers(state: State, seat: int, card: Card, costs: Prices) -> tuple[Tally, ...]:
    if card.untold and can_be_placed(state, seat, card, costs) and not card.priced:
        return ()
    if card.development:
        return () if _has_copy(state, seat, card) else (costs.development(card),)
    hand = state.empires[seat].hand - 1
    return tuple([way.why for way in open_ways(costs, card, hand)]) or lacking(costs, card)


# --- the choice -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Placement(RaceMove):
    """The secret answer to what is placed in Develop or Settle (p. 4, 5)."""

    @property
    def placed(self) -> str:
        """As in `Progress`."""
        raise NotImplementedError

    def apply(self, state: State) -> State:
        changed = state.progress[self.seat].changed(answered=True, placed=self.placed)
        return state.with_progress(self.seat, changed)


@dataclass(frozen=True)
class Place(Placement):
    """Place this card of one's hand in Develop or Settle (p. 4, 5)."""

    do: ClassVar[str] = "place"
    card: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.card,)

    @property
    def placed(self) -> str:
        return self.card

    def words(self, state: State) -> str:
        return _("{player} places {card}", player=self.who(state), card=state.card(self.card).name)

    def listed_as(self, state: State) -> Decision:
        """Of the copies that may be in hand, the first is listed."""
        lying = held_by_others(state, self.seat)
        if self.card not in state.catalogue or self.card in lying:
            return self
        first = _first_unseen(state.catalogue.by_key[state.card(self.card).key], lying)
        return self if first is None else Place(self.seat, first.id)


@dataclass(frozen=True)
class PlaceNothing(Placement):
    """Place no card in this phase (p. 4, 5)."""

    do: ClassVar[str] = "place-nothing"
    declines: ClassVar[bool] = True

    @property
    def placed(self) -> str:
        return ""

    def words(self, state: State) -> str:
        return _("{player} places nothing", player=self.who(state))


MOVES = (Place, PlaceNothing)


def _split_duplicates(state: State) -> State:
    """Revealed: each of two players with the same development gets a copy of their own. Where there are not
    enough copies somebody named the wrong card: those players choose again, and `clash` has the cards."""
    wanted: dict[str, list[int]] = {}
    for seat, one in enumerate(state.progress):
        if Placing.is_at(state, seat) and one.placed:
            wanted.setdefault(state.card(one.placed).key, []).append(seat)
    lying = on_table(state)
    clash: list[str] = []
    for key, seats in wanted.items():
        if len(seats) == 1:
            continue
        free = [card.id for card in state.catalogue.by_key[key] if card.id not in lying]
        if len(free) < len(seats):
            clash.append(key)
            for seat in seats:  # which of them has the card is not known
                state = state.with_progress(seat, Placing.begun(turned_up=state.progress[seat].turned_up))
            continue
        taken: set[str] = set()
        for seat in seats:
            placed = state.progress[seat].placed
            if placed in taken:
                placed = next(card for card in free if card not in taken)
                state = state.with_progress(seat, state.progress[seat].changed(placed=placed))
            taken.add(placed)
    if clash:
        state = choosing_again(state)
    return state.changed(clash=tuple(clash)) if clash or state.clash else state


def choosing_again(state: State, back: Collection[int] = ()) -> State:
    """What was turned up lies open from now on. back: those who take theirs back and choose again."""
    for seat, one in enumerate(state.progress):
        if not Placing.is_at(state, seat) or not one.placed:
            continue
        known = (*one.turned_up, one.placed) if state.opens else ()
        again = Placing.begun() if seat in back else one
        state = state.with_progress(seat, again.changed(turned_up=tuple(dict.fromkeys(known))))
    return state


# --- the stage ------------------------------------------------------------------------------------------


class Placing(Stage):
    """A card to place is chosen; each of the two phases has a class for it."""

    name: ClassVar[str] = "place"
    secret: ClassVar[bool] = True
    sort: ClassVar[str]
    """Of the cards that are placed here, as `Question.meets` has it."""
    kind: ClassVar[str]
    """Of its question."""
    page: ClassVar[int]

    def asks(self, name: str) -> str:
        raise NotImplementedError

    def asks_after_exploring(self, name: str, drawn: int, kept: int) -> str:
        """Where Explore has no question of its own."""
        raise NotImplementedError

    def begin(self, state: State) -> State:
        """Everybody with a card in hand may place one; who cannot pay for any is not asked where the table
        wants fewer steps, unless the question tells something else besides, or a card that nobody met yet may
        cost nothing."""
        seats = range(len(state.empires))
        progress = tuple(self.begun() if _asks(state, seat) else Done.begun() for seat in seats)
        return state.changed(progress=progress, clash=())

    def question(self, state: State, seat: int) -> Question | None:
        if state.progress[seat].lies_open:
            return None
        answered = state.progress[seat].answered
        text = later(self._text, state.empires[seat].name, state, seat)
        meets = self.sort if state.setup.told else ""
        return Question(
            seat, self.kind, text, self.page, secret=True, optional=answered, answered=answered, meets=meets
        )

    def _text(self, name: str, state: State, seat: int) -> str:
        # Who has answered has explored: what is asked again is the card alone.
        first = None if state.progress[seat].answered else explore.numbers_told(state, seat)
        return self.asks(name) if first is None else self.asks_after_exploring(name, *first)

    def options(self, state: State, seat: int, held: Mapping[str, str] | None = None) -> tuple[Option, ...]:
        """The cards that may be in hand and can be placed, and none. Of one whose price nobody told it is
        asked when it is turned up. held: the cards in hand, each by its key; None: they are not known."""
        found = [Option(PlaceNothing(seat), _("Place nothing"), likely=1)]
        costs, known = prices(state, seat), _known(state, seat)
        for card in unseen(state, seat, self.sort == WORLD_SORT, held):
            if can_be_placed(state, seat, card, costs):
                option = _placing(state, seat, card, costs, known)
                found.append(option if held is None else of_copy(option, seat, held[card.key]))
        return tuple(found)

    def refusals(self, state: State, seat: int) -> tuple[Refusal, ...]:
        """The cards that may be in hand and cannot be placed now, with the reason."""
        found = []
        costs = prices(state, seat)
        for card in unseen(state, seat, self.sort == WORLD_SORT):
            why, refused = placement_numbers(state, seat, card, costs)
            if refused:
                sentence, mends = refusal(state, seat, card, why), remedy(state, seat, card, why)
                decision = Place(seat, card.id)
                found.append(Refusal(_words(card), sentence, self.page, card.id, why, mends, decision))
        return tuple(found)

    def revealed(self, state: State) -> State:
        """Who named the same card as another, of which there are not enough, chooses again."""
        state = _split_duplicates(state)
        seats = range(len(state.empires))
        if any(self.is_at(state, seat) and not state.progress[seat].answered for seat in seats):
            return state
        return self.placed(state)

    def placed(self, state: State) -> State:
        """All have chosen, and each a card of their own."""
        raise NotImplementedError

    def open_again(self, progress: Progress) -> Progress:
        """The card that was to be placed is chosen anew."""
        return (
            self.begun(turned_up=progress.turned_up)
            if progress.answered
            else Stage.open_again(self, progress)
        )

    def still_possible(self, state: State, seat: int) -> State:
        """Without a card in hand there is nothing to place."""
        return state if state.empires[seat].hand else state.with_progress(seat, Done.begun())
