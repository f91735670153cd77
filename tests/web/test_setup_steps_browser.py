"""Browser tests of the three steps of a new game: few touches, colour swaps, errors at their fields."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion import games
from companion.games.contract import TOLD, Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.default_run import first_by_default
from tests.rigs import figures
from tests.web.conftest import SIZES, Device, Serving, bare_room

pytestmark = pytest.mark.browser

MOST_TOUCHES = 10
"""For a new game up to its first question, not counting the names; the last is "Play now"."""
NAMES = ("Anna", "Ben", "Chloe", "Dev", "Eva")


@pytest.fixture(params=first_by_default(["phone", "tablet"]))
def first_evening(request, browser, tmp_path):
    """A room in which nobody has played yet, on a device with a touch screen."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    room = bare_room(tables)
    serving = Serving(create_app(room))
    device = Device(browser, serving.address, SIZES[request.param], has_touch=True)
    yield SimpleNamespace(room=room, device=device, page=device.page, touches=0)
    device.close()
    serving.stop()
    tables.close()
    assert not device.errors


def tap(evening, what):
    """Touches an element; an invisible one cannot be touched."""
    evening.page.locator(what).locator("visible=true").first.tap()
    evening.touches += 1


def name_all(evening, names=NAMES):
    """Types the names one after the other: "Enter" goes to the next, so only the first field is touched."""
    evening.page.locator("#name-0").tap()
    for n, name in enumerate(names):
        if n:
            evening.page.wait_for_function(f"document.activeElement.id === 'name-{n}'")
        evening.page.keyboard.type(name)
        if n < len(names) - 1:
            evening.page.keyboard.press("Enter")


def test_a_new_game_for_five_takes_ten_touches_and_the_names(first_evening):
    """From the front page to the first question, with a colour, three rules and who draws chosen by hand."""
    it = first_evening
    it.device.open("/")
    tap(it, "text=New game")
    it.page.wait_for_selector("html[data-ready] #setup")
    name_all(it)
    tap(it, "#setup-players li:first-child .swatch[data-colour=red]")
    tap(it, "[data-next]")
    tap(it, "label:has([name=option-game][value=later])")
    tap(it, "label:has([name=option-goals][value=yes])")
    tap(it, "[data-next]")
    tap(it, "label:has([name=chance][value=virtual])")
    tap(it, "label:has([name=draws][value=virtual])")
    tap(it, "#setup button:has-text('Begin')")
    it.page.wait_for_selector("html[data-ready] .set-up-join")
    tap(it, "#begin-play")
    it.page.wait_for_selector("html[data-ready] #live #question .answer")
    (row,) = it.room.tables.list()
    table = it.room.tables.open(row.id)
    assert [p.name for p in table.setup.players] == list(NAMES)
    assert [p.colour for p in table.setup.players][:3] == ["red", "green", "blue"]
    assert (table.setup.option("game"), table.setup.option("goals")) == ("later", "yes")
    assert table.settings.draws == "virtual"
    figures.row("a new game for five, beside the names", touches=str(it.touches))
    assert it.touches <= MOST_TOUCHES


@pytest.mark.parametrize("game", first_by_default(games.names()))
def test_every_game_begins_with_what_is_usual(first_evening, game):
    """The three steps are the same for every game; untouched options have their first choice, or what
    beginners are proposed: nobody has played here yet."""
    it = first_evening
    it.device.open(f"/new?game={game}")
    fewest = games.load(game).seats[0]
    name_all(it, NAMES[:fewest])
    tap(it, "[data-next]")
    tap(it, "[data-next]")
    tap(it, "label:has([name=chance][value=virtual])")
    tap(it, "#setup button:has-text('Begin')")
    it.page.wait_for_url("**/t/*/**")
    (row,) = it.room.tables.list()
    table = it.room.tables.open(row.id)
    usual = {option.name: option.beginners or option.choices[0][0] for option in table.game.setup_options()}
    # Printed pieces lie there, where the game asks for what nobody told of them.
    told = {TOLD} if table.game.asks_facts else set()
    assert set(table.setup.options) == {*usual.items(), *table.game.marks, *told}
    assert it.touches + 3 <= MOST_TOUCHES  # the front page's link, another game than the default, "Play now"


