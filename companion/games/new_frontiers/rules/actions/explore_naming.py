"""On a real table: only the world that was taken is told, by its name, in Explore and by powers (p. 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Draw, Question, later
from companion.games.new_frontiers.rules import meeting, rulebook_pages
from companion.games.new_frontiers.rules.action_steps import current, everyone_done, next_player, step
from companion.games.new_frontiers.rules.actions.explore_powers import USING_POWERS
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.setup import asks_where_it_matters
from companion.games.new_frontiers.rules.stage import Stage
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.wording.names import called
from companion.translation import _, plural

WORLDS_DRAWN = 7
DRAW_WORLDS = "draw-worlds"
"""What a draw out of the bag is answered with."""


@dataclass(frozen=True)
class TakeWorld(EmpireMove):
    """Take this world out of those that lie in the middle, or out of the bag: on a real table only what is
    taken is told, by its name. taken: one text, as a Naming has it."""

    do: ClassVar[str] = "take-world"
    taken: tuple[str, ...]

    def words(self, state: State) -> str:
        tile = meeting.met_tile(state, self.taken[0])
        told = {"player": self.who(state), "world": called(tile)}
        doing = current(state)
        if not doing.draw and _BY_NAME[doing.stage].is_last and asks_where_it_matters(state):
            return _("{player} takes {world}; the other worlds go back into the bag", **told)
        return _("{player} takes {world}", **told)

    def apply(self, state: State) -> State:
        tile = meeting.met_tile(state, self.taken[0])
        if state.catalogue.shown.get(tile.id) is not tile:
            state = state.changed(catalogue=state.catalogue.with_tiles([tile]))
        empire = state.empires[self.seat]
        state = state.with_empire(self.seat, empire.changed(explored=(*empire.explored, tile.id)))
        state = state.changed(bag=tuple(id for id in state.bag if id != tile.id))
        doing = current(state)
        if doing.draw:
            return step(state, draw=doing.draw - 1)
        return _BY_NAME[doing.stage].taken(state)


def worlds_to_draw(state: State) -> int:
    """How many worlds the middle still lacks, as far as the bag has them: those a person put there count."""
    return max(0, min(WORLDS_DRAWN - len(state.center), len(state.bag)))


class Taking(Stage):
    """Somebody takes a world. is_last: those left go back into the bag after it."""

    is_last: ClassVar[bool] = False

    def taken(self, state: State) -> State:
        """After a world was taken."""
        return next_player(state)


class Naming(Taking):
    """Each player takes a world out of those that nobody told, and names it."""

    name: ClassVar[str] = "take"

    def question(self, state: State) -> Question:
        return naming_question(state, later(self._text, state), photo=True)

    def _text(self, state: State) -> str:
        """What hands do now."""
        if current(state).at:
            return _("{player}, take a world from the middle: which?", player=taker(state))
        number = worlds_to_draw(state)
        return plural(
            "Draw {number} world from the bag into the middle. {player}, take one: which?",
            "Draw {number} worlds from the bag into the middle. {player}, take one: which?",
            number,
            player=taker(state),
        )

    def beside(self, state: State) -> tuple[Question, ...]:
        """The camera, or a person, may tell all that lies in the middle before the first is taken."""
        if current(state).at:
            return ()
        number = worlds_to_draw(state)
        text = later(
            lambda: plural(
                "Tell the {number} world in the middle.", "Tell the {number} worlds in the middle.", number
            )
        )
        return (draw_question(text, Draw("worlds", number, state.bag, by_hand=True), optional=True),)

    def proceed(self, state: State) -> State:
        if state.bag and not everyone_done(current(state)):
            return state
        return NAMING_SECOND.proceed(NAMING_SECOND.at(state, at=0))

    def is_answerable(self, state: State) -> bool:
        return bool(state.bag)


class NamingSecond(Naming):
    """The selecting player takes a second one."""

    name: ClassVar[str] = "take-second"
    is_last: ClassVar[bool] = True

    def taken(self, state: State) -> State:
        return USING_POWERS.enter(state)

    def question(self, state: State) -> Question:
        text = later(lambda: _("{player}, take a second world from the middle: which?", player=taker(state)))
        return naming_question(state, text, photo=True)

    def beside(self, state: State) -> tuple[Question, ...]:
        return ()

    def proceed(self, state: State) -> State:
        return state if state.bag else self.taken(state)


def taker(state: State) -> str:
    return state.empires[current(state).player].name


def draw_question(text: str, draw: Draw, optional: bool = False) -> Question:
    page, does = rulebook_pages.EXPLORE, (DRAW_WORLDS,)
    return Question(None, DRAW_WORLDS, text, page, does=does, draw=draw, optional=optional)


def naming_question(state: State, text: str, photo: bool = False) -> Question:
    """photo: the worlds lie in the middle."""
    return Question(
        current(state).player,
        TakeWorld.do,
        text,
        rulebook_pages.EXPLORE,
        does=(TakeWorld.do,),
        form=meeting.naming(state, photo),
    )


NAMING, NAMING_SECOND = Naming(), NamingSecond()
_BY_NAME: dict[str, Taking] = {stage.name: stage for stage in (NAMING, NAMING_SECOND)}
