"""We played on, on the pages: what was done meanwhile is asked, proposed and entered with one yes."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.box.shelf import Shelf
from companion.catching_up import next_page, session
from companion.catching_up.evidence import Seen, standing
from companion.catching_up.told_json import seen_to_json
from companion.games.contract import Player, Setup, decision_to_json
from companion.games.contract.tellers import is_caught_up
from companion.simulation.simulate import SimulatedStep, steps
from companion.table.journal import Journal
from companion.table.observation import SeenTable
from companion.table.referee import Referee
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.play import what_lies
from companion.web.play.what_lies import LyingForm, places, told_seen
from companion.web.request.services import services_of
from tests.rigs.truthful import Truthful
from tests.web.conftest import bare_room

pytestmark = pytest.mark.usefixtures("brief_searches")
NAME = "new-frontiers"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes")).test_client()
    tables.close()


@pytest.fixture
def table(client: FlaskClient) -> Table[Any]:
    colours = games.load(NAME).colours
    players = tuple(Player(name, colour) for name, colour in zip(("Ann", "Ben"), colours, strict=False))
    room = services_of(client.application).room
    return room.tables.create(NAME, Setup(players), seed=3, settings=Settings(draws="hand"))


def played(table: Table[Any], number: int) -> list[SimulatedStep]:
    """So many decisions as people at the table make them, which nobody tells."""
    game, found = table.game, []
    for step in steps(game, table.state, game.players["sensible"], Random(5)):
        found.append(step)
        if len(found) == number:
            break
    return found


def lies(table: Table[Any], state: Any) -> str:
    game = table.game
    zones = frozenset(zone.name for zone in game.tracking.plan(2).zones)
    return json.dumps(seen_to_json(Seen(game.tracking.layout(state), zones, game.tracking.goods(state))))


def think(client: FlaskClient, table: Table[Any], seen: str, **told: Any) -> Any:
    sent = {"number": str(table.number), "seen": seen} | told
    return client.post(f"/t/{table.id}/played-on", data=sent)


def buttons(page: str) -> dict[str, str]:
    """The answers on a page by their words, with what each tells."""
    found = re.findall(
        r'<button class="button[^"]*" name="told" value="([^"]*)">\s*([^<]*?)\s*</button>', page
    )
    return {html.unescape(said): html.unescape(told) for told, said in found}


def caught_up(client: FlaskClient, table: Table[Any], truth: list[SimulatedStep], seen: str = "") -> str:
    """The page with the proposal, after all that is asked was answered truly."""
    seen = seen or lies(table, truth[-1].after)
    return answered(client, table, truth, think(client, table, seen, told="{}").text)


def answered(
    client: FlaskClient, table: Table[Any], truth: list[SimulatedStep], page: str, **more: str
) -> str:
    """The last page, after all that this one and the next ones ask was answered truly."""
    for _ in range(14):
        if "Right?" in page or "By the rules nothing leads" in page:
            return page
        assert "There are more ways" not in page, "the search was cut short"
        seen = html.unescape(re.findall(r'name="seen" value="([^"]*)"', page)[0])
        page = think(client, table, seen, **true_answer(table, truth, page), **more).text
    raise AssertionError("it asks without end")


def true_answer(table: Table[Any], truth: list[SimulatedStep], page: str) -> dict[str, str]:
    """What is sent by whoever saw all these steps."""
    game, end = table.game, truth[-1].after
    stands = json.loads(json.dumps(standing(game, end, game.questions(end))))
    if 'name="row-' in page or 'name="count-' in page:
        return answered_rows(table, page, truth)
    offered = buttons(page)
    if "data-further" in page:
        form = page[page.index("data-further") :]
        return {"told": html.unescape(re.findall(r'name="told" value="([^"]*)"', form)[0]), "further": "yes"}
    if "How is it now?" in page:
        facts = {fact.path: fact.value for fact in game.facts(game.view(end, None))}
        told = (one for one in offered.values() if json.loads(one)["facts"].items() <= facts.items())
        return {"told": next(one for one in told if json.loads(one)["facts"])}
    if "What is asked at the table now?" in page:
        return {"told": next(one for one in offered.values() if json.loads(one)["stands"] == stands)}
    done = {game.words(step.before, step.decision) for step in truth}
    # One of a few whole ways says what was decided on it, and at last what is asked then.
    fits = [one for said, one in offered.items() if said in done]
    ways = {said: {*said.split(" · ")[:-1]} for said in offered}
    fits = fits or [offered[said] for said, way in ways.items() if way and way <= done]
    nothing = ("It has not been answered yet", "None of these, or nobody knows")
    fits = fits or [offered[said] for said in nothing if said in offered]
    return {"told": fits[0]}


def answered_rows(table: Table[Any], page: str, truth: list[SimulatedStep]) -> dict[str, str]:
    """The form in which several things are asked together, each answered by what was done."""
    game, end = table.game, truth[-1].after
    saw = Truthful(game, truth)
    form = page[page.index('name="told"') :]
    sent = {"told": html.unescape(re.findall(r'value="([^"]*)"', form)[0])}
    for path in re.findall(r'name="count-([^"]*)"', form):
        fact = game.fact(game.view(end, None), html.unescape(path))
        sent[f"count-{html.unescape(path)}"] = str(fact.value)
    offered: dict[str, list[Any]] = {}
    for name, value in re.findall(r'<input type="radio" name="(row-\d+)"\s+value="([^"]+)"', form):
        offered.setdefault(name, []).append(json.loads(html.unescape(value)))
    for name, options in re.findall(r'<select name="(row-\d+)">(.*?)</select>', form, re.DOTALL):
        found = re.findall(r'<option value="([^"]+)"', options)
        offered[name] = [json.loads(html.unescape(value)) for value in found]
    for name, values in offered.items():
        said = values[saw.of_row(values)]
        sent[name] = json.dumps(said)
    return sent


def page_words(page: str) -> str:
    """All that a page says, each run of spaces as one."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


