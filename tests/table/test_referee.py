"""Tests of the referee: a move is explained and accepted after a moment, asked about, or a disagreement."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import (
    MIDDLE,
    Correction,
    Decision,
    Difference,
    Explanation,
    Illegal,
    Option,
    Player,
    Setup,
    Spot,
    seat_zone,
)
from companion.table.by_look import differences_by_look
from companion.table.chance import setup_with_draws
from companion.table.early import MOST_EACH, MOST_PLAYED, Early, moves_before_turn
from companion.table.journal import Journal
from companion.table.judge import CAMERA
from companion.table.observation import ABSENT_SECONDS, SeenTable
from companion.table.referee import ProposalClosed, Referee
from companion.table.referee_memory import RefereeMemory
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import speaking
from tests.default_run import examples
from tests.table.conftest import SETUP, load_toy
from tests.table.toy_game import Bid, Drawn, Pass, Stones, StonesGame, Take

ALL_ZONES = frozenset({MIDDLE, seat_zone(0), seat_zone(1)})
BLUE_AREA, GREEN_AREA = Spot(seat_zone(0), "B"), Spot(seat_zone(1), "B")
MIDDLE_GRAY = Spot(MIDDLE, "A")


class Eyes:
    """A camera and a clock that the test controls."""

    def __init__(self, table: Table[Any]) -> None:
        self.time = 100.0
        self.table = table
        self.referee = Referee(table, lambda: self.time)
        self.spots: dict[str, Spot] = {}
        self.watching = ALL_ZONES
        self.more: dict[str, Any] = {}
        self.number = 0

    def look(self, still: float = 0.5, **moves: Spot | None) -> None:
        """Moves these tiles (None: away) and reports the table, which has been still for so many seconds."""
        for tile, spot in moves.items():
            if spot is None:
                self.spots.pop(tile, None)
            else:
                self.spots[tile] = spot
        self.number += 1
        self.referee.on_seen(
            SeenTable(dict(self.spots), still, watching=self.watching, number=self.number, **self.more)
        )

    def lose(self) -> None:
        """The camera is lost: it reports a table of which nothing is watched."""
        self.number += 1
        self.referee.on_seen(SeenTable(watching=frozenset(), number=self.number))

    def wait(self, seconds: float) -> None:
        """Time passes, and the camera goes on to report what it saw."""
        while seconds > 5:
            seconds -= 5
            self.time += 5
            self.number += 1
            seen = self.referee.seen
            still = seen.still_for + 5 if seen.still_for else 0.0
            self.referee.on_seen(replace(seen, still_for=still, number=self.number))
        self.time += seconds
        self.referee.tick()

    def sleep(self, hours: float) -> None:
        """The machine sleeps with its camera, and wakes before the camera reports."""
        self.time += 3600 * hours
        self.referee.tick()

    def lay_out(self, *bare: str) -> None:
        """Puts the tiles where the tracker has them. bare: those without a tag."""
        layout = self.table.game.tracking.layout(self.table.state)
        self.spots = {tile: spot for tile, spot in layout.items() if tile not in bare}
        self.look()


def begin(tables: Tables, *bare: str, **settings: Any) -> Eyes:
    """Blue and Green have bid, and Blue is to take one of S01 to S03; the tiles lie where they should. bare:
    those without a tag."""
    table = tables.create("stones", SETUP, seed=7, settings=Settings(draws="camera").with_changes(**settings))
    table.submit(Bid(0, 2), 1, "a", "tablet")
    table.submit(Bid(1, 1), 2, "b", "tablet")
    eyes = Eyes(table)
    table.submit_outcome(("S01", "S02", "S03"), 3, "c", "tablet")
    eyes.lay_out(*bare)
    return eyes


def test_all_is_quiet_while_the_table_agrees(tables: Tables) -> None:
    eyes = begin(tables)
    view = eyes.referee.view
    assert (view.proposal, view.waiting, view.to_do, view.disagreement) == (None, "", (), None)
    assert eyes.referee.verify() == ()


def test_one_explanation_takes_itself_after_a_moment(tables: Tables) -> None:
    eyes = begin(tables, moment=1.5)
    eyes.look(S02=BLUE_AREA)
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    assert [o.decision for o in proposal.options] == [Take(0, "S02")]
    eyes.wait(1.4)
    assert eyes.table.number == 4
    eyes.wait(0.2)
    entry = eyes.table.entries()[-1]
    assert (entry.words, entry.by, eyes.table.number) == ("Blue takes S02", CAMERA, 5)
    assert eyes.referee.view.proposal is None


def test_a_moment_of_nothing_takes_it_at_once(tables: Tables) -> None:
    eyes = begin(tables, moment=0)
    eyes.look(S02=BLUE_AREA)
    assert eyes.table.number == 5


def test_a_tile_taken_away_has_been_away_for_a_part_of_the_moment(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said to be away only once its place has looked empty for ABSENT_SECONDS."""
    eyes = begin(tables, moment=1.5)

    def explain(_tracking: object, _state: object, differences: tuple[Difference, ...]) -> Explanation:
        lifted = frozenset(d.tile for d in differences if d.seen is None)
        return Explanation((Option(Pass(0), "Blue passes"),), lifted) if lifted else Explanation()

    monkeypatch.setattr(type(eyes.table.game.tracking), "explain", explain)
    eyes.look(S02=None)
    eyes.wait(1.4 - ABSENT_SECONDS)
    assert eyes.table.number == 4
    eyes.wait(0.2)
    assert eyes.table.number == 5


