"""Tests that what the rulebook has people reveal is told to everybody: on the pages and in the history."""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion.games.a_new_frontier.display.event_words import WORDS, event_words
from companion.games.a_new_frontier.rules.alpha import ChooseTarget
from companion.games.a_new_frontier.rules.planning import LayPlan
from companion.games.a_new_frontier.rules.plans import laid_of
from companion.games.a_new_frontier.rules.proposing import Propose
from companion.games.a_new_frontier.rules.state import Plan, State
from companion.games.a_new_frontier.rules.voting import Vote
from companion.games.contract import Decision, Player, Setup
from companion.simulation.simulate import new_game, steps
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.translation import speaking
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

from .build import BLUE, GAME, GREEN, RED, ask, give, lay, plan_all, play, start


def told(before: State, after: State) -> tuple[str, ...]:
    return GAME.happened(before, after)


def last_planned(state: State, plans: dict[int, Plan], **changes: object) -> tuple[State, State]:
    """The state before and after the last of three has planned."""
    for seat in (BLUE, GREEN):
        state = lay(state, seat, plans.get(seat, Plan()))
    return state, lay(state, RED, plans.get(RED, Plan()))


def test_after_planning_attacks_and_alpha_security_with_its_reason_are_told_p6():
    plans = {
        BLUE: Plan(attacks=((2, GREEN),), seize=2, bribe=1),
        GREEN: Plan(attacks=((1, RED),)),
        RED: Plan(attacks=((1, BLUE), (2, BLUE))),
    }
    before, after = last_planned(start(storm=1), plans)
    assert told(before, after)[:7] == (
        "Turn order: Blue, Green and Red",
        "Blue bribes Alpha Security with 1 credit",
        "Blue attacks Green at Planet 3 and seizes the initiative there",
        "Green attacks Red at Planet 2",
        "Red attacks Blue at Planet 2",
        "Red attacks Blue at Planet 3",
        "Alpha Security goes to Planet 4: with 0 attacks it has the fewest",
    )
    assert "Without strife, a prosperity token goes to Planet 4" in told(before, after)
    assert "Red: −2 prestige for attacks" in told(before, after)
    page = GAME.display.page(GAME.view(after, None), None)
    assert set(told(before, after)) == set(page.just_now)
    assert page.told == GAME.display.page(after, BLUE).told, "nothing of it is a secret"
    no_attack = last_planned(start(), {})
    assert "Nobody attacks" in told(*no_attack)


def test_a_tie_tells_who_bribed_or_that_the_lot_decided_and_what_is_cancelled_p6():
    plans = {seat: Plan(attacks=((seat + 1, (seat + 1) % 3),)) for seat in (BLUE, GREEN, RED)}
    _before, tied = last_planned(start(storm=1), plans)
    after = play(tied, GAME.answer(tied, ask(tied, "draw-target"), ("planet-2",)))
    assert told(tied, after)[:2] == (
        "Alpha Security goes to Planet 2: tied for the fewest attacks, and the lot decided",
        "Blue's attack at Planet 2 is cancelled for 3 credits",
    )
    plans[GREEN] = Plan(attacks=((2, RED),), bribe=2)
    _before, tied = last_planned(start(storm=1), plans)
    after = play(tied, ChooseTarget(GREEN, 3))
    assert told(tied, after)[0] == (
        "Alpha Security goes to Planet 4: tied for the fewest attacks, and Green bribed most"
    )


def test_income_and_what_each_built_are_told_by_planet_p6():
    plans = {BLUE: Plan(builds=((1, ("stingray", "stingray")), (2, ()))), GREEN: Plan(relocation=True)}
    _before, tied = last_planned(give(start(), RED, fleets=((("stingray",) * 6),) * 4), plans)
    after = play(tied, GAME.answer(tied, ask(tied, "draw-target"), ("planet-2",)))
    said = told(tied, after)
    assert "Planet 2, income: Blue 3, Green 3 and Red 3" in said
    assert "Blue builds at Planet 2: mine 4, 2\u00a0×\u00a0Stingray" in said
    assert "Blue builds at Planet 3: mine 4" in said
    assert "Blue pays 2 credits of maintenance at Planet 2" in said
    assert "Red pays 4 credits of maintenance at Planet 1" in said, "also in the storm"
    assert "Green pays for strategic relocation" in said
    assert "Exploration: nobody acts" in said


def fists(state: State, *laid: tuple[tuple[str, int], ...]) -> State:
    for seat, tokens in enumerate(laid):
        state = play(state, Vote(seat, tuple((token, "fist", count) for token, count in tokens)))
    return state


