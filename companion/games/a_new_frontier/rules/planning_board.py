"""A planning board: the form on which it is laid (p. 5). `plans` says what it means."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.pieces import Ship
from companion.games.a_new_frontier.rules import plans
from companion.games.a_new_frontier.rules.moves import PlacedTokens
from companion.games.a_new_frontier.rules.plans import (
    LEVEL_COST,
    MAX_ATTACKS,
    MAX_LEVELS_BOUGHT,
    RELENTLESS_ACTIONS,
    RELOCATION_COST,
    SEIZE_COST,
    TRADE_COST,
    actions_of,
)
from companion.games.a_new_frontier.rules.state import AREAS, PLANET_COUNT, Corp, State, stock_of
from companion.games.a_new_frontier.wording.names import area_words, planet_words
from companion.games.contract import Allocation, Place, Running, Token, frozen
from companion.translation import _, plural

PAGE = 5
AT_A_PLANET = ("attack", "seize", "build", "ships")
"""How the ids of the places at a planet begin."""


def may_be_relentless(state: State, seat: int) -> bool:
    """In turn 5 one faction's ability lets it attack 3 times and build once (p. 12). Whose it is, is lost:
    it is offered until the faction's abilities are entered and say something else."""
    faction = state.corps[seat].faction
    said = f"{state.book.text(faction, 'ability')} {state.book.text(faction, 'advanced')}".strip()
    return state.last_turn and (not said or "relentless" in said.lower())


def ships_per_build(corp: Corp) -> int:
    """0-2 ships a build action; 3 with Logistics 1B (p. 5, 11)."""
    return 3 if "logistics-1B" in corp.techs else 2


@dataclass(frozen=True)
class BoardForm(Allocation):
    """A planning board. It also refuses what the places alone do not tell: a bribe without an action, more
    than there are credits. before: actions that were carried out already."""

    state: State = field(kw_only=True, compare=False, repr=False)
    seat: int = field(kw_only=True)
    before: int = field(default=0, kw_only=True)

    def problem(self, value: object) -> str:
        if wrong := super().problem(value):
            return self.in_storm(value) or wrong
        return plans.problem(self.state, self.seat, frozen(value), self.before)

    def in_storm(self, value: object) -> str:
        """Why nothing lies at the planet with the electrical storm; "": nothing is laid there (p. 2)."""
        storm = self.state.storm
        triples = value if isinstance(value, tuple | list) else ()
        laid = [each[1] for each in triples if isinstance(each, tuple | list) and len(each) == 3]
        if storm is None or not any(f"{what}-{storm}" in laid for what in AT_A_PLANET):
            return ""
        planet = planet_words(self.state.book, storm)
        return _("The electrical storm blocks {planet} this turn: plan nothing there.", planet=planet)


def form(state: State, seat: int, before: int = 0) -> BoardForm:
    """The tokens and places of a planning board. before: as in `BoardForm`."""
    corp, book = state.corps[seat], state.book
    dice = [
        Token(f"die-{other}", _("Attack on {player}", player=state.corps[other].name), MAX_ATTACKS)
        for other in state.seats
        if other != seat
    ]
    ships = [
        Token(f"ship-{id}", _ship_words(state, ship), min(12, left))
        for id, ship in book.ships.items()
        if not ship.factions_only and (left := stock_of(state, id)) > 0
    ]
    tokens = [
        Token("action", _("Action"), actions_of(state)),
        *dice,
        Token("credit", _("Credit"), corp.credits),
        *ships,
    ]
    of_dice, of_ships = tuple(t.id for t in dice), tuple(t.id for t in ships)
    places = [
        place
        for planet in range(PLANET_COUNT)
        if planet != state.storm
        for place in _at_planet(state, seat, planet, of_dice, of_ships)
    ]
    if not state.last_turn:
        places += _in_areas(corp)
    places += _beside_planets_and_areas(state, seat)
    if may_be_relentless(state, seat):
        tokens.append(Token("relentless", _("Relentless"), 1))
    costs = tuple((f"ship-{id}", ship.cost) for id, ship in book.ships.items() if not ship.factions_only)
    running = (
        Running(
            _("Actions"),
            actions_of(state),
            (*((token, 1) for token in ("action", *of_dice)), ("relentless", -RELENTLESS_ACTIONS)),
        ),
        Running(_("Credits"), corp.credits, (("credit", 1), *costs)),
    )
    return BoardForm(
        tuple(tokens),
        tuple(places),
        running=running,
        submit=_("Finish planning"),
        usual=fitting(corp.last_board, tuple(tokens), tuple(places), running),
        usual_words=_("As last turn"),
        state=state,
        seat=seat,
        before=before,
    )


