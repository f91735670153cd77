"""The Might where each ends up, the ships that it costs, and who is defeated (p. 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules import conflict, missions
from companion.games.a_new_frontier.rules.conflict import Conflict, Ranking
from companion.games.a_new_frontier.rules.fight.dice import ReRoll, may_reroll
from companion.games.a_new_frontier.rules.fight.might import (
    MAX_MIGHT,
    computed_might,
    of_cards,
    offered_might,
    plays,
    ranked,
    withdrawn_might,
)
from companion.games.a_new_frontier.rules.fight.stage import (
    CASUALTIES,
    MIGHT,
    PAGE,
    STAYS,
    STEAL,
    EachAnswers,
    Stage,
    named,
    proceed,
)
from companion.games.a_new_frontier.rules.moves import SeatMove, ask
from companion.games.a_new_frontier.rules.planet_state import Fight, fight_of
from companion.games.a_new_frontier.rules.setup import by_the_pages, tells_might_with_losses
from companion.games.a_new_frontier.rules.ships import ShipsMove, ships_form
from companion.games.a_new_frontier.rules.state import State, gain, put, with_fleet, with_stock, without
from companion.games.contract import Amount, Option, Question, later
from companion.translation import _


@dataclass(frozen=True)
class TellMight(SeatMove):
    """The Might where the player's token ends up, after dice and cards."""

    do: ClassVar[str] = "tell-might"
    might: int

    def words(self, state: State) -> str:
        return _("{player} ends up at {number} Might", player=self.who(state), number=self.might)

    def apply(self, state: State) -> State:
        it = fight_of(state)
        return proceed(state, it.changed(mights=put(it.mights, self.seat, self.might)))


@dataclass(frozen=True)
class LoseShips(ShipsMove):
    """The ships removed as casualties; all of them: the last one stays and withdraws (p. 7)."""

    do: ClassVar[str] = "lose-ships"

    def apply(self, state: State) -> State:
        it = fight_of(state)
        if it.mights[self.seat] is None:
            # The losses were told for the Might that the question named.
            it = it.changed(mights=put(it.mights, self.seat, offered_might(state, it, self.seat)))
        return proceed(state, it.changed(lost=put(it.lost, self.seat, self.ships)))


@dataclass(frozen=True)
class KeepShip(SeatMove):
    """The ship that stays of a fleet that lost all (p. 7)."""

    do: ClassVar[str] = "keep-ship"
    ship: str

    def words(self, state: State) -> str:
        ship = state.book.ships[self.ship].name
        return _("{player} withdraws with the last ship: {ship}", player=self.who(state), ship=ship)

    def apply(self, state: State) -> State:
        return proceed(state, withdrawn(state, fight_of(state), self.seat, self.ship))


MOVES = (TellMight, LoseShips, KeepShip)


