"""Tests that one name of a piece, written with other signs, is one name wherever names are compared."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.box.editing import tiles_in, with_tile
from companion.games.contract import Illegal, box_of, game_at
from companion.games.contract.box import BoxTile
from companion.games.contract.piece_names import plain_name
from companion.games.contract.rules import game_of_box
from companion.games.contract.told import Told
from companion.games.new_frontiers.tiles import suggestions
from companion.games.race_for_the_galaxy.cards.conditions import Condition
from companion.games.race_for_the_galaxy.cards.known import new_card
from companion.table.record import record
from tests.rigs.half_told import answer_anything
from tests.rigs.told_games import house

NAME = "Pilgrim's Café - Outer World"
SPELT = (
    "Pilgrim’s Café – Outer World",
    "pilgrim´s  cafe\u0301 — outer\u00a0world",
    "PILGRIMʼS CAFÉ ‐ OUTER WORLD ",
    "Pilgrim\uff07s Ca\u00adfé − Outer\u200b World",
)


@pytest.mark.parametrize("spelt", SPELT)
def test_it_is_one_name_by_whatever_signs(spelt: str) -> None:
    assert plain_name(spelt) == plain_name(NAME)


@pytest.mark.parametrize("other", ["Pilgrims Café - Outer World", "Pilgrim's Cafe - Outer World", "World"])
def test_other_letters_are_another_name(other: str) -> None:
    assert plain_name(other) != plain_name(NAME)


@pytest.mark.parametrize("name", ["new-frontiers", "race-for-the-galaxy"])
def test_a_box_has_it_once_and_a_form_takes_it_for_no_other_piece(name: str) -> None:
    game = games.load(name)
    tile = box_of(game).newly_named("world", NAME)
    box = box_of(game_of_box(game, with_tile("", tile)))
    for spelt in SPELT[:3]:  # the last has signs that cannot be seen, which no name has
        with pytest.raises(Illegal, match="is another piece of this box"):
            box.newly_named("world", spelt)
    other = box.newly_named("world", "Deep Reef")
    book = box_of(game_of_box(game, with_tile(with_tile("", tile), other))).book()
    with pytest.raises(Illegal, match="is another piece of this box"):
        book.told(other.id, Told.read([f"{other.id}/name={SPELT[0]}", "later"]))
    assert book.told(tile.id, Told.read([f"{tile.id}/name={SPELT[0]}", "later"])).tile.name == SPELT[0]


@pytest.mark.parametrize("name", ["new-frontiers", "race-for-the-galaxy"])
def test_a_box_of_before_with_both_spellings_is_read_whole_and_they_can_be_made_one(name: str) -> None:
    game, text = games.load(name), ""
    ids = ("W11", "W12") if name == "new-frontiers" else ("X01", "X02")
    for id, spelt in zip(ids, (NAME, SPELT[0]), strict=True):
        text = with_tile(
            text, BoxTile("world", {"id": id, "name": spelt, "cost": 2, "vp": 1, "colonists": 1})
        )
    text = text.replace("colonists = 1\n", "") if name != "new-frontiers" else text
    read = game_of_box(game, text)
    assert read.unread == ()
    book = box_of(read).book()
    assert [book.pieces()[id].name for id in ids] == [NAME, SPELT[0]]
    merged, differing = book.merged(ids[1], ids[0])
    assert (merged.tile.name, differing) == (NAME, ())
    assert book.told(ids[1], book.telling(ids[1]).chosen).tile.name == SPELT[0], "nothing is told otherwise"


def test_what_a_card_counts_by_name_and_what_another_game_prints_is_found_by_it() -> None:
    assert Condition(2, "name", NAME).fits(new_card("X01", SPELT[0], "world"))
    name = next(name for name in suggestions.starting_values() if "-" in name or "'" in name)
    spelt = name.replace("-", "‑").replace("'", "’")
    assert spelt != name
    assert suggestions.started_as(spelt) == suggestions.starting_values()[name]


KEPT = Path(__file__).parent / "two_spellings"
"""Records of tables at which a piece was met under two spellings, from before these were one name."""


@pytest.mark.parametrize(
    ("game", "spellings"),
    [
        ("race-for-the-galaxy", ["Pre–Sentient Race"] * 2),
        ("new-frontiers", ["Lost Market W59", "Lost Market W５９"]),
    ],
)
def test_a_table_that_met_a_piece_under_two_spellings_opens_and_is_played_on(
    game: str, spellings: list[str], tmp_path: Path
) -> None:
    kept = json.loads(gzip.decompress((KEPT / f"{game}.record.json.gz").read_bytes()))
    with house(tmp_path) as at:
        id = at.tables.revive(kept).id
        at.end()
        at.begin()
        table, rng = at.tables.open(id), Random(1)
        assert (table.unreadable, table.number) == (None, len(kept["entries"]))
        assert [step["words"] for step in record(table)["steps"]] == [step["words"] for step in kept["steps"]]
        met = [tile.name for tile in box_of(game_at(table.game, table.state)).book().tiles()]
        assert sorted(name for name in met if plain_name(name) == plain_name(spellings[0])) == spellings
        for _step in range(5):
            question = rng.choice([question for question in table.questions if not question.optional])
            decision = answer_anything(table, question, rng)
            table.submit(decision, table.number, f"key-of-{table.number:08}", "the tablet")
            assert table.game.score(table.state).players
            table.game.check(table.state)
        assert at.client.get(f"/t/{id}/").status_code == 200
        text = at.shelf.text(game)
        assert box_of(at.tables.rules(game)).with_box(text).unread == ()
        assert {spellings[-1]} <= {tile.name for tile in tiles_in(text).values()}
