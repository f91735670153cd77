"""Drawn finished tables to photograph: the ends of computer players' games, with goods, chips and clutter."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from companion import games
from companion.games.contract import TileInfo
from companion.scan.found import PhotoContents
from companion.simulation.simulate import play_game
from companion.vision.drawing import rgb_of
from tests.rigs.finished_tables import MAT_MM, Laid, Scene, Thing, drawn, lay_mat, tag_middle

GAME = games.load("new-frontiers")
PX_PER_MM = 4.6
Box = tuple[float, float, float, float]


@dataclass
class View:
    """A drawn part of the table and how it is photographed. player: the seat it is for; seats: those whose
    mats lie there; boxes: what each photo shows; further photos repeat the last box."""

    player: int | None
    seats: list[int]
    image: Any
    boxes: list[Box]
    photos: list[PhotoContents] = field(default_factory=list)


def tile_info(tile: str) -> TileInfo:
    found = GAME.tracking.tile(tile)
    assert found is not None
    return found


def final_empires(seed: int) -> tuple[Any, ...]:
    players = 2 + seed % 100_000 % 4
    kind = "random" if seed % 5 == 4 else "sensible"
    state = play_game(GAME, players, f"scan {seed}", kind)[0]
    if any(not GAME.catalogue.world(e.colonies[0].world).is_home for e in state.empires):
        return final_empires(seed + 100_000)  # the scan asks about a replaced home on every mat
    rng = Random(seed)
    bag = sorted(state.bag)
    rng.shuffle(bag)
    # Computer players explore no more than they settle; people do.
    return tuple(
        replace(
            empire, explored=(*empire.explored, *(bag.pop() for _ in range(min(len(bag), rng.randrange(4)))))
        )
        for empire in state.empires
    )


def home_of(empire: Any) -> tuple[TileInfo, str]:
    world = GAME.catalogue.world(empire.colonies[0].world)
    return tile_info(f"H{world.mat}"), world.side or "A"


def lay_player_mat(
    random: np.random.Generator,
    scene: Scene,
    empire: Any,
    left: float,
    top: float,
    turned: bool,
    tagged: bool,
) -> Box:
    """One player's mat with all that lies on it."""
    before = len(scene.tiles)
    box = lay_mat(
        random,
        scene,
        left,
        top,
        home_of(empire),
        [(tile_info(c.world), "B") for c in empire.colonies[1:]],
        [(tile_info(w), "A") for w in empire.explored],
        [tile_info(d) for d in empire.developments],
        turned,
        tagged,
    )
    scatter_pieces(random, scene, empire, scene.mats[-1][0], scene.tiles[before:], box)
    return box


def scatter_pieces(
    random: np.random.Generator, scene: Scene, empire: Any, home: Any, tiles: list[Any], box: Box
) -> None:
    """Puts goods and colonists on their colonies and chips around them, sometimes on a tag."""

    def place_near(laid: Any, shape: str, size: float, colour: tuple[int, int, int]) -> None:
        x, y = tag_middle(laid)
        away = random.uniform(15, 24) if random.random() > 0.04 else random.uniform(6, 12)
        turn = np.deg2rad(laid.angle - 90 + random.normal(0, 50))
        scene.things.append(
            Thing(
                shape, x + away * np.cos(turn), y + away * np.sin(turn), size, colour, random.uniform(0, 90)
            )
        )

    colonies = {colony.world: colony for colony in empire.colonies}
    for laid in tiles:
        colony = colonies.get(laid.info.id)
        if colony is None:
            continue
        if colony.good:
            colour = dict(GAME.untracked.part(laid.info.id, "B").goods).get(colony.good, "#888888")
            place_near(laid, "cube", 10.0, rgb_of(colour))
        for _ in range(colony.colonists):
            place_near(laid, "disc", 9.0, (228, 226, 220))
    for _ in range(int(random.integers(3, 9))):
        x, y = random.uniform(box[0], box[2]), random.uniform(box[1], box[3])
        near = min(float(np.hypot(x - tx, y - ty)) for tx, ty in map(tag_middle, [*tiles, home]))
        if near < (15 if random.random() < 0.1 else 21):  # at most over a tag's edge
            continue
        shape, size = ("chip", 24.0) if random.random() < 0.5 else ("hexagon", 20.0)
        scene.things.append(
            Thing(
                shape, x, y, size, tuple(int(v) for v in random.integers(90, 230, 3)), random.uniform(0, 180)
            )
        )


