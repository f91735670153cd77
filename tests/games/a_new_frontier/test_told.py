"""Tests of a table with printed pieces that nobody registered: what a rule needs is asked when it does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.box.told_facts import ToldFacts
from companion.games.a_new_frontier.book import book_files as books
from companion.games.a_new_frontier.book import printed as printed_facts
from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.game import ANewFrontier
from companion.games.a_new_frontier.rules.archaeotech import ShowArchaeotech, UseArchaeotech
from companion.games.a_new_frontier.rules.course import in_time
from companion.games.a_new_frontier.rules.course.in_time import Tell
from companion.games.a_new_frontier.rules.fight.cards import ChooseStrategy, TellStrength
from companion.games.a_new_frontier.rules.marketing import ClaimMission
from companion.games.a_new_frontier.rules.research import ChooseTechs, PlaceFacility, ResearchStep
from companion.games.a_new_frontier.rules.setup import ASKS_ALL, ASKS_TEXTS, FEW_FORMS, TOLD_BY_HOLDERS
from companion.games.a_new_frontier.rules.state import Deed, State
from companion.games.a_new_frontier.rules.techs import MORE
from companion.games.a_new_frontier.rules.told_forms import (
    MOMENTS,
    EntryTelling,
    asks_for,
    pieces,
    printed,
    question_words,
    said_words,
)
from companion.games.contract import LATER, Decision, Question
from companion.games.contract.gate import check_legal
from companion.games.contract.printed import Printed
from companion.games.contract.told import Told, ToldFact
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.translation import SOURCE, speaking
from companion.web import create_app
from companion.web.request.services import services_of
from tests.complete_languages import COMPLETE
from tests.default_run import first_by_default
from tests.web.conftest import bare_room

from .build import BLUE, GAME, RED, setup

Answer = Callable[[EntryTelling], tuple[str, ...]]


def printed_copy() -> Book:
    """What the copy of these tests prints: other numbers than the stand-ins."""
    text = books.SHIPPED_FILE.read_text("utf-8")
    return books.read(other_numbers(text))


def other_numbers(text: str) -> str:
    """The game's data with other stand-ins; what the rulebook says stays."""
    for old, new in (
        ("credits = 12", "credits = 17"),
        ('fleet = ["stingray", "barracuda", "hammerhead"]', 'fleet = ["barracuda", "hammerhead"]'),
        ("prosperity = 0", "prosperity = 2"),
        ("[6, 2], [9, 3], [10, 4], [14, 5]", "[8, 2], [9, 3], [10, 4], [12, 5]"),
        ("[[0, 0], [5, 1], [13, 2], [21, 3]]", "[[0, 0], [3, 1], [7, 2], [11, 3]]"),
        ("[[0, 0], [5, 1], [9, 2], [13, 3], [17, 4], [21, 5]]", "[[0, 0], [2, 1], [4, 2]]"),
        ("levels = [2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]", "levels = [1, 1, 2, 2, 3, 3, 7, 7]"),
        ('voters_agenda = ["support", "red"]', 'voters_agenda = ["support", "blue"]'),
        ('own_vote_agenda = ["support", "blue"]', 'own_vote_agenda = ["support", "red"]'),
        ('destroys_two = ["Planetary Assault"]', 'destroys_two = ["Counter Attack"]'),
        ('planet_specific = ["planet"]', 'planet_specific = ["system"]'),
        ("2B = [2, 2, 2]", "2B = [2, 2, 1]"),
        ("3 = [3, 1, 3]", "3 = [3, 1, 2]"),
        ('["Most Powerful Corporation", "ships"]', '["colonies", "colonies"]'),
        ('tie_breakers = ["prestige", "credits"]', 'tie_breakers = ["mines", "techs"]'),
    ):
        assert old in text, old
        text = text.replace(old, new)
    return re.sub(
        r"^(attack|defense) = (\d)", lambda found: f"{found[1]} = {9 - int(found[2])}", text, flags=re.M
    )


COPY = printed_copy()


def told(form: EntryTelling) -> tuple[str, ...]:
    return printed(COPY, form.book, form.asks).texts


def begin(players: int = 3, box: str = "", **options: str) -> tuple[ANewFrontier, State]:
    begun = setup(players, **options).with_told_pieces().stating((), (ASKS_TEXTS,))
    game = ANewFrontier(books.with_box(box)) if box else GAME
    return game, game.new(begun)


def answered(
    game: ANewFrontier, state: State, rng: Random, answer: Answer = told
) -> tuple[Question, Decision]:
    """A question that must be answered, and a random player's answer, with the printed copy in hand."""
    question = rng.choice([each for each in game.questions(state) if not each.optional])
    if isinstance(question.form, EntryTelling):
        return question, game.answer(state, question, answer(question.form))
    if question.chance is not None:
        return question, game.answer(state, question, question.chance.sample(rng))
    view, offered = game.view(state, question.player), game.options(state, question.player)
    return question, game.players["random"].choose(game, view, question, offered, rng)


def steps(game: ANewFrontier, state: State, seed: int) -> Iterator[tuple[Question, Decision, State]]:
    """A game: each question, its answer and what follows."""
    rng = Random(seed)
    while not state.over:
        question, decision = answered(game, state, rng)
        check_legal(game, state, decision)
        state = game.play(state, decision)
        yield question, decision, state


def moments(game: ANewFrontier, state: State, seed: int) -> list[str]:
    """Why, of all that is asked in a game."""
    return [
        question.form.asks.moment
        for question, _decision, _after in steps(game, state, seed)
        if isinstance(question.form, EntryTelling)
    ]


