"""Searches the legal histories that lead from one state to what lies on the table now.

The graph of the states that may be on the way (`graph.py`) grows decision by decision from where the tracker
stands, as far as a piece of processor time allows and as all that people told agrees. Those where the table
looks as it does are the ends.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.catching_up.answers import answers, shares
from companion.catching_up.evidence import Asked, Look, Seen, Standing, Told, standing, waited_for
from companion.catching_up.graph import Graph, Reached, Way, next_of, of_round
from companion.catching_up.secrecy import answered, may_be_found
from companion.games.contract import Decision, Game, Illegal, Question, S, Spot

MAX_DECISIONS = 30
"""Longest history that is looked for."""
MAX_STATES = 400_000
UNREAD = 0.1
"""A copy whose tag is not read, though others are, is so much less likely to have been laid."""


@dataclass(frozen=True)
class Bounds:
    """What is taken for granted, until nothing agrees. leaves_once: play has not passed the place where it
    stands now, and come back to it. stays: nothing that was drawn into a player's area has gone from there
    again. straight: see `Look.astray` and `Look.may_be_laid`."""

    leaves_once: bool = True
    stays: bool = True
    straight: bool = True


LOOSER = (
    Bounds(),
    Bounds(leaves_once=False),
    Bounds(leaves_once=False, stays=False),
    Bounds(leaves_once=False, stays=False, straight=False),
)


class Histories(Graph[S]):
    """The histories from `begun` to what is `seen`, as far as they have been looked for.

    passes_secrets: no secret answer lies covered at the table, so that secret questions may be passed.
    """

    def __init__(
        self,
        game: Game[S],
        begun: S,
        seen: Seen,
        told: Told | None = None,
        bounds: Bounds | None = None,
        passes_secrets: bool = False,
    ) -> None:
        super().__init__()
        self.game, self.begun, self.seen = game, begun, seen
        self.told, self.bounds = told or Told(), bounds or Bounds()
        self.look = Look(game, begun, seen, self.told.named)
        self.passes_secrets = passes_secrets
        self._numbers: dict[S, dict[tuple[int, frozenset[Asked]], int]] = {}
        """By the state, how much was slid on the way there, and what was asked on it in its round: else
        nobody could say which of several questions was meant."""
        self._otherwise: dict[S, tuple[frozenset[str], list[str]]] = {}
        """By the state, the told facts that are otherwise in it, and those not compared yet."""
        self._often: Counter[str] = Counter()
        self._waiting: list[tuple[float, int]] = []
        self._left: list[tuple[int, Way]] = []
        self.cut = False
        """Whether there are histories longer than what is looked for."""
        self._add(begun, 0, frozenset(), 0)

    # --- growing

    def grow(self, seconds: float) -> bool:
        """Looks for more of them for so much processor time. Returns whether there are no more."""
        until = time.thread_time() + seconds
        for count in range(MAX_STATES):
            if not self._waiting:
                return True
            if count % 16 == 15 and time.thread_time() > until:
                break
            self._expand(heapq.heappop(self._waiting)[1])
        return False

    def may_come_back(self) -> None:
        """From here on play may have passed the place where it stands now, and come back to it."""
        self.bounds = replace(self.bounds, leaves_once=False)
        for end, way in self._left:
            self.connect(way.begin, end, way)
            heapq.heappush(self._waiting, (self.reached[end].depth + self.reached[end].distance, end))
        self._left.clear()

    def _number(self, state: S, told: frozenset[Asked], slid: int) -> int | None:
        """The number of this state where it was reached after these questions of its round, and so much was
        slid."""
        numbers = self._numbers.get(state)
        if not numbers:
            return None
        in_round = self.reached[next(iter(numbers.values()))].stands[0]
        return numbers.get((slid, of_round(told, in_round)))

    def _add(self, state: S, depth: int, told: frozenset[Asked], slid: int) -> int:
        numbers, number = self._numbers.setdefault(state, {}), len(self.reached)
        like = self.reached[next(iter(numbers.values()))] if numbers else None
        questions = like.questions if like else self.game.questions(state)
        stands = like.stands if like else standing(self.game, state, questions)
        distance = like.distance if like else self.look.distance(state)
        self.reached.append(Reached(state, questions, stands, depth, distance, slid=slid))
        heapq.heappush(self._waiting, (depth + distance, number))
        numbers[slid, of_round(told, stands[0])] = number
        return number

    def _expand(self, number: int) -> None:
        at = self.reached[number]
        if not (at.alive and at.open):
            return
        at.open = False
        if not self._may_go_on(at.stands):
            return
        if at.depth >= MAX_DECISIONS:
            self.cut = self.cut or bool(waited_for(at.questions))
            return
        at.stuck = bool(waited_for(at.questions))
        found = list(self._following(at))
        for question, asked, decision, after, share in found:
            told, slid = at.told | {asked}, at.slid + self._slides(decision)
            known = self._number(after, told, slid)
            if known is None:
                astray = self._astray(at, question, after)
                if astray is None:
                    continue
                known = self._add(after, at.depth + 1, told, slid)
                self.reached[known].astray = astray
                new = self.reached[known]
                new.covered = answered(question, at.covered, new.questions)
            # No way leads back, or around: what was decided in a longer way to the same state is left out.
            after_it = self.reached[known]
            if after_it.depth > at.depth and self._may_go_on(after_it.stands):
                way = Way(number, decision, asked, share)
                if self.bounds.leaves_once and at.stands == self.told.stands != after_it.stands:
                    self._left.append((known, way))
                else:
                    self.connect(number, known, way)

    def _following(self, at: Reached[S]) -> Iterator[tuple[Question, Asked, Decision, S, float]]:
        waited = may_be_found(self.game, at.state, at.questions, self.passes_secrets)
        for question in waited:
            asked = next_of(at.told, at.stands[0], question)
            wanted = self.told.decided.get(asked, asked)
            if wanted is None:
                continue
            straight = self.bounds.straight
            possible = answers(self.game, at.state, question, self.look, straight)
            found = [d for d in possible if wanted in (asked, d) and self._may_slide(at, d)]
            if not found:
                continue
            at.stuck = False
            of_each = shares(self.game, at.state, question, found, self.look)
            for decision, share in zip(found, of_each, strict=True):
                try:
                    after = self.game.play(at.state, decision)
                    likely = UNREAD if self.look.lays_unread(at.state, after) else 1.0
                    yield question, asked, decision, after, likely * share / len(waited)
                except Illegal:  # it takes something that only people can tell
                    continue

    def may_have_been(self, at: Reached[S], question: Question) -> Iterator[Decision]:
        """The answers to a question of this state after which the table may come to look as it does."""
        for decision in answers(self.game, at.state, question, self.look, self.bounds.straight):
            try:
                after = self.game.play(at.state, decision)
            except Illegal:
                continue
            if self._astray(at, question, after) is not None:
                yield decision

    def _astray(self, at: Reached[S], question: Question, after: S) -> frozenset[tuple[str, Spot]] | None:
        """The pieces that lie astray after an answer to this question; None: no way leads through there."""
        if not self.bounds.straight:
            return frozenset()
        astray = self.look.astray(after)
        came = astray - at.astray
        drawn = question.draw is not None and all(self.look.is_away(tile) for tile, _spot in came)
        return None if came and (self.bounds.stays or not drawn) else astray

    def _slides(self, decision: Decision) -> bool:
        return bool(self.seen.slides is not None and self.game.tracking.slides(decision))

    def _may_slide(self, at: Reached[S], decision: Decision) -> bool:
        """Whether what is slid with it is what was seen to be slid next."""
        slides = self.seen.slides
        if slides is None or not (tile := self.game.tracking.slides(decision)):
            return True
        return at.slid < len(slides) and slides[at.slid] == tile

    def _may_go_on(self, stands: Standing) -> bool:
        """Whether play may have gone on from there to where people said that it stands."""
        told = self.told.stands
        return told is None or stands[0] <= told[0]

    # --- what was found

    def ends(self, but: int = 0) -> list[int]:
        """Where the table looks as it does, and what people told of the end agrees; each state once, by its
        likeliest ways. but: with so many facts of it that do not."""
        found: dict[S, int] = {}
        for n, at in enumerate(self.reached):
            fits = at.alive and not at.distance and not at.covered and self._stands_as_told(at)
            if fits and self._all_slid(at) and len(self.otherwise(n, but)) == but:
                known = found.setdefault(at.state, n)
                if self.reached[known].likely < at.likely:
                    found[at.state] = n
        return list(found.values())

    def _all_slid(self, at: Reached[S]) -> bool:
        """Whether all that was seen to be slid was, and what is in its place now may be."""
        if self.seen.slides is None:
            return True
        slid = self.game.tracking.slid(at.state)
        return at.slid == len(self.seen.slides) and not any(slid.get(tile) for tile in self.seen.in_place)

    def stuck(self) -> list[int]:
        """Where a search can get no further, though play may have gone on."""
        return [
            n
            for n, at in enumerate(self.reached)
            if at.alive and at.stuck and not at.covered and self._decided_as_told(at)
        ]

    def _stands_as_told(self, at: Reached[S]) -> bool:
        told = self.told
        if at.stands in told.not_there or (told.stands is not None and at.stands != told.stands):
            return False
        return self._decided_as_told(at)

    def _decided_as_told(self, at: Reached[S]) -> bool:
        decided = self.told.decided.items()
        return not any(decision and asked not in at.told for asked, decision in decided)

    def otherwise(self, number: int, most: int | None = None) -> frozenset[str]:
        """The paths of the told facts that are otherwise in this state. most: one more than so many will do;
        None: all."""
        if not self.told.facts:
            return frozenset()
        state = self.reached[number].state
        if (known := self._otherwise.get(state)) is None:
            # What most states have otherwise is compared first: few need all their facts read.
            known = frozenset(), sorted(self.told.facts, key=self._often.__getitem__)
        found, left = known
        shown = self.game.view(state, None) if left else state
        while left and (most is None or len(found) <= most):
            path = left.pop()
            fact = self.game.fact(shown, path)
            if fact is None or fact.value != self.told.facts[path]:
                found |= {path}
                self._often[path] += 1
        self._otherwise[state] = found, left
        return found
