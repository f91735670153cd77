"""The tile language: one line of text for each power and bonus printed on a tile, read and written.

Case and spacing do not matter, except that ALIEN in capitals is the keyword and Alien is the kind, wherever
both could stand. A line that the language does not know is no error: it is kept word for word, as a manual
power or a manual bonus, so that every tile can be tracked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from companion.games.new_frontiers.tiles.powers import (
    KINDS,
    POWER_TYPES,
    AfterDevelop,
    AfterSettle,
    Bonus,
    ConsumeBonus,
    ConsumeForPrice,
    ConsumeGoods,
    ConsumeNothing,
    Count,
    DevelopDiscount,
    Effect,
    ExploreDraw,
    ExploreGain,
    Gain,
    Goods,
    Manual,
    Military,
    PayForMilitary,
    Power,
    ProduceGain,
    ProduceGainHere,
    ProduceGainMost,
    ReplaceColony,
    ReplaceThis,
    SettleDiscount,
    SettleTwice,
    SpendForMilitary,
    TradeBonus,
    WindfallGood,
)

T = TypeVar("T")

OPTIONAL = (SpendForMilitary, PayForMilitary, SettleTwice, ReplaceColony, ReplaceThis)
"""Effects that are the owner's choice by their nature, whether or not the line says "may"."""

# --- from a line to its words ---------------------------------------------------------------------------

_LOOK_ALIKES = str.maketrans(
    {"→": "->", "⇒": "->", "−": "-", "–": "-", "‑": "-", "“": '"', "”": '"', "„": '"', "\u00a0": " "}
)
_WORD = re.compile(
    r'"[^"]*"|->|rare\s+elements?(?![a-z])|alien\s+technology(?![a-z])|[a-z]+|[0-9]+|\S', re.IGNORECASE
)
_MAX_LINE_CHARACTERS = 300  # characters; no printed line comes near, and a longer one need not be taken apart


def _words(line: str) -> list[str]:
    """The words, numbers and signs of a line, each on its own."""
    words = []
    for word in _WORD.findall(line.translate(_LOOK_ALIKES)):
        start = word[:4].lower()
        if start == "rare" and word[4:].strip():
            word = "Rare"
        elif start == "alie" and word.lower().endswith("technology"):
            word = "Alien"  # the kind, even where the whole line is in capitals
        elif start[0] == '"':
            word = " ".join(word.split())
        words.append(word)
    return words


# The pieces that patterns are made of. Words in a pattern are separated by single spaces, as `_words` does.
_N = r"([0-9]{1,3})"
_KIND = r"(novelty|rare|genes|alien)"
_PIECE = r"(?:[0-9]{1,3} vps?|\$ [0-9]{1,3}|[0-9]{1,3} colonists?)"
_GAIN = rf"(?:gain )?({_PIECE}(?: \+ {_PIECE})*)"
_GOODS = r"((?:[0-9]{1,3}|all) (?:(?:novelty|rare|genes|alien) )?goods?(?: of different kinds)?)"
_SIGNED = r"((?:\+ )?- [0-9]{1,3}|\+ [0-9]{1,3})"
_KEYWORD = r"(imperium|rebel|uplift|terraforming|(?-i:ALIEN))"


def _kind(text: str) -> str:
    return text.capitalize()


def _signed(text: str) -> int:
    number = int(text.split()[-1])
    return -number if "-" in text else number


def _gain(text: str) -> Gain:
    vp = credits = colonists = 0
    for piece in text.lower().split(" + "):
        first, second = piece.split()
        if first == "$":
            credits += int(second)
        elif second.startswith("vp"):
            vp += int(first)
        else:
            colonists += int(first)
    return _sensible(Gain(vp, credits, colonists), vp or credits or colonists)


def _goods(text: str) -> Goods:
    number, *rest = text.lower().split()
    kind = _kind(rest[0]) if rest[0].capitalize() in KINDS else None
    goods = Goods(None if number == "all" else int(number), kind, rest[-1] == "kinds")
    return _sensible(goods, goods.number != 0 and not (goods.kind and goods.different))


class _NotUnderstood(Exception):
    """The words are those of the language, but together they mean nothing."""


def _sensible(value: T, sense: object) -> T:
    if not sense:
        raise _NotUnderstood
    return value


# --- counts: the X of "per X" ---------------------------------------------------------------------------

_PLAIN_COUNTS = (
    (r"(?:([0-9]{1,3}) )?military", "Military"),
    (r"([0-9]{1,3}) vps? in chips", "chips"),
    (r"(?:([0-9]{1,3}) )?goods? at game end", "good"),
    (r"(?:([0-9]{1,3}) )?colonists? on your mat", "colonist"),
    (r"\$ ([0-9]{1,3})", "credits"),
    (r"()colony kinds?", "colony kind"),
    (r"()power types?", "power type"),
    (r"()keywords?", "keyword"),
)
_TILES = re.compile(
    r"((?:\S+ )*?)(colon(?:y|ies)|worlds?|developments?|tiles?)"
    r"(?: with (explore|develop|settle|produce|trade|consume) powers?)?",
    re.IGNORECASE,
)
_NOUNS = {"c": "colony", "w": "colony", "d": "development", "t": "tile"}


