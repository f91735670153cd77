"""A catalogue against what the rulebook prints of the box: "About the Worlds" (p. 10), the contents (p. 1).

The printed sums leave no room: whatever does not add up is a tile typed wrong, or a stand-in that no longer
fits beside the owner's tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from companion.games.new_frontiers.powers import KINDS, Manual
from companion.games.new_frontiers.tiles import Catalogue, Development, Goal, Tile, World

CUBES = {"Novelty": 19, "Rare": 17, "Genes": 13, "Alien": 11}
"""Goods in the box by kind: enough for all colonies of a game (p. 2 and 7)."""
_MOST_PLAYERS = 5
T = TypeVar("T", World, Development, Goal)


@dataclass(frozen=True, slots=True)
class Count:
    """One printed count. found: tiles of the catalogue; sure: those of them not assumed to be so."""

    label: str
    printed: int
    found: int
    sure: int

    @property
    def ok(self) -> bool:
        return self.found == self.printed

    @property
    def impossible(self) -> bool:
        """Even without the stand-ins there are too many."""
        return self.sure > self.printed

    def line(self) -> str:
        if self.ok:
            return f"ok: {self.label}: {self.found}"
        if self.impossible:
            return f"cannot be: {self.label}: {self.sure}, the rulebook prints {self.printed}"
        word = "too many" if self.found > self.printed else "missing"
        made_up = self.found - self.sure
        loose = f" ({made_up} of them assumed or stand-ins)" if made_up else ""
        return f"{word}: {self.label}: {self.found}{loose}, the rulebook prints {self.printed}"


@dataclass(frozen=True, slots=True)
class Report:
    """counts: all that is printed. problems: what else cannot be, a sentence each. manual: lines that the
    language does not know, by tile. confirmed: (what, number, of how many) without an assumed field."""

    counts: tuple[Count, ...]
    problems: tuple[str, ...]
    manual: tuple[tuple[str, str], ...]
    confirmed: tuple[tuple[str, int, int], ...]

    @property
    def ok(self) -> bool:
        """All is as printed. Manual powers and assumed fields are no fault."""
        return not self.problems and all(count.ok for count in self.counts)

    def lines(self) -> tuple[str, ...]:
        """The report for a person: progress, what is wrong, what stayed manual, then all counts that hold."""
        progress = [f"confirmed {what}: {number} of {of}" for what, number, of in self.confirmed]
        wrong = [count.line() for count in self.counts if not count.ok]
        manual = [f"manual: {tile}: {text}" for tile, text in self.manual]
        right = [count.line() for count in self.counts if count.ok]
        summary = "all printed counts hold" if self.ok else "not all adds up"
        problems = [f"does not fit: {problem}" for problem in self.problems]
        return (*progress, *wrong, *problems, *manual, *right, summary)


def check(catalogue: Catalogue) -> Report:
    """What of the printed counts holds in `catalogue`."""
    tiles = tuple(catalogue.values())
    return Report(
        counts=(*_worlds(catalogue), *_developments(catalogue), *_rest(catalogue)),
        problems=(*_vp_ranges(catalogue), *_homes(catalogue), *_goods(catalogue)),
        manual=tuple((f"{tile.name} ({tile.id})", text) for tile in tiles for text in _manual(tile)),
        confirmed=tuple(
            (what, sum(_confirmed(tile) for tile in some), len(some))
            for what, some in (
                ("worlds", catalogue.worlds.values()),
                ("development faces", catalogue.developments.values()),
                ("home colonies", catalogue.homes.values()),
                ("goals", catalogue.goals.values()),
            )
        ),
    )


def _confirmed(tile: Tile) -> bool:
    return tile.source != "stand-in" and not tile.assumed


def _manual(tile: Tile) -> Iterator[str]:
    if not isinstance(tile, Goal):
        yield from (power.text for power in tile.powers if isinstance(power.effect, Manual))
        if tile.bonus is not None and not tile.bonus.pairs:
            yield tile.bonus.text


# --- counts ---------------------------------------------------------------------------------------------

_DEFENSES = (5, 6, 3, 3, 2, 2, 1, 2, 2)  # 1 to 9
_COSTS = (1, 3, 12, 5, 4, 6, 2, 1)  # 0 to 7
_Value = str | int | None
_TABLE: dict[str, dict[str, dict[_Value, int]]] = {
    "military": {
        "colonists": {1: 18, 2: 8},
        "good": {"windfall": 12, "production": 6, None: 8},
        "kind": {"Novelty": 3, "Rare": 4, "Genes": 6, "Alien": 5, "any": 0, None: 8},
        "keywords": {"Imperium": 3, "Rebel": 11, "Uplift": 6},
        "bonus": {"Rebel": 1, "Uplift": 1, "Imperium": 0},
    },
    "non-military": {
        "colonists": {1: 21, 2: 13},
        "good": {"windfall": 11, "production": 20, None: 3},
        "kind": {"Novelty": 12, "Rare": 9, "Genes": 5, "Alien": 4, "any": 1, None: 3},
        "keywords": {"Imperium": 4, "Rebel": 0, "Uplift": 5},
        "bonus": {"Rebel": 0, "Uplift": 1, "Imperium": 1},
    },
}
""" "About the Worlds" (p. 10) by type and field; None is gray."""
_VP = {"military": (0, 9), "non-military": (0, 6)}


def _count(label: str, printed: int, tiles: Iterable[T], fits: Callable[[T], object], *fields: str) -> Count:
    """fields: those that `fits` looks at; a tile is sure where none of them is assumed."""
    found = [tile for tile in tiles if fits(tile)]
    sure = sum(tile.source != "stand-in" and not set(fields) & set(tile.assumed) for tile in found)
    return Count(label, printed, len(found), sure)


def _has(field: str, value: _Value) -> Callable[[World], bool]:
    """Whether a world's `field` is `value`, or has it among its keywords, or counts it in its "?"."""
    if field == "keywords":
        return lambda world: value in world.keywords
    if field == "bonus":
        return lambda world: world.bonus is not None and any(c.keyword == value for _, c in world.bonus.pairs)
    return lambda world: getattr(world, field) == value


