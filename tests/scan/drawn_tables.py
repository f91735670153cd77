"""A made-up game, and drawn photos of its finished tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from companion.games.contract import FinalBook, Game, Part, Role, Roles, TileInfo
from companion.scan.found import PhotoContents
from companion.scan.reading import read_photo
from companion.vision.camera import Image
from companion.vision.sent_photos import open_photo
from tests.rigs.finished_tables import Scene, Thing, drawn, lay_mat, tag_middle
from tests.rigs.phone_photos import PHONES, shoot

SCALE = 4.2
WORLDS = [f"W{n:02d}" for n in range(1, 31)]
NAMES = {"W": "World", "H": "Home", "D": "Works", "G": "Goal"}
BUILT = [f"D{n:02d}" for n in range(1, 13)]


class Stones:
    """Worlds with two faces, mats with two homes, developments; the first six of these exist three times."""

    name = "stones"
    tag_prefix = "ST"

    @property
    def tracking(self) -> Any:
        return self

    untracked = tracking

    def tiles(self) -> tuple[TileInfo, ...]:
        worlds = [TileInfo(w, f"World {w[1:]}", "AB", ("#8d9299", "#38b3cf")) for w in WORLDS]
        mats = [
            TileInfo(f"H{n}", f"Mat {n}", "AB", ("#4f9d55", "#96643a"), round=False, size_mm=120)
            for n in range(1, 6)
        ]
        built = [TileInfo(d, f"Works {d[1:]}", "A", ("#4a6078",), round=False) for d in BUILT]
        return (*worlds, *mats, *built, TileInfo("G1", "Goal", "", ("#c9a24a",), round=False))

    def tile(self, id: str) -> TileInfo | None:
        return next((tile for tile in self.tiles() if tile.id == id), None)

    def final(self) -> Any:
        return StonesBook()

    def part(self, id: str, face: str) -> Part | None:
        tile = self.tile(id)
        if tile is None:
            return None
        if id[0] == "W":
            goods = (("Blue", "#38b3cf"),) if face == "B" else ()
            return Part(id, "colony" if face == "B" else "explored", goods=goods)
        if id[0] == "H":
            return Part(id + face, "home")
        if id[0] == "D":
            return Part(id, "development", copies=3 if int(id[1:]) <= 6 else 1)
        return Part(id, "")


class StonesBook(FinalBook):
    roles = Roles(
        Role("home", marks_mat=True, goods=True),
        Role("colony", goods=True, other="explored"),
        Role("explored", scores=False, other="colony", apart=True),
        Role("development"),
    )

    def title(self, role: str) -> str:
        return role.capitalize()

    def name(self, tile: str) -> str:
        return f"{NAMES[tile[0]]} {tile[1:]}"


STONES = cast(Game[Any], Stones())


def info(id: str) -> TileInfo:
    tile = STONES.tracking.tile(id)
    assert tile is not None
    return tile


@dataclass
class DrawnMat:
    """A drawn mat. box: the part of the scene that it covers, in mm."""

    scene: Scene
    box: tuple[float, float, float, float]

    def drawn(self, seed: int = 1) -> Image:
        return drawn(np.random.default_rng(seed), self.scene, STONES.tag_prefix, SCALE)


def mat(
    home: str,
    colonies: list[str],
    explored: list[str] | None = None,
    built: list[str] | None = None,
    seed: int = 1,
) -> DrawnMat:
    """One mat in the middle of a table."""
    scene = Scene((760, 560))
    box = lay_mat(
        np.random.default_rng(seed),
        scene,
        160,
        300,
        (info(home[:2]), home[2]),
        [(info(w), "B") for w in colonies],
        [(info(w), "A") for w in explored or []],
        [info(d) for d in built or []],
    )
    return DrawnMat(scene, box)


def cover_tag(laid: DrawnMat, tile: str, by: Thing) -> None:
    """Puts a thing on a tile's tag; by.x and by.y are relative to the tag's middle."""

    x, y = tag_middle(next(t for t in laid.scene.tiles if t.info.id == tile))
    laid.scene.things.append(replace(by, x=x + by.x, y=y + by.y))


def photo(
    laid: DrawnMat,
    seed: int = 1,
    phone: int = 0,
    box: tuple[float, float, float, float] | None = None,
    image: Image | None = None,
) -> Image:
    """A phone's photo of the mat, as an opened image."""
    table = laid.drawn() if image is None else image
    shot = shoot(np.random.default_rng(seed), table, SCALE, box or laid.box, PHONES[phone])
    return open_photo(shot.data)


def read(laid: DrawnMat, seed: int = 1, phone: int = 0, **how: Any) -> PhotoContents:
    return read_photo(photo(laid, seed, phone, **how), STONES)
