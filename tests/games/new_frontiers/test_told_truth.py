"""What nobody told of a box counts nowhere, what was told counts everywhere, and every box opens."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from companion.coach.moments import MadeDecision, judge_decision
from companion.games.contract import LATER, Correction, Illegal, ScoreSheet, Telling
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules import settling as settling_rules
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.course.in_time import IN_TIME
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.setup import (
    ASKED_WHERE_IT_MATTERS,
    ASKS_ALL_FACTS,
    ASKS_GOODS_TO_SPEND,
    ASKS_HOMES_IN_TURN,
    ASKS_WHOLE_SIDE,
)
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Tile, printed_on
from companion.games.new_frontiers.tiles.known import nothing_told, of_real_table
from companion.games.new_frontiers.tiles.power_lines import parse_power
from tests.default_run import first_by_default
from tests.rigs.told_box import Owner, played_again, printed_box, registered, setup

GAME = NewFrontiers()


# --- a box always loads


def text_of(tile: Tile) -> str:
    box = box_file.as_fields(tile)
    return f"[[{box.type}]]\n" + "".join(f"{name} = {json.dumps(v)}\n" for name, v in box.fields.items())


def told_in_part(tile: Tile, rng: Random) -> Tile:
    """The tile with any subset of what may be printed on it told."""
    keys = [key for key in printed_on(tile).keys if key != "bonus"]
    wanted = [key for key in keys if rng.random() < 0.5]
    return replace(printed_on(tile).drawn(nothing_told(tile), rng, wanted), source="owner", assumed=())


@pytest.mark.parametrize("seed", range(12))
def test_any_tiles_told_in_any_part_come_back_from_their_box_and_play(seed: int) -> None:
    rng = Random(seed)
    tiles = {t.id: told_in_part(t, rng) for t in box_file.catalogue().values() if rng.random() < 0.3}
    text = "\n".join(map(text_of, tiles.values()))
    game = GAME.box.with_box(text)
    assert game.unread == ()
    for id, tile in tiles.items():
        read = game.catalogue[id]
        assert replace(read, paired=tile.paired) == tile if hasattr(tile, "paired") else read == tile, id
    for pieces in ((), ("told",)):
        begun = setup(4, seed, text)
        if not pieces:
            begun = replace(begun, options=tuple(o for o in begun.options if o != ("pieces", "told")))
        state = game.new(begun)
        assert game.questions(state)
        assert game.display.page(state, 0)
        assert game.score(state).players
    assert game.box.check_box(None).lines()
    assert game.box.book().tiles()


def test_a_development_with_a_name_alone_opens_as_it_was_told() -> None:
    text = (
        '[[development]]\nid = "D08"\nname = "Rift"\nuntold = ["price", "vp", "keywords", "powers/Settle"]\n'
    )
    game = GAME.box.with_box(text)
    assert game.unread == ()
    (tile,) = (tile for tile in game.box.book().tiles() if tile.id == "D08")
    assert {"cost", "vp", "keywords", "assumed"} & tile.fields.keys() == set()


def test_what_cannot_be_read_is_said_with_its_line_and_the_rest_stands() -> None:
    text = (
        '[[world]]\nid = "W11"\nname = "Reef"\ncost = 400\nvp = 2\n\n'
        '[[world]]\nid = "W12"\nname = Broken\n\n'
        '[[moon]]\nid = "M1"\n\n'
        '[[world]]\nid = "W13"\nname = "Rich"\ndefense = 8\ncolour = "red"\n'
    )
    game = GAME.box.with_box(text)
    assert sorted(one.words().partition(": ")[0] for one in game.unread) == [
        "the box file, line 11",
        "the box file, line 18",
        "the box file, line 4",
        "the box file, line 7",
    ]
    assert any("cost or defense cannot be “400”" in one.sentence for one in game.unread)
    assert (game.catalogue["W11"].vp, game.catalogue["W11"].untold) == (2, ("price",))
    assert game.catalogue["W13"].defense == 8
    assert not game.box.check_box(None).ok
    assert any(line.startswith("cannot be read: ") for line in game.box.check_box(None).lines())


def test_a_world_is_as_dear_and_named_as_long_in_its_box_as_in_play() -> None:
    name = "A World of Sixty Letters, as Long as Any Name May Ever Be Her"
    for price in ("cost = 8", "defense = 10"):
        text = f'[[world]]\nid = "W11"\nname = "{name[:60]}"\n{price}\n'
        assert GAME.box.with_box(text).unread == ()
    assert GAME.box.with_box(f'[[world]]\nid = "W11"\nname = "{name}."\ncost = 1\n').unread


# --- nothing made up counts


def test_which_home_is_on_a_mat_is_not_known_nor_what_it_can_do() -> None:
    for home in of_real_table(GAME.catalogue).homes.values():
        assert {"name", "price", "kind", "vp", "keywords", "powers/Consume"} <= {*home.untold}
        assert not home.powers


def test_a_goal_scores_by_no_quantities_that_nobody_told() -> None:
    assert of_real_table(GAME.catalogue).goals["G7"].untold == ("ranges",)
    assert not of_real_table(GAME.catalogue).goals["G8"].untold


def test_the_check_of_a_box_counts_no_stand_in() -> None:
    report = GAME.box.check_box(None)
    named = [tile for tile in GAME.catalogue.worlds.values() if tile.source != "stand-in"]
    worlds = {count.label: count.found for count in report.counts}
    assert worlds["military worlds"] == sum("cost" not in t.assumed and t.military for t in named)
    assert not any("assumed or stand-ins" in line for line in report.lines())


def test_a_score_request_counts_no_stand_in() -> None:
    request = {"game": "new-frontiers", "players": [{"name": "Mia", "colonies": [{"tile": "W11"}]}]}
    with pytest.raises(Illegal, match="nobody told it of World 11"):
        GAME.untracked.score_request(request)
    own = {"type": "world", "id": "W11", "cost": 1, "vp": 3}
    assert GAME.untracked.score_request({**request, "tiles": [own]})["players"][0]["total"] == 3


# --- what is asked, and when


def answered(state: State, *value: str) -> State:
    question = GAME.questions(state)[0]
    assert isinstance(question.form, Telling)
    assert question.form.problem(value) == ""
    return GAME.play(state, GAME.answer(state, question, value))


def begun(**powers: tuple[str, ...]) -> State:
    """Two players with gray homes. powers: those of both homes, by type."""
    state = GAME.new(setup(2, 1))
    while GAME.questions(state)[0].kind == "tell":
        piece = GAME.questions(state)[0].form.fields[0].piece
        lines = tuple(f"{piece}/powers={line}" for lines in powers.values() for line in lines)
        state = answered(state, f"{piece}/kind=gray", f"{piece}/vp=1", *lines)
    return state


def settling(state: State, world: str = "W11") -> tuple[State, int]:
    """Whoever begins to settle has this world."""
    player = GAME.questions(state)[0].player
    state = GAME.correct(state, Correction(f"world/{world}", f"explored by {state.empires[player].colour}"))
    state = GAME.play(state, SelectAction(player, "settle"))
    return state, GAME.questions(state)[0].player


def test_a_military_world_is_two_forms() -> None:
    state, player = settling(begun(settle=("Settle: +4 Military",)))
    state = GAME.play(state, AskWhatItSays(player, "W11"))
    state = answered(state, "W11/price=defense 3", "W11/colonists=1")
    assert GAME.questions(state)[0].kind == "settle"
    state = GAME.play(state, SettleWorld(player, "W11", settling_rules.MILITARY))
    form = GAME.questions(state)[0].form
    assert [field.name for field in form.fields] == [
        "W11/kind",
        "W11/keywords",
        "W11/powers",
        "W11/name",
        "W11/vp",
    ]
    state = answered(state, "W11/kind=Genes windfall", "W11/vp=2")
    assert state.catalogue.shown["W11"].untold == ("name",)
    assert [colony.world for colony in state.empires[player].colonies][1:] == ["W11"]


def asked_of(state: State) -> list[str]:
    form = GAME.questions(state)[0].form
    return [field.key for field in form.fields] if isinstance(form, Telling) else []


@pytest.mark.parametrize(
    "power",
    [
        "Settle: +4 Military vs REBEL",
        "Settle: +4 Military vs Genes",
        "Settle: may pay for a non-Alien military world at -1 cost",
    ],
)
@pytest.mark.parametrize("before", [True, False])
def test_a_military_world_is_two_forms_where_a_power_looks_at_its_colored_side(
    power: str, before: bool
) -> None:
    """Its kind and its keywords were a form each before it was conquered, the rest of the side another."""
    state = begun(settle=(power,))
    if not before:
        options = (*state.setup.options, ASKS_WHOLE_SIDE)
        state = state.changed(setup=replace(state.setup, options=options))
    state, player = settling(state)
    state = GAME.play(state, AskWhatItSays(player, "W11"))
    state = answered(state, "W11/price=defense 3", "W11/colonists=1")
    if before:
        assert len(asked_of(state)) == 1
        return
    side = ["kind", "keywords", "powers", "name", "vp"]
    assert asked_of(state) == side
    told = answered(state, "W11/kind=Genes windfall", "W11/keywords=Rebel", "W11/vp=2")
    options = [o.decision for o in GAME.options(told, player) if isinstance(o.decision, SettleWorld)]
    conquered = GAME.play(told, options[0])
    assert conquered.empires[player].colonies[-1].world == "W11"
    assert asked_of(conquered) == []
    # What was put off while it lay explored is asked once it is turned over.
    part = answered(state, "W11/kind=Genes windfall", "W11/keywords=Rebel", LATER)
    assert asked_of(part) == []
    assert asked_of(GAME.play(part, options[0])) == ["powers", "name", "vp"]


@pytest.mark.parametrize("before", [True, False])
def test_a_home_is_asked_for_where_its_good_could_be_spent(before: bool) -> None:
    """Its Settle power alone was told, its kind not: nobody knew of the good, and its owner was not asked."""
    chosen = setup(2, 1)
    marks = (ASKS_HOMES_IN_TURN, *(() if before else (ASKS_GOODS_TO_SPEND,)))
    state = GAME.new(replace(chosen, options=(*chosen.options, *marks)))
    chooser = GAME.questions(state)[0].player
    other = 1 - chooser
    home = state.catalogue.shown[state.empires[other].colonies[0].world]
    settle = parse_power("Settle: spend 1 Novelty good for +2 Military")
    untold = tuple(fact for fact in home.untold if fact != "powers/Settle")
    catalogue = state.catalogue.with_tiles((replace(home, powers=(settle,), untold=untold),)).strict
    state = GAME.play(state.changed(catalogue=catalogue), SelectAction(chooser, "settle"))
    own = state.empires[chooser].colonies[0].world
    state = answered(state, f"{own}/kind=gray", f"{own}/vp=1")
    asked = [field.name for field in getattr(GAME.questions(state)[0].form, "fields", ())]
    assert (f"{home.id}/kind" in asked) is not before
    if not before:
        state = answered(state, f"{home.id}/kind=Novelty windfall", f"{home.id}/vp=1")
        assert [question.player for question in GAME.questions(state)] == [other]
        assert "spend-goods" in {option.decision.do for option in GAME.options(state, other)}


def test_a_world_that_turns_out_to_be_of_any_kind_is_settled_with_a_kind() -> None:
    state, player = settling(begun())
    state = GAME.play(state, AskWhatItSays(player, "W11"))
    state = answered(state, "W11/price=cost 0", "W11/colonists=1")
    state = GAME.play(state, SettleWorld(player, "W11", settling_rules.CREDITS))
    state = answered(state, "W11/kind=any production", "W11/vp=2")
    assert len(state.empires[player].colonies) == 1
    offered = [o.decision for o in GAME.options(state, player) if isinstance(o.decision, SettleWorld)]
    assert {one.kind for one in offered} == {"Novelty", "Rare", "Genes", "Alien"}
    after = GAME.play(state, offered[0])
    assert after.empires[player].colonies[-1].world == "W11"


def test_of_powers_told_in_part_the_rest_is_asked_where_it_counts() -> None:
    state = GAME.new(setup(2, 1))
    while GAME.questions(state)[0].kind == "tell":
        piece = GAME.questions(state)[0].form.fields[0].piece
        state = answered(
            state, f"{piece}/kind=gray", f"{piece}/vp=1", f"{piece}/powers=Settle: +1 Military", LATER
        )
    player = GAME.questions(state)[0].player
    state = GAME.play(state, SelectAction(player, "settle"))
    question = GAME.questions(state)[0]
    assert question.text.startswith("Which of these have any Settle power?")
    pieces = [id for id, _called in question.form.pieces]
    state = answered(state, f"{pieces[0]}/powers/Settle=Settle: -1 cost")
    assert state.catalogue.shown[pieces[0]].powers == tuple(
        map(parse_power, ("Settle: +1 Military", "Settle: -1 cost"))
    )
    assert state.catalogue.shown[pieces[1]].powers == (parse_power("Settle: +1 Military"),)
    assert GAME.questions(state)[0].kind != "tell"


@pytest.mark.parametrize(
    ("goals", "before", "asked"),
    [((), False, {"vp"}), (("G4",), False, {"vp", "kind"}), ((), True, {"vp", "kind"})],
)
def test_a_kind_is_asked_before_the_sum_where_something_counts_it(
    goals: tuple[str, ...], before: bool, asked: set[str]
) -> None:
    state = begun()
    colonies = (*state.empires[0].colonies, Colony("W11", 1))
    ended = state.with_empire(0, state.empires[0].changed(colonies=colonies, goals=goals)).changed(over=True)
    if before:  # a table begun when the kind of every colony was asked
        options = (*ended.setup.options, ASKED_WHERE_IT_MATTERS, ASKS_ALL_FACTS)
        ended = ended.changed(setup=replace(ended.setup, options=options))
    assert {fact for tile, fact in IN_TIME.of_sum(ended) if tile == "W11"} == asked


def test_nothing_that_nobody_told_is_prefilled_in_the_box() -> None:
    tile = replace(nothing_told(GAME.catalogue["W11"]), name="Reef", source="owner")
    tile = printed_on(tile).told(tile, {"name": ("Reef",), "vp": ("2",)})
    book = GAME.box.with_box(text_of(tile)).box.book()
    form = book.telling("W11")
    assert {field.name: field.chosen for field in form.fields if field.chosen} == {
        "W11/name": ("Reef",),
        "W11/vp": ("2",),
    }
    assert not any(field.ended or field.usual for field in form.fields)


def test_a_wish_to_be_told_what_a_tile_costs_is_no_moment_that_decided() -> None:
    state, player = settling(begun())
    wish = MadeDecision(1, state, AskWhatItSays(player, "W11"))
    assert judge_decision(GAME, GAME.coaching, wish, 0.05) is None


# --- the sum


def told_game(seed: int, later: bool) -> None:
    """A game with a box of which nothing is told, half of its forms put off, against the same game with a
    registered box."""
    printed = printed_box(seed)
    first = setup(2 + seed % 3, seed)
    state, rng = GAME.new(first), Random(seed)
    owner, decisions = Owner(printed, rng), []
    while not GAME.phase(state).over:
        question = GAME.questions(state)[0]
        if isinstance(question.form, Telling) and later and question.form.later and rng.random() < 0.5:
            told = owner.told(state, question.form)
            some = (*(one for one in told if "/kind=" in one or rng.random() < 0.4), LATER)
            decision = GAME.answer(state, question, LATER_ALONE if question.form.waived else some)
        elif question.form is not None:
            decision = owner.answer(GAME, state, question)
        else:
            decision = rng.choice(GAME.options(state, question.player)).decision
        decisions.append(decision)
        state = GAME.play(state, decision)
    told: Catalogue = state.catalogue.shown
    again, end = played_again(registered(told, printed), first, decisions, told)
    assert again.phase(end).over
    assert points(GAME.score(state)) == points(again.score(end))


def points(sheet: ScoreSheet) -> list[tuple[int, int | None, list[tuple[str, int]]]]:
    return [(p.total, p.rank, [(line.source, line.vp) for line in p.lines]) for p in sheet.players]


LATER_ALONE = (LATER,)


@pytest.mark.parametrize("seed", first_by_default(range(12)))
def test_the_sum_is_that_of_a_registered_box_though_half_was_told_later(seed: int) -> None:
    told_game(seed, later=True)
