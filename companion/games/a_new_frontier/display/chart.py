"""The planets as a map, drawn anew for each table from how it began, and the technologies as a tree with who
has them: what lies open to everybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State
from companion.games.a_new_frontier.rules.techs import copies_left
from companion.games.a_new_frontier.wording.names import branch_words, planet_words

WIDTH, HEIGHT = 400, 260
"""Of the map, in its own units; the star is in its middle."""
SPREAD_X, SPREAD_Y = 104, 70
SMALLEST, LARGEST = 22, 30
TINTS = 6
"""Kinds of ground; style.css has a colour for each."""


@dataclass(frozen=True, slots=True)
class Orb:
    """A planet on the map. x, y: its middle; r: its radius; tint: from 0; bands: (y, height) of each, from
    its middle; craters: (x, y, r) of each; ring: it has one. fleets: ships of each seat; attacks: (attacker,
    target)."""

    number: int
    name: str
    x: int
    y: int
    r: int
    tint: int
    bands: tuple[tuple[int, int], ...]
    craters: tuple[tuple[int, int, int], ...]
    ring: bool
    fleets: tuple[int, ...]
    attacks: tuple[tuple[int, int], ...]
    stormy: bool


@dataclass(frozen=True, slots=True)
class Leaf:
    """A technology: its place ("2A"), how many are left in the tray, and who has it: (seat, from the next
    turn on)."""

    place: str
    left: int
    owners: tuple[tuple[int, bool], ...]

    @property
    def attributes(self) -> dict[str, str]:
        return {"class": "had"} if self.owners else {}

    @property
    def marks(self) -> Iterator[tuple[int, dict[str, str]]]:
        """(seat, attributes) of the mark of each owner."""
        for seat, coming in self.owners:
            yield seat, {"class": "coming"} if coming else {}


@dataclass(frozen=True, slots=True)
class Chart:
    """The map and the tree. branches: (name, its technologies in order)."""

    orbs: tuple[Orb, ...]
    branches: tuple[tuple[str, tuple[Leaf, ...]], ...]


def chart(state: State) -> Chart:
    rng = Random(repr(state.setup.chance))
    tints = rng.sample(range(TINTS), PLANET_COUNT)
    orbs = tuple(_orb(state, planet, tints[planet], rng) for planet in range(PLANET_COUNT))
    branches: dict[str, list[Leaf]] = {}
    for tech in state.book.techs.values():
        owners = [(seat, False) for seat in state.seats if tech.id in state.corps[seat].techs]
        owners += [(seat, True) for seat in state.seats if tech.id in state.corps[seat].coming]
        leaf = Leaf(tech.place, max(0, copies_left(state, tech)), tuple(owners))
        branches.setdefault(branch_words(tech.branch, state.book), []).append(leaf)
    return Chart(orbs, tuple((name, tuple(leaves)) for name, leaves in branches.items()))


def _orb(state: State, planet: int, tint: int, rng: Random) -> Orb:
    """Clockwise from the upper left, as the planets are resolved."""
    right, low = planet in (1, 2), planet in (2, 3)
    r = rng.randint(SMALLEST, LARGEST)
    bands = tuple((rng.randint(-r + 4, r - 8), rng.randint(3, 6)) for _n in range(rng.randint(1, 3)))
    craters = tuple(
        (rng.randint(-r // 2, r // 2), rng.randint(-r // 2, r // 2), rng.randint(2, 5))
        for _n in range(rng.randint(1, 4))
    )
    return Orb(
        planet + 1,
        planet_words(state.book, planet),
        WIDTH // 2 + (SPREAD_X if right else -SPREAD_X) + rng.randint(-10, 10),
        HEIGHT // 2 + (SPREAD_Y if low else -SPREAD_Y) - 14 + rng.randint(-6, 6),
        r,
        tint,
        bands,
        craters,
        rng.random() < 1 / 3,
        tuple(len(corp.fleets[planet]) for corp in state.corps),
        tuple((each.attacker, each.target) for each in state.attacks if each.planet == planet),
        planet == state.storm,
    )