def say_yes(client: FlaskClient, page: str, table: Table[Any]) -> Any:
    form = page[page.index(f'action="/t/{table.id}/played-on/yes"') :].partition("</form>")[0]
    fields = re.findall(r'name="(\w+)"\s+value="([^"]*)"', form)
    sent = {name: html.unescape(value) for name, value in fields}
    return client.post(f"/t/{table.id}/played-on/yes", data=sent)


def test_what_was_done_meanwhile_is_entered_with_one_yes(client: FlaskClient, table: Table[Any]) -> None:
    truth = played(table, 4)
    page = caught_up(client, table, truth)
    for step in (one for one in truth if one.decision.player is not None):
        assert table.game.words(step.before, step.decision) in page_words(page)
    before = table.number
    assert before == 1, "nothing is entered before the yes"
    assert say_yes(client, page, table).status_code == 303
    assert table.number == before + len(truth)
    assert all(is_caught_up(entry.by) for entry in table.entries()[before:])
    assert table.game.facts(table.state) == table.game.facts(truth[-1].after)
    history = page_words(client.get(f"/t/{table.id}/history").text)
    (tracking, drawn) = table.game.tracking, next(step for step in truth if step.decision.player is None)
    left, end = (tracking.layout(state) for state in (drawn.after, truth[-1].after))
    new = sorted(left.keys() - tracking.layout(drawn.before).keys())
    seen = ", ".join(tracking.tile(tile).name for tile in new if end.get(tile) == left[tile])
    assert f"inferred from the table · seen: {seen} ·" in history
    assert "inferred from the table · somebody told it ·" in history
    client.post(f"/t/{table.id}/score", data={"standing": "shown"})
    sheet = page_words(client.get(f"/t/{table.id}/score").text)
    assert f"inferred from the table, and confirmed with a yes: {len(truth)}." in sheet
    assert say_yes(client, page, table).status_code == 303  # sent again
    assert table.number == before + len(truth)


def test_a_number_that_is_none_is_refused_above_its_form_as_it_was_filled_in(
    client: FlaskClient, table: Table[Any]
) -> None:
    """It was a page of its own, whose one way on led to the tables."""
    truth = played(table, 4)
    seen = lies(table, truth[-1].after)
    page = think(client, table, seen, told="{}").text
    sent = answered_rows(table, page, truth)
    before = html.unescape(re.findall(r'name="before"\s+value="([^"]*)"', page)[0])
    refused = think(client, table, seen, before=before, **sent, **{"count-0/credits": "2.5"})
    assert (refused.status_code, table.number) == (422, 1)
    assert "2.5 is not a whole number." in page_words(refused.text)
    form = refused.text[refused.text.index('name="before"') :]
    chosen = {html.unescape(told) for told in re.findall(r'value="([^"]*)" (?:checked|selected)', form)}
    offered = {html.unescape(told) for told in re.findall(r'value="([^"]*)"', form)}
    told = {told for row, told in sent.items() if row.startswith("row-") and told in offered}
    assert len(told) > 2
    assert told <= chosen
    row = re.findall(r'<input type="radio" name="(row-\d+)"', page)[0]
    left_open = {**sent, row: "", "count-0/credits": "2.5"}
    form = think(client, table, seen, before=before, **left_open).text
    assert re.findall(rf'name="{row}"\s+value="([^"]*)" checked', form) == [""]
    assert "Right?" in answered(client, table, truth, refused.text)


