"""The view model of the game's own pages: templates compute nothing themselves.

`GamePage` is all that templates/ reads. Every number that a rule makes is a Tally.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType
from typing import ClassVar

from companion.games.contract import AnswerView, Option, Page, Tally
from companion.games.new_frontiers.display import correction_marks, legend
from companion.games.new_frontiers.display.answer_view import plain_answer, tile_answer
from companion.games.new_frontiers.display.empire_view import (
    ByHand,
    EmpireView,
    SeatView,
    empire_view,
    powers_by_hand,
    score_of,
)
from companion.games.new_frontiers.display.gauges import Gauge, gauges
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
from companion.games.new_frontiers.tiles.amounts import KINDS
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

    @property
    def place(self) -> str:
        """Where it is, in words; the first place is 1."""
        place = int(self.at) + 1
        if self.at.is_integer():
            return _("{player}: place {number}", player=self.seat.name, number=place)
        return _(
            "{player}: between places {number} and {next}",
            player=self.seat.name,
            number=place,
            next=place + 1,
        )


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

    @property
    def facts(self) -> str:
        """What a touch corrects."""
        return f"action/{self.name}" + (" produce-credits" if self.name == "produce" else "")

    @property
    def coloured(self) -> dict[str, str]:
        """The attribute of who selected it."""
        return {"data-colour": self.selected_by.colour} if self.selected_by else {}

    @property
    def credit_words(self) -> str:
        if not self.credits:
            return ""
        return plural("{number} credit lies on it.", "{number} credits lie on it.", self.credits)


@dataclass(frozen=True)
class GamePage(Page):
    """Everything the pages need, of the player whose page it is or of the tablet, which all read.

    doing: the title of the action being done, or "", and doer, who selected it. me, score (my Tally now):
    None on the tablet. by_hand: powers of me, or of all, that people carry out. spaces: of the track. pieces:
    every tile in sight, once. stacks: (development, how many are left). bag: worlds in the bag. goods: (kind,
    how many are left). endings: why this is the last round.
    """

    state: State = field(repr=False)
    round: int
    doing: str
    doer: SeatView | None
    seats: tuple[SeatView, ...]
    empires: tuple[EmpireView, ...]
    me: EmpireView | None
    score: Tally | None
    by_hand: tuple[ByHand, ...]
    track: tuple[DiskView, ...]
    spaces: int
    actions: tuple[ActionView, ...]
    middle: tuple[PlacedTile, ...]
    pieces: tuple[PlacedTile, ...]
    stacks: tuple[tuple[TileView, int], ...]
    bag: int
    goods: tuple[tuple[str, int], ...]
    ends: tuple[Gauge, ...]
    endings: tuple[str, ...]
    with_goals: bool

    legend: ClassVar[ModuleType] = legend
    touch: ClassVar[ModuleType] = correction_marks
    draw = staticmethod(draw)
    apart = staticmethod(distinguish)
    said = staticmethod(said)
    sign = staticmethod(sign)
    letter = staticmethod(kind_letter)
    good = staticmethod(good_name)
    goods_named = staticmethod(goods_in_words)

    def answer(self, option: Option) -> AnswerView:
        return _answer(self.state, option)

    def face(self, tile: str) -> str:
        return _face(self.state, tile)

    def touched_end(self, gauge: Gauge) -> str:
        """The facts of what counts towards an end."""
        if gauge.nearest is None:
            return {"chips": "supply/vp", "colonists": "supply/colonists"}[gauge.name]
        nearest = self.seats[gauge.nearest]
        counted = {"colonies": correction_marks.colonies, "developments": correction_marks.developments}
        return counted[gauge.name](nearest)

    @property
    def kinds_left(self) -> int:
        """How many different developments are left."""
        return sum(left > 0 for _view, left in self.stacks)

    @staticmethod
    def gone(left: int) -> dict[str, str]:
        """The attribute of a stack's line of which none is left."""
        return {} if left else {"class": "gone"}

    def stack(self, id: str) -> str:
        """The facts of a stack of developments."""
        return correction_marks.stack(self.state, id)


def page(state: State, player: int | None = None) -> GamePage:
    """player: whose page it is; None for the tablet."""
    seats = tuple(SeatView(number, empire.name, empire.colour) for number, empire in enumerate(state.empires))
    empires = tuple(empire_view(state, seats[number], player) for number in range(len(seats)))
    middle = tuple(PlacedTile(tile_view(state.catalogue, id), "explored") for id in state.center)
    doing = state.doing if state.doing and state.doing.action in ACTION_WORDS else None
    return GamePage(
        state,
        round=state.round,
        doing=_(ACTION_WORDS[doing.action][0]) if doing else "",
        doer=seats[doing.selector] if doing else None,
        seats=seats,
        empires=empires,
        me=empires[player] if player is not None and 0 <= player < len(empires) else None,
        score=None if player is None else score_of(state, player),
        by_hand=powers_by_hand(state, seats, player),
        track=_track(state, seats),
        spaces=len(state.disks) + 1,
        actions=_actions(state, seats),
        middle=middle,
        pieces=_once(middle, empires),
        stacks=tuple((tile_view(state.catalogue, id), left) for id, left in state.supply.developments),
        bag=len(state.bag),
        goods=tuple(zip(KINDS, state.supply.goods, strict=True)),
        ends=gauges(state),
        endings=() if state.over else tuple(_(reason) for reason in state.endings),
        with_goals=with_goals(state),
    )


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
