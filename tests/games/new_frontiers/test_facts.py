"""Tests of corrections: every fact that may be corrected, and warnings when numbers do not add up then."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import Correction, Fact, Illegal
from companion.games.new_frontiers.rules.actions.trade_consume import NoTrade
from companion.games.new_frontiers.rules.checks import check
from companion.games.new_frontiers.rules.course.facts import ROWS, correct, correction_words
from companion.games.new_frontiers.rules.endings import EMPTY_POOL, FEW_COLONISTS, FULL_EMPIRE
from companion.games.new_frontiers.rules.fact_values import UNSEEN, place_of
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.tiles.counted import parse_bonus
from companion.simulation.simulate import new_game, steps
from tests.default_run import examples
from tests.games.new_frontiers.build import development, drawn, give, plain
from tests.games.new_frontiers.tables import NEW_FRONTIERS, start, with_explored


def corrected(state: State, path: str, value: Any) -> State:
    return correct(state, Correction(path, value))


def value(state: State, path: str) -> Any:
    fact = ROWS.find(state, path)
    assert fact is not None, path
    return fact.value


def in_play(players: int = 3, moves: int = 60, seed: int = 3, **options: str) -> State:
    """A game after this number of decisions."""
    rng = Random(seed)
    state: State = new_game(NEW_FRONTIERS, players, tuple(options.items()), rng)
    for number, step in enumerate(steps(NEW_FRONTIERS, state, NEW_FRONTIERS.players["random"], rng)):
        if number == moves:
            break
        state = step.after
    return state


# --- facts that may be corrected ------------------------------------------------------------------------


def test_every_fact_has_one_path_and_a_value_that_it_may_have() -> None:
    state = in_play(goals="yes")
    listed = ROWS.facts(state)
    assert len({fact.path for fact in listed}) == len(listed)
    for fact in listed:
        assert ROWS.find(state, fact.path) == fact
        assert fact.label
        if fact.choices:
            assert fact.value in fact.choices
            assert len(set(fact.choices)) == len(fact.choices)
        else:
            assert fact.lowest <= fact.value
            assert fact.highest is None or fact.value <= fact.highest


@pytest.mark.parametrize(
    "what",
    [
        "credits/1",
        "chips/1",
        "colonists/1",
        "good/1/",
        "settled-colonists/1/",
        "home/1",
        "world/W01",
        "development/1/D01",
        "goal/G1",
        "side/L1",
        "track/1/0",
        "action/produce",
        "produce-credits",
        "round",
        "last-round",
        "supply/vp",
        "supply/colonists",
        "supply/goods/Rare",
        "supply/development/D01",
        "stockpile-credits/1",
        "stockpile-goods/1/Rare",
    ],
)
def test_whatever_people_overrule_is_a_fact(what: str) -> None:
    state = start(3, goals="yes")
    state = state.with_empire(1, replace(state.empires[1], colonies=(Colony("H1A", 1, "Novelty"),)))
    assert any(fact.path.startswith(what) for fact in ROWS.facts(state))


def test_whose_turn_it_is_is_a_fact_while_an_action_is_done() -> None:
    state = start(3)
    state = NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, "settle"))
    assert state.doing is not None
    later = state.empires[state.doing.order[2]]
    state = corrected(state, "turn", later.colour)
    assert NEW_FRONTIERS.questions(state)[0].player == state.empires.index(later)


def test_a_turn_given_back_to_a_player_without_goods_can_be_answered() -> None:
    state = start(2)
    first, second = state.disks[0].player, state.disks[1].player
    state = corrected(state, "world/W02", f"colony of {state.empires[second].colour}")
    state = corrected(state, f"good/{second}/W02", "Novelty")
    state = NEW_FRONTIERS.play(state, SelectAction(first, "trade-consume"))
    assert value(state, "turn") == state.empires[second].colour, "the first player has nothing to sell"
    state = corrected(state, "turn", state.empires[first].colour)
    assert [option.decision for option in NEW_FRONTIERS.options(state, first)] == [NoTrade(first)]


def test_whose_turn_it_is_to_select_is_a_fact_between_actions() -> None:
    state = start(3)
    first, second, third = (disk.player for disk in state.disks)
    assert value(state, "turn") == state.empires[first].colour
    after = corrected(state, "turn", state.empires[third].colour)
    assert [disk.player for disk in after.disks] == [third, first, second]
    assert NEW_FRONTIERS.questions(after)[0].player == third


# --- one correction -------------------------------------------------------------------------------------


def test_credits_are_overruled_and_nothing_else_moves() -> None:
    state = in_play()
    after = corrected(state, "credits/1", 17)
    assert after.empires[1].credits == 17
    assert after == state.with_empire(1, replace(state.empires[1], credits=17))


def test_chips_come_out_of_the_pool_and_then_out_of_the_tens_p8() -> None:
    state = start(2)
    some = corrected(state, "chips/0", 20)
    assert (some.empires[0].chips, some.supply.vp, some.supply.vp_tens) == (20, 4, 0)
    more = corrected(some, "chips/1", 10)
    assert (more.supply.vp, more.supply.vp_tens) == (0, 6)
    back = corrected(more, "chips/0", 11)
    assert (back.supply.vp, back.supply.vp_tens) == (3, 0)
    assert not any(check(s) for s in (some, more, back))


def test_a_good_comes_from_the_supply_and_goes_back_there() -> None:
    state = start(2)
    mat = state.empires[0].colonies[0].world
    novelty = next(
        id for id, w in state.catalogue.worlds.items() if (w.kind, w.good) == ("Novelty", "windfall")
    )
    state = corrected(state, f"world/{novelty}", "colony of blue")
    before = state.supply.goods
    state = corrected(state, f"good/0/{novelty}", "Novelty")
    assert state.supply.goods[0] == before[0] - 1
    state = corrected(state, f"good/0/{novelty}", "none")
    assert state.supply.goods == before
    assert mat != novelty


def test_a_world_settled_unseen_takes_its_colonists_and_one_taken_back_returns_them() -> None:
    state = corrected(start(2), "colonists/0", 1)
    two = next(id for id, w in state.catalogue.worlds.items() if w.colonists == 2)
    settled = corrected(state, f"world/{two}", "colony of blue")
    colony = settled.empires[0].colonies[-1]
    assert (colony.world, colony.colonists) == (two, 2)
    assert settled.empires[0].colonists == 0
    assert settled.supply.colonists == state.supply.colonists - 1
    assert check(settled) == ()
    away = corrected(settled, f"world/{two}", "bag")
    assert away.empires[0].colonists == 2
    assert two in away.bag
    assert check(away) == ()


def test_a_development_comes_off_the_development_mat() -> None:
    state = start(3)
    left = dict(state.supply.developments)
    has = corrected(state, "development/2/D01", "yes")
    assert has.empires[2].developments == ("D01",)
    assert dict(has.supply.developments)["D01"] == left["D01"] - 1
    assert corrected(has, "development/2/D01", "no") == state


def test_a_development_that_lies_on_its_other_side_is_turned_over_everywhere_p3() -> None:
    """The coin was read wrongly, or the white square is on the other side than in the tiles' list."""
    state = corrected(start(3), "development/2/D09", "yes")
    (fact,) = [fact for fact in ROWS.facts(state) if fact.path == "side/S09"]
    assert (fact.value, fact.choices) == ("D09", ("D09", "D10"))
    assert fact.said == (state.catalogue["D09"].name, state.catalogue["D10"].name)
    after = corrected(state, "side/S09", "D10")
    assert after.empires[2].developments == ("D10",)
    assert dict(after.supply.developments)["D10"] == dict(state.supply.developments)["D09"]
    assert "D09" not in dict(after.supply.developments)
    assert check(after) == ()
    assert ROWS.find(after, "development/2/D09") is None
    assert corrected(after, "side/S09", "D09") == state
    assert ROWS.find(state, "side/S01") is None, "always in play, with nothing on its back"


