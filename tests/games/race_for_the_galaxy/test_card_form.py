"""The form of a whole card: it opens with what is told and only that, and keeps what is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

import pytest

from companion.games.contract import ALL, LATER, Illegal
from companion.games.contract.box import BoxTile
from companion.games.contract.told import Told, ToldBy
from companion.games.race_for_the_galaxy.box.box_file import as_tile, readable
from companion.games.race_for_the_galaxy.box.registering import CardBook
from companion.games.race_for_the_galaxy.cards.catalogue import Card, printed_on
from companion.games.race_for_the_galaxy.cards.known import new_card, nothing_told
from tests.default_run import first_by_default
from tests.games.race_for_the_galaxy.build import GAME

STARTS = ("S06", "S07", "S08", "S09", "S10", "S11")


def drawn(rng: Random) -> Card:
    """A card of any sort of which any facts are told."""
    sort = rng.choice(("start", "world", "development"))
    card = new_card("X01", "Nova Gem", sort) if sort != "start" else nothing_told(GAME.catalogue["S08"])
    facts = rng.sample(card.untold, rng.randint(0, len(card.untold)))
    return printed_on(card).drawn(card, rng, facts)


def book_with(card: Card) -> CardBook:
    return CardBook(GAME.catalogue.with_cards((card,)))


def in_box(card: Card) -> BoxTile:
    tile = as_tile(card)
    return BoxTile(tile.type, {name: value for name, value in tile.fields.items() if name != "source"})


def _open(tile: BoxTile) -> set[str]:
    """What it has untold; of powers the form only says whether there may be more."""
    return {fact.partition("/")[0] for fact in tile.fields.get("untold", ())}


@pytest.mark.parametrize("seed", first_by_default(range(6), 2))
def test_every_subset_of_told_facts_opens_and_is_kept_as_it_was(seed):
    rng = Random(seed)
    for _time in range(40):
        card = drawn(rng)
        book = book_with(card)
        form = book.telling(card.id)
        told = {field.name.partition("/")[2] for field in form.fields if field.chosen or field.ended}
        assert told <= {*printed_on(card).said(card), "bonus"}
        kept = book.told(card.id, form.chosen)
        assert (kept.tile, kept.facts) == (in_box(card), ()), card
        assert readable(in_box(card), GAME.catalogue) == (card, ())


@pytest.mark.parametrize("seed", first_by_default(range(6), 2))
def test_what_is_sent_is_what_the_form_opens_with_the_next_time(seed):
    """A card told in one way becomes one told in another by its form alone."""
    rng = Random(100 + seed)
    for _time in range(40):
        before, after = drawn(rng), drawn(rng)
        if printed_on(before) is not printed_on(after):
            continue
        kept = book_with(before).told(before.id, book_with(after).telling(after.id).chosen).tile
        wanted = in_box(after)
        said, opened = ({**tile.fields, "untold": ()} for tile in (kept, wanted))
        assert said == opened, (before, after)
        assert _open(kept) == _open(wanted), (before, after)


def test_the_start_worlds_open_as_they_are_known_and_what_nobody_confirmed_is_open():
    book = GAME.box.book()
    for id in STARTS:
        assert book.piece(id) == GAME.catalogue[id]
        assert book.told(id, book.telling(id).chosen).facts == ()
    unsure = replace(GAME.catalogue["S08"], verified=False)
    assert book_with(unsure).piece("S08") == replace(nothing_told(unsure), verified=False)


def test_a_card_that_nobody_met_gets_its_name_and_its_facts_by_the_form():
    book = GAME.box.book()
    assert {*book.piece("X04").untold} >= {"name", "price", "marks", "kind", "vp"}
    kept = book.told(
        "X04", Told.read(("X04/name=Nova Gem", "X04/price=defense 3", f"X04/marks={ALL}", LATER))
    )
    assert kept.facts == ("name", "price", "marks")
    assert {*kept.tile.fields["untold"]} >= {"kind", "vp", "powers/settle"}
    assert "marks" not in kept.tile.fields["untold"]
    with pytest.raises(Illegal, match="name"):
        book.told("X04", Told.read(("X04/price=cost 2", LATER)))
    for taken in ("Old Earth", "x" * 61):
        with pytest.raises(Illegal):
            book.told("X04", Told.read((f"X04/name={taken}", LATER)))
    with pytest.raises(Illegal, match="only the start worlds S06 to S11"):
        book.telling("W01")


def test_the_form_names_who_told_what():
    lines = (ToldBy(date(2026, 5, 1), "Mia", ("price", "vp")).line,)
    card = replace(new_card("X01", "Nova Gem", "world"), told=lines)
    card = printed_on(card).told(card, {"price": ("cost 2",)})
    fields = {field.name: field.told_by for field in book_with(card).telling("X01").fields}
    assert fields["X01/price"] == "told by Mia, 2026-05-01"
    assert fields["X01/vp"] == ""