def test_a_chosen_colour_swaps_with_whoever_has_it(first_evening):
    it = first_evening
    page = it.device.open("/new")
    name_all(it, NAMES[:3])
    worn = "() => [...document.querySelectorAll('.swatch input:checked')].map(it => it.value)"
    assert page.evaluate(worn) == ["blue", "green", "red", "yellow", "purple"]
    tap(it, "li:nth-child(3) .swatch[data-colour=blue]")
    assert page.evaluate(worn) == ["red", "green", "blue", "yellow", "purple"]
    assert page.inner_text("[data-swapped]") == "Anna: Red"
    tap(it, "li:nth-child(1) .swatch[data-colour=purple]")  # nobody's yet
    assert page.evaluate(worn) == ["purple", "green", "blue", "yellow", "red"]


def test_what_is_wrong_is_said_at_its_field(first_evening):
    it = first_evening
    page = it.device.open("/new")
    tap(it, "[data-next]")
    said = page.locator("li:nth-child(1) .field-error")
    assert "name that many" in said.inner_text()
    assert page.evaluate("document.activeElement.id") == "name-0"
    assert page.get_attribute("#name-0", "aria-describedby") == said.get_attribute("id")
    name_all(it, ("Anna", "anna"))
    assert page.locator(".field-error").count() == 0, "who mends it is not told any more"
    tap(it, "[data-step-to='3']")
    tap(it, "#setup button:has-text('Begin')")
    assert "same name" in page.locator("li:nth-child(2) .field-error").inner_text()
    assert page.evaluate("document.activeElement.id") == "name-1"
    assert it.room.tables.list() == ()


@pytest.mark.slow
def test_who_is_alone_practises_with_one_touch_and_no_name(first_evening):
    """A game wants two names and more; Enter in a field begins that game all the same."""
    it = first_evening
    it.device.open("/new")
    begin = it.page.locator(".setup-end [type=submit]")
    assert begin.evaluate("it => it.form.querySelector('[type=submit]') === it")
    tap(it, "[formaction='/practise']")
    it.page.wait_for_selector("[data-decision]")
    assert "/seat/0" in it.page.url


def test_the_server_says_it_at_the_field_too(first_evening):
    """For an error that the page's script missed: the step with the field is open, and the field is named."""
    it = first_evening
    page = it.device.open("/new")
    name_all(it, NAMES[:2])
    page.evaluate("document.querySelector('[name=option-goals][value=no]').value = 'perhaps'")
    tap(it, "#setup button:has-text('Begin')")
    page.wait_for_selector("html[data-ready] #setup-game .field-error")
    assert page.locator("#setup-game").is_visible()
    assert not page.locator("#setup-players").is_visible()
    assert page.input_value("#name-1") == "Ben"


def test_back_leads_to_the_step_before(first_evening):
    it = first_evening
    page = it.device.open("/new")
    name_all(it, NAMES[:2])
    tap(it, "[data-next]")
    tap(it, "[data-next]")
    page.go_back()
    assert page.locator("#setup-game").is_visible()
    page.go_back()
    assert page.locator("#setup-players").is_visible()
    assert page.input_value("#name-1") == "Ben"


@pytest.mark.slow
def test_names_go_along_to_another_game(first_evening):
    it = first_evening
    page = it.device.open("/new?game=new-frontiers")
    name_all(it, NAMES[:3])
    tap(it, "li:nth-child(1) .swatch[data-colour=red]")
    tap(it, "a[data-game]:has-text('Race for the Galaxy')")
    page.wait_for_selector("html[data-ready] [name=game][value=race-for-the-galaxy]", state="attached")
    assert [page.input_value(f"#name-{n}") for n in range(3)] == list(NAMES[:3])
    assert page.locator("[name=colour-0]:checked").get_attribute("value") == "red"


def chosen(page, option):
    return page.locator(f"[name=option-{option}]:checked").get_attribute("value")


@pytest.mark.slow
def test_beginners_are_proposed_a_first_game_until_somebody_chooses(first_evening):
    """A new name or "Teach us" proposes it; players who are known get what the form had; a choice by hand
    stays."""
    it = first_evening
    it.room.tables.create(
        "race-for-the-galaxy", Setup((Player("Anna", "blue"), Player("Ben", "green"))), seed=1
    )
    page = it.device.open("/new?game=race-for-the-galaxy")
    assert chosen(page, "game") == "later"
    page.fill("#name-1", "Chloe")
    assert chosen(page, "game") == "first"
    page.fill("#name-1", "Ben")
    assert chosen(page, "game") == "later"
    tap(it, "[data-next]")
    tap(it, "label:has([name=teaching][value=lessons])")
    assert chosen(page, "game") == "first"
    tap(it, "label:has([name=option-game][value=later])")
    tap(it, "label:has([name=teaching][value=off])")
    tap(it, "label:has([name=teaching][value=lessons])")
    assert chosen(page, "game") == "later"


