"""Tests of entries in other languages; the journal itself is in English."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.contract import Correction, Question
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import _, language, speaking
from tests.table.conftest import SETUP
from tests.table.toy_game import Bid, StonesGame, Take


class StonesWithLanguage(StonesGame):
    """The toy game, with the current language at the start of each text."""

    asked = 0

    def words(self, s: Any, d: Any) -> str:
        type(self).asked += 1
        return f"[{language()}] {super().words(s, d)}"

    def questions(self, s: Any) -> tuple[Question, ...]:
        return tuple(replace(q, text=f"[{language()}] {q.text}") for q in super().questions(s))


@pytest.fixture
def dutch(catalogue: Any) -> None:
    catalogue(
        "nl",
        {
            "Taken back: {what}": "Teruggenomen: {what}",
            "Restored: {what}": "Hersteld: {what}",
            "Back to right after: {what}": "Terug naar: {what}",
            "Back to before: {what}": "Terug voor: {what}",
            "{player} has answered in secret": "{player} heeft geheim geantwoord",
            "{game} begins: {players}": "{game} begint: {players}",
            "There is nothing to redo.": "Er is niets om te herstellen.",
            "The table has moved on: {news}.": "De tafel is verder: {news}.",
        },
    )


@pytest.fixture
def table(journal: Journal, dutch: None) -> Table[Any]:
    """A table on a device that reads Dutch."""
    tables = Tables(journal, lambda name: StonesWithLanguage())
    with speaking("nl"):
        table = tables.create("stones", SETUP, seed=7, settings=Settings(draws="virtual"))
        for n, decision in enumerate((Bid(0, 2), Bid(1, 1))):
            table.submit(decision, table.number, f"bid {n}", "phone")
    return table


def words(table: Table[Any], viewer: int | None = None) -> list[str]:
    return [line.words for line in table.history(viewer)]


def test_the_journal_is_english_whatever_a_device_reads(table: Table[Any], journal: Journal) -> None:
    with speaking("nl"):
        table.correct(Correction("coins/0", 5), table.number, "correct 1", "phone")
        table.undo(table.number, "undo 1", "phone", confirm=table.now.undo_of)
    kept = [entry.words for entry in journal.entries(table.id)]
    assert kept[:3] == ["Stones begins: Blue, Green", "[en] Blue bids 2", "[en] Green bids 1"]
    assert kept[3].startswith("[en] Drawn: ")
    assert kept[-2:] == ["[en] Blue's coins: 5 instead of 0", "Taken back: [en] Blue's coins: 5 instead of 0"]
    assert table.now.undo == "[en] Green bids 1"
    assert table.now.redo == "[en] Blue's coins: 5 instead of 0"
    assert all(q.text.startswith("[en] ") for q in table.questions)


def test_entries_are_said_again_for_another_reader(table: Table[Any]) -> None:
    table.correct(Correction("coins/0", 5), table.number, "correct 1", "phone")
    table.undo(table.number, "undo 1", "phone", confirm=table.now.undo_of)
    table.redo(table.number, "redo 1", "phone")
    table.jump(4, table.number, "jump 1", "phone")
    with speaking("nl"):
        translated = words(table)
        now = table.spoken(table.now)
    assert translated[:3] == ["Stones begint: Blue, Green", "[nl] Blue bids 2", "[nl] Green bids 1"]
    assert translated[-4:] == [
        "[nl] Blue's coins: 5 instead of 0",
        "Teruggenomen: [nl] Blue's coins: 5 instead of 0",
        "Hersteld: [nl] Blue's coins: 5 instead of 0",
        f"Terug naar: {translated[3]}",
    ]
    assert translated[3].startswith("[nl] Drawn: ")
    assert now.last.words == translated[-1]
    assert now.undo == f"Terug voor: {translated[4]}"
    assert all(q.text.startswith("[nl] ") for q in now.questions)
    assert table.spoken(table.now) is table.now, "English costs nothing"


def test_undo_of_a_jump_and_its_redo_are_said_too(table: Table[Any]) -> None:
    table.jump(4, table.number, "jump 1", "phone")
    table.undo(table.number, "undo 1", "phone", confirm=table.now.undo_of)
    with speaking("nl"):
        jumped, undone = words(table)[-2:]
        assert jumped.startswith("Terug naar: [nl] Drawn: ")
        assert undone == f"Teruggenomen: {jumped}"
        assert table.spoken(table.now).redo.startswith("Terug voor: ")


def test_a_secret_answer_stays_covered_in_every_language(journal: Journal, dutch: None) -> None:
    table = Tables(journal, lambda name: StonesWithLanguage()).create("stones", SETUP, seed=7)
    with speaking("nl"):
        table.submit(Bid(0, 2), table.number, "bid 1", "phone")
        assert words(table)[-1] == "Blue heeft geheim geantwoord"
        assert words(table, 0)[-1] == "[nl] Blue bids 2"
        assert table.spoken(table.now).undo == "Blue heeft geheim geantwoord"
        table.undo(table.number, "undo 1", "phone", confirm=table.now.undo_of)
        assert words(table, 0)[-1] == "Teruggenomen: Blue heeft geheim geantwoord"


def test_what_is_said_once_is_not_made_again(table: Table[Any]) -> None:
    with speaking("nl"):
        first = words(table)
        asked = StonesWithLanguage.asked
        assert words(table) == first
    words(table)
    assert StonesWithLanguage.asked == asked


def test_words_that_cannot_be_made_again_stay_as_they_are(table: Table[Any], monkeypatch: Any) -> None:
    def raise_key_error(self: Any, s: Any, d: Any) -> str:
        raise KeyError("gone since")

    monkeypatch.setattr(StonesWithLanguage, "words", raise_key_error)
    with speaking("nl"):
        assert words(table)[1:3] == ["[en] Blue bids 2", "[en] Green bids 1"]


def test_a_refusal_is_in_the_language_of_the_device(table: Table[Any]) -> None:
    with speaking("nl"):
        with pytest.raises(Exception, match="Er is niets om te herstellen"):
            table.redo(table.number, "redo 1", "phone")
        stone = table.state.middle[0]
        table.submit(Take(0, stone), table.number, "take 1", "phone")
        with pytest.raises(Stale) as stale:
            table.submit(Bid(0, 1), 2, "late", "phone")
    assert stale.value.news[-1] == f"[nl] Blue takes {stone}"
    assert stale.value.sentence.startswith("De tafel is verder: [nl] Green bids 1; ")


def test_a_reopened_table_says_the_same(table: Table[Any], journal: Journal) -> None:
    table.undo(table.number, "undo 1", "phone", confirm=table.now.undo_of)
    with speaking("nl"):
        again = Table(StonesWithLanguage(), journal, table.id)
        assert words(again) == words(table)
    assert again.now.last.words == table.now.last.words == "Taken back: [en] Green bids 1"
    assert _("{game} begins: {players}", game="a", players="b") == "a begins: b"
