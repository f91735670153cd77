"""A small complete game for tests of the table: draws, secret answers, movable tiles, corrections.

Stones: each round everyone secretly bids 0 to 2, then one stone more than there are players is drawn from the
bag to the middle. From the highest bidder on (ties: lower seat first) each player takes a stone to the own
area, turned from its gray side (A) to its coloured side (B), or passes for a coin. The remaining stones go
back into the bag. A stone scores its number. The game ends after `rounds` rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from companion.games.contract import (
    MIDDLE,
    Decision,
    Difference,
    Draw,
    Each,
    Explanation,
    FactRow,
    FactRows,
    GameBase,
    Illegal,
    Light,
    LightPicture,
    Move,
    Option,
    Page,
    Phase,
    Question,
    ScoreLine,
    ScoreSheet,
    Segment,
    Setup,
    SetupOption,
    Shape,
    Spot,
    TablePlan,
    Tally,
    Term,
    TileInfo,
    WhatIf,
    Zone,
    ranked,
    seat_zone,
)

T = TypeVar("T")
STONES = tuple(f"S{n:02}" for n in range(1, 21))


@dataclass(frozen=True)
class Stones:
    names: tuple[str, ...]
    rounds: int
    round: int
    bids: tuple[int | None, ...]
    coins: tuple[int, ...]
    owned: tuple[tuple[str, ...], ...]
    middle: tuple[str, ...]
    queue: tuple[int, ...]
    phase: str
    bag: tuple[str, ...]


@dataclass(frozen=True)
class Bid(Move[Stones]):
    do: ClassVar[str] = "bid"
    amount: int

    def words(self, s: Stones) -> str:
        return f"{s.names[self.seat]} bids {self.amount}"

    def apply(self, s: Stones) -> Stones:
        bids = _with(s.bids, self.seat, self.amount)
        return replace(s, bids=bids, phase="bid" if None in bids else "draw")


@dataclass(frozen=True)
class Drawn(Move[Stones]):
    do: ClassVar[str] = "drawn"
    stones: tuple[str, ...]

    def words(self, s: Stones) -> str:
        return f"Drawn: {', '.join(self.stones)}"

    def apply(self, s: Stones) -> Stones:
        queue = sorted(range(len(s.names)), key=lambda p: (-(s.bids[p] or 0), p))
        bag = tuple(t for t in s.bag if t not in self.stones)
        return replace(s, middle=tuple(sorted(self.stones)), bag=bag, queue=tuple(queue), phase="take")


@dataclass(frozen=True)
class Take(Move[Stones]):
    do: ClassVar[str] = "take"
    stone: str

    def words(self, s: Stones) -> str:
        return f"{s.names[self.seat]} takes {self.stone}"

    def apply(self, s: Stones) -> Stones:
        owned = _with(s.owned, self.seat, (*s.owned[self.seat], self.stone))
        return _next(replace(s, owned=owned, middle=tuple(t for t in s.middle if t != self.stone)))


@dataclass(frozen=True)
class Pass(Move[Stones]):
    do: ClassVar[str] = "pass"

    def words(self, s: Stones) -> str:
        return f"{s.names[self.seat]} passes"

    def apply(self, s: Stones) -> Stones:
        return _next(replace(s, coins=_with(s.coins, self.seat, s.coins[self.seat] + 1)))


def _next(s: Stones) -> Stones:
    """The next player takes, or the next round begins, or the game is over."""
    s = replace(s, queue=s.queue[1:])
    if s.queue:
        return s
    bag = tuple(sorted(s.bag + s.middle))
    over = s.round >= s.rounds
    bids = (None,) * len(s.names)
    return replace(
        s, bids=bids, middle=(), bag=bag, round=s.round + (not over), phase="over" if over else "bid"
    )


class StonesWhatIfs:
    """What might have been: more coins, or one stone more."""

    def __init__(self, game: StonesGame) -> None:
        self._game = game

    def what_ifs(self, s: Stones, player: int) -> Iterable[Iterable[WhatIf]]:
        return self._game.nearby(s, player)


PLAYER = Each[Stones].player(lambda s: s.names)


@FactRow(
    "stone",
    "Where {stone} is",
    (Each("stone", lambda _s: STONES, lambda _s, stone: stone),),
    of=lambda s, stone: _where(s, stone),
    choices=lambda s, _stone: ("bag", *map(str, range(len(s.names)))),
)
def place(s: Stones, value: str, stone: str) -> Stones:
    owned = tuple(tuple(t for t in mine if t != stone) for mine in s.owned)
    bag = tuple(t for t in s.bag if t != stone)
    middle = tuple(t for t in s.middle if t != stone)
    if value == "bag":
        bag = tuple(sorted((*bag, stone)))
    else:
        owned = _with(owned, int(value), (*owned[int(value)], stone))
    return replace(s, owned=owned, bag=bag, middle=middle)


class StonesGame(GameBase[Stones]):
    name = "stones"
    title = "Stones"
    tag_prefix = "ST"
    colours = ("blue", "green", "red", "black")
    seats = (2, 4)
    moves = (Bid, Drawn, Take, Pass)
    fact_rows = FactRows(FactRow("coins", "{player}'s coins", (PLAYER,), of="coins.player"), place)
    segments: tuple[Segment, ...] = (Segment("tiles", 5, "in the middle"),)

    # A small game has its capabilities on itself.
    @property
    def tracking(self) -> StonesGame:
        return self

    lights = display = tracking

    def plan(self, players: int) -> TablePlan:
        seats = tuple(Zone(seat_zone(p), f"Seat {p + 1}", p) for p in range(players))
        return TablePlan((Zone(MIDDLE, "The middle"), *seats), (Shape("stone", "round", 58.0, 58.0),))

    def page(self, s: Stones, player: int | None) -> Page:
        return Page()

    def setup_options(self) -> tuple[SetupOption, ...]:
        return (SetupOption("rounds", "How long?", (("3", "short"), ("6", "long"))),)

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        names = tuple(p.name for p in setup.players)
        return () if setup.drawn("seats") else (Draw("seats", len(names), names, ordered=True),)

    def new(self, setup: Setup) -> Stones:
        # Names stay in seat order here: the draw only shows that setup draws are answered.
        names = self.player_names(setup)
        if sorted(setup.drawn("seats") or ()) != sorted(names):
            raise Illegal("The seating is not drawn yet.", 1)
        n = len(names)
        rounds = int(setup.option("rounds", "3"))
        return Stones(names, rounds, 1, (None,) * n, (0,) * n, ((),) * n, (), (), "bid", STONES)

    def questions(self, s: Stones) -> tuple[Question, ...]:
        if s.phase == "bid":
            return tuple(
                Question(p, "bid", f"{s.names[p]}: bid 0, 1 or 2", 2, secret=True, does=("bid",))
                for p, bid in enumerate(s.bids)
                if bid is None
            )
        if s.phase == "draw":
            draw = Draw("stones", min(len(s.names) + 1, len(s.bag)), s.bag)
            return (Question(None, "draw", "Draw stones to the middle", 2, does=("drawn",), draw=draw),)
        if s.phase == "take":
            p = s.queue[0]
            return (Question(p, "take", f"{s.names[p]}: take a stone or pass", 3, does=("take", "pass")),)
        return ()

    def options(self, s: Stones, player: int | None) -> tuple[Option, ...]:
        if not any(q.player == player and q.draw is None for q in self.questions(s)):
            return ()
        if s.phase == "bid":
            return tuple(Option(Bid(player, n), f"bid {n}") for n in range(3))
        takes = tuple(Option(Take(player, t), f"take {t}", tile=t) for t in s.middle)
        return (*takes, Option(Pass(player), "pass"))

    def check(self, s: Stones) -> tuple[str, ...]:
        return tuple(f"{n} has too many coins" for n, c in zip(s.names, s.coins, strict=True) if c > 6)

    def layout(self, s: Stones) -> Mapping[str, Spot]:
        spots = {t: Spot(MIDDLE, "A") for t in s.middle}
        for p, mine in enumerate(s.owned):
            spots |= {t: Spot(seat_zone(p), "B") for t in mine}
        return spots

    def goods(self, state: Stones) -> dict[str, str | None]:
        return {}

    def slid(self, state: Stones) -> dict[str, bool]:
        return {}

    def slides(self, decision: Decision) -> str:
        return ""

    def copies(self, state: Stones) -> dict[str, frozenset[str]]:
        return {}

    def explain(self, s: Stones, differences: tuple[Difference, ...]) -> Explanation:
        if s.phase == "draw":
            wanted = min(len(s.names) + 1, len(s.bag))
            new = tuple(
                sorted(d.tile for d in differences if d.tile in s.bag and d.seen == Spot(MIDDLE, "A"))
            )
            if len(new) < wanted:
                waiting = f"{len(new)} of {wanted} stones lie in the middle" if new else ""
                return Explanation(waiting=waiting, covers=frozenset(new))
            if len(new) == wanted:
                drawn = Drawn(None, new)
                return Explanation((Option(drawn, drawn.words(s)),), frozenset(new))
            return Explanation()
        tolerated = frozenset(
            d.tile
            for d in differences
            if d.tile in s.bag and d.seen == Spot(MIDDLE, "A") and s.phase != "take"
        )
        if s.phase != "take":
            return Explanation(tolerated=tolerated)
        p = s.queue[0]
        moved = [d for d in differences if d.tile in s.middle and d.seen and d.seen.zone == seat_zone(p)]
        later = {seat_zone(q) for q in s.queue[1:]}
        early = frozenset(
            d.tile for d in differences if d.tile in s.middle and d.seen and d.seen.zone in later
        )
        lifted = [d for d in differences if d.tile in s.middle and d.seen is None]
        options = tuple(Option(Take(p, d.tile), f"{s.names[p]} takes {d.tile}", tile=d.tile) for d in moved)
        if not options and lifted:
            lifted_tiles = frozenset(d.tile for d in lifted)
            return Explanation(waiting="a stone is in the air", covers=lifted_tiles, tolerated=early)
        return Explanation(options, frozenset(d.tile for d in moved), tolerated=early)

    def tile(self, tile: str) -> TileInfo | None:
        return next((t for t in self.tiles() if t.id == tile), None)

    def tiles(self) -> tuple[TileInfo, ...]:
        return tuple(TileInfo(t, f"Stone {int(t[1:])}", "AB", ("#888888", "#2244aa")) for t in STONES)

    def drawing(self, tile: str, face: str) -> str:
        return ""

    def view(self, s: Stones, player: int | None) -> Stones:
        if s.phase != "bid":
            return s
        return replace(s, bids=tuple(b if b is None or p == player else 0 for p, b in enumerate(s.bids)))

    def phase(self, s: Stones) -> Phase:
        over = s.phase == "over"
        return Phase(s.phase, s.phase, s.round, over, ("all rounds are played",) if over else ())

    def score(self, s: Stones) -> ScoreSheet:
        lines = []
        for p in range(len(s.names)):
            stones = Tally("stones", tuple(Term(f"Stone {int(t[1:])}", int(t[1:]), t) for t in s.owned[p]))
            coins = Tally("coins", (Term("coins", s.coins[p]),))
            lines.append((ScoreLine("stones", stones), ScoreLine("coins", coins)))
        return ranked(s.names, lines, final=s.phase == "over")

    def starts(self, s: Stones) -> int | None:
        return None

    def owned(self, s: Stones, player: int) -> Mapping[str, tuple[str, ...]]:
        return {"Stones": tuple(f"Stone {int(t[1:])}" for t in s.owned[player])}

    def art(self, owned: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        return ()

    def named(self, name: str) -> str:
        return name

    @property
    def what_ifs(self) -> StonesWhatIfs:
        return StonesWhatIfs(self)

    def nearby(self, s: Stones, player: int) -> Iterable[Iterable[WhatIf]]:
        def coins() -> Iterator[WhatIf]:
            for n in range(1, 200):
                more = replace(s, coins=_with(s.coins, player, s.coins[player] + n))
                yield WhatIf(player, "coins", n, f"{n} more coins", self.score(more))

        def stones() -> Iterator[WhatIf]:
            for stone in s.bag:
                more = replace(s, owned=_with(s.owned, player, (*s.owned[player], stone)))
                yield WhatIf(player, "stone", 1, f"Stone {int(stone[1:])}", self.score(more))

        return coins(), stones()

    def light(self, s: Stones) -> LightPicture:
        return LightPicture((("tiles", tuple(Light(level=1) for _ in s.middle)),))


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _where(s: Stones, tile: str) -> str:
    owner = next((str(p) for p, mine in enumerate(s.owned) if tile in mine), None)
    return owner or ("middle" if tile in s.middle else "bag")
