"""Where a few ways are likely: which of them it was, by one tap."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from companion.catching_up.asked import WayTold, WhereQuestion, WhichQuestion
from companion.catching_up.telling_apart import MOST_FACTS, Candidates

FEW = 8
"""So many ways are told apart by one tap."""
COVERED = 0.6
"""That is done where it was so likely one of them,"""
MOST_STEPS = 5
"""and where so many steps of each tell it from all that it may have been."""


def which(candidates: Candidates, all_there: bool) -> WhichQuestion | None:
    """Which of the ends it is, where a few are likely; None: not so. all_there: nothing but the ends is
    left."""
    histories, told = candidates.histories, candidates.histories.told
    ends, covered = _seen_ends(candidates)
    all_there = all_there and covered > 0.999
    if WhichQuestion.keys <= told.passed or covered < COVERED or (all_there and len(ends) < 2):
        return None
    if not all_there and told.stands is None and WhereQuestion.key not in told.passed:
        return None
    ways = {n: candidates.ways[n] for n in (ends if all_there else candidates.weight)}
    asked = {one for way in ways.values() for one in way if one[1] is not None}
    decided = {n: {one: way[one][0] if one in way else None for one in asked} for n, way in ways.items()}
    differ = {one for one in asked if len({of_way[one] for of_way in decided.values()}) > 1}
    choices = tuple(
        WayTold(
            n,
            tuple(way for way in histories.way_to(n) if way.asked in differ),
            replace(
                told,
                decided={**told.decided, **{one: decided[n][one] for one in differ}},
                stands=histories.reached[n].stands,
            ),
        )
        for n in ends
    )
    if not all_there and max(len(one.steps) for one in choices) > MOST_STEPS:
        return None
    if choices[0].told == told:  # the only one, and all of it is told
        return None
    if len({(tuple(c.told.decided.items()), c.told.stands) for c in choices}) < len(choices):
        return None
    # Ends that look alike are told apart afterwards, and a number told is tested by another.
    return WhichQuestion(choices, all_there and len(ends) == len(candidates.ends) and not told.facts)


def _seen_ends(candidates: Candidates) -> tuple[list[int], float]:
    """A few of the ends, the likeliest, each one that people can tell from the others; and how likely it was
    one of them."""
    game, reached = candidates.histories.game, candidates.histories.reached
    found: dict[Hashable, int] = {}
    covered = 0.0
    for n in candidates.ends[:MOST_FACTS]:
        known = game.fact_values(game.view(reached[n].state, None))
        key = reached[n].stands, tuple(known.items())
        if key in found or len(found) < FEW:
            found.setdefault(key, n)
            covered += candidates.weight[n]
    whole = sum(candidates.weight.values())
    return list(found.values()), covered / whole if whole else 0.0
