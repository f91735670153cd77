"""Browser tests of a turn of three on three phones: planning, a conflict of all three, a vote, a reload."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion import games
from companion.box.shelf import Shelf
from companion.games.a_new_frontier.rules.marketing import ClaimMission, TakeMission
from companion.games.a_new_frontier.rules.planning import LayPlan
from companion.games.a_new_frontier.rules.plans import laid_of
from companion.games.a_new_frontier.rules.state import Plan
from companion.games.contract import Correction, Player, Setup, Telling
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.web.conftest import bare_room

from .build import BLUE, GREEN, RED

pytestmark = pytest.mark.browser
PHONE = (390, 844)
FITS = """form => [...document.querySelectorAll(`${form} .laying`)].every((button) =>
  button.scrollWidth <= button.clientWidth && button.getBoundingClientRect().right <= innerWidth)"""


@pytest.fixture
def room(tmp_path: Path, installed: None) -> Iterator[SimpleNamespace]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield bare_room(tables)
    tables.close()


@pytest.fixture
def app(room: SimpleNamespace, tmp_path: Path) -> Iterator[Flask]:
    app = create_app(room, Shelf(tmp_path / "boxes"))
    app.testing = True
    yield app
    services_of(app).live.close()


@pytest.fixture
def table(room: SimpleNamespace) -> Table[Any]:
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    chance = (("factions", ("faction-1", "faction-2", "faction-3")), ("storm", ("planet-1",)))
    table = room.tables.create("a-new-frontier", Setup(players, (), chance), seed=3, settings=Settings())
    resolve_chance(table)
    assert table.state.phase == "planning"
    return table


@pytest.fixture
def told_table(room: SimpleNamespace) -> Table[Any]:
    """One of which nobody has told what is printed."""
    game = games.load("a-new-frontier")
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    setup = setup_with_draws(game, Setup(players).stating(game.setup_options()), 1).with_told_pieces()
    return room.tables.create(game.name, setup, seed=1)


def resolve_chance(table: Table[Any]) -> None:
    """The companion draws and rolls until a player is asked."""
    while any(q.chance is not None for q in table.questions):
        table.bag_draw(table.number, f"chance-{table.number:06}")


def snapshot(one: Any, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        one.page.screenshot(path=f"{folder}/anf-{name}.png")


def plan(one: Any, form: str, *laid: tuple[str, str, int]) -> None:
    """Lays these tokens on a planning board, looks it over and sends it."""
    page = one.page
    for token, place, count in laid:
        at = f"{form} [data-place='{place}'] [data-token='{token}']"
        at_once = page.locator(f"{at}[data-count='{count}']")
        for _touch in range(1 if at_once.count() else count):
            (at_once if at_once.count() else page.locator(at)).click()
    page.click(f"{form} [data-next]")
    if not laid:
        try_empty(one, form)
    send(one, form)


def lay(one: Any, form: str, *laid: tuple[str, str, int]) -> None:
    """Puts tokens on places in an allocation, and sends it."""
    page = one.page
    for token, place, count in laid:
        page.check(f"{form} input[name=token][value='{token}']")
        for _touch in range(count):
            page.click(f"{form} [data-place='{place}'] [data-lay]")
    send(one, form)


def vote(one: Any, form: str, *tokens: str) -> None:
    """Puts these tokens into the fist, one touch each, and sends it."""
    for token in tokens:
        one.page.locator(f"{form} [data-token='{token}']").first.click()
    send(one, form)


def try_empty(one: Any, form: str) -> None:
    """Taps a form's last button while nothing is laid: it asks whether that is meant, and sends nothing."""
    button, number = one.page.locator(f"{form} [type=submit]"), one.number()
    assert button.get_attribute("aria-disabled") == "true"
    button.dblclick(force=True)
    assert "Tap again to answer with nothing" in one.page.inner_text(f"{form} .answer-state")
    assert button.get_attribute("aria-disabled") == "false"
    one.page.wait_for_timeout(600)
    assert one.number() == number, "two taps in quick succession are one"


def send(one: Any, form: str) -> None:
    one.press(one.page.locator(f"{form} [type=submit]"), one.number())


def tap(one: Any, words: str) -> None:
    wanted = one.page.locator(".answer", has_text=words)
    if one.page.locator(".answers.under").count():
        one.page.locator(".answers.under > .fold", has=wanted).locator("summary").click()
    one.press(wanted.first, one.number())


