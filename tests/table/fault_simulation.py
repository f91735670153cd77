"""A deterministic simulation of the table layer: one seed draws who does what, and what fails meanwhile.

Two server processes share a simulated disk. Devices tap, resend, look late and use others' keys; processes
crash before and after a write, the power fails, the disk is full, the clock jumps. There are no threads, no
sockets and no waiting: a seed takes milliseconds and always does the same. After every step an auditor
compares the table with a model that keeps whole states and knows nothing of the product's own:

    .venv/bin/python -m tests.table.fault_simulation --seeds 10000
    .venv/bin/python -m tests.table.fault_simulation --seed 4711
"""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from companion.access.house import House
from companion.games.contract import MIDDLE, Correction, Illegal, Question, Spot, decision_to_json, seat_zone
from companion.table.chance import setup_with_draws
from companion.table.following import News
from companion.table.journal import VIRTUAL_BAG, VIRTUAL_DICE, Entry, EntryConflict, JournalError, TableRow
from companion.table.notes import Note
from companion.table.observation import SeenTable
from companion.table.referee import Referee
from companion.table.settings import Settings
from companion.table.snapshot import ReadOnly, Stale
from companion.table.table import Table
from companion.table.tables import first_entries
from companion.table.timeline import correction_from_json
from companion.table.undo_rights import NeedsConfirmation
from tests.rigs.figures import row
from tests.table.conftest import SETUP
from tests.table.toy_game import Bid, Stones, StonesGame

STEPS = 60
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
SEATS = range(len(SETUP.players))
REFUSED = (Illegal, Stale, ReadOnly, NeedsConfirmation, EntryConflict, JournalError)


class Crash(BaseException):
    """The process is gone; nobody learns what became of the request."""


class Broken(AssertionError):
    """What the auditor found."""


class TimedStones(StonesGame):
    """Bids have a minute each, so that there are clocks."""

    @property
    def timing(self) -> Any:
        return self

    def questions(self, s: Stones) -> tuple[Question, ...]:
        return tuple(replace(q, seconds=60) if q.kind == "bid" else q for q in super().questions(s))

    def run_out(self, s: Stones, question: Question) -> Bid | None:
        return Bid(question.player, 0) if question.kind == "bid" else None

    def time_outs(self, s: Stones, player: int) -> int:
        return 2


# --- what the processes stand on -------------------------------------------------------------------------


@dataclass
class Disk:
    """What both processes write to. synced: how many entries are on it for good; without `syncs` a write
    waits in memory, and a power cut loses it. unique: whether it takes each number and key once."""

    rows: dict[str, TableRow] = field(default_factory=dict)
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    full: bool = False
    crash: str = ""
    syncs: bool = True
    unique: bool = True
    synced: int = 0

    def power_cut(self) -> None:
        if not self.syncs:
            for kept in self.entries.values():
                del kept[self.synced :]


class SimulatedJournal:
    """A journal on a Disk, for one process."""

    path = None

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def create(self, row: TableRow, entries: Sequence[Entry]) -> None:
        self._disk.rows[row.id] = row
        self._disk.entries[row.id] = list(entries)
        self._disk.synced = len(entries)

    def table(self, table_id: str) -> TableRow | None:
        return self._disk.rows.get(table_id)

    def tables(self) -> tuple[TableRow, ...]:
        return tuple(self._disk.rows.values())

    def entries(self, table_id: str, after: int = 0) -> tuple[Entry, ...]:
        return tuple(self._disk.entries[table_id][after:])

    def update(self, table_id: str, **changes: Any) -> None:
        self._disk.rows[table_id] = replace(self._disk.rows[table_id], **changes)

    def append(self, table_id: str, entries: Sequence[Entry], notes: Sequence[Note] = ()) -> None:
        disk, kept = self._disk, self._disk.entries[table_id]
        if disk.full:
            raise JournalError("full", "The disk is full.")
        if disk.crash == "before":
            raise Crash
        if disk.unique:
            keys = {entry.key for entry in kept}
            if any(e.number != len(kept) + 1 + n or e.key in keys for n, e in enumerate(entries)):
                raise EntryConflict
        kept.extend(entries)
        if disk.syncs:
            disk.synced = len(kept)
        if disk.crash == "after":
            raise Crash

    def close(self) -> None:
        pass


