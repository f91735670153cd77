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


def differences_by_look(
    memory: RefereeMemory, layout: Mapping[str, Spot], either: tuple[frozenset[str], ...] = ()
) -> Differences:
    """The tiles that lie otherwise than the tracker has them, by their look alone. either: groups of which
    one lies there: where the tracker has one of them there, it is that one."""
    placed = {tile for tile, spot in memory.alike.items() if layout.get(tile) == spot}
    known = frozenset(tile for group in either if group & placed for tile in group)
    return tuple(
        Difference(tile, layout.get(tile), spot)
        for tile, spot in sorted(memory.alike.items())
        if layout.get(tile) != spot and tile not in known
        if (tile, spot) not in memory.proposals.strangers
    )


def ask_game_of_looks(
    answer: GameAnswer,
    game: Game[State],
    now: Now[State],
    by_look: Differences,
    either: tuple[frozenset[str], ...] = (),
) -> GameAnswer:
    """What the game makes of tiles that are known by their look: of all together, else of the first alone of
    which it makes anything; of a group of which one lies there, what each would mean."""
    about = (now.number, by_look, tuple(d for d in by_look if any(d.tile in group for group in either)))
    if answer.about == about:
        return answer
    single = tuple(d for d in by_look if d not in about[2])
    tries = (single, *((one,) for one in single)) if len(single) > 1 else (single,)
    found = [game.tracking.explain(now.state, them) for them in tries if them]
    found += [_each(game, now, tuple(d for d in about[2] if d.tile in group)) for group in either]
    return GameAnswer(about, next((it for it in found if it.options), Explanation()))


def _each(game: Game[State], now: Now[State], group: Differences) -> Explanation:
    """What each of these would mean, were it the one that lies there: a person says which."""
    found = [game.tracking.explain(now.state, (one,)) for one in group]
    options = {option.decision: option for it in found for option in it.options}
    return Explanation(tuple(options.values()), frozenset(tile for it in found for tile in it.covers))


def lies_by_look(difference: Difference, alike: Mapping[str, Spot]) -> bool:
    """Whether a tile whose tag is not read lies where it should, by its look."""
    return difference.seen is None and alike.get(difference.tile) == difference.expected
