"""A planning board: an allocation of tokens, checked as it is laid, and the plan that it means (p. 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.a_new_frontier.rules.decisions import PlacedTokens
from companion.games.a_new_frontier.rules.state import AREAS, PLANET_COUNT, Corp, Plan, State, stock_of
from companion.games.contract import Allocation, Illegal, Place, Running, Token
from companion.translation import _, plural

PAGE = 5
MAX_ATTACKS = 3
SEIZE_COST = RELOCATION_COST = LEVEL_COST = 3
TRADE_COST = STAKE_COST = 2
"""Credits that these cost (p. 5)."""
MAX_LEVELS_BOUGHT = 3
"""Technology levels that a second R & D action may buy at most (p. 5)."""


def actions_of(state: State) -> int:
    return state.book.last_turn_actions if state.last_turn else state.book.actions


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


def area_words(area: str) -> str:
    return {
        "exploration": _("Exploration"),
        "politics": _("Politics"),
        "marketing": _("Marketing"),
        "research": _("R & D"),
    }[area]


def form(state: State, seat: int) -> Allocation:
    """The tokens and places of a planning board."""
    corp, book = state.corps[seat], state.book
    dice = [
        Token(f"die-{other}", _("Attack on {player}", player=state.corps[other].name), MAX_ATTACKS)
        for other in state.seats
        if other != seat
    ]
    ships = [
        Token(f"ship-{id}", _("{ship} ({cost} credits)", ship=ship.name, cost=ship.cost), min(12, left))
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
    if not state.last_turn:
        words = _("Strategic relocation, 3 credits")
        places.append(Place("relocation", words, RELOCATION_COST, ("credit",), more, RELOCATION_COST))
    if state.option("initiative") == "yes":
        words = _("Bid for the first place of the track")
        places.append(Place("initiative", words, None, ("credit",), more, note=_("3 credits or more")))
    costs = tuple((f"ship-{id}", ship.cost) for id, ship in book.ships.items())
    running = (
        Running(_("Actions"), actions_of(state), tuple((token, 1) for token in ("action", *of_dice))),
        Running(_("Credits"), corp.credits, (("credit", 1), *costs)),
    )
    return Allocation(tuple(tokens), tuple(places), running=running, submit=_("Finish planning"))


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
            note=_("a fleet has 9 at most, those above 4 cost 2 each"),
        ),
    )


def _in_areas(corp: Corp) -> list[Place]:
    places = []
    for area in AREAS:
        name = area_words(area)
        places += [
            Place(f"area-{area}", _("{area}: actions", area=name), 2, ("action",), name),
            Place(f"bid-{area}", _("{area}: bribe for the turn order", area=name), None, ("credit",), name),
        ]
        if area == "exploration" and corp.colonies:
            highest = TRADE_COST * len(corp.colonies)
            words = _("Trade with colonies, 2 credits each")
            places.append(Place("trade", words, highest, ("credit",), name, TRADE_COST))
        if area == "research":
            words = _("R & D: levels of the second action, 3 credits each")
            places.append(
                Place("levels", words, MAX_LEVELS_BOUGHT * LEVEL_COST, ("credit",), name, LEVEL_COST)
            )
    return places


def plan_of(state: State, seat: int, laid: PlacedTokens, before: int = 0, *, fits: bool = False) -> Plan:
    """The plan that a laid board means. before: actions carried out; fits: the board is known to be an answer
    of this seat's `form`. Raises Illegal."""
    if not fits and (wrong := form(state, seat).problem(laid)):
        raise Illegal(wrong, PAGE)
    on: dict[str, Counter[str]] = {}
    for token, place, count in laid:
        on.setdefault(place, Counter())[token] += count

    def of(place: str, token: str = "credit") -> int:
        return on.get(place, Counter())[token]

    attacks, builds, seize = [], [], -1
    for planet in range(PLANET_COUNT):
        dice = on.get(f"attack-{planet}")
        if dice:
            attacks.append((planet, int(next(iter(dice)).removeprefix("die-"))))
        ships = tuple(
            sorted(t.removeprefix("ship-") for t in on.get(f"ships-{planet}", Counter()).elements())
        )
        if of(f"build-{planet}", "action"):
            builds.append((planet, ships))
        elif ships:
            raise Illegal(_("Ships are built where a build action lies."), PAGE)
        paid = of(f"seize-{planet}")
        if paid:
            if not dice or paid != SEIZE_COST or seize >= 0:
                raise Illegal(_("The initiative is seized with 3 credits on one attack, once a turn."), PAGE)
            seize = planet
    plan = Plan(
        tuple(attacks),
        tuple(builds),
        _four(of(f"area-{area}", "action") for area in AREAS),
        _four(of(f"bid-{area}") for area in AREAS),
        of("alpha"),
        of("initiative"),
        seize,
        _times(of("levels"), LEVEL_COST, _("A technology level costs 3 credits.")),
        _times(of("trade"), TRADE_COST, _("A trade costs 2 credits.")),
        bool(_times(of("relocation"), RELOCATION_COST, _("Strategic relocation costs 3 credits."))),
    )
    _check(state, seat, plan, before)
    return plan


def _four(values: Iterable[int]) -> tuple[int, int, int, int]:
    exploration, politics, marketing, research = values
    return (exploration, politics, marketing, research)


def _times(credits: int, each: int, sentence: str) -> int:
    if credits % each:
        raise Illegal(sentence, PAGE)
    return credits // each


def _check(state: State, seat: int, plan: Plan, before: int = 0) -> None:
    """The limits that the board as a whole has. Raises Illegal."""
    corp, most = state.corps[seat], actions_of(state)
    used = before + len(plan.attacks) + len(plan.builds) + sum(plan.actions)
    if used > most:
        raise Illegal(
            _("{used} actions are laid; you have {most}.", used=used, most=most),
            PAGE,
            plural("Take {number} action back.", "Take {number} actions back.", used - most),
        )
    if len(plan.attacks) > MAX_ATTACKS:
        raise Illegal(_("You can attack at 3 planets at most."), PAGE)
    cost = reserved(state, plan)
    if cost > corp.credits:
        raise Illegal(
            _("The board costs {cost} credits; you have {credits}.", cost=cost, credits=corp.credits),
            PAGE,
            plural(
                "Take what costs {number} credit back.",
                "Take what costs {number} credits back.",
                cost - corp.credits,
            ),
        )
    if plan.levels and plan.actions[3] < 2:
        raise Illegal(
            _("Only a second R & D action buys further levels."),
            PAGE,
            _("Lay a second action there, or take the credits back."),
        )
    if 0 < plan.initiative < 3:
        raise Illegal(_("The bid for the first place is at least 3 credits."), PAGE)
    for area, bid, actions in zip(AREAS, plan.bids, plan.actions, strict=True):
        if bid and not actions:
            raise Illegal(
                _("A bribe for {area} needs an action there.", area=area_words(area)),
                PAGE,
                _("Lay an action there, or take the credits back."),
            )
    wanted = Counter(ship for _planet, built in plan.builds for ship in built)
    for ship, count in wanted.items():
        left = stock_of(state, ship)
        if count > left:
            raise Illegal(
                _("Only {left} {ship} are left.", left=left, ship=state.book.ships[ship].name),
                PAGE,
                plural("Take {number} ship back.", "Take {number} ships back.", count - left),
            )


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
