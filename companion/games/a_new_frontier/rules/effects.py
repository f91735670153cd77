"""Effects that the surviving rulebook text does not give, entered by players: gains and losses by cards,
technologies, facilities, abilities and agendas, each with its source."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.a_new_frontier.rules import missions
from companion.games.a_new_frontier.rules.moves import PlacedTokens, SeatMove, ask
from companion.games.a_new_frontier.rules.plans import free_credits
from companion.games.a_new_frontier.rules.setup import by_the_pages
from companion.games.a_new_frontier.rules.state import State, gain, with_archaeotech
from companion.games.a_new_frontier.wording.names import (
    agenda_words,
    facility_words,
    mission_words,
    tech_words,
)
from companion.games.contract import Allocation, Place, Question, Token, frozen, later
from companion.translation import _, listed, marked, plural

MAX_AMOUNT = 20
"""Of one thing in one answer."""
EFFECT_KINDS = ("vp", "prestige", "credits", "archaeotech")
MAX_ARCHAEOTECHS = 3
GAIN_WORDS = {
    "vp": marked("gain VP"),
    "prestige": marked("gain prestige"),
    "credits": marked("gain credits"),
    "archaeotech": marked("gain archaeotech"),
}
LOSS_WORDS = {
    "vp": marked("lose VP"),
    "prestige": marked("lose prestige"),
    "credits": marked("pay credits"),
    "archaeotech": marked("use archaeotech"),
}


@dataclass(frozen=True)
class TellEffect(SeatMove):
    """What a technology, facility, ability, agenda, card or archaeotech brought: source onto "vp-gain" .."""

    do: ClassVar[str] = "tell-effect"
    laid: PlacedTokens

    def words(self, state: State) -> str:
        known = sources(state, self.seat)
        parts = [
            _("{source}: {change}", source=known.get(source, source), change=change_words(kind, amount))
            for source, kind, amount in effects(self.laid)
        ]
        return _("{player} – {effects}", player=self.who(state), effects=listed(parts))

    def apply(self, state: State) -> State:
        for source, kind, amount in effects(self.laid):
            if kind == "archaeotech":
                count = state.corps[self.seat].archaeotech + amount
                state = with_archaeotech(state, self.seat, min(MAX_ARCHAEOTECHS, count))
            else:
                state = gain(state, self.seat, kind, amount, source)
                state = _in_conflict(state, self.seat, source, kind, amount)
        return state


MOVES = (TellEffect,)


@dataclass(frozen=True)
class EffectsForm(Allocation):
    """What came and went. It also refuses to take what a corporation does not have: these credits, of which
    free ones do not lie on its planning board, which is nobody else's business, and these archaeotechs."""

    name: str = field(kw_only=True)
    credits: int = field(kw_only=True)
    free: int = field(kw_only=True, compare=False, repr=False)
    archaeotech: int = field(kw_only=True)

    def problem(self, value: object) -> str:
        return super().problem(value) or self._lacks(frozen(value))

    def _lacks(self, laid: PlacedTokens) -> str:
        credits, archaeotech = self.free, self.archaeotech
        for _source, kind, amount in effects(laid):
            if kind == "credits":
                if credits + amount < 0:
                    wrong = plural(
                        "{player} has only {number} credit.",
                        "{player} has only {number} credits.",
                        credits,
                        player=self.name,
                    )
                    if self.free < self.credits:
                        wrong = plural(
                            "{player} has only {number} credit beside those on the planning board.",
                            "{player} has only {number} credits beside those on the planning board.",
                            credits,
                            player=self.name,
                        )
                    return f"{wrong} {_('Name no more than {most}.', most=credits)}"
                credits += amount
            elif kind == "archaeotech":
                if archaeotech + amount < 0:
                    return _("{player} has no such archaeotech.", player=self.name)
                archaeotech = min(MAX_ARCHAEOTECHS, archaeotech + amount)
        return ""


def place_words(kind: str, loss: bool) -> str:
    return _((LOSS_WORDS if loss else GAIN_WORDS)[kind])


def change_words(kind: str, amount: int) -> str:
    """As the rest of the history says it: +2 VP, −1 credit."""
    sign, number = "+" if amount >= 0 else "−", abs(amount)
    match kind:
        case "vp":
            return _("{sign}{number} VP", sign=sign, number=number)
        case "prestige":
            return _("{sign}{number} prestige", sign=sign, number=number)
        case "credits":
            return plural("{sign}{number} credit", "{sign}{number} credits", number, sign=sign)
    return plural("{sign}{number} archaeotech", "{sign}{number} archaeotechs", number, sign=sign)


def sources(state: State, seat: int) -> dict[str, str]:
    """What may bring something: id to words."""
    corp = state.corps[seat]
    found = {"faction": _("Faction ability"), "archaeotech": _("Archaeotech"), "card": _("Conflict card")}
    found |= {f"tech:{id}": tech_words(id, state.book) for id in corp.techs}
    found |= {f"facility:{kind}": facility_words(kind) for kind, _planet in corp.facilities}
    found |= {
        f"agenda:{policy}-{agenda}": agenda_words(state.book, policy, agenda)
        for policy, agenda, _p in state.agendas
    }
    found |= {f"mission:{mission}": mission_words(mission, state.book) for mission in corp.completed}
    return {**found, "players": _("Another player"), "other": _("Something else")}


def form(state: State, seat: int) -> EffectsForm:
    tokens = tuple(Token(id, words, MAX_AMOUNT) for id, words in sources(state, seat).items())
    places = tuple(
        Place(f"{kind}-{way}", place_words(kind, way == "loss"), MAX_AMOUNT)
        for kind in EFFECT_KINDS
        for way in ("gain", "loss")
    )
    corp = state.corps[seat]
    # What lies on the planning board pays for what is planned there (p. 5).
    free = max(0, free_credits(state, seat)) if by_the_pages(state) else corp.credits
    return EffectsForm(
        tokens,
        places,
        1,
        name=corp.name,
        credits=corp.credits,
        free=free,
        archaeotech=corp.archaeotech,
    )


def questions(state: State, seat: int) -> tuple[Question, ...]:
    text = later(lambda: _("{player}: another gain or loss.", player=state.corps[seat].name))
    return (ask(TellEffect, seat, text, None, form=later(form, state, seat), optional=True),)


def _in_conflict(state: State, seat: int, source: str, kind: str, amount: int) -> State:
    """Notes what conflict cards and technologies brought at a planet fought for: only that counts towards
    the mission to attack and gain both (p. 10)."""
    fight = getattr(state.step, "fight", None)
    counts = source == "card" or source.startswith("tech:")
    if fight is None or not counts or amount < 1 or kind not in ("vp", "prestige"):
        return state
    return missions.with_deed_recorded(state, seat, f"gain-{kind}", fight.planet, amount=amount)


def effects(laid: PlacedTokens) -> tuple[tuple[str, str, int], ...]:
    """(source, kind, amount) of what was told."""
    found = []
    for source, place, count in laid:
        kind, _dash, way = place.rpartition("-")
        found.append((source, kind, count if way == "gain" else -count))
    return tuple(found)
