"""A table's entries in words: in English as the journal has them, or generated in another language.

The words are generated from the state before the entry and the entry's data. Where that fails, the journal's
English words are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Generic

from companion.games.contract import Game, S, Setup, game_at, setup_from_json
from companion.games.contract.fair import coin_of
from companion.table.journal import CAUGHT_UP_AFTER, Entry
from companion.table.question_clock import clock_words
from companion.table.redaction import Cover, Redaction, cover_of
from companion.table.timeline import Timeline, correction_from_json
from companion.translation import SOURCE, _, in_row, in_turn, isolated, language, plural


def beginning(game: Game[Any], setup: Setup) -> str:
    """What the setup says in the history: who plays, and who begins with more."""
    players = in_row(player.name for player in setup.players)
    words, coin = _("{game} begins: {players}", game=game.title, players=players), coin_of(game)
    ahead = zip(setup.players, setup.ahead, strict=False)
    more = (coin.more(isolated(who.name), number) for who, number in ahead if number) if coin else ()
    return in_turn((words, *more))


class Words(Generic[S]):
    """What each entry says to a viewer. entries: the table's own list, which grows.

    No lock is needed: entries and states are only added.
    """

    def __init__(self, line: Timeline[S], entries: Sequence[Entry]) -> None:
        self._line = line
        self._entries = entries
        self._redaction: Redaction[S] = Redaction(line)
        self._translated: dict[tuple[int, str], str] = {}
        self._happened: dict[tuple[int, str], tuple[str, ...]] = {}

    def apply(self, entry: Entry) -> None:
        """Call with each entry after the timeline has it."""
        self._redaction.apply(entry)

    def of(self, number: int, viewer: int | None = None) -> str:
        """What entry `number` says to this seat; None: to everybody. What others may not read is covered."""
        entry = self._entries[number - 1]
        cover = self._redaction.cover(number, viewer)
        if cover is not None:
            return cover.words(self._names()[cover.seat])
        spoken = language()
        if spoken == SOURCE:
            return entry.words
        if entry.target is not None:
            steps = self._line.steps
            if entry.kind == "jump":
                moved = entry.data.get("to")
            else:
                moved = steps.moved("undo" if entry.kind == "undo" else "redo", number)
            return self.move(entry.kind, moved) if isinstance(moved, int) and moved < number else entry.words
        known = self._translated.get((number, spoken))
        if known is None:
            known = self._translated[number, spoken] = self._translate(entry)
        return known

    def happened(self, number: int) -> tuple[str, ...]:
        """What followed from entry `number` in sight of everybody, in sentences."""
        node = self._line.nodes.get(number)
        if node is None or node.parent is None:
            return ()
        key = (number, language())
        if key not in self._happened:
            game = game_at(self._line.game, node.state)
            self._happened[key] = game.happened(self._line.nodes[node.parent].state, node.state)
        return self._happened[key]

    def cover(self, number: int) -> Cover | None:
        """Why everybody else may not read an entry; None: they may."""
        return self._redaction.cover(number, None)

    def is_secret(self, number: int) -> bool:
        """Whether an entry is an answer that is not revealed yet."""
        cover = self.cover(number)
        return cover is not None and cover.until != "never"

    def unfollowed(self, entry: Entry) -> str:
        """What everybody may read of an entry that does not follow from the last one."""
        head = self._line.head if self._line.number else None
        cover = None if head is None else cover_of(head.questions, entry)
        return entry.words if cover is None else cover.words(self._names()[cover.seat])

    def step(self, number: int | None) -> str | None:
        """What an undo or redo of this step names, on a button; None: there is no step. Of a jump, only where
        it led: what was done there is not what is taken back."""
        if number is None:
            return None
        entry = self._entries[number - 1]
        if entry.kind == "jump" and isinstance(entry.data.get("to"), int):
            return _("Back to before: {what}", what=self.of(entry.data["to"] + 1))
        return self._with_what_followed(number)

    def _with_what_followed(self, number: int) -> str:
        """What this entry says, and how many decisions were caught up with after it in the same step."""
        what, begin = self.of(number), f"{self._entries[number - 1].key}{CAUGHT_UP_AFTER}"
        after = sum(1 for _entry in takewhile(lambda it: it.key.startswith(begin), self._entries[number:]))
        if not after:
            return what
        return plural(
            "{what} and the step after it", "{what} and the {number} steps after it", after, what=what
        )

    def move(self, kind: str, number: int) -> str:
        """What an undo or redo of entry `number`, or a jump back to it, says to everybody."""
        if kind == "jump":
            return _("Back to right after: {what}", what=self.of(number))
        what = self._with_what_followed(number)
        if kind == "undo":
            return _("Taken back: {what}", what=what)
        return _("Restored: {what}", what=what)

    def _names(self) -> tuple[str, ...]:
        return tuple(p.name for p in setup_from_json(self._entries[0].data["setup"]).players)

    def _translate(self, entry: Entry) -> str:
        try:
            if entry.kind == "clock":
                return clock_words(entry.data, self._names())
            if entry.kind == "setup":
                return beginning(self._line.game, setup_from_json(entry.data["setup"]))
            node = self._line.at(entry.number)
            state = node.state
            if node.number == entry.number and node.parent is not None:
                state = self._line.nodes[node.parent].state
            game = game_at(self._line.game, state)
            if entry.kind == "correction":
                return game.words(state, correction_from_json(entry.data))
            return game.words(state, game.decision(entry.data))
        except Exception:  # an old entry may break a game's words: the English ones exist
            return entry.words
