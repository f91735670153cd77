"""Phase I, Explore: everybody draws, then chooses what to keep (p. 3); the tracker never knows what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, Tally, Term, later
from companion.games.race_for_the_galaxy.cards.powers import ExplorePower
from companion.games.race_for_the_galaxy.rules import cards_moved, pages
from companion.games.race_for_the_galaxy.rules.abilities import abilities
from companion.games.race_for_the_galaxy.rules.stage import Stage
from companion.games.race_for_the_galaxy.rules.state import State, timing_order
from companion.games.race_for_the_galaxy.rules.steps import Done, Step
from companion.games.race_for_the_galaxy.wording.names import ACTION_NAMES
from companion.translation import _

DRAW, KEEP = 2, 1
BONUSES = {"explore-5": (5, 0), "explore-1-1": (1, 1)}
"""Cards more to draw and to keep for each Explore card; both count in a 2-player game (p. 8)."""


@dataclass(frozen=True)
class Explored(Step):
    """The cards to keep were taken from those drawn (p. 3)."""

    do: ClassVar[str] = "explored"

    def words(self, state: State) -> str:
        return _("{player} explores", player=self.who(state))

    def effect(self, state: State) -> State:
        after = cards_moved.keep(state, self.seat, to_keep(state, self.seat).total)
        return after.with_progress(self.seat, Done.reached(after.progress[self.seat]))


MOVES = (Explored,)


def to_draw(state: State, seat: int) -> Tally:
    return _tally(state, seat, _("draw"), DRAW, "draw", 0)


def to_keep(state: State, seat: int) -> Tally:
    return _tally(state, seat, _("keep"), KEEP, "keep", 1)


def _tally(state: State, seat: int, label: str, usual: int, field: str, bonus: int) -> Tally:
    terms = [Term(_("Explore"), usual)]
    for action in state.empires[seat].chosen:
        if action in BONUSES:
            terms.append(Term(_(ACTION_NAMES[action]), BONUSES[action][bonus]))
    for found in abilities(state, seat).of(ExplorePower):
        terms.append(Term(state.card(found.card).name, getattr(found.power, field), found.card))
    return Tally(label, tuple(term for term in terms if term.value))


def begin(state: State) -> State:
    """All draws are dealt out before any card is discarded."""
    state = state.changed(progress=tuple(Looking.begun() for _empire in state.empires))
    for seat in timing_order(state):
        state = cards_moved.look(state, seat, to_draw(state, seat).total)
        if not state.progress[seat].drawn:
            state = state.with_progress(seat, Done.begun())
    if not is_asked_with_next(state, state.at + 1):
        return state
    for seat in timing_order(state):
        state = cards_moved.keep(state, seat, to_keep(state, seat).total)
        state = state.with_progress(seat, Done.begun())
    return state


def is_asked_with_next(state: State, at: int) -> bool:
    """Whether the question of the phase at place `at` of the plan also tells everybody to explore first. The
    companion is not told which cards are kept, so Explore has only one answer, and everybody has a question
    in that phase anyway."""
    if not state.fewer_steps or not 0 < at < len(state.plan):
        return False
    return state.plan[at - 1] == "explore" and state.plan[at] in ("develop", "settle")


def numbers_told(state: State, seat: int) -> tuple[int, int] | None:
    """What a player draws and keeps before answering the question of the phase after; None: nothing."""
    if not is_asked_with_next(state, state.at):
        return None
    drawn = to_draw(state, seat).total
    return drawn, min(to_keep(state, seat).total, drawn)


def _kept(state: State, seat: int) -> int:
    return min(to_keep(state, seat).total, state.progress[seat].drawn)


def _kept_words(state: State, seat: int) -> str:
    return _("{kept} kept of {drawn}", kept=_kept(state, seat), drawn=state.progress[seat].drawn)


def _why_so_many(state: State, seat: int) -> tuple[Tally, ...]:
    return to_draw(state, seat), to_keep(state, seat)


class Looking(Stage):
    """The cards drawn are chosen from."""

    name: ClassVar[str] = "look"

    def question(self, state: State, seat: int) -> Question:
        text = later(
            lambda: _(
                "{player}, draw {drawn} and keep {kept}.",
                player=state.empires[seat].name,
                drawn=state.progress[seat].drawn,
                kept=_kept(state, seat),
            )
        )
        return Question(seat, "explored", text, pages.EXPLORE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return (Option(Explored(seat), later(_kept_words, state, seat), later(_why_so_many, state, seat)),)
