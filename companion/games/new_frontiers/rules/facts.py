"""Every fact that a person may overrule, by its path: what it is now and what it may become.

Places and players are named in words ("explored by green"), which stand in journals: `Fact.said` has them
in the language that holds.

    round, last-round, turn            how far the game is
    track/SEAT/DISK                    a disk's place on the priority track, 1 in front
    action/NAME, produce-credits       who selected an action tile; the credits on Produce
    credits/SEAT, chips/SEAT, colonists/SEAT       an empire's (colonists: those on no colony)
    done/SEAT                          the player's part of the action being done
    home/SEAT, settled-colonists/SEAT/WORLD, good/SEAT/WORLD
    development/SEAT/ID, world/ID, goal/ID         where a tile is
    side/STACK                         which side of a development with two is in play
    stockpile-credits/SEAT, stockpile-goods/SEAT/KIND
    by-hand/SEAT/TILE                  VP that people counted for a "?" that the language does not know
    supply/vp, supply/colonists, supply/goods/KIND, supply/development/ID

`corrections.py` carries a correction out; `checks.py` says what does not add up after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.contract import Fact
from companion.games.new_frontiers.rules.course_facts import (
    action_facts,
    done_facts,
    last_round_facts,
    produce_credits_facts,
    round_facts,
    track_facts,
    turn_facts,
)
from companion.games.new_frontiers.rules.empire_facts import (
    by_hand_facts,
    chips_facts,
    colonists_facts,
    credits_facts,
    development_facts,
    good_facts,
    home_facts,
    settled_colonists_facts,
    stockpile_credits_facts,
    stockpile_goods_facts,
)
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.tile_facts import goal_facts, side_facts, supply_facts, world_facts


def facts(state: State) -> tuple[Fact, ...]:
    """Everything that may be overruled now. What lies face down is listed without telling what it is."""
    return tuple(fact for lister in _LISTERS.values() for fact in lister(state))


def find(state: State, path: str) -> Fact | None:
    """The fact at `path`; None: there is no such fact now."""
    lister = _LISTERS.get(path.split("/")[0])
    return next((fact for fact in lister(state) if fact.path == path), None) if lister else None


_LISTERS: dict[str, Callable[[State], Iterator[Fact]]] = {
    "round": round_facts,
    "last-round": last_round_facts,
    "turn": turn_facts,
    "done": done_facts,
    "track": track_facts,
    "action": action_facts,
    "produce-credits": produce_credits_facts,
    "credits": credits_facts,
    "chips": chips_facts,
    "colonists": colonists_facts,
    "home": home_facts,
    "settled-colonists": settled_colonists_facts,
    "good": good_facts,
    "development": development_facts,
    "stockpile-credits": stockpile_credits_facts,
    "stockpile-goods": stockpile_goods_facts,
    "by-hand": by_hand_facts,
    "world": world_facts,
    "goal": goal_facts,
    "side": side_facts,
    "supply": supply_facts,
}
