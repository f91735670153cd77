"""The forms in which people tell what their copy of the game prints, and what they told, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.book_files import shipped
from companion.games.a_new_frontier.book.entries import Entry
from companion.games.a_new_frontier.book.printed import REWARDS
from companion.games.a_new_frontier.book.rows import EntryRow
from companion.games.a_new_frontier.book.rows_of_several import SUPPORT_POLICY
from companion.games.a_new_frontier.book.stand_ins import called
from companion.games.a_new_frontier.rules import scoring
from companion.games.a_new_frontier.rules import setup as setting_up
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.wording.names import entry_words, others_named
from companion.games.contract import Asks, Illegal, Telling, told_words
from companion.games.contract.score import ranges_words
from companion.games.contract.setup import Setup
from companion.games.contract.told import Said, Told, ToldFact
from companion.translation import _, labelled, listed, marked, plural


@dataclass(frozen=True, slots=True)
class Moment:
    """When something is asked. words: of several pieces; "": the question names the first of them. rows:
    those that are asked then, as far as nobody told them; "fleet_": all that begin so. by_name: of a single
    piece, the question names it. waived: people may count for themselves. named: the type of entry of which
    only the name is asked then."""

    words: str
    rows: tuple[str, ...]
    by_name: bool = False
    waived: bool = False
    named: str = ""


CARD_ROWS = ("might", "casualties", "steal", "destroys_two", "steals_first")
_OF_CARDS = marked("What is printed on the conflict cards that were played?")
_OF_ROW = marked("What do the missions in the top row say?")
MOMENTS = {
    "start": Moment(
        marked("What does a corporation start with, by your boards?"),
        ("credits", "prosperity", "fleet_", "name", "cost"),
    ),
    "factions": Moment(
        marked("What is printed on the factions that were dealt?"),
        ("name", "techs", "archaeotechs", "ability", "advanced"),
        by_name=True,
    ),
    "missions": Moment(_OF_ROW, ("text",), by_name=True),
    "row": Moment(_OF_ROW, ("text", "wants"), by_name=True),
    "costs": Moment(marked("What do the ships cost?"), ("cost",)),
    "deck": Moment(marked("What are the conflict cards called that the rulebook does not name?"), ("name",)),
    "hand": Moment(
        marked("What do the strategy cards say, and what are the conflict cards called?"),
        ("name", "text", "tactics", "beats", *CARD_ROWS),
        named="tactic",
    ),
    "fight": Moment(
        marked("What do the ships and the Conflict Resolution Table say?"),
        ("attack", "defense", "casualties_", "steal_"),
        by_name=True,
        waived=True,
    ),
    "ships": Moment(
        marked("What are the ships' attack and defense values?"), ("attack", "defense"), waived=True
    ),
    "table": Moment(
        marked("What does the Conflict Resolution Table say?"), ("casualties_", "steal_"), waived=True
    ),
    "cards": Moment(_OF_CARDS, ("name", "text", *CARD_ROWS), by_name=True),
    "shown": Moment(_OF_CARDS, ("name", "text", "tactics", "beats", *CARD_ROWS), by_name=True),
    "facilities": Moment(marked("What do the facilities say that were built?"), ("text",), by_name=True),
    "archaeotech": Moment(
        marked("What is printed on the archaeotech?"), ("name", "top", "top_use", "bottom", "bottom_use")
    ),
    "exploration": Moment(
        marked("What do the prestige track and the exploration board say?"), ("influence_", "level_")
    ),
    "influence": Moment(marked("From which prestige on is there how much influence?"), ("influence_",)),
    "colonies": Moment(marked("How many colonies of each level are on the exploration board?"), ("level_",)),
    "policies": Moment(
        marked("Which policies are about one planet, and which agendas decide a tie?"),
        ("planet", "tied", "voters", "name"),
    ),
    "politics": Moment(marked("Which policies are about one planet?"), ("planet", "name")),
    "agendas": Moment(
        marked("What do the proposed agendas say?"), ("red", "blue", "tied", "voters"), by_name=True
    ),
    "tree": Moment(marked("How many technologies of its branch does each need, by the tree?"), ("needs",)),
    "techs": Moment(
        marked("What is printed on the technologies that are taken?"),
        ("needs", "at_once", "builds", "end_vp", "text", "name"),
        by_name=True,
    ),
    "claim": Moment("", ("prestige", "credits", "vp", "suite"), by_name=True),
    "score": Moment(
        marked("Before the sum: what the board and your cards say of the end"),
        ("titles", "tie_", "end_vp", "suite"),
    ),
}
""" "row" and "shown" are "missions" and "cards" of tables that ask for texts (`setup.asks_texts`)."""
SHARED = frozenset(("hand", "fight", "exploration", "policies", "tree"))
"""What tables with few forms ask at once (`setup.few_forms`), others each for itself:"""
SINGLE = frozenset(("costs", "deck", "ships", "table", "influence", "colonies", "politics"))


def asked_rows(entry: Entry, moment: str) -> tuple[EntryRow, ...]:
    """What is asked of an entry then, of what nobody told, in the order of the moment."""
    found = []
    names = ("name",) if entry.type == MOMENTS[moment].named else MOMENTS[moment].rows
    for name in names:
        for row in entry.rows:
            same = row.key.startswith(name) if name.endswith("_") else row.key == name
            of_support = row.key != "voters" or entry.id == SUPPORT_POLICY
            if same and of_support and row.key in entry.untold:
                found.append(row)
    return tuple(found)


def asks_for(book: Book, moment: str, ids: tuple[str, ...]) -> Asks:
    """What is asked of these entries then."""
    rows = [(book.pieces[id], row) for id in ids for row in asked_rows(book.pieces[id], moment)]
    # What a mission brings must be told when it is claimed, not when another is.
    must = rows if moment != "claim" else [(entry, row) for entry, row in rows if entry.id == ids[0]]
    needed = ((entry.id, row.key) for entry, row in must if not _may_wait(row))
    return Asks(moment, tuple((entry.id, row.key) for entry, row in rows), tuple(needed))


def _may_wait(row: EntryRow) -> bool:
    return row.optional or (row.several and row.key != "titles")


def pieces(asks: Asks) -> tuple[str, ...]:
    """The entries that it is about."""
    return tuple(dict.fromkeys(id for id, _key in asks.facts))


def answered(book: Book, asks: Asks, answer: Told) -> Asks:
    """What of it was told: of a mission beside the claimed one nothing that stayed as it was preselected, as
    long as all it brings stayed at 0, since each brings something (p. 10)."""
    if asks.moment != "claim":
        return asks
    rows = [*_asked(book, asks)]
    told = {(entry.id, row.key) for entry, row in rows if _is_told(entry, row, answer)}
    whole = {pieces(asks)[0], *(id for id, key in told if key in _REWARDS)}
    return asks.changed(facts=tuple(fact for fact in asks.facts if fact in told or fact[0] in whole))


_REWARDS = frozenset(row.key for row in REWARDS)


def _is_told(entry: Entry, row: EntryRow, answer: Told) -> bool:
    """Whether it was told otherwise than as it is preselected."""
    return answer.of(entry.id, row.key) not in ((), (row.usual(entry) or "0",))


def _asked(book: Book, asks: Asks) -> Iterator[tuple[Entry, EntryRow]]:
    for id, key in asks.facts:
        entry = book.pieces[id]
        yield entry, next(row for row in entry.rows if row.key == key)


@dataclass(frozen=True, slots=True)
class EntryTelling(Telling):
    """What is printed, by entries of the book. It also refuses what the book refuses: steps of a track that
    do not rise, a fleet without a ship, a name that another entry has."""

    book: Book = field(kw_only=True, compare=False, repr=False)
    asks: Asks = field(kw_only=True)
    setup: Setup = field(kw_only=True, compare=False, repr=False)

    def problem(self, value: object) -> str:
        if wrong := Telling.problem(self, value):
            return wrong
        told = Told.read(value)
        for entry, row in _asked(self.book, self.asks):
            those = told.of(entry.id, row.key)
            # One field alone takes all that are offered, as the tactics that may follow a strategy.
            if row.several and 1 < len(row.fields) < len(those):
                return _("{what}: choose {most} at most.", what=row.words(entry), most=len(row.fields))
        try:
            book = told_book(self.book, self.asks, told)
            if self.asks.moment == "start":
                setting_up.new(book.shown, self.setup)
        except Illegal as illegal:
            return illegal.sentence
        return ""

    def sample(self, rng: Random) -> tuple[str, ...]:
        """What the stand-ins say: a copy of the game that fits together."""
        return printed(shipped(), self.book, self.asks).texts


def question_words(state: State, asks: Asks) -> str:
    book, moment, ids = state.book.shown, MOMENTS[asks.moment], pieces(asks)
    who = "" if asks.holder is None else state.corps[asks.holder].name
    if not moment.by_name or (moment.words and len(ids) > 1):
        return labelled(who, _(moment.words)) if who else _(moment.words)
    tile = _called(book.pieces[ids[0]])
    if who:
        words = _("{player}, what is printed on {tile}?", player=who, tile=tile)
    else:
        words = _("What is printed on {tile}?", tile=tile)
    if len(ids) == 1:
        return words
    others = plural(
        "The other mission is asked when it is claimed, if it stays at 0.",
        "Other missions that stay at 0 are asked when they are claimed.",
        len(ids) - 1,
    )
    return f"{words} {others}"


def form(state: State, asks: Asks, ended: State | None = None) -> EntryTelling:
    """ended: the end of the game, where it is asked for the sum."""
    book, needed = state.book.shown, {*asks.needed}
    rows = [*_asked(book, asks)]
    made = [
        replace(
            row.field(entry, id=entry.id, needed=True),
            needed=(entry.id, row.key) in needed and not _may_wait(row),
        )
        for entry, row in rows
    ]
    waived = MOMENTS[asks.moment].waived
    note = _("It is asked once and kept with your box. What is not printed there stays as it is.")
    return EntryTelling(
        fields=tuple(made),
        pieces=tuple({entry.id: _called_in(asks, entry) for entry, _row in rows}.items()),
        later=waived,
        waived=waived,
        submit=_("That is all"),
        submit_later=_("We count for ourselves") if waived else "",
        note=note if ended is None else f"{missing_words(ended, asks)} {note}",
        beside=_beside(asks),
        book=book,
        asks=asks,
        setup=state.setup,
    )


def _beside(asks: Asks) -> tuple[tuple[str, ...], ...]:
    """The missions beside the claimed one, by suite."""
    others = pieces(asks)[1:] if asks.moment == "claim" else ()
    by_suite: dict[str, list[str]] = {}
    for id in others:
        by_suite.setdefault(setting_up.suite(id.removeprefix("mission-")), []).append(id)
    return tuple(map(tuple, by_suite.values()))


def missing_words(ended: State, asks: Asks) -> str:
    """What each player can have at the end of the game. asks: what is still asked of it."""
    end_vp = {id for id, key in asks.facts if key == "end_vp"}
    bounded = all(key in ("end_vp", "tie_1", "tie_2") for _id, key in asks.facts)

    def more(seat: int) -> int | None:
        corp = ended.corps[seat]
        techs = [id for id in (f"technology-{tech}" for tech in (*corp.techs, *corp.coming)) if id in end_vp]
        rows = (ended.book.pieces[id].of.row("end_vp") for id in techs)
        return sum(row.numbers[1] for row in rows if row.numbers) if bounded else None

    return ranges_words(scoring.score(ended.changed(book=ended.book.shown)), more)


def _called(entry: Entry) -> str:
    """A mission by its number: its text is what is asked."""
    if "name" in entry.values:
        return called(str(entry.values["name"]))
    return _("an archaeotech") if entry.type == "archaeotech" else entry_words(entry)


def _called_in(asks: Asks, entry: Entry) -> str:
    """In the tree the place stands for all branches."""
    return entry.id.rpartition("-")[2] if asks.moment == "tree" else _called(entry)


def told_entries(book: Book, asks: Asks, answer: Told) -> Iterator[Entry]:
    """The entries as they are after this answer. What can be read off a card as nothing is told with it; a
    text that nobody typed stays untold."""
    facts: dict[str, dict[str, Said]] = {}
    for entry, row in _asked(book, asks):
        said = answer.of(entry.id, row.key)
        if said or not (row.stays or answer.later):
            facts.setdefault(entry.id, {})[row.key] = said
    if asks.moment == "tree":
        facts = _of_all_branches(book, facts)
    for id, of_entry in facts.items():
        entry = book.pieces[id]
        yield entry.of.told(entry.begun, of_entry)


def _of_all_branches(book: Book, facts: Mapping[str, dict[str, Said]]) -> dict[str, dict[str, Said]]:
    """What was told of a place of one branch, of that place in all of which nobody told it (p. 11: the tree
    is drawn once)."""
    by_place = {book.techs[id.removeprefix("technology-")].place: said for id, said in facts.items()}
    places = ((f"technology-{id}", tech.place) for id, tech in book.techs.items())
    return {
        id: by_place[place] for id, place in places if place in by_place and "needs" in book.pieces[id].untold
    }


def told_book(book: Book, asks: Asks, answer: Told) -> Book:
    """The book with what was told, for a table with printed pieces. Raises Illegal."""
    entries = tuple(told_entries(book, asks, answer))
    return book.with_told(entries).strict if entries else book.strict


def said_words(book: Book, answer: Told) -> str:
    """ "Told: Kraken: cost 5" """
    by_entry: dict[str, list[str]] = {}
    for id, facts in answer.by_piece.items():
        entry = book.pieces.get(id)
        if entry is None:
            continue
        words = by_entry.setdefault(_called(entry), [])
        names, rows = others_named(entry), {row.key: row for row in entry.rows}
        for key, said in facts.items():
            there = [names.get(text, text) for text in said if text not in ("0", "no", "none")]
            words += _row_words(entry, rows[key], there) if key in rows else []
    return told_words(answer, by_entry)


def _row_words(entry: Entry, row: EntryRow, texts: Sequence[str]) -> list[str]:
    """ "starting technologies: Politics 2B and Strategy 3", what they are once for all of them."""
    words, label = [row.words_of(text) for text in texts], row.words(entry)
    lead = labelled(label, "")
    if len(words) < 2 or not all(one.startswith(lead) for one in words):
        return words
    return [labelled(label, listed(one.removeprefix(lead) for one in words))]


def printed(copy: Book, book: Book, asks: Asks) -> Told:
    """The answer of somebody who holds a copy with these entries in hand."""
    found = []
    for entry, row in _asked(book, asks):
        said = row.said(copy.pieces[entry.id].now) or ()
        if not said and not row.stays and not row.several and (row.sayings(entry) or not row.optional):
            lowest = str(row.numbers[0]) if row.numbers else ""
            said = (lowest or row.usual(entry) or row.sayings(entry)[0].value,)
        found += [ToldFact(entry.id, row.key, each) for each in said]
    return Told(found)
