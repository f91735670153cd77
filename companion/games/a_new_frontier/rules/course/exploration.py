"""The exploration phase: wormhole and colonies, sacrifices, archaeotech, trade (p. 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules import archaeotech
from companion.games.a_new_frontier.rules.areas import opened, two_rounds
from companion.games.a_new_frontier.rules.course.planet import MAX_FLIPPED_MINE_LEVEL
from companion.games.a_new_frontier.rules.moves import SeatMove, ask
from companion.games.a_new_frontier.rules.plans import TRADE_COST, free_credits
from companion.games.a_new_frontier.rules.setup import by_the_pages, few_forms
from companion.games.a_new_frontier.rules.stage import Phase, Stage
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State, gain, put, with_plan
from companion.games.a_new_frontier.wording.names import planet_words
from companion.games.contract import Option, Question, Refusal, Value, later
from companion.translation import _, plural

PAGE = 8
EXPLORATION_TOKENS = 3
"""Exploration tokens of a player (p. 2)."""
MAX_BOOST = 2
ALLY_ARCHAEOTECHS = 2
"""Archaeotechs that an ally brings."""
LEVEL_COLONY, CHOICE_COLONY = 5, 7
MINE_LEVELS_GAINED = 2


class ExplorationStep(Value, frozen=True):
    """queue: seats still to act, the first is asked. choosing: who must choose what a level 7
    colony gives. discarding: who has more than 3 archaeotechs and says which of them go."""

    queue: tuple[int, ...]
    choosing: int | None = None
    discarding: int | None = None


@dataclass(frozen=True)
class Explore(SeatMove):
    """One step: to the wormhole (level 0), to a colony of that level, or a wasted action (-1). boost:
    prestige and credits sacrificed, one each for +1 influence (p. 8)."""

    do: ClassVar[str] = "explore"
    level: int
    boost: int = 0

    def words(self, state: State) -> str:
        if self.level == 0:
            return _("{player} goes to the wormhole", player=self.who(state))
        if self.level < 0:
            return _("{player} wastes an exploration action", player=self.who(state))
        return _("{player} allies with a level {level} colony", player=self.who(state), level=self.level)

    def apply(self, state: State) -> State:
        state = state.changed(step=ExplorationStep(state.step.queue[1:]))
        if self.level < 0:
            return state
        if self.level == 0:
            return state.with_corp(self.seat, wormhole=True)
        if self.boost:
            state = gain(state, self.seat, "prestige", -self.boost, "sacrificed")
            state = gain(state, self.seat, "credits", -self.boost, "sacrificed")
        return _ally(state, self.seat, self.level)


@dataclass(frozen=True)
class UseColony(SeatMove):
    """The one-time use of a level 7 colony: a technology level, or 2 levels of the mine there (p. 8)."""

    do: ClassVar[str] = "use-colony"
    mine: int | None = None

    def words(self, state: State) -> str:
        if self.mine is None:
            return _("{player} takes a technology level from the colony", player=self.who(state))
        planet = planet_words(state.book, self.mine)
        return _("{player} upgrades the mine at {planet}", player=self.who(state), planet=planet)

    def apply(self, state: State) -> State:
        corp = state.corps[self.seat]
        state = state.changed(step=state.step.changed(choosing=None))
        if self.mine is None:
            return state.with_corp(self.seat, bonus=corp.bonus + 1)
        # This passes the usual limit of 5 (p. 8).
        level = min(MAX_FLIPPED_MINE_LEVEL, corp.mines[self.mine] + MINE_LEVELS_GAINED)
        return state.with_corp(self.seat, mines=put(corp.mines, self.mine, level))


MOVES = (Explore, UseColony)


def begin(state: State) -> State:
    """Influence is set, bribes and trades are paid, and the order is found."""
    influence = tuple(state.book.influence(corp.prestige) for corp in state.corps)
    state, order, actions = opened(state.changed(phase="exploration", influence=influence), "exploration")
    for seat in state.seats:
        plan = state.corps[seat].plan
        if plan is not None and plan.trades:
            state = with_plan(state, seat, trades=0)
            state = gain(state, seat, "credits", -TRADE_COST * plan.trades, "trade")
            state = gain(state, seat, "vp", plan.trades, "trade")
            state = state.noted("trade", seat=seat, number=plan.trades)
    return state.changed(step=ExplorationStep(two_rounds(order, actions)))


def highest_boost(state: State, seat: int) -> int:
    """Influence that can be added: 1 for 1 prestige and 1 credit, twice at most. Prestige does not fall to 0
    by choice here without the strike that follows, which is the player's to judge."""
    corp = state.corps[seat]
    return max(0, min(MAX_BOOST, corp.prestige, free_credits(state, seat)))


