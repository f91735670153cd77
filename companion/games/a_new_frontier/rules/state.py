"""The whole of a game of A New Frontier at one moment, as a tree of frozen values.

Seats and planets count from 0; ships, technologies, facilities and missions are named by their ids.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.rules.events import Event, Log
from companion.games.contract import Asks, Correction, Decision, Setup, Value, ValueInPart

COLOURS: tuple[str, ...] = ("blue", "green", "red", "yellow", "purple", "orange")
"""The boxes of factions are told apart by colour; the rulebook's text names blue only."""

PlacedTokens = tuple[tuple[str, str, int], ...]
"""An allocation's value: (token, place, count); the tokens and places are those of the question's form."""
PLANET_COUNT = 4
TURN_COUNT = 5
HIDDEN_SHIP = "?"
"""A ship of a fleet that this seat may not look into."""
MAX_PRESTIGE = 22
AREAS = ("exploration", "politics", "marketing", "research")
"""The support areas, in the order of their phases (p. 1)."""
NAMED_BY_ONE = ("archaeotechs", "of-one")
"""A mark of new tables, among their options: an archaeotech that one player has discarded is no other's,
though both had named it (see `held`); at older tables both could use it."""


class Plan(Value, frozen=True):
    """A seat's planning board. attacks: (planet, target); builds: (planet, ships built there).

    actions: of each of AREAS; bids: of each of AREAS; bribe: for Alpha Security; initiative: the optional bid
    for the first place; seize: the planet where 3 credits lie on the attack, or -1; levels: technology levels
    paid for the second round; trades: of 2 credits each; relocation: paid for.
    """

    attacks: tuple[tuple[int, int], ...] = ()
    builds: tuple[tuple[int, tuple[str, ...]], ...] = ()
    actions: tuple[int, int, int, int] = (0, 0, 0, 0)
    bids: tuple[int, int, int, int] = (0, 0, 0, 0)
    bribe: int = 0
    initiative: int = 0
    seize: int = -1
    levels: int = 0
    trades: int = 0
    relocation: bool = False

    def build_at(self, planet: int) -> tuple[str, ...] | None:
        """The ships built there; None: no build action there."""
        return dict(self.builds).get(planet)


class Deed(Value, frozen=True):
    """kind: "build", "fight", "attack", "defeat", "steal", "gain-vp" or "gain-prestige"; amount: ships,
    credits or points.

    of: what the other one was just then: "explorer", "researcher", "richest", "builder".
    """

    kind: str
    planet: int
    amount: int = 1
    whom: int = -1
    of: tuple[str, ...] = ()


class Corp(Value, frozen=True):
    """One player's corporation.

    fleets, mines: by planet. techs: in effect; coming: from the next turn on. facilities: (kind, planet),
    planet -1: to be placed in the next R & D phase. laid_techs: technologies whose token lies on a
    planet. colonies: their levels. wormhole: an exploration token lies there. missions: taken and open;
    completed: their ids. plan: secret; None: none, or not known here. planned: it has announced that it
    is finished. loans: planets with a loan token. struck: at prestige 0 this turn. bonus: technology
    levels from colonies; earned: technologies by research facilities this turn. relocating: relocation is
    open. named: the archaeotechs of which the owner has told which they are. deeds: what was done since
    the last marketing phase, for missions. on_board: planned on the printed board; how many build actions
    were told since. last_board: the planning board as it was laid last; secret.
    """

    name: str
    colour: str
    faction: str
    credits: int
    prestige: int
    vp: int = 0
    fleets: tuple[tuple[str, ...], ...] = ((), (), (), ())
    mines: tuple[int, ...] = (3, 3, 3, 3)
    techs: tuple[str, ...] = ()
    coming: tuple[str, ...] = ()
    facilities: tuple[tuple[str, int], ...] = ()
    laid_techs: tuple[tuple[str, int], ...] = ()
    colonies: tuple[int, ...] = ()
    wormhole: bool = False
    archaeotech: int = 0
    missions: tuple[str, ...] = ()
    completed: tuple[str, ...] = ()
    plan: Plan | None = None
    planned: bool = False
    loans: tuple[int, ...] = ()
    struck: bool = False
    bonus: int = 0
    earned: int = 0
    relocating: bool = False
    named: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    on_board: int | None = None
    last_board: PlacedTokens = ()

    def facilities_at(self, planet: int) -> tuple[str, ...]:
        return tuple(kind for kind, where in self.facilities if where == planet)


