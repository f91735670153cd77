"""Effects that the surviving rulebook text does not give, entered by players: gains and losses by cards,
technologies, facilities, abilities and agendas, each with its source."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import missions
from companion.games.a_new_frontier.rules.decisions import PlacedTokens, TellEffect
from companion.games.a_new_frontier.rules.marketing import mission_words
from companion.games.a_new_frontier.rules.politics_state import agenda_words
from companion.games.a_new_frontier.rules.research import facility_words, tech_words
from companion.games.a_new_frontier.rules.state import State, gain, with_archaeotech
from companion.games.contract import Allocation, Illegal, Place, Question, Token
from companion.translation import _, marked

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


def place_words(kind: str, loss: bool) -> str:
    return _((LOSS_WORDS if loss else GAIN_WORDS)[kind])


def sources(state: State, seat: int) -> dict[str, str]:
    """What may bring something: id to words."""
    corp = state.corps[seat]
    found = {"faction": _("Faction ability"), "archaeotech": _("Archaeotech"), "card": _("Conflict card")}
    found |= {f"tech:{id}": tech_words(id, state.book) for id in corp.techs}
    found |= {f"facility:{kind}": facility_words(kind) for kind, _planet in corp.facilities}
    found |= {
        f"agenda:{policy}-{agenda}": agenda_words(policy, agenda) for policy, agenda, _p in state.agendas
    }
    found |= {f"mission:{mission}": mission_words(mission) for mission in corp.completed}
    return {**found, "players": _("Another player"), "other": _("Something else")}


def form(state: State, seat: int) -> Allocation:
    tokens = tuple(Token(id, words, MAX_AMOUNT) for id, words in sources(state, seat).items())
    places = tuple(
        Place(f"{kind}-{way}", place_words(kind, way == "loss"), MAX_AMOUNT)
        for kind in EFFECT_KINDS
        for way in ("gain", "loss")
    )
    return Allocation(tokens, places, 1)


def question(state: State, seat: int) -> Question:
    text = _("{player}: something else came or went.", player=state.corps[seat].name)
    return Question(seat, "tell-effect", text, form=form(state, seat), optional=True)


def play(state: State, decision: TellEffect) -> State:
    seat = decision.player
    if seat is None or not 0 <= seat < len(state.corps):
        raise Illegal(_("Somebody must tell it."))
    if wrong := form(state, seat).problem(decision.laid):
        raise Illegal(wrong)
    for source, kind, amount in effects(decision.laid):
        corp = state.corps[seat]
        if kind == "credits" and corp.credits + amount < 0:
            raise Illegal(
                _("{player} has only {credits} credits.", player=corp.name, credits=corp.credits),
                remedy=_("Name no more than {most}.", most=corp.credits),
            )
        if kind == "archaeotech":
            value = corp.archaeotech + amount
            if value < 0:
                raise Illegal(_("{player} has no such archaeotech.", player=corp.name), 8)
            state = with_archaeotech(state, seat, min(MAX_ARCHAEOTECHS, value))
        else:
            state = gain(state, seat, kind, amount, source)
            state = _in_conflict(state, seat, source, kind, amount)
    return state


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
