"""The marketing phase: failed missions go, missions are taken in order, new ones are drawn (p. 10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.book.book import FIVE_PLAYERS
from companion.games.a_new_frontier.rules import missions
from companion.games.a_new_frontier.rules.areas import opened, two_rounds
from companion.games.a_new_frontier.rules.moves import GameMove, SeatMove, ask
from companion.games.a_new_frontier.rules.setup import MISSIONS_IN_ROW, suite
from companion.games.a_new_frontier.rules.stage import OneStage, Phase, Stage
from companion.games.a_new_frontier.rules.state import State, gain
from companion.games.a_new_frontier.wording.names import mission_words, suite_words
from companion.games.contract import Draw, Option, Question, Value, later
from companion.translation import _, listed

PAGE = 10
MIN_MISSIONS_PER_SUITE = 2
"""Missions of each suite that the top row must have after drawing."""


class MarketingStep(Value, frozen=True):
    """queue: seats still to take a mission; drawing: the top row is being filled."""

    queue: tuple[int, ...]
    drawing: bool = False


@dataclass(frozen=True)
class TakeMission(SeatMove):
    do: ClassVar[str] = "take-mission"
    mission: str

    def words(self, state: State) -> str:
        return _(
            "{player} takes {mission}",
            player=self.who(state),
            mission=mission_words(self.mission, state.book),
        )

    def apply(self, state: State) -> State:
        state = state.with_corp(self.seat, missions=(*state.corps[self.seat].missions, self.mission))
        offered = tuple(mission for mission in state.offered if mission != self.mission)
        return state.changed(offered=offered, step=MarketingStep(state.step.queue[1:]))


@dataclass(frozen=True)
class DrawMissions(GameMove):
    """Missions drawn into the top row (player None)."""

    do: ClassVar[str] = "draw-missions"
    missions: tuple[str, ...]

    def words(self, state: State) -> str:
        return _(
            "Missions drawn: {missions}",
            missions=listed(mission_words(each, state.book) for each in self.missions),
        )

    def apply(self, state: State) -> State:
        swap = len(state.offered) >= MISSIONS_IN_ROW.get(len(state.corps), 4)
        unseen = tuple(mission for mission in state.unseen if mission not in self.missions)
        offered = state.offered
        if swap and (surplus := _surplus(state)):
            offered = tuple(mission for mission in offered if mission != surplus)
            unseen = (*unseen, surplus)
        return state.changed(offered=(*offered, *self.missions), unseen=unseen)


@dataclass(frozen=True)
class ClaimMission(SeatMove):
    """A mission was accomplished (any time before the next marketing phase, p. 10)."""

    do: ClassVar[str] = "claim-mission"
    mission: str

    def words(self, state: State) -> str:
        return _(
            "{player} completes {mission}",
            player=self.who(state),
            mission=mission_words(self.mission, state.book),
        )

    def apply(self, state: State) -> State:
        """What it brings is gained where the owner has entered it, and told otherwise."""
        seat, corp = self.seat, state.corps[self.seat]
        left = tuple(mission for mission in corp.missions if mission != self.mission)
        state = state.with_corp(seat, missions=left, completed=(*corp.completed, self.mission))
        for what in ("prestige", "credits", "vp"):
            id = f"mission-{self.mission}"
            brings = 0 if state.book.lacks(id, what) else state.book.figure(id, what)
            state = gain(state, seat, what, brings, "mission") if brings else state
        return state


MOVES = (TakeMission, DrawMissions, ClaimMission)


def begin(state: State) -> State:
    """Missions that were not accomplished are removed; whoever has actions here takes some."""
    failed: tuple[str, ...] = ()
    for seat in state.seats:
        left = state.corps[seat].missions
        failed += left
        state = state.noted("failed", seat=seat, more=left) if left else state
        state = state.with_corp(seat, missions=(), deeds=())
    state = state.changed(removed=(*state.removed, *failed))
    state, order, actions = opened(state.changed(phase="marketing"), "marketing")
    return state.changed(step=MarketingStep(two_rounds(order, actions)))


def lacking_suites(state: State) -> tuple[str, ...]:
    """Suites of which the row has fewer than two, though there are more to draw."""
    row = Counter(suite(mission) for mission in state.offered)
    deck = Counter(suite(mission) for mission in state.unseen)
    return tuple(each for each in state.book.suites if row[each] < MIN_MISSIONS_PER_SUITE and deck[each])


def _lacking_missions(state: State) -> int:
    """How many the top row lacks, as far as there are more to draw."""
    return min(MISSIONS_IN_ROW.get(len(state.corps), 4) - len(state.offered), len(state.unseen))


def to_draw(state: State) -> Draw | None:
    """What must be drawn into the top row: up to its number, then as long as a suite lacks its two (the
    surplus of another suite goes back below the deck)."""
    count = _lacking_missions(state)
    if count > 0:
        words = _("Draw marketing missions into the top row")
        return Draw("missions", count, state.unseen, words=words, names=_names(state, state.unseen))
    suites = lacking_suites(state)
    if not suites:
        return None
    pool = tuple(mission for mission in state.unseen if suite(mission) == suites[0])
    words = _("Draw on until a {suite} mission comes", suite=suite_words(suites[0]))
    return Draw("missions", 1, pool, words=words, names=_names(state, pool))


def _names(state: State, pool: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(mission_words(each, state.book) for each in pool)


def _surplus(state: State) -> str | None:
    """The last drawn mission of a suite that has more than its two."""
    row = Counter(suite(mission) for mission in state.offered)
    return next(
        (
            m
            for m in reversed(state.offered)
            if row[suite(m)] > MIN_MISSIONS_PER_SUITE or suite(m) == FIVE_PLAYERS
        ),
        None,
    )


class DrawingMissions(Stage):
    """Missions are drawn into the top row until it is full."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return (None,) if _lacking_missions(state) > 0 or lacking_suites(state) else ()

    def question(self, state: State, seat: int | None) -> Question:
        draw = to_draw(state)
        assert draw is not None
        text = draw.words + "."
        if any(state.book.is_untold(f"mission-{each}", "text") for each in draw.pool):
            said = _(
                "One whose text is not listed: tick any of its suite that has none, and tell its text then."
            )
            text = f"{text} {said}"
        return ask(DrawMissions, None, text, PAGE, draw=draw)


