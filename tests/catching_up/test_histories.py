"""Tests of the search: what was done is found from what lies there, legally, and nothing that is secret."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, ClassVar

import pytest

from companion import games
from companion.catching_up import histories as histories_module
from companion.catching_up import session as session_module
from companion.catching_up.answers import answers
from companion.catching_up.asked import FactQuestion, Page, WhatQuestion, WhereQuestion, WhichQuestion
from companion.catching_up.evidence import Asked, Look, Seen, Told, standing
from companion.catching_up.few_ways import which
from companion.catching_up.histories import Histories
from companion.catching_up.next_page import catch_up
from companion.catching_up.secrecy import check_open
from companion.catching_up.session import CutShort, Found, Nothing, Proposal, Session
from companion.catching_up.shown import AskedShown, ProposedShown
from companion.catching_up.spoken import spoken
from companion.catching_up.telling_apart import Candidates
from companion.catching_up.told_json import told_from_json
from companion.games.contract import MIDDLE, Illegal, Item, Move, Option, Question, Spot, Subset, seat_zone
from companion.games.contract.gate import check_legal
from companion.simulation.simulate import SimulatedStep, new_game, steps
from companion.table.chance import setup_with_draws
from tests.rigs.truthful import Truthful, seen_by_all
from tests.table.conftest import SETUP
from tests.table.toy_game import Bid, Drawn, Pass, Stones, StonesGame, Take

TOY = StonesGame()
READY = setup_with_draws(TOY, SETUP, 1)
TOLD = (Drawn(None, ("S01", "S02", "S03")), Take(0, "S03"), Pass(1))


def played(game: Any, state: Any, *decisions: Any) -> Any:
    for decision in decisions:
        check_legal(game, state, decision)
        state = game.play(state, decision)
    return state


def bids_are_in() -> Stones:
    return played(TOY, TOY.new(READY), Bid(0, 2), Bid(1, 1))


CUT_SHORT = "its time was up, or it is longer than what is looked for"


def found(truth: Truthful, seen: Seen) -> Proposal | Nothing:
    """What it comes to when all that it asks is answered."""
    *_asked, (_session, last) = islice(truth.catching_up(seen), 13)
    assert not isinstance(last, CutShort), CUT_SHORT
    assert isinstance(last, Proposal | Nothing), "it asks without end"
    return last


def seen_steps(begun: Any, *decisions: Any) -> tuple[SimulatedStep, ...]:
    steps, state = [], begun
    for decision in decisions:
        steps.append(SimulatedStep(state, decision, played(TOY, state, decision)))
        state = steps[-1].after
    return tuple(steps)


def test_what_lies_there_tells_what_was_drawn_and_taken() -> None:
    begun = bids_are_in()
    end = played(TOY, begun, *TOLD[:2])
    proposal = Session(TOY, begun, seen_by_all(TOY, end, 2)).think()
    assert isinstance(proposal, Proposal)
    assert proposal.decisions == TOLD[:2]


def test_a_secret_question_is_left_to_its_owner() -> None:
    begun = played(TOY, TOY.new(READY), Bid(0, 2))
    end = played(TOY, begun, Bid(1, 1), *TOLD[:2])
    histories = Histories(TOY, begun, seen_by_all(TOY, end, 2))
    assert histories.grow(1.0)
    assert len(histories.reached) == 1
    assert Session(TOY, begun, seen_by_all(TOY, end, 2)).think() == Proposal((), 0, stuck=True)


def test_secret_answers_are_passed_together_once_all_lie_open() -> None:
    end = played(TOY, TOY.new(READY), Bid(0, 2), Bid(1, 1), *TOLD[:2])
    histories = Histories(TOY, TOY.new(READY), seen_by_all(TOY, end, 2), passes_secrets=True)
    histories.grow(1.0)
    assert all(at.covered for at in histories.reached if at.alive and at.depth == 1)
    ends = histories.ends()
    assert end in [histories.reached[n].state for n in ends]
    assert not any(histories.reached[n].covered for n in ends)


def test_no_yes_answers_what_is_secret() -> None:
    with pytest.raises(Illegal, match="secret"):
        check_open(TOY, TOY.new(READY), (Bid(0, 2),), True)
    with pytest.raises(Illegal, match="secret"):
        check_open(TOY, played(TOY, TOY.new(READY), Bid(0, 2)), (Bid(1, 1),), False)
    check_open(TOY, TOY.new(READY), (Bid(0, 2), Bid(1, 1)), True)
    check_open(TOY, bids_are_in(), TOLD, False)


def test_what_nobody_saw_of_the_secret_bids_changes_nothing() -> None:
    """Two tables that differ only in a bid that is not revealed propose the same."""
    begun = TOY.new(READY)
    one, other = (played(TOY, begun, Bid(0, amount)) for amount in (0, 2))
    seen = seen_by_all(TOY, begun, 2)
    assert [Session(TOY, state, seen).think() for state in (one, other)] == [Proposal((), 0, stuck=True)] * 2


def nobody_knows(begun: Any, seen: Seen) -> Found:
    """What it comes to where nobody can answer anything."""
    told = Told()
    for _ in range(30):
        session = Session(TOY, begun, seen, told, passes_secrets=True)
        asked = session.think()
        if isinstance(asked, Proposal | Nothing | CutShort):
            return asked
        told = replace(told, passed=told.passed | asked.keys)
    raise AssertionError("it asks without end")


def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It expands sixteen states."""
    for name in ("FIRST_SECONDS", "NEXT_SECONDS", "COME_BACK_SECONDS", "MOST_SECONDS"):
        monkeypatch.setattr(session_module, name, 0.0)


