"""Browser tests of refusals: every kind of answer that the games ask for is refused once, on the tablet and
on a phone, and what is said of it is looked for where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Decision, Player, Question, Setup
from companion.games.contract.random_player import form_answer
from companion.simulation.computer_seats import ComputerSeats
from companion.table.settings import Settings
from companion.table.table import Table
from companion.web import create_app
from companion.web.live.steps_view import undo_button
from tests.default_run import first_by_default, shared
from tests.web.conftest import Device, Serving, bare_room
from tests.web.everything import Everything, full_room
from tests.web.layout import LONG_NAMES, new_tables, resizer_without_paint

pytestmark = pytest.mark.browser

FILL_JS = Path(__file__).with_name("filled_forms.js").read_text("utf-8")
LOOK_JS = f"(given) => ({Path(__file__).with_name('refused_forms.js').read_text('utf-8')})(given, {FILL_JS})"
SENTENCE = "This is refused, for a reason of some length that the rulebook gives."
SIZES = ((1024, 600), (390, 844), (844, 390), (1024, 768), (1180, 820), (820, 1180), (1440, 900))
LARGE_TEXTS = (((390, 844), "2"), ((1024, 768), "1.5"))
"""Sizes with the text's, as a device keeps it."""
CHOICE = {"a button"}
FORMS = {"allocation", "amount", "roll", "single", "steps", "subset"}
SELDOM = {"allocation of give-credits", "steps of divide-fleet", "steps of reveal"}
OPTIONS = {"a-new-frontier": (("boards", "yes"), ("exchange", "yes"), ("fleets", "divided"))}
"""By game: choices of the setup that bring forms of their own."""
LEADS = "finish-on-board"
"""An answer that random people seldom give, which leads to a form."""
GAMES = (
    ("new-frontiers", True, CHOICE | {"a draw", "naming", "telling"}),
    ("a-new-frontier", False, CHOICE | {"a draw"} | FORMS | SELDOM),
    ("a-new-frontier", True, CHOICE | {"a draw", "telling", "allocation", "steps"}),
    ("race-for-the-galaxy", True, CHOICE | {"telling"}),
    ("new-frontiers", False, CHOICE | {"a draw"}),
)
"""With whether the pieces are told, and the kinds of answers that come up; of some forms whose they are."""


def with_sizes() -> Iterator[tuple[Any, ...]]:
    """Each game at every size; of two ways to play it each has its share of them."""
    for at, game in enumerate(GAMES):
        same = [one for one, other in enumerate(GAMES) if other[0] == game[0]]
        sizes = [*((size, "") for size in SIZES), *LARGE_TEXTS]
        for size in shared(sizes, same.index(at), len(same)):
            yield (*game, *size)


NEW_CARDS = ("Nova Gem", "Far Reef", "Salon")
REFUSE_POSTS_JS = """(() => {
  // By the page itself: a browser whose requests a test answers keeps no files, and asks for all scripts of
  // each page anew. What it sends without a script leads to another page, and is not sent.
  addEventListener("submit", (event) => event.preventDefault());
  HTMLFormElement.prototype.submit = () => {};
  const sends = fetch, refusal = JSON.stringify({ sentence: "%s" });
  window.sent = 0;
  window.fetch = async (address, how) => {
    if (how?.method !== "POST") return sends(address, how);
    window.sent += 1;
    return new Response(refusal, { status: 422, headers: { "Content-Type": "application/json" } });
  };
})()"""

