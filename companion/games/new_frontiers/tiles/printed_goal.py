"""What is printed on a goal: how much of what it counts gives how many VP."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from companion.games.contract import Illegal, Saying
from companion.games.contract.printed_fact import PrintedFact, Values
from companion.games.contract.told import Said
from companion.games.new_frontiers.tiles.printed_values import whole
from companion.translation import _

RANGES = "ranges"
_RANGE_VP = (2, 5, 8)
"""What the three steps of nearly every goal give (p. 12)."""
_STEPS = tuple(f"{n} {n + step} {n + 2 * step}" for step in range(1, 5) for n in range(2, 7))
"""Quantities that a form offers; others are typed."""


def _ranges_read(said: Said) -> dict[str, Any]:
    steps = [step.partition(":") for step in said[0].replace(",", " ").split()]
    vps = [vp for _fewest, _colon, vp in steps]
    if not all(vps) and len(steps) != len(_RANGE_VP):
        raise Illegal(_ranges_wanted())
    pairs = []
    for n, (fewest, _colon, vp) in enumerate(steps):
        if not whole(fewest, 1) or (vp and not whole(vp, 1)):
            raise Illegal(_ranges_wanted())
        pairs.append((int(fewest), int(vp or _RANGE_VP[n])))
    if not pairs or any(a[0] >= b[0] or a[1] >= b[1] for a, b in pairwise(pairs)):
        raise Illegal(_ranges_wanted())
    return {RANGES: tuple(pairs)}


def _ranges_wanted() -> str:
    return _("The quantities are rising numbers, as “4 8 12”, or a list of pairs [fewest, VP], both rising.")


def _ranges_said(fields: Values) -> Said | None:
    ranges = fields.get(RANGES)
    if ranges is None:
        return None
    if not isinstance(ranges, list | tuple) or not ranges:
        raise Illegal(_ranges_wanted())
    for pair in ranges:
        if not (isinstance(pair, list | tuple) and len(pair) == 2 and all(type(n) is int for n in pair)):
            raise Illegal(_ranges_wanted())
    if tuple(vp for _fewest, vp in ranges) == _RANGE_VP:
        return (" ".join(str(fewest) for fewest, _vp in ranges),)
    return (" ".join(f"{fewest}:{vp}" for fewest, vp in ranges),)


QUANTITIES: PrintedFact[Any] = PrintedFact(
    RANGES,
    (RANGES,),
    lambda _tile: _("quantities"),
    _ranges_read,
    _ranges_said,
    lambda _tile: tuple(Saying(steps, steps) for steps in _STEPS),
    lambda said: _("quantities {quantities}", quantities=said),
    typed=True,
)
