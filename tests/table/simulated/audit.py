"""The auditor of the simulation: compares the table, as every process shows it, with the model, and asks of
each entry whether it had the right to come and who reads it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from companion.access.house import House
from companion.games.contract import Illegal
from companion.table.journal import Entry
from companion.table.question_clock import QuestionClock
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.table.undo_rights import NeedsConfirmation
from tests.table.simulated.model import Broken

if TYPE_CHECKING:
    from tests.table.simulated.play import Process, Request, Simulation

READ_AGAIN = 12
"""How many of the last entries are read by everybody after each step."""


class Auditor:
    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.seats = Seats()

    # --- one request

    def check_answer(self, request: Request, entry: Entry, before: int) -> None:
        """before: how many entries there were."""
        from tests.table.simulated.play import same_request

        durable = self.simulation.durable
        if not same_request(request, entry):
            raise Broken(f"the key {request.key} gave entry {entry.number}, which is another's")
        if entry.number > len(durable) or durable[entry.number - 1].key != entry.key:
            raise Broken(f"entry {entry.number} was acknowledged and is not on the disk")
        if entry.number <= before:
            if entry.key != request.key:
                raise Broken(f"the request {request.key} got entry {entry.number} of {entry.key}")
            return
        if request.seen != before and not self._is_about_other_things(request, before):
            raise Broken(f"a request that saw {request.seen} became entry {entry.number}")
        if request.what == "catch up":
            caught = [e for e in durable[before:] if e.by == entry.by]
            if len(caught) != len(request.value):
                raise Broken("what was played on came in part")

    def _is_about_other_things(self, request: Request, before: int) -> bool:
        about = getattr(request.value, "about", None)
        if request.what != "answer" or about is None:
            return False
        missed = self.simulation.durable[request.seen : before]
        said = [self.simulation.game.decision(e.data) for e in missed if e.kind == "decision"]
        return not any(about & (decision.about or frozenset()) for decision in said)

    def check_refusal(
        self, process: Process, request: Request, refused: Exception, number: int, stolen: bool
    ) -> None:
        """number: of the process's last entry when it was asked."""
        simulation, table = self.simulation, process.table
        _number, done = simulation.done.get(request.key, (0, None))
        same = done is not None and (done.what, done.value) == (request.what, request.value)
        if not stolen and same and not simulation.disk.faults.full:
            raise Broken(f"the request {request.key} was done, sent again and refused: {refused!r}")
        if isinstance(refused, Stale):
            self._check_stale(request, refused)
        known = number == len(simulation.durable) and request.seen == number and not stolen
        if not known or request.what not in ("undo", "jump"):
            return
        model = simulation.model
        if request.what == "undo":
            taken = [model.back[-1].number] if model.back else []
        else:
            taken = model.left_by_jump(request.value)
        right, named = model.right(taken, request.asker)
        if isinstance(refused, NeedsConfirmation):
            if (right, named) != ("confirm", refused.number) or model.owner(refused.number) != refused.player:
                raise Broken(f"{request.asker} was asked to confirm entry {refused.number}: {right} {named}")
            if model.hidden(refused.number, request.device.seat):
                self._check_covered(table, refused.number, refused.sentence)
        elif isinstance(refused, Illegal) and right != "no" and (taken or request.what == "jump"):
            raise Broken(f"{request.asker} was refused to take back {taken}: {refused.sentence}")

    def _check_stale(self, request: Request, stale: Stale) -> None:
        model, durable = self.simulation.model, self.simulation.durable
        seat = request.value.player if request.what == "answer" else None
        for number, news in zip(stale.missed, stale.news, strict=True):
            if model.hidden(number, seat) and durable[number - 1].words in news:
                raise Broken(f"who missed entry {number} is told what it hides")
        if request.what != "answer" or stale.same is not None or not 1 <= request.seen <= stale.number:
            return
        missed = [durable[number - 1] for number in stale.missed]
        others = all(e.kind in ("decision", "draw", "clock") and e.player != seat for e in missed)
        asked = [
            [q for q in model.game.questions(model.after[number - 1].state) if q.player == seat]
            for number in (request.seen, stale.number)
        ]
        expected = seat is not None and others and asked[0] == asked[1] != []
        if stale.still_asked != expected:
            raise Broken(f"seat {seat} is still asked: {expected}, and was told {stale.still_asked}")

    # --- the whole table

    def audit(self, every: bool = False) -> None:
        """every: all entries are read again, not the last ones alone."""
        simulation = self.simulation
        entries, model = simulation.disk.entries(), simulation.model
        if entries != simulation.durable:
            raise Broken("the disk has lost or changed something")
        if len({entry.key for entry in entries}) != len(entries):
            raise Broken("a key is there twice")
        for key, (number, _request) in simulation.done.items():
            if number > len(entries) or entries[number - 1].key != key:
                raise Broken(f"entry {number} was acknowledged and is lost")
        notes = sorted(simulation.disk.notes(), key=repr)
        if notes != sorted(simulation.counted, key=repr):
            raise Broken("what was counted is not what happened")
        for process in simulation.processes:
            table = process.table
            if table.number > len(entries) or table.unreadable:
                raise Broken(table.unreadable or "a process shows what is not on the disk")
            if table.now.state != model.after[table.number - 1].state:
                raise Broken(f"the state after entry {table.number} is not the model's")
            if process.shown != table._line.number:
                raise Broken(f"entry {table._line.number} was not published")
            if table.number == len(entries):
                self._audit_now(table)
                self._audit_reading(table, 0 if every else max(0, table.number - READ_AGAIN))

    def _audit_now(self, table: Table[Any]) -> None:
        model, now = self.simulation.model, table.now
        undo, redo = (stack[-1].number if stack else None for stack in (model.back, model.forth))
        if (now.undo_of, now.redo_of) != (undo, redo):
            raise Broken(f"undo takes back {now.undo_of} instead of {undo}, redo {now.redo_of}, {redo}")
        for number, words in ((undo, now.undo), (redo, now.redo)):
            if number is not None and model.hidden(number, None):
                self._check_covered(table, number, words or "")
        clocks = {key: (c.limit, c.used, c.since) for key, c in model.clocks.items()}
        if {(c.player, c.kind): _parts(c) for c in now.clocks} != clocks or now.paused != model.paused:
            raise Broken(f"the clocks {now.clocks} should be {clocks}")

    def _audit_reading(self, table: Table[Any], after: int) -> None:
        """Everybody reads what they may, and nothing else."""
        model = self.simulation.model
        for number in range(after + 1, table.number + 1):
            entry = model.entries[number - 1]
            for viewer in (None, *range(len(table.setup.players))):
                read = table.words_of(number, viewer)
                if model.hidden(number, viewer):
                    if entry.words in read:
                        raise Broken(f"seat {viewer} reads entry {number}: {read}")
                elif read != entry.words:
                    raise Broken(f"seat {viewer} may read entry {number}, and reads {read}")
            named = model.moved.get(number)
            if named is not None and model.hidden(named, None):
                self._check_covered(table, named, entry.words)

    def _check_covered(self, table: Table[Any], number: int, words: str) -> None:
        if self.simulation.durable[number - 1].words in words:
            raise Broken(f"entry {number} is hidden, and everybody reads: {words}")


