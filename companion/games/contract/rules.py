"""The `Game` protocol between a game and a table, and the phases of a game.

Everything here is pure: no clock, no I/O, no randomness, no change of an argument. A state is a tree of
frozen values, so undo keeps an earlier one, tests compare with `==`, and a search may branch freely. Players
are seat numbers, from 0.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Protocol, cast

from companion.games.contract.box import BoxTile
from companion.games.contract.box_proposals import PhotographedSort, SeenFace
from companion.games.contract.box_report import BoxReport
from companion.games.contract.box_rows import Problem
from companion.games.contract.capabilities import (
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
from companion.games.contract.decisions import Decision, Json, Refusal
from companion.games.contract.facts import Correction, Fact
from companion.games.contract.later import reads_later
from companion.games.contract.lessons import Lessons
from companion.games.contract.own_hand import OwnHand
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.put_away import BoxPart
from companion.games.contract.questions import Option, Question
from companion.games.contract.reasons import Illegal
from companion.games.contract.reference import Reference
from companion.games.contract.score import ScoreSheet
from companion.games.contract.setup import Setup, SetupOption
from companion.games.contract.state import S
from companion.games.contract.told import ToldFact
from companion.games.contract.untracked import Part
from companion.games.contract.usual_lengths import UsualLengths
from companion.games.contract.values import Value
from companion.translation import _, language


@reads_later("words", "endings")
class Phase(Value, frozen=True):
    """Where a game is. key: the game's name for it ("settle"), the same for lights, pages and lessons.

    words: for people, in the language that holds. round: from 1. over: nothing is asked any more.
    endings: why the game ends or ended, in words; empty while nothing ends it.
    """

    key: str
    words: str
    round: int
    over: bool = False
    endings: tuple[str, ...] = ()


class Box(Protocol[S]):
    """An owner's own tiles, laid over those that come with the game. A game that meets no pieces by name or
    photo leaves out what is for them."""

    def check_box(self, text: str | None) -> BoxReport:
        """Checks the tiles, with an owner's TOML laid over them, against the printed counts. Raises
        Illegal."""

    def with_box(self, text: str) -> Game[S]:
        """The game with an owner's tiles, TOML, laid over its own; `unread` says what of it is not. Raises
        Illegal where nothing of it can be used."""

    def without(self, pieces: tuple[str, ...]) -> Game[S]:
        """The game where these pieces of its `contents` are missing from the box; those that the rules deal
        with as a number are left as they are."""

    def at(self, state: S) -> Game[S]:
        """The game with the tiles of `state`, including those added during play."""

    def book(self) -> PieceBook[Any]: ...

    def sorts(self) -> tuple[tuple[str, str], ...]:
        """The sorts of pieces that somebody may meet by a name alone, each with what stands before the name
        ("New world:"); none: this game asks for no names."""
        return ()

    def newly_named(self, sort: str, name: str, state: Any = None) -> BoxTile:
        """The piece that this box or table gets for a name that it does not know yet; nothing else is told of
        it. sort: one of `sorts`; state: of the table where it is met; None: no table. Raises Illegal."""
        raise LookupError(sort)

    def newly_tagged(self, tag: str, name: str, state: Any) -> BoxTile:
        """The same for a piece by the tag on it ("W61A"), which no piece of the table has. name: "" where it
        is known by its number alone. Raises Illegal: there can be no such piece, or no such name."""
        raise LookupError(tag)

    def named_in_answer(self, sort: str, name: str, state: Any, player: int) -> Decision | None:
        """The answer of this player that meets the piece, where what is open to them is answered with one and
        nobody else may read it yet; None: it is met openly (`newly_named`). Raises Illegal."""
        return None

    def told_by_photo(self, piece: str, seen: SeenFace) -> tuple[ToldFact, ...]:
        """What a picture of this piece likely says."""
        return ()

    def photographed(self, state: Any) -> tuple[PhotographedSort, ...]:
        """The `sorts` that a photo of many shows, each read by its own name; none: no such photo is read."""
        return ()

    def told_tiles(self, begun: Any, state: Any) -> Mapping[str, BoxTile]:
        """The tiles of which facts were told in play between these two states, by id, as a box file holds
        them."""


class Client(Protocol[S]):
    """A computer player: it knows no more of a game than a person at the table, and has no memory.

    `choose` answers `question`: with the decision of one of `options` where it has no form, else with one
    made by `game.answer`. hand: the cards that this player holds, where the game has a dealer.
    """

    def choose(
        self,
        game: Game[S],
        state: S,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision: ...


class Game(Protocol[S]):
    """A game, to a table."""

    name: str
    """As in an address: lower case, with hyphens."""
    title: str
    """As on the box."""
    tag_prefix: str
    """The two letters that begin its tags."""
    colours: tuple[str, ...]
    """What players choose from."""
    seats: tuple[int, int]
    """Fewest and most players."""
    bgg: int
    """Its number at BoardGameGeek; 0: it has none. A game may have a `year` too, of its publication."""
    marks: tuple[tuple[str, str], ...]
    """Options that every new setup says, and no form asks for: a table without one is from before."""
    catches_up: bool
    """What people did without telling it can be found from what lies on the table and what they count."""
    rolls_dice: bool
    """It asks what dice show, so that a table says who rolls them."""
    asks_facts: bool
    """With a setup of `told` pieces it asks for what nobody told of them (see `telling`)."""
    unread: tuple[Problem, ...]
    """What of the box file that its pieces come from cannot be read; the rest stands."""
    usual_lengths: UsualLengths
    """As far as they are known without simulating games."""

    # Read-only members, so that a game may declare the narrower type of what it has.
    @property
    def tracking(self) -> Tracking[S]: ...
    @property
    def lights(self) -> Lights[S]: ...
    @property
    def display(self) -> Display[S]: ...
    @property
    def box(self) -> Box[S] | None: ...
    @property
    def untracked(self) -> Untracked | None: ...
    @property
    def what_ifs(self) -> WhatIfs[S] | None: ...
    @property
    def timing(self) -> Timing[S] | None: ...
    @property
    def dealer(self) -> Dealer[S, Any] | None: ...
    @property
    def own_hand(self) -> OwnHand[S] | None: ...
    @property
    def coaching(self) -> Coaching[S] | None: ...
    @property
    def lessons(self) -> Lessons[S]: ...
    @property
    def reference(self) -> Reference[S] | None: ...
    @property
    def players(self) -> Mapping[str, Client[S]]:
        """The computer players by name; there is always a "random" one."""

    def contents(self) -> tuple[BoxPart, ...]:
        """What the complete box holds."""

    def setup_options(self) -> tuple[SetupOption, ...]: ...

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        """What chance must still decide before `new`; empty when the setup is complete."""

    def new(self, setup: Setup) -> S:
        """The state before the first decision. Raises Illegal when the setup is incomplete."""

    def questions(self, state: S) -> tuple[Question, ...]: ...

    def questions_for(self, state: S, player: int | None) -> tuple[Question, ...]:
        """The open questions as this player may read them; None: as everybody may. Each says what it says to
        the player who answers it, or openly less."""

    def options(self, state: S, player: int | None) -> tuple[Option, ...]:
        """Every legal answer of a player to a question without a form; none for draws, rolls and forms."""

    def refusals(self, state: S, player: int) -> tuple[Refusal, ...]:
        """Answers that this player may expect but that are illegal, with the reason."""

    def answer(self, state: S, question: Question, value: Json) -> Decision:
        """The decision that a value makes: drawn names, rolled numbers, or a value of the question's form,
        which has no `problem` with it."""

    def play(self, state: S, decision: Decision) -> S:
        """The state after a `decision` that this state offers (`check_legal`); never changes `state`. It does
        not check again whether the decision is legal."""

    def decision(self, data: Json) -> Decision:
        """A decision from its JSON form. Raises Illegal."""

    def words(self, state: S, step: Decision | Correction) -> str:
        """What a step does, for the history and for undo: "Blue settles Spice World"."""

    def happened(self, before: S, after: S) -> tuple[str, ...]:
        """What followed from the step between two states, beside the step itself, in sight of everybody:
        sentences for the history ("Alpha Security goes to Planet 2"). Empty: nothing that has to be told."""

    def facts(self, state: S, names: Container[str] | None = None) -> tuple[Fact, ...]:
        """What may be overruled now. names: only those whose paths begin so, before the first slash."""

    def fact_values(self, state: S) -> Mapping[str, Json]:
        """What all `facts` are, by their paths, without the words that they are shown with."""

    def fact(self, state: S, path: str) -> Fact | None:
        """The one of `facts` with this path; None: there is none now."""

    def correct(self, state: S, correction: Correction) -> S:
        """The state with a fact overruled. Raises Illegal."""

    def way_out(self, state: S) -> tuple[Fact, Json] | None:
        """The correction that ends the turn of whoever is asked now, for a table where an earlier correction
        left only answers that nobody wants; None: there is none."""

    def lies(self, state: S, player: int | None) -> tuple[str, ...]:
        """What lies with a player (None: in the middle) besides tagged pieces and what `facts` say, as far as
        everybody may know: a line each, for whoever lays a broken-off game out again."""

    def check(self, state: S) -> tuple[str, ...]:
        """Inconsistencies (after a correction), a sentence each."""

    def view(self, state: S, player: int | None) -> S:
        """The state as this player may know it; None: what is public."""

    def phase(self, state: S) -> Phase: ...

    def score(self, state: S) -> ScoreSheet: ...


def box_of(game: Game[S]) -> Box[S]:
    """The game's box capability. Raises Illegal where it has none."""
    if game.box is None:
        raise Illegal(_("The pieces of {game} need no registering.", game=game.title))
    return game.box