def enter_amount(one: Any, form: str, number: int) -> None:
    one.page.fill(f"{form} input[name=amount]", str(number))
    send(one, form)


@pytest.mark.long
def test_a_turn_of_three_on_three_phones(device: Any, table: Table[Any]) -> None:
    tablet = device(f"/t/{table.id}/")
    phones = [device(f"/t/{table.id}/seat/{seat}", PHONE) for seat in range(3)]
    blue, green, red = phones

    # Blue and Red attack Green at planet 2, Green attacks at planet 3; Alpha Security goes to planet 4.
    attack = ("die-1", "attack-1", 1)
    snapshot(blue, "planning")
    plan(blue, "#form-0-plan", attack, ("action", "area-politics", 1))
    assert table.state.corps[BLUE].plan is not None
    red.until(table.number)
    assert "My plan" in blue.page.inner_text("#live")
    assert "My plan" not in red.page.inner_text("#live")
    red.page.reload()
    red.page.wait_for_selector("#form-2-plan")
    plan(red, "#form-2-plan", attack, ("action", "area-politics", 1))
    plan(green, "#form-1-plan", ("die-0", "attack-2", 1))
    resolve_chance(table)
    assert table.state.step.fight is not None

    # A conflict of three: cards in secret on each phone, strength, dice, Might, losses, stealing.
    assert {kind for _seat, kind in required_questions(table)} == {"choose-strategy"}
    for one in phones:
        one.until(table.number)
        tap(one, "Strategy 3")
    for seat, one in enumerate(phones):
        one.until(table.number)
        enter_amount(one, f"#form-{seat}-tell-strength", 5 + seat)
    for one in phones:
        one.until(table.number)
        tap(one, "Tactic 11")
    resolve_chance(table)
    for seat, one in enumerate(phones):
        one.until(table.number)
        one.page.click(f"[popovertarget=aside-{seat}-tell-might]")
        enter_amount(one, f"#form-{seat}-tell-might", 9 - seat)
    tablet.until(table.number)
    snapshot(tablet, "conflict")
    assert "Conflict at Planet 2" in tablet.page.inner_text("#anf-fight")
    for seat, one in enumerate(phones):
        one.until(table.number)
        send(one, f"#form-{seat}-lose-ships")
    # Blue has the most Might and defeats both; it steals first.
    assert table.state.corps[BLUE].vp == 2
    blue.until(table.number)
    credits = table.state.corps[BLUE].credits
    tap(blue, "Steal 2")
    assert table.state.corps[BLUE].credits >= credits + 2

    # Whoever is asked plays the rest of the planet phase, up to the vote.
    play_until_phase(table, "politics")
    for seat in (BLUE, RED):
        one = phones[seat]
        one.until(table.number)
        tap(one, "Contract Policy, red" if seat == BLUE else "System Policy, blue")
    assert [kind for _seat, kind in required_questions(table)] == ["vote"] * 3
    blue.until(table.number)
    snapshot(blue, "vote")
    assert blue.page.evaluate(FITS, "#form-0-vote"), "each token's words lie within its button, on the page"
    # What is touched is laid; the other vote takes the place of the first, as there is one in a fist.
    blue.page.click("#form-0-vote [data-token='vote-b']")
    vote(blue, "#form-0-vote", "vote-a", "influence")
    assert table.state.step.votes[BLUE] == (("vote-a", "fist", 1), ("influence", "fist", 1))
    green.until(table.number)
    assert "1 fist is closed" in green.page.inner_text("#anf-politics")
    # Nothing is chosen beforehand; an empty fist is sent after a second tap only.
    assert green.page.locator("#form-1-vote [aria-pressed=true], #form-1-vote :checked").count() == 0
    try_empty(green, "#form-1-vote")
    green.page.click("#form-1-vote [data-token='vote-a']")
    green.page.click("#form-1-vote [data-token='vote-a']")
    try_empty(green, "#form-1-vote")
    send(green, "#form-1-vote")
    assert table.state.step.votes[GREEN] == ()
    red.until(table.number)
    vote(red, "#form-2-vote", "vote-b")
    assert table.state.agendas == (("contract", "red", -1),)
    tablet.until(table.number)
    assert "Contract Policy, red" in tablet.page.inner_text("#live")
    snapshot(tablet, "table")
    snapshot(green, "phone")
    widths = "document.documentElement.scrollWidth <= innerWidth"
    assert all(one.page.evaluate(widths) for one in phones)