class SimulatedStore:
    """The house's values on a Disk."""

    on_change: Callable[[], None] | None = None

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def get(self, name: str) -> Any:
        return copy.deepcopy(self._disk.values.get(name))

    def change(self, name: str, change: Callable[[Any], Any]) -> Any:
        self._disk.values[name] = copy.deepcopy(change(self.get(name)))
        return self.get(name)

    def named(self, prefix: str) -> dict[str, Any]:
        return {k.removeprefix(prefix): v for k, v in self._disk.values.items() if k.startswith(prefix)}


# --- what should be ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Taken:
    """A step as undo takes it back. owner: the seat whose it is; None: nobody's."""

    before: Any
    after: Any
    owner: int | None


class Model:
    """The table as a list of whole states: undo and redo are two stacks. A state is kept with the entries of
    the bids that lie face down in it."""

    def __init__(self, game: StonesGame, first: Stones) -> None:
        self.game = game
        self.now: tuple[Any, dict[int, int]] = (first, {})
        self.after = [self.now]
        self.back: list[Taken] = []
        self.forth: list[Taken] = []
        self.revealed: set[int] = set()
        """The entries of bids that everybody has seen."""

    @property
    def face_down(self) -> dict[int, int]:
        """By seat: the entry of its bid that nobody else has seen."""
        return {seat: number for seat, number in self.now[1].items() if number not in self.revealed}

    def absorb(self, entry: Entry, seat: int | None, audited: bool) -> None:
        """Applies an entry. seat: whose page asked; audited: whether that is known."""
        number, kind, (state, bids) = entry.number, entry.kind, self.now
        if number != len(self.after) + 1:
            raise Broken(f"entry {number} follows entry {len(self.after)}")
        if kind in ("decision", "draw"):
            decision = self.game.decision(entry.data)
            if isinstance(decision, Bid):
                bids = {**bids, decision.seat: number}
            after = self.game.play(state, decision)
            if after.phase != "bid":
                self.revealed |= set(bids.values())
                bids = {}
            if entry.by in (VIRTUAL_BAG, VIRTUAL_DICE):
                self.now = (after, bids)
                self.back[-1] = replace(self.back[-1], after=self.now)
            else:
                self._step((after, bids), entry.player)
        elif kind == "correction":
            self._step((self.game.correct(state, correction_from_json(entry.data)), bids), None)
        elif kind == "jump":
            self._step(self.after[entry.data["to"] - 1], None)
        elif kind == "undo":
            if not self.back:
                raise Broken("an undo with nothing to undo")
            step = self.back.pop()
            if audited and seat is not None and step.owner not in (None, seat):
                raise Broken(f"seat {seat} took back seat {step.owner}'s step without being asked")
            self.forth.append(step)
            self.now = step.before
        elif kind == "redo":
            if not self.forth:
                raise Broken("a redo with nothing to redo")
            step = self.forth.pop()
            self.back.append(step)
            self.now = step.after
        self.after.append(self.now)

    def _step(self, now: tuple[Any, dict[int, int]], owner: int | None) -> None:
        self.back.append(Taken(self.now, now, owner))
        self.forth = []
        self.now = now


# --- the simulation ---------------------------------------------------------------------------------------


@dataclass
class Process:
    table: Table[Stones]
    referee: Referee
    house: House
    shown: int = 0
    """The number of the entry that was published last."""


@dataclass
class Device:
    """seat: its own; None: the tablet. at: its process; seen: the last entry that it saw."""

    seat: int | None
    at: int = 0
    seen: int = 1


@dataclass(frozen=True)
class Request:
    what: str
    value: Any
    seen: int
    key: str
    device: Device


