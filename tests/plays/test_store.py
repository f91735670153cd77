"""Tests of stored plays: by id, found, edited, removed and restored, in the journal's database."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta

import pytest

from companion.plays.play import play_from_json, play_to_json, summary_from_json, summary_to_json
from companion.plays.store import DELETED, NoSuchPlay, PlayFilter, Plays
from companion.table.journal import Journal
from companion.table.journal_errors import JournalError
from tests.plays.conftest import ENDED, a_play


def ids(plays, **search):
    return [play.id for play in plays.list(PlayFilter(**search))]


def test_a_play_comes_back_as_it_was_kept(plays):
    play = a_play(comment="by the fire", location="Attic", nearly={"en": ("3 VP apart.",)})
    plays.keep(play)
    assert plays.get(play.id) == play
    assert plays.get(play.id).sheet.players[0].total == 12
    assert play_from_json(play_to_json(play)) == play
    assert plays.briefs() == (play.brief,)
    assert summary_from_json(summary_to_json(play.brief)) == play.brief


def test_kept_again_it_is_replaced_and_its_words_stay(plays):
    plays.keep(a_play("scan-1", 12, 9))
    plays.edit("scan-1", comment=" rainy ", location="Attic")
    kept = plays.keep(a_play("scan-1", 12, 13))
    assert (kept.comment, kept.location) == ("rainy", "Attic")
    assert plays.list() == (kept,)
    assert plays.get("scan-1").sheet.players[1].winner
    assert plays.keep(a_play("scan-1", comment="sunny")).comment == "sunny"


def test_the_last_ended_comes_first(plays):
    for day, name in ((2, "b"), (9, "c"), (0, "a")):
        plays.keep(a_play(name, ended=ENDED + timedelta(days=day)))
    assert ids(plays) == ["c", "b", "a"]
    assert [p.id for p in plays.list(limit=1, offset=1)] == ["b"]
    assert plays.count() == 3


def test_a_search_goes_by_words_game_date_and_seats(plays):
    plays.keep(a_play("one", 12, 9, comment="100% Łódź", ended=ENDED))
    plays.keep(a_play("two", 12, 9, 3, game="pebbles", ended=ENDED + timedelta(days=1)))
    assert ids(plays, text="blue") == ["two", "one"]
    assert ids(plays, text="RED gre") == ["two"]
    assert ids(plays, text="łódź 100%") == ["one"]
    assert ids(plays, text="1_0") == []
    assert ids(plays, game="pebbles") == ["two"]
    assert ids(plays, seats=2) == ["one"]
    assert ids(plays, since=ENDED + timedelta(hours=1)) == ["two"]
    assert ids(plays, until=ENDED + timedelta(hours=1)) == ["one"]
    assert ids(plays, since=ENDED, until=ENDED) == []


def test_a_play_taken_out_can_be_put_back(plays):
    plays.keep(a_play("one"))
    plays.remove("one")
    plays.remove("one")  # the same tap a second time
    assert ids(plays) == []
    with pytest.raises(NoSuchPlay):
        plays.get("one")
    assert plays.get("one", DELETED).id == "one"
    plays.restore("one")
    assert ids(plays) == ["one"]
    for what in (plays.remove, plays.restore, plays.get):
        with pytest.raises(NoSuchPlay) as wrong:
            what("another")
        assert "another" in wrong.value.sentence


def test_a_play_set_aside_keeps_its_words_for_the_next_end(plays):
    plays.keep(a_play("one", comment="long night"))
    plays.set_aside("one")
    assert ids(plays) == []
    with pytest.raises(NoSuchPlay):
        plays.restore("one")  # its table was continued, so this is no result
    plays.keep(a_play("one"))
    assert plays.get("one").comment == "long night"


@pytest.mark.parametrize("wrong", ["", "a/b", "x" * 65, "é", "a b"])
def test_an_id_that_cannot_be(plays, wrong):
    with pytest.raises(ValueError, match="letters, digits and hyphens"):
        plays.keep(replace(a_play(), id=wrong))


def test_long_words_are_cut(plays):
    plays.keep(a_play("one"))
    play = plays.edit("one", comment="x" * 5000, location="y" * 500)
    assert (len(play.comment), len(play.location)) == (2000, 120)


def test_two_programs_may_share_them(journal, tmp_path):
    first, second = Plays(journal), Plays(other := Journal(tmp_path / "tables.db"))
    errors = []

    def keep(plays):
        try:
            for _ in range(5):
                plays.keep(a_play("one"))
        except JournalError as wrong:
            errors.append(wrong)

    threads = [threading.Thread(target=keep, args=(plays,)) for plays in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert ids(second) == ["one"]
    other.close()


def test_what_cannot_be_written_is_said_in_a_sentence(plays, journal):
    plays.keep(a_play("one"))
    with journal.transaction() as connection:
        connection.exec_driver_sql("DROP TABLE kept_plays")
    with pytest.raises(JournalError) as wrong:
        plays.list()
    assert wrong.value.sentence.endswith(".")