def test_disks_change_places_on_the_track() -> None:
    state = start(4)
    order = [disk.player for disk in state.disks]
    last = order[-1]
    after = corrected(state, f"track/{last}/0", 1)
    assert [disk.player for disk in after.disks] == [last, *order[:-1]]


def test_a_selected_action_moves_its_players_disk_and_back() -> None:
    state = start(3)
    first = state.empires[state.disks[0].player]
    after = corrected(state, "action/produce", first.colour)
    assert NEW_FRONTIERS.questions(after)[0].player == state.disks[1].player
    assert check(after) == ()
    assert corrected(after, "action/produce", "nobody") == state


def test_an_action_entered_for_the_wrong_player_is_given_to_the_right_one() -> None:
    state = start(3)
    first, second, third = (disk.player for disk in state.disks)
    state = NEW_FRONTIERS.play(state, SelectAction(first, "develop"))
    after = corrected(state, "action/develop", state.empires[third].colour)
    assert after.doing is not None
    assert (after.doing.selector, after.doing.order) == (third, (third, first, second))
    assert NEW_FRONTIERS.questions(after)[0].player == third
    assert [(disk.player, disk.half) for disk in after.disks] == [
        (third, True),
        (first, False),
        (second, False),
    ]
    assert check(after) == ()
    back = corrected(after, "action/develop", state.empires[first].colour)
    assert back.doing is not None
    assert back.doing.order == (first, third, second), "the others keep the places that they have by now"


