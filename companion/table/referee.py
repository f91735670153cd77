"""The referee compares what the camera saw with what the game expects, and proposes or submits decisions.

It wraps the pure functions of `judge` with a memory, a clock and the submitting of decisions.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from companion.games.contract import Illegal, Option, State, game_at
from companion.system.logs import current_table_id
from companion.system.spare_threads import SpareThread
from companion.system.steady_time import steady
from companion.table import judge
from companion.table.differences import DifferenceTexts, differences
from companion.table.journal import Entry
from companion.table.journal_errors import JournalError
from companion.table.judge import CAMERA
from companion.table.observation import SeenTable
from companion.table.referee_memory import RefereeAction, RefereeMemory, without_texts
from companion.table.referee_view import Proposal, RefereeView
from companion.table.slides import Slides, follow
from companion.table.snapshot import Now, ReadOnly, Stale
from companion.table.table import Table
from companion.translation import SOURCE, _, language, speaking

_MAX_REMEMBERED_PROPOSALS = 50
_MAX_ROUNDS = 8
"""Most judgements of one report: a submitted decision may make the rest explain a further one, but this must
end."""


class ProposalClosed(Exception):
    """The proposal is no longer open; `sentence` says so."""

    def __init__(self) -> None:
        self.sentence = _("This proposal is no longer open: look at the table again.")
        super().__init__(self.sentence)


class Referee:
    """One table's referee. Every method may be called from any thread.

    `start` lets it follow the table and the clock by itself; without it, `tick` does. Its view is part
    of the table's `Now`.
    """

    def __init__(self, table: Table[State], clock: Callable[[], float] = steady) -> None:
        self.table = table
        self.clock = clock
        self.view = RefereeView()
        self._lock = threading.RLock()
        self._memory = RefereeMemory()
        self._translated: dict[str, tuple[RefereeView, RefereeView]] = {}
        self._seen = SeenTable()
        self._seen_at = clock()
        self._submitted: OrderedDict[str, Entry] = OrderedDict()
        self._subscription = table.subscribe()
        self._thread = SpareThread(self._run, f"referee {table.id}")
        table.show(referee=self.view)

    def start(self) -> bool:
        """Follows the table and the clock in a thread of its own, until `close`. False: none is left."""
        return self._thread.begin()

    def close(self) -> None:
        """Stops, and ignores any later report."""
        self._subscription.close()
        self._thread.join()
        self.table.show(referee=None)

    @property
    def seen(self) -> SeenTable:
        """The camera's last report."""
        return self._seen

    @property
    def slides(self) -> Slides:
        """What hands slid out of its place."""
        return self._memory.slides

    # --- what the camera reports

    def on_seen(self, seen: SeenTable) -> None:
        """A new report. One that comes late, after a newer one, is dropped."""
        with self._lock:
            late = seen.number < self._seen.number and self.clock() - self._seen_at < 5
            if not late:
                if self._slept:
                    self._memory = judge.after_sleep(self._memory, self._seen_at, self.clock())
                self._seen, self._seen_at = seen, self.clock()
                self.tick()

    def verify(self, seen: SeenTable | None = None) -> tuple[str, ...]:
        """Every difference in view, in a sentence each, those still to do too; empty: table and tracker
        agree."""
        seen, texts = seen or self._seen, self._texts()
        found = differences(self.table.game.tracking.layout(self.table.state), seen)
        return (
            *(texts.differ(d) for d in found),
            *(_("{tile} is seen in two places at once.", tile=texts.tile(t)) for t in seen.conflicts),
        )

    def spoken(self) -> RefereeView:
        """The view in the current language."""
        spoken = language()
        if spoken == SOURCE:
            return self.view
        with self._lock:
            view, translated = self._translated.get(spoken, (None, RefereeView()))
            if view is not self.view:
                now = self.table.spoken(self.table.now)
                _memory, translated, _act = self._judge(now, without_texts(self._memory), self._time)
                self._translated[spoken] = (self.view, translated)
            return translated

    # --- what a person says to a proposal

    def touch(self, proposal_id: str) -> None:
        """From now on the proposal waits for a person. Raises ProposalClosed."""
        with self._lock:
            self._proposal(proposal_id)
            self._hold_for_person(proposal_id)
            self.tick()

    def accept(self, proposal_id: str, option: int, key: str, by: str) -> Entry:
        """Takes an option of the proposal, by its place. One that has just been taken gives that entry: the
        tap and the camera meant the same. Raises ProposalClosed, Illegal, Stale, ReadOnly, JournalError."""
        with self._lock:
            if (entry := self._submitted.get(proposal_id)) is not None:
                return entry
            proposal = self._proposal(proposal_id)
            if not 0 <= option < len(proposal.options):
                raise Illegal(_("That option is not among those proposed."))
            entry = self._submit_option(proposal, proposal.options[option], key, by)
            self.tick()
            return entry

    def dismiss(self, proposal_id: str) -> None:
        """None of these: the same is not proposed again as long as the table says the same. Raises
        ProposalClosed."""
        with self._lock:
            self._memory = judge.after_dismissal(self._memory, self._proposal(proposal_id))
            self.tick()

    # --- within

    @property
    def _slept(self) -> bool:
        """Cameras report all the time: without a report for so long this machine slept, and nobody looked."""
        return bool(self._seen.watching) and self.clock() - self._seen_at >= judge.AWAY_SECONDS

    @property
    def _time(self) -> float:
        """By the clock, which goes on while the machine sleeps; it wakes in the moment of its last report."""
        return self._seen_at if self._slept else self.clock()

    def tick(self) -> None:
        """Judges the last report again at the present time; in English, whoever caused it. On a picture of
        before a sleep it performs nothing: the next one says whether it still holds."""
        with self._lock, speaking(SOURCE):
            if self._subscription.closed:
                return
            for _round in range(_MAX_ROUNDS):
                self._memory, view, act = self._judge(self.table.now, self._memory, self._time)
                if act is None or self._slept or not self._perform(act):
                    break
            if view != self.view:
                self.view = view
                self.table.show(referee=view)

    def _judge(
        self, now: Now[State], memory: RefereeMemory, clock: float
    ) -> tuple[RefereeMemory, RefereeView, RefereeAction | None]:
        still = self._seen.still_for + (clock - self._seen_at if self._seen.still_for > 0 else 0)
        if slid := self.table.game.tracking.slid(now.state):
            told = self._slid_since(memory.slides.entry, now.number)
            slides = follow(memory.slides, now.number, self._seen.at, slid, told)
            memory = replace(memory, slides=slides)
        return judge.judge(self.table.game, self._texts(), now, self._seen, still, memory, clock)

    def _slid_since(self, entry: int, number: int) -> tuple[str, ...] | None:
        """What the table's entries after this one slid; None: one of them goes back."""
        if entry == number:
            return ()
        after = self.table.entries()[entry:number]
        if any(one.kind in ("undo", "redo", "jump") for one in after):
            return None
        effective = {one.number for one in self.table.effective()}
        game = self.table.game
        decided = (game.decision(one.data) for one in after if one.number in effective and "do" in one.data)
        return tuple(tile for one in decided if (tile := game.tracking.slides(one)))

    def _texts(self) -> DifferenceTexts:
        """For the game as it is now: tiles may be added in play."""
        return DifferenceTexts(game_at(self.table.game, self.table.state), self.table.setup)

    def _perform(self, act: RefereeAction) -> bool:
        """Performs the action. Returns True: the report must be judged again."""
        proposal = act.proposal
        try:
            if proposal is not None:
                (only,) = proposal.options
                self._submit_option(
                    proposal, only, f"{CAMERA}/{self.table.id}/{proposal.id}/{self._seen_at}", CAMERA
                )
            else:
                last = self._memory.committed
                assert last is not None
                self._memory = replace(self._memory, committed=None)
                self.table.undo(last.number, f"{CAMERA}/back/{last.number}", CAMERA)
        except Stale:
            pass
        except Illegal:
            # The game refuses its own explanation: a person has to decide.
            if proposal is not None:
                self._memory = judge.after_dismissal(self._memory, proposal)
        except (ReadOnly, JournalError) as wrong:
            # Not retried automatically: a person sees why at the tablet and taps when it is solved.
            if proposal is not None:
                self._hold_for_person(proposal.id, trouble=wrong.sentence)
        return True

    def _submit_option(self, proposal: Proposal, option: Option, key: str, by: str) -> Entry:
        state = self.table.state
        entry = self.table.submit(option.decision, proposal.number, key, by)
        self._submitted[proposal.id] = entry
        while len(self._submitted) > _MAX_REMEMBERED_PROPOSALS:
            self._submitted.popitem(last=False)
        self._memory = judge.after_commit(
            self._memory, self.table.game, proposal, state, self.table.number, self.clock()
        )
        return entry

    def _hold_for_person(self, proposal_id: str, trouble: str | None = None) -> None:
        """Keeps the proposal open until a person answers it."""
        memory = replace(self._memory, proposals=replace(self._memory.proposals, held=proposal_id))
        self._memory = memory if trouble is None else replace(memory, trouble=trouble)

    def _proposal(self, proposal_id: str) -> Proposal:
        proposal = self._memory.proposals.open
        if proposal is None or proposal.id != proposal_id or proposal.number != self.table.number:
            raise ProposalClosed
        return proposal

    def _run(self) -> None:
        current_table_id.set(self.table.id)
        while not self._subscription.closed:
            proposal = self._memory.proposals.open
            wait = 1.0
            if proposal is not None and proposal.commits_at is not None:
                wait = min(wait, max(proposal.commits_at - self._time, 0.05))
            self._subscription.get(wait)
            if not self._subscription.closed:
                self.tick()
