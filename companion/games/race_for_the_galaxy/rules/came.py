"""What a step brings beyond what its sentence says, so that hands know what to do."""

from __future__ import annotations

from companion.games.contract import Move
from companion.games.race_for_the_galaxy.rules import telling, to_do
from companion.games.race_for_the_galaxy.rules.race_move import RaceMove
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.wording import deeds
from companion.translation import _, in_turn, listed, plural


def without_stated(state: State, step: Move[State]) -> str:
    """For a step made in `state`: "Blue: discards 2 cards; Red: places Public Works, discards 1 card". "":
    nothing came."""
    if state.before_editions and not state.fewer_steps:
        return ""
    after = telling.play(state, step)
    if after.pending not in (None, telling.ONWARD):
        return ""
    shown, names = after.shown, step.names if isinstance(step, RaceMove) else ()
    parts = []
    for seat, empire in enumerate(state.empires):
        if state.before_editions:
            came = _counts_of_before(state, after, seat, step)
        else:
            brought = to_do.brought(state, after, step, seat)
            came = to_do.words(shown, brought, names if step.player == seat else ())
        if state.fewer_steps and _can_pay_for_none(state, after, seat):
            came.append(_("can pay for no card"))
        if came:
            parts.append(_("{player}: {what}", player=empire.name, what=listed(came)))
    return in_turn(parts)


def _counts_of_before(before: State, after: State, seat: int, step: Move[State]) -> list[str]:
    """What a table said that was begun before a table said its edition: only counts, and no payments."""
    counts: dict[str, int] = {}
    for move in after.moves:
        if move.seat == seat:
            counts[move.what] = counts.get(move.what, 0) + move.count
    found = []
    if counts.get("look") and "keep" in counts:
        found += [deeds.draw(counts["look"], own=False), deeds.keep(counts["keep"], own=False)]
    if (used := counts.get("spend")) and step.player != seat:
        found.append(plural("uses {number} good", "uses {number} goods", used))
    if drawn := counts.get("draw"):
        found.append(deeds.draw(drawn, own=False))
    if put := counts.get("good"):
        found.append(plural("lays {number} good", "lays {number} goods", put))
    if vp := after.empires[seat].chips - before.empires[seat].chips:
        found.append(deeds.gain_vp(vp, own=False))
    return found


def _can_pay_for_none(before: State, after: State, seat: int) -> bool:
    """Whether this player is not asked for a card in the phase that begins."""
    placing = after.phase in ("develop", "settle") and (before.round, before.at) != (after.round, after.at)
    return bool(placing and after.progress[seat].done and after.empires[seat].hand)