def _at_planet(
    state: State, seat: int, planet: int, of_dice: tuple[str, ...], of_ships: tuple[str, ...]
) -> tuple[Place, ...]:
    corp, name = state.corps[seat], planet_words(state.book, planet)
    size = len(corp.fleets[planet])
    mine = plural(
        "now: mine {level}, {number} ship",
        "now: mine {level}, {number} ships",
        size,
        level=corp.mines[planet],
    )
    return (
        Place(f"attack-{planet}", _("{planet}: attack", planet=name), 1, of_dice, name),
        Place(
            f"seize-{planet}",
            _("{planet}: seize the initiative", planet=name),
            SEIZE_COST,
            ("credit",),
            name,
            SEIZE_COST,
            _("3 credits on the attack"),
            under=f"attack-{planet}",
        ),
        Place(
            f"build-{planet}",
            _("{planet}: build and upgrade the mine", planet=name),
            1,
            ("action",),
            name,
            note=mine,
        ),
        Place(
            f"ships-{planet}",
            _("{planet}: ships built", planet=name),
            ships_per_build(corp),
            of_ships,
            name,
            note=_ships_note(state),
            under=f"build-{planet}",
        ),
    )


def fitting(
    laid: PlacedTokens, tokens: tuple[Token, ...], places: tuple[Place, ...], running: tuple[Running, ...]
) -> PlacedTokens:
    """What of a board can lie on one with these places, within its sums."""
    there = {place.id: place for place in places}
    counts = {token.id: token.count for token in tokens}
    left = [sum.most for sum in running]
    found: dict[str, tuple[str, str, int]] = {}
    for token, place, count in laid:
        at = there.get(place)
        costs = [dict(sum.weights).get(token, 0) * count for sum in running]
        fits = (
            at is not None and (not at.accepts or token in at.accepts) and (not at.under or at.under in found)
        )
        if not fits or counts.get(token, 0) < count or any(c > n for c, n in zip(costs, left, strict=True)):
            continue
        counts[token] -= count
        left = [n - c for c, n in zip(costs, left, strict=True)]
        found[place if place not in found else f"{place} {token}"] = (token, place, count)
    return tuple(found.values())


def _ship_words(state: State, ship: Ship) -> str:
    if is_stand_in(state.book, ship.id):
        return plural("{ship} ({number}? credit)", "{ship} ({number}? credits)", ship.cost, ship=ship.name)
    return plural("{ship} ({number} credit)", "{ship} ({number} credits)", ship.cost, ship=ship.name)


def _ships_note(state: State) -> str:
    note = _("a fleet has 9 at most, those above 4 cost 2 each")
    if not state.book.asks and any(is_stand_in(state.book, id) for id in state.book.ships):
        note += " · " + _("a cost with ? is a stand-in")
    return note


def is_stand_in(book: Book, ship: str) -> bool:
    """Whether nobody has confirmed what a ship costs."""
    return book.is_stand_in(f"ship-{ship}", "cost")


def _in_areas(corp: Corp) -> list[Place]:
    places = []
    for area in AREAS:
        name = area_words(area)
        places += [
            Place(f"area-{area}", _("{area}: actions", area=name), 2, ("action",), name),
            Place(
                f"bid-{area}",
                _("{area}: bribe for the turn order", area=name),
                None,
                ("credit",),
                name,
                under=f"area-{area}",
            ),
        ]
        if area == "exploration" and corp.colonies:
            highest = TRADE_COST * len(corp.colonies)
            words = _("Trade with colonies, 2 credits each")
            places.append(Place("trade", words, highest, ("credit",), name, TRADE_COST))
        if area == "research":
            words = _("R & D: levels of the second action, 3 credits each")
            places.append(
                Place(
                    "levels",
                    words,
                    MAX_LEVELS_BOUGHT * LEVEL_COST,
                    ("credit",),
                    name,
                    LEVEL_COST,
                    under="area-research",
                )
            )
    return places


def _beside_planets_and_areas(state: State, seat: int) -> list[Place]:
    more = _("More")
    places = [Place("alpha", _("Bribe for Alpha Security"), None, ("credit",), more)]
    if may_be_relentless(state, seat):
        words = _("Relentless: 3 attacks and 1 build action in turn 5")
        places.append(
            Place("relentless", words, 1, ("relentless",), more, note=_("an ability of one faction"))
        )
    if not state.last_turn:
        words = _("Strategic relocation, 3 credits")
        places.append(Place("relocation", words, RELOCATION_COST, ("credit",), more, RELOCATION_COST))
    if state.option("initiative") == "yes":
        words = _("Bid for the first place of the track")
        places.append(Place("initiative", words, None, ("credit",), more, note=_("3 credits or more")))
    return places
