"""Tests of suggestions for a seat that asks, and of the key moments of a finished game."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from time import monotonic
from typing import Any

import pytest

from companion import games
from companion.coach import helpers, reviews
from companion.coach.dealing import dealt, open_choice
from companion.coach.help_lamps import with_helped_lamps
from companion.coach.practice import answer
from companion.games.contract import Player, Setup, decision_to_json
from companion.plays.names import unnamed
from companion.plays.play import Seated
from companion.room.room import light_picture
from companion.simulation.simulate import steps
from companion.table.advice import SHADES, Graded, SeatAdvice
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.play import coach
from companion.web.request.services import services_of
from companion.web.transport.long_work import is_long
from tests.seat_record import seat_record
from tests.web.conftest import bare_room

SETUP = Setup((Player("Ada", "blue"), Player("Ben", "green")))


@pytest.fixture
def tables(tmp_path: Any) -> Iterator[Tables]:
    tables = Tables(Journal(tmp_path / "journal.db"), games.load)
    yield tables
    tables.close()


@pytest.fixture
def client(tables: Tables) -> Iterator[Any]:
    app = create_app(bare_room(tables))
    app.testing = True
    yield app.test_client()
    services_of(app).live.close()


def played(tables: Tables, steps: int, **settings: Any) -> Any:
    table = tables.create("new-frontiers", SETUP, seed=3, settings=Settings(**settings))
    choose, rng = table.game.players["sensible"].choose, Random(1)
    for step in range(steps):
        now = table.now
        if table.game.phase(now.state).over:
            break
        question = now.questions[0]
        options = table.game.options(now.state, question.player)
        decision = choose(table.game, now.state, question, options, rng)
        table.submit(decision, now.number, f"step-{step:06}", "test")
    return table


def asked_and_other(table: Any) -> tuple[int, int]:
    asked = table.questions[0].player
    return asked, 1 - asked


def test_a_seat_that_asks_gets_three_answers_that_it_may_give(client: Any, tables: Tables) -> None:
    table = played(tables, 0)
    asked, _other = asked_and_other(table)
    page = client.get(f"/t/{table.id}/seat/{asked}/suggest")
    assert page.status_code == 200
    told = re.findall(r"<h2>\d\. (.*?)</h2>", page.text)
    options = {option.words for option in table.game.options(table.state, asked)}
    assert len(told) == 3
    assert set(told) <= options
    assert "simulations expect" in page.text
    assert "a judge that learnt from whole games" in page.text  # else 37 VP to 40 "wins some 66 of 100 games"
    assert [(note.what, note.player) for note in table.notes()] == [("helped", asked)]


def test_who_is_not_asked_gets_no_advice(client: Any, tables: Tables) -> None:
    table = played(tables, 0)
    _asked, other = asked_and_other(table)
    page = client.get(f"/t/{table.id}/seat/{other}/suggest")
    assert "Nothing is asked of you now." in page.text
    assert "simulation" not in page.text.replace("simulations of", "")
    assert table.notes() == ()


def test_suggestions_are_offered_on_the_own_page_alone_and_only_where_the_table_wants_them(
    client: Any, tables: Tables
) -> None:
    table = played(tables, 0)
    asked, other = asked_and_other(table)
    link = f"/t/{table.id}/seat/{asked}/suggest"
    assert link in client.get(f"/t/{table.id}/seat/{asked}").text
    assert "/suggest" not in client.get(f"/t/{table.id}/seat/{other}").text
    assert "/suggest" not in client.get(f"/t/{table.id}/").text
    table.set(coach="off")
    assert "/suggest" not in client.get(f"/t/{table.id}/seat/{asked}").text
    refused = client.get(link)
    assert refused.status_code == 403
    assert "plays without the coach" in refused.text


def test_a_seat_chooses_its_help_and_pages_show_it_to_that_seat_alone(client: Any, tables: Tables) -> None:
    table = played(tables, 0)
    asked, other = asked_and_other(table)
    address = f"/t/{table.id}/seat/{asked}/help"
    assert address in client.get(f"/t/{table.id}/seat/{asked}").text
    assert address in client.get(f"/t/{table.id}/set-up").text
    assert re.findall(r'aria-pressed="true"[^>]*"level": "(\w+)"', client.get(address).text) == ["none"]
    chosen = client.post(f"/t/{table.id}/help-level", json={"seat": asked, "level": "guided"})
    assert chosen.status_code == 200
    assert re.findall(r'aria-pressed="true"[^>]*"level": "(\w+)"', client.get(address).text) == ["guided"]
    assert tables.open(table.id).settings.helped == {str(asked): "guided"}
    wait_for_advice(table, client, f"/t/{table.id}/seat/{asked}")
    own, tablet = client.get(f"/t/{table.id}/seat/{asked}").text, client.get(f"/t/{table.id}/").text
    answers = len(table.game.options(table.state, asked))
    assert own.count('<span class="hint">') == answers
    assert tablet.count('<span class="hint">') == answers
    assert re.search(r"About as good as|of 100 games fewer than the best", own)
    for page in (own, tablet):
        assert set(re.findall(r'<i class="shade (\w+)"', page)) <= {"good", "fair", "poor"}
        assert re.search(r'<b(?: class="hidden-visually")?>(good choice|in between|poor choice)</b>', page), (
            "the shade in a word, too"
        )
    assert 'class="shade' not in client.get(f"/t/{table.id}/seat/{other}").text
    client.post(f"/t/{table.id}/help-level", json={"seat": asked, "level": "taught"})
    own = client.get(f"/t/{table.id}/seat/{asked}").text
    assert own.count('<span class="hint">') == 1
    assert "recommended" in own
    assert "data-lesson=" in own, "who is taught has the lessons, whatever the table wants"
    assert "data-lesson=" not in client.get(f"/t/{table.id}/seat/{other}").text
    client.post(f"/t/{table.id}/help-level", json={"seat": asked, "level": "none"})
    for page in (f"/t/{table.id}/", f"/t/{table.id}/seat/{asked}"):
        assert 'class="shade' not in client.get(page).text


@pytest.mark.parametrize("body", [{"seat": 9, "level": "guided"}, {"seat": 0, "level": "much"}, {"seat": 0}])
def test_wrong_help_is_refused_in_a_sentence(client: Any, tables: Tables, body: Any) -> None:
    table = played(tables, 0)
    answer = client.post(f"/t/{table.id}/help-level", json=body)
    assert answer.status_code == 400
    assert answer.json["sentence"].endswith(".")
    table.set(coach="off")
    assert client.post(f"/t/{table.id}/help-level", json={"seat": 0, "level": "guided"}).status_code == 403
    assert "seat/0/help" not in client.get(f"/t/{table.id}/seat/0").text


def wait_for_advice(table: Any, client: Any, page: str) -> None:
    """Until the coach has answered, which it begins to do when a page is rendered."""
    client.get(page)
    with table.subscribe() as news:
        while table.now.around.advice is None:
            assert news.get(60) is not None


def test_a_game_without_a_coach_offers_none(client: Any, tables: Tables) -> None:
    three = Setup((*SETUP.players, Player("Cleo", "red")))
    table = tables.create("a-new-frontier", three, seed=1)
    assert "/suggest" not in client.get(f"/t/{table.id}/seat/0").text
    assert client.post(f"/t/{table.id}/help-level", json={"seat": 0, "level": "guided"}).status_code == 409
    assert client.post(f"/t/{table.id}/fork", data={"round": 1, "seat": 0}).status_code == 409
    assert "Suggestions by the coach" not in client.get(f"/t/{table.id}/settings").text


def test_where_the_coach_needs_a_hand_nothing_is_offered_that_it_cannot_do_without(
    client: Any, tables: Tables
) -> None:
    table = tables.create("race-for-the-galaxy", SETUP, seed=1)
    page = client.get(f"/t/{table.id}/seat/0").text
    assert "/suggest" not in page
    assert f"/t/{table.id}/seat/0/help" in page
    for path, sentence in (
        ("seat/0/suggest", "needs the hand of the player who asks"),
        ("moments", "Nobody knows what was in a hand"),
    ):
        said = client.get(f"/t/{table.id}/{path}")
        assert said.status_code == 200
        assert sentence in said.text
    assert "Suggestions by the coach" in client.get(f"/t/{table.id}/settings").text


def test_the_coach_works_in_the_pool_for_long_work() -> None:
    assert is_long(coach.suggestions)
    assert is_long(coach.moments)


@pytest.mark.slow
def test_the_moments_of_a_finished_game_come_with_progress(
    client: Any, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.coach.moments.QUICK_SEARCH_SECONDS", 0.02)
    monkeypatch.setattr("companion.coach.moments.FULL_SEARCH_SECONDS", 0.1)
    monkeypatch.setattr("companion.coach.moments.MIN_SWING", -1e9)
    # Whole games that confirm all that the search says.
    monkeypatch.setattr(
        "companion.coach.moments.games_apart", lambda *given: [given[2].worth or 0.1] * given[-1]
    )
    monkeypatch.setattr(reviews, "REVIEW_SLICE_SECONDS", 0.5)
    table = played(tables, 500)
    assert table.game.phase(table.state).over
    assert f"/t/{table.id}/moments" in client.get(f"/t/{table.id}/score").text
    assert f"/t/{table.id}/moments" in client.get(f"/t/{table.id}/finale").text
    assert f"/t/{table.id}/moments" in client.get(f"/plays/table-{table.id}").text
    seen = []
    for _ in range(200):
        page = client.get(f"/t/{table.id}/moments").text
        assert 'http-equiv="refresh"' not in page, "a page that loads itself anew is taken from its reader"
        if "<progress" not in page:
            break
        seen.append(int(re.search(r'<progress max="\d+" value="(\d+)"', page)[1]))  # type: ignore[index]
    assert seen == sorted(seen)
    assert len(seen) > 1
    rounds = [int(found) for found in re.findall(r"<h2>Round (\d+)", page)]
    assert len(rounds) == 3
    assert rounds == sorted(rounds)
    assert len(set(rounds)) == 3, "they are spread over the game"
    assert len(re.findall(r"\d+ percentage points? (?:less )?like\w+ \(\d+ to \d+\)", page)) == 3
    assert "played on to the end 200 times from either answer" in page


def test_a_game_in_play_has_no_moments_yet(client: Any, tables: Tables) -> None:
    table = played(tables, 20)
    answer = client.get(f"/t/{table.id}/moments")
    assert answer.status_code == 303
    assert answer.location.endswith(f"/t/{table.id}/")


@pytest.mark.slow
def test_practice_alone_is_answered_by_the_coach_until_it_is_over(
    client: Any, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.coach.practice.MAX_THINKING_SECONDS", 0.02)
    begun = client.post("/practise", data={"game": "new-frontiers", "name-0": "Ada", "colour-0": "green"})
    assert begun.status_code == 303
    table_id = begun.location.split("/t/")[1].split("/")[0]
    assert begun.location.endswith(f"/t/{table_id}/seat/0")
    table = tables.open(table_id)
    assert [player.name for player in table.setup.players] == ["Ada", "Coach"]
    assert table.setup.players[0].colour == "green"
    choose, rng = table.game.players["sensible"].choose, Random(1)
    watch = table.subscribe()
    deadline = monotonic() + 120
    while not table.game.phase(table.now.state).over:
        assert monotonic() < deadline
        now = table.now
        question = now.questions[0] if now.questions else None
        if question is None or question.player != 0:
            watch.get(1.0)
            continue
        options = table.game.options(now.state, 0)
        decision = choose(table.game, now.state, question, options, rng)
        table.submit(decision, now.number, f"ada-{now.number:06}", "test")
    watch.close()
    by = {entry.by for entry in table.entries() if entry.kind == "decision" and entry.player == 1}
    assert by == {"computer player"}


@pytest.mark.parametrize(
    "name", ["race-for-the-galaxy", pytest.param("new-frontiers", marks=pytest.mark.slow)]
)
def test_one_plays_on_from_a_round_of_a_finished_game_against_the_coach(
    client: Any, tables: Tables, name: str
) -> None:
    table = tables.create(name, with_draws(name), seed=3, settings=Settings(draws="hand"))
    game = table.game
    for count, step in enumerate(steps(game, table.state, game.players["sensible"], Random(5))):
        table.submit(step.decision, table.number, f"played {count:06}", "test")
    assert f"/t/{table.id}/moments" in client.get(f"/t/{table.id}/score").text
    assert f"/t/{table.id}/moments#fork" in client.get(f"/plays/table-{table.id}").text
    assert 'id="fork"' in (page := client.get(f"/t/{table.id}/moments").text)
    assert "/fork" in page
    before, entries = table.state, table.entries()
    begun = client.post(f"/t/{table.id}/fork", data={"round": 3, "seat": 1})
    assert begun.status_code == 303
    again = tables.open(begun.location.split("/t/")[1].split("/")[0])
    assert begun.location.endswith(f"/t/{again.id}/seat/1")
    assert not game.phase(again.state).over
    names = [player.name for player in again.setup.players]
    assert names == ["Coach", table.setup.players[1].name, "Coach 2"]
    assert not [entry for entry in again.entries() if table.setup.players[0].name in entry.words]
    assert dict(again.settings.computers) == {"0": "coach", "2": "coach"}
    begins = next(
        node.state for _entry, node in table.path(table.number) if game.phase(node.state).round == 3
    )
    forked = again.path(again.number)
    there = next(node.state for _entry, node in forked if game.phase(node.state).round == 3)
    numbers = [{f.path: f.value for f in game.facts(it) if type(f.value) is int} for it in (begins, there)]
    assert numbers[0] == numbers[1]
    assert table.state == before
    assert table.entries() == entries
    for wrong in ({"round": 99, "seat": 1}, {"round": 3, "seat": 7}):
        assert client.post(f"/t/{table.id}/fork", data=wrong).status_code == 409
    assert client.post(f"/t/{again.id}/fork", data={"round": 1, "seat": 0}).status_code == 409


def with_draws(name: str) -> Setup:
    game = games.load(name)
    people = tuple(Player(who, game.colours[at]) for at, who in enumerate(("Mia", "Noa", "Pia")))
    return setup_with_draws(game, Setup(people).stating(game.setup_options()), 3)


def test_practice_is_no_game_of_last_time(client: Any, tables: Tables) -> None:
    """A new game would offer the coach as a player, and begin "like last time" with it."""
    fresh = client.get("/new?game=new-frontiers").text
    client.post("/practise", data={"game": "new-frontiers"})
    assert client.get("/new?game=new-frontiers").text == fresh
    (row,) = tables.list()
    tables.open(row.id).set(pages={})  # a party's table is
    assert 'value="Coach"' in client.get("/new?game=new-frontiers").text


def test_who_practises_without_a_name_is_called_by_the_colour(client: Any, tables: Tables) -> None:
    """Sentences tell of a player: "You chooses Develop" and "Du zieht 2 Karten" stood on the pages."""
    for code, called in (("en", "Green"), ("de", "Grün"), ("fr", "Vert"), ("es", "Verde")):
        said = {"game": "race-for-the-galaxy", "colour-0": "green"}
        begun = client.post("/practise", data=said, headers={"Accept-Language": code})
        table = tables.open(begun.location.split("/t/")[1].split("/")[0])
        assert table.setup.players[0].name == called
        assert unnamed(Seated(called, table.setup.players[0].colour)), "a name that its plays would keep"


def test_practice_is_offered_where_there_is_a_coach(client: Any) -> None:
    assert 'formaction="/practise"' in client.get("/new?game=new-frontiers").text
    assert 'formaction="/practise"' in client.get("/new?game=race-for-the-galaxy").text
    assert "/practise" not in client.get("/new?game=a-new-frontier").text
    assert client.post("/practise", data={"game": "a-new-frontier"}).status_code == 409


@pytest.fixture
def practised(client: Any, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A practice table with cards in hand, whose coach answers here."""
    monkeypatch.setattr("companion.coach.practice.Practice.follow", lambda self, table: None)
    monkeypatch.setattr(tables, "create", partial(tables.create, seed=1))
    begun = client.post("/practise", data={"game": "race-for-the-galaxy", "name-0": "Ada"})
    table = tables.open(begun.location.split("/t/")[1].split("/")[0])
    table.set(computers={"1": "sensible"})  # whose answers hang on no clock, so that each run is the same
    return table


