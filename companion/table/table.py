"""A table: decisions come in one at a time, everyone sees the same outcome, and nothing is ever lost.

Whoever asks for a change says which entry was the last they saw and gives the request a key. An outdated
request is refused with the news; the same request again is the same entry. What is accepted is in the
journal, on the disk, before anybody is told.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic

from companion.games.contract import (
    Correction,
    Decision,
    Game,
    Illegal,
    Question,
    S,
    Setup,
    decision_to_json,
    game_at,
    setup_from_json,
)
from companion.table.journal import VIRTUAL_BAG, Entry, Journal, Kind, Taken, utc_now
from companion.table.pubsub import Hub, Subscription
from companion.table.settings import Settings, settings_from_json
from companion.table.snapshot import Line, NoSuchTable, Now, ReadOnly, Stale, no_such_table
from companion.table.timeline import Timeline, correction_to_json
from companion.table.virtual_bag import bag_decision, bag_entries
from companion.table.words import Words
from companion.translation import SOURCE, _, language, marked, speaking

__all__ = ["Line", "Now", "ReadOnly", "Stale", "Table"]

_NOWHERE = {
    "undo": marked("There is nothing to undo."),
    "redo": marked("There is nothing to redo."),
    "jump": marked("There is nothing to jump."),
}


class Table(Generic[S]):
    """A live table. Every method may be called from any thread; `now` never waits for one that writes.

    Opening replays the journal. A line that no longer follows leaves the table readable at the last good
    one, with `read_only` saying which and why, and `unfollowed` holding the rest. Raises JournalError and
    NoSuchTable.
    """

    def __init__(self, game: Game[S], journal: Journal, table_id: str) -> None:
        row = journal.table(table_id)
        if row is None:
            raise no_such_table(table_id)
        self.game = game
        self.id = table_id
        self.title = row.title
        self.created = row.created
        self.read_only: str | None = None
        self.unfollowed: tuple[Entry, ...] = ()
        self.on_change: Callable[[Table[S]], None] | None = None
        self._journal = journal
        self._lock = threading.RLock()
        self._hub: Hub[Now[S]] = Hub()
        self._settings = settings_from_json(row.settings)
        self._entries: list[Entry] = []
        self._keys: dict[str, Entry] = {}
        self._line: Timeline[S] = Timeline(game)
        self._words = Words(self._line, self._entries)
        self._beat = 0
        self._take_in(journal.entries(table_id))
        if not self._entries:
            raise NoSuchTable(
                marked(
                    "The table {title} ({id}) cannot be opened, and its journal is kept as it is: {why}",
                    title=self.title,
                    id=table_id,
                    why=self.read_only or marked("it has no entries."),
                )
            )
        self.setup: Setup = setup_from_json(self._entries[0].data["setup"])
        seed = self._entries[0].data.get("seed")
        self.seed: int = seed if isinstance(seed, int) else 0
        self.now: Now[S] = self._moment()

    # --- looking

    @property
    def state(self) -> S:
        return self.now.state

    @property
    def number(self) -> int:
        return self.now.number

    @property
    def questions(self) -> tuple[Question, ...]:
        return self.now.questions

    @property
    def undo_words(self) -> str | None:
        return self.now.undo

    @property
    def redo_words(self) -> str | None:
        return self.now.redo

    @property
    def settings(self) -> Settings:
        return self._settings

    def entries(self) -> tuple[Entry, ...]:
        """Every entry, true words and all: for the record, not for a page (see `history`)."""
        with self._lock:
            return tuple(self._entries)

    def effective(self) -> tuple[Entry, ...]:
        """The entries that the state now adds up from, the setup first."""
        with self._lock:
            return tuple(self._entries[n - 1] for n in self._line.path())

    def history(self, viewer: int | None = None, last: int | None = None) -> tuple[Line, ...]:
        """Every line in words (or the `last` so many), as this seat may read it; None: everybody. Secret
        answers stay covered from the others until all have answered."""
        with self._lock:
            path = set(self._line.path())
            entries = self._entries if last is None else self._entries[-last:]
            # A move (undo, redo, jump) is no part of the path, but it stands: it is never struck out.
            return tuple(
                Line(e, self._words.of(e.number, viewer), e.number in path or e.target is not None)
                for e in entries
            )

    def state_at(self, number: int) -> S:
        """The state that held right after entry `number`, from 1 on."""
        with self._lock:
            self._known(number)
            return self._line.at(number).state

    def subscribe(self) -> Subscription[Now[S]]:
        """What the table is now, and then after each change; the newest only, for whoever is slow."""
        with self._lock:
            return self._hub.subscribe(self.now)

    def told(self, now: Now[S]) -> Now[S]:
        """A moment of this table in the words of the language that holds."""
        if language() == SOURCE:
            return now
        return replace(
            now,
            questions=self.game.questions(now.state),
            undo=self._words.step(now.undo_of),
            redo=self._words.step(now.redo_of),
            last=replace(now.last, words=self._words.of(now.number)),
        )

    # --- changing

    def submit(self, decision: Decision, seen: int, key: str, by: str) -> Entry:
        """Takes a decision. Raises Stale, Illegal, ReadOnly or JournalError, and has then done nothing."""
        data = decision_to_json(decision)

        def write(number: int) -> Entry:
            draws = decision.player is None and any(q.chance for q in self._line.head.questions)
            kind: Kind = "draw" if draws else "decision"
            return Entry(number, kind, data, "", decision.player, by, key, utc_now())

        return self._add(write, seen, key, ("decision", data), lambda s: self.game.words(s, decision))

    def draw(self, names: tuple[str, ...], seen: int, key: str, by: str) -> Entry:
        """Answers the open draw with what came up, told by a hand or the camera."""
        with self._lock:
            if (old := self._keys.get(key)) is not None:
                return old
            # Asked of the state the caller saw, so that a late request is refused as late, not as wrong.
            number = seen if 1 <= seen <= self._line.number else self._line.number
            node = self._line.at(number)
            asked = next((q for q in node.questions if q.draw), None)
            if asked is None:
                raise Illegal(_("There is nothing to draw now."))
            return self.submit(self.game.answer(node.state, asked, names), seen, key, by)

    def bag_draw(self, seen: int, key: str) -> Entry:
        """Lets the virtual bag answer the open draw, whatever the table's setting is."""
        with self._lock:
            if (old := self._keys.get(key)) is not None:
                return old
            if seen != self._line.number:
                raise self._stale(seen, ("draw", None))
            decision = bag_decision(self._line, self.seed)
            if decision is None:
                raise Illegal(_("There is nothing to draw now."))
            return self.submit(decision, seen, key, VIRTUAL_BAG)

    def correct(self, correction: Correction, seen: int, key: str, by: str) -> Entry:
        """Overrules the tracker. What then does not add up is in `game.check(state)`."""
        data = correction_to_json(correction)

        def write(number: int) -> Entry:
            return Entry(number, "correction", data, "", None, by, key, utc_now())

        wanted = ("correction", data)
        return self._add(write, seen, key, wanted, lambda s: self.game.words(s, correction))

    def undo(self, seen: int, key: str, by: str) -> Entry:
        """Takes the last step back, with the draws that the virtual bag made in answer to it."""
        return self._move("undo", seen, key, by)

    def redo(self, seen: int, key: str, by: str) -> Entry:
        """Restores the last step taken back, with its draws."""
        return self._move("redo", seen, key, by)

    def jump(self, to: int, seen: int, key: str, by: str) -> Entry:
        """Goes to what held right after entry `to`; what came since stays in the journal. Undo returns."""
        return self._move("jump", seen, key, by, to)

    def set(self, **changes: Any) -> Settings:
        """Changes settings and keeps them. Raises BadSetting, JournalError."""
        with self._lock:
            settings = self._settings.but(**changes)
            self._journal.update(self.id, settings=settings.to_json())
            self._settings = settings
            self._publish()
            return settings

    def nudge(self) -> None:
        """Wakes all subscribers: something beside the entries changed (what the camera proposes)."""
        with self._lock:
            self._publish()

    def close(self) -> None:
        """Ends every subscription. The journal stays open."""
        self._hub.close()

    # --- within

    def done(self, key: str) -> str | None:
        """What a request with this key did, in words for who sent it; None: it did nothing."""
        with self._lock:
            entry = self._keys.get(key)
            return None if entry is None else self._words.of(entry.number, entry.player)

    def _move(self, kind: Kind, seen: int, key: str, by: str, to: int | None = None) -> Entry:
        def write(number: int) -> Entry:
            if to is not None:
                self._known(to)
            target = self._line.target(kind, None if to is None else self._line.heads[to])
            if target is None:
                raise Illegal(_(_NOWHERE[kind]))
            words = self._move_words(kind, to)
            data = {} if to is None else {"to": to}
            return Entry(number, kind, data, words, None, by, key, utc_now(), target)

        return self._add(write, seen, key, (kind, to))

    def _move_words(self, kind: str, to: int | None) -> str:
        steps = self._line.undo if kind == "undo" else self._line.redo
        with speaking(SOURCE):
            return self._words.move(kind, steps[-1].number if to is None else to)

    def _add(
        self,
        write: Callable[[int], Entry],
        seen: int,
        key: str,
        wanted: tuple[str, Any],
        words: Callable[[S], str] | None = None,
    ) -> Entry:
        """The one way in. `words`, of the state before, is asked only once the rules have agreed."""
        with self._lock:
            if (old := self._keys.get(key)) is not None:
                return old
            if self.read_only:
                raise ReadOnly(self.read_only)
            if seen != self._line.number:
                raise self._stale(seen, wanted)
            new = write(self._line.number + 1)
            before = self._line.mark()
            try:
                state = self._line.head.state
                self._line.advance(new)
                fresh = [new]
                with speaking(SOURCE):  # the journal is English, whatever the device reads
                    if words is not None:
                        fresh = [replace(new, words=words(state))]
                    if self._settings.draws == "virtual" and new.kind not in ("undo", "redo"):
                        fresh += bag_entries(self._line, self.seed, new)
                self._journal.append(self.id, fresh)
            except BaseException as wrong:
                # The table stands where it stood unless the journal has all of it.
                self._line.rewind(before)
                if not isinstance(wrong, Taken):
                    raise
                # Another program wrote to this table first: its news, and then the same rules as ever.
                self._catch_up()
                if (old := self._keys.get(key)) is not None:
                    return old
                raise self._stale(seen, wanted) from None
            for entry in fresh:
                self._remember(entry)
            self._publish()
            return fresh[0]

    def _stale(self, seen: int, wanted: tuple[str, Any]) -> Stale:
        missed = self._entries[max(seen, 0) :]
        same = next((e for e in missed if _means(e) == wanted), None)
        player = wanted[1].get("player") if wanted[0] == "decision" else None
        news = tuple(self._words.of(e.number, player) for e in missed)
        return Stale(self._line.number, news, same, same is None and self._still_asked(seen, missed, player))

    def _still_asked(self, seen: int, missed: list[Entry], player: int | None) -> bool:
        if player is None or not 1 <= seen <= self._line.number:
            return False
        if any(e.kind not in ("decision", "draw") or e.player == player for e in missed):
            return False
        before = [q for q in self._line.at(seen).questions if q.player == player]
        return bool(before) and before == [q for q in self._line.head.questions if q.player == player]

    def _catch_up(self) -> None:
        self._take_in(self._journal.entries(self.id, self._line.number))
        self._publish()

    def _take_in(self, entries: tuple[Entry, ...]) -> None:
        """Takes lines of the journal in, up to one that does not follow: then the table is read-only."""
        for place, entry in enumerate(entries):
            try:
                with speaking(SOURCE):
                    self._line.advance(entry)
            except Exception as wrong:  # whatever a rule that changed since may raise: the line is kept
                why = getattr(wrong, "sentence", None) or f"{type(wrong).__name__}: {wrong}"
                self.read_only = marked(
                    "Entry {number} ({what}) no longer follows by the rules of this version ({why}); "
                    "the table is shown as it was before it and cannot be changed, and nothing is lost.",
                    number=entry.number,
                    what=entry.words,
                    why=str(why).rstrip("."),
                )
                self.unfollowed = entries[place:]
                return
            self._remember(entry)

    def _remember(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._keys[entry.key] = entry
        self._words.take_in(entry)

    def _known(self, number: int) -> None:
        if isinstance(number, bool) or not 1 <= number <= self._line.number:
            last = self._line.number
            raise Illegal(_("There is no entry {number}; the last one is {last}.", number=number, last=last))

    def _moment(self) -> Now[S]:
        line = self._line
        self._beat += 1
        # With the tiles of the box it began with, and those taught in play.
        self.game = game_at(line.game, line.head.state)
        undo = line.undo[-1].number if line.undo and not self.read_only else None
        redo = line.redo[-1].number if line.redo and not self.read_only else None
        with speaking(SOURCE):
            return Now(
                self._beat,
                line.number,
                line.head.state,
                line.head.questions,
                self._words.step(undo),
                self._words.step(redo),
                line.nodes[line.undo[-1].back].state if line.undo else None,
                Line(self._entries[-1], self._words.of(line.number), True),
                self._settings,
                undo,
                redo,
            )

    def _publish(self) -> None:
        self.now = self._moment()
        self._hub.publish(self.now)
        if self.on_change is not None:
            self.on_change(self)


def _means(entry: Entry) -> tuple[str, Any]:
    """What an entry wanted, to compare with a request."""
    if entry.kind in ("undo", "redo", "jump"):
        return (entry.kind, entry.data.get("to"))
    return ("decision" if entry.kind == "draw" else entry.kind, entry.data)