class Attack(Value, frozen=True):
    """An attack die on a planet. seized: 3 credits make the attacker first there."""

    attacker: int
    planet: int
    target: int
    seized: bool = False


class Gained(Value, frozen=True):
    """What a decision brought a player. what: "vp", "prestige", "credits", "archaeotech", "ship", "mine"."""

    player: int
    what: str
    amount: int
    why: str


class State(ValueInPart, frozen=True, eq=False):
    """See the module. track: seats in the order of the turn order track, first to last.

    storm, power_up: planets; storm None: it has gone (turn 5). prosperity: tokens by planet. stock: ships in
    the Storage Areas by kind. attacks: in effect since Alpha Security was decided. influence: of each seat in
    this phase. agendas: (policy, "red" or "blue", planet or -1) in force. offered: missions in the top row;
    unseen: those nobody has seen; removed: failed ones. colonies: levels still free. step: where in the phase
    the game is, a value of the phase's own module. used: archaeotechs discarded by name. again: seats that
    ask to change their plan, and who has agreed. new_players: who said that they are new. gained: what the
    last decision brought; not part of the state proper, and neither is log: what happened, in sight of all.

    With printed pieces (`Setup.told`) the book is strict. asks: what is asked now, before anything else;
    pending: the step that needs it; it is done once that is told. asked: "moment entry" of what was asked for
    once, as far as nobody had to answer.
    """

    uncompared: ClassVar[frozenset[str]] = frozenset({"book", "gained", "log"})

    book: Book
    setup: Setup
    corps: tuple[Corp, ...]
    storm: int | None
    power_up: int
    stock: tuple[tuple[str, int], ...]
    turn: int = 1
    phase: str = "planning"
    step: Any = None
    track: tuple[int, ...] = ()
    prosperity: tuple[int, ...] = (0, 0, 0, 0)
    attacks: tuple[Attack, ...] = ()
    target: int | None = None
    influence: tuple[int, ...] = ()
    agendas: tuple[tuple[str, str, int], ...] = ()
    offered: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    colonies: tuple[int, ...] = ()
    destroyed: tuple[tuple[str, int], ...] = ()
    used: tuple[str, ...] = ()
    again: tuple[tuple[int, tuple[int, ...]], ...] = ()
    new_players: tuple[int, ...] = ()
    asks: Asks | None = None
    pending: Decision | Correction | None = None
    asked: tuple[str, ...] = ()
    gained: tuple[Gained, ...] = ()
    log: Log = Log()

    @property
    def seats(self) -> range:
        return range(len(self.corps))

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def last_turn(self) -> bool:
        return self.turn == TURN_COUNT

    @property
    def advanced(self) -> bool:
        """The advanced faction abilities are in force: the storm has reached the power-up token (p. 12)."""
        return self.turn >= 3

    def option(self, name: str, usual: str = "") -> str:
        return self.setup.option(name, usual)

    def noted(self, kind: str, /, **more: Any) -> Self:
        """With an event in the log. more: further fields of an `Event`."""
        log = self.log
        event = Event(kind, self.turn, self.phase, log.batch, **more)
        return self.changed(log=Log((*log.events, event), log.dropped, log.batch))

    def with_corp(self, seat: int, **changes: Any) -> Self:
        corp = self.corps[seat].changed(**changes)
        return self.changed(corps=(*self.corps[:seat], corp, *self.corps[seat + 1 :]))


def for_show(state: State) -> State:
    """The state for pages, with blanks for what nobody told."""
    shown = state.book.shown
    return state if shown is state.book else state.changed(book=shown)