def hand_of(client: Any, table: Any, seat: int, since: int = 0) -> Any:
    body = {"since": since, "cards": [], "drawn": [], "look": 0, "keep": 0, "discard": 0}
    return client.post(f"/t/{table.id}/seat/{seat}/hand", json=body).json


def choose(client: Any, table: Any, cards: Any, seat: int = 0) -> Any:
    body = {"seen": table.number, "key": f"choice-{table.number:06}", "cards": list(cards)}
    return client.post(f"/t/{table.id}/seat/{seat}/hand/chosen", json=body)


def test_practice_with_cards_in_hand_is_dealt_by_the_companion(
    client: Any, tables: Tables, practised: Any
) -> None:
    """The page lists the cards that the companion dealt, and asks which are kept and discarded; what was
    chosen is so. Nobody reads the coach's cards, nor, but in the own hand, those that were chosen."""
    table, game, rng = practised, practised.game, Random(1)
    assert "data-dealt" in client.get(f"/t/{table.id}/seat/0").text

    def fronts(cards: Any) -> list[str]:
        return sorted(game.own_hand.front(table.state, card) for card in cards)

    placed, last, seen, asked = 0, hand_of(client, table, 0), set(), set()
    assert hand_of(client, table, 1)["known"]["cards"] == []
    while not game.phase(table.state).over:
        now = table.now
        if answer(table, now):
            continue
        last = hand_of(client, table, 0, last["at"])
        assert (last["known"]["look"], last["known"]["discard"]) == (0, 0)
        assert not re.search("data-hand-drop|data-hand-add|knows no card", last["html"]), "nobody is asked"
        if (choice := open_choice(table, now.number)) is not None:
            assert last["html"].count('type="checkbox"') == len(choice.cards)
            assert " checked" not in last["html"], "she chooses"
            assert choice.words in html.unescape(last["html"])
            chosen = rng.sample(choice.cards, choice.count)
            assert choose(client, table, fronts(chosen)).status_code == 200
            assert table.now.last.entry.player == 0
            for viewer in (None, 1):
                text = json.dumps(seat_record(table, viewer), default=str)
                assert [card for card in choice.cards if f'"{card}"' in text] == []
            held = fronts(dealt(table, table.number)[0].hand(dealt(table, table.number)[1], 0))
            kept = chosen if choice.keeps else [card for card in choice.cards if card not in chosen]
            assert not Counter(fronts(kept)) - Counter(held)
            asked.add(choice.keeps)
            continue
        assert len(last["known"]["cards"]) == now.state.empires[0].hand
        assert f"My hand: {now.state.empires[0].hand} card" in last["html"]
        question = next(q for q in now.questions if q.player == 0 and not q.optional)
        if question.kind not in seen:
            page = client.get(f"/t/{table.id}/seat/0").text
            assert not re.search("New (?:world|development):", page), "nor for a card that is not among them"
            seen.add(question.kind)
        own = [game.own_hand.front(now.state, card) for card in last["known"]["cards"]]
        options = [
            one
            for one in game.options(now.state, 0)
            if one.tile is None
            or not question.kind.startswith("place")
            or game.own_hand.front(now.state, one.tile) in own
        ]
        taken = rng.choice([one for one in options if one.tile is not None] or options)
        placed += taken.tile is not None
        table.submit(taken.decision, now.number, f"ada-{now.number:06}", "test")
    assert placed > 3
    assert asked == {True, False}
    assert {"explored", "place-world"} <= seen
    dealer, hands = dealt(table, table.number)
    cards = [*dealer.hand(hands, 0), *dealer.hand(hands, 1)]
    assert len(set(cards)) == len(cards)
    assert hand_of(client, table, 0)["over"]
    # Read anew from its journal, everybody holds the same.
    tables.close()
    again = Tables(tables.journal, games.load).open(table.id)
    assert dealt(again, again.number)[1] == hands


