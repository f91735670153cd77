"""Tests of invariants of every game: 2 to 4 players, all options, with a real deck behind the counts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import Correction, Illegal, decision_to_json, setup_from_json
from companion.games.contract.setup import setup_to_json
from companion.games.race_for_the_galaxy.dealer import RaceDealer
from companion.games.race_for_the_galaxy.dealt_cards import all_cards
from companion.games.race_for_the_galaxy.rules.checks import cards_counted
from companion.games.race_for_the_galaxy.rules.state import HAND_LIMIT, State
from companion.games.race_for_the_galaxy.rules.steps import StepBack
from companion.simulation.simulate import SimulatedStep, new_game, simulate
from tests.default_run import examples, first_by_default, many
from tests.games.race_for_the_galaxy.build import GAME

OPTION_SETS = (
    (),
    (("game", "first"),),
    (("two-players", "experienced"),),
    (("start", "choice"), ("start-worlds", "eleven")),
    (("edition", "first"),),
)
DEALER = RaceDealer()


def played(
    players: int, seed: object, options=(), kind: str = "random"
) -> Iterator[tuple[SimulatedStep, object]]:
    """A whole game, decision by decision, each with the real cards after it."""
    rng = Random(f"cards {seed}")
    state: State = new_game(GAME, players, options, rng)
    hands = DEALER.deal(state, rng)
    client = GAME.players[kind]
    for _ in range(5000):
        if GAME.phase(state).over:
            return
        question = rng.choice([one for one in GAME.questions(state) if not one.optional])
        options_ = DEALER.options(hands, state, question)
        held = DEALER.hand(hands, question.player)
        known = GAME.view(state, question.player)
        decision = client.choose(GAME, known, question, options_, rng, held)
        after = GAME.play(state, decision)
        hands = DEALER.follow(hands, state, decision, after, rng)
        yield SimulatedStep(state, decision, after), hands
        state = after
    raise AssertionError("the game does not end")


def check_counts(step: SimulatedStep, hands) -> None:
    """Checks that cards, goods and chips are where the counts say, each card once."""
    state = step.after
    assert GAME.check(state) == ()
    assert cards_counted(state) == len(state.catalogue)
    cards = all_cards(hands, state)
    assert len(cards) == len(set(cards)) == len(state.catalogue)
    assert [len(cards) for cards in hands.hands] == [empire.hand for empire in state.empires]
    assert (len(hands.deck), len(hands.discards)) == (state.supply, state.discards)
    assert {world for world, _card in hands.goods} == {w for e in state.empires for w in e.goods}


@pytest.mark.parametrize("number", first_by_default(range(40), 15))
def test_cards_goods_and_chips_are_conserved(number):
    for step, hands in played(2 + number % 3, number, OPTION_SETS[number % len(OPTION_SETS)]):
        check_counts(step, hands)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, many(10_000), 500))  # in parts, which workers share
def test_in_thousands_of_games_everything_is_conserved(first):
    for number in range(first, first + 500):
        for step, hands in played(2 + number % 3, f"slow {number}", OPTION_SETS[number % len(OPTION_SETS)]):
            check_counts(step, hands)


@pytest.mark.parametrize("number", range(6))
def test_sensible_players_end_their_games(number):
    for step, hands in played(2 + number % 3, number, OPTION_SETS[number % len(OPTION_SETS)], "sensible"):
        check_counts(step, hands)


@pytest.mark.slow
def test_sensible_players_score_more_in_fewer_rounds():
    chance = simulate(GAME, players=3, games=12, seed=5)
    sensible = simulate(GAME, players=3, games=12, seed=5, kind="sensible")
    assert sum(sensible["rounds"]) < sum(chance["rounds"]) * 0.7
    mean = [sum(map(sum, found["scores"])) / sum(found["rounds"]) for found in (chance, sensible)]
    assert mean[1] > 1.4 * mean[0]


games = given(players=st.integers(2, 4), seed=st.integers(0, 2**32), options=st.sampled_from(OPTION_SETS))
few = settings(max_examples=examples(12), deadline=None)


@games
@few
def test_every_decision_goes_through_json_and_repeats(players, seed, options):
    for step, _hands in played(players, seed, options):
        again = GAME.decision(decision_to_json(step.decision))
        assert again == step.decision
        assert GAME.play(step.before, again) == step.after
        assert GAME.words(step.before, step.decision)


@games
@few
def test_of_all_that_may_be_placed_the_cards_in_hand_are_offered_each_as_it_is(players, seed, options):
    for step, hands in played(players, seed, options):
        state, cards = step.after, step.after.catalogue.cards
        for asked in GAME.questions(state):
            if not asked.kind.startswith("place-") or asked.answered:
                continue
            hand = DEALER.hand(hands, asked.player)
            held = {cards[card].key for card in hand}
            offered = DEALER.options(hands, state, asked)
            every = GAME.options(state, asked.player)
            wanted = [o for o in every if o.tile is None or cards[o.tile].key in held]
            assert [(o.words, o.why) for o in offered] == [(o.words, o.why) for o in wanted]
            placed = [(o.tile, o.decision.names) for o in offered if o.tile is not None]
            assert all(tile in hand and names == (tile,) for tile, names in placed)


@games
@few
def test_hands_never_exceed_the_limit_between_rounds(players, seed, options):
    for step, _hands in played(players, seed, options):
        if step.after.round > step.before.round:
            assert all(empire.hand <= HAND_LIMIT for empire in step.after.empires)


@games
@few
def test_everything_offered_can_be_played_and_other_answers_are_refused(players, seed, options):
    rng = Random(seed)
    for step, _hands in played(players, seed, options):
        question = rng.choice(GAME.questions(step.before))
        offered = GAME.options(step.before, question.player)
        assert offered
        decision = rng.choice(offered).decision
        assert GAME.check(GAME.play(step.before, decision)) == ()
        for refusal in GAME.refusals(step.before, question.player)[:3]:
            assert refusal.sentence
            assert refusal.tile not in {one.tile for one in offered}


@games
@few
def test_a_step_back_gives_the_state_before(players, seed, options):
    """Unless the step ended the phase, or the discards were shuffled in between."""
    for step, _hands in played(players, seed, options):
        seat = step.decision.player
        before, after = step.before, step.after
        if after.plan != before.plan or after.at != before.at or after.round != before.round:
            continue
        if not after.progress[seat].steps or before.progress[seat].answered:
            continue
        if after.progress[seat].steps[-1].progress is not before.progress[seat]:
            continue
        back = GAME.play(after, StepBack(seat))
        assert back.empires == before.empires
        assert back.supply + back.discards == before.supply + before.discards
        assert (back.pool, back.beyond, back.progress) == (before.pool, before.beyond, before.progress)


@games
@few
def test_a_setup_goes_through_json(players, seed, options):
    state = new_game(GAME, players, options, Random(seed))
    assert GAME.new(setup_from_json(setup_to_json(state.setup))) == state


@games
@few
def test_a_seat_does_not_learn_what_others_chose(players, seed, options):
    """Pairs of states that differ only in a secret answer look the same to all other seats."""
    rng = Random(seed)
    for step, _hands in played(players, seed, options):
        for question in GAME.questions(step.before):
            if not question.secret or rng.random() < 0.95:
                continue
            offered = GAME.options(step.before, question.player)
            one, other = (GAME.play(step.before, rng.choice(offered).decision) for _i in range(2))
            if any(q.player == question.player and q.answered for q in GAME.questions(one)):
                for seat in (*range(players), None):
                    if seat != question.player:
                        assert all_output(one, seat) == all_output(other, seat)


def all_output(state: State, seat: int | None):
    """All output of the game for this seat."""
    known = GAME.view(state, seat)
    return (
        known,
        known.moves,
        tuple((q.player, q.text, q.answered, q.optional) for q in GAME.questions(known)),
        GAME.facts(known),
        GAME.phase(known),
        GAME.score(known),
        GAME.options(known, seat),
        () if seat is None else GAME.refusals(known, seat),
    )


def test_every_correction_leaves_a_state_that_goes_on():
    """Each kind of fact, changed at random in the middle of games; the game goes on."""
    rng = Random(11)
    tried: dict[str, int] = {}
    for number in range(12):
        steps = [
            step
            for step, _hands in played(
                2 + number % 3, f"fact {number}", OPTION_SETS[number % len(OPTION_SETS)]
            )
        ]
        for step in rng.sample(steps, min(12, len(steps))):
            state = step.before
            by_kind: dict[str, list] = {}
            for fact in GAME.facts(state):
                by_kind.setdefault(fact.path.split("/")[0], []).append(fact)
            for kind, found in by_kind.items():
                fact = rng.choice(found)
                value = rng.choice(fact.choices) if fact.choices else rng.randint(fact.lowest, 9)
                if not fact.choices and not fact.lowest <= value <= (fact.highest or 9):
                    continue
                correction = Correction(fact.path, value)
                assert GAME.words(state, correction)
                changed = GAME.correct(state, correction)
                tried[kind] = tried.get(kind, 0) + 1
                assert GAME.phase(changed).over or any(not q.optional for q in GAME.questions(changed))
                for question in GAME.questions(changed):
                    assert GAME.options(changed, question.player)
    assert min(tried.values()) > 20, tried
    assert len(tried) == 11


@pytest.mark.parametrize("path", ["hand/9", "nothing", "card/X1", "hand", ""])
def test_a_correction_of_no_fact_is_refused(path):
    state = new_game(GAME, 2, (), Random(1))
    with pytest.raises(Illegal):
        GAME.correct(state, Correction(path, 1))


@pytest.mark.parametrize("value", [-1, 1000, "5", True, None, 1.5])
def test_a_correction_to_no_value_is_refused(value):
    state = new_game(GAME, 2, (), Random(1))
    with pytest.raises(Illegal):
        GAME.correct(state, Correction("hand/0", value))


def test_the_dealer_goes_on_after_corrections():
    rng = Random(3)
    state = new_game(GAME, 3, (), rng)
    hands = DEALER.deal(state, rng)
    for path, value in (("hand/0", 7), ("hand/1", 1), ("card/W01", "tableau of red"), ("supply", 30)):
        after = GAME.correct(state, Correction(path, value))
        hands = DEALER.follow(hands, state, Correction(path, value), after, rng)
        state = after
        cards = all_cards(hands, state)
        assert len(cards) == len(set(cards)) == len(state.catalogue)
        assert [len(held) for held in hands.hands] == [empire.hand for empire in state.empires]
