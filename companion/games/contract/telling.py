"""Facts just in time: what nobody told of a piece, the forms in which somebody tells it, and what was told.

The companion knows a game's rules, not what one copy of it prints. A rule that reads a fact that nobody told
meets `Untold`; the game then asks the table, with a `Telling`, before it goes on. A piece that is met for the
first time gets its name by a `Naming`. Both are subsets: their value is a list of texts, so that an answer is
an entry of the journal like every other, and a record needs no box file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from random import Random

from companion.games.contract.piece_names import plain_name
from companion.games.contract.questions import Item, Subset
from companion.games.contract.reasons import Illegal
from companion.games.contract.told import ALL, LATER, Told, ToldFact
from companion.translation import _, in_turn, labelled, listed

NEW = "new:"
"""In the value of a Naming: begins a name that no piece of the box has yet; alone: a piece without a name."""
MAX_TOLD_CHARACTERS = 200
MAX_NAME_LETTERS = 60
MAX_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that a fact may be. value: what follows the field's name in the answer; group: a heading over
    those that belong together; icon: of the sprite; done: the words on a button that sends it, "": `words`.
    """

    value: str
    words: str
    group: str = ""
    icon: str = ""
    done: str = ""


@dataclass(frozen=True, slots=True)
class TellingField:
    """One fact to be told. piece: the id of the piece that it is on; key: of the fact, as its row has it
    ("price"). needed: it cannot be left open. several: more than one may be chosen. typed: another may be
    typed too; without sayings it is a line of text, as a name is. taken: names that it cannot be, as
    `name_key` has them. usual: chosen until somebody chooses otherwise. closes: choosing it sends the
    answer, so that it is asked for last. longest: letters of a line of text; more than a name's: a text, as a
    card prints it. numbers: instead of a line, a number is typed, from .. to. folded: its choices lie behind
    its words, since most people leave it open. counted: its sayings are numbers in a row, of things that one
    counts: a page has one less and one more for them. reads: why what is typed cannot be read; "": it can.

    Where the form opens with what is told: chosen: what was told; told_by: by whom and when, or "". undone:
    it can be made untold again. ended: what is chosen is all of several; None: the form does not ask. when:
    it is there while one of these is chosen ("?" as VP); empty: always. offers: names that may be meant, for
    a line of text; likely: those of a long list that are shown before it."""

    piece: str
    key: str
    words: str
    sayings: tuple[Saying, ...]
    needed: bool = False
    several: bool = False
    typed: bool = False
    usual: str = ""
    closes: bool = False
    taken: frozenset[str] = frozenset()
    longest: int = MAX_NAME_LETTERS
    numbers: tuple[int, int] | None = None
    folded: bool = False
    counted: bool = False
    chosen: tuple[str, ...] = ()
    told_by: str = ""
    undone: bool = False
    ended: bool | None = None
    when: tuple[ToldFact, ...] = ()
    offers: tuple[str, ...] = ()
    likely: tuple[str, ...] = ()
    reads: Callable[[str], str] | None = field(default=None, compare=False, repr=False)
    name_key: Callable[[str], str] = field(default=plain_name, compare=False, repr=False)

    @property
    def name(self) -> str:
        """Its own within the form, and what its texts in an answer begin with: "W14/price"."""
        return f"{self.piece}/{self.key}"

    def wanted(self, what: str = "") -> str:
        """The one thing that must be said of it, as a sentence. what: as it is called there; "": by its
        words."""
        what = what or self.words
        if self.sayings and not self.counted:
            return _("{what}: choose one.", what=what)
        if (numbers := self.count_range if self.counted else self.numbers) is not None:
            lowest, highest = numbers
            return _(
                "{what}: a number from {lowest} to {highest}.", what=what, lowest=lowest, highest=highest
            )
        return _("{what}: a text of up to {longest} letters.", what=what, longest=self.longest)

    def problem(self, said: str) -> str:
        """Why this cannot be said of it, as a sentence; "": it can."""
        if said == ALL and self.ended is not None:
            return ""
        plain = bool(said.strip()) and said.isprintable()
        if self.sayings:
            if said in self.offered:
                return ""
            if not self.typed or not plain or len(said) > MAX_TOLD_CHARACTERS:
                return _("{what}: choose one of those that are offered.", what=self.words)
        elif self.numbers is not None:
            lowest, highest = self.numbers
            digits = said.isascii() and said.removeprefix("-").isdecimal() and len(said) < MAX_DIGITS
            number = int(said) if digits else lowest - 1
            return "" if lowest <= number <= highest else self.wanted()
        elif self.longest == MAX_NAME_LETTERS:
            if said not in self.chosen and (wrong := name_problem(said, self.taken, self.name_key)):
                return wrong  # what it is called already it may be called, whatever else is
        elif not plain or len(said) > self.longest:
            return self.wanted()
        return "" if self.reads is None else self.reads(said)

    def item(self, said: str) -> ToldFact:
        return ToldFact(self.piece, self.key, said)

    @property
    def offered(self) -> frozenset[str]:
        return frozenset(saying.value for saying in self.sayings)

    @property
    def count_range(self) -> tuple[int, int]:
        """The least and the most that a counted field takes."""
        numbers = [int(saying.value) for saying in self.sayings]
        return min(numbers), max(numbers)

    @property
    def before(self) -> tuple[Saying, ...]:
        """The sayings that stand before a long list: what is told, then what is likely."""
        first = (*self.chosen, *self.likely)
        return tuple(s for one in dict.fromkeys(first) for s in self.sayings if s.value == one)

    @property
    def groups(self) -> tuple[tuple[str, tuple[Saying, ...]], ...]:
        """The sayings under their headings, in the order in which these come."""
        names = dict.fromkeys(saying.group for saying in self.sayings)
        return tuple((name, tuple(s for s in self.sayings if s.group == name)) for name in names)