def _count(text: str, *, producing: bool = False) -> Count:
    """The count that `text` (words as in a pattern) names. producing: the goods of this action count too."""
    if text.startswith('"') and text.endswith('"') and text.count('"') == 2:
        name = text[1:-1].strip()
        return _sensible(Count("name", name=name), name)
    for pattern, what in _PLAIN_COUNTS:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            size = int(found[1] or 1)
            return _sensible(Count(what, size=size), size)
    if producing and (found := re.fullmatch(rf"(?:{_KIND} )?goods? produced", text, re.IGNORECASE)):
        return Count("good produced", kind=_kind(found[1]) if found[1] else None)
    if producing and re.fullmatch("kinds? produced", text, re.IGNORECASE):
        return Count("kind produced")
    if found := _TILES.fullmatch(text):
        count = _narrowed(found[1].replace("non - ", "non-").replace("9 - cost", "9-cost").split())
        power = found[3].capitalize() if found[3] else None
        return replace(count, what=_NOUNS[found[2][0].lower()], power=power)
    raise _NotUnderstood


def _narrowed(adjectives: list[str]) -> Count:
    """A count narrowed by the words before its noun; two words for the same thing mean nothing."""
    fields: dict[str, bool | str] = {}
    for adjective in adjectives:
        if adjective.lower() == "other":
            continue
        name, value = _narrowing(adjective)
        fields[name] = _sensible(value, name not in fields)
    return Count("", **fields)  # type: ignore[arg-type]


def _narrowing(adjective: str) -> tuple[str, bool | str]:
    word = adjective.lower()
    if word in ("military", "non-military"):
        return "military", word == "military"
    if word in ("production", "windfall"):
        return "good", word
    if word in ("gray", "grey"):
        return "gray", True
    if word == "9-cost":
        return "large", True
    if re.fullmatch(_KEYWORD, adjective, re.IGNORECASE):
        return "keyword", word.capitalize()
    if word.capitalize() in KINDS:
        return "kind", word.capitalize()
    raise _NotUnderstood


# --- powers ---------------------------------------------------------------------------------------------

