"""A table's entries in words: as the journal has them, in English, or made again in another language.

What an entry says is made of the state that it met and of what it did there, both of which the timeline
keeps. Where that fails, what the journal says stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from companion.games.contract import S, game_at, setup_from_json
from companion.table.journal import Entry
from companion.table.redaction import Veil
from companion.table.timeline import Timeline, correction_from_json
from companion.translation import SOURCE, _, language


def beginning(title: str, players: Sequence[str]) -> str:
    """What the setup says in the history."""
    return _("{game} begins: {players}", game=title, players=", ".join(players))


class Words(Generic[S]):
    """What each entry says to a viewer. entries: the table's own list, which grows.

    Nothing here waits: entries and states are only ever added.
    """

    def __init__(self, line: Timeline[S], entries: Sequence[Entry]) -> None:
        self._line = line
        self._entries = entries
        self._veil: Veil[S] = Veil(line)
        self._again: dict[tuple[int, str], str] = {}

    def take_in(self, entry: Entry) -> None:
        """Call with each entry after the timeline has taken it in."""
        self._veil.take_in(entry)

    def of(self, number: int, viewer: int | None = None) -> str:
        """What entry `number` says to this seat; None: to everybody. A secret answer stays covered from the
        others until all have answered."""
        entry = self._entries[number - 1]
        if entry.player is not None and entry.player != viewer and self._veil.covers(number):
            setup = setup_from_json(self._entries[0].data["setup"])
            return _("{player} has answered in secret", player=setup.players[entry.player].name)
        spoken = language()
        if spoken == SOURCE:
            return entry.words
        if entry.target is not None:
            moved = entry.data.get("to") if entry.kind == "jump" else self._line.moved.get(number)
            return self.move(entry.kind, moved) if isinstance(moved, int) and moved < number else entry.words
        known = self._again.get((number, spoken))
        if known is None:
            known = self._again[number, spoken] = self._made_again(entry)
        return known

    def step(self, number: int | None) -> str | None:
        """What an undo or redo of this step names, on a button; None: there is no step. Of a jump, only where
        it led: what was done there is not what is taken back."""
        if number is None:
            return None
        entry = self._entries[number - 1]
        if entry.kind == "jump" and isinstance(entry.data.get("to"), int):
            return _("Back to entry {number}", number=entry.data["to"])
        return self.of(number)

    def move(self, kind: str, number: int) -> str:
        """What an undo or redo of entry `number`, or a jump back to it, says to everybody."""
        what = self.of(number)
        if kind == "jump":
            return _("Back to entry {number}: {what}", number=number, what=what)
        if kind == "undo":
            return _("Taken back: {what}", what=what)
        return _("Restored: {what}", what=what)

    def _made_again(self, entry: Entry) -> str:
        try:
            node = self._line.nodes[entry.number]
            if node.parent is None:
                players = setup_from_json(entry.data["setup"]).players
                return beginning(self._line.game.title, [p.name for p in players])
            state = self._line.nodes[node.parent].state
            game = game_at(self._line.game, state)
            if entry.kind == "correction":
                return game.words(state, correction_from_json(entry.data))
            return game.words(state, game.decision(entry.data))
        except Exception:  # whatever an old entry makes a game's words stumble over: it was said once
            return entry.words
