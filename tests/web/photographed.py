"""A finished table of two as three photos of a phone, for tests of the scan's pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from companion import games
from companion.simulation.simulate import play_game
from tests.rigs.finished_tables import Scene, drawn, lay_mat
from tests.rigs.phone_photos import PHONES, shoot

GAME: Any = games.load("new-frontiers")
PX_PER_MM = 4.6


@dataclass(frozen=True)
class Photographed:
    """state: the true end of the game; photos: the first player's mat, the second's, the first again."""

    state: Any
    photos: tuple[bytes, ...]


@cache
def finished_table(seed: int = 3, hide: int = 0) -> Photographed:
    """hide: the number of the first player's colonies that are left out of the photos."""
    state = play_game(GAME, 2, f"finished {seed}", "sensible")[0]
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
    return Photographed(state, tuple(photos))
