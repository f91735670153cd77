"""The forms in which people tell what is printed on a card of an expansion, and what they told, in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.games.contract import (
    Asks,
    Illegal,
    Saying,
    Telling,
    TellingField,
    telling,
    told_by_piece,
    told_words,
)
from companion.games.race_for_the_galaxy.cards.catalogue import BONUS, KIND, MARKS, POWERS, PRICE, VP, Card
from companion.games.race_for_the_galaxy.cards.power_lines import (
    PHASE_WORDS,
    any_power,
    bonus_lines,
    condition_of,
    power_lines,
)
from companion.games.race_for_the_galaxy.cards.powers import KINDS
from companion.games.race_for_the_galaxy.rules.scoring import score
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.rules.told_cards import (
    ALIEN,
    COST,
    DEFENSE,
    GRAY,
    QUESTION_MARK,
    REBEL,
    line_of_fact,
)
from companion.games.race_for_the_galaxy.wording.names import kind_name, phase_name
from companion.translation import _, language, marked

COSTS, DEFENSES, MOST_VP = range(10), range(10), 9
FACT_WORDS = {
    PRICE: marked("cost or defense"),
    MARKS: marked("Rebel or ALIEN"),
    KIND: marked("kind"),
    VP: marked("VP"),
    BONUS: marked("“?”"),
    "powers": marked("powers"),
}
"""What people call each fact; the powers of one phase are named by it."""


@dataclass(frozen=True, slots=True)
class PowersField(TellingField):
    """Powers: those that are offered, or a line of which the rules know at least the phase."""

    def problem(self, said: str) -> str:
        if wrong := TellingField.problem(self, said):
            return wrong
        try:
            any_power(line_of_fact(self.name.partition("/")[2], said))
        except Illegal as unread:
            return unread.sentence
        return ""


def phase_words(phase: str) -> str:
    """A phase, or Trade, as people call where a power acts."""
    return _("Trade ($)") if phase == "trade" else phase_name(phase)


def fact_words(card: Card, fact: str) -> str:
    if fact in POWERS:
        return _("{phase} powers", phase=phase_words(fact.removeprefix("powers/")))
    if fact == PRICE and card.development:
        return _("cost")
    if fact == MARKS and card.development:
        return ALIEN
    return _(FACT_WORDS[fact])


def question_words(state: State, asks: Asks) -> str:
    cards = tuple(dict.fromkeys(card for card, _fact in asks.facts))
    if asks.moment == "score":
        return _("Before the sum: what we do not know yet")
    card = state.card(cards[0]).name
    if asks.moment == "phase":
        acts = asks.facts[0][1].removeprefix("powers/")
        phase = phase_words(acts)
        if len(cards) == 1 and any(power.phase == acts for power in state.card(cards[0]).powers):
            return _("Has {card} another {phase} power?", card=card, phase=phase)
        if len(cards) == 1:
            return _("Has {card} a {phase} power?", card=card, phase=phase)
        return _("Which of these have a {phase} power?", phase=phase)
    if asks.holder is None:
        return _("What is printed on {card}?", card=card)
    return _("{player}, what is printed on {card}?", player=state.empires[asks.holder].name, card=card)


def missing_words(ended: State, asks: Asks) -> str:
    """ "Without them: Mia at least 31, Ben 33": what each player has for certain, at the end of the game."""
    open_keys = {ended.card(card).key for card, _fact in asks.facts}
    said = []
    for player in score(ended).players:
        held = ended.empires[player.player].tableau
        if any(ended.card(one.card).key in open_keys for one in held):
            said.append(_("{player} at least {vp}", player=player.name, vp=player.total))
        else:
            said.append(_("{player} {vp}", player=player.name, vp=player.total))
    return _("Without them: {ranges}.", ranges=", ".join(said))


def form(state: State, asks: Asks, note: str = "") -> Telling:
    fields = []
    for id in dict.fromkeys(card for card, _fact in asks.facts):
        facts = [fact for card, fact in asks.facts if card == id]
        if asks.moment == "placed" and set(facts) & set(POWERS):
            facts = [fact for fact in facts if fact not in POWERS] + ["powers"]
        fields += [_field(state.card(id), fact, (id, fact) in asks.needed) for fact in facts]
    pieces = tuple((id, state.card(id).name) for id in dict.fromkeys(field.piece for field in fields))
    by_hand = _("A power that is not offered may be written: your hands do it, and correct the numbers.")
    return telling(
        tuple(fields),
        pieces,
        later=asks.moment == "placed",
        submit=_("That is all"),
        submit_later=_("More on it, tell later") if asks.moment == "placed" else "",
        note=note or (by_hand if any(field.typed for field in fields) else ""),
    )


def _field(card: Card, fact: str, needed: bool) -> TellingField:
    powers = fact == "powers" or fact in POWERS
    several = powers or fact in (MARKS, BONUS)
    return (PowersField if powers else TellingField)(
        f"{card.id}/{fact}",
        fact_words(card, fact),
        sayings(card, fact),
        card.id,
        needed=needed and not several,
        several=several,
        typed=powers,
    )


def sayings(card: Card, fact: str) -> tuple[Saying, ...]:
    """What may be told of this fact, in the order of forms."""
    if fact == PRICE and card.development:
        return tuple(Saying(f"{COST} {n}", str(n)) for n in COSTS)
    if fact == PRICE:
        return (
            *(Saying(f"{COST} {n}", str(n), _("non-military: cost")) for n in COSTS),
            *(Saying(f"{DEFENSE} {n}", str(n), _("military: defense"), "military") for n in DEFENSES),
        )
    if fact == MARKS:
        marks = (Saying(ALIEN, ALIEN),)
        return marks if card.development else (Saying(REBEL, REBEL), *marks)
    if fact == KIND:
        return (
            *(
                Saying(f"{kind} {good}", kind_words(kind, good))
                for good in ("production", "windfall")
                for kind in KINDS
            ),
            Saying(GRAY, _("gray")),
        )
    if fact == VP:
        numbers = tuple(Saying(str(n), str(n)) for n in range(MOST_VP + 1))
        return (*numbers, Saying(QUESTION_MARK, QUESTION_MARK)) if card.development else numbers
    if fact == BONUS:
        return _bonuses(language())
    if fact in POWERS:
        return _powers(fact.removeprefix("powers/"), language())
    return tuple(
        Saying(saying.value, saying.words, phase_words(phase))
        for phase in PHASE_WORDS
        for saying in _powers(phase, language())
    )


def kind_words(kind: str, good: str) -> str:
    name = kind_name(kind)
    return _("{kind} windfall", kind=name) if good == "windfall" else _("{kind} production", kind=name)


@lru_cache(maxsize=64)
def _powers(phase: str, spoken: str) -> tuple[Saying, ...]:
    """The powers of known cards in this phase. spoken: the language of the words."""
    before = f"{PHASE_WORDS[phase]}: "
    return tuple(
        Saying(line, power.words()) for line, power in power_lines().items() if line.startswith(before)
    )


@lru_cache(maxsize=8)
def _bonuses(spoken: str) -> tuple[Saying, ...]:
    return tuple(Saying(line, _bonus_words(line)) for line in bonus_lines())


def _bonus_words(line: str) -> str:
    condition = condition_of(line)
    return _("{vp} VP: {condition}", vp=condition.vp, condition=condition.one_counted())


def said_words(state: State, facts: tuple[str, ...]) -> str:
    """ "Told: Blaster Gem: defense 3; gray"."""
    by_card: dict[str, list[str]] = {}
    for id, said in told_by_piece(facts).items():
        if id in state.catalogue:
            sentences = by_card.setdefault(state.card(id).name, [])
            sentences += [_value_words(fact, value) for fact, values in said.items() for value in values]
    return told_words(facts, by_card)


def _value_words(fact: str, value: str) -> str:
    if fact == PRICE:
        what, _space, number = value.partition(" ")
        return _("defense {defense}", defense=number) if what == DEFENSE else _("cost {cost}", cost=number)
    if fact == KIND:
        kind, _space, good = value.partition(" ")
        return _("gray") if value == GRAY else kind_words(kind, good)
    if fact == VP:
        return _("{number} VP", number=value)
    if fact == BONUS:
        return _bonus_words(value)
    if fact == MARKS:
        return value
    return any_power(line_of_fact(fact, value)).words()
