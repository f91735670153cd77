"""Two tables of a game that differ only in what one seat may not know, and all output that the seat gets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.games.contract import Decision, Illegal, Question, Setup
from companion.lessons.teaching import with_pointed_lamps
from companion.room.room import light_picture
from companion.table.journal import Journal
from companion.table.record import plain, record
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from tests.games.every_game import load, random_decision
from tests.seat_record import seat_record
from tests.web.conftest import bare_room

MAX_ATTEMPTS = 20
NONE_DRAWN = {"drawn": [], "look": 0, "keep": 0, "discard": 0}
"""Of what a phone tells of its hand."""


class Side:
    """One of the two tables, with its journal and its pages."""

    def __init__(self) -> None:
        self.tables = Tables(Journal(":memory:"), load)
        self.client = create_app(bare_room(self.tables)).test_client()
        self.table: Table[Any]

    def begin(self, name: str, setup: Setup) -> None:
        self.table = self.tables.create(name, setup, seed=5)
        self.table.set(draws="hand", dice="hand", standing="shown", teaching="lessons")

    def continue_from(self, data: Any) -> None:
        self.table = self.tables.revive(data)
        self.table.set(draws="hand", dice="hand", standing="shown", teaching="lessons")

    def pages(self, viewer: int | None) -> Iterator[tuple[str, bytes]]:
        """Every page of the table that the seat's phone (None: the tablet) can open, and its live stream."""
        base = f"/t/{self.table.id}/"
        seat = "" if viewer is None else f"?seat={viewer}"
        own = "" if viewer is None else f"seat/{viewer}"
        live = "live" if viewer is None else f"live?view=seat&seat={viewer}"
        lessons = "lessons" if viewer is None else f"lessons/{viewer}"
        for address in (own, f"history{seat}", f"correct{seat}", "state", "score", "settings", lessons):
            yield address, self.client.get(base + address).data
        response = self.client.get(base + live, buffered=False)
        yield live, next(iter(response.response))  # type: ignore[arg-type]
        response.close()

    def other_output(self, viewer: int | None) -> dict[str, Any]:
        """Output for a seat other than pages."""
        table, game = self.table, self.table.game
        view = game.view(table.state, viewer)
        return {
            "record": seat_record(table, viewer),
            "facts": plain(game.facts(view)),
            "score": plain(game.score(view)),
            "undo": table.undo_words,
            "redo": table.redo_words,
            "last": table.now.last.words,
            "read only": table.read_only,
            "lights": plain(with_pointed_lamps(table, table.now, light_picture(game, table.state))),
            "news": self._missed_updates(viewer),
        }

    def advice(self, seat: int, chance: Random) -> tuple[str, ...]:
        """What the coach says to a seat; in a game with cards in hand its phone has a hand by chance."""
        table, base = self.table, f"/t/{self.table.id}/seat/{seat}"
        game = table.game
        if game.dealer is None or game.own_hand is None:
            return (self.client.get(f"{base}/suggest").text,)
        view = game.view(table.state, seat)
        held = game.dealer.hand(game.dealer.deal(view, chance), seat)
        told = {"cards": [game.own_hand.front(view, card) for card in held], **NONE_DRAWN}
        answers = []
        for request, since in (("hand", 0), ("hand/help", table.path(table.number)[-1][1].number)):
            answer = self.client.post(f"{base}/{request}", json={"since": since, **told})
            assert answer.status_code == 200, answer.text
            answers.append(str(answer.json["html"]))
        return tuple(answers)

    def _missed_updates(self, viewer: int | None) -> tuple[str, ...]:
        """The updates for a device that missed the whole game."""
        try:
            self.table.undo(1, "a late request", "a phone", seat=viewer)
        except Stale as stale:
            return stale.news
        return ()


def is_hidden_from(question: Question, viewer: int | None) -> bool:
    """Whether the answer to a question is hidden from this seat, for now or for the whole game."""
    if question.chance is not None:
        return question.chance.audience is not None and question.chance.audience != viewer
    return (question.secret or question.private) and question.player != viewer


class Twins:
    """Plays two tables in step; what is hidden from `viewer` is answered differently on each."""

    def __init__(self, name: str, setup: Setup, viewer: int | None, seed: str) -> None:
        self.viewer = viewer
        self.rng = Random(seed)
        self.sides = (Side(), Side())
        for side in self.sides:
            side.begin(name, setup)
        self.different_steps = 0
        """Steps after which the two tables' states differed."""
        self._requests = 0

    @property
    def differ(self) -> bool:
        """Whether the two tables' states differ now."""
        return bool(self.sides[0].table.state != self.sides[1].table.state)

    def close(self) -> None:
        for side in self.sides:
            side.tables.close()

    def step(self) -> str:
        """One step on both tables. "hidden": the answers differ; "same": they are the same; "revealed": the
        game revealed what was hidden, and both continue from the first; "over"."""
        first, second = (side.table for side in self.sides)
        owed = [q for q in first.questions if not q.optional]
        if not owed:
            return "over"
        changing = [q for q in first.questions if q.optional and self.rng.random() < 0.3]
        question = self.rng.choice(changing or owed)
        decision = random_decision(first.game, first.state, question, self.rng)
        if decision is None:
            return "same"
        hidden = is_hidden_from(question, self.viewer)
        other = decision
        if hidden:
            other = self._other(second, question, decision) or decision
        before = [line.words for line in first.history()]
        secrets = {q.kind for q in first.questions if q.secret or q.private}
        self._submit(first, decision)
        try:
            self._submit(second, other)
        except Illegal:
            self._align()
            return "revealed"
        closed = secrets - {q.kind for q in first.questions}
        uncovered = [line.words for line in first.history()][: len(before)] != before
        # The step itself may reveal something (a played card), and so may the last of the hidden answers.
        if uncovered or ((closed or not hidden) and self._views_differ()):
            self._align()
            return "revealed"
        self.different_steps += self.differ
        return "hidden" if hidden else "same"

    def undo_last_step(self) -> None:
        """Undoes the last step at both tables."""
        for side in self.sides:
            table = side.table
            table.undo(table.number, f"undo {self._requests}", "phone", confirm=table.now.undo_of)
        self._requests += 1

    def _views_differ(self) -> bool:
        views = [side.table.game.view(side.table.state, self.viewer) for side in self.sides]
        return bool(views[0] != views[1])

    def _other(self, table: Table[Any], question: Question, decision: Decision) -> Decision | None:
        """Another answer to the same question, as the second table has it."""
        own = next(
            (q for q in table.questions if (q.player, q.kind) == (question.player, question.kind)), None
        )
        for _attempt in range(MAX_ATTEMPTS if own is not None else 0):
            assert own is not None
            other = random_decision(table.game, table.state, own, self.rng)
            if other is not None and other != decision:
                return other
        return None

    def _submit(self, table: Table[Any], decision: Decision) -> None:
        by = "a phone" if decision.player is not None else "the tablet"
        table.submit(decision, table.number, f"step {table.number}", by)

    def _align(self) -> None:
        """Both continue from the first table's journal."""
        data = json.loads(json.dumps(record(self.sides[0].table)))
        for side in self.sides:
            side.continue_from(data)

    def compare(self, get: Callable[[Side], Any]) -> None:
        first, second = (get(side) for side in self.sides)
        assert first == second
