"""What lines of tiles count: the X of "per X", and the "?" that gives VP for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.games.new_frontiers.tiles.amounts import (
    KEYWORD,
    KIND,
    KINDS,
    MAX_LINE_CHARACTERS,
    NUMBER,
    NotUnderstood,
    in_words,
    sensible,
)
from companion.games.new_frontiers.wording.names import long_kind_name, power_name
from companion.translation import _, in_turn, marked

# --- counts: the X of "per X" ---------------------------------------------------------------------------

_TILES = re.compile(
    r"((?:\S+ )*?)(colon(?:y|ies)|worlds?|developments?|tiles?)"
    r"(?: with (explore|develop|settle|produce|trade|consume) powers?)?",
    re.IGNORECASE,
)
_BY_LETTER = {"c": "colony", "w": "colony", "d": "development", "t": "tile"}
_NOUNS = {
    ("colony", None): marked("colony"),
    ("colony", "production"): marked("production colony"),
    ("colony", "windfall"): marked("windfall colony"),
    ("development", None): marked("development"),
    ("tile", None): marked("tile"),
    ("tile", "production"): marked("production tile"),
    ("tile", "windfall"): marked("windfall tile"),
}
_Plain = tuple[str, str, str]
_PLAIN: dict[str, _Plain] = {
    "Military": (r"(?:([0-9]{1,3}) )?military", marked("total Military"), marked("{number} total Military")),
    "chips": (r"([0-9]{1,3}) vps? in chips", marked("{number} VP in chips"), marked("{number} VP in chips")),
    "good": (
        r"(?:([0-9]{1,3}) )?goods? at game end",
        marked("good you have at game end"),
        marked("{number} goods you have at game end"),
    ),
    "colonist": (
        r"(?:([0-9]{1,3}) )?colonists? on your mat",
        marked("unused colonist on your mat"),
        marked("{number} unused colonists on your mat"),
    ),
    "credits": (r"\$ ([0-9]{1,3})", marked("credit you have"), marked("{number} credits you have")),
    "colony kind": ("()colony kinds?", marked("different colony kind"), ""),
    "power type": ("()power types?", marked("different power type"), ""),
    "keyword": ("()keywords?", marked("different keyword"), ""),
}
"""What is no tile: how it is written, what one of them is called, and several."""


@dataclass(frozen=True, slots=True)
class Count:
    """The X of "per X": what is counted.

    what: "colony" (world is the same), "development", "tile" (either), "name" (the tile called `name`), or a
    count that is no tile: "Military", "chips" (one per `size` VP), "good", "colonist", "credits" (one per
    `size`), "colony kind", "power type", "keyword"; and in Produce only "good produced", "kind produced".
    The other fields narrow it; None leaves open. power: has a power of this type.
    """

    what: str
    military: bool | None = None
    good: str | None = None
    gray: bool = False
    kind: str | None = None
    keyword: str | None = None
    large: bool = False
    power: str | None = None
    name: str | None = None
    size: int = 1

    @classmethod
    def read(cls, text: str, *, producing: bool = False) -> Count:
        """The count that `text` names. producing: the goods of this action, too. Raises NotUnderstood."""
        if text.startswith('"') and text.endswith('"') and text.count('"') == 2:
            name = text[1:-1].strip()
            return sensible(cls("name", name=name), name)
        for what, (pattern, _one, _several) in _PLAIN.items():
            if found := re.fullmatch(pattern, text, re.IGNORECASE):
                size = int(found[1] or 1)
                return sensible(cls(what, size=size), size)
        if producing and (found := re.fullmatch(rf"(?:({KIND}) )?goods? produced", text, re.IGNORECASE)):
            return cls("good produced", kind=found[1].capitalize() if found[1] else None)
        if producing and re.fullmatch("kinds? produced", text, re.IGNORECASE):
            return cls("kind produced")
        if found := _TILES.fullmatch(text):
            count = _narrowed(found[1].replace("non - ", "non-").replace("9 - cost", "9-cost").split())
            power = found[3].capitalize() if found[3] else None
            return replace(count, what=_BY_LETTER[found[2][0].lower()], power=power)
        raise NotUnderstood

    @property
    def minds_kinds(self) -> bool:
        """How many there are depends on the kinds of the colonies."""
        return self.what == "colony kind" or (self.kind is not None and self.what in ("colony", "tile"))

    def words(self) -> str:
        """What one of the things counted is: "Genes military colony", "5 credits you have"."""
        if self.what in _PLAIN:
            _pattern, one, several = _PLAIN[self.what]
            return _(one if self.size == 1 else several, number=self.size)
        if self.what == "name":
            return _("{tile} in your empire", tile=self.name)
        if self.what == "kind produced":
            return _("different kind of good produced")
        if self.what == "good produced":
            if self.kind:
                return _("{kind} good produced", kind=long_kind_name(self.kind))
            return _("good produced")
        return self._tile_words()

    def _tile_words(self) -> str:
        """From the noun outwards: each word before it may go elsewhere in another language."""
        noun = _NOUNS.get((self.what, self.good))
        words = f"{self.good} {self.what}" if noun is None else _(noun)
        if self.military is not None:
            of_type = _("military {things}", things=words), _("non-military {things}", things=words)
            words = of_type[not self.military]
        if self.gray:
            words = _("gray {things}", things=words)
        if self.kind:
            words = _("{kind} {things}", kind=long_kind_name(self.kind), things=words)
        if self.keyword == "Alien":
            words = _("{keyword}-keyword {things}", keyword=self.keyword, things=words)
        elif self.keyword:
            words = _("{keyword} {things}", keyword=self.keyword, things=words)
        if self.large:
            words = _("9-cost {things}", things=words)
        if self.power:
            words = _("{things} with a power in {action}", things=words, action=power_name(self.power))
        return words


def _narrowed(adjectives: list[str]) -> Count:
    """A count narrowed by the words before its noun; two words for the same thing mean nothing."""
    fields: dict[str, bool | str] = {}
    for adjective in adjectives:
        if adjective.lower() == "other":
            continue
        name, value = _narrowing(adjective)
        fields[name] = sensible(value, name not in fields)
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
    if re.fullmatch(KEYWORD, adjective, re.IGNORECASE):
        return "keyword", word.capitalize()
    return "kind", sensible(word.capitalize(), word.capitalize() in KINDS)


# --- the "?" --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bonus:
    """A "?": (VP, Count) pairs; each tile scores for one of them only, the best for its owner (p. 10).

    with_this: False when the line ends in "not this". text: the line as it was written; pairs are empty
    when the language does not know it (a manual bonus: `Empire.by_hand` says what it gives).
    """

    pairs: tuple[tuple[int, Count], ...]
    with_this: bool = True
    text: str = ""

    def words(self) -> str:
        """As a sentence: "2 VP for each Genes colony, 1 VP for each other military colony"."""
        if not self.pairs:
            return _("By hand: {line}", line=self.text.strip())
        words = in_turn(
            _("{vp} VP for each {counted}", vp=vp, counted=count.words()) for vp, count in self.pairs
        )
        if len(self.pairs) > 1:
            words = _("{conditions} (each tile counts for one of these only)", conditions=words)
        if not self.with_this:
            words = _("{conditions}; this tile itself does not count", conditions=words)
        return f"{words}."


@lru_cache(maxsize=512)
def parse_bonus(line: str) -> Bonus:
    """The "?" that `line` says; a line not understood becomes a bonus without pairs, entered by hand.

    >>> parse_bonus("VP: 2 per Genes colony").pairs[0][1].kind
    'Genes'
    """
    if len(line) > MAX_LINE_CHARACTERS:
        return Bonus((), text=line)
    words = in_words(line)
    if [word.lower() for word in words[:2]] == ["vp", ":"]:
        words = words[2:]
    text = " ".join(";\n" if word == ";" else word for word in words)
    others = re.sub(r" , not this(?= ;\n|$)", "", text, flags=re.IGNORECASE)
    pairs = []
    try:
        for condition in others.removesuffix(" ;\n").split(" ;\n "):
            found = re.fullmatch(rf"({NUMBER}) (?:vps? )?per (.+)", condition, re.IGNORECASE)
            pairs.append((int(found[1]), Count.read(found[2])) if found else sensible((0, Count("")), False))
    except NotUnderstood:
        return Bonus((), text=line)
    return Bonus(tuple(pairs), others == text, line)