def put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one place changed."""
    return (*values[:at], value, *values[at + 1 :])


def gain(state: State, seat: int, what: str, amount: int, why: str) -> State:
    """Gives (or takes, with a negative amount) VP, prestige or credits; prestige stays within 0 and 22, and
    at 0 the employees go on strike: 6 VP are lost and the seat's remaining attacks cancelled (p. 2)."""
    corp = state.corps[seat]
    value = getattr(corp, what) + amount
    if what == "prestige":
        value = max(0, min(MAX_PRESTIGE, value))
    elif what == "credits":
        value = max(0, value)
    if value == getattr(corp, what):
        return state
    noted = Gained(seat, what, value - getattr(corp, what), why)
    state = state.with_corp(seat, **{what: value}).changed(gained=(*state.gained, noted))
    if what == "prestige" and value == 0 and not corp.struck:
        state = state.with_corp(seat, struck=True, vp=state.corps[seat].vp - 6)
        noted = Gained(seat, "vp", -6, "strike")
        attacks = tuple(attack for attack in state.attacks if attack.attacker != seat)
        state = state.changed(attacks=attacks, gained=(*state.gained, noted)).noted("strike", seat=seat)
    return state


def with_archaeotech(state: State, seat: int, count: int, gone: str = "") -> State:
    """So many archaeotechs; gone: the named one that was used."""
    names = (*held(state, seat), *taken_by_others(state, seat))
    named = tuple(each for each in names if each != gone)[:count]
    return state.with_corp(seat, archaeotech=count, named=named)


def held(state: State, seat: int) -> tuple[str, ...]:
    """The named archaeotechs of a seat without what lies face up in the discards by now (p. 8): two may have
    named one in private, and whoever plays it had it."""
    others = taken_by_others(state, seat)
    return tuple(each for each in state.corps[seat].named if each not in others)


def taken_by_others(state: State, seat: int) -> tuple[str, ...]:
    """Those that this seat named and another has discarded."""
    if NAMED_BY_ONE not in state.setup.options:
        return ()
    return tuple(each for each in state.corps[seat].named if each in state.used)


def with_deed(state: State, seat: int, deed: Deed) -> State:
    return state.with_corp(seat, deeds=(*state.corps[seat].deeds, deed))


def stock_of(state: State, ship: str) -> int:
    return dict(state.stock).get(ship, 0)


def with_stock(state: State, ship: str, by: int) -> State:
    return state.changed(stock=tuple((kind, n + by if kind == ship else n) for kind, n in state.stock))


def with_fleet(state: State, seat: int, planet: int, ships: tuple[str, ...]) -> State:
    fleets = put(state.corps[seat].fleets, planet, tuple(sorted(ships)))
    return state.with_corp(seat, fleets=fleets)


def without(ships: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """The ships that are left; `gone` are some of them."""
    left = list(ships)
    for ship in gone:
        left.remove(ship)
    return tuple(left)


def with_plan(state: State, seat: int, **changes: Any) -> State:
    plan = state.corps[seat].plan
    return state if plan is None else state.with_corp(seat, plan=plan.changed(**changes))


def area_order(state: State, bids: dict[int, int]) -> tuple[int, ...]:
    """Seats in the order of an area: the higher bribe first, equal ones as on the turn order track (p. 5)."""
    return tuple(sorted(bids, key=lambda seat: (-bids[seat], state.track.index(seat))))


def planet_order(state: State, planet: int) -> tuple[int, ...]:
    """Seats in turn order at a planet: those who count as first (a Satellite, or the initiative seized), then
    the others, each as on the track (p. 5)."""
    seized = {attack.attacker for attack in state.attacks if attack.planet == planet and attack.seized}
    first = {
        seat
        for seat in state.seats
        if seat in seized or "satellite" in state.corps[seat].facilities_at(planet)
    }
    return tuple(sorted(state.seats, key=lambda seat: (seat not in first, state.track.index(seat))))
