"""Prepares a seat's view for the templates; boards and the conflict are prepared beside it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.display.board_view import Board, board_of
from companion.games.a_new_frontier.display.chart import Chart, chart
from companion.games.a_new_frontier.display.event_words import event_words, fist_words
from companion.games.a_new_frontier.display.fight_view import FightView, fight_now
from companion.games.a_new_frontier.display.outlook import outlook
from companion.games.a_new_frontier.display.signs import Chip, Line, Sign
from companion.games.a_new_frontier.rules import archaeotech
from companion.games.a_new_frontier.rules.events import Event
from companion.games.a_new_frontier.rules.politics_state import PoliticsStep
from companion.games.a_new_frontier.rules.proposing import Propose
from companion.games.a_new_frontier.rules.state import (
    PLANET_COUNT,
    TURN_COUNT,
    State,
)
from companion.games.a_new_frontier.wording.names import (
    agenda_words,
    entry_words,
    mission_words,
    phase_words,
    planet_words,
    policy_words,
)
from companion.games.contract import AnswerView, Option, Page
from companion.translation import _, listed, plural, times


@dataclass(frozen=True, slots=True)
class PlanetView:
    name: str
    stormy: bool
    powered: bool
    prosperity: int
    secured: bool
    attacks: tuple[tuple[str, str, bool], ...]

    @property
    def chips(self) -> tuple[Chip, ...]:
        prosperity = plural("{number} prosperity token", "{number} prosperity tokens", self.prosperity)
        found = (
            (self.stormy, Chip(_("storm"), "warning", warns=True)),
            (self.powered, Chip(_("power-up"))),
            (self.secured, Chip(_("Alpha Security"))),
            (self.prosperity, Chip(prosperity)),
        )
        return tuple(chip for holds, chip in found if holds)

    @property
    def signs(self) -> tuple[Sign, ...]:
        prosperity = plural("{number} prosperity token", "{number} prosperity tokens", self.prosperity)
        found = (
            (self.stormy, Sign("storm", _("storm"))),
            (self.powered, Sign("plus", _("power-up"))),
            (self.secured, Sign("lock", _("Alpha Security"))),
            (self.prosperity, Sign("prestige", prosperity, self.prosperity)),
        )
        return tuple(sign for holds, sign in found if holds)

    @property
    def attack_words(self) -> tuple[str, ...]:
        return tuple(
            _("{attacker} attacks {target}", attacker=attacker, target=target)
            for attacker, target, _seized in self.attacks
        )

    @property
    def attacks_in_full(self) -> tuple[str, ...]:
        """With who seized the initiative."""
        return tuple(
            words + " · " + _("initiative seized") if seized else words
            for words, (_attacker, _target, seized) in zip(self.attack_words, self.attacks, strict=True)
        )


@dataclass(frozen=True, slots=True)
class SquaringView:
    """Two who square off about the agendas. pair: (name, colour); proposals: A's and B's in words, "" before;
    fists: how many are closed."""

    pair: tuple[tuple[str, str], ...]
    proposals: tuple[str, ...]
    fists: int

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """(letter, words) of each proposal."""
        return tuple(zip("AB", (words or _("not proposed yet") for words in self.proposals), strict=False))


@dataclass(frozen=True, slots=True)
class BallotView:
    """A revealed vote. sides: (letter, agenda, votes, why it won, "": it did not); fists: (seat, what lay in
    it); past: its phase is over, so that it may make room for what is asked."""

    sides: tuple[tuple[str, str, int, str], ...]
    fists: tuple[tuple[int, str], ...]
    past: bool


@dataclass(frozen=True)
class GamePage(Page):
    """Everything that the game's templates read.

    boards: the page's own player first; own: that player's, None on the tablet. track: the seats in turn
    order. colonies: (level, how many are free). unverified: how many of the entries nobody has confirmed;
    owned: (id, name) of those of which somebody told what they say. used: the archaeotechs that were
    discarded. told_turn, told: the turn so far, at its beginning the one before: (phase, sentences) in order;
    just_now: sentences of the last decision that revealed anything; ballots: this turn's votes. outlook:
    (heading, words) of the own turn in one sight. chart: the map and the tree.
    """

    turn: int
    phase: str
    boards: tuple[Board, ...]
    own: Board | None
    planets: tuple[PlanetView, ...]
    track: tuple[int, ...]
    offered: tuple[str, ...]
    agendas: tuple[str, ...]
    colonies: tuple[tuple[int, int], ...]
    fight: FightView | None
    squaring: SquaringView | None
    unverified: int
    entries: int
    owned: tuple[tuple[str, str], ...]
    used: tuple[str, ...]
    told_turn: int
    told: tuple[tuple[str, tuple[str, ...]], ...]
    just_now: tuple[str, ...]
    ballots: tuple[BallotView, ...]
    outlook: tuple[tuple[str, str], ...]
    chart: Chart

    turns: ClassVar[int] = TURN_COUNT

    def answer(self, option: Option) -> AnswerView:
        """The agendas of a policy, red and blue at each planet, stand under its name."""
        if isinstance(option.decision, Propose):
            return AnswerView(under=policy_words(option.decision.policy))
        return AnswerView()

    @property
    def revealed(self) -> dict[str, str]:
        """The attribute of where the last decision's revelations stand: without any it is hidden."""
        return {} if self.just_now else {"hidden": ""}

    @property
    def earlier_agendas(self) -> tuple[str, ...]:
        """Those in force that no vote on this page shows as carried."""
        carried = {agenda for vote in self.ballots for _letter, agenda, _votes, why in vote.sides if why}
        return tuple(words for words in self.agendas if words not in carried)

    @property
    def told_before(self) -> str:
        """The turn that is told of, where it is over; "": it goes on."""
        return _("Turn {turn}, which is over", turn=self.told_turn) if self.told_turn != self.turn else ""

    @property
    def on_offer(self) -> tuple[Line, ...]:
        """What lies beside the planets for everybody."""
        levels = ", ".join(
            times(level, str(count)) if count > 1 else str(level) for level, count in self.colonies
        )
        lines = (
            Line(_("Missions to take"), listed(self.offered)),
            Line(_("Free colonies, by level"), levels),
            Line(_("Archaeotechs discarded"), listed(self.used)),
        )
        return tuple(line for line in lines if line.words)


