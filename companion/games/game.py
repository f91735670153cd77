"""What a table needs of any game: questions, decisions, reasons, and the `Game` protocol that offers them.

Everything here is a frozen value. A game's state is a tree of such values too, so undo keeps an earlier
one, tests compare with `==`, and a search may branch freely. Players are seat numbers, from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from random import Random
from types import UnionType
from typing import Any, ClassVar, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.games.final import FinalBook
from companion.games.tilebook import BoxReport, TileBook
from companion.translation import _

Json = Any
"""What `json.loads` gives: None, bool, int, float, str, list or dict."""


# --- numbers with their reasons -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """One reason in a Tally: `value` comes from `label`, printed on `tile` where there is one."""

    label: str
    value: int
    tile: str | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """A number that carries its reasons. `lowest` is the floor a rule sets (a cost never falls below 0).

    >>> Tally("cost", (Term("printed cost", 2, "W07"), Term("discount", -3, "D01")), lowest=0).total
    0
    """

    label: str
    terms: tuple[Term, ...] = ()
    lowest: int | None = None

    @property
    def total(self) -> int:
        total = sum(term.value for term in self.terms)
        return total if self.lowest is None else max(self.lowest, total)


class Illegal(Exception):
    """A refused decision: a sentence that a player understands, and the rulebook page that says so."""

    def __init__(self, sentence: str, page: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.page = page


# --- what is asked, and what may be answered ------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """An answer, by one player (None: by the table, as a draw is). Games derive frozen dataclasses.

    The fields may be int, str, bool, None and tuples of these; `do` is its name in JSON.
    """

    do: ClassVar[str] = ""
    player: int | None


D = TypeVar("D", bound=Decision)


def decision_to_json(decision: Decision) -> dict[str, Json]:
    """`{"do": name, field: value, ...}`; tuples become lists."""
    values = {f.name: _plain(getattr(decision, f.name)) for f in fields(decision)}
    return {"do": decision.do, **values}


def decision_from_json(kinds: Mapping[str, type[D]], data: Json) -> D:
    """The decision that `data` says; `kinds` maps `do` to its class. Raises Illegal for anything else."""
    if not isinstance(data, Mapping) or not isinstance(data.get("do"), str):
        raise Illegal(_('A decision is a JSON object with a text "do".'))
    kind = kinds.get(data["do"])
    if kind is None:
        raise Illegal(_("There is no decision called {name}.", name=f"{data['do']!r:.60}"))
    hints = _HINTS.get(kind) or _HINTS.setdefault(kind, get_type_hints(kind))
    known = {f.name for f in fields(kind)}
    unknown = sorted(str(name) for name in data if name != "do" and name not in known)
    if unknown:
        raise Illegal(
            _("A decision {name} has no field {field}.", name=repr(kind.do), field=f"{unknown[0]!r:.60}")
        )
    values = {}
    for name in known & data.keys():
        try:
            values[name] = _typed(hints[name], data[name])
        except TypeError:
            raise Illegal(
                _(
                    "The field {field} of a decision {name} does not hold what it should.",
                    field=repr(name),
                    name=repr(kind.do),
                )
            ) from None
    try:
        return kind(**values)
    except TypeError:
        raise Illegal(
            _("A decision {name} needs more fields than it was given.", name=repr(kind.do))
        ) from None


_HINTS: dict[type, dict[str, Any]] = {}
"""The field types of each decision, worked out once: a third of a journal's replay went into it."""


def _plain(value: Any) -> Json:
    return [_plain(v) for v in value] if isinstance(value, tuple) else value


