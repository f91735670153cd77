"""What players gain by a step beyond what its sentence says, where nobody was asked for it."""

from __future__ import annotations

from companion.games.contract import Move
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _, listed, plural


def without_stated(state: State, step: Move[State]) -> str:
    """For a step made in `state`: "Blue: draws 2 and keeps 1; Red: draws 3 cards". "": nothing came, or each
    step is asked for."""
    if not state.fewer_steps:
        return ""
    after = rounds.play(state, step)
    parts = []
    for seat, empire in enumerate(state.empires):
        if came := _gain_parts(state, after, seat, step):
            parts.append(_("{player}: {what}", player=empire.name, what=listed(came)))
    return "; ".join(parts)


def _gain_parts(before: State, after: State, seat: int, step: Move[State]) -> list[str]:
    counts: dict[str, int] = {}
    for move in after.moves:
        if move.seat == seat:
            counts[move.what] = counts.get(move.what, 0) + move.count
    found = []
    if counts.get("look") and "keep" in counts:
        found.append(_("draws {drawn} and keeps {kept}", drawn=counts["look"], kept=counts["keep"]))
    if (used := counts.get("spend")) and step.player != seat:
        found.append(plural("uses {number} good", "uses {number} goods", used))
    if drawn := counts.get("draw"):
        found.append(plural("draws {number} card", "draws {number} cards", drawn))
    if put := counts.get("good"):
        found.append(plural("{number} good", "{number} goods", put))
    if vp := after.empires[seat].chips - before.empires[seat].chips:
        found.append(_("{number} VP", number=vp))
    placing = after.phase in ("develop", "settle") and (before.round, before.at) != (after.round, after.at)
    if placing and after.progress[seat].done and after.empires[seat].hand:
        found.append(_("can pay for no card"))
    return found
