"""Politics: who squares off, and the two agendas that are proposed (p. 9)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import ClassVar

from companion.games.a_new_frontier.rules.moves import SeatMove, ask
from companion.games.a_new_frontier.rules.politics_state import PAGE, PoliticsStep, phase_order, proposers
from companion.games.a_new_frontier.rules.setup import light
from companion.games.a_new_frontier.rules.stage import Stage
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State, put
from companion.games.a_new_frontier.wording.names import agenda_words
from companion.games.contract import Option, Question, later
from companion.translation import _

AGENDAS = ("red", "blue")


@dataclass(frozen=True)
class ChooseProposers(SeatMove):
    """The first player says who squares off in the first round; a lone player, whom to challenge (p. 9)."""

    do: ClassVar[str] = "choose-proposers"
    seats: tuple[int, ...]

    def words(self, state: State) -> str:
        names, rounds = [corp.name for corp in state.corps], pairings(state, state.step).get(self.seats)
        if rounds is None:
            return _("{player} says who squares off", player=self.who(state))
        if len(proposers(state.step)) == 1:
            one, two = (names[challenged] for _first, challenged in rounds)
            return _("{player} challenges {one}, then {two}", player=self.who(state), one=one, two=two)
        one, two = (names[seat] for seat in rounds[0])
        return _("{player}: {one} and {two} square off first", player=self.who(state), one=one, two=two)

    def apply(self, state: State) -> State:
        rounds = pairings(state, state.step)[self.seats]
        return state.changed(step=state.step.changed(rounds=rounds, choosing=False))


@dataclass(frozen=True)
class Propose(SeatMove):
    do: ClassVar[str] = "propose"
    policy: str
    agenda: str
    planet: int = -1

    def words(self, state: State) -> str:
        agenda = agenda_words(state.book, self.policy, self.agenda, self.planet)
        return _("{player} proposes {agenda}", player=self.who(state), agenda=agenda)

    def apply(self, state: State) -> State:
        step = state.step
        assert isinstance(step, PoliticsStep)
        at = step.rounds[0].index(self.seat)
        proposals = put(step.proposals, at, (self.policy, self.agenda, self.planet))
        used = (*step.used, self.policy)
        return state.changed(step=step.changed(proposals=proposals, used=used))


MOVES = (ChooseProposers, Propose)


class ChoosingProposers(Stage):
    """The first player says who squares off first."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return (state.step.order[0],)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        name = state.corps[seat].name
        if len(proposers(state.step)) == 1:
            text = _("{player}: whom do you challenge?", player=name)
        else:
            text = _("{player}: who squares off first?", player=name)
        return ask(ChooseProposers, seat, text, PAGE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return tuple(
            Option(ChooseProposers(seat, seats), later(_pairing_words, state, rounds))
            for seats, rounds in pairings(state, state.step).items()
        )


class Proposing(Stage):
    """Each of the pair proposes an agenda, whoever wants to begin."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        step = state.step
        return tuple(seat for seat, has in zip(step.rounds[0], step.proposals, strict=True) if has is None)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        text = _("{player}: propose an agenda.", player=state.corps[seat].name)
        if not any(state.step.proposals):
            # "Stand-off!": the last in turn order must begin when nobody wants to (p. 9).
            last = max(state.step.rounds[0], key=lambda each: phase_order(state, state.step, each))
            text += " " + _("If nobody wants to begin, {player} must.", player=state.corps[last].name)
        return ask(Propose, seat, text, PAGE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return tuple(
            Option(
                Propose(seat, policy, agenda, planet),
                later(agenda_words, state.book, policy, agenda, planet),
            )
            for policy in policies(state)
            for agenda in AGENDAS
            for planet in (range(PLANET_COUNT) if state.book.is_for_one_planet(policy) else (-1,))
        )


def pairings(state: State, step: PoliticsStep) -> dict[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """What the first player may say, and the rounds that follow from it."""
    those = proposers(step)
    first = those[0]
    if len(those) == 1:
        others = [seat for seat in state.seats if seat != first]
        return {(a, b): ((first, a), (first, b)) for a, b in permutations(others, 2)}
    if len(those) == 3:
        two, three = those[1:]
        return {
            (two,): ((first, two), (first, three)),
            (three,): ((first, three), (first, two)),
        }
    found: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}
    for a, b in combinations(those, 2):
        c, d = (seat for seat in those if seat not in (a, b))
        found[a, b] = ((a, b), (c, d))
    return found


def policies(state: State) -> tuple[str, ...]:
    """Those that may still be proposed this turn."""
    book, step = state.book, state.step
    out = book.heavy_policies if light(state) else ()
    return tuple(policy for policy in book.policies if policy not in step.used and policy not in out)


def _pairing_words(state: State, rounds: tuple[tuple[int, int], ...]) -> str:
    """Who squares off first; of a lone player's challenges, both."""
    names = [corp.name for corp in state.corps]
    (one, two), later = rounds[0], rounds[1]
    if len(proposers(state.step)) == 1:
        return _("First {one}, then {two}", one=names[two], two=names[later[1]])
    return _("First {one} and {two}", one=names[one], two=names[two])