def _typed(hint: Any, value: Json) -> Any:
    """`value` as the annotation `hint` wants it; raises TypeError. JSON's true is no number here."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        for choice in get_args(hint):
            try:
                return _typed(choice, value)
            except TypeError:
                continue
        raise TypeError
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise TypeError
        args = get_args(hint)
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(_typed(args[0], item) for item in value)
        if len(args) != len(value):
            raise TypeError
        return tuple(_typed(arg, item) for arg, item in zip(args, value, strict=True))
    if hint is None or hint is type(None):
        if value is None:
            return None
        raise TypeError
    if type(value) is hint:
        return value
    raise TypeError


@dataclass(frozen=True, slots=True)
class Draw:
    """Something chance decides: `count` of `pool` (the names that may come up), without looking.

    The camera, a hand or a seeded virtual bag tells the answer; the rules never roll. `ordered` says that
    the order drawn matters (a seating order, a shuffled stack). words: what to draw, for people; rows: what
    each of an ordered draw is for ("Blue's mat"). zones: for an ordered setup draw of tiles that stay on the
    table, the zone that each comes to lie in, so that a camera may tell the draw.
    """

    what: str
    count: int
    pool: tuple[str, ...]
    ordered: bool = False
    words: str = field(default="", compare=False)
    rows: tuple[str, ...] = field(default=(), compare=False)
    zones: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Question:
    """Who must decide what now. `player` None asks the table itself, for a draw.

    kind: the game's name for it, the same in every such question ("select-action").
    text: one sentence for a person. page: where the rulebook says it. secret: nobody else may see the
    answer until all have answered. seconds: a time limit, where the game has one.
    """

    player: int | None
    kind: str
    text: str
    page: int | None = None
    secret: bool = False
    seconds: int | None = None
    draw: Draw | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A legal answer in words, with the numbers a rule changed. `tile`: the tile it is about.

    likely: of all options of a question, the higher is the likelier next tap; 0 is ordinary.
    """

    decision: Decision
    words: str
    why: tuple[Tally, ...] = ()
    tile: str | None = None
    likely: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that a person may look for but that is not legal now, and why ("why not?")."""

    words: str
    sentence: str
    page: int | None = None
    tile: str | None = None
    why: tuple[Tally, ...] = ()


# --- the table's tiles ----------------------------------------------------------------------------------

MIDDLE = "middle"


def seat_zone(player: int) -> str:
    """The zone's name of a player's own area; the middle's is MIDDLE."""
    return f"seat:{player}"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a tagged tile lies, and which face is up. zone: MIDDLE or `seat_zone(n)`."""

    zone: str
    face: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A tile that does not lie where the tracker has it. None: in the bag, the box, or out of view."""

    tile: str
    expected: Spot | None
    seen: Spot | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What differences on the table could mean now.

    options: legal decisions, each of which alone explains the tiles in `covers`; one: it may be taken by
    itself; several: a person chooses. waiting: what is still to come before there is anything to decide
    ("3 of 7 worlds lie in the middle"). tolerated: tiles that lie where they need not, and harm nothing
    yet (on their way back to the bag).
    """

    options: tuple[Option, ...] = ()
    covers: frozenset[str] = frozenset()
    waiting: str = ""
    tolerated: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TileInfo:
    """What anyone may know of a tile without knowing the game: for sentences, sheets and drawn tiles.

    faces: the letters of its faces ("AB"). colour: "#rrggbb" of each face, in the same order. caption: a
    short line under the name. unverified: the fields that nobody has confirmed against a printed tile.
    sides: what people call each face, in the same order ("colony side"); empty: by its letter.
    """

    id: str
    name: str
    faces: str
    colour: tuple[str, ...]
    caption: str = ""
    round: bool = True
    size_mm: int = 58
    unverified: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()


ROLES = ("home", "colony", "explored", "development", "")
"""What a tile can be in front of a player. Everybody has exactly one home, which marks the mat; an explored
tile lies there and scores nothing; "" belongs to nobody."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a tile with a given face up is when a finished table is looked at. role: of ROLES.

    id: what a score request calls it; copies: how many of it the box has; goods: (kind, "#rrggbb") of each
    good that may lie on it; may_go: it may be gone though its tag is still seen, as a home printed on a mat.
    """

    id: str
    name: str
    role: str
    copies: int = 1
    goods: tuple[tuple[str, str], ...] = ()
    may_go: bool = False


# --- corrections ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a person may overrule. path names it ("credits/1"); value is its JSON value now.

    choices: what it may become, where that is a list; else a whole number within lowest and highest. said:
    what each of the choices is called, in the language that holds; empty: as it is.
    """

    path: str
    label: str
    value: Json
    choices: tuple[str, ...] = ()
    lowest: int = 0
    highest: int | None = None
    player: int | None = None
    said: tuple[str, ...] = ()

    def words(self, value: Json) -> str:
        """What a value is called."""
        return dict(zip(self.choices, self.said, strict=False)).get(value, str(value))


@dataclass(frozen=True, slots=True)
class Correction:
    """A person overrules the tracker: the fact at `path` is `value`."""

    path: str
    value: Json