def required_questions(table: Table[Any]) -> list[tuple[int | None, str]]:
    return [(q.player, q.kind) for q in table.questions if not q.optional]


def play_until_phase(table: Table[Any], phase: str) -> None:
    """Plays on with a computer player until the phase begins."""
    rng, player = Random(1), table.game.players["random"]
    while table.state.phase != phase:
        resolve_chance(table)
        if table.state.phase == phase:
            return
        question = next(q for q in table.questions if not q.optional)
        view = table.game.view(table.state, question.player)
        options = table.game.options(table.state, question.player)
        decision = player.choose(table.game, view, question, options, rng)
        table.submit(decision, table.number, f"step-{table.number:06}", "test")


@pytest.mark.slow
def test_pages_in_other_languages_have_no_english_left(device: Any, table: Table[Any]) -> None:
    for language, word in (("de", "Sturm"), ("fr", "tempête"), ("es", "tormenta")):
        one = device(f"/t/{table.id}/seat/{GREEN}", PHONE)
        one.context.add_cookies([{"name": "language", "value": language, "url": one.address}])
        one.page.reload()
        text = one.page.inner_text("body")
        assert "Electrical" not in text
        assert word in text
        snapshot(one, language)


@pytest.mark.slow
def test_a_card_is_registered_on_a_phone(device: Any, table: Table[Any]) -> None:
    one = device("/box/a-new-frontier/tile/tactic-11", PHONE)
    page = one.page
    assert page.locator("[data-tell]:checked").count() == 0, "nobody told it"
    page.fill("[data-field$='/name'] [data-line]", "Feint")
    page.fill("[data-field$='/text'] [data-line]", "+1 strength")
    page.fill("[data-field$='/might'] [data-line]", "99")
    page.locator(".answer-state.bad", has_text="strength it adds").wait_for()
    for number, value in (("might", "1"), ("casualties", "0"), ("steal", "0")):
        page.fill(f"[data-field$='/{number}'] [data-line]", value)
    for flag in ("destroys_two", "steals_first"):
        page.locator(f"[data-field$='/{flag}'] .choice", has_text="no").click()
    snapshot(one, "register")
    with page.expect_navigation():
        page.locator(".form-end .primary").click()
    page.wait_for_selector("html[data-ready]")
    assert page.inner_text(".answer-state") == "Saved: Feint."
    page.goto(one.address + "/box?game=a-new-frontier")
    assert "1 of 160" in page.inner_text("main")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    snapshot(one, "box")


LINES_OF_GROUPS_JS = """() => {
  const lines = {};
  for (const group of document.querySelectorAll("[data-field$='/techs'] .telling-group")) {
    const tops = new Set();
    for (let it = group.nextElementSibling; it?.matches(".choice"); it = it.nextElementSibling) {
      tops.add(Math.round(it.getBoundingClientRect().top));
    }
    const below = Math.min(...tops) >= group.getBoundingClientRect().bottom - 1;
    lines[group.textContent] = below ? tops.size : 0;
  }
  return lines;
}"""
"""In how many lines each branch's technologies stand; 0: not all of them below its name."""


def test_the_start_is_counted_by_one_more_and_the_next_form_opens_at_its_top(
    device: Any, told_table: Table[Any]
) -> None:
    """There were seventy choices for six kinds of ships, and the next form opened past its faction's name."""
    one = device(f"/t/{told_table.id}/seat/{BLUE}", PHONE)
    page = one.page
    assert page.locator(".answer-form [type=radio]").count() <= 10  # the prosperity tokens
    stingray = page.locator("[data-field$='/fleet_stingray']")
    for _touch in range(2):
        stingray.locator("[data-step='1']").click()
    stingray.locator("[data-step='-1']").click()
    stingray.locator("[data-step='-1']").click()
    stingray.locator("[data-step='-1']").click()
    assert stingray.locator("input").input_value() == "0"  # none below none
    stingray.locator("[data-step='1']").click()
    page.fill("[data-field$='/credits'] [data-line]", "12")
    page.locator("[data-field$='/prosperity'] .choice").nth(1).click()
    for cost in page.locator("[data-field$='/cost'] [data-line]").all():
        cost.fill("5")
    snapshot(one, "start-form")
    page.locator(".answer-form [type=submit]").last.click()
    following = page.locator(".question-text", has_text="Blue, what is printed on")
    following.wait_for()
    assert 0 <= following.bounding_box()["y"] < PHONE[1] / 2
    page.locator("[data-field$='/techs'] summary").click()
    lines = page.evaluate(LINES_OF_GROUPS_JS)
    assert len(lines) == 10
    assert set(lines.values()) == {1}, "a branch's technologies stand in one line, below its name"
    told = next(e.data for e in told_table.entries() if e.data.get("do") == "tell")["facts"]
    assert {"board-start/fleet_stingray=1", "board-start/fleet_kraken=0"} <= set(told)