def test_before_the_first_plan_only_what_a_plan_needs_is_asked():
    game, state = begin()
    found, entries, touches = [], 0, 0
    for question, _decision, after in steps(game, state, 1):
        if isinstance(question.form, EntryTelling):
            form = question.form
            found.append(form.asks.moment)
            entries += len(pieces(form.asks))
            said = told(form)
            usual = [field.item(field.usual).text for field in form.fields if field.usual]
            touches += 1 + sum(value not in usual for value in said)
        state = after
        if any(each.kind == "plan" for each in game.questions(state)):
            break
    assert list(dict.fromkeys(found)) == ["start", "factions", "row", "costs"]
    assert entries <= 18
    assert state.corps[BLUE].credits == 17
    assert state.corps[BLUE].fleets[0] == ("barracuda", "hammerhead")
    assert state.prosperity == (0, 2, 2, 2)


@pytest.fixture
def other_stand_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], ANewFrontier]:
    """The game of a program that ships other stand-ins."""
    file = tmp_path / "book.toml"
    file.write_text(other_numbers(books.SHIPPED_FILE.read_text("utf-8")), "utf-8")

    def load() -> ANewFrontier:
        monkeypatch.setattr(books, "SHIPPED_FILE", file)
        books.box_read.cache_clear()
        books.shipped.cache_clear()
        return ANewFrontier()

    yield load
    books.box_read.cache_clear()
    books.shipped.cache_clear()


@pytest.mark.parametrize("seed", first_by_default((1, 3)))
def test_nothing_is_computed_from_a_value_that_nobody_told(seed, other_stand_ins):
    """Two programs with different stand-ins play, ask and offer the same, once the same is told."""
    begun = setup(2 + seed % 3 + 1).with_told_pieces().stating((), (ASKS_TEXTS,))
    plain = list(steps(GAME, GAME.new(begun), seed))
    seen = {number: asked_and_offered(GAME, plain[number][2]) for number in range(0, len(plain), 3)}
    game = other_stand_ins()
    state = game.new(begun)
    for number, (_question, decision, after) in enumerate(plain):
        check_legal(game, state, decision)
        state = game.play(state, decision)
        assert state == after, number
        if number in seen:
            assert asked_and_offered(game, state) == seen[number], number
    assert repr(game.score(state)) == repr(GAME.score(plain[-1][2]))


def asked_and_offered(game: ANewFrontier, state: State) -> list[object]:
    return [
        [(each.player, each.kind, each.text) for each in game.questions(state)],
        [[option.words for option in game.options(state, seat)] for seat in state.seats],
        [game.display.page(game.view(state, seat), seat).boards for seat in (None, BLUE)],
        [repr(game.score(state))],
    ]


def test_what_is_told_is_in_the_box_with_who_told_it_and_not_asked_in_the_next_game(tmp_path):
    shelf, tables = Shelf(tmp_path / "boxes"), Tables(Journal(tmp_path / "journal.db"))
    ToldFacts(tables, shelf)
    table, rng = tables.create(GAME.name, setup().with_told_pieces()), Random(1)
    first = []
    while table.state.turn < 2:
        question, decision = answered(GAME, table.state, rng)
        first += [question.form.asks.moment] if isinstance(question.form, EntryTelling) else []
        table.submit(decision, table.number, f"key-{table.number:08}", "Mia’s phone")
    kept = tiles_in(shelf.text(GAME.name))
    assert kept["ship-kraken"].fields["cost"] == 5
    assert any(f"Mia’s phone (table {table.id}): " in mark for mark in kept["ship-kraken"].fields["told"])
    assert not kept["mission-green-1"].own if "mission-green-1" in kept else True
    game, state = begin(box=shelf.text(GAME.name))
    again = moments(game, state, 1)
    assert {"start", "fight", "exploration"} <= set(first)
    # A text that nobody typed is asked again, and nobody must answer.
    asked_once = {"costs", "table", "influence", "colonies", "politics", "fight", "exploration"}
    assert not asked_once & set(again)
    tables.close()


@pytest.mark.parametrize("turns", [2, pytest.param(9, marks=pytest.mark.slow)])
def test_what_is_told_is_in_the_box_though_rolls_are_written_with_it(tmp_path, turns):
    """The companion's own draws and rolls follow an answer in one range, each with a state of its own."""
    shelf, tables = Shelf(tmp_path / "boxes"), Tables(Journal(tmp_path / "journal.db"))
    ToldFacts(tables, shelf)
    table, rng, together = tables.create(GAME.name, setup().with_told_pieces(), seed=1), Random(1), 0
    while table.state.turn < turns and not table.state.over:
        question, decision = answered(GAME, table.state, rng)
        before = table.number
        table.submit(decision, before, f"key-{before:08}", "Mia’s phone")
        together += isinstance(question.form, EntryTelling) and table.number > before + 1
    told = GAME.box.told_tiles(table.state_at(1), table.state)
    kept = tiles_in(shelf.text(GAME.name))
    assert set(kept) == set(told)
    assert len(told) > 20
    assert together
    for id, tile in told.items():
        assert {name: v for name, v in kept[id].fields.items() if name != "told"} == tile.fields, id
    tables.close()