class TakingMissions(Stage):
    """A mission each, one player after the other."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        step = state.step
        assert isinstance(step, MarketingStep)
        return step.queue[:1]

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        return ask(TakeMission, seat, _("{player}: take a mission.", player=state.corps[seat].name), PAGE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        done = Counter(suite(mission) for mission in state.corps[seat].completed)
        return tuple(
            Option(
                TakeMission(seat, mission),
                later(mission_words, mission, state.book),
                likely=done[suite(mission)],
            )
            for mission in state.offered
        )


class FirstMissions(DrawingMissions, OneStage):
    """The top row of the start (p. 4)."""

    key = "missions"


DRAWING_MISSIONS, TAKING_MISSIONS = DrawingMissions(), TakingMissions()


class Marketing(Phase):
    key = "marketing"

    def stage(self, state: State) -> Stage | None:
        step = state.step
        assert isinstance(step, MarketingStep)
        if not step.drawing:
            return TAKING_MISSIONS
        return DRAWING_MISSIONS if DRAWING_MISSIONS.asked(state) else None

    def settled(self, state: State) -> State:
        """When nobody takes any more, the row is filled; a second action without a mission left is lost."""
        step = state.step
        if not step.drawing and (not step.queue or not state.offered):
            state = state.changed(step=MarketingStep((), True))
        return state


# --- at any time ----------------------------------------------------------------------------------------


def claim_questions(state: State, seat: int) -> tuple[Question, ...]:
    corp = state.corps[seat]
    if not corp.missions or (state.phase == "claims" and seat in state.step.left):
        return ()
    text = later(lambda: _("{player}: a mission accomplished?", player=corp.name))
    if done := [each for each in corp.missions if missions.is_accomplished(state, seat, each)]:
        text = _(
            "{player}: accomplished: {missions}. Claim it.",
            player=corp.name,
            missions=listed(mission_words(each, state.book) for each in done),
        )
    return (ask(ClaimMission, seat, text, PAGE, optional=True),)


def claim_options(state: State, seat: int) -> tuple[Option, ...]:
    return tuple(
        Option(
            ClaimMission(seat, mission),
            later(_claim_words, state, mission),
            likely=-1 if missions.is_accomplished(state, seat, mission) else -5,
        )
        for mission in state.corps[seat].missions
    )


def _claim_words(state: State, mission: str) -> str:
    return _("Completed: {mission}", mission=mission_words(mission, state.book))


def value(completed: tuple[str, ...], of_five: str = FIVE_PLAYERS) -> dict[str, int]:
    """VP of completed missions by suite: 1 for the first, 2 for the second, 3 for each further (p. 10).

    of_five: the suite of the mission for five players."""
    suites = (of_five if suite(mission) == FIVE_PLAYERS else suite(mission) for mission in completed)
    counts = Counter(suites)
    return {name: sum(min(3, nth) for nth in range(1, count + 1)) for name, count in sorted(counts.items())}
