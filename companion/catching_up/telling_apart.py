"""Questions that tell candidates apart: the one that leaves the least is asked.

A candidate is an end, or a place beyond which has not been looked for yet. Three sorts of things may be
asked: where play stands now, what somebody decided on the way, and a fact of the table that everybody may
see. One tap is cheaper than a number; and what was decided is said again in the proposal, so that a wrong tap
shows, but a wrong number does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from heapq import nlargest
from math import log2
from typing import Any, ClassVar

from companion.catching_up.evidence import Asked, Standing, Told
from companion.catching_up.histories import Histories, Way
from companion.games.contract import Decision, Fact, Json

MOST_CANDIDATES = 300
"""So many of the likeliest are compared."""
MOST_FACTS = 80
"""Of so many of them the facts are."""
NUMBER_BITS = 0.6
"""How much more a number must tell than a tap."""
WORTH_ASKING = 0.1
MOST_ROWS = 6
ROW_BITS = 0.3
"""What several players decided of the same kind in one round is asked together; each takes a tap."""
BOUNDS_BITS = 8.0
"""Where play stands tells how far to look."""
CROWDED_BITS = 0.4
CROWDED = 14
"""More answers to choose from than people look through at a glance."""

FEW = 8
"""So many ways are told apart by one tap."""
COVERED = 0.6
"""That is done where it was so likely one of them,"""
MOST_STEPS = 5
"""and where so many steps of each tell it from all that it may have been."""
FAR = 0.2
"""How much less likely a place is for each piece that lies otherwise there."""
DRAWN_TOGETHER = 0.8


@dataclass(frozen=True)
class WhereQuestion:
    """Where does play stand now?"""

    choices: tuple[Standing, ...]
    keys: ClassVar[frozenset[str]] = frozenset({"where"})


@dataclass(frozen=True)
class Answered:
    """Something that somebody was asked on the way. at: a state's number in the graph in which it was. None
    among the choices: it has not been decided yet."""

    asked: Asked
    at: int
    choices: tuple[Decision | None, ...]


@dataclass(frozen=True)
class WhatQuestion:
    """What was decided on the way? rows: of one kind and round, each somebody's."""

    rows: tuple[Answered, ...]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(what_key(row.asked) for row in self.rows)


@dataclass(frozen=True)
class FactQuestion:
    """How is it now? expected: the values that candidates have."""

    fact: Fact
    expected: tuple[Json, ...]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset({fact_key(self.fact.path)})


def what_key(asked: Asked) -> str:
    return "what/" + "/".join(map(str, asked))


def fact_key(path: str) -> str:
    return f"fact/{path}"


@dataclass(frozen=True)
class WayTold:
    """One of a few ways. end: the state's number in the graph; steps: what was decided on it and not on all
    of the others; told: what is told with it."""

    end: int
    steps: tuple[Way, ...]
    told: Told


@dataclass(frozen=True)
class WhichQuestion:
    """Which of these few ways was it?"""

    choices: tuple[WayTold, ...]
    keys: ClassVar[frozenset[str]] = frozenset({"which"})


TellingApart = WhereQuestion | WhatQuestion | FactQuestion | WhichQuestion


