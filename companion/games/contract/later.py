"""What is not made before somebody reads it, nor twice: the rules ask and offer far more than is shown.

`form=later(board, state, seat)` leaves what `board` gives for later, where its class of values says of
`form` that it `reads_later`. Whoever reads it gets it in the language that held when it was left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple, Unpack

from msgspec import Struct

from companion.games.contract.values import Value
from companion.translation import language, speaking

S = TypeVar("S")
T = TypeVar("T")
A = TypeVarTuple("A")
V = TypeVar("V", bound=type[Value])


class _Later(Struct, frozen=True, eq=False):
    """A part that is not made yet. It compares, and is copied and pickled, as what it is to be."""

    make: Callable[..., object]
    of: tuple[object, ...]
    language: str

    def made(self) -> object:
        if self.language == language():
            return self.make(*self.of)
        with speaking(self.language):
            return self.make(*self.of)

    def __eq__(self, other: object) -> bool:
        return bool(self.made() == (other.made() if isinstance(other, _Later) else other))

    def __hash__(self) -> int:
        return hash(self.made())

    def __repr__(self) -> str:
        return repr(self.made())

    def __reduce__(self) -> tuple[object, ...]:
        return _as_it_is, (self.made(),)


def _as_it_is(made: object) -> object:
    return made


def later(make: Callable[[Unpack[A]], T], *of: *A) -> T:
    """`make(*of)`, made at its first reading: for a field that a class `reads_later`."""
    return _Later(make, of, language())  # type: ignore[return-value]


class _ReadsLater:
    """A field's descriptor that makes what is left for later, and keeps it."""

    def __init__(self, member: Any) -> None:
        self._get = member.__get__
        self._keep = member.__set__

    def __get__(self, value: Value | None, _kind: type[Value]) -> object:
        found = self._get(value, _kind)
        if found.__class__ is _Later:
            found = found.made()
            self._keep(value, found)
        return found

    def __set__(self, value: Value, made: object) -> None:
        raise AttributeError("A value never changes.")


def reads_later(*names: str) -> Callable[[V], V]:
    """For a class of values whose fields `names` may be left for `later`."""

    def reading(kind: V) -> V:
        for name in names:
            setattr(kind, name, _ReadsLater(vars(kind)[name]))
        return kind

    return reading


def read_whole(value: object) -> None:
    """Makes all that a value, those in it, and those of a tuple left for later."""
    if isinstance(value, tuple):
        for one in value:
            read_whole(one)
    elif isinstance(value, Value):
        for name in value.__struct_fields__:
            read_whole(getattr(value, name))


def kept_for_last(of: Callable[[S], T]) -> Callable[[S], T]:
    """For what follows from a state alone, in whatever language: it is found once for the questions, the
    options and the answer of the same state. No more than the last state and what was found are kept."""
    last: tuple[S, T] | None = None

    def found(state: S) -> T:
        nonlocal last
        kept = last
        if kept is None or kept[0] is not state:
            last = kept = state, of(state)
        return kept[1]

    return found
