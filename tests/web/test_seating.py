"""Tests of seats around the tablet: default edges, a table's own choice, and the page for it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.settings import Settings
from companion.web.live.seating import EDGES, MAX_SEATS_PER_EDGE, USUAL_EDGES, seating
from tests.web.conftest import Device


def people(count: int) -> list[SimpleNamespace]:
    return [SimpleNamespace(number=n) for n in range(count)]


def lying(count: int, asked: tuple[int, ...] = (), **pages: object) -> dict[str, list[int]]:
    made = seating(people(count), asked, pages)
    return {edge: [seat.number for seat in along] for edge, along in made.edges if along}


@pytest.mark.parametrize(
    ("count", "edges"),
    [
        (2, {"n": [1], "s": [0]}),
        (3, {"n": [1], "e": [2], "s": [0]}),
        (4, {"n": [2, 1], "s": [0, 3]}),
        (5, {"n": [2, 1], "e": [3], "s": [0, 4]}),
    ],
)
def test_the_usual_seats_go_clockwise_from_the_lower_left(count, edges):
    assert lying(count) == edges


def test_chosen_edges_keep_the_clockwise_order():
    # From above: the left edge upwards, the top edge to the right, the right edge down, the bottom edge back.
    assert lying(5, edges="wwnee") == {"w": [1, 0], "n": [2], "e": [3, 4]}
    assert lying(5, edges="ssnns") == {"s": [1, 0, 4], "n": [3, 2]}
    assert lying(3, edges="sss") == {"s": [0, 1, 2]}


def test_the_question_faces_whoever_alone_is_asked():
    assert [seating(people(4), asked, {"edges": "swne"}).facing for asked in ([1], [3], [1, 3], [])] == [
        "w",
        "e",
        "s",
        "s",
    ]
    assert seating(people(4), [1], {"edges": "swne", "one_way": True}).facing == "s"


@given(st.integers(1, 6), st.booleans(), st.text(alphabet="news?", max_size=7))
def test_everybody_has_one_place_whatever_is_kept(count, one_way, edges):
    made = seating(people(count), [], {"edges": edges, "one_way": one_way})
    assert sorted(seat.number for _, along in made.edges for seat in along) == list(range(count))
    assert all(len(along) <= MAX_SEATS_PER_EDGE[edge] for edge, along in made.edges)
    if one_way:
        assert {edge for edge, along in made.edges if along} <= {"n", "s"}


def test_the_page_keeps_the_edges(client, table):
    assert 'name="edge-2" value="e" checked' in client.get(f"/t/{table.id}/seating").text
    told = {"edge-0": "w", "edge-1": "n", "edge-2": "n", "one_way": "yes"}
    answer = client.post(f"/t/{table.id}/seating", data=told)
    assert (answer.status_code, answer.location) == (303, f"/t/{table.id}/")
    assert table.settings.pages == {"edges": "wnn", "one_way": True}
    assert 'name="edge-2" value="n" checked' in client.get(f"/t/{table.id}/seating").text
    client.post(f"/t/{table.id}/seating", data=told | {"one_way": ""})
    assert table.settings.pages == {"edges": "wnn", "one_way": False}


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"edge-0": "w", "edge-1": "w", "edge-2": "w"}, "Left edge: there is room for 2 players."),
        ({"edge-0": "w", "edge-1": "up", "edge-2": "s"}, "Choose an edge for every player."),
        ({}, "Choose an edge for every player."),
    ],
)
def test_what_cannot_be_is_said_at_the_field_and_nothing_changes(client, table, told, sentence):
    before = table.settings.pages
    answer = client.post(f"/t/{table.id}/seating", data=told)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert table.settings.pages == before


def test_other_page_settings_stay(client, room, stones, table):
    table.set(pages={"chance": "hand"})
    client.post(f"/t/{table.id}/seating", data={"edge-0": "s", "edge-1": "n", "edge-2": "n"})
    assert table.settings.pages == {"chance": "hand", "edges": "snn", "one_way": False}


def test_the_next_game_of_the_same_people_keeps_their_seats(client, room, table):
    client.post(f"/t/{table.id}/seating", data={"edge-0": "w", "edge-1": "n", "edge-2": "e"})
    fields = {"game": "stones", "like": table.id}
    for n, player in enumerate(table.setup.players):
        fields |= {f"name-{n}": player.name, f"colour-{n}": player.colour}
    begun = room.tables.open(client.post("/new", data=fields).location.split("/")[2])
    assert begun.settings.pages["edges"] == "wne"
    kept = Settings(draws=begun.settings.draws, pages=begun.settings.pages, copy="my box")
    assert begun.settings == kept


def test_the_usual_edges_have_room():
    for count, edges in USUAL_EDGES.items():
        assert len(edges) == count
        assert set(edges) <= set(EDGES)
        assert all(edges.count(edge) <= MAX_SEATS_PER_EDGE[edge] for edge in EDGES)


@pytest.mark.browser
def test_a_mark_is_dragged_to_another_edge(browser, serving, table):
    device = Device(browser, serving.address, (1024, 768))
    page = device.open(f"/t/{table.id}/seating")
    page.locator('[data-seat="1"]').drag_to(page.locator('.drawn-edge[data-edge="w"]'))
    assert page.locator('[data-edge="w"] [data-seat="1"]').count() == 1
    page.get_by_role("button", name="Keep").click()
    page.wait_for_url(f"**/t/{table.id}/")
    assert table.settings.pages["edges"] == "swe"
    assert device.errors == []
    device.close()