def _label(type: str, field: str, value: _Value) -> str:
    words = {
        "colonists": f"with {value} colonist{'' if value == 1 else 's'}",
        "good": "without a good" if value is None else f"that are {value} worlds",
        "kind": "that are gray" if value is None else f"of kind {value}",
        "keywords": f"with the {value} keyword",
        "bonus": f'with a "?" for {value}',
    }
    return f"{type} worlds {words.get(field, f'with {field} {value}')}"


def _of_type(catalogue: Catalogue, type: str) -> list[World]:
    return [world for world in catalogue.worlds.values() if world.military == (type == "military")]


def _worlds(catalogue: Catalogue) -> Iterator[Count]:
    yield _count("worlds", 60, catalogue.worlds.values(), _any)
    for type, price, first, printed_by in (
        ("military", "defense", 1, _DEFENSES),
        ("non-military", "cost", 0, _COSTS),
    ):
        worlds = _of_type(catalogue, type)
        yield _count(f"{type} worlds", sum(printed_by), worlds, _any)
        prices: dict[_Value, int] = dict(enumerate(printed_by, start=first))
        for field, table in {price: prices, **_TABLE[type]}.items():
            for value, printed in table.items():
                yield _count(_label(type, field, value), printed, worlds, _has(field, value), field)
    all = catalogue.worlds.values()
    both = {"Rebel", "Uplift"}
    yield _count("Rebel worlds that are Uplift too", 1, all, lambda w: both <= set(w.keywords), "keywords")
    alien = _has("keywords", "Alien")
    yield _count(
        "gray worlds with the Alien keyword", 1, all, lambda w: w.kind is None and alien(w), "keywords"
    )


def _any(_: object) -> bool:
    return True


def _developments(catalogue: Catalogue) -> Iterator[Count]:
    faces = catalogue.developments.values()
    yield _count("development faces", 40, faces, _any)
    kinds: tuple[tuple[str, int, Callable[[Development], bool]], ...] = (
        ("large development faces", 16, lambda face: face.large),
        ("small development faces always in play", 8, lambda face: not face.large and not face.paired),
        ("small development faces that share a stack", 16, lambda face: not face.large and face.paired),
    )
    for label, printed, fits in kinds:
        yield _count(label, printed, faces, fits, "cost", "stack")
    stacks = Counter(face.stack or face.id for face in faces)
    yield Count("stacks and large tiles on the development mats", 24, len(stacks), len(stacks))


def _rest(catalogue: Catalogue) -> Iterator[Count]:
    yield _count("home colonies", 16, catalogue.homes.values(), _any)
    yield _count("goals", 8, catalogue.goals.values(), _any)


# --- what else cannot be --------------------------------------------------------------------------------


def _vp_ranges(catalogue: Catalogue) -> Iterator[str]:
    for type, (lowest, highest) in _VP.items():
        printed = [world for world in _of_type(catalogue, type) if world.bonus is None]
        for world in printed:
            if not lowest <= world.vp <= highest:
                yield f"{world.name} ({world.id}) has {world.vp} VP; {type} worlds have {lowest} to {highest}"
        values = {world.vp for world in printed}
        for end in (lowest, highest):
            if end not in values:
                yield f"no {type} world has {end} VP, an end of the printed range {lowest} to {highest}"
        others = [world for world in _of_type(catalogue, type) if world.bonus is not None]
        if len(others) > 2:
            yield f'{len(others)} {type} worlds have a "?"; the rulebook prints two'


def _homes(catalogue: Catalogue) -> Iterator[str]:
    sides = Counter((home.mat, home.side) for home in catalogue.homes.values())
    for mat in range(1, 9):
        for side in "AB":
            if sides.pop((mat, side), 0) != 1:
                yield f"empire mat {mat} must have one home colony on its side {side}"
    for place in sides:
        yield f"there is no empire mat {place[0]}; the box has mats 1 to 8"


def _goods(catalogue: Catalogue) -> Iterator[str]:
    """Enough goods are provided for all worlds in the game (p. 7), with as many homes as can be in play."""
    for kind in KINDS:
        worlds = sum(world.kind in (kind, "any") for world in catalogue.worlds.values())
        mats = {home.mat for home in catalogue.homes.values() if home.kind == kind}
        needed = worlds + min(_MOST_PLAYERS, len(mats))
        if needed > CUBES[kind]:
            yield f"{needed} colonies could hold a {kind} good at once; the box has {CUBES[kind]} cubes"
