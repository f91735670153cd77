"""One seed's table: devices that tap, resend, confirm, look late, pages that are slow or cut off, processes
that end, a disk that is full, loses power, a clock that jumps. There are no threads, sockets and waits, so
that a seed always does the same. `audit` judges the table after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from companion.access.house import House
from companion.games.contract import (
    MIDDLE,
    Correction,
    Illegal,
    Player,
    Setup,
    Spot,
    decision_to_json,
    seat_zone,
)
from companion.games.contract.tellers import CAUGHT_UP
from companion.table.chance import open_chance, setup_with_draws
from companion.table.following import News, Subscription
from companion.table.journal import Entry, EntryConflict, JournalError, TableRow
from companion.table.notes import HELPED, REFUSED, Note
from companion.table.observation import SeenTable
from companion.table.referee import Referee
from companion.table.settings import Settings
from companion.table.snapshot import ReadOnly, Stale
from companion.table.table import Table
from companion.table.tables import first_entries
from companion.table.undo_rights import NeedsConfirmation
from tests.table.simulated.audit import Auditor
from tests.table.simulated.disks import Crash, Disk, FileDisk, SimulatedStore
from tests.table.simulated.games import RemarkedHarbour, TimedStones, open_course, some_answer
from tests.table.simulated.model import Asker, Broken, Model

STEPS = 60
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
SETUP = Setup((Player("Blue", "blue"), Player("Green", "green"), Player("Red", "red")))
SEATS = range(len(SETUP.players))
REFUSED_WITH = (Illegal, Stale, ReadOnly, NeedsConfirmation, EntryConflict, JournalError)
TABLE = "simula"
IN_A_FILE = 20
"""One seed in so many stands on a real journal in a file."""


@dataclass
class Process:
    """shown: the number of the entry that was published last. refused: answers that it refused, and has not
    written down yet."""

    table: Table[Any]
    referee: Referee | None
    house: House
    journal: Any
    shown: int = 0
    refused: list[Note] = field(default_factory=list)


@dataclass
class Device:
    """seat: its own; None: the tablet. at: its process; seen: the last entry that it saw."""

    seat: int | None
    at: int = 0
    seen: int = 1


@dataclass
class Page:
    """A live page of a device. shown: the last entry that it was told of."""

    at: int
    line: Subscription[Any]
    shown: int


@dataclass(frozen=True)
class Request:
    what: str
    value: Any
    seen: int
    key: str
    device: Device
    confirm: int | None = None

    @property
    def asker(self) -> Asker:
        return Asker(self.device.seat, self.confirm)


class Simulation:
    def __init__(self, seed: int, in_a_file: bool | None = None) -> None:
        self.rng = Random(seed)
        self.now = NOON
        on_file = seed % IN_A_FILE == 0 if in_a_file is None else in_a_file
        self.disk: Disk | FileDisk = FileDisk() if on_file else Disk()
        self.game: Any = TimedStones() if self.rng.random() < 0.3 else RemarkedHarbour()
        self.count = 0
        self.sent: list[Request] = []
        self.done: dict[str, tuple[int, Request]] = {}
        """By key: the entry that was acknowledged, and the request."""
        self.devices = [Device(seat) for seat in (*SEATS, *SEATS, None)]
        self.counted: list[Note] = []
        self.values: dict[str, Any] = {}
        settings = Settings(
            undo=self.rng.choice(("confirm", "confirm", "confirm", "tablet")),
            draws=self.rng.choice(("virtual", "virtual", "virtual", "hand")),
        )
        self.only_tablet = settings.undo == "tablet"
        self.setup = setup_with_draws(self.game, SETUP, seed)
        begun = first_entries(self.game, self.setup, seed, settings, "begin/simula", "")
        row = TableRow(TABLE, self.game.name, self.game.title, self.now, settings.to_json())
        journal = self.disk.journal()
        journal.create(row, begun)
        self.disk.leave(journal)
        self.model = self.model_of(self.disk.entries())
        self.auditor = Auditor(self)
        self.processes = [self.start(), self.start()]
        self.pages: list[Page] = []
        self.pages = [self.page(n % 2, 0) for n in range(3)]
        self.reports = 0

    def model_of(self, entries: list[Entry]) -> Model:
        model = Model(self.game, self.game.new(self.setup), self.only_tablet)
        for entry in entries:
            model.absorb(entry, None)
        return model

    @property
    def durable(self) -> list[Entry]:
        """What the model has taken from the disk."""
        return self.model.entries

    # --- processes and pages

    def start(self) -> Process:
        journal = self.disk.journal()
        table: Any = Table(self.game, journal, TABLE)
        house = House(journal, trust=False)
        house.store = SimulatedStore(self.values)  # type: ignore[assignment]
        watched = isinstance(self.game, TimedStones)
        referee = Referee(table, lambda: self.now.timestamp()) if watched else None
        process = Process(table, referee, house, journal, table.number)

        def published(news: News[Any] | None) -> None:
            if news is None or not news.entries:
                return
            if news.first != process.shown + 1 or news.last != table.now.number:
                raise Broken(f"entries {news.first} to {news.last} were published after {process.shown}")
            process.shown = news.last

        table.listen(published)
        return process

    def restart(self, at: int) -> None:
        self.disk.leave(self.processes[at].journal)
        self.processes[at] = self.start()
        self.pages = [self.page(at, p.shown) if p.at == at else p for p in self.pages]

    def restart_all(self) -> None:
        self.processes = [self.start(), self.start()]
        self.pages = [self.page(page.at, page.shown) for page in self.pages]

    def page(self, at: int, shown: int) -> Page:
        """A page that has what was `shown`, opened again."""
        return Page(at, self.processes[at].table.subscribe(after=shown), shown)

    def run(self, steps: int = STEPS) -> None:
        acts = self.acts()
        # Each seed has a liking of its own: one plays to the end, another takes back all the time.
        liking = [self.rng.choice((0.2, 1, 1, 4)) for _act in acts]
        names, weights = list(acts), [much * w for much, (w, _act) in zip(liking, acts.values(), strict=True)]
        try:
            for _ in range(steps):
                self.now += timedelta(seconds=self.rng.choice((0, 1, 5, 20)))
                acts[self.rng.choices(names, weights)[0]][1]()
                self.auditor.audit()
            self.quiet()
        finally:
            self.disk.close()

    def acts(self) -> dict[str, tuple[float, Callable[[], Any]]]:
        return {
            "answer": (24, lambda: self.ask("answer")),
            "all answer": (2, self.all_answer),
            "draw": (3, lambda: self.ask("outcome")),
            "undo": (5, lambda: self.ask("undo")),
            "redo": (4, lambda: self.ask("redo")),
            "jump": (3, lambda: self.ask("jump")),
            "correct": (2, lambda: self.ask("correct")),
            "clock": (4, lambda: self.ask("clock")),
            "play on": (2, lambda: self.ask("catch up")),
            "a wrong answer": (2, self.answer_wrongly),
            "resend": (5, self.resend),
            "steal": (2, self.steal),
            "look": (8, self.look),
            "hear": (5, lambda: self.rng.choice(self.processes).table.refresh()),
            "take news": (8, self.take_news),
            "cut a line": (3, self.cut_line),
            "run out": (2, self.run_out),
            "camera": (3, self.camera),
            "help": (1, self.help),
            "crash": (3, lambda: self.restart(self.rng.randrange(2))),
            "power": (1, self.power_cut),
            "full": (1, self.full),
            "jump of the clock": (4, self.jump_clock),
            "seat": (2, self.seat),
            "back up": (1, self.disk.back_up),
            "restore": (0.3, self.restore),
        }

    # --- what devices do

    def look(self) -> None:
        device = self.rng.choice(self.devices)
        device.at = self.rng.randrange(2)
        device.seen = max(device.seen, self.processes[device.at].table.number)

    def ask(self, what: str) -> None:
        device = self.rng.choice(self.devices)
        table = self.processes[device.at].table
        if self.rng.random() < (0.5 if what == "catch up" else 0.8):
            device.seen = table.number
        value = self.wish(what, device, table)
        if value is not None:
            confirm = None
            if what in ("undo", "jump") and self.rng.random() < 0.15:  # a second tap, of another moment
                confirm = self.rng.randint(1, table.number)
            self.send(Request(what, value, device.seen, self.key(), device, confirm))

    def all_answer(self) -> None:
        """Everybody who is asked answers, one after another."""
        for device in self.devices[: len(SEATS)]:
            table = self.processes[device.at].table
            table.refresh()
            device.seen = table.number
            value = self.wish("answer", device, table)
            if value is not None:
                self.send(Request("answer", value, device.seen, self.key(), device))

    def key(self) -> str:
        self.count += 1
        return f"key-{self.count}"

    def wish(self, what: str, device: Device, table: Table[Any]) -> Any:
        """What the device wants to do; None: nothing of the kind."""
        rng, state = self.rng, table.state
        seats = [device.seat] if device.seat is not None else list(SEATS)
        match what:
            case "answer":
                return some_answer(self.game, state, rng.choice(seats), rng)
            case "outcome":
                asked = open_chance(table.questions)
                if asked is None or asked.chance is None:
                    return None
                if asked.chance.audience not in (None, *seats):
                    return None  # only that seat knows what comes up
                return asked.chance.sample(rng) if rng.random() < 0.7 else ()
            case "jump":
                return max(1, table.number - rng.randrange(8)) if rng.random() < 0.8 else 1
            case "correct":
                facts = [f for f in self.game.facts(state) if f.player in (None, *seats)]
                fact = rng.choice(facts)
                return Correction(fact.path, rng.choice(fact.choices) if fact.choices else rng.randint(0, 6))
            case "clock":
                do = rng.choice(("pause", "resume", "resume", "more", "time-out"))
                more = {"player": seats[0]} if do in ("more", "time-out") else {}
                return {"do": do, **more, **({"seconds": 30} if do == "more" else {})}
            case "catch up":
                return open_course(self.game, state, rng) or None
        return what

    def answer_wrongly(self) -> None:
        """What was right at another time."""
        old = [request for request in self.sent if request.what == "answer"]
        if old:
            request = self.rng.choice(old)
            seen = self.processes[request.device.at].table.number
            self.send(replace(request, seen=seen, key=self.key()))

    def resend(self) -> None:
        if self.sent:
            request = self.rng.choice(self.sent[-8:])
            device = replace(request.device, at=self.rng.randrange(2))
            self.send(replace(request, device=device), again=True)

    def steal(self) -> None:
        """Another's key, with a wish of one's own."""
        if not self.sent:
            return
        stolen, device = self.rng.choice(self.sent[-8:]), self.rng.choice(self.devices)
        value = self.wish("answer", device, self.processes[device.at].table)
        if value is not None and (stolen.what, stolen.value) != ("answer", value):
            self.send(Request("answer", value, device.seen, stolen.key, device), stolen=True)

    def send(self, request: Request, again: bool = False, stolen: bool = False) -> None:
        if not (again or stolen):
            self.sent.append(request)
        at, faults = request.device.at, self.disk.faults
        process, before, number = self.processes[at], len(self.durable), self.processes[at].table.number
        faults.crash = self.rng.choices(("", "before", "within", "after"), (60, 1, 1, 2))[0]
        try:
            entry = self.take(process.table, request)
        except Crash:
            faults.crash = ""
            self.absorb(process, request.asker)
            self.restart(at)
            return
        except REFUSED_WITH as refused:
            faults.crash = ""
            self.absorb(process, request.asker)
            if len(self.durable) != before:
                raise Broken("a refused request was written") from None
            self.on_refused(process, request, refused, number, stolen)
            return
        faults.crash = ""
        self.absorb(process, request.asker)
        self.auditor.check_answer(request, entry, before)
        if self.rng.random() > 0.1:  # else the answer is lost on the way, and nobody was told
            self.done[request.key] = (entry.number, request)

    def on_refused(
        self, process: Process, request: Request, refused: Exception, number: int, stolen: bool
    ) -> None:
        """number: of the process's last entry when it was asked."""
        self.auditor.check_refusal(process, request, refused, number, stolen)
        if isinstance(refused, Stale):
            request.device.seen = refused.number
        by_rules = isinstance(refused, Illegal) and "This key belongs" not in refused.sentence
        if by_rules and request.what in ("answer", "catch up"):
            first = request.value if request.what == "answer" else request.value[0]
            process.refused.append(Note(process.table.number, REFUSED, first.player))
        if isinstance(refused, NeedsConfirmation) and request.confirm is None and self.rng.random() < 0.7:
            self.send(replace(request, key=self.key(), confirm=refused.number))

    def take(self, table: Table[Any], request: Request) -> Entry:
        value, seen, key, seat = request.value, request.seen, request.key, request.device.seat
        match request.what:
            case "answer":
                return table.submit(value, seen, key, "a device")
            case "outcome" if value:
                return table.submit_outcome(value, seen, key, "a device")
            case "outcome":
                return table.sample_chance(seen, key)
            case "catch up":
                return table.catch_up(value, seen, key)
            case "undo":
                return table.undo(seen, key, "a device", seat=seat, confirm=request.confirm)
            case "redo":
                return table.redo(seen, key, "a device")
            case "jump":
                return table.jump(value, seen, key, "a device", seat=seat, confirm=request.confirm)
            case "correct":
                return table.correct(value, seen, key, "a device")
            case _:
                return table.act_on_clock(value, seen, key, "a device")

    # --- live pages

    def take_news(self) -> None:
        page = self.rng.choice(self.pages)
        news = page.line.get(0)
        if news is None:
            return
        if news.first > page.shown + 1:
            raise Broken(f"a page was shown entry {page.shown}, and then {news.first}")
        if news.now.number != news.last:
            raise Broken(f"news of entry {news.last} show entry {news.now.number}")
        if self.rng.random() < 0.15:  # the line was cut before it arrived
            self.pages[self.pages.index(page)] = self.reopened(page)
        else:
            page.shown = max(page.shown, news.last)

    def cut_line(self) -> None:
        page = self.rng.choice(self.pages)
        self.pages[self.pages.index(page)] = self.reopened(page)

    def reopened(self, page: Page) -> Page:
        page.line.close()
        return self.page(self.rng.randrange(2), page.shown)

    # --- what else happens

    def run_out(self) -> None:
        process = self.rng.choice(self.processes)
        with suppress(*REFUSED_WITH):
            process.table.run_out(self.now)
        self.absorb(process, None)

    def camera(self) -> None:
        """Somebody moves a stone, and the camera sees it steadily."""
        process = self.processes[0]
        if process.referee is None:
            return
        state, self.reports = process.table.state, self.reports + 1
        spots = dict(self.game.tracking.layout(state))
        if state.phase == "take" and state.middle and self.rng.random() < 0.7:
            spots[self.rng.choice(state.middle)] = Spot(seat_zone(state.queue[0]), "B")
        zones = frozenset({MIDDLE, *map(seat_zone, SEATS)})
        with suppress(*REFUSED_WITH):
            for still in (0.5, 2.0):
                process.referee.on_seen(SeenTable(spots, still, watching=zones, number=self.reports))
                self.now += timedelta(seconds=1)
                process.referee.tick()
        self.absorb(process, None)

    def help(self) -> None:
        process, seat = self.rng.choice(self.processes), self.rng.choice(SEATS)
        note = Note(process.table.number, HELPED, seat)
        process.table.note(HELPED, note.number, seat)
        if not self.disk.faults.full:  # else it is left out, and disturbs nobody
            self.counted.append(note)

    def power_cut(self) -> None:
        self.disk.power_cut(self.rng)
        self.restart_all()

    def full(self) -> None:
        self.disk.faults.full = not self.disk.faults.full and self.rng.random() < 0.7

    def jump_clock(self) -> None:
        self.now += timedelta(seconds=self.rng.choice((-7200, -600, 600, 86_400)))

    def seat(self) -> None:
        self.auditor.seats.act(self.rng.choice(self.processes).house, self.rng)
        self.auditor.seats.audit([process.house for process in self.processes])

    def restore(self) -> None:
        """A backup is put back: what came after it is gone, because somebody wanted that."""
        if not self.disk.restore(self.rng):
            return
        self.model = self.model_of(self.disk.entries())
        self.counted = self.disk.notes()
        last = len(self.durable)
        self.done = {key: kept for key, kept in self.done.items() if kept[0] <= last}
        self.sent = []
        for thing in self.devices:
            thing.seen = min(thing.seen, last)
        for page in self.pages:
            page.shown = min(page.shown, last)
        self.restart_all()

    def absorb(self, process: Process, asker: Asker | None) -> None:
        """Tells the model of what this process has written."""
        new = self.disk.entries()[len(self.durable) :]
        for entry in new:
            self.model.absorb(entry, asker)
        if new:  # with it, what it had refused before
            self.counted += process.refused
            process.refused = []

    def quiet(self) -> None:
        """Nothing happens any more: both processes, and all pages, show the same."""
        self.disk.faults.full = False
        for process in self.processes:
            process.table.refresh()
        self.auditor.audit(every=True)
        self.auditor.seats.audit([process.house for process in self.processes])
        one, two = (process.table.now for process in self.processes)
        shown = [
            (
                now.number,
                now.state,
                now.questions,
                now.undo,
                now.redo,
                now.clocks,
                self.game.lights.light(now.state),
            )
            for now in (one, two)
        ]
        if shown[0] != shown[1] or one.number != len(self.durable):
            raise Broken("the processes show different tables")
        for page in self.pages:
            news = page.line.get(0)
            if news is not None and news.first <= page.shown + 1:
                page.shown = max(page.shown, news.last)
            if page.shown != one.number:
                raise Broken(f"a page shows entry {page.shown} of {one.number}, and waits for nothing")


