"""The whole of a game at one moment, as a tree of frozen values; cards of a hand are counted, never named.

Cards are named by their ids; the catalogue says what they are. Seats count from 0, clockwise.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, cast

from companion.games.contract import Asks, Correction, Decision, Setup, Value, ValueInPart
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue

COLOURS: tuple[str, ...] = ("blue", "green", "red", "yellow")
PHASES = ("explore", "develop", "settle", "consume", "produce")
"""The five phases in order (p. 3)."""

ACTIONS = ("explore-5", "explore-1-1", "develop", "settle", "consume-trade", "consume-2x", "produce")
"""The seven action cards (p. 1, 3)."""

NINE_ACTIONS = (
    "explore-5",
    "explore-1-1",
    "develop",
    "develop",
    "settle",
    "settle",
    "consume-trade",
    "consume-2x",
    "produce",
)
"""The set of a 2-player game for experienced players (p. 8)."""

PHASE_OF = {action: action.split("-")[0] for action in ACTIONS}
HAND_LIMIT = 10
WHOLE_SUM = ("facts", "sheet")
"""Among the options of a setup: see `State.asks_whole_sum`."""
OPEN_ONCE_TURNED_UP = ("turned-up", "open")
"""Among the options of a setup: see `State.opens`."""
WORLD_MET_ONCE = ("met-worlds", "once")
"""Among the options of a setup: see `State.meets_worlds_once`."""
KNOWN_COPIES = ("copies", "known")
"""Among the options of a setup: see `State.places_known_copies`."""
CHOOSERS = "choosers"
"""Among the options of a setup: see `State.choosers`. No form asks for it."""
FULL_TABLEAU = 12
CHIPS_A_PLAYER = 12


class Held(Value, frozen=True):
    """A card in a tableau. good: one lies on it; new: placed in this phase, so its powers do not work yet."""

    card: str
    good: bool = False
    new: bool = False


class Move(Value, frozen=True):
    """Where real cards went by a decision, for whoever deals them; `card` is the card, or that a good lay on.

    what: "draw" (supply to hand), "look" (supply to the looked at), "keep" (of these to the hand, the rest
    discarded), "pay" (hand to discard), "place" (hand to tableau), "drop" (tableau to discard), "good"
    (supply onto a world), "spend" (a good to discard), "flip" (supply, turned up: then kept in hand), "miss"
    (turned up: then discarded). by: the card whose power takes a good; "": it is sold.
    """

    seat: int
    what: str
    count: int = 1
    card: str = ""
    by: str = ""


class ToDo(Value, frozen=True):
    """What a player's hands have to do since that player's last answer: cards to move and VP to take, and the
    phases ("explore", "develop2") that bring it. back: they undo it instead."""

    moves: tuple[Move, ...] = ()
    vp: int = 0
    phases: tuple[str, ...] = ()
    back: bool = False


class Taken(Value, frozen=True):
    """One step that may be taken back: what the player was before it, by how much it moved the counts, and
    what hands did for it."""

    empire: Empire
    progress: Progress
    supply: int
    discards: int
    pool: int
    beyond: int
    moves: tuple[Move, ...]


class Progress(ValueInPart, frozen=True, eq=False):
    """How far a player is in the phase being done.

    stage: "choose" (an action card), "start" (a start world), "look" (Explore), "place", "pay", "trade",
    "consume", "flip", "windfall" or "done"; answered: the secret choice of this stage is made. placed: the
    card chosen to be placed, "" for none. turned_up: what this player revealed in this phase before
    somebody chose again, taken back or not: all know who has it. used: "card#power" of the powers used.
    produced: (card, kind) of the goods produced. drawn: cards looked at, in Explore. named: the number named
    for a lucky draw. steps: what may be taken back, the last one last; it is about the way here and not
    compared.
    """

    uncompared: ClassVar[frozenset[str]] = frozenset({"steps"})

    stage: str = "done"
    answered: bool = False
    placed: str = ""
    turned_up: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    produced: tuple[tuple[str, str], ...] = ()
    drawn: int = 0
    named: int = 0
    steps: tuple[Taken, ...] = ()

    @property
    def done(self) -> bool:
        return self.stage == "done"

    @property
    def lies_open(self) -> bool:
        """The card to be placed is turned up, while others choose again."""
        return self.answered and self.placed in self.turned_up


class Empire(Value, frozen=True, dict=True):
    """One player's. tableau: in the order of placing; chosen: the action cards of this round, in their order.

    start: the original start world, which decides timing (p. 8). hand: how many cards.
    """

    name: str
    colour: str
    start: str = ""
    tableau: tuple[Held, ...] = ()
    hand: int = 0
    chips: int = 0
    chosen: tuple[str, ...] = ()

    # Asked for again and again of the same empire, by every rule that looks at powers.

    @cached_property
    def cards(self) -> frozenset[str]:
        """All of the tableau."""
        return frozenset([held.card for held in self.tableau])

    @cached_property
    def in_force(self) -> tuple[str, ...]:
        """The cards whose powers work: not those placed in this phase (p. 4)."""
        return tuple([held.card for held in self.tableau if not held.new])

    @cached_property
    def goods(self) -> tuple[str, ...]:
        """The worlds with a good."""
        return tuple([held.card for held in self.tableau if held.good])

    def holds(self, card: str) -> bool:
        return card in self.cards


class State(ValueInPart, frozen=True, eq=False):
    """See the module.

    supply and discards: cards face down in the middle; looked: drawn in Explore and not yet chosen from.
    pool: VP left in the chips set out; beyond: VP paid out of the 10s. plan: the phases of this round, the
    second of two Develop or Settle phases with a 2 at its end; at: the one being done, -1 while action cards
    are chosen, -2 while start worlds are. progress: a player each. clash: the cards that two players had
    chosen at once, so that they choose again. endings: why this is the last round.
    moves: where cards went by the decision that led here; choices: those of them of which a chooser still
    may say which cards they moved; to_do: what each player's hands have to do, empty before the first answer.
    They tell of the way, and are not compared.

    At a real table (`Setup.told`) an expansion's cards may be met, and the catalogue is strict. asks: what is
    asked now, before anything else; its moment is "placed" (a card that was turned up), "phase" (powers),
    "score", or "rule". pending: the step that met an untold fact; it is done once the fact is told. unpaid:
    (seat, card) of who must choose again, as the card told cannot be placed.
    """

    uncompared: ClassVar[frozenset[str]] = frozenset({"catalogue", "moves", "choices", "to_do"})

    catalogue: Catalogue
    setup: Setup
    empires: tuple[Empire, ...]
    progress: tuple[Progress, ...]
    supply: int
    pool: int
    discards: int = 0
    beyond: int = 0
    round: int = 1
    plan: tuple[str, ...] = ()
    at: int = -1
    clash: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    over: bool = False
    moves: tuple[Move, ...] = ()
    choices: tuple[Move, ...] = ()
    to_do: tuple[ToDo, ...] = ()
    asks: Asks | None = None
    pending: Decision | Correction | None = None
    unpaid: tuple[tuple[int, str], ...] = ()

    @property
    def shown(self) -> State:
        """As people see it, with blanks for what is untold of its cards: for what the game says and shows at
        its doors (`game.py`, a capability's methods), and for no rule."""
        shown = self.catalogue.shown
        return self if shown is self.catalogue else self.changed(catalogue=shown)

    def with_empire(self, seat: int, empire: Empire) -> State:
        return self.changed(empires=(*self.empires[:seat], empire, *self.empires[seat + 1 :]))

    def with_progress(self, seat: int, progress: Progress) -> State:
        return self.changed(progress=(*self.progress[:seat], progress, *self.progress[seat + 1 :]))

    def card(self, id: str) -> Card:
        return self.catalogue.cards[id]

    @property
    def phase(self) -> str:
        """ "start" or "choose", or one of PHASES."""
        if self.at < 0:
            return "start" if self.at == -2 else "choose"
        return self.plan[self.at].rstrip("2")

    @property
    def experienced(self) -> bool:
        """The 2-player game in which each chooses two of nine action cards (p. 8)."""
        return ("two-players", "experienced") in self.setup.options

    @property
    def choosers(self) -> tuple[int, ...]:
        """The seats whose players say which cards they keep and discard: the companion deals their cards. At
        all other tables, and at those of before, nobody does."""
        named = self.setup.option(CHOOSERS)
        return tuple(seat for seat in range(len(self.setup.players)) if str(seat) in named) if named else ()

    @property
    def fewer_steps(self) -> bool:
        """What cannot be otherwise is done without asking; a setup that does not say asks for each step."""
        return ("steps", "fewer") in self.setup.options

    @property
    def before_editions(self) -> bool:
        """Begun before a table said its edition. Such a journal replays with what players were asked then:
        goods of one price counted as alike, and no card was discarded for Military without need."""
        return all(name != "edition" for name, _value in self.setup.options)

    @property
    def asks_whole_sum(self) -> bool:
        """All that the sum needs is asked on one page before it, and what is told with "tell later" leaves
        open whether there is more. A table begun before that says nothing of it, and replays as it was asked.
        """
        return WHOLE_SUM in self.setup.options

    @property
    def opens(self) -> bool:
        """What was turned up lies open while another player chooses again: nobody else can have it, and it is
        chosen for good. A table begun before that offered it to both, and replays so."""
        return OPEN_ONCE_TURNED_UP in self.setup.options

    @property
    def meets_worlds_once(self) -> bool:
        """There is one of each world (p. 3): who names one that another named in secret named the same card.
        A table begun before that had a second one in its box, and replays so."""
        return WORLD_MET_ONCE in self.setup.options

    @property
    def places_known_copies(self) -> bool:
        """Of a development of an expansion that two place at once, each gets a copy that the box knows before
        one more is entered, and what lies open stays the copy that it is. A table begun before that entered
        one more at once, for the later seat, and replays so."""
        return KNOWN_COPIES in self.setup.options

    def bonus(self, seat: int) -> bool:
        """Whether this player chose the phase being done; for a second such phase: chose it twice (p. 8)."""
        wanted = 2 if self.plan[self.at].endswith("2") else 1
        phase = self.phase
        return sum(PHASE_OF[action] == phase for action in self.empires[seat].chosen) >= wanted


def timing_order(state: State) -> tuple[int, ...]:
    """The seats clockwise from the lowest numbered original start world (p. 8)."""
    starts = tuple([empire.start for empire in state.empires])
    cache = cast("dict[tuple[str, ...], tuple[int, ...]]", state.catalogue.caches.setdefault("timing", {}))
    order = cache.get(starts)
    if order is None:
        order = cache[starts] = _timing_order(state.catalogue, starts)
    return order


def _timing_order(catalogue: Catalogue, starts: tuple[str, ...]) -> tuple[int, ...]:
    numbers = [catalogue[start].number if start else None for start in starts]
    known = [(number, seat) for seat, number in enumerate(numbers) if number is not None]
    first = min(known)[1] if known else 0
    return tuple((first + step) % len(starts) for step in range(len(starts)))
