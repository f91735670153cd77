"""Describes a decision in one sentence, for the history and for undo."""

from __future__ import annotations

from companion.games.contract import Correction, Decision
from companion.games.race_for_the_galaxy.display.came import without_stated
from companion.games.race_for_the_galaxy.rules import decisions as do
from companion.games.race_for_the_galaxy.rules.facts import correction_words
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.wording.names import action_name
from companion.translation import _, listed


def words(state: State, step: Decision | Correction) -> str:
    """The sentence for a step that is made in `state`."""
    if isinstance(step, Correction):
        return correction_words(state, step)
    seat = step.player
    who = state.empires[seat].name if seat is not None and 0 <= seat < len(state.empires) else "?"
    sentence, besides = _sentence(state, step, who), without_stated(state, step)
    return _("{sentence} ({besides})", sentence=sentence, besides=besides) if besides else sentence


def _card(state: State, id: str) -> str:
    return state.card(id).name if id in state.catalogue else id


def _sentence(state: State, step: Decision, who: str) -> str:
    match step:
        case do.KeepStart():
            return _("{player} keeps {card}", player=who, card=_card(state, step.card))
        case do.ChooseActions():
            actions = listed([action_name(action) for action in step.actions])
            return _("{player} chooses {actions}", player=who, actions=actions)
        case do.Explored():
            return _("{player} explores", player=who)
        case do.Place():
            return _("{player} places {card}", player=who, card=_card(state, step.card))
        case do.PlaceNothing():
            return _("{player} places nothing", player=who)
        case do.SettleBy():
            return _("{player} decides how to settle", player=who)
        case do.TradeGood():
            return _("{player} sells the good on {card}", player=who, card=_card(state, step.card))
        case do.Consume():
            worlds = listed([_card(state, world) for world in step.goods])
            return _(
                "{player} consumes from {worlds} with {card}",
                player=who,
                worlds=worlds,
                card=_card(state, step.card),
            )
        case do.ConsumeBest(_, "cards"):
            return _("{player} consumes for the most cards", player=who)
        case do.ConsumeBest():
            return _("{player} consumes for the most VP", player=who)
        case do.DiscardForChips():
            return _("{player} discards {number} for VP", player=who, number=step.cards)
        case do.NameNumber():
            return _("{player} names {number}", player=who, number=step.number)
        case do.TurnUp(_, True):
            return _("{player} is lucky", player=who)
        case do.TurnUp():
            return _("{player} is not lucky", player=who)
        case do.EndConsume():
            return _("{player} discards no cards", player=who)
        case do.ProduceOn():
            return _("{player} produces on {card}", player=who, card=_card(state, step.world))
        case do.EndProduce():
            return _("{player} produces no more", player=who)
    return _("{player} takes a step back", player=who)
