"""The questions of the planet phase: for each stage of a conflict its form and options (p. 6, 7)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import conflict, fight, planet, spoils
from companion.games.a_new_frontier.rules.decisions import (
    ChooseStrategy,
    ChooseTactics,
    LoseFacility,
    ReRoll,
    Steal,
)
from companion.games.a_new_frontier.rules.fight_state import Fight
from companion.games.a_new_frontier.rules.planet import LoanStep, PlanetStep
from companion.games.a_new_frontier.rules.research import facility_words
from companion.games.a_new_frontier.rules.setup import light
from companion.games.a_new_frontier.rules.state import State
from companion.games.contract import Amount, Item, Option, Question, Roll, Subset
from companion.translation import _

PAGE = 7


def questions(state: State) -> tuple[Question, ...]:
    step = state.step
    found = [_question(state, seat, kind) for seat, kind in planet.asked(state)]
    if isinstance(step, PlanetStep) and step.fight is not None:
        for seat in step.fight.seats:
            if fight.may_reroll(state, step.fight, seat):
                text = _("{player}: an archaeotech to roll again?", player=state.corps[seat].name)
                found.append(Question(seat, "re-roll", text, 8, optional=True))
    return tuple(found)


def _question(state: State, seat: int | None, kind: str) -> Question:
    step = state.step
    if isinstance(step, LoanStep):
        assert seat is not None
        where = step.open[0][1]
        due = planet.ships_due(state, seat, where)
        text = _(
            "{player}: remove {count} ships at {planet} to repay the loan.",
            player=state.corps[seat].name,
            count=due,
            planet=state.book.planets[where],
        )
        return Question(seat, "repay-with", text, planet.PAGE, form=_ships(state, seat, where, due, due))
    assert isinstance(step, PlanetStep)
    assert step.fight is not None
    it = step.fight
    place = state.book.planets[it.planet]
    if seat is None:
        return _roll(state, it, kind)
    name = state.corps[seat].name
    match kind:
        case "strategy":
            text = _("{player}: choose a strategy card at {planet}.", player=name, planet=place)
            return Question(seat, "choose-strategy", text, PAGE, secret=True)
        case "tactics":
            text = _("{player}: choose a tactics card at {planet}.", player=name, planet=place)
            return Question(seat, "choose-tactics", text, PAGE, secret=True)
        case "strength":
            ships = conflict.strength(state, seat, it.planet, it.mobilized(seat)).total
            offered = max(0, ships + fight.of_cards(state, it, seat, "might"))
            text = _(
                "{player}: your strength at {planet}? The ships give {ships}.",
                player=name,
                planet=place,
                ships=ships,
            )
            form = Amount(0, fight.MAX_MIGHT, min(offered, fight.MAX_MIGHT), _("Strength"))
            return Question(seat, "tell-strength", text, PAGE, form=form)
        case "might":
            might = fight.computed_might(it, seat)
            tactics = it.tactics[seat]
            offered = max(0, might + (state.book.card(tactics, "might") if tactics else 0))
            text = _(
                "{player}: your Might at {planet}? Strength and dice give {might}.",
                player=name,
                planet=place,
                might=might,
            )
            form = Amount(0, fight.MAX_MIGHT, min(offered, fight.MAX_MIGHT), _("Might"))
            return Question(seat, "tell-might", text, PAGE, form=form)
        case "casualties":
            row = state.book.from_row(state.book.casualties, it.mights[seat] or 0)
            expected = max(0, row + fight.of_cards(state, it, seat, "casualties"))
            text = _(
                "{player}: which ships are lost at {planet}? Table and cards entered say {count}.",
                player=name,
                planet=place,
                count=expected,
            )
            return Question(seat, "lose-ships", text, PAGE, form=_ships(state, seat, it.planet, 0, None))
        case "steal":
            target = it.conflicts[it.thieves[0][0]].target
            text = _(
                "{player}: how much do you steal from {target}?",
                player=name,
                target=state.corps[target].name,
            )
            return Question(seat, "steal", text, PAGE)
        case _:
            text = _("{player}: which facility is destroyed?", player=name)
            return Question(seat, "lose-facility", text, PAGE)


def _roll(state: State, it: Fight, kind: str) -> Question:
    who = it.rolling if kind == "roll" else (it.thieves[0][1],)
    names = [state.corps[seat].name for seat in who]
    rows = tuple(_("A die of {player}", player=name) for name in names for _n in range(2))
    if kind == "roll":
        words = _("Roll two dice for everybody who fights")
    else:
        words = _(
            "{player} rolls to destroy a facility: {number} or more",
            player=names[0],
            number=spoils.required_roll(it),
        )
    return Question(
        None, "tell-dice", words + ".", PAGE, roll=Roll(kind, (6, 6) * len(who), words=words, rows=rows)
    )


def ship_items(state: State, seat: int, where: int) -> tuple[Item, ...]:
    """Each ship of a fleet as an item "kraken:0"."""
    seen: dict[str, int] = {}
    items = []
    for ship in state.corps[seat].fleets[where]:
        number = seen.get(ship, 0)
        seen[ship] = number + 1
        name = state.book.ships[ship].name if ship in state.book.ships else ship
        items.append(Item(f"{ship}:{number}", name, 1))
    return tuple(items)


def _ships(state: State, seat: int, where: int, least: int, most: int | None) -> Subset:
    return Subset(ship_items(state, seat, where), least, most, _("Ships"))


def steal_value(state: State, it: Fight, seat: int) -> int:
    """What the table's row gives to steal, with what cards add by the owner's entries."""
    row = state.book.from_row(state.book.steal, it.mights[seat] or 0)
    return max(0, row + fight.of_cards(state, it, seat, "steal"))


def options(state: State, seat: int) -> tuple[Option, ...]:
    step = state.step
    if not isinstance(step, PlanetStep) or step.fight is None:
        return ()
    it = step.fight
    found: list[Option] = []
    for who, kind in fight.asked(state, it):
        if who != seat:
            continue
        if kind == "strategy":
            found += [Option(ChooseStrategy(seat, card), card) for card in state.book.strategies]
        elif kind == "tactics":
            cards = state.book.tactics_for(it.strategies[seat] or "", light(state))
            found += [Option(ChooseTactics(seat, card), card) for card in cards]
        elif kind == "steal":
            found += _steal_options(state, it, seat)
        elif kind == "facility":
            found += [
                Option(LoseFacility(seat, each), facility_words(each))
                for each in spoils.destructible(state, it, seat)
            ]
    for whose in fight.may_reroll(state, it, seat):
        name = state.corps[whose].name
        words = _("Roll my dice again") if whose == seat else _("Force {player} to roll again", player=name)
        found.append(Option(ReRoll(seat, whose), words, likely=-5))
    return tuple(found)


def _steal_options(state: State, it: Fight, seat: int) -> list[Option]:
    target = it.conflicts[it.thieves[0][0]].target
    left = spoils.mine_left(state, it, target)
    usual = min(left, steal_value(state, it, seat))
    found = []
    for credits in range(left, -1, -1):
        words = _("Steal {credits}", credits=credits)
        found.append(Option(Steal(seat, credits), words, likely=int(credits == usual)))
    rolls = spoils.rolls_at(state, it, seat, target)
    if rolls:
        for credits in range(left, spoils.CREDITS_PER_RAISE - 1, -1):
            words = _("Steal {credits}, and forego 2 of them for +1 on the roll", credits=credits)
            if rolls > 1:
                words = _("Steal {credits}, and forego 2 of them for +1 on the first roll", credits=credits)
            found.append(Option(Steal(seat, credits, True), words, likely=-1))
    if rolls > 1:
        for credits in range(left, 2 * spoils.CREDITS_PER_RAISE - 1, -1):
            words = _("Steal {credits}, and forego 4 of them for +1 on both rolls", credits=credits)
            found.append(Option(Steal(seat, credits, both=True), words, likely=-2))
    return found