def test_an_undone_answer_is_out_of_the_box_and_asked_again(tmp_path):
    shelf, tables = Shelf(tmp_path / "boxes"), Tables(Journal(tmp_path / "journal.db"))
    ToldFacts(tables, shelf)
    table = tables.create(GAME.name, setup().with_told_pieces())
    _question, decision = answered(GAME, table.state, Random(1))
    table.submit(decision, table.number, "key-of-the-first", "the tablet")
    assert tiles_in(shelf.text(GAME.name))["board-start"].fields["credits"] == 17
    table.undo(table.number, "key-of-the-undo", "the tablet")
    assert "board-start" not in shelf.text(GAME.name)
    assert table.questions[0].form.asks.moment == "start"
    tables.close()


def until(state: State, moment: str, seed: int = 1) -> State:
    rng = Random(seed)
    while True:
        form = GAME.questions(state)[0].form
        if isinstance(form, EntryTelling) and form.asks.moment == moment:
            return state
        state = GAME.play(state, answered(GAME, state, rng)[1])


def refused(state: State, *said: str) -> str:
    form = GAME.questions(state)[0].form
    assert isinstance(form, EntryTelling)
    return form.problem(said)


def test_what_cannot_be_printed_is_refused_in_a_sentence():
    _game, state = begin()
    usual = [v for v in told(GAME.questions(state)[0].form) if "fleet" not in v]
    none = [f"board-start/fleet_{ship}=0" for ship in ("stingray", "barracuda", "hammerhead", "kraken")]
    assert refused(state, *usual, *none) == "A fleet must always have at least 1 ship."
    many = [f"board-start/fleet_{ship}=9" for ship in ("stingray", "barracuda", "hammerhead", "kraken")]
    assert refused(state, *usual, *many) == "The box has fewer ships than the starting fleets need."
    credits = [v for v in usual if "credits" not in v]
    assert refused(state, *credits, "board-start/credits=61") == "credits: a number from 0 to 60."
    assert refused(state, *credits) == "credits: a number from 0 to 60."
    twice = (*credits, "board-start/credits=5", "board-start/credits=6")
    assert refused(state, *twice) == "credits: a number from 0 to 60."
    twice = [v for v in told(GAME.questions(state)[0].form) if "name" not in v]
    assert "the same name" in refused(state, *twice, "planet-1/name=Aruga", "planet-2/name=Aruga")
    state = until(state, "influence")
    steps = [f"board-influence/influence_{n}={at}" for n, at in ((1, 3), (2, 9), (3, 8), (5, 12))]
    assert "more than the one before" in refused(state, *steps)


def test_a_fleet_that_the_box_tells_in_part_has_the_ships_of_that_part():
    box = '[[board]]\nid = "board-start"\nfleet_stingray = 1\nuntold = ["fleet_leviathan"]\n'
    state = begin(box=box)[1]
    usual = [v for v in told(GAME.questions(state)[0].form) if "fleet" not in v]
    assert refused(state, *usual, "board-start/fleet_leviathan=0") == ""


def test_any_mission_of_its_suite_will_do_where_nobody_told_their_texts_p10():
    draw = GAME.questions(until(begin()[1], "row").changed(asks=None, pending=None, offered=()))[0]
    assert draw.text.endswith("tick any of its suite that has none, and tell its text then.")
    assert "tick any" not in GAME.questions(GAME.new(setup()))[0].text


def test_a_faction_without_a_name_is_any_that_is_not_named_p4():
    """ "Faction 4" is on no printed board."""
    state = begin()[1]
    tasks = {task.id: task.words for task in GAME.lessons.set_up(state)}
    for seat, corp in enumerate(state.corps):
        name = GAME.book.factions[int(corp.faction[-1]) - 1]
        named = not name.startswith("Faction ")
        assert tasks[f"corp-{seat}"].endswith(f"{name}: any but Meridian League and Alpha Venture.") != named
    assert not all("any but" in tasks[f"corp-{seat}"] for seat in state.seats)
    assert any("any but" in tasks[f"corp-{seat}"] for seat in state.seats)
    entered = GAME.setup_draws(setup().changed(chance=()))[0]
    assert "choose any with a number" in entered.note


def test_each_player_tells_of_the_own_faction_and_of_what_the_own_move_brings():
    """On the own phone, one faction a form; at tables of before anybody told all of them at once."""
    rng, told_by = Random(3), {}
    state = GAME.new(setup().with_told_pieces().stating((), GAME.marks))
    while state.turn == 1:
        question, decision = answered(GAME, state, rng)
        if isinstance(question.form, EntryTelling):
            moment, those = question.form.asks.moment, pieces(question.form.asks)
            told_by.setdefault(moment, []).append((question.player, those))
        state = GAME.play(state, decision)
    assert told_by["factions"] == [(seat, (corp.faction,)) for seat, corp in enumerate(state.corps)]
    assert told_by["start"][0][0] is None, "the boards are everybody's"
    assert all(player is not None for player, _those in told_by.get("techs", ()))
    old = until(begin()[1], "factions")
    assert GAME.questions(old)[0].player is None
    assert pieces(old.asks) == tuple(corp.faction for corp in old.corps)


def of_today(players: int = 4) -> State:
    return GAME.new(setup(players).with_told_pieces().stating((), GAME.marks))


@pytest.mark.parametrize("seed", first_by_default((1, 2, 3)))
def test_a_first_evening_has_at_most_thirty_forms(seed):
    asked_in = moments(GAME, of_today(), seed)
    assert len(asked_in) <= 30
    most = Counter(asked_in)
    assert [most[each] for each in ("start", "hand", "fight", "exploration", "policies", "score")] == [1] * 6
    assert most["factions"] == 4, "one on each phone"
    asked_of_all = {"start", "hand", "fight", "shown", "exploration", "policies", "tree", "score"}
    assert set(most) <= {"factions", *asked_of_all}


