"""Names of technologies, facilities, missions, policies, areas and phases, in the language that holds."""

from __future__ import annotations

from companion.games.a_new_frontier.book.book import FIVE_PLAYERS, Book
from companion.games.a_new_frontier.book.choices import (
    BRANCH_WORDS,
    FACILITY_WORDS,
    POLICY_WORDS,
    SUITE_WORDS,
)
from companion.games.a_new_frontier.book.entries import TENTH_BRANCH, Entry
from companion.games.a_new_frontier.book.rows_of_several import wanted_words
from companion.games.a_new_frontier.book.stand_ins import called, is_stand_in, stand_in_name
from companion.translation import Sentence, _, listed, marked

AREA_WORDS = {
    "exploration": marked("Exploration"),
    "politics": marked("Politics"),
    "marketing": marked("Marketing"),
    "research": marked("R & D"),
}
PHASE_WORDS = {
    "missions": marked("Setting up"),
    "fleets": marked("Starting fleets"),
    "planning": marked("Planning"),
    "revealing": marked("Boards revealed"),
    "alpha": marked("Alpha Security"),
    "planets": marked("Planets"),
    "exploration": marked("Exploration"),
    "politics": marked("Politics"),
    "marketing": marked("Marketing"),
    "research": marked("R & D"),
    "claims": marked("Before the score"),
    "over": marked("The end"),
}


def entry_words(entry: Entry) -> str:
    """What people call an entry."""
    bare = entry.id.partition("-")[2]
    match entry.type:
        case "technology":
            return tech_words(bare)
        case "facility":
            return facility_words(bare)
        case "mission":
            return mission_words(bare)
    return _(entry.name)


def others_named(entry: Entry) -> dict[str, str]:
    """What people call the tactics that a strategy may name, by id."""
    return {id: called(name) for id, name in entry.others} if entry.type == "strategy" else {}


def kept_words(name: str) -> str:
    """A name as a box file or a finished play keeps it (`Display.owned`), in the language that holds: of a
    piece, a policy or a technology, or how many missions of a suite."""
    number, sign, suite = name.rpartition("\u00a0×\u00a0")
    if sign:
        return f"{number}{sign}{_(suite)}"
    branch, _space, place = name.rpartition(" ")
    return f"{_(branch)} {place}" if branch in BRANCH_WORDS.values() else called(policy_words(name))


def branch_words(branch: str, book: Book | None = None) -> str:
    if book is not None and branch == TENTH_BRANCH and (told := book.text("board-branch", "name")):
        return told
    return _(BRANCH_WORDS[branch]) if branch in BRANCH_WORDS else branch


def tech_words(id: str, book: Book | None = None) -> str:
    """book: with the owner's name of the branch that the text does not name."""
    branch, _dash, place = id.rpartition("-")
    return f"{branch_words(branch, book)} {place}"


def with_text(name: str, text: str) -> str:
    """A card or technology with what its owner typed of it; text "": nothing."""
    return _("{name}: {text}", name=name, text=text) if text else name


def tech_with_text(id: str, book: Book) -> str:
    return with_text(tech_words(id, book), book.text(f"technology-{id}"))


def card_with_text(card: str, book: Book) -> str:
    """A strategy or tactics card."""
    return with_text(called(card), book.text(book.card_entry(card)))


def strategy_with_tactics(card: str, book: Book) -> str:
    """A strategy card in hand, with the tactics that may follow it, where somebody told them."""
    words = card_with_text(card, book)
    tactics = book.eligible.get(card)
    if not tactics:
        return words
    return _("{strategy} (then: {tactics})", strategy=words, tactics=listed(map(called, tactics)))


def facility_with_text(kind: str, book: Book) -> str:
    return with_text(facility_words(kind), book.text(f"facility-{kind}"))


def facility_words(kind: str) -> str:
    return _(FACILITY_WORDS[kind]) if kind in FACILITY_WORDS else kind


def placed_words(kind: str, book: Book) -> str:
    """A facility, or a technology whose token goes onto a planet."""
    return tech_words(kind, book) if kind in book.techs else facility_with_text(kind, book)


def faction_words(faction: str, book: Book) -> str:
    return called(book.factions[int(faction.rpartition("-")[2]) - 1])


def nameless_faction_words(faction: str, book: Book) -> str:
    """Which of the printed factions it is where nobody told its name; "": somebody did."""
    name = book.factions[int(faction.rpartition("-")[2]) - 1]
    if not is_stand_in(name):
        return ""
    named = listed(each for each in book.factions if not is_stand_in(each))
    return _("{faction}: any but {factions}.", faction=called(name), factions=named)


def suite_words(name: str) -> str:
    if name == FIVE_PLAYERS:
        return _("five-player")
    return _(SUITE_WORDS[name]) if name in SUITE_WORDS else name


def suite_marked(name: str) -> str:
    """The same, to be translated where it is shown."""
    return Sentence(SUITE_WORDS.get(name, name))


def mission_words(mission: str, book: Book | None = None) -> str:
    """book: with the text that its owner entered, and its suite, which alone scores."""
    name, _dash, number = mission.rpartition("-")
    text = "" if book is None else _mission_text(mission, book)
    if text:
        return _("{text} ({suite})", text=text, suite=suite_words(name)) if name else text
    if mission == FIVE_PLAYERS:
        return _("the mission for five players")
    return _("{suite} mission {number}", suite=suite_words(name), number=number)


def _mission_text(mission: str, book: Book) -> str:
    """What it says; else what somebody told that it wants."""
    id = f"mission-{mission}"
    return book.text(id) or wanted_words(book.text(id, "deed"), book.text(id, "target"))


def policy_words(policy: str) -> str:
    return _(POLICY_WORDS[policy]) if policy in POLICY_WORDS else policy


def agenda_words(book: Book, policy: str, agenda: str, planet: int = -1) -> str:
    """With its text, where it was typed. planet: from 0, of an agenda that is about one; -1: of none."""
    name = policy_words(policy)
    words = _("{policy}, red", policy=name) if agenda == "red" else _("{policy}, blue", policy=name)
    if planet >= 0:
        words = _("{agenda} at {planet}", agenda=words, planet=planet_words(book, planet))
    return with_text(words, book.text(book.policy_entry(policy), agenda))


def planet_words(book: Book, planet: int) -> str:
    """A planet's name; a number where its owner has not told one."""
    return called(book.planets[planet])


def planet_marked(book: Book, planet: int) -> str:
    """The same, to be translated where it is shown."""
    return stand_in_name(book.planets[planet])


def area_words(area: str) -> str:
    return _(AREA_WORDS[area])


def phase_words(phase: str) -> str:
    return _(PHASE_WORDS[phase])
