"""Who may correct what is nobody's own: the round, the cards in the middle, what a tile says.

The table's setting `corrections` says so. A correction that needs a second device waits in the table's
settings, so that every server process shows it: one at a time, the newest.
"""

from __future__ import annotations

from companion.games.contract import Fact, Json, State
from companion.games.contract.tellers import TOGETHER
from companion.table.table import Table
from companion.translation import _, labelled
from companion.web.play.bodies import CorrectionBody
from companion.web.request.reading import Refused
from companion.web.request.visitor import visitor


def asks_nobody(table: Table[State], seat: int | None) -> bool:
    """Whether this sender is believed alone. seat: of its page; None: it is the table's own."""
    device = visitor()
    own_page = device.tablet(table.id) and seat is None
    return table.settings.corrections == "everybody" or own_page or bool(device.role)


def asking_seat(table: Table[State], seat: int | None) -> int | None:
    """Whose device this is, to tell it from a second one. seat: of the page on a tablet."""
    device = visitor()
    return seat if device.tablet(table.id) else next(iter(device.seats(table.id)), None)


def confirmed_sender(table: Table[State], body: CorrectionBody, fact: Fact, sender: str) -> str:
    """Who is said to have made this correction. Raises Refused where the table's setting asks for more than
    this sender."""
    if asks_nobody(table, body.seat):
        return sender
    if table.settings.corrections == "tablet":
        raise Refused(
            403, _("{fact}: at this table only the tablet or the staff corrects that.", fact=fact.label)
        )
    seat = asking_seat(table, body.seat)
    asked: Json = dict(table.settings.asked)
    if (asked.get("path"), asked.get("value")) == (body.path, body.value) and asked.get("seat") != seat:
        return f"{asked.get('by', '')}{TOGETHER}{sender}"
    if problem := fact.problem(body.value):
        raise Refused(422, problem)
    words = labelled(fact.label, fact.words(body.value))
    table.set(asked={"path": body.path, "value": body.value, "seat": seat, "by": sender, "words": words})
    raise Refused(422, _("Asked for: another device of this table has to confirm it, or the tablet."))
