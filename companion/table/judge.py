"""What the referee thinks: from one look at the table to the next, pure, with the time handed in.

A tile that lies otherwise than the tracker has it is one of two things. If it lies where it last lay in
agreement, nobody has moved it: the tracker moved on (a tap, an undo, a virtual draw), and moving the tile
is still to do. If it has been moved since, it is evidence of a decision, and the game explains it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.contract import Decision, Difference, Explanation, Game, Spot
from companion.table.differences import Speaker, differences
from companion.table.observation import SeenTable
from companion.table.referee_view import Disagreement, Mend, Proposal, RefereeView
from companion.table.snapshot import Now
from companion.translation import _

CAMERA = "camera"
"""Who told an entry (`Entry.by`) that the referee submitted."""


@dataclass(frozen=True)
class Committed:
    """The camera's last decision: entry, time, what the tiles said before it, and the proposal's id."""

    number: int
    at: float
    before: Mapping[str, Spot | None]


@dataclass(frozen=True)
class Mind:
    """What the referee remembers. looked: what was last seen. settled: where each tile last lay in agreement.
    moved: tiles that were seen elsewhere since. laid: how often each tile had been laid down by entry `at`.
    held: the proposal that a person has touched.
    explained: what the game said of `asked`: an entry's number, what people moved, and what they have not
    moved yet; of the latter only what is harmless counts."""

    looked: Mapping[str, Spot] = field(default_factory=dict)
    settled: Mapping[str, Spot] = field(default_factory=dict)
    moved: frozenset[str] = frozenset()
    laid: Mapping[str, int] = field(default_factory=dict)
    at: int = 0
    started: bool = False
    proposal: Proposal | None = None
    count: int = 0
    held: str | None = None
    asked: tuple[int, tuple[Difference, ...], tuple[Difference, ...]] | None = None
    explained: Explanation = field(default_factory=Explanation)
    harmless: frozenset[str] = frozenset()
    dismissed: tuple[int, tuple[Decision, ...], frozenset[tuple[str, Spot | None]]] | None = None
    odd: frozenset[tuple[str, Spot | None]] = frozenset()
    odd_since: float = 0.0
    disagreement: Disagreement | None = None
    committed: Committed | None = None
    trouble: str = ""


@dataclass(frozen=True)
class Act:
    """What the referee does now: take the proposal's option, or (None) take its last decision back."""

    proposal: Proposal | None


def judge(
    game: Game[Any], speaker: Speaker, now: Now[Any], seen: SeenTable, still: float, mind: Mind, time: float
) -> tuple[Mind, RefereeView, Act | None]:
    """One look. still: seconds since anything moved, by now. time: seconds on the referee's clock."""
    layout = game.tracking.layout(now.state)
    # What the layout has is known; only the others are asked for, fifteen times a second as it may be.
    known = {t: spot for t, spot in seen.spots.items() if t in layout or game.tracking.tile(t) is not None}
    strange = tuple(sorted(seen.spots.keys() - known.keys()))
    looked = replace(seen, spots=known)
    found = differences(layout, looked)
    if now.number != mind.at and seen.watching:
        mind = replace(mind, at=now.number, laid=seen.laid)
    mind, evidence, unmoved = _sort(replace(mind, looked=known), found, looked)
    mind = _ask(mind, game, now, evidence, unmoved)
    explained = mind.explained
    view = RefereeView(
        watching=seen.watching,
        to_do=tuple(speaker.move(d) for d in unmoved if d.tile not in mind.harmless),
        unknown=(*seen.unknown, *strange),
        conflicts=tuple(speaker.tile(t) for t in seen.conflicts),
        trouble=mind.trouble,
    )
    if _thought_better(mind, explained, now, looked, time):
        return mind, view, Act(None)
    mind = _propose(mind, explained, evidence, now, time)
    proposal = mind.proposal
    odd = _unexplained(explained, evidence, asked=proposal is not None or now.settings.referee == "off")
    mind = _disagree(mind, game, speaker, odd, now, looked, still, time)
    view = replace(view, proposal=proposal, waiting=explained.waiting, disagreement=mind.disagreement)
    # What does not fit may be the rest of a move still being made; once it has stayed the same for a while it
    # is something else (a tag in glare, a hand that rests), and holds back no decision that it is no part of.
    waited = time - mind.odd_since >= now.settings.patience
    patient = not odd or mind.disagreement is not None or waited
    if proposal and proposal.commits_at is not None and time >= proposal.commits_at and patient:
        return mind, view, Act(proposal)
    return mind, view, None


