"""Browser tests of a whole game of New Frontiers by its pages alone, from wizard to score sheet."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace

import pytest

from companion import games
from companion.games.contract import Player, Setup, decision_to_json
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import figure
from companion.web import create_app
from tests.rigs import figures
from tests.web.conftest import SIZES, Device, Serving, bare_room
from tests.web.layout import resizer_without_paint

pytestmark = pytest.mark.browser


@pytest.fixture
def real(tmp_path):
    """A served room with the installed games."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    room = bare_room(tables)
    serving = Serving(create_app(room))
    yield SimpleNamespace(room=room, serving=serving)
    serving.stop()
    tables.close()


@pytest.mark.slow
def test_two_players_from_the_wizard_to_the_score_sheet(browser, real):
    tablet = Device(browser, real.serving.address, (1180, 820))
    tablet.page.clock.install()
    page = tablet.open("/")
    page.click("text=New game")
    page.fill("#name-0", "Blue")
    page.fill("#name-1", "Green")
    page.click("text=The table")  # the third step
    page.click("#setup-table summary")
    for drawn in ("chance", "draws"):
        page.click(f"label:has(input[name={drawn}][value=virtual])")
    page.fill("#seed", "11")
    page.click("button:has-text('Begin')")
    page.click("#begin-play")
    page.wait_for_selector("#live")
    table = real.room.tables.open(real.room.home.active)
    play(table, tablet, Random(2))

    page.click("[data-skip]")
    page.click("text=The score sheet")
    sheet = table.game.score(table.state)
    for score in sheet.players:
        shown = page.locator(f"tr.total [data-total='{score.player}']").inner_text()
        assert shown == figure(score.total)
    winners = [p.name for p in sheet.players if p.winner]
    assert all(name in page.inner_text("main h2") for name in winners)
    assert not tablet.errors
    tablet.close()


def play(table, device, rng):
    """Answers every question with its button on the page, as a sensible computer player decides."""
    for _ in range(2000):
        if table.game.phase(table.state).over:
            device.until(table.number)
            return
        number = table.number
        tap(device, table, *sensible(table, rng))
        device.until(number + 1)
    raise AssertionError("the game does not end")


def sensible(table, rng):
    """(seat, decision): a sensible answer to one of the open questions."""
    now = table.now
    question = rng.choice(now.questions)
    options = table.game.options(now.state, question.player)
    choose = table.game.players["sensible"].choose
    return question.player, choose(table.game, now.state, question, options, rng)


def button_value(decision):
    """A decision in the form of its button's attribute."""
    return json.dumps(decision_to_json(decision), separators=(",", ":"), ensure_ascii=False)


CLICK_DECISION_JS = """([wanted, times]) => {
    const all = [...document.querySelectorAll("[data-decision]")];
    const button = all.find((one) => one.dataset.decision === wanted);
    if (!button) return "no button";
    for (let n = 0; n < times; n++) button.click();
    return button.hasAttribute("aria-busy") ? "sent" : "not taken";
}"""


def tap(device, table, player, decision, times=1):
    """Taps the decision's button on the device, `times` in quick succession."""
    device.until(table.number)
    for _ in range(1200):
        # A changed button takes no tap for a moment; the page's clock is moved over it.
        device.page.clock.fast_forward(310)
        pressed = device.page.evaluate(CLICK_DECISION_JS, [button_value(decision), times])
        assert pressed != "no button", (
            f"no button for {button_value(decision)} on the device of seat {player}"
        )
        if pressed == "sent":
            return
        device.page.wait_for_timeout(50)  # the answer to its last tap is still on its way
    raise AssertionError(f"the device of seat {player} takes no tap for {button_value(decision)}")


DECISIONS_JS = "all => all.map(button => button.dataset.decision)"

DEVICES = {
    2: (("tablet", None), ("upright", None), ("laptop", None), ("phone", 0), ("phone", 1), ("upright", 1)),
    5: (("tablet", None), ("phone", 0), ("phone", 1), ("laptop", 2), ("upright", 3), ("phone", 4)),
}
"""Size and seat of six devices, by the number of players; seat None: the table's page."""