PRESS_JS = Path(__file__).with_name("pressed_controls.js").read_text("utf-8")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("refused"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.begin_stop()
    tables.close()


def kind_of(question: Question) -> tuple[Any, ...]:
    """What the pages show a form of its own for."""
    form = question.form
    return (type(form).__name__, form and question.kind, bool(question.draw), bool(question.roll))


def values_of(table: Table[Any], chance: Random) -> dict[str, Any]:
    """For each form that is asked: a value that it takes."""
    found: dict[str, Any] = {}
    for question in table.questions:
        player = "" if question.player is None else question.player
        if question.draw:
            found["draw"] = question.draw.sample(chance)
        elif question.roll:
            found[f"{question.kind}/{player}"] = question.roll.sample(chance)
        elif question.form:
            samples = (question.form.sample(chance) for _ in range(1000))
            valid = list(islice((it for it in samples if not question.form.problem(it)), 20))
            # An empty answer is asked about before it is sent
            if valid:
                found[f"{question.kind}/{player}"] = max(
                    valid, key=lambda it: 0 if isinstance(it, int) else len(it)
                )
    return found


def decisions(table: Table[Any], seat: int) -> Iterator[Decision]:
    """What the seat is offered as buttons."""
    if any(it.player == seat for it in table.questions):
        yield from (option.decision for option in table.game.options(table.state, seat))


def new_kinds(served: SimpleNamespace, name: str, told: bool) -> Iterator[tuple[Table[Any], int]]:
    """A game of random people, whenever it asks in a way that it has not yet; with a seat that is asked."""
    game, chance = games.load(name), Random(4)
    setup = Setup(tuple(Player(LONG_NAMES[n], game.colours[n]) for n in range(3)), OPTIONS.get(name, ()))
    table = served.tables.create(
        name,
        setup.with_told_pieces() if told else setup,
        seed=4,
        settings=Settings(draws="hand", dice="hand"),
    )
    computers, met = ComputerSeats(table, Random(4), "random"), set()
    while not game.phase(table.state).over:
        new = [it for it in table.questions if kind_of(it) not in met]
        met |= {kind_of(it) for it in new}
        if new:
            yield table, next((it.player for it in new if it.player is not None), 0)
        if told and new and len(met) > 3:
            return
        drawn = next((it.chance for it in table.questions if it.chance and not it.optional), None)
        key = f"step-{table.number:06}"
        # A card that no box has: what is printed on it is asked once it is turned up.
        meeting = next((it for it in table.questions if it.meets and not it.answered), None)
        leads = next((it for seat in range(3) for it in decisions(table, seat) if it.do == LEADS), None)
        told_by_all = next((it for it in table.questions if it.form and it.player is None), None)
        if name.startswith("race") and told and meeting and "Telling" not in {it[0] for it in met}:
            named = {"do": "place-new", "player": meeting.player, "name": NEW_CARDS[meeting.player]}
            table.submit(game.decision(named), table.number, key, "test")
        elif told_by_all:
            decision = form_answer(game, table.state, told_by_all, chance)
            table.submit(decision, table.number, key, "test")
        elif leads and chance.random() < 0.5:
            table.submit(leads, table.number, key, "test")
        elif drawn:
            table.submit_outcome(drawn.sample(chance), table.number, key, "test")
        elif decision := computers.decision(table.now):
            table.submit(decision, table.number, key, "test")


def refused_device(browser: Any, address: str, size: tuple[int, int]) -> Device:
    """A device on whose pages each answer is refused."""
    one = Device(browser, address, size)
    one.page.add_init_script(REFUSE_POSTS_JS % SENTENCE)
    resizer_without_paint(one)
    return one


@pytest.mark.parametrize(
    ("name", "told", "kinds", "size", "text"),
    first_by_default(with_sizes()),
    ids=lambda it: "" if isinstance(it, set) else str(it),  # a set's order differs from worker to worker
)
def test_each_kind_of_answer_says_why_it_is_refused(
    browser: Any,
    served: SimpleNamespace,
    name: str,
    told: bool,
    kinds: set[str],
    size: tuple[int, int],
    text: str,
) -> None:
    one, wrong, tried = refused_device(browser, served.address, size), [], set()
    one.page.add_init_script(f"localStorage['companion.text'] = '{text}'")
    for table, player in new_kinds(served, name, told):
        values = values_of(table, Random(4))
        for path in ("", f"seat/{player}"):
            page = one.open(f"/t/{table.id}/{path}")
            scripts = re.search(r'href="([^"]+/)toast[^"]*\.js"', page.content())
            assert scripts
            found = page.evaluate(LOOK_JS, {"scripts": scripts[1], "sentence": SENTENCE, "values": values})
            wrong += [f"/{path} at entry {table.number}: {it}" for it in found["wrong"]]
            tried |= {*found["tried"]}
    assert not one.errors
    one.close()
    assert not wrong, "\n".join(wrong)
    assert {it.partition(" of ")[0] for it in tried} == {it.partition(" of ")[0] for it in kinds}
    assert {it for it in kinds if " of " in it} <= tried


OUT_OF_RANGE_JS = """() => {
  const form = document.querySelector("#question form[data-answer-form=telling]");
  const line = form.querySelector("input[type=number]");
  for (const choice of form.querySelectorAll("input[type=radio]")) choice.checked = true;
  line.value = Number(line.max) + 1;
  line.dispatchEvent(new Event("input", { bubbles: true }));
  form.requestSubmit();
}"""


def test_a_number_out_of_range_is_refused_in_the_forms_own_words(
    browser: Any, served: SimpleNamespace
) -> None:
    """The browser's words, in its own language, lay over another field, and the form said less."""
    table, _seat = next(new_kinds(served, "a-new-frontier", True))
    before = table.number
    one = Device(browser, served.address, SIZES[1])
    page = one.open(f"/t/{table.id}/seat/0")
    page.evaluate(OUT_OF_RANGE_JS)
    # What is sent while the form's script is on its way is done once that has come.
    state = page.locator("#question form[data-answer-form=telling] .answer-state", has_text="Credits")
    state.first.wait_for()
    assert state.first.inner_text() == "Credits: a number from 0 to 60."
    assert page.evaluate(
        "[...document.querySelectorAll('form[data-answer-form]')].every((it) => it.noValidate)"
    )
    assert (one.errors, table.number) == ([], before)
    one.close()


def test_undo_names_a_long_step_by_its_beginning() -> None:
    """What seven pieces told at once print filled half a phone."""
    told = "Told: " + "; ".join(f"Ship {n}: attack value: {n}; defense value: 3" for n in range(1, 8))
    words = undo_button(told).words
    assert words.startswith("Undo: Told: Ship 1: attack value: 1; defense value: 3; Ship 2")
    assert words.endswith(" …")
    assert len(words) < 130
    told = "Ann places Merchant World (" + "; ".join(f"Player {n}: discards 4 cards" for n in range(6)) + ")"
    assert undo_button(told).words == "Undo: Ann places Merchant World …"
    assert undo_button("Ann explores").words == "Undo: Ann explores"
    assert undo_button("Ben prend\xa0; il paie").words == "Undo: Ben prend\xa0; il paie"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    with full_room(tmp_path_factory.mktemp("whole")) as all_of_it:
        yield all_of_it


ALL_SIZES = [(size, "", n, len(SIZES) // 2) for n, size in enumerate(SIZES)]
ALL_LARGE_TEXTS = [(size, text, n, len(LARGE_TEXTS)) for n, (size, text) in enumerate(LARGE_TEXTS)]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(("size", "text", "at", "among"), [*ALL_SIZES, *ALL_LARGE_TEXTS], ids=str)
def test_each_form_and_button_of_all_pages_says_why_it_is_refused(
    browser: Any, whole: Everything, size: tuple[int, int], text: str, at: int, among: int
) -> None:
    """Setting up, corrections, the box, the clock, cameras, the staff's pages and all others; each page
    at two of the sizes and with one of the large texts, in `make test-all` at all."""
    import playwright.sync_api

    one, wrong, tried = refused_device(browser, whole.serving.address, size), [], 0
    one.page.add_init_script(f"localStorage['companion.text'] = '{text}'")
    for path in shared(whole.paths, at, among):
        page, n = one.open(path), 0
        while True:
            try:
                said = page.evaluate(PRESS_JS, [n, SENTENCE])
            except playwright.sync_api.Error:  # it led to another page
                page = one.open(path)
                said = ""
            n += 1
            if said is None:
                break
            tried += bool(said)
            wrong += [f"{path}: {said}"] if said not in ("", "seen") else []
    one.close()
    assert not wrong, "\n".join(wrong)
    assert tried > 20
