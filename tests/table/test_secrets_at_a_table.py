"""Tests of answers that may be changed, private draws, dice, and who may undo a step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.contract import Illegal, Player, Question, Roll, Setup
from companion.table.chance import sample
from companion.table.journal import VIRTUAL_DICE, Journal
from companion.table.redaction import answered_question
from companion.table.settings import Settings
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.undo_rights import NeedsConfirmation
from tests.games.toy import HarbourGame
from tests.games.toy.moves import Bid, Keep, Send, Trade
from tests.games.toy.state import value_of
from tests.table.test_journal import entry

SETUP = Setup((Player("Blue", "blue"), Player("Green", "green")))


@pytest.fixture
def tables() -> Iterator[Tables]:
    game = HarbourGame()
    tables = Tables(Journal(":memory:"), lambda _name: game)
    yield tables
    tables.close()


@pytest.fixture
def table(tables: Tables) -> Table[Any]:
    """A table where both players may bid."""
    return bidding(tables.create("harbour", SETUP, seed=3))


def bidding(table: Table[Any]) -> Table[Any]:
    for seat in (0, 1):
        cheapest = min(table.state.dealt[seat], key=value_of)
        table.submit(Keep(seat, (cheapest,)), table.number, f"keep {seat}", "phone")
    return table


def submit(table: Table[Any], decision: Any) -> None:
    table.submit(decision, table.number, f"key {table.number}", "phone")


def last(table: Table[Any], viewer: int | None = None) -> str:
    return table.history(viewer)[-1].words


def test_a_private_draw_says_only_how_many_to_the_others(table: Table[Any]) -> None:
    draw = next(line for line in table.history() if line.entry.kind == "draw")
    number = draw.entry.number
    assert table.history()[number - 1].words == "Blue drew 3"
    assert table.history(1)[number - 1].words == "Blue drew 3"
    assert table.history(0)[number - 1].words.startswith("Blue draws C")
    with pytest.raises(Stale) as caught:
        table.submit(Bid(1, 0), 1, "late", "phone")
    assert "Blue drew 3" in caught.value.news
    assert not any("Blue draws" in news for news in caught.value.news)


def test_a_secret_answer_may_be_changed_until_the_reveal(table: Table[Any]) -> None:
    submit(table, Bid(0, 1))
    submit(table, Bid(0, 3))
    assert table.state.bids == (3, None)
    assert last(table) == last(table, 1) == "Blue has answered in secret"
    assert last(table, 0) == "Blue bids 3"
    submit(table, Bid(1, 0))
    words = [line.words for line in table.history()]
    assert "Blue bids 3" in words
    assert "Blue bids 1" not in words, "what was thought better of stays covered"
    with pytest.raises(Illegal):
        submit(table, Bid(0, 2))


def test_no_phone_takes_back_anothers_secret_answer(table: Table[Any]) -> None:
    submit(table, Bid(0, 1))
    number = table.number
    for confirm in (None, table.now.undo_of):
        with pytest.raises(Illegal, match="only Blue takes it back"):
            table.undo(number, f"u{confirm}", "Green's phone", seat=1, confirm=confirm)
        with pytest.raises(Illegal, match="only Blue takes it back"):
            table.jump(1, number, f"j{confirm}", "Green's phone", seat=1, confirm=confirm)
    with pytest.raises(NeedsConfirmation):
        table.undo(number, "tablet", "the tablet")
    assert table.number == number
    table.undo(number, "own", "Blue's phone", seat=0)
    assert table.state.bids == (None, None)


def test_no_phone_jumps_past_a_step_above_anothers_secret(tables: Tables) -> None:
    """Red's open trade lies above Blue's secret plan: to confirm the trade takes back no secret."""
    three = Setup((*SETUP.players, Player("Red", "red")))
    table = tables.create("harbour", three, seed=3)
    for seat in range(3):
        cheapest = min(table.state.dealt[seat], key=value_of)
        submit(table, Keep(seat, (cheapest,)))
    for seat in range(3):
        submit(table, Bid(seat, 0))
    before = table.number
    submit(table, Send(0, (("worker", "field", 1),)))
    submit(table, Trade(2))
    trade = table.now.undo_of
    for confirm in (None, trade):
        with pytest.raises(Illegal, match="only Blue takes it back"):
            table.jump(before, table.number, f"j{confirm}", "Green's phone", seat=1, confirm=confirm)
    assert table.now.undo_of == trade
    # Of open steps the last one is named, and confirmed; and Blue may take back its own.
    with pytest.raises(NeedsConfirmation) as asked:
        table.jump(before, table.number, "own", "Blue's phone", seat=0)
    assert asked.value.number == trade
    table.jump(before, table.number, "own", "Blue's phone", seat=0, confirm=trade)


def test_an_own_answer_in_between_is_no_other_player_s(table: Table[Any]) -> None:
    """Blue is asked the same as before, but has acted meanwhile from another device: nothing is sent anew."""
    for seat in (0, 1):
        submit(table, Bid(seat, 0))
    seen, plan = table.number, (("worker", "field", 1),)
    submit(table, Trade(0))
    for late, still_asked in ((Send(0, plan), False), (Send(1, plan), True)):
        with pytest.raises(Stale) as caught:
            table.submit(late, seen, f"late {late.player}", "tablet")
        assert caught.value.still_asked == still_asked


def test_who_plays_on_for_others_late_reads_what_everybody_may(table: Table[Any]) -> None:
    """Green says that Blue traded, and has not seen that Blue planned since: the plan stays Blue's."""
    for seat in (0, 1):
        submit(table, Bid(seat, 0))
    seen = table.number
    submit(table, Send(0, (("worker", "field", 1),)))
    with pytest.raises(Stale) as caught:
        table.catch_up((Trade(0),), seen, "played on")
    assert caught.value.news == ("Blue has answered in secret",)