class Simulation:
    def __init__(self, seed: int, disk: Disk | None = None) -> None:
        self.rng = Random(seed)
        self.now = NOON
        self.disk = disk or Disk()
        self.game = TimedStones()
        self.count = 0
        self.tokens: list[tuple[str, int]] = []
        """Of seats, with the number of resets before each."""
        self.resets = 0
        self.done: dict[str, tuple[int, Request]] = {}
        """By key: the entry that was acknowledged, and the request."""
        self.sent: list[Request] = []
        self.devices = [Device(seat) for seat in (*SEATS, *SEATS, None)]
        self.id = "simula"
        whole = setup_with_draws(self.game, SETUP, seed)
        begun = first_entries(self.game, whole, seed, Settings(), "begin/simula", "")
        SimulatedJournal(self.disk).create(TableRow(self.id, "stones", "Stones", self.now), begun)
        self.model = Model(self.game, self.game.new(whole))
        for entry in self.durable[1:]:
            self.model.absorb(entry, None, False)
        self.processes = [self.start(), self.start()]
        self.reports = 0

    @property
    def durable(self) -> list[Entry]:
        return self.disk.entries[self.id]

    def start(self) -> Process:
        journal: Any = SimulatedJournal(self.disk)
        table: Any = Table(self.game, journal, self.id)
        house = House(journal, trust=False)
        house.store = SimulatedStore(self.disk)  # type: ignore[assignment]
        process = Process(table, Referee(table, lambda: self.now.timestamp()), house, table.number)

        def published(news: News[Any] | None) -> None:
            if news is None:
                return
            if news.first != process.shown + 1 or news.last != table.now.number:
                raise Broken(f"entries {news.first} to {news.last} were published after {process.shown}")
            process.shown = news.last

        table.listen(published)
        return process

    def run(self, steps: int = STEPS) -> None:
        acts = self.acts()
        names, weights = list(acts), [weight for weight, _act in acts.values()]
        for _ in range(steps):
            self.now += timedelta(seconds=self.rng.choice((0, 1, 5, 20)))
            acts[self.rng.choices(names, weights)[0]][1]()
            self.audit()
        self.quiet()

    def acts(self) -> dict[str, tuple[int, Callable[[], Any]]]:
        return {
            "answer": (14, lambda: self.ask("answer")),
            "undo": (5, lambda: self.ask("undo")),
            "redo": (4, lambda: self.ask("redo")),
            "jump": (1, lambda: self.ask("jump")),
            "correct": (2, lambda: self.ask("correct")),
            "clock": (4, lambda: self.ask("clock")),
            "resend": (5, self.resend),
            "steal": (2, self.steal),
            "look": (8, self.look),
            "hear": (5, lambda: self.rng.choice(self.processes).table.refresh()),
            "run out": (2, self.run_out),
            "camera": (3, self.camera),
            "crash": (3, self.crash),
            "power": (1, self.power_cut),
            "full": (1, self.full),
            "jump of the clock": (4, self.jump_clock),
            "seat": (2, self.seat),
        }

    # --- what devices do

    def look(self) -> None:
        device = self.rng.choice(self.devices)
        device.at = self.rng.randrange(2)
        device.seen = max(device.seen, self.processes[device.at].table.number)

    def ask(self, what: str) -> None:
        device = self.rng.choice(self.devices)
        table = self.processes[device.at].table
        if self.rng.random() < 0.8:
            device.seen = table.number
        value = self.wish(what, device, table)
        if value is not None:
            self.count += 1
            self.send(Request(what, value, device.seen, f"key-{self.count}", device))

    def wish(self, what: str, device: Device, table: Table[Stones]) -> Any:
        """What the device wants to do; None: nothing of the kind."""
        seats = [device.seat] if device.seat is not None else list(SEATS)
        if what == "answer":
            found = [o.decision for seat in seats for o in table.game.options(table.state, seat)]
            return self.rng.choice(found) if found else None
        if what == "jump":
            return self.rng.randint(1, table.number)
        if what == "correct":
            facts = [f for f in table.game.facts(table.state) if f.player in (None, *seats)]
            fact = self.rng.choice(facts)
            return Correction(
                fact.path, self.rng.choice(fact.choices) if fact.choices else self.rng.randint(0, 6)
            )
        if what == "clock":
            do = self.rng.choice(("pause", "resume", "resume", "more", "time-out"))
            more = {"player": seats[0]} if do in ("more", "time-out") else {}
            return {"do": do, **more, **({"seconds": 30} if do == "more" else {})}
        return what

    def resend(self) -> None:
        if self.sent:
            request = self.rng.choice(self.sent[-8:])
            self.send(replace(request, device=replace(request.device, at=self.rng.randrange(2))))

    def steal(self) -> None:
        """Another's key, with a wish of one's own."""
        if not self.sent:
            return
        stolen, device = self.rng.choice(self.sent[-8:]), self.rng.choice(self.devices)
        value = self.wish("answer", device, self.processes[device.at].table)
        if value is not None and (stolen.what, stolen.value) != ("answer", value):
            self.send(Request("answer", value, device.seen, stolen.key, device), stolen=True)

    def send(self, request: Request, stolen: bool = False) -> None:
        if not stolen:
            self.sent.append(request)
        process, before = self.processes[request.device.at], len(self.durable)
        self.disk.crash = self.rng.choices(("", "before", "after"), (30, 1, 1))[0]
        try:
            entry = self.take(process.table, request)
        except Crash:
            self.disk.crash = ""
            self.absorb(before, request)
            self.processes[request.device.at] = self.start()
            return
        except REFUSED as refused:
            self.disk.crash = ""
            if len(self.durable) != before:
                raise Broken("a refused request was written") from None
            if isinstance(refused, Stale):
                request.device.seen = refused.number
            return
        self.disk.crash = ""
        self.absorb(before, request)
        self.check_answer(request, entry, before)
        if self.rng.random() > 0.1:  # else the answer is lost on the way, and nobody was told
            self.done[request.key] = (entry.number, request)

    def take(self, table: Table[Stones], request: Request) -> Entry:
        value, seen, key, seat = request.value, request.seen, request.key, request.device.seat
        match request.what:
            case "answer":
                return table.submit(value, seen, key, "a device")
            case "undo":
                return table.undo(seen, key, "a device", seat=seat)
            case "redo":
                return table.redo(seen, key, "a device")
            case "jump":
                return table.jump(value, seen, key, "a device", seat=seat)
            case "correct":
                return table.correct(value, seen, key, "a device")
            case _:
                return table.act_on_clock(value, seen, key, "a device")

    def check_answer(self, request: Request, entry: Entry, before: int) -> None:
        same = entry.data == decision_to_json(request.value) if request.what == "answer" else True
        kinds = {"answer": ("decision", "draw"), "correct": ("correction",)}.get(
            request.what, (request.what,)
        )
        if not same or entry.kind not in kinds:
            raise Broken(f"the key {request.key} gave entry {entry.number}, which is another's")
        if entry.number > before and request.seen != before:
            raise Broken(f"a request that saw {request.seen} became entry {entry.number}")
        if entry.number > len(self.durable) or self.durable[entry.number - 1].key != entry.key:
            raise Broken(f"entry {entry.number} was acknowledged and is not on the disk")

    # --- what else happens

    def run_out(self) -> None:
        process, before = self.rng.choice(self.processes), len(self.durable)
        with suppress(REFUSED):
            process.table.run_out(self.now)
        self.absorb(before, None)

    def camera(self) -> None:
        """Somebody moves a stone, and the camera sees it steadily."""
        process, before = self.processes[0], len(self.durable)
        state, self.reports = process.table.state, self.reports + 1
        spots = dict(process.table.game.tracking.layout(state))
        if state.phase == "take" and state.middle and self.rng.random() < 0.7:
            spots[self.rng.choice(state.middle)] = Spot(seat_zone(state.queue[0]), "B")
        zones = frozenset({MIDDLE, *map(seat_zone, SEATS)})
        with suppress(REFUSED):
            for still in (0.5, 2.0):
                process.referee.on_seen(SeenTable(spots, still, watching=zones, number=self.reports))
                self.now += timedelta(seconds=1)
                process.referee.tick()
        self.absorb(before, None)

    def crash(self) -> None:
        self.processes[self.rng.randrange(2)] = self.start()

    def power_cut(self) -> None:
        self.disk.power_cut()
        self.processes = [self.start(), self.start()]

    def full(self) -> None:
        self.disk.full = not self.disk.full and self.rng.random() < 0.7

    def jump_clock(self) -> None:
        self.now += timedelta(seconds=self.rng.choice((-7200, -600, 600, 86_400)))

    def seat(self) -> None:
        house = self.rng.choice(self.processes).house
        if self.rng.random() < 0.4:
            house.revoke_guests(self.id)
            self.resets += 1
        elif (token := house.take_seat(self.id, self.rng.choice(SEATS))) is not None:
            self.tokens.append((token, self.resets))
        self.audit_seats()

    # --- the auditor

    def absorb(self, before: int, request: Request | None) -> None:
        """Tells the model of what is new on the disk."""
        for entry in self.durable[before:]:
            self.model.absorb(entry, request.device.seat if request else None, request is not None)

    def audit(self) -> None:
        entries = self.durable
        if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
            raise Broken("the numbers have a gap")
        if len({entry.key for entry in entries}) != len(entries):
            raise Broken("a key is there twice")
        for key, (number, _request) in self.done.items():
            if number > len(entries) or entries[number - 1].key != key:
                raise Broken(f"entry {number} was acknowledged and is lost")
        for process in self.processes:
            table = process.table
            if table.number > len(entries) or table.unreadable:
                raise Broken(table.unreadable or "a process shows what is not on the disk")
            if table.now.state != self.model.after[table.number - 1][0]:
                raise Broken(f"the state after entry {table.number} is not the model's")
            if process.shown != table._line.number:
                raise Broken(f"entry {table._line.number} was not published")
            if table.number == len(entries):
                self.audit_words(table)
            for clock in table.now.clocks:
                if clock.used < 0 or not 0 <= clock.left(self.now) <= clock.seconds:
                    raise Broken("a clock has more time than its question gave")

    def audit_seats(self) -> None:
        for process in self.processes:
            for token, resets in self.tokens:
                read = process.house.tokens.read(token)
                if read is None or (resets != self.resets and process.house.is_valid(read)):
                    raise Broken("a reset kept a seat")

    def audit_words(self, table: Table[Stones]) -> None:
        """Nobody else reads a bid that lies face down, or sees it in the state."""
        for seat, number in self.model.face_down.items():
            for viewer in (None, *(other for other in SEATS if other != seat)):
                if f"bids {table.state.bids[seat]}" in table.words_of(number, viewer):
                    raise Broken(f"seat {viewer} reads seat {seat}'s bid")
                if table.game.view(table.state, viewer).bids[seat] != 0:
                    raise Broken(f"seat {viewer} sees seat {seat}'s bid")

    def quiet(self) -> None:
        """Nothing happens any more: both processes show the same."""
        self.disk.full = False
        for process in self.processes:
            process.table.refresh()
        self.audit()
        self.audit_seats()
        one, two = (process.table.now for process in self.processes)
        shown = [
            (now.number, now.state, now.questions, now.undo, now.redo, now.clocks, self.game.light(now.state))
            for now in (one, two)
        ]
        if shown[0] != shown[1] or one.number != len(self.durable):
            raise Broken("the processes show different tables")