def test_whoever_is_done_with_an_action_is_not_asked_again_when_it_is_given_to_another() -> None:
    state = start(3)
    first, second, third = (disk.player for disk in state.disks)
    state = NEW_FRONTIERS.play(state, SelectAction(first, "develop"))
    state = NEW_FRONTIERS.play(state, NEW_FRONTIERS.options(state, first)[-1].decision)
    after = corrected(state, "action/develop", state.empires[third].colour)
    assert after.doing is not None
    assert (after.doing.selector, after.doing.order) == (third, (first, second, third))
    assert NEW_FRONTIERS.questions(after)[0].player == second


def test_an_action_that_only_one_player_can_have_selected_says_so() -> None:
    state = start(2, goals="no")
    for disk in state.disks[:-1]:
        free = next(t.name for t in state.actions if t.selected_by is None and t.name != "develop")
        state = corrected(state, f"action/{free}", state.empires[disk.player].colour)
    last = state.disks[-1].player
    state = NEW_FRONTIERS.play(state, SelectAction(last, "develop"))
    with pytest.raises(Illegal, match="had a disk left to select it"):
        corrected(state, "action/develop", state.empires[1 - last].colour)


def test_the_last_round_can_be_said_and_unsaid() -> None:
    state = start(2)
    last = corrected(state, "last-round", "yes")
    assert NEW_FRONTIERS.phase(last).endings
    assert corrected(last, "last-round", "no") == state


def test_the_end_of_the_game_follows_the_facts_p9() -> None:
    state = start(2)
    empty = corrected(state, "chips/0", 24)
    assert NEW_FRONTIERS.phase(empty).endings == (EMPTY_POOL,)
    assert NEW_FRONTIERS.phase(corrected(empty, "chips/0", 23)).endings == ()
    full = state
    for world in ("W01", "W02", "W03", "W04", "W05", "W06", "W07"):
        assert NEW_FRONTIERS.phase(full).endings == ()
        full = corrected(full, f"world/{world}", "colony of blue")
    assert NEW_FRONTIERS.phase(full).endings == (FULL_EMPIRE,)
    assert NEW_FRONTIERS.phase(corrected(full, "world/W01", "explored by blue")).endings == ()


def test_too_few_colonists_count_after_settle_only_p7() -> None:
    state = corrected(start(2), "supply/colonists", 3)
    assert NEW_FRONTIERS.phase(state).endings == ()
    ends = replace(state, endings=(FEW_COLONISTS,))
    assert NEW_FRONTIERS.phase(corrected(ends, "supply/colonists", 4)).endings == (FEW_COLONISTS,)
    assert NEW_FRONTIERS.phase(corrected(ends, "supply/colonists", 5)).endings == ()


def test_a_goal_face_down_is_not_told_by_the_facts() -> None:
    state = start(2, goals="yes")
    state = corrected(state, "goal/G4", "face down with blue")
    assert state.empires[0].hidden_goal == "G4"
    assert value(state, "goal/G4") == UNSEEN
    assert len(state.goal_stack) == 7
    up = corrected(state, "goal/G4", "face up with green")
    assert (up.empires[0].hidden_goal, up.empires[1].goals) == (None, ("G4",))
    assert check(state) == check(up) == ()


def test_words_name_the_fact_the_new_value_and_the_old_one() -> None:
    state = start(2)
    assert correction_words(state, Correction("chips/0", 5)) == "Blue: VP in chips: 5 instead of 0"


