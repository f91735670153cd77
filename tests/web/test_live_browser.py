"""Browser tests of devices around a table: each shows the others' steps; outdated taps have no effect."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion import games
from companion.games.contract import MIDDLE, Player, Setup, Spot, seat_zone
from companion.table.journal import Journal
from companion.table.observation import SeenTable
from companion.table.referee import Referee
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.web.conftest import SIZES, Device, Serving, bare_room

pytestmark = pytest.mark.browser


def answer(device, **decision):
    """The button for a decision."""
    wanted = json.dumps(decision, separators=(",", ":"))
    return device.page.locator(f"button[data-decision='{wanted}']")


def to_take_phase(table, post):
    """Everyone has bid and the stones are in the middle: Blue (seat 0) takes first."""
    for player in range(3):
        post(f"/t/{table.id}/decisions", table.number, decision={"do": "bid", "player": player, "amount": 1})
    post(f"/t/{table.id}/draws", table.number)


def test_a_decision_shows_on_the_other_device(device, table, post):
    to_take_phase(table, post)
    tablet, phone = device(f"/t/{table.id}/"), device(f"/t/{table.id}/seat/1", (390, 844))
    stone = table.state.middle[0]
    before = table.number
    answer(tablet, do="take", player=0, stone=stone).click()
    tablet.until(before + 1)
    phone.until(before + 1)
    assert "Green: take a stone or pass" in phone.page.inner_text("#question")
    assert f"takes {stone}" in phone.page.inner_text("#happened")


def test_a_tapped_button_that_stays_says_what_it_means_next(browser, tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = tables.create("new-frontiers", Setup(players), seed=2, settings=Settings(draws="virtual"))
    serving = Serving(create_app(bare_room(tables)))
    devices = [Device(browser, serving.address, (1180, 820)) for _ in range(2)]
    buttons = "all => all.map(b => [b.dataset.decision, b.innerText])"
    page = devices[0].open(f"/t/{table.id}/")
    before = table.number
    # The player who selects Develop is asked at once what to buy: a focused button stays, with another
    # meaning.
    page.locator(".answers button", has_text="Develop").click()
    devices[0].until(before + 1)
    shown = page.eval_on_selector_all(".answers button", buttons)
    fresh = devices[1].open(f"/t/{table.id}/").eval_on_selector_all(".answers button", buttons)
    for each in devices:
        each.close()
    serving.stop()
    tables.close()
    assert shown == fresh


@pytest.mark.long
@pytest.mark.parametrize("decisions", first_by_default([6, 45, 90]))
def test_a_page_that_was_kept_up_to_date_is_the_page_as_it_is_loaded(browser, tmp_path, decisions):
    """Through a game of five, from update to update, without ever sending the whole page again."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    game = games.load("new-frontiers")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:5])
    table = tables.create(game.name, Setup(players), seed=7)
    serving = Serving(create_app(bare_room(tables)))
    devices = [Device(browser, serving.address, (1180, 820)) for _ in range(2)]
    lines: list[str] = []
    for one, path in zip(devices, ("", "seat/1"), strict=True):
        one.page.on("request", lambda request: lines.append(request.url) if "/live?" in request.url else None)
        one.open(f"/t/{table.id}/{path}")
    rng, different = Random(1), []
    for n in range(decisions):
        now = table.now
        options = game.options(now.state, now.questions[0].player)
        decision = game.players["sensible"].choose(game, now.state, now.questions[0], options, rng)
        table.submit(decision, now.number, f"step-{n:06}", "test")
        if n % 3 == 2:
            for one in devices:
                one.until(table.number)
                if differs := one.page.evaluate(DIFFERENCE_FROM_LOADED_JS):
                    different.append((n, one.page.url, differs))
    errors = [error for one in devices for error in one.errors]
    for one in devices:
        one.close()
    serving.stop()
    tables.close()
    assert (different, errors, len(lines)) == ([], [], 2)


