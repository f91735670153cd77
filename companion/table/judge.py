"""The referee's judgement of observations, as pure functions of the observation, the memory and the time.

There are two reasons for which a tile lies elsewhere than the tracker has it. If it lies where it lay when
both last agreed, nobody has moved it: the tracker moved on (a tap, an undo, a virtual draw), and people still
have to move the tile. If it has been moved since, it is evidence of a decision, and the game explains which.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Difference, Explanation, Game, Spot, State, game_at
from companion.table.by_look import (
    ask_game_of_looks,
    differences_by_look,
    lies_by_look,
    seen_alike,
    without_strangers_gone,
)
from companion.table.differences import DifferenceTexts, differences
from companion.table.early import moves_before_turn
from companion.table.observation import ABSENT_SECONDS, SeenTable
from companion.table.referee_memory import (
    Committed,
    Differences,
    EarlyAnswer,
    GameAnswer,
    Proposals,
    RefereeAction,
    RefereeMemory,
    Sightings,
    TileSpots,
    Unexplained,
)
from companion.table.referee_view import Disagreement, Mend, Proposal, RefereeView
from companion.table.slides import explain_slides, left_after
from companion.table.snapshot import Now
from companion.translation import _

CAMERA = "camera"
"""`Entry.by` of what the referee submitted."""
AWAY_SECONDS = 20.0
"""A camera that saw nothing for so long has missed something, if the table lies otherwise then."""


def judge(
    game: Game[State],
    texts: DifferenceTexts,
    now: Now[State],
    seen: SeenTable,
    still: float,
    memory: RefereeMemory,
    time: float,
) -> tuple[RefereeMemory, RefereeView, RefereeAction | None]:
    """Judges one observation. still: seconds since anything moved. time: seconds on the referee's clock."""
    layout = game.tracking.layout(now.state)
    # The layout's tiles are known; only the others are looked up, since this may run 15 times a second.
    tracking = game_at(game, now.state).tracking
    known = {t: spot for t, spot in seen.spots.items() if t in layout or tracking.tile(t) is not None}
    unknown = tuple(sorted(seen.spots.keys() - known.keys()))
    looked = replace(seen, spots=known)
    found = differences(layout, looked)
    sightings = replace(memory.sightings, latest=known)
    if now.number != sightings.entry and seen.watching:
        sightings = replace(sightings, entry=now.number, laid=seen.laid)
    sightings, evidence, unmoved = _separate(sightings, found, looked)
    memory = _heed_absence(memory, now, looked, bool(evidence), time)
    memory = replace(
        memory,
        sightings=sightings,
        answer=_ask_game(memory.answer, game, now, evidence, unmoved),
        proposals=_forget_dismissed(memory.proposals, sightings, looked, found),
    )
    explained = memory.answer.explained
    alike = seen_alike(looked, layout, texts, tracking)
    memory = replace(memory, alike=alike, proposals=without_strangers_gone(memory.proposals, alike))
    view = RefereeView(
        watching=seen.watching,
        to_do=tuple(
            texts.move(d)
            for d in unmoved
            if d.tile not in memory.answer.harmless and not lies_by_look(d, alike)
        ),
        unknown=(*seen.unknown, *unknown),
        conflicts=tuple(texts.tile(t) for t in seen.conflicts),
        trouble=memory.trouble,
    )
    if _was_put_back(memory, now, looked, time):
        return memory, view, RefereeAction(None)
    memory = _propose(memory, game, now, layout, evidence, time, seen.either)
    proposal = memory.proposals.open
    odd = _unexplained(explained, evidence, asked=proposal is not None or now.settings.referee == "off")
    slid = explain_slides(game, now.state, memory.slides)
    if odd and proposal is not None and slid.options and proposal.tiles == slid.covers:
        odd = left_after(game, now.state, slid, odd)
    memory = replace(memory, early=_ask_who_was_early(memory.early, game, now, odd))
    kept = frozenset().union(*(one.tiles for one in memory.early.moves))
    odd = tuple(one for one in odd if one.tile not in kept)
    unexplained = _update_disagreement(memory.unexplained, game, texts, odd, now, still, time)
    memory = replace(memory, unexplained=unexplained)
    disagreement = unexplained.disagreement
    view = replace(view, proposal=proposal, waiting=explained.waiting, disagreement=disagreement)
    early = [texts.waits(one.seat, one.waits_for) for one in memory.early.moves]
    early += [texts.slid(tile) for tile in memory.slides.waiting if tile not in slid.covers]
    view = replace(view, early=tuple(early))
    view = replace(view, came_back=memory.came_back and bool(odd) and disagreement is None)
    # What does not fit may be the rest of a move still being made. Once it has stayed the same for `patience`
    # it is something else (a tag in glare, a resting hand) and no longer delays an unrelated decision.
    waited = time - unexplained.since >= now.settings.patience
    patient = not odd or disagreement is not None or waited
    if proposal and proposal.commits_at is not None and time >= proposal.commits_at and patient:
        return memory, view, RefereeAction(proposal)
    return memory, view, None