def test_a_search_whose_time_is_up_does_not_say_that_nothing_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = bids_are_in()
    another_round = (Bid(0, 1), Bid(1, 0), Drawn(None, ("S04", "S05", "S06")), Take(0, "S05"), Take(1, "S06"))
    seen = seen_by_all(TOY, played(TOY, begun, *TOLD, *another_round), 2)  # so there is a way
    no_time(monkeypatch)
    assert nobody_knows(begun, seen) == CutShort()


def test_nor_does_one_for_which_too_much_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = bids_are_in()
    seen = seen_by_all(TOY, played(TOY, begun, *TOLD), 2)
    assert isinstance(nobody_knows(begun, seen), Proposal)
    monkeypatch.setattr(histories_module, "MAX_DECISIONS", 1)
    assert nobody_knows(begun, seen) == CutShort()


def test_a_search_that_was_cut_short_is_not_taken_for_one_that_asks_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    truth = Truthful(TOY, seen_steps(bids_are_in(), *TOLD))
    monkeypatch.setattr(histories_module, "MAX_DECISIONS", 1)
    with pytest.raises(AssertionError, match=CUT_SHORT):
        found(truth, seen_by_all(TOY, truth.end, 2))


def test_a_piece_that_cannot_lie_there_is_named() -> None:
    begun = bids_are_in()
    seen = seen_by_all(TOY, begun, 2)
    end = played(TOY, begun, *TOLD[:2])
    turned = replace(
        seen, spots={**seen_by_all(TOY, end, 2).spots, "S20": seen_by_all(TOY, end, 2).spots["S03"]}
    )
    session = Session(TOY, begun, turned)
    assert isinstance(session.think(), Nothing)
    near = session.histories.reached[session.histories.nearest()].state
    assert "S20" in {d.tile for d in session.histories.look.apart(near)}


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (0, 2, 3))])
def test_a_stretch_is_found_again(seed: int) -> None:
    game = games.load("new-frontiers")
    rng = Random(f"stretch {seed}")
    history = list(steps(game, new_game(game, 3, (), rng), game.players["sensible"], rng))
    begin = rng.randrange(len(history) - 5)
    done = history[begin : begin + rng.randint(1, 4)]
    begun, end = done[0].before, done[-1].after
    proposal = found(Truthful(game, done), seen_by_all(game, end, 3))
    assert isinstance(proposal, Proposal)
    after = played(game, begun, *proposal.decisions)
    assert game.facts(after) == game.facts(end)
    assert game.questions(after) == game.questions(end)
    assert game.tracking.layout(after) == game.tracking.layout(end)