@pytest.mark.parametrize("moves", [30, 75])
def test_every_fact_can_be_set_and_changes_its_own_player_only(moves: int) -> None:
    state = in_play(3, moves, goals="yes")
    rng = Random(moves)
    for fact in ROWS.facts(state):
        wanted = another(fact, rng)
        if wanted is None or fact.path.startswith(("goal/", "action/")):
            continue
        after = corrected(state, fact.path, wanted)
        assert value(after, fact.path) == wanted, fact
        others = [seat for seat in range(3) if fact.player is not None and seat != fact.player]
        assert all(after.empires[seat] == state.empires[seat] for seat in others), fact


def test_the_supply_can_be_emptied_but_not_below() -> None:
    state = corrected(start(2), "supply/colonists", 1)
    assert corrected(state, "colonists/0", 9).supply.colonists == 0
    state = corrected(state, "supply/goods/Novelty", 0)
    state = corrected(state, "world/W02", "colony of blue")
    assert corrected(state, "good/0/W02", "Novelty").supply.goods[0] == 0


def test_what_a_fact_may_become_is_told() -> None:
    state = start(2)
    name = state.catalogue["D01"].name
    for path, wrong, sentence in [
        ("credits/0", -1, "Blue: credits: give a whole number from 0 to 999."),
        ("round", 0, "Round: give a whole number from 1 to 99."),
        ("development/0/D01", "maybe", f"Blue: has {name}: choose one of yes, no."),
        ("nonsense", 1, "There is nothing to correct called 'nonsense' now."),
    ]:
        with pytest.raises(Illegal) as refused:
            corrected(state, path, wrong)
        assert refused.value.sentence == sentence


# --- refused --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("credits/0", -1),
        ("credits/0", 1000),
        ("credits/0", True),
        ("credits/0", "5"),
        ("credits/0", 2.5),
        ("credits/0", None),
        ("credits/7", 1),
        ("credits", 1),
        ("world/W01", "the moon"),
        ("world/W01", []),
        ("world/W99", "bag"),
        ("development/0/D01", {}),
        ("track/0/0", 0),
        ("track/0/0", 4),
        ("", 1),
        ("nonsense", 1),
        ("../etc", 1),
    ],
)
def test_an_impossible_correction_is_refused_in_a_sentence(path: str, wrong: Any) -> None:
    state = start(3)
    with pytest.raises(Illegal) as refused:
        correct(state, Correction(path, wrong))
    assert refused.value.sentence.endswith(".")
    with pytest.raises(Illegal):
        correction_words(state, Correction(path, wrong))


# --- what does not add up -------------------------------------------------------------------------------


def test_each_thing_that_is_gone_is_named() -> None:
    state = start(2)
    supply = state.supply
    world = state.catalogue["W07"].name
    for broken, words in [
        (replace(state, supply=replace(supply, vp=20)), "24 VP in chips at the start, but 20"),
        (replace(state, supply=replace(supply, colonists=10)), "24 colonists at the start, but 12"),
        (replace(state, supply=replace(supply, goods=(19, 17, 13, 10))), "11 Alien goods in the box, but 10"),
        (replace(state, bag=tuple(w for w in state.bag if w != "W07")), f"{world} (W07) is nowhere"),
        (replace(state, center=("W07",)), f"{world} (W07) is in 2 places"),
        (replace(state, supply=replace(supply, developments=(("D01", 0),))), "began with 1 tile, but 0"),
    ]:
        sentences = check(broken)
        assert any(words in sentence for sentence in sentences), (words, sentences)
        assert all(sentence.endswith(".") for sentence in sentences)


def test_a_good_of_the_wrong_kind_and_a_colonist_too_few_are_named() -> None:
    state = with_explored(start(2), 0, "W01")
    empire = replace(
        state.empires[0], explored=(), colonies=(*state.empires[0].colonies, Colony("W01", 0, "Alien"))
    )
    supply = replace(state.supply, goods=(19, 17, 13, 10))
    sentences = check(replace(state.with_empire(0, empire), supply=supply))
    assert sentences == (
        "Blue's Devolved Uplift Race has 0 colonists on it, but takes 1 colonist.",
        "An Alien good lies on Blue's Devolved Uplift Race, whose kind is Novelty.",
    )


