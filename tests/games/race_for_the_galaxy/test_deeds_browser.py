"""What hands are to do is read whole in each area of the tablet, at every size and wherever people sit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.settings import Settings
from companion.table.table import Table
from tests.games.race_for_the_galaxy.build import GAME
from tests.web.layout import LANGUAGES, LONG_NAMES, SIZES
from tests.web.test_table_layout_browser import Matrix, faults, matrix  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LONG = 250
"""Letters of what all that hands have to do takes: several times the words of an area."""


def tables_with_much_to_do(matrix: Matrix, players: int) -> Iterator[Table[Any]]:  # noqa: F811
    """Of games of the first seeds, as they are when somebody's hands have the most to do."""
    for seed in range(30, 45):
        seats = tuple(Player(LONG_NAMES[n], GAME.colours[n]) for n in range(players))
        setup, settings = Setup(seats, (("steps", "fewer"),)), Settings(draws="virtual")
        table = matrix.tables.create(GAME.name, setup, seed=seed, settings=settings)
        computers = ComputerSeats(table, Random(seed))
        while (decision := computers.decision(table.now)) is not None:
            table.submit(decision, table.number, f"step-{table.number:06}", "test")
            page = GAME.display.page(table.game.view(table.state, None), None)
            if any(len(words) > LONG for _seat, words in page.to_do):
                yield table
                break


@pytest.mark.parametrize(
    ("players", "edges"),
    [(2, ("", "ns", "ee")), (3, ("sss", "swe", "wee")), (4, ("", "wsne", "wwee", "sssn"))],
    ids=["two", "three", "four"],
)
def test_all_that_areas_and_phases_say_is_read(
    browser: Any,
    matrix: Matrix,  # noqa: F811
    players: int,
    edges: tuple[str, ...],
) -> None:
    """Six goods and their powers stood over the numbers of their player, and out of the window; the third who
    chose a phase over its numeral, numbers of two digits over each other, what is left over the round."""
    tables, found = tables_with_much_to_do(matrix, players), []
    for number, seating in enumerate(edges):
        table = next(tables)
        table.set(pages={"edges": seating} if seating else {"one_way": True})
        for language in LANGUAGES[number % 2 :: 2]:
            found += faults(browser, matrix, {seating or "one side": table}, language, SIZES)
    # How many answers a list that scrolls shows at once is not what this asks.
    found = [it for it in found if "few answers in sight" not in it]
    assert not found, "\n".join(found)
