"""Prepares a seat's view for the templates: numbers, fleets, areas, the running conflict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.display.chart import Chart, chart
from companion.games.a_new_frontier.display.event_words import defeat_whys, event_words, fist_words
from companion.games.a_new_frontier.display.outlook import outlook
from companion.games.a_new_frontier.display.reminders import reminders
from companion.games.a_new_frontier.rules import archaeotech, conflict
from companion.games.a_new_frontier.rules.events import Event
from companion.games.a_new_frontier.rules.planet import maintenance
from companion.games.a_new_frontier.rules.planet_state import Fight, PlanetStep
from companion.games.a_new_frontier.rules.plans import actions_of, free_credits
from companion.games.a_new_frontier.rules.politics_state import PoliticsStep
from companion.games.a_new_frontier.rules.seat_view import HIDDEN_CARD
from companion.games.a_new_frontier.rules.setup import suite
from companion.games.a_new_frontier.rules.state import (
    AREAS,
    HIDDEN_SHIP,
    PLANET_COUNT,
    TURN_COUNT,
    Corp,
    Plan,
    State,
)
from companion.games.a_new_frontier.wording.names import (
    agenda_words,
    area_words,
    card_with_text,
    facility_with_text,
    facility_words,
    mission_words,
    phase_words,
    suite_words,
    tech_with_text,
    tech_words,
)
from companion.games.contract import Page, Tally
from companion.translation import _, plural


@dataclass(frozen=True, slots=True)
class Area:
    """A corporation's part of a planet. ships: words, or how many there are where they are hidden."""

    planet: str
    mine: int
    ships: tuple[str, ...]
    size: int
    upkeep: int
    facilities: tuple[str, ...]
    attack: str
    loan: bool
    stormy: bool


@dataclass(frozen=True, slots=True)
class Board:
    """One corporation as a page shows it. influence: "?" where nobody told the track."""

    seat: int
    name: str
    colour: str
    faction: str
    place: int | None
    vp: int
    credits: int
    free: int | None
    prestige: int
    influence: int | str
    archaeotech: int
    areas: tuple[Area, ...]
    techs: tuple[str, ...]
    coming: tuple[str, ...]
    facilities: tuple[str, ...]
    colonies: tuple[int, ...]
    wormhole: bool
    missions: tuple[str, ...]
    completed: tuple[tuple[str, int], ...]
    finished: bool
    struck: bool
    plan: tuple[str, ...]
    reminders: tuple[str, ...]
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One who fights. strength: the ships' Tally, once it lies open; dice: both, then what they count."""

    seat: int
    name: str
    colour: str
    attacks: str
    strategy: str
    tactics: str
    strength: int | None
    ships: Tally | None
    dice: tuple[int, int, int] | None
    might: int | None
    defeats: tuple[tuple[str, str], ...]
    undefeated: bool


@dataclass(frozen=True, slots=True)
class PlanetView:
    name: str
    stormy: bool
    powered: bool
    prosperity: int
    secured: bool
    attacks: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class FightView:
    """The conflict that goes on."""

    planet: str
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class SquaringView:
    """Two who square off about the agendas. pair: (name, colour); proposals: A's and B's in words, "" before;
    fists: how many are closed."""

    pair: tuple[tuple[str, str], ...]
    proposals: tuple[str, ...]
    fists: int


@dataclass(frozen=True, slots=True)
class BallotView:
    """A revealed vote. sides: (letter, agenda, votes, whether it won); fists: (seat, what lay in it)."""

    sides: tuple[tuple[str, str, int, bool], ...]
    by_turn_order: bool
    fists: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class GamePage(Page):
    """Everything that the game's templates read.

    boards: the page's own player first; own: that player's, None on the tablet. track: (name, colour) in turn
    order. colonies: (level, how many are free). unverified: how many of the entries nobody has confirmed.
    used: the archaeotechs that were discarded. told_turn, told: the turn so far, at its beginning the one
    before: (phase, sentences) in order; just_now: sentences of the last decision that revealed anything;
    ballots: this turn's votes. outlook: (heading, words) of the own turn in one sight. chart: the map and
    the tree.
    """

    turn: int
    phase: str
    boards: tuple[Board, ...]
    own: Board | None
    planets: tuple[PlanetView, ...]
    track: tuple[tuple[str, str], ...]
    offered: tuple[str, ...]
    agendas: tuple[str, ...]
    colonies: tuple[tuple[int, int], ...]
    fight: FightView | None
    squaring: SquaringView | None
    unverified: int
    entries: int
    used: tuple[str, ...]
    told_turn: int
    told: tuple[tuple[str, tuple[str, ...]], ...]
    just_now: tuple[str, ...]
    ballots: tuple[BallotView, ...]
    outlook: tuple[tuple[str, str], ...]
    chart: Chart

    turns: ClassVar[int] = TURN_COUNT


