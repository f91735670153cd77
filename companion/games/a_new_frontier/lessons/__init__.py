"""A New Frontier's lessons capability; the lessons themselves are the TOML files beside this."""

from __future__ import annotations

from companion.games.a_new_frontier.display.lights import PHASES
from companion.games.a_new_frontier.lessons import ahead
from companion.games.a_new_frontier.rules.setup import MISSIONS_IN_ROW, newcomers
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.wording.names import faction_words, nameless_faction_words, planet_words
from companion.games.contract import SetUpTask
from companion.games.contract.asked_ahead import AskedAhead
from companion.translation import _, in_row, plural


class Lessons:
    """See `companion.games.contract.Lessons`. Phases are pointed at by the names of their lamps."""

    signs = ("open-mission",)
    points = PHASES

    def sign(self, state: State, player: int, name: str) -> bool:
        return bool(state.corps[player].missions)

    def lamps(self, state: State, player: int, point: str) -> tuple[tuple[str, int], ...]:
        return (("phases", PHASES.index(point)),)

    def ask_ahead(self, state: State, player: int) -> tuple[AskedAhead, ...]:
        return ahead.ask_ahead(state, player)

    def set_up(self, state: State) -> tuple[SetUpTask, ...]:
        count = len(state.corps)
        new = newcomers(state)
        shared = [
            SetUpTask(
                "planets",
                _("Lay out the four planet boards, with a place for each player at each."),
                "table",
                page=4,
            ),
            SetUpTask(
                "power-up",
                _("Put the power-up token on {planet}.", planet=planet_words(state.book, state.power_up)),
                "plus",
                page=4,
            ),
            SetUpTask(
                "missions",
                _(
                    "Shuffle the marketing missions and lay {number} open in the top row.",
                    number=MISSIONS_IN_ROW[count],
                ),
                "book",
                page=10,
            ),
            SetUpTask(
                "stock", _("Keep the ships that nobody begins with in the storage area."), "archive", page=3
            ),
        ]
        if state.storm is not None:
            words = _("Put the electrical storm on {planet}.", planet=planet_words(state.book, state.storm))
            shared.insert(1, SetUpTask("storm", words, "warning", page=4))
        if new:
            names = [state.corps[seat].name for seat in sorted(new)]
            shared.append(
                SetUpTask(
                    "newcomers",
                    _(
                        "New players stand first on the turn order track: {players}.",
                        players=in_row(names),
                    ),
                    "person",
                    page=3,
                )
            )
        ahead = (self._ahead(state, seat) for seat in range(count) if state.setup.ahead_of(seat))
        return (*shared, *(self._own(state, seat) for seat in range(count)), *ahead)

    def _ahead(self, state: State, seat: int) -> SetUpTask:
        words = plural(
            "{player}: take {number} credit more.",
            "{player}: take {number} credits more.",
            state.setup.ahead_of(seat),
            player=state.corps[seat].name,
        )
        return SetUpTask(f"ahead-{seat}", words, "credit", seat)

    def _own(self, state: State, seat: int) -> SetUpTask:
        corp = state.corps[seat]
        words = _(
            "{player}: take the bag, screen and planning board of {faction}. A starting fleet and a mine "
            "of level {level} go to each planet, your prestige to {prestige}.",
            player=corp.name,
            faction=faction_words(corp.faction, state.book),
            level=corp.mines[0],
            prestige=corp.prestige,
        )
        which = nameless_faction_words(corp.faction, state.book)
        return SetUpTask(f"corp-{seat}", f"{words} {which}".rstrip(), "person", seat, page=4)
