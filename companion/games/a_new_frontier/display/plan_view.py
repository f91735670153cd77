"""The own plan line by line: what is still to come, what is done, and what was cancelled.

What was carried out leaves the board in the state; the turn's events still tell of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.a_new_frontier.rules.events import Event
from companion.games.a_new_frontier.rules.plans import actions_of
from companion.games.a_new_frontier.rules.state import AREAS, Plan, State
from companion.games.a_new_frontier.wording.names import area_words, planet_words
from companion.translation import _, plural

BEFORE_AREAS = ("planning", "revealing", "alpha", "planets")
DONE, CANCELLED = "done", "cancelled"


@dataclass(frozen=True, slots=True)
class PlanLine:
    """how: "done", "cancelled", or "" of what is still to come."""

    words: str
    how: str = ""

    @property
    def attributes(self) -> dict[str, str]:
        """Of its line."""
        return {"class": f"anf-{self.how}"} if self.how else {}

    @property
    def how_words(self) -> str:
        return {DONE: _("done"), CANCELLED: _("cancelled")}.get(self.how, "")


def plan_lines(state: State, seat: int) -> tuple[PlanLine, ...]:
    """What lay on a seat's planning board this turn; none before it has planned."""
    corp = state.corps[seat]
    if corp.plan is None:
        return ()
    events = [each for each in state.log.events if each.turn == state.turn]
    builds = [*_builds(state, seat, corp.plan, events)]
    found = [*_attacks(state, seat, corp.plan, events), *builds, *_areas(state, seat, corp.plan, events)]
    found += _credits(state, seat, corp.plan, events)
    used = len(corp.plan.attacks) + len(builds) + sum(corp.plan.actions)
    left = actions_of(state) - used
    # Of a printed board the areas are told last.
    if left > 0 and (corp.on_board is None or state.phase not in BEFORE_AREAS):
        found.append(PlanLine(plural("{number} action unused", "{number} actions unused", left)))
    return tuple(found)


def _attacks(state: State, seat: int, plan: Plan, events: list[Event]) -> Iterator[PlanLine]:
    for planet, target in plan.attacks:
        words = _(
            "{planet}: attack {player}",
            planet=planet_words(state.book, planet),
            player=state.corps[target].name,
        )
        yield PlanLine(words, _of_attack(seat, planet, events))


def _of_attack(seat: int, planet: int, events: list[Event]) -> str:
    """Alpha Security and strikes cancel attacks (p. 2, 6); one that was not revealed was cancelled before."""
    order = [each.kind for each in events]
    revealed = False
    for each in events:
        if each.planet == planet and each.seat == seat and each.kind in ("attack", "attack-seized"):
            revealed = True
        elif revealed and (each.kind, each.planet) == ("fought", planet):
            return DONE
        elif (
            revealed
            and each.seat == seat
            and (each.kind, each.planet) in (("refund", planet), ("strike", -1))
        ):
            return CANCELLED
    return "" if revealed or "order" not in order else CANCELLED


def _builds(state: State, seat: int, plan: Plan, events: list[Event]) -> Iterator[PlanLine]:
    built = [(each.planet, each.more) for each in events if each.kind == "built" and each.seat == seat]
    for (planet, ships), how in (*((each, DONE) for each in built), *((each, "") for each in plan.builds)):
        names = ", ".join(state.book.ships[ship].name for ship in ships) or _("the mine only")
        yield PlanLine(
            _("{planet}: build ({ships})", planet=planet_words(state.book, planet), ships=names), how
        )


def _areas(state: State, seat: int, plan: Plan, events: list[Event]) -> Iterator[PlanLine]:
    bids = {
        each.more[0]: {who: bid for who, _n, bid in each.more[1]} for each in events if each.kind == "area"
    }
    for at, area in enumerate(AREAS):
        if not plan.actions[at]:
            continue
        words = plural(
            "{area}: {number} action", "{area}: {number} actions", plan.actions[at], area=area_words(area)
        )
        if bid := plan.bids[at] or bids.get(area, {}).get(seat, 0):
            words += " · " + plural("bribe: {number} credit", "bribe: {number} credits", bid)
        yield PlanLine(words, DONE if area in bids and state.phase != area else "")


def _credits(state: State, seat: int, plan: Plan, events: list[Event]) -> Iterator[PlanLine]:
    """What credits pay for: it lies on the board, or its event says that it is paid."""
    paid = {each.kind: each for each in events if each.seat == seat}

    def number(planned: int, kind: str) -> tuple[int, str]:
        return (planned, "") if planned or kind not in paid else (paid[kind].number, DONE)

    levels, how = number(plan.levels, "levels")
    if levels:
        words = plural("R & D: {number} further level", "R & D: {number} further levels", levels)
        yield PlanLine(words, how)
    trades, how = number(plan.trades, "trade")
    if trades:
        yield PlanLine(plural("{number} trade", "{number} trades", trades), how)
    if plan.relocation or "relocation" in paid:
        yield PlanLine(_("Strategic relocation"), "" if plan.relocation else DONE)
    bribe, how = number(plan.bribe, "alpha-bribe")
    if bribe:
        yield PlanLine(
            plural("Alpha Security: {number} credit", "Alpha Security: {number} credits", bribe), how
        )
    seized = paid["attack-seized"].planet if "attack-seized" in paid else -1
    at = plan.seize if plan.seize >= 0 else seized
    if at >= 0:
        words = _("Seize the initiative at {planet}", planet=planet_words(state.book, at))
        yield PlanLine(words, "" if plan.seize >= 0 else DONE)
