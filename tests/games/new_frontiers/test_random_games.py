"""Tests of invariants of New Frontiers: 2 to 5 players, first and later games, with and without goals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import Decision, Illegal, decision_to_json, setup_from_json
from companion.games.contract.gate import check_legal
from companion.games.contract.setup import setup_to_json
from companion.games.new_frontiers.rules.actions.consume import UseConsumePower
from companion.games.new_frontiers.rules.actions.develop import FULL_MAT
from companion.games.new_frontiers.rules.actions.goals import KeepGoal
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.actions.trade_consume import StockpileCredits
from companion.games.new_frontiers.rules.endings import EMPTY_POOL, FEW_COLONISTS, FULL_EMPIRE
from companion.games.new_frontiers.rules.scoring import CHIPS
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.settling import CONTACT, CREDITS, MILITARY
from companion.games.new_frontiers.rules.setup import new
from companion.games.new_frontiers.rules.spending import SpendGoods
from companion.games.new_frontiers.rules.state import GOODS, State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.simulation.simulate import new_game, steps
from tests.default_run import examples
from tests.games.new_frontiers.build import GAME, drawn


def _start(players: int, seed: int, game: str, goals: str, turns: str) -> State:
    state: State = new_game(GAME, players, (("game", game), ("goals", goals), ("turns", turns)), Random(seed))
    return state


def _answer(state: State, rng: Random) -> Decision:
    question = rng.choice(GAME.questions(state))
    if question.draw is not None:
        return drawn(state, tuple(rng.sample(question.draw.pool, question.draw.count)))
    return rng.choice(GAME.options(state, question.player)).decision


def _states(state: State, seed: int) -> Iterator[tuple[State, Decision, State]]:
    """The steps of a whole game; fails when it does not end."""
    rng = Random(seed)
    for _ in range(3000):
        if GAME.phase(state).over:
            return
        decision = _answer(state, rng)
        after = GAME.play(state, decision)
        yield state, decision, after
        state = after
    raise AssertionError("the game does not end")


games = given(
    players=st.integers(2, 5),
    seed=st.integers(0, 2**32),
    game=st.sampled_from(("first", "later")),
    goals=st.sampled_from(("no", "yes")),
    turns=st.sampled_from(("order", "together")),
)
few = settings(max_examples=examples(25), deadline=None)


# --- conservation ---------------------------------------------------------------------------------------


def _check_goods(state: State) -> None:
    held = Counter(dict(zip(KINDS, state.supply.goods, strict=True)))
    for empire in state.empires:
        held.update(colony.good for colony in empire.colonies if colony.good is not None)
        held.update(empire.stockpile.goods)
    assert tuple(held[kind] for kind in KINDS) == GOODS
    assert min(state.supply.goods) >= 0


def _check_colonists_and_chips(state: State) -> None:
    all_of_them = 12 * len(state.empires)
    on_tiles = sum(colony.colonists for empire in state.empires for colony in empire.colonies)
    assert state.supply.colonists + on_tiles + sum(e.colonists for e in state.empires) == all_of_them
    assert min(state.supply.colonists, *(e.colonists for e in state.empires)) >= 0
    chips = sum(empire.chips for empire in state.empires)
    assert chips == all_of_them - state.supply.vp + state.supply.vp_tens
    assert state.supply.vp_tens == 0 or state.supply.vp == 0
    assert all(empire.credits >= 0 for empire in state.empires)


def _check_tiles(state: State) -> None:
    worlds = [*state.bag, *state.center, *(state.doing.returning if state.doing is not None else ())]
    for empire in state.empires:
        worlds += [*empire.explored, *empire.stockpile.worlds]
        worlds += [c.world for c in empire.colonies if not state.catalogue.world(c.world).is_home]
    assert Counter(worlds) == Counter(list(state.catalogue.worlds))
    owned = Counter(id for empire in state.empires for id in empire.developments)
    begun = dict(new(state.catalogue, state.setup).supply.developments)
    assert {id: left + owned[id] for id, left in state.supply.developments} == begun
    assert all(len(set(empire.developments)) == len(empire.developments) for empire in state.empires)


def _check_goals(state: State) -> None:
    if not any(tile.name == "goals" for tile in state.actions):
        assert state.goal_stack == ()
        return
    seen = [goal for empire in state.empires for goal in (*empire.goals, empire.hidden_goal) if goal]
    seen += [goal for goal in state.goal_stack if goal]
    drawn = state.doing.goals if state.doing is not None else ()
    to_draw = state.doing.draw if state.doing is not None and state.doing.action == "goals" else 0
    assert len({*seen, *drawn}) == len(seen) + len(drawn)
    assert len(seen) + len(drawn) + to_draw + state.goal_stack.count("") == len(state.catalogue.goals)
    assert sum(empire.hidden_goal is not None for empire in state.empires) <= 1


def _check_track(state: State) -> None:
    players = len(state.empires)
    disks = Counter((disk.player, disk.number) for disk in state.disks)
    numbers = (0, 1) if players == 2 else (0,)
    assert disks == Counter((player, number) for player in range(players) for number in numbers)
    moved = [disk.done or disk.half for disk in state.disks]
    assert moved == sorted(moved, reverse=True)
    halves = sum(disk.half for disk in state.disks)
    assert halves == (state.doing is not None and state.doing.action != "homes")


def _check_limits(state: State) -> None:
    """Between actions no player has more than nine worlds and colonies, and nothing is marked as new."""
    if state.doing is None:
        for empire in state.empires:
            assert len(empire.explored) == 0 or len(empire.explored) + len(empire.colonies) <= 9
            assert not any(colony.new for colony in empire.colonies)
            assert empire.new_developments == ()
        assert state.center == ()


def check_everything(state: State) -> None:
    """Goods, colonists, chips and tiles are complete, and nothing is in an impossible place."""
    _check_goods(state)
    _check_colonists_and_chips(state)
    _check_tiles(state)
    _check_goals(state)
    _check_track(state)
    _check_limits(state)


@games
@few
def test_goods_colonists_chips_and_tiles_are_conserved(
    players: int, seed: int, game: str, goals: str, turns: str
) -> None:
    for _, _, state in _states(_start(players, seed, game, goals, turns), seed):
        check_everything(state)


# --- questions, options, play ---------------------------------------------------------------------------


@games
@few
def test_options_are_empty_exactly_when_nothing_is_asked_and_all_can_be_played(
    players: int, seed: int, game: str, goals: str, turns: str
) -> None:
    for state, _, _ in _states(_start(players, seed, game, goals, turns), seed):
        asked = {question.player for question in GAME.questions(state) if question.draw is None}
        for player in range(players):
            options = GAME.options(state, player)
            assert bool(options) == (player in asked)
            found = [option.decision for option in options]
            assert len(set(found)) == len(found)
            for option in options:
                assert option.decision.player == player
                assert option.words
                assert option.tile is None or option.tile in state.catalogue
                after = GAME.play(state, option.decision)
                assert after != state
                assert GAME.phase(after).over or GAME.questions(after)
                assert GAME.words(state, option.decision).startswith(state.empires[player].name)
                assert GAME.decision(decision_to_json(option.decision)) == option.decision


@games
@few
def test_every_answer_that_is_not_offered_is_refused_with_a_sentence(
    players: int, seed: int, game: str, goals: str, turns: str
) -> None:
    """With the answers of the whole game, each by each player, and variations of the offered ones."""
    played = [
        (state, decision) for state, decision, _ in _states(_start(players, seed, game, goals, turns), seed)
    ]
    others = [decision for _, decision in played if decision.player is not None]
    rng = Random(seed)
    for state, _ in rng.sample(played, min(25, len(played))):
        offered = {o.decision for player in range(players) for o in GAME.options(state, player)}
        tried = [
            replace(one, player=rng.randrange(players)) for one in rng.sample(others, min(40, len(others)))
        ]
        tried += [vary for one in offered for vary in _variations(state, one, rng)]
        for decision in tried:
            if decision in offered:
                continue
            with pytest.raises(Illegal) as refusal:
                check_legal(GAME, state, decision)
            assert refusal.value.sentence[-1] in ".?"
            assert refusal.value.page is not None


def _variations(state: State, decision: Decision, rng: Random) -> list[Decision]:
    """The decision with another world, colony or number."""
    worlds = [*state.catalogue.worlds, *(c.world for e in state.empires for c in e.colonies)]
    varied: list[Decision] = []
    for field in ("world", "colony", "home", "development", "goal", "action", "tile", "onto"):
        if hasattr(decision, field):
            varied.append(replace(decision, **{field: rng.choice(worlds)}))
            varied.append(replace(decision, **{field: "unheard of"}))
    if isinstance(decision, SettleWorld):
        varied += [replace(decision, pay=pay) for pay in (CREDITS, MILITARY, CONTACT)]
        varied += [replace(decision, kind=kind) for kind in (*KINDS, None)]
    if isinstance(decision, UseConsumePower | SpendGoods):
        varied += [replace(decision, power=7), replace(decision, colonies=()), replace(decision, tile="P0")]
    if isinstance(decision, StockpileCredits):
        varied += [replace(decision, credits=n) for n in (-1, 0, 99)]
    if isinstance(decision, KeepGoal):
        varied += [replace(decision, back=())]
    return varied


@games
@settings(max_examples=examples(8), deadline=None)
def test_playing_again_gives_the_same_game_and_changes_no_earlier_state(
    players: int, seed: int, game: str, goals: str, turns: str
) -> None:
    start = _start(players, seed, game, goals, turns)
    first = repr(start)
    decisions = []
    texts = []
    states = [start]
    for _, decision, state in _states(start, seed):
        decisions.append(decision)
        states.append(state)
        texts.append(repr(state))
    assert repr(start) == first
    assert [repr(state) for state in states[1:]] == texts
    again = GAME.new(setup_from_json(setup_to_json(start.setup)))
    for decision, state in zip(decisions, states[1:], strict=True):
        again = GAME.play(again, GAME.decision(decision_to_json(decision)))
        assert again == state


@games
@settings(max_examples=examples(10), deadline=None)
def test_each_player_selects_once_a_round_and_with_two_players_twice(
    players: int, seed: int, game: str, goals: str, turns: str
) -> None:
    selected: Counter[tuple[int, int | None]] = Counter()
    for state, decision, _ in _states(_start(players, seed, game, goals, turns), seed):
        if isinstance(decision, SelectAction):
            selected[state.round, decision.player] += 1
    assert set(selected.values()) == {2 if players == 2 else 1}


# --- the end --------------------------------------------------------------------------------------------


def test_each_of_the_four_ends_ends_games_p9() -> None:
    """With sensible players: random ones run out of colonists before anything else."""
    reached: Counter[str] = Counter()
    client = GAME.players["sensible"]
    for seed in range(30):
        rng = Random(seed)
        state = _start(2 + seed % 4, seed, "first", "no", "order")
        for step in steps(GAME, state, client, rng):
            state = step.after
        assert GAME.phase(state).endings
        reached.update(GAME.phase(state).endings)
        if len(reached) == 4:
            break
    assert set(reached) == {FULL_MAT, FULL_EMPIRE, FEW_COLONISTS, EMPTY_POOL}


@games
@settings(max_examples=examples(10), deadline=None)
def test_a_game_ends_with_the_round_in_which_a_condition_is_met_p9(
    players: int, seed: int, game: str, goals: str, turns: str
) -> None:
    met = None
    for _, _, state in _states(_start(players, seed, game, goals, turns), seed):
        if state.endings and met is None:
            met = state.round
        if met is not None:
            assert state.round == met
    assert state.over
    _check_sheet(state)


def _check_sheet(state: State) -> None:
    """The lines add up to the total; the most points win, and wealth decides ties (p. 10)."""
    sheet = GAME.score(state)
    assert sheet.final
    for player, empire in zip(sheet.players, state.empires, strict=True):
        terms = [term for line in player.lines for term in line.why.terms]
        assert sum(term.value for term in terms) == player.total
        assert [line.why.total for line in player.lines if line.source == CHIPS] == [empire.chips]
        wealth = empire.credits + sum(colony.good is not None for colony in empire.colonies)
        better = [
            (other.total, other_empire.credits + sum(c.good is not None for c in other_empire.colonies))
            > (player.total, wealth)
            for other, other_empire in zip(sheet.players, state.empires, strict=True)
        ]
        assert player.winner == (player.rank == 1) == (not any(better))
        assert player.rank == 1 + sum(better)
