"""How many touches a round takes where a camera looks on and nobody taps unless asked.

Simulated games. Through each round nobody tells anything; at its end somebody touches "We played on" beside
what the camera cannot explain, answers what is asked, each row of a page that is not as chosen beforehand and
the page's button a touch, and says yes; who names one of a few whole ways has said it. What people would
touch who tell each decision that no camera sees, as they make it, is counted beside it.

    python benchmarks/untapped_evening.py --players 4 --games 2 --slides --no-goods
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from benchmarks.catching_up import Mixed
from companion import games
from companion.catching_up.asked import WhichQuestion
from companion.catching_up.session import CutShort, Nothing, Proposal
from companion.simulation.simulate import SimulatedStep, new_game, steps
from tests.rigs.figures import row
from tests.rigs.truthful import Truthful, same, secrets_before

BEGIN, YES = 1, 1
MOST_PAGES = 12


@dataclass
class Evening:
    """Of all rounds so far. before: touches of people who tell each decision; exact: so many rounds end as
    they did."""

    touches: list[int] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    exact: int = 0


def rounds_of(game: Any, history: list[SimulatedStep]) -> list[list[SimulatedStep]]:
    """The steps of each round; one at whose end answers are secret goes on with the next."""
    found: list[list[SimulatedStep]] = [[]]
    is_open = [not covered for covered in secrets_before(game, history)]
    for n, step in enumerate(history):
        begins = n and game.phase(step.before).round != game.phase(history[n - 1].before).round
        if begins and is_open[n]:
            found.append([])
        found[-1].append(step)
    return found


def told_one_by_one(game: Any, played: list[SimulatedStep], slides: bool) -> int:
    """A touch for each decision that moves no piece in view; where there is one answer, the companion gives
    it. slides: what is slid is in view."""
    layout = game.tracking.layout
    return sum(
        step.decision.player is not None
        and layout(step.before) == layout(step.after)
        and not (slides and game.tracking.slides(step.decision))
        and len(game.options(step.before, step.decision.player)) != 1
        for step in played
    )


def catch_up(game: Any, played: list[SimulatedStep], given: Any, evening: Evening) -> None:
    truth, touches, pages, named = Truthful(game, played), BEGIN, 0, None
    seen = truth.seen(given.players, given.slides, goods=not given.no_goods, copies=given.copies)
    for session, found in truth.catching_up(seen):
        if isinstance(found, Nothing | CutShort | Proposal) or pages == MOST_PAGES:
            if isinstance(found, Proposal):
                evening.exact += same(game, session.histories.reached[found.end].state, truth.end)
            touches += session is not named and YES
            break
        pages += 1
        touches += truth.taps(found)
        named = session if isinstance(found, WhichQuestion) and found.whole else None
    evening.touches.append(touches)
    evening.pages.append(pages)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="new-frontiers")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="no more rounds after so long")
    parser.add_argument("--at-random", type=float, default=0.0, help="the share of decisions made at random")
    parser.add_argument("--slides", action="store_true", help="it also sees action tiles slid")
    parser.add_argument("--no-goods", action="store_true", help="the camera sees no goods")
    parser.add_argument("--copies", action="store_true", help="it also reads tags that several pieces carry")
    given = parser.parse_args()
    game, evening = games.load(given.game), Evening()
    until = time.monotonic() + 60 * given.minutes
    for number in range(given.games):
        rng = Random(f"{given.seed}:{number}")
        begun = new_game(game, given.players, (), rng)
        history = list(steps(game, begun, Mixed(game, given.at_random), rng))
        for played in rounds_of(game, history):
            if time.monotonic() < until:
                evening.before.append(told_one_by_one(game, played, given.slides))
                catch_up(game, played, given, evening)
                print(len(played), evening.before[-1], evening.touches[-1], evening.pages[-1], flush=True)
    how = ", slid tiles seen" if given.slides else ""
    how += ", no goods seen" if given.no_goods else ""
    how += ", copies seen" if given.copies else ""
    how += f", {100 * given.at_random:.0f} % at random" if given.at_random else ""
    row(
        f"{game.title}, {given.players} players{how}",
        rounds=str(len(evening.touches)),
        exact=str(evening.exact),
        touches_a_round=f"{statistics.mean(evening.touches):.1f}",
        told_one_by_one=f"{statistics.mean(evening.before):.1f}",
        pages_a_round=f"{statistics.mean(evening.pages):.1f}",
    )


if __name__ == "__main__":
    main()
