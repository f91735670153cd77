"""Tests of questions about a position: the rules answer them from it, with what a seat may know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Game, Player, Setup, State
from companion.reference.lookup import answers_of
from companion.reference.position import Answerable, Position, Told, told
from companion.room.room import Room
from companion.simulation import simulate
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.translation import language, speaking
from companion.web import create_app
from tests.default_run import first_by_default

NF = "new-frontiers"


def positions(name: str, seed: int, steps: int) -> Iterator[Position]:
    """The positions of everybody who is asked something, in a game that computers play."""
    game: Game[State] = games.load(name)
    rng = random.Random(seed)
    before: dict[int, list[tuple[State, Any]]] = {}
    state = simulate.new_game(game, 3, (), rng)
    for number, step in enumerate(simulate.steps(game, state, game.players["sensible"], rng)):
        who = step.decision.player
        if who is not None:
            before.setdefault(who, []).insert(0, (game.view(step.before, who), step.decision))
        for player in {q.player for q in game.questions(step.after) if q.player is not None}:
            view = game.view(step.after, player)
            own = tuple(before.get(player, ())[:12])
            asks = asks_of(game, view, player)
            yield Position(game, view, view == step.after, player, asks, before=own)
        if number == steps:
            return


def asks_of(game: Game[State], view: State, player: int) -> tuple[Answerable, ...]:
    return tuple(
        Answerable(q, game.options(view, player), game.refusals(view, player))
        for q in game.questions(view)
        if q.player == player
    )


def ask(position: Position, question: str, tile: str = "", ruled: bool = False) -> tuple[Told, ...]:
    answers = answers_of(position.game)
    understood = answers.understood(question, language())
    return told(replace(position, tile=tile), answers, understood, question, ruled)


@pytest.fixture(scope="module")
def played() -> tuple[Position, ...]:
    return tuple(positions(NF, 5, 120))


def asked(played: tuple[Position, ...], kind: str) -> list[Position]:
    found = [it for it in played if any(ask.question.kind == kind for ask in it.asks)]
    assert found, kind
    return found


def test_whether_a_world_can_be_settled_is_what_the_game_offers_and_refuses(played) -> None:
    """Every world that is offered or refused in any position of the game, by its name."""
    said = 0
    for position in asked(played, "settle"):
        for line in (*position.asks[0].options, *position.asks[0].refusals):
            info = position.game.tracking.tile(line.tile) if line.tile else None
            if info is None:
                continue
            answers = ask(position, "can I settle that now", line.tile)
            assert answers
            legal = {option.tile for option in position.asks[0].options}
            lines = answers[0].lines
            assert {it.tile for it in lines} == {line.tile}
            assert any(it.legal for it in lines) == (line.tile in legal)
            assert all(it.legal or it.sentence for it in lines)
            said += 1
    assert said > 10


def test_a_development_is_asked_for_by_its_name_in_four_languages(played) -> None:
    position = asked(played, "develop")[0]
    for spoken, question in (
        ("en", "can I buy Space Marines now"),
        ("de", "kann ich jetzt Space Marines kaufen"),
        ("fr", "puis-je acheter Space Marines maintenant"),
        ("es", "¿puedo comprar Space Marines ahora?"),
    ):
        with speaking(spoken):
            asks = asks_of(position.game, position.view, position.player)
            (answer,) = ask(replace(position, asks=asks), question)
        assert {line.tile for line in answer.lines} == {"D01"}


def test_what_is_not_found_among_the_answers_is_no_no(played) -> None:
    """It may be called otherwise here: what is asked is told instead."""
    position = asked(played, "develop")[0]
    (answer,) = ask(position, "can I sell a good now")
    assert answer.heading.startswith("What is asked now: ")
    assert all((line.tile and line.tile.startswith("D")) or line.tile is None for line in answer.lines)


@pytest.mark.parametrize("name", first_by_default([NF, "race-for-the-galaxy"]))
@pytest.mark.parametrize("words", first_by_default(["can I {}", "can I take {}", "can I {} now"]))
def test_nothing_legal_is_denied(name: str, words: str) -> None:
    affirmed = 0
    for position in positions(name, 7, 150):
        lists = [it for it in position.asks if it.question.form is None and it.question.chance is None]
        for option in [option for it in lists for option in it.options][:4]:
            asked = words.format(option.words[:1].lower() + option.words[1:])
            for answer in ask(position, asked):
                assert not answer.heading.startswith("This cannot"), asked
                affirmed += any(line.legal and line.words == option.words for line in answer.lines)
    assert affirmed > 40


def test_a_figure_tells_a_name_from_the_others(played) -> None:
    for position in asked(played, "settle"):
        offered = [option.tile for option in position.asks[0].options if option.tile]
        for tile in offered:
            info = position.game.tracking.tile(tile)
            assert info is not None
            (answer,) = ask(position, f"can I settle {info.name} now")
            assert {line.tile for line in answer.lines} == {tile}, info.name


def test_a_position_is_asked_for_without_magic_words(played) -> None:
    position = asked(played, "settle")[0]
    option = next(option for option in position.asks[0].options if option.tile)
    info = position.game.tracking.tile(option.tile)
    assert info is not None
    (answer,) = ask(position, f"can I settle {info.name}")
    assert answer.heading == "This can be done now:"
    (answer,) = ask(position, "what does it cost", option.tile)
    assert [line.why for line in answer.lines if line.legal] == [option.why]
    position = next(it for it in asked(played, "settle") if any(no.tile for no in it.asks[0].refusals))
    refusal = next(refusal for refusal in position.asks[0].refusals if refusal.tile)
    info = position.game.tracking.tile(refusal.tile)
    assert info is not None
    (answer,) = ask(position, f"why can't I settle {info.name}")
    assert refusal.sentence in [line.sentence for line in answer.lines]


@pytest.mark.parametrize(
    ("spoken", "whose", "near", "got"),
    [
        ("en", "who is next?", "how near is the end", "what did I get for that?"),
        ("de", "Wer ist dran?", "Wie lange noch?", "Was hab ich dafür bekommen?"),
        ("fr", "C’est à qui ?", "combien de temps encore ?", "Qu’est-ce que j’ai gagné ?"),
        ("es", "¿A quién le toca?", "¿cuánto falta?", "¿qué he ganado?"),
    ],
)
def test_whose_turn_how_near_the_end_and_what_a_step_brought(played, spoken, whose, near, got) -> None:
    position = next(it for it in played if it.before and it.others == ())
    with speaking(spoken):
        position = replace(position, asks=asks_of(position.game, position.view, position.player))
        assert position.asks[0].question.text in ask(position, whose)[0].heading
        assert str(position.game.phase(position.view).round) in ask(position, near)[0].heading
        (line,) = ask(position, got)[0].lines
        assert line.words == position.game.words(*position.before[0])


def test_a_rule_that_is_certain_goes_before_a_position_that_is_not_named(played) -> None:
    position = asked(played, "settle")[0]
    assert ask(position, "can I pass in settle", ruled=True) == ()
    assert ask(position, "can I sell two goods") == (), "one good is no answer to two"


@pytest.mark.parametrize("every", first_by_default([4, 1]))
def test_what_it_would_cost_with_another_tile_is_what_the_rules_count_then(played, every: int) -> None:
    """The numbers are those of the options in the position that has the tile, and of no other."""
    met = False
    for number, position in enumerate(asked(played, "settle")[::every]):
        developments = [it for it in position.game.tracking.tiles() if it.id.startswith("D")]
        for info in developments[number % 3 :: 3]:
            found = ask(position, f"what would it cost with {info.name}")
            reference = position.game.reference
            assert reference is not None
            then = reference.having(position.view, position.player, info.id)
            if then is None:
                continue
            why = {it.decision: it.why for it in position.game.options(then, position.player)}
            for answer in found:
                for line in answer.lines:
                    if line.legal and answer.heading == f"With {info.name}:":
                        assert line.why == why[line.decision]
                        met = met or bool(line.was)
    assert met


def test_what_if_is_the_next_question_of_the_game(played) -> None:
    position = next(it for it in asked(played, "select-action") if it.whole)
    options = {option.words: option.decision for option in position.asks[0].options}
    free = next(words for words in ("Produce", "Explore", "Settle", "Develop") if words in options)
    (answer,) = ask(position, f"what if I {free.lower()} first")
    after = position.game.play(position.view, options[free])
    assert answer.heading.startswith(f"After “{free}”: ")
    assert next(q.text for q in position.game.questions(after) if not q.optional) in answer.heading


def test_what_depends_on_what_is_hidden_is_not_told() -> None:
    """In Race for the Galaxy the others' choices are secret: what would follow is nobody's to know."""
    position = next(iter(positions("race-for-the-galaxy", 1, 3)))
    (answer,) = ask(position, "what if I explore first")
    assert answer.lines == ()
    assert "hidden" in answer.heading


def test_why_it_was_only_so_many_is_the_number_of_an_own_answer_with_its_reasons(played) -> None:
    met = 0
    for position in played:
        for number in (1, 2, 3, 4):
            for answer in ask(position, f"why did I get only {number}"):
                (line,) = answer.lines
                assert [tally.total for tally in line.why] == [number]
                assert line.decision in [decision for _view, decision in position.before]
                met += 1
    assert met


@pytest.mark.parametrize("name", first_by_default([NF, "a-new-frontier", "race-for-the-galaxy"], 2))
def test_every_kind_of_question_is_answered_or_left_in_every_position(name: str) -> None:
    for position in positions(name, 2, 60):
        for question in ("can I do that now", "what would it cost", "what if I explore first", "why only 2"):
            for answer in ask(position, question):
                assert answer.heading
                assert len(answer.lines) <= 8


# --- on the pages ---------------------------------------------------------------------------------------


def test_a_seat_asks_about_its_position_and_no_other_seat_about_it(tmp_path) -> None:
    from companion.box.shelf import Shelf

    room = Room(Tables(Journal(":memory:")))
    seats = Setup((Player("Blue", "blue"), Player("Green", "green"), Player("Red", "red")))
    table = room.tables.create(NF, seats, seed=1, settings=Settings())
    app = create_app(room, Shelf(tmp_path))
    client = app.test_client()
    seat = next(q.player for q in table.questions if q.player is not None)
    page = client.get(f"/t/{table.id}/seat/{seat}/ask?q=can I do that now").text
    assert "This can be done now:" in page
    assert "What the rules say near to it" in page or "rule position" in page
    other = (seat + 1) % 3
    assert (
        "Nothing is asked of this seat now."
        in client.get(f"/t/{table.id}/seat/{other}/ask?q=can I do that now").text
    )
    assert "This can be done now:" in client.get(f"/t/{table.id}/ask?q=can I do that now").text
    part = client.get(f"/t/{table.id}/seat/{seat}/ask?q=who wins a tie&part=1").text
    assert "A tie" in part
    assert "<html" not in part
    assert client.get(f"/t/{table.id}/seat/9/ask?q=tie").status_code == 404
    room.close()
