"""The whole of a game of New Frontiers at one moment, as a tree of frozen values.

Tiles are named by their ids; the catalogue says what they are. Seats count from 0.
"""

from __future__ import annotations

from typing import ClassVar

from companion.games.contract import Asks, Correction, Decision, Setup, Value, ValueInPart
from companion.games.new_frontiers.tiles.catalogue import Catalogue

COLOURS = ("blue", "green", "red", "yellow", "purple")
"""The five colours of disks. The rulebook's examples name four; the fifth is what its lamp shines, until an
owner says what the box holds."""

GOODS = (19, 17, 13, 11)
"""Goods cubes in the box, in the order of KINDS (p. 2)."""


class Colony(Value, frozen=True):
    """A settled world (or the home) and what lies on it. good: the kind of the good there, or None.

    new: settled in the action being done, so that its powers do not count yet (p. 5). covers: the home
    colony that it took the place of (p. 7); None: of none.
    """

    world: str
    colonists: int
    good: str | None = None
    new: bool = False
    covers: str | None = None


class Stockpile(Value, frozen=True):
    """What lies on a player's stockpile mat (p. 11). goods: their kinds; worlds: their ids."""

    goods: tuple[str, ...] = ()
    credits: int = 0
    worlds: tuple[str, ...] = ()


class Empire(Value, frozen=True):
    """One player's empire. colonies: the home first, then as settled. colonists: those not on a colony.

    new_developments: bought in the action being done: their powers do not count yet (p. 5). by_hand:
    (tile, VP) pairs, what people counted for a "?" that the tile language does not know.
    """

    name: str
    colour: str
    credits: int = 0
    chips: int = 0
    colonists: int = 0
    colonies: tuple[Colony, ...] = ()
    developments: tuple[str, ...] = ()
    new_developments: tuple[str, ...] = ()
    explored: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    hidden_goal: str | None = None
    stockpile: Stockpile = Stockpile()
    by_hand: tuple[tuple[str, int], ...] = ()


class Supply(Value, frozen=True):
    """What lies beside the empires.

    vp: VP left of the initial pool, in points (p. 3). vp_tens: points paid out of the 10s after it was
    empty. goods: cubes left by kind, in the order of KINDS. developments: (id, tiles left) pairs.
    """

    vp: int
    colonists: int
    goods: tuple[int, int, int, int]
    developments: tuple[tuple[str, int], ...]
    vp_tens: int = 0


class Disk(Value, frozen=True):
    """A disk on the priority track. number: 0, or 1 for the second disk of a 2-player game.

    done: it has moved forward to its new space this round; half: shifted halfway, its action being done.
    """

    player: int
    number: int = 0
    half: bool = False
    done: bool = False


class ActionTile(Value, frozen=True):
    """selected_by: the seat that chose it this round. credits: only Produce ever holds any (p. 9)."""

    name: str
    selected_by: int | None = None
    credits: int = 0


class Turn(Value, frozen=True):
    """What one player did in the action so far; the fields are those of Doing."""

    player: int
    stage: str
    used: tuple[str, ...] = ()
    settled: int = 0
    temporary: tuple[tuple[str, int], ...] = ()
    income: int = 0
    stockpiled: bool = False


class Gained(Value, frozen=True):
    """What came to a player by a decision. why: the rule or power; good: the kind of a good put on `tile`;
    nothing: what the player does, where nothing came by the only answer there was."""

    player: int
    why: str
    tile: str | None = None
    vp: int = 0
    credits: int = 0
    colonists: int = 0
    good: str | None = None
    nothing: str = ""


