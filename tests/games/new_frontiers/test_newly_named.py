"""Tests of tiles that are met by their name alone, wherever a tile is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box.editing import tile_text
from companion.games.contract import Correction, Difference, Illegal, Spot, Telling, seat_zone
from companion.games.contract.box import TILE, BoxTile
from companion.games.contract.gate import check_legal
from companion.games.contract.untracked import Final, Holding
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.course import in_time
from companion.games.new_frontiers.rules.meeting import naming
from companion.games.new_frontiers.rules.state import Doing
from companion.games.new_frontiers.tracking.layout import EXPLORED, SETTLED
from tests.rigs.told_box import setup
from tests.web.photographed import registered_box

GAME = NewFrontiers()


def met(state, sort, name):
    """The table after somebody met a tile by its name, and the tile's id."""
    tile = GAME.box.newly_named(sort, name, state)
    return GAME.correct(state, Correction(f"{TILE}/{tile.id}", tile_text(tile))), tile.id


def told(state):
    """The table with its homes told, at its first ordinary question."""
    while (question := GAME.questions(state)[0]).kind == "tell":
        value = tuple(
            field.item(next((s for s in field.sayings if s.value == "gray"), field.sayings[0]).value).text
            for field in question.form.fields
            if field.sayings and not field.several
        )
        state = GAME.play(state, GAME.answer(state, question, value))
    return state


def test_a_world_gets_the_lowest_number_that_nobody_met_and_one_more_when_all_are_met():
    state = told(GAME.new(setup(2, 1)))
    state, first = met(state, "world", "Blaster  Gem")
    tile = state.catalogue.shown[first]
    assert (tile.name, first in state.bag) == ("Blaster Gem", True)
    assert "price" in tile.untold
    with pytest.raises(Illegal, match="another piece of this box"):
        GAME.box.newly_named("world", "blaster gem", state)
    with pytest.raises(Illegal, match="up to 60 letters"):
        GAME.box.newly_named("world", " ", state)
    full = state.changed(bag=())
    full, further = met(full, "world", "Starry Rift")
    assert (further, further in full.bag) == ("W61", True)


def test_the_list_of_names_says_what_is_known_of_each():
    state, first = met(told(GAME.new(setup(2, 1))), "world", "Blaster Gem")
    notes = {item.id: item.note for item in naming(state, photo=False).items}
    assert notes[first] == ""
    tile = GAME.box.told_tiles(GAME.new(setup(2, 1)), state)[first]
    untold = [fact for fact in tile.fields["untold"] if fact != "price"]
    priced = BoxTile("world", {**tile.fields, "cost": 3, "untold": untold})
    state = GAME.correct(state, Correction(f"{TILE}/{first}", tile_text(priced)))
    assert {item.id: item.note for item in naming(state, photo=False).items}[first] == "cost 3"


def test_a_development_beyond_the_box_can_be_bought_once_it_costs_something():
    state = told(GAME.new(setup(3, 1)))
    state, id = met(state, "development", "Star Nurseries")
    assert (id, dict(state.supply.developments)[id]) == ("D41", 2)
    state = state.changed(doing=None)
    select = next(
        o.decision for o in GAME.options(state, GAME.questions(state)[0].player) if "evelop" in o.words
    )
    state = GAME.play(state, select)
    question = GAME.questions(state)[0]
    assert question.meets == "development"
    wish = AskWhatItSays(question.player, id)
    assert wish in [option.decision for option in GAME.options(state, question.player)]
    state = GAME.play(state, wish)
    state = GAME.play(state, GAME.answer(state, GAME.questions(state)[0], (f"{id}/price=cost 9",)))
    assert state.catalogue.shown[id].large
    assert dict(state.supply.developments)[id] == 1


def test_a_tile_that_goes_by_its_number_may_get_its_name_where_it_is_told():
    state = GAME.new(setup(2, 1))
    question = GAME.questions(state)[0]
    assert isinstance(question.form, Telling)
    field = next(field for field in question.form.fields if field.name.endswith("/name"))
    home = field.piece
    assert not field.needed
    others = [f.item(f.sayings[0].value).text for f in question.form.fields if f.sayings and not f.several]
    assert "another piece" in question.form.problem((*others, field.item("Spice World").text))
    assert "60 letters" in question.form.problem((*others, field.item("x" * 61).text))
    state = in_time.play(state, GAME.answer(state, question, (*others, field.item("Old Earth").text)))
    assert state.catalogue.shown[home].name == "Old Earth"
    assert "name" not in state.catalogue.shown[home].untold