def _heed_absence(
    memory: RefereeMemory, now: Now[State], seen: SeenTable, moved: bool, time: float
) -> RefereeMemory:
    """Whether the camera looks again after it saw nothing for long, or for the first time at a game that had
    begun; until the table lies as the tracker has it."""
    if not seen.watching:
        return replace(memory, blind_since=time) if memory.blind_since is None else memory
    began = not memory.sightings.started and now.undo is not None
    blind = memory.blind_since is not None and time - memory.blind_since >= AWAY_SECONDS
    came_back = moved and (memory.came_back or began or blind)
    return replace(memory, came_back=came_back, blind_since=None)


def _separate(
    sightings: Sightings, found: Differences, seen: SeenTable
) -> tuple[Sightings, Differences, Differences]:
    """Separates the tiles that people moved (evidence) from those still to be moved, and remembers where
    tiles agreed."""
    differing = {d.tile for d in found}
    if not sightings.started and seen.watching:
        # In the first observation, a tile that lies elsewhere was put there; a missing one is not laid out
        # yet.
        laid_out = frozenset(d.tile for d in found if d.seen is not None)
        sightings = replace(sightings, started=True, moved=laid_out)
    moved = {d.tile for d in found if d.tile in sightings.moved or d.seen != sightings.agreed.get(d.tile)}
    # A tile out of view tells nothing: what is known of it stays.
    agrees = {t: s for t, s in seen.spots.items() if t not in differing and s.zone in seen.watching}
    gone = {t for t, s in sightings.agreed.items() if t not in seen.spots and s.zone in seen.watching}
    agreed = {t: s for t, s in sightings.agreed.items() if t not in gone - differing} | agrees
    sightings = replace(sightings, agreed=agreed, moved=frozenset(moved))
    unread = {d.tile for d in found if _is_unread(d, agreed.get(d.tile))}
    evidence = (moved | _carried(sightings, seen, differing)) - unread
    return (
        sightings,
        tuple(d for d in found if d.tile in evidence),
        tuple(d for d in found if d.tile not in evidence),
    )


def _is_unread(difference: Difference, agreed: Spot | None) -> bool:
    """Whether a missing tile last agreed with the tracker in another zone than it has it in now: it is on its
    way there, or its tag cannot be read there. Nobody took it from where nobody saw it."""
    if difference.seen is not None or difference.expected is None or agreed is None:
        return False
    return agreed.zone != difference.expected.zone


def _carried(sightings: Sightings, seen: SeenTable, differing: set[str]) -> set[str]:
    """Tiles laid down since the last entry, though back into the same zone: a world drawn again, say."""
    never = 1 << 30
    return {t for t in differing if t in seen.spots and seen.laid.get(t, 0) > sightings.laid.get(t, never)}


def _forget_dismissed(
    proposals: Proposals, sightings: Sightings, seen: SeenTable, found: Differences
) -> Proposals:
    """Tiles put back after their proposal was turned down: the same move is proposed again."""
    if proposals.dismissed is None:
        return proposals
    moved = sightings.moved | _carried(sightings, seen, {d.tile for d in found})
    if any(tile in moved for tile, _spot in proposals.dismissed[2]):
        return proposals
    return replace(proposals, dismissed=None)


def _ask_game(
    answer: GameAnswer, game: Game[State], now: Now[State], evidence: Differences, unmoved: Differences
) -> GameAnswer:
    """The game's explanation of the tiles. It may try every option to explain one, so it is asked only once
    about the same tiles."""
    about = (now.number, evidence, unmoved)
    if answer.about == about:
        return answer
    return GameAnswer(
        about,
        game.tracking.explain(now.state, evidence) if evidence else Explanation(),
        game.tracking.explain(now.state, unmoved).tolerated if unmoved else frozenset(),
    )


