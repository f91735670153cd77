"""Questions that tell candidates apart: those that together leave the least are asked on one page.

A candidate is an end, or a place beyond which has not been looked for yet. Three sorts of things may be
asked: where play stands now, what somebody decided on the way, and a fact of the table that everybody may
see. One tap is cheaper than a number; and what was decided is said again in the proposal, so that a wrong tap
shows, but a wrong number does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest
from math import log2
from typing import Any

from companion.catching_up.asked import (
    FactQuestion,
    Page,
    Row,
    WhatQuestion,
    WhereQuestion,
    fact_key,
    what_key,
)
from companion.catching_up.evidence import Asked, Standing
from companion.catching_up.graph import next_of
from companion.catching_up.histories import Histories
from companion.catching_up.secrecy import findable
from companion.catching_up.spoken import spoken
from companion.games.contract import Decision, Fact, Json

MOST_CANDIDATES = 300
"""So many of the likeliest are compared."""
MOST_FACTS = 80
"""Of so many of them the facts are."""
CHOICE_BITS, NUMBER_BITS = 0.3, 0.6
"""How much more what is now, by one of a few answers or by a number, must tell than what was decided: it is
never chosen beforehand, and tested by something else."""
WORTH_ASKING = 0.1
MOST_ROWS = 7
ROW_BITS = 0.5
"""How much another row must add to what a page tells for each tap that it takes."""
BOUNDS_BITS = 8.0
"""Where play stands tells how far to look."""
CROWDED_BITS = 0.4
CROWDED = 14
"""More answers to choose from than people look through at a glance."""
FAR = 0.2
"""How much less likely a place is for each piece that lies otherwise there."""
DRAWN_TOGETHER = 0.8
LIKELIER_THAN_NOT = 0.5


@dataclass(frozen=True)
class _Part:
    """What may be a row of a page. value: of a candidate, None: it tells nothing of it yet; bonus: in bits,
    besides how it splits the candidates."""

    row: Row
    value: Callable[[int], Hashable]
    bonus: float = 0.0


def entropy(weights: Iterable[float], whole: float) -> float:
    """In bits, of shares of `whole`."""
    return -sum(w / whole * log2(w / whole) for w in weights if w > 0)


class Candidates:
    """The likeliest of what is left. ends: see `Histories.ends`; beyond: `Histories.beyond`."""

    def __init__(self, histories: Histories[Any], ends: Iterable[int], beyond: Iterable[int]) -> None:
        reached = histories.reached
        self.histories = histories
        self.ends = nlargest(MOST_CANDIDATES, ends, key=lambda n: reached[n].likely)
        likely = {n: reached[n].likely * FAR ** reached[n].distance for n in beyond}
        self.beyond = nlargest(MOST_CANDIDATES, likely, key=lambda n: likely[n])
        # A way that chance takes seldom people may take all the same: the weights are drawn together.
        self.weight = {n: likely[n] ** DRAWN_TOGETHER for n in self.beyond}
        self.weight |= {n: reached[n].likely ** DRAWN_TOGETHER for n in self.ends}

    def page(self, facts: bool, where: bool = True) -> Page | None:
        """What is asked next; None: nothing tells them apart. facts: the ends are all that is left; where: it
        may be where play stands."""
        parts = [*(self._where() if where else ()), *self._decided(), *(self._facts() if facts else ())]
        rows: list[Row] = []
        alike_in_words: list[Row] = []
        # Those that the rows so far cannot tell apart have the same values.
        alike: dict[int, tuple[Hashable, ...]] = dict.fromkeys(self.weight, ())
        known = 0.0
        while parts and len(rows) < MOST_ROWS:
            told = [
                self._bits({n: (*so_far, part.value(n)) for n, so_far in alike.items()}) for part in parts
            ]
            best = max(range(len(parts)), key=lambda n: told[n] + parts[n].bonus)
            least = max(WORTH_ASKING, ROW_BITS * self._taps(parts[best].row)) if rows else WORTH_ASKING
            if told[best] - known + parts[best].bonus < least:
                break
            part = parts.pop(best)
            if not self._can_be_told(part.row):
                alike_in_words.append(part.row)
                continue
            known = told[best]
            rows.append(part.row)
            alike = {n: (*so_far, part.value(n)) for n, so_far in alike.items()}
        rows = [self._with_likely(row) for row in rows or alike_in_words[:1]]
        rows += self._asked_with(rows)[: MOST_ROWS - len(rows)]
        return Page(tuple(sorted(rows, key=self._place))) if rows else None

    def _can_be_told(self, row: Row) -> bool:
        """Whether no two of its answers read alike, as where they differ in what an earlier one led to: then
        that is asked."""
        if not isinstance(row, WhatQuestion):
            return True
        at = self.histories.reached[row.at]
        question = next((q for q in at.questions if (q.player, q.kind) == row.asked[1:3]), None)
        words = spoken(
            self.histories.game, at.state, question, row.choices, self.histories.decided_at(row.asked)
        )
        return len(set(words)) == len(words)

    def _taps(self, row: Row) -> float:
        """How likely somebody must touch it: as it is chosen beforehand, nobody need. Whether the one thing
        that may have been done there is done yet, tells where play stands."""
        if isinstance(row, FactQuestion) or len(row.choices) < 3 or (likely := self._likely(row)) is None:
            return 1.0
        return 1.0 - likely[1]

    def _with_likely(self, row: Row) -> Row:
        """With what is chosen beforehand. What people have is told by them alone."""
        if isinstance(row, FactQuestion) or (likely := self._likely(row)) is None:
            return row
        return replace(row, likely=row.choices.index(likely[0]))

    def _likely(self, row: WhereQuestion | WhatQuestion) -> tuple[Any, float] | None:
        """What most of the weight of the candidates speaks for, with its share; None: it is not likelier than
        not."""
        shares: dict[Any, float] = defaultdict(float)
        for n in self.ends or self.beyond:
            if isinstance(row, WhereQuestion):
                shares[self.histories.reached[n].stands] += self.weight[n]
            else:
                decided = self.ways[n].get(row.asked)
                shares[None if decided is None else decided[0]] += self.weight[n]
        best = max(shares, key=shares.__getitem__)
        share = shares[best] / sum(shares.values())
        told_of_none = not self.ends and (best is None or isinstance(row, WhereQuestion))
        return None if told_of_none or share <= LIKELIER_THAN_NOT else (best, share)

    def go_on_alike(self) -> bool:
        """Whether the ends are the same in all that is known of them, and in what is asked then: else people
        may know how that came about, though no public fact tells it."""
        game, reached = self.histories.game, self.histories.reached
        known = [
            (game.questions(state), game.fact_values(state))
            for state in (reached[n].state for n in self.ends[:MOST_FACTS])
        ]
        return all(one == known[0] for one in known)

    @cached_property
    def ways(self) -> dict[int, dict[Asked, tuple[Decision, int]]]:
        """By candidate; see `way`."""
        return {n: self.way(n) for n in self.weight}

    def way(self, end: int) -> dict[Asked, tuple[Decision, int]]:
        """What was decided on the likeliest way there, and where it was asked."""
        return {way.asked: (way.decision, way.begin) for way in reversed(self.histories.way_to(end))}

    def differing(self) -> Mapping[Fact, Mapping[Json, float]]:
        """The facts in which the ends differ, with the weight of each value."""
        return {fact: shares for fact, (_values, shares) in self._differing().items()}

    def _bits(self, values: Mapping[int, tuple[Hashable, ...]]) -> float:
        """What answers tell that are these of each candidate. Who is beyond, and has not come so far, may
        decide so or so."""
        shares: dict[Hashable, float] = defaultdict(float)
        ends = set(self.ends)
        for n, of_one in values.items():
            if n in ends or any(value is not None for value in of_one):
                shares[of_one] += self.weight[n]
        covered = sum(shares.values())
        return entropy(shares.values(), covered) * covered / sum(self.weight.values()) if covered else 0.0

    def _place(self, row: Row) -> tuple[int, int]:
        """First where play stands, then what was decided in its order, then numbers."""
        if isinstance(row, WhatQuestion):
            return 1, self.histories.reached[row.at].depth
        return (0 if isinstance(row, WhereQuestion) else 2), 0

    # --- where play stands

    def where(self) -> WhereQuestion | None:
        """Where play stands, by how likely that is; None: there is no end."""
        by_standing: dict[Standing, float] = defaultdict(float)
        for n in self.ends:
            by_standing[self.histories.reached[n].stands] += self.weight[n]
        ranked = sorted(by_standing, key=lambda s: -by_standing[s])
        reached, known = self.histories.reached, self.histories.told.not_there
        others = {
            at.stands: None
            for at in reached
            if at.alive and not at.covered and at.stands not in (*by_standing, *known)
        }
        return WhereQuestion((*ranked, *others)) if ranked else None

    def _where(self) -> Iterator[_Part]:
        told = self.histories.told
        if told.stands is not None or WhereQuestion.key in told.passed:
            return
        question = self.where()
        if question is None or (len(question.choices) < 2 and not self.beyond):
            return
        ends = set(self.ends)
        # It bounds what may follow, too.
        yield _Part(
            question,
            lambda n: self.histories.reached[n].stands if n in ends else None,
            BOUNDS_BITS if self.beyond else 0.5,
        )

    # --- what was decided

    def _decided(self) -> Iterator[_Part]:
        told, ways = self.histories.told, self.ways
        at: dict[Asked, int] = {}
        for way in ways.values():
            at |= {asked: place for asked, (_decision, place) in way.items() if asked[1] is not None}

        def value_of(asked: Asked) -> Callable[[int], Hashable]:
            return lambda n: ways[n][asked][0] if asked in ways[n] else None

        for asked, place in at.items():
            if asked not in told.decided and what_key(asked) not in told.passed:
                choices = (*self._choices(asked), None)
                crowded = -CROWDED_BITS if len(choices) > CROWDED else 0.0
                yield _Part(WhatQuestion(asked, place, choices), value_of(asked), crowded)

    def _choices(self, asked: Asked) -> tuple[Decision, ...]:
        """All that may have been decided there, the likeliest first."""
        shares: dict[Decision, float] = defaultdict(float)
        reached = self.histories.reached
        for at in reached:
            if at.alive and asked in at.told:
                for way in at.ways:
                    if way.asked == asked and reached[way.begin].alive:
                        shares[way.decision] += reached[way.begin].likely * way.share
        return tuple(sorted(shares, key=lambda d: -shares[d]))

    def _asked_with(self, rows: Sequence[Row]) -> list[WhatQuestion]:
        """What others are asked at the same time as one of these, and no way has come to yet."""
        histories, told = self.histories, self.histories.told
        found: dict[Asked, WhatQuestion] = {}
        for row in rows:
            if not isinstance(row, WhatQuestion):
                continue
            at = histories.reached[row.at]
            for question in findable(histories.game, at.state, at.questions, histories.passes_secrets):
                asked = next_of(at.told, at.stands[0], question)
                known = asked in told.decided or what_key(asked) in told.passed
                if known or question.player is None or question.kind != row.asked[2]:
                    continue
                if not any(asked in other.told for other in histories.reached):
                    choices = tuple(histories.may_have_been(at, question))
                    if len(choices) > 1:
                        found[asked] = WhatQuestion(asked, row.at, (*choices, None))
        return list(found.values())

    # --- facts

    def _facts(self) -> Iterator[_Part]:
        told = self.histories.told
        for fact, (values, shares) in self._differing().items():
            if fact.path not in told.facts and fact_key(fact.path) not in told.passed:
                bonus = -(CHOICE_BITS if fact.choices else NUMBER_BITS)
                yield _Part(FactQuestion(fact, tuple(shares)), values.get, bonus)

    def _differing(self) -> Mapping[Fact, tuple[Mapping[int, Json], Mapping[Json, float]]]:
        """The facts in which the ends differ: the value at each end, and the weight of each value."""
        game, reached = self.histories.game, self.histories.reached
        ends = self.ends[:MOST_FACTS]
        values = {n: game.fact_values(game.view(reached[n].state, None)) for n in ends}
        found = {}
        for fact in game.facts(game.view(reached[ends[0]].state, None)) if ends else ():
            by_end = {n: of_one[fact.path] for n, of_one in values.items() if fact.path in of_one}
            shares: dict[Json, float] = defaultdict(float)
            for n, value in by_end.items():
                shares[value] += self.weight[n]
            if len(by_end) == len(ends) and len(shares) > 1:
                found[fact] = by_end, shares
        return found
