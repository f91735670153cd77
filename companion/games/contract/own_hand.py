"""Cards in a hand that the game only counts, where a player's own phone keeps which they are.

The phone says what it knows with every request, and nobody else keeps it: nothing of it comes into a state, a
decision or a view. A card is named by its front, as in `Untracked.looks`: copies are alike, and two of them
in one hand are its name twice.
"""

from __future__ import annotations

from typing import Protocol

from companion.games.contract.decisions import Refusal
from companion.games.contract.page import AnswerView
from companion.games.contract.questions import Option
from companion.games.contract.state import SeenState
from companion.games.contract.values import Value


class KnownHand(Value, frozen=True):
    """What a phone knows of its player's hand. cards: those in hand.

    look: how many were drawn to choose from; drawn: those of them that the phone knows; keep: how many of
    them stay. discard: how many of the hand were discarded without a word which. These three are 0 once the
    player has said it.
    """

    cards: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    look: int = 0
    keep: int = 0
    discard: int = 0

    def without(self, card: str) -> KnownHand:
        """With one copy of the card less, where it is known; one just drawn first of all stays drawn."""
        if card in self.cards:
            at = self.cards.index(card)
            return self.changed(cards=(*self.cards[:at], *self.cards[at + 1 :]))
        if card in self.drawn:  # placed before its player said that it was kept
            at = self.drawn.index(card)
            drawn = (*self.drawn[:at], *self.drawn[at + 1 :])
            return self.changed(drawn=drawn, look=max(0, self.look - 1), keep=max(0, self.keep - 1))
        return self


class HandCard(Value, frozen=True):
    """A card of a hand, or one that may be in it. words: what it is found by, in small letters.

    option: the answer with this card to what its player is asked now; refusal: why it cannot be that answer.
    Neither: nothing is asked that this card answers.
    """

    id: str
    seen: AnswerView
    words: str = ""
    option: Option | None = None
    refusal: Refusal | None = None


class HandNow(Value, frozen=True):
    """A hand at one moment. known: what the phone keeps from now on. count: how many cards the table counts
    in it, those to be kept included.

    unknown: how many of these the phone does not know. drawn, to_look, keep: the cards drawn to choose from
    that it knows, how many it does not know, and how many are still to be kept. discard: how many the player
    has discarded, or must. best_kept and best_gone: a proposal of which. pool: the cards that may be named,
    the likeliest first; empty where none is to be named. asked: the words of the `Choice` in which `keep` or
    `discard` is said to the table; "": the phone alone keeps it.
    """

    known: KnownHand
    cards: tuple[HandCard, ...]
    count: int
    unknown: int
    drawn: tuple[HandCard, ...] = ()
    to_look: int = 0
    keep: int = 0
    discard: int = 0
    best_kept: tuple[str, ...] = ()
    best_gone: tuple[str, ...] = ()
    pool: tuple[HandCard, ...] = ()
    asked: str = ""


class Choice(Value, frozen=True):
    """What a player whose cards the companion deals must say before anything else: which of `cards` (each an
    id, as in `Dealer.hand`) stay, or with `keeps` False go; `count` of them. words: the question. usual: what
    the dealer would choose, and why, a sentence. does: as of a question (`Question.does`)."""

    player: int
    cards: tuple[str, ...]
    count: int
    keeps: bool
    words: str
    usual: tuple[str, ...]
    why: str
    does: str


class OwnHand(Protocol[SeenState]):
    """Pure, as the game is. The player is asked about by seat."""

    def front(self, state: SeenState, piece: str) -> str | None:
        """The card that a piece is, by its tag or as its front; None: no card of a hand."""

    def begun(self, state: SeenState, player: int) -> KnownHand:
        """What a phone knows that begins to keep the hand now: no card, but how many it chooses from."""

    def followed(self, known: KnownHand, before: SeenState, after: SeenState, player: int) -> KnownHand:
        """What the phone knows after one step that led from `before` to `after`."""

    def now(self, view: SeenState, player: int, known: KnownHand) -> HandNow:
        """The hand in what its player may know of the table."""
