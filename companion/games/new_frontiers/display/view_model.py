"""The view model of the game's own pages: templates compute nothing themselves.

`page(state, player)` is all that templates/ reads. Every number that a rule makes is a Tally.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract import Option
from companion.games.new_frontiers.display import correction_marks, legend
from companion.games.new_frontiers.display.answer_view import AnswerView, plain_answer, tile_answer
from companion.games.new_frontiers.display.empire_view import (
    EmpireView,
    SeatView,
    empire_view,
    powers_by_hand,
    score_of,
)
from companion.games.new_frontiers.display.gauges import gauges
from companion.games.new_frontiers.display.tile_svg import draw, said, sign
from companion.games.new_frontiers.display.tile_view import (
    PlacedTile,
    TileView,
    distinguish,
    tile_view,
)
from companion.games.new_frontiers.rules.fact_values import with_goals
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.powers import KINDS
from companion.games.new_frontiers.wording.names import (
    good_name,
    goods_in_words,
    kind_letter,
)
from companion.translation import _, marked, plural

ACTION_WORDS = {
    "isolation": (marked("Isolation"), marked("No action."), marked("Gain 2 credits.")),
    "goals": (
        marked("Goals"),
        marked("No action."),
        marked("Move up 1, gain 1 credit, keep 1 of 3 goals."),
    ),
    "develop": (
        marked("Develop"),
        marked("Buy 1 development."),
        marked("Your development costs 1 less."),
    ),
    "explore": (
        marked("Explore"),
        marked("Pick 1 of the 7 worlds drawn."),
        marked("Pick a second world after everyone."),
    ),
    "settle": (
        marked("Settle"),
        marked("Gain 2 colonists or settle 1 world."),
        marked("Gain 1 colonist first."),
    ),
    "produce": (
        marked("Produce"),
        marked("Every production colony without a good gets one."),
        marked("Take the credits on this tile; a good on 1 windfall."),
    ),
    "trade-consume": (
        marked("Trade, Consume"),
        marked("Sell 1 good if you like, then consume."),
        marked("Gain 1 VP first."),
    ),
    "envoys": (marked("Envoys"), marked("No action."), marked("Gain 1 VP, move to the front.")),
}
"""name -> (title, action, bonus), in our own words (rulebook p. 4 to 9, 11)."""


@dataclass(frozen=True, slots=True)
class DiskView:
    """A disk on the track. at: spaces from the front, 0 the first; half one while its action is done."""

    seat: SeatView
    number: int
    at: float


@dataclass(frozen=True, slots=True)
class ActionView:
    """An action tile. active: selected, and its action being done now."""

    name: str
    title: str
    action: str
    bonus: str
    selected_by: SeatView | None
    active: bool
    credits: int


def page(state: State, player: int | None = None) -> Mapping[str, object]:
    """Everything the pages need. player: whose page it is; None for the tablet, which all read.

    Keys: round; doing (the title of the action being done, or "") and doer (who selected it); seats; me
    (EmpireView or None); score (my Tally now, or None); by_hand (ByHand of me, or of all); empires; track;
    spaces (of the track); actions;
    middle (Pieces); pieces (every tile in sight, once); stacks ((TileView, left) pairs); supply (what ->
    left); goods ((kind, left) pairs); ends (four Gauges); endings (why this
    is the last round). Functions: tile (id -> TileView),
    face (id -> the SVG of that tile as it lies, or "" where nothing is drawn on it),
    draw and said (Piece -> SVG, words), apart (Pieces -> each with a mark of its own), sign (a power's icon
    -> SVG shapes), answer (Option -> AnswerView), letter, good and goods_named (what a kind is marked with,
    what its good is called, and several of them).
    legend and touch are those modules, stack (id -> facts) is of that one; with_goals: goals are in play.
    """
    seats = tuple(SeatView(number, empire.name, empire.colour) for number, empire in enumerate(state.empires))
    empires = tuple(empire_view(state, seats[number], player) for number in range(len(seats)))
    middle = tuple(PlacedTile(tile_view(state.catalogue, id), "explored") for id in state.center)
    return {
        "round": state.round,
        "doing": _(ACTION_WORDS[state.doing.action][0])
        if state.doing and state.doing.action in ACTION_WORDS
        else "",
        "doer": seats[state.doing.selector] if state.doing and state.doing.action in ACTION_WORDS else None,
        "seats": seats,
        "empires": empires,
        "me": empires[player] if player is not None and 0 <= player < len(empires) else None,
        "score": None if player is None else score_of(state, player),
        "by_hand": powers_by_hand(state, seats, player),
        "track": _track(state, seats),
        "spaces": len(state.disks) + 1,
        "actions": _actions(state, seats),
        "middle": middle,
        "pieces": _once(middle, empires),
        "stacks": tuple((tile_view(state.catalogue, id), left) for id, left in state.supply.developments),
        "supply": {"vp": state.supply.vp, "colonists": state.supply.colonists, "bag": len(state.bag)},
        "goods": tuple(zip(KINDS, state.supply.goods, strict=True)),
        "ends": gauges(state),
        "endings": () if state.over else tuple(_(reason) for reason in state.endings),
        "tile": lambda id: tile_view(state.catalogue, id),
        "face": lambda id: _face(state, id),
        "draw": draw,
        "apart": distinguish,
        "said": said,
        "sign": sign,
        "letter": kind_letter,
        "good": good_name,
        "goods_named": goods_in_words,
        "legend": legend,
        "answer": lambda option: _answer(state, option),
        "touch": correction_marks,
        "stack": lambda id: correction_marks.stack(state, id),
        "with_goals": with_goals(state),
    }


def _once(middle: tuple[PlacedTile, ...], empires: tuple[EmpireView, ...]) -> tuple[PlacedTile, ...]:
    """Every tile that lies in sight, once, however many empires have a copy of it."""
    pieces: dict[str, PlacedTile] = {piece.tile.id: piece for piece in middle}
    for empire in empires:
        for piece in (*empire.colonies, *empire.explored, *empire.developments):
            pieces.setdefault(piece.tile.id, piece)
    return tuple(pieces.values())


def _answer(state: State, option: Option) -> AnswerView:
    decision = option.decision
    if isinstance(decision, SelectAction):
        lying = next((tile.credits for tile in state.actions if tile.name == decision.action), 0)
        bonus = _(ACTION_WORDS[decision.action][2])
        if lying:
            bonus = plural(
                "Take {number} credit; a good on 1 windfall.",
                "Take {number} credits; a good on 1 windfall.",
                lying,
            )
        return AnswerView("", decision.action, bonus)
    if option.tile is None or option.tile not in state.catalogue:
        return plain_answer(option)
    view = tile_view(state.catalogue, option.tile)
    return tile_answer(option, view, draw(_piece(state, view)))


def _face(state: State, id: str) -> str:
    """The tile's SVG; "" for a goal, which has neither number nor planet."""
    if id not in state.catalogue:
        return ""
    view = tile_view(state.catalogue, id)
    return "" if view.form == "goal" else draw(_piece(state, view))