class TwinsGame(StonesGame):
    """A bid is as many stones as are chosen."""

    def answer(self, state: Stones, question: Question, value: Any) -> Bid:
        return Bid(question.player, len(value))


def test_which_of_two_pieces_of_one_sort_it_was_is_no_other_answer() -> None:
    game, twins = TwinsGame(), Subset(tuple(Item(f"stone:{n}", "stone") for n in range(2)))
    begun = game.new(READY)
    question = replace(game.questions(begun)[0], secret=False, form=twins)
    found = list(answers(game, begun, question, Look(game, begun, Seen())))
    assert found == [Bid(0, 0), Bid(0, 1), Bid(0, 2)]


def test_what_was_drawn_and_went_back_unseen_is_said_to_be_a_guess() -> None:
    game, rng = games.load("new-frontiers"), Random("explore")
    layout = game.tracking.layout
    history = list(islice(steps(game, new_game(game, 2, (), rng), game.players["sensible"], rng), 60))
    begin = next(n for n, step in enumerate(history) if game.questions(step.before)[0].draw is not None)
    drawn = layout(history[begin].after).keys() - layout(history[begin].before).keys()
    done = next(
        n for n in range(begin, 60) if not any(s.zone == MIDDLE for s in layout(history[n].after).values())
    )
    truth = Truthful(game, history[begin : done + 1])
    seen = truth.seen(2, slides=False, goods=True)
    *_asked, (session, _found) = truth.catching_up(seen)
    shown = catch_up(game, truth.begun, seen, session.told, True)
    assert isinstance(shown, ProposedShown)
    (guessed,) = (step.unseen for step in shown.steps if step.unseen)
    told = (game.decision(one) for one in shown.decisions)
    laid = layout(game.play(truth.begun, next(told))).keys() - layout(truth.begun).keys()
    names = {tile: info.name for tile in laid | drawn if (info := game.tracking.tile(tile)) is not None}
    assert all((name in guessed) == (tile not in seen.spots) for tile, name in names.items() if tile in laid)
    assert not any(names[tile] in guessed for tile in drawn if tile in seen.spots)


def test_the_last_few_ways_are_told_apart_by_one_tap() -> None:
    begun = bids_are_in()
    truth = Truthful(TOY, seen_steps(begun, *TOLD))
    unseen = replace(seen_by_all(TOY, truth.end, 2), watching=frozenset((MIDDLE, seat_zone(0))))
    seen = replace(unseen, spots={t: s for t, s in unseen.spots.items() if s.zone in unseen.watching})
    *asked, (_session, proposal) = truth.catching_up(seen, passes_secrets=False)
    assert [type(one) for _session, one in asked] == [WhichQuestion]
    assert isinstance(proposal, Proposal)
    assert played(TOY, begun, *proposal.decisions) == truth.end


def by_people(truth: Truthful) -> dict[Asked, Any]:
    return {asked: decision for asked, decision in truth.decided.items() if asked[1] is not None}


def test_the_only_way_is_not_asked_about_where_all_of_it_is_told() -> None:
    """Nothing would be told by it, so that it would be asked again, without end."""
    truth = Truthful(TOY, seen_steps(bids_are_in(), *TOLD[:2]))
    for decided, asks in (({}, True), (by_people(truth), False)):
        told = Told(stands=truth.stands, decided=decided)
        histories = Histories(TOY, truth.begun, seen_by_all(TOY, truth.end, 2), told)
        assert histories.grow(1.0)
        drawn = [n for n, at in enumerate(histories.reached) if at.depth == 1]
        # As in a search that has not gone on from everywhere.
        beyond = max(drawn, key=lambda n: histories.reached[n].distance)
        found = which(Candidates(histories, histories.ends(), [beyond]), all_there=False)
        assert (found is not None) == asks