@dataclass(frozen=True)
class _Split:
    bits: float
    question: TellingApart


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

    def question(self, facts: bool, where: bool = True) -> TellingApart | None:
        """The one that tells most; None: nothing tells them apart. facts: the ends are all that is left;
        where: it may be where play stands."""
        asked = self._where() if where else ()
        splits = [*asked, *self._decided(), *(self._facts() if facts else ())]
        best = max(splits, key=lambda split: split.bits, default=None)
        return None if best is None else best.question

    def go_on_alike(self) -> bool:
        """Whether the ends are the same in all that is known of them, and in what is asked then: else people
        may know how that came about, though no public fact tells it."""
        game, reached = self.histories.game, self.histories.reached
        known = [
            (game.questions(state), tuple((fact.path, fact.value) for fact in game.facts(state)))
            for state in (reached[n].state for n in self.ends[:MOST_FACTS])
        ]
        return all(one == known[0] for one in known)

    def which(self, all_there: bool) -> WhichQuestion | None:
        """Which of the ends it is, where a few are likely; None: not so. all_there: nothing but the ends is
        left."""
        histories, told = self.histories, self.histories.told
        ends, covered = self._seen_ends()
        all_there = all_there and covered > 0.999
        if WhichQuestion.keys <= told.passed or covered < COVERED or (all_there and len(ends) < 2):
            return None
        if not all_there and told.stands is None and not WhereQuestion.keys <= told.passed:
            return None
        ways = {n: self._way(n) for n in (ends if all_there else self.weight)}
        asked = {one for way in ways.values() for one in way if one[1] is not None}
        decided = {n: {one: way[one][0] if one in way else None for one in asked} for n, way in ways.items()}
        differ = {
            one
            for one in asked
            if one[:3] not in histories.repeated and len({of_way[one] for of_way in decided.values()}) > 1
        }
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
        if len({(tuple(c.told.decided.items()), c.told.stands) for c in choices}) < len(choices):
            return None
        return WhichQuestion(choices)

    def _seen_ends(self) -> tuple[list[int], float]:
        """A few of the ends, the likeliest, each one that people can tell from the others; and how likely it
        was one of them."""
        game, reached = self.histories.game, self.histories.reached
        found: dict[Hashable, int] = {}
        covered = 0.0
        for n in self.ends[:MOST_FACTS]:
            facts = game.facts(game.view(reached[n].state, None))
            key = reached[n].stands, tuple((fact.path, fact.value) for fact in facts)
            if key in found or len(found) < FEW:
                found.setdefault(key, n)
                covered += self.weight[n]
        whole = sum(self.weight.values())
        return list(found.values()), covered / whole if whole else 0.0

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

    def _where(self) -> Iterable[_Split]:
        told = self.histories.told
        if told.stands is not None or WhereQuestion.keys <= told.passed:
            return
        question = self.where()
        if question is None or (len(question.choices) < 2 and not self.beyond):
            return
        shares: dict[Hashable, float] = defaultdict(float)
        for n in self.ends:
            shares[self.histories.reached[n].stands] += self.weight[n]
        # It bounds what may follow, too.
        bonus = BOUNDS_BITS if self.beyond else 0.5
        yield _Split(entropy(shares.values(), sum(shares.values())) + bonus, question)

    def _decided(self) -> Iterable[_Split]:
        histories = self.histories
        ways = {n: self._way(n) for n in (*self.ends, *self.beyond)}
        at: dict[Asked, int] = {}
        for way in ways.values():
            for asked, (_decision, place) in way.items():
                if asked[1] is not None and asked[:3] not in histories.repeated:
                    at[asked] = place
        together: dict[tuple[int, str], list[tuple[float, Asked]]] = defaultdict(list)
        for asked in at:
            if asked not in histories.told.decided and what_key(asked) not in histories.told.passed:
                bits = self._bits(ways, (asked,))
                if bits > WORTH_ASKING:
                    together[asked[0], asked[2]].append((bits, asked))
        for same in together.values():
            best = sorted(nlargest(MOST_ROWS, same), key=lambda one: histories.reached[at[one[1]]].depth)
            rows = tuple(Answered(one, at[one], (*self._choices(one), None)) for _bits, one in best)
            bits = self._bits(ways, tuple(row.asked for row in rows)) - ROW_BITS * (len(rows) - 1)
            bits -= CROWDED_BITS if any(len(row.choices) > CROWDED for row in rows) else 0
            yield _Split(bits, WhatQuestion(rows))

    def _bits(
        self, ways: Mapping[int, Mapping[Asked, tuple[Decision, int]]], asked: tuple[Asked, ...]
    ) -> float:
        """What the answers to these tell. Who is beyond, and has not come so far, may decide so or so."""
        shares: dict[Hashable, float] = defaultdict(float)
        ends = set(self.ends)
        for n, way in ways.items():
            decided = tuple(way[one][0] if one in way else None for one in asked)
            if n in ends or any(decided):
                shares[decided] += self.weight[n]
        covered = sum(shares.values())
        return entropy(shares.values(), covered) * covered / sum(self.weight.values()) if covered else 0.0

    def _way(self, end: int) -> dict[Asked, tuple[Decision, int]]:
        """What was decided on the likeliest way there, and where it was asked."""
        reached, found = self.histories.reached, {}
        while end:
            way = max(reached[end].ways, key=lambda w: reached[w.begin].likely * w.share)
            found[way.asked] = way.decision, way.begin
            end = way.begin
        return found

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

    def _facts(self) -> Iterable[_Split]:
        told = self.histories.told
        for fact, shares in self.differing().items():
            if fact.path in told.facts or fact_key(fact.path) in told.passed or len(shares) < 2:
                continue
            bits = entropy(shares.values(), sum(shares.values()))
            if not fact.choices:
                bits -= NUMBER_BITS
            yield _Split(bits, FactQuestion(fact, tuple(shares)))

    def differing(self) -> Mapping[Fact, Mapping[Json, float]]:
        """The facts in which the ends differ, with the weight of each value."""
        game, reached = self.histories.game, self.histories.reached
        ends = self.ends[:MOST_FACTS]
        shares: dict[str, dict[Json, float]] = defaultdict(lambda: defaultdict(float))
        first: dict[str, Fact] = {}
        counted: dict[str, float] = defaultdict(float)
        whole = sum(self.weight[n] for n in ends)
        for n in ends:
            for fact in game.facts(game.view(reached[n].state, None)):
                first.setdefault(fact.path, fact)
                shares[fact.path][fact.value] += self.weight[n]
                counted[fact.path] += self.weight[n]
        return {
            first[path]: values
            for path, values in shares.items()
            if len(values) > 1 and counted[path] > whole * 0.999
        }