@pytest.fixture
def claim_table(room: SimpleNamespace) -> Table[Any]:
    """One at which the first mission is claimed, of which nobody has told what it brings."""
    game, chance, taken = games.load("a-new-frontier"), Random("claim"), list[Any]()
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:4])
    begun = Setup(players).stating(game.setup_options(), game.marks)
    setup = setup_with_draws(game, begun, 5).with_told_pieces()
    table = room.tables.create(game.name, setup, seed=5)
    while True:
        state, question = table.state, next(q for q in table.questions if not q.optional)
        if getattr(getattr(question.form, "asks", None), "moment", "") == "claim":
            return table
        if isinstance(question.form, Telling) or question.chance is not None:
            decision = game.answer(state, question, (question.chance or question.form).sample(chance))
        elif taken and state.phase != "marketing":
            decision = ClaimMission(taken[0].player, taken[0].mission)
        else:
            seen = game.view(state, question.player)
            offered = game.options(seen, question.player)
            decision = game.players["sensible"].choose(game, seen, question, offered, chance)
        if isinstance(decision, TakeMission):
            taken.append(decision)
        table.submit(decision, table.number, f"step-{table.number:06}", "test")


def test_what_a_mission_brings_is_told_first_and_what_the_others_bring_behind_their_names(
    device: Any, claim_table: Table[Any]
) -> None:
    """All of it was 2,569 px long; and numbers that were tapped were gone from a form of several pieces."""
    question = next(q for q in claim_table.questions if not q.optional)
    one = device(f"/t/{claim_table.id}/seat/{question.player}", PHONE)
    form = one.page.locator("#question form[data-answer-form=telling]")
    assert form.bounding_box()["height"] < 1000
    two = form.locator("label:has(input[name$='/vp'][value='2'])")
    others = form.locator("details.fold > summary")
    assert [two.nth(n).is_visible() for n in range(two.count())] == [True, *[False] * (two.count() - 1)]
    two.first.click()
    assert two.first.is_visible()
    for summary in others.all():
        summary.click()
    two.nth(1).click()
    assert all(label.is_visible() for label in two.all())
    rows = form.locator("[data-field$='/vp']").evaluate_all("all => all.map((it) => it.offsetHeight)")
    assert max(rows) < min(rows) + 60, "numbers stand in rows, behind a name as before it"
    one.press(form.locator("[type=submit]"), one.number())
    told = claim_table.state.book.pieces
    assert [told[id].values["vp"] for id, _called in question.form.pieces if "vp" in told[id].values] == [
        2,
        2,
    ]


