"""Tiles as values: worlds, homes, developments, goals, and the catalogue that holds them by id.

Of a tile some facts may be untold: nobody has said yet what this copy of the game prints. Pages show such a
tile with blanks, which have the values of a field's default. Rules read it from `Catalogue.strict`, where the
fields of an untold fact are not there at all: reading one raises `Untold`, so that no rule can compute with a
value that nobody told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.games.contract.printed import Printed
from companion.games.contract.untold import TellablePiece
from companion.games.new_frontiers.tiles.counted import Bonus
from companion.games.new_frontiers.tiles.power_lines import Power
from companion.games.new_frontiers.tiles.printed import DEVELOPMENT, GOAL, HOME, WORLD
from companion.games.new_frontiers.tiles.printed_worth import POWERS


@dataclass(frozen=True, slots=True)
class World(TellablePiece):
    """A world tile, or (with `mat` and `side`) a home colony printed on an empire mat.

    Exactly one of cost and defense is a number: a military world has a defense (rulebook p. 7). kind None:
    gray; "any": the Alien Oort Cloud Factory. good: "production", "windfall" or None. assumed: the
    fields nobody has confirmed against a printed tile.

    What is untold are facts of `printed`.
    """

    id: str
    name: str
    cost: int | None = None
    defense: int | None = None
    vp: int = 0
    bonus: Bonus | None = None
    colonists: int = 1
    kind: str | None = None
    good: str | None = None
    keywords: tuple[str, ...] = ()
    powers: tuple[Power, ...] = ()
    mat: int | None = None
    side: str | None = None
    source: str = "stand-in"
    assumed: tuple[str, ...] = ()

    @property
    def military(self) -> bool:
        return self.defense is not None

    @property
    def is_alien(self) -> bool:
        """Alien Technology worlds, and those with the Alien keyword."""
        return self.kind == "Alien" or "Alien" in self.keywords

    @property
    def is_home(self) -> bool:
        return self.mat is not None


@dataclass(frozen=True, slots=True)
class Development(TellablePiece):
    """A development face. A cost of 9 makes it large: two mat spaces (p. 4).

    stack names the tile (two faces) or the stack of three it belongs to; first_game: its white-square side.
    paired False: the stack has no second face, so it is always in play.
    """

    id: str
    name: str
    cost: int
    vp: int = 0
    bonus: Bonus | None = None
    keywords: tuple[str, ...] = ()
    powers: tuple[Power, ...] = ()
    stack: str = ""
    first_game: bool = True
    paired: bool = True
    source: str = "stand-in"
    assumed: tuple[str, ...] = ()

    @property
    def large(self) -> bool:
        return self.cost == 9

    @property
    def spaces(self) -> int:
        return 2 if self.large else 1


@dataclass(frozen=True, slots=True)
class Goal(TellablePiece):
    """A goal tile (p. 11 and 12).

    ranges: (fewest, VP) pairs, rising. measure: what is counted, of "Consume powers", "keywords",
    "power types", "colony kinds", "colonists" and, on the stockpile mat, "goods", "worlds", "credits".
    """

    id: str
    name: str
    measure: str
    ranges: tuple[tuple[int, int], ...]
    stockpile: bool = False
    source: str = "rulebook"
    assumed: tuple[str, ...] = ()


Tile = World | Development | Goal


def printed_on(tile: Tile) -> Printed[Tile]:
    """What is printed on such a tile."""
    if isinstance(tile, World):
        return HOME if tile.is_home else WORLD
    return DEVELOPMENT if isinstance(tile, Development) else GOAL


def need(tile: World | Development, type: str) -> None:
    """Raises Untold where a rule asks for the powers of this type, and nobody told which the tile has."""
    if tile.hidden:
        tile.need(f"powers/{type}")


def need_all_powers(tile: World | Development) -> None:
    """The same for a rule that asks for all of its powers."""
    for fact in POWERS if tile.hidden else ():
        tile.need(fact)


def power_key(tile: str, number: int) -> str:
    """A power as `Doing.used` remembers it."""
    return f"{tile}#{number}"


class InForce(NamedTuple):
    """A power that counts now: number `number` of the powers of `tile`."""

    tile: str
    number: int
    power: Power

    @property
    def key(self) -> str:
        """As `Doing.used` remembers it."""
        return power_key(self.tile, self.number)


class Catalogue(Mapping[str, Tile]):
    """All tiles of one copy of the game by id, in the order given. Never changes once made. shown: the same
    with blanks for what is untold: itself, unless it is another's `strict`."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self._tiles = {tile.id: tile for tile in tiles}
        self.worlds = {t.id: t for t in self._tiles.values() if isinstance(t, World) and not t.is_home}
        self.homes = {t.id: t for t in self._tiles.values() if isinstance(t, World) and t.is_home}
        self.developments = {t.id: t for t in self._tiles.values() if isinstance(t, Development)}
        self.goals = {t.id: t for t in self._tiles.values() if isinstance(t, Goal)}
        self.shown = self
        self._powers: dict[str, PowersByTile] = {}
        self._manual: dict[str, PowersByTile] = {}

    def __reduce__(self) -> tuple[object, ...]:
        if self.shown is not self:
            return _strict_of, (self.shown,)
        return Catalogue, (tuple(self._tiles.values()),)

    @cached_property
    def strict(self) -> Catalogue:
        """For rules: without the fields of what is untold. Itself where all is told."""
        if self.shown is not self or not any(tile.untold for tile in self._tiles.values()):
            return self
        found = Catalogue(printed_on(tile).strict(tile) for tile in self._tiles.values())
        found.shown = self
        return found

    def __getitem__(self, id: str) -> Tile:
        return self._tiles[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def world(self, id: str) -> World:
        """The world or home called `id`."""
        tile = self._tiles[id]
        if not isinstance(tile, World):
            raise KeyError(id)
        return tile

    def powers_of(self, type: str) -> PowersByTile:
        """The powers of this type by the tiles that have any; None: untold (see `need`)."""
        found = self._powers.get(type)
        if found is None:
            tiles = [tile for tile in self._tiles.values() if not isinstance(tile, Goal)]
            all_of = {tile.id: _powers_of(tile, type) for tile in tiles}
            found = self._powers[type] = {id: powers for id, powers in all_of.items() if powers != ()}
        return found

    def manual_powers_of(self, type: str) -> PowersByTile:
        """Those of them that the tile language does not know."""
        found = self._manual.get(type)
        if found is None:
            manual = {id: powers and _only_manual(powers) for id, powers in self.powers_of(type).items()}
            found = self._manual[type] = {id: powers for id, powers in manual.items() if powers != ()}
        return found

    @cached_property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """The faces of each tile or stack of developments."""
        stacks: dict[str, tuple[str, ...]] = {}
        for face in self.developments.values():
            stack = face.stack or face.id
            stacks[stack] = (*stacks.get(stack, ()), face.id)
        return stacks

    @cached_property
    def mats(self) -> tuple[int, ...]:
        """The numbers of the empire mats."""
        return tuple(sorted({home.mat for home in self.homes.values() if home.mat is not None}))

    def without(self, pieces: Iterable[str]) -> Catalogue:
        """Without worlds and goals by their ids, mats ("H3"), and large developments by their stacks ("L1")
        that are missing."""
        gone = set(pieces)
        return Catalogue(tile for tile in self._tiles.values() if _piece(tile) not in gone)

    def with_tiles(self, tiles: Iterable[Tile]) -> Catalogue:
        """These tiles added, or in the place of those with the same id."""
        if self.shown is not self:
            return self.shown.with_tiles(tiles).strict
        return Catalogue((self._tiles | {tile.id: tile for tile in tiles}).values())


PowersByTile = Mapping[str, tuple[InForce, ...] | None]


def _only_manual(powers: tuple[InForce, ...]) -> tuple[InForce, ...]:
    return tuple(found for found in powers if found.power.by_hand)


def _powers_of(tile: World | Development, type: str) -> tuple[InForce, ...] | None:
    if tile.hidden and f"powers/{type}" in tile.hidden:
        return None
    return tuple(InForce(tile.id, n, power) for n, power in enumerate(tile.powers) if power.type == type)


def _piece(tile: Tile) -> str:
    """The piece of the box that a tile is a side of."""
    if isinstance(tile, World) and tile.mat is not None:
        return f"H{tile.mat}"
    if isinstance(tile, Development) and tile.large:
        return tile.stack
    return tile.id


def _strict_of(shown: Catalogue) -> Catalogue:
    return shown.strict
