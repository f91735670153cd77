"""Alpha Security: where it goes, refunds, prosperity, the price of attacks (p. 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from companion.games.a_new_frontier.rules.moves import GameMove, SeatMove, ask
from companion.games.a_new_frontier.rules.setup import by_the_pages
from companion.games.a_new_frontier.rules.stage import Phase, Stage
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, Attack, State, gain, with_plan
from companion.games.a_new_frontier.wording.names import planet_words
from companion.games.contract import Draw, Json, Option, Question, Value
from companion.translation import _

PAGE = 6
REFUND_CREDITS = 3
LOT = "planet-"
"""Begins the name of a lot; the number of its planet follows, from 1."""


class AlphaStep(Value, frozen=True):
    """tied: planets with the fewest attacks; choosers: the highest qualified bribers; chosen: their answers;
    lot: the lot decides."""

    tied: tuple[int, ...]
    choosers: tuple[int, ...] = ()
    chosen: tuple[tuple[int, int], ...] = ()
    lot: bool = False


@dataclass(frozen=True)
class ChooseTarget(SeatMove):
    """Whoever bribed Alpha Security most says which of the tied planets it goes to (p. 6)."""

    do: ClassVar[str] = "choose-target"
    planet: int

    def words(self, state: State) -> str:
        planet = planet_words(state.book, self.planet)
        return _("{player} sends Alpha Security to {planet}", player=self.who(state), planet=planet)

    def apply(self, state: State) -> State:
        step = state.step
        assert isinstance(step, AlphaStep)
        chosen = (*step.chosen, (self.seat, self.planet))
        if len(chosen) < len(step.choosers):
            return state.changed(step=AlphaStep(step.tied, step.choosers, chosen))
        if len({planet for _seat, planet in chosen}) == 1:
            return resolve_target(state, self.planet, "bribe", self.seat)
        # Equal bribes that cannot agree: the lot decides (p. 6).
        return state.changed(step=AlphaStep(step.tied, step.choosers, chosen, lot=True))


@dataclass(frozen=True)
class DrawTarget(GameMove):
    """The lot says which of the tied planets Alpha Security goes to."""

    do: ClassVar[str] = "draw-target"
    planet: int

    @classmethod
    def of(cls, player: int | None, value: Json) -> Self:
        return cls(player, int(value[0].removeprefix(LOT)) - 1)

    @property
    def value(self) -> Json:
        return (f"{LOT}{self.planet + 1}",)

    def words(self, state: State) -> str:
        return _("The lot sends Alpha Security to {planet}", planet=planet_words(state.book, self.planet))

    def apply(self, state: State) -> State:
        return resolve_target(state, self.planet, "lot")


MOVES = (ChooseTarget, DrawTarget)


def attack_counts(state: State) -> tuple[int, ...]:
    """Attacks by planet as Alpha Security counts them: Strategy 2B doubles its owner's, the red agenda of the
    Contract Policy all at its planet, both together fourfold (p. 9, 11)."""
    doubled = [planet for policy, agenda, planet in state.agendas if (policy, agenda) == ("contract", "red")]
    counts = [0] * PLANET_COUNT
    for attack in state.attacks:
        worth = 2 if "strategy-2B" in state.corps[attack.attacker].techs else 1
        counts[attack.planet] += worth * (2 if -1 in doubled or attack.planet in doubled else 1)
    return tuple(counts)


def begin(state: State) -> State:
    """Reveals the attacks, pays what lies with them and the bribes, and finds where Alpha Security goes."""
    attacks = []
    for seat in state.track:
        plan = state.corps[seat].plan
        assert plan is not None
        if by_the_pages(state) and state.corps[seat].struck:
            # All attacks of the turn are cancelled by a strike, and those on the board with them (p. 2).
            plan = plan.changed(attacks=())
        attacks += [Attack(seat, planet, target, plan.seize == planet) for planet, target in plan.attacks]
        paid = 3 * (plan.seize >= 0) + plan.bribe + plan.initiative
        state = gain(state, seat, "credits", -paid, "bribes")
    state = _revealed(state.changed(phase="alpha", attacks=tuple(attacks)))
    counts = attack_counts(state)
    open_planets = [planet for planet in range(PLANET_COUNT) if planet != state.storm]
    fewest = min(counts[planet] for planet in open_planets)
    tied = tuple(planet for planet in open_planets if counts[planet] == fewest)
    if len(tied) == 1:
        return resolve_target(state, tied[0], "fewest")
    choosers = top_bribers(state, tied)
    return state.changed(step=AlphaStep(tied, choosers, lot=not choosers))


def _revealed(state: State) -> State:
    """Notes what was planned and all see now: the turn order, attacks, and what bribes Alpha Security."""
    state = state.noted("order", more=state.track)
    for seat in state.track:
        plan = state.corps[seat].plan
        assert plan is not None
        if plan.initiative:
            state = state.noted("initiative", seat=seat, number=plan.initiative)
        if plan.bribe:
            state = state.noted("alpha-bribe", seat=seat, number=plan.bribe)
    for attack in state.attacks:
        kind = "attack-seized" if attack.seized else "attack"
        state = state.noted(kind, seat=attack.attacker, planet=attack.planet, whom=attack.target)
    return state if state.attacks else state.noted("no-attacks")


def top_bribers(state: State, tied: tuple[int, ...]) -> tuple[int, ...]:
    """Who bribed most of those that the choice concerns: they attack or are attacked on a tied planet."""
    concerned = {
        seat for attack in state.attacks if attack.planet in tied for seat in (attack.attacker, attack.target)
    }
    bribes = {seat: plan.bribe for seat in concerned if (plan := state.corps[seat].plan) and plan.bribe}
    most = max(bribes.values(), default=0)
    return tuple(seat for seat in state.track if bribes.get(seat) == most and most)


def resolve_target(state: State, planet: int, why: str, seat: int = -1) -> State:
    """Steps 2 to 4: attacks there are cancelled for 3 credits each, peaceful planets prosper, attacks cost
    prestige and win prosperity. why: "fewest" attacks, a "bribe" (by that seat) or the "lot"."""
    state = state.noted("security", seat=seat, planet=planet, more=(why, attack_counts(state)))
    kept = []
    for attack in state.attacks:
        if attack.planet == planet:
            state = gain(state, attack.attacker, "credits", REFUND_CREDITS, "alpha security")
            state = state.noted("refund", seat=attack.attacker, planet=planet, number=REFUND_CREDITS)
        else:
            kept.append(attack)
    state = state.changed(attacks=tuple(kept), target=planet, step=None)
    fought = {attack.planet for attack in kept}
    prosperity = tuple(
        tokens + (at not in fought and at != state.storm) for at, tokens in enumerate(state.prosperity)
    )
    state = state.changed(prosperity=prosperity)
    if grown := tuple(at for at in range(PLANET_COUNT) if at not in fought and at != state.storm):
        state = state.noted("prosper", more=grown)
    for seat in state.track:
        own = sum(attack.attacker == seat for attack in kept)
        if own:
            state = state.noted("attack-price", seat=seat, number=own)
            state = gain(state, seat, "prestige", -own, "attacks")
    # Whoever went on strike by that has no attacks any more.
    for attack in state.attacks:
        tokens = state.prosperity[attack.planet]
        if tokens:
            state = gain(state, attack.attacker, "vp", tokens, "prosperity")
            state = state.noted("prosperity", seat=attack.attacker, planet=attack.planet, number=tokens)
    fought = {attack.planet for attack in state.attacks}
    return state.changed(
        prosperity=tuple(0 if at in fought else tokens for at, tokens in enumerate(state.prosperity))
    )


class SendingSecurity(Stage):
    """The highest bribers each say where Alpha Security goes."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        answered = dict(state.step.chosen)
        return tuple(seat for seat in state.step.choosers if seat not in answered)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        text = _("{player}: which planet does Alpha Security go to?", player=state.corps[seat].name)
        return ask(ChooseTarget, seat, text, PAGE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return tuple(
            Option(ChooseTarget(seat, planet), planet_words(state.book, planet)) for planet in state.step.tied
        )


class DrawingTarget(Stage):
    """The lot decides."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return (None,)

    def question(self, state: State, seat: int | None) -> Question:
        tied = state.step.tied
        draw = Draw(
            "alpha-security",
            1,
            tuple(f"{LOT}{planet + 1}" for planet in tied),
            words=_("Draw the planet that Alpha Security goes to"),
            names=tuple(planet_words(state.book, planet) for planet in tied),
        )
        return ask(DrawTarget, None, draw.words + ".", PAGE, draw=draw)


SENDING_SECURITY, DRAWING_TARGET = SendingSecurity(), DrawingTarget()


class AlphaSecurity(Phase):
    key = "alpha"

    def stage(self, state: State) -> Stage | None:
        step = state.step
        if step is None:
            return None
        assert isinstance(step, AlphaStep)
        return DRAWING_TARGET if step.lot else SENDING_SECURITY


def resolution_order(state: State) -> tuple[int, ...]:
    """The planets in the order in which they are resolved (p. 6)."""
    fought = {attack.planet for attack in state.attacks}
    storm = -1 if state.storm is None else state.storm
    clockwise = [(storm + 1 + step) % PLANET_COUNT for step in range(PLANET_COUNT)]
    first = next((planet for planet in clockwise if planet not in fought and planet != storm), clockwise[0])
    around = tuple((first + step) % PLANET_COUNT for step in range(PLANET_COUNT))
    if state.option("planet-order") != "biggest-last":
        return around
    number = {planet: sum(attack.planet == planet for attack in state.attacks) for planet in around}

    def key(planet: int) -> tuple[int, int, int]:
        kind = 0 if planet not in fought and planet != storm else 1 if planet == storm else 2
        return (kind, number[planet] if kind == 2 else 0, around.index(planet))

    return tuple(sorted(around, key=key))


def without_revealed(state: State) -> State:
    """The plans without what lay there for Alpha Security: it is paid."""
    for seat in state.seats:
        state = with_plan(state, seat, bribe=0, initiative=0, seize=-1)
    return state
