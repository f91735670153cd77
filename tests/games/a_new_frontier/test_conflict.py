"""Tests of conflicts: who fights whom, dice, ties, outcomes, stealing and destroying (p. 2, 6, 7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.a_new_frontier.book.book_files import with_box
from companion.games.a_new_frontier.rules import conflict
from companion.games.a_new_frontier.rules.conflict import Conflict, conflicts_at, opponents, rank
from companion.games.a_new_frontier.rules.fight.cards import ChooseStrategy, ChooseTactics, TellStrength
from companion.games.a_new_frontier.rules.fight.dice import ReRoll, TellDice
from companion.games.a_new_frontier.rules.fight.losses import KeepShip, LoseShips, TellMight
from companion.games.a_new_frontier.rules.fight.might import policy_tie
from companion.games.a_new_frontier.rules.fight.spoils import LoseFacility, Steal
from companion.games.a_new_frontier.rules.state import Attack, Plan
from tests.rigs.half_told import row_text

from .build import BLUE, GAME, GREEN, RED, YELLOW, ask, asked, give, offers, plan_all, play, refused, start

ORDER = (BLUE, GREEN, RED, YELLOW)
TIES = GAME.book.tie_wins


def test_as_many_conflicts_as_there_are_targets_p6():
    """Two attack Red, and Red attacks Yellow: two conflicts, and Red is in both."""
    attacks = (Attack(BLUE, 1, RED), Attack(GREEN, 1, RED), Attack(RED, 1, YELLOW), Attack(BLUE, 2, GREEN))
    found = conflicts_at(attacks, 1, ORDER)
    assert found == (Conflict(RED, (BLUE, GREEN)), Conflict(YELLOW, (RED,)))
    assert opponents(found, RED) == {BLUE, GREEN, YELLOW}
    assert opponents(found, YELLOW) == {RED}
    assert opponents(found, BLUE) == {GREEN, RED}, "attackers of one target fight each other, too"


SEATS = st.integers(0, 3)
ATTACKS = st.lists(st.tuples(SEATS, SEATS), max_size=4).map(
    lambda pairs: tuple(Attack(a, 1, t) for a, t in dict(pairs).items() if a != t)
)


@given(ATTACKS)
def test_nobody_is_in_more_than_two_conflicts_at_a_planet_p6(attacks):
    found = conflicts_at(attacks, 1, ORDER)
    for seat in ORDER:
        assert sum(seat in each.sides for each in found) <= 2


@pytest.mark.parametrize(
    ("dice", "total"), [((6, 1), 4), ((1, 6), 4), ((3, 3), 0), ((5, 1), 4), ((2, 5), 3), ((4, 5), 1)]
)
def test_dice_are_the_difference_and_5_counts_as_4_p2(dice, total):
    assert conflict.dice_total(*dice) == total


def test_attack_and_defense_values_are_never_mixed_p6():
    state = give(start(), BLUE, fleets=(("barracuda", "barracuda", "hammerhead"), (), (), ()))
    ships = GAME.book.ships
    attack = conflict.strength(state, BLUE, 0, True)
    defense = conflict.strength(state, BLUE, 0, False)
    assert attack.total == 2 * ships["barracuda"].attack + ships["hammerhead"].attack
    assert defense.total == 2 * ships["barracuda"].defense + ships["hammerhead"].defense


def test_above_25_might_each_2_add_1_p7():
    row = ((0, 0), (20, 3))
    assert [GAME.book.from_row(row, might) for might in (19, 20, 25, 26, 27, 29)] == [0, 3, 3, 3, 4, 5]


# --- winners


def duel(might, cards=None, order=ORDER, policy=None):
    found = conflicts_at((Attack(BLUE, 1, GREEN),), 1, order)
    return rank(found, might, cards or {}, order, TIES, policy)


def test_the_most_might_wins_p7():
    assert duel({BLUE: 7, GREEN: 6}).winners == ((0, BLUE),)


def test_ties_go_to_conflict_cards_then_policies_then_turn_order_p7():
    even = {BLUE: 6, GREEN: 6}
    cards = {BLUE: frozenset(("Frontal Assault",)), GREEN: frozenset(("Defensive Strategy",))}
    policy = {BLUE: 1, GREEN: 0}
    assert duel(even, cards, policy=policy).defeats == ((GREEN, BLUE, "card"),), "whatever the policy says"
    assert duel(even, policy=policy, order=(GREEN, BLUE, RED, YELLOW)).defeats == ((BLUE, GREEN, "policy"),)
    assert duel(even).defeats == ((BLUE, GREEN, "turn order"),)
    assert duel(even, order=(GREEN, BLUE, RED, YELLOW)).defeats == ((GREEN, BLUE, "turn order"),)


def test_an_agenda_decides_ties_once_the_owner_has_entered_it_p9():
    """Green has more prestige; the agenda lets the most prestige win, and without it turn order decides."""
    game = GAME.box.with_box('[policies]\nties = [["conflict", "red", "most prestige"]]\n')
    state = give(start(), GREEN, prestige=15).changed(book=game.book, agendas=(("conflict", "red", -1),))
    assert policy_tie(state) == {BLUE: 9, GREEN: 15, RED: 9}
    even = {BLUE: 6, GREEN: 6}
    assert duel(even, policy=policy_tie(state)).defeats == ((GREEN, BLUE, "policy"),)
    assert policy_tie(state.changed(agendas=())) is None


def test_rock_paper_scissors_nobody_is_undefeated_and_nobody_wins_p7():
    """A attacks B with a Frontal Assault and is 1st; B attacks C with Force Dispersal and is 2nd; C attacks A
    with a Counter Attack and is 3rd; all end up at 6."""
    found = conflicts_at((Attack(BLUE, 1, GREEN), Attack(GREEN, 1, RED), Attack(RED, 1, BLUE)), 1, ORDER)
    cards = {
        BLUE: frozenset(("Frontal Assault",)),
        GREEN: frozenset(("Force Dispersal",)),
        RED: frozenset(("Counter Attack",)),
    }
    ranking = rank(found, {BLUE: 6, GREEN: 6, RED: 6}, cards, ORDER, TIES)
    assert {(winner, loser) for winner, loser, _why in ranking.defeats} == {
        (BLUE, GREEN),
        (GREEN, RED),
        (RED, BLUE),
    }
    assert ranking.winners == ()
    assert ranking.undefeated == frozenset()
    assert ranking.beaten_by(BLUE) == (GREEN,), "an opponent defeated is a VP all the same"


def test_undefeated_is_who_wins_all_conflicts_at_the_planet_p7():
    found = conflicts_at((Attack(BLUE, 1, GREEN), Attack(GREEN, 1, RED)), 1, ORDER)
    ranking = rank(found, {BLUE: 5, GREEN: 7, RED: 4}, {}, ORDER, TIES)
    assert ranking.undefeated == {GREEN}
    assert sorted(ranking.winners) == [(0, GREEN), (1, GREEN)]


@given(ATTACKS, st.lists(st.integers(0, 30), min_size=4, max_size=4), st.permutations(ORDER))
def test_of_two_opponents_exactly_one_defeats_the_other(attacks, mights, order):
    found = conflicts_at(attacks, 1, tuple(order))
    ranking = rank(found, dict(enumerate(mights)), {}, tuple(order), TIES)
    pairs = {frozenset((one, two)) for one in ORDER for two in opponents(found, one)}
    assert {frozenset((winner, loser)) for winner, loser, _why in ranking.defeats} == pairs
    assert len(ranking.defeats) == len(pairs)
    for winner, loser, _why in ranking.defeats:
        assert mights[winner] >= mights[loser]
    for number in range(len(found)):
        assert sum(each == number for each, _seat in ranking.winners) == 1, "without card ties, one wins"


# --- stealing


@pytest.mark.parametrize(
    ("wanted", "mine", "forego", "taken"),
    [(5, 4, 2, 2), (5, 4, 0, 4), (3, 4, 2, 1), (1, 0, 0, 0), (2, 4, 2, 0)],
)
def test_stealing_5_from_a_level_4_mine_and_foregoing_2_brings_2_p7(wanted, mine, forego, taken):
    assert conflict.credits_stolen(wanted, mine, forego) == taken


# --- step by step


def fighting(facilities=(), archaeotech=0, **options):
    """Blue attacks Green at planet 2; Red attacks planet 3 so that Alpha Security goes elsewhere."""
    state = give(start(**options), GREEN, facilities=facilities)
    state = give(state, BLUE, archaeotech=archaeotech)
    # Alpha Security goes to planet 4; planet 3 is resolved after planet 2.
    return plan_all(state, {BLUE: Plan(((1, GREEN),)), RED: Plan(((2, GREEN),))})


def play_until(state, strengths, dice, mights, lost=((), ())):
    state = play(state, ChooseStrategy(BLUE, "Frontal Assault"), ChooseStrategy(GREEN, "Strategy 3"))
    state = play(
        state, *(TellStrength(seat, each) for seat, each in zip((BLUE, GREEN), strengths, strict=True))
    )
    state = play(state, ChooseTactics(BLUE, "Tactic 11"), ChooseTactics(GREEN, "Tactic 12"))
    state = play(state, TellDice(None, dice))
    state = play(state, *(TellMight(seat, each) for seat, each in zip((BLUE, GREEN), mights, strict=True)))
    return play(state, *(LoseShips(seat, each) for seat, each in zip((BLUE, GREEN), lost, strict=True)))


def test_all_who_fight_are_asked_at_once_in_secret_p7():
    state = fighting()
    assert asked(state) == [(BLUE, "choose-strategy"), (GREEN, "choose-strategy")]
    assert all(q.secret for q in GAME.questions(state) if q.kind == "choose-strategy")
    state = play(state, ChooseStrategy(BLUE, "Frontal Assault"))
    assert asked(state) == [(GREEN, "choose-strategy")]
    hidden = GAME.view(state, GREEN).step.fight.strategies[BLUE]
    assert hidden != "Frontal Assault"
    state = play(state, ChooseStrategy(GREEN, "Strategy 3"))
    assert GAME.view(state, GREEN).step.fight.strategies[BLUE] == "Frontal Assault"


def test_fleets_lie_open_once_the_strength_is_shown_p7():
    state = play(fighting(), ChooseStrategy(BLUE, "Frontal Assault"), ChooseStrategy(GREEN, "Strategy 3"))
    assert set(GAME.view(state, RED).corps[BLUE].fleets[1]) == {"?"}
    state = play(state, TellStrength(BLUE, 4))
    assert GAME.view(state, RED).corps[BLUE].fleets[1] == state.corps[BLUE].fleets[1]
    assert set(GAME.view(state, RED).corps[BLUE].fleets[2]) == {"?"}


def test_the_might_offered_is_strength_and_dice_p7():
    state = play(fighting(), ChooseStrategy(BLUE, "Frontal Assault"), ChooseStrategy(GREEN, "Strategy 3"))
    state = play(state, TellStrength(BLUE, 4), TellStrength(GREEN, 3))
    state = play(state, ChooseTactics(BLUE, "Tactic 11"), ChooseTactics(GREEN, "Tactic 12"))
    state = play(state, TellDice(None, (6, 1, 2, 4)))
    assert ask(state, "tell-might", BLUE).form.usual == 8
    assert ask(state, "tell-might", GREEN).form.usual == 5


def test_a_vp_for_every_opponent_defeated_p7():
    state = fighting()
    before = state.corps[BLUE].vp
    state = play_until(state, (4, 3), (6, 1, 2, 4), (8, 5))
    assert state.corps[BLUE].vp == before + 1


def test_casualties_are_chosen_by_their_owner_and_go_back_p7():
    state = fighting()
    stock = dict(state.stock)["stingray"]
    assert refused(play_until_casualties(state), LoseShips(GREEN, ("behemoth",))), "only ships that are there"
    state = play_until(state, (4, 3), (6, 1, 2, 4), (8, 5), ((), ("stingray",)))
    assert "stingray" not in state.corps[GREEN].fleets[1]
    assert dict(state.stock)["stingray"] == stock + 1


def play_until_casualties(state, green="Strategy 3"):
    state = play(state, ChooseStrategy(BLUE, "Frontal Assault"), ChooseStrategy(GREEN, green))
    state = play(state, TellStrength(BLUE, 4), TellStrength(GREEN, 3))
    state = play(state, ChooseTactics(BLUE, "Tactic 11"), ChooseTactics(GREEN, "Tactic 12"))
    state = play(state, TellDice(None, (6, 1, 2, 4)))
    return play(state, TellMight(BLUE, 8), TellMight(GREEN, 5))


def test_a_fleet_that_loses_all_ships_keeps_1_and_has_withdrawn_p7():
    """Its Might is computed anew, and it ties as with Defensive Strategy, which wins against the assault."""
    state = play_until_casualties(fighting())
    all_ships = state.corps[GREEN].fleets[1]
    before = state.corps[BLUE].vp, state.corps[GREEN].vp
    state = play(state, LoseShips(BLUE, ()), LoseShips(GREEN, all_ships))
    assert asked(state) == [(GREEN, "keep-ship")], "the owner chooses which one"
    assert {option.decision.ship for option in offers(state, GREEN, "keep-ship")} == set(all_ships)
    state = play(state, KeepShip(GREEN, "barracuda"))
    assert asked(state) == [(GREEN, "tell-might")]
    state = play(state, TellMight(GREEN, 8))
    assert state.corps[GREEN].fleets[1] == ("barracuda",)
    assert (state.corps[BLUE].vp, state.corps[GREEN].vp) == (before[0], before[1] + 1)


def card(id: str, **said: object) -> str:
    kind = id.partition("-")[0]
    return row_text(kind, {"id": id, "untold": [], **said})


CARDS = "\n".join(
    card(id, might=might)
    for id, might in (("strategy-1", 3), ("strategy-2", 1), ("tactic-04", 2), ("tactic-12", 5))
)


def test_a_withdrawn_fleet_is_offered_the_might_of_the_cards_it_counts_with_p7():
    """It counts as having played Defensive Strategy and Fighting Withdrawal: what its own two cards added is
    gone. Where nobody told what those say, no number is offered."""
    book = with_box(CARDS).shown
    assert (book.strategies[:2], book.tactics[3], book.tactics[11]) == (
        ("Frontal Assault", "Defensive Strategy"),
        "Fighting Withdrawal",
        "Tactic 12",
    )
    for numbers, offered in ((book, 3 + 2 - 3 + 1 + 2), (GAME.book, None)):
        state = play_until_casualties(fighting(), green="Frontal Assault").changed(book=numbers)
        all_ships = state.corps[GREEN].fleets[1]
        state = play(state, LoseShips(BLUE, ()), LoseShips(GREEN, all_ships), KeepShip(GREEN, "barracuda"))
        might = ask(state, "tell-might", GREEN)
        assert "as with Defensive Strategy and Fighting Withdrawal" in might.text
        assert might.form.usual == offered


def test_the_strength_keeps_what_the_ships_gave_once_some_are_lost_p7():
    state = play_until_casualties(fighting())
    fought = GAME.display.page(state, None).fight.sides[0].ships
    state = play(state, LoseShips(BLUE, ("stingray",)), LoseShips(GREEN, ()))
    assert asked(state) == [(BLUE, "steal")]
    assert len(state.corps[BLUE].fleets[1]) == 2
    assert GAME.display.page(state, None).fight.sides[0].ships == fought


def test_a_new_table_tells_the_might_with_the_losses_p7():
    """Four answers of each who fights; another Might is told beside them, and the losses begin anew by it."""
    state = fighting(might="told-with-losses", archaeotech=1)
    state = play(state, ChooseStrategy(BLUE, "Frontal Assault"), ChooseStrategy(GREEN, "Strategy 3"))
    state = play(state, TellStrength(BLUE, 4), TellStrength(GREEN, 3))
    state = play(state, ChooseTactics(BLUE, "Tactic 11"), ChooseTactics(GREEN, "Tactic 12"))
    state = play(state, TellDice(None, (6, 1, 2, 4)))
    assert asked(state) == [(BLUE, "lose-ships"), (GREEN, "lose-ships")]
    losses = ask(state, "lose-ships", BLUE)
    assert losses.text.endswith("Strength, dice and cards entered give 8 Might.")
    assert len(losses.form.usual) == 1, "by the table's row for 8"
    assert ask(state, "tell-might", BLUE).optional
    assert {each.decision.whose for each in offers(state, BLUE, "re-roll")} == {BLUE, GREEN}
    told = play(state, TellMight(BLUE, 4))
    losses = ask(told, "lose-ships", BLUE)
    assert "give" not in losses.text
    assert losses.form.usual == ()
    assert [q.player for q in GAME.questions(told) if q.kind == "tell-might"] == [GREEN]
    both = LoseShips(BLUE, ("stingray", "stingray", "kraken"))
    assert "loses 1 × Kraken and 2 × Stingray" in GAME.words(state, both).replace("\N{NO-BREAK SPACE}", " ")
    state = play(state, LoseShips(BLUE, ("stingray",)))
    assert state.step.fight.mights[:2] == (8, None)
    assert {each.decision.whose for each in offers(state, BLUE, "re-roll")} == {GREEN}
    assert [q.player for q in GAME.questions(state) if q.kind == "tell-might"] == [GREEN]
    # Who loses all ships has withdrawn, and its Might is found anew.
    withdrawn = play(state, LoseShips(GREEN, state.corps[GREEN].fleets[1]), KeepShip(GREEN, "barracuda"))
    assert asked(withdrawn) == [(GREEN, "tell-might")]
    assert asked(play(withdrawn, TellMight(GREEN, 9)))[0][1] != "tell-might"
    done = play(state, LoseShips(GREEN, ()))
    assert asked(done) == [(BLUE, "steal")]
    assert done.corps[BLUE].vp == state.corps[BLUE].vp + 1


def test_who_defeats_the_target_steals_from_its_mine_which_yields_so_much_less_p7():
    state = play_until(fighting(), (4, 3), (6, 1, 2, 4), (8, 5))
    assert asked(state) == [(BLUE, "steal")]
    assert max(option.decision.credits for option in offers(state, BLUE, "steal")) == 3, "a level 3 mine"
    blue, green = state.corps[BLUE].credits, state.corps[GREEN].credits
    state = play(state, Steal(BLUE, 2))
    assert state.corps[BLUE].credits == blue + 2 + 3
    assert state.corps[GREEN].credits == green + 3 - 2


def test_a_defender_who_wins_steals_nothing_p7():
    state = play_until(fighting(), (4, 3), (2, 2, 6, 1), (4, 7))
    assert asked(state)[0][1] != "steal"


def test_a_thief_destroys_a_facility_on_3_or_more_and_on_2_having_foregone_2_p7():
    state = play_until(fighting((("refinery", 1), ("factory", 1))), (4, 3), (6, 1, 2, 4), (8, 5))
    plain = play(state, Steal(BLUE, 3))
    assert asked(plain) == [(None, "tell-dice")]
    missed = play(plain, TellDice(None, (3, 1)))
    assert len(missed.corps[GREEN].facilities) == 2
    hit = play(plain, TellDice(None, (4, 1)))
    assert asked(hit) == [(GREEN, "lose-facility")]
    vp = hit.corps[BLUE].vp
    gone = play(hit, LoseFacility(GREEN, "factory"))
    assert gone.corps[GREEN].facilities == (("refinery", 1),)
    assert gone.corps[BLUE].vp == vp + 2
    credits = state.corps[BLUE].credits
    forgone = play(state, Steal(BLUE, 3, True), TellDice(None, (3, 1)))
    assert forgone.corps[BLUE].credits == credits + 1
    assert asked(forgone) == [(GREEN, "lose-facility")]


def test_forgone_credits_can_be_stolen_by_a_second_attacker_p7():
    state = give(start(), GREEN, facilities=(("refinery", 1),), mines=(3, 4, 3, 3))
    plans = {BLUE: Plan(((1, GREEN), (2, GREEN))), RED: Plan(((1, GREEN), (2, GREEN)))}
    state = plan_all(state, plans)
    assert state.target == 3
    for stage in (
        [ChooseStrategy(seat, "Strategy 3") for seat in (BLUE, GREEN, RED)],
        [TellStrength(seat, 5) for seat in (BLUE, GREEN, RED)],
        [ChooseTactics(seat, "Tactic 11") for seat in (BLUE, GREEN, RED)],
        [TellDice(None, (1, 1) * 3)],
        [TellMight(BLUE, 8), TellMight(GREEN, 3), TellMight(RED, 6)],
        [LoseShips(seat, ()) for seat in (BLUE, GREEN, RED)],
    ):
        state = play(state, *stage)
    assert asked(state) == [(BLUE, "steal")], "the higher Might steals first"
    state = play(state, Steal(BLUE, 4, True), TellDice(None, (1, 1)))
    assert asked(state) == [(RED, "steal")]
    assert max(option.decision.credits for option in offers(state, RED, "steal")) == 2


def test_an_archaeotech_rolls_again_and_who_was_forced_may_not_p8():
    state = give(fighting(archaeotech=1), GREEN, archaeotech=1)
    state = play(state, ChooseStrategy(BLUE, "Frontal Assault"), ChooseStrategy(GREEN, "Strategy 3"))
    state = play(state, TellStrength(BLUE, 4), TellStrength(GREEN, 3))
    state = play(state, ChooseTactics(BLUE, "Tactic 11"), ChooseTactics(GREEN, "Tactic 12"))
    state = play(state, TellDice(None, (1, 1, 6, 1)))
    assert refused(state, ReRoll(BLUE, RED)), "only opponents can be forced"
    state = play(state, ReRoll(BLUE, GREEN))
    assert state.corps[BLUE].archaeotech == 0
    assert asked(state) == [(None, "tell-dice")]
    state = play(state, TellDice(None, (2, 2)))
    assert refused(state, ReRoll(GREEN, GREEN)), "one's own roll first"
    assert ask(state, "tell-might", GREEN).form.usual == 3


def test_tactics_follow_the_strategy_where_the_owner_has_entered_it_p7():
    game = GAME.box.with_box('[cards.eligible]\n"Frontal Assault" = ["Planetary Assault"]\n')
    assert game.book.tactics_for("Frontal Assault", False) == ("Planetary Assault",)
    assert len(game.book.tactics_for("Strategy 3", False)) == 15
    assert len(game.book.tactics_for("Strategy 3", True)) == 10


# --- cards that the page describes without a name


def assaulting(facilities=(("refinery", 1), ("factory", 1)), **plans):
    """Blue attacks Green with a Planetary Assault, defeats it and may steal."""
    state = give(start(), GREEN, facilities=facilities, mines=(3, 5, 3, 3))
    state = plan_all(state, {BLUE: Plan(((1, GREEN),)), RED: Plan(((2, GREEN),))})
    state = play(state, ChooseStrategy(BLUE, "Strategy 4"), ChooseStrategy(GREEN, "Strategy 3"))
    state = play(state, TellStrength(BLUE, 4), TellStrength(GREEN, 3))
    state = play(state, ChooseTactics(BLUE, "Planetary Assault"), ChooseTactics(GREEN, "Tactic 12"))
    state = play(state, TellDice(None, (6, 1, 2, 4)), TellMight(BLUE, 8), TellMight(GREEN, 5))
    return play(state, LoseShips(BLUE, ()), LoseShips(GREEN, ()))


def test_two_facilities_may_be_destroyed_in_one_attack_each_by_its_roll_p7():
    """ "May Destroy 2 Facilities in one Attack"; the defender chooses which, and each brings its 2 VP."""
    state = play(assaulting(), Steal(BLUE, 1))
    vp = state.corps[BLUE].vp
    state = play(state, TellDice(None, (4, 1)), LoseFacility(GREEN, "factory"))
    assert asked(state) == [(None, "tell-dice")], "the second roll"
    both = play(state, TellDice(None, (4, 1)), LoseFacility(GREEN, "refinery"))
    assert both.corps[GREEN].facilities == ()
    assert both.corps[BLUE].vp == vp + 4
    one = play(state, TellDice(None, (1, 1)))
    assert one.corps[GREEN].facilities == (("refinery", 1),)
    assert asked(one)[0][1] != "tell-dice"


def test_a_first_roll_that_fails_leaves_the_second_p7():
    state = play(assaulting(), Steal(BLUE, 1), TellDice(None, (1, 1)))
    assert asked(state) == [(None, "tell-dice")]
    state = play(state, TellDice(None, (4, 1)))
    assert asked(state) == [(GREEN, "lose-facility")]


def test_one_facility_is_rolled_for_once_p7():
    state = play(assaulting(facilities=(("refinery", 1),)), Steal(BLUE, 1), TellDice(None, (1, 1)))
    assert asked(state)[0][1] != "tell-dice"
    assert refused(assaulting(facilities=(("refinery", 1),)), Steal(BLUE, 5, both=True)), "no second roll"


def test_foregoing_4_adds_1_to_both_rolls_and_2_to_the_first_p7():
    """ "If you forego 4 you gain an extra +1 on both rolls"; 3 are needed, so a 2 destroys."""
    start_at = assaulting()
    credits = start_at.corps[BLUE].credits
    four = play(start_at, Steal(BLUE, 5, both=True))
    assert four.corps[BLUE].credits == credits + 1
    four = play(four, TellDice(None, (3, 1)), LoseFacility(GREEN, "factory"))
    four = play(four, TellDice(None, (3, 1)))
    assert asked(four) == [(GREEN, "lose-facility")]
    two = play(start_at, Steal(BLUE, 5, forego=True))
    assert two.corps[BLUE].credits == credits + 3
    two = play(two, TellDice(None, (3, 1)), LoseFacility(GREEN, "factory"))
    two = play(two, TellDice(None, (3, 1)))
    assert asked(two)[0][1] != "lose-facility", "the second roll has nothing added"
    assert refused(start_at, Steal(BLUE, 3, both=True)), "4 are foregone of at least 4"
    offered = {(o.decision.credits, o.decision.rolls_raised) for o in offers(start_at, BLUE, "steal")}
    assert {(5, 0), (5, 1), (5, 2), (4, 2)} <= offered
    assert (3, 2) not in offered


def test_a_card_may_steal_before_opponents_with_more_might_once_it_is_entered_p7():
    """ "Steal before Opponents with higher" Might "get to Steal from Target"; it is unknown which card this
    is."""
    state = give(start(), GREEN, mines=(3, 4, 3, 3))
    entry = '[[tactic]]\nid = "tactic-13"\nname = "Quick Hands"\ntext = "x"\nsteals_first = "yes"\n'
    state = state.changed(book=GAME.box.with_box(entry).book)
    plans = {BLUE: Plan(((1, GREEN), (2, GREEN))), RED: Plan(((1, GREEN), (2, GREEN)))}
    state = plan_all(state, plans)
    for stage in (
        [ChooseStrategy(seat, "Strategy 3") for seat in (BLUE, GREEN, RED)],
        [TellStrength(seat, 5) for seat in (BLUE, GREEN, RED)],
        [
            ChooseTactics(BLUE, "Tactic 11"),
            ChooseTactics(GREEN, "Tactic 11"),
            ChooseTactics(RED, "Quick Hands"),
        ],
        [TellDice(None, (1, 1) * 3)],
        [TellMight(BLUE, 8), TellMight(GREEN, 3), TellMight(RED, 6)],
        [LoseShips(seat, ()) for seat in (BLUE, GREEN, RED)],
    ):
        state = play(state, *stage)
    assert asked(state) == [(RED, "steal")], "without the card the higher Might steals first"


def test_which_card_destroys_two_is_the_owner_s_to_say():
    entry = '[[tactic]]\nid = "tactic-06"\ntext = "x"\ndestroys_two = "no"\n'
    other = '[[strategy]]\nid = "strategy-1"\ntext = "x"\ntactics = ["tactic-06"]\ndestroys_two = "yes"\n'
    for book, those in (
        (GAME.book, ["Planetary Assault"]),
        (GAME.box.with_box(entry).book, []),
        (GAME.box.with_box(entry + other).book, [GAME.book.strategies[0]]),
    ):
        cards = (*book.tactics, *book.strategies)
        assert [card for card in cards if book.does(card, "destroys_two")] == those
