"""What a planning board means: the plan, what it costs, and what it may not have (p. 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.a_new_frontier.rules.moves import PlacedTokens
from companion.games.a_new_frontier.rules.setup import by_the_pages
from companion.games.a_new_frontier.rules.state import AREAS, PLANET_COUNT, Plan, State, stock_of
from companion.games.a_new_frontier.wording.names import area_words
from companion.translation import _, plural

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


def problem(state: State, seat: int, laid: PlacedTokens, before: int) -> str:
    """What the board may not have, as a sentence; "": it is in order. before: actions that were carried out
    already."""
    on = _on_places(laid)
    plan = _plan(on)
    return (
        _places_problem(on, plan)
        or _attacks_problem(state, seat, plan)
        or _actions_problem(state, plan, before, "relentless" in on)
        or _credits_problem(state, seat, plan)
        or _areas_problem(plan)
        or _stock_problem(state, seat, plan)
    )


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
            plural(
                "{number} action is laid; you have {most}.",
                "{number} actions are laid; you have {most}.",
                used,
                most=most,
            ),
            plural("Take {number} action back.", "Take {number} actions back.", used - most),
        )
    return _("You can attack at 3 planets at most.") if len(plan.attacks) > MAX_ATTACKS else ""


def _credits_problem(state: State, seat: int, plan: Plan) -> str:
    cost, credits = reserved(state, plan), state.corps[seat].credits
    if cost <= credits:
        return ""
    return _and(
        plural(
            "The board costs {number} credit; you have {credits}.",
            "The board costs {number} credits; you have {credits}.",
            cost,
            credits=credits,
        ),
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
                _left_words(left, state.book.ships[ship].name),
                plural("Take {number} ship back.", "Take {number} ships back.", count - left),
            )
    return ""


def _left_words(left: int, ship: str) -> str:
    if not left:
        return _("No {ship} is left.", ship=ship)
    return plural("Only {number} {ship} is left.", "Only {number} {ship} are left.", left, ship=ship)


def _and(sentence: str, remedy: str) -> str:
    """What is wrong, and what would put it right."""
    return f"{sentence} {remedy}"
