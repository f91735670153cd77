"""The words of lines of tiles, and what they speak of: gains and goods (`counted.py`: what is counted).

Each is a value, read from its part of a line and said in plain words. A line is read word by word: case and
spacing do not matter, except that ALIEN in capitals is the keyword and Alien is the kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeVar

from companion.games.new_frontiers.wording.names import colonists_gained, credits, listed, long_kind_name
from companion.translation import _, plural

KINDS = ("Novelty", "Rare", "Genes", "Alien")
PRICES = dict(zip(KINDS, (1, 2, 3, 4), strict=True))
"""Credits for a good by its kind (p. 8)."""
KEYWORDS = ("Imperium", "Rebel", "Uplift", "Alien", "Terraforming")
POWER_TYPES = ("Explore", "Develop", "Settle", "Produce", "Trade", "Consume")
T = TypeVar("T")

# --- from a line to its words ---------------------------------------------------------------------------

LOOK_ALIKES = str.maketrans(
    {"→": "->", "⇒": "->", "−": "-", "–": "-", "‑": "-", "“": '"', "”": '"', "„": '"', "\u00a0": " "}
)
_WORD = re.compile(
    r'"[^"]*"|->|rare\s+elements?(?![a-z])|alien\s+technology(?![a-z])|[a-z]+|[0-9]+|\S', re.IGNORECASE
)
MAX_LINE_CHARACTERS = 300
"""No printed line comes near, and a longer one need not be taken apart."""


def in_words(line: str) -> list[str]:
    """The words, numbers and signs of a line, each on its own; in patterns single spaces separate them."""
    words = []
    for word in _WORD.findall(line.translate(LOOK_ALIKES)):
        start = word[:4].lower()
        if start == "rare" and word[4:].strip():
            word = "Rare"
        elif start == "alie" and word.lower().endswith("technology"):
            word = "Alien"  # the kind, even where the whole line is in capitals
        elif start[0] == '"':
            word = " ".join(word.split())
        words.append(word)
    return words


class NotUnderstood(Exception):
    """The words are those of the language, but together they mean nothing."""


def sensible(value: T, sense: object) -> T:
    """The value, which has to make sense. Raises NotUnderstood."""
    if not sense:
        raise NotUnderstood
    return value


# --- patterns of words ----------------------------------------------------------------------------------

NUMBER = "[0-9]{1,3}"
KIND = "novelty|rare|genes|alien"
KEYWORD = "imperium|rebel|uplift|terraforming|(?-i:ALIEN)"
_PIECE = rf"(?:{NUMBER} vps?|\$ {NUMBER}|{NUMBER} colonists?)"
GAIN = rf"(?:gain )?{_PIECE}(?: \+ {_PIECE})*"
GOODS = rf"(?:{NUMBER}|all) (?:(?:{KIND}) )?goods?(?: of different kinds)?"


@dataclass(frozen=True, slots=True)
class Gain:
    """VP chips, credits and colonists from the supply."""

    vp: int = 0
    credits: int = 0
    colonists: int = 0

    @classmethod
    def read(cls, text: str) -> Gain:
        """Raises NotUnderstood."""
        vp = credits = colonists = 0
        for piece in text.lower().removeprefix("gain ").split(" + "):
            first, second = piece.split()
            if first == "$":
                credits += int(second)
            elif second.startswith("vp"):
                vp += int(first)
            else:
                colonists += int(first)
        return sensible(cls(vp, credits, colonists), vp or credits or colonists)

    def __add__(self, other: Gain) -> Gain:
        return Gain(self.vp + other.vp, self.credits + other.credits, self.colonists + other.colonists)

    def __mul__(self, times: int) -> Gain:
        return Gain(self.vp * times, self.credits * times, self.colonists * times)

    def words(self) -> str:
        pieces = [chips(self.vp)] if self.vp else []
        pieces += [credits(self.credits)] if self.credits else []
        return listed(pieces + ([colonists_gained(self.colonists)] if self.colonists else []))


NOTHING = Gain()


def chips(number: int) -> str:
    return plural("{number} VP chip", "{number} VP chips", number)


@dataclass(frozen=True, slots=True)
class Goods:
    """Goods to give. number None: all of them. kind None: any. different: no two of one kind."""

    number: int | None
    kind: str | None = None
    different: bool = False

    @classmethod
    def read(cls, text: str) -> Goods:
        """Raises NotUnderstood."""
        number, *rest = text.lower().split()
        kind = rest[0].capitalize() if rest[0].capitalize() in KINDS else None
        goods = cls(None if number == "all" else int(number), kind, rest[-1] == "kinds")
        return sensible(goods, goods.number != 0 and not (goods.kind and goods.different))

    def words(self) -> str:
        kind = long_kind_name(self.kind) if self.kind else ""
        if self.number is None:
            return _("all your {kind} goods", kind=kind) if kind else _("all your goods")
        if self.different:
            return plural(
                "{number} good of different kinds", "{number} goods of different kinds", self.number
            )
        if kind:
            return plural("{number} {kind} good", "{number} {kind} goods", self.number, kind=kind)
        return plural("{number} good", "{number} goods", self.number)


NO_GOODS = Goods(0)