def _ask_who_was_early(
    answer: EarlyAnswer, game: Game[State], now: Now[State], odd: Differences
) -> EarlyAnswer:
    """The moves before their turn among what no decision explains; tried once about the same tiles."""
    about = (now.number, odd)
    if answer.about == about:
        return answer
    return EarlyAnswer(about, moves_before_turn(game, now.state, odd) if odd else ())


def _was_put_back(memory: RefereeMemory, now: Now[State], seen: SeenTable, time: float) -> bool:
    """Whether somebody put the tiles back right after the camera submitted a decision from them."""
    last, explained = memory.committed, memory.answer.explained
    if last is None or last.number != now.number or time - last.at > now.settings.second_thoughts:
        return False
    if last.before and all(tile in memory.slides.pieces for tile in last.before):
        return not any(memory.slides.is_out(tile) for tile in last.before)
    if explained.options and explained.covers >= last.before.keys() and not any(last.before.values()):
        return False  # drawn, and by the next decision back in the bag: people look quickly
    return bool(last.before) and all(
        seen.spots.get(tile) == spot and tile in memory.sightings.moved for tile, spot in last.before.items()
    )


def _propose(
    memory: RefereeMemory,
    game: Game[State],
    now: Now[State],
    layout: Mapping[str, Spot],
    evidence: Differences,
    time: float,
    either: tuple[frozenset[str], ...],
) -> RefereeMemory:
    """With what is proposed: what explains where tags lie, else what was slid, else what explains tiles told
    by their look."""
    explained = memory.answer.explained
    slid = Explanation() if explained.options else explain_slides(game, now.state, memory.slides)
    if slid.options:
        spots = memory.sightings.latest
        evidence = tuple(Difference(tile, None, spots.get(tile)) for tile in slid.covers)
        return replace(memory, proposals=_update_proposal(memory.proposals, slid, evidence, now, time))
    by_look = () if explained.options or explained.waiting else differences_by_look(memory, layout, either)
    memory = replace(memory, by_look=ask_game_of_looks(memory.by_look, game, now, by_look, either))
    if explained.options:
        proposals = _update_proposal(memory.proposals, explained, evidence, now, time)
    else:
        proposals = _update_proposal(
            memory.proposals, memory.by_look.explained, by_look, now, time, by_look=True
        )
    return replace(memory, proposals=proposals)


def _update_proposal(
    proposals: Proposals,
    explained: Explanation,
    evidence: Differences,
    now: Now[State],
    time: float,
    by_look: bool = False,
) -> Proposals:
    """by_look: of tiles whose tags are not read; it waits for a person, whatever the settings say."""
    options = explained.options if now.settings.referee != "off" else ()
    decisions = tuple(option.decision for option in options)
    if not options or proposals.dismissed == (now.number, decisions, _spots(evidence, explained.covers)):
        return replace(proposals, open=None)
    old, count = proposals.open, proposals.count
    same = (
        old is not None
        and (old.number, old.by_look) == (now.number, by_look)
        and tuple(o.decision for o in old.options) == decisions
    )
    if same and old is not None:
        proposal = replace(old, options=options, tiles=explained.covers)
    else:
        count += 1
        proposal = Proposal(
            f"{now.number}.{count}", now.number, options, explained.covers, time, None, by_look
        )
    by_itself = now.settings.referee == "by itself" and len(options) == 1 and proposal.id != proposals.held
    if options[0].decision.player is None and now.settings.draws != "camera":
        by_itself = False  # a draw that people chose to enter otherwise
    by_itself = by_itself and not by_look
    moment = now.settings.moment
    if explained.covers and all(d.seen is None for d in evidence if d.tile in explained.covers):
        moment = max(0.0, moment - ABSENT_SECONDS)  # they were away for so long before it was said
    commits_at = proposal.since + moment if by_itself else None
    return replace(proposals, count=count, open=replace(proposal, commits_at=commits_at))


def _unexplained(explained: Explanation, evidence: Differences, asked: bool) -> Differences:
    left = tuple(d for d in evidence if d.tile not in explained.tolerated)
    if explained.options and not asked:  # a person said that it was none of these
        return left
    if explained.waiting and not explained.covers and not explained.options:
        return ()
    return tuple(d for d in left if d.tile not in explained.covers)