def page(state: State, player: int | None) -> GamePage:
    boards = tuple(_board(state, seat, player) for seat in state.seats)
    order = sorted(boards, key=lambda board: (board.seat != player, board.seat))
    told_turn = state.log.events[-1].turn if state.log.events else state.turn
    events = tuple(each for each in state.log.events if each.turn == told_turn)
    return GamePage(
        turn=state.turn,
        phase=phase_words(state.phase),
        boards=tuple(order) if player is not None else boards,
        own=boards[player] if player is not None else None,
        planets=tuple(_planet(state, planet) for planet in range(PLANET_COUNT)),
        track=tuple((state.corps[seat].name, state.corps[seat].colour) for seat in state.track),
        offered=tuple(mission_words(each, state.book) for each in state.offered),
        agendas=tuple(agenda_words(state.book, *each) for each in state.agendas),
        colonies=tuple(sorted(Counter(state.colonies).items())),
        fight=_fight(state),
        squaring=_squaring(state),
        unverified=0 if state.book.asks else len(state.book.open),
        entries=len(state.book.entries),
        used=tuple(archaeotech.with_text(state, id) for id in state.used),
        told_turn=told_turn,
        told=_told(state, events),
        just_now=_just_now(state),
        outlook=outlook(state, player) if player is not None else (),
        chart=chart(state),
        ballots=tuple(
            _ballot(state, each) for each in events if each.kind == "votes" and told_turn == state.turn
        ),
    )


def _board(state: State, seat: int, player: int | None) -> Board:
    corp = state.corps[seat]
    own = seat == player
    completed = Counter(suite_words(suite(each)) for each in corp.completed)
    return Board(
        seat,
        corp.name,
        corp.colour,
        state.book.factions[int(corp.faction.rpartition("-")[2]) - 1],
        state.track.index(seat) + 1 if seat in state.track else None,
        corp.vp,
        corp.credits,
        free_credits(state, seat) if own and corp.plan else None,
        corp.prestige,
        _influence(state, seat),
        corp.archaeotech,
        tuple(_area(state, corp, seat, planet) for planet in range(PLANET_COUNT)),
        tuple(tech_with_text(id, state.book) for id in corp.techs),
        tuple(tech_with_text(id, state.book) for id in corp.coming),
        _facility_texts(state, corp),
        corp.colonies,
        corp.wormhole,
        tuple(mission_words(each, state.book) for each in corp.missions),
        tuple(sorted(completed.items())),
        corp.planned,
        corp.struck,
        plan_words(state, corp.plan) if own and corp.plan else (),
        reminders(state, seat) if own else (),
        tuple(archaeotech.with_text(state, id) for id in corp.named),
    )


def _facility_texts(state: State, corp: Corp) -> tuple[str, ...]:
    """What the own facilities say, where somebody typed it; where they stand is told beside the planets."""
    kinds = dict.fromkeys(kind for kind, _planet in corp.facilities)
    return tuple(
        facility_with_text(kind, state.book) for kind in kinds if state.book.text(f"facility-{kind}")
    )


def _influence(state: State, seat: int) -> int | str:
    if state.influence:
        return state.influence[seat]
    known = state.book.known_influence(state.corps[seat].prestige)
    return "?" if known is None else known


def _area(state: State, corp: Corp, seat: int, planet: int) -> Area:
    fleet = corp.fleets[planet]
    counts = Counter(ship for ship in fleet if ship != HIDDEN_SHIP)
    attack = next(
        (
            state.corps[each.target].name
            for each in state.attacks
            if each.attacker == seat and each.planet == planet
        ),
        "",
    )
    return Area(
        state.book.planets[planet],
        corp.mines[planet],
        tuple(f"{count} × {state.book.ships[ship].name}" for ship, count in sorted(counts.items())),
        len(fleet),
        maintenance(state, seat, planet),
        (
            *(facility_words(kind) for kind in corp.facilities_at(planet)),
            *(tech_words(id, state.book) for id, where in corp.laid_techs if where == planet),
        ),
        attack,
        planet in corp.loans,
        planet == state.storm,
    )


