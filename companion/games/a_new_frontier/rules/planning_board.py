"""A planning board: the form on which it is laid, what it may not have, and the plan that it means (p. 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.games.a_new_frontier.book import Book, Ship
from companion.games.a_new_frontier.rules.moves import PlacedTokens
from companion.games.a_new_frontier.rules.setup import by_the_pages
from companion.games.a_new_frontier.rules.state import AREAS, PLANET_COUNT, Corp, Plan, State, stock_of
from companion.games.a_new_frontier.wording.names import area_words
from companion.games.contract import Allocation, Place, Running, Token, frozen
from companion.translation import _, plural

PAGE = 5
MAX_ATTACKS = 3
SEIZE_COST = RELOCATION_COST = LEVEL_COST = 3
TRADE_COST = STAKE_COST = 2
"""Credits that these cost (p. 5)."""
MIN_INITIATIVE = 3
"""The least bid for the first place of the track."""
RELENTLESS_ACTIONS = 1
"""Actions that Relentless adds to the three of turn 5 (p. 12)."""
MAX_LEVELS_BOUGHT = 3
"""Technology levels that a second R & D action may buy at most (p. 5)."""


def actions_of(state: State) -> int:
    return state.book.last_turn_actions if state.last_turn else state.book.actions


def may_be_relentless(state: State, seat: int) -> bool:
    """In turn 5 one faction's ability lets it attack 3 times and build once (p. 12). Whose it is, is lost:
    it is offered until the faction's abilities are entered and say something else."""
    faction = state.corps[seat].faction
    said = f"{state.book.text(faction, 'ability')} {state.book.text(faction, 'advanced')}".strip()
    return state.last_turn and (not said or "relentless" in said.lower())


def ships_per_build(corp: Corp) -> int:
    """0-2 ships a build action; 3 with Logistics 1B (p. 5, 11)."""
    return 3 if "logistics-1B" in corp.techs else 2


def reserved(state: State, plan: Plan) -> int:
    """The credits that lie on a planning board."""
    ships = sum(state.book.ships[ship].cost for _planet, built in plan.builds for ship in built)
    areas = (
        sum(plan.bids) + plan.bribe + plan.initiative + plan.levels * LEVEL_COST + plan.trades * TRADE_COST
    )
    return ships + areas + SEIZE_COST * (plan.seize >= 0) + RELOCATION_COST * plan.relocation


def free_credits(state: State, seat: int) -> int:
    """Credits that do not lie on the planning board."""
    corp = state.corps[seat]
    return corp.credits - (reserved(state, corp.plan) if corp.plan else 0)


@dataclass(frozen=True)
class BoardForm(Allocation):
    """A planning board. It also refuses what the places alone do not tell: a bribe without an action, more
    than there are credits. before: actions that were carried out already."""

    state: State = field(kw_only=True, compare=False, repr=False)
    seat: int = field(kw_only=True)
    before: int = field(default=0, kw_only=True)

    def problem(self, value: object) -> str:
        if wrong := super().problem(value):
            return wrong
        on = _on_places(frozen(value))
        plan = _plan(on)
        return (
            _places_problem(on, plan)
            or _attacks_problem(self.state, self.seat, plan)
            or _actions_problem(self.state, plan, self.before, "relentless" in on)
            or _credits_problem(self.state, self.seat, plan)
            or _areas_problem(plan)
            or _stock_problem(self.state, self.seat, plan)
        )


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
    more = _("More")
    places.append(Place("alpha", _("Bribe for Alpha Security"), None, ("credit",), more))
    if may_be_relentless(state, seat):
        tokens.append(Token("relentless", _("Relentless"), 1))
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
    costs = tuple((f"ship-{id}", ship.cost) for id, ship in book.ships.items())
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
    corp, name = state.corps[seat], state.book.planets[planet]
    size = len(corp.fleets[planet])
    mine = _("mine {level}, {ships} ships", level=corp.mines[planet], ships=size)
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
        return _("{ship} ({cost}? credits)", ship=ship.name, cost=ship.cost)
    return _("{ship} ({cost} credits)", ship=ship.name, cost=ship.cost)


def _ships_note(state: State) -> str:
    note = _("a fleet has 9 at most, those above 4 cost 2 each")
    if not state.book.asks and any(is_stand_in(state.book, id) for id in state.book.ships):
        note += " · " + _("a cost with ? is a stand-in")
    return note


def is_stand_in(book: Book, ship: str) -> bool:
    """Whether nobody has confirmed what a ship costs."""
    return f"ships.{ship}.cost" in book.unverified


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


_Places = dict[str, Counter[str]]
"""The tokens on each place of a board."""


def _on_places(laid: PlacedTokens) -> _Places:
    on: _Places = {}
    for token, place, count in laid:
        on.setdefault(place, Counter())[token] += count
    return on


def plan_of(laid: PlacedTokens) -> Plan:
    """The plan that a laid board means."""
    return _plan(_on_places(laid))


def _plan(on: _Places) -> Plan:
    def of(place: str, token: str = "credit") -> int:
        return on[place][token] if place in on else 0

    attacks, builds, seize = [], [], -1
    for planet in range(PLANET_COUNT):
        if dice := on.get(f"attack-{planet}"):
            attacks.append((planet, int(next(iter(dice)).removeprefix("die-"))))
        if of(f"build-{planet}", "action"):
            ships = on.get(f"ships-{planet}", Counter()).elements()
            builds.append((planet, tuple(sorted(ship.removeprefix("ship-") for ship in ships))))
        if of(f"seize-{planet}"):
            seize = planet
    return Plan(
        tuple(attacks),
        tuple(builds),
        _four(of(f"area-{area}", "action") for area in AREAS),
        _four(of(f"bid-{area}") for area in AREAS),
        of("alpha"),
        of("initiative"),
        seize,
        of("levels") // LEVEL_COST,
        of("trade") // TRADE_COST,
        bool(of("relocation")),
    )


