"""Decisions: answers as frozen dataclasses, to JSON and back by their annotations; moves, which have their
words and their effect with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from companion.games.contract.later import reads_later
from companion.games.contract.reasons import Illegal, Tally
from companion.games.contract.values import Value
from companion.translation import _

Json = Any
"""What `json.loads` gives: None, bool, int, float, str, list or dict."""


class Written:
    """A value that is kept in JSON as something else: a kind of it is read there once, and written again.
    kept_as: the type of what is written, which the API's document describes."""

    kept_as: ClassVar[Any]

    @classmethod
    def read(cls, value: object) -> Any:
        """The value that JSON, or another value, says. Raises Illegal."""
        raise NotImplementedError

    @property
    def written(self) -> Json:
        raise NotImplementedError


@dataclass(frozen=True)
class Decision:
    """An answer, by one player (None: by the table, as a draw is). Games derive frozen dataclasses.

    The fields may be int, str, bool, None, tuples of these, and `Written`; `do` is its name in JSON.
    """

    do: ClassVar[str] = ""
    changes_state: ClassVar[bool] = True
    """False: it is noted, leaves the state as it is, and undo passes over it."""
    player: int | None

    @property
    def about(self) -> frozenset[str] | None:
        """What it is about, for one that people say at any time: it may be said by who has not seen what was
        said of other things meanwhile. None: it follows from all that came before."""
        return None

    @property
    def value(self) -> Json:
        """The value of the form, the drawn names or the rolled numbers that this decision tells: its only
        field besides the player. A decision that answers by several fields defines its own."""
        told = [getattr(self, f.name) for f in fields(self) if f.name != "player"]
        return told[0] if len(told) == 1 else None

    def offered_as(self, state: Any) -> Decision | None:
        """The decision under which the options of `state` list this one: itself, unless several come to the
        same and they list one of them (of the copies of a card, the first). None: it is legal, though no
        option lists it. Every decision may be asked, legal or not; one that nothing lists, as a number that
        people say, raises Illegal itself."""
        return self


@reads_later("words", "sentence", "remedy")
class Refusal(Value, frozen=True):
    """An answer that a person may look for but that is not legal now, and why ("why not?").

    remedy: what would make it legal, a sentence; "": nothing that could be said in one. decision: the answer
    itself, so that whoever sends it is refused with this sentence; None: it stands for several.
    """

    words: str
    sentence: str
    page: int | None = None
    tile: str | None = None
    why: tuple[Tally, ...] = ()
    remedy: str = ""
    decision: Decision | None = None


D = TypeVar("D", bound=Decision)
M = TypeVar("M")


@dataclass(frozen=True)
class Move(Decision, Generic[M]):
    """A decision in one place: its name in JSON, its words and its effect, for a game whose state is an `M`.

    Both trust that the game offered it: whether it did, `check_legal` says, in one place for all games.
    """

    @classmethod
    def of(cls, player: int | None, value: Json) -> Self:
        """The move that a value of the form, the draw or the roll tells: its only field. A move whose field
        is not the value itself says here what it is, and in `value` the reverse."""
        return cls(player, frozen(value))  # type: ignore[call-arg]

    @property
    def seat(self) -> int:
        """The player, of a move that is always one player's."""
        assert self.player is not None
        return self.player

    def words(self, state: M) -> str:
        """What it does, with its player, before it is done: "Blue settles Spice World"."""
        raise NotImplementedError

    def apply(self, state: M) -> M:
        """The state after it. Never raises for what was offered, and never changes `state`."""
        raise NotImplementedError


def moves_by_name(kinds: Iterable[type[D]]) -> dict[str, type[D]]:
    """The decisions of a game by their names in JSON, for `decision_from_json`."""
    return {kind.do: kind for kind in kinds}


def decision_to_json(decision: Decision) -> dict[str, Json]:
    """`{"do": name, field: value, ...}`; tuples become lists."""
    values = {f.name: plain(getattr(decision, f.name)) for f in fields(decision)}
    return {"do": decision.do, **values}


def decision_from_json(kinds: Mapping[str, type[D]], data: Json) -> D:
    """The decision that `data` says; `kinds` maps `do` to its class. Raises Illegal for anything else."""
    if not isinstance(data, Mapping) or not isinstance(data.get("do"), str):
        raise Illegal(_('A decision is a JSON object with a text "do".'))
    kind = kinds.get(data["do"])
    if kind is None:
        raise Illegal(_("There is no decision called {name}.", name=f"{data['do']!r:.60}"))
    known = {f.name for f in fields(kind)}
    unknown = sorted(str(name) for name in data if name != "do" and name not in known)
    if unknown:
        raise Illegal(
            _("A decision {name} has no field {field}.", name=repr(kind.do), field=f"{unknown[0]!r:.60}")
        )
    try:
        return msgspec.convert(dict(data), kind, dec_hook=_read)
    except msgspec.ValidationError as error:
        wrong = _FIELD_IN_ERROR.search(str(error))
        if wrong is None:
            raise Illegal(
                _("A decision {name} needs more fields than it was given.", name=repr(kind.do))
            ) from None
        raise Illegal(
            _(
                "The field {field} of a decision {name} does not hold what it should.",
                field=repr(wrong[1]),
                name=repr(kind.do),
            )
        ) from None


def _read(kind: type[Any], value: Json) -> Any:
    return kind.read(value) if issubclass(kind, Written) else value


_FIELD_IN_ERROR = re.compile(r"at `\$\.(\w+)")
"""The field that an error of msgspec names."""


def plain(value: object) -> Json:
    """A field's value as JSON has it, with lists for its tuples; `frozen` is the reverse."""
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    return value.written if isinstance(value, Written) else value


def frozen(value: Json) -> Any:
    """A value of JSON with tuples for its lists."""
    return tuple(frozen(v) for v in value) if isinstance(value, list | tuple) else value


def typed(hint: Any, value: Json) -> Any:
    """`value` as the annotation `hint` says; raises TypeError. JSON's true is no number here."""
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        raise TypeError(str(error)) from None
