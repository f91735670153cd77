"""A stage of a planet's conflicts: who is asked, what is offered, and what follows (p. 6, 7)."""

from __future__ import annotations

from typing import ClassVar

from companion.games.a_new_frontier.rules.planet_state import Fight, PlanetStep
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.wording.names import planet_words
from companion.games.contract import Option, Question

PAGE = 7
STRATEGY, STRENGTH, TACTICS, ROLL, MIGHT = "strategy", "strength", "tactics", "roll", "might"
CASUALTIES, STAYS, STEAL, DESTROY, FACILITY, DONE = (
    "casualties",
    "stays",
    "steal",
    "destroy",
    "facility",
    "done",
)


class Stage:
    """A stage has a class and one object of it; the fight keeps its name."""

    name: ClassVar[str]
    """As `Fight.stage` has it."""
    over: ClassVar[bool] = False
    """Nothing of the fight is left."""
    weighs_ships: ClassVar[bool] = True
    """The ships' attack and defense values count by now."""
    lost_have_left: ClassVar[bool] = False
    """The ships that were lost stand at the planet no more."""
    after_correction: ClassVar[str] = ""
    """Where whoever told the casualties of a fleet tells them again, once it is corrected; "": nowhere."""

    def __init_subclass__(cls) -> None:
        if "name" in cls.__dict__:
            _STAGES[cls.name] = cls()

    # --- what is asked ---

    def asked(self, state: State, it: Fight) -> tuple[tuple[int | None, Stage], ...]:
        """Whoever must answer now (None: the table), and the stage whose question that is."""
        return ()

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        raise AssertionError(f"{self.name} asks nothing")

    def options(self, state: State, it: Fight, seat: int) -> list[Option]:
        """None where the question has a form."""
        return []

    def beside(self, state: State, it: Fight, seat: int) -> list[Question]:
        """What a seat may tell besides; nobody waits for it."""
        return []

    def options_beside(self, state: State, it: Fight, seat: int) -> list[Option]:
        return []

    # --- what follows ---

    def rolled(self, state: State, it: Fight, dice: tuple[int, ...]) -> State:
        raise AssertionError(f"{self.name} rolls no dice")

    def after(self, state: State, it: Fight) -> tuple[State, Fight]:
        """Once everybody has answered."""
        raise AssertionError(f"{self.name} ends by an answer")

    # --- what is known of it ---

    def lie_open(self, state: State) -> tuple[bool, bool]:
        """Whether the strategy cards lie open, and the tactics cards."""
        return True, True

    def needs_table(self, state: State) -> bool:
        """Whether somebody needs the Conflict Resolution Table."""
        return True


_STAGES: dict[str, Stage] = {}


def stage_of(it: Fight) -> Stage:
    return _STAGES[it.stage]


class EachAnswers(Stage):
    """Everybody who fights answers, in any order."""

    def answers(self, it: Fight) -> tuple[object, ...]:
        """By seat; None: there is none yet."""
        raise NotImplementedError

    def asked(self, state: State, it: Fight) -> tuple[tuple[int | None, Stage], ...]:
        answers = self.answers(it)
        return tuple((seat, self) for seat in it.seats if answers[seat] is None)


class Done(Stage):
    """The mine's income, building and maintenance come next."""

    name = DONE
    over = True
    lost_have_left = True


def proceed(state: State, it: Fight) -> State:
    """The state with this fight, at the next stage that asks somebody."""
    while not (stage := stage_of(it)).over and not stage.asked(state, it):
        state, it = stage.after(state, it)
    step = state.step
    assert isinstance(step, PlanetStep)
    return state.changed(step=PlanetStep(step.order, step.at, it))


def named(state: State, it: Fight, seat: int) -> dict[str, str]:
    """What sentences say of whom, and where."""
    return {"player": state.corps[seat].name, "planet": planet_words(state.book, it.planet)}
