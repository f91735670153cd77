"""Judges the key of questions asked ahead by playing on: `python -m tests.lessons.ahead_moments 10000`.

At a moment of a simulated game somebody who is not waited for is asked. The oracle lets the others do what
the question supposes and reads the engine's own answer there: the price at an option, the goods that came,
whether a world can be settled. It shares no line with the key.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from companion import games
from companion.games.a_new_frontier.rules.state import gain
from companion.games.contract import decision_to_json
from companion.games.contract.asked_ahead import AskedAhead
from companion.games.contract.rules import options_held
from companion.simulation.simulate import Stuck, new_game, steps

MOST_STEPS = 200
Said = str | None
"""The engine's answer, as one of the three; None: the question could not be brought about here."""


def waited_for(game: Any, state: Any) -> set[int]:
    asked = (q for q in game.questions(state) if not (q.optional or q.answered))
    return {q.player for q in asked if q.player is not None}


def answers(game: Any, state: Any, seat: int, do: str, **fields: Any) -> list[Any]:
    """The options of a seat with these values."""
    wanted = {"do": do, **fields}
    found = []
    for option in game.options(state, seat):
        data = decision_to_json(option.decision)
        if all(data.get(name) == value for name, value in wanted.items()):
            found.append(option)
    return found


def played_on(game: Any, state: Any, seat: int, until: str, client: Any, rng: Random) -> Any:
    """The state in which this seat is asked `until`; None: that does not come before the round ends. The seat
    itself does as little as it can on the way."""
    begun = game.phase(state).round
    dealer = game.dealer
    hands = None if dealer is None else dealer.deal(state, rng)
    for _step in range(MOST_STEPS):
        phase = game.phase(state)
        if phase.over or phase.round != begun:
            return None
        asked = [q for q in game.questions(state) if not q.optional]
        if any(q.player == seat and q.kind == until for q in asked):
            return state
        if not asked:
            return None
        question = next((q for q in asked if q.player != seat), asked[0])
        if question.chance is not None:
            decision = game.answer(state, question, question.chance.sample(rng))
        else:
            options, hand = options_held(game, hands, state, question)
            least = [o for o in options if decision_to_json(o.decision)["do"] in ("place-nothing", "pass")]
            if question.player == seat and least:
                decision = least[0].decision
            else:
                known = game.view(state, question.player)
                decision = client.choose(game, known, question, options, rng, hand)
        after = game.play(state, decision)
        if dealer is not None:
            hands = dealer.follow(hands, state, decision, after, rng)
        state = after
    return None


def goods_of(game: Any, state: Any, seat: int) -> int:
    return sum(
        fact.value not in ("no", "none")
        for fact in game.facts(state)
        if fact.path.startswith(f"good/{seat}/")
    )


# --- New Frontiers


def new_frontiers(game: Any, state: Any, seat: int, asked: AskedAhead, rng: Random) -> Said:
    selecting = [q for q in game.questions(state) if q.kind == "select-action"]
    action = {"price": "develop", "goods": "produce", "settle": "settle", "sale": "trade-consume"}[asked.id]
    if not selecting:
        return None
    chosen = answers(game, state, selecting[0].player, "select-action", action=action)
    if not chosen:
        return None
    after, client = game.play(state, chosen[0].decision), game.players["random"]
    if asked.id == "goods":
        before = goods_of(game, state, seat)
        for step in steps(game, after, client, rng):
            if goods_of(game, step.before, seat) != before or game.phase(step.before).key == "select":
                after = step.before
                break
            after = step.after
        return str(goods_of(game, after, seat) - before)
    kind = {"price": "develop", "settle": "settle", "sale": "trade"}[asked.id]
    there = played_on(game, after, seat, kind, client, rng)
    if there is None:
        return None
    if asked.id == "settle":
        can = {
            game.reference.tile_words(o.decision.world).name
            for o in answers(game, there, seat, "settle-world")
        }
        both = [name for name in asked.answers[:2] if name in can]
        return both[0] if len(both) == 1 else asked.answers[2] if not both else "both"
    for about in (*game.options(there, seat), *game.refusals(there, seat)):
        name = about.tile and getattr(game.reference.tile_words(about.tile), "name", "")
        if name and f" {name}" in asked.words and about.why:
            return str(about.why[0].total)
    return None


# --- Race for the Galaxy