@pytest.mark.slow
def test_what_concerns_two_players_is_not_asked_of_three(first_evening):
    it = first_evening
    page = it.device.open("/new?game=race-for-the-galaxy")
    name_all(it, NAMES[:2])
    tap(it, "[data-next]")
    of_two = page.locator("fieldset:has([name=option-two-players])")
    of_two.wait_for(state="visible")
    page.go_back()
    page.fill("#name-2", NAMES[2])
    tap(it, "[data-next]")
    page.wait_for_selector("#setup-game", state="visible")
    assert not of_two.is_visible()


@pytest.mark.slow
def test_last_times_names_go_by_one_tap(first_evening):
    it = first_evening
    it.room.tables.create("new-frontiers", Setup((Player("Anna", "blue"), Player("Ben", "green"))), seed=1)
    page = it.device.open("/new")
    assert page.input_value("#name-1") == "Ben"
    tap(it, "#name-1")
    page.keyboard.type("Cleo")  # instead of Ben, not behind him
    tap(it, "#name-1")
    page.keyboard.press("End")
    page.keyboard.type("a")
    assert page.input_value("#name-1") == "Cleoa"
    tap(it, "[data-clear]")
    assert [page.input_value(f"#name-{n}") for n in range(2)] == ["", ""]
    assert page.evaluate("document.activeElement.id") == "name-0"
    tap(it, "[data-known=Ben]")
    assert page.input_value("#name-0") == "Ben"


def test_one_knowledge_decides_what_is_taught_and_which_game_is_proposed(first_evening):
    """In a new house nobody knows the game: it is taught, and the first game is proposed, in which nobody
    chooses a start world (Race p. 2); no camera reads cards that go into hands."""
    it = first_evening
    page = it.device.open("/new?game=race-for-the-galaxy")
    taught = "document.querySelector('[name=teaching]:checked').value"
    assert (page.evaluate(taught), chosen(page, "game")) == ("lessons", "first")
    name_all(it, NAMES[:2])
    tap(it, "[data-next]")
    start = page.locator("fieldset:has([name=option-start])")
    page.wait_for_selector("#setup-game", state="visible")
    assert not start.is_visible()
    tap(it, "label:has([name=option-game][value=later])")
    start.wait_for(state="visible")
    tap(it, "label:has([name=teaching][value=off])")
    assert (page.evaluate(taught), chosen(page, "game")) == ("off", "later")
    assert page.locator("[name=draws][value=camera]").count() == 0


GAME_BY_TEACHING = {
    "race-for-the-galaxy": ("game", "first", "later"),
    "new-frontiers": ("game", "first", "later"),
    "a-new-frontier": ("cards", "light", "all"),
}
"""Of each game: the option that has a choice for beginners, that one, and what others are proposed."""


@pytest.mark.parametrize("game", GAME_BY_TEACHING)
def test_who_says_that_a_new_house_knows_the_game_is_proposed_a_later_one(first_evening, game):
    """ "our first game" stayed beside "We know it"; and by hand it proposes to be taught."""
    it, (option, first, later) = first_evening, GAME_BY_TEACHING[game]
    players = tuple(Player(*one) for one in zip(NAMES[:3], ("blue", "green", "red"), strict=True))
    page = it.device.open(f"/new?game={game}")
    taught = "document.querySelector('[name=teaching]:checked').value"
    name_all(it, NAMES[:3])
    tap(it, "[data-next]")
    page.wait_for_selector("#setup-game", state="visible")
    for value, proposed in (("off", later), ("lessons", first), ("reminders", later)):
        tap(it, f"label:has([name=teaching][value={value}])")
        assert chosen(page, option) == proposed
    it.room.tables.create(game, Setup(players), seed=1)
    page = it.device.open(f"/new?game={game}")
    assert (page.evaluate(taught), chosen(page, option)) == ("off", later)
    tap(it, "[data-next]")
    for value, teaching in ((first, "lessons"), (later, "off")):
        tap(it, f"label:has([name=option-{option}][value={value}])")
        assert page.evaluate(taught) == teaching