def voting() -> State:
    """Blue and Green square off; Blue has 3 influence."""
    plans = {BLUE: Plan(actions=(0, 2, 0, 0)), GREEN: Plan(actions=(0, 1, 0, 0), bids=(0, 1, 0, 0))}
    state = plan_all(start(), plans)
    assert state.phase == "politics"
    return play(state, Propose(GREEN, "contract", "red"), Propose(BLUE, "system", "blue"))


def test_a_vote_is_told_with_totals_fists_and_forfeits_p9():
    before = voting()
    after = fists(before, (("vote-b", 1), ("influence", 2), ("stake", 1)), (("vote-a", 1),), ())
    said = told(before, after)
    assert said[:6] == (
        "A, Contract Policy, red: 1 vote",
        "B, System Policy, blue: 3 votes",
        "Blue's fist: B +2, 2 credits staked",
        "Green's fist: A",
        "Red's fist: forfeited",
        "In force: System Policy, blue",
    )
    assert said[6:] == ("Blue: +1 VP, a vote won as initiator", "Blue: +3 VP, a stake won")
    (ballot,) = GAME.display.page(GAME.view(after, RED), RED).ballots
    assert ballot.sides == (
        ("A", "Contract Policy, red", 1, ""),
        ("B", "System Policy, blue", 3, "in force"),
    )
    assert ballot.fists == ((BLUE, "B +2, 2 credits staked"), (GREEN, "A"), (RED, "forfeited"))
    assert GAME.display.page(GAME.view(before, RED), RED).ballots == ()


def test_a_tied_vote_says_that_turn_order_decided_p9():
    before = voting()
    after = fists(before, (("vote-b", 1),), (("vote-a", 1),), ())
    assert "In force, by turn order: Contract Policy, red" in told(before, after)


def test_the_turn_so_far_begins_anew_and_older_turns_stay_in_the_history_only():
    """Over a whole game: every event has words in each language, and the log holds two turns at most."""
    rng, seen, lines = Random("events"), set(), 0
    state = new_game(GAME, 3, (("details", "pages"),), rng)
    for step in steps(GAME, state, GAME.players["random"], rng):
        added = step.after.log.since(step.before.log)
        with speaking("de"):
            assert all(event_words(step.after, each) for each in added)
        seen |= {each.kind for each in added}
        lines += len(added)
        turns = {each.turn for each in step.after.log.events}
        assert not turns or max(turns) - min(turns) <= 1
        page = GAME.display.page(step.after, None)
        assert page.told_turn in (step.after.turn, step.after.turn - 1)
    assert step.after.log.total == lines
    assert len(step.after.log.events) < lines
    assert seen <= WORDS.keys()
    assert len(seen) > 20


def test_pages_and_history_show_what_was_revealed(installed: None, tmp_path: Path) -> None:
    tables = Tables(Journal(tmp_path / "journal.db"))
    seats = tuple(Player(colour.capitalize(), colour) for colour in GAME.colours[:3])
    table = tables.create(GAME.name, setup_with_draws(GAME, Setup(seats), 3), seed=3)

    def submit(*decisions: Decision) -> None:
        for decision in decisions:
            table.submit(decision, table.number, f"step-{table.number:06}", "test")

    while any(q.chance is not None for q in table.questions):
        table.bag_draw(table.number, f"chance-{table.number:06}")
    planets = [planet for planet in range(4) if planet != table.state.storm]
    attacks = Plan(attacks=((planets[0], GREEN), (planets[1], GREEN)))
    submit(*(LayPlan(seat, laid_of(attacks if seat == BLUE else Plan())) for seat in range(3)))
    app = create_app(bare_room(tables))
    app.testing = True
    client = app.test_client()
    sentence = f"Blue attacks Green at Planet {planets[0] + 1}"
    for page in (f"/t/{table.id}/", f"/t/{table.id}/seat/2"):
        assert "Just revealed" in client.get(page).text
    for page in (f"/t/{table.id}/", f"/t/{table.id}/seat/2", f"/t/{table.id}/history?seat=2"):
        assert sentence in client.get(page).text, page
    line = table.history()[-1]
    assert (line.words, sentence in line.happened) == ("Red has finished planning", True)
    told = client.get(f"/api/v1/tables/{table.id}/history?seat=2").get_json()[-1]
    assert (told["words"], sentence in told["happened"]) == ("Red has finished planning", True)
    client.set_cookie("language", "de")
    assert "Alpha Security geht zu" in client.get(f"/t/{table.id}/history").text
    services_of(app).live.close()
    tables.close()
