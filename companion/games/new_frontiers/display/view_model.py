"""The view model of the game's own pages: no page computes, counts or decides anything itself.

`page(state, player)` is all that templates/ reads. Every number that a rule makes is a Tally.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.contract import Option, Tally, Term
from companion.games.new_frontiers.display import correction_marks, income, legend
from companion.games.new_frontiers.display.answer_view import AnswerView, plain_answer, tile_answer
from companion.games.new_frontiers.display.gauges import covered, gauges
from companion.games.new_frontiers.display.names import (
    credits,
    good_name,
    goods_in_words,
    kind_letter,
    kind_name,
    tile_name,
)
from companion.games.new_frontiers.display.tile_svg import draw, said, sign
from companion.games.new_frontiers.display.tile_view import (
    PlacedTile,
    PowerView,
    TileView,
    power_view,
    tile_view,
)
from companion.games.new_frontiers.rules.action_steps import in_force
from companion.games.new_frontiers.rules.counts import total_military
from companion.games.new_frontiers.rules.decisions import SelectAction
from companion.games.new_frontiers.rules.endings import MAT_SPACES
from companion.games.new_frontiers.rules.fact_values import with_goals
from companion.games.new_frontiers.rules.scoring import goals_in_play, sheet
from companion.games.new_frontiers.rules.seat_view import view
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Goal
from companion.games.new_frontiers.tiles.powers import KINDS, POWER_TYPES, Military
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
class SeatView:
    """A player. number: the seat, from 0; the pages' shell knows the shape that goes with the colour."""

    number: int
    name: str
    colour: str


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


@dataclass(frozen=True, slots=True)
class ByHand:
    """A power that only people understand, in the action selected last: whose, on which tile, its line."""

    seat: SeatView
    tile: TileView
    line: str


@dataclass(frozen=True, slots=True)
class EmpireView:
    """One empire. free: places for worlds left on its mat; spaces: mat spaces covered; gained: by the last
    decision, whoever made it."""

    seat: SeatView
    credits: int
    chips: int
    colonists: int
    military: Tally
    special: tuple[Tally, ...]
    goods: Tally
    colonies: tuple[PlacedTile, ...]
    explored: tuple[PlacedTile, ...]
    free: int
    developments: tuple[PlacedTile, ...]
    spaces: Tally
    free_spaces: int
    goals: tuple[TileView, ...]
    hidden_goal: TileView | None
    has_hidden_goal: bool
    stockpile: tuple[str, ...]
    powers: tuple[tuple[PowerView, int], ...]
    gained: tuple[Tally, ...]


def page(state: State, player: int | None = None) -> Mapping[str, object]:
    """Everything the pages need. player: whose page it is; None for the tablet, which all read.

    Keys: round; doing (the title of the action being done, or "") and doer (who selected it); seats; me
    (EmpireView or None); score (my Tally now, or None); by_hand (ByHand of me, or of all); empires; track;
    spaces (of the track); actions;
    middle (Pieces); pieces (every tile in sight, once); stacks ((TileView, left) pairs); supply (what ->
    left); goods ((kind, left) pairs); ends (four Gauges); endings (why this
    is the last round). Functions: tile (id -> TileView),
    face (id -> the SVG of that tile as it lies, or "" where nothing is drawn on it),
    draw and said (Piece -> SVG, words), sign (a power's icon -> SVG shapes), answer (Option -> AnswerView),
    letter, good and goods_named (what a kind is marked with, what its good is called, and several of them).
    legend and touch are those modules, stack (id -> facts) is of that one; with_goals: goals are in play.
    """
    seats = tuple(SeatView(number, empire.name, empire.colour) for number, empire in enumerate(state.empires))
    empires = tuple(_empire(state, seats[number], player) for number in range(len(seats)))
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
        "score": None if player is None else _score(state, player),
        "by_hand": _by_hand(state, seats, player),
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