class Evening:
    """Six devices at a table: people tap twice, tap the same on two devices, and tap answers that are long
    gone; devices fall asleep for a minute, and the server restarts in the middle of a turn.

    Whatever was tapped, the journal holds exactly the intended answers, in their order.
    """

    def __init__(self, browser, real, players, seed):
        game = games.load("new-frontiers")
        people = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:players])
        self.room, self.serving = real.room, real.serving
        self.table = real.room.tables.create(game.name, Setup(people), seed=seed)
        self.seats = [seat for _, seat in DEVICES[players]]
        self.devices = [Device(browser, self.serving.address, SIZES[size]) for size, _ in DEVICES[players]]
        self.rng, self.meant, self.asleep, self.stale = Random(seed), [], None, 0
        for n, one in enumerate(self.devices):
            resizer_without_paint(one)
            one.page.clock.install()
            one.open(self.path(n))

    def path(self, n):
        return f"/t/{self.table.id}/" + ("" if self.seats[n] is None else f"seat/{self.seats[n]}")

    def play(self, steps):
        """Plays this many steps, or to the end of the game, and then checks journal and devices."""
        for step in range(steps):
            if self.table.game.phase(self.table.state).over:
                break
            self.step(step)
        self.wake()
        written = [entry.data for entry in self.table.entries() if entry.kind == "decision"]
        assert written == self.meant
        again = Table(self.table.game, self.room.tables.journal, self.table.id)
        assert again.state == self.table.state
        for n, one in enumerate(self.devices):
            one.until(self.table.number)
            one.page.wait_for_selector("html:not([data-line])")
            # It shows the same as after a reload.
            if again.game.phase(again.state).over:
                one.page.wait_for_url("**/finale*")
                one.open(self.path(n))
            shown = one.page.inner_text("#question")
            assert shown == one.open(self.path(n)).inner_text("#question")
            assert not one.errors

    def step(self, step):
        player, decision = sensible(self.table, self.rng)
        secret = next(q.secret for q in self.table.questions if q.player == player)
        able = [n for n, seat in enumerate(self.seats) if seat == player or (seat is None and not secret)]
        if step % 20 == 16 or able == [self.asleep]:
            self.wake()
        first, *others = self.rng.sample(awake := [n for n in able if n != self.asleep], len(awake))
        before, once = self.table.number, not self.repeatable(decision)
        self.meant.append(decision_to_json(decision))
        down = step % 60 == 13
        if down:
            self.serving.stop()
        tap(self.devices[first], self.table, player, decision, times=3 if step % 7 == 3 else 1)
        if down:
            self.serving = Serving(create_app(self.room), self.serving.port)
        elif others and step % 5 == 2 and once:
            self.devices[others[0]].page.evaluate(CLICK_DECISION_JS, [button_value(decision), 1])
        self.devices[first].until(before + 1)
        if step % 20 == 9:
            # A device that shows the answers of all players has some to tap when it wakes.
            self.fall_asleep(next(n for n in (0, 1) if n != first))

    def repeatable(self, decision):
        """Whether the same answer is legal again right after it: a second tap would then be another step."""
        state = self.table.game.play(self.table.state, decision)
        asked = self.table.game.questions(state)
        return any(question.draw for question in asked) or decision in self.legal(state)

    def legal(self, state):
        options = self.table.game.options
        return [
            option.decision for q in self.table.game.questions(state) for option in options(state, q.player)
        ]

    def fall_asleep(self, n):
        """As a phone behind a dark screen: nothing on its page runs, and its connection is gone."""
        if self.asleep is not None:
            return
        self.asleep = n
        one = self.devices[n]
        one.until(self.table.number)
        self.lifecycle = one.context.new_cdp_session(one.page)
        self.lifecycle.send("Page.enable")
        self.lifecycle.send("Page.setWebLifecycleState", {"state": "frozen"})
        one.context.set_offline(True)

    def wake(self):
        """A minute later: taps what the page still shows at once, before the connection is back."""
        if self.asleep is None:
            return
        one, self.asleep = self.devices[self.asleep], None
        legal = {button_value(decision) for decision in self.legal(self.table.state)}
        self.lifecycle.send("Page.setWebLifecycleState", {"state": "active"})
        one.page.clock.fast_forward(60_000)
        gone = [
            it for it in one.page.eval_on_selector_all("[data-decision]", DECISIONS_JS) if it not in legal
        ]
        tapped = bool(gone) and one.page.evaluate(CLICK_DECISION_JS, [gone[0], 1]) == "sent"
        one.context.set_offline(False)
        if tapped:
            self.stale += 1
            one.page.wait_for_selector(".toast:has-text('moved on'), .toast:has-text('done already')")
        one.until(self.table.number)

    def close(self):
        for one in self.devices:
            one.close()
        self.serving.stop()


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_with_six_devices_through_an_evenings_troubles(browser, real, players):
    evening = Evening(browser, real, players, seed=4)
    evening.play(3000)
    assert evening.table.game.phase(evening.table.state).over
    assert evening.stale > 0
    assert all("The game is over" in one.page.inner_text("#question") for one in evening.devices)
    evening.close()


