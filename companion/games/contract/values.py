"""Frozen values of a game: what is asked and offered, and the states that the rules make by the hundred.

msgspec makes, compares and copies them, a tenth of the time that a frozen dataclass takes. To whoever reads
them they are dataclasses: `replace`, `fields` and `is_dataclass` know them.
"""

from __future__ import annotations

from dataclasses import Field, field, make_dataclass
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec import Struct


@cache
def _fields_of(kind: type[Value]) -> dict[str, Field[Any]]:
    """As `dataclasses` describes the fields."""
    told: list[tuple[str, Any, Any]] = [
        (name, Any, field(default=None, compare=name not in kind.uncompared))
        for name in kind.__struct_fields__
    ]
    found: dict[str, Field[Any]] = vars(make_dataclass(kind.__name__, told))["__dataclass_fields__"]
    return found


class _DataclassFields:
    def __get__(self, _value: Value | None, kind: type[Value]) -> dict[str, Field[Any]]:
        return _fields_of(kind)


class Value(Struct, frozen=True):
    """A frozen value; a kind of it is a class with `frozen=True` too. Pickled and copied without what is kept
    in its `__dict__`, where its class has `dict=True`."""

    uncompared: ClassVar[frozenset[str]] = frozenset()
    """The fields that `==` and `hash` pass over, of a `ValueInPart`."""
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]] = _DataclassFields()  # type: ignore[assignment]

    if TYPE_CHECKING:

        def changed(self, **changes: object) -> Self:
            """As `dataclasses.replace`, in a twentieth of its time. Raises TypeError for an unknown field."""

    else:
        changed = Struct.__replace__


class ValueInPart(Value, frozen=True, eq=False):
    """A value of which some fields are not compared, nor shown by `repr`. A kind of it is a class with
    `eq=False` too, and one of another kind of value names this one first."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        compared = _compared(type(self))
        return bool(compared(self) == compared(other))

    def __ne__(self, other: object) -> bool:
        return not self == other  # a Struct's own compares all fields

    def __hash__(self) -> int:
        return hash(_compared(type(self))(self))

    def __repr__(self) -> str:
        shown = (name for name in self.__struct_fields__ if name not in self.uncompared)
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


@cache
def _compared(kind: type[ValueInPart]) -> attrgetter[Any]:
    return attrgetter(*(name for name in kind.__struct_fields__ if name not in kind.uncompared))
