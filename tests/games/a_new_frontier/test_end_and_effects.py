"""Tests of strategic relocation (p. 7), end of turns and scoring (p. 12), and effects entered by hand."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.a_new_frontier.book.book_files import shipped
from companion.games.a_new_frontier.rules import effects, scoring
from companion.games.a_new_frontier.rules.course.relocation import Relocate
from companion.games.a_new_frontier.rules.course.turn import end_game, end_turn
from companion.games.a_new_frontier.rules.effects import TellEffect
from companion.games.a_new_frontier.rules.last_claims import NothingForgotten
from companion.games.a_new_frontier.rules.scoring import Holding, lines, places, sheet
from companion.games.a_new_frontier.rules.state import Plan
from companion.games.a_new_frontier.rules.told_forms import missing_words
from companion.games.contract import Correction, Illegal, Player, Setup, game_of_setup
from companion.games.contract.untold import Asks
from companion.translation import speaking

from .build import BLUE, GAME, GREEN, RED, asked, give, lay, plan_all, play, refused, start

S, B, H = "stingray", "barracuda", "hammerhead"


# --- relocation


def relocating(**changes):
    state = give(start(storm=1), BLUE, fleets=((S,), (S, S, B), (H, H, H), (B,)), **changes)
    return plan_all(state, {BLUE: Plan(relocation=True), GREEN: Plan(actions=(1, 0, 0, 0))})


def test_relocation_costs_3_and_holds_nobody_up_p5_p7():
    state = relocating()
    assert state.corps[BLUE].credits == 12 + 9 - 3
    assert asked(state) == [(GREEN, "explore")]
    question = next(q for q in GAME.questions(state) if q.kind == "relocate")
    assert (question.player, question.optional, question.secret) == (BLUE, True, True)


def test_two_ships_there_and_two_back_between_two_planets_p7():
    laid = ((f"1:{S}", "to-2", 2), (f"2:{H}", "to-1", 1))
    state = play(relocating(), Relocate(BLUE, laid))
    fleets = state.corps[BLUE].fleets
    assert fleets[1] == (B, H)
    assert fleets[2] == (H, H, S, S)
    assert refused(state, Relocate(BLUE, laid)), "once"


@pytest.mark.parametrize(
    "laid",
    [
        ((f"1:{S}", "to-2", 1), (f"2:{H}", "to-3", 1)),
        ((f"1:{S}", "to-2", 2), (f"1:{B}", "to-2", 1)),
        ((f"3:{B}", "to-2", 1),),
        ((f"1:{S}", "to-0", 1),),
        ((f"1:{S}", "to-1", 1),),
    ],
    ids=["three planets", "three ships", "an empty fleet", "the storm's planet", "nowhere"],
)
def test_relocation_keeps_its_limits_p7(laid):
    assert refused(relocating(), Relocate(BLUE, laid))


def test_operations_1b_moves_between_three_planets_by_no_more_than_2_extra_ships_p11():
    state = relocating(techs=("operations-1B",))
    assert play(state, Relocate(BLUE, ((f"1:{S}", "to-2", 1), (f"2:{H}", "to-3", 1))))
    three = ((f"1:{S}", "to-3", 2), (f"2:{H}", "to-3", 2))
    assert "more than 2" in refused(state, Relocate(BLUE, three))


def test_nobody_else_learns_what_moved_p7():
    one = play(relocating(), Relocate(BLUE, ((f"1:{S}", "to-2", 1),)))
    other = play(relocating(), Relocate(BLUE, ((f"1:{B}", "to-2", 1),)))
    for seat in (None, GREEN, RED):
        assert GAME.view(one, seat) == GAME.view(other, seat)
    words = [GAME.words(relocating(), Relocate(BLUE, ((f"1:{ship}", "to-2", 1),))) for ship in (S, B)]
    assert words[0] == words[1]


# --- turns


def test_the_storm_moves_clockwise_and_powers_the_factions_from_turn_3_p2_p12():
    state = start(storm=3)
    assert state.power_up == (2 + 2) % 4
    storms, advanced = [], []
    for _turn in range(5):
        storms.append(state.storm)
        advanced.append(state.advanced)
        state = end_turn(state)
    assert storms == [2, 3, 0, 1, None]
    assert advanced == [False, False, True, True, True]


def test_turn_5_has_conflicts_on_3_planets_and_ends_the_game_p12():
    state = start().changed(turn=5, storm=None)
    attacks = Plan(tuple((planet, GREEN) for planet in (0, 1, 2)))
    state = lay(lay(lay(state, BLUE, attacks), GREEN, Plan()), RED, Plan())
    assert {attack.planet for attack in state.attacks} == {0, 1, 2}
    quiet = plan_all(start().changed(turn=5, storm=None), {})
    quiet = play(quiet, *(NothingForgotten(seat) for seat in quiet.seats))
    assert quiet.over
    assert GAME.phase(quiet).over
    assert GAME.questions(quiet) == ()


# --- the end scoring


@pytest.mark.parametrize(
    ("numbers", "vp"),
    [
        ((9, 7, 3), (4, 2, 0)),
        ((9, 9, 3), (2, 2, 0)),
        ((9, 9, 9), (2, 2, 2)),
        ((9, 7, 7), (4, 0, 0)),
        ((0, 0, 1), (0, 0, 4)),
    ],
)
def test_titles_4_for_the_most_2_for_the_second_ties_as_told_p12(numbers, vp):
    assert places(numbers) == vp


@given(st.lists(st.integers(0, 9), min_size=3, max_size=5).map(tuple))
def test_a_title_never_gives_a_smaller_number_more(numbers):
    given = places(numbers)
    for one, mine in zip(numbers, given, strict=True):
        for other, theirs in zip(numbers, given, strict=True):
            assert not (one > other and mine < theirs)


def holding(name="Blue", **changes):
    usual = {
        "vp": 0,
        "prestige": 9,
        "credits": 0,
        "fleets": (3, 3, 3, 3),
        "mines": (3, 3, 3, 3),
        "colonies": 0,
        "completed": (),
    }
    return Holding(name, **(usual | changes))


def vp_of(one, *others):
    return {line.source: line.vp for line in lines(shipped(), (one, *others), 0)}


def test_the_largest_fleet_at_each_planet_is_1_vp_a_tie_none_p12():
    one = holding(fleets=(5, 4, 4, 2))
    assert vp_of(one, holding(fleets=(4, 4, 3, 3)), holding(fleets=(1, 1, 1, 1)))["Largest fleets"] == 2


def test_mines_of_level_6_7_and_8_are_1_2_and_3_vp_p12():
    assert vp_of(holding(mines=(5, 6, 7, 8)), holding())["Production"] == 6


def test_a_colony_is_3_vp_p8():
    assert vp_of(holding(colonies=2), holding())["Exploration"] == 6


def test_missions_count_at_the_end_p10():
    completed = ("green-1", "green-2", "green-3", "green-4", "yellow-1", "yellow-2")
    assert vp_of(holding(completed=completed), holding())["Marketing"] == 12


def test_both_tie_breakers_part_a_tie_one_after_the_other_p12():
    ties = shipped().tie_breakers
    assert len(ties) == 2
    a, b = holding("A", credits=5), holding("B", credits=7)
    ranks = [player.rank for player in sheet(shipped(), (a, b)).players]
    assert ranks == [2, 1]
    assert "7" in sheet(shipped(), (a, b)).players[1].tie_break
    even = sheet(shipped(), (a, holding("C", credits=5))).players
    assert [player.winner for player in even] == [True, True]


@given(st.integers(0, 40), st.integers(0, 4))
def test_every_point_has_a_reason(vp, colonies):
    result = sheet(shipped(), (holding(vp=vp, colonies=min(3, colonies)), holding("B")))
    for player in result.players:
        assert player.total == sum(term.value for line in player.lines for term in line.why.terms)


# --- effects entered by hand


def test_what_the_text_has_lost_is_told_with_its_source():
    state = give(start(), BLUE, facilities=(("shield-generator", 1),))
    told = play(state, TellEffect(BLUE, (("facility:shield-generator", "vp-gain", 1),)))
    assert told.corps[BLUE].vp == 1
    assert told.gained[0].why == "facility:shield-generator"
    assert "Shield Generator" in GAME.words(
        state, TellEffect(BLUE, (("facility:shield-generator", "vp-gain", 1),))
    )
    laid = (("other", "credits-gain", 1), ("card", "prestige-loss", 2), ("players", "archaeotech-gain", 2))
    said = GAME.words(state, TellEffect(BLUE, laid))
    assert said.endswith(
        "Something else: +1 credit, Conflict card: −2 prestige and Another player: +2 archaeotechs"
    )
    assert "only" in refused(state, TellEffect(BLUE, (("other", "credits-loss", 13),)))
    assert refused(state, TellEffect(BLUE, (("facility:refinery", "vp-gain", 1),))), "not theirs"


def test_what_is_refused_is_known_as_it_stands_now():
    """What is asked as before is kept (table/timeline.py), so what the form counts with is compared: with an
    archaeotech that had been used meanwhile another was taken, and -7 were left."""
    states = [give(start(), BLUE, archaeotech=count, credits=count) for count in (1, 0)]
    forms = [effects.questions(state, BLUE)[0].form for state in states]
    assert forms[0] != forms[1]
    for kind in ("archaeotech-loss", "credits-loss"):
        taken = (("other", kind, 1),)
        assert not forms[0].problem(taken)
        assert forms[1].problem(taken)


def test_a_fact_is_overruled_and_the_stock_follows():
    state = start()
    stock = dict(state.stock)["kraken"]
    changed = GAME.correct(state, Correction("ships/0/1/kraken", 2))
    assert changed.corps[BLUE].fleets[1].count("kraken") == 2
    assert dict(changed.stock)["kraken"] == stock - 2
    assert GAME.check(changed) == ()
    with pytest.raises(Illegal):
        GAME.correct(state, Correction("ships/0/1/kraken", 99))


def test_every_fact_can_be_overruled_by_what_it_says_it_may_be():
    state = give(start(5), BLUE, completed=("green-1",), colonies=(2,)).changed(track=(0, 1, 2, 3, 4))
    first = {fact.path.split("/")[0]: fact for fact in reversed(GAME.facts(state))}
    assert len(first) > 12
    for fact in first.values():
        for value in fact.choices or {fact.lowest, fact.highest, fact.value}:
            changed = GAME.correct(state, Correction(fact.path, value))
            after = {each.path: each.value for each in GAME.facts(changed)}
            if not fact.path.startswith("missions/"):
                assert after[fact.path] == value, fact.path
            assert GAME.words(state, Correction(fact.path, value))


def test_what_does_not_add_up_is_said():
    state = give(start(), BLUE, fleets=(("kraken",) * 12, (), (S,), (S,)))
    said = " ".join(GAME.check(state))
    assert "Kraken" in said
    assert "1 to 9" in said


# --- the owner's numbers


def test_an_owner_s_number_is_laid_over_the_stand_in_and_no_longer_unverified():
    assert shipped().is_stand_in("ship-kraken", "cost")
    game = GAME.box.with_box("[ships.kraken]\ncost = 7\n")
    assert game.book.ships["kraken"].cost == 7
    assert not game.book.is_stand_in("ship-kraken", "cost")
    assert not GAME.box.check_box(None).ok
    assert any("(board-start)" in line for line in GAME.box.check_box(None).lines())


@pytest.mark.parametrize(
    "text",
    [
        "[ships.kraken]\nspeed = 3\n",
        "[ships.kraken]\ncost = 'much'\n",
        "[ships.kraken]\ncost = -1\n",
        "not toml",
        "[planets]\nnames = ['one']\n",
        "[scoring]\ntie_breakers = ['beauty']\n",
        "[start]\nfleet = ['submarine']\n",
        "[technologies.levels]\n2B = [2]\n",
    ],
)
def test_what_of_a_box_file_cannot_be_read_is_said_and_the_rest_stands(text):
    """What it should hold stands before it and after it."""
    told = '[[planet]]\nid = "planet-1"\nname = "Ymir"\n'
    for both in (f"{text}\n{told}", f"{told}\n{text}"):
        game = GAME.box.with_box(both)
        assert len(game.unread) == 1, game.unread
        assert game.unread[0].words().startswith("the box file, line ")
        assert "\n" not in game.unread[0].words()
        assert not GAME.box.check_box(both).ok
        assert f"cannot be read: {game.unread[0].words()}" in GAME.box.check_box(both).lines()
        assert game.book.planets[0] == (
            "Ymir" if text != "not toml" or both.startswith("not") else "Planet 1"
        )


def test_a_row_that_is_no_toml_costs_no_number_that_is_laid_over_before_it_or_after_it():
    row, numbers = "[[planet]]\nid = \n", "[ships.kraken]\ncost = 7\nspeed = 3\n[start]\ncredits = 9\n"
    game = GAME.box.with_box(f"{numbers}{row}")
    book = game.book
    assert (book.start_credits, book.ships["kraken"].cost) == (9, 5)
    assert [problem.line for problem in game.unread] == [1, 6]
    told = '[[ship]]\nid = "ship-hammerhead"\ncost = 6\n'
    game = GAME.box.with_box(f"{row}{told}{numbers}")
    book = game.book
    assert (book.start_credits, book.ships["hammerhead"].cost, len(game.unread)) == (9, 6, 2)
    assert game.unread[1].words().startswith("the box file, line 6: The box file names 'ships.kraken.speed'")


def test_of_a_row_that_is_half_wrong_the_rest_is_told():
    row = '[[ship]]\nid = "ship-kraken"\ncost = 7\nattack = "three"\n'
    game = GAME.box.with_box(row)
    assert game.book.ships["kraken"].cost == 7
    (wrong,) = game.unread
    assert (
        wrong.words() == "the box file, line 4: ship-kraken: 'attack': attack value: a number from 0 to 20."
    )
    assert {"attack", "defense"} <= {*game.book.pieces["ship-kraken"].untold}
    setup = Setup(tuple(Player(n, c) for n, c in (("Ann", BLUE), ("Ben", RED), ("Cleo", GREEN))), box=row)
    assert game_of_setup(GAME, setup).contents()


def test_what_the_text_says_is_no_stand_in():
    assert not shipped().is_stand_in("ship-leviathan", "cost")
    assert {"prestige", "mine", "actions"}.isdisjoint(shipped().data["start"]["unverified"])
    assert "unverified" not in shipped().data["facilities"]


# --- by file


def test_a_score_request_gives_the_sheet():
    request = {
        "game": "a-new-frontier",
        "players": [
            {"name": "Blue", "vp": 20, "prestige": 12, "fleets": [4, 4, 4, 4], "mines": [3, 6, 3, 3],
             "colonies": 2, "missions": {"green": 4, "yellow": 2}, "titles": 8},
            {"name": "Green", "vp": 22, "titles": 4},
        ],
    }  # fmt: skip
    answer = GAME.untracked.score_request(json.loads(json.dumps(request)))
    blue, green = answer["players"]
    # 20, 8 for the titles as the table counted them, 4 fleets, 1 for the mine, 6 for colonies, 12 missions.
    assert blue["total"] == 20 + 8 + 4 + 1 + 6 + 12
    assert green["total"] == 22 + 2 * 0 + 2 + 2
    assert blue["winner"]
    assert sum(line["vp"] for line in blue["lines"]) == blue["total"]


@pytest.mark.parametrize(
    "request_",
    [
        [],
        {"players": []},
        {"players": [{"name": "A"}, {"name": ""}]},
        {"players": [{"name": "A", "vp": "9"}, {}]},
        {"players": [{"name": "A", "fleets": [1, 2]}, {}]},
        {"players": [{"name": "A", "missions": {"blue": 1}}, {}]},
        {"players": [{"name": "A", "prestige": 23}, {}]},
        {"players": [{"name": "A", "speed": 1}, {}]},
        {"players": [{}, {}], "goals": []},
    ],
)
def test_a_score_request_that_cannot_be_is_one_sentence(request_):
    with pytest.raises(Illegal) as wrong:
        GAME.untracked.score_request(request_)
    assert wrong.value.sentence.endswith(".")


def test_the_sheet_of_a_game_is_the_sheet_of_its_holdings():
    state = give(start(), BLUE, vp=5, colonies=(2, 3))
    assert scoring.score(state).players[BLUE].total >= 5 + 6
    assert not scoring.score(state).final


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "another gain or loss"),
        ("de", "noch ein Gewinn oder Verlust"),
        ("fr", "un autre gain ou une autre perte"),
        ("es", "otra ganancia o pérdida"),
    ],
)
def test_what_came_besides_is_asked_in_plain_words(code, said):
    with speaking(code):
        (asked,) = effects.questions(start(), BLUE)
    assert said in asked.text
    assert asked.optional


def test_a_strike_of_the_last_turn_ends_with_prestige_4_p12():
    ended = end_game(give(start(), BLUE, prestige=0, struck=True))
    assert (ended.corps[BLUE].prestige, ended.corps[BLUE].struck) == (4, False)
    assert GAME.phase(ended).over


def test_a_technology_that_is_corrected_is_had_at_once_and_the_others_still_come():
    state = give(start(), BLUE, coming=("tactics-1A", "politics-1A"))
    corp = GAME.correct(state, Correction("tech/0/tactics-1A", "yes")).corps[BLUE]
    assert ("tactics-1A" in corp.techs, corp.coming) == (True, ("politics-1A",))


def test_what_is_left_open_at_the_end_is_said_as_what_each_can_have():
    asks = Asks("scores", (("technology-logistics-3", "end_vp"),))
    ended = give(start(), GREEN, vp=8).changed(phase="over", step=None)
    with speaking("en"):
        assert missing_words(ended, asks) == "Without them: Blue 4, Green 12 and Red 4."
