"""A card as a small drawing of our own: its cost or defense, kind, VP and name; no publisher's art."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.printed import PRICE
from companion.games.race_for_the_galaxy.cards.printed_worth import VP
from companion.games.race_for_the_galaxy.wording.names import KIND_LETTERS, NUMERALS
from companion.translation import _, figure

WIDTH, HEIGHT, UPPER, GOOD_TOP = 63, 88, 47, 58
NAME_WIDTH, LETTER = 48, 0.61
"""Room for a name, and how wide a letter is on average, in heights of letters."""
POWER_LETTER = 7
SIGN_LETTER, SIGN_FLOOR, POWERS_APART = 21.5, 44.5, 0.15
"""Height of a sign's letters, which the narrowest area of a tablet shows with 14 px; the base line of the
phases, and the room between them, in heights of letters."""
KIND_COLOURS = {"novelty": "#3f7fd0", "rare": "#8a5a2b", "gene": "#3d8b3d", "alien": "#c9a400"}
NEUTRAL, MILITARY, DIAMOND = "#6c7480", "#b3261e", "#8c7a5b"
PAPER, INK, PALE = "#f4f1ea", "#1c1b19", "#ffffff"
POWER_ORDER = ("explore", "develop", "settle", "trade", "consume", "produce")


def card_svg(card: Card, good: bool = False, short: bool = False) -> str:
    """An SVG that stands alone, 63 x 88. good: one lies on it; short: its upper half alone, 63 x 47, as of
    cards that lie over each other."""
    colour = KIND_COLOURS.get(card.kind or "", NEUTRAL if card.world else DIAMOND)
    height = UPPER if short else HEIGHT
    parts = [
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{height - 2}" rx="4" fill="{PAPER}" '
        f'stroke="{colour}" stroke-width="2"/>',
        f'<path d="M2 5 a3 3 0 0 1 3 -3 h53 a3 3 0 0 1 3 3 v21 h-59 Z" fill="{colour}" opacity="0.3"/>',
        _price(card, colour),
        _vp(card),
        *_powers_and_name(card, short),
    ]
    if good and card.kind is not None:
        x, y = (27, 4) if short else (40, GOOD_TOP)
        width, high = (13, 20) if short else (16, 22)
        parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{high}" rx="2" fill="{colour}" stroke="{INK}"/>'
            f'<text x="{x + width / 2:g}" y="{y + high - 6}" font-size="11" font-weight="bold" '
            f'text-anchor="middle" fill="{PALE}">{escape(_(KIND_LETTERS[card.kind]))}</text>'
        )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="sans-serif"><title>{escape(card.name)}</title>{"".join(parts)}</svg>'
    )


def card_sign(card: Card, good: bool = False) -> str:
    """What is read of a card where its name would be too small: price, VP, good, phases, large; 63 x 47."""
    colour = KIND_COLOURS.get(card.kind or "", NEUTRAL if card.world else DIAMOND)
    cost = "" if PRICE in card.untold else str(card.cost)
    vp = "" if VP in card.untold else "?" if card.variable else figure(card.vp)
    letter = KIND_LETTERS[card.kind] if good and card.kind else ""
    parts = [
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{UPPER - 2}" rx="4" fill="{PAPER}" stroke="{colour}" '
        f'stroke-width="2"/><path d="M2 2h59v27h-59Z" fill="{colour}" opacity="0.3"/>',
        _sign_shape(card, colour),
        _letters(cost, 16, 23.6, MILITARY if card.military else INK, SIGN_LETTER / max(1, len(cost) * 0.7)),
        f'<path d="M40 4h14l6.5 12-6.5 12h-14l-6.5-12Z" fill="{PALE}" stroke="{INK}"/>',
        _letters(vp, 47, 23.6, INK),
        _sign_powers(card, 41 if letter else 57),
    ]
    if letter:
        parts += [
            f'<rect x="2.5" y="28.5" width="15.5" height="16.5" rx="2" fill="{colour}" stroke="{INK}"/>',
            _letters(_(letter), 10.3, SIGN_FLOOR, PALE),
        ]
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {UPPER}" role="img" '
        'font-weight="bold">'
        f"<title>{escape(card.name)}</title>{''.join(parts)}</svg>"
    )


def world_disc(card: Card) -> str:
    """A world alone, within 100 units each way: filled for production, a ring for windfall, red about a
    military one."""
    colour = KIND_COLOURS.get(card.kind or "", NEUTRAL)
    edge = MILITARY if card.military else PAPER
    inner = f'<circle cx="50" cy="50" r="24" fill="{PAPER}"/>' if card.windfall else ""
    return (
        f'<circle cx="50" cy="50" r="45" fill="{colour}" stroke="{edge}" stroke-width="5"/>{inner}'
        '<path fill="#04070d6b" d="M81 19A45 45 0 0 1 19 81A58 58 0 0 0 81 19"/>'
    )


def _price(card: Card, colour: str) -> str:
    """A diamond for a development; a circle for a world: filled for production, a ring for windfall, red
    and double for military."""
    number = (
        f'<text x="14" y="19" font-size="13" font-weight="bold" text-anchor="middle" '
        f'fill="{MILITARY if card.military else INK}">{"" if PRICE in card.untold else card.cost}</text>'
    )
    if card.development:
        shape = "M14 3 L25 14 L14 25 L3 14 Z"
        return f'<path d="{shape}" fill="{PALE}" stroke="{colour}" stroke-width="2"/>{number}'
    edge = MILITARY if card.military else INK
    ring = f'<circle cx="14" cy="14" r="10" fill="{PALE}" stroke="{edge}" stroke-width="2"/>'
    inner = ""
    if card.military:
        inner = f'<circle cx="14" cy="14" r="12" fill="none" stroke="{edge}" stroke-width="0.8"/>'
    if card.windfall:
        inner += f'<circle cx="14" cy="14" r="7.5" fill="none" stroke="{colour}" stroke-width="3"/>'
    elif card.kind is not None:
        inner += f'<circle cx="14" cy="14" r="9" fill="{colour}" opacity="0.55"/>'
    return ring + inner + number


def _sign_shape(card: Card, colour: str) -> str:
    """As `_price`, as large as a sign has room."""
    if card.development:
        return f'<path d="M16 1.5 30.5 16 16 30.5 1.5 16Z" fill="{PALE}" stroke="{colour}" stroke-width="2"/>'
    edge = MILITARY if card.military else INK
    filled = f'<circle cx="16" cy="16" r="11.4" fill="{PALE}" stroke="{edge}" stroke-width="1.6"/>'
    if card.military:
        filled += f'<circle cx="16" cy="16" r="13.6" fill="none" stroke="{edge}"/>'
    if card.windfall:
        return filled + f'<circle cx="16" cy="16" r="9.6" fill="none" stroke="{colour}" stroke-width="2.2"/>'
    inner = f'<circle cx="16" cy="16" r="10.6" fill="{colour}" opacity="0.55"/>' if card.kind else ""
    return filled + inner


def _sign_powers(card: Card, room: float) -> str:
    """The phases in which it has powers, in a row from the right."""
    marks = [NUMERALS[phase] for phase in POWER_ORDER if card.has_power(phase)]
    wide = sum(map(_width, marks)) + POWERS_APART * (len(marks) - 1)
    size, x, drawn = min(SIGN_LETTER, room / max(wide, 1)), WIDTH - 3.0, ""
    for mark in reversed(marks):
        drawn += _letters(mark, x, SIGN_FLOOR, INK, size, "end")
        x -= (_width(mark) + POWERS_APART) * size
    return drawn


def _width(numeral: str) -> float:
    """In heights of its letters."""
    return sum({"I": 0.32, "$": 0.6}.get(letter, 0.7) for letter in numeral)


def _letters(
    said: str, x: float, y: float, colour: str, size: float = SIGN_LETTER, anchor: str = "middle"
) -> str:
    return (
        f'<text x="{x:.4g}" y="{y:g}" font-size="{size:.3g}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(said)}</text>"
    )


def _vp(card: Card) -> str:
    vp = "" if VP in card.untold else "?" if card.variable else str(card.vp)
    return (
        f'<path d="M44 5 h8 l4 7 -4 7 h-8 l-4 -7 Z" fill="{PALE}" stroke="{INK}"/>'
        f'<text x="48" y="16" font-size="10" font-weight="bold" text-anchor="middle" fill="{INK}">{vp}</text>'
    )


def _powers_and_name(card: Card, short: bool) -> tuple[str, str]:
    """The phases in which it has powers, one below the other at the left, and the name beside them. On a
    short card more than two stand in a row below the name."""
    marks = [NUMERALS[phase] for phase in POWER_ORDER if card.has_power(phase)]
    if short and len(marks) > 2:
        before = [sum(map(_width, marks[:at])) for at in range(len(marks))]
        places = [(4 + POWER_LETTER * wide + 3 * at, UPPER - 4.0) for at, wide in enumerate(before)]
        name = _name(card, 32, WIDTH - 6, UPPER - 5 - POWER_LETTER)
    else:
        places = [(6.0, 34.5 + 8 * at if short else 36.0 + 9 * at) for at in range(len(marks))]
        name = _name(card, 37, NAME_WIDTH, UPPER - 3 if short else GOOD_TOP)
    drawn = "".join(
        f'<text x="{x:.4g}" y="{y:g}" font-size="{POWER_LETTER}" font-weight="bold" '
        f'fill="{INK}">{mark}</text>'
        for mark, (x, y) in zip(marks, places, strict=True)
    )
    return drawn, name


def _name(card: Card, middle: int, width: int, floor: int) -> str:
    """Below the price, within this width, broken where it gets the largest letters."""
    size, lines = max(
        (_size(lines, width, floor), lines) for lines in (_broken(card.name, most) for most in range(6, 24))
    )
    return "".join(
        f'<text x="{middle}" y="{26 + size * (0.9 + at):.4g}" font-size="{size:.2g}" text-anchor="middle" '
        f'fill="{INK}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )


def _broken(name: str, most: int) -> list[str]:
    """In lines of at most so many letters, where no word is longer."""
    lines: list[str] = [""]
    for word in name.split():
        if len(lines[-1]) + len(word) >= most and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _size(lines: Sequence[str], width: int, floor: int) -> float:
    """Height of the letters with which these lines have room."""
    wide = max(len(line) for line in lines) * LETTER
    return max(4.0, min(9.0, width / max(wide, LETTER), (floor - 24.5) / len(lines)))
