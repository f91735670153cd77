"""The end game scoring, every point with its reason (p. 12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games.a_new_frontier.book.book import FIVE_PLAYERS, Book
from companion.games.a_new_frontier.rules.marketing import value
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, Corp, State
from companion.games.a_new_frontier.wording.names import mission_words, planet_words, suite_words, tech_words
from companion.games.contract import ScoreLine, ScoreSheet, Tally, Term, ranked
from companion.translation import _, plural

PAGE = 12
FIRST_PLACE_VP, SECOND_PLACE_VP = 4, 2
LARGEST_FLEET_VP = 1
MINE_VP = {6: 1, 7: 2, 8: 3}
COLONY_VP = 3
MAX_MINE, MAX_COLONIES = 8, 3
"""A mine's highest level, and the colonies that one corporation can reach (p. 6, 8)."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What one corporation has at the end. fleets, mines: by planet; completed: missions by id. titles,
    tech_vp: VP by titles, and of technologies at the end, where the table counted these itself."""

    name: str
    vp: int
    prestige: int
    credits: int
    fleets: tuple[int, ...]
    mines: tuple[int, ...]
    colonies: int
    completed: tuple[str, ...]
    techs: int = 0
    facilities: int = 0
    tech_ids: tuple[str, ...] = ()
    titles: int | None = None
    tech_vp: int = 0

    def count(self, what: str) -> int:
        """One of `book.METRICS`."""
        return {
            "prestige": self.prestige,
            "credits": self.credits,
            "ships": sum(self.fleets),
            "techs": self.techs,
            "colonies": self.colonies,
            "missions": len(self.completed),
            "facilities": self.facilities,
            "mines": sum(self.mines),
        }[what]


def holding(corp: Corp) -> Holding:
    return Holding(
        corp.name,
        corp.vp,
        corp.prestige,
        corp.credits,
        tuple(len(fleet) for fleet in corp.fleets),
        corp.mines,
        len(corp.colonies),
        corp.completed,
        len(corp.techs) + len(corp.coming),
        len(corp.facilities),
        (*corp.techs, *corp.coming),
    )


def places(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """VP of a title by seat: 4 for the most and 2 for the second; a tie for first gives 2 each and none for
    second; a tie for second gives none (p. 12)."""
    best = max(numbers)
    first = [seat for seat, number in enumerate(numbers) if number == best]
    given = [0] * len(numbers)
    if len(first) > 1:
        for seat in first:
            given[seat] = SECOND_PLACE_VP
        return tuple(given)
    given[first[0]] = FIRST_PLACE_VP
    rest = [number for number in numbers if number != best]
    second = [seat for seat, number in enumerate(numbers) if rest and number == max(rest)]
    if len(second) == 1:
        given[second[0]] = SECOND_PLACE_VP
    return tuple(given)


def title_words(title: str) -> str:
    known = {
        "Most prestige": _("Most prestige"),
        "Most Powerful Corporation": _("Most Powerful Corporation"),
    }
    return known.get(title) or _("Most {what}", what=metric_words(title))


def lines(book: Book, all_of: tuple[Holding, ...], seat: int) -> tuple[ScoreLine, ...]:
    one = all_of[seat]
    titles = [
        Term(title_words(title), places(tuple(each.count(what) for each in all_of))[seat])
        for title, what in book.titles
    ]
    counted = () if one.titles is None else (Term(_("counted by the table"), one.titles),)
    fleets = []
    for planet in range(PLANET_COUNT):
        sizes = [each.fleets[planet] for each in all_of]
        largest = sizes[seat] == max(sizes) and sizes.count(max(sizes)) == 1
        fleets.append(Term(planet_words(book, planet), LARGEST_FLEET_VP if largest else 0))
    mines = [
        Term(
            _("{planet}, level {level}", planet=planet_words(book, planet), level=level),
            MINE_VP.get(level, 0),
        )
        for planet, level in enumerate(one.mines)
    ]
    missions = [
        Term(_("{suite} missions", suite=_suite(name)), points)
        for name, points in value(one.completed, _of_five(book, one)).items()
    ]
    # "Add VP for level 3 techs when you establish the corresponding title" (p. 12).
    end_vp = [Term(tech_words(id, book), _end_vp(book, id)) for id in one.tech_ids]
    techs = _nonzero_terms((*end_vp, Term(_("counted by the table"), one.tech_vp)))
    at_end = (ScoreLine(_("Technologies"), Tally(_("Technologies"), techs)),) if techs else ()
    colonies = plural("{number} colony, 3 VP each", "{number} colonies, 3 VP each", one.colonies)
    return (
        ScoreLine(_("VP tokens"), Tally(_("VP tokens"), (Term(_("gained in play"), one.vp),))),
        ScoreLine(_("Titles"), Tally(_("Titles"), counted or _nonzero_terms(titles))),
        *at_end,
        ScoreLine(_("Largest fleets"), Tally(_("Largest fleets"), _nonzero_terms(fleets))),
        ScoreLine(_("Production"), Tally(_("Production"), _nonzero_terms(mines))),
        ScoreLine(
            _("Exploration"),
            Tally(_("Exploration"), _nonzero_terms([Term(colonies, COLONY_VP * one.colonies)])),
        ),
        ScoreLine(_("Marketing"), Tally(_("Marketing"), tuple(missions))),
    )


def _end_vp(book: Book, tech: str) -> int:
    """What a technology gives at the end. Raises Untold."""
    id = f"technology-{tech}"
    return 0 if book.lacks(id, "end_vp") else book.figure(id, "end_vp")


def _of_five(book: Book, one: Holding) -> str:
    """The suite that the owner told of the mission for five players; a suite of its own where that is none.
    Raises Untold where somebody has it."""
    id = f"mission-{FIVE_PLAYERS}"
    if FIVE_PLAYERS in one.completed and book.lacks(id, "suite"):
        return FIVE_PLAYERS
    entered = book.text(id, "suite")
    return entered if entered in book.suites else FIVE_PLAYERS


def _suite(name: str) -> str:
    return mission_words(name) if name == FIVE_PLAYERS else suite_words(name)


def _nonzero_terms(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(term for term in terms if term.value)


def sheet(book: Book, all_of: tuple[Holding, ...], final: bool = True) -> ScoreSheet:
    """The sheet; ties are broken by the book's two tie-breakers, one after the other (p. 12). Before the end
    nobody has won. Raises Untold on the book of a table with printed pieces."""
    scored = [lines(book, all_of, seat) for seat in range(len(all_of))]
    breakers = [tuple(one.count(what) for what in book.tie_breakers) for one in all_of]

    def said(at: int, number: int) -> str:
        return _("{what} {number}", what=metric_words(book.tie_breakers[at]), number=number)

    found = ranked([one.name for one in all_of], scored, breakers, said, final)
    if final:
        return found
    return replace(found, players=tuple(replace(player, winner=False) for player in found.players))


def metric_words(what: str) -> str:
    return {
        "prestige": _("prestige"),
        "credits": _("credits"),
        "ships": _("ships"),
        "techs": _("technologies"),
        "colonies": _("colonies"),
        "missions": _("missions"),
        "facilities": _("facilities"),
        "mines": _("mine levels"),
    }[what]


def score(state: State) -> ScoreSheet:
    return sheet(state.book, tuple(holding(corp) for corp in state.corps), state.over)
