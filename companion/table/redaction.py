"""Redacts entries that not every seat may read: secret answers until the reveal, private ones always."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Generic, Literal

from companion.games.contract import Draw, Question, S
from companion.table.chance import open_chance
from companion.table.journal import Entry
from companion.table.timeline import Timeline
from companion.translation import _


@dataclass(frozen=True, slots=True)
class Cover:
    """Why an entry is covered. seat: the only one that reads it. kind: of the question answered.

    until: "reveal" (all who were asked have answered), "end" (of the game: an answer that was replaced or
    taken back before the reveal) or "never". drawn, rolled: how many names or dice the outcome has.
    """

    seat: int
    kind: str
    until: Literal["reveal", "end", "never"]
    drawn: int = 0
    rolled: int = 0

    def words(self, player: str) -> str:
        """What everybody else reads. player: the name of the seat's player."""
        if self.drawn:
            return _("{player} drew {count}", player=player, count=self.drawn)
        if self.rolled:
            return _("{player} rolled {count} dice in secret", player=player, count=self.rolled)
        return _("{player} has answered in secret", player=player)


def answered_question(questions: tuple[Question, ...], entry: Entry) -> Question | None:
    """Which of the open questions an entry answered; None: none of them."""
    if entry.kind == "draw":
        return open_chance(questions)
    if entry.kind != "decision":
        return None
    own = [q for q in questions if q.player == entry.player and q.chance is None]
    if len(own) > 1:
        own = [q for q in own if not q.does or entry.data.get("do") in q.does]
    return next((q for q in own if q.secret or q.private), own[0] if own else None)


def cover_of(questions: tuple[Question, ...], entry: Entry) -> Cover | None:
    """The cover of an entry that met these questions; None: everybody may read it."""
    question = answered_question(questions, entry)
    if question is None:
        return None
    chance = question.chance
    if chance is not None:
        if chance.audience is None:
            return None
        if isinstance(chance, Draw):
            count = min(chance.count, len(chance.pool))
            return Cover(chance.audience, question.kind, "never", drawn=count)
        return Cover(chance.audience, question.kind, "never", rolled=len(chance.dice))
    if question.player is None or not (question.secret or question.private):
        return None
    return Cover(question.player, question.kind, "never" if question.private else "reveal")


@dataclass(slots=True)
class Redaction(Generic[S]):
    """Which entries are covered. Call `apply` with each entry after the timeline has taken it in.

    A secret answer is uncovered by any state that follows from it in which its kind of question is no longer
    open, or in which the same seat owes the next answer of that kind.
    """

    line: Timeline[S]
    _secret: dict[int, Cover] = field(default_factory=dict)
    _kept: dict[int, Cover] = field(default_factory=dict)

    def apply(self, entry: Entry) -> None:
        node = self.line.nodes.get(entry.number)
        if node is None:
            return
        if node.parent is not None:
            questions = self.line.nodes[node.parent].questions
            cover = cover_of(questions, entry)
            if cover is not None and cover.until == "never":
                self._kept[entry.number] = cover
            elif cover is not None:
                self._replace(node.parent, cover)
                self._secret[entry.number] = cover
        if not self._secret and not self._kept:
            return
        if self.line.game.phase(node.state).over:
            self._secret.clear()
            self._kept = {n: c for n, c in self._kept.items() if c.until == "never"}
        elif self._secret:
            self._reveal(entry.number)

    def cover(self, number: int, viewer: int | None) -> Cover | None:
        """The cover of entry `number` for this seat (None: everybody); None: it may be read."""
        cover = self._secret.get(number) or self._kept.get(number)
        return None if cover is None or cover.seat == viewer else cover

    def _replace(self, parent: int, cover: Cover) -> None:
        """Keeps earlier answers covered that this one takes the place of."""
        at: int | None = parent
        while at and self._secret:
            if self._secret.get(at) == cover:
                self._kept[at] = replace(self._secret.pop(at), until="end")
            at = self.line.nodes[at].parent

    def _reveal(self, number: int) -> None:
        secret = [q for q in self.line.nodes[number].questions if q.secret]
        kinds = {q.kind for q in secret}
        owed = {(q.kind, q.player) for q in secret if not q.answered}
        at: int | None = number
        while at and self._secret:
            cover = self._secret.get(at)
            if cover is not None and (cover.kind not in kinds or (cover.kind, cover.seat) in owed):
                del self._secret[at]
            at = self.line.nodes[at].parent