def page(state: State, player: int | None) -> GamePage:
    boards = tuple(board_of(state, seat, player) for seat in state.seats)
    order = sorted(boards, key=lambda board: (board.seat != player, board.seat))
    told_turn = state.log.events[-1].turn if state.log.events else state.turn
    events = tuple(each for each in state.log.events if each.turn == told_turn)
    return GamePage(
        turn=state.turn,
        phase=phase_words(state.phase),
        boards=tuple(order) if player is not None else boards,
        own=boards[player] if player is not None else None,
        planets=tuple(_planet(state, planet) for planet in range(PLANET_COUNT)),
        track=tuple(state.track),
        offered=tuple(mission_words(each, state.book) for each in state.offered),
        agendas=tuple(agenda_words(state.book, *each) for each in state.agendas),
        colonies=tuple(sorted(Counter(state.colonies).items())),
        fight=fight_now(state),
        squaring=_squaring(state),
        unverified=0 if state.book.asks else len(state.book.open),
        entries=len(state.book.pieces),
        owned=tuple((id, entry_words(state.book.pieces[id])) for id in state.book.owned),
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


def _planet(state: State, planet: int) -> PlanetView:
    attacks = tuple(
        (state.corps[each.attacker].name, state.corps[each.target].name, each.seized)
        for each in state.attacks
        if each.planet == planet
    )
    return PlanetView(
        planet_words(state.book, planet),
        planet == state.storm,
        planet == state.power_up,
        state.prosperity[planet],
        planet == state.target and state.phase in ("alpha", "planets"),
        attacks,
    )


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
    verdict = _("by turn order") if tie else _("in force")
    sides = tuple(
        ("AB"[side], agenda_words(state.book, *proposals[side]), totals[side], verdict if side == won else "")
        for side in (0, 1)
    )
    held_by = tuple((seat, fist_words(*held)) for seat, *held in fists)
    return BallotView(sides, held_by, past=state.phase != "politics")