def test_before_anything_else_a_practising_player_chooses_cards(client: Any, practised: Any) -> None:
    table = practised
    choice = open_choice(table, table.number)
    assert choice is not None
    assert not answer(table, table.now), "the coach waits"
    first = table.game.options(table.state, 0)[0].decision
    body = {"seen": table.number, "key": "too-early", "decision": decision_to_json(first)}
    early = client.post(f"/t/{table.id}/decisions", json=body)
    assert (early.status_code, "First Ada chooses cards" in early.json["sentence"]) == (422, True)
    fronts = [table.game.own_hand.front(table.state, card) for card in choice.cards]
    for wrong in (fronts[:1], fronts[:3], ["W999", fronts[0]]):
        refused = choose(client, table, wrong)
        assert (refused.status_code, refused.json["sentence"][-1]) == (422, ".")
    assert choose(client, table, fronts[:2], seat=1).status_code == 422, "the coach's are not hers to choose"
    said = client.post(
        f"/t/{table.id}/seat/0/hand/help", json={"since": hand_of(client, table, 0)["at"], "cards": []}
    )
    assert "The coach would discard" in said.json["html"]
    asked_at = f'data-chosen="{table.number}"'
    assert asked_at in hand_of(client, table, 0)["html"], "a second tap answers this question"
    key = {"seen": table.number, "key": "the same choice", "cards": fronts[:2]}
    answers = [client.post(f"/t/{table.id}/seat/0/hand/chosen", json=key) for _twice in range(2)]
    assert [one.status_code for one in answers] == [200, 200]
    assert answers[0].json == answers[1].json
    second = client.post(f"/t/{table.id}/seat/0/hand/chosen", json=key | {"key": "a second tap"})
    assert second.status_code == 409
    assert choose(client, table, fronts[:2]).status_code == 422, "it is chosen"
    assert open_choice(table, table.number) is None
    held = hand_of(client, table, 0)["known"]["cards"]
    assert sorted(held) == sorted(fronts[2:])
    table.undo(table.number, "take it back", "test", seat=0)
    assert open_choice(table, table.number) == choice
    assert "data-chosen" in hand_of(client, table, 0)["html"]
    assert choose(client, table, fronts[4:]).status_code == 200
    assert sorted(hand_of(client, table, 0)["known"]["cards"]) == sorted(fronts[:4])
    # A card that she does not hold is no answer, whatever page sends it.
    for seat in (0, 1):
        settles = {"do": "choose-actions", "player": seat, "actions": ["settle"]}
        table.submit(table.game.decision(settles), table.number, f"settle-{seat}-now", "test")
    option = next(
        one
        for one in table.game.options(table.state, 0)
        if one.tile and table.game.own_hand.front(table.state, one.tile) not in fronts[:4]
    )
    body = {"seen": table.number, "key": "not in hand", "decision": decision_to_json(option.decision)}
    refused = client.post(f"/t/{table.id}/decisions", json=body)
    assert (refused.status_code, "not in the hand" in refused.json["sentence"]) == (422, True)