def test_the_score_asks_for_the_vp_of_a_tile_that_has_only_a_name():
    tile = GAME.box.with_box(registered_box()).box.newly_named("world", "Blaster Gem")
    text = f"[[{tile.type}]]\n" + tile_text(tile).partition("\n")[2]
    book = GAME.box.with_box(registered_box() + text).untracked.final()
    home = next(iter(book.ids("home")))
    holding = Holding("Mia", {home: "home", tile.fields["id"]: "colony"})
    table = Final((holding, Holding("Ben")))
    name = f"printed {tile.fields['id']}"
    assert name in [asked.name for asked in book.asked(table, 0)]
    before = book.score(table).players[0].total
    entered = replace(table, players=(replace(holding, numbers={name: 4}), Holding("Ben")))
    assert book.score(entered).players[0].total == before + 4
    # Nothing of this result counts kinds; with a "?" that does, what nobody told is said.
    assert book.doubts(table, 0) == ()
    counting = next(
        id
        for id, development in GAME.catalogue.developments.items()
        if development.bonus
        and any(count.what == "colony kind" or count.kind for _vp, count in development.bonus.pairs)
    )
    counted = replace(holding, tiles={**holding.tiles, counting: "development"})
    (said,) = book.doubts(Final((counted, Holding("Ben"))), 0)
    assert "Blaster Gem" in said
    assert "kind" in said


def test_at_a_finished_table_nothing_is_offered_or_counted_that_the_companion_made_up():
    book = GAME.untracked.final()
    home = next(iter(book.ids("home")))
    table = Final((Holding("Mia", {home: "home", "W16": "colony"}), Holding("Ben")))
    for role in ("colony", "development"):
        offered = [offer.id for offer in book.offers(table, 1, role)]
        assert offered
        assert not [id for id in offered if GAME.catalogue[id].source == "stand-in"]
    assert book.name("W16") == "World 16"
    names = [asked.name for asked in book.asked(table, 0) if asked.needed]
    assert {f"printed {home}", "printed W16"} <= set(names)
    assert book.score(table).players[0].total == 0
    told = replace(table.players[0], numbers={"printed W16": 3, f"printed {home}": 1})
    assert book.score(replace(table, players=(told, Holding("Ben")))).players[0].total == 4


def test_a_sticker_that_no_tile_has_is_met_by_its_number():
    state = told(GAME.new(setup(2, 1)))
    tile = GAME.box.newly_tagged("W61A", "", state)
    assert (tile.id, tile.fields["name"]) == ("W61", "World 61")
    state = GAME.correct(state, Correction(f"{TILE}/{tile.id}", tile_text(tile)))
    assert "W61" in state.bag
    assert GAME.box.newly_tagged("D41A", "Nova Works", state).type == "development"
    for tag, name, said in (
        ("W61A", "", "known already"),
        ("X9", "", "can be no tile"),
        ("W62", "World 61", "another"),
    ):
        with pytest.raises(Illegal, match=said):
            GAME.box.newly_tagged(tag, name, state)


def test_the_camera_takes_a_tile_that_a_power_draws_and_asks_for_the_price_of_one_turned_over():
    state = told(GAME.new(setup(2, 1)))
    player = GAME.questions(state)[0].player
    explore = next(o.decision for o in GAME.options(state, player) if "Explore" in o.words)
    state = GAME.play(state, explore)
    question = GAME.questions(state)[0]
    tile, own = state.bag[20], seat_zone(question.player)
    there = Difference(tile, None, Spot(own, EXPLORED))
    assert GAME.tracking.explain(state, (replace(there, seen=Spot(own, SETTLED)),)).waiting
    explained = GAME.tracking.explain(state, (there,))
    (option,) = explained.options
    check_legal(GAME, state, option.decision)
    state = GAME.play(state, option.decision)
    assert tile in state.empires[question.player].explored
    # In Settle, a world of which nobody told what it costs is turned over.
    settle = Doing("settle", question.player, (question.player,), stage="settle")
    state = state.changed(doing=settle)
    turned = Difference(tile, Spot(own, EXPLORED), Spot(own, SETTLED))
    (option,) = GAME.tracking.explain(state, (turned,)).options
    assert option.decision == AskWhatItSays(question.player, tile)
