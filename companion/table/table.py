"""A live table: takes decisions one at a time and shows everyone the same result.

A request names the last entry that its device saw, and has a key. An outdated request is refused with the
entries it missed; the same key again gives the same entry. An accepted entry is in the journal, on the disk,
before it is published.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from companion.games.contract import (
    Correction,
    Decision,
    Illegal,
    Json,
    Question,
    S,
    decision_to_json,
)
from companion.games.contract.tellers import CAUGHT_UP, is_caught_up
from companion.system.steady_time import steady_of
from companion.table.chance import open_chance, sampled_decision
from companion.table.journal import CLOCK, Entry, utc_now
from companion.table.question_clock import clock_action, clock_words
from companion.table.snapshot import HistoryLine, Now, ReadOnly, Stale
from companion.table.steps import Back
from companion.table.table_core import ANY, TableCore, kind_of
from companion.table.timeline import correction_to_json
from companion.table.undo_rights import check_undo
from companion.translation import SOURCE, _, language, speaking

__all__ = ["HistoryLine", "Now", "ReadOnly", "Stale", "Table"]


class Table(TableCore[S]):
    """A live table. Every method may be called from any thread."""

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

    def entries(self) -> tuple[Entry, ...]:
        """Every entry, unredacted: for the record, not for a page (see `history`)."""
        with self._lock:
            return tuple(self._entries)

    def effective(self) -> tuple[Entry, ...]:
        """The entries that the present state results from, the setup first."""
        with self._lock:
            return tuple(self._entries[n - 1] for n in self._line.path())

    def history(self, viewer: int | None = None, after: int = 0) -> tuple[HistoryLine, ...]:
        """Every line in words (or those after entry `after`), as this seat may read it; None: everybody."""
        with self._lock:
            path = set(self._line.path())
            entries = self._entries[max(after, 0) :]
            # Entries that make no state (undo, redo, jump, clock, notes) are on no path: effective.
            return tuple(
                HistoryLine(
                    e,
                    self._words.of(e.number, viewer),
                    e.number in path or e.number not in self._line.nodes,
                    self._words.happened(e.number),
                )
                for e in entries
            )

    def state_at(self, number: int) -> S:
        """The state that held right after entry `number`, from 1 on."""
        with self._lock:
            self._check_number(number)
            return self._line.at(number).state

    def hear(self, seen: int) -> None:
        """Loads what other processes wrote to this table, if a device has seen more of it than this one."""
        with self._lock:
            if seen > self._line.number and not self.unreadable:
                self._catch_up()

    def words_of(self, number: int, viewer: int | None = None) -> str:
        """What entry `number` says to this seat; None: to everybody."""
        with self._lock:
            return self._words.of(number, viewer)

    def done(self, key: str, viewer: int | None = None) -> str | None:
        """The words, for this seat (None: for everybody), of the entry that a request with this key made;
        None: it made none."""
        with self._lock:
            if self._line.steps.known(key) is None and not self.unreadable:
                self._catch_up()  # another process may have taken it
            number = self._line.steps.known(key)
            return None if number is None else self._words.of(number, viewer)

    def spoken(self, now: Now[S]) -> Now[S]:
        """A snapshot of this table with its texts in the current language."""
        if language() == SOURCE:
            return now
        return replace(
            now,
            questions=self.game.questions(now.state),
            undo=self._words.step(now.undo_of),
            redo=self._words.step(now.redo_of),
            last=replace(now.last, words=self._words.of(now.number)),
        )

    # --- answering

    def submit(self, decision: Decision, seen: int, key: str, by: str) -> Entry:
        """Takes a decision. Raises Stale, Illegal, ReadOnly or JournalError, and has then done nothing."""
        data = decision_to_json(decision)

        def write(number: int) -> Entry:
            kind = kind_of(decision, self._line.head.questions)
            return Entry(number, kind, data, "", decision.player, by, key, utc_now())

        request = ("decision", data)
        words, about, reader = (lambda s: self.game.words(s, decision)), decision.about, decision.player
        return self._add(write, seen, key, request, words, about, reader=reader)

    def catch_up(
        self,
        decisions: tuple[Decision, ...],
        seen: int,
        key: str,
        bases: tuple[str, ...] = (),
        instead: tuple[int, str] | None = None,
    ) -> Entry:
        """Takes decisions that were made while nobody told them, all of them or none; one undo takes them
        back. The companion draws nothing between them. Raises what `submit` raises.

        decisions: at least one, in their order; none answers what is secret. bases: what each was inferred
        from. instead: all that came after this entry, which was inferred, is left at once, by this sender.
        """
        by = [f"{CAUGHT_UP}: {basis}" for basis in bases] or [CAUGHT_UP] * len(decisions)
        inferred = tuple(zip(decisions, by, strict=True))
        if instead is not None:
            return self._jump(instead[0], seen, key, instead[1], inferred)
        first, more = decisions[0], inferred[1:]
        data = decision_to_json(first)

        def write(number: int) -> Entry:
            kind = kind_of(first, self._line.head.questions)
            return Entry(number, kind, data, "", first.player, by[0], key, utc_now())

        return self._add(write, seen, key, ("decision", data), lambda s: self.game.words(s, first), more=more)

    @property
    def keeps_secrets(self) -> bool:
        """Whether an answer that leads here is secret until others have answered, too."""
        with self._lock:
            covers = (self._words.cover(number) for number in self._line.path())
            return any(cover is not None and cover.until == "reveal" for cover in covers)

    def submit_outcome(
        self, outcome: tuple[str, ...] | tuple[int, ...], seen: int, key: str, by: str
    ) -> Entry:
        """Answers the open draw (names) or roll (numbers) with an outcome entered by hand."""
        with self._lock:
            if (old := self._entry_by_key(key, ("decision", ANY), seen)) is not None and old.kind == "draw":
                return old
            # For the state that the caller saw, so that a late request is refused as outdated, not as
            # illegal.
            number = seen if 1 <= seen <= self._line.number else self._line.number
            node = self._line.at(number)
            asked = open_chance(node.questions)
            if asked is None:
                raise Illegal(_("There is nothing to draw now."))
            if asked.chance is not None and (problem := asked.chance.problem(outcome)):
                raise Illegal(problem, asked.page)
            return self.submit(self.game.answer(node.state, asked, outcome), seen, key, by)

    def sample_chance(self, seen: int, key: str) -> Entry:
        """Answers the open draw or roll from the table's seed, whatever its settings are."""
        with self._lock:
            if (old := self._entry_by_key(key, ("decision", ANY), seen)) is not None and old.kind == "draw":
                return old
            self._check_seen(seen, ("draw", None))
            sampled = self.sampled()
            if sampled is None:
                raise Illegal(_("There is nothing to draw now."))
            decision, source = sampled
            return self.submit(decision, seen, key, source)

    def sampled(self) -> tuple[Decision, str] | None:
        """The seed's answer to the open draw or roll, and its source; None: none is open."""
        with self._lock:
            return sampled_decision(self._line, self.seed)

    def correct(self, correction: Correction, seen: int, key: str, by: str) -> Entry:
        """Overrules the tracker. What then does not add up is in `game.check(state)`."""
        data = correction_to_json(correction)

        def write(number: int) -> Entry:
            facts = self.game.facts(self._line.head.state)
            fact = next((f for f in facts if f.path == correction.path), None)
            if fact is not None and fact.value == correction.value and not fact.problem(correction.value):
                value = fact.words(fact.value)
                raise Illegal(_("{fact}: it is {value} already.", fact=fact.label, value=value))
            return Entry(number, "correction", data, "", None, by, key, utc_now())

        request = ("correction", data)
        return self._add(write, seen, key, request, lambda s: self.game.words(s, correction))

    # --- going back and forth

    def undo(
        self, seen: int, key: str, by: str, *, seat: int | None = None, confirm: int | None = None
    ) -> Entry:
        """Takes the last step back, with the outcomes of chance that the companion gave in answer to it.

        seat: whose page asks; None: the table's own page. confirm: the entry that a second tap named (see
        `check_undo`). Raises NeedsConfirmation too.
        """
        with self._lock:
            known = self._entry_by_key(key, ("undo", None), seen)
            step = self._line.steps.undoes
            if known is None and seen == self._line.number and step is not None:
                self._check_step(step, seat, confirm)
            return self._move("undo", seen, key, by)

    def redo(self, seen: int, key: str, by: str) -> Entry:
        """Restores the last step taken back, with its outcomes of chance."""
        return self._move("redo", seen, key, by)

    def jump(
        self,
        to: int,
        seen: int,
        key: str,
        by: str,
        *,
        seat: int | None = None,
        confirm: int | None = None,
    ) -> Entry:
        """Goes to what held right after entry `to`; what came since stays in the journal. Undo returns.

        seat, confirm: as for `undo`, of the last step of another player that it takes back.
        """
        with self._lock:
            known = self._entry_by_key(key, ("jump", to), seen)
            if known is None and seen == self._line.number and 1 <= to <= seen:
                kept = set(self._line.path(self._line.at(to).number))
                left = [n for n in reversed(self._line.path()) if n not in kept]
                others = [n for n in left if self._owner(n) not in (None, seat)]
                # A secret comes first: no confirmation of the step above it takes it back.
                secret = [n for n in others if self._words.is_secret(n)]
                for number in (secret or others)[:1]:
                    self._check_step(number, seat, confirm)
            return self._jump(to, seen, key, by)

    def _owner(self, number: int) -> int | None:
        """Whose step an entry is; None: nobody's."""
        cover, entry = self._words.cover(number), self._entries[number - 1]
        if cover is None and is_caught_up(entry.by):
            return None
        return cover.seat if cover is not None else entry.player

    def _check_step(self, number: int, seat: int | None, confirm: int | None) -> None:
        owner = self._owner(number)
        if self._entries[number - 1].kind == "jump":
            owner = None
        check_undo(
            number=number,
            owner=owner,
            # A finished table may have more players than it began with; everybody may undo there.
            name=next((p.name for n, p in enumerate(self.setup.players) if n == owner), ""),
            words=self._words.of(number),
            cover=self._words.cover(number),
            seat=seat,
            confirm=confirm,
            only_tablet=self._settings.undo == "tablet",
        )

    def _move(self, kind: Back, seen: int, key: str, by: str) -> Entry:
        def write(number: int) -> Entry:
            steps = self._line.steps
            target = steps.move(kind, key).state
            moved = steps.undoes if kind == "undo" else steps.redoes
            with speaking(SOURCE):
                words = self._words.move(kind, moved or 0)
            return Entry(number, kind, {}, words, None, by, key, utc_now(), target)

        return self._add(write, seen, key, (kind, None))

    def _jump(
        self, to: int, seen: int, key: str, by: str, more: tuple[tuple[Decision, str], ...] = ()
    ) -> Entry:
        def write(number: int) -> Entry:
            self._check_number(to)
            with speaking(SOURCE):
                words = self._words.move("jump", to)
            return Entry(
                number, "jump", {"to": to}, words, None, by, key, utc_now(), self._line.at(to).number
            )

        return self._add(write, seen, key, ("jump", to), more=more)

    # --- clocks

    def act_on_clock(self, action: Json, seen: int, key: str, by: str) -> Entry:
        """Pauses or resumes the questions' clocks, takes a time-out or gives a seat more time.

        action: see `companion.table.question_clock`. Raises Illegal.
        """
        data = clock_action(action)
        player = data.get("player")
        if player is not None and not 0 <= player < len(self.setup.players):
            raise Illegal(
                _("There is no such seat: this table has {number}.", number=len(self.setup.players))
            )

        def write(number: int) -> Entry:
            self._clocks.check(data, self._time_outs(player))
            at = utc_now()
            kept = self._clocks.stopping(data, steady_of(at))
            return Entry(number, "clock", kept, "", player, by, key, at)

        names = tuple(p.name for p in self.setup.players)
        return self._add(write, seen, key, ("clock", data), lambda _state: clock_words(data, names))

    def _time_outs(self, player: int | None) -> int:
        """How many time-outs the game gives this seat."""
        timing = self.game.timing
        return 0 if timing is None or player is None else timing.time_outs(self._line.nodes[1].state, player)

    def run_out(self, at: datetime) -> Entry | None:
        """Answers the first question whose clock has run out by then as the game says; None: none has, or
        the game leaves it open. Raises what `submit` raises."""
        with self._lock:
            timing, now = self.game.timing, self.now
            if timing is None or self.read_only:
                return None
            for clock in now.clocks:
                question = next(
                    (q for q in now.questions if (q.player, q.kind) == (clock.player, clock.kind)), None
                )
                if question is None or clock.since is None or clock.left(at) > 0:
                    continue
                decision = timing.run_out(now.state, question)
                if decision is not None:
                    key = f"{CLOCK}/{self.id}/{now.number}/{clock.player}"
                    return self.submit(decision, now.number, key, CLOCK)
            return None
