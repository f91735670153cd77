"""The tree of states that a table's entries make, with the present one (the head) and the path to it.

Pure: an entry leads from one Timeline to the next. Undo, redo and jump move the head to another state of
the tree; no state is ever removed.

A step is what one undo takes back: a person's or the camera's decision with every draw and roll that the
companion made in answer to it, all that was caught up with at once, a correction, or a jump. Undoing a jump
leads back to where the jump began.
A clock entry, and a decision that only notes something, leave the state as it is and are no step.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Generic

from companion.games.contract import (
    Correction,
    Decision,
    Game,
    Illegal,
    Json,
    Question,
    S,
    frozen,
    game_of_setup,
    setup_from_json,
)
from companion.games.contract.gate import check_legal
from companion.games.contract.tellers import is_caught_up
from companion.table.journal import CAUGHT_UP_AFTER, VIRTUAL_BAG, VIRTUAL_DICE, Entry
from companion.table.question_clock import clock_action
from companion.table.steps import Steps
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


@dataclass(slots=True)
class Timeline(Generic[S]):
    """nodes: by the number of the entry that made each. steps: one for each entry. Questions are in English
    here, whatever the device's language.

    Only `advance` changes it, and that only by adding; the table holds its lock meanwhile.
    """

    game: Game[S]
    nodes: dict[int, Node[S]] = field(default_factory=dict)
    steps: Steps = field(default_factory=Steps)

    @property
    def number(self) -> int:
        return self.steps.number

    @property
    def head(self) -> Node[S]:
        return self.nodes[self.steps.now.state]

    def at(self, number: int) -> Node[S]:
        """The node that held right after entry `number`."""
        return self.nodes[self.steps.at(number).state]

    def rewind(self, number: int) -> None:
        """Removes the entries after `number`, which were not written to the journal."""
        for later in range(number + 1, self.number + 1):
            self.nodes.pop(later, None)
        self.steps.rewind(number)

    def path(self, head: int | None = None) -> tuple[int, ...]:
        """The entries that a head's state (None: the present one) results from, from the setup on."""
        found = []
        at: int | None = self.steps.now.state if head is None else head
        while at:
            found.append(at)
            at = self.nodes[at].parent
        return tuple(reversed(found))

    def setup_state(self, data: Json) -> S:
        setup = setup_from_json(_part(data, "setup"))
        self.game = game_of_setup(self.game, setup)
        return self.game.new(setup)

    def advance(self, entry: Entry) -> None:
        """Adds the next entry. Raises Illegal or Unreplayable and then changes nothing."""
        if entry.number != self.number + 1:
            raise Unreplayable(f"entry {self.number + 1} is missing")
        if (entry.kind == "setup") != (entry.number == 1):
            raise Unreplayable("a table begins with its setup, and has one")
        if entry.kind in ("undo", "redo", "jump"):
            self._move(entry)
        elif entry.kind == "clock":
            clock_action(entry.data)
            self.steps.add(self.steps.note(entry.key))
        elif entry.kind == "setup":
            self._grow(entry, self.setup_state(entry.data))
        elif entry.kind == "correction":
            self._grow(entry, self.game.correct(self.head.state, correction_from_json(entry.data)))
        else:
            self._decide(entry, self.game.decision(entry.data))

    def _decide(self, entry: Entry, decision: Decision) -> None:
        check_legal(self.game, self.head.state, decision, self.head.questions)
        about = decision.about or frozenset()
        if decision.changes_state:
            self._grow(entry, self.game.play(self.head.state, decision), about)
        else:
            self.steps.add(self.steps.note(entry.key, about))

    def _grow(self, entry: Entry, state: S, about: frozenset[str] = frozenset()) -> None:
        number, before = entry.number, self.head if self.number else None
        with speaking(SOURCE):
            questions = self.game.questions(state)
        if before is not None:
            # What is still asked as before is kept once: forms of some games hold hundreds of places.
            asked = before.questions
            questions = tuple(
                next((old for old in asked if is_still_asked(old, new)), new) for new in questions
            )
        if before is None:
            self.nodes[number] = Node(number, None, 0, state, questions)
            self.steps.add(self.steps.begin(entry.key))
            return
        self.nodes[number] = Node(number, before.number, before.depth + 1, state, questions)
        follows = entry.by in (VIRTUAL_BAG, VIRTUAL_DICE)
        follows = follows or (is_caught_up(entry.by) and CAUGHT_UP_AFTER in entry.key)
        self.steps.add(self.steps.follow(entry.key) if follows else self.steps.change(entry.key, about))

    def _move(self, entry: Entry) -> None:
        step = None
        if entry.kind == "jump":
            if entry.target in self.nodes:
                step = self.steps.jump(entry.key, entry.target)
        else:
            with suppress(Illegal):
                step = self.steps.move("undo" if entry.kind == "undo" else "redo", entry.key)
        if step is None or step.state != entry.target:
            raise Unreplayable(f"there is nothing to {entry.kind} there")
        self.steps.add(step)


def is_still_asked(old: Question, new: Question) -> bool:
    """Whether the same is asked, and its answer held against nothing that is left out of the comparison, as
    not everybody may know it."""
    return old == new and (old.form is None or all(part.compare for part in fields(old.form)))


def correction_from_json(data: Json) -> Correction:
    """A correction from `{"path", "value"}`. Raises Illegal."""
    path = _part(data, "path")
    if not isinstance(path, str):
        raise Illegal(_('A correction is a JSON object with a text "path" and a "value".'))
    return Correction(path, frozen(_part(data, "value")))


def correction_to_json(correction: Correction) -> Json:
    value = correction.value
    return {"path": correction.path, "value": list(value) if isinstance(value, tuple) else value}


def _part(data: Json, name: str) -> Json:
    if not isinstance(data, Mapping) or name not in data:
        raise Illegal(_('Expected a JSON object with a "{name}".', name=name))
    return data[name]
