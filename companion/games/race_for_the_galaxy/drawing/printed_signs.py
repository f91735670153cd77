"""The icons of powers as they are printed on cards (p. 9 to 11), drawn anew: shapes and numbers, no art.

An icon is a row of parts: an eye, a hand with a card, a good, a diamond, a circle, an arrow. Every good has
its letter, since colour alone says nothing to some.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import escape

from companion.games.race_for_the_galaxy.cards import powers
from companion.games.race_for_the_galaxy.cards.powers import KINDS, Power
from companion.games.race_for_the_galaxy.drawing.card_svg import (
    DIAMOND,
    INK,
    KIND_COLOURS,
    MILITARY,
    PALE,
    PAPER,
)
from companion.games.race_for_the_galaxy.wording.names import KIND_LETTERS
from companion.translation import _, signed

HEIGHT, GAP = 40, 5
REBEL = "#f0b8b3"
NOT_ALIEN = KIND_COLOURS["alien"]

Part = tuple[float, str]
"""Its width, and its shapes from x = 0."""


def power_svg(power: Power) -> str:
    """The icon of a power; "": it is printed as words alone."""
    draw = _ICONS.get(type(power))
    return "" if draw is None else row(*draw(power))


def row(*parts: Part) -> str:
    """Parts beside each other, as an SVG that stands alone."""
    x, drawn = 1.0, []
    for width, shapes in parts:
        drawn.append(f'<g transform="translate({x:g} 0)">{shapes}</g>')
        x += width + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {x - GAP + 1:g} {HEIGHT}" aria-hidden="true" '
        f'font-family="sans-serif"><rect width="{x - GAP + 1:g}" height="{HEIGHT}" rx="4" fill="{PAPER}"/>'
        f"{''.join(drawn)}</svg>"
    )


# --- parts


def _text(x: float, words: str, size: float = 15, colour: str = INK, y: float = 20) -> str:
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" font-weight="bold" '
        f'text-anchor="middle" fill="{colour}">{escape(words)}</text>'
    )


def diamond(words: str = "") -> Part:
    shape = f'<path d="M17 3 L33 20 L17 37 L1 20 Z" fill="{PALE}" stroke="{DIAMOND}" stroke-width="3"/>'
    return 34, shape + _text(17, words)


def circle(words: str = "", military: bool = False, fill: str = PALE) -> Part:
    """A world: with a black edge one that is paid for, with a red one one that is conquered."""
    edge = MILITARY if military else INK
    ring = f'<circle cx="18" cy="20" r="15" fill="{fill}" stroke="{edge}" stroke-width="3"/>'
    inner = f'<circle cx="18" cy="20" r="11.5" fill="none" stroke="{edge}"/>' if military else ""
    return 36, ring + inner + _text(18, words, 13, INK if fill not in (PALE, REBEL) else edge)


def disc(kind: str | None, words: str = "") -> Part:
    """A production world: its colour fills it."""
    return circle(words or _letter(kind), fill=_colour(kind))


def ring(kind: str | None = None) -> Part:
    """A windfall world: a ring of its kind, of all four where any will do."""
    quarters = [kind] * 4 if kind else list(KINDS)
    ends = ((18, 9), (29, 20), (18, 31), (7, 20), (18, 9))
    arcs = "".join(
        f'<path d="M{ends[at][0]} {ends[at][1]} A11 11 0 0 1 {ends[at + 1][0]} {ends[at + 1][1]}" '
        f'fill="none" stroke="{_colour(one)}" stroke-width="6"/>'
        for at, one in enumerate(quarters)
    )
    edge = f'<circle cx="18" cy="20" r="15" fill="{PALE}" stroke="{INK}" stroke-width="2"/>'
    return 36, edge + arcs + (_text(18, _letter(kind), 10) if kind else "")


def hexagon(words: str) -> Part:
    shape = f'<path d="M9 5 h18 l8 15 -8 15 h-18 l-8 -15 Z" fill="{PALE}" stroke="{INK}" stroke-width="2"/>'
    return 36, shape + _text(18, words, 14)


def hand(words: str) -> Part:
    """A card in a hand: cards that come into it."""
    card = (
        f'<rect x="7" y="3" width="20" height="27" rx="2" fill="{PALE}" stroke="{INK}" stroke-width="1.5"/>'
    )
    fingers = (
        f'<path d="M3 26 C4 36 12 38 19 38 C27 38 31 33 31 25" fill="none" stroke="{INK}" stroke-width="3.5" '
        'stroke-linecap="round"/>'
    )
    return 34, card + fingers + _text(17, words, 13, y=16)


def eye(words: str) -> Part:
    lids = "M2 20 C12 3 34 3 44 20 C34 37 12 37 2 20 Z"
    shape = f'<path d="{lids}" fill="{PALE}" stroke="{INK}" stroke-width="2"/>'
    return 46, shape + f'<circle cx="23" cy="20" r="11" fill="none" stroke="{INK}"/>' + _text(23, words, 13)


def good(kind: str | None = None, words: str = "") -> Part:
    """A card that lies face down as a good: of one kind, or in four colours for any."""
    frame = f'<rect x="2" y="4" width="24" height="32" rx="3" fill="{_colour(kind)}" stroke="{INK}"/>'
    if kind is None:
        squares = ((2, 4), (14, 4), (2, 20), (14, 20))
        frame = "".join(
            f'<rect x="{x}" y="{y}" width="12" height="16" fill="{_colour(one)}" stroke="{INK}"/>'
            for (x, y), one in zip(squares, KINDS, strict=True)
        )
    label = words or _letter(kind)
    return 28, frame + (_text(14, label, 13, PALE) if label else "")


def good_here(kind: str | None = None) -> Part:
    """The good of the world that has the power: in a circle."""
    world = f'<circle cx="19" cy="20" r="18" fill="#b9bcc2" stroke="{INK}"/>'
    card = f'<rect x="11" y="9" width="16" height="22" rx="2" fill="{_colour(kind)}" stroke="{INK}"/>'
    return 38, world + card + (_text(19, _letter(kind), 11, PALE) if kind else "")


def arrow(words: str = "") -> Part:
    shape = f'<path d="M1 15 h17 v-7 l13 12 -13 12 v-7 h-17 Z" fill="#d7d9dd" stroke="{INK}"/>'
    return 32, shape + _text(14, words, 11)


def red_arrow() -> Part:
    return 22, f'<path d="M1 17 h10 v-6 l10 9 -10 9 v-6 h-10 Z" fill="{MILITARY}"/>'


def gone() -> Part:
    """A card with a red cross: it is discarded."""
    card = f'<rect x="3" y="4" width="24" height="32" rx="3" fill="{PALE}" stroke="{INK}"/>'
    return 30, card + f'<path d="M6 9 L24 31 M24 9 L6 31" stroke="{MILITARY}" stroke-width="4"/>'


def never(words: str, colour: str = PALE) -> Part:
    """Small and struck out: what it is not for."""
    shape = f'<circle cx="9" cy="11" r="8" fill="{colour}" stroke="{MILITARY}" stroke-width="2"/>'
    line = f'<path d="M3.5 16.5 L14.5 5.5" stroke="{MILITARY}" stroke-width="2"/>'
    return 18, shape + _text(9, words, 8, y=11) + line


def between(words: str) -> Part:
    return 10, _text(5, words, 20)


def _colour(kind: str | None) -> str:
    return "#8d939c" if kind is None else KIND_COLOURS[kind]


def _letter(kind: str | None) -> str:
    return "" if kind is None else _(KIND_LETTERS[kind])


# --- each form of a power


def _explore(power: powers.ExploreMore) -> list[Part]:
    drawn = [eye(f"+{power.draw}")] if power.draw else []
    return drawn + ([hand(f"+{power.keep}")] if power.keep else [])


def _military(power: powers.Military) -> list[Part]:
    fill = PALE if power.against is None else KIND_COLOURS.get(power.against, REBEL)
    return [circle(signed(power.amount), military=True, fill=fill)]


def _trade(power: powers.TradeMore) -> list[Part]:
    sold = [good_here()] if power.here else [good(power.kind)] if power.kind else []
    return [arrow("$"), *sold, hand(f"+{power.cards}")]


def _consume(power: powers.ConsumeGoods) -> list[Part]:
    if power.different:
        goods = [good(words=f"{power.goods}≠")]
    else:
        goods = [good(power.kind)] * power.goods
    gains = [hexagon(str(power.vp))] if power.vp else []
    gains += [hand(str(power.cards))] if power.cards else []
    return [*goods, arrow(f"×{power.up_to}" if power.up_to > 1 else ""), *gains]


def _price(power: powers.ConsumeForPrice) -> list[Part]:
    plain = [] if power.with_powers else [never("$")]
    return [good(), arrow(), hand("?"), *plain]


def _windfall(power: powers.ProduceWindfall) -> list[Part]:
    paid = [hand("1"), gone()] if power.discard else []
    return [*paid, good(power.kind), arrow(), ring(power.kind)]


_ICONS: Mapping[type[Power], Callable[[Any], list[Part]]] = {
    powers.ExploreMore: _explore,
    powers.DevelopDraw: lambda power: [hand(str(power.draws_first))],
    powers.DevelopReduce: lambda power: [diamond(f"-{power.less}")],
    powers.DevelopDrawAfter: lambda power: [diamond(), hand(str(power.draws_after))],
    powers.SettleReduce: lambda power: [
        circle(f"-{power.amount}", fill=PALE if power.kind is None else KIND_COLOURS[power.kind])
    ],
    powers.Military: _military,
    powers.DiscardForMilitary: lambda power: [
        gone(),
        red_arrow(),
        circle(signed(power.temporary), military=True),
    ],
    powers.DiscardForCostZero: lambda _power: [gone(), red_arrow(), circle("=0"), never("", NOT_ALIEN)],
    powers.PayForMilitary: lambda power: [
        circle("?", military=True),
        red_arrow(),
        circle(f"?-{power.discount}" if power.discount else "?"),
        never("", NOT_ALIEN),
    ],
    powers.SettleDrawAfter: lambda power: [
        circle(),
        circle(military=True),
        hand(str(power.draws_after)),
    ],
    powers.TradeMore: _trade,
    powers.ConsumeGoods: _consume,
    powers.ConsumeAll: lambda _power: [good(), good(), good(), arrow(), hexagon("?-1")],
    powers.ConsumeForPrice: _price,
    powers.ConsumeDraw: lambda power: [hand(str(power.draws_first))],
    powers.DrawIfLucky: lambda _power: [good(words="?"), hand("=")],
    powers.DiscardForVP: lambda power: [
        hand(""),
        arrow(f"×{power.from_hand}"),
        hexagon(str(power.vp)),
        never("×2"),
    ],
    powers.Produce: lambda _power: [good()],
    powers.ProduceWindfall: _windfall,
    powers.DrawIfProduced: lambda power: [good_here(), hand(str(power.draws_here))],
    powers.ProduceDraw: lambda power: [hand(str(power.cards))],
    powers.DrawForDifferent: lambda power: [good(), between(":"), hand(str(power.cards))],
    powers.DrawForKind: lambda power: [good(power.kind), between(":"), hand(str(power.cards))],
    powers.DrawForMost: lambda power: [good(power.kind, ">"), hand(str(power.cards))],
    powers.DrawForWorlds: lambda power: [
        disc(power.kind),
        ring(power.kind),
        between(":"),
        hand(str(power.cards)),
    ],
}
