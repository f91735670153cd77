"""Explore: pick one of seven worlds drawn from the bag; the selecting player a second one at last (p. 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Draw, Option, Question, later
from companion.games.new_frontiers.rules import meeting, rulebook_pages, world_limit
from companion.games.new_frontiers.rules.action_steps import (
    bring_forward,
    current,
    everyone_done,
    in_force,
    name,
    next_player,
    step,
)
from companion.games.new_frontiers.rules.asked import Action
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.optional_powers import grant
from companion.games.new_frontiers.rules.setup import asks_where_it_matters
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.powers import ExploreDraw, ExploreGain
from companion.games.new_frontiers.wording.names import called, listed
from companion.translation import _, plural

WORLDS_DRAWN = 7


@dataclass(frozen=True)
class DrawWorlds(EmpireMove):
    """These worlds came out of the bag, for the center or for the empire whose power draws (player None)."""

    do: ClassVar[str] = "draw-worlds"
    worlds: tuple[str, ...]

    def words(self, state: State) -> str:
        # Somebody must find the tiles: each with the number on its sticker.
        tiles = [f"{name(state, world)} ({world})" for world in self.worlds]
        worlds = listed(tiles) if tiles else _("nothing")
        return _("{player} draws {worlds}", player=self.who(state), worlds=worlds)

    def apply(self, state: State) -> State:
        doing = current(state)
        state = step(state.changed(bag=tuple(id for id in state.bag if id not in self.worlds)), draw=0)
        if doing.stage in ("draw", "take"):
            state = state.changed(center=(*state.center, *self.worlds))
            return state if doing.stage == "draw" else step(state, stage="pick")
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
        if left and current(state).stage == "second" and asks_where_it_matters(state):
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
        return next_player(state) if current(state).stage == "pick" else state


@dataclass(frozen=True)
class TakeWorld(EmpireMove):
    """Take this world out of those that lie in the middle, or out of the bag: on a real table only what is
    taken is told, by its name. taken: one text, as a Naming has it."""

    do: ClassVar[str] = "take-world"
    taken: tuple[str, ...]

    def words(self, state: State) -> str:
        tile = meeting.met_tile(state, self.taken[0])
        told = {"player": self.who(state), "world": called(tile)}
        if current(state).stage == "take-second" and not current(state).draw and asks_where_it_matters(state):
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
        return next_player(state) if doing.stage == "take" else step(state, stage="power", at=-1)


MOVES = (DrawWorlds, PickWorld, TakeWorld)


def begin(state: State) -> State:
    if state.setup.told:
        return proceed(step(state, stage="take" if state.bag else "pick"))
    return proceed(step(state, stage="draw", draw=worlds_to_draw(state)))


def worlds_to_draw(state: State) -> int:
    """How many worlds the middle still lacks, as far as the bag has them: those a person put there count."""
    return max(0, min(WORLDS_DRAWN - len(state.center), len(state.bag)))


def proceed(state: State) -> State:
    """On to the next thing that somebody must answer."""
    doing = current(state)
    if doing.draw or doing.offers:
        return state
    if doing.stage == "keep":
        return world_limit.proceed(state)
    if doing.stage == "draw":
        doing = current(state := step(state, stage="pick", at=0))
    if doing.stage == "take":
        if state.bag and not everyone_done(doing):
            return state
        doing = current(state := step(state, stage="take-second", at=0))
        if state.bag:
            return state
        doing = current(state := step(state, stage="power", at=-1))
    if doing.stage == "take-second" and state.bag:
        return state
    if doing.stage == "pick":
        if state.center and not everyone_done(doing):
            return state
        doing = current(state := step(state, stage="second", at=0))
        if state.center:
            return state
    if doing.stage == "second":
        doing = current(state := step(state, stage="power", at=-1))
    while doing.stage == "power":
        doing = current(state := next_player(state))
        if everyone_done(doing):
            break
        state = _use_powers(state, doing.player)
        if current(state).draw or current(state).offers:
            return state
    return world_limit.begin(state.changed(bag=(*state.bag, *state.center), center=()))


def draws(state: State, player: int) -> bool:
    """The player has a power that draws from the bag."""
    found = in_force(state, player, "Explore")
    return any(isinstance(power.power.effect, ExploreDraw) for power in found)


def begin_powers(state: State, player: int) -> State:
    """The powers of this player come next, and then those of the players still to come."""
    state = bring_forward(step(state, draw=0), player, "power")
    return proceed(step(state, at=current(state).at - 1))


def _use_powers(state: State, player: int) -> State:
    """What gains is remembered as used: a turn that is put off draws again later, and gains nothing twice."""
    for found in in_force(state, player, "Explore"):
        if isinstance(found.power.effect, ExploreDraw):
            state = grant(state, player, found)
        elif isinstance(found.power.effect, ExploreGain) and found.key not in current(state).used:
            state = grant(state, player, found)
            state = step(state, used=(*current(state).used, found.key))
    return state


def draw_question(state: State) -> Question:
    """What the bag is asked for, in Explore and after settling."""
    doing = current(state)
    if state.setup.told and doing.stage != "draw":
        return _taking(state)
    if doing.stage == "draw":
        text = later(
            lambda: plural(
                "Draw {number} world from the bag into the middle.",
                "Draw {number} worlds from the bag into the middle.",
                doing.draw,
            )
        )
    else:
        text = later(
            lambda: plural(
                "{player} draws {number} world from the bag.",
                "{player} draws {number} worlds from the bag.",
                doing.draw,
                player=state.empires[doing.player].name,
            )
        )
    draw = Draw("worlds", doing.draw, state.bag)
    return Question(None, "draw-worlds", text, rulebook_pages.EXPLORE, does=(DrawWorlds.do,), draw=draw)


def _taking(state: State) -> Question:
    """Which world somebody took, in Explore or by a power, on a real table."""
    doing = current(state)
    who = state.empires[doing.player].name
    if doing.draw:
        text = later(
            lambda: plural(
                "{player} draws {number} world from the bag: which is it?",
                "{player} draws {number} worlds from the bag: which is the next?",
                doing.draw,
                player=who,
            )
        )
    elif doing.stage == "take-second":
        text = later(lambda: _("{player}, which world do you take as your second?", player=who))
    else:
        text = later(lambda: _("{player}, which world do you take?", player=who))
    return Question(
        doing.player,
        TakeWorld.do,
        text,
        rulebook_pages.EXPLORE,
        does=(TakeWorld.do,),
        form=meeting.naming(state),
    )


def laying_out(state: State) -> tuple[Question, ...]:
    """On a real table the camera, or a person, may tell all that lies in the middle before the first is
    taken; nobody waits for it."""
    doing = state.doing
    if doing is None or doing.stage != "take" or doing.at or state.over:
        return ()
    number = worlds_to_draw(state)
    text = later(
        lambda: plural(
            "Tell the {number} world in the middle.", "Tell the {number} worlds in the middle.", number
        )
    )
    draw = Draw("worlds", number, state.bag, by_hand=True)
    return (
        Question(
            None,
            DrawWorlds.do,
            text,
            rulebook_pages.EXPLORE,
            does=(DrawWorlds.do,),
            draw=draw,
            optional=True,
        ),
    )


def question(state: State) -> Question:
    doing = current(state)
    if doing.draw:
        return draw_question(state)
    if doing.stage == "keep":
        return world_limit.question(state)
    if doing.stage in ("take", "take-second"):
        return _taking(state)
    player = doing.player
    who = state.empires[player].name
    if doing.stage == "second":
        text = later(lambda: _("{player}, pick a second world.", player=who))
    else:
        text = later(lambda: _("{player}, pick a world.", player=who))
    return Question(player, "pick-world", text, rulebook_pages.EXPLORE)


def options(state: State) -> tuple[Option, ...]:
    doing = current(state)
    if doing.draw or doing.stage in ("take", "take-second"):
        return ()
    if doing.stage == "keep":
        return world_limit.options(state)
    player = doing.player
    return tuple(
        Option(later(PickWorld, player, id), later(_pick_words, state, id), tile=id) for id in state.center
    )


def _pick_words(state: State, id: str) -> str:
    return _("Pick {world}", world=name(state, id))


def is_answerable(state: State) -> bool:
    """The open question still has an answer; facts that were overruled can take it away."""
    doing = current(state)
    if doing.stage in ("take", "take-second"):
        return bool(state.bag)
    return world_limit.is_answerable(state) if doing.stage == "keep" else bool(state.center)


EXPLORE = Action(question, options, begin=begin, proceed=proceed, is_answerable=is_answerable)
