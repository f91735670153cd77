"""Explore: pick one of seven worlds drawn from the bag; the selecting player a second one at last (p. 6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from companion.games.contract import Draw, Option, Question, later
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import current, everyone_done, name, step
from companion.games.new_frontiers.rules.actions.explore_naming import (
    DRAW_WORLDS,
    NAMING,
    NAMING_SECOND,
    Naming,
    TakeWorld,
    Taking,
    draw_question,
    naming_question,
    taker,
    worlds_to_draw,
)
from companion.games.new_frontiers.rules.actions.explore_powers import GIVING_UP_WORLDS, USING_POWERS, draws
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.setup import asks_where_it_matters
from companion.games.new_frontiers.rules.stage import Selected, Stage, TurnHolder, TurnStage
from companion.games.new_frontiers.rules.state import Doing, State
from companion.games.new_frontiers.wording.names import listed
from companion.translation import _, plural


@dataclass(frozen=True)
class DrawWorlds(EmpireMove):
    """These worlds came out of the bag, for the center or for the empire whose power draws (player None)."""

    do: ClassVar[str] = DRAW_WORLDS
    worlds: tuple[str, ...]

    def words(self, state: State) -> str:
        # Somebody must find the tiles: each with the number on its sticker.
        tiles = [f"{name(state, world)} ({world})" for world in self.worlds]
        worlds = listed(tiles) if tiles else _("nothing")
        return _("{player} draws {worlds}", player=self.who(state), worlds=worlds)

    def apply(self, state: State) -> State:
        doing = current(state)
        state = step(state.changed(bag=tuple(id for id in state.bag if id not in self.worlds)), draw=0)
        if draws_into_middle(doing):
            return PICKING.at(state.changed(center=(*state.center, *self.worlds)))
        empire = state.empires[doing.player]
        return state.with_empire(doing.player, empire.changed(explored=(*empire.explored, *self.worlds)))


@dataclass(frozen=True)
class PickWorld(EmpireMove):
    """Take this world from the center."""

    do: ClassVar[str] = "pick-world"
    world: str

    def words(self, state: State) -> str:
        told = {"player": self.who(state), "world": name(state, self.world)}
        left = len(state.center) - 1
        if left and _picking(current(state)).is_last and asks_where_it_matters(state):
            # Powers draw before what nobody picked is returned (p. 6).
            if any(draws(state, seat) for seat in current(state).order):
                return plural(
                    "{player} picks {world}; after the Explore powers the world left goes back into the bag",
                    "{player} picks {world}; after the Explore powers the {number} worlds left go back "
                    "into the bag",
                    left,
                    **told,
                )
            return plural(
                "{player} picks {world}; the world left goes back into the bag",
                "{player} picks {world}; the {number} worlds left go back into the bag",
                left,
                **told,
            )
        return _("{player} picks {world}", **told)

    def apply(self, state: State) -> State:
        empire = state.empires[self.seat]
        state = state.with_empire(self.seat, empire.changed(explored=(*empire.explored, self.world)))
        state = state.changed(center=tuple(id for id in state.center if id != self.world))
        return _picking(current(state)).taken(state)


MOVES = (DrawWorlds, PickWorld, TakeWorld)


class Begin(Selected):
    """The table draws; on a real table each names what they take."""

    def proceed(self, state: State) -> State:
        if not state.setup.told:
            return DRAWING.enter(state)
        return NAMING.at(state) if state.bag else PICKING.proceed(PICKING.at(state))


class DrawingIntoMiddle(Stage):
    """The table draws the worlds of the middle."""

    name: ClassVar[str] = "draw"
    draws: ClassVar[bool] = True

    def enter(self, state: State) -> State:
        state = self.at(state, draw=worlds_to_draw(state))
        return state if current(state).draw else self.proceed(state)

    def asked(self, state: State) -> None:
        return None

    def question(self, state: State) -> Question:
        number = current(state).draw
        text = later(
            lambda: plural(
                "Draw {number} world from the bag into the middle.",
                "Draw {number} worlds from the bag into the middle.",
                number,
            )
        )
        return draw_question(text, Draw("worlds", number, state.bag))

    def proceed(self, state: State) -> State:
        return PICKING.proceed(PICKING.at(state, at=0))

    def mended(self, state: State) -> State:
        return step(state, draw=worlds_to_draw(state))

    def is_answerable(self, state: State) -> bool:
        return bool(current(state).draw)

    def whose_turn(self, state: State) -> TurnHolder:
        return _("Worlds are drawn into the middle: it is nobody's turn"), None, ()


# --- taking one of those in the middle ------------------------------------------------------------------


_pick_of = lru_cache(4096)(PickWorld)


class OfMiddle(Taking):
    """One of those that lie in the middle."""

    first: ClassVar[str] = "pick"

    def options(self, state: State) -> tuple[Option, ...]:
        player = current(state).player
        return tuple(
            [Option(_pick_of(player, id), later(_pick_words, state, id), tile=id) for id in state.center]
        )

    def is_answerable(self, state: State) -> bool:
        return bool(state.center)


class Picking(OfMiddle, TurnStage):
    """Each player picks a world, in order."""

    name: ClassVar[str] = "pick"

    def question(self, state: State) -> Question:
        return _pick_question(state, later(lambda: _("{player}, pick a world.", player=taker(state))))

    def proceed(self, state: State) -> State:
        if state.center and not everyone_done(current(state)):
            return state
        return PICKING_SECOND.proceed(PICKING_SECOND.at(state, at=0))


class PickingSecond(OfMiddle):
    """The selecting player picks a second one."""

    name: ClassVar[str] = "second"
    is_last: ClassVar[bool] = True

    def taken(self, state: State) -> State:
        return USING_POWERS.enter(state)

    def question(self, state: State) -> Question:
        return _pick_question(state, later(lambda: _("{player}, pick a second world.", player=taker(state))))

    def proceed(self, state: State) -> State:
        return state if state.center else self.taken(state)

    def whose_turn(self, state: State) -> TurnHolder:
        doing = current(state)
        return _("Explore: whose the second pick is"), doing.player, doing.order

    def give_turn(self, state: State, player: int) -> State:
        return step(state, at=current(state).order.index(player))

    def in_turn(self, doing: Doing) -> tuple[int, ...]:
        return (doing.player,)

    def end_turn(self, state: State) -> State:
        return self.taken(state)


def _pick_question(state: State, text: str) -> Question:
    return Question(current(state).player, "pick-world", text, rulebook_pages.EXPLORE)


def _pick_words(state: State, id: str) -> str:
    return _("Pick {world}", world=name(state, id))


class DrawingByPower(Stage):
    """A power draws from the bag, in Explore or after settling, before the stage goes on. On a real table
    whoever draws names what it is."""

    def asked(self, state: State) -> int | None:
        return current(state).player if state.setup.told else None

    def question(self, state: State) -> Question:
        number, who = current(state).draw, taker(state)
        if state.setup.told:
            text = later(
                lambda: plural(
                    "{player} draws {number} world from the bag: which is it?",
                    "{player} draws {number} worlds from the bag: which is the next?",
                    number,
                    player=who,
                )
            )
            return naming_question(state, text)
        text = later(
            lambda: plural(
                "{player} draws {number} world from the bag.",
                "{player} draws {number} worlds from the bag.",
                number,
                player=who,
            )
        )
        return draw_question(text, Draw("worlds", number, state.bag))


DRAWING, PICKING, PICKING_SECOND = DrawingIntoMiddle(), Picking(), PickingSecond()
DRAWING_BY_POWER = DrawingByPower()
EXPLORE = (Begin(), DRAWING, PICKING, PICKING_SECOND, NAMING, NAMING_SECOND, USING_POWERS, GIVING_UP_WORLDS)
_BY_NAME = {stage.name: stage for stage in EXPLORE}


def _picking(doing: Doing) -> OfMiddle:
    stage = _BY_NAME[doing.stage]
    assert isinstance(stage, OfMiddle)
    return stage


def draws_into_middle(doing: Doing) -> bool:
    """What is drawn now goes into the middle, not to the player whose power draws."""
    return doing.action == "explore" and isinstance(_BY_NAME[doing.stage], DrawingIntoMiddle | Naming)