# --- the light on the table -----------------------------------------------------------------------------

MOTIONS = (
    "off",
    "steady",
    "slow-pulse",
    "double-blink",
    "flutter",
    "breathe",
    "long-short",
    "alarm",
    "triple-blink",
)
"""How a lamp may move. The table itself uses "flutter" (somebody must act) and "alarm" (table and tracker
disagree): a game leaves these two alone."""


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp. colour: a player's, "white", "amber" or "alarm"; motion: of MOTIONS; level: 0 to 3."""

    colour: str = "white"
    motion: str = "off"
    level: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """The lamps by segment, each from its first place on: `{"track": 6 lights, "tiles": 7 lights}`.

    calls: (segment, place from 0) of the lamps that stand for whoever must act now; the table draws
    attention with them when nobody does for a while.
    """

    segments: tuple[tuple[str, tuple[Light, ...]], ...]
    calls: tuple[tuple[str, int], ...] = ()


# --- the start and the end ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Player:
    """name: as the players call each other; colour: one of the game's colours."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class SetupOption:
    """A choice before the game. choices: (value, words) pairs, the first is the usual one."""

    name: str
    words: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Setup:
    """How a game begins. options: chosen SetupOptions; chance: what each setup draw gave, by its `what`.

    box: the owner's tiles as TOML, laid over the game's own; "": none. It travels with the table, so that a
    table stays what it was when the box changes later.
    """

    players: tuple[Player, ...]
    options: tuple[tuple[str, str], ...] = ()
    chance: tuple[tuple[str, tuple[str, ...]], ...] = ()
    box: str = ""

    def option(self, name: str, otherwise: str = "") -> str:
        return dict(self.options).get(name, otherwise)

    def drawn(self, what: str) -> tuple[str, ...] | None:
        return dict(self.chance).get(what)

    def with_draw(self, what: str, names: tuple[str, ...]) -> Setup:
        return replace(self, chance=(*self.chance, (what, names)))


def setup_to_json(setup: Setup) -> dict[str, Json]:
    """`{"players": [{"name", "colour"}], "options": {..}, "chance": {what: [name, ..]}}`; "box" if any."""
    return {
        "players": [{"name": p.name, "colour": p.colour} for p in setup.players],
        "options": dict(setup.options),
        "chance": {what: list(names) for what, names in setup.chance},
    } | ({"box": setup.box} if setup.box else {})


def setup_from_json(data: Json) -> Setup:
    """The reverse of `setup_to_json`. Raises Illegal for anything else."""
    try:
        players = tuple(Player(_typed(str, p["name"]), _typed(str, p["colour"])) for p in data["players"])
        options = tuple((_typed(str, k), _typed(str, v)) for k, v in data.get("options", {}).items())
        chance = tuple(
            (_typed(str, k), _typed(tuple[str, ...], v)) for k, v in data.get("chance", {}).items()
        )
        box = _typed(str, data.get("box", ""))
    except (TypeError, KeyError, AttributeError):
        raise Illegal(_("A setup names its players with a colour each, its options and its draws.")) from None
    return Setup(players, options, chance, box)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One source of a player's score; `why.total` is its points."""

    source: str
    why: Tally

    @property
    def vp(self) -> int:
        return self.why.total


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's lines add up to `total`. rank counts from 1; tie_break says in words what parted a tie."""

    player: int
    name: str
    lines: tuple[ScoreLine, ...]
    rank: int
    winner: bool
    tie_break: str = ""

    @property
    def total(self) -> int:
        return sum(line.vp for line in self.lines)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """final is False while the game goes on: then it is a standing, not a result."""

    players: tuple[PlayerScore, ...]
    final: bool = True


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What would have counted, had one player had something besides. sheet: the whole of it, scored anew.

    kind: the game's name for what was added ("chips"); things: how many of it; words: what it is, so that it
    can stand after "with": "3 more VP in chips".
    """

    player: int
    kind: str
    things: int
    words: str
    sheet: ScoreSheet


# --- the game -------------------------------------------------------------------------------------------


class State(Protocol):
    """A game's whole state: frozen, comparable. Only the game looks inside; its pages do too."""


S = TypeVar("S", bound=State)


class Client(Protocol):
    """A computer player: it knows no more of a game than a person at the table, and has no memory.

    `choose` answers `question` with the decision of one of `options` (never empty); chance comes from `rng`.
    """

    def choose(
        self, game: Game[Any], state: Any, question: Question, options: tuple[Option, ...], rng: Random
    ) -> Decision: ...


