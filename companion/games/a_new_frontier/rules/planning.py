"""The planning phase: everybody lays a board in secret, and may mend an honest mistake (p. 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules.moves import PlacedTokens, SeatMove, ask
from companion.games.a_new_frontier.rules.planning_board import form
from companion.games.a_new_frontier.rules.plans import plan_of
from companion.games.a_new_frontier.rules.setup import asks_who_is_new, boards, newcomers
from companion.games.a_new_frontier.rules.stage import OneStage
from companion.games.a_new_frontier.rules.state import Plan, State
from companion.games.contract import Option, Question, later
from companion.translation import _

PAGE = 5


@dataclass(frozen=True)
class LayPlan(SeatMove):
    """The whole planning board, and "finished": the next free place of the turn order track (p. 5)."""

    do: ClassVar[str] = "plan"
    laid: PlacedTokens

    def words(self, state: State) -> str:
        return _("{player} has finished planning", player=self.who(state))

    def apply(self, state: State) -> State:
        state = state.with_corp(self.seat, last_board=self.laid)
        return _finished(state, self.seat, plan_of(self.laid), None)


@dataclass(frozen=True)
class FinishOnBoard(SeatMove):
    """Finished, with the plan on the printed board: it is told when it is revealed (p. 5)."""

    do: ClassVar[str] = "finish-on-board"

    def words(self, state: State) -> str:
        return _("{player} has finished planning on the board", player=self.who(state))

    def apply(self, state: State) -> State:
        return _finished(state, self.seat, Plan(), 0)


def _finished(state: State, seat: int, plan: Plan, on_board: int | None) -> State:
    track = state.track if seat in state.track else (*state.track, seat)
    return state.with_corp(seat, plan=plan, planned=True, on_board=on_board).changed(track=track)


@dataclass(frozen=True)
class AskAgain(SeatMove):
    """Ask to change one's plan because of an honest mistake (p. 5)."""

    do: ClassVar[str] = "ask-again"

    def words(self, state: State) -> str:
        return _("{player} asks to change the plan", player=self.who(state))

    def apply(self, state: State) -> State:
        return state.changed(again=(*state.again, (self.seat, ())))


@dataclass(frozen=True)
class AgreeAgain(SeatMove):
    """Answer a seat that asks to change its plan."""

    do: ClassVar[str] = "agree-again"
    whose: int
    yes: bool

    def words(self, state: State) -> str:
        who, other = self.who(state), state.corps[self.whose].name
        if self.yes:
            return _("{player} lets {other} change the plan", player=who, other=other)
        return _("{player} does not let {other} change the plan", player=who, other=other)

    def apply(self, state: State) -> State:
        asked = next(each for each in state.again if each[0] == self.whose)
        left = tuple(each for each in state.again if each != asked)
        if not self.yes:
            return state.changed(again=left)
        agreed = (*asked[1], self.seat)
        if len(agreed) < len(state.corps) - 1:
            return state.changed(again=(*left, (self.whose, agreed)))
        # The place on the track stays: what is mended is a mistake, not the order of finishing.
        return state.with_corp(self.whose, planned=False).changed(again=left)


@dataclass(frozen=True)
class SayNew(SeatMove):
    """Say that one is new to the game, or that one is not after all (p. 3)."""

    do: ClassVar[str] = "say-new"
    yes: bool

    def words(self, state: State) -> str:
        if self.yes:
            return _("{player} is new to the game", player=self.who(state))
        return _("{player} is not new to the game", player=self.who(state))

    def apply(self, state: State) -> State:
        others = tuple(seat for seat in state.new_players if seat != self.seat)
        return state.changed(new_players=(*others, self.seat) if self.yes else others)


MOVES = (LayPlan, FinishOnBoard, AskAgain, AgreeAgain, SayNew)
NEW_PLAYERS_PAGE = 3


class Planning(OneStage):
    """All plan at once; whoever has finished may ask to change the plan."""

    key = "planning"

    def asked(self, state: State) -> tuple[int | None, ...]:
        return tuple(seat for seat, corp in enumerate(state.corps) if not corp.planned)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        text = _("{player}: plan the turn.", player=state.corps[seat].name)
        return ask(LayPlan, seat, text, PAGE, secret=True, form=later(form, state, seat))

    def questions(self, state: State) -> tuple[Question, ...]:
        found = []
        if asks_who_is_new(state):
            for seat, corp in enumerate(state.corps):
                text = _("{player}: new to this game? New players are first in turn order.", player=corp.name)
                if seat in state.new_players:
                    text = _("{player} is new, and first in turn order.", player=corp.name)
                found.append(ask(SayNew, seat, text, NEW_PLAYERS_PAGE, optional=True))
        for seat, corp in enumerate(state.corps):
            if not corp.planned:
                found.append(self.question(state, seat))
                if boards(state):
                    text = _("{player}: finished, with the plan on the printed board?", player=corp.name)
                    found.append(ask(FinishOnBoard, seat, text, PAGE, optional=True))
            elif not any(whose == seat for whose, _agreed in state.again):
                text = _("{player}: an honest mistake in the plan?", player=corp.name)
                found.append(ask(AskAgain, seat, text, PAGE, optional=True))
        for whose, agreed in state.again:
            for seat in state.seats:
                if seat != whose and seat not in agreed:
                    text = _(
                        "{player}: may {other} change the plan?",
                        player=state.corps[seat].name,
                        other=state.corps[whose].name,
                    )
                    found.append(ask(AgreeAgain, seat, text, PAGE, optional=True))
        return tuple(found)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        found = []
        if asks_who_is_new(state):
            is_new = seat in state.new_players
            words = _("I am not new after all") if is_new else _("I am new")
            found.append(Option(SayNew(seat, not is_new), words, likely=-8))
        asking = [whose for whose, _agreed in state.again]
        if boards(state) and not state.corps[seat].planned:
            words = _("Finished: my plan lies on the printed board")
            found.append(Option(FinishOnBoard(seat), words, likely=-9))
        if state.corps[seat].planned and seat not in asking:
            found.append(Option(AskAgain(seat), _("Ask the others to let me change it")))
        for whose, agreed in state.again:
            if seat != whose and seat not in agreed:
                name = state.corps[whose].name
                found += [
                    Option(AgreeAgain(seat, whose, True), _("Let {player} change the plan", player=name)),
                    Option(AgreeAgain(seat, whose, False), _("{player} keeps the plan", player=name)),
                ]
        return tuple(found)

    def lies_open(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        yield "costs", state.book.ship_entries


def final_track(state: State) -> tuple[int, ...]:
    """The track once all have finished: the highest bid for the first place (optional), then new players,
    then everybody else, each as they finished (p. 3, 5)."""
    new = newcomers(state)
    bids = {s: p.initiative for s in state.seats if (p := state.corps[s].plan) is not None and p.initiative}
    first = min(bids, key=lambda seat: (-bids[seat], state.track.index(seat)), default=None)
    return tuple(sorted(state.track, key=lambda s: (s != first, s not in new, state.track.index(s))))