def race(game: Any, state: Any, seat: int, asked: AskedAhead, rng: Random) -> Said:
    if not any(q.kind == "choose-actions" for q in game.questions(state)):
        return None
    wanted = {
        "development": "develop", "world": "settle", "conquer": "settle", "goods": "produce", "sale": "",
    }[asked.id]  # fmt: skip
    chosen = state.empires[seat].chosen
    if (asked.id == "sale") != any("trade" in one for one in chosen):
        return None
    if wanted and any(wanted in one for one in chosen):
        return None
    if asked.id == "goods" and any("consume" in one for empire in state.empires for one in empire.chosen):
        return None  # goods are used before Produce begins
    if asked.id == "sale":
        wanted = "explore-5"
    while any(q.kind == "choose-actions" and not q.answered for q in game.questions(state)):
        other = next(q.player for q in game.questions(state) if q.kind == "choose-actions" and not q.answered)
        those = [o for o in game.options(state, other) if wanted in str(decision_to_json(o.decision))]
        if other == seat or not those:
            return None
        state = game.play(state, those[0].decision)
    client, before = game.players["random"], goods_of(game, state, seat)
    if asked.id == "goods":
        for step in steps(game, state, client, rng):
            came = goods_of(game, step.after, seat) - goods_of(game, step.before, seat)
            if game.phase(step.after).round != game.phase(state).round or came > 0:
                lying = [[held.card for held in it.empires[seat].tableau] for it in (state, step.after)]
                placed = lying[0] != lying[1]
                changed = goods_of(game, step.before, seat) != before
                windfall = step.after.phase != "produce" and step.after.at >= 0
                return None if placed or changed or windfall else str(max(came, 0))
        return None
    kind = {"development": "place-development", "sale": "trade-good"}.get(asked.id, "place-world")
    there = played_on(game, state, seat, kind, client, rng)
    if there is None:
        return None
    if asked.id == "conquer":
        military = {
            there.card(option.tile).name
            for option in game.options(there, seat)
            if option.tile and option.why and option.why[0].label.startswith("Military against")
        }
        both = [name for name in asked.answers[:2] if name in military]
        return both[0] if len(both) == 1 else asked.answers[2] if not both else "both"
    for about in (*game.options(there, seat), *game.refusals(there, seat)):
        name = "" if about.tile is None else there.card(about.tile).name
        if name and name in asked.words and about.why:
            return str(about.why[0].total)
    return None


# --- A New Frontier


def a_new_frontier(game: Any, state: Any, seat: int, asked: AskedAhead, rng: Random) -> Said:
    corp = state.corps[seat]
    if asked.id == "strike":
        for attacks in range(1, 4):
            lost = state
            for _attack in range(attacks):
                lost = gain(lost, seat, "prestige", -1, "attack")
            if lost.corps[seat].vp < corp.vp:
                return str(attacks)
        return None
    planet = max(range(len(corp.fleets)), key=lambda it: len(corp.fleets[it]))
    for step in steps(game, state, game.players["random"], rng):
        if game.phase(step.after).round != game.phase(state).round:
            return None
        before, after = step.before.corps[seat], step.after.corps[seat]
        if asked.id == "influence" and step.after.influence and not step.before.influence:
            same = before.prestige == corp.prestige == after.prestige
            return str(step.after.influence[seat]) if same else None
        if asked.id == "maintenance" and step.before.step and step.after.step != step.before.step:
            new = step.after.log.events[len(step.before.log.events) :]
            told = [it for it in new if (it.kind, it.seat, it.planet) == ("maintenance", seat, planet)]
            if told:
                same = len(before.fleets[planet]) == len(corp.fleets[planet]) == len(after.fleets[planet])
                return str(told[-1].number) if same else None
    return None


ORACLES = {"new-frontiers": new_frontiers, "race-for-the-galaxy": race, "a-new-frontier": a_new_frontier}


def moments(name: str, seed: int) -> Iterator[tuple[Any, Any, int, AskedAhead, Random]]:
    """What newcomers can be asked in simulated games, each with its state and seat."""
    game: Any = games.load(name)
    for number in count():
        rng = Random(f"{seed}/{number}")
        low, high = game.seats
        state = new_game(game, low + number % (high - low + 1), (), rng)
        client = game.players[("sensible", "random")[number % 2]]
        try:
            for step in steps(game, state, client, rng):
                if rng.random() > 0.25 or game.phase(step.after).over:
                    continue
                asked_now = waited_for(game, step.after)
                seats = [seat for seat in range(len(game.score(step.after).players)) if seat not in asked_now]
                if not asked_now or not seats:
                    continue
                seat = rng.choice(seats)
                for asked in game.lessons.ask_ahead(game.view(step.after, None), seat):
                    yield game, step.after, seat, asked, Random(f"{seed}/{number}/{asked.id}")
        except Stuck:
            continue


def judge(name: str, wanted: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """(judged by kind, what was wrong) of so many moments that the oracle could bring about."""
    judged: Counter[str] = Counter()
    wrong: list[str] = []
    for game, state, seat, asked, rng in moments(name, seed):
        try:
            said = ORACLES[name](game, state, seat, asked, rng)
        except Stuck:
            continue
        if said is None:
            continue
        judged[asked.id] += 1
        if said != asked.answers[asked.right]:
            wrong.append(
                f"{asked.words} {asked.answers} key {asked.answers[asked.right]}, engine {said}: {asked.why}"
            )
        if sum(judged.values()) >= wanted:
            return judged, wrong
    raise AssertionError("unreachable")


if __name__ == "__main__":
    each = int(sys.argv[1]) // 3
    for name in games.names():
        judged, wrong = judge(name, each)
        print(name, dict(judged), f"{len(wrong)} wrong", flush=True)
        for one in wrong[:10]:
            print("  ", one)
