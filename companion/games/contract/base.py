"""What most games do alike, so that a game's own class says only what this game has.

Deriving from it is a convenience: anything that has the members of `Game` is a game.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic

from companion.games.contract.box_rows import Problem
from companion.games.contract.capabilities import (
    NO_DISPLAY,
    NO_LIGHTS,
    NO_TRACKING,
    Dealer,
    Display,
    Lights,
    Timing,
    Tracking,
    Untracked,
    WhatIfs,
)
from companion.games.contract.chance import Draw
from companion.games.contract.coaching import Coaching
from companion.games.contract.decisions import (
    Decision,
    Json,
    Move,
    Refusal,
    decision_from_json,
    moves_by_name,
)
from companion.games.contract.fact_rows import FactRows
from companion.games.contract.facts import Correction, Fact
from companion.games.contract.fair import Coin
from companion.games.contract.lessons import NO_LESSONS, Lessons
from companion.games.contract.own_hand import OwnHand
from companion.games.contract.put_away import BoxPart, tagged_parts
from companion.games.contract.questions import Option, Question
from companion.games.contract.random_player import RandomPlayer
from companion.games.contract.reasons import Illegal
from companion.games.contract.reference import Reference
from companion.games.contract.rules import Box, Client, check_seats
from companion.games.contract.setup import Setup, SetupOption
from companion.games.contract.state import S
from companion.games.contract.usual_lengths import UsualLengths
from companion.translation import _


class GameBase(Generic[S]):
    """A game without tiles, lights, pages, box, clocks, cards or lessons, whose decisions are moves.

    A game adds its name, title, tag_prefix, colours and seats, its `moves`, and `new`, `questions`, `phase`
    and `score`; whatever else it has, it overrides.
    """

    title: str
    seats: tuple[int, int]
    bgg: int = 0
    asks_facts: bool = False
    catches_up: bool = False
    rolls_dice: bool = False
    unread: tuple[Problem, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    usual_lengths: UsualLengths = MappingProxyType({})
    coin: Coin | None = None
    """What a player may begin with more of, so that each wins her share."""
    moves: ClassVar[tuple[type[Move[Any]], ...]]
    """Every decision that it knows."""
    fact_rows: FactRows[S] = FactRows()
    """Whatever people may overrule."""

    # Read-only, so that a game may declare the narrower type of what it has.
    @property
    def tracking(self) -> Tracking[S]:
        return NO_TRACKING

    @property
    def lights(self) -> Lights[S]:
        return NO_LIGHTS

    @property
    def display(self) -> Display[S]:
        return NO_DISPLAY

    @property
    def lessons(self) -> Lessons[S]:
        return NO_LESSONS

    @property
    def box(self) -> Box[S] | None:
        return None

    @property
    def untracked(self) -> Untracked | None:
        return None

    @property
    def what_ifs(self) -> WhatIfs[S] | None:
        return None

    @property
    def timing(self) -> Timing[S] | None:
        return None

    @property
    def dealer(self) -> Dealer[S, Any] | None:
        return None

    @property
    def own_hand(self) -> OwnHand[S] | None:
        return None

    @property
    def coaching(self) -> Coaching[S] | None:
        return None

    @property
    def reference(self) -> Reference[S] | None:
        return None

    @property
    def players(self) -> Mapping[str, Client[S]]:
        return {"random": RandomPlayer[S]()}

    def player_names(self, setup: Setup) -> tuple[str, ...]:
        """In seat order, for `new`. Raises Illegal: they are too few or too many."""
        check_seats(self.title, self.seats, len(setup.players))
        return tuple(player.name for player in setup.players)

    def contents(self) -> tuple[BoxPart, ...]:
        return tagged_parts(self.tracking.tiles())

    def setup_options(self) -> tuple[SetupOption, ...]:
        return ()

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return ()

    def questions(self, state: S) -> tuple[Question, ...]:
        raise NotImplementedError

    def questions_for(self, state: S, player: int | None) -> tuple[Question, ...]:
        """Those of what the player may know. A game overrides it where a question's words or form hold
        numbers that would be wrong without what is hidden."""
        return self.questions(self.view(state, player))

    def options(self, state: S, player: int | None) -> tuple[Option, ...]:
        return ()

    def refusals(self, state: S, player: int) -> tuple[Refusal, ...]:
        return ()

    def answer(self, state: S, question: Question, value: Json) -> Decision:
        """The move that the question's `does` names, with `value` as its only field besides the player.
        Tables call it with a value that the question's form, draw or roll found no problem with."""
        kind = next((move for move in self.moves if move.do in question.does), None)
        if kind is None or (question.form or question.chance) is None:
            raise Illegal(_("This is answered by one of the options."))
        return kind.of(question.player, value)

    def play(self, state: S, decision: Decision) -> S:
        assert isinstance(decision, Move)
        after: S = decision.apply(state)
        return after

    def decision(self, data: Json) -> Decision:
        return decision_from_json(moves_by_name(self.moves), data)

    def words(self, state: S, step: Decision | Correction) -> str:
        if isinstance(step, Correction):
            fact = self.fact(state, step.path)
            return step.path if fact is None else fact.correction_words(step.value)
        assert isinstance(step, Move)
        return step.words(state)

    def shown(self, state: S) -> S:
        """The state of which its facts are read: where pieces are told, with blanks for what nobody told."""
        return state

    def facts(self, state: S, names: Container[str] | None = None) -> tuple[Fact, ...]:
        return self.fact_rows.facts(self.shown(state), names)

    def fact_values(self, state: S) -> Mapping[str, Json]:
        return self.fact_rows.values(self.shown(state))

    def fact(self, state: S, path: str) -> Fact | None:
        return self.fact_rows.find(self.shown(state), path)

    def correct(self, state: S, correction: Correction) -> S:
        return self.fact_rows.correct(state, correction)

    def happened(self, before: S, after: S) -> tuple[str, ...]:
        return ()

    def way_out(self, state: S) -> tuple[Fact, Json] | None:
        return None

    def lies(self, state: S, player: int | None) -> tuple[str, ...]:
        return ()

    def check(self, state: S) -> tuple[str, ...]:
        return ()

    def view(self, state: S, player: int | None) -> S:
        return state