@pytest.mark.slow
def test_a_board_is_laid_within_its_sums_and_outlives_a_reload(device: Any, table: Table[Any]) -> None:
    """Two Leviathans cost 12 (p. 12), which are all the credits: nothing else that costs any can be added."""
    one = device(f"/t/{table.id}/seat/0", PHONE)
    page, form = one.page, "#form-0-plan"
    sums = f"{form} .allocation-sums"
    assert page.inner_text(sums).split("\n") == ["Actions 0/8", "Credits 0/12"]
    assert page.is_hidden(f"{form} [type=submit]")
    die = page.locator(f"{form} [data-place='attack-1'] [data-token='die-1']")
    die.click()
    page.click(f"{form} [data-place='attack-1'] [data-token='die-2']")
    assert die.get_attribute("aria-pressed") == "false", "one is attacked, the other die goes back"
    page.click(f"{form} [data-place='build-1'] [data-token='action']")
    for ship in range(3):
        page.click(f"{form} [data-place='ships-1'] [data-token='ship-leviathan']", force=ship == 2)
    assert page.inner_text(sums).split("\n") == ["Actions 2/8", "Credits 12/12"]
    badges = f"{form} [data-go] [data-many]"
    assert page.locator(badges).all_inner_texts()[:2] == ["2", ""], "actions: two ships are none"
    page.click(f"{form} [data-place='seize-1'] [data-token='credit']")
    assert "Credits: 15; at most 12" in page.inner_text(f"{form} .answer-state")
    snapshot(one, "plan-planet")
    page.click(f"{form} [data-go='4']")
    assert page.is_hidden(f"{form} [data-place='bid-politics']"), "a bribe needs an action there"
    two = page.locator(f"{form} [data-place='area-politics'] [data-count='2']")
    two.click()
    assert two.get_attribute("aria-pressed") == "true"
    assert page.is_visible(f"{form} [data-place='bid-politics']")
    assert page.locator(badges).nth(4).inner_text() == "2", "two actions in one field"
    snapshot(one, "plan-area")
    page.reload()
    page.wait_for_selector(form)
    assert page.inner_text(sums).split("\n") == ["Actions 4/8", "Credits 12/12"]
    page.click(f"{form} [data-go]:last-child")
    laid = page.inner_text(f"{form} [data-all]")
    assert "Planet 2: attack: 1\u00a0×\u00a0Attack on Red" in laid
    assert "Politics: actions: 2\u00a0×\u00a0Action" in laid
    snapshot(one, "plan-all")
    small = page.evaluate("""() => [...document.querySelectorAll("#question button")]
      .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 47.5)
      .map((it) => it.outerHTML.slice(0, 80))""")
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    send(one, form)
    board = table.state.corps[BLUE].plan
    assert board.attacks == ((1, RED),)
    assert board.builds == ((1, ("leviathan", "leviathan")),)
    assert board.actions == (0, 2, 0, 0)
    assert table.state.track == (BLUE,)
    assert page.evaluate("sessionStorage.length") == 0


# --- planning on the printed board


@pytest.fixture
def printed_table(room: SimpleNamespace) -> Table[Any]:
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    chance = (("factions", ("faction-1", "faction-2", "faction-3")), ("storm", ("planet-1",)))
    setup = Setup(players, (("boards", "yes"),), chance)
    table = room.tables.create("a-new-frontier", setup, seed=3, settings=Settings())
    resolve_chance(table)
    return table


@pytest.mark.slow
def test_a_plan_on_the_printed_board_is_told_part_by_part(device: Any, printed_table: Table[Any]) -> None:
    """Blue plans on the board: attacks are entered before Alpha Security, ships before the planets, and the
    areas after them; the others plan on their phones (p. 5, 6)."""
    table = printed_table
    blue, green, red = (device(f"/t/{table.id}/seat/{seat}", PHONE) for seat in range(3))
    open_aside(blue, "finish-on-board")
    tap(blue, "board")
    assert table.state.corps[BLUE].planned
    assert table.state.track == (BLUE,), "finished first"
    assert table.state.corps[BLUE].plan == Plan(), "nothing of it is known yet"
    for seat, one in ((GREEN, green), (RED, red)):
        one.until(table.number)
        plan(one, f"#form-{seat}-plan", *((("die-0", "attack-2", 1),) if seat == GREEN else ()))
    assert required_questions(table) == [(BLUE, "reveal")]

    def delay_answer(route: Any) -> None:
        """The live update shows the form of the next part before the answer to this one arrives."""
        response = route.fetch()
        time.sleep(0.4)
        route.fulfill(response=response)

    blue.page.route("**/answers", delay_answer)

    def reveal_part(*laid: tuple[str, str, int]) -> list[str]:
        """Enters this part, and returns the places that its form offered."""
        blue.until(table.number)
        form = "#form-0-reveal"
        blue.page.wait_for_selector(form)
        places = [one.get_attribute("data-place") for one in blue.page.locator(f"{form} [data-place]").all()]
        snapshot(blue, f"reveal-{table.state.step.part}")
        if blue.page.locator(f"{form} [data-group]").count():
            plan(blue, form, *laid)
        else:
            lay(blue, form, *laid)
        return [place for place in places if place]

    places = reveal_part(("die-1", "attack-1", 1))
    assert any(place.startswith("attack-") for place in places)
    assert not any(place.startswith(("build-", "ships-", "area-")) for place in places)
    resolve_chance(table)
    assert [(a.attacker, a.planet, a.target) for a in table.state.attacks if a.attacker == BLUE] == [
        (BLUE, 1, GREEN)
    ]
    places = reveal_part(("action", "build-3", 1))
    assert any(place.startswith("build-") for place in places)
    assert not any(place.startswith(("attack-", "area-")) for place in places)
    assert table.state.phase == "planets"
    while table.state.phase != "revealing":
        answer_one(table)
    places = reveal_part(("action", "area-exploration", 1))
    assert any(place.startswith("area-") for place in places)
    assert table.state.phase == "exploration"
    assert required_questions(table) == [(BLUE, "explore")]
    assert all(not one.errors for one in (blue, green, red))