def test_what_no_rule_reads_is_told_beside_the_game_and_nobody_waits_for_it():
    rng, state = Random(1), of_today()
    while state.phase == "missions" or state.asks is not None:
        state = GAME.play(state, answered(GAME, state, rng)[1])
    waited, liked = GAME.questions(state)[0], GAME.questions(state)[-1]
    assert (waited.kind, waited.optional) == ("plan", False)
    assert (liked.kind, liked.optional, liked.player) == ("tell", True, None)
    first = state.offered[0]
    assert pieces(liked.form.asks) == tuple(f"mission-{each}" for each in state.offered)
    told = GAME.answer(state, liked, (f"mission-{first}/text=Steal from the richest mine",))
    check_legal(GAME, state, told)
    after = GAME.play(state, told)
    assert after.book.text(f"mission-{first}") == "Steal from the richest mine"
    assert [q.kind for q in GAME.questions(after)] == [q.kind for q in GAME.questions(state)[:-1]]
    new = next(each for each in after.unseen)
    again = GAME.questions(after.changed(offered=(*after.offered, new)))[-1]
    assert pieces(again.form.asks) == (f"mission-{new}",), "of the others it was asked"


def researching(*techs: str) -> State:
    """The first research phase, with the tree told; Blue has these."""
    rng, state = Random(1), of_today()
    while state.phase == "missions" or state.asks is not None:
        state = GAME.play(state, answered(GAME, state, rng)[1])
    state = state.with_corp(BLUE, techs=techs)
    state = in_time.go_on(state.changed(phase="research", step=ResearchStep(((BLUE, 4), (1, 4)))))
    assert about(state) == ("tree", ("technology-exploration-2B", "technology-exploration-3"))
    needs = ("technology-exploration-2B/needs=1", "technology-exploration-3/needs=2")
    return GAME.play(state, Tell.of(BLUE, needs))


def test_what_each_place_of_the_tree_needs_is_told_once_for_all_branches_p11():
    state = researching("tactics-1A")
    assert [state.book.techs[f"{branch}-3"].needs for branch in ("tactics", "research")] == [2, 2]
    assert [state.book.techs[f"{branch}-2B"].needs for branch in ("tactics", "research")] == [1, 1]
    form = GAME.questions(state)[0].form
    assert "needs other technologies" in form.problem(("tactics-3",))
    assert form.problem(("tactics-2B",)) == ""


def test_that_one_of_them_says_more_needs_one_of_which_nobody_has_told_that():
    form = GAME.questions(researching("tactics-1A"))[0].form
    assert "First choose a technology" in form.problem((MORE,))
    assert form.problem((MORE, "tactics-2B")) == form.problem(()) == ""


def test_a_technology_that_was_not_ticked_says_nothing_that_a_rule_reads():
    """Who chooses it has it in hand: no form of its own asks for what is not printed."""
    state = researching("tactics-1A")
    taken = GAME.answer(state, GAME.questions(state)[0], ("tactics-2B",))
    assert (taken.techs, taken.more, taken.value) == (("tactics-2B",), False, ("tactics-2B",))
    after = GAME.play(state, taken)
    assert after.asks is None
    assert after.corps[BLUE].coming == ("tactics-2B",)
    assert not after.book.is_untold("technology-tactics-2B", "at_once", "builds")
    assert after.book.is_untold("technology-tactics-2B", "end_vp"), "it is asked before the sum"
    kept = GAME.box.told_tiles(state, after)["technology-tactics-2B"].fields
    assert (kept["at_once"], kept["facility"]) == ("no", "none"), "it is not asked in the next game"


def test_a_technology_that_was_ticked_is_asked_for_and_acts_as_it_says():
    state = researching("tactics-1A")
    question = GAME.questions(state)[0]
    ticked = GAME.answer(state, question, ("tactics-2B", "more"))
    check_legal(GAME, state, ticked)
    assert (ticked.techs, ticked.more, set(ticked.value)) == (("tactics-2B",), True, {"tactics-2B", "more"})
    assert GAME.words(state, ticked) == "Blue researches Tactics 2B"
    asking = GAME.play(state, ticked)
    assert about(asking) == ("techs", ("technology-tactics-2B",))
    assert GAME.questions(asking)[0].player == BLUE
    said = ("technology-tactics-2B/at_once=yes", "technology-tactics-2B/builds=refinery/1")
    done = GAME.play(asking, Tell.of(BLUE, said))
    assert done.corps[BLUE].techs == ("tactics-1A", "tactics-2B")
    assert GAME.questions(done)[0].kind == "place-facility"
    item = next(each for each in question.form.items if each.id == "more")
    assert (item.value, item.refused) == (0, "")
    assert "technology-tactics-2B".removeprefix("technology-") in item.needs[0][1]


def test_what_the_policies_decide_is_told_in_one_form_and_what_agendas_say_if_one_likes():
    before, liked = of_today(), set()
    for _question, _decision, after in steps(GAME, before, 4):
        if after.phase == "politics" and after.asks is None and any(after.step.proposals):
            last = GAME.questions(after)[-1]
            liked |= {last.form.asks.moment} if isinstance(last.form, EntryTelling) else set()
            assert after.book.tie_winner(after.step.used[-1], "red") is None, "it is told"
            before = after
    assert "agendas" in liked
    assert before.phase == "politics"