def _four(values: Iterable[int]) -> tuple[int, int, int, int]:
    exploration, politics, marketing, research = values
    return (exploration, politics, marketing, research)


# --- what a board may not have, as a sentence; "": it is in order ---------------------------------------


def _places_problem(on: _Places, plan: Plan) -> str:
    """Of ships, seized initiatives, and credits that pay for something."""
    building = {planet for planet, _ships in plan.builds}
    if any(f"ships-{planet}" in on and planet not in building for planet in range(PLANET_COUNT)):
        return _("Ships are built where a build action lies.")
    seizing = [planet for planet in range(PLANET_COUNT) if f"seize-{planet}" in on]
    attacked = {planet for planet, _target in plan.attacks}
    paid = [on[f"seize-{planet}"]["credit"] for planet in seizing]
    if len(seizing) > 1 or not attacked.issuperset(seizing) or any(credits != SEIZE_COST for credits in paid):
        return _("The initiative is seized with 3 credits on one attack, once a turn.")
    for place, each, sentence in (
        ("levels", LEVEL_COST, _("A technology level costs 3 credits.")),
        ("trade", TRADE_COST, _("A trade costs 2 credits.")),
        ("relocation", RELOCATION_COST, _("Strategic relocation costs 3 credits.")),
    ):
        if place in on and on[place]["credit"] % each:
            return sentence
    return ""


def _attacks_problem(state: State, seat: int, plan: Plan) -> str:
    if by_the_pages(state) and state.phase == "planning" and state.corps[seat].struck and plan.attacks:
        return _and(
            _("Your employees are on strike: your attacks of this turn are cancelled."),
            _("Take the attacks back."),
        )
    return ""


def _actions_problem(state: State, plan: Plan, before: int, relentless: bool) -> str:
    if relentless and (len(plan.attacks) != MAX_ATTACKS or before + len(plan.builds) != 1):
        return _("Relentless is for 3 attacks and 1 build action.")
    most = actions_of(state) + RELENTLESS_ACTIONS * relentless
    used = before + len(plan.attacks) + len(plan.builds) + sum(plan.actions)
    if used > most:
        return _and(
            _("{used} actions are laid; you have {most}.", used=used, most=most),
            plural("Take {number} action back.", "Take {number} actions back.", used - most),
        )
    return _("You can attack at 3 planets at most.") if len(plan.attacks) > MAX_ATTACKS else ""


def _credits_problem(state: State, seat: int, plan: Plan) -> str:
    cost, credits = reserved(state, plan), state.corps[seat].credits
    if cost <= credits:
        return ""
    return _and(
        _("The board costs {cost} credits; you have {credits}.", cost=cost, credits=credits),
        plural(
            "Take what costs {number} credit back.", "Take what costs {number} credits back.", cost - credits
        ),
    )


def _areas_problem(plan: Plan) -> str:
    if plan.levels and plan.actions[3] < 2:
        return _and(
            _("Only a second R & D action buys further levels."),
            _("Lay a second action there, or take the credits back."),
        )
    if 0 < plan.initiative < MIN_INITIATIVE:
        return _("The bid for the first place is at least 3 credits.")
    for area, bid, actions in zip(AREAS, plan.bids, plan.actions, strict=True):
        if bid and not actions:
            return _and(
                _("A bribe for {area} needs an action there.", area=area_words(area)),
                _("Lay an action there, or take the credits back."),
            )
    return ""


def ships_of(plan: Plan | None) -> Counter[str]:
    return Counter(ship for _planet, built in (plan.builds if plan else ()) for ship in built)


def _stock_problem(state: State, seat: int, plan: Plan) -> str:
    """Ships are taken from the Storage Area while planning: those of the others' plans are gone (p. 5)."""
    taken: Counter[str] = Counter()
    if by_the_pages(state):
        taken = sum((ships_of(c.plan) for other, c in enumerate(state.corps) if other != seat), taken)
    for ship, count in ships_of(plan).items():
        left = max(0, stock_of(state, ship) - taken[ship])
        if count > left:
            return _and(
                _("Only {left} {ship} are left.", left=left, ship=state.book.ships[ship].name),
                plural("Take {number} ship back.", "Take {number} ships back.", count - left),
            )
    return ""


def _and(sentence: str, remedy: str) -> str:
    """What is wrong, and what would put it right."""
    return f"{sentence} {remedy}"


def laid_of(plan: Plan) -> PlacedTokens:
    """The board of a plan: the reverse of `plan_of`."""
    laid: list[tuple[str, str, int]] = []
    for planet, target in plan.attacks:
        laid.append((f"die-{target}", f"attack-{planet}", 1))
    if plan.seize >= 0:
        laid.append(("credit", f"seize-{plan.seize}", SEIZE_COST))
    for planet, ships in plan.builds:
        laid.append(("action", f"build-{planet}", 1))
        laid += [(f"ship-{ship}", f"ships-{planet}", n) for ship, n in sorted(Counter(ships).items())]
    for at, area in enumerate(AREAS):
        laid.append(("action", f"area-{area}", plan.actions[at]))
        laid.append(("credit", f"bid-{area}", plan.bids[at]))
    laid.append(("credit", "levels", plan.levels * LEVEL_COST))
    laid.append(("credit", "trade", plan.trades * TRADE_COST))
    laid.append(("credit", "relocation", RELOCATION_COST * plan.relocation))
    laid.append(("credit", "alpha", plan.bribe))
    laid.append(("credit", "initiative", plan.initiative))
    return tuple(each for each in laid if each[2])