def test_what_people_say_was_taken_was_drawn_though_nobody_sees_it() -> None:
    begun, taken = bids_are_in(), Take(0, "S17")
    truth = Truthful(TOY, seen_steps(begun, Drawn(None, ("S01", "S03", "S17")), taken))
    seen = replace(seen_by_all(TOY, truth.end, 2), watching=frozenset((MIDDLE, seat_zone(1))))
    seen = replace(seen, spots={t: s for t, s in seen.spots.items() if s.zone in seen.watching})
    proposal = Session(TOY, begun, seen, Told(stands=truth.stands, decided=by_people(truth))).think()
    assert isinstance(proposal, Proposal)
    assert played(TOY, begun, *proposal.decisions) == truth.end


def test_who_names_one_of_a_few_whole_ways_has_said_yes_to_all_of_it() -> None:
    """What is entered then is just what would have been proposed next; with a number told, more is asked."""
    begun = bids_are_in()
    truth = Truthful(TOY, seen_steps(begun, *TOLD))
    seen = replace(seen_by_all(TOY, truth.end, 2), watching=frozenset((MIDDLE, seat_zone(0))))
    seen = replace(seen, spots={t: s for t, s in seen.spots.items() if s.zone in seen.watching})
    asked = catch_up(TOY, begun, seen, Told(), passes_secrets=False)
    assert isinstance(asked, AskedShown)
    assert asked.whole
    for choice in asked.likely:
        told = told_from_json(TOY, choice.told)
        proposed = catch_up(TOY, begun, seen, told, passes_secrets=False)
        assert isinstance(proposed, ProposedShown)
        assert proposed.decisions == choice.decisions
        words = [*(step.words for step in asked.certain), *choice.words.split(" · ")]
        assert {step.words for step in proposed.steps} <= set(words)
    coins = TOY.facts(truth.end)[0]
    found = Session(TOY, begun, seen, Told({coins.path: coins.value})).think()
    assert not (isinstance(found, WhichQuestion) and found.whole)


@dataclass(frozen=True)
class Lowest(Move[Stones]):
    """The lowest stone, which there are words for only while it is that."""

    do: ClassVar[str] = "lowest"
    stone: str

    def words(self, s: Stones) -> str:
        (stone,) = (stone for stone in s.middle[:1] if stone == self.stone)
        return f"{s.names[self.seat]} takes {stone}, the lowest"

    def apply(self, s: Stones) -> Stones:
        return Take(self.seat, self.stone).apply(s)


@dataclass(frozen=True)
class Nameless(Lowest):
    def words(self, s: Stones) -> str:
        return f"{s.names[self.seat]} takes the lowest"


class LowestGame(StonesGame):
    """Nothing but the lowest stone may be taken."""

    low: type[Lowest] = Lowest

    @property
    def moves(self) -> Any:
        return (Bid, Drawn, self.low, Pass)

    def options(self, s: Stones, player: int | None) -> tuple[Option, ...]:
        found = super().options(s, player)
        if not found or s.phase != "take":
            return found
        return Option(self.low(player, s.middle[0]), "take the lowest"), found[-1]


class NamelessGame(LowestGame):
    low = Nameless


@pytest.mark.parametrize(
    ("game", "kinds"), [(LowestGame(), 2), (NamelessGame(), 1)], ids=["named", "nameless"]
)
def test_what_an_answer_is_after_another_is_said_as_it_was_then(game: Any, kinds: int) -> None:
    """Who takes next takes another stone if the lowest is gone. Where that reads alike, it is not asked."""
    begun = TOY.play(bids_are_in(), TOLD[0])
    histories = Histories(game, begun, Seen())
    histories.grow(0.3)
    page = Candidates(histories, histories.ends(), ()).page(facts=False, where=False)
    assert page is not None
    asked = [row for row in page.rows if isinstance(row, WhatQuestion)]
    assert len(asked) == kinds
    for row in asked:
        at = histories.reached[row.at]
        said = spoken(game, at.state, at.questions[0], row.choices, histories.decided_at(row.asked))
        assert len(set(said)) == len(row.choices)