RECORD_SLIDES_JS = """() => {
  window.slid = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...how) {
    const [begin, end] = [frames[0], frames.at(-1)];
    const slid = [this.id || this.className, begin.transform, end.transform];
    if ("slides" in this.dataset) window.slid.push(slid);
    return animate.call(this, frames, ...how);
  };
}"""


SLIDES_ENDED_JS = """() => document.getAnimations().filter((it) => it.effect.target.matches("[data-slides]"))
  .every(({ currentTime, effect }) =>
    currentTime >= effect.getKeyframes()[1].offset * effect.getComputedTiming().duration)"""
PLACES_JS = """() => [...document.querySelectorAll("[data-slides]")].map((it) => {
  const { left, top } = it.getBoundingClientRect();
  return [left, top];
})"""


@pytest.mark.slow
@pytest.mark.parametrize("motion", first_by_default(["no-preference", "reduce"]))
def test_what_moved_slides_to_where_it_is(browser, tmp_path, motion):
    """From its old place, and at the end no animation holds it. With reduced motion nothing slides."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    game = games.load("new-frontiers")
    table = tables.create(game.name, Setup((Player("Blue", "blue"), Player("Green", "green"))), seed=2)
    serving = Serving(create_app(bare_room(tables)))
    one = Device(browser, serving.address, (1180, 820), reduced_motion=motion)
    page = one.open(f"/t/{table.id}/")
    page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(() => setTimeout(go))))")
    page.evaluate(RECORD_SLIDES_JS)
    choose, rng = game.players["sensible"].choose, Random(1)
    while not any("selects" in entry.words for entry in table.entries()):
        now = table.now
        options = game.options(now.state, now.questions[0].player)
        decision = choose(game, now.state, now.questions[0], options, rng)
        table.submit(decision, now.number, f"step-{now.number:06}", "test")
    one.until(table.number)
    page.wait_for_function(SLIDES_ENDED_JS)
    slid, held = page.evaluate("slid"), page.evaluate(PLACES_JS)
    slides = "what => !document.getAnimations().some((it) => it.effect.target.matches(what))"
    page.wait_for_function(slides, arg="[data-slides]")
    assert page.evaluate(PLACES_JS) == held
    if motion == "reduce":
        assert slid == []
    else:
        assert "action-tile" in [what for what, _, _ in slid]
        assert all(begin.startswith("translate(") and end == "none" for _, begin, end in slid)
        assert any(what.startswith("disk-") for what, _, _ in slid)
    errors = one.errors
    one.close()
    serving.stop()
    tables.close()
    assert not errors


DIFFERENCE_FROM_LOADED_JS = """async () => {
  const loaded = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
  const [shown, anew] = [document, loaded].map((it) => it.getElementById("live").cloneNode(true));
  for (const list of [shown, anew].flatMap((it) => [...it.querySelectorAll("[data-regions]")])) {
    // In any order.
    list.replaceChildren(...[...list.children].sort((one, other) => (one.id < other.id ? -1 : 1)));
  }
  // How answers lie is measured on the page (fit.js), not sent.
  for (const it of [shown, anew].flatMap((it) => [...it.querySelectorAll(".asking, .asking .answers")])) {
    it.removeAttribute("style");
    if (it.matches(".asking")) it.className = "asking";
  }
  const differs = (one, other) => {
    if (one.isEqualNode(other)) return "";
    const [some, others] = [one, other].map((it) => [...it.childNodes]);
    const at = some.length === others.length ? some.findIndex((it, n) => !it.isEqualNode(others[n])) : -1;
    if (at >= 0) return differs(some[at], others[at]);
    return [one, other].map((it) => it.outerHTML ?? it.data).join(" | ");
  };
  return differs(shown, anew);
}"""


def test_an_update_costs_no_request(device, table, post):
    to_take_phase(table, post)
    tablet = device(f"/t/{table.id}/")
    asked = []
    tablet.page.on("request", lambda request: asked.append(request.url))
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    tablet.until(table.number)
    assert asked == []


def test_what_is_open_and_typed_stays_so(device, table, post):
    for player in range(3):
        post(f"/t/{table.id}/decisions", table.number, decision={"do": "bid", "player": player, "amount": 1})
    tablet = device(f"/t/{table.id}/")
    tablet.page.fill("#draw-find", "S1")
    table.set(moment=2.0)  # something apart from the question changes
    post(f"/t/{table.id}/corrections", table.number, path="coins/2", value=3)
    tablet.until(table.number)
    assert tablet.page.input_value("#draw-find") == "S1"
    assert tablet.page.get_attribute("#by-hand", "open") is not None


def test_a_stale_tap_is_refused_with_the_news(device, table, post):
    to_take_phase(table, post)
    tablet = device(f"/t/{table.id}/")
    stone = table.state.middle[0]
    # The connection is slow: the table moves on, and this device has not been told.
    heard = "n => { document.getElementById('live').dataset.number = n; }"
    tablet.page.evaluate(heard, str(table.number - 1))
    answer(tablet, do="take", player=0, stone=stone).click()
    tablet.page.wait_for_selector("#toasts .bad")
    assert "moved on" in tablet.page.inner_text("#toasts .bad")
    assert "Drawn" in tablet.page.inner_text("#toasts .bad")
    assert table.state.owned[0] == ()


def test_a_double_tap_is_one_step(device, table, post):
    to_take_phase(table, post)
    tablet = device(f"/t/{table.id}/")
    before = table.number
    answer(tablet, do="pass", player=0).dblclick()
    tablet.until(before + 1)
    tablet.page.wait_for_timeout(500)
    assert table.number == before + 1


def test_a_tap_meant_for_the_earlier_button_does_nothing(device, table, post):
    """The finger goes down on one answer; before it lifts, another answer has taken its place."""
    to_take_phase(table, post)
    tablet = device(f"/t/{table.id}/")
    box = answer(tablet, do="pass", player=0).bounding_box()
    tablet.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tablet.page.mouse.down()
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    tablet.until(table.number)
    number = table.number
    tablet.page.mouse.up()
    tablet.page.wait_for_timeout(400)
    assert table.number == number


@pytest.mark.slow
def test_a_device_finds_back_after_the_line_was_cut(device, table, post):
    to_take_phase(table, post)
    tablet = device(f"/t/{table.id}/")
    tablet.context.set_offline(True)
    tablet.page.wait_for_selector("html[data-line=lost]")
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    tablet.context.set_offline(False)
    tablet.until(table.number)
    assert "Green" in tablet.page.inner_text("#question")
    tablet.page.wait_for_selector("html:not([data-line])")


@pytest.mark.slow
def test_a_device_that_was_put_to_sleep_shows_what_it_missed(device, table, post):
    """As a phone's browser freezes a page behind a dark screen: nothing on it runs until it wakes."""
    to_take_phase(table, post)
    phone = device(f"/t/{table.id}/seat/1", (390, 844))
    session = phone.context.new_cdp_session(phone.page)
    session.send("Page.enable")
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    for player in (0, 1):
        post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": player})
    session.send("Page.setWebLifecycleState", {"state": "active"})
    phone.until(table.number)
    assert "Red" in phone.page.inner_text("#question")
    assert phone.page.locator("html[data-line]").count() == 0


