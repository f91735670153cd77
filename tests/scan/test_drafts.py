"""Tests of drafts of scans: every change can be undone, step by step, and nothing is lost."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import games
from companion.games.contract import Illegal
from companion.scan.doubts import Doubt
from companion.scan.draft import Draft, PhotoRef, ScanPlayer
from companion.scan.drafts import Drafts
from companion.scan.found import FoundTile, PhotoContents
from companion.scan.scan_moment import NoSuchScan, OutdatedScan, StoredPhoto
from companion.table.journal import Journal

GAME = games.load("new-frontiers")
BEGIN = Draft(GAME.name, (ScanPlayer("", "blue"), ScanPlayer("", "green")))
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
    st.fixed_dictionaries({"do": st.just("mat"), "tile": st.sampled_from(("H1A", "H2B")), "player": SEAT}),
    st.fixed_dictionaries({"do": st.just("good"), "tile": st.just("W07"), "value": st.booleans()}),
    st.fixed_dictionaries(
        {"do": st.just("shared"), "tile": st.sampled_from(("G1", "G4")), "value": st.booleans()}
    ),
    st.fixed_dictionaries({"do": st.just("settle"), "doubt": st.text("abc", min_size=1, max_size=3)}),
)


@pytest.fixture(scope="module")
def drafts():
    return Drafts(Journal("sqlite://"))


@given(st.lists(st.one_of(CHANGES, st.just("undo"), st.just("redo"), st.just("score")), max_size=14))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undo_and_redo_go_through_everything_that_was_said(drafts, steps):
    scan = drafts.create(BEGIN)
    said, seen, undone = [None], [BEGIN], []
    asked = False
    for n, step in enumerate(steps):
        number, key = drafts.get(scan.id).number, f"step-{n:06}"
        if step == "score":
            asked = True
            drafts.change(scan.id, {"do": "score", "at": "2026-03-14", "keep": True}, number, key, GAME)
        elif step == "undo" and len(seen) == 1:
            with pytest.raises(Illegal):
                drafts.undo(scan.id, number, key)
        elif step == "undo":
            undone.append((said.pop(), seen.pop()))
            drafts.undo(scan.id, number, key)
        elif step == "redo" and not undone:
            with pytest.raises(Illegal):
                drafts.redo(scan.id, number, key)
        elif step == "redo":
            change, draft = undone.pop()
            said.append(change)
            seen.append(draft)
            drafts.redo(scan.id, number, key)
        else:
            after = undoable_part(drafts.change(scan.id, step, number, key, GAME).draft)
            if after != seen[-1]:
                said.append(step)
                seen.append(after)
                undone.clear()
        now = drafts.get(scan.id)
        assert undoable_part(now.draft) == seen[-1]
        assert now.draft.kept == asked
        assert now.change == said[-1]
        assert now.undone == (undone[-1][0] if undone else None)
        assert drafts.list()[0] is not None


def undoable_part(draft):
    """A draft without the fields that no undo changes, which say that the score was asked for."""
    return replace(draft, ended="", kept=False)


def test_redo_on_what_another_phone_changed_is_refused(drafts):
    scan = drafts.create(BEGIN)
    chips = {"do": "number", "player": 0, "name": "chips"}
    drafts.change(scan.id, chips | {"value": 5}, 1, "first-one", GAME)
    drafts.undo(scan.id, 2, "back-again")
    drafts.change(scan.id, chips | {"value": 6}, 3, "another-one", GAME)
    with pytest.raises(OutdatedScan):
        drafts.redo(scan.id, 3, "too-late-now")
    with pytest.raises(Illegal):
        drafts.redo(scan.id, 4, "too-late-now")
    assert drafts.get(scan.id).draft.numbers == {"0/chips": 6}


def test_the_same_redo_twice_is_one(drafts):
    scan = drafts.create(BEGIN)
    for n in (5, 6):
        change = {"do": "number", "player": 0, "name": "chips", "value": n}
        drafts.change(scan.id, change, n - 4, f"chips-are-{n}", GAME)
    for n in (3, 4):
        drafts.undo(scan.id, n, f"back-from-{n}")
    for _ in range(2):
        assert drafts.redo(scan.id, 5, "forth-once").draft.numbers == {"0/chips": 5}


def test_two_who_speak_of_different_things_are_both_heard(drafts):
    scan = drafts.create(BEGIN)
    for seat in (0, 1):
        drafts.change(
            scan.id, {"do": "number", "player": seat, "name": "chips", "value": 5}, 1, f"key-of-{seat}", GAME
        )
    assert drafts.get(scan.id).draft.numbers == {"0/chips": 5, "1/chips": 5}
    with pytest.raises(OutdatedScan) as late:
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
        photo = StoredPhoto(f"photo{n}", b"jpeg", PhotoContents((4, 3), (), ()), "")
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
    found = FoundTile("NF:W07B", "W07", "B", corners, "W07", "Comet Zone", "colony", False, why)
    read = PhotoContents((4000, 3000), (found,), (why, Doubt("dark")), 10.5)
    assert msgspec.convert(json.loads(json.dumps(msgspec.to_builtins(read))), PhotoContents) == read
    draft = Draft(
        "x",
        (ScanPlayer("Ü", "blue"),),
        (PhotoRef("a"), PhotoRef("b", 1)),
        {"H1A": 1},
        shared=("G1",),
        kept=True,
    )
    assert msgspec.convert(json.loads(json.dumps(msgspec.to_builtins(draft))), Draft) == draft
    # A field that an older version did not store has its usual value.
    assert msgspec.convert({"game": "x", "players": []}, Draft) == Draft("x", ())
