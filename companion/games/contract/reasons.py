"""Numbers with their reasons, and what a refused decision raises.

A number that a player may ask about is a `Tally`, whether it is a cost, a strength or a score.
"""

from __future__ import annotations

from companion.games.contract.later import reads_later
from companion.games.contract.values import Value


@reads_later("label")
class Term(Value, frozen=True):
    """One reason in a Tally: `value` comes from `label`, printed on `tile` where there is one."""

    label: str
    value: int
    tile: str | None = None


@reads_later("label")
class Tally(Value, frozen=True):
    """A number that carries its reasons. `lowest` is the floor a rule sets (a cost never falls below 0).

    >>> Tally("cost", (Term("printed cost", 2, "W07"), Term("discount", -3, "D01")), lowest=0).total
    0
    """

    label: str
    terms: tuple[Term, ...] = ()
    lowest: int | None = None

    @property
    def total(self) -> int:
        total = 0
        for term in self.terms:  # several times as fast as `sum`, and asked for each thing on offer
            total += term.value
        return total if self.lowest is None else max(self.lowest, total)


class Illegal(Exception):
    """A refused decision: a sentence that a player understands, and the rulebook page that says so.

    remedy: what would make it legal, a sentence; "": nothing that could be said in one.
    """

    def __init__(self, sentence: str, page: int | None = None, remedy: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.page = page
        self.remedy = remedy
