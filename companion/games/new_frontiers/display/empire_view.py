"""One empire as the pages show it: its tiles and pieces, what it scores, what it has by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.contract import Tally, Term
from companion.games.new_frontiers.display.gauges import covered_spaces
from companion.games.new_frontiers.display.tile_view import (
    PlacedTile,
    PowerView,
    TileView,
    power_view,
    tile_view,
)
from companion.games.new_frontiers.rules import income
from companion.games.new_frontiers.rules.action_steps import in_force
from companion.games.new_frontiers.rules.counts import total_military
from companion.games.new_frontiers.rules.endings import MAT_SPACES
from companion.games.new_frontiers.rules.scoring import goals_in_play, sheet
from companion.games.new_frontiers.rules.seat_view import view
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.amounts import POWER_TYPES
from companion.games.new_frontiers.tiles.catalogue import Goal
from companion.games.new_frontiers.wording.names import called, credits, good_name
from companion.translation import _


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player. number: the seat, from 0; the pages' shell knows the shape that goes with the colour."""

    number: int
    name: str
    colour: str


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

    @property
    def goal_count(self) -> int:
        """How many goals it has, with one that lies face down."""
        return len(self.goals) + self.has_hidden_goal

    @property
    def hidden_goal_words(self) -> str:
        """Of a goal that others see face down."""
        if not self.has_hidden_goal:
            return ""
        return _("And one face down.") if self.goals else _("One face down.")

    @property
    def kept(self) -> str:
        """How much its goals and its stockpile are, in short; "": it has neither."""
        if not (self.goal_count or self.stockpile):
            return ""
        return f"{self.goal_count} · {len(self.stockpile)}" if self.stockpile else str(self.goal_count)


def powers_by_hand(state: State, seats: tuple[SeatView, ...], player: int | None) -> tuple[ByHand, ...]:
    """Produce and Consume may be over with nobody asked: what people must do themselves stays until the
    next action is selected."""
    found = []
    for owner, id, number in state.by_hand:
        tile = state.catalogue[id]
        if player in (None, owner) and not state.over and not isinstance(tile, Goal):
            view = tile_view(state.catalogue, id)
            found.append(ByHand(seats[owner], view, tile.powers[number].text.strip()))
    return tuple(found)


def empire_view(state: State, seat: SeatView, player: int | None) -> EmpireView:
    empire = state.empires[seat.number]
    catalogue = state.catalogue
    colonies = tuple(
        PlacedTile(tile_view(catalogue, c.world), "settled", c.good, c.new, c.colonists)
        for c in empire.colonies
    )
    spaces = covered_spaces(state.catalogue, empire)
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
            *(called(catalogue[id]) for id in stock.worlds if id in catalogue),
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
            tile=called(state.catalogue[term.tile]),
        ),
    )


def _powers(state: State, player: int) -> tuple[tuple[PowerView, int], ...]:
    """The powers in force and how often, in the order of the actions; Military has its own number."""
    found = [
        power_view(found.power)
        for type in POWER_TYPES
        for found in in_force(state, player, type)
        if not found.power.effect.military
    ]
    return tuple(Counter(found).items())


def score_of(state: State, player: int) -> Tally:
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
        if effect.military and (foe := effect.foe()):
            term = Term(called(state.catalogue[found.tile]), effect.military, found.tile)
            against.setdefault(foe, []).append(term)
    return tuple(Tally(_("against {foe} worlds", foe=foe), tuple(terms)) for foe, terms in against.items())
