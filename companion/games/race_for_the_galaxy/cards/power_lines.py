"""Powers and what a "?" counts as lines of text: in box files, and where somebody tells what a card prints.

A line of a power is its phase and the words of it in English ("Settle: +1 Military"), with a hyphen for a
minus, which is read with either sign; one that no known card has is kept as it is written. A line of a "?" is
a number of VP and what it counts ("2 alien_flag").
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from companion.games.contract import Illegal
from companion.games.race_for_the_galaxy.cards.conditions import COUNTED, NAME, Condition
from companion.games.race_for_the_galaxy.cards.powers import PHASES, Power, Written, power
from companion.games.race_for_the_galaxy.wording.names import phase_name
from companion.translation import MINUS, SOURCE, _, languages, speaking

SECOND_EDITION, OTHERS_OF_THE_FIRST = "cards.json", "first_edition.json"


@cache
def entries(file: str) -> tuple[dict[str, Any], ...]:
    """Those of this file, in their order."""
    return tuple(json.loads(files(__package__).joinpath(file).read_text(encoding="utf-8")))


PHASE_WORDS = {phase: phase.capitalize() for phase in PHASES}


def phase_words(phase: str) -> str:
    """A phase, or Trade, as people call where a power acts."""
    return _("Trade ($)") if phase == "trade" else phase_name(phase)


@cache
def power_lines() -> Mapping[str, Power]:
    """Every power that a known card has, by its line in English: "Settle: +1 Military"."""
    found: dict[str, Power] = {}
    with speaking(SOURCE):
        for card in entries(SECOND_EDITION):
            for entry in card.get("powers", ()):
                known = power(entry)
                found.setdefault(line_of(known), known)
    return dict(sorted(found.items()))


def line_of(one: Power) -> str:
    with speaking(SOURCE):
        return f"{PHASE_WORDS[one.phase]}: {one.words()}".replace(MINUS, "-")


def known_power(line: str) -> Power | None:
    """The power of this line, where a known card has it."""
    wanted = " ".join(line.split()).replace(MINUS, "-").casefold()
    return next((known for text, known in power_lines().items() if text.casefold() == wanted), None)


def any_power(line: str) -> Power:
    """The same; else as it is written. Raises Illegal: it says no phase."""
    if (known := known_power(line)) is not None:
        return known
    phase, colon, text = line.partition(":")
    key = _phases().get(phase.strip().casefold(), "")
    if not colon or not key or not text.strip():
        sentence = _(
            "A power begins with its phase, as “{phase}: ...”: {power}.",
            phase=phase_name("settle"),
            power=f"{line!r:.60}",
        )
        raise Illegal(sentence)
    return Written(key, " ".join(text.split()))


def line_in(phase: str, said: str) -> str:
    """The line of what was said of a power of this phase, whether or not it names the phase."""
    named, colon, text = said.partition(":")
    names_it = bool(colon) and _phases().get(named.strip().casefold()) == phase
    return f"{PHASE_WORDS[phase]}: {(text if names_it else said).strip()}"


@cache
def _phases() -> Mapping[str, str]:
    """The phases by what they are called in a line, and in any language, "Trade ($)" also without its
    sign."""
    names = [(word, phase) for phase, word in PHASE_WORDS.items()]
    for code in languages():
        with speaking(code):
            names += [(phase_words(phase), phase) for phase in PHASES]
    return {one.casefold(): phase for word, phase in names for one in (word, word.partition(" (")[0])}


@cache
def bonus_lines() -> Mapping[str, Condition]:
    """What the "?" of a known development counts, by its line, in the order of the words."""
    counted = (entry for card in entries(SECOND_EDITION) for entry in card.get("bonuses", ()))
    known = {Condition(one["vp"], one["per"]) for one in counted if one["per"] in COUNTED}
    ordered = sorted(known, key=lambda one: (COUNTED.index(one.per), one.vp))
    return {f"{one.vp} {one.per}": one for one in ordered}


def bonus_line(condition: Condition) -> str:
    return f"{condition.vp} {condition.per} {condition.name}".rstrip()


def condition_of(line: str) -> Condition:
    """Raises Illegal."""
    vp, _space, rest = line.partition(" ")
    per, _space, name = rest.partition(" ")
    number = int(vp) if vp.isascii() and vp.isdecimal() and len(vp) == 1 else 0
    if not number or (per not in COUNTED and per != NAME) or (per == NAME) != bool(name):
        raise Illegal(_("A “?” counts none of these: {line}.", line=f"{line!r:.60}"))
    return Condition(number, per, name)