def same_request(request: Request, entry: Entry) -> bool:
    """Whether the entry is what the request asked for."""
    match request.what:
        case "answer":
            return bool(entry.data == decision_to_json(request.value))
        case "catch up":
            return entry.by == CAUGHT_UP and bool(entry.data == decision_to_json(request.value[0]))
        case "outcome":
            return entry.kind == "draw"
        case "correct":
            return bool(entry.kind == "correction" and entry.data["path"] == request.value.path)
        case "jump":
            return bool(entry.kind == "jump" and entry.data["to"] == request.value)
    return entry.kind == request.what


@contextmanager
def simulated_time(simulation: list[Simulation]) -> Iterator[None]:
    """The table layer reads the simulation's clock."""

    def now() -> datetime:
        return simulation[-1].now if simulation else NOON

    with ExitStack() as stack:
        for module in ("table", "tables", "chance"):
            stack.enter_context(patch(f"companion.table.{module}.utc_now", now))
        for module in ("table", "table_core"):
            stack.enter_context(patch(f"companion.table.{module}.steady_of", lambda at: at))
        yield


def run(seed: int, steps: int = STEPS, in_a_file: bool | None = None) -> Simulation:
    """Raises Broken. in_a_file: None: as the seed says."""
    running: list[Simulation] = []
    with simulated_time(running):
        running.append(Simulation(seed, in_a_file))
        running[0].run(steps)
    return running[0]