def _update_disagreement(
    unexplained: Unexplained,
    game: Game[State],
    texts: DifferenceTexts,
    odd: Differences,
    now: Now[State],
    still: float,
    time: float,
) -> Unexplained:
    if not odd:
        return Unexplained()
    spots, old = _spots(odd, frozenset(d.tile for d in odd)), unexplained.disagreement
    if spots != unexplained.spots:
        unexplained = replace(unexplained, spots=spots, since=time)
    patience = now.settings.patience
    if old is None and not (still >= patience and time - unexplained.since >= patience):
        return unexplained
    if old is not None and old.differences == odd:
        return unexplained
    disagreement = Disagreement(
        odd,
        tuple(texts.tile(d.tile) for d in odd),
        tuple(texts.differ(d) for d in odd),
        (Mend("move", texts.moves(odd)), _tracker_mend(game, texts, odd, now)),
        old.since if old else time,
    )
    return replace(unexplained, disagreement=disagreement)


def _tracker_mend(game: Game[State], texts: DifferenceTexts, odd: Differences, now: Now[State]) -> Mend:
    """How the tracker can give way: undo, when the table is as it was before the last step; else correct."""
    before = now.before
    if before is not None and now.undo is not None:
        layout = game.tracking.layout(before)
        if all(layout.get(d.tile) == d.seen for d in odd):
            return Mend("undo", _("Undo: {what}.", what=now.undo))
    tiles = {d.tile for d in odd}
    paths = tuple(path for path in game.fact_values(now.state) if tiles & set(path.split("/")))
    names = ", ".join(texts.tile(d.tile) for d in odd)
    return Mend("correct", _("Correct what the companion has of {tiles}.", tiles=names), paths)


def _spots(found: Differences, tiles: frozenset[str]) -> TileSpots:
    return frozenset((d.tile, d.seen) for d in found if d.tile in tiles)


def after_commit(
    memory: RefereeMemory, game: Game[State], proposal: Proposal, state: State, number: int, time: float
) -> RefereeMemory:
    """The memory after a proposal's decision led from `state` to entry `number`. Its tiles are no longer
    evidence: where the decision leaves them elsewhere, moving them is still to do, and an undo stands."""
    layout, sightings = game.tracking.layout(state), memory.sightings
    agreed = {t: s for t, s in sightings.agreed.items() if t not in proposal.tiles}
    agreed |= {t: sightings.latest[t] for t in proposal.tiles if t in sightings.latest}
    before = {tile: layout.get(tile) for tile in proposal.tiles}
    return replace(
        memory,
        sightings=replace(sightings, agreed=agreed, moved=sightings.moved - proposal.tiles),
        proposals=replace(memory.proposals, open=None),
        trouble="",
        committed=Committed(number, time, before),
    )


def after_sleep(memory: RefereeMemory, asleep: float, time: float) -> RefereeMemory:
    """The memory when the first picture comes after nobody looked from `asleep` on: what was waited for
    begins anew with it."""
    proposal = memory.proposals.open
    again = None if proposal is None else replace(proposal, since=time)
    return replace(
        memory,
        blind_since=asleep,
        proposals=replace(memory.proposals, open=again),
        unexplained=replace(memory.unexplained, since=time),
    )


def after_dismissal(memory: RefereeMemory, proposal: Proposal) -> RefereeMemory:
    """The memory after a person said that it was none of these: the same is not proposed again."""
    if proposal.by_look:
        strangers = frozenset((t, memory.alike.get(t)) for t in proposal.tiles)
        left = replace(memory.proposals, open=None, strangers=memory.proposals.strangers | strangers)
        return replace(memory, proposals=left)
    if proposal.tiles and all(tile in memory.slides.pieces for tile in proposal.tiles):
        left = replace(memory.proposals, open=None)
        return replace(memory, proposals=left, slides=memory.slides.without(proposal.tiles))
    spots = frozenset((t, memory.sightings.latest.get(t)) for t in proposal.tiles)
    decisions = tuple(o.decision for o in proposal.options)
    dismissed = (proposal.number, decisions, spots)
    return replace(memory, proposals=replace(memory.proposals, open=None, dismissed=dismissed))
