"""Drafts of scans: whatever is said can be taken back, step by step, and nothing is lost on the way."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import games
from companion.games.game import Illegal
from companion.scan.doubts import Doubt
from companion.scan.draft import Draft, Shot, Who
from companion.scan.drafts import Drafts, NoSuchScan, Outdated, Photo
from companion.scan.found import Found, Read
from companion.scan.plain import from_json, to_json
from companion.table.journal import Journal

GAME = games.load("new-frontiers")
BEGIN = Draft(GAME.name, (Who("", "blue"), Who("", "green")))
SEAT = st.integers(0, 1)
CHANGES = st.one_of(
    st.fixed_dictionaries(
        {
            "do": st.just("number"),
            "player": SEAT,
            "name": st.sampled_from(("chips", "credits")),
            "value": st.integers(0, 99),
        }
    ),
    st.fixed_dictionaries(
        {
            "do": st.just("tile"),
            "player": SEAT,
            "tile": st.sampled_from(("W07", "W08")),
            "role": st.sampled_from(("colony", "explored", "")),
        }
    ),
    st.fixed_dictionaries({"do": st.just("home"), "home": st.sampled_from(("H1A", "H2B")), "player": SEAT}),
    st.fixed_dictionaries({"do": st.just("good"), "tile": st.just("W07"), "value": st.booleans()}),
    st.fixed_dictionaries(
        {"do": st.just("shared"), "tile": st.sampled_from(("G1", "G4")), "value": st.booleans()}
    ),
    st.fixed_dictionaries({"do": st.just("settle"), "doubt": st.text("abc", min_size=1, max_size=3)}),
)


@pytest.fixture(scope="module")
def drafts():
    return Drafts(Journal("sqlite://"))


@given(st.lists(st.one_of(CHANGES, st.just("undo")), max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undo_goes_back_through_everything_that_was_said(drafts, steps):
    scan = drafts.create(BEGIN)
    seen = [BEGIN]
    for n, step in enumerate(steps):
        number = drafts.get(scan.id).number
        if step == "undo":
            if len(seen) == 1:
                with pytest.raises(Illegal):
                    drafts.undo(scan.id, number, f"undo-{n:06}")
            else:
                seen.pop()
                assert drafts.undo(scan.id, number, f"undo-{n:06}").draft == seen[-1]
            continue
        after = drafts.change(scan.id, step, number, f"step-{n:06}", GAME)
        if after.draft != seen[-1]:
            seen.append(after.draft)
    for n in range(len(seen) - 1):
        now = drafts.get(scan.id)
        assert now.draft == seen[-1 - n]
        drafts.undo(scan.id, now.number, f"back-{n:06}")
    assert drafts.get(scan.id).draft == BEGIN
    assert drafts.get(scan.id).change is None


def test_two_who_speak_of_different_things_are_both_heard(drafts):
    scan = drafts.create(BEGIN)
    for seat in (0, 1):
        drafts.change(
            scan.id, {"do": "number", "player": seat, "name": "chips", "value": 5}, 1, f"key-of-{seat}", GAME
        )
    assert drafts.get(scan.id).draft.numbers == {"0/chips": 5, "1/chips": 5}
    with pytest.raises(Outdated) as late:
        drafts.change(scan.id, {"do": "numbers", "player": 1, "values": {"chips": 3}}, 2, "a-late-one", GAME)
    assert late.value.number == 3
    assert [change["player"] for change in late.value.news] == [1]


def test_a_world_is_with_one_player_only(drafts):
    scan = drafts.create(BEGIN)
    for seat in (0, 1):
        drafts.change(
            scan.id,
            {"do": "tile", "player": seat, "tile": "W07", "role": "colony"},
            99,
            f"key-of-{seat}",
            GAME,
        )
    assert drafts.get(scan.id).draft.tiles == {"0/W07": "", "1/W07": "colony"}


def test_photos_of_a_deleted_scan_go_when_they_are_old():
    journal = Journal("sqlite://")
    drafts = Drafts(journal)
    ids = []
    for n in range(2):
        scan = drafts.create(BEGIN)
        photo = Photo(f"photo{n}", b"jpeg", Read((4, 3), (), (), ()), "")
        drafts.change(scan.id, {"do": "add", "photo": photo.id}, 1, "a-photo-key", GAME, photo)
        drafts.delete(scan.id)
        ids.append(scan.id)
    with journal.transaction() as connection:
        connection.execute(sa.text("UPDATE scans SET deleted = '2020-01-01' WHERE id = :id"), {"id": ids[0]})
    drafts.delete(drafts.create(BEGIN).id)
    with pytest.raises(NoSuchScan):
        drafts.photo(ids[0], "photo0")
    assert drafts.photo(ids[1], "photo1").jpeg == b"jpeg"


def test_what_was_read_comes_back_as_it_went_in():
    why = Doubt("hard", (("tile", "Ärger"),), ((1.0, 2.5), (3.0, 4.0)), ("W07",), photo=2)
    corners = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
    found = Found("NF:W07B", "W07", "B", corners, "W07", "Comet Zone", "colony", False, why)
    read = Read((4000, 3000), (found,), ("H1A",), (why, Doubt("dark")), 10.5)
    assert from_json(Read, to_json(read)) == read
    draft = Draft("x", (Who("Ü", "blue"),), (Shot("a"), Shot("b", 1)), {"H1A": 1}, shared=("G1",), kept=True)
    assert from_json(Draft, to_json(draft)) == draft
    # What an older version did not keep has its usual value.
    assert from_json(Draft, {"game": "x", "players": []}) == Draft("x", ())
