"""What hands have to do at the table: cards to place, discard and draw, goods to move, VP to take.

It stays with a player from the step that brought it until that player answers again: who answers has done it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from companion.games.race_for_the_galaxy.rules.state import Move, State, ToDo
from companion.games.race_for_the_galaxy.wording.names import kind_name
from companion.translation import _, listed, plural

NOTHING = ToDo()


def after(before: State, state: State, by: int | None) -> tuple[ToDo, ...]:
    """Each player's, after a step of the player `by` that led from `before` to `state`."""
    found = []
    for seat, empire in enumerate(state.empires):
        left = before.to_do[seat] if before.to_do and seat != by else NOTHING
        new = tuple([move for move in state.moves if move.seat == seat])
        vp = empire.chips - before.empires[seat].chips
        found.append(ToDo((*left.moves, *new), left.vp + vp) if new or vp else left)
    return tuple(found)


def words(state: State, to_do: ToDo, named: Collection[str] = ()) -> list[str]:
    """In words that go on from the player's name: "places Public Works", "discards 2 cards". named: the cards
    that have been named already, whose placing or goods are left out."""
    parts = [*_placed(state, to_do.moves, named)]
    counts: Counter[str] = Counter()
    for move in to_do.moves:
        counts[move.what] += move.count
    if paid := counts["pay"]:
        parts.append(plural("discards {number} card", "discards {number} cards", paid))
    for move in to_do.moves:
        if move.what == "drop":
            parts.append(_("discards {card}", card=state.card(move.card).name))
    parts += _goods_taken(state, to_do.moves, named)
    if counts["look"] and any(move.what == "keep" for move in to_do.moves):
        parts.append(_("draws {drawn} and keeps {kept}", drawn=counts["look"], kept=counts["keep"]))
    if drawn := counts["draw"]:
        parts.append(plural("draws {number} card", "draws {number} cards", drawn))
    laid = [state.card(move.card).name for move in to_do.moves if move.what == "good"]
    if laid:
        parts.append(_("a good on {worlds}", worlds=listed(laid)))
    if to_do.vp:
        parts.append(_("{number} VP", number=to_do.vp))
    return parts


def _placed(state: State, moves: Sequence[Move], named: Collection[str]) -> list[str]:
    return [
        _("places {card}", card=state.card(move.card).name)
        for move in moves
        if move.what == "place" and move.card not in named
    ]


def _goods_taken(state: State, moves: Sequence[Move], named: Collection[str]) -> list[str]:
    """Each good with its world and the power that takes it."""
    parts = []
    for move in moves:
        if move.what != "spend" or move.card in named:
            continue
        world = state.card(move.card)
        kind = kind_name(world.kind) if world.kind else ""
        if move.by == move.card:
            parts.append(_("uses {kind} from {world} by its own power", kind=kind, world=world.name))
        elif move.by:
            power = state.card(move.by).name
            parts.append(_("uses {kind} from {world} for {card}", kind=kind, world=world.name, card=power))
        else:
            parts.append(_("sells {kind} from {world}", kind=kind, world=world.name))
    return parts