@pytest.mark.parametrize("camera", first_by_default(["looked on", "was away"]))
def test_a_tablet_that_slept_while_people_played_on_offers_it(device, table, post, room, camera, monkeypatch):
    """Nobody touched it: what nothing explains has lain there for its patience, or the camera slept, too."""
    monkeypatch.setattr(type(table.game), "catches_up", True)
    to_take_phase(table, post)
    time, away = [100.0], camera == "was away"
    room.home.active, room.home.referee = table.id, Referee(table, lambda: time[0])
    layout = table.game.tracking.layout(table.state)
    zones = frozenset({MIDDLE, *map(seat_zone, range(3))})

    def look(number, seconds, watching=zones, **laid):
        time[0] += seconds
        seen = SeenTable({**layout, **laid} if watching else {}, 30.0, watching=watching, number=number)
        room.home.referee.on_seen(seen)

    look(1, 0)
    tablet = device(f"/t/{table.id}/")
    offer = tablet.page.locator(".notice").get_by_role("link", name="We played on")
    assert offer.count() == 0
    session = tablet.context.new_cdp_session(tablet.page)
    session.send("Page.enable")
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    played_on = {"S18": Spot(seat_zone(0), "B"), "S19": Spot(seat_zone(1), "B")}
    look(2, 5, frozenset() if away else zones)
    for number in (3,) if away else (3, 4, 5):
        look(number, 25 if away else 10, **played_on)
    assert room.home.referee.view.came_back == away
    session.send("Page.setWebLifecycleState", {"state": "active"})
    offer.wait_for()
    offer.click()
    tablet.page.wait_for_url("**/played-on?*look=yes*")
    tablet.page.get_by_role("heading", level=1).wait_for()
    room.home.referee.close()