@dataclass(frozen=True, slots=True)
class Telling(Subset):
    """An answer form: what is printed on one or several pieces. The value is a `Told`, or its texts: each
    thing one of a field's sayings or, where it may be typed, any line; where the rest is told later, the
    fields that are not there stay untold.

    later: LATER may be said; waived: even without what is needed. pieces: (id, what it is called) of each, in
    the order of the fields. submit, submit_later: the words on the buttons. note: a sentence above the
    fields. photo: a photo of the piece may propose its values (`Box.told_by_photo`); others: one of all that
    lie open may be read (`Box.photographed`), it among them. holder: the seat that has all of the pieces in
    hand; None: nobody in particular. beside: ids of pieces that may well wait, in groups that are folded,
    each behind the names of its pieces. items: by the fields, all that may be chosen, for whoever knows only
    subsets.
    """

    items: tuple[Item, ...] = ()
    fields: tuple[TellingField, ...] = ()
    pieces: tuple[tuple[str, str], ...] = ()
    later: bool = False
    waived: bool = False
    submit: str = ""
    submit_later: str = ""
    note: str = ""
    photo: bool = False
    others: bool = False
    holder: int | None = None
    beside: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        items = [
            Item(field.item(saying.value).text, labelled(field.words, saying.words), tile=field.piece or None)
            for field in self.fields
            for saying in field.sayings
        ]
        if self.later:
            items.append(Item(LATER, self.submit_later or _("Not sure: ask me later")))
        object.__setattr__(self, "items", tuple(items))

    def of_piece(self, piece: str) -> tuple[TellingField, ...]:
        """Those of this piece, but for the one that closes the form."""
        return tuple(field for field in self.fields if field.piece == piece and not field.closes)

    @property
    def at_once(self) -> tuple[tuple[str, str], ...]:
        """Those of `pieces` that no group folds."""
        folded = {id for group in self.beside for id in group}
        return tuple(piece for piece in self.pieces if piece[0] not in folded)

    @property
    def folds(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """The others of `pieces`, each group with its words."""
        called = dict(self.pieces)
        groups = (tuple((id, called[id]) for id in group) for group in self.beside)
        return tuple((listed(words for _id, words in group), group) for group in groups)

    @property
    def closing(self) -> TellingField | None:
        return next((field for field in self.fields if field.closes), None)

    def problem(self, value: object) -> str:
        try:
            told = Told.read(value)
        except Illegal as wrong:
            return wrong.sentence
        if misfit := self.misfit(told):
            return misfit
        if told.later and not self.later:
            return _("This is needed now.")
        if told.later and self.waived:
            return ""
        missing = next((f for f in self.fields if f.needed and not told.of(f.piece, f.key)), None)
        return missing.wanted() if missing is not None else ""

    def field_of(self, piece: str, key: str) -> TellingField | None:
        """The one of this fact; None: the form does not ask for it."""
        return next((field for field in self.fields if (field.piece, field.key) == (piece, key)), None)

    def misfit(self, told: Told) -> str:
        """Why what is told is none of this form's, as a sentence; "": it is."""
        for piece, key, said in told.facts:
            field = self.field_of(piece, key)
            if field is None:
                return _("Choose each thing once, and only from those that are offered.")
            if wrong := field.problem(said):
                return wrong
            if len(told.of(piece, key)) > 1 and not field.several:
                return field.wanted()
        return ""

    def unusual(self, told: Told) -> tuple[tuple[TellingField, str], ...]:
        """What is told that its field does not offer, though the field offers what the game prints as far as
        it is known: each with its field."""
        found = ((self.field_of(one.piece, one.key), one.said) for one in told.facts)
        return tuple(
            (field, said)
            for field, said in found
            if field is not None and field.sayings and said != ALL and said not in field.offered
        )

    @property
    def chosen(self) -> Told:
        """The value that says what the form opens with."""
        said = [field.item(one) for field in self.fields for one in field.chosen]
        said += [field.item(ALL) for field in self.fields if field.ended]
        return Told(said, later=True)

    def is_open(self, field: TellingField) -> bool:
        """The form opens with the field there: what it is asked after is chosen."""
        return not field.when or any(one in self.chosen.facts for one in field.when)

    def sample(self, rng: Random) -> tuple[str, ...]:
        """The texts of a random value: something for each fact that takes one."""
        return tuple(
            field.item(rng.choice(field.sayings).value).text
            for field in self.fields
            if field.sayings and (field.needed or not field.several)
        )


def told_words(told: Told, said: Mapping[str, Collection[str]]) -> str:
    """ "Told: Blaster Gem: defense 3; 1 colonist; Settle: +1 Military".

    said: what is told of each piece, by the piece's name, in words. Powers are
    sentences, some with commas: neither a comma nor a full stop separates them.
    """
    lines = {piece: in_turn(it.rstrip(".") for it in words) for piece, words in said.items() if words}
    facts = [labelled(piece, line) for piece, line in lines.items()]
    if not facts:
        return _("Asked again later") if told.later else _("Told: nothing more on it")
    return _("Told: {facts}", facts=in_turn(facts))


def name_problem(name: str, taken: frozenset[str], name_key: Callable[[str], str] = plain_name) -> str:
    """Why a piece cannot get this name, as a sentence; "": it can. taken: other pieces' names, as
    `name_key` has them (`Setup.name_key`)."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > MAX_NAME_LETTERS:
        return _("A name has up to {longest} letters.", longest=MAX_NAME_LETTERS)
    return _("{name} is another piece of this box.", name=name) if name_key(name) in taken else ""


@dataclass(frozen=True, slots=True)
class Known:
    """A name that a Naming proposes though this box has no such piece yet: what another game prints."""

    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Naming(Subset):
    """An answer form: which piece somebody took, told by its name. The value is one text in a list: the id of
    a piece that this box knows, NEW and a name, or NEW alone for a piece that keeps only its number.

    known: names from elsewhere. new_words, numbered_words: on the buttons of the two ways to meet a new
    piece ("New: ...", "New world 23"); "" where there is none. taken: names that a new piece cannot have,
    as `name_key` has them. photo: it is one of several that lie open, of all of which a photo may be read
    (`Box.photographed`).
    """

    known: tuple[Known, ...] = ()
    new_words: str = ""
    numbered_words: str = ""
    taken: frozenset[str] = frozenset()
    photo: bool = False
    name_key: Callable[[str], str] = field(default=plain_name, compare=False, repr=False)

    def problem(self, value: object) -> str:
        if isinstance(value, tuple | list) and len(value) == 1 and isinstance(value[0], str):
            text = value[0]
            if text == NEW and self.numbered_words:
                return ""
            if text.startswith(NEW) and text != NEW and self.new_words:
                return name_problem(text.removeprefix(NEW), self.taken, self.name_key)
        return Subset.problem(self, value)

    def sample(self, rng: Random) -> tuple[str, ...]:
        if self.items:
            return (rng.choice(self.items).id,)
        return (NEW,)
