"""What devices tell of pieces at a table: who told it, and what needs a second device.

A rule's question what a piece prints is everybody's to answer. What the form offers is all that the game
prints as far as its rulebook and its known pieces say; anything else that is typed is believed of one device
only where the table's setting `corrections` believes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from companion.games.contract import Decision, Json, Question, State, decision_to_json
from companion.games.contract.tellers import TOGETHER, teller_words
from companion.games.contract.telling import Telling
from companion.table.journal import Entry
from companion.table.table import Table
from companion.translation import _, labelled
from companion.web.play.bodies import CorrectionBody
from companion.web.play.shared_facts import asking_seat, asks_nobody
from companion.web.request.reading import Refused

PATH = "told/"
"""Begins what waits for a second device, where that is no fact: before the field that was told."""


def check_telling(table: Table[State], decision: Decision, sender: str) -> None:
    """Keeps a decision that tells what the form does not offer until a second device or the tablet confirms
    it. Raises Refused: it waits, or may not be told by this device at all."""
    if asks_nobody(table, None):
        return
    asked = next((q for q in table.questions if _tells(q, decision.player, decision.do)), None)
    if asked is None or not isinstance(asked.form, Telling):
        return
    unusual = asked.form.unusual(decision.value)
    if not unusual:
        return
    field, said = unusual[0]
    piece, words = dict(asked.form.pieces).get(field.piece, ""), labelled(field.words, said)
    words = labelled(piece, words) if piece else words
    if table.settings.corrections == "tablet" or asked.secret or asked.private:
        raise Refused(
            403,
            _(
                "{what}: that is none of what is offered; here only the tablet or the staff tells it.",
                what=words,
            ),
        )
    told: Json = {
        "path": f"{PATH}{field.name}",
        "value": said,
        "seat": asking_seat(table, decision.player),
        "by": sender,
        "words": words,
        "decision": decision_to_json(decision),
    }
    table.set(asked=told)
    raise Refused(422, _("Asked for: another device of this table has to confirm it, or the tablet."))


def _tells(question: Question, player: int | None, do: object) -> bool:
    """Whether a decision of this kind answers the question by telling what a piece prints."""
    return isinstance(question.form, Telling) and question.player == player and do in question.does


def confirmed_telling(table: Table[State], body: CorrectionBody, sender: str) -> Entry | None:
    """Takes what another device told and this one confirms; None: nothing of the kind waits. Raises Refused,
    and what `Table.submit` raises."""
    asked: Json = dict(table.settings.asked)
    if "decision" not in asked or (asked.get("path"), asked.get("value")) != (body.path, body.value):
        return None
    if not asks_nobody(table, body.seat):
        if table.settings.corrections != "second":
            raise Refused(403, _("Only the tablet or the staff confirms that at this table."))
        if asking_seat(table, body.seat) == asked.get("seat"):
            raise Refused(422, _("Asked for: another device of this table has to confirm it, or the tablet."))
    decision = table.game.decision(asked["decision"])
    return table.submit(decision, body.seen, body.key, f"{asked.get('by', '')}{TOGETHER}{sender}")


@dataclass(frozen=True, slots=True)
class ToldEntry:
    """words: what was told, as everybody may read it; who: the devices that told it."""

    words: str
    who: str


def told_at(table: Table[State]) -> tuple[ToldEntry, ...]:
    """What the score rests on that devices told: of pieces, and corrections; in the order of play."""
    return tuple(
        ToldEntry(table.words_of(entry.number), teller_words(entry.by)) for entry in _told_entries(table)
    )


def _told_entries(table: Table[State]) -> Iterator[Entry]:
    path = table.path(table.number)
    for (_before, node), (entry, _node) in pairwise(path):
        tells = any(_tells(q, entry.player, entry.data.get("do")) for q in node.questions)
        if entry.by and (entry.kind == "correction" or (entry.kind == "decision" and tells)):
            yield entry
