"""The form of a whole entry: it opens with what is told and only that, and keeps what is said."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.a_new_frontier.book.book_files import shipped, with_box
from companion.games.a_new_frontier.book.entries import Entry, as_tile
from companion.games.a_new_frontier.box import EntryBook
from companion.games.contract import LATER, Illegal
from companion.games.contract.box_pieces import Marks
from companion.games.contract.told import Told
from tests.default_run import first_by_default

BOOK = shipped()
JOINED = ("board-influence", "board-table", "board-start", "board-colonies")
"""Their facts are checked together: any of them by themselves are none."""


def drawn(rng: Random, id: str = "") -> Entry:
    """An entry of any sort of which any facts are told."""
    entry = BOOK.pieces[id or rng.choice([each for each in BOOK.pieces if each not in JOINED])]
    facts = rng.sample(entry.untold, rng.randint(0, len(entry.untold)))
    return replace(entry.of.drawn(entry, rng, facts), marks=Marks())


def with_entry(entry: Entry) -> EntryBook:
    return EntryBook(replace(BOOK, pieces={**BOOK.pieces, entry.id: entry}, owned=(entry.id,)))


@pytest.mark.parametrize("seed", first_by_default(range(8), 2))
def test_every_subset_of_told_facts_opens_and_is_kept_as_it_was(seed):
    rng = Random(seed)
    for _time in range(10):
        entry = drawn(rng)
        book = with_entry(entry)
        form = book.telling(entry.id)
        told = {field.key for field in form.fields if field.chosen or field.ended}
        assert told <= {*entry.of.said(entry), *entry.known, *(row.key for row in entry.rows if row.several)}
        kept = book.told(entry.id, form.chosen)
        assert (kept.tile, kept.facts) == (as_tile(entry), ()), entry


@pytest.mark.parametrize("seed", first_by_default(range(8), 2))
def test_what_is_sent_is_what_the_form_opens_with_the_next_time(seed):
    """An entry told in one way becomes one told in another by its form alone."""
    rng = Random(100 + seed)
    for _time in range(10):
        before = drawn(rng)
        after = drawn(rng, before.id)
        wanted = with_entry(after).telling(before.id).chosen
        assert with_entry(before).told(before.id, wanted).tile.fields == as_tile(after).fields


def test_what_the_text_says_stands_in_the_form_and_not_in_the_box():
    form = EntryBook(BOOK).telling("ship-leviathan")
    assert {field.name: field.chosen for field in form.fields} == {
        "ship-leviathan/cost": ("6",),  # two cost 12 (p. 12)
        "ship-leviathan/attack": (),
        "ship-leviathan/defense": (),
    }
    said = ("ship-leviathan/cost=6", "ship-leviathan/attack=4", LATER)
    tile = EntryBook(BOOK).told("ship-leviathan", Told.read(said)).tile
    assert tile.fields == {"id": "ship-leviathan", "attack": 4, "untold": ["defense"]}


def test_where_all_is_as_printed_a_step_that_is_not_said_is_not_there():
    said = ("board-table/casualties_1=5", "board-table/steal_1=4", "board-table/steal_2=9")
    tile = EntryBook(BOOK).told("board-table", Told.read(said)).tile
    assert tile.fields == {"id": "board-table", "casualties_1": 5, "steal_1": 4, "steal_2": 9}
    later = EntryBook(BOOK).told("board-table", Told.read((*said, LATER))).tile
    assert "casualties_2" in later.fields["untold"]


def test_no_stand_in_stands_beside_what_is_told_of_a_track():
    row = '[[board]]\nid = "board-scoring"\ntie_2 = "mines"\nuntold = ["titles", "tie_1"]\n'
    tile = EntryBook(with_box(row)).tile("board-scoring")
    assert {name for name in tile.fields if name.startswith("tie_")} == {"tie_2"}
    assert tile.fields["tie_2"] == "mines"


@pytest.mark.parametrize(
    ("id", "value", "says"),
    [
        ("ship-kraken", ("ship-kraken/cost=31", LATER), "0 to 30"),
        ("ship-kraken", ("ship-kraken/cost=3",), "attack value: a number"),
        ("ship-kraken", ("ship-piranha/cost=3", LATER), "Choose each thing once"),
        ("ship-canoe", (LATER,), "nothing called 'ship-canoe'"),
        ("planet-1", ("planet-1/name=Planet 2",), "same name"),
        ("board-table", ("board-table/steal_1=9", "board-table/steal_2=4", LATER), "more than"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(id, value, says):
    with pytest.raises(Illegal, match=says):
        EntryBook(BOOK).told(id, Told.read(value))
