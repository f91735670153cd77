"""The beginning of a game: players, chosen options and the draws before the first decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.games.contract.decisions import Json, typed
from companion.games.contract.piece_names import plain_name
from companion.games.contract.reasons import Illegal
from companion.games.contract.values import Value
from companion.translation import _, marked

COLOUR_WORDS = {
    "blue": marked("Blue"),
    "green": marked("Green"),
    "red": marked("Red"),
    "yellow": marked("Yellow"),
    "purple": marked("Purple"),
    "black": marked("Black"),
    "white": marked("White"),
    "orange": marked("Orange"),
}
"""See `colour_name`."""


def colour_name(colour: str) -> str:
    """What a player of this colour without a name is called."""
    return str(_(COLOUR_WORDS.get(colour, colour.capitalize())))


TOLD = ("pieces", "told")
"""Among the options of a setup: see `Setup.told`. No form asks for it: it follows from who draws."""
PLAIN_NAMES = ("names", "plain")
"""Among the options of a setup: see `Setup.name_key`. It is a mark of a game that meets pieces by name."""
JOINED_NAMES = ("spellings", "joined")
"""Among the options of a setup: see `renamed` of `one_piece`. It is a mark of such a game, too."""


class Player(Value, frozen=True):
    """name: as the players call each other; colour: one of the game's colours."""

    name: str
    colour: str


class SetupOption(Value, frozen=True):
    """A choice before the game. choices: (value, words) pairs, the first is the default. seldom: rarely
    changed; the setup page shows it under "More". beginners: the choice that the page proposes where somebody
    is new to the game; "": the same as for others. players: for how many it is asked; empty: for any number.
    stated: every new setup says it, so that one that does not is known to be from before there was a choice.
    before: (value, words) of choices that are no longer offered, and still understood.
    variant: its choices are games of different lengths, which people choose between by the time they have.
    unless: (option, value) of another choice beside which this one has no effect, and is not asked.
    """

    name: str
    words: str
    choices: tuple[tuple[str, str], ...]
    seldom: bool = False
    beginners: str = ""
    players: tuple[int, ...] = ()
    stated: bool = False
    before: tuple[tuple[str, str], ...] = ()
    variant: bool = False
    unless: tuple[str, str] | None = None


class Setup(Value, frozen=True):
    """How a game begins. options: chosen SetupOptions; chance: what each setup draw gave, by its `what`.

    box: the owner's tiles as TOML, laid over the game's own; "": none. It is stored with the table, so that
    later changes of the box do not affect it. without: pieces that are missing from the box. ahead: how many
    of the game's coin each player begins with more than usual; empty: nobody does (see `fair`).
    """

    players: tuple[Player, ...]
    options: tuple[tuple[str, str], ...] = ()
    chance: tuple[tuple[str, tuple[str, ...]], ...] = ()
    box: str = ""
    without: tuple[str, ...] = ()
    ahead: tuple[int, ...] = ()

    @property
    def told(self) -> bool:
        """Printed pieces lie on the table: what nobody told of them is asked when a rule needs it (see
        `telling`). Else pieces that the game made up stand in for them, as in a demo."""
        return TOLD in self.options

    def with_told_pieces(self) -> Setup:
        return self if self.told else self.changed(options=(*self.options, TOLD))

    @property
    def name_key(self) -> Callable[[str], str]:
        """What of two names of pieces is compared. Tables begun before `plain_name` was took small letters,
        so that two spellings of a piece were two pieces, and replay so."""
        return plain_name if PLAIN_NAMES in self.options else str.casefold

    def option(self, name: str, otherwise: str = "") -> str:
        return dict(self.options).get(name, otherwise)

    def drawn(self, what: str) -> tuple[str, ...] | None:
        return dict(self.chance).get(what)

    def stating(self, options: Iterable[SetupOption], marks: Iterable[tuple[str, str]] = ()) -> Setup:
        """With the usual choice of those `options` that a new setup must say and this one does not, and with
        the game's `marks` of today."""
        said = dict(self.options)
        more = tuple((o.name, o.choices[0][0]) for o in options if o.stated and o.name not in said)
        more += tuple(mark for mark in marks if mark[0] not in said)
        return self.changed(options=(*self.options, *more)) if more else self

    def ahead_of(self, seat: int) -> int:
        return self.ahead[seat] if self.ahead else 0

    def with_draw(self, what: str, names: tuple[str, ...]) -> Setup:
        return self.changed(chance=(*self.chance, (what, names)))


def setup_to_json(setup: Setup) -> dict[str, Json]:
    """`{"players": [{"name", "colour"}], "options": {..}, "chance": {what: [name, ..]}}`; if any, "box",
    "without" and "ahead"."""
    return {
        "players": [{"name": p.name, "colour": p.colour} for p in setup.players],
        "options": dict(setup.options),
        "chance": {what: list(names) for what, names in setup.chance},
        **({"box": setup.box} if setup.box else {}),
        **({"without": list(setup.without)} if setup.without else {}),
        **({"ahead": list(setup.ahead)} if setup.ahead else {}),
    }


def setup_from_json(data: Json) -> Setup:
    """The reverse of `setup_to_json`. Raises Illegal for anything else."""
    try:
        players = tuple(Player(typed(str, p["name"]), typed(str, p["colour"])) for p in data["players"])
        options = tuple((typed(str, k), typed(str, v)) for k, v in data.get("options", {}).items())
        chance = tuple((typed(str, k), typed(tuple[str, ...], v)) for k, v in data.get("chance", {}).items())
        box = typed(str, data.get("box", ""))
        without = typed(tuple[str, ...], data.get("without", ()))
        ahead = typed(tuple[int, ...], data.get("ahead", ()))
    except (TypeError, KeyError, AttributeError):
        raise Illegal(_("A setup names its players with a colour each, its options and its draws.")) from None
    return Setup(players, options, chance, box, without, ahead)