def test_a_step_sent_again_is_answered_alike_though_cards_are_chosen_now(client: Any, practised: Any) -> None:
    table = practised
    choice = open_choice(table, table.number)
    assert choice is not None
    fronts = [table.game.own_hand.front(table.state, card) for card in choice.usual]
    assert choose(client, table, fronts).status_code == 200
    action = {"do": "choose-actions", "player": 0, "actions": ["explore-5"]}
    body = {"seen": table.number, "key": "the same action", "decision": action}
    first = client.post(f"/t/{table.id}/decisions", json=body)
    coachs = {"do": "choose-actions", "player": 1, "actions": ["develop"]}
    table.submit(table.game.decision(coachs), table.number, "the coach's one", "test")
    assert open_choice(table, table.number) is not None
    again = client.post(f"/t/{table.id}/decisions", json=body)
    assert (first.status_code, again.status_code, again.json) == (200, 200, first.json)


def test_a_practice_table_begun_before_chooses_nothing(client: Any, tables: Tables, practised: Any) -> None:
    """Its setup names nobody: the dealer keeps and discards for all, as it did."""
    setup = practised.setup
    old = setup.changed(options=tuple(one for one in setup.options if one[0] != "choosers"))
    table = tables.create(practised.game.name, old, settings=practised.settings)
    assert open_choice(table, table.number) is None
    assert "it keeps the best" in hand_of(client, table, 0)["html"]
    assert len(hand_of(client, table, 0)["known"]["cards"]) == 4
    assert answer(table, table.now)