def test_a_touch_holds_it_and_a_tap_takes_it(tables: Tables) -> None:
    eyes = begin(tables)
    eyes.look(S02=BLUE_AREA)
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    eyes.referee.touch(proposal.id)
    eyes.wait(60)
    assert eyes.table.number == 4
    held = eyes.referee.view.proposal
    assert held is not None
    assert held.commits_at is None
    entry = eyes.referee.accept(proposal.id, 0, "tap", "tablet")
    assert (entry.words, entry.by) == ("Blue takes S02", "tablet")
    assert eyes.referee.accept(proposal.id, 0, "tap again", "phone") is entry
    with pytest.raises(ProposalClosed):
        eyes.referee.touch(proposal.id)


def test_a_tap_on_what_was_just_taken_counts_and_one_on_what_was_long_ago_is_told(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.referee._MAX_REMEMBERED_PROPOSALS", 1)
    eyes, taken = begin(tables), []
    for moves in ({"S02": BLUE_AREA}, {"S03": GREEN_AREA}):
        eyes.look(**moves)
        proposal = eyes.referee.view.proposal
        assert proposal is not None
        taken.append(proposal.id)
        eyes.wait(60)
    entry = eyes.referee.accept(taken[1], 0, "tap", "tablet")
    assert (entry.words, entry.by) == ("Green takes S03", CAMERA)
    with pytest.raises(ProposalClosed):
        eyes.referee.accept(taken[0], 0, "late tap", "tablet")


def test_ask_waits_for_a_person(tables: Tables) -> None:
    eyes = begin(tables, referee="ask")
    eyes.look(S02=BLUE_AREA)
    eyes.wait(60)
    assert eyes.table.number == 4
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    with pytest.raises(Illegal):
        eyes.referee.accept(proposal.id, 3, "tap", "tablet")
    eyes.referee.accept(proposal.id, 0, "tap", "tablet")
    assert eyes.table.number == 5


def test_off_proposes_nothing_and_is_quiet_about_what_it_understands(tables: Tables) -> None:
    eyes = begin(tables, referee="off")
    eyes.look(S02=BLUE_AREA, still=60)
    eyes.wait(60)
    assert eyes.table.number == 4
    assert eyes.referee.view.proposal is None
    assert eyes.referee.view.disagreement is None


def test_several_explanations_ask(tables: Tables) -> None:
    eyes = begin(tables, moment=0)
    eyes.look(S01=BLUE_AREA, S02=BLUE_AREA)
    eyes.wait(60)
    assert eyes.table.number == 4
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    assert len(proposal.options) == 2
    assert proposal.commits_at is None


def test_none_of_these_is_not_asked_again_but_becomes_a_disagreement(tables: Tables) -> None:
    eyes = begin(tables)
    eyes.look(S02=BLUE_AREA)
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    eyes.referee.dismiss(proposal.id)
    assert eyes.referee.view.proposal is None
    for _ in range(5):
        eyes.time += 1
        eyes.look(still=eyes.time - 100)
    assert eyes.referee.view.proposal is None
    assert eyes.referee.view.disagreement is not None
    assert eyes.table.number == 4
    eyes.look(S02=MIDDLE_GRAY)  # corrected
    assert eyes.referee.view.disagreement is None
    eyes.look(S02=BLUE_AREA)  # moved again: this is a new report
    assert eyes.referee.view.proposal is not None


def test_what_is_half_done_is_waited_for(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=7, settings=Settings(draws="camera", moment=0))
    table.submit(Bid(0, 2), 1, "a", "tablet")
    table.submit(Bid(1, 1), 2, "b", "tablet")
    eyes = Eyes(table)
    eyes.look(S01=MIDDLE_GRAY, still=10)
    eyes.wait(10)
    assert eyes.referee.view.waiting == "1 of 3 stones lie in the middle"
    assert eyes.referee.view.disagreement is None
    eyes.look(S02=MIDDLE_GRAY, S03=MIDDLE_GRAY)
    entry = table.entries()[-1]
    assert (entry.kind, entry.by) == ("draw", CAMERA)
    assert table.state.middle == ("S01", "S02", "S03")


def test_a_draw_that_people_tell_by_hand_is_only_proposed(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=7, settings=Settings(draws="hand", moment=0))
    table.submit(Bid(0, 2), 1, "a", "tablet")
    table.submit(Bid(1, 1), 2, "b", "tablet")
    eyes = Eyes(table)
    eyes.look(S01=MIDDLE_GRAY, S02=MIDDLE_GRAY, S03=MIDDLE_GRAY)
    eyes.wait(60)
    assert table.number == 3
    assert eyes.referee.view.proposal is not None


def test_tolerated_tiles_are_quiet(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=7)
    eyes = Eyes(table)
    eyes.look(S09=MIDDLE_GRAY, still=60)
    eyes.wait(60)
    assert eyes.referee.view.disagreement is None
    assert eyes.referee.view.proposal is None


def test_it_does_not_decide_while_something_else_is_odd(tables: Tables) -> None:
    """A hand is still at work: its next move may change the meaning of this one."""
    eyes = begin(tables, moment=0)
    eyes.look(S02=BLUE_AREA, S19=GREEN_AREA)
    assert eyes.referee.view.proposal is not None
    assert eyes.table.number == 4
    eyes.look(S19=None)
    assert eyes.table.number == 5


def test_a_tile_that_a_decision_wants_turned_over_is_to_do(tables: Tables) -> None:
    eyes = begin(tables, moment=0)
    eyes.look(S02=Spot(seat_zone(0), "A"))
    assert eyes.table.undo_words == "Blue takes S02"
    eyes.wait(60)
    assert eyes.referee.view.to_do == ("Put Stone 2 in Blue's area, face B up.",)
    assert eyes.referee.view.disagreement is None
    eyes.look(S02=BLUE_AREA)
    assert eyes.referee.view.to_do == ()


def test_what_may_stay_where_it_is_is_no_errand(tables: Tables) -> None:
    """The round was ended by taps, and the stones left in the middle are on their way to the bag."""
    eyes = begin(tables)
    eyes.table.submit(Pass(0), 4, "p0", "phone")
    eyes.table.submit(Pass(1), 5, "p1", "phone")
    eyes.look(still=60)
    eyes.wait(60)
    assert len(eyes.referee.verify()) == 3
    assert eyes.referee.view.to_do == ()
    assert eyes.referee.view.disagreement is None


def test_two_players_who_move_at_once_are_taken_one_after_the_other(tables: Tables) -> None:
    eyes = begin(tables, moment=0)
    eyes.look(S01=GREEN_AREA, S02=BLUE_AREA)  # Blue's turn comes first, whichever tile was moved first
    assert [(e.words, e.by) for e in eyes.table.entries()[-2:]] == [
        ("Blue takes S02", CAMERA),
        ("Green takes S01", CAMERA),
    ]
    eyes.wait(60)
    assert eyes.referee.view.disagreement is None


def test_a_move_before_ones_turn_counts_when_the_turn_comes(tables: Tables) -> None:
    eyes = begin(tables, moment=0)
    eyes.look(S01=GREEN_AREA)
    eyes.wait(60)
    assert eyes.table.number == 4
    assert eyes.referee.view.disagreement is None
    eyes.look(S02=BLUE_AREA)
    assert [e.words for e in eyes.table.entries()[-2:]] == ["Blue takes S02", "Green takes S01"]


def test_a_tile_carried_through_another_area_is_no_move_there(tables: Tables) -> None:
    eyes = begin(tables)
    for zone in (Spot(seat_zone(1), "A"), Spot(seat_zone(1), "B")):  # put down for a moment, and turned over
        eyes.look(still=0.0, S02=zone)
        eyes.wait(0.5)
        assert (eyes.referee.view.proposal, eyes.referee.view.disagreement) == (None, None)
    eyes.look(S02=BLUE_AREA)
    eyes.wait(1)
    assert [e.words for e in eyes.table.entries()[4:]] == ["Blue takes S02"]
    eyes.wait(60)
    assert eyes.referee.view.disagreement is None


def test_another_tile_before_the_moment_is_over_is_the_one_that_counts(tables: Tables) -> None:
    eyes = begin(tables, moment=1.5)
    eyes.look(S02=BLUE_AREA)
    eyes.wait(1.2)
    eyes.look(still=0.2, S02=MIDDLE_GRAY, S03=BLUE_AREA)
    eyes.wait(1.2)  # the new proposal has its full time
    assert eyes.table.number == 4
    eyes.wait(0.4)
    assert [e.words for e in eyes.table.entries()[4:]] == ["Blue takes S03"]


def test_a_stone_drawn_again_into_the_same_place_is_a_draw(tables: Tables) -> None:
    """It was never seen elsewhere; only its being laid anew tells it from the stones that were left there."""
    eyes = begin(tables, moment=0)
    eyes.more = {"laid": {"S01": 1, "S02": 1, "S03": 1}}
    eyes.look()
    for n, tap in enumerate((Pass(0), Pass(1), Bid(0, 2), Bid(1, 1))):
        eyes.table.submit(tap, 4 + n, f"tap {n}", "phone")
    eyes.look(still=5)
    eyes.wait(5)
    assert eyes.table.state.phase == "draw"  # three stones are still there, and nobody drew them
    eyes.more = {"laid": {"S01": 2, "S02": 1, "S03": 1, "S04": 1, "S05": 1}}
    eyes.look(S04=MIDDLE_GRAY, S05=MIDDLE_GRAY)
    entry = eyes.table.entries()[-1]
    assert (entry.kind, entry.by) == ("draw", CAMERA)
    assert eyes.table.state.middle == ("S01", "S04", "S05")


# --- disagreements


def disagree(eyes: Eyes) -> None:
    eyes.look(S19=GREEN_AREA, still=0.5)
    eyes.wait(2.9)
    assert eyes.referee.view.disagreement is None
    eyes.wait(0.2)


def test_what_nothing_explains_is_a_disagreement_after_three_still_seconds(tables: Tables) -> None:
    eyes = begin(tables)
    disagree(eyes)
    found = eyes.referee.view.disagreement
    assert found is not None
    assert found.tiles == ("Stone 19",)
    assert found.sentences == (
        "Stone 19 is in Green's area, face B up; the companion has it not on the table.",
    )
    assert [m.do for m in found.mends] == ["move", "correct"]
    assert found.mends[0].words == "Take Stone 19 off the table."
    assert found.mends[1].paths == ("stone/S19",)
    assert eyes.referee.verify() == found.sentences


def test_it_does_not_speak_while_hands_move(tables: Tables) -> None:
    eyes = begin(tables)
    for _ in range(10):
        eyes.look(S19=GREEN_AREA, still=0.0)
        eyes.wait(1)
    assert eyes.referee.view.disagreement is None


def test_mended_on_the_table_it_ends_by_itself(tables: Tables) -> None:
    eyes = begin(tables)
    disagree(eyes)
    eyes.look(still=0.0)  # a hand comes in: the tile is still there
    assert eyes.referee.view.disagreement is not None
    eyes.look(S19=None)
    assert eyes.referee.view.disagreement is None
    assert eyes.referee.verify() == ()


def test_mended_in_the_tracker_it_ends_by_itself(tables: Tables) -> None:
    eyes = begin(tables)
    disagree(eyes)
    eyes.table.correct(Correction("stone/S19", "1"), 4, "fix", "tablet")
    eyes.referee.tick()
    assert eyes.referee.view.disagreement is None


def test_undo_is_suggested_where_it_would_mend(tables: Tables) -> None:
    eyes = begin(tables, moment=0, second_thoughts=0)
    eyes.look(S02=BLUE_AREA)
    eyes.time += 20
    eyes.look(S02=MIDDLE_GRAY)  # long after: no second thought, but a disagreement that an undo would end
    assert eyes.table.number == 5
    for _ in range(4):
        eyes.time += 1
        eyes.look(still=eyes.time - 120)
    found = eyes.referee.view.disagreement
    assert found is not None
    assert (found.mends[1].do, found.mends[1].words) == ("undo", "Undo: Blue takes S02.")


# --- entries by tap before tiles are moved


def test_a_tap_leaves_something_to_do_and_no_disagreement(tables: Tables) -> None:
    eyes = begin(tables)
    eyes.table.submit(Take(0, "S02"), 4, "tap", "phone")
    eyes.look(still=60)
    eyes.wait(60)
    view = eyes.referee.view
    assert view.to_do == ("Put Stone 2 in Blue's area, face B up.",)
    assert view.disagreement is None
    assert view.proposal is None
    assert len(eyes.referee.verify()) == 1
    eyes.look(S02=None)
    eyes.look(S02=BLUE_AREA)
    assert eyes.referee.view.to_do == ()
    assert eyes.table.number == 5


def test_a_table_not_laid_out_yet_is_told_what_to_lay_out(tables: Tables) -> None:
    eyes = begin(tables)
    again = Eyes(eyes.table)
    again.look(S01=MIDDLE_GRAY, still=60)
    again.wait(60)
    assert again.referee.view.to_do == (
        "Put Stone 2 in the middle, face A up.",
        "Put Stone 3 in the middle, face A up.",
    )
    assert again.referee.view.disagreement is None


def test_a_tile_not_read_in_its_new_place_was_not_taken_from_there(tables: Tables) -> None:
    """Stone 2 is lifted, and a tap says that Blue takes it; then its tag cannot be read in Blue's area."""
    eyes = begin(tables, moment=0)
    eyes.look(S02=None)
    eyes.table.submit(Take(0, "S02"), 4, "tap", "phone")
    eyes.look(still=60)
    eyes.wait(60)
    view = eyes.referee.view
    assert (view.proposal, view.disagreement, eyes.table.number) == (None, None, 5)
    assert view.to_do == ("Put Stone 2 in Blue's area, face B up.",)


def test_an_undo_by_a_person_is_not_argued_with(tables: Tables) -> None:
    eyes = begin(tables, moment=0)
    eyes.look(S02=BLUE_AREA)
    assert eyes.table.number == 5
    eyes.time += 30
    eyes.table.undo(5, "u", "tablet")
    eyes.look(still=30)
    eyes.wait(30)
    assert eyes.table.number == 6
    assert eyes.referee.view.to_do == ("Put Stone 2 in the middle, face A up.",)
    eyes.look(S02=None)
    eyes.look(S02=BLUE_AREA)  # taken up and put there again: now it is intended
    assert eyes.table.number == 7


# --- second thoughts


def test_putting_it_back_at_once_takes_the_decision_back(tables: Tables) -> None:
    eyes = begin(tables, moment=0)
    before = eyes.table.state
    eyes.look(S02=BLUE_AREA)
    assert eyes.table.number == 5
    eyes.time += 2
    eyes.look(S02=None)
    eyes.time += 0.5
    eyes.look(S02=MIDDLE_GRAY)
    assert eyes.table.state == before
    last = eyes.table.entries()[-1]
    assert (last.kind, last.by) == ("undo", CAMERA)
    assert eyes.referee.view.to_do == ()
    eyes.look(S03=BLUE_AREA)  # takes another one
    assert eyes.table.undo_words == "Blue takes S03"


def test_what_was_drawn_and_returned_by_the_next_decision_is_that_decision(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A world drawn in addition may go back into the bag at once; the entry of its draw stays."""
    table = tables.create("stones", SETUP, seed=7, settings=Settings(draws="camera").with_changes(moment=0))
    table.submit(Bid(0, 2), 1, "a", "tablet")
    table.submit(Bid(1, 1), 2, "b", "tablet")
    eyes = Eyes(table)
    eyes.lay_out()
    eyes.look(S01=MIDDLE_GRAY, S02=MIDDLE_GRAY, S03=MIDDLE_GRAY)
    assert table.entries()[-1].by == CAMERA

    def returned(_state: object, found: tuple[Difference, ...]) -> Explanation:
        gone = frozenset(d.tile for d in found if d.seen is None)
        return Explanation((Option(Pass(0), "Blue passes"),), gone) if len(gone) == 3 else Explanation()

    monkeypatch.setattr(type(table.game), "explain", staticmethod(returned))
    eyes.time += 1
    eyes.look(S01=None, S02=None, S03=None)
    last = table.entries()[-1]
    assert (last.kind, last.words, last.by) == ("decision", "Blue passes", CAMERA)


def test_too_late_or_overtaken_it_stays(tables: Tables) -> None:
    eyes = begin(tables, moment=0)
    eyes.look(S02=BLUE_AREA)
    eyes.table.submit(Pass(1), 5, "p", "tablet")
    eyes.look(S02=MIDDLE_GRAY)
    assert eyes.table.entries()[-1].kind != "undo"


def test_a_tap_is_never_taken_back_by_the_camera(tables: Tables) -> None:
    eyes = begin(tables)
    eyes.table.submit(Take(0, "S02"), 4, "tap", "phone")
    eyes.look(S02=BLUE_AREA)
    eyes.look(S02=MIDDLE_GRAY)
    eyes.wait(10)
    assert eyes.table.number == 5


# --- what the camera sees


def test_zones_out_of_view_are_never_missed(tables: Tables) -> None:
    eyes = begin(tables)
    eyes.watching = frozenset({seat_zone(0)})
    eyes.look(S01=None, S02=None, S03=None, still=60)
    eyes.wait(60)
    assert eyes.referee.view.disagreement is None
    assert eyes.referee.verify() == ()
    eyes.look(S02=BLUE_AREA)
    assert eyes.referee.view.proposal is not None


def test_what_lies_out_of_view_is_no_evidence(tables: Tables) -> None:
    eyes = begin(tables)
    eyes.watching = ALL_ZONES - {seat_zone(1)}
    eyes.look(S19=GREEN_AREA, still=60)
    eyes.wait(60)
    assert eyes.referee.view.disagreement is None
    assert eyes.referee.verify() == ()


def test_a_lost_camera_holds_nothing_against_the_table(tables: Tables) -> None:
    eyes = begin(tables)
    disagree(eyes)
    eyes.lose()
    view = eyes.referee.view
    assert (view.disagreement, view.proposal, view.watching) == (None, None, frozenset())
    eyes.wait(60)
    assert eyes.referee.view.disagreement is None
    eyes.number = 0  # a camera that starts again counts from 1
    eyes.look(S19=None, S02=BLUE_AREA)
    assert eyes.referee.view.proposal is not None


def test_unknown_and_doubled_tags_are_named(tables: Tables) -> None:
    eyes = begin(tables)
    eyes.table.submit(Take(0, "S02"), 4, "tap", "phone")
    eyes.look(S02=BLUE_AREA)
    eyes.more = {"unknown": ("S99A",), "conflicts": ("S02",)}
    eyes.look(S02=None, S77=MIDDLE_GRAY, still=60)
    eyes.wait(60)
    view = eyes.referee.view
    assert view.unknown == ("S99A", "S77")
    assert view.conflicts == ("Stone 2",)
    assert view.disagreement is None
    assert eyes.referee.verify()[-1] == "Stone 2 is seen in two places at once."


def test_a_late_report_is_dropped(tables: Tables) -> None:
    eyes = begin(tables)
    eyes.look(S02=BLUE_AREA)
    eyes.referee.on_seen(SeenTable({}, 60, watching=ALL_ZONES, number=1))
    assert eyes.referee.view.proposal is not None


def test_a_table_opened_in_the_middle_reads_what_it_finds(tables: Tables, journal: Journal) -> None:
    eyes = begin(tables)
    again = Eyes(Table(StonesGame(), journal, eyes.table.id))
    again.spots = dict(eyes.spots)
    again.look(S02=BLUE_AREA)
    assert again.referee.view.proposal is not None


HAND_ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(("move", "move", "move", "take away", "wait", "tap", "undo", "lose", "none", "hold")),
        st.integers(0, 999),
    ),
    max_size=40,
)


@settings(deadline=None, max_examples=examples(80))
@given(HAND_ACTIONS, st.sampled_from(("by itself", "ask", "off")), st.sampled_from((0, 1.5)))
def test_whatever_hands_do_the_referee_stays_sane(
    acts: list[tuple[str, int]], policy: str, moment: float
) -> None:
    """Nothing raises; the camera accepts only what leads to what it sees; a table that agrees is quiet."""
    journal = Journal("sqlite://")
    eyes = begin(Tables(journal, load_toy), referee=policy, moment=moment)
    table, zones = (
        eyes.table,
        (MIDDLE_GRAY, BLUE_AREA, GREEN_AREA, Spot(MIDDLE, "B"), Spot(seat_zone(0), "A")),
    )
    for what, pick in acts:
        before, proposal = table.number, eyes.referee.view.proposal
        tile = f"S{1 + pick % 5:02}"
        eyes.time += pick % 5
        if what == "move":
            eyes.look(**{tile: zones[pick % len(zones)]})
        elif what == "take away":
            eyes.look(**{tile: None})
        elif what == "wait":
            eyes.look(still=5)
            eyes.wait(5)
        elif what == "tap" and table.questions:
            question = table.questions[pick % len(table.questions)]
            if question.draw is None:
                options = table.game.options(table.state, question.player)
                table.submit(options[pick % len(options)].decision, before, f"tap {before}", "tablet")
            else:
                table.sample_chance(before, f"tap {before}")
        elif what == "undo" and table.undo_words is not None:
            table.undo(before, f"undo {before}", "tablet", confirm=table.now.undo_of)
        elif what == "lose":
            eyes.lose()
        elif what in ("none", "hold") and proposal is not None and proposal.number == before:
            (eyes.referee.dismiss if what == "none" else eyes.referee.touch)(proposal.id)
        told = [e for e in table.entries()[before:] if e.by == CAMERA]
        assert not told or policy == "by itself"
        for e in told:
            if e.kind == "decision":
                layout = table.game.tracking.layout(table.state_at(e.number))
                assert layout[e.data["stone"]].zone == eyes.spots[e.data["stone"]].zone or "undo" in {
                    x.kind for x in told
                }
    eyes.referee.on_seen(SeenTable(dict(eyes.spots), 5, watching=ALL_ZONES, number=eyes.number + 1))
    eyes.number += 1
    table.set(referee="ask")
    eyes.lay_out()
    view = eyes.referee.view
    assert (view.proposal, view.disagreement, view.to_do) == (None, None, ())
    assert eyes.referee.verify() == ()
    journal.close()


def test_a_referee_that_was_let_go_decides_nothing(tables: Tables) -> None:
    eyes = begin(tables, moment=0)
    eyes.referee.close()
    eyes.look(S02=BLUE_AREA)
    assert eyes.table.number == 4


def test_subscribers_are_woken_by_what_it_shows(tables: Tables) -> None:
    eyes = begin(tables)
    with eyes.table.subscribe() as watch:
        watch.get(0)
        eyes.look(S02=BLUE_AREA)
        assert watch.get(0) is not None
        eyes.look()
        assert watch.get(0) is None


def test_started_it_follows_the_clock_by_itself(tables: Tables) -> None:
    table = begin(tables, moment=0.05).table
    referee = Referee(table)
    referee.start()
    try:
        with table.subscribe() as watch:
            layout = dict(table.game.tracking.layout(table.state))
            referee.on_seen(SeenTable(layout, 1, watching=ALL_ZONES, number=1))
            referee.on_seen(SeenTable(layout | {"S02": BLUE_AREA}, 1, watching=ALL_ZONES, number=2))
            while table.number < 5:
                assert watch.get(20) is not None
        assert table.entries()[-1].by == CAMERA
    finally:
        referee.close()


def test_a_tile_known_by_its_look_is_proposed_and_never_enters_by_itself(tables: Tables) -> None:
    eyes = begin(tables, "S02", moment=0)
    eyes.more = {"alike": {"S02": BLUE_AREA}}
    eyes.look()
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    assert ([o.decision for o in proposal.options], proposal.by_look) == ([Take(0, "S02")], True)
    for _ in range(4):
        eyes.wait(60)
        eyes.look()
    assert eyes.table.number == 4
    assert eyes.referee.view.proposal == proposal
    entry = eyes.referee.accept(proposal.id, 0, "yes", "tablet")
    assert (entry.words, entry.by) == ("Blue takes S02", "tablet")
    eyes.look()
    assert (eyes.referee.view.proposal, eyes.referee.view.to_do) == (None, ())  # it lies where it should


def test_a_tile_that_a_person_said_is_another_is_not_proposed_there_again(tables: Tables) -> None:
    eyes = begin(tables, "S02", "S03")
    eyes.more = {"alike": {"S02": BLUE_AREA}}
    eyes.look()
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    eyes.referee.dismiss(proposal.id)
    for _ in range(3):
        eyes.wait(10)
        eyes.look()
        assert eyes.referee.view.proposal is None
    eyes.more = {"alike": {"S03": BLUE_AREA}}
    eyes.look()
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    assert proposal.options[0].decision == Take(0, "S03")


def test_of_several_looks_one_that_means_something_is_proposed(tables: Tables) -> None:
    eyes = begin(tables, "S02", "S03")
    eyes.more = {"alike": {"S02": GREEN_AREA, "S03": BLUE_AREA, "S99": BLUE_AREA}}
    eyes.look()
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    assert [o.decision for o in proposal.options] == [Take(0, "S03")]


def test_of_two_faces_that_are_near_a_person_says_which(tables: Tables) -> None:
    eyes = begin(tables, "S02", "S03", moment=0)
    eyes.more = {"alike": {"S02": BLUE_AREA, "S03": BLUE_AREA}, "either": (frozenset({"S02", "S03"}),)}
    for _ in range(3):
        eyes.wait(60)
        eyes.look()
    proposal = eyes.referee.view.proposal
    assert proposal is not None
    assert [o.decision for o in proposal.options] == [Take(0, "S02"), Take(0, "S03")]
    entry = eyes.referee.accept(proposal.id, 1, "that", "tablet")
    assert entry.words == "Blue takes S03"
    eyes.look()
    assert eyes.referee.view.proposal is None


@pytest.mark.parametrize(
    ("alike", "spots"),
    [
        ({"S02": BLUE_AREA}, {"S03": BLUE_AREA}),  # a tag that is read comes first
        ({"S02": MIDDLE_GRAY}, {}),  # not in anybody's area
        ({"S02": Spot("seat:7", "B")}, {}),  # nobody's area
    ],
)
def test_looks_give_way_to_tags_and_count_in_areas_alone(
    tables: Tables, alike: dict[str, Spot], spots: dict[str, Spot]
) -> None:
    eyes = begin(tables, "S02", referee="ask")
    eyes.more = {"alike": alike}
    eyes.look(**spots)
    proposal = eyes.referee.view.proposal
    assert (proposal is not None) == bool(spots)
    assert proposal is None or not proposal.by_look


def test_a_look_differs_only_where_neither_it_nor_its_like_is_known_to_lie() -> None:
    memory = RefereeMemory(alike={"S01": BLUE_AREA, "S02": BLUE_AREA, "S03": GREEN_AREA})
    either = (frozenset({"S01", "S02"}),)
    found = differences_by_look(memory, {"S01": BLUE_AREA, "S02": MIDDLE_GRAY}, either)
    assert found == (Difference("S03", None, GREEN_AREA),)
    assert [d.tile for d in differences_by_look(memory, {"S01": BLUE_AREA})] == ["S02", "S03"]


def test_a_disagreement_is_said_in_each_readers_language(tables: Tables) -> None:
    eyes = begin(tables, patience=1)
    with speaking("de"):
        assert eyes.referee.spoken().disagreement is None
    for _ in range(3):
        eyes.look(S09=BLUE_AREA)
        eyes.wait(5)
    told = eyes.referee.view.disagreement
    with speaking("de"):
        german = eyes.referee.spoken().disagreement
    assert told is not None
    assert german is not None
    assert german.differences == told.differences
    assert german.sentences != told.sentences


def test_a_look_is_no_disagreement(tables: Tables) -> None:
    """A tile of an earlier question, in an area where the game has no use for it."""
    eyes = begin(tables, "S01", patience=1)
    eyes.more = {"alike": {"S01": GREEN_AREA}}
    for _ in range(3):
        eyes.wait(5)
        eyes.look()
    assert (eyes.referee.view.proposal, eyes.referee.view.disagreement) == (None, None)


def test_a_camera_that_comes_back_to_more_than_one_decision_says_so_at_once(tables: Tables) -> None:
    eyes = begin(tables, patience=30)
    eyes.look(S03=BLUE_AREA, S20=GREEN_AREA)
    assert not eyes.referee.view.came_back, "it has seen all of it"
    eyes.look(S03=MIDDLE_GRAY, S20=None)
    eyes.lose()
    eyes.wait(25.0)
    eyes.look(S03=BLUE_AREA, S20=GREEN_AREA)
    assert eyes.referee.view.came_back
    assert eyes.referee.view.disagreement is None, "nobody has to wait for its patience"
    eyes.lay_out()
    assert not eyes.referee.view.came_back


def test_a_camera_that_was_away_for_a_moment_offers_nothing(tables: Tables) -> None:
    eyes = begin(tables, patience=30)
    eyes.lose()
    eyes.wait(2.0)
    eyes.look(S03=BLUE_AREA, S20=GREEN_AREA)
    assert not eyes.referee.view.came_back


def test_a_station_that_wakes_in_the_middle_of_a_game_says_so(tables: Tables) -> None:
    eyes = begin(tables, patience=30)
    eyes.referee.close()
    woken = Eyes(eyes.table)
    woken.spots = dict(eyes.spots)
    woken.look(S03=BLUE_AREA, S20=GREEN_AREA)
    assert woken.referee.view.came_back


@pytest.mark.parametrize(("hours", "offers"), [(8, True), (0.001, False)])
def test_a_machine_that_slept_with_its_camera_says_so(tables: Tables, hours: float, offers: bool) -> None:
    eyes = begin(tables, patience=30)
    eyes.sleep(hours)  # no camera says that it is lost
    eyes.look(S03=BLUE_AREA, S20=GREEN_AREA)
    assert eyes.referee.view.came_back == offers


def test_a_machine_that_wakes_enters_nothing_from_the_picture_of_before_it_slept(tables: Tables) -> None:
    eyes = begin(tables, moment=6.0)
    eyes.look(S02=BLUE_AREA)
    eyes.wait(1.0)
    eyes.sleep(8)
    assert eyes.table.number == 4, "the tile may have been put back meanwhile"
    assert eyes.referee.view.proposal is not None
    eyes.look()
    eyes.wait(5.9)
    assert eyes.table.number == 4, "the moment begins anew"
    eyes.wait(0.2)
    assert eyes.table.entries()[-1].words == "Blue takes S02"


def test_a_tile_put_back_while_the_machine_slept_is_no_decision(tables: Tables) -> None:
    eyes = begin(tables, moment=6.0)
    eyes.look(S02=BLUE_AREA)
    eyes.sleep(8)
    eyes.look(S02=MIDDLE_GRAY)
    eyes.wait(60)
    assert (eyes.table.number, eyes.referee.view.proposal) == (4, None)


def test_what_nobody_saw_for_hours_was_not_unexplained_for_hours(tables: Tables) -> None:
    eyes = begin(tables, patience=30)
    eyes.look(S03=BLUE_AREA, S20=GREEN_AREA)
    eyes.sleep(8)
    assert eyes.referee.view.disagreement is None
    eyes.look(still=8 * 3600.0)  # the camera's own clock slept as well
    eyes.wait(29.0)
    assert eyes.referee.view.disagreement is None
    eyes.wait(2.0)
    assert eyes.referee.view.disagreement is not None


def test_what_is_tapped_is_followed_also_where_the_camera_reports_no_more(tables: Tables) -> None:
    eyes = begin(tables, moment=6.0)
    eyes.look(S02=BLUE_AREA)
    eyes.sleep(1)
    eyes.table.submit(Take(0, "S02"), 4, "tap", "tablet")
    eyes.referee.tick()
    assert eyes.referee.view.proposal is None
    assert eyes.referee.view.to_do == ()


def test_a_move_before_its_turn_is_kept_and_entered_when_it_comes(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game that says nothing of it by itself."""
    explain = StonesGame.explain
    monkeypatch.setattr(StonesGame, "explain", lambda *given: replace(explain(*given), tolerated=frozenset()))
    eyes = begin(tables, patience=2)
    eyes.look(S02=GREEN_AREA)  # Blue is asked
    eyes.wait(10.0)
    view = eyes.referee.view
    assert view.early == ("Green's is seen, it waits for Blue.",)
    assert view.disagreement is None
    eyes.look(S02=GREEN_AREA, S03=BLUE_AREA)
    eyes.wait(10.0)
    eyes.wait(10.0)
    assert [entry.words for entry in eyes.table.entries()[-2:]] == ["Blue takes S03", "Green takes S02"]
    assert eyes.referee.view.early == ()


def test_what_cannot_be_legal_later_is_no_early_move() -> None:
    """Each player takes one stone, and only of those in the middle."""
    game = StonesGame()
    state = game.new(setup_with_draws(game, SETUP, 1))
    for decision in (Bid(0, 2), Bid(1, 1), Drawn(None, ("S01", "S02", "S03"))):
        state = game.play(state, decision)
    layout = game.tracking.layout(state)

    def moved(*tiles: str) -> tuple[Early, ...]:
        found = tuple(Difference(tile, layout.get(tile), GREEN_AREA) for tile in tiles)
        return moves_before_turn(game, state, found)

    assert moved("S02") == (Early(1, (0,), frozenset({"S02"})),)
    assert moved("S20") == ()
    assert moved("S02", "S20") == ()


FOUR = Setup(tuple(Player(name.title(), name) for name in StonesGame.colours))


def four_take(game: StonesGame, *middle: str) -> Stones:
    """Four players are to take from these stones, in the order of their seats."""
    state = game.new(setup_with_draws(game, FOUR, 1))
    return replace(state, middle=middle, queue=(0, 1, 2, 3), phase="take")


def test_a_move_that_is_never_legal_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What three players before may do are hundreds of games."""
    play, played = StonesGame.play, []

    def count(game: StonesGame, state: Stones, decision: Decision) -> Stones:
        played.append(decision)
        return play(game, state, decision)

    monkeypatch.setattr(StonesGame, "play", count)
    game = StonesGame()
    state = four_take(game, "S01", "S02", "S03", "S04", "S05")
    assert moves_before_turn(game, state, (Difference("S20", None, Spot(seat_zone(3), "B")),)) == ()
    assert 0 < len(played) < MOST_PLAYED + MOST_EACH


class TakerSkips(StonesGame):
    """Who takes a stone skips the next player."""

    def play(self, state: Stones, decision: Decision) -> Stones:
        after = super().play(state, decision)
        return replace(after, queue=(3, 2)) if decision == Take(0, "S01") else after


def test_who_an_early_move_waits_for_is_told_as_if_nothing_else_were_taken() -> None:
    game = TakerSkips()
    state = four_take(game, "S01", "S02")
    moved = Difference("S02", MIDDLE_GRAY, Spot(seat_zone(2), "B"))
    assert moves_before_turn(game, state, (moved,)) == (Early(2, (0, 1), frozenset({"S02"})),)
