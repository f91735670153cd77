"""Tests of one piece of a box that several tables tell: fact by fact, it has what any of them tells now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from random import Random
from typing import Any

import pytest

from companion import games
from companion.box.editing import tile_text
from companion.box.told_beside import ToldTile, beside
from companion.box.unread import with_piece
from companion.games.contract import box_of
from companion.games.contract.box import BoxTile
from companion.games.contract.box_pieces import Marks, boxed
from companion.games.contract.printed import Printed
from companion.games.contract.told import IN_BOX, ToldBy, at_table

GAME = "new-frontiers"
DAY = date(2026, 5, 1)
WORLD = {
    "id": "W14",
    "name": "Deep Reef",
    "cost": 2,
    "colonists": 1,
    "kind": "Rare",
    "good": "windfall",
    "vp": 1,
}
PRICE, POWERS = ("price", "colonists"), ("powers/Settle", "powers/Trade")


def world(fields: Mapping[str, Any], *untold: str) -> BoxTile:
    """The tile of which these facts are told, and these and the rest of the powers untold."""
    return BoxTile("world", {"id": "W14", "name": "Deep Reef", **fields, "untold": [*untold]})


def line(at: str, *keys: str, by: str = "the tablet") -> str:
    return ToldBy(DAY, by, keys, at).line


ONE, OTHER = at_table("kobura"), at_table("zanito")
REST = ("price", "colonists", "kind", "vp", "keywords", "powers/Explore", "powers/Develop", "powers/Settle")
REST += ("powers/Produce", "powers/Trade", "powers/Consume")


def told(fields: Mapping[str, Any], at: str, *keys: str) -> ToldTile:
    return ToldTile(world(fields, *(key for key in REST if key not in keys)), (line(at, "name", *keys),))


def facts(tile: BoxTile | None) -> dict[str, Any]:
    assert tile is not None
    return {
        name: value for name, value in tile.fields.items() if name not in ("id", "untold", "told", "source")
    }


def test_what_two_tables_tell_of_one_piece_is_told_and_each_takes_back_its_own() -> None:
    game = games.load(GAME)
    priced = told({"cost": 2, "colonists": 1}, ONE, *PRICE)
    trading = told({"powers": ["Trade: +1"]}, OTHER, "powers/Trade")
    both = beside(game, OTHER, beside(game, ONE, None, None, None, priced), None, None, trading)
    assert both is not None
    assert facts(both) == {"name": "Deep Reef", "cost": 2, "colonists": 1, "powers": ["Trade: +1"]}
    assert {*both.untold} == {*REST} - {*PRICE, "powers/Trade"}
    assert both.told == (*priced.by, *trading.by)
    left = beside(game, ONE, both, None, priced, None)
    assert left is not None
    assert facts(left) == {"name": "Deep Reef", "powers": ["Trade: +1"]}
    assert (left.told, {*left.untold}) == (trading.by, {*REST} - {"powers/Trade"})
    assert beside(game, OTHER, left, None, trading, None) is None


def test_what_they_tell_differently_stays_as_first_told_and_what_they_agree_in_is_both_of_them_s() -> None:
    game = games.load(GAME)
    one, other = (told({"cost": cost, "vp": 1}, at, "price", "vp") for cost, at in ((2, ONE), (3, OTHER)))
    box = beside(game, OTHER, beside(game, ONE, None, None, None, one), None, None, other)
    assert box is not None
    assert (box.fields["cost"], box.told) == (2, (*one.by, line(OTHER, "name", "vp")))
    left = beside(game, ONE, box, None, one, None)
    assert facts(left) == {"name": "Deep Reef", "vp": 1}, "nobody else tells a price of 2"


def test_of_what_does_not_go_together_what_was_told_first_stays_and_the_rest_is_kept() -> None:
    """A track of which two tables tell some steps each, one of them wrongly, so that they do not rise (A New
    Frontier, p. 2): the box was never written again for the second table, of none of its pieces."""
    game = games.load("a-new-frontier")
    keys = (*(f"casualties_{n}" for n in range(1, 7)), *(f"steal_{n}" for n in range(1, 9)))

    def steps(at: str, **said: int) -> ToldTile:
        untold = [key for key in keys if key not in said]
        return ToldTile(BoxTile("board", {"id": "board-table", **said, "untold": untold}), (line(at, *said),))

    one, other = steps(ONE, casualties_1=5, casualties_2=6), steps(OTHER, casualties_3=4, steal_1=2)
    box = beside(game, ONE, None, None, None, one)
    box = beside(game, OTHER, box, None, None, other)
    assert box is not None
    assert {key: box.fields[key] for key in keys if key in box.fields} == {
        "casualties_1": 5,
        "casualties_2": 6,
        "steal_1": 2,
    }
    assert box.told == (*one.by, line(OTHER, "steal_1"))
    left = beside(game, ONE, box, None, one, None)
    assert left is not None
    assert ({*left.fields} & {*keys}, left.told) == ({"steal_1"}, (line(OTHER, "steal_1"),))


def test_what_the_owner_told_in_the_box_stays_though_a_tablet_of_the_same_name_takes_it_back() -> None:
    game = games.load(GAME)
    priced = told({"cost": 2}, ONE, "price")
    kept = beside(game, ONE, None, None, None, priced)
    assert kept is not None
    owned = BoxTile("world", {**kept.fields, "told": [*kept.told, line(IN_BOX, "price")]})
    left = beside(game, ONE, owned, None, priced, None)
    assert left is not None
    assert (left.fields["cost"], left.told) == (2, (line(IN_BOX, "price"),))


def test_what_the_owner_corrected_in_the_box_stays_when_the_table_tells_more() -> None:
    game = games.load(GAME)
    priced = told({"cost": 2}, ONE, "price")
    more = told({"cost": 2, "vp": 1}, ONE, "price", "vp")
    right = BoxTile("world", {**priced.tile.fields, "cost": 4, "told": [*priced.by, line(IN_BOX, "price")]})  # type: ignore[union-attr]
    box = beside(game, ONE, right, None, priced, more)
    assert facts(box) == {"name": "Deep Reef", "cost": 4, "vp": 1}


def test_a_line_of_before_that_says_no_place_is_the_table_s_own() -> None:
    game = games.load(GAME)
    priced = told({"cost": 2}, ONE, "price")
    assert priced.tile is not None
    before = BoxTile("world", {**priced.tile.fields, "told": [line("", "name", "price")]})
    assert beside(game, ONE, before, None, priced, None) is None
    again = beside(game, ONE, before, None, priced, told({"cost": 2, "vp": 1}, ONE, "price", "vp"))
    assert again is not None
    assert again.told == (line(ONE, "name", "price", "vp"),)


def test_what_cannot_be_read_of_a_piece_stays_until_its_fact_is_told_and_is_a_comment_then() -> None:
    game = games.load(GAME)
    odd = BoxTile("world", {**WORLD, "cost": "two", "colonists": 1, "told": [line(OTHER, "price")]})
    text = tile_text(odd)
    for fields, keys, left in (
        ({"vp": 4}, ("vp",), 'cost = "two"'),
        ({"defense": 2, "colonists": 1}, PRICE, '# cost = "two"'),
    ):
        tile = beside(game, ONE, odd, None, None, told(fields, ONE, *keys))
        assert tile is not None
        after = with_piece(game, text, tile)
        assert left in after.splitlines()
        assert [problem.field for problem in box_of(game).with_box(after).unread] == ["cost"][
            left[0] == "#" :
        ]
        now = box_of(box_of(game).with_box(after)).book().tile("W14")
        assert now is not None
        assert {**facts(now), "cost": "two"} == {**facts(tile), "cost": "two"}
        assert (now.fields.get("defense"), now.fields["kind"]) == (fields.get("defense"), "Rare")


def test_a_power_told_with_the_rest_later_stays_while_another_table_tells_it() -> None:
    game = games.load(GAME)
    some = {"powers": ["Trade: +1"]}
    one = told(some, ONE, "powers/Trade")
    other = ToldTile(world(some, *REST), (line(OTHER, "name", "powers/Trade"),))  # and there may be more
    box = beside(game, OTHER, beside(game, ONE, None, None, None, one), None, None, other)
    left = beside(game, ONE, box, None, one, None)
    assert facts(left) == {"name": "Deep Reef", **some}
    assert beside(game, OTHER, left, None, other, None) is None
    both = beside(game, ONE, beside(game, OTHER, None, None, None, other), None, None, one)
    assert both is not None
    assert "powers/Trade" not in both.untold, "one of them knows that it is all"


def test_what_a_question_mark_counts_is_open_where_nobody_told_a_question_mark() -> None:
    game = games.load("race-for-the-galaxy")
    fields = {"id": "X06", "name": "Far Office"}
    parts = ("explore", "develop", "settle", "trade", "consume", "produce")
    rest = ["price", "marks", *(f"powers/{part}" for part in parts)]
    one = BoxTile("development", {**fields, "vp": "?", "untold": [*rest, "bonus"]})
    other = BoxTile("development", {**fields, "untold": [*rest, "vp"]})
    box = beside(game, ONE, None, None, None, ToldTile(one, (line(ONE, "name", "vp"),)))
    both = beside(game, OTHER, box, None, None, ToldTile(other, (line(OTHER, "name"),)))
    assert both is not None
    assert (both.fields["vp"], both.untold) == ("?", one.untold)


def test_what_is_published_of_a_piece_is_taken_back_by_nobody() -> None:
    """What Homesteading Pioneers do is known from a published picture, before anybody tells it."""
    game = games.load(GAME)
    own = box_of(game).book().piece("D02")
    fields = boxed(box_of(game).book().printed_on(own), own, "D02", Marks("owner")).fields
    cost = {**fields, "cost": 3, "untold": [fact for fact in own.untold if fact != "price"]}
    one, other = (ToldTile(BoxTile("development", cost), (line(at, "price"),)) for at in (ONE, OTHER))
    box = beside(game, OTHER, beside(game, ONE, None, None, None, one), None, None, other)
    assert beside(game, ONE, box, None, one, None) == BoxTile("development", {**cost, "told": [*other.by]})
    assert (
        beside(game, OTHER, BoxTile("development", {**cost, "told": [*other.by]}), None, other, None) is None
    )


def subset(of: Printed[Any], truth: Any, keys: set[str], open_keys: Collection[str]) -> BoxTile:
    """The piece of which nobody tells more of what is open than these facts."""
    piece = truth
    for key in of.keys:
        if key in keys or key in ("name", "bonus") or key not in open_keys:  # what a "?" counts goes with it
            continue
        piece = of.untelling(piece, (key,)) if of.row(key).within else of.retold(piece, key, (), ended=False)
    return boxed(of, piece, piece.id, Marks("owner"))


@pytest.mark.parametrize("name", ["new-frontiers", "race-for-the-galaxy", "a-new-frontier"])
def test_whatever_tables_tell_and_take_back_the_box_has_what_any_of_them_tells(name: str) -> None:
    game, rng = games.load(name), Random(5)
    book = box_of(game).book()
    ids = rng.sample([*book.pieces()], 6) if name != "race-for-the-galaxy" else ["X01", "X02", "S06"]
    for id in ids:
        blank = book.piece(id)
        of = book.printed_on(blank)
        truth = of.drawn(blank, rng)
        keys = sorted({*blank.untold} - {"name", "bonus"})
        if not keys:
            continue
        box: BoxTile | None = None
        says: dict[str, set[str] | None] = dict.fromkeys(map(at_table, ("kobura", "zanito", "bagedi")))
        for _step in range(10):
            at = rng.choice([*says])
            before, now = (
                says[at],
                (None if rng.random() < 0.25 else {*rng.sample(keys, rng.randint(1, len(keys)))}),
            )
            old, new = (
                None
                if told is None
                else ToldTile(subset(of, truth, told, keys), (line(at, "name", *sorted(told)),))
                for told in (before, now)
            )
            box, says[at] = beside(game, at, box, None, old, new), now
            told_by = [one for one in says.values() if one is not None]
            if not told_by:
                assert box is None
                continue
            assert box is not None
            want = subset(of, truth, set().union(*told_by), keys)
            assert read(game, box) == read(game, want), (id, says)
            assert len(box.told) == len(told_by)


def read(game: Any, tile: BoxTile) -> tuple[Any, set[str]]:
    found = box_of(game).with_box(tile_text(tile))
    book = box_of(found).book()
    piece = book.piece(tile.id)
    of = book.printed_on(piece)
    said = {key: sorted(told) for key, told in of.by_part(of.said(piece)).items()}
    return said, {*piece.untold}