@pytest.mark.parametrize(("seldom", "along"), [(0.05, [Pass(1)]), (0.001, [])])
def test_what_is_chosen_beforehand_is_asked_along_as_nobody_need_touch_it(
    seldom: float, along: list[Pass]
) -> None:
    """Who takes next has passed, very likely: that is not left for a page of its own. What is as good as
    certain is not asked."""
    game, begun = LowestGame(), TOY.play(bids_are_in(), TOLD[0])
    end = played(game, begun, Pass(0), Pass(1))
    histories = Histories(game, begun, Seen(), Told(stands=standing(game, end, game.questions(end))))
    assert histories.grow(1.0)
    candidates = Candidates(histories, histories.ends(), ())
    for n in candidates.ends:
        (last,) = (way.decision for way in histories.way_to(n) if way.asked[1] == 1)
        candidates.weight[n] = 1 - seldom if last == Pass(1) else seldom
    page = candidates.page(facts=True)
    assert page is not None
    asked = {row.asked[1]: row for row in page.rows if isinstance(row, WhatQuestion)}
    assert asked[0].likely is None
    rest = [row.choices[row.likely] for row in asked.values() if row.likely is not None]
    assert (rest, len(page.rows)) == (along, 1 + len(along))


def test_what_several_ways_speak_for_is_chosen_though_another_one_is_the_likeliest() -> None:
    """Who takes next took the lowest in the likeliest way of all, and passed in the other two, which together
    are likelier."""
    game, begun = LowestGame(), TOY.play(bids_are_in(), TOLD[0])
    end = played(game, begun, Pass(0), Pass(1))
    histories = Histories(game, begun, Seen(), Told(stands=standing(game, end, game.questions(end))))
    assert histories.grow(1.0)
    candidates = Candidates(histories, histories.ends(), ())
    for took, passed in ((0.4, 0.3), (0.6, 0.2)):
        weights = {True: [took, 0.0], False: [passed, passed]}
        for n in candidates.ends:
            last = histories.way_to(n)[-1].decision
            candidates.weight[n] = weights[last != Pass(1)].pop(0)
        page = candidates.page(facts=True)
        assert page is not None
        (row,) = (row for row in page.rows if isinstance(row, WhatQuestion) and row.asked[1] == 1)
        assert row.likely is not None
        assert (row.choices[row.likely] == Pass(1)) == (took < 2 * passed)


def test_a_number_told_wrongly_is_not_taken() -> None:
    """Where a number alone decides, another is asked that would differ, too."""
    begun = bids_are_in()
    truth = Truthful(TOY, seen_steps(begun, TOLD[0], Pass(0)))
    seen = replace(seen_by_all(TOY, truth.end, 2), watching=frozenset())  # only numbers are told
    told = Told()
    for _ in range(12):
        session = Session(TOY, begun, seen, told)
        asked = session.think()
        assert not isinstance(asked, CutShort), CUT_SHORT
        if isinstance(asked, Proposal | Nothing):
            break
        told = replace(told, passed=told.passed | asked.keys)
        for row in asked.rows if isinstance(asked, Page) else ():
            if isinstance(row, FactQuestion):
                told = replace(told, facts={**told.facts, row.fact.path: 7})
            elif isinstance(row, WhereQuestion):
                told = replace(told, stands=truth.stands)
    assert isinstance(asked, Nothing)


class HandfulGame(StonesGame):
    """What is drawn lies with the first player until it is taken or goes back."""

    def layout(self, s: Stones) -> dict[str, Spot]:
        here = seat_zone(0)
        return {t: Spot(here, "A") if at.zone == MIDDLE else at for t, at in super().layout(s).items()}