def test_a_text_of_a_mission_stands_where_the_mission_is_shown_and_none_must_be_typed():
    state = until(begin()[1], "row")
    first, second = state.offered[:2]
    state = GAME.play(state, Tell.of(None, (f"mission-{first}/text=Steal from the richest mine",)))
    page = GAME.display.page(GAME.view(state, BLUE), BLUE)
    assert f"Steal from the richest mine ({first.partition('-')[0]})" in page.offered
    assert state.book.is_untold(f"mission-{second}", "text")
    assert state.asks is None or pieces(state.asks) != (f"mission-{second}",)


def test_what_a_mission_brings_is_asked_when_it_is_claimed_and_then_gained():
    state = until(begin()[1], "costs")
    state = GAME.play(state, answered(GAME, state, Random(1))[1])
    mission = state.offered[0]
    state = state.with_corp(BLUE, missions=(mission,)).changed(offered=state.offered[1:])
    state = GAME.play(state, ClaimMission(BLUE, mission))
    assert state.asks.moment == "claim"
    assert state.corps[BLUE].missions == (mission,)
    state = GAME.play(state, Tell.of(None, (f"mission-{mission}/vp=2", f"mission-{mission}/credits=3")))
    corp = state.corps[BLUE]
    assert (corp.vp, corp.credits, corp.completed) == (2, 20, (mission,))


def first_missions(players: int) -> State:
    """A table with few forms, as a new one is, once its first missions lie there."""
    state = GAME.new(setup(players).with_told_pieces().stating((), (FEW_FORMS, TOLD_BY_HOLDERS)))
    while state.phase == "missions":
        state = GAME.play(state, answered(GAME, state, Random(1))[1])
    return state


def test_all_missions_that_were_taken_may_be_told_with_the_first_that_is_claimed():
    """They lie open in the second row (p. 10); each for itself was up to 14 forms in a first game."""
    state = first_missions(3)
    own, red, left = state.offered[:3]
    state = state.with_corp(BLUE, missions=(own, left)).with_corp(RED, missions=(red,))
    state = GAME.play(state, ClaimMission(BLUE, own))
    assert [pieces(state.asks), state.asks.holder] == [tuple(f"mission-{m}" for m in (own, left, red)), BLUE]
    (question,) = GAME.questions(state)
    assert [id for id, _called in question.form.at_once] == [f"mission-{own}"]
    suites = [{id.rpartition("-")[0] for id, _called in group} for _words, group in question.form.folds]
    assert len(suites) == len({left[:-2], red[:-2]})
    assert all(len(suite) == 1 for suite in suites)
    rest = {id for _words, group in question.form.folds for id, _called in group}
    assert rest == {f"mission-{m}" for m in (left, red)}, "the rest lies behind its names, by suite"
    told_of_two = (f"mission-{own}/vp=2", f"mission-{red}/credits=3")
    assert question.form.problem(told_of_two) == ""
    state = GAME.play(state, GAME.answer(state, question, told_of_two))
    assert (state.corps[BLUE].vp, state.corps[BLUE].completed) == (2, (own,))
    state = GAME.play(state, ClaimMission(RED, red))
    assert state.corps[RED].completed == (red,), "it was told"
    state = GAME.play(state, ClaimMission(BLUE, left))
    assert pieces(state.asks) == (f"mission-{left}",), "0 of all was no answer: each brings something"


@pytest.mark.parametrize(
    ("said", "asked_later"),
    [
        ((), ("prestige", "credits", "vp", "suite")),
        (("suite=green",), ("prestige", "credits", "vp")),
        (("prestige=3",), ()),
    ],
)
def test_the_mission_for_five_is_told_beside_another_only_where_something_was_chosen(said, asked_later):
    """Its suite has "none of these" preselected, which a page sends as the numbers: nobody told that."""
    state = first_missions(5)
    own, five = state.offered[0], "five-players"
    state = state.with_corp(BLUE, missions=(own,)).with_corp(RED, missions=(five,))
    state = GAME.play(state, ClaimMission(BLUE, own))
    (question,) = GAME.questions(state)
    assert question.form.beside == ((f"mission-{five}",),)
    sent = {(each.piece, each.key): each.usual or "0" for each in question.form.fields}
    sent[f"mission-{own}", "vp"] = "2"
    for fact in said:
        key, _is, value = fact.partition("=")
        sent[f"mission-{five}", key] = value
    answer = tuple(f"{piece}/{key}={value}" for (piece, key), value in sent.items())
    assert question.form.problem(answer) == ""
    state = GAME.play(state, GAME.answer(state, question, answer))
    assert state.corps[BLUE].completed == (own,)
    state = GAME.play(state, ClaimMission(RED, five))
    if asked_later:
        assert [tuple(key for _id, key in state.asks.facts), state.asks.holder] == [asked_later, RED]
    else:
        assert state.corps[RED].completed == (five,)


@pytest.mark.parametrize(
    ("others", "english", "german"),
    [
        (
            1,
            "The other mission is asked when it is claimed, if it stays at 0.",
            "Nach der anderen Mission wird gefragt, wenn sie beansprucht wird, falls sie auf 0 bleibt.",
        ),
        (
            2,
            "Other missions that stay at 0 are asked when they are claimed.",
            "Nach anderen Missionen, die auf 0 bleiben, wird gefragt, wenn sie beansprucht werden.",
        ),
    ],
)
def test_whose_mission_is_claimed_is_named_where_others_may_be_told_with_it(others, english, german):
    state = first_missions(3)
    own, *left = state.offered[: others + 1]
    state = state.with_corp(BLUE, missions=(own,)).with_corp(RED, missions=tuple(left))
    state = GAME.play(state, ClaimMission(BLUE, own))
    suite, _dash, number = own.partition("-")
    (question,) = GAME.questions(state)
    blue = state.corps[BLUE].name
    assert question.text == f"{blue}, what is printed on {suite} mission {number}? {english}"
    with speaking("de"):
        (question,) = GAME.questions(state)
    assert question.text.endswith(f"? {german}")


