"""Tests of finished tables as tables: what is said is undone step by step, and nothing is lost."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import games
from companion.games.contract import Illegal, Player, decision_to_json
from companion.games.scanned.draft import PhotoRef
from companion.games.scanned.game import FINISHED, FinishedGame
from companion.games.scanned.moves import (
    SAYABLE,
    AddPhoto,
    AskScore,
    SettleDoubt,
    said_from_json,
    said_to_json,
)
from companion.games.scanned.player_moves import TypeNumbers
from companion.games.scanned.said import Said
from companion.games.scanned.tile_moves import GiveMat, LayGood, LayTile, ShareTile
from companion.scan.doubts import Doubt
from companion.scan.found import FoundTile, PhotoContents
from companion.scan.scans import BY_HAND, Scans, StoredPhoto, said_in, score_asked
from companion.table.journal import Journal
from companion.table.record import record
from companion.table.snapshot import NoSuchTable, Stale
from companion.table.table import Table
from companion.table.tables import Tables
from tests.default_run import examples

GAME = games.load("new-frontiers")
PLAYERS = (Player("", "blue"), Player("", "green"))
SEAT = st.integers(0, 1)
SAID = st.one_of(
    st.builds(
        TypeNumbers,
        player=SEAT,
        values=st.dictionaries(st.sampled_from(("chips", "credits")), st.integers(0, 99), min_size=1),
    ),
    st.builds(
        LayTile,
        player=SEAT,
        tile=st.sampled_from(("W07", "W08")),
        role=st.sampled_from(("colony", "explored", "")),
    ),
    st.builds(GiveMat, tile=st.sampled_from(("H1A", "H2B")), player=SEAT),
    st.builds(LayGood, tile=st.just("W07"), value=st.booleans()),
    st.builds(ShareTile, tile=st.sampled_from(("G1", "G4")), value=st.booleans()),
    st.builds(SettleDoubt, doubt=st.text("abc", min_size=1, max_size=3)),
)


@pytest.fixture(scope="module")
def scans():
    return Scans(Journal("sqlite://"))


def begun(scans: Scans) -> Table[Any]:
    return scans.create(GAME.name, PLAYERS)


@given(st.lists(st.one_of(SAID, st.just("undo"), st.just("redo"), st.just("score")), max_size=14))
@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_undo_and_redo_go_through_everything_that_was_said(scans, steps):
    scan = begun(scans)
    said, seen, undone = [None], [scan.state], []
    asked = False
    for n, step in enumerate(steps):
        number, key = scans.get(scan.id).number, f"step-{n:06}"
        if step == "score":
            asked = True
            scans.ask_score(scans.get(scan.id), True, key, GAME)
        elif step == "undo" and len(seen) == 1:
            with pytest.raises(Illegal):
                scans.get(scan.id).undo(number, key, BY_HAND)
        elif step == "undo":
            undone.append((said.pop(), seen.pop()))
            scans.get(scan.id).undo(number, key, BY_HAND)
        elif step == "redo" and not undone:
            with pytest.raises(Illegal):
                scans.get(scan.id).redo(number, key, BY_HAND)
        elif step == "redo":
            change, draft = undone.pop()
            said.append(change)
            seen.append(draft)
            scans.get(scan.id).redo(number, key, BY_HAND)
        else:
            after = scans.say(scan.id, step, number, key, GAME).state
            if after != seen[-1]:
                said.append(step)
                seen.append(after)
                undone.clear()
        now = scans.get(scan.id)
        ended, kept = score_asked(now)
        assert now.state == seen[-1]
        assert kept == asked == (ended is not None)
        assert plain(said_in(now, now.now.undo_of)) == plain(said[-1])
        assert plain(said_in(now, now.now.redo_of)) == plain(undone[-1][0] if undone else None)
        assert scans.list()[0].id == scan.id
    again = Tables(scans.tables.journal).of_scans().open(scan.id)
    assert (again.state, again.unreadable) == (scans.get(scan.id).state, None)


def plain(said: Said | None) -> Any:
    """What was said without what the box adds to it."""
    return (
        None if said is None else {k: v for k, v in said_to_json(said).items() if k not in ("only", "marks")}
    )


def test_a_record_of_a_finished_table_comes_among_the_finished_tables(scans):
    scan = begun(scans)
    scans.say(scan.id, chips(4), scan.number, "chips-000", GAME)
    revived = Tables(scans.tables.journal).revive(record(scans.tables.open(scan.id)))
    assert revived.id != scan.id
    assert scans.get(revived.id).state == scans.get(scan.id).state
    assert revived.id in [begun.id for begun in scans.list()]


def chips(number: int, seat: int = 0) -> TypeNumbers:
    return TypeNumbers(player=seat, values={"chips": number})


def test_redo_on_what_another_phone_changed_is_refused(scans):
    scan = begun(scans)
    scans.say(scan.id, chips(5), 1, "first-one", GAME)
    scans.get(scan.id).undo(2, "back-again", BY_HAND)
    scans.say(scan.id, chips(6), 3, "another-one", GAME)
    with pytest.raises(Stale):
        scans.get(scan.id).redo(3, "too-late-now", BY_HAND)
    with pytest.raises(Illegal):
        scans.get(scan.id).redo(4, "too-late-now", BY_HAND)
    assert scans.get(scan.id).state.numbers == {"0/chips": 6}


def test_the_same_redo_twice_is_one(scans):
    scan = begun(scans)
    for n in (5, 6):
        scans.say(scan.id, chips(n), n - 4, f"chips-are-{n}", GAME)
    for n in (3, 4):
        scans.get(scan.id).undo(n, f"back-from-{n}", BY_HAND)
    for _ in range(2):
        scans.get(scan.id).redo(5, "forth-once", BY_HAND)
        assert scans.get(scan.id).state.numbers == {"0/chips": 5}


def test_two_who_speak_of_different_things_are_both_heard(scans):
    scan = begun(scans)
    for seat in (0, 1):
        scans.say(scan.id, chips(5, seat), 1, f"key-of-{seat}", GAME)
    assert scans.get(scan.id).state.numbers == {"0/chips": 5, "1/chips": 5}
    with pytest.raises(Stale) as late:
        scans.say(scan.id, TypeNumbers(player=1, values={"chips": 3}), 2, "a-late-one", GAME)
    assert late.value.number == 3
    assert late.value.news == ("a number of Green",)


def test_a_world_is_with_one_player_only(scans):
    scan = begun(scans)
    for seat in (0, 1):
        scans.say(scan.id, LayTile(player=seat, tile="W07", role="colony"), 99, f"key-of-{seat}", GAME)
    assert scans.get(scan.id).state.tiles == {"0/W07": "", "1/W07": "colony"}


def test_photos_of_a_deleted_scan_go_when_they_are_old():
    journal = Journal("sqlite://")
    scans = Scans(journal)
    ids = []
    for n in range(2):
        scan = begun(scans)
        photo = StoredPhoto(f"photo{n}", b"jpeg", PhotoContents((4, 3), (), ()), "")
        scans.add_photo(scan.id, photo, AddPhoto(photo=photo.id), 1, "a-photo-key", GAME)
        scans.delete(scan.id)
        ids.append(scan.id)
    with journal.transaction() as connection:
        connection.execute(sa.text("UPDATE tables SET deleted = '2020-01-01' WHERE id = :id"), {"id": ids[0]})
    scans.delete(begun(scans).id)
    with pytest.raises(NoSuchTable):
        scans.photo(ids[0], "photo0")
    assert scans.photo(ids[1], "photo1").jpeg == b"jpeg"


def test_what_was_read_comes_back_as_it_went_in():
    why = Doubt("hard", (("tile", "Ärger"),), ((1.0, 2.5), (3.0, 4.0)), ("W07",), photo=2)
    corners = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
    found = FoundTile("NF:W07B", "W07", "B", corners, "W07", "colony", False, why)
    read = PhotoContents((4000, 3000), (found,), (why, Doubt("dark")), 10.5)
    kept = json.loads(json.dumps(msgspec.to_builtins(read)))
    assert msgspec.convert(kept, PhotoContents) == read
    kept["found"][0]["name"] = "Comet Zone"  # as a reading said it before the box did
    assert msgspec.convert(kept, PhotoContents) == read


def test_a_finished_table_is_in_no_list_of_those_in_play(scans):
    scan, journal = begun(scans), scans.tables.journal
    tables = Tables(journal)
    assert journal.table(scan.id).game == FINISHED + GAME.name
    assert scan.id not in [row.id for row in (*tables.list(), *journal.tables())]
    with pytest.raises(NoSuchTable):
        tables.open(scan.id)
    with pytest.raises(NoSuchTable):
        scans.get("nosuch")


def test_a_photo_that_is_refused_is_not_kept(scans, monkeypatch):
    monkeypatch.setattr("companion.games.scanned.moves.MAX_PHOTOS", 1)
    scan = begun(scans)
    for n in (1, 2):
        photo = StoredPhoto(f"{scan.id}-{n}", b"jpeg", PhotoContents((4, 3), (), ()), "")
        add = AddPhoto(photo=photo.id, player=0, mats={"H1A": 0})
        if n == 1:
            scans.add_photo(scan.id, photo, add, 1, "photo-one", GAME)
        else:
            with pytest.raises(Illegal):
                scans.add_photo(scan.id, photo, add, 2, "photo-two", GAME)
    assert [*scans.reads(scan.id)] == [f"{scan.id}-1"]
    assert scans.get(scan.id).state.shots == (PhotoRef(f"{scan.id}-1", 0),)


def test_a_table_replays_whatever_box_is_in_use_by_then(scans):
    """W07 was in the box then, and is missing since."""
    without = GAME.box.without(("W07",))
    scan, said = begun(scans), LayTile(player=0, tile="W07", role="colony")
    scans.say(scan.id, said, 1, "said-once", GAME)
    with pytest.raises(Illegal, match="There is no piece"):
        scans.say(scan.id, LayTile(player=1, tile="W07", role="colony"), 2, "said-twice", without)
    loaded = Tables(scans.tables.journal, lambda name: FinishedGame(without, name)).of_scans()
    again = loaded.open(scan.id)
    assert again.unreadable is None
    assert again.state.tiles == {"0/W07": "colony"}
    assert again.game.score(again.state).players[0].total == 0
    after = Scans(scans.tables.journal).say(scan.id, chips(3), 2, "chips-000", without)
    assert after.state.numbers == {"0/chips": 3}


RIGHT = {
    "players": {"players": [{"name": "Ann", "colour": "blue"}]},
    "numbers": {"player": 0, "values": {"chips": 1}},
    "tile": {"player": 0, "tile": "W07", "role": "colony"},
    "good": {"tile": "W07", "value": True},
    "mat": {"player": 0, "tile": "H1A"},
    "shared": {"tile": "G1", "value": True},
    "drop": {"photo": "x"},
    "taken": {"photo": "x", "player": None},
    "counted": {"all": {"0": "x"}},
    "settle": {"doubt": "x"},
}


@pytest.mark.parametrize("kind", SAYABLE, ids=lambda kind: kind.do)
def test_what_is_said_is_taken_as_it_was_sent_or_refused_with_a_sentence(kind):
    right = {"do": kind.do} | RIGHT[kind.do]
    assert decision_to_json(said_from_json(right)).items() >= right.items()
    sentences = []
    for name in RIGHT[kind.do]:
        for value in (1, 1.0, "1", True, [1], {"a": 1}, {"0": "x"}, [{"name": 1}], None):
            try:
                taken = decision_to_json(said_from_json(right | {name: value}, SAYABLE))[name]
            except Illegal as wrong:
                sentences.append(wrong.sentence)
            else:
                assert (taken, type(taken)) == (value, type(value))
        if name not in ("role", "doubt"):
            with pytest.raises(Illegal, match="more fields"):
                said_from_json({k: v for k, v in right.items() if k != name}, SAYABLE)
    with pytest.raises(Illegal, match="has no field"):
        said_from_json(right | {"more": 1}, SAYABLE)
    assert len(sentences) >= 6
    assert all(sentence.endswith(".") and "`" not in sentence for sentence in sentences), "for people"


@pytest.mark.parametrize("said", [AddPhoto(photo="x"), AskScore(keep=True)], ids=lambda said: said.do)
def test_what_the_server_says_itself_no_page_may_say(said):
    assert said_from_json(said_to_json(said)) == said
    with pytest.raises(Illegal, match="There is no decision called"):
        said_from_json(said_to_json(said), SAYABLE)


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ({"do": "counted", "player": 1, "as": "x"}, {"do": "counted", "player": None, "all": {"1": "x"}}),
        (
            {"do": "number", "player": 1, "name": "chips", "value": 4},
            {"do": "numbers", "player": 1, "values": {"chips": 4}},
        ),
    ],
)
def test_what_is_of_one_player_or_number_is_what_is_of_several(said, means):
    """So it is in journals of before, too."""
    assert decision_to_json(said_from_json(said, SAYABLE)) == {"doubt": "", **means}
    assert FinishedGame(GAME, "finished:new-frontiers").decision(said) == said_from_json(means)