def _sort(
    mind: Mind, found: tuple[Difference, ...], seen: SeenTable
) -> tuple[Mind, tuple[Difference, ...], tuple[Difference, ...]]:
    """Parts what people moved (evidence) from what they have not moved yet, and remembers agreement."""
    differing = {d.tile for d in found}
    if not mind.started and seen.watching:
        # At the first look, what lies elsewhere was put there; what is missing is not laid out yet.
        mind = replace(mind, started=True, moved=frozenset(d.tile for d in found if d.seen is not None))
    moved = {d.tile for d in found if d.tile in mind.moved or d.seen != mind.settled.get(d.tile)}
    # A tile out of view neither agrees nor differs: what was known of it stays.
    agreed = {t: s for t, s in seen.spots.items() if t not in differing and s.zone in seen.watching}
    gone = {t for t, s in mind.settled.items() if t not in seen.spots and s.zone in seen.watching}
    settled = {t: s for t, s in mind.settled.items() if t not in gone - differing} | agreed
    mind = replace(mind, settled=settled, moved=frozenset(moved))
    # Carried since the last entry, though back into the same zone: a world that was drawn again, say.
    moved |= {t for t in differing if t in seen.spots and seen.laid.get(t, 0) > mind.laid.get(t, 1 << 30)}
    if mind.dismissed and not any(tile in moved for tile, _ in mind.dismissed[2]):
        mind = replace(mind, dismissed=None)  # put back: the same move is a new word
    return mind, tuple(d for d in found if d.tile in moved), tuple(d for d in found if d.tile not in moved)


def _ask(
    mind: Mind,
    game: Game[Any],
    now: Now[Any],
    evidence: tuple[Difference, ...],
    unmoved: tuple[Difference, ...],
) -> Mind:
    """The game's word on the tiles. It may try every option to explain one, so it is asked once about the
    same tiles and not again each second."""
    if mind.asked == (now.number, evidence, unmoved):
        return mind
    return replace(
        mind,
        asked=(now.number, evidence, unmoved),
        explained=game.tracking.explain(now.state, evidence) if evidence else Explanation(),
        harmless=game.tracking.explain(now.state, unmoved).tolerated if unmoved else frozenset(),
    )


def _thought_better(mind: Mind, explained: Explanation, now: Now[Any], seen: SeenTable, time: float) -> bool:
    """True when somebody put the tiles back right after the camera told a decision of them."""
    last = mind.committed
    if last is None or last.number != now.number or time - last.at > now.settings.second_thoughts:
        return False
    if explained.options and explained.covers >= last.before.keys() and not any(last.before.values()):
        return False  # drawn, and by the next decision back in the bag: people look quickly
    return bool(last.before) and all(
        seen.spots.get(tile) == spot and tile in mind.moved for tile, spot in last.before.items()
    )


def _propose(
    mind: Mind, explained: Explanation, evidence: tuple[Difference, ...], now: Now[Any], time: float
) -> Mind:
    options = explained.options if now.settings.referee != "off" else ()
    if not options:
        return replace(mind, proposal=None)
    decisions = tuple(option.decision for option in options)
    said = (now.number, decisions, _spots(evidence, explained.covers))
    if mind.dismissed == said:
        return replace(mind, proposal=None)
    old = mind.proposal
    same = (
        old is not None and old.number == now.number and tuple(o.decision for o in old.options) == decisions
    )
    if same and old is not None:
        proposal = replace(old, options=options, tiles=explained.covers)
    else:
        mind = replace(mind, count=mind.count + 1)
        proposal = Proposal(f"{now.number}.{mind.count}", now.number, options, explained.covers, time, None)
    by_itself = now.settings.referee == "by itself" and len(options) == 1 and proposal.id != mind.held
    if options[0].decision.player is None and now.settings.draws != "camera":
        by_itself = False  # a draw that people chose to tell otherwise
    commits_at = proposal.since + now.settings.moment if by_itself else None
    return replace(mind, proposal=replace(proposal, commits_at=commits_at))