def answer_one(table: Table[Any]) -> None:
    """A computer player answers the next question."""
    resolve_chance(table)
    question = next((q for q in table.questions if not q.optional), None)
    if question is None or table.state.phase == "revealing":
        return
    player, view = table.game.players["random"], table.game.view(table.state, question.player)
    options = table.game.options(table.state, question.player)
    decision = player.choose(table.game, view, question, options, Random(table.number))
    table.submit(decision, table.number, f"step-{table.number:06}", "test")


# --- archaeotechs


def archaeotech_toml() -> str:
    return "".join(
        f'[[archaeotech]]\nid = "archaeotech-0{n}"\nname = "Relic {n}"\ntop = "some credits"\n'
        f'top_use = "credits-{n}"\n'
        for n in (1, 2, 3)
    )


@pytest.fixture
def exploring(room: SimpleNamespace) -> Table[Any]:
    """Blue has two archaeotechs and explores twice; three of the box are registered."""
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    chance = (("factions", ("faction-1", "faction-2", "faction-3")), ("storm", ("planet-1",)))
    setup = Setup(players, (), chance, box=archaeotech_toml())
    table = room.tables.create("a-new-frontier", setup, seed=3, settings=Settings())
    resolve_chance(table)
    table.correct(Correction("archaeotech/0", 2), table.number, "relics-000", "test")
    for seat in range(3):
        board = Plan(actions=(2, 0, 0, 0)) if seat == BLUE else Plan()
        table.submit(LayPlan(seat, laid_of(board)), table.number, f"plan-{seat:06}", "test")
    resolve_chance(table)
    assert table.state.phase == "exploration"
    return table


@pytest.mark.slow
def test_archaeotechs_are_named_used_and_discarded_on_one_s_own_phone(
    device: Any, exploring: Table[Any]
) -> None:
    """ "The number of Archaeotech a player has is open information"; which ones they are is hidden from
    others until one is used, and above 3 "they must discard down to 3 (may discard old Archaeotech)" (p.
    8)."""
    table = exploring
    blue, green = (device(f"/t/{table.id}/seat/{seat}", PHONE) for seat in (BLUE, GREEN))

    def forms(one: Any, kind: str) -> Any:
        return one.page.locator(f"#form-0-{kind}")

    open_aside(blue, "name-archaeotechs")
    for relic in ("Relic 1", "Relic 2"):
        forms(blue, "name-archaeotechs").locator("label", has_text=relic).click()
    snapshot(blue, "relics-named")
    send(blue, "#form-0-name-archaeotechs")
    assert table.state.corps[BLUE].named == ("archaeotech-01", "archaeotech-02")
    green.until(table.number)
    assert "Relic" not in green.page.inner_text("body"), "nobody else learns which they are"
    blue.until(table.number)
    tap(blue, "wormhole")
    blue.until(table.number)
    tap(blue, "level 2 colony")
    assert required_questions(table) == [(BLUE, "discard-archaeotechs")]
    green.until(table.number)
    assert forms(green, "discard-archaeotechs").count() == 0
    assert "Relic" not in green.page.inner_text("body")
    blue.until(table.number)
    snapshot(blue, "relics-discard")
    forms(blue, "discard-archaeotechs").locator("label", has_text="Relic 1").click()
    send(blue, "#form-0-discard-archaeotechs")
    assert (table.state.corps[BLUE].archaeotech, table.state.corps[BLUE].named) == (3, ("archaeotech-02",))
    credits = table.state.corps[BLUE].credits
    blue.until(table.number)
    open_aside(blue, "use-archaeotech")
    tap(blue, "Relic 2")
    assert table.state.corps[BLUE].credits == credits + 2
    green.until(table.number)
    assert "Relic 2" in green.page.inner_text("body"), "used ones lie face up"
    assert blue.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def open_aside(one: Any, kind: str) -> None:
    """Opens a question that play does not wait for."""
    one.page.locator(f"[popovertarget='aside-0-{kind}']").click()


