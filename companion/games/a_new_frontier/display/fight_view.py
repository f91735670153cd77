"""The conflict that goes on, as a page shows it: who fights, with what, and who is defeated."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.a_new_frontier.display.event_words import defeat_whys
from companion.games.a_new_frontier.rules import conflict
from companion.games.a_new_frontier.rules.course.seat_view import HIDDEN_CARD
from companion.games.a_new_frontier.rules.fight.stage import stage_of
from companion.games.a_new_frontier.rules.planet_state import Fight, PlanetStep
from companion.games.a_new_frontier.rules.state import HIDDEN_SHIP, State, with_fleet
from companion.games.a_new_frontier.wording.names import card_with_text, planet_words
from companion.games.contract import Tally
from companion.translation import _


@dataclass(frozen=True, slots=True)
class Side:
    """One who fights. strength: the ships' Tally, once it lies open; dice: both, then what they count."""

    seat: int
    name: str
    colour: str
    attacks: str
    strategy: str
    tactics: str
    strength: int | None
    ships: Tally | None
    dice: tuple[int, int, int] | None
    might: int | None
    defeats: tuple[tuple[str, str], ...]
    undefeated: bool

    @property
    def strength_words(self) -> str:
        """What stands before the strength; "": it is not known yet."""
        return "" if self.strength is None else _("Strength")

    @property
    def strength_shown(self) -> str:
        """The strength, where it is not the sum that its ships show."""
        return "" if self.strength is None or self.is_strength_of_ships else str(self.strength)

    @property
    def might_shown(self) -> str:
        return "" if self.might is None else str(self.might)

    @property
    def role(self) -> str:
        return _("attacks {target}", target=self.attacks) if self.attacks else _("defends")

    @property
    def cards(self) -> str:
        return self.strategy + (f" + {self.tactics}" if self.tactics else "")

    @property
    def is_strength_of_ships(self) -> bool:
        """The strength is what the ships say, so that it is shown once."""
        return self.ships is not None and self.ships.total == self.strength

    @property
    def happened(self) -> tuple[str, ...]:
        """What was rolled, in words."""
        if self.dice is None:
            return ()
        one, two, total = self.dice
        return (_("Dice {one} and {two} count {total}", one=one, two=two, total=total),)

    @property
    def defeat_words(self) -> tuple[str, ...]:
        return tuple(_("defeats {player} by {why}", player=loser, why=why) for loser, why in self.defeats)


@dataclass(frozen=True, slots=True)
class FightView:
    """The conflict that goes on."""

    planet: str
    sides: tuple[Side, ...]


def fight_now(state: State) -> FightView | None:
    step = state.step
    if not isinstance(step, PlanetStep) or step.fight is None:
        return None
    it = step.fight
    return FightView(planet_words(state.book, it.planet), tuple(_side(state, it, seat) for seat in it.seats))


def _side(state: State, it: Fight, seat: int) -> Side:
    corp = state.corps[seat]
    target = next((each.target for each in it.conflicts if seat in each.attackers), None)
    rolled = it.rolled[seat]
    open_fleet = it.strengths[seat] is not None and HIDDEN_SHIP not in corp.fleets[it.planet]
    beaten = it.ranking.defeats if it.ranking else ()
    whys = defeat_whys()
    return Side(
        seat,
        corp.name,
        corp.colour,
        "" if target is None else state.corps[target].name,
        _card(state, it.strategies[seat]),
        _card(state, it.tactics[seat]),
        it.strengths[seat],
        _of_ships(state, it, seat) if open_fleet else None,
        None if rolled is None else (*rolled, conflict.dice_total(*rolled)),
        it.mights[seat],
        tuple((state.corps[loser].name, whys[why]) for winner, loser, why in beaten if winner == seat),
        it.ranking is not None and seat in it.ranking.undefeated,
    )


def _of_ships(state: State, it: Fight, seat: int) -> Tally | None:
    """What the ships gave of the strength: those that fought, also once some of them are lost."""
    if stage_of(it).lost_have_left:
        fleet = (*state.corps[seat].fleets[it.planet], *(it.lost[seat] or ()))
        state = with_fleet(state, seat, it.planet, fleet)
    return conflict.known_strength(state, seat, it.planet, it.mobilized(seat))


def _card(state: State, card: str | None) -> str:
    if card == HIDDEN_CARD:
        return _("chosen")
    return card_with_text(card, state.book) if card else ""
