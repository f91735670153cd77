"""A card drawn large while somebody tells what is printed on it (contract/drawn_piece).

Everything stands where a printed card has it: cost and VP in the upper corners, the kind in the circle around
the cost, the phases down the left edge with a sign for each power.
"""

from __future__ import annotations

import re
from functools import cache

from companion.games.contract.drawn_piece import DrawnFact, DrawnPiece
from companion.games.race_for_the_galaxy.cards.catalogue import Card, printed_on
from companion.games.race_for_the_galaxy.cards.power_lines import (
    PHASE_WORDS,
    known_power,
    line_of,
    power_lines,
)
from companion.games.race_for_the_galaxy.cards.powers import KINDS, PHASES
from companion.games.race_for_the_galaxy.cards.printed import (
    COST,
    DEFENSE,
    GRAY,
    KIND,
    MARKS,
    NAME,
    PRICE,
    PRODUCTION,
    WINDFALL,
)
from companion.games.race_for_the_galaxy.cards.printed_worth import (
    BONUS,
    EVERY_POWER,
    MAX_LINES,
    NUMBERS,
    POWERS,
    QUESTION_MARK,
    VP,
)
from companion.games.race_for_the_galaxy.drawing.card_svg import (
    DIAMOND,
    HEIGHT,
    INK,
    KIND_COLOURS,
    MILITARY,
    NEUTRAL,
    PALE,
    PAPER,
    WIDTH,
)
from companion.games.race_for_the_galaxy.wording.names import KIND_LETTERS, NUMERALS
from companion.translation import MINUS, _, language

SIZE = (float(WIDTH), float(HEIGHT))
_DASHED = ' fill="none" stroke="#8a8478" stroke-width="1" stroke-dasharray="2.2 2.2"'
_SPACE = "#26304a"
_FIRST_ROW, _ROW = 41.0, 7.6
"""The middle of the first phase's row, and how far the next is below it."""
_ROWS = {phase: _FIRST_ROW + _ROW * at for at, phase in enumerate(PHASES)}
_AMOUNT = (
    (re.compile(r"for (\d) (?:VP|cards?)"), ""),
    (re.compile(r"less (\d)"), "−"),
    (re.compile(r"cost (\d) less"), "−"),
    (re.compile(r"([+-]\d) Military"), ""),
    (re.compile(r"(\d) (?:cards? )?more"), "+"),
    (re.compile(r"draw (\d) cards?"), "+"),
)
"""The number that a power's sign shows, and what stands before it."""


def drawing(card: Card) -> DrawnPiece:
    told = printed_on(card).whole(card)
    return DrawnPiece(SIZE, _ground(card.world), _facts(card.world, language()), told)


def _ground(world: bool) -> str:
    """The card's face: a picture of a planet, or of a plan, and the phases down the edge."""
    lines = ' stroke="#8190ba" stroke-width="1.5"/>'
    plan = f'<path d="M29 70h30M33 70v-12h8v12M45 70v-18h9v18M49 52v-5"{lines}'
    planet = (
        f'<circle cx="46" cy="60" r="11" fill="#5d6c96"/><path d="M36 57q10-5 20 1M37 65q10 5 18-1"{lines}'
    )
    rows = "".join(_text(6.5, row + 2, NUMERALS[phase], 5.6) for phase, row in _ROWS.items())
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{PAPER}" stroke="{INK}" stroke-width="1"/>'
        f'<rect x="12" y="37" width="48" height="45" rx="2" fill="{_SPACE}"/>{planet if world else plan}'
        + rows
    )


def _text(x: float, y: float, words: str, size: float, colour: str = INK, more: str = "") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-family="sans-serif" font-size="{size:g}" '
        f'font-weight="700" fill="{colour}"{more}>{words}</text>'
    )


def _number(x: float, y: float, words: object, size: float, colour: str) -> str:
    """A figure with a pale edge, readable on every colour."""
    edge = f' stroke="{PALE}" stroke-width="2" paint-order="stroke"'
    return _text(x, y, str(words), size, colour, edge)


def _price(development: bool) -> DrawnFact:
    def drawn(what: str, number: int) -> str:
        if development:
            edge = f'<path d="M14 2 26 14 14 26 2 14z" stroke="{DIAMOND}" stroke-width="2.4"/>'
        elif what == DEFENSE:
            edge = f'<circle cx="14" cy="14" r="12.2" stroke="{MILITARY}" stroke-width="2.4"/>'
        else:
            edge = f'<circle cx="14" cy="14" r="11.6" fill="{PALE}" stroke="{INK}" stroke-width="1"/>'
        return edge + _number(14, 18.6, number, 13, MILITARY if what == DEFENSE else INK)

    whats = (COST,) if development else (COST, DEFENSE)
    pictures = {f"{what} {n}": drawn(what, n) for what in whats for n in NUMBERS}
    shape = '<path d="M14 3 25 14 14 25 3 14z"' if development else '<circle cx="14" cy="14" r="10"'
    return DrawnFact((0.5, 0.5, 27, 27), pictures, f"{shape}{_DASHED}/>")


def _kind() -> DrawnFact:
    """The circle around the cost: full for production, a ring (the halo) for a windfall; with a letter."""

    def drawn(kind: str, good: str) -> str:
        colour = KIND_COLOURS[kind]
        if good == WINDFALL:
            circle = f'<circle cx="14" cy="14" r="9" fill="{PALE}" stroke="{colour}" stroke-width="4"/>'
        else:
            circle = f'<circle cx="14" cy="14" r="11" fill="{colour}"/>'
        chip = f'<circle cx="26.5" cy="23" r="4.3" fill="{PALE}" stroke="{colour}" stroke-width="1.6"/>'
        return circle + chip + _text(26.5, 25.1, _(KIND_LETTERS[kind]), 6)

    pictures = {f"{kind} {good}": drawn(kind, good) for kind in KINDS for good in (PRODUCTION, WINDFALL)}
    pictures[GRAY] = f'<circle cx="14" cy="14" r="11" fill="#c9ccd2" stroke="{NEUTRAL}" stroke-width="1.2"/>'
    return DrawnFact((1.5, 1.5, 30, 27), pictures)