def table_views(
    random: np.random.Generator, empires: tuple[Any, ...], tagged: bool, hidden: bool
) -> list[View]:
    """The table in parts: one mat for its player, or two facing mats for no player in particular."""
    left_to_do = list(range(len(empires)))
    found: list[View] = []
    victim = int(random.integers(len(empires))) if hidden else -1
    while left_to_do:
        seat = left_to_do.pop(0)
        seats = [seat]
        if left_to_do and random.random() < 0.25:
            seats.append(left_to_do.pop(0))
        scene = Scene((MAT_MM[0] + 360, 0))
        rows = [1 + (len(empires[s].colonies) + len(empires[s].explored) - 2) // 7 for s in seats]
        high = 160 + 62 * rows[0] + MAT_MM[1] + 160
        boxes = []
        if len(seats) == 2:
            gap = random.uniform(90, 170)
            boxes.append(lay_player_mat(random, scene, empires[seats[1]], 180, 160, True, tagged))
            top = boxes[0][3] + gap + 62 * rows[0]
            boxes.append(
                lay_player_mat(
                    random, scene, empires[seat], 180 + random.uniform(-30, 30), top, False, tagged
                )
            )
            high = top + MAT_MM[1] + 160
        else:
            boxes.append(lay_player_mat(random, scene, empires[seat], 180, 160 + 62 * rows[0], False, tagged))
            neighbour = empires[(seat + 1) % len(empires)]
            if random.random() < 0.25:
                add_neighbour_tiles(random, scene, neighbour, boxes[0])
        if victim in seats:
            cover_a_tag(random, scene)
        scene.size = (scene.size[0], high)
        whole = (
            min(b[0] for b in boxes),
            min(b[1] for b in boxes),
            max(b[2] for b in boxes),
            max(b[3] for b in boxes),
        )
        parts = [whole]
        if len(seats) == 1 and random.random() < 0.2:
            middle = (whole[0] + whole[2]) / 2
            parts = [
                (whole[0], whole[1], middle + 50, whole[3]),
                (middle - 50, whole[1], whole[2], whole[3]),
                whole,
            ]
        found.append(
            View(
                seat if len(seats) == 1 else None,
                seats,
                drawn(random, scene, GAME.tag_prefix, PX_PER_MM),
                parts,
            )
        )
    return found


def add_neighbour_tiles(random: np.random.Generator, scene: Scene, neighbour: Any, box: Box) -> None:
    """Puts tiles of a neighbour at the picture's edge, beyond a gap."""
    worlds = [c.world for c in neighbour.colonies[1:]][:2]
    x = box[2] + random.uniform(75, 120) + 29
    for n, world in enumerate(worlds):
        scene.tiles.append(Laid(tile_info(world), "B", x + 61 * n, box[1] + 60, random.normal(0, 8)))


def cover_a_tag(random: np.random.Generator, scene: Scene) -> None:
    """Covers a tag: wholly with a chip, by half, or with glare for good (a shining sleeve)."""
    laid = scene.tiles[int(random.integers(len(scene.tiles)))]
    x, y = tag_middle(laid)
    if random.random() < 0.5:
        scene.things.append(Thing("chip", x, y, 34.0, (200, 190, 120), random.uniform(0, 180)))
        scene.things.append(Thing("chip", x + 1, y + 4, 34.0, (200, 190, 120), random.uniform(0, 180)))
    else:
        turn = random.uniform(0, 2 * np.pi)
        scene.things.append(
            Thing("hexagon", x + 7 * np.cos(turn), y + 7 * np.sin(turn), 20.0, (120, 160, 210), 0.0)
        )