class Game(Protocol[S]):
    """A game, to a table. Every method is pure: no clock, no I/O, no randomness, no change of an argument."""

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
    """Its number at BoardGameGeek; 0: it has none."""

    def setup_options(self) -> tuple[SetupOption, ...]: ...

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        """What chance must still decide before `new`; empty when the setup is whole."""

    def new(self, setup: Setup) -> S:
        """The state before the first decision. Raises Illegal when the setup is not whole."""

    def questions(self, state: S) -> tuple[Question, ...]: ...

    def options(self, state: S, player: int | None) -> tuple[Option, ...]:
        """Every legal answer of a player; none for a draw, whose answers are too many to list."""

    def refusals(self, state: S, player: int) -> tuple[Refusal, ...]:
        """What this player might look for among the options in vain, with the reason."""

    def play(self, state: S, decision: Decision) -> S:
        """The state after `decision`. Raises Illegal; never changes `state`."""

    def drawn(self, state: S, names: tuple[str, ...]) -> Decision:
        """The decision that answers the open draw with `names`."""

    def decision(self, data: Json) -> Decision:
        """A decision from its JSON form. Raises Illegal."""

    def words(self, state: S, decision: Decision) -> str:
        """What the decision does, for the history and for undo: "Blue settles Spice World"."""

    def facts(self, state: S) -> tuple[Fact, ...]: ...

    def correct(self, state: S, correction: Correction) -> S:
        """The state with a fact overruled. Raises Illegal."""

    def correction_words(self, state: S, correction: Correction) -> str: ...

    def check(self, state: S) -> tuple[str, ...]:
        """What does not add up (after a correction), a sentence each."""

    def layout(self, state: S) -> Mapping[str, Spot]:
        """Where every tagged tile that lies on the table should lie."""

    def goods(self, state: S) -> Mapping[str, str | None]:
        """The tiles that lie on the table and may hold a good, and the kind of the one on it; None: none."""

    def explain(self, state: S, differences: tuple[Difference, ...]) -> Explanation: ...

    def tile(self, tile: str) -> TileInfo | None: ...

    def tiles(self) -> tuple[TileInfo, ...]: ...

    def part(self, tile: str, face: str) -> Part | None:
        """What the tile that a tag names is at the end of the game; None: no tile of this copy."""

    def view(self, state: S, player: int | None) -> S:
        """What this player may know; None: what lies open to all."""

    def page(self, state: S, player: int | None) -> Mapping[str, object]:
        """What the game's own templates show of a `view`, made ready; None: the table in the middle."""

    def over(self, state: S) -> bool: ...

    def rounds(self, state: S) -> int:
        """How many rounds have begun, the one being played among them."""

    def end_reasons(self, state: S) -> tuple[str, ...]:
        """Why the game ends or ended, in words; empty while nothing ends it."""

    def players(self) -> Mapping[str, Client]:
        """The game's computer players by name; there is always a "random" one."""

    def score(self, state: S) -> ScoreSheet: ...

    def starts(self, state: S) -> int | None:
        """The seat that began the game; None: the game does not know of one."""

    def owned(self, state: S, player: int) -> Mapping[str, tuple[str, ...]]:
        """What a player has that tells one play from another, names by heading ("Developments")."""

    def what_ifs(self, state: S, player: int) -> Iterable[Iterable[WhatIf]]:
        """What this player might have had besides at the end: of each kind, the fewest things first."""

    def light(self, state: S) -> Picture: ...

    def score_request(self, request: Json) -> dict[str, Json]:
        """The sheet for a table that was not tracked (docs/score-request.md). Raises Illegal."""

    def check_box(self, text: str | None) -> BoxReport:
        """The tiles, an owner's over the shipped ones, against the printed counts. Raises Illegal."""

    def with_box(self, text: str) -> Game[S]:
        """The game with an owner's tiles, TOML, laid over its own. Raises Illegal."""

    def at(self, state: S) -> Game[S]:
        """The game with the tiles that `state` is played with: those taught in play too."""

    def book(self) -> TileBook:
        """For registering tiles. Raises Illegal: this game's tiles are all known."""

    def final(self) -> FinalBook:
        """For scoring a table that was not tracked."""
