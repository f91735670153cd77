"""Before the first round of later games: each player chooses a home colony of their empire mat (p. 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, later
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import current, everyone_done, name, next_player
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.setup import homes, with_home
from companion.games.new_frontiers.rules.stage import Stage, TurnHolder
from companion.games.new_frontiers.rules.state import State
from companion.translation import _


@dataclass(frozen=True)
class ChooseHome(EmpireMove):
    """Begin with this home colony of one's empire mat (later games, p. 3)."""

    do: ClassVar[str] = "choose-home"
    home: str

    def words(self, state: State) -> str:
        return _("{player} starts with {home}", player=self.who(state), home=name(state, self.home))

    def apply(self, state: State) -> State:
        return next_player(with_home(state, self.seat, self.home))


MOVES = (ChooseHome,)


class ChoosingHomes(Stage):
    """Each player chooses, in order; the first round begins then."""

    name: ClassVar[str] = "choose"
    in_action: ClassVar[bool] = False

    def proceed(self, state: State) -> State:
        return state.changed(doing=None) if everyone_done(current(state)) else state

    def question(self, state: State) -> Question:
        player = current(state).player
        text = later(lambda: _("{player}, choose your home colony.", player=state.empires[player].name))
        return Question(player, "choose-home", text, rulebook_pages.SETUP)

    def options(self, state: State) -> tuple[Option, ...]:
        player = current(state).player
        return tuple(
            Option(ChooseHome(player, home), _("Start with {home}", home=name(state, home)), tile=home)
            for home in homes(state, player)
        )

    def whose_turn(self, state: State) -> TurnHolder:
        doing = current(state)
        return _("Whose turn it is to choose a home"), doing.player, doing.order[doing.at :]


HOMES = (ChoosingHomes(),)