# --- the planning form in other sizes


@pytest.mark.parametrize(
    "size",
    first_by_default(
        [(844, 390), (820, 1180), (1024, 600), (1024, 768), (1180, 820), (1366, 768)], whole=True
    ),
    ids=str,
)
def test_every_step_of_the_planning_form_fits(device: Any, table: Table[Any], size: tuple[int, int]) -> None:
    one = device(f"/t/{table.id}/seat/0", size)
    page, form = one.page, "#form-0-plan"
    steps = page.locator(f"{form} [data-go]").count()
    assert steps >= 8, "four planets, four areas and all at the end"
    for step in range(steps):
        page.locator(f"{form} [data-go]").nth(step).click()
        snapshot(one, f"plan-{size[0]}x{size[1]}-{step}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        wrong = page.evaluate(
            """(form) => [...document.querySelectorAll(form + " button")]
              .filter((it) => it.checkVisibility() && !it.closest(".allocation-steps"))
              .map((it) => [it, it.getBoundingClientRect()])
              .filter(([, at]) => at.height < 47.5 || at.left < -0.5 || at.right > innerWidth + 0.5)
              .map(([it]) => it.outerHTML.slice(0, 80))""",
            form,
        )
        assert wrong == []
        # Some of the step's controls can be touched at once, wherever the page is scrolled.
        free = page.evaluate(
            """([form, step]) => {
              const group = document.querySelector(`${form} [data-group="${step}"]`);
              group.scrollIntoView({ block: "center" });
              return [...group.querySelectorAll("button")].filter((it) => {
                const at = it.getBoundingClientRect();
                return it.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2));
              }).length;
            }""",
            [form, step],
        )
        assert free >= 2 or step == steps - 1, f"step {step}"
        broken = page.evaluate(
            """(form) => [...document.querySelectorAll(form + " .stepper > span")]
              .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
              .map((it) => it.textContent)""",
            form,
        )
        assert broken == [], "no word is wider than its place"


# --- how many touches

READING = 700
"""Milliseconds."""


def counted(one: Any) -> None:
    """Counts the touches of a page from here on."""
    one.page.evaluate(
        """() => { window.touches = 0; addEventListener("click", () => { window.touches += 1; }, true); }"""
    )


def touches(one: Any) -> int:
    """Since `counted`, or since the last time."""
    return int(one.page.evaluate("() => { const all = window.touches; window.touches = 0; return all; }"))


