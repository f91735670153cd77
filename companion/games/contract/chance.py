"""Chance: draws and dice rolls. The rules never draw or roll; somebody tells them the outcome."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from companion.games.contract.values import ValueInPart
from companion.translation import _


class Draw(ValueInPart, frozen=True, eq=False):
    """`count` different names out of `pool`, taken without looking.

    Told by the camera, by a person, or by the companion's seeded bag. ordered: the order drawn matters (a
    seating order, a shuffled stack). words: what to draw, for people; rows: what each of an ordered draw is
    for ("Blue's mat"). zones: for an ordered setup draw of pieces that stay on the table, the zone that each
    comes to lie in, so that a camera may tell the draw. audience: the only seat that may learn what came up;
    None: everybody. names: how people call each of `pool`, in its order; (): as it stands there. by_hand:
    the companion cannot draw it: nobody could find in the bag what it draws. note: what to mind, a sentence.
    """

    uncompared: ClassVar[frozenset[str]] = frozenset({"words", "rows", "zones", "names", "note"})

    what: str
    count: int
    pool: tuple[str, ...]
    ordered: bool = False
    words: str = ""
    rows: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    audience: int | None = None
    by_hand: bool = False
    names: tuple[str, ...] = ()
    note: str = ""

    def called(self, name: str) -> str:
        """How people call one of `pool`; "": as it stands there."""
        return dict(zip(self.pool, self.names, strict=False)).get(name, "")

    def problem(self, value: object) -> str:
        """Why `value` cannot have come up, as a sentence; "": it can."""
        if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
            return _("A draw is told as a list of names.")
        count = min(max(self.count, 0), len(self.pool))
        if len(value) != count or len(set(value)) != count or not set(value) <= set(self.pool):
            return _("Tell {count} of what may come up.", count=count)
        return ""

    def sample(self, rng: Random) -> tuple[str, ...]:
        """What a bag gives: `count` names (all, when it holds fewer) in the order drawn."""
        return tuple(rng.sample(self.pool, min(max(self.count, 0), len(self.pool))))


class Roll(ValueInPart, frozen=True, eq=False):
    """Dice to roll; each shows a number from 1 to its sides, and several may show the same.

    dice: the number of sides of each die. words: what is rolled, for people; rows: what each die is for
    ("Blue's die"). audience: the only seat that may learn the outcome; None: everybody.
    """

    uncompared: ClassVar[frozenset[str]] = frozenset({"words", "rows"})

    what: str
    dice: tuple[int, ...]
    words: str = ""
    rows: tuple[str, ...] = ()
    audience: int | None = None

    def problem(self, value: object) -> str:
        """Why the dice cannot show `value`, as a sentence; "": they can."""
        if not isinstance(value, list | tuple) or len(value) != len(self.dice):
            return _("Tell what each of {count} dice shows.", count=len(self.dice))
        for number, sides in zip(value, self.dice, strict=True):
            if type(number) is not int or not 1 <= number <= sides:
                return _("A die shows a number from 1 to {sides}.", sides=sides)
        return ""

    def sample(self, rng: Random) -> tuple[int, ...]:
        """What the dice show, in their order."""
        return tuple(rng.randint(1, sides) for sides in self.dice)