def test_anothers_open_step_needs_its_player_named_or_the_tablet(table: Table[Any]) -> None:
    submit(table, Bid(0, 1))
    submit(table, Bid(1, 0))
    submit(table, Trade(1))
    step = table.now.undo_of
    with pytest.raises(NeedsConfirmation) as asked:
        table.undo(table.number, "u1", "Blue's phone", seat=0)
    assert (asked.value.player, asked.value.number) == (1, step)
    assert "Green trades 2 coins for a point" in asked.value.sentence
    with pytest.raises(NeedsConfirmation):
        table.undo(table.number, "u2", "Blue's phone", seat=0, confirm=step - 1 if step else 0)
    table.set(undo="tablet")
    with pytest.raises(Illegal, match="at the tablet"):
        table.undo(table.number, "u3", "Blue's phone", seat=0, confirm=step)
    table.undo(table.number, "u4", "the tablet")
    assert table.undo_words == "Green bids 0"


def test_dice_are_rolled_from_the_seed_or_told_by_hand(tables: Tables) -> None:
    rolled = bidding(tables.create("harbour", SETUP, seed=3))
    by_hand = bidding(tables.create("harbour", SETUP, seed=3, settings=Settings(dice="hand")))
    for table in (rolled, by_hand):
        submit(table, Bid(0, 1))
        submit(table, Bid(1, 0))
    roll = rolled.entries()[-1]
    assert (roll.kind, roll.by) == ("draw", VIRTUAL_DICE)
    again = bidding(tables.create("harbour", SETUP, seed=3))
    submit(again, Bid(0, 1))
    submit(again, Bid(1, 0))
    assert again.entries()[-1].data == roll.data
    assert by_hand.state.phase == "roll"
    with pytest.raises(Illegal):
        by_hand.submit_outcome((0, 7), by_hand.number, "wrong", "tablet")
    entry = by_hand.submit_outcome((4, 4), by_hand.number, "told", "tablet")
    assert (entry.words, entry.by) == ("The dice show 4 and 4", "tablet")
    assert by_hand.state.coins == (4, 5)  # 4 - 1 bid, and a double gives every player 1


def test_the_companions_dice_come_double_as_often_as_dice_do() -> None:
    """3000 rolls of two dice: 500 doubles expected, standard deviation 20; 130 is more than six of them."""
    rolls = [sample(Roll("dice", (6, 6)), 11, depth) for depth in range(3000)]
    doubles = sum(a == b for a, b in rolls)
    assert abs(doubles - 500) < 130
    assert {n for roll in rolls for n in roll} == set(range(1, 7))


def test_of_a_seats_open_questions_an_answer_meets_the_one_it_is_for() -> None:
    one, other = (Question(0, kind, f"{kind}?", does=(kind,)) for kind in ("build", "trade"))
    told = entry(2, data={"do": "trade"})
    assert answered_question((one, other), told) == other
    assert answered_question((one,), told) == one, "the seat's only one"
    assert answered_question((one, other), entry(2, player=1)) is None