@pytest.mark.parametrize("failures", first_by_default([2, 1]))
def test_a_page_that_could_not_be_brought_up_to_date_is_fetched_again(device, table, post, failures):
    """First as a whole, then loaded anew: otherwise it stands at what it showed, and no answer is taken."""
    to_take_phase(table, post)
    phone = device(f"/t/{table.id}/seat/1", (390, 844))
    phone.page.evaluate(
        """(left) => {
          const found = document.getElementsByClassName.bind(document);
          document.getElementsByClassName = (name) => {
            left -= 1;
            if (left >= 0) throw new Error("not shown");
            return found(name);
          };
        }""",
        failures,
    )
    for player in (0, 1):
        post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": player})
    phone.page.wait_for_function(
        "n => Number(document.getElementById('live')?.dataset.number) >= n"
        " && 'ready' in document.documentElement.dataset",
        arg=table.number,
    )
    phone.page.wait_for_selector("html:not([data-line])")
    assert "Red" in phone.page.inner_text("#question")
    assert len(phone.errors) == failures, "the fault itself is not hidden"
    phone.errors.clear()


@pytest.mark.slow
def test_a_page_that_cannot_be_shown_does_not_look_like_a_lost_line(device, table, post, app, monkeypatch):
    to_take_phase(table, post)
    tablet = device(f"/t/{table.id}/")
    views = services_of(app).views
    render = views._render
    monkeypatch.setattr(views, "_render", lambda *all: 1 / 0)
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    tablet.page.wait_for_selector("html[data-line=broken] #line .toast:has-text('undo the last step')")
    assert "connection is lost" not in tablet.page.inner_text("body")
    monkeypatch.setattr(views, "_render", render)
    post(f"/t/{table.id}/undo", table.number)
    tablet.until(table.number)
    tablet.page.wait_for_selector("html:not([data-line])")
    assert tablet.page.locator("#line .toast").count() == 0


@pytest.mark.parametrize("arrives", first_by_default([True, False]))
def test_after_the_line_is_back_the_page_says_whether_the_step_was_taken(
    browser, serving, table, post, arrives
):
    """No answer arrives, and the first request reaches the server or not: sending is given up."""
    to_take_phase(table, post)
    phone = Device(browser, serving.address, SIZES["phone"])
    phone.page.clock.install()
    page = phone.open(f"/t/{table.id}/seat/0")
    before = table.number
    sent: list[str] = []

    def lose_answers(route):
        if arrives and not sent:
            route.fetch()
        sent.append(route.request.post_data)
        route.abort()

    page.route("**/decisions", lose_answers)
    answer(phone, do="pass", player=0).click()
    toast = page.locator("#toasts .toast")
    while not toast.filter(has_text="There is no connection").count():
        page.clock.run_for(500)
    assert len(set(sent)) == 1
    told = toast.filter(has_text="arrived after all" if arrives else "did nothing")
    while not told.count():
        page.clock.run_for(500)
    assert table.number == before + arrives
    if arrives:
        assert "Blue passes" in told.inner_text()
    phone.close()


