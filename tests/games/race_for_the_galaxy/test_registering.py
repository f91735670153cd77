"""Tests of registering further start worlds as an owner has them: box file, form, entries in play."""

from __future__ import annotations

import html
from random import Random

import pytest

from companion.box.shelf import Shelf
from companion.games.contract import Correction, Illegal, Player, Setup
from companion.games.contract.told import Told
from companion.games.race_for_the_galaxy.cards.power_lines import known_power, line_of, power_lines
from companion.games.race_for_the_galaxy.cards.powers import Military, TradeMore
from companion.simulation.simulate import new_game, steps
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.games.race_for_the_galaxy.build import GAME, new
from tests.web.conftest import bare_room

FILE = """
[[start]]
id = "S08"
name = "Windy World"
cost = 1
vp = 2
kind = "novelty"
good = "windfall"
powers = ["Settle: +1 Military", "trade: 1 card more for selling a good"]
"""


def test_a_box_file_says_what_a_start_world_is():
    card = GAME.box.with_box(FILE).catalogue["S08"]
    assert (card.name, card.cost, card.vp, card.kind, card.windfall) == ("Windy World", 1, 2, "novelty", True)
    assert card.powers == (Military(1), TradeMore(1))
    assert (card.number, card.verified) == (GAME.catalogue["S08"].number, True)
    assert card.red == GAME.catalogue["S08"].red
    assert GAME.catalogue["S08"].name == "Terraforming Colonists", "the shipped cards stay as they are"


def test_every_power_of_a_known_card_can_be_chosen_and_read_back():
    """Each form of power has its own line, so that none is lost when a file is written and read."""
    assert len(power_lines()) > 50
    for line, power in power_lines().items():
        assert line_of(power) == line
        assert known_power(line.replace("-1", "\u22121")) == power
        text = FILE.replace("Settle: +1 Military", line.replace('"', ""))
        assert GAME.box.with_box(text).catalogue["S08"].powers[0] == power
    used = {power for card in GAME.catalogue for power in card.powers}
    assert used == set(power_lines().values())


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"S08"', '"S01"', "only the start worlds S06 to S11 and cards of expansions, X01 and so on, can"),
        ('"S08"', "8", "8 cannot be entered"),
        ("cost = 1", "", "cost or defense is missing"),
        ("cost = 1", "cost = 1\ndefense = 2", "cost, or the defense"),
        ("cost = 1", "cost = -1", "cost: a whole number"),
        ("vp = 2", "vp = true", "VP: a whole number"),
        ('kind = "novelty"', 'kind = "tea"', "kind"),
        ('good = "windfall"', "", "kind"),
        ("Settle: +1 Military", "Settle: +77 Military", "No known card has this power"),
        ("powers =", "speed =", "has no 'speed'"),
        ("[[start]]", "[[world]]", "stands in [[start]]"),
        ('name = "Windy World"', 'name = ""', "name"),
        ("[[start]]", "[[start", "cannot be read"),
    ],
)
def test_what_cannot_be_read_of_a_file_is_said_and_the_rest_stands(before, after, said):
    good = FILE.replace("S08", "S09").replace("Windy", "Calm")
    game = GAME.box.with_box(FILE.replace(before, after) + good)
    (line,) = (line for line in game.box.check_box(None).lines() if line.startswith("cannot be read"))
    assert line.startswith("cannot be read: the box file, line ")
    assert said in line
    assert not game.box.check_box(None).ok
    assert game.catalogue["S09"].name == "Calm World"
    assert game.catalogue["S08"] == GAME.catalogue["S08"]


def test_the_check_counts_what_is_registered():
    assert GAME.box.check_box(None).ok
    other = GAME.box.check_box(FILE)
    assert not other.ok
    assert "missing: non-military worlds, cost 2: 16, the rulebook prints 17" in other.lines()


