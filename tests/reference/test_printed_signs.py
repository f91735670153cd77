"""Tests of the icons as printed: each power of each card has one, and what they name as an example has it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

from companion import games
from companion.box.shelf import Shelf
from companion.games.race_for_the_galaxy.cards.powers import PHASES
from companion.games.race_for_the_galaxy.drawing.printed_signs import power_svg
from companion.room.room import Room
from companion.simulation.simulate import new_game, steps
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app

RACE, NEW = "race-for-the-galaxy", "new-frontiers"


def later(name: str) -> Any:
    """A view of a game in its course."""
    game: Any = games.load(name)
    rng = Random(4)
    state = new_game(game, 3, (), rng)
    for count, step in enumerate(steps(game, state, game.players["sensible"], rng)):
        state = step.after
        if count == 40:
            break
    return game, game.view(state, None)


def test_every_power_of_a_card_of_race_is_drawn_and_said() -> None:
    game: Any = games.load(RACE)
    said = {sign.words for group in game.reference.printed_signs(None) for sign in group.signs}
    catalogue = new_game(game, 2, (), Random(1)).catalogue
    forms = {form for phase in PHASES.values() for form in phase}
    found = {type(power) for card in catalogue for power in card.powers}
    assert found <= forms
    for card in catalogue:
        for power in card.powers:
            drawn = ElementTree.fromstring(power_svg(power))
            assert drawn.findall(".//{http://www.w3.org/2000/svg}g"), power
    assert len(said) > 35


def test_a_kind_is_told_by_its_letter_too() -> None:
    game: Any = games.load(RACE)
    catalogue = new_game(game, 2, (), Random(1)).catalogue
    kinds = [power for card in catalogue for power in card.powers if getattr(power, "kind", None) == "gene"]
    sold = [power for power in kinds if type(power).__name__ in ("TradeMore", "ConsumeGoods", "DrawForKind")]
    assert sold
    assert all(">G</text>" in power_svg(power) for power in sold)


def test_an_example_of_race_lies_where_it_says() -> None:
    game, view = later(RACE)
    tableaus = {e.name: {view.card(held.card).name for held in e.tableau} for e in view.empires}
    here = 0
    for group in game.reference.printed_signs(view):
        for sign in group.signs:
            if sign.example.startswith("Here: "):
                card, _before, player = sign.example[6:-1].partition(", before ")
                assert card in tableaus[player], sign.example
                here += 1
    assert here > 5
    assert not any("Here" in s.example for g in game.reference.printed_signs(None) for s in g.signs)


def test_an_example_of_new_frontiers_lies_where_it_says() -> None:
    game, view = later(NEW)
    names = {
        empire.name: {
            game.reference.tile_words(tile).name
            for tile in (*empire.developments, *(c.world for c in empire.colonies))
        }
        for empire in view.empires
    }
    _shapes, powers = game.reference.printed_signs(view)
    assert [sign.icon for sign in powers.signs] == [
        "explore", "develop", "settle", "produce", "trade", "consume",
    ]  # fmt: skip
    here = [sign.example for sign in powers.signs if sign.example.startswith("Here: ")]
    assert here
    for example in here:
        tile, _before, rest = example[6:].partition(", before ")
        assert tile in names[rest.partition(":")[0]], example


def test_the_rules_pages_show_them(tmp_path: Path) -> None:
    room = Room(Tables(Journal(":memory:")))
    client = create_app(room, Shelf(tmp_path)).test_client()
    shown = {name: client.get(f"/rules/{name}").get_data(as_text=True) for name in games.names()}
    for name, page in shown.items():
        game: Any = games.load(name)
        groups = game.reference.printed_signs(None)
        assert page.count('class="printed-sign"') == sum(len(group.signs) for group in groups), name
    room.close()
