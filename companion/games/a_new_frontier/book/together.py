"""Entries that do not go together, or facts of one that do not: what the rulebook rules out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.a_new_frontier.book.entries import Entry
from companion.games.a_new_frontier.book.stand_ins import called
from companion.translation import _

_STEPS: tuple[tuple[str, str, dict[int, int]], ...] = (
    ("board-influence", "influence", {4: 10}),
    ("board-table", "casualties", {}),
    ("board-table", "steal", {}),
)
"""Tracks and tables: their entry, how their rows begin, and the steps that the text says (p. 2)."""


@dataclass(frozen=True, slots=True)
class Fault:
    """rows: those of the entry at fault."""

    entry: str
    rows: tuple[str, ...]
    sentence: str


def faults(pieces: Mapping[str, Entry]) -> Iterator[Fault]:
    """Names that two have, steps that do not rise, a start without a ship."""
    for type in ("planet", "tactic", "strategy", "policy", "faction"):
        those = [entry for entry in pieces.values() if entry.type == type]
        names = [entry.called for entry in those]
        for entry in those:
            if names.count(entry.called) > 1 and entry.called != entry.stand_ins["name"]:
                sentence = _("Two entries have the same name: {names}.", names=", ".join(map(called, names)))
                yield Fault(entry.id, ("name",), sentence)
                break
    for id, begin, said in _STEPS:
        entry = pieces[id]
        if told := {int(n): least for n, least in entry.track(begin).items()}:
            steps = [least for _n, least in sorted((said | told).items())]
            if steps != sorted(set(steps)):
                sentence = _("Each step of the track or table must want more than the one before.")
                yield Fault(id, entry.keys_of(begin), sentence)
            elif begin == "influence" and entry.whole(begin) and _influence(told) != [1, 3, 4]:
                sentence = _("The rulebook says that 3, 9 and 10 prestige are 1, 3 and 4 influence.")
                yield Fault(id, entry.keys_of(begin), sentence)
    for id, begin, sentence in (
        ("board-colonies", "level", _("The exploration board has colonies: enter how many of each level.")),
        ("board-start", "fleet", _("A fleet must always have at least 1 ship.")),
    ):
        whole = pieces[id].whole(begin)
        if whole is not None and not any(whole.values()):
            yield Fault(id, pieces[id].keys_of(begin), sentence)


def _influence(told: dict[int, int]) -> list[int]:
    """The influence of 3, 9 and 10 prestige."""
    return [max((n for n, least in (told | {4: 10}).items() if at >= least), default=0) for at in (3, 9, 10)]