def test_a_registered_world_is_played_with():
    game = GAME.box.with_box(FILE)
    rng = Random(1)
    options = (("start-worlds", "eleven"),)
    seen = 0
    for seed in range(12):
        state = new_game(game, 4, options, rng)
        seen += "S08" in {empire.start for empire in state.empires}
        if seed < 2:
            for step in steps(game, state, game.players["random"], rng):
                state = step.after
            assert game.check(state) == ()
    assert seen
    assert game.box.at(state).catalogue is state.catalogue


def test_a_card_is_taught_to_a_table_in_play():
    state = new(2, start_worlds="eleven")
    correction = Correction("tile/S08", FILE)
    assert "Windy World" in GAME.words(state, correction)
    taught = GAME.correct(state, correction)
    assert taught.card("S08").name == "Windy World"
    assert state.card("S08").name == "Terraforming Colonists"
    for path, text in (("tile/S09", FILE), ("tile/W01", FILE), ("tile/S08", 3), ("tile/S08", FILE + "x")):
        with pytest.raises(Illegal):
            GAME.correct(state, Correction(path, text))


def test_a_card_is_taught_only_where_the_box_has_it():
    with pytest.raises(Illegal, match=r"^S08 is not among the cards that are played with here"):
        GAME.correct(new(2), Correction("tile/S08", FILE))


def test_a_registered_world_that_is_known_keeps_its_number():
    """An owner may have put the tag of one on another of the six."""
    text = FILE.replace("Windy World", "Star Nomad Raiders")
    assert GAME.box.with_box(text).catalogue["S08"].number == -1


def test_a_registered_stand_in_is_played_on_with_its_number():
    """Of a journal whose setup names no edition."""
    text = FILE.replace("Windy World", "Star Nomad Raiders")
    seats = tuple(Player(name, name.lower()) for name in ("Blue", "Green"))
    old = Setup(seats, (("start-worlds", "eleven"),), (("start-worlds", ("S08", "S01")),), text)
    state = GAME.box.with_box(text).new(old)
    assert (state.card("S08").name, state.card("S08").number, state.card("S08").cost) == (
        "Star Nomad Raiders",
        7,
        1,
    )
    assert state.card("S09").name == "Start World 8"


def test_the_form_begins_with_what_is_known_and_keeps_what_is_still_to_check():
    book = GAME.box.book()
    assert [tile.id for tile in book.tiles()] == ["S06", "S07", "S08", "S09", "S10", "S11"]
    known = book.tile("S08")
    assert not known.own
    assert book.telling("S08").fields[0].chosen == ("Terraforming Colonists",)
    with pytest.raises(Illegal):
        book.telling("W01")
    said = ("name=Windy World", "price=cost 1", "vp=2", "kind=gray", "powers=Settle: +1 Military")
    told = book.told("S08", Told.read([f"S08/{one}" for one in said]))
    good = book.understood(told.piece)
    assert (good.wrong, len(good.faces), good.lines) == ("", 1, (("+1 Military", True),))
    assert "cost 1" in good.caption
    with pytest.raises(Illegal, match="powers"):
        book.told("S08", Told.read([f"S08/{one}" for one in (*said, "powers=sing")]))


def test_a_start_world_is_registered_on_the_pages(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), Shelf(tmp_path / "boxes"))
    app.testing = True
    client = app.test_client()
    assert "S06" in client.get(f"/box?game={GAME.name}").text
    assert "Settle: +1 Military" in html.unescape(client.get(f"/box/{GAME.name}/tile/S08").text)
    said = ("name=Windy World", "price=cost 1", "vp=2", "kind=gray", "powers=Settle: +1 Military")
    value = [f"S08/{one}" for one in said]
    kept = client.post(f"/box/{GAME.name}/tile", json={"id": "S08", "value": value})
    assert kept.status_code == 200, kept.text
    assert "Windy World" in client.get(f"/box?game={GAME.name}").text
    assert client.get(f"/box/{GAME.name}/verify").status_code == 200
    services_of(app).live.close()
    tables.close()