def test_what_can_be_only_once_is_named() -> None:
    state = start(2)
    empire = state.empires[0]
    twice = replace(empire, colonies=(*empire.colonies, *empire.colonies))
    assert "Blue's home colony is there twice." in check(state.with_empire(0, twice))
    two = state.with_empire(0, replace(empire, developments=("D01", "D01")))
    name = state.catalogue["D01"].name
    assert f"Blue has {name} 2 times: one is allowed." in check(two)


def test_a_good_on_a_gray_colony_is_named_p7() -> None:
    state = start(2)
    gray = next(id for id, w in state.catalogue.worlds.items() if w.kind is None and w.colonists == 1)
    state = corrected(corrected(state, "colonists/0", 1), f"world/{gray}", "colony of blue")
    empire = state.empires[0]
    colonies = (*empire.colonies[:-1], replace(empire.colonies[-1], good="Rare"))
    supply = replace(state.supply, goods=(19, 16, 13, 11))
    broken = replace(state.with_empire(0, replace(empire, colonies=colonies)), supply=supply)
    name = state.catalogue[gray].name
    assert check(broken) == (f"Blue's {name} has a good, but gray colonies never have any.",)


def test_goals_that_are_gone_or_hidden_twice_are_named_p11() -> None:
    state = start(2, goals="yes")
    gone = replace(state, goal_stack=state.goal_stack[1:])
    assert check(gone) == ("There are 8 goals, but 7 are accounted for.",)
    both = state
    for seat, goal in enumerate(("G1", "G2")):
        both = both.with_empire(seat, replace(both.empires[seat], hidden_goal=goal))
    both = replace(both, goal_stack=both.goal_stack[2:])
    assert check(both) == ("More than one goal lies face down: only the last one charted may.",)


def test_more_actions_selected_than_disks_moved_is_named() -> None:
    state = start(2)
    tiles = (replace(state.actions[0], selected_by=0), *state.actions[1:])
    assert check(replace(state, actions=tiles)) == (
        "Blue has selected 1 action, but 0 disks of theirs moved this round.",
    )


def test_a_supply_overruled_alone_is_shown_not_hidden() -> None:
    state = corrected(start(2), "supply/vp", 20)
    assert len(check(state)) == 1


# --- any game, any correction ---------------------------------------------------------------------------

OPTIONS = ((), (("game", "later"),), (("goals", "yes"), ("turns", "together")))


@settings(deadline=None, max_examples=examples(10))
@given(seed=st.integers(0, 10**6), players=st.integers(2, 5), options=st.sampled_from(OPTIONS))
def test_in_play_everything_always_adds_up(
    seed: int, players: int, options: tuple[tuple[str, str], ...]
) -> None:
    rng = Random(seed)
    state = new_game(NEW_FRONTIERS, players, options, rng)
    assert check(state) == ()
    for step in steps(NEW_FRONTIERS, state, NEW_FRONTIERS.players["random"], rng):
        assert check(step.after) == ()


def another(fact: Fact, rng: Random) -> Any:
    if fact.choices:
        return rng.choice([choice for choice in fact.choices if choice != fact.value] or [None])
    near = range(max(fact.lowest, fact.value - 3), min(fact.highest or 99, fact.value + 3) + 1)
    return rng.choice([n for n in near if n != fact.value] or [None])


@settings(deadline=None, max_examples=examples(30))
@given(seed=st.integers(0, 10**6), players=st.integers(2, 5), moves=st.integers(0, 120), goals=st.booleans())
def test_any_correction_is_made_named_and_can_be_made_back(
    seed: int, players: int, moves: int, goals: bool
) -> None:
    """The fact has the new value, the old state is unchanged, and the table still asks a question."""
    rng = Random(seed)
    state = in_play(
        players, moves, seed, goals="yes" if goals else "no", turns="together" if seed % 2 else "order"
    )
    for fact in rng.sample(ROWS.facts(state), 12):
        wanted = another(fact, rng)
        if wanted is None:
            continue
        correction = Correction(fact.path, wanted)
        words = correction_words(state, correction)
        assert fact.label in words
        assert fact.words(wanted) in words
        before = repr(state)
        after = correct(state, correction)
        assert repr(state) == before
        now = ROWS.find(after, fact.path)
        if fact.path.startswith("goal/") or (fact.path != "round" and after.round > state.round):
            continue  # a goal laid face down is not known; the last action selected ended the round
        if fact.path.startswith("done/") and wanted == "yes" and after.doing is None:
            assert now is None  # with the last player the action is done
            continue
        assert now is not None
        assert now.value == wanted
        for path in {f.path for f in ROWS.facts(after)} - {f.path for f in ROWS.facts(state)}:
            if state.doing is not None and after.doing is None and path == f"action/{state.doing.action}":
                continue  # the last question of the action had no answer any more
            if fact.path.startswith("side/"):
                assert wanted in path, "the other side's own facts, in the place of this one's"
                continue
            assert path.split("/")[0] in ("good", "settled-colonists"), "a new colony brings its own facts"
        correct(after, Correction(fact.path, fact.value))
        if not after.over:
            assert NEW_FRONTIERS.questions(after)
        NEW_FRONTIERS.score(after)
        NEW_FRONTIERS.tracking.layout(after)
        NEW_FRONTIERS.lights.light(after)