@contextmanager
def simulated_time(simulation: list[Simulation]) -> Iterator[None]:
    """The table layer reads the simulation's clock."""

    def now() -> datetime:
        return simulation[-1].now if simulation else NOON

    with ExitStack() as stack:
        for module in ("table", "tables", "chance"):
            stack.enter_context(patch(f"companion.table.{module}.utc_now", now))
        yield


def run(seed: int, disk: Callable[[], Disk] = Disk, steps: int = STEPS) -> None:
    """Raises Broken."""
    running: list[Simulation] = []
    with simulated_time(running):
        running.append(Simulation(seed, disk()))
        running[0].run(steps)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=None, help="this one alone")
    given = parser.parse_args()
    began, broken = time.monotonic(), 0
    seeds = [given.seed] if given.seed is not None else range(given.seeds)
    for seed in seeds:
        try:
            run(seed, steps=given.steps)
        except Exception as wrong:
            broken += 1
            print(f"seed {seed}: {type(wrong).__name__}: {wrong}", flush=True)
    row(
        f"simulated: {len(seeds):,} seeds of {given.steps} steps, {time.monotonic() - began:.0f} s",
        kills="at writes",
        lost__doubled__wrong=str(broken),
    )
    raise SystemExit(1 if broken else 0)


if __name__ == "__main__":
    main()
