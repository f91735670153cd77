"""Which answers in the history are still covered: secret ones, until everyone who was asked has answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic

from companion.games.contract import S
from companion.table.journal import Entry
from companion.table.timeline import Timeline


@dataclass(slots=True)
class Veil(Generic[S]):
    """covered: entry number to the kind of secret question it answered and whose, while that is open.

    An answer is uncovered by any state that follows from it in which nobody owes that secret answer any
    more, or in which the same player owes the next one. One that was taken back before then stays covered
    until the game's end shows everything anyway.
    """

    line: Timeline[S]
    covered: dict[int, tuple[str, int | None]] = field(default_factory=dict)

    def take_in(self, entry: Entry) -> None:
        """Call with each entry after the timeline has taken it in."""
        node = self.line.nodes.get(entry.number)
        if node is None:
            return
        if entry.kind == "decision" and node.parent is not None:
            for question in self.line.nodes[node.parent].questions:
                if question.secret and question.player == entry.player:
                    self.covered[entry.number] = (question.kind, question.player)
        if not self.covered:
            return
        if self.line.game.phase(node.state).over:
            self.covered.clear()
        owed = {(q.kind, q.player) for q in node.questions if q.secret}
        kinds = {kind for kind, _ in owed}
        at: int | None = entry.number
        while at and self.covered:
            answered = self.covered.get(at)
            if answered and (answered[0] not in kinds or answered in owed):
                del self.covered[at]
            at = self.line.nodes[at].parent

    def covers(self, number: int) -> bool:
        return number in self.covered