def test_what_was_drawn_into_an_area_and_went_back_leaves_in_doubt_nothing_that_lies_there() -> None:
    """Who took what is seen, and so neither asked nor looked for otherwise."""
    game = HandfulGame()
    truth = Truthful(game, seen_steps(bids_are_in(), *TOLD))
    session = Session(game, truth.begun, seen_by_all(game, truth.end, 2), Told(stands=truth.stands))
    proposal = session.think()
    assert isinstance(proposal, Proposal)
    assert game.facts(played(game, truth.begun, *proposal.decisions)) == game.facts(truth.end)
    laid = [way.decision for at in session.histories.reached for way in at.ways]
    assert {one for one in laid if isinstance(one, Take)} == {TOLD[1]}


def test_an_end_of_which_a_number_is_otherwise_has_no_more_of_its_numbers_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of many ends nearly all are left out by the same few numbers, which are read first."""
    begun = bids_are_in()
    end = played(TOY, begun, *TOLD)
    told = {fact.path: fact.value for fact in TOY.facts(end)}
    wrong = next(fact.path for fact in TOY.facts(end) if "coins" in fact.path)
    told[wrong] = 9
    histories = Histories(TOY, begun, Seen(), Told(told))
    assert histories.grow(10.0)
    read: list[str] = []
    fact = TOY.fact
    monkeypatch.setattr(TOY, "fact", lambda state, path: read.append(path) or fact(state, path))
    assert histories.ends() == []
    compared = {at.state for at in histories.reached if at.alive and not at.covered}
    assert len(read) < len(told) * len(compared) / 3
    every = histories.otherwise(0)
    assert every == {path for path in told if fact(begun, path).value != told[path]}  # type: ignore[union-attr]


@dataclass(frozen=True)
class Wink(Move[Stones]):
    """May be made once, whatever is asked, which is asked again then."""

    do: ClassVar[str] = "wink"

    def words(self, s: Stones) -> str:
        return f"{s.names[self.seat]} winks"

    def apply(self, s: Stones) -> Stones:
        return replace(s, coins=tuple(coins + (p == self.seat) for p, coins in enumerate(s.coins)))


class WinkingGame(StonesGame):
    moves = (*StonesGame.moves, Wink)

    def options(self, s: Stones, player: int | None) -> tuple[Option, ...]:
        found = super().options(s, player)
        return (*found, Option(Wink(player), "wink")) if found and not s.coins[player or 0] else found


def test_a_question_that_was_asked_twice_on_one_way_is_not_taken_for_one_of_another() -> None:
    """The same state is reached with a bid and two takes, and with two bids and a take: what is asked next is
    another question of its kind."""
    game = WinkingGame()
    begun = game.new(READY)
    end = begun
    for decision in (Bid(0, 2), Bid(1, 1), TOLD[0], Wink(0), TOLD[1]):
        end = game.play(end, decision)
    histories = Histories(game, begun, seen_by_all(game, end, 2), passes_secrets=True)
    histories.grow(0.3)
    reached = histories.reached
    assert len({at.state for at in reached}) < len(reached)
    for at in reached:
        for way in at.ways:
            told = reached[way.begin].told | {way.asked}
            assert not [one for one in told ^ at.told if one[0] == at.stands[0]]
    assert [reached[n].state for n in histories.ends()].count(end) == 1


def test_where_a_search_gets_no_further_a_number_that_does_not_fit_is_asked_about() -> None:
    """Either play has gone on from there, which only people can tell, or the number is told wrongly."""
    begun = bids_are_in()
    end = played(TOY, begun, *TOLD)  # both are asked for secret bids then
    (coins,) = [fact for fact in TOY.facts(end) if fact.player == 1 and "coins" in fact.path]

    def think(**told: Any) -> Any:
        return Session(TOY, begun, Seen(), Told({coins.path: 5}, **told)).think()

    asked = think()
    assert isinstance(asked, Page)
    (where,) = asked.rows
    assert isinstance(where, WhereQuestion)
    here = standing(TOY, end, TOY.questions(end))
    assert here in where.choices
    assert think(stands=here) == Nothing((coins.path,))
    assert not isinstance(think(not_there=frozenset(where.choices)), Nothing)
