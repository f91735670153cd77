"""A printed power as a tile has it, and how its line is read (defined in `powers.py`, `powers_of_goods.py`).

A line that the language does not know is no error: it is kept word for word, as a manual power, so that every
tile can be tracked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.games.new_frontiers.tiles.amounts import (
    LOOK_ALIKES,
    MAX_LINE_CHARACTERS,
    POWER_TYPES,
    NotUnderstood,
    in_words,
)
from companion.games.new_frontiers.tiles.effect import EFFECTS, Effect
from companion.games.new_frontiers.tiles.powers import Manual
from companion.games.new_frontiers.tiles.powers_of_goods import ConsumeBonus
from companion.games.new_frontiers.wording.names import power_name
from companion.translation import _


@dataclass(frozen=True, slots=True)
class Power:
    """One printed power. type: of POWER_TYPES ("" only for a Manual line that names none).

    may: its owner chooses; everything else must be used if it can be (rulebook p. 5). text: the line as
    it was written.
    """

    type: str
    effect: Effect
    may: bool = False
    text: str = ""

    @property
    def by_hand(self) -> bool:
        return isinstance(self.effect, Manual)

    def words(self) -> str:
        """As a sentence: "Settle, if you like: give 1 good for +2 Military until the action ends."""
        if self.by_hand:
            return _("By hand: {line}", line=self.text.strip())
        said = {"action": power_name(self.type), "effect": self.effect.words()}
        return _("{action}, if you like: {effect}.", **said) if self.may else _("{action}: {effect}.", **said)


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
    if len(line) > MAX_LINE_CHARACTERS:
        return manual
    extra = _IF_YOU_HAVE.fullmatch(line.translate(LOOK_ALIKES))
    words = in_words(extra[1] if extra else line)
    if not named or words[1:2] != [":"]:
        return manual
    text = " ".join(words[3:] if says_may else words[2:])
    try:
        effect = next((it for of in EFFECTS[named] if (it := of.read(text)) is not None), None)
    except NotUnderstood:
        return manual
    if extra and isinstance(effect, ConsumeBonus):
        effect = replace(effect, extra=int(extra[2]), name=" ".join(extra[3].split()))
    elif effect is None or extra:
        return manual
    return Power(named, effect, says_may or effect.optional, line)
