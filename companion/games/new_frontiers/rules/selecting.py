"""Selecting an action tile: who does, which are free, and what begins by it (p. 4, 9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from companion.games.contract import Option, Question, Refusal, later
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import in_force, manual_in_force, name, track_order
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.setup import FEWER, STEPS, asks_where_it_matters
from companion.games.new_frontiers.rules.stage import Stage, TurnHolder
from companion.games.new_frontiers.rules.state import Doing, State
from companion.games.new_frontiers.rules.stockpile import (
    NEVER_AGAIN,
    STOCKPILE_ACTIONS,
    holder_of_hidden_goal,
    might_stockpile,
)
from companion.games.new_frontiers.tiles.amounts import POWER_TYPES
from companion.games.new_frontiers.tiles.catalogue import Catalogue, InForce
from companion.games.new_frontiers.wording.names import action_name, listed
from companion.translation import _, language


@dataclass(frozen=True)
class SelectAction(EmpireMove):
    """Slide down this action tile (a name of `names.ACTION_TILES`, or "goals"), p. 4."""

    do: ClassVar[str] = "select-action"
    action: str

    def words(self, state: State) -> str:
        # Produce and Consume may be over with nobody asked: who must do something by hand reads it here.
        seats = range(len(state.empires))
        powers = [found for seat in seats for found in manual_powers(state, seat, self.action)]
        tiles = tuple(dict.fromkeys(found.tile for found in powers))
        if tiles:
            return _(
                "{player} selects {action}; by hand: {tiles}",
                player=self.who(state),
                action=action_name(self.action),
                tiles=listed([name(state, tile) for tile in tiles]),
            )
        return _("{player} selects {action}", player=self.who(state), action=action_name(self.action))

    def apply(self, state: State) -> State:
        """The disk moves halfway; the holder of a face-down goal may have to say something first (p. 11)."""
        at = next(index for index, disk in enumerate(state.disks) if not disk.done)
        disks = (*state.disks[:at], state.disks[at].changed(half=True), *state.disks[at + 1 :])
        actions = tuple(
            tile.changed(selected_by=self.seat) if tile.name == self.action else tile
            for tile in state.actions
        )
        doing = Doing(self.action, self.seat, track_order(disks))
        if self.action in STOCKPILE_ACTIONS and holder_of_hidden_goal(state) is not None:
            if asks_where_it_matters(state):
                asked = state.reveal_asked != NEVER_AGAIN and might_stockpile(state, self.action)
            else:
                asked = (STEPS, FEWER) not in state.setup.options or state.reveal_asked != state.round
            if asked:
                doing = doing.changed(stage="reveal")
        by_hand = tuple(
            (player, power.tile, power.number)
            for player in (doing.order if _has_manual(state.catalogue, self.action) else ())
            if player not in state.homes_due  # once the home is told
            for power in all_manual_powers(state, player, self.action)
        )
        return state.changed(disks=disks, actions=actions, doing=doing, by_hand=by_hand)


MOVES = (SelectAction,)


def selecting_player(state: State) -> int:
    """The owner of the foremost disk that has not moved forward this round."""
    return next(disk.player for disk in state.disks if not disk.done)


def manual_powers(state: State, player: int, action: str) -> list[InForce]:
    """The player's powers in this action that the tile language does not know."""
    return [power for type in _types(action) for power in manual_in_force(state, player, type)]


@cache
def _types(action: str) -> tuple[str, ...]:
    """The types of the powers that count in an action."""
    return tuple(type for type in POWER_TYPES if type.lower() in action.split("-"))


def _has_manual(catalogue: Catalogue, action: str) -> bool:
    """Whether any tile has such a power in this action, or may have one: of most boxes none has."""
    return bool(catalogue.powers_of("")) or any(map(catalogue.manual_powers_of, _types(action)))


def all_manual_powers(state: State, player: int, action: str) -> list[InForce]:
    """Those, and the powers whose line names no action, which may be meant in every one."""
    return manual_powers(state, player, action) + in_force(state, player, "")


@cache
def _offer(player: int, action: str, _language: str) -> Option:
    """The same at every table that speaks this language."""
    return Option(SelectAction(player, action), action_name(action))


class Selecting(Stage):
    """Between two actions: an action tile must be selected."""

    in_action: ClassVar[bool] = False

    def asked(self, state: State) -> int:
        return selecting_player(state)

    def question(self, state: State) -> Question:
        player = selecting_player(state)
        text = later(lambda: _("{player}, select an action tile.", player=state.empires[player].name))
        return Question(player, "select-action", text, rulebook_pages.ROUND)

    def options(self, state: State) -> tuple[Option, ...]:
        player, spoken = selecting_player(state), language()
        return tuple([_offer(player, it.name, spoken) for it in state.actions if it.selected_by is None])

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        player = selecting_player(state)
        return tuple(
            Refusal(
                action_name(tile.name),
                _(
                    "{action} has been selected this round by {player}.",
                    action=action_name(tile.name),
                    player=state.empires[tile.selected_by].name,
                ),
                rulebook_pages.ROUND,
                remedy=_("It can be selected again in the next round."),
                decision=SelectAction(player, tile.name),
            )
            for tile in state.actions
            if tile.selected_by is not None
        )

    def whose_turn(self, state: State) -> TurnHolder:
        to_select = tuple(dict.fromkeys(disk.player for disk in state.disks if not disk.done))
        return _("Whose turn it is to select an action"), to_select[0], to_select

    def give_turn(self, state: State, player: int) -> State:
        disks = list(state.disks)
        to_select = [at for at, disk in enumerate(disks) if not disk.done]
        disks.insert(to_select[0], disks.pop(next(at for at in to_select if disks[at].player == player)))
        return state.changed(disks=tuple(disks))


SELECTING = Selecting()