@pytest.mark.long
def test_what_else_an_entry_may_have_been_takes_its_place(client: FlaskClient, table: Table[Any]) -> None:
    truth = played(table, 1)
    begun = table.number
    assert say_yes(client, caught_up(client, table, truth), table).status_code == 303
    entered = table.number
    history = client.get(f"/t/{table.id}/history").text
    assert f"/t/{table.id}/inferred?entry={entered}" in history
    page = client.get(f"/t/{table.id}/inferred?entry={entered}").text
    assert truth[0].decision.do in json.dumps(table.effective()[-1].data)
    offered = buttons(page)
    assert table.game.words(truth[0].before, truth[0].decision) not in offered
    words, told = next(iter(offered.items()))
    fields = {
        name: html.unescape(value)
        for name, value in re.findall(r'type="hidden" name="(number|begun|seen)" value="([^"]*)"', page)
    }
    assert fields["begun"] == str(begun)
    found = client.post(f"/t/{table.id}/played-on", data=fields | {"told": told}).text
    instead = table.game.decision(json.loads(told)["decided"][-1][1])
    other = SimulatedStep(truth[0].before, instead, table.game.play(truth[0].before, instead))
    found = answered(client, table, [other], found, begun=fields["begun"])
    assert words in page_words(found)
    assert f'/t/{table.id}/played-on?begun={begun}"' in found, "who says no begins again from there"
    assert say_yes(client, found, table).status_code == 303
    assert all(is_caught_up(entry.by) for entry in table.effective()[begun:])
    assert words in [table.words_of(entry.number) for entry in table.effective()[begun:]]
    assert entered not in [entry.number for entry in table.effective()]
    table.undo(table.number, "back", "a phone")
    assert client.get(f"/t/{table.id}/inferred?entry={table.number - 1}").status_code == 404


def test_after_more_was_told_it_only_says_what_else_it_may_have_been(
    client: FlaskClient, table: Table[Any]
) -> None:
    truth = played(table, 2)
    assert say_yes(client, caught_up(client, table, truth[:1]), table).status_code == 303
    inferred = table.number
    table.submit(truth[1].decision, table.number, "a tap", "a phone")
    page = client.get(f"/t/{table.id}/inferred?entry={inferred}").text
    assert "What else it may have been" in page_words(page)
    assert buttons(page) == {}
    late = {"number": str(table.number), "begun": str(inferred - 1), "seen": lies(table, table.state)}
    assert client.post(f"/t/{table.id}/played-on", data=late).status_code == 409
    assert client.get(f"/t/{table.id}/inferred?entry={table.number}").status_code == 404


@pytest.mark.slow
def test_a_step_that_was_otherwise_is_changed(client: FlaskClient, table: Table[Any]) -> None:
    truth = played(table, 1)
    seen = lies(table, truth[-1].after)
    page = caught_up(client, table, truth)
    otherwise = {
        said: told
        for said, told in buttons(page).items()
        if said != table.game.words(table.state, truth[0].decision)
    }
    told = next(iter(otherwise.values()))
    changed = think(client, table, seen, told=told).text
    assert "nothing leads" not in changed
    (decided,) = json.loads(told)["decided"]
    assert all(decided in json.loads(one)["decided"] for one in buttons(changed).values())