def test_a_technology_that_needs_more_than_was_thought_is_chosen_anew():
    state = until(begin()[1], "costs")
    state = GAME.play(state, answered(GAME, state, Random(1))[1])
    state = state.with_corp(BLUE, techs=("tactics-1A",))
    state = state.changed(phase="research", step=ResearchStep(((BLUE, 4), (1, 4))))
    taken = ChooseTechs(BLUE, ("tactics-3",))
    check_legal(GAME, state, taken)
    state = GAME.play(state, taken)
    assert pieces(state.asks) == ("technology-tactics-3",)
    refused = GAME.play(state, Tell.of(None, ("technology-tactics-3/needs=3",)))
    assert refused.corps[BLUE].coming == ()
    assert GAME.happened(state, refused) == ("As printed, that cannot be taken now: Blue chooses again",)
    assert "needs other technologies" in next(q for q in GAME.questions(refused)).form.problem(("tactics-3",))
    done = GAME.play(
        state, Tell.of(None, ("technology-tactics-3/needs=1", "technology-tactics-3/at_once=yes"))
    )
    assert done.corps[BLUE].techs == ("tactics-1A", "tactics-3")


def test_who_counts_for_themselves_is_offered_no_number():
    state = until(begin()[1], "ships")
    state = GAME.play(state, Tell.of(None, (LATER,)))
    (asked, *_rest) = [q for q in GAME.questions(state) if q.kind == "tell-strength"]
    assert "The ships give" not in asked.text
    assert asked.form.usual is None
    state = until(state, "table")
    state = GAME.play(state, Tell.of(None, (LATER,)))
    lost = next(q for q in GAME.questions(state) if q.kind == "lose-ships")
    assert "say" not in lost.text
    assert lost.form.usual == ()


def test_a_card_keeps_its_place_in_the_fight_when_its_name_is_told():
    state = until(GAME.new(setup().with_told_pieces()), "cards")
    fight = state.step.fight
    card = "Tactic 11"
    state = state.changed(asks=None, step=replace(state.step, fight=replace(fight, tactics=(card,) * 3)))
    state = state.changed(asks=asks_for(state.book, "cards", ("tactic-11",)))
    state = GAME.play(state, Tell.of(None, ("tactic-11/name=Pincer", "tactic-11/might=2")))
    assert state.step.fight.tactics == ("Pincer",) * 3
    assert state.book.card("Pincer", "might") == 2


def test_conflict_cards_are_named_before_the_first_fight_and_which_tactics_follow_once_one_is_shown():
    state = until(begin()[1], "deck")
    assert set(pieces(GAME.questions(state)[0].form.asks)) == {
        *(f"strategy-{n}" for n in (3, 4, 5)),
        *(f"tactic-{n}" for n in range(11, 16)),
    }
    assert state.step.fight.stage == "strategy"
    state = GAME.play(state, Tell.of(None, ("strategy-3/name=Feint", "tactic-11/name=Pincer")))
    assert state.asks is None
    seats = state.step.fight.seats
    hand = {option.decision.card: option.words for option in GAME.options(state, seats[0])[:5]}
    assert {"Feint", "Strategy 4"} <= hand.keys()
    for seat in seats:
        state = GAME.play(state, ChooseStrategy(seat, "Feint"))
    assert about(state) == ("shown", ("strategy-3",))
    may = ("strategy-3/tactics=tactic-11", "strategy-3/tactics=tactic-02", "strategy-3/beats=tactic-01")
    (question,) = GAME.questions(state)
    needed = ("strategy-3/destroys_two=no", "strategy-3/steals_first=no")
    assert question.form.problem((*may, *needed)) == ""
    state = GAME.play(state, Tell.of(None, may))
    while asked(state, "ships"):
        state = GAME.play(state, answered(GAME, state, Random(1))[1])
    state = replace_stage(state, "tactics")
    offered = [o.words for o in GAME.options(state, seats[0]) if o.decision.do == "choose-tactics"]
    assert offered == ["Pincer", "Fleet Superiority"]
    assert ("Feint", "Decapitation Strike") in state.book.tie_wins
    state = replace_stage(state, "strategy")
    hand = {option.decision.card: option.words for option in GAME.options(state, seats[0])[:5]}
    assert hand["Feint"] == "Feint (then: Pincer and Fleet Superiority)"


def about(state: State) -> tuple[str, tuple[str, ...]]:
    """When and of what something is asked now."""
    assert state.asks is not None
    return state.asks.moment, pieces(state.asks)


@pytest.mark.parametrize(("mark", "asks"), [((ASKS_ALL,), True), ((), False)])
def test_what_a_withdrawn_fleet_counts_as_having_played_is_asked_p7(mark, asks):
    """Its cards were not laid; tables begun before do not ask."""
    begun = setup().with_told_pieces().stating((), (ASKS_TEXTS, *mark))
    state = until(GAME.new(begun), "shown")
    while state.step.fight.stage == "strategy" or state.asks is not None:
        state = GAME.play(state, answered(GAME, state, Random(1))[1])
    it = state.step.fight
    known = {state.book.card_entry(card) for card in it.strategies if card}
    it = it.changed(stage="might", withdrawn=it.seats[:1])
    state = in_time.go_on(state.changed(step=state.step.changed(fight=it)))
    asked_of = pieces(state.asks) if state.asks is not None and state.asks.moment == "shown" else ()
    assert set(asked_of) == ({"strategy-2", "tactic-04"} - known if asks else set())


