"""Race for the Galaxy's lessons capability; the lessons themselves are the TOML files beside this."""

from __future__ import annotations

from companion.games.contract import SetUpTask, Spot, seat_zone
from companion.games.contract.asked_ahead import AskedAhead
from companion.games.race_for_the_galaxy.lessons import ahead
from companion.games.race_for_the_galaxy.rules import pages
from companion.games.race_for_the_galaxy.rules.explore import is_asked_with_next
from companion.games.race_for_the_galaxy.rules.setup import FIRST_DISCARDS, STARTING_DEAL, STARTING_HAND
from companion.games.race_for_the_galaxy.rules.state import CHIPS_A_PLAYER, HAND_LIMIT, State
from companion.games.race_for_the_galaxy.tracking.lights import LAMPS
from companion.games.race_for_the_galaxy.tracking.tracking import FRONT
from companion.translation import _, plural


class Lessons:
    """See `companion.games.contract.Lessons`. Phases are pointed at by the names of their lamps."""

    signs = ("placed", "goods", "exploring", "over-ten")
    points = (*LAMPS, "tableau")

    def sign(self, state: State, player: int, name: str) -> bool:
        empire = state.empires[player]
        if name == "placed":
            return len(empire.tableau) > 1
        if name == "exploring":
            return (state.at == 0 and state.phase == "explore") or is_asked_with_next(state, state.at)
        if name == "over-ten":
            own = [move.what for move in state.moves if move.seat == player]
            return state.at == -1 and empire.hand == HAND_LIMIT and own[-1:] == ["pay"]
        return bool(empire.goods)

    def lamps(self, state: State, player: int, point: str) -> tuple[tuple[str, int], ...]:
        if point == "tableau":
            return (("track", player),)
        return (("tiles", LAMPS.index(point)),)

    def ask_ahead(self, state: State, player: int) -> tuple[AskedAhead, ...]:
        return ahead.ask_ahead(state.shown, player)

    def set_up(self, state: State) -> tuple[SetUpTask, ...]:
        count = len(state.empires)
        first = state.setup.option("game", "later") == "first"
        number = 9 if state.experienced else 7
        hand = (
            _(
                "Give each player the {hand} game cards with the number of their start world as their hand.",
                hand=STARTING_HAND,
            )
            if first
            else _(
                "Deal {dealt} game cards to each player, who keeps {hand} and discards {discards} face down.",
                dealt=STARTING_DEAL,
                hand=STARTING_HAND,
                discards=FIRST_DISCARDS,
            )
        )
        shared = (
            SetUpTask(
                "chips",
                _(
                    "Lay out {number} VP in chips of 1 and 5. The 10s lie aside, the rest goes into the box.",
                    number=CHIPS_A_PLAYER * count,
                ),
                "vp",
                page=pages.SETUP,
            ),
            SetUpTask(
                "action-cards",
                _("Give each player a set of {number} different action cards.", number=number),
                "cards",
                page=pages.SETUP,
            ),
            SetUpTask(
                "supply",
                _("Shuffle all other game cards, with the start worlds that are left, as the supply."),
                "supply",
                page=pages.SETUP,
            ),
            SetUpTask("hands", hand, "hand", page=pages.SETUP),
        )
        ahead = (self._ahead(state, seat) for seat in range(count) if state.setup.ahead_of(seat))
        return (*shared, *ahead, *(self._start(state, seat) for seat in range(count)))

    def _ahead(self, state: State, seat: int) -> SetUpTask:
        words = plural(
            "{player}: draw {number} card more before you discard.",
            "{player}: draw {number} cards more before you discard.",
            state.setup.ahead_of(seat),
            player=state.empires[seat].name,
        )
        return SetUpTask(f"ahead-{seat}", words, "hand", seat)

    def _start(self, state: State, seat: int) -> SetUpTask:
        empire = state.empires[seat]
        if not empire.start:
            words = _(
                "{player}: take a red and a blue start world, to choose one of them.", player=empire.name
            )
            return SetUpTask(f"start-{seat}", words, "cards", seat, page=pages.TWO_PLAYERS)
        card = state.catalogue[empire.start]
        words = _(
            "{player}: lay {world} face up in front of you.",
            player=empire.name,
            world=card.name,
        )
        if empire.goods:
            words = _("{words} Put a card face down on it, as its good.", words=words)
        lies = ((card.id, Spot(seat_zone(seat), FRONT)),)
        sticker = _("Sticker {sticker}.", sticker=card.id)
        return SetUpTask(f"start-{seat}", words, "cards", seat, lies, page=pages.SETUP, stickers=sticker)
