"""The facts of a game as rows, one for each sort of fact: what it is called, how it is read and overruled.

`FactRows` is the catalogue of a game's rows. It lists the facts of a state, or only what they are, finds one
by its path without making the others, and overrules one, after the one check of every correction.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from typing import Any, Generic

from companion.games.contract.decisions import Json
from companion.games.contract.facts import Correction, Fact
from companion.games.contract.reasons import Illegal
from companion.games.contract.state import S
from companion.translation import _, marked

YES, NO = marked("yes"), marked("no")
"""As a bool stands in journals, whatever is spoken."""
Keys = tuple[Any, ...]
"""What one fact is about: seats, and ids of things."""
Subject = tuple[Keys, Mapping[str, str], str]
"""Keys, what they are called, by the names of their `Each`es, and how they stand in a path ("/1/W07")."""
WHOLE: Subject = ((), {}, "")


@dataclass(frozen=True)
class Each(Generic[S]):
    """What a row has a fact for each of.

    name: as labels have it; "player": the keys are seats, whose facts they are. keys: those there are now, of
    `(state, *the keys of the Eaches before)`. words: what one is called, of `(state, key)`.
    """

    name: str
    keys: Callable[..., Iterable[Any]]
    words: Callable[[S, Any], str]

    @classmethod
    def player(cls, names: Callable[[S], Sequence[str]]) -> Each[S]:
        """Each seat. names: the players', in seat order."""
        return cls("player", lambda state: range(len(names(state))), lambda state, seat: names(state)[seat])

    def among(self, keys: Callable[..., Iterable[Any]]) -> Each[S]:
        """Only these."""
        return replace(self, keys=keys)

    def below(
        self, state: S, subjects: Iterable[Subject], named: bool, part: str | None = None
    ) -> list[Subject]:
        """Each of these, with each of its keys. named: their words are needed; part: only the key that stands
        so in a path."""
        return [
            ((*keys, key), {**words, self.name: self.words(state, key)} if named else words, f"{path}/{key}")
            for keys, words, path in subjects
            for key in self.keys(state, *keys)
            if part is None or str(key) == part
        ]


@dataclass(frozen=True)
class FactRow(Generic[S]):
    """A sort of fact: a whole number from lowest to highest, or one of its choices.

    name: how its paths begin, before the keys ("good/1/W07"). per: what it has a fact for each of. label: a
    message with the names of these in braces ("{player}: credits"), or what makes it, of `(state, *keys)`.

    of: what it is now, of `(state, *keys)`; or where a state has it, "empires.player.credits": names of
    fields, and of Eaches whose key is an index. put: the state where it is at a value that it may have, of
    `(state, value, *keys)`; None: put where the state has it. choices: also of `(state, *keys)`; `bool`: yes
    or no, a bool for `of` and `put`. said: what a choice is called, of `(state, choice)`. highest: also of
    `(state, *keys)`; None: as high as one likes.

    when: whether there are such facts now. once: what label, `of` and `choices` read instead of the state,
    made once for all facts of the row.
    """

    name: str
    label: str | Callable[..., str]
    per: tuple[Each[S], ...] = ()
    _: KW_ONLY
    of: str | Callable[..., Any]
    put: Callable[..., S] | None = None
    choices: tuple[str, ...] | Callable[..., Any] = ()
    said: Callable[[S, str], str] = lambda _state, choice: _(choice)
    lowest: int = 0
    highest: int | Callable[..., int] | None = None
    when: Callable[[S], bool] = lambda _state: True
    once: Callable[[S], Any] = lambda state: state

    def __call__(self, put: Callable[..., S]) -> FactRow[S]:
        """As a decorator of its `put`."""
        return replace(self, put=put)

    @property
    def rows(self) -> tuple[FactRow[S], ...]:
        return (self,)

    def facts(self, state: S, within: Subject = WHOLE) -> list[Fact]:
        """Those whose first keys are these."""
        if not self.when(state):
            return []
        made = self._made(state)
        return [made(*subject) for subject in self._subjects(state, within, isinstance(self.label, str))]

    def values(self, state: S, within: Subject = WHOLE) -> list[tuple[str, Json]]:
        """The path and value of each of `facts`, without their words."""
        if not self.when(state):
            return []
        once, name, read, yes_or_no = self.once(state), self.name, self._reader, self.choices is bool
        found = [
            (f"{name}{path}", read(once, *keys))
            for keys, _words, path in self._subjects(state, within, False)
        ]
        return [(path, YES if value else NO) for path, value in found] if yes_or_no else found

    def _subjects(self, state: S, within: Subject, named: bool) -> list[Subject]:
        subjects = [within]
        for each in self.per[len(within[0]) :]:
            subjects = each.below(state, subjects, named)
        return subjects

    def find(self, state: S, path: str) -> tuple[Fact, Keys] | None:
        """The fact with this path, and its keys."""
        begin, parts = path[: len(self.name)], path[len(self.name) :].split("/")
        if begin != self.name or parts[0] or len(parts) != 1 + len(self.per) or not self.when(state):
            return None
        subjects = [WHOLE]
        for each, part in zip(self.per, parts[1:], strict=True):
            subjects = each.below(state, subjects, True, part)
        return (self._made(state)(*subjects[0]), subjects[0][0]) if subjects else None

    def _made(self, state: S) -> Callable[[Keys, Mapping[str, str], str], Fact]:
        """What makes the facts of one state."""
        once, name, label, read, owned = self.once(state), self.name, self.label, self._reader, self._owned
        lowest, highest = self.lowest, self.highest
        yes_or_no = self.choices is bool
        given: Any = (YES, NO) if yes_or_no else self.choices
        chosen, choices = callable(given), () if callable(given) else given
        words_of: dict[str, str] = {}
        before: object = None
        said: tuple[str, ...] = ()

        def made(keys: Keys, words: Mapping[str, str], path: str) -> Fact:
            nonlocal before, choices, said
            text = _(label, **words) if isinstance(label, str) else label(once, *keys)
            value = read(once, *keys)
            if yes_or_no:
                value = YES if value else NO
            elif chosen:
                choices = given(once, *keys)
            if choices is not before:
                words_of.update((one, self.said(state, one)) for one in choices if one not in words_of)
                before, said = choices, tuple(words_of[one] for one in choices)
            most = highest(state, *keys) if callable(highest) else highest
            return Fact(f"{name}{path}", text, value, choices, lowest, most, keys[0] if owned else None, said)

        return made

    @cached_property
    def _owned(self) -> bool:
        """Each fact is a player's."""
        return bool(self.per) and self.per[0].name == "player"

    @cached_property
    def _steps(self) -> tuple[str | int, ...]:
        """Where a state has the fact: fields, and which of the keys is an index."""
        assert isinstance(self.of, str), f"{self.name}: it has no put"
        names = [each.name for each in self.per]
        return tuple(names.index(step) if step in names else step for step in self.of.split("."))

    @property
    def _reader(self) -> Callable[..., Any]:
        return self._read if isinstance(self.of, str) else self.of

    def _read(self, state: S, *keys: Any) -> Any:
        value: Any = state
        for step in self._steps:
            value = getattr(value, step) if isinstance(step, str) else value[keys[step]]
        return value

    def changed(self, state: S, value: Any, keys: Keys) -> S:
        """The state where the fact of these keys is at a value that it may have."""
        if self.choices is bool:
            value = value == YES
        if self.put is not None:
            return self.put(state, value, *keys)
        whole: S = _put(state, self._steps, value, keys)
        return whole


