"""Facts: values of the tracker that a person may overrule; `fact_rows.py` makes and corrects them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract.decisions import Json
from companion.games.contract.values import Value
from companion.translation import _, figure


class Fact(Value, frozen=True):
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
        known = dict(zip(self.choices, self.said, strict=False)).get(value)
        return known if known is not None else figure(value) if isinstance(value, int) else str(value)

    def correction_words(self, value: Json) -> str:
        """ "Blue: credits: 5 instead of 3"."""
        return _(
            "{fact}: {value} instead of {before}",
            fact=self.label,
            value=self.words(value),
            before=self.words(self.value),
        )

    def problem(self, value: object) -> str:
        """Why it cannot become `value`, as a sentence; "": it can. That it is so already is no problem here,
        as old journals have such corrections; a table refuses new ones."""
        if self.choices:
            if value in self.choices:
                return ""
            if self.choices == (self.value,):
                return f"{self.label}."
            choices = ", ".join(self.words(choice) for choice in self.choices)
            return _("{fact}: choose one of {choices}.", fact=self.label, choices=choices)
        if type(value) is int and value >= self.lowest and (self.highest is None or value <= self.highest):
            return ""
        if self.highest is None:
            return _("{fact}: give a whole number from {lowest}.", fact=self.label, lowest=self.lowest)
        return _(
            "{fact}: give a whole number from {lowest} to {highest}.",
            fact=self.label,
            lowest=self.lowest,
            highest=self.highest,
        )


@dataclass(frozen=True, slots=True)
class Correction:
    """A person overrules the tracker: the fact at `path` is `value`."""

    path: str
    value: Json