@pytest.mark.slow
def test_a_plan_takes_10_touches_and_the_same_again_2_a_conflict_4_and_a_vote_2(
    device: Any, table: Table[Any]
) -> None:
    """Eight actions with two ships; a conflict has four answers of each player: no card says what it does."""
    blue = device(f"/t/{table.id}/seat/0", PHONE)
    counted(blue)
    plan(
        blue,
        "#form-0-plan",
        ("die-1", "attack-1", 1),
        ("action", "build-2", 1),
        ("ship-stingray", "ships-2", 2),
        ("action", "area-exploration", 1),
        ("action", "area-politics", 2),
        ("action", "area-marketing", 1),
        ("action", "area-research", 2),
    )
    assert touches(blue) == 10
    first = table.state.corps[BLUE].last_board
    assert sum(count for token, _place, count in first if token in ("action", "die-1")) == 8
    for seat in (GREEN, RED):
        attack = Plan(attacks=((1, GREEN),)) if seat == RED else Plan(attacks=((2, BLUE),))
        table.submit(LayPlan(seat, laid_of(attack)), table.number, f"step-{table.number:06}", "test")
    resolve_chance(table)
    assert table.state.step.fight is not None

    asked = ["choose-strategy", "tell-strength", "choose-tactics", "lose-ships"]
    for kind in asked:
        for seat, kind_now in required_questions(table):
            assert kind_now == kind
            if seat == BLUE:
                blue.until(table.number)
                # What has just changed is not taken at a touch; a person reads it first.
                blue.page.wait_for_timeout(READING)
                if kind.startswith("choose"):
                    tap(blue, "Strategy 3" if kind == "choose-strategy" else "Tactic 11")
                else:
                    send(blue, f"#form-0-{kind}")
            else:
                answer(table, seat, kind)
        resolve_chance(table)
    assert touches(blue) == len(asked)

    play_until_phase(table, "politics")
    while required_questions(table)[0][1] != "vote":
        seat, kind = required_questions(table)[0]
        answer(table, seat, kind)
    blue.until(table.number)
    blue.page.wait_for_timeout(READING)
    vote(blue, "#form-0-vote", "vote-a")
    assert touches(blue) == 2

    # The next turn: as last turn but for what the storm blocks now; then the same with changes.
    play_until_phase(table, "planning")
    blue.until(table.number)
    blue.page.wait_for_timeout(READING)
    page, form = blue.page, "#form-0-plan"
    page.locator(f"{form} [data-usual]").click()
    laid = page.inner_text(f"{form} [data-all]")
    assert "Politics: actions: 2\u00a0×\u00a0Action" in laid
    assert "Planet 2" not in laid, "the storm is there now"
    page.click(f"{form} [data-back]")
    page.click(f"{form} [data-place='attack-3'] [data-token='die-2']")
    page.click(f"{form} [data-place='area-marketing'] [data-count='1']")
    page.click(f"{form} [data-next]")
    send(blue, form)
    assert touches(blue) == 6
    board = table.state.corps[BLUE].plan
    assert board.attacks == ((3, RED),)
    assert board.actions == (1, 2, 0, 2)


def answer(table: Table[Any], seat: int | None, kind: str) -> None:
    """A computer player's answer."""
    question = next(q for q in table.questions if (q.player, q.kind) == (seat, kind))
    view = table.game.view(table.state, seat)
    options = table.game.options(table.state, seat)
    decision = table.game.players["random"].choose(table.game, view, question, options, Random(1))
    table.submit(decision, table.number, f"step-{table.number:06}", "test")


# --- the tree of technologies


@pytest.mark.slow
def test_the_tree_is_lit_where_one_may_go_and_says_why_not_elsewhere(device: Any, table: Table[Any]) -> None:
    for seat in range(3):
        research = Plan(actions=(0, 0, 0, 1)) if seat == BLUE else Plan()
        table.submit(LayPlan(seat, laid_of(research)), table.number, f"step-{table.number:06}", "test")
    play_until_phase(table, "research")
    blue = device(f"/t/{table.id}/seat/0", PHONE)
    page, form = blue.page, "#form-0-choose-techs"

    def box(tech: str) -> Any:
        return page.locator(f"{form} input[value='{tech}']")

    def label(tech: str) -> Any:
        return page.locator(f"{form} label:has([value='{tech}'])")

    first, second, highest = box("tactics-1A"), box("tactics-1B"), box("tactics-2B")
    second.wait_for(state="attached")
    assert page.locator(f"{form} .tree-row").count() == 10
    assert (first.is_enabled(), second.is_enabled(), highest.is_enabled()) == (True, False, False)
    label("tactics-1B").click(force=True)
    assert "Tactics 1B needs other technologies of its branch first" in page.inner_text(
        f"{form} .answer-state"
    )
    label("tactics-1A").click()
    label("tactics-1B").click()
    assert (second.is_checked(), highest.is_enabled()) == (True, True)
    snapshot(blue, "tree")
    label("tactics-1A").click()
    assert (second.is_checked(), second.is_enabled()) == (False, False), "it goes with what it needs"
    label("tactics-1A").click()
    label("tactics-2A").click()
    small = page.evaluate(
        """(form) => [...document.querySelectorAll(form + " label")]
          .filter((it) => it.getBoundingClientRect().height < 47.5 || it.scrollWidth > it.clientWidth + 1)
          .map((it) => it.outerHTML.slice(0, 80))""",
        form,
    )
    assert small == []
    send(blue, form)
    assert table.state.corps[BLUE].techs[-2:] == ("tactics-1A", "tactics-2A")
