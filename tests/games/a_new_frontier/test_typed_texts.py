"""Tests that what an owner typed of a card stands wherever that card is shown (p. 7, 9 to 11)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.box.editing import tile_text
from companion.games.a_new_frontier.rules.fight.cards import ChooseStrategy
from companion.games.a_new_frontier.rules.marketing import ClaimMission, DrawMissions, TakeMission
from companion.games.a_new_frontier.rules.planning import LayPlan
from companion.games.a_new_frontier.rules.plans import laid_of
from companion.games.a_new_frontier.rules.proposing import Propose
from companion.games.a_new_frontier.rules.state import Plan
from companion.games.a_new_frontier.rules.techs import techs_form
from companion.games.a_new_frontier.wording.names import agenda_words
from companion.games.contract import Player, Setup
from companion.games.contract.box import BoxTile
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

from .build import BLUE, GAME, GREEN, ask, follow, give, offers, plan_all, play, start
from .test_remembering import mission, with_entries

MISSION = mission("green-5", "steal-3")
TECH = ("technology", {"id": "technology-tactics-3", "text": "mind the dice", "needs": 3})
SHOWN = "steal-3 (green)"


def test_a_mission_s_text_stands_in_the_row_in_choices_and_in_what_was_done():
    state = with_entries(start(players=4), MISSION)
    state = give(state.changed(offered=("green-5", "white-1")), BLUE, missions=("green-5",))
    page = GAME.display.page(state, BLUE)
    assert page.offered == (SHOWN, "white mission 1")
    assert page.own.missions == (SHOWN,)
    said = [option.words for option in offers(state, BLUE, "claim-mission")]
    assert said == [f"Completed: {SHOWN}"]
    for step in (
        TakeMission(BLUE, "green-5"),
        ClaimMission(BLUE, "green-5"),
        DrawMissions(None, ("green-5",)),
    ):
        assert SHOWN in GAME.words(state, step)
    done = give(state, BLUE, completed=("green-5",), missions=())
    tokens = GAME.questions(done)
    effects = next(q.form for q in tokens if q.kind == "tell-effect" and q.player == BLUE)
    assert SHOWN in [token.words for token in effects.tokens], "as what brought something"


def test_an_agenda_s_text_stands_where_it_is_proposed_and_in_force():
    policy = {"id": "policy-2", "red": "all contracts pay", "blue": "none pay", "planet": "no"}
    state = with_entries(start(), ("policy", policy))
    state = plan_all(state, {seat: Plan(actions=(0, 2, 0, 0)) for seat in (BLUE, GREEN)})
    state = follow(state, "politics")
    seat = next(q.player for q in GAME.questions(state) if q.kind == "propose")
    words = "Contract Policy, red: all contracts pay"
    (option,) = [o for o in offers(state, seat, "propose") if o.decision == Propose(seat, "contract", "red")]
    assert option.words == words
    proposed = play(state, option.decision)
    assert words in GAME.display.page(proposed, GREEN).squaring.proposals
    assert words in GAME.words(state, option.decision)
    in_force = state.changed(agendas=(("contract", "red", -1),))
    assert GAME.display.page(in_force, None).agendas == (words,)
    assert agenda_words(state.book, "renamed since", "red") == "renamed since, red"


def test_a_conflict_card_s_text_stands_where_it_is_chosen_and_played():
    book = GAME.book
    strategy = {
        "id": "strategy-1",
        "name": book.strategies[0],
        "text": "strike first",
        "tactics": ["tactic-01"],
    }
    card = {"id": "tactic-01", "name": book.tactics[0], "text": "hide well"}
    state = with_entries(start(), ("strategy", strategy), ("tactic", card))
    state = plan_all(state, {BLUE: Plan(attacks=((1, GREEN),))})
    state = follow(state, "planets") if state.phase != "planets" else state
    shown = f"{book.strategies[0]}: strike first"
    choice = next(o for o in offers(state, BLUE, "choose-strategy") if o.words.startswith(shown))
    state = play(state, choice.decision)
    (side,) = [side for side in GAME.display.page(state, BLUE).fight.sides if side.seat == BLUE]
    assert side.strategy == shown
    (other,) = [
        side for side in GAME.display.page(GAME.view(state, GREEN), GREEN).fight.sides if side.seat == BLUE
    ]
    assert other.strategy == "chosen", "a chosen card is hidden until all have chosen"
    cards = (book.strategies[0],) * 3
    fight = replace(state.step.fight, stage="tactics", strategies=cards, strengths=(4, 4, 4))
    state = state.changed(step=replace(state.step, fight=fight))
    assert [o.words for o in offers(state, BLUE, "choose-tactics")] == [f"{book.tactics[0]}: hide well"]


@pytest.mark.parametrize("might", [-5, 2, 0])
def test_the_strength_that_is_offered_says_what_it_comes_from_p7(might: int):
    """It offered 3 and said that the ships give 8: a strategy that was entered takes 5."""
    strategy = {"id": "strategy-1", "name": GAME.book.strategies[0]} | ({"might": might} if might else {})
    state = plan_all(with_entries(start(), ("strategy", strategy)), {BLUE: Plan(attacks=((1, GREEN),))})
    state = play(state, *(ChooseStrategy(seat, GAME.book.strategies[0]) for seat in (BLUE, GREEN)))
    asked = ask(state, "tell-strength", BLUE)
    cards = f", the cards entered {might:+}".replace("-", "\u2212") if might else ""
    assert asked.text == f"Blue: your strength at Planet 2? The ships give 4{cards}."
    assert asked.form.usual == max(0, 4 + might)


def test_a_technology_s_text_stands_where_it_is_chosen_and_where_it_lies():
    state = give(with_entries(start(), TECH), BLUE, techs=("tactics-3",), coming=("tactics-2A",))
    words = {item.id: item.words for item in techs_form(state, GREEN, 4, 4).items}
    assert words["tactics-3"] == "Tactics 3: mind the dice"
    assert words["tactics-1A"] == "Tactics 1A", "nothing is known of it"
    own = GAME.display.page(state, BLUE).own
    assert (own.techs, own.coming) == (("Tactics 3: mind the dice",), ("Tactics 2A",))


def test_the_list_of_draws_names_what_people_hold_in_their_hands(installed: None, tmp_path: Path) -> None:
    """Missions by their texts, planets and factions by the owner's names; the number still finds them."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    seats = tuple(Player(colour.capitalize(), colour) for colour in GAME.colours[:3])
    text = "".join(tile_text(BoxTile(type, fields)) for type, fields in (MISSION, TECH))
    setup = setup_with_draws(GAME, Setup(seats, (("details", "pages"),), box=text), 3)
    table = tables.create(GAME.name, setup, seed=3, settings=Settings(draws="hand"))
    app = create_app(bare_room(tables))
    app.testing = True
    page = app.test_client().get(f"/t/{table.id}/").text
    row = page.partition('value="green-5"')[2].partition("</label>")[0]
    assert f"<span>{SHOWN}</span>" in row
    other = page.partition('value="green-4"')[2].partition("</label>")[0]
    assert "<span>green mission 4</span>" in other
    assert 'data-words="green mission 4 green-4"' in page
    services_of(app).live.close()
    tables.close()


def test_setup_s_draws_name_factions_and_planets():
    factions, storm = GAME.setup_draws(Setup(tuple(Player(c, c) for c in GAME.colours[:3])))
    assert factions.called("faction-2") == "Alpha Venture"
    assert storm.called("planet-1") == GAME.book.planets[0]


def test_plans_do_not_change_by_texts():
    """The text is shown; nothing is computed from it."""
    plain, typed = start(), with_entries(start(), MISSION, TECH)
    step = LayPlan(BLUE, laid_of(Plan(actions=(1, 0, 0, 0))))
    assert play(plain, step).corps == play(typed, step).corps
