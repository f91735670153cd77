"""One catching up: it thinks for a while, asks what tells most, and proposes what is left.

Pure but for the processor time that it is given. Each answer begins another one, with all that was told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic

from companion.catching_up.evidence import Seen, Told
from companion.catching_up.histories import LOOSER, Histories, Way
from companion.catching_up.telling_apart import MOST_FACTS, Candidates, FactQuestion, TellingApart, fact_key
from companion.games.contract import Decision, Game, S

FIRST_SECONDS = 0.5
"""Until it may ask where play stands; and between two questions."""
NEXT_SECONDS = 1.5
COME_BACK_SECONDS = 0.5
"""For ways that pass the place where play stands now, once those that do not are found."""
MOST_SECONDS = 20.0


@dataclass(frozen=True)
class Proposal:
    """What was done meanwhile: the ways in the graph, in their order; none: nothing. end: the state's number
    in the graph."""

    ways: tuple[Way, ...]
    end: int

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(way.decision for way in self.ways)


@dataclass(frozen=True)
class Nothing:
    """No history agrees. doubted: the paths of the told facts without one of which there would be one."""

    doubted: tuple[str, ...] = ()


Found = Proposal | TellingApart | Nothing


class Session(Generic[S]):
    """Catching up from `begun` to what is `seen`, with all that was told so far."""

    def __init__(self, game: Game[S], begun: S, seen: Seen, told: Told | None = None) -> None:
        self.game, self.begun, self.seen = game, begun, seen
        self.histories = Histories(game, begun, seen, told)
        self.spent = 0.0

    @property
    def told(self) -> Told:
        return self.histories.told

    # --- what it comes to

    def think(self) -> Found:
        """On with the search until something may be asked or proposed."""
        histories = self.histories
        while True:
            seconds = NEXT_SECONDS if self.told.stands or self.told.decided else FIRST_SECONDS
            complete = histories.grow(seconds)
            self.spent += seconds
            if complete and histories.bounds.leaves_once and histories.ends():
                histories.may_come_back()
                histories.grow(COME_BACK_SECONDS)
            ends, beyond = histories.ends(), [] if complete else histories.beyond()
            if not ends and complete:
                looser = LOOSER.index(histories.bounds) + 1
                if looser == len(LOOSER):
                    return self._nothing()
                bounds = LOOSER[looser]
                histories = self.histories = Histories(self.game, self.begun, self.seen, self.told, bounds)
                continue
            found = self._found(ends, beyond, complete)
            if found is not None:
                return found
            if self.spent >= MOST_SECONDS:
                return Nothing()

    def _found(self, ends: list[int], beyond: list[int], complete: bool) -> Found | None:
        if complete and len(ends) == 1:
            return self._proposal(ends[0])
        candidates = Candidates(self.histories, ends, beyond)
        if complete and 0 < len(ends) <= MOST_FACTS and not candidates.differing():
            return self._proposal(candidates.ends[0])  # they differ in what nobody sees
        question = candidates.which(complete) or candidates.question(facts=complete)
        if question is not None:
            return question
        if complete or self.spent >= MOST_SECONDS:  # the ends differ in nothing that anybody could say
            return self._proposal(candidates.ends[0]) if ends else None
        return None

    def _proposal(self, end: int) -> Found:
        checked = self._check(end)
        return checked or Proposal(self.histories.way_to(end), end)

    def _check(self, end: int) -> Found | None:
        """Something more to ask where one number that was told decided alone: a wrong one would lead to
        another end, and nothing would show it."""
        told, histories = self.told, self.histories
        others: set[int] = set()
        for path in told.facts:
            histories.told = replace(told, facts={p: v for p, v in told.facts.items() if p != path})
            others.update(histories.ends())
        histories.told = told
        others.discard(end)
        if not others:
            return None
        candidates = Candidates(histories, (end, *others), ())
        mine = {f.path: f.value for f in self.game.facts(self.game.view(histories.reached[end].state, None))}
        best: tuple[float, FactQuestion] | None = None
        for fact, shares in candidates.differing().items():
            if fact.path in told.facts or fact.path not in mine or fact_key(fact.path) in told.passed:
                continue
            apart = sum(weight for value, weight in shares.items() if value != mine[fact.path])
            apart *= 1.0 if fact.choices else 0.8
            if best is None or apart > best[0]:
                best = apart, FactQuestion(fact, tuple(shares))
        return None if best is None else best[1]

    def _nothing(self) -> Nothing:
        told, histories = self.told, self.histories
        doubted = []
        for path in told.facts:
            histories.told = replace(told, facts={p: v for p, v in told.facts.items() if p != path})
            if histories.ends():
                doubted.append(path)
        histories.told = told
        return Nothing(tuple(doubted))