def _piece(state: State, view: TileView) -> PlacedTile:
    """The tile where it lies: settled in an empire, or not yet."""
    for empire in state.empires:
        for colony in empire.colonies:
            if colony.world == view.id:
                return PlacedTile(view, "settled", colony.good)
    return PlacedTile(view, "explored" if view.form == "world" else "built")


def _track(state: State, seats: tuple[SeatView, ...]) -> tuple[DiskView, ...]:
    """Disks that are done stand on their new space, the others one behind, the moving one between (p. 4)."""
    disks = []
    for place, disk in enumerate(state.disks):
        at = float(place) if disk.done else place + 0.5 if disk.half else place + 1.0
        disks.append(DiskView(seats[disk.player], disk.number, at))
    return tuple(sorted(disks, key=lambda view: (view.seat.number, view.number)))


def _actions(state: State, seats: tuple[SeatView, ...]) -> tuple[ActionView, ...]:
    doing = state.doing.action if state.doing else None
    views = []
    for tile in state.actions:
        title, action, bonus = (_(words) for words in ACTION_WORDS[tile.name])
        by = tile.selected_by
        seat = None if by is None else seats[by]
        views.append(ActionView(tile.name, title, action, bonus, seat, tile.name == doing, tile.credits))
    return tuple(views)