def _put(whole: Any, steps: Sequence[str | int], value: Any, keys: Keys) -> Any:
    """`whole` with the value where these steps lead."""
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(step, str):
        return replace(whole, **{step: _put(getattr(whole, step), rest, value, keys)})
    at = keys[step]
    return (*whole[:at], _put(whole[at], rest, value, keys), *whole[at + 1 :])


class Together(Generic[S]):
    """Rows, all for each of the same, that are listed key by key; by itself a row is listed for all keys."""

    def __init__(self, each: Each[S], *listed: FactRow[S] | Together[S]) -> None:
        self._each, self._listed = each, listed

    @property
    def rows(self) -> tuple[FactRow[S], ...]:
        return tuple(row for listed in self._listed for row in listed.rows)

    def facts(self, state: S, within: Subject = WHOLE) -> list[Fact]:
        subjects = self._each.below(state, [within], True)
        return [fact for one in subjects for listed in self._listed for fact in listed.facts(state, one)]

    def values(self, state: S, within: Subject = WHOLE) -> list[tuple[str, Json]]:
        subjects = self._each.below(state, [within], False)
        return [told for one in subjects for listed in self._listed for told in listed.values(state, one)]


class FactRows(Generic[S]):
    """All that people may overrule in a game, in the order in which it is listed."""

    def __init__(self, *listed: FactRow[S] | Together[S]) -> None:
        self._listed = listed
        self._by_begin: dict[str, list[FactRow[S]]] = {}
        for row in (row for one in listed for row in one.rows):
            self._by_begin.setdefault(row.name.partition("/")[0], []).append(row)

    def facts(self, state: S, names: Container[str] | None = None) -> tuple[Fact, ...]:
        """All; or, row by row, only those whose paths begin with one of these names."""
        listed: Iterable[FactRow[S] | Together[S]] = self._listed
        if names is not None:
            listed = (row for begin, rows in self._by_begin.items() if begin in names for row in rows)
        return tuple(fact for one in listed for fact in one.facts(state))

    def values(self, state: S) -> dict[str, Json]:
        """What all facts are, by their paths."""
        return dict(told for one in self._listed for told in one.values(state))

    def find(self, state: S, path: str) -> Fact | None:
        """The fact with this path; None: there is none now."""
        found = self._found(state, path)
        return None if found is None else found[1]

    def checked(self, state: S, correction: Correction) -> Fact:
        """The fact that the correction overrules. Raises Illegal: there is none, or it cannot be so."""
        return self._checked(state, correction)[1]

    def correct(self, state: S, correction: Correction, seen: S | None = None) -> S:
        """The state with a fact overruled. seen: the state as its facts are read, where that is another.
        Raises Illegal."""
        row, _fact, keys = self._checked(state if seen is None else seen, correction)
        return row.changed(state, correction.value, keys)

    def _checked(self, state: S, correction: Correction) -> tuple[FactRow[S], Fact, Keys]:
        found = self._found(state, correction.path)
        if found is None:
            path = repr(correction.path)[:60]
            raise Illegal(_("There is nothing to correct called {path} now.", path=path))
        if problem := found[1].problem(correction.value):
            raise Illegal(problem)
        return found

    def _found(self, state: S, path: str) -> tuple[FactRow[S], Fact, Keys] | None:
        for row in self._by_begin.get(path.partition("/")[0], ()):
            if (found := row.find(state, path)) is not None:
                return row, *found
        return None