def test_the_games_name_their_pages(real):
    """Each installed game renders its own two pages for every number of players."""
    for name in games.names():
        game = games.load(name)
        for count in range(game.seats[0], game.seats[1] + 1):
            players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:count])
            table = real.room.tables.create(name, Setup(players), seed=count)
            client = create_app(real.room).test_client()
            assert client.get(f"/t/{table.id}/").status_code == 200
            for seat in range(count):
                assert client.get(f"/t/{table.id}/seat/{seat}").status_code == 200


MOST_TOUCHES = {4: 300, 11: 368}
"""For a whole game of five by its seed, from the first question to the result: 273 and 353 decisions."""

TOUCHES_NEEDED_JS = """(wanted) => {
  const all = [...document.querySelectorAll("[data-decision]")];
  const button = all.find((it) => it.dataset.decision === wanted);
  if (!button) return 2; // behind "More": one touch for it, one for the answer
  const box = button.getBoundingClientRect();
  const seen = box.width > 0 && box.top >= 0 && box.bottom <= innerHeight + 1 && box.left >= 0;
  return seen && box.right <= innerWidth + 1 ? 1 : 2;
}"""


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("seed", MOST_TOUCHES)
def test_a_whole_game_of_five_takes_few_touches(browser, real, seed):
    """On the tablet, with secrets on phones, by experienced players: all at once, single answers done for
    them, and the companion draws. A control outside the window counts twice."""
    game = games.load("new-frontiers")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:5])
    options = (("game", "later"), ("goals", "yes"), ("turns", "together"), ("steps", "fewer"))
    table = real.room.tables.create(game.name, Setup(players, options), seed=seed)
    tablet, phone = (Device(browser, real.serving.address, SIZES[size]) for size in ("tablet", "phone"))
    for one in (tablet, phone):
        resizer_without_paint(one)
        one.page.clock.install()
    tablet.open(f"/t/{table.id}/")
    rng, touches = Random(seed), 0
    while not game.phase(table.state).over:
        player, decision = sensible(table, rng)
        one = tablet
        if next(q.secret for q in table.questions if q.player == player):
            one = phone
            phone.open(f"/t/{table.id}/seat/{player}")
        one.until(table.number)
        touches += one.page.evaluate(TOUCHES_NEEDED_JS, button_value(decision))
        before = table.number
        tap(one, table, player, decision)
        tablet.until(before + 1)
    rounds = game.phase(table.state).round
    figures.row(f"a whole game of five on the tablet, seed {seed}, {rounds} rounds", touches=str(touches))
    assert not tablet.errors + phone.errors
    for one in (tablet, phone):
        one.close()
    assert touches <= MOST_TOUCHES[seed]