class TellingMight(EachAnswers):
    """Where the losses are told with it, it is told only where it is another than strength and dice give."""

    name = MIGHT
    after_correction = MIGHT

    def answers(self, it: Fight) -> tuple[object, ...]:
        return it.mights

    def asked(self, state: State, it: Fight) -> tuple[tuple[int | None, Stage], ...]:
        if not tells_might_with_losses(state):
            return super().asked(state, it)
        # Whose fleet has withdrawn has told its losses, and finds its Might anew (p. 7).
        return tuple(
            (seat, LOSING_SHIPS if it.lost[seat] is None else self)
            for seat in it.seats
            if None in (it.mights[seat], it.lost[seat])
        )

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        assert seat is not None
        if seat in it.withdrawn:
            return _anew(state, it, seat)
        might, offered = computed_might(it, seat), offered_might(state, it, seat)
        text = later(
            lambda: _(
                "{player}: your Might at {planet}? Strength and dice give {might}.",
                might=might,
                **named(state, it, seat),
            )
        )
        return ask(TellMight, seat, text, PAGE, form=Amount(0, MAX_MIGHT, offered, _("Might")))

    def beside(self, state: State, it: Fight, seat: int) -> list[Question]:
        found = []
        undecided = it.mights[seat] is None and it.lost[seat] is None
        if undecided and tells_might_with_losses(state):
            # The losses begin with what strength and dice give.
            text = later(
                lambda: _(
                    "{player}: another Might at {planet}, by cards or technologies?", **named(state, it, seat)
                )
            )
            form = Amount(0, MAX_MIGHT, offered_might(state, it, seat), _("Might"))
            found.append(ask(TellMight, seat, text, PAGE, form=form, optional=True))
        if may_reroll(state, it, seat):
            text = _("{player}: an archaeotech to roll again?", player=state.corps[seat].name)
            found.append(ask(ReRoll, seat, text, 8, optional=True))
        return found

    def options_beside(self, state: State, it: Fight, seat: int) -> list[Option]:
        found = []
        for whose in may_reroll(state, it, seat):
            name = state.corps[whose].name
            words = (
                _("Roll my dice again") if whose == seat else _("Force {player} to roll again", player=name)
            )
            found.append(Option(ReRoll(seat, whose), words, likely=-5))
        return found

    def after(self, state: State, it: Fight) -> tuple[State, Fight]:
        return state, it.changed(stage=CASUALTIES, ranking=ranked(state, it))

    def needs_table(self, state: State) -> bool:
        return tells_might_with_losses(state)


def _anew(state: State, it: Fight, seat: int) -> Question:
    """The Might of a fleet that has withdrawn."""
    offered = withdrawn_might(state, it, seat)
    cards = {"strategy": conflict.DEFENSIVE, "tactics": conflict.WITHDRAWAL, **named(state, it, seat)}
    text = _(
        "{player}: your fleet at {planet} has withdrawn. Your Might, as with {strategy} and {tactics}?",
        **cards,
    )
    if offered is not None:
        text += " " + _("Strength, dice and cards entered give {might} Might.", might=offered)
    return ask(TellMight, seat, text, PAGE, form=Amount(0, MAX_MIGHT, offered, _("Might")))


class LosingShips(EachAnswers):
    name = CASUALTIES
    after_correction = CASUALTIES

    def answers(self, it: Fight) -> tuple[object, ...]:
        return it.lost

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        assert seat is not None
        told, table = it.mights[seat], state.book.shown.casualties
        might = offered_might(state, it, seat) if told is None else told
        count = None
        if table:
            count = max(0, state.book.from_row(table, might) + of_cards(state, it, seat, "casualties"))
        text = later(self._text, state, it, seat, count, might)
        form = later(ships_form, state, seat, it.planet, 0, None, count or 0)
        return ask(LoseShips, seat, text, PAGE, form=form)

    def _text(self, state: State, it: Fight, seat: int, count: int | None, might: int) -> str:
        """count: of the ships that the table says; None: nobody told it."""
        text = _("{player}: which ships are lost at {planet}?", **named(state, it, seat))
        if count is not None:
            text = _(
                "{player}: which ships are lost at {planet}? Table and cards entered say {count}.",
                count=count,
                **named(state, it, seat),
            )
        if it.mights[seat] is None:
            said = _("Strength, dice and cards entered give {might} Might.", might=might)
            text = f"{text} {said}"
        return text

    def after(self, state: State, it: Fight) -> tuple[State, Fight]:
        if any(may_choose(state, it, seat) for seat in it.seats):
            return state, it.changed(stage=STAYS)
        if any(all_lost(state, it, seat) for seat in it.seats):
            return state, with_withdrawn(state, it)
        return _rewarded(state, it)


LOSING_SHIPS = LosingShips()


