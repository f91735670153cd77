"""What the referee makes of tiles that are known by their look alone, without a tag that is read: questions
for people, where the game has a decision that explains them, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Difference, Explanation, Game, Spot, State, Tracking
from companion.table.differences import DifferenceTexts
from companion.table.observation import SeenTable
from companion.table.referee_memory import Differences, GameAnswer, Proposals, RefereeMemory
from companion.table.snapshot import Now


def seen_alike(
    seen: SeenTable, layout: Mapping[str, Spot], texts: DifferenceTexts, tracking: Tracking[State]
) -> dict[str, Spot]:
    """The tiles that lie in a player's area by their look alone, as far as anybody can see."""
    return {
        tile: spot
        for tile, spot in seen.alike.items()
        if tile not in seen.spots and tile not in seen.conflicts and spot.zone in seen.watching
        if texts.is_area(spot.zone) and (tile in layout or tracking.tile(tile) is not None)
    }


def without_strangers_gone(proposals: Proposals, alike: Mapping[str, Spot]) -> Proposals:
    """A tile that lies elsewhere by now may be what it looks like there."""
    kept = frozenset((t, spot) for t, spot in proposals.strangers if alike.get(t, spot) == spot)
    return proposals if kept == proposals.strangers else replace(proposals, strangers=kept)


def differences_by_look(memory: RefereeMemory, layout: Mapping[str, Spot]) -> Differences:
    """The tiles that lie otherwise than the tracker has them, by their look alone."""
    return tuple(
        Difference(tile, layout.get(tile), spot)
        for tile, spot in sorted(memory.alike.items())
        if layout.get(tile) != spot and (tile, spot) not in memory.proposals.strangers
    )


def ask_game_of_looks(
    answer: GameAnswer, game: Game[State], now: Now[State], by_look: Differences
) -> GameAnswer:
    """What the game makes of tiles that are known by their look: of all together, else of the first alone of
    which it makes anything."""
    about = (now.number, by_look, ())
    if answer.about == about:
        return answer
    tries = (by_look, *((one,) for one in by_look)) if len(by_look) > 1 else (by_look,)
    found = (game.tracking.explain(now.state, them) for them in tries if them)
    return GameAnswer(about, next((it for it in found if it.options), Explanation()))


def lies_by_look(difference: Difference, alike: Mapping[str, Spot]) -> bool:
    """Whether a tile whose tag is not read lies where it should, by its look."""
    return difference.seen is None and alike.get(difference.tile) == difference.expected
