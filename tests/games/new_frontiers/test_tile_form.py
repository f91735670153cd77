"""The form of a whole tile: it opens with what is told and only that, and keeps what is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

import pytest

from companion import games
from companion.games.contract import ALL, LATER, Illegal
from companion.games.contract.told import Told, ToldBy, ToldFact
from companion.games.new_frontiers.box.tile_book import TileBook
from companion.games.new_frontiers.tiles.box_file import as_fields, catalogue
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Tile, printed_on
from companion.games.new_frontiers.tiles.known import nothing_told
from tests.default_run import first_by_default

BOOK = games.load("new-frontiers").box.book()
TILES = tuple(catalogue())


def drawn(rng: Random) -> Tile:
    """A tile of any sort of which any facts are told."""
    tile = nothing_told(catalogue()[rng.choice(TILES)])
    facts = rng.sample(tile.untold, rng.randint(0, len(tile.untold)))
    return replace(printed_on(tile).drawn(tile, rng, facts), source="owner", assumed=())


@pytest.mark.parametrize("seed", first_by_default(range(8), 2))
def test_every_subset_of_told_facts_opens_and_is_kept_as_it_was(seed):
    rng = Random(seed)
    for _time in range(40):
        tile = drawn(rng)
        book = TileBook(Catalogue([tile]))
        form = book.telling(tile.id)
        told = {field.name.partition("/")[2] for field in form.fields if field.chosen or field.ended}
        assert told <= {*printed_on(tile).said(tile), "stack", "first_game"}
        kept = book.told(tile.id, form.chosen)
        assert (kept.tile, kept.facts) == (as_fields(tile), ()), tile


@pytest.mark.parametrize("seed", first_by_default(range(8), 2))
def test_what_is_sent_is_what_the_form_opens_with_the_next_time(seed):
    """A tile told in one way becomes one told in another by its form alone."""
    rng = Random(100 + seed)
    for _time in range(40):
        before, after = drawn(rng), drawn(rng)
        if printed_on(before) is not printed_on(after):
            continue
        after = replace(after, id=before.id)
        wanted = TileBook(Catalogue([after])).telling(before.id).chosen
        kept = TileBook(Catalogue([before])).told(before.id, wanted).tile
        left = {"mat", "side", "measure", "stockpile", "untold", "stack", "first_game", "colonists"}
        said = {name: value for name, value in as_fields(after).fields.items() if name not in left}
        assert {n: v for n, v in kept.fields.items() if n not in left} == said, (before, after)


def test_all_as_printed_needs_every_fact_and_tells_the_rest_to_be_none():
    said = ("W11/name=Mine", "W11/price=cost 2", "W11/vp=1", "W11/colonists=1")
    with pytest.raises(Illegal, match="kind: choose one"):
        BOOK.told("W11", Told.read(said))
    whole = BOOK.told("W11", Told.read((*said, "W11/kind=Novelty production")))
    assert whole.tile.own
    assert whole.facts == ("name", "price", "colonists", "kind", "vp", "keywords", "powers")
    later = BOOK.told("W11", Told.read((*said, LATER)))
    assert set(later.tile.fields["untold"]) >= {"kind", "keywords", "powers/Settle"}
    none = BOOK.told("W11", Told.read((*said, f"W11/keywords={ALL}", LATER)))
    assert "keywords" not in none.tile.fields["untold"]


def test_a_bonus_is_there_with_its_question_mark_and_goes_with_it():
    said = ("D08/name=Guild", "D08/price=cost 6", "D08/vp=?", "D08/bonus=VP: 2 per Genes colony")
    guild = BOOK.told("D08", Told.read((*said, LATER))).tile
    assert guild.fields["bonus"] == "VP: 2 per Genes colony"
    field = next(field for field in BOOK.telling("D08").fields if field.name == "D08/bonus")
    assert field.when == (ToldFact("D08", "vp", "?"),)
    plain = BOOK.told(
        "D08", Told.read(("D08/name=Guild", "D08/vp=3", "D08/bonus=VP: 2 per Genes colony", LATER))
    ).tile
    assert "bonus" not in plain.fields
    assert "bonus" not in plain.fields["untold"]


@pytest.mark.parametrize(
    ("id", "value", "says"),
    [
        ("W11", ("W11/name=Devolved Uplift Race", LATER), "is another piece of this box"),
        ("W11", ("W11/price=cost 77", LATER), "choose one of those that are offered"),
        ("W11", ("W12/vp=1", LATER), "Choose each thing once"),
        ("Q99", (LATER,), "can be no tile"),
    ],
)
def test_what_is_no_tile_is_said_in_a_sentence(id, value, says):
    with pytest.raises(Illegal, match=says):
        BOOK.told(id, Told.read(value))


def test_the_form_names_who_told_what():
    told = BOOK.told("W11", Told.read(("W11/name=Mine", "W11/price=cost 2", LATER)))
    lines = ("by hand, no date", ToldBy(date(2026, 5, 1), "Mia", told.facts).line)
    tile = replace(catalogue()["W11"], name="Mine", source="owner", assumed=(), untold=("vp",), told=lines)
    fields = {field.name: field.told_by for field in TileBook(Catalogue([tile])).telling("W11").fields}
    assert fields["W11/price"] == "told by Mia, 2026-05-01"
    assert fields["W11/vp"] == fields["W11/kind"] == ""


def test_a_development_says_which_stack_it_is_of_and_which_side_is_the_first_games():
    form = {field.name: field.chosen for field in BOOK.telling("D08").fields}
    was = catalogue()["D08"]
    assert form["D08/stack"] == (was.stack,)
    moved = BOOK.told(
        "D08", Told.read(("D08/stack=S9", f"D08/first_game={'no' if was.first_game else 'yes'}", LATER))
    ).tile
    assert (moved.fields["stack"], moved.fields["first_game"]) == ("S9", not was.first_game)