def test_a_search_that_did_not_come_to_an_end_says_so_and_what_helps(
    client: FlaskClient, table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether something agrees is not known then, so the page never says that nothing does. Told by hand, it
    is looked for from where the search began: before what was caught up with, if that was otherwise."""
    whole = played(table, 40)
    begun, seen = table.number, lies(table, whole[-1].after)
    table.catch_up((whole[0].decision,), begun, "too early")
    monkeypatch.setattr(session, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(next_page, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(session, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(session, "NEXT_SECONDS", 0.0)
    page = think(client, table, seen, told="{}", further="yes", begun=str(begun)).text
    for _ in range(30):
        if "There are more ways" in page or "By the rules nothing leads" in page:
            break
        nobody = re.findall(r'<button class="button quiet" name="told" value="([^"]*)"', page)[0]
        page = think(client, table, seen, told=html.unescape(nobody), further="yes", begun=str(begun)).text
    said = page_words(page)
    assert "There are more ways than the companion could look at" in said
    assert "By the rules nothing leads" not in said
    assert "What no way explains" not in said
    begin = html.unescape(re.findall(r'href="([^"]*)#lying"', page)[0])
    assert begin != f"/t/{table.id}/played-on", "of this page's own address a browser only scrolls"
    by_hand = client.get(begin).text
    assert 'id="lying"' in by_hand
    assert by_hand.count("<form method") == by_hand.count(f'name="begun" value="{begun}"') == 2
    told = {"number": str(table.number), "begun": str(begun)}
    told_by_hand = client.post(f"/t/{table.id}/played-on/lying", data=told).text
    assert f'name="begun" value="{begun}"' in told_by_hand
    assert client.get(f"/t/{table.id}/played-on?begun={table.number}").status_code == 409
    assert client.get(f"/t/{table.id}/played-on?begun=x").status_code == 404
    assert "Correct it" in said


def test_a_number_that_fits_nowhere_is_named_and_its_correction_offered(
    client: FlaskClient, table: Table[Any]
) -> None:
    (step,) = played(table, 1)
    fact = next(one for one in what_lies.numbers_of(table, 0) if one.path.startswith("credits"))
    stands = standing(table.game, step.after, table.game.questions(step.after))
    told = json.dumps({"facts": {fact.path: 70}, "stands": stands})
    first = think(client, table, lies(table, step.after), told=told, further="yes").text
    page = answered(client, table, [step], first)
    assert f"{fact.label}: {fact.words(70)}" in buttons(page)
    correction = html.unescape(
        re.findall(r'href="([^"]*/correct[^"]*)"', page[page.index("Was one of") :])[0]
    )
    in_question = client.get(correction).text.partition("In question")[2].partition("</section>")[0]
    assert re.findall(r'data-path="([^"]*)"', in_question) == [fact.path]


def test_what_was_otherwise_is_taken_back_by_whoever_says_so(client: FlaskClient, table: Table[Any]) -> None:
    """A page without a script names the seat at which it was opened."""
    (step,) = played(table, 1)
    begun = table.number
    table.catch_up((step.decision,), begun, "too early")
    told = {"number": table.number, "begun": begun, "seat": 1, "key": "otherwise", "told": "{}"}
    told |= {"seen": lies(table, step.after), "decisions": json.dumps([decision_to_json(step.decision)])}
    assert client.post(f"/t/{table.id}/played-on/yes", data=told).status_code == 303
    back, again = table.entries()[-2:]
    assert back.by == "Ben's phone"
    assert is_caught_up(again.by)


@pytest.mark.parametrize(
    "sent",
    [
        {"seen": "[]"},
        {"seen": "{"},
        {"told": '{"facts": 3}'},
        {"told": '{"decided": [[[1, 0, "x", 1], {"do": "nothing known"}]]}'},
    ],
)
def test_what_cannot_be_read_is_one_sentence(
    client: FlaskClient, table: Table[Any], sent: dict[str, str]
) -> None:
    answer = client.post(f"/t/{table.id}/played-on", data={"number": str(table.number)} | sent)
    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text


@pytest.fixture
def watched(client: FlaskClient, table: Table[Any]) -> Iterator[tuple[Referee, dict[str, float]]]:
    """A camera looks at the table; with the time on its clock."""
    room, time = services_of(client.application).room, {"now": 0.0}
    room.home.referee = Referee(table, lambda: time["now"])
    room.home.active = table.id
    yield room.home.referee, time
    room.home.referee.close()


def look(table: Table[Any], referee: Referee, state: Any, number: int, *hidden: str) -> None:
    zones = frozenset(zone.name for zone in table.game.tracking.plan(2).zones)
    lying = {tile: spot for tile, spot in table.game.tracking.layout(state).items() if tile not in hidden}
    referee.on_seen(SeenTable(lying, 30.0, watching=zones, number=number))


def test_what_was_bought_is_told_by_whose_area_it_lies_in(table: Table[Any]) -> None:
    """A development told as a new piece, once or twice, is a copy there and no piece astray."""
    tile, name = next((info.id, info.name) for info in table.game.tracking.tiles() if info.copies)
    layout = table.game.tracking.layout(table.state)
    form = LyingForm(new={"0": name, "1": name}, place={"0": "seat:0|A|", "1": "seat:1|A|"})
    seen = told_seen(table, form)
    assert (seen.spots, seen.copies) == (layout, {tile: {"seat:0", "seat:1"}})


def test_a_camera_that_explains_nothing_offers_it_and_what_it_sees_is_taken(
    client: FlaskClient, table: Table[Any], watched: tuple[Referee, dict[str, float]]
) -> None:
    referee, time = watched
    truth = played(table, 4)
    look(table, referee, table.state, 1)
    assert client.get(f"/t/{table.id}/").text.count(f"/t/{table.id}/played-on") == 1  # in the menu
    mats = [tile for tile in table.game.tracking.layout(table.state) if tile.startswith("H")]
    for number in range(2, 6):
        time["now"] += 10.0  # a camera that looks all the time
        look(table, referee, truth[-1].after, number, *mats)  # tags of mats may be out of view
    assert referee.view.disagreement is not None
    assert client.get(f"/t/{table.id}/").text.count(f"/t/{table.id}/played-on") == 2
    page = client.get(f"/t/{table.id}/played-on").text
    assert "Look at the table" in page
    assert page.count('class="button primary"') == 1, "one way on stands out"
    seen = html.unescape(re.findall(r'name="seen" value="([^"]*)"', page)[0])
    proposal = caught_up(client, table, truth, seen)
    assert say_yes(client, proposal, table).status_code == 303
    assert table.game.facts(table.state) == table.game.facts(truth[-1].after)


def test_what_is_told_wrongly_by_hand_is_one_sentence_above_the_form_with_all_that_was_told(
    client: FlaskClient, table: Table[Any]
) -> None:
    gone, *_others = table.game.tracking.layout(table.state)
    (counted, *_numbers) = what_lies.numbers_of(table, 0)
    kept = {f"piece-{gone}": "-", f"counted-{counted.path}": "1", "seat": "0"}
    sent = {"number": str(table.number), **kept, "new-0": "No such world", "place-0": "middle|A|"}
    answer = client.post(f"/t/{table.id}/played-on/lying", data=sent)
    assert answer.status_code == 422
    assert "No piece here is called No such world." in page_words(answer.text)
    form = answer.text[answer.text.index("/played-on/lying") :]
    assert form.count("primary") == answer.text.count("button primary") == 1, "that form stands out"
    assert 'name="new-0" list="other-pieces" maxlength="80" autocomplete="off" value="No such world"' in (
        " ".join(form.split())
    )
    assert '<option value="middle|A|" selected>' in form.partition("new-1")[0]
    piece = form[form.index(f'name="piece-{gone}"') :].partition("</select>")[0]
    assert re.findall(r'<option value="([^"]*)" selected', piece) == ["-"]
    field = form[form.index(f'name="counted-{counted.path}"') :].partition(">")[0]
    assert 'value="1"' in field
    assert form.count('class="fold" open') == form.count('class="fold"')


def test_under_a_players_name_a_piece_lies_here(client: FlaskClient, table: Table[Any]) -> None:
    """A long name in the closed list would hide which side is up: its fold says whose area it is."""
    page = client.get(f"/t/{table.id}/played-on").text
    chosen = [html.unescape(it) for it in re.findall(r"<option[^>]* selected[^>]*>([^<]*)<", page)]
    lying = [it for it in chosen if it != "no good"]
    assert {it.partition(",")[0] for it in lying} == {"here"}
    assert any(it.endswith("up") for it in lying)


def test_a_piece_lies_with_a_side_that_it_has(client: FlaskClient, table: Table[Any]) -> None:
    """An empire mat has no gray side, and a development one side only (p. 2)."""
    page = html.unescape(client.get(f"/t/{table.id}/played-on").text)
    assert "mpire mat" in page
    assert "gray side up" not in page.partition('name="new-0"')[0]
    sides: dict[tuple[str, ...], set[str]] = {}
    for info in table.game.tracking.tiles():
        words = " ".join(words for _at, words in places(table, of=info.id))
        sides.setdefault(info.sides, set()).update(re.findall(r"(gray|colony) side up", words))
    assert sides == {("gray side", "colony side"): {"gray", "colony"}, (): set()}