def test_a_page_shows_no_strength_of_ships_that_nobody_told():
    state = until(begin()[1], "ships")
    state = GAME.play(state, Tell.of(None, (LATER,)))
    seat = state.step.fight.seats[0]
    state = GAME.play(state, TellStrength(seat, 7))
    fight = GAME.display.page(GAME.view(state, None), None).fight
    assert fight is not None
    shown = next(side for side in fight.sides if side.seat == seat)
    assert (shown.strength, shown.ships) == (7, None)


def asked(state: State, moment: str) -> bool:
    return state.asks is not None and state.asks.moment == moment


def replace_stage(state: State, stage: str) -> State:
    """The fight once more at one of its stages."""
    fight = replace(state.step.fight, stage=stage)
    if stage == "strategy":
        fight = replace(fight, strategies=(None,) * len(state.corps))
    return state.changed(asks=None, step=replace(state.step, fight=fight))


def test_whoever_leaves_the_texts_of_cards_open_may_play_every_tactic():
    state = until(begin()[1], "shown")
    state = GAME.play(state, Tell.of(None, ()))
    assert state.book.shown.eligible == {}
    assert all(state.book.is_untold(f"strategy-{n}", "tactics") for n in range(1, 6))
    state = replace_stage(state, "tactics")
    offered = [o for o in GAME.options(state, state.step.fight.seats[0]) if o.decision.do == "choose-tactics"]
    assert len(offered) == 15


def test_what_a_mission_wants_is_asked_when_it_is_drawn_and_shown_where_it_is_open():
    state = until(begin()[1], "row")
    first = state.offered[0]
    suite = first.partition("-")[0]
    state = GAME.play(state, Tell.of(None, (f"mission-{first}/wants=steal-3/richest",)))
    told_once = f"Told: {suite} mission {first[-1]}: steal 3 credits: whoever has the richest mine there"
    assert GAME.words(state, Tell.of(None, (f"mission-{first}/wants=steal-3/richest",))) == told_once
    words = f"steal 3 credits: whoever has the richest mine there ({suite})"
    assert words in GAME.display.page(GAME.view(state, BLUE), BLUE).offered
    assert not state.book.is_untold(f"mission-{first}", "wants")
    state = GAME.play(state, answered(GAME, state, Random(1))[1])
    deed = Deed("steal", 0, 3, 1, ("richest",))
    state = state.with_corp(BLUE, missions=(first,), deeds=(deed,)).changed(offered=state.offered[1:])
    claims = next(q for q in GAME.questions(state) if q.kind == "claim-mission")
    assert claims.text == f"Blue: accomplished: {words}. Claim it."


def test_what_a_facility_says_is_asked_when_it_is_built_and_stands_where_it_is_shown():
    state = until(begin()[1], "costs")
    state = GAME.play(state, answered(GAME, state, Random(1))[1])
    state = state.with_corp(BLUE, facilities=(("refinery", 0),))
    placing = ResearchStep(((1, 4),), ((BLUE, "satellite"),))
    state = in_time.go_on(state.changed(phase="research", step=placing))
    assert about(state) == ("facilities", ("facility-refinery", "facility-satellite"))
    state = GAME.play(state, Tell.of(None, ("facility-satellite/text=First at its planet",)))
    assert state.asks is None
    asked_where = GAME.questions(state)[0]
    assert asked_where.text == "Blue: where does the Satellite: First at its planet go?"
    state = GAME.play(state, PlaceFacility(BLUE, "satellite", 2))
    assert state.asks is None, "a text that nobody typed is asked once"
    own = GAME.display.page(GAME.view(state, BLUE), BLUE).own
    assert own.facilities == ("Satellite: First at its planet",)


def test_an_archaeotech_is_asked_for_when_it_is_laid_open_since_nobody_sees_it_before():
    state = until(begin()[1], "costs")
    state = GAME.play(state, answered(GAME, state, Random(1))[1]).with_corp(BLUE, archaeotech=3)
    assert next(q for q in GAME.questions(state) if q.kind == "show-archaeotech").optional
    # The tablet offers the same, whether its owner has named it in private or not.
    named = state.with_corp(BLUE, named=("archaeotech-09",))
    offers = [GAME.options(GAME.view(each, None), BLUE) for each in (state, named)]
    assert offers[0] == offers[1]
    lay = ShowArchaeotech(BLUE, "archaeotech-01")
    check_legal(GAME, state, lay)
    asking = GAME.play(state, lay)
    assert about(asking) == ("archaeotech", ("archaeotech-01",))
    words = question_words(asking, asking.asks.changed(holder=BLUE))
    assert words == f"{asking.corps[BLUE].name}: {MOMENTS['archaeotech'].words}", "who has it in hand"
    one = ("archaeotech-01/name=Warp coil", "archaeotech-01/top=Gain 3", "archaeotech-01/top_use=credits-3")
    used = GAME.play(asking, Tell.of(None, one))
    assert used.corps[BLUE].credits == state.corps[BLUE].credits + 3
    assert (used.corps[BLUE].archaeotech, used.used) == (2, ("archaeotech-01",))
    assert GAME.display.page(GAME.view(used, 1), 1).used == ("Warp coil: Gain 3",)
    both = (*one, "archaeotech-01/bottom=Roll once more", "archaeotech-01/bottom_use=roll-own")
    chosen = GAME.play(asking, Tell.of(None, both))
    assert chosen.corps[BLUE].named == ("archaeotech-01",)
    assert chosen.corps[BLUE].archaeotech == 3
    check_legal(GAME, chosen, UseArchaeotech(BLUE, "archaeotech-01", "top"))
    assert GAME.display.page(GAME.view(chosen, BLUE), BLUE).own.named == (
        "Warp coil: Gain 3 / Roll once more",
    )
    skipped = GAME.play(asking, Tell.of(None, ()))
    assert (skipped.corps[BLUE].archaeotech, skipped.corps[BLUE].named) == (2, ())
    assert "archaeotech-01" not in skipped.book.owned
    assert "archaeotech-02" in {
        o.decision.archaeotech for o in GAME.options(skipped, BLUE) if o.decision.do == "show-archaeotech"
    }


