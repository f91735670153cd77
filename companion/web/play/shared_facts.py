"""Who may correct what is nobody's own: the round, the cards in the middle, what a tile says.

The table's setting `corrections` says so. A correction that needs a second device waits in the table's
settings, so that every server process shows it: one at a time, the newest.
"""

from __future__ import annotations

from companion.games.contract import Fact, Json, State
from companion.table.table import Table
from companion.translation import _
from companion.web.play.bodies import CorrectionBody
from companion.web.request.reading import Refused
from companion.web.request.visitor import visitor

TOGETHER = " & "
"""Between the two senders of a confirmed correction, in the journal."""


def confirmed_sender(table: Table[State], body: CorrectionBody, fact: Fact, sender: str) -> str:
    """Who is said to have made this correction. Raises Refused where the table's setting asks for more than
    this sender."""
    rule, device = table.settings.corrections, visitor()
    tablet = device.tablet(table.id) and body.seat is None
    if rule == "everybody" or tablet or device.role:
        return sender
    if rule == "tablet":
        raise Refused(
            403, _("{fact}: at this table only the tablet or the staff corrects that.", fact=fact.label)
        )
    seat = body.seat if device.tablet(table.id) else next(iter(device.seats(table.id)), None)
    asked: Json = dict(table.settings.asked)
    if (asked.get("path"), asked.get("value")) == (body.path, body.value) and asked.get("seat") != seat:
        return f"{asked.get('by', '')}{TOGETHER}{sender}"
    if problem := fact.problem(body.value):
        raise Refused(422, problem)
    words = f"{fact.label}: {fact.words(body.value)}"
    table.set(asked={"path": body.path, "value": body.value, "seat": seat, "by": sender, "words": words})
    raise Refused(422, _("Asked for: another device of this table has to confirm it, or the tablet."))
