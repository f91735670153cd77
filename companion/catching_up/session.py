"""One catching up: it thinks for a while, asks what tells most, and proposes what is left.

Pure but for the processor time that it is given. Each answer begins another one, with all that was told.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Generic

from companion.catching_up.asked import (
    COPIES_KEY,
    SLIDES_KEY,
    FactQuestion,
    Page,
    TellingApart,
    WhereQuestion,
    fact_key,
)
from companion.catching_up.evidence import Seen, Standing, Told
from companion.catching_up.few_ways import which
from companion.catching_up.graph import Way
from companion.catching_up.histories import LOOSER, Histories
from companion.catching_up.telling_apart import MOST_FACTS, Candidates
from companion.games.contract import Decision, Game, S

FIRST_SECONDS = 0.5
"""Until it may ask where play stands; and between two questions."""
NEXT_SECONDS = 1.5
COME_BACK_SECONDS = 0.5
"""For ways that pass the place where play stands now, once those that do not are found."""
FIRST_LOOK_SECONDS = 2.0
"""So long a page looks before it says that it looks further,"""
MOST_SECONDS = 20.0
"""and so long it does at most."""


@dataclass(frozen=True)
class Proposal:
    """What was done meanwhile: the ways in the graph, in their order; none: nothing. end: the state's number
    in the graph. stuck: what was done after it is found once somebody has told what is asked there."""

    ways: tuple[Way, ...]
    end: int
    stuck: bool = False

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(way.decision for way in self.ways)


@dataclass(frozen=True)
class Nothing:
    """No history agrees. doubted: the paths of the told facts without one of which there would be one."""

    doubted: tuple[str, ...] = ()


@dataclass(frozen=True)
class CutShort:
    """None of the histories that were looked at agrees, and there are others: there was no time for them, or
    they are longer than what is looked for. doubted: as of `Nothing`."""

    doubted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unfinished:
    """There is more to look for before anything can be asked or proposed."""


Found = Proposal | TellingApart | Nothing | CutShort | Unfinished


class Session(Generic[S]):
    """Catching up from `begun` to what is `seen`, with all that was told so far."""

    def __init__(
        self, game: Game[S], begun: S, seen: Seen, told: Told | None = None, passes_secrets: bool = False
    ) -> None:
        if told is not None and COPIES_KEY in told.passed:
            seen = replace(seen, copies={})
        if told is not None and SLIDES_KEY in told.passed:
            seen = replace(seen, slides=None)
        self.game, self.begun, self.seen, self._passes_secrets = game, begun, seen, passes_secrets
        self.histories = Histories(game, begun, seen, told, passes_secrets=passes_secrets)
        self._began = time.thread_time()

    @property
    def spent(self) -> float:
        """Seconds of processor time."""
        return time.thread_time() - self._began

    @property
    def told(self) -> Told:
        return self.histories.told

    # --- what it comes to

    def think(self, most: float = MOST_SECONDS) -> Found:
        """On with the search until something may be asked or proposed. most: seconds of processor time."""
        histories = self.histories
        while True:
            seconds = NEXT_SECONDS if self.told.stands or self.told.decided else FIRST_SECONDS
            complete = histories.grow(seconds)
            if complete and histories.bounds.leaves_once and histories.ends():
                histories.may_come_back()
                histories.grow(COME_BACK_SECONDS)
            ends, beyond = histories.ends(), [] if complete else histories.beyond()
            if not ends and complete:
                looser = LOOSER.index(histories.bounds) + 1
                told = self.told
                if looser == len(LOOSER):
                    less = None if told.facts else self._without_what_may_mislead()
                    if less is None:  # a number may be what is wrong
                        none = CutShort if histories.cut else Nothing
                        return self._as_far_as_it_goes() or none(self._doubted())
                    looser, told = 0, replace(told, passed=told.passed | {less})
                histories = Histories(
                    self.game, self.begun, self.seen, told, LOOSER[looser], self._passes_secrets
                )
                self.histories = histories
                continue
            found = self._found(ends, beyond, complete)
            if found is not None:
                return found
            if self.spent >= MOST_SECONDS:
                return CutShort(self._doubted())
            if self.spent >= most:
                return Unfinished()

    def _without_what_may_mislead(self) -> str | None:
        """Leaves out of what is seen what may mean nothing. Returns its key; None: nothing is left."""
        if self.seen.copies:
            self.seen = replace(self.seen, copies={})
            return COPIES_KEY
        if self.seen.slides is not None:
            self.seen = replace(self.seen, slides=None)
            return SLIDES_KEY
        return None

    def _found(self, ends: list[int], beyond: list[int], complete: bool) -> Found | None:
        if complete and len(ends) == 1:
            return self._proposal(ends[0])
        candidates = Candidates(self.histories, ends, beyond)
        places = {self.histories.reached[end].stands for end in ends}
        if complete and len(ends) <= MOST_FACTS and len(places) == 1 and not candidates.differing():
            alike = candidates.go_on_alike()
            how = None if alike else candidates.page(facts=False, where=False)
            return how or self._proposal(candidates.ends[0])
        asked = which(candidates, complete) or candidates.page(facts=complete)
        if asked is not None:
            return asked
        if complete or self.spent >= MOST_SECONDS:  # the ends differ in nothing that anybody could say
            return self._proposal(candidates.ends[0]) if ends else None
        return None

    def _proposal(self, end: int) -> Found:
        checked = self._check(end)
        histories = self.histories
        return checked or Proposal(histories.way_to(end), end, histories.reached[end].stuck)

    def _check(self, end: int) -> Found | None:
        """Something more to ask where one number that was told decided alone: a wrong one would lead to
        another end, and nothing would show it."""
        told, histories = self.told, self.histories
        others = histories.ends(but=1)
        if not others:
            return None
        candidates = Candidates(histories, (end, *others), ())
        mine = self.game.fact_values(self.game.view(histories.reached[end].state, None))
        best: tuple[float, FactQuestion] | None = None
        for fact, shares in candidates.differing().items():
            if fact.path in told.facts or fact.path not in mine or fact_key(fact.path) in told.passed:
                continue
            apart = sum(weight for value, weight in shares.items() if value != mine[fact.path])
            apart *= 1.0 if fact.choices else 0.8
            if best is None or apart > best[0]:
                best = apart, FactQuestion(fact, tuple(shares))
        return None if best is None else Page((best[1],))

    def _as_far_as_it_goes(self) -> Found | None:
        """Where play stands at none of the places that it may have come to without something that only people
        can tell: what led to the place where that is asked."""
        reached = self.histories.reached
        begins_so = len(reached) == 1 and reached[0].stuck
        if self.seen.watching and not (self.told.not_there or begins_so):
            return None  # what lies there is explained by nothing
        ends = self.histories.stuck()
        if self.told.facts and not begins_so:
            here = [n for n in ends if self._may_stand(reached[n].stands)]
            agreeing = [n for n in here if not self.histories.otherwise(n, 0)]
            if here and not agreeing and self.told.stands is not None:
                return None  # of the place where play stands, a number is told wrongly
            if here and not agreeing and WhereQuestion.key not in self.told.passed:
                # Either play has gone on from there, or a number is told wrongly.
                return Page((WhereQuestion(tuple(dict.fromkeys(reached[n].stands for n in here))),))
            ends = agreeing or ends
        candidates = Candidates(self.histories, ends, ())
        question = candidates.page(facts=True, where=False) if len(ends) > 1 else None
        if question is not None or not ends:
            return question
        end = candidates.ends[0]
        return Proposal(self.histories.way_to(end), end, stuck=True)

    def _may_stand(self, place: Standing) -> bool:
        return place not in self.told.not_there and self.told.stands in (None, place)

    def _doubted(self) -> tuple[str, ...]:
        histories = self.histories
        doubted = {path for end in histories.ends(but=1) for path in histories.otherwise(end)}
        return tuple(path for path in self.told.facts if path in doubted)