class Doing(Value, frozen=True):
    """The action being done ("homes" before the first round: the choice of home colonies, p. 3).

    order: the players, the selecting player first; at: the index in it of the one whose turn it is. stage:
    where in the action they are, the name of a `Stage` of it, one of

        homes          choose
        any            reveal (the holder of the face-down goal may turn it up first)
        develop        buy
        explore        draw (worlds for the center), pick, second (the selecting player's), power, keep
        settle         settle (the main choice), again (what may follow it), keep
        produce        produce (which colonies, in a shortage), windfall, kind, stockpile
        trade-consume  trade, stockpile, consume
        goals          draw, keep

    draw: so many tiles must be drawn now before anything else (worlds; goals in "goals"). offers: (player,
    tile, number of its power, times) of powers that say "may" and whose event has happened: each is asked
    before anything else.

    Of the player whose turn it is, in this action so far: used: "tile#power" of the powers used;
    settled: worlds settled; temporary: (tile, Military) from spent goods; income: credits of the Trade just
    made; stockpiled: a world was stockpiled.

    Of the whole action: waiting: the turns begun of players after this one in the order (only where players
    act together, p. 10); kinds: (tile, kind) set for it, of a world of any kind; produced: (player, colony,
    kind) of the goods really produced; returning: worlds that go back into the bag at its end; goals: those
    drawn to choose from.
    """

    action: str
    selector: int
    order: tuple[int, ...]
    at: int = 0
    stage: str = ""
    draw: int = 0
    offers: tuple[tuple[int, str, int, int], ...] = ()
    used: tuple[str, ...] = ()
    settled: int = 0
    temporary: tuple[tuple[str, int], ...] = ()
    income: int = 0
    stockpiled: bool = False
    waiting: tuple[Turn, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    produced: tuple[tuple[int, str, str], ...] = ()
    returning: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()

    @property
    def player(self) -> int:
        """The seat whose turn it is."""
        return self.order[self.at]

    @property
    def turn(self) -> Turn:
        """The turn of that seat."""
        return Turn(
            self.player,
            self.stage,
            self.used,
            self.settled,
            self.temporary,
            self.income,
            self.stockpiled,
        )

    def with_turn(self, turn: Turn) -> Doing:
        """The same action in the middle of this turn."""
        return self.changed(
            stage=turn.stage,
            used=turn.used,
            settled=turn.settled,
            temporary=turn.temporary,
            income=turn.income,
            stockpiled=turn.stockpiled,
        )


class State(ValueInPart, frozen=True, eq=False):
    """See the module. doing: the action being done; None: an action tile must be selected.

    bag: ids in the bag, in no meaningful order. center: explored worlds laid in the middle. disks: front to
    back, in the order in which the track is read. endings: the game-end conditions met so far, in words.
    goal_stack: top to bottom; "" is a goal that nobody has seen yet. overruled: endings, with the numbers
    that met them, of which people said that the game goes on. removed: (explored worlds, face-down goal) of
    each player before the game's end removed and turned them. reveal_asked: the round in which the holder of
    the face-down goal left it so. gained: what the decision that led here
    brought to whom; by_hand: (player, tile, number) of the powers that only people understand and that the
    action selected last calls for. Both tell of the way, not of the state, and are not compared. Nor is the
    catalogue: it is part of the game played, not of what changes.

    On a real table the catalogue is strict: what nobody told of its tiles is asked. asks: what is asked now,
    before anything else; its moment is "settle" (a price, before it is paid), "placed" (a tile that came into
    an empire), "phase" (powers of one type), "score", or "rule" (any other need). pending: the step that met
    an untold fact; it is done once the fact is told. opened: the tiles in empires whose facts were asked for
    as a whole, told or put off. homes_due: the seats whose home nobody told yet: it is asked for when its
    owner is first asked something in an action, and its good comes then.
    """

    uncompared: ClassVar[frozenset[str]] = frozenset({"catalogue", "gained", "by_hand"})

    catalogue: Catalogue
    setup: Setup
    empires: tuple[Empire, ...]
    supply: Supply
    bag: tuple[str, ...]
    disks: tuple[Disk, ...]
    actions: tuple[ActionTile, ...]
    round: int = 1
    doing: Doing | None = None
    center: tuple[str, ...] = ()
    goal_stack: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    overruled: tuple[tuple[str, tuple[int, ...]], ...] = ()
    over: bool = False
    removed: tuple[tuple[tuple[str, ...], str | None], ...] = ()
    reveal_asked: int = 0
    gained: tuple[Gained, ...] = ()
    by_hand: tuple[tuple[int, str, int], ...] = ()
    asks: Asks | None = None
    pending: Decision | Correction | None = None
    opened: tuple[str, ...] = ()
    homes_due: tuple[int, ...] = ()

    @property
    def shown(self) -> State:
        """As people see it, with blanks for what is untold of its tiles: for what the game says and shows at
        its doors (`game.py`, a capability's methods), and for no rule."""
        shown = self.catalogue.shown
        return self if shown is self.catalogue else self.changed(catalogue=shown)

    def with_empire(self, player: int, empire: Empire) -> State:
        empires = (*self.empires[:player], empire, *self.empires[player + 1 :])
        return self.changed(empires=empires)