def tokens_free(state: State, seat: int) -> int:
    corp = state.corps[seat]
    return EXPLORATION_TOKENS - len(corp.colonies) - corp.wormhole


def levels_left(state: State) -> list[int]:
    """The levels of the colonies that nobody has. Raises Untold."""
    return sorted({*state.book.colony_levels} & {*state.colonies})


class Discarding(Stage):
    """Whoever has more than 3 archaeotechs says which of them go."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return (state.step.discarding,)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        return archaeotech.discard_question(state, seat)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return archaeotech.discard_options(state, seat)


class UsingColony(Stage):
    """Whoever allied with a level 7 colony says what it gives."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return (state.step.choosing,)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        corp = state.corps[seat]
        text = later(lambda: _("{player}: what does the level 7 colony give?", player=corp.name))
        return ask(UseColony, seat, text, PAGE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return (
            Option(UseColony(seat), _("1 technology level in this turn's R & D")),
            *(
                Option(
                    UseColony(seat, planet),
                    _("2 levels of the mine at {planet}", planet=planet_words(state.book, planet)),
                )
                for planet in range(PLANET_COUNT)
                if state.corps[seat].mines[planet] < MAX_FLIPPED_MINE_LEVEL
                and not (by_the_pages(state) and planet == state.storm)
            ),
        )


class Exploring(Stage):
    """A step on the exploration board, one player after the other."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        step = state.step
        assert isinstance(step, ExplorationStep)
        return step.queue[:1]

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        corp = state.corps[seat]
        text = later(lambda: _("{player}: take a step on the exploration board.", player=corp.name))
        return ask(Explore, seat, text, PAGE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        corp, found = state.corps[seat], []
        if corp.wormhole:
            reach = state.influence[seat]
            for level in levels_left(state):
                boost = max(0, level - reach)
                if boost <= highest_boost(state, seat):
                    words = _("Ally with a level {level} colony", level=level)
                    if boost:
                        words = plural(
                            "Ally with a level {level} colony, for {number} prestige and {number} credit",
                            "Ally with a level {level} colony, for {number} prestige and {number} credits",
                            boost,
                            level=level,
                        )
                    found.append(Option(Explore(seat, level, boost), words, likely=level))
        elif tokens_free(state, seat):
            found.append(Option(Explore(seat, 0), _("Go to the wormhole"), likely=1))
        return (*found, Option(Explore(seat, -1), _("Waste the action"), likely=-1))

    def refusals(self, state: State, seat: int) -> tuple[Refusal, ...]:
        """Colonies out of reach."""
        if not state.corps[seat].wormhole:
            return ()
        influence = state.influence[seat]
        reach = influence + highest_boost(state, seat)
        return tuple(
            Refusal(
                _("Ally with a level {level} colony", level=level),
                _("Your influence reaches level {reach}, with sacrifices.", reach=reach),
                PAGE,
                remedy=_("More prestige at the phase's start gives more influence."),
                decision=Explore(seat, level, level - influence),
            )
            for level in levels_left(state)
            if level > reach
        )


DISCARDING, USING_COLONY, EXPLORING = Discarding(), UsingColony(), Exploring()


class Exploration(Phase):
    key = "exploration"

    def stage(self, state: State) -> Stage | None:
        step = state.step
        assert isinstance(step, ExplorationStep)
        # Some may be used while it is asked; with 3 left, none need go.
        if step.discarding is not None and archaeotech.over(state, step.discarding):
            return DISCARDING
        if step.choosing is not None:
            return USING_COLONY
        return EXPLORING if step.queue else None

    def lies_open(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        if state.step.queue:
            yield "exploration" if few_forms(state) else "colonies", ("board-colonies",)


def _ally(state: State, seat: int, level: int) -> State:
    corp = state.corps[seat]
    left = list(state.colonies)
    left.remove(level)
    state = state.changed(colonies=tuple(left)).with_corp(
        seat,
        wormhole=False,
        colonies=tuple(sorted((*corp.colonies, level))),
        archaeotech=corp.archaeotech + ALLY_ARCHAEOTECHS,
        bonus=corp.bonus + (level == LEVEL_COLONY),
    )
    if archaeotech.must_choose(state, seat):
        state = state.changed(step=state.step.changed(discarding=seat))
    else:
        state = archaeotech.kept(state, seat)
    if level == CHOICE_COLONY:
        state = state.changed(step=state.step.changed(choosing=seat))
    return state
