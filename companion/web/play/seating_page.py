"""The page on which a table says where everybody sits around the tablet."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.games.contract import State
from companion.table.table import Table
from companion.translation import _, marked
from companion.web.live.choosable import Choosable, boxes
from companion.web.live.seating import EDGES, MAX_SEATS_PER_EDGE, USUAL_EDGES, edges_of, has_room
from companion.web.live.views import seats
from companion.web.request.addressed import table_of
from companion.web.request.form_body import form_post

pages = Blueprint("seating", __name__)

EDGE_WORDS = {
    "w": marked("Left edge"),
    "n": marked("Top edge"),
    "e": marked("Right edge"),
    "s": marked("Bottom edge"),
}


@pages.get("/t/<table_id>/seating")
def show(table_id: str) -> str:
    table = table_of(table_id)
    kept = table.settings.pages
    return _page(table, edges_of(len(table.setup.players), kept), kept.get("one_way") is True, "")


class SeatingForm(Struct):
    """edge: n, e, s or w, by seat. one_way: the page has one way up."""

    edge: dict[str, str] = {}
    one_way: bool = False


@form_post(pages, "/t/<table_id>/seating", SeatingForm)
def keep(form: SeatingForm, table_id: str) -> ResponseReturnValue:
    table = table_of(table_id)
    count = len(table.setup.players)
    edges = [form.edge.get(str(seat), "") for seat in range(count)]
    one_way = form.one_way
    if not all(edge in EDGES for edge in edges):
        usual = edges_of(count, table.settings.pages)
        return _page(table, usual, one_way, _("Choose an edge for every player.")), 422
    chosen = "".join(edges)
    if not has_room(chosen):
        full = next(edge for edge in EDGES if chosen.count(edge) > MAX_SEATS_PER_EDGE[edge])
        wrong = _(
            "{edge}: there is room for {number} players. Move one to another edge.",
            edge=_(EDGE_WORDS[full]),
            number=MAX_SEATS_PER_EDGE[full],
        )
        return _page(table, chosen, one_way, wrong), 422
    table.set(pages={**table.settings.pages, "edges": chosen, "one_way": one_way})
    address = url_for("play.table", table_id=table.id)
    response: Response = redirect(address, 303)  # type: ignore[assignment]
    return response


def _page(table: Table[State], edges: str, one_way: bool, wrong: str) -> str:
    everyone, usual = seats(table), USUAL_EDGES.get(len(edges), edges)
    ways = (
        ("", _("Round the tablet: each empire faces its player")),
        ("yes", _("All the same way up: we sit on one side, or the screen hangs on a wall")),
    )
    return render_template(
        "seating.html",
        table=table,
        seats=everyone,
        edges=edges,
        edge_words=EDGE_WORDS,
        ways=boxes(ways, "yes" if one_way else ""),
        sitting=[(seat, _sides(edges[seat.number], usual[seat.number])) for seat in everyone],
        wrong=wrong,
        described={"aria-describedby": "wrong"} if wrong else {},
    )


def _sides(chosen: str, usual: str) -> tuple[Choosable, ...]:
    """The edges at which a seat may be, the usual one marked for the page's script."""
    found = boxes(((edge, _(words)) for edge, words in EDGE_WORDS.items()), chosen)
    marked_usual = {"data-usual": ""}
    return tuple(
        replace(it, attributes=it.attributes | marked_usual) if it.value == usual else it for it in found
    )