def test_who_lays_one_open_after_all_were_named_holds_no_more_than_they_have():
    """With two options it is used later: three names of two archaeotechs could be used, and any of them fell
    out once one was."""
    state = until(begin()[1], "costs")
    state = GAME.play(state, answered(GAME, state, Random(1))[1])
    state = state.with_corp(BLUE, archaeotech=2, named=("archaeotech-08", "archaeotech-09"))
    asking = GAME.play(state, ShowArchaeotech(BLUE, "archaeotech-01"))
    both = [f"archaeotech-01/{said}" for said in ("top=Gain 3", "top_use=credits-3", "bottom=Roll once more")]
    shown = GAME.play(asking, Tell.of(None, (*both, "archaeotech-01/bottom_use=roll-own")))
    assert shown.corps[BLUE].named == ("archaeotech-01", "archaeotech-08")
    assert shown.corps[BLUE].archaeotech == 2


def test_a_table_begun_before_asks_for_no_more_than_it_did():
    state = GAME.new(setup().with_told_pieces())
    found = moments(GAME, state, 1)
    assert {"missions", "cards"} <= set(found)
    assert not {"row", "deck", "shown", "facilities", "archaeotech"} & set(found)


def test_several_of_one_fact_are_told_of_in_one_breath():
    """On the button that undoes it a strategy card's tactics would else be a label each."""
    facts = [
        ToldFact("strategy-3", "tactics", one) for one in ("Counter Attack", "Denied Flank", "Tactic 11")
    ]
    facts += [ToldFact("strategy-3", "casualties", "2")]
    tactics = "tactics that may follow: Counter Attack, Denied Flank and Tactic 11"
    said = said_words(books.shipped(), Told(tuple(facts)))
    assert said == f"Told: Strategy 3: {tactics}; casualties it adds: 2"


def test_a_number_after_words_has_a_colon():
    """ "prestige for 2 influence 5" were two numbers with nothing that parts them."""
    pieces = books.shipped().pieces
    texts = [row.words_of("5") for row in pieces["board-influence"].rows]
    assert "prestige for 2 influence: 5" in texts
    for entry in pieces.values():
        for text in (row.words_of("5") for row in entry.rows if row.numbers):
            assert len(text.split()) == 2 or not text.endswith(" 5") or text.endswith(": 5"), text


def test_the_pages_show_and_take_what_is_asked(tmp_path):
    """On the table's page and on a phone, with a line for a text, a field for a number, a row of choices."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    table = tables.create(GAME.name, setup().with_told_pieces())
    app = create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes"))
    client = app.test_client()
    for path in ("", "seat/0"):
        page = client.get(f"/t/{table.id}/{path}").text
        assert "What does a corporation start with" in page
        assert 'min="0" max="60"' in " ".join(page.split())
        assert 'data-field="planet-1/name"' in page
    assert "stand-ins: register yours" not in client.get(f"/t/{table.id}/").text
    value = list(told(table.questions[0].form))
    sent = {"question": "tell", "player": None, "value": value, "seen": table.number, "key": "first-12345"}
    assert client.post(f"/t/{table.id}/answers", json=sent).status_code == 200
    history = client.get(f"/t/{table.id}/history").text
    assert "Told: What a corporation starts with: credits 17" in history
    while table.state.phase == "missions" or table.state.asks is not None:
        decision = answered(GAME, table.state, Random(1))[1]
        table.submit(decision, table.number, f"key-{table.number:08}", "the tablet")
    page = client.get(f"/t/{table.id}/").text
    folded = page.partition('id="asides-fold"><summary>If you like (')[2]
    assert ">What do the missions in the top row say?</span></button>" in folded
    assert "data-opens" not in page, "nobody has to tell them"
    assert 'maxlength="400"' in page
    # What a mission wants lies behind its words: most people leave it open.
    assert page.count("<summary>What must be done</summary>") == 4
    services_of(app).live.close()
    tables.close()


@pytest.mark.parametrize("language", [SOURCE, *COMPLETE])
def test_what_was_told_is_said_in_the_readers_words_and_never_as_a_file_has_it(language):
    """Each fact that is one of a few things, of each sort of entry: "red most prestige" is no sentence."""
    others = {"techs": (("exploration-2", "Exploration"),), "suite": (("green", "green"),)}
    sorts = [sort for sort in vars(printed_facts).values() if isinstance(sort, Printed)]
    rows = [row for sort in sorts for row in sort.rows]
    with speaking(language):
        for row in rows:
            for saying in row.sayings(SimpleNamespace(id="", others=others.get(row.key, ()))):
                words = row.words_of(saying.value)
                shown = saying.group if saying.value.endswith("/anyone") else saying.words
                assert shown.casefold() in words.casefold(), (row.key, words)
        fact = next(fact for fact in GAME.facts(GAME.new(setup(5))) if fact.path.endswith("/five-players"))
        assert "five-players" not in fact.label
