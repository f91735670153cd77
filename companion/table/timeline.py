"""The tree of states that a table's entries add up to, which of them holds now, and the way back.

Pure: an entry leads from one Timeline to the next. Undo, redo and jump move the head to another state of
the tree; nothing is ever taken out of it.

A step is what one undo takes back: a person's or the camera's decision with every draw and roll that the
companion made in answer to it, a correction, or a jump. Undoing a jump leads back to where the jump began.
A clock entry leaves the state as it is and is no step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from companion.games.contract import Correction, Game, Illegal, Json, Question, S, box_of, setup_from_json
from companion.table.journal import VIRTUAL_BAG, VIRTUAL_DICE, Entry
from companion.table.question_clock import clock_action
from companion.translation import SOURCE, _, speaking


class Unreplayable(Exception):
    """An entry that does not follow from those before it."""


@dataclass(frozen=True, slots=True)
class Node(Generic[S]):
    """A state, and the entry that made it. parent: the entry before it on its path; None at the setup."""

    number: int
    parent: int | None
    depth: int
    state: S
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of entry `number` that led from the head `back`; redo leads to `forward`."""

    number: int
    back: int
    forward: int


@dataclass(slots=True)
class Timeline(Generic[S]):
    """nodes: by the number of the entry that made each. heads: the head after each entry, from 1 on.
    moved: the entry that each undo took back, each redo restored. Questions are in English
    here, whoever caused them: their words are the table's, not one device's.

    Only `advance` changes it, and that only by adding; the table holds its lock meanwhile.
    """

    game: Game[S]
    nodes: dict[int, Node[S]] = field(default_factory=dict)
    heads: list[int] = field(default_factory=lambda: [0])
    undo: tuple[Step, ...] = ()
    redo: tuple[Step, ...] = ()
    moved: dict[int, int] = field(default_factory=dict)

    @property
    def number(self) -> int:
        return len(self.heads) - 1

    @property
    def head(self) -> Node[S]:
        return self.nodes[self.heads[-1]]

    def at(self, number: int) -> Node[S]:
        """The node that held right after entry `number`."""
        return self.nodes[self.heads[number]]

    def mark(self) -> tuple[int, tuple[Step, ...], tuple[Step, ...]]:
        """Where the timeline stands, for `rewind`."""
        return len(self.heads), self.undo, self.redo

    def rewind(self, mark: tuple[int, tuple[Step, ...], tuple[Step, ...]]) -> None:
        """Forgets what came after `mark`: entries that never got into the journal."""
        length, self.undo, self.redo = mark
        for number in range(length, len(self.heads)):
            self.nodes.pop(number, None)
            self.moved.pop(number, None)
        del self.heads[length:]

    def path(self, head: int | None = None) -> tuple[int, ...]:
        """The entries that a head's state (None: the state now) adds up from, from the setup on."""
        found = []
        at: int | None = self.heads[-1] if head is None else head
        while at:
            found.append(at)
            at = self.nodes[at].parent
        return tuple(reversed(found))

    def setup_state(self, data: Json) -> S:
        setup = setup_from_json(_part(data, "setup"))
        if setup.box:
            self.game = box_of(self.game).with_box(setup.box)
        return self.game.new(setup)

    def next_state(self, entry: Entry) -> S:
        """The state that an entry of a kind that makes one leads to. Raises Illegal."""
        if entry.kind == "setup":
            return self.setup_state(entry.data)
        if entry.kind == "correction":
            return self.game.correct(self.head.state, correction_from_json(entry.data))
        return self.game.play(self.head.state, self.game.decision(entry.data))

    def advance(self, entry: Entry) -> None:
        """Takes in the next entry. Raises Illegal or Unreplayable and is then as it was."""
        if entry.number != self.number + 1:
            raise Unreplayable(f"entry {self.number + 1} is missing")
        if (entry.kind == "setup") != (entry.number == 1):
            raise Unreplayable("a table begins with its setup, and has one")
        if entry.kind in ("undo", "redo", "jump"):
            self._move(entry)
        elif entry.kind == "clock":
            clock_action(entry.data)
            self.heads.append(self.heads[-1])
        else:
            self._grow(entry, self.next_state(entry))

    def _grow(self, entry: Entry, state: S) -> None:
        number, before = entry.number, self.heads[-1]
        depth = self.nodes[before].depth + 1 if before else 0
        with speaking(SOURCE):
            questions = self.game.questions(state)
        self.nodes[number] = Node(number, before or None, depth, state, questions)
        self.heads.append(number)
        if before and entry.by not in (VIRTUAL_BAG, VIRTUAL_DICE):
            self.undo = (*self.undo, Step(number, before, number))
        self.redo = ()

    def _move(self, entry: Entry) -> None:
        head = self.heads[-1]
        target = self.target(entry.kind, entry.target)
        if target is None or target != entry.target:
            raise Unreplayable(f"there is nothing to {entry.kind} there")
        if entry.kind == "undo":
            step = self.undo[-1]
            self.moved[entry.number] = step.number
            self.undo, self.redo = self.undo[:-1], (*self.redo, Step(step.number, step.back, head))
        elif entry.kind == "redo":
            self.moved[entry.number] = self.redo[-1].number
            self.redo, self.undo = self.redo[:-1], (*self.undo, self.redo[-1])
        else:
            self.undo, self.redo = (*self.undo, Step(entry.number, head, target)), ()
        self.heads.append(target)

    def target(self, kind: str, to: int | None = None) -> int | None:
        """The head that an undo, a redo or a jump back to just after entry `to` leads to; None: nowhere."""
        if kind == "undo":
            return self.undo[-1].back if self.undo else None
        if kind == "redo":
            return self.redo[-1].forward if self.redo else None
        return to if to in self.nodes else None


def correction_from_json(data: Json) -> Correction:
    """A correction from `{"path", "value"}`. Raises Illegal."""
    path = _part(data, "path")
    if not isinstance(path, str):
        raise Illegal(_('A correction is a JSON object with a text "path" and a "value".'))
    return Correction(path, _frozen(_part(data, "value")))


def correction_to_json(correction: Correction) -> Json:
    value = correction.value
    return {"path": correction.path, "value": list(value) if isinstance(value, tuple) else value}


def _part(data: Json, name: str) -> Any:
    if not isinstance(data, Mapping) or name not in data:
        raise Illegal(_('Expected a JSON object with a "{name}".', name=name))
    return data[name]


def _frozen(value: Json) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value
