"""Tests of pieces that hands slide out of their place: each means a decision, once its turn has come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.simulation.simulate import new_game, steps
from companion.table.journal import Journal
from companion.table.judge import CAMERA
from companion.table.observation import SeenTable
from companion.table.referee import Referee
from companion.table.settings import Settings
from companion.table.slides import Slides, explain_slides, follow
from companion.table.tables import Tables

GAME = games.load("new-frontiers")
DOWN_MM = 40.0


class Table:
    """A table whose action tiles lie in a row in view, and hands that slide them."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.tables = Tables(Journal(folder / "journal.db"))
        players = tuple(Player(name, GAME.colours[n]) for n, name in enumerate(("Ann", "Ben")))
        self.table = self.tables.create(
            "new-frontiers", Setup(players), seed=3, settings=Settings(draws="hand").with_changes(**settings)
        )
        self.time = 100.0
        self.referee = Referee(self.table, lambda: self.time)
        self.at = {tile: (60.0 * n, 0.0) for n, tile in enumerate(GAME.tracking.slid(self.table.state))}
        self.number = 0
        self.look()

    def look(self, still: float = 0.5) -> None:
        self.number += 1
        tracking, state = self.table.game.tracking, self.table.state
        zones = frozenset(zone.name for zone in tracking.plan(2).zones)
        spots, at = dict(tracking.layout(state)), dict(self.at)
        self.referee.on_seen(SeenTable(spots, still, watching=zones, number=self.number, at=at))

    def slide(self, tile: str, mm: float = DOWN_MM) -> None:
        x, y = self.at[tile]
        self.at[tile] = (x, y + mm)
        self.look()

    def wait(self, seconds: float) -> None:
        """Time passes, and the camera goes on to report."""
        begun = self.time
        for passed in (*range(5, int(seconds), 5), seconds):
            self.time = begun + passed
            self.look(passed)

    @property
    def proposed(self) -> str:
        proposal = self.referee.view.proposal
        return "" if proposal is None else proposal.options[0].words

    @property
    def answered(self) -> list[Any]:
        return [one.data["action"] for one in self.table.effective() if one.data.get("do") == "select-action"]


@pytest.fixture
def slid(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path, moment=1.0, referee="by itself")
    yield one
    one.referee.close()
    one.tables.close()


def test_an_action_tile_slid_down_is_its_selection(slid: Table) -> None:
    slid.slide("T2")
    assert "Develop" in slid.proposed
    slid.wait(1.5)
    assert slid.answered == ["develop"]
    assert slid.table.effective()[-1].by == CAMERA
    # That it is down is no further selection, and nobody is told to move it.
    slid.wait(30.0)
    assert (slid.proposed, slid.referee.view.disagreement, slid.referee.view.to_do) == ("", None, ())


def test_one_that_is_straightened_means_nothing(slid: Table) -> None:
    for _push in range(6):
        slid.slide("T2", 7.0)
        slid.wait(3.0)
    assert (slid.answered, slid.proposed) == ([], "")


def test_one_slid_back_at_once_is_taken_back(slid: Table) -> None:
    slid.slide("T2")
    slid.wait(1.5)
    slid.slide("T2", -DOWN_MM)
    assert slid.answered == []
    slid.slide("T5")
    slid.wait(1.5)
    assert slid.answered == ["produce"]


def test_what_is_slid_before_its_turn_waits_for_it(slid: Table) -> None:
    slid.slide("T2")
    slid.wait(1.5)
    slid.slide("T5")  # the first one's developments are not bought yet
    assert slid.referee.view.early == ("Produce is slid: it counts when its turn comes.",)
    slid.wait(30.0)
    assert slid.referee.view.disagreement is None
    while not any(q.kind == "select-action" for q in slid.table.questions):
        asked = slid.table.questions[0]
        option = slid.table.game.options(slid.table.state, asked.player)[-1]
        slid.table.submit(option.decision, slid.table.number, f"key {slid.table.number}", "tablet")
    slid.wait(0.1)
    slid.wait(1.5)
    assert slid.answered == ["develop", "produce"]
    assert slid.referee.view.early == ()


def test_one_that_was_told_before_it_is_slid_is_told_once(slid: Table) -> None:
    game = slid.table.game
    option = next(
        o
        for o in game.options(slid.table.state, slid.table.questions[0].player)
        if game.tracking.slides(o.decision) == "T2"
    )
    slid.table.submit(option.decision, slid.table.number, "told", "tablet")
    slid.wait(1.0)
    slid.slide("T2")
    slid.wait(30.0)
    assert (slid.referee.slides.waiting, slid.referee.view.early) == ((), ())
    assert slid.answered == ["develop"]


def test_one_that_meant_nothing_is_not_proposed_again(slid: Table) -> None:
    slid.slide("T2")
    assert slid.referee.view.proposal is not None
    slid.referee.dismiss(slid.referee.view.proposal.id)
    slid.wait(30.0)
    assert (slid.proposed, slid.answered) == ("", [])


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_by_slides_alone_select_what_was_selected(seed: int) -> None:
    """Every selection of a game follows from how the tiles lie, with hands that are not exact, and slide the
    tiles back only in the next round, one after the other."""
    rng = Random(seed)
    state = new_game(GAME, 4, (), rng)
    home = {tile: (60.0 * n, 0.0) for n, tile in enumerate(GAME.tracking.slid(state))}
    at = dict(home)
    known = follow(Slides(), 1, at, GAME.tracking.slid(state), ())
    left_down: list[str] = []
    for number, step in enumerate(steps(GAME, state, GAME.players["sensible"], rng), start=2):
        tile = GAME.tracking.slides(step.decision)
        if tile:
            if not any(GAME.tracking.slid(step.before).values()):
                for other in left_down:
                    at[other] = (home[other][0] + rng.uniform(-6, 6), rng.uniform(-6, 6))
                    known = follow(known, number - 1, at, GAME.tracking.slid(step.before), ())
                left_down = []
            at[tile] = (at[tile][0] + rng.uniform(-5, 5), at[tile][1] + rng.uniform(34, 50))
            left_down.append(tile)
            known = follow(known, number - 1, at, GAME.tracking.slid(step.before), ())
            explained = explain_slides(GAME, step.before, known)
            assert [o.decision for o in explained.options] == [step.decision]
        told = (tile,) if tile else ()
        known = follow(known, number, at, GAME.tracking.slid(step.after), told)
        assert known.waiting == ()
        assert known.whole
