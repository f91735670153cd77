"""What else it may have been: an entry that was inferred from the table, and what may be put in its place.

As long as nothing came after what was caught up with at once, another answer begins the search anew from
before it; what is found then takes the place of all of it. Later, the way there is back through the history.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request

from companion.catching_up.basis import basis_from_text
from companion.catching_up.evidence import Seen
from companion.catching_up.otherwise import Alternative, alternatives
from companion.catching_up.told_json import seen_to_json
from companion.games.contract import State, game_at
from companion.games.contract.tellers import is_caught_up
from companion.table.differences import DifferenceTexts
from companion.table.journal import CAUGHT_UP_AFTER, Entry
from companion.table.table import Table
from companion.translation import _
from companion.web.live.views import seats
from companion.web.request.addressed import asked_seat, table_of
from companion.web.request.reading import Refused, whole_number

pages = Blueprint("inferred", __name__)


@dataclass(frozen=True)
class Together:
    """What was caught up with at once. begun: the entry before it; newest: nothing came after it."""

    begun: int
    entries: tuple[Entry, ...]
    newest: bool


def caught_up_together(table: Table[State], number: int) -> Together | None:
    """All that was caught up with in one go with entry `number`; None: that was not, or was taken back."""
    entries = table.effective()
    at = next((n for n, entry in enumerate(entries) if entry.number == number), None)
    if at is None or not is_caught_up(entries[at].by):
        return None
    # Where it took the place of something, the first of its keys is that of the way back.
    key, first, after = entries[at].key.partition(CAUGHT_UP_AFTER)[0], at, at + 1
    while entries[first - 1].key.partition(CAUGHT_UP_AFTER)[0] == key:
        first -= 1
    while after < len(entries) and entries[after].key.partition(CAUGHT_UP_AFTER)[0] == key:
        after += 1
    return Together(entries[first - 1].number, entries[first:after], after == len(entries))


class BasisTexts:
    """What entries of a table were inferred from, in words."""

    def __init__(self, table: Table[State]) -> None:
        self._table = table
        self._texts = DifferenceTexts(game_at(table.game, table.state), table.setup)

    def of(self, entry: Entry) -> str:
        basis = basis_from_text(entry.by.partition(": ")[2])
        seen = [*map(self._texts.tile, basis.pieces), *map(self._good, basis.goods)]
        labels = map(self._label, basis.counts)
        found = (
            _("somebody told it") if basis.told else "",
            _("seen: {pieces}", pieces=", ".join(seen)) if seen else "",
            _("counted: {numbers}", numbers=", ".join(labels)) if basis.counts else "",
        )
        return " · ".join(filter(None, found)) or _("it follows from the others")

    def _good(self, tile: str) -> str:
        return _("The good on {tile}", tile=self._texts.tile(tile))

    def _label(self, path: str) -> str:
        table = self._table
        fact = table.game.fact(table.game.view(table.state, None), path)
        return path if fact is None else fact.label


@pages.get("/t/<table_id>/inferred")
def otherwise(table_id: str) -> str:
    """?entry=N: of this entry; ?seat=N: for that seat's page."""
    table = table_of(table_id)
    number = whole_number(request.args.get("entry", ""), 1, table.number)
    together = None if number is None else caught_up_together(table, number)
    if number is None or together is None:
        raise Refused(404, _("This entry was not inferred from the table, or was taken back."))
    game = game_at(table.game, table.state)
    zones = frozenset(zone.name for zone in game.tracking.plan(len(table.setup.players)).zones)
    end = table.state_at(together.entries[-1].number)
    seen = Seen(game.tracking.layout(end), zones, game.tracking.goods(end))
    decisions = tuple(game.decision(entry.data) for entry in together.entries)
    place = next(n for n, entry in enumerate(together.entries) if entry.number == number)
    found: tuple[Alternative, ...] = alternatives(
        game, table.state_at(together.begun), seen, decisions, place
    )
    return render_template(
        "inferred.html",
        table=table,
        seats=seats(table),
        viewer=asked_seat(table, request.args.get("seat")),
        entry=together.entries[place],
        words=table.words_of(number),
        basis=BasisTexts(table).of(together.entries[place]),
        found=found,
        newest=together.newest,
        number=table.number,
        begun=together.begun,
        seen=seen_to_json(seen),
    )