def _vp() -> DrawnFact:
    shape = '<path d="M42 3h10l5.5 10-5.5 10h-10l-5.5-10z"{}/>'
    ground = shape.format(f' fill="{PALE}" stroke="{INK}" stroke-width="1.2"')
    pictures = {str(n): ground + _text(47, 17.4, str(n), 12) for n in (*NUMBERS, QUESTION_MARK)}
    return DrawnFact((35, 1.5, 24, 23), pictures, shape.format(_DASHED))


def _marks() -> DrawnFact:
    pictures = {mark: _text(49, 86.4, mark.upper(), 4) for mark in ("Rebel", "ALIEN")}
    return DrawnFact((12, 82.4, 48, 5), pictures, places=((0, 0), (-20, 0)), chosen_by_picture=False)


def _bonus() -> DrawnFact:
    """What a "?" counts: a small hexagon with the VP of each."""
    pictures = {str(n): _sign(20, 76, "vp", str(n)) for n in NUMBERS}
    places = tuple((9.0 * at, 0.0) for at in range(4))
    return DrawnFact(
        (15, 71, 44, 10), pictures, "", lambda line: line.partition(" ")[0], places, chosen_by_picture=False
    )


def _sign_of(line: str) -> str:
    """The sort of a power's picture: its phase, what it is about and the number in it ("settle military +2");
    of one that no known card has, its phase."""
    known = known_power(line)
    if known is None:
        return line.partition(":")[0].strip().casefold()
    about = next((sign for word, sign in _ABOUT.items() if word in line), "card")
    about = about if about in _COLUMNS[known.phase] else "card"
    amount = next((before + m[1] for form, before in _AMOUNT if (m := form.search(line_of(known)))), "")
    return f"{known.phase} {about} {amount.replace('-', MINUS)}".rstrip()


_ABOUT = {
    "military world": "cost",
    " less": "cost",
    "Military": "military",
    "VP": "vp",
    "a good on": "good",
}
"""What a power is about, by words in its line."""
_COLUMNS = {
    "explore": ("card",),
    "develop": ("cost", "card"),
    "settle": ("military", "cost", "card"),
    "trade": ("card",),
    "consume": ("vp", "card"),
    "produce": ("good", "card"),
}
"""Where the signs of a phase stand in its row: those of one kind below each other."""


def _sign(x: float, y: float, about: str, amount: str) -> str:
    """A small sign, its middle at x, y: what a power is about, and the number in it."""
    at = f'<g transform="translate({x:g} {y:g})">'
    line = f' fill="{PALE}" stroke="{INK}" stroke-width=".8"/>'
    shape = {
        "military": f'<circle r="3.6" fill="{PALE}" stroke="{MILITARY}" stroke-width="1.1"/>',
        "cost": f'<circle r="3.6"{line}',
        "vp": f'<path d="M-2.2-3.6h4.4L4.3 0 2.2 3.6h-4.4L-4.3 0z"{line}',
        "good": f'<path d="M-3-2 0-3.6 3-2v4L0 3.6-3 2z" fill="{NEUTRAL}" stroke="{PALE}"/>',
        "card": f'<rect x="-3.2" y="-3.7" width="6.4" height="7.4" rx=".8"{line}',
    }[about]
    return f"{at}{shape}{_text(0, 1.6, amount, 4.4, MILITARY if about == 'military' else INK)}</g>"


@cache
def _signs() -> dict[str, str]:
    """Every power's picture by its sort: its phase lit, and its sign beside it."""
    found = {}
    for sort in (*PHASES, *map(_sign_of, power_lines())):
        phase, about, amount = (*sort.split(" "), "", "")[:3]
        y = _ROWS[phase]
        lit = f'<circle cx="6.5" cy="{y:g}" r="3.8" fill="{INK}"/>'
        found[sort] = lit + _text(6.5, y + 1.8, NUMERALS[phase], 5, PALE)
        if about:
            found[sort] += _sign(18 + 9 * _COLUMNS[phase].index(about), y, about, amount)
    return found


def _powers(phase: str) -> DrawnFact:
    """phase: "": all."""
    pictures = {sort: it for sort, it in _signs().items() if sort.split(" ")[0] == phase or not phase}
    rows = [_ROWS[phase]] if phase else list(_ROWS.values())
    box = (1.5, rows[0] - 4.2, 58 if phase else 10, rows[-1] - rows[0] + 8.4)

    def sort(line: str) -> str:
        # A line of one phase may leave the phase out.
        found = _sign_of(line if ":" in line or not phase else f"{PHASE_WORDS[phase]}: {line}")
        return found if found in pictures or not phase else phase

    return DrawnFact(box, pictures, "", sort, ((0, 0),) * MAX_LINES, chosen_by_picture=False)


@cache
def _facts(world: bool, spoken: str) -> dict[str, DrawnFact]:
    """spoken: the language of the kinds' letters."""
    facts = {KIND: _kind()} if world else {BONUS: _bonus()}
    facts |= {PRICE: _price(not world), MARKS: _marks(), VP: _vp(), EVERY_POWER: _powers("")}
    facts |= {key: _powers(phase) for key, phase in POWERS.items()}
    name = _text(31.5, 33.4, "{}", 3.8, more=' class="words"')
    return facts | {NAME: DrawnFact((2, 29, 59, 7), {}, chosen_by_picture=False, written=name)}
