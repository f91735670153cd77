"""The state of a table for a smart home, and the actions of its buttons there."""

from __future__ import annotations

import uuid

from companion.games.contract import Illegal, Json, State
from companion.table.chance import open_chance
from companion.table.journal import Entry
from companion.table.referee import Referee
from companion.table.snapshot import DeviceState, Now
from companion.table.table import Table
from companion.translation import _, listed

BY = "Home Assistant"
MAX_STATE_LENGTH = 250
"""Letters of a sensor's state; Home Assistant takes 255."""
FAULTS = frozenset(
    ("still", "black", "lost", "offline", "refused", "stranger", "wrong firmware", "wrong counts")
)
"""States of cameras and lights that need a person."""


def state(table: Table[State], moment: Now[State], message: str) -> dict[str, Json]:
    """The table as everybody may know it, in the language that holds. alarm: sentences, none while all is
    well."""
    game, now = table.game, table.spoken(moment)
    phase = game.phase(now.state)
    names = [player.name for player in table.setup.players]
    asked = [q.player for q in now.questions if not (q.optional or q.answered)]
    turn = listed(dict.fromkeys(_("the table") if seat is None else names[seat] for seat in asked))
    around = now.around
    texts = {
        "turn": _("The game is over.") if phase.over else turn,
        "phase": phase.words,
        "game": table.title,
        "last": now.last.words,
        "undoes": now.undo or "",
        "message": message,
    }
    return {name: text[:MAX_STATE_LENGTH] for name, text in texts.items()} | {
        "round": phase.round,
        "table": table.id,
        "number": now.number,
        "over": phase.over,
        "camera": _device(around.camera),
        "lights": _device(around.lights),
        "alarm": alarm(table, now),
    }


def empty_state(message: str) -> dict[str, Json]:
    """The state while no table is served."""
    empty = dict.fromkeys(("turn", "phase", "game", "last", "undoes"), "")
    return empty | {
        "message": message,
        "round": 0,
        "table": None,
        "number": 0,
        "over": False,
        "camera": "none",
        "lights": "none",
        "alarm": [],
    }


def alarm(table: Table[State], now: Now[State]) -> list[str]:
    """Everything that needs a person, a sentence each."""
    found = [] if table.read_only is None else [_(table.read_only)]
    around = now.around
    found += [_(it.sentence) for it in (around.camera, around.lights) if it and it.state in FAULTS]
    if around.referee is not None:
        if around.referee.trouble:
            found.append(_(around.referee.trouble))
        if around.referee.disagreement is not None:
            found += map(_, around.referee.disagreement.sentences)
    return found


def _device(device: DeviceState | None) -> str:
    return "none" if device is None else device.state


# --- buttons --------------------------------------------------------------------------------------------


def undo(table: Table[State], confirm: int | None) -> Entry:
    """Takes the last step back, as the table's own page does. Raises NeedsConfirmation, and what
    `Table.undo` raises."""
    return table.undo(table.number, _key(), BY, confirm=confirm)


def take_next_step(table: Table[State], referee: Referee | None) -> Entry:
    """Does the one thing that can come next: takes the camera's one proposal, draws or rolls, or gives the
    only answer to the only question. Raises Illegal where people have a choice, and what `Table.submit`
    raises."""
    now = table.now
    shown = None if referee is None else referee.view.proposal
    if referee is not None and shown is not None and len(shown.options) == 1:
        return referee.accept(shown.id, 0, _key(), BY)
    if open_chance(now.questions) is not None:
        return table.sample_chance(now.number, _key())
    asked = [q for q in now.questions if not (q.optional or q.answered)]
    if len(asked) == 1 and asked[0].form is None:
        options = table.game.options(now.state, asked[0].player)
        if len(options) == 1:
            return table.submit(options[0].decision, now.number, _key(), BY)
    raise Illegal(_("There is more than one way to go on: choose on a device at the table."))


def _key() -> str:
    return uuid.uuid4().hex