@pytest.mark.parametrize(
    ("size", "text"), first_by_default([("phone", ""), ("phone", "1.25"), ("tablet", "")])
)
def test_what_a_seat_is_told_for_a_moment_covers_nothing_that_it_is_asked(device, table, post, size, text):
    to_take_phase(table, post)
    phone = device(f"/t/{table.id}/seat/0", SIZES[size])
    phone.page.evaluate("text => { if (text) document.documentElement.dataset.text = text }", text)
    phone.page.evaluate(
        """async () => {
          const main = document.querySelector("script[type=module]").src;
          const { toast } = await import(main.replace("main.js", "toast.js"));
          toast("The table has moved on: Green picks a stone. Look again.", "bad");
        }"""
    )
    told = phone.page.locator("#toasts .toast", has_text="moved on")
    told.evaluate("it => Promise.all(it.getAnimations().map((one) => one.finished))")
    said, asked = told.bounding_box(), phone.page.locator("#question").bounding_box()
    beside = said["x"] + said["width"] <= asked["x"]
    assert beside or said["y"] + said["height"] <= asked["y"] or asked["y"] + asked["height"] <= said["y"]
    told.click()
    assert told.count() == 0


def test_secret_answers_stay_on_their_own_page(device, table, post):
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "bid", "player": 0, "amount": 2})
    tablet, phone = device(f"/t/{table.id}/"), device(f"/t/{table.id}/seat/1", (390, 844))
    assert tablet.page.locator("[data-decision]").count() == 0
    assert phone.page.locator("[data-decision]").count() == 3
    for one in (tablet, phone):
        assert "bids 2" not in one.page.content()


def test_a_server_that_restarts_is_found_again(browser, app, table, post, room):
    """The page says that the connection is lost, reconnects by itself, and shows what happened meanwhile."""
    to_take_phase(table, post)
    first = Serving(app)
    phone = Device(browser, first.address, (390, 844))
    phone.open(f"/t/{table.id}/seat/1")
    first.stop()
    phone.page.wait_for_selector("#line .toast")
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    again = Serving(create_app(room), first.port)
    phone.until(table.number)
    assert "Green: take a stone or pass" in phone.page.inner_text("#question")
    phone.page.wait_for_selector("html:not([data-line])")
    assert phone.page.locator("#line .toast").count() == 0
    phone.close()
    again.stop()


def test_everything_can_be_done_from_the_keyboard(device, table, post):
    to_take_phase(table, post)
    tablet = device(f"/t/{table.id}/")
    before = table.number
    tablet.page.keyboard.press("Tab")
    for _ in range(40):
        if tablet.page.evaluate("document.activeElement.matches('[data-decision]')"):
            break
        tablet.page.keyboard.press("Tab")
    tablet.page.keyboard.press("Enter")
    tablet.until(before + 1)
    assert table.number == before + 1


def test_the_focus_stays_where_it_was_when_the_page_changes(device, table, post):
    to_take_phase(table, post)
    tablet = device(f"/t/{table.id}/")
    tablet.page.focus("[data-turn]")
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    tablet.until(table.number)
    assert tablet.page.evaluate("document.activeElement.matches('[data-turn]')")


@pytest.mark.slow
def test_the_page_turns_round_for_the_other_side_and_stays_so(device, table, post):
    tablet = device(f"/t/{table.id}/")
    tablet.page.click("[data-turn]")
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "bid", "player": 0, "amount": 1})
    tablet.until(table.number)
    assert tablet.page.evaluate("document.body.classList.contains('table-turned')")