def plan_words(state: State, plan: Plan) -> tuple[str, ...]:
    """What lies on a planning board, line by line."""
    found = [
        _("{planet}: attack {player}", planet=state.book.planets[planet], player=state.corps[target].name)
        for planet, target in plan.attacks
    ]
    for planet, ships in plan.builds:
        names = ", ".join(state.book.ships[ship].name for ship in ships) or _("the mine only")
        found.append(_("{planet}: build ({ships})", planet=state.book.planets[planet], ships=names))
    for at, area in enumerate(AREAS):
        if plan.actions[at]:
            words = plural(
                "{area}: {number} action",
                "{area}: {number} actions",
                plan.actions[at],
                area=area_words(area),
            )
            if plan.bids[at]:
                words += " · " + plural("bribe: {number} credit", "bribe: {number} credits", plan.bids[at])
            found.append(words)
    if plan.levels:
        found.append(plural("R & D: {number} further level", "R & D: {number} further levels", plan.levels))
    if plan.trades:
        found.append(plural("{number} trade", "{number} trades", plan.trades))
    if plan.relocation:
        found.append(_("Strategic relocation"))
    if plan.bribe:
        found.append(
            plural("Alpha Security: {number} credit", "Alpha Security: {number} credits", plan.bribe)
        )
    if plan.seize >= 0:
        found.append(_("Seize the initiative at {planet}", planet=state.book.planets[plan.seize]))
    used = len(plan.attacks) + len(plan.builds) + sum(plan.actions)
    if used < actions_of(state):
        left = actions_of(state) - used
        found.append(plural("{number} action unused", "{number} actions unused", left))
    return tuple(found)


def _planet(state: State, planet: int) -> PlanetView:
    attacks = tuple(
        (state.corps[each.attacker].name, state.corps[each.target].name, each.seized)
        for each in state.attacks
        if each.planet == planet
    )
    return PlanetView(
        state.book.planets[planet],
        planet == state.storm,
        planet == state.power_up,
        state.prosperity[planet],
        planet == state.target and state.phase in ("alpha", "planets"),
        attacks,
    )


def _fight(state: State) -> FightView | None:
    step = state.step
    if not isinstance(step, PlanetStep) or step.fight is None:
        return None
    it = step.fight
    return FightView(state.book.planets[it.planet], tuple(_side(state, it, seat) for seat in it.seats))


def _side(state: State, it: Fight, seat: int) -> Side:
    corp = state.corps[seat]
    target = next((each.target for each in it.conflicts if seat in each.attackers), None)
    rolled = it.rolled[seat]
    open_fleet = it.strengths[seat] is not None and HIDDEN_SHIP not in corp.fleets[it.planet]
    beaten = it.ranking.defeats if it.ranking else ()
    whys = defeat_whys()
    return Side(
        seat,
        corp.name,
        corp.colour,
        "" if target is None else state.corps[target].name,
        _card(state, it.strategies[seat]),
        _card(state, it.tactics[seat]),
        it.strengths[seat],
        conflict.known_strength(state, seat, it.planet, it.mobilized(seat)) if open_fleet else None,
        None if rolled is None else (*rolled, conflict.dice_total(*rolled)),
        it.mights[seat],
        tuple((state.corps[loser].name, whys[why]) for winner, loser, why in beaten if winner == seat),
        it.ranking is not None and seat in it.ranking.undefeated,
    )


def _card(state: State, card: str | None) -> str:
    if card == HIDDEN_CARD:
        return _("chosen")
    return card_with_text(card, state.book) if card else ""


def _squaring(state: State) -> SquaringView | None:
    step = state.step
    if not isinstance(step, PoliticsStep) or not step.rounds:
        return None
    pair = step.rounds[0]
    return SquaringView(
        tuple((state.corps[seat].name, state.corps[seat].colour) for seat in pair),
        tuple(agenda_words(state.book, *each) if each else "" for each in step.proposals),
        sum(vote is not None for vote in step.votes),
    )


def _told(state: State, events: tuple[Event, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The events' sentences under their phases, as often as a phase comes."""
    found: list[tuple[str, list[str]]] = []
    for event in events:
        phase = phase_words(event.phase)
        if not found or found[-1][0] != phase:
            found.append((phase, []))
        found[-1][1].extend(event_words(state, event))
    return tuple((phase, tuple(sentences)) for phase, sentences in found)


def _just_now(state: State) -> tuple[str, ...]:
    """Answers themselves stand at the page's head."""
    return tuple(
        words for each in state.log.latest if each.kind != "move" for words in event_words(state, each)
    )


def _ballot(state: State, event: Event) -> BallotView:
    proposals, totals, won, tie, fists = event.more
    sides = tuple(
        ("AB"[side], agenda_words(state.book, *proposals[side]), totals[side], side == won) for side in (0, 1)
    )
    return BallotView(sides, tie, tuple((seat, fist_words(*held)) for seat, *held in fists))