@settings(deadline=None, max_examples=examples(30))
@given(seed=st.integers(0, 10**6))
def test_pieces_moved_by_corrections_never_appear_from_nowhere(seed: int) -> None:
    """Corrections of empires leave everything adding up as long as the supply has the pieces."""
    rng = Random(seed)
    state = in_play(3, 50, seed)
    heads = ("credits", "chips", "world", "good", "development", "track")
    for _ in range(8):
        fact = rng.choice([f for f in ROWS.facts(state) if f.path.split("/")[0] in heads])
        wanted = another(fact, rng)
        if wanted is None or wanted in ("not in play",):
            continue
        enough = dict(state.supply.developments)
        if fact.path.startswith("development") and wanted == "yes" and not enough[fact.path.split("/")[2]]:
            continue
        state = correct(state, Correction(fact.path, wanted))
        told = ("on it, but takes", "lies behind")  # warnings about decisions
        assert [s for s in check(state) if not any(words in s for words in told)] == []
    assert place_of(state, "W01") != "not in play"


# --- a "?" that the tile language does not know ---------------------------------------------------------


def test_what_people_count_for_a_bonus_of_their_own_scores_after_the_end_too() -> None:
    odd = development("ODD", cost=9, bonus=parse_bonus("VP: as many as there are moons"))
    state = give(plain(2), 1, odd)
    (fact,) = [fact for fact in ROWS.facts(state) if fact.path.startswith("by-hand/")]
    assert (fact.path, fact.value, fact.player) == ("by-hand/1/ODD", 0, 1)
    for before in (state, replace(state, over=True)):
        total = [player.total for player in NEW_FRONTIERS.score(before).players]
        after = corrected(before, "by-hand/1/ODD", 7)
        assert value(after, "by-hand/1/ODD") == 7
        assert [player.total for player in NEW_FRONTIERS.score(after).players] == [total[0], total[1] + 7]
        labels = [t.label for line in NEW_FRONTIERS.score(after).players[1].lines for t in line.why.terms]
        assert any("given by hand" in label for label in labels)
        again = NEW_FRONTIERS.score(corrected(after, "by-hand/1/ODD", 2)).players[1]
        assert again.total == total[1] + 2
    assert ROWS.find(plain(2), "by-hand/1/ODD") is None


@settings(deadline=None, max_examples=examples(15))
@given(seed=st.integers(0, 10**6), players=st.integers(2, 5))
def test_a_game_with_corrections_in_between_still_comes_to_its_end(seed: int, players: int) -> None:
    rng = Random(seed)
    options = (("goals", "yes"), ("turns", rng.choice(("order", "together"))))
    state = new_game(NEW_FRONTIERS, players, options, rng)
    for _ in range(3000):
        if state.over:
            break
        if rng.random() < 0.04:
            fact = rng.choice(ROWS.facts(state))
            wanted = another(fact, rng)
            if wanted is not None:
                state = correct(state, Correction(fact.path, wanted))
            continue
        question = rng.choice(NEW_FRONTIERS.questions(state))
        if question.draw is not None:
            names = rng.sample(question.draw.pool, min(question.draw.count, len(question.draw.pool)))
            decision = drawn(state, tuple(names))
        else:
            decision = rng.choice(NEW_FRONTIERS.options(state, question.player)).decision
        state = NEW_FRONTIERS.play(state, decision)
        assert all(empire.credits >= 0 and empire.colonists >= 0 for empire in state.empires)
    assert state.over
    NEW_FRONTIERS.score(state)
