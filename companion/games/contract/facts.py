"""Facts: values of the tracker that a person may overrule."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract.decisions import Json


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a person may overrule. path names it ("credits/1"); value is its JSON value now.

    choices: what it may become, where that is a list; else a whole number within lowest and highest. said:
    what each of the choices is called, in the language that holds; empty: as it is.
    """

    path: str
    label: str
    value: Json
    choices: tuple[str, ...] = ()
    lowest: int = 0
    highest: int | None = None
    player: int | None = None
    said: tuple[str, ...] = ()

    def words(self, value: Json) -> str:
        """What a value is called."""
        return dict(zip(self.choices, self.said, strict=False)).get(value, str(value))


@dataclass(frozen=True, slots=True)
class Correction:
    """A person overrules the tracker: the fact at `path` is `value`."""

    path: str
    value: Json
