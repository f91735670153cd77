"""Faults that are planted into the companion's code to see that the simulation finds them.

Each is a line of a module as it should be, and as it is broken. `planted` compiles a copy of the module's
source with the broken line and runs its functions in place of the right ones, until the `with` ends.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any


@dataclass(frozen=True)
class Fault:
    """module: below `companion`. right: there exactly once; broken: what stands there instead."""

    name: str
    module: str
    right: str
    broken: str

    @property
    def source(self) -> str:
        return Path(inspect.getsourcefile(self._module()) or "").read_text("utf-8")

    def _module(self) -> Any:
        return importlib.import_module(f"companion.{self.module}")


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """Raises ValueError for a line that is not there, or not once: the code has moved on."""
    module, source = fault._module(), fault.source
    if source.count(fault.right) != 1:
        raise ValueError(f"{fault.name}: its line is in {fault.module} {source.count(fault.right)} times")
    right = _functions(compile(source, module.__file__, "exec"))
    broken = _functions(compile(source.replace(fault.right, fault.broken), module.__file__, "exec"))
    changed = [name for name, code in broken.items() if right.get(name) != code]
    functions = [_function(module, name) for name in changed]
    before = [function.__code__ for function in functions]
    if not functions:
        raise ValueError(f"{fault.name} changes no function")
    try:
        for function, name in zip(functions, changed, strict=True):
            function.__code__ = broken[name]
        yield
    finally:
        for function, code in zip(functions, before, strict=True):
            function.__code__ = code


def _functions(code: CodeType) -> dict[str, CodeType]:
    """The functions of a module and of its classes, by their names in it."""
    found: dict[str, CodeType] = {}
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and inner.co_name != "<lambda>":
            if inner.co_flags & inspect.CO_NEWLOCALS:
                found[inner.co_qualname] = inner
            else:  # a class
                found |= _functions(inner)
    return found


def _function(module: Any, name: str) -> FunctionType:
    found: Any = module
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    found = getattr(found, "fget", None) or getattr(found, "__func__", found)
    function = inspect.unwrap(found)
    assert isinstance(function, FunctionType), name
    return function


FAULTS = (
    # Of the first simulation.
    Fault("a key is forgotten", "table.steps", "return self._numbers.get(key)", "return None"),
    Fault(
        "a key of another",
        "table.table_core",
        "if kind != request[0] or request[1] not in (data, ANY):",
        "if False:",
    ),
    Fault("a stale accepted", "table.steps", "elif seen != self.number:", "elif seen > self.number:"),
    Fault("a wrong undo owner", "table.undo_rights", "if owner is None or owner == seat:", "if True:"),
    Fault(
        "a leaked word",
        "table.words",
        "cover = self._redaction.cover(number, viewer)",
        "cover = None",
    ),
    Fault(
        "a clock that jumps",
        "table.question_clock",
        "running = max(0.0, (at - self.since).total_seconds())\n        return",
        "running = (at - self.since).total_seconds()\n        return",
    ),
    Fault(
        "a missed publish",
        "table.table_core",
        "            self._apply_entries(fresh)\n            self._publish()\n\n    def _apply",
        "            self._apply_entries(fresh)\n            self.now = self._snapshot()\n\n    def _apply",
    ),
    Fault(
        "a reset that keeps a seat",
        "access.house",
        "return TableAccess(self.count + 1, self.tablet, self.count + 1)",
        "return TableAccess(self.count + 1, self.tablet, self.count + 1, self.seats)",
    ),
    Fault(
        "a reorder at redo",
        "table.steps",
        'forth = self.number if kind == "undo" else there.forth',
        'forth = (self.now.forth or self.number) if kind == "undo" else there.forth',
    ),
    Fault("a lost fsync", "table.journal_engine", '"synchronous=FULL"', '"synchronous=NORMAL"'),
    # That survived it, and seven of the same kind.
    Fault(
        "a jump past a step above another's secret",
        "table.table",
        "for number in (secret or others)[:1]:",
        "for number in others[:1]:",
    ),
    Fault(
        "still asked after one's own answer",
        "table.table_core",
        'if any(e.kind not in ("decision", "draw", "clock") or e.player == player for e in missed):',
        'if any(e.kind not in ("decision", "draw", "clock") for e in missed):',
    ),
    Fault(
        "notes written twice",
        "table.table_core",
        "            self._waiting = []\n            for entry in fresh:",
        "            for entry in fresh:",
    ),
    Fault(
        "a jump that asks nobody",
        "table.table",
        "others = [n for n in left if self._owner(n) not in (None, seat)]",
        "others = list[int]()",
    ),
    Fault(
        "private answers read at the end",
        "table.redaction",
        'self._kept = {n: c for n, c in self._kept.items() if c.until == "never"}',
        "self._kept = {}",
    ),
    Fault(
        "a replaced answer read at the reveal",
        "table.redaction",
        "self._replace(node.parent, cover)",
        "pass",
    ),
    Fault(
        "a confirmation of something else",
        "table.undo_rights",
        "if confirm != number and (",
        "if confirm is None and (",
    ),
    Fault(
        "acknowledged and not written",
        "table.table_core",
        "self._journal.append(self.id, fresh, self._waiting)",
        "len(self._waiting) > 1 or self._journal.append(self.id, fresh, self._waiting)",
    ),
    Fault(
        "a refused step that stays",
        "table.table_core",
        "self._line.rewind(before)",
        "isinstance(error, JournalError) or self._line.rewind(before)",
    ),
    Fault(
        "redo after a new step",
        "table.steps",
        "return Step(key, number, number, self.number, None, topics)",
        "return Step(key, number, number, self.number, self.now.forth, topics)",
    ),
    # Of our own.
    Fault(
        "a backup without the log",
        "table.backup",
        "closing(sqlite3.connect(journal)) as source, closing",
        'closing(sqlite3.connect(f"file:{journal}?immutable=1", uri=True)) as source, closing',
    ),
    Fault(
        "a step that is written in part",
        "table.journal",
        "with self._engine.begin() as connection:",
        'with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:',
    ),
    Fault(
        "a page that misses what came while it was cut off",
        "table.table_core",
        "last + 1 if after is None else min(after, last) + 1",
        "last + 1",
    ),
    Fault(
        "a slow page that misses all but the last news",
        "table.following",
        "replace(self, first=min(waiting.first, self.first))",
        "self",
    ),
    Fault(
        "a page that is told only of steps",
        "table.table_core",
        "self._hub.publish(News(self.id, first, self._published, self.now))",
        'self._entries[-1].kind == "undo" or '
        "self._hub.publish(News(self.id, first, self._published, self.now))",
    ),
    Fault(
        "still asked after an undo",
        "table.table_core",
        'if any(e.kind not in ("decision", "draw", "clock") or',
        'if any(e.kind not in ("decision", "draw", "clock", "undo") or',
    ),
    Fault(
        "what was missed, in all its words",
        "table.table_core",
        "news = tuple(self._words.of(e.number, reader) for e in missed)",
        "news = tuple(e.words for e in missed)",
    ),
    Fault(
        "who plays on for a seat is told what it may read",
        "table.table",
        "lambda s: self.game.words(s, first), more=more)",
        "lambda s: self.game.words(s, first), more=more, reader=first.player)",
    ),
    Fault(
        "an early reveal",
        "table.redaction",
        "(cover.kind not in kinds or (cover.kind, cover.seat) in owed)",
        "(cover.kind not in kinds or len(owed) < 2)",
    ),
    Fault(
        "a private answer revealed as a secret one",
        "table.redaction",
        '"never" if question.private else "reveal"',
        '"reveal"',
    ),
    Fault(
        "a private draw that all may read",
        "table.redaction",
        "if chance.audience is None:",
        "if True:",
    ),
    Fault(
        "another draw after an undo",
        "table.chance",
        "outcome = sample(question.chance, seed, head.depth)",
        "outcome = sample(question.chance, seed, line.number)",
    ),
    Fault(
        "one time-out too many",
        "table.question_clock",
        "if self.time_outs.get(player, 0) >= allowed_time_outs:",
        "if self.time_outs.get(player, 0) > allowed_time_outs:",
    ),
    Fault(
        "time for what is done beside a question",
        "table.question_clock",
        "if clock is None or key == done:",
        'if clock is None or (entry.kind == "decision" and entry.player == question.player):',
    ),
    Fault(
        "a clock that runs out early",
        "table.table",
        "clock.since is None or clock.left(at) > 0:",
        "clock.since is None or clock.left(at) > 30:",
    ),
    Fault(
        "undo of a jump past where it began",
        "table.steps",
        "return Step(key, state, number, self.number)",
        "return Step(key, state, number, self.now.back)",
    ),
    Fault(
        "a seat that two phones have",
        "access.house",
        "taken = seat not in access.held",
        "taken = True",
    ),
    Fault(
        "a freed seat whose phone stays",
        "access.house",
        "{**self.seats, seat: count}",
        "{**self.seats, seat: count} if held else self.seats",
    ),
    Fault(
        "played on, in part",
        "table.table_core",
        "for n, one in enumerate(more, 2)]",
        "for n, one in enumerate(more[:1], 2)]",
    ),
    Fault(
        "the tablet alone, for all", "table.undo_rights", "if seat is not None and only_tablet:", "if False:"
    ),
    Fault(
        "a remark on what was just said",
        "table.steps",
        "if topics & self.at(n).topics)",
        "if topics < self.at(n).topics)",
    ),
    Fault(
        "what an undo says of a secret",
        "table.words",
        "what = self._with_what_followed(number)\n",
        "what = self._entries[number - 1].words\n",
    ),
    Fault(
        "what a button says of a secret",
        "table.words",
        '            return _("Back to before: {what}", what=self.of(entry.data["to"] + 1))\n'
        "        return self._with_what_followed(number)",
        '            return _("Back to before: {what}", what=self.of(entry.data["to"] + 1))\n'
        "        return entry.words",
    ),
    Fault(
        "dice as a step of their own",
        "table.timeline",
        "follows = entry.by in (VIRTUAL_BAG, VIRTUAL_DICE)",
        "follows = entry.by in (VIRTUAL_BAG,)",
    ),
    Fault(
        "a refusal counted for another entry",
        "table.table_core",
        "self._waiting.append(Note(self._line.number, REFUSED, seat))",
        "self._waiting.append(Note(self._published + 1, REFUSED, seat))",
    ),
)