_Form = tuple[str, str, Callable[..., Effect]]
_FORMS: tuple[_Form, ...] = (
    ("Explore", rf"draw {_N} worlds?", lambda n: ExploreDraw(_sensible(int(n), int(n)))),
    ("Explore", _GAIN, lambda gain: ExploreGain(_gain(gain))),
    ("Develop", rf"- {_N} cost", lambda n: DevelopDiscount(int(n))),
    (
        "Develop",
        rf"- {_N} cost of 9 - cost(?: developments?)?",
        lambda n: DevelopDiscount(int(n), large=True),
    ),
    ("Develop", rf"after you develop , {_GAIN}", lambda gain: AfterDevelop(_gain(gain))),
    ("Settle", rf"{_SIGNED} military", lambda n: Military(_signed(n))),
    ("Settle", rf"{_SIGNED} military vs {_KEYWORD}", lambda n, k: Military(_signed(n), keyword=_kind(k))),
    ("Settle", rf"{_SIGNED} military vs {_KIND}", lambda n, k: Military(_signed(n), kind=_kind(k))),
    (
        "Settle",
        rf"spend {_GOODS} for \+ {_N} military",
        lambda goods, n: SpendForMilitary(_goods(goods), int(n)),
    ),
    ("Settle", rf"- {_N} cost", lambda n: SettleDiscount(int(n))),
    ("Settle", rf"- {_N} cost of {_KIND} worlds?", lambda n, kind: SettleDiscount(int(n), _kind(kind))),
    (
        "Settle",
        rf"pay for a non - alien military world at - {_N} cost",
        lambda n: PayForMilitary(int(n)),
    ),
    ("Settle", "settle 2 worlds", SettleTwice),
    ("Settle", rf"after you settle , {_GAIN}", lambda gain: AfterSettle(_gain(gain))),
    (
        "Settle",
        rf"after you settle , (?:{_GAIN} \+ )?draw {_N} worlds?",
        lambda gain, n: AfterSettle(_gain(gain) if gain else Gain(), _sensible(int(n), int(n))),
    ),
    (
        "Settle",
        rf"replace a non - military colony , same kind , cost 0 - {_N} higher",
        lambda n: ReplaceColony(int(n)),
    ),
    ("Settle", "replace this by settling a world", ReplaceThis),
    ("Produce", _GAIN, lambda gain: ProduceGain(_gain(gain))),
    ("Produce", rf"{_GAIN} per (.+)", lambda gain, x: ProduceGain(_gain(gain), _count(x, producing=True))),
    ("Produce", rf"{_GAIN} when this produces", lambda gain: ProduceGainHere(_gain(gain))),
    (
        "Produce",
        rf"{_GAIN} if you produced the most {_KIND} goods?",
        lambda gain, kind: ProduceGainMost(_gain(gain), _kind(kind)),
    ),
    (
        "Produce",
        rf"good on {_N} (?:{_KIND} )?windfalls?(?: colony| colonies| worlds?)?",
        lambda n, kind: WindfallGood(_kind(kind) if kind else None, _sensible(int(n), int(n))),
    ),
    ("Trade", rf"\+ {_N}", lambda n: TradeBonus(int(n))),
    ("Trade", rf"\+ {_N} {_KIND}", lambda n, kind: TradeBonus(int(n), kind=_kind(kind))),
    ("Trade", rf"\+ {_N} this", lambda n: TradeBonus(int(n), this=True)),
    ("Consume", rf"{_GOODS} -> {_GAIN}", lambda goods, gain: ConsumeGoods(_goods(goods), _gain(gain))),
    (
        "Consume",
        rf"up to (?!all){_GOODS} -> {_GAIN} each",
        lambda goods, gain: ConsumeGoods(_goods(goods), _gain(gain), up_to=True),
    ),
    ("Consume", rf"{_GOODS} -> trade price", lambda goods: ConsumeForPrice(_goods(goods))),
    ("Consume", _GAIN, lambda gain: ConsumeNothing(_gain(gain))),
    ("Consume", rf"\+ {_N} vps? per good consumed", lambda n: ConsumeBonus(int(n))),
)
_PATTERNS = tuple((type, re.compile(form, re.IGNORECASE), make) for type, form, make in _FORMS)
_TYPE = re.compile(rf"\s*({'|'.join(POWER_TYPES)})\b", re.IGNORECASE)
# A tile's name stands here without quotes, so it is cut off before the line is taken apart.
_IF_YOU_HAVE = re.compile(
    r'(.*),\s*\+\s*([0-9]{1,3})\s*VPs?\s+if\s+you\s+have\s+"?([^";:]+?)"?\s*', re.I | re.S
)


@lru_cache(maxsize=2048)
def parse_power(line: str) -> Power:
    """The power that `line` says; a line not understood becomes a Manual power of the action it begins with.

    >>> parse_power("Settle: +2 Military vs REBEL").effect
    Military(amount=2, keyword='Rebel', kind=None)
    """
    found = _TYPE.match(line)
    named = found[1].capitalize() if found else ""
    says_may = bool(re.match(r"\s*:\s*may\b", line[found.end() :], re.IGNORECASE)) if found else False
    manual = Power(named, Manual(), says_may, line)
    if len(line) > _MAX_LINE_CHARACTERS:
        return manual
    extra = _IF_YOU_HAVE.fullmatch(line.translate(_LOOK_ALIKES))
    words = _words(extra[1] if extra else line)
    if not named or words[1:2] != [":"]:
        return manual
    text = " ".join(words[3:] if says_may else words[2:])
    for type, pattern, make in _PATTERNS:
        if type == named and (match := pattern.fullmatch(text)):
            try:
                effect = make(*match.groups())
            except _NotUnderstood:
                return manual
            if extra:
                if not isinstance(effect, ConsumeBonus):
                    return manual
                effect = replace(effect, extra=int(extra[2]), name=" ".join(extra[3].split()))
            return Power(named, effect, says_may or isinstance(effect, OPTIONAL), line)
    return manual


@lru_cache(maxsize=512)
def parse_bonus(line: str) -> Bonus:
    """The "?" that `line` says; a line not understood becomes a bonus without pairs, entered by hand.

    >>> parse_bonus("VP: 2 per Genes colony").pairs[0][1].kind
    'Genes'
    """
    if len(line) > _MAX_LINE_CHARACTERS:
        return Bonus((), text=line)
    words = _words(line)
    if [word.lower() for word in words[:2]] == ["vp", ":"]:
        words = words[2:]
    text = " ".join(";\n" if word == ";" else word for word in words)
    others = re.sub(r" , not this(?= ;\n|$)", "", text, flags=re.IGNORECASE)
    pairs = []
    try:
        for condition in others.removesuffix(" ;\n").split(" ;\n "):
            found = re.fullmatch(rf"{_N} (?:vps? )?per (.+)", condition, re.IGNORECASE)
            if not found:
                raise _NotUnderstood
            pairs.append((int(found[1]), _count(found[2])))
    except _NotUnderstood:
        return Bonus((), text=line)
    return Bonus(tuple(pairs), others == text, line)
