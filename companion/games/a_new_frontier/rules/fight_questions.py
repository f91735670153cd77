"""The questions of the planet phase: for each stage of a conflict its form and options (p. 6, 7)."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.a_new_frontier.rules import conflict, fight, planet, spoils
from companion.games.a_new_frontier.rules.fight_moves import (
    ChooseStrategy,
    ChooseTactics,
    KeepShip,
    LoseShips,
    ReRoll,
    TellDice,
    TellMight,
    TellStrength,
)
from companion.games.a_new_frontier.rules.moves import GameMove, ask
from companion.games.a_new_frontier.rules.planet_state import Fight, LoanStep, PlanetStep
from companion.games.a_new_frontier.rules.setup import (
    light,
    shows_strategies_with_tactics,
    tells_might_with_losses,
)
from companion.games.a_new_frontier.rules.ships import ships_form
from companion.games.a_new_frontier.rules.spoils import LoseFacility, Steal
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.wording.names import (
    card_with_text,
    facility_with_text,
    strategy_with_tactics,
)
from companion.games.contract import Amount, Option, Question, Roll, later
from companion.translation import _

PAGE = 7


def questions(state: State) -> tuple[Question, ...]:
    step = state.step
    if isinstance(step, LoanStep):
        return (planet.loan_question(state, step),)
    assert isinstance(step, PlanetStep)
    assert step.fight is not None
    it = step.fight
    found = [
        _dice(state, it, stage) if seat is None else QUESTIONS[stage](state, it, seat)
        for seat, stage in fight.asked(state, it)
    ]
    for seat in it.seats:
        undecided = it.stage == "might" and it.mights[seat] is None and it.lost[seat] is None
        if undecided and tells_might_with_losses(state):
            found.append(_other_might(state, it, seat))
        if fight.may_reroll(state, it, seat):
            text = _("{player}: an archaeotech to roll again?", player=state.corps[seat].name)
            found.append(ask(ReRoll, seat, text, 8, optional=True))
    return tuple(found)


def _dice(state: State, it: Fight, stage: str) -> Question:
    who = it.rolling if stage == "roll" else (it.thieves[0][1],)
    names = [state.corps[seat].name for seat in who]
    rows = tuple(_("A die of {player}", player=name) for name in names for _n in range(2))
    if stage == "roll":
        words = _("Roll two dice for everybody who fights")
    else:
        words = _(
            "{player} rolls to destroy a facility: {number} or more",
            player=names[0],
            number=spoils.required_roll(it),
        )
    roll = Roll(stage, (6, 6) * len(who), words=words, rows=rows)
    return ask(TellDice, None, words + ".", PAGE, roll=roll)


def _strategy(state: State, it: Fight, seat: int) -> Question:
    text = later(lambda: _("{player}: choose a strategy card at {planet}.", **_named(state, it, seat)))
    # Private for good where it is told with the tactics only: then as an event.
    together = shows_strategies_with_tactics(state)
    return ask(ChooseStrategy, seat, text, PAGE, secret=not together, private=together)


def _tactics(state: State, it: Fight, seat: int) -> Question:
    text = later(lambda: _("{player}: choose a tactics card at {planet}.", **_named(state, it, seat)))
    return ask(ChooseTactics, seat, text, PAGE, secret=True)


def _strength(state: State, it: Fight, seat: int) -> Question:
    known = conflict.known_strength(state, seat, it.planet, it.mobilized(seat))
    if known is None:
        text = later(lambda: _("{player}: your strength at {planet}?", **_named(state, it, seat)))
        return _number(TellStrength, seat, text, 0, _("Strength"))
    ships = known.total
    offered = ships + fight.of_cards(state, it, seat, "might")
    text = later(
        lambda: _(
            "{player}: your strength at {planet}? The ships give {ships}.",
            ships=ships,
            **_named(state, it, seat),
        )
    )
    return _number(TellStrength, seat, text, offered, _("Strength"))


def _might(state: State, it: Fight, seat: int) -> Question:
    might, offered = fight.computed_might(it, seat), fight.offered_might(state, it, seat)
    text = later(
        lambda: _(
            "{player}: your Might at {planet}? Strength and dice give {might}.",
            might=might,
            **_named(state, it, seat),
        )
    )
    return _number(TellMight, seat, text, offered, _("Might"))


def _other_might(state: State, it: Fight, seat: int) -> Question:
    """Beside the losses, which begin with what strength and dice give."""
    text = later(
        lambda: _("{player}: another Might at {planet}, by cards or technologies?", **_named(state, it, seat))
    )
    form = Amount(0, fight.MAX_MIGHT, fight.offered_might(state, it, seat), _("Might"))
    return ask(TellMight, seat, text, PAGE, form=form, optional=True)


def _number(move: type[GameMove], seat: int, text: str, offered: int, unit: str) -> Question:
    form = Amount(0, fight.MAX_MIGHT, min(max(0, offered), fight.MAX_MIGHT), unit)
    return ask(move, seat, text, PAGE, form=form)


def _casualties(state: State, it: Fight, seat: int) -> Question:
    might = it.mights[seat]
    by_dice = might is None
    if might is None:
        might = fight.offered_might(state, it, seat)
    row = state.book.from_row(state.book.shown.casualties, might)
    count = max(0, row + fight.of_cards(state, it, seat, "casualties"))
    text = _(
        "{player}: which ships are lost at {planet}? Table and cards entered say {count}.",
        count=count,
        **_named(state, it, seat),
    )
    if not state.book.shown.casualties:
        text, count = _("{player}: which ships are lost at {planet}?", **_named(state, it, seat)), 0
    if by_dice:
        said = _("Strength, dice and cards entered give {might} Might.", might=might)
        text = f"{text} {said}"
    return ask(LoseShips, seat, text, PAGE, form=later(ships_form, state, seat, it.planet, 0, None, count))


def _stays(state: State, it: Fight, seat: int) -> Question:
    text = later(
        lambda: _(
            "{player}: all ships at {planet} are lost, so your fleet withdraws. Which ship stays?",
            **_named(state, it, seat),
        )
    )
    return ask(KeepShip, seat, text, PAGE)


def _steal(state: State, it: Fight, seat: int) -> Question:
    target = it.conflicts[it.thieves[0][0]].target
    text = later(
        lambda: _(
            "{player}: how much do you steal from {target}?",
            player=state.corps[seat].name,
            target=state.corps[target].name,
        )
    )
    return ask(Steal, seat, text, PAGE)


def _facility(state: State, it: Fight, seat: int) -> Question:
    text = later(lambda: _("{player}: which facility is destroyed?", player=state.corps[seat].name))
    return ask(LoseFacility, seat, text, PAGE)


def _named(state: State, it: Fight, seat: int) -> dict[str, str]:
    return {"player": state.corps[seat].name, "planet": state.book.planets[it.planet]}


QUESTIONS: dict[str, Callable[[State, Fight, int], Question]] = {
    "strategy": _strategy,
    "strength": _strength,
    "tactics": _tactics,
    "might": _might,
    "casualties": _casualties,
    "stays": _stays,
    "steal": _steal,
    "facility": _facility,
}
"""What each stage asks a seat."""


def _strategies(state: State, it: Fight, seat: int) -> list[Option]:
    return [
        Option(ChooseStrategy(seat, card), later(strategy_with_tactics, card, state.book))
        for card in state.book.strategies
    ]


def _tactics_cards(state: State, it: Fight, seat: int) -> list[Option]:
    cards = state.book.tactics_for(it.strategies[seat] or "", light(state))
    return [Option(ChooseTactics(seat, card), later(card_with_text, card, state.book)) for card in cards]


def _last_ships(state: State, it: Fight, seat: int) -> list[Option]:
    kinds = dict.fromkeys(state.corps[seat].fleets[it.planet])
    return [Option(KeepShip(seat, ship), state.book.ships[ship].name) for ship in kinds]


def _facilities(state: State, it: Fight, seat: int) -> list[Option]:
    return [
        Option(LoseFacility(seat, each), later(facility_with_text, each, state.book))
        for each in spoils.destructible(state, it, seat)
    ]


OPTIONS: dict[str, Callable[[State, Fight, int], list[Option]]] = {
    "strategy": _strategies,
    "tactics": _tactics_cards,
    "stays": _last_ships,
    "steal": spoils.steal_options,
    "facility": _facilities,
}
"""What each stage offers a seat; the others have forms."""


def options(state: State, seat: int) -> tuple[Option, ...]:
    step = state.step
    if not isinstance(step, PlanetStep) or step.fight is None:
        return ()
    it = step.fight
    found: list[Option] = []
    for who, stage in fight.asked(state, it):
        if who == seat and stage in OPTIONS:
            found += OPTIONS[stage](state, it, seat)
    for whose in fight.may_reroll(state, it, seat):
        name = state.corps[whose].name
        words = _("Roll my dice again") if whose == seat else _("Force {player} to roll again", player=name)
        found.append(Option(ReRoll(seat, whose), words, likely=-5))
    return tuple(found)