class KeepingShips(Stage):
    """Whoever lost a fleet of several kinds says which ship stays (p. 7)."""

    name = STAYS
    after_correction = CASUALTIES

    def asked(self, state: State, it: Fight) -> tuple[tuple[int | None, Stage], ...]:
        return tuple((seat, self) for seat in it.seats if may_choose(state, it, seat))

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        assert seat is not None
        text = later(
            lambda: _(
                "{player}: all ships at {planet} are lost, so your fleet withdraws. Which ship stays?",
                **named(state, it, seat),
            )
        )
        return ask(KeepShip, seat, text, PAGE)

    def options(self, state: State, it: Fight, seat: int) -> list[Option]:
        kinds = dict.fromkeys(state.corps[seat].fleets[it.planet])
        return [Option(KeepShip(seat, ship), state.book.ships[ship].name) for ship in kinds]

    def after(self, state: State, it: Fight) -> tuple[State, Fight]:
        return state, with_withdrawn(state, it)


def with_withdrawn(state: State, it: Fight) -> Fight:
    """The last ship of each fleet that lost all stays, and the outcome is found anew (p. 7)."""
    for seat in [seat for seat in it.seats if all_lost(state, it, seat)]:
        it = withdrawn(state, it, seat, max(state.corps[seat].fleets[it.planet]))
    return it.changed(stage=MIGHT)


def withdrawn(state: State, it: Fight, seat: int, kept: str) -> Fight:
    """A fleet that lost all ships keeps one; its Might is found anew, as it counts as withdrawn (p. 7)."""
    left = without(state.corps[seat].fleets[it.planet], (kept,))
    return it.changed(
        mights=put(it.mights, seat, None), lost=put(it.lost, seat, left), withdrawn=(*it.withdrawn, seat)
    )


def may_choose(state: State, it: Fight, seat: int) -> bool:
    """Whether the owner of a fleet that lost all ships says which of several kinds stays (p. 7)."""
    kinds = set(state.corps[seat].fleets[it.planet])
    return by_the_pages(state) and len(kinds) > 1 and all_lost(state, it, seat)


def all_lost(state: State, it: Fight, seat: int) -> bool:
    lost, fleet = it.lost[seat], state.corps[seat].fleets[it.planet]
    return seat not in it.withdrawn and lost is not None and len(fleet) > 0 and len(lost) == len(fleet)


def _rewarded(state: State, it: Fight) -> tuple[State, Fight]:
    """VP for every opponent defeated, in the order of Might; then casualties leave, and stealing begins."""
    ranking = ranked(state, it)
    might = {seat: it.mights[seat] or 0 for seat in it.seats}
    state = state.noted("fought", planet=it.planet, more=tuple((seat, might[seat]) for seat in it.seats))
    for winner, loser, why in ranking.defeats:
        state = state.noted("defeat", seat=winner, planet=it.planet, whom=loser, more=(why,))
    for seat in sorted(it.seats, key=lambda s: (-might[s], it.order.index(s))):
        state = gain(state, seat, "vp", len(ranking.beaten_by(seat)), "opponents defeated")
        for loser in ranking.beaten_by(seat):
            state = missions.with_deed_recorded(state, seat, "defeat", it.planet, loser)
    for seat in it.seats:
        gone = it.lost[seat] or ()
        left = without(state.corps[seat].fleets[it.planet], gone)
        state = state.noted("losses", seat=seat, planet=it.planet, more=gone) if gone else state
        state = with_fleet(state, seat, it.planet, left)
        for ship in gone:
            state = with_stock(state, ship, 1)
    thieves = tuple(
        (number, seat)
        for number, each in enumerate(it.conflicts)
        for seat in _thieves(state, it, each, ranking, might)
        # Who went on strike during these conflicts has no attack any more.
        if any(a.attacker == seat and a.planet == it.planet for a in state.attacks)
    )
    return state, it.changed(stage=STEAL, ranking=ranking, thieves=thieves)


def _thieves(
    state: State, it: Fight, each: Conflict, ranking: Ranking, might: dict[int, int]
) -> tuple[int, ...]:
    """Who steals of a conflict's target, in order: what cards say of it matters where there are several."""
    thieves = conflict.steal_order(each, ranking, might, it.order)
    if len(thieves) < 2:
        return thieves
    first = frozenset(seat for seat in thieves if plays(state, it, seat, "steals_first"))
    return conflict.steal_order(each, ranking, might, it.order, first)