def _parts(clock: QuestionClock) -> tuple[float, float, Any]:
    return clock.seconds, clock.used, clock.since


class Seats:
    """Which phones have which seats."""

    def __init__(self) -> None:
        self.held: dict[int, str] = {}
        """By seat: the token of the phone that has it."""
        self.tokens: dict[str, int] = {}
        """All that were ever given, with their seat."""

    def act(self, house: House, rng: Random) -> None:
        seat = rng.randrange(3)
        what = rng.random()
        if what < 0.2:
            house.revoke_guests("simula")
            self.held = {}
        elif what < 0.4:
            house.free_seat("simula", seat)
            self.held.pop(seat, None)
        else:
            token = house.take_seat("simula", seat)
            if (token is None) != (seat in self.held):
                raise Broken(f"seat {seat} was taken twice, or by nobody")
            if token is not None:
                self.held[seat] = token
                self.tokens[token] = seat

    def audit(self, houses: list[House]) -> None:
        """A phone has its seat until it is freed or the table is reset, and never another."""
        for house in houses:
            for token, seat in self.tokens.items():
                visitor = house.visitor([token], "")
                has = {one for one in range(3) if visitor.has_seat("simula", one)}
                if has != ({seat} if self.held.get(seat) == token else set()):
                    raise Broken(f"a phone of seat {seat} has the seats {has}")
