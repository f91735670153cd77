"""Tests of the table's page of A New Frontier: questions that play does not wait for do not crowd it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.a_new_frontier.display.chart import HEIGHT, WIDTH, chart
from companion.games.a_new_frontier.rules.fight.cards import ChooseStrategy
from companion.games.a_new_frontier.rules.planning import LayPlan
from companion.games.a_new_frontier.rules.plans import laid_of
from companion.games.a_new_frontier.rules.state import Attack, Plan
from companion.games.a_new_frontier.wording.names import policy_words
from companion.games.contract import Amount, Decision, Player, Setup
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.live.answer_buttons import answer_group
from companion.web.request.services import services_of
from tests.games.a_new_frontier.build import BLUE, GAME, GREEN, asked, plan_all, start
from tests.web.conftest import bare_room


def test_a_strength_is_told_by_its_owner_and_no_other_page_names_another_number(
    installed: None, tmp_path: Path
) -> None:
    """The ships are hidden until their strength is indicated (p. 7)."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    seats = tuple(Player(colour.capitalize(), colour) for colour in GAME.colours[:3])
    table = tables.create(GAME.name, setup_with_draws(GAME, Setup(seats), 3), seed=3)

    def submit(*decisions: Decision) -> None:
        for decision in decisions:
            table.submit(decision, table.number, f"step-{table.number:06}", "test")

    def resolve_chance() -> None:
        while any(q.chance is not None for q in table.questions):
            table.bag_draw(table.number, f"chance-{table.number:06}")

    resolve_chance()
    planets = [planet for planet in range(4) if planet != table.state.storm]
    attacks = Plan(attacks=((planets[0], GREEN), (planets[1], GREEN)))
    submit(*(LayPlan(seat, laid_of(attacks if seat == BLUE else Plan())) for seat in range(3)))
    resolve_chance()
    asked = [q for q in table.questions if q.kind == "choose-strategy"]
    submit(*(ChooseStrategy(q.player, GAME.book.strategies[0]) for q in asked))
    question = next(q for q in table.questions if q.kind == "tell-strength" and q.player == BLUE)
    assert isinstance(question.form, Amount)
    assert question.form.usual == 4
    app = create_app(bare_room(tables))
    app.testing = True
    client = app.test_client()
    api = f"/api/v1/tables/{table.id}"
    assert "The ships give 4." in client.get(f"/t/{table.id}/seat/0").text
    assert "The ships give 4." in client.get(f"{api}?seat=0").text
    for others in (
        f"/t/{table.id}/",
        f"/t/{table.id}/seat/2",
        f"/t/{table.id}/state",
        api,
        f"{api}?seat=2",
        "/",
    ):
        page = client.get(others).text
        assert "The ships give" not in page, others
        assert 'id="form-0-tell-strength"' not in page, others
    assert "Blue: your strength at" in client.get(f"/t/{table.id}/").text
    services_of(app).live.close()
    tables.close()


@pytest.mark.parametrize(("players", "folded"), [(3, False), (5, True)])
def test_what_nobody_waits_for_is_folded_where_there_is_much(
    installed: None, tmp_path: Path, players: int, folded: bool
) -> None:
    tables = Tables(Journal(tmp_path / "journal.db"))
    seats = tuple(Player(colour.capitalize(), colour) for colour in GAME.colours[:players])
    table = tables.create(GAME.name, setup_with_draws(GAME, Setup(seats), 3), seed=3)
    while any(q.chance is not None for q in table.questions):
        table.bag_draw(table.number, f"chance-{table.number:06}")
    optional = sum(q.optional for q in table.questions)
    app = create_app(bare_room(tables))
    app.testing = True
    page = app.test_client().get(f"/t/{table.id}/").text
    assert page.count('popovertarget="aside-') == optional
    assert ('id="asides-fold"' in page) == folded == (optional > 3)
    own = app.test_client().get(f"/t/{table.id}/seat/0").text
    assert 'id="asides-fold"' not in own
    services_of(app).live.close()
    tables.close()


def test_the_tablet_has_the_planets_as_a_map_and_the_technologies_as_a_tree() -> None:
    """Drawn from how the table began, the same for everybody; it tells what lies open."""
    state = start(3, 1)
    attacks = (Attack(BLUE, 2, GREEN), Attack(2, 2, GREEN))
    state = state.changed(attacks=attacks).with_corp(BLUE, techs=("tactics-1A",))
    state = state.with_corp(GREEN, coming=("tactics-1A",))
    shown, seen = chart(state), chart(GAME.view(state, GREEN))
    assert shown == seen == chart(start(3, 1).changed(corps=state.corps, attacks=attacks))
    assert [(orb.x, orb.tint) for orb in shown.orbs] != [(orb.x, orb.tint) for orb in chart(start(3, 2)).orbs]
    assert [orb.fleets for orb in shown.orbs] == [(3, 3, 3)] * 4
    assert shown.orbs[2].attacks == ((BLUE, GREEN), (2, GREEN))
    assert [orb.stormy for orb in shown.orbs] == [True, False, False, False]
    for orb in shown.orbs:
        assert orb.r + 5 <= orb.y <= HEIGHT - orb.r - 37
        assert 5 * 15 <= orb.x <= WIDTH - 5 * 15
    tree = dict(shown.branches)
    assert len(tree) == 10
    first = tree["Tactics"][0]
    assert (first.place, first.left, first.owners) == ("1A", 2, ((BLUE, False), (GREEN, True)))


def test_agendas_are_folded_under_their_policies_on_the_own_phone_p9():
    """Ten policies, red and blue, some at each planet: one opens the policy, then says which."""
    state = plan_all(start(4), {seat: Plan(actions=(0, 1, 0, 0)) for seat in (BLUE, GREEN)})
    assert asked(state) == [(BLUE, "propose"), (GREEN, "propose")]
    page, options = GAME.display.page(GAME.view(state, BLUE), BLUE), GAME.options(state, BLUE)
    group = answer_group(options, page, seat="own")
    assert group.buttons == ()
    assert [heading for heading, _buttons in group.under] == [policy_words(p) for p in GAME.book.policies]
    folded = [button.option for _heading, buttons in group.under for button in buttons]
    assert folded == list(options)
    # The tablet's page fits its answers itself.
    assert not answer_group(options, page).under


def test_the_turn_order_is_told_by_shape_and_name_and_not_by_colour_alone(
    installed: None, tmp_path: Path
) -> None:
    tables = Tables(Journal(tmp_path / "journal.db"))
    seats = tuple(Player(name, colour) for name, colour in (("Ann", "red"), ("Ben", "blue"), ("Cy", "green")))
    table = tables.create(GAME.name, setup_with_draws(GAME, Setup(seats), 3), seed=3)
    while any(q.chance is not None for q in table.questions):
        table.bag_draw(table.number, f"chance-{table.number:06}")
    table.submit(LayPlan(1, laid_of(Plan())), table.number, "step-000001", "test")
    app = create_app(bare_room(tables))
    where = app.test_client().get(f"/t/{table.id}/").text.partition('id="anf-where"')[2].partition("</p>")[0]
    assert "Ben" in where
    assert "<circle" in where  # the mark of blue
    assert where.count("<svg") == 1
    services_of(app).live.close()
    tables.close()