def _unexplained(
    explained: Explanation, evidence: tuple[Difference, ...], asked: bool
) -> tuple[Difference, ...]:
    left = tuple(d for d in evidence if d.tile not in explained.tolerated)
    if explained.options and not asked:  # a person said that it was none of these
        return left
    if explained.waiting and not explained.covers and not explained.options:
        return ()
    return tuple(d for d in left if d.tile not in explained.covers)


def _disagree(
    mind: Mind,
    game: Game[Any],
    speaker: Speaker,
    odd: tuple[Difference, ...],
    now: Now[Any],
    seen: SeenTable,
    still: float,
    time: float,
) -> Mind:
    if not odd:
        return replace(mind, odd=frozenset(), disagreement=None)
    spots = _spots(odd, frozenset(d.tile for d in odd))
    if spots != mind.odd:
        mind = replace(mind, odd=spots, odd_since=time)
    patience = now.settings.patience
    begun = mind.disagreement is not None
    if not begun and not (still >= patience and time - mind.odd_since >= patience):
        return mind
    if mind.disagreement is not None and mind.disagreement.differences == odd:
        return mind
    disagreement = Disagreement(
        odd,
        tuple(speaker.tile(d.tile) for d in odd),
        tuple(speaker.differ(d) for d in odd),
        (Mend("move", speaker.moves(odd)), _tracker_mend(game, speaker, odd, now)),
        mind.disagreement.since if mind.disagreement else time,
    )
    return replace(mind, disagreement=disagreement)


def _tracker_mend(game: Game[Any], speaker: Speaker, odd: tuple[Difference, ...], now: Now[Any]) -> Mend:
    """How the tracker can give way: undo, when the table is as it was before the last step; else correct."""
    before = now.before
    if before is not None and now.undo is not None:
        layout = game.tracking.layout(before)
        if all(layout.get(d.tile) == d.seen for d in odd):
            return Mend("undo", _("Undo: {what}.", what=now.undo))
    tiles = {d.tile for d in odd}
    paths = tuple(f.path for f in game.facts(now.state) if tiles & set(f.path.split("/")))
    names = ", ".join(speaker.tile(d.tile) for d in odd)
    return Mend("correct", _("Correct what the tracker holds of {tiles}.", tiles=names), paths)


def _spots(found: tuple[Difference, ...], tiles: frozenset[str]) -> frozenset[tuple[str, Spot | None]]:
    return frozenset((d.tile, d.seen) for d in found if d.tile in tiles)


def untold(mind: Mind) -> Mind:
    """The mind without the words it keeps, so that one more look says all in the language that holds then."""
    disagreement = mind.disagreement
    return replace(
        mind,
        asked=None,
        disagreement=None if disagreement is None else replace(disagreement, differences=()),
    )


def committed(mind: Mind, game: Game[Any], proposal: Proposal, state: Any, number: int, time: float) -> Mind:
    """The mind after a proposal's decision led from `state` to entry `number`. Its tiles are no evidence any
    more: if the decision wants them to lie otherwise still, that is to do, and an undo is not argued with."""
    layout = game.tracking.layout(state)
    spots = dict(mind.looked)
    settled = {t: s for t, s in mind.settled.items() if t not in proposal.tiles}
    settled |= {t: spots[t] for t in proposal.tiles if t in spots}
    before = {tile: layout.get(tile) for tile in proposal.tiles}
    return replace(
        mind,
        settled=settled,
        moved=mind.moved - proposal.tiles,
        proposal=None,
        trouble="",
        committed=Committed(number, time, before),
    )


def dismissed(mind: Mind, proposal: Proposal) -> Mind:
    """The mind after a person said that it was none of these; the same is not proposed again."""
    spots = frozenset((t, mind.looked.get(t)) for t in proposal.tiles)
    decisions = tuple(o.decision for o in proposal.options)
    return replace(mind, proposal=None, dismissed=(proposal.number, decisions, spots))