@pytest.mark.slow
def test_how_pages_look_is_kept_on_the_device(device, table):
    tablet = device(f"/t/{table.id}/")
    tablet.page.click("[popovertarget=preferences]")
    tablet.page.click("#preferences label:has-text('Light')")
    tablet.page.click("#preferences label:has-text('150 %')")
    tablet.page.reload()
    assert (
        tablet.page.evaluate("({...document.documentElement.dataset})").items()
        >= {
            "theme": "light",
            "text": "1.5",
        }.items()
    )


@pytest.mark.slow
def test_questions_are_read_aloud_only_where_someone_asked_for_it(device, table, post):
    to_take_phase(table, post)
    tablet = device(f"/t/{table.id}/")
    tablet.page.add_init_script("window.said = []; speechSynthesis.speak = (words) => said.push(words.text);")
    tablet.page.reload()
    tablet.page.wait_for_selector("html[data-ready]")
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    tablet.until(table.number)
    assert tablet.page.evaluate("said") == []
    tablet.page.click("[popovertarget=preferences]")
    tablet.page.click("fieldset:has-text('read aloud') label:has-text('Yes')")
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 1})
    tablet.until(table.number)
    assert tablet.page.evaluate("said") == ["Red: take a stone or pass"]


def test_a_proposal_waits_for_a_person_once_it_is_touched(device, table, post, room):
    """Untouched it would be accepted by itself; a touch on its card stops the countdown."""
    table.set(draws="camera", moment=30.0)
    for player in range(3):
        post(f"/t/{table.id}/decisions", table.number, decision={"do": "bid", "player": player, "amount": 1})
    room.home.active, room.home.referee = table.id, Referee(table)
    tablet = device(f"/t/{table.id}/")
    spots = {f"S0{n}": Spot(MIDDLE, "A") for n in (1, 2, 3, 4)}
    room.home.referee.on_seen(SeenTable(spots, 10.0, watching=frozenset({MIDDLE}), number=1))
    tablet.page.wait_for_selector(".card[data-hold]")
    tablet.page.click(".card-words")
    tablet.page.wait_for_selector(".card.held:not([data-hold])")
    before = table.number
    tablet.press(tablet.page.locator(".card button:has-text('Yes')"), before)
    assert table.state.middle == ("S01", "S02", "S03", "S04")
    room.home.referee.close()


@pytest.mark.slow
def test_a_screen_that_cannot_be_kept_awake_is_told_of_once(device, table):
    """It gives way to a control that comes under it, so it may be gone before a test looks: it is kept."""
    page = device(f"/t/{table.id}/").page
    page.add_init_script(
        """Object.defineProperty(navigator, 'wakeLock', { value: undefined });
        window.told = [];
        addEventListener("DOMContentLoaded", () => new MutationObserver((all) => {
          for (const { addedNodes } of all) for (const it of addedNodes) told.push(it.textContent);
        }).observe(document.getElementById("toasts"), { childList: true }));"""
    )
    for told in (["Your screen may turn off. Set a longer screen timeout."], []):
        page.reload()
        page.wait_for_selector("html[data-ready]")
        page.click("#question h2")
        page.wait_for_selector("html[data-awake=no]")
        assert page.evaluate("told") == told


@pytest.mark.slow
def test_a_screen_is_asked_to_stay_awake_inside_a_tap(device, table):
    tablet = device(f"/t/{table.id}/")
    tablet.page.add_init_script(
        "window.locks = 0;navigator.wakeLock.request = async () => { locks += 1; return new EventTarget(); };"
    )
    tablet.page.reload()
    tablet.page.wait_for_selector("html[data-ready]")
    assert tablet.page.evaluate("locks") == 0
    tablet.page.click("#question h2")
    tablet.page.wait_for_selector("html[data-awake=yes]")
    assert tablet.page.evaluate("locks") == 1
