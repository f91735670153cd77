"""A finished table of two as three photos of a phone, for tests of the scan's pages."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from companion import games
from companion.box.shelf import Shelf
from companion.games.new_frontiers.tiles.box_file import as_fields
from companion.games.new_frontiers.tiles.catalogue import Goal
from companion.simulation.simulate import play_game
from tests.made_once import made_once
from tests.rigs.finished_tables import Scene, drawn, lay_mat
from tests.rigs.phone_photos import PHONES, shoot

GAME: Any = games.load("new-frontiers")
PX_PER_MM = 4.6


@cache
def registered_box() -> str:
    """A box file in which an owner told every tile as the tests' tables have it."""
    lines = []
    for tile in GAME.catalogue.values():
        if not isinstance(tile, Goal):
            told = as_fields(replace(tile, source="owner", assumed=(), untold=()))
            lines += [f"[[{told.type}]]", *(f"{name} = {json.dumps(of)}" for name, of in told.fields.items())]
    return "\n".join(lines) + "\n"


def registered_shelf(folder: Path) -> Shelf:
    """The boxes in this folder; a new one begins with a registered box."""
    shelf = Shelf(folder)
    shelf.change(GAME.name, lambda text: text or registered_box())
    return shelf


@dataclass(frozen=True)
class Photographed:
    """state: the true end of the game; photos: the first player's mat, the second's, the first again."""

    state: Any
    photos: tuple[bytes, ...]


@cache
def finished_table(seed: int = 3, hide: int = 0) -> Photographed:
    """hide: the number of the first player's colonies that are left out of the photos."""
    state = play_game(GAME, 2, f"finished {seed}", "sensible")[0]
    photos = made_once(f"finished-table-{seed}-{hide}", lambda: drawn_photos(state, seed, hide))
    return Photographed(state, photos)


def drawn_photos(state: Any, seed: int, hide: int) -> tuple[bytes, ...]:
    random = np.random.default_rng(seed)
    photos = []
    for seat, empire in enumerate(state.empires):
        scene = Scene((560.0, 460.0))
        home = GAME.catalogue.world(empire.colonies[0].world)
        colonies = [(GAME.tracking.tile(c.world), "B") for c in empire.colonies[1:]]
        box = lay_mat(
            random,
            scene,
            60.0,
            270.0,
            (GAME.tracking.tile(f"H{home.mat}"), home.side or "A"),
            colonies[hide if seat == 0 else 0 :],
            [(GAME.tracking.tile(world), "A") for world in empire.explored],
            [GAME.tracking.tile(id) for id in empire.developments],
        )
        table = drawn(random, scene, GAME.tag_prefix, PX_PER_MM)
        for _photo in range(1 + seat):
            photos.append(shoot(random, table, PX_PER_MM, box, PHONES[0], tilt=10.0).data)
    return tuple(photos)
