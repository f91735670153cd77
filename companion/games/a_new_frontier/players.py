"""Computer players: one answers at random, one plays soberly. They know what their seat knows."""

from __future__ import annotations

from random import Random

from companion.games.a_new_frontier.rules import planning_board, plans, research, techs
from companion.games.a_new_frontier.rules.fight.might import offered_might
from companion.games.a_new_frontier.rules.moves import PlacedTokens
from companion.games.a_new_frontier.rules.politics_state import SIDES
from companion.games.a_new_frontier.rules.state import AREAS, PLANET_COUNT, Plan, State, for_show, stock_of
from companion.games.contract import Client, Decision, Game, Option, Question
from companion.games.contract.random_player import form_answer


def options_for_question(question: Question, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options that answer this question, not one that may be answered at any time."""
    return tuple(option for option in options if option.decision.do == question.kind) or options


def random_plan(state: State, seat: int, rng: Random) -> Plan:
    """Any legal plan: actions by chance, credits as far as they go."""
    corp = state.corps[seat]
    left = plans.actions_of(state)
    open_planets = [planet for planet in range(PLANET_COUNT) if planet != state.storm]
    others = [other for other in state.seats if other != seat]
    attacks = tuple(
        (planet, rng.choice(others))
        for planet in sorted(rng.sample(open_planets, rng.randint(0, min(3, left, len(open_planets)))))
    )
    left -= len(attacks)
    credits = corp.credits
    builds = []
    for planet in open_planets:
        if left and rng.random() < 0.6:
            ships = []
            for _n in range(rng.randint(0, planning_board.ships_per_build(corp))):
                ship = rng.choice([s for s in state.book.ships.values() if not s.factions_only])
                if ship.cost <= credits and stock_of(state, ship.id) > 4:
                    ships.append(ship.id)
                    credits -= ship.cost
            builds.append((planet, tuple(sorted(ships))))
            left -= 1
    actions = [0, 0, 0, 0]
    while left and not state.last_turn and rng.random() < 0.9:
        at = rng.randrange(len(AREAS))
        if actions[at] < 2:
            actions[at] += 1
            left -= 1
    bids = [0, 0, 0, 0]
    for at in range(len(AREAS)):
        if actions[at] and credits and rng.random() < 0.25:
            bids[at] = rng.randint(1, min(2, credits))
            credits -= bids[at]
    levels = 0
    if actions[3] == 2:
        levels = rng.randint(0, min(plans.MAX_LEVELS_BOUGHT, credits // plans.LEVEL_COST))
        credits -= levels * plans.LEVEL_COST
    bribe = rng.randint(0, min(2, credits)) if rng.random() < 0.3 else 0
    credits -= bribe
    seize = rng.choice(attacks)[0] if attacks and credits >= plans.SEIZE_COST and rng.random() < 0.2 else -1
    credits -= plans.SEIZE_COST * (seize >= 0)
    trades = min(len(corp.colonies), credits // plans.TRADE_COST) if not state.last_turn else 0
    credits -= trades * plans.TRADE_COST
    relocation = not state.last_turn and credits >= plans.RELOCATION_COST and rng.random() < 0.1
    a, b, c, d = actions
    e, f, g, h = bids
    return Plan(
        attacks, tuple(builds), (a, b, c, d), (e, f, g, h), bribe, 0, seize, levels, trades, relocation
    )


def sensible_plan(state: State, seat: int, rng: Random) -> Plan:
    """Builds and researches, attacks little while prestige is low, and keeps some credits."""
    corp = state.corps[seat]
    plan = random_plan(state, seat, rng)
    if corp.prestige < 5 or state.turn == 1:
        plan = Plan(
            plan.attacks[:1],
            plan.builds,
            plan.actions,
            plan.bids,
            plan.bribe,
            0,
            plan.seize if plan.attacks[:1] and plan.seize == plan.attacks[0][0] else -1,
            plan.levels,
            plan.trades,
            plan.relocation,
        )
    return plan


def random_techs(state: State, seat: int, levels: int, rng: Random, greedy: bool) -> tuple[str, ...]:
    """Technologies that may be taken together, within the levels."""
    left = research.allowed_levels(state, seat, levels)
    mine = techs.owned(state, seat)
    chosen: list[str] = []
    free = state.step.taking_free is not None
    while left > 0:
        ready = [
            tech
            for tech in state.book.techs.values()
            if tech.level <= left
            and tech.id not in mine
            and (tech.level == 1 or not free)
            and techs.copies_left(state, tech) > 0
            and techs.branch_ready(tech, mine)
        ]
        if not ready or (not greedy and rng.random() < 0.1):
            break
        tech = max(ready, key=lambda each: (each.level, rng.random())) if greedy else rng.choice(ready)
        chosen.append(tech.id)
        mine |= {tech.id}
        left -= tech.level
    return tuple(chosen)


class RandomPlayer:
    """Any legal answer."""

    greedy = False

    def choose(
        self,
        game: Game[State],
        state: State,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        seat, state = question.player, for_show(state)  # what nobody told counts for nothing
        assert seat is not None
        if question.kind == "plan":
            return game.answer(state, question, self.laid(state, seat, question, rng))
        if question.kind == "choose-techs":
            levels = state.step.levels
            return game.answer(state, question, random_techs(state, seat, levels, rng, self.greedy))
        if question.kind == "vote":
            return game.answer(state, question, self.fist(state, seat, question, rng))
        if question.form is None:
            return self.pick(options_for_question(question, options), rng)
        return game.answer(state, question, self.value(game, state, question, rng))

    def laid(self, state: State, seat: int, question: Question, rng: Random) -> PlacedTokens:
        """A plan on the board; without ships if others were faster to take the last of a kind (p. 5)."""
        plan = self.plan(state, seat, rng)
        laid = plans.laid_of(plan)
        if question.form is None or not question.form.problem(laid):
            return laid
        mines_only = tuple((planet, ()) for planet, _ships in plan.builds)
        struck = state.corps[seat].struck
        attacks, seize = ((), -1) if struck else (plan.attacks, plan.seize)
        return plans.laid_of(plan.changed(builds=mines_only, attacks=attacks, seize=seize))

    def plan(self, state: State, seat: int, rng: Random) -> Plan:
        return random_plan(state, seat, rng)

    def fist(
        self, state: State, seat: int, question: Question, rng: Random
    ) -> tuple[tuple[str, str, int], ...]:
        """A vote with one token; for one's own agenda, and more for it, when one proposed."""
        assert question.form is not None
        counts = {token.id: token.count for token in question.form.tokens}  # type: ignore[union-attr]
        pair = state.step.rounds[0]
        side = pair.index(seat) if seat in pair else rng.randrange(2)
        influence = rng.randint(0, counts.get("influence", 0))
        laid = [(SIDES[side], "fist", 1)]
        if influence:
            laid.append(("influence", "fist", influence))
        if "stake" in counts and rng.random() < 0.5:
            laid.append(("stake", "fist", 1))
        return tuple(laid)

    def pick(self, options: tuple[Option, ...], rng: Random) -> Decision:
        return rng.choice(options).decision

    def value(self, game: Game[State], state: State, question: Question, rng: Random) -> object:
        """A value of the form that the rules take."""
        form = question.form
        assert form is not None
        if question.kind in ("tell-strength", "tell-might"):
            return form.usual or form.lowest  # type: ignore[union-attr]
        if question.kind == "lose-ships":
            items = [item.id for item in form.items]  # type: ignore[union-attr]
            seat = question.player
            fight = state.step.fight
            assert seat is not None
            might = fight.mights[seat]
            if might is None:
                might = offered_might(state, fight, seat)
            expected = state.book.from_row(state.book.casualties, might)
            return tuple(rng.sample(items, min(len(items), expected)))
        if question.kind == "divide-fleet":
            return form.usual
        return form_answer(game, state, question, rng).value


class SensiblePlayer(RandomPlayer):
    """Prefers what is likely to bring points."""

    greedy = True

    def plan(self, state: State, seat: int, rng: Random) -> Plan:
        return sensible_plan(state, seat, rng)

    def pick(self, options: tuple[Option, ...], rng: Random) -> Decision:
        best = max(option.likely for option in options)
        return rng.choice([option for option in options if option.likely == best]).decision


PLAYERS: dict[str, Client[State]] = {"random": RandomPlayer(), "sensible": SensiblePlayer()}
