"""What a tile's numbers in their outlines, discs and figures say: cost, defense, kind, good and colonists.

A black circle holds a cost and a red one a defense (p. 7), a diamond a development's cost (p. 6), a halo is a
windfall and a solid circle a production world (pp. 7 and 8).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from companion.games.contract.box_proposals import SeenDisc, SeenFace, SeenNumber
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.printed_world import COST, DEFENSE, GRAY
from companion.games.new_frontiers.tiles.tile_info import KIND_COLOURS

T = TypeVar("T")
Reading = tuple[tuple[str, ...], str]
"""What one fact may be, as it is told, the likeliest first; and the sort of the reading, whose trust was
measured (`reading_trust`)."""
CERTAIN, MIN_READ, MIN_CLEAR = 0.99, 0.9, 0.5
"""How sure a digit is that counts as certain or as read, and how clear its outline."""
MAX_HALO_LEVEL = 105
"""The inside of a halo is darker than this; the gray of a world without a kind is not."""
MIN_ALIKE = 0.55
"""Part of the read attempts that must agree on the number of figures."""
RIVAL_PART = 0.5
"""Another number in the same outline is a rival if it is at least this part as clear as the clearest."""


def numbers(seen: SeenFace, outline: str) -> list[SeenNumber]:
    """Those in such an outline, the clearest first."""
    found = [it for it in seen.numbers if it.outline == outline]
    return sorted(found, key=lambda it: -it.sure * it.clear)


def first(one: T, every: Sequence[T]) -> tuple[T, ...]:
    return (one, *(other for other in every if other != one))


def cost(seen: SeenFace) -> Reading:
    every = tuple(f"{COST} {n}" for n in range(1, 10))
    costs = [it for it in numbers(seen, "diamond") if it.text.isdigit() and it.text != "0"]
    if not costs:
        return every, ""
    return first(f"{COST} {costs[0].text}", every), sure_number("price", costs)


def sure_number(what: str, found: Sequence[SeenNumber]) -> str:
    """By how surely the first was read, how clear its outline is, and whether another could be meant."""
    it = found[0]
    rivals = any(other.sure * other.clear > RIVAL_PART * it.sure * it.clear for other in found[1:])
    read = "certain" if it.sure >= CERTAIN else "read" if it.sure >= MIN_READ else "faint"
    outline = "one of several" if rivals else "clear" if it.clear >= MIN_CLEAR else "unclear"
    return f"{what}: {read}, {outline}"


def price(seen: SeenFace) -> Reading:
    costs = tuple(f"{COST} {n}" for n in range(8))
    defenses = tuple(f"{DEFENSE} {n}" for n in range(1, 10))
    found = numbers(seen, "circle")
    for it in found:
        every, one = (defenses, f"{DEFENSE} {it.text}") if it.red else (costs, f"{COST} {it.text}")
        if one in every:
            other = [one for one in found if one is not it]
            return first(one, every), sure_number("price", [it, *other])
    return (*costs, *defenses), ""


def kind_and_good(seen: SeenFace) -> Reading:
    every = (
        *(f"{kind} {good}" for kind in KINDS for good in ("production", "windfall")),
        GRAY,
        "any production",
    )
    discs = [it for it in seen.discs if abs(it.x) < 12]
    if not discs:
        return every, ""
    disc = max(discs, key=lambda it: (round(it.clear, 1), it.radius))
    near = _nearest_kinds(disc)
    # Of a halo the dark inside is often seen more clearly than the ring around it.
    around = [it for it in discs if it.halo and it.radius > disc.radius and _middles_apart(it, disc) < 1.5]
    if around and not (near[0][1] == "gray" and max(_rgb(disc.colour)) >= MAX_HALO_LEVEL):
        disc = max(around, key=lambda it: it.clear)
        near = _nearest_kinds(disc)
    (nearest, kind), (second, _other) = near[:2]
    if kind == GRAY:
        one = GRAY
        # Between a halo and its dark inside, gray is easily seen where there is none.
        clear = max(_rgb(disc.colour)) >= MAX_HALO_LEVEL and not disc.halo
    else:
        one = f"{kind} windfall" if disc.halo and kind != "any" else f"{kind} production"
        clear = nearest < 0.6 * second and nearest < 45 and disc.clear >= MIN_CLEAR
        clear = clear or (nearest < 0.4 * second and nearest < 30 and kind != "any")
    return first(
        one, every
    ), f"kind: {'gray' if kind == 'gray' else 'coloured'}, {'clear' if clear else 'unclear'}"


def _nearest_kinds(disc: SeenDisc) -> list[tuple[float, str]]:
    return sorted((_apart(disc.colour, colour), kind) for kind, colour in _COLOURS.items())


def _middles_apart(one: SeenDisc, other: SeenDisc) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5)


_COLOURS = {**KIND_COLOURS, "gray": "#8c9096"}


def _apart(one: str, other: str) -> float:
    """How far apart two colours are, brightness counted less."""
    a, b = (_rgb(colour) for colour in (one, other))
    mean = sum(x - y for x, y in zip(a, b, strict=True)) / 3
    tint = sum((x - y - mean) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
    return float(tint + 0.25 * abs(mean))


def _rgb(colour: str) -> tuple[int, int, int]:
    value = int(colour[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def colonists(seen: SeenFace) -> Reading:
    prices = [it for it in numbers(seen, "circle") if it.figures in (1, 2)]
    if not prices:
        return ("1", "2"), ""
    sure = "clear" if prices[0].alike >= MIN_ALIKE else "unclear"
    return first(str(prices[0].figures), ("1", "2")), f"colonists: {sure}"