def game_of_box(game: Game[S], text: str) -> Game[S]:
    """The game with an owner's tiles, TOML, laid over its own, as `Box.with_box` makes it; "": without any.
    Raises Illegal where nothing of it can be used.

    The last boxes that were read are kept: each page of a scan and of the box begins with this.
    """
    return _game_of_box(cast(Any, game), text, language()) if text else game


@lru_cache(maxsize=8)
def _game_of_box(game: Game[Any], text: str, _language: str) -> Game[Any]:
    return box_of(game).with_box(text)


def readable_box(game: Game[S], text: str) -> Game[S]:
    """The game with a box of which everything can be read. Raises Illegal: what cannot, and where."""
    found = game_of_box(game, text)
    if found.unread:
        raise Illegal(found.unread[0].words())
    return found


def untracked_of(game: Game[S]) -> Untracked:
    """The game's untracked capability. Raises Illegal where it has none."""
    if game.untracked is None:
        raise Illegal(_("A finished table of {game} cannot be scored here.", game=game.title))
    return game.untracked


def game_at(game: Game[S], state: S) -> Game[S]:
    """The game with the tiles that `state` is played with."""
    return game if game.box is None else game.box.at(state)


def options_held(
    game: Game[S], hands: Any, state: S, question: Question
) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """How the cards dealt let this question be answered, and the hand of who is asked. hands: the dealer's;
    without one, and of nobody's question, it is all options and no card."""
    dealer, player = game.dealer, question.player
    if dealer is None or player is None:
        return game.options(state, player), ()
    return dealer.options(hands, state, question), dealer.hand(hands, player)


def check_seats(title: str, seats: tuple[int, int], players: int) -> None:
    """Whether so many play a game for `seats` players. Raises Illegal."""
    fewest, most = seats
    if not fewest <= players <= most:
        raise Illegal(_("{game} is for {fewest} to {most} players.", game=title, fewest=fewest, most=most))


def part_of(game: Game[S], tile: str, face: str) -> Part | None:
    """What the tile is on a finished table; None: nothing, or the game cannot be scored untracked."""
    return None if game.untracked is None else game.untracked.part(tile, face)


def game_of_setup(game: Game[Any], setup: Setup) -> Game[Any]:
    """The game with the box that a table is played with. Raises Illegal."""
    game = game_of_box(game, setup.box)
    if setup.without:
        game = box_of(game).without(setup.without)
    return game
