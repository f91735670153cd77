"""What of a box cannot be read is said with its line in every game, and whoever tells more loses none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.box.editing import tile_text, tiles_in
from companion.box.unread import pieces_in, with_piece, without_piece
from companion.games.contract import LATER, BoxTile, Correction, Game, Illegal, box_of, game_at
from companion.games.contract.rules import readable_box
from companion.games.contract.told import Told
from tests.games.every_game import load, names
from tests.rigs.told_games import house, setup

WITH_BOX = [name for name in names() if load(name).box is not None]
WITH_NAMES = [name for name in WITH_BOX if box_of(load(name)).sorts()]
NO_TOML, NO_SORT = "[[world]]\nid = \n", '[[no_such_table]]\nid = "N1"\n'


def row_of(game: Game[Any], rng: Random) -> BoxTile:
    """A piece of this game as its box may have it; one that was met by its name, where pieces are."""
    book = box_of(game).book()
    if sorts := box_of(game).sorts():
        return box_of(game).newly_named(rng.choice(sorts)[0], f"Silent Reef {rng.randint(1, 99)}")
    id = rng.choice([tile.id for tile in book.tiles()])
    fields = {
        name: value for name, value in book.tile(id).fields.items() if name not in ("source", "assumed")
    }
    return BoxTile(book.tile(id).type, fields)


def spoilt(game: Game[Any], seed: int) -> tuple[BoxTile, str]:
    """A piece, and a box in which its row has a field that none has, between two rows that are none."""
    tile = row_of(game, Random(seed))
    return tile, f"{NO_TOML}\n{tile_text(tile)}no_such_field = [1, 2]\n\n{NO_SORT}"


@pytest.mark.parametrize("name", WITH_BOX)
@pytest.mark.parametrize("seed", range(3))
def test_what_cannot_be_read_is_said_with_its_line_and_the_rest_stands(name: str, seed: int) -> None:
    game = load(name)
    tile, text = spoilt(game, seed)
    read = box_of(game).with_box(text)
    lines = text.splitlines()
    assert sorted(lines[problem.line - 1] for problem in read.unread) == [
        "[[no_such_table]]",
        "[[world]]",
        "no_such_field = [1, 2]",
    ]
    assert "no_such_field" in " ".join(problem.sentence for problem in read.unread)
    alone = box_of(box_of(game).with_box(tile_text(tile))).book()
    assert box_of(read).book().tile(tile.id) == alone.tile(tile.id)
    said = [f"cannot be read: {problem.words()}" for problem in read.unread]
    for report in (box_of(game).check_box(text), box_of(read).check_box(None)):
        assert [line for line in report.lines() if line in said] == said
    assert box_of(read).without(()).unread == read.unread
    with pytest.raises(Illegal, match="line"):
        readable_box(game, text)
    assert {*pieces_in(game, text)} == {tile.id}


@pytest.mark.parametrize("name", WITH_BOX)
@pytest.mark.parametrize("seed", range(3))
def test_a_piece_written_anew_leaves_what_cannot_be_read(name: str, seed: int) -> None:
    game = load(name)
    tile, text = spoilt(game, seed)
    told = BoxTile(tile.type, {**tile.fields, "told": ["2026-05-01 Mia: all"]})
    after = with_piece(game, text, told)
    assert tiles_in(after)[tile.id].fields == {**told.fields, "no_such_field": [1, 2]}
    sentences = [problem.sentence for problem in box_of(game).with_box(text).unread]
    assert [problem.sentence for problem in box_of(game).with_box(after).unread] == sentences
    assert after.startswith(NO_TOML)
    assert after.endswith(NO_SORT)
    gone = without_piece(game, after, tile.id)
    assert tile.id not in tiles_in(gone)
    assert "# no_such_field = [1, 2]" in gone.splitlines()


@pytest.mark.parametrize("name", WITH_NAMES)
def test_a_row_of_which_nothing_counts_is_a_comment_once_a_piece_has_its_number(
    name: str, tmp_path: Path
) -> None:
    game = load(name)
    sort = box_of(game).sorts()[0][0]
    begun = setup(game, Random(1), players="fewest")
    first = box_of(game).newly_named(sort, "Silent Reef", game.new(begun)).id
    row = f'[[no_such_table]]\nid = "{first}"\nseen = "by hand"\n'
    with house(tmp_path) as at:
        at.shelf.write(name, "ours", row)
        at.shelf.use(name, "ours")
        table = at.tables.create(name, replace(begun, box=row))
        tile = box_of(game_at(table.game, table.state)).newly_named(sort, "Silent Reef", table.state)
        assert tile.id == first
        table.correct(Correction(f"tile/{tile.id}", tile_text(tile)), table.number, "key-of-meeting", "Mia")
        text = at.shelf.text(name)
    assert pieces_in(game, text)[first].name == "Silent Reef"
    assert [line for line in text.splitlines() if line.startswith("# ")] == [
        f"# {line}" for line in row.splitlines()
    ]


@pytest.mark.parametrize("name", WITH_NAMES)
def test_a_piece_whose_name_became_anothers_is_told_on_and_taken_back_in_its_one_row(
    name: str, tmp_path: Path
) -> None:
    """The owner entered a piece of another sort with that name while the table played."""
    game = load(name)
    (sort, _words), (other, _other_words) = box_of(game).sorts()[:2]
    owners = ""
    for called in ("First", "Reef"):
        named = box_of(box_of(game).with_box(owners)).newly_named(other, called)
        owners = with_piece(game, owners, named)
    with house(tmp_path) as at:
        table = at.tables.create(name, setup(game, Random(1), players="fewest"))
        at.shelf.write(name, "ours", owners)
        at.shelf.use(name, "ours")
        tile = box_of(game_at(table.game, table.state)).newly_named(sort, "Reef", table.state)
        for number, said in enumerate(((), ("vp=3",), ("vp=2",))):
            if said:
                book = box_of(game_at(table.game, table.state)).book()
                facts = [f"{tile.id}/{one}" for one in ("name=Reef", *said)]
                tile = book.told(tile.id, Told.read([*facts, LATER])).tile
            table.correct(
                Correction(f"tile/{tile.id}", tile_text(tile)), table.number, f"key-{number:08}", "Mia"
            )
        text = at.shelf.text(name)
        assert text.count("# ") == owners.count("# ")
        assert [one.fields.get("vp") for one in tiles_in(text).values() if one.type == sort] == [2]
        assert [one.name for one in tiles_in(text).values() if one.type == other] == ["First", "Reef"]
        while table.number > 1 and table.undo_words is not None:
            table.undo(table.number, f"undo-{table.number:08}", "Mia")
        assert [one.type for one in tiles_in(at.shelf.text(name)).values()] == [other, other]