@pytest.mark.slow
def test_a_beginner_and_an_expert_through_two_rounds(
    client: Any, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The beginner's answers have shades on the own page, the tablet and the lamps; the expert's none."""

    def grade(_game: Any, _coaching: Any, _view: Any, question: Any, options: Any, _seed: str) -> SeatAdvice:
        graded = (Graded(one.decision, SHADES[n % 3], float(n % 3)) for n, one in enumerate(options))
        return SeatAdvice(question.player, question.kind, tuple(graded))

    monkeypatch.setattr(helpers, "grade", grade)
    table = tables.create("new-frontiers", SETUP, seed=3, settings=Settings(helped={"0": "guided"}))
    here, choose, rng = helpers.Helpers(), table.game.players["sensible"].choose, Random(1)
    seen = {0: 0, 1: 0}
    while table.game.phase(table.state).round <= 2:
        question = table.questions[0]
        asked, options = question.player, table.game.options(table.state, question.player)
        here._think(table, table.now)
        own, tablet = (client.get(f"/t/{table.id}/{page}").text for page in (f"seat/{asked}", ""))
        plain = light_picture(table.game, table.state)
        lit = with_helped_lamps(table, table.now, plain)
        wanted = [SHADES[n % 3] for n in range(len(options))] if asked == 0 and len(options) > 1 else []
        for page in (own, tablet):
            answers = re.findall(r'<button type="button" class="answer.*?</button>', page, re.S)
            shades = [shade for answer in answers for shade in re.findall(r'class="shade (\w+)', answer)]
            assert sorted(shades) == sorted(wanted), (asked, question.kind)
        assert (lit != plain) == (bool(wanted) and question.kind == "select-action")
        seen[asked] += question.kind == "select-action"
        decision = choose(table.game, table.state, question, options, rng)
        table.submit(decision, table.number, f"step-{table.number:06}", "test")
    assert min(seen.values()) >= 2