def _by_hand(state: State, seats: tuple[SeatView, ...], player: int | None) -> tuple[ByHand, ...]:
    """Produce and Consume may be over with nobody asked: what people must do themselves stays until the
    next action is selected."""
    found = []
    for owner, id, number in state.by_hand:
        tile = state.catalogue[id]
        if player in (None, owner) and not state.over and not isinstance(tile, Goal):
            view = tile_view(state.catalogue, id)
            found.append(ByHand(seats[owner], view, tile.powers[number].text.strip()))
    return tuple(found)


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
    """A goal has no number and no planet: an empty plate would say nothing."""
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


def _empire(state: State, seat: SeatView, player: int | None) -> EmpireView:
    empire = state.empires[seat.number]
    catalogue = state.catalogue
    colonies = tuple(
        PlacedTile(tile_view(catalogue, c.world), "settled", c.good, c.new, c.colonists)
        for c in empire.colonies
    )
    spaces = covered(state.catalogue, empire)
    mine = player == seat.number
    hidden = empire.hidden_goal if mine else None
    stock = empire.stockpile
    return EmpireView(
        seat=seat,
        credits=empire.credits,
        chips=empire.chips,
        colonists=empire.colonists,
        military=total_military(catalogue, empire),
        special=_special(state, seat.number),
        goods=Tally(_("goods"), tuple(Term(p.tile.name, 1, p.tile.id) for p in colonies if p.good)),
        colonies=colonies,
        explored=tuple(PlacedTile(tile_view(catalogue, id), "explored") for id in empire.explored),
        free=max(0, 9 - len(colonies) - len(empire.explored)),
        developments=tuple(
            PlacedTile(tile_view(catalogue, id), "built", new=id in empire.new_developments)
            for id in empire.developments
        ),
        spaces=spaces,
        free_spaces=max(0, MAT_SPACES - spaces.total),
        goals=tuple(tile_view(catalogue, id) for id in empire.goals),
        powers=_powers(state, seat.number),
        gained=tuple(
            replace(gains, terms=tuple(_named(state, term) for term in gains.terms))
            for gains in income.tallies(state, seat.number)
        ),
        hidden_goal=tile_view(catalogue, hidden) if hidden and hidden in catalogue else None,
        has_hidden_goal=empire.hidden_goal is not None,
        stockpile=(
            *(good_name(kind) for kind in stock.goods),
            *((credits(stock.credits),) if stock.credits else ()),
            *(catalogue[id].name for id in stock.worlds if id in catalogue),
        ),
    )


def _named(state: State, term: Term) -> Term:
    """The term with its tile's name in its label, as a page reads it."""
    if term.tile is None or term.tile not in state.catalogue:
        return term
    return replace(
        term,
        label=_(
            "{what}, {tile}",
            what=term.label,
            tile=tile_name(state.catalogue[term.tile].name, state.catalogue[term.tile].source),
        ),
    )


def _powers(state: State, player: int) -> tuple[tuple[PowerView, int], ...]:
    """The powers in force and how often, in the order of the actions; Military has its own number."""
    found = [
        power_view(found.power)
        for type in POWER_TYPES
        for found in in_force(state, player, type)
        if not isinstance(found.power.effect, Military)
    ]
    return tuple(Counter(found).items())


def _score(state: State, player: int) -> Tally:
    """What would count for this player now, by source, with a goal of theirs that lies face down."""
    known = goals_in_play(view(state, player))
    lines = sheet(state.catalogue, state.empires, known, final=False).players[player].lines
    points: dict[str, int] = {}
    for line in lines:
        points[line.source] = points.get(line.source, 0) + line.vp
    return Tally(_("VP now"), tuple(Term(_(source), vp) for source, vp in points.items()))


def _special(state: State, player: int) -> tuple[Tally, ...]:
    """Military that counts against some worlds only, a Tally for each kind or keyword."""
    against: dict[str, list[Term]] = {}
    for found in in_force(state, player, "Settle"):
        effect = found.power.effect
        foe = (effect.keyword or kind_name(effect.kind or "")) if isinstance(effect, Military) else None
        if isinstance(effect, Military) and foe:
            term = Term(
                tile_name(state.catalogue[found.tile].name, state.catalogue[found.tile].source),
                effect.amount,
                found.tile,
            )
            against.setdefault(foe, []).append(term)
    return tuple(Tally(_("against {foe} worlds", foe=foe), tuple(terms)) for foe, terms in against.items())
