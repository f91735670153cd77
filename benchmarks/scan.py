"""Finished tables photographed, read and scored: is the score right, and if not, was the doubt called out?

    python benchmarks/scan.py [--tables 4] [--first 0] [--hidden] [--json FILE] [--times]

Each table is the end of a game of computer players. Every mat is drawn, with what lies about on it, and
photographed as a person would: once, and again, three times at most, while the scan has doubts. The score
from the photos and the typed numbers is compared with the true one. --hidden: on every table a tag is covered
wholly or by half. --json: results are kept there after each table, and a run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import numpy as np
from _reference import reference_seconds

from companion import games
from companion.games.game import TileInfo
from companion.scan import doubts
from companion.scan.assembling import Mat, Table, assemble
from companion.scan.outline import outlined
from companion.scan.proving import MAT_MM, Laid, Scene, Thing, drawn, lay_mat, tag_middle
from companion.scan.reading import Read, look_at, make_ready
from companion.scan.shooting import PHONES, shoot
from companion.simulate import play_game
from companion.vision.drawing import colour_of

GAME = games.load("new-frontiers")
PX_PER_MM = 4.6
MOST = 3
"""Photos of a mat before its player gives up."""
Box = tuple[float, float, float, float]


@dataclass
class View:
    """A drawn part of the table and how it is photographed. player: the seat it is for; seats: those whose
    mats lie there; boxes: what each photo shows, the last one again and again."""

    player: int | None
    seats: list[int]
    image: Any
    boxes: list[Box]
    photos: list[Read] = field(default_factory=list)


def info(tile: str) -> TileInfo:
    found = GAME.tile(tile)
    assert found is not None
    return found


def final_empires(seed: int) -> tuple[Any, ...]:
    players = 2 + seed % 100_000 % 4
    kind = "random" if seed % 5 == 4 else "sensible"
    state = play_game(GAME, players, f"scan {seed}", kind)[0]
    if any(not GAME.catalogue.world(e.colonies[0].world).is_home for e in state.empires):
        return final_empires(seed + 100_000)  # a replaced home is asked about on every mat that had it
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
    return info(f"H{world.mat}"), world.side or "A"


def lay(
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
        [(info(c.world), "B") for c in empire.colonies[1:]],
        [(info(w), "A") for w in empire.explored],
        [info(d) for d in empire.developments],
        turned,
        tagged,
    )
    lie_about(random, scene, empire, scene.mats[-1][0], scene.tiles[before:], box)
    return box


def lie_about(
    random: np.random.Generator, scene: Scene, empire: Any, home: Any, tiles: list[Any], box: Box
) -> None:
    """Goods and colonists on their colonies, chips about; now and then on a tag."""

    def on(laid: Any, shape: str, size: float, colour: tuple[int, int, int]) -> None:
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
            colour = dict(GAME.part(laid.info.id, "B").goods).get(colony.good, "#888888")
            on(laid, "cube", 10.0, colour_of(colour))
        for _ in range(colony.colonists):
            on(laid, "disc", 9.0, (228, 226, 220))
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


def views(random: np.random.Generator, empires: tuple[Any, ...], tagged: bool, hidden: bool) -> list[View]:
    """The table in parts: a mat each for its player, or two that face each other for nobody in particular."""
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
            boxes.append(lay(random, scene, empires[seats[1]], 180, 160, True, tagged))
            top = boxes[0][3] + gap + 62 * rows[0]
            boxes.append(lay(random, scene, empires[seat], 180 + random.uniform(-30, 30), top, False, tagged))
            high = top + MAT_MM[1] + 160
        else:
            boxes.append(lay(random, scene, empires[seat], 180, 160 + 62 * rows[0], False, tagged))
            neighbour = empires[(seat + 1) % len(empires)]
            if random.random() < 0.25:
                intrude(random, scene, neighbour, boxes[0])
        if victim in seats:
            hide(random, scene)
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


def intrude(random: np.random.Generator, scene: Scene, neighbour: Any, box: Box) -> None:
    """A neighbour's tiles reach into the picture, beyond a gap."""
    worlds = [c.world for c in neighbour.colonies[1:]][:2]
    x = box[2] + random.uniform(75, 120) + 29
    for n, world in enumerate(worlds):
        scene.tiles.append(Laid(info(world), "B", x + 61 * n, box[1] + 60, random.normal(0, 8)))


def hide(random: np.random.Generator, scene: Scene) -> None:
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


# --- a person with a phone ------------------------------------------------------------------------------


def photographed(
    random: np.random.Generator, parts: list[View], tale: dict[str, Any]
) -> tuple[Table, dict[int | None, int | None]]:
    """Photos as the scan asks for them: each part once, and again while there are doubts about it."""
    taken: list[tuple[Read, int | None, int]] = []
    for number, view in enumerate(parts):
        for n in range(MOST if len(view.boxes) == 1 else MOST + 1):
            phone = PHONES[int(random.integers(len(PHONES)))]
            shot = shoot(random, view.image, PX_PER_MM, view.boxes[min(n, len(view.boxes) - 1)], phone)
            begun = perf_counter()
            read, _image = look_at(shot.data, GAME)
            tale["ms"].append(round((perf_counter() - begun) * 1000))
            taken.append((read, view.player, number))
            if n + 1 >= len(view.boxes[:2]) and quiet(taken, number):
                break
    tale["photos"] = len(taken)
    begun = perf_counter()
    table = assemble([(read, player) for read, player, _ in taken], GAME)
    tale["assembling_ms"] = round((perf_counter() - begun) * 1000, 1)
    return table, {n: player for n, (_, player, _) in enumerate(taken)}


def quiet(taken: list[tuple[Read, int | None, int]], number: int) -> bool:
    """Whether nothing is asked about the part photographed last."""
    table = assemble([(read, player) for read, player, part in taken if part == number], GAME)
    return not open_doubts(table, table.mats)


def open_doubts(table: Table, mats: tuple[Mat, ...] | list[Mat]) -> list[str]:
    kinds = [d.kind for mat in mats for d in mat.doubts] + [d.kind for d in table.doubts]
    return [kind for kind in kinds if kind not in doubts.HINTS]


# --- the score ------------------------------------------------------------------------------------------


def told(empire: Any) -> dict[str, Any]:
    """What a person types."""
    return {
        "name": empire.name,
        "vp_chips": empire.chips,
        "credits": empire.credits,
        "colonists": empire.colonists,
    }


def request(empires: tuple[Any, ...], tiles: list[tuple[set[str], set[str]]]) -> dict[str, Any]:
    players = []
    for empire, (colonies, developments) in zip(empires, tiles, strict=True):
        goods = {c.world for c in empire.colonies if c.good}
        listed = [{"tile": tile, "good": tile in goods} for tile in sorted(colonies)]
        players.append({**told(empire), "colonies": listed, "developments": sorted(developments)})
    return {"players": players}


def judged(
    empires: tuple[Any, ...], table: Table, tagged: bool, takers: dict[int | None, int | None]
) -> dict[str, Any]:
    """Whether the score is right; where not, whether each player whose tiles are wrong was asked. takers: for
    whom each photo was taken."""
    truth = [({c.world for c in e.colonies}, set(e.developments)) for e in empires]
    mats: list[Mat | None] = []
    for seat, empire in enumerate(empires):
        home = empire.colonies[0].world
        mats.append(
            next((m for m in table.mats if m.player == seat), None)
            or next((m for m in table.mats if m.player is None and m.home and m.home.id == home), None)
        )
    read = []
    for mat, (_, developments) in zip(mats, truth, strict=True):
        colonies = {p.id for p in ([mat.home] if mat and mat.home else [])} | {
            p.id for p in (mat.colonies if mat else ())
        }
        built = {p.id for p in (mat.developments if mat else ())} if tagged else developments
        read.append((colonies, built))
    wrong = [seat for seat in range(len(empires)) if read[seat] != truth[seat]]
    right = not wrong
    if wrong:
        try:
            given, wanted = (GAME.score_request(request(empires, tiles)) for tiles in (read, truth))
            right = [(p["total"], p["rank"]) for p in given["players"]] == [
                (p["total"], p["rank"]) for p in wanted["players"]
            ]
        except Exception:  # a tile on two mats is refused: nothing silent about it
            right = False
    general = [d for d in table.doubts if d.kind not in doubts.HINTS]
    asked = {
        seat: [d.kind for d in mat.doubts if d.kind not in doubts.HINTS]
        if (mat := mats[seat])
        else ["no mat"]
        for seat in range(len(empires))
    }
    # A question about one player's photo says nothing to another.
    silent = [
        seat
        for seat in wrong
        if not asked[seat] and not any(takers.get(d.photo) in (None, seat) for d in general)
    ]
    return {
        "right": right,
        "tiles_right": not wrong,
        "silent": [
            f"seat {s}: missing {sorted((truth[s][0] - read[s][0]) | (truth[s][1] - read[s][1]))}, "
            f"not there {sorted((read[s][0] - truth[s][0]) | (read[s][1] - truth[s][1]))}"
            for s in silent
        ],
        "asked": dict(
            Counter([d.kind for d in general] + [kind for kinds in asked.values() for kind in kinds])
        ),
        "tiles": sum(len(c) + len(d) for c, d in truth),
    }


def one_table(seed: int, hidden: bool) -> dict[str, Any]:
    random = np.random.default_rng(7000 + seed)
    empires = final_empires(seed)
    tagged = Random(seed).random() < 0.75
    tale: dict[str, Any] = {"seed": seed, "players": len(empires), "tagged": tagged, "ms": []}
    parts = views(random, empires, tagged, hidden)
    table, takers = photographed(random, parts, tale)
    return tale | judged(empires, table, tagged, takers)


# --- running --------------------------------------------------------------------------------------------


def summary(tales: list[dict[str, Any]]) -> str:
    whole = len(tales)
    right = sum(t["right"] for t in tales)
    unasked = sum(t["right"] and not t["asked"] for t in tales)
    silent = [t for t in tales if t["silent"]]
    loud = sum(not t["right"] and not t["silent"] for t in tales)
    asked: Counter[str] = Counter()
    for tale in tales:
        asked.update(tale["asked"])
    ms = [n for t in tales for n in t["ms"]]
    lines = [
        f"{whole} tables, {sum(t['players'] for t in tales)} mats, {sum(t['photos'] for t in tales)} photos, "
        f"{sum(t['tiles'] for t in tales)} tiles that score",
        f"right: {right} ({100 * right / whole:.1f} %), of them {unasked} without a question left",
        f"wrong with the doubt called out: {loud}; a mat's tiles wrong in silence: {len(silent)}",
        f"questions left: {sum(asked.values())}: {dict(asked.most_common())}",
        f"a photo opened and read: median {np.median(ms):.0f} ms, worst {max(ms)} ms; all put together: "
        f"worst {max(t['assembling_ms'] for t in tales)} ms",
    ]
    lines += [f"  silent in table {t['seed']}: {'; '.join(t['silent'])}" for t in silent]
    return "\n".join(lines)


def times() -> None:
    """Five mats at once, from the last photo's bytes to the table."""
    random = np.random.default_rng(5)
    empires = final_empires(3)
    shots = []
    for view in views(random, empires, True, False):
        size = (4000, 3000)
        shots.append((shoot(random, view.image, PX_PER_MM, view.boxes[0], PHONES[0], size).data, view.player))
    unit = reference_seconds()
    begun = perf_counter()
    make_ready(GAME)  # done while people take their first photo
    ready = perf_counter() - begun
    look_at(shots[0][0], GAME)
    used, begun = process_time(), perf_counter()
    with ThreadPoolExecutor(2) as two:  # as many as the pages use
        looked = list(two.map(lambda shot: look_at(shot[0], GAME), shots))
    done_looking = perf_counter()
    reads = [(read, player) for (read, _), (_, player) in zip(looked, shots, strict=True)]
    table = assemble(reads, GAME)
    done, cpu = perf_counter(), process_time() - used
    outlined(looked[-1][1], reads[-1][0])
    drawn_at = perf_counter()
    last, _image = look_at(shots[-1][0], GAME)
    assemble([*reads[:-1], (last, shots[-1][1])], GAME)
    print(f"the last photo alone, to the table: {perf_counter() - drawn_at:.2f} s", end="; ")
    print(
        f"{len(empires)} mats, {len(shots)} photos of 12 MP at once: looked at {done_looking - begun:.2f} s, "
        f"assembled {done - done_looking:.3f} s, together {done - begun:.2f} s ({(done - begun) / unit:.0f} "
        f"reference loops; {cpu:.2f} s of processor time); got ready before, {ready:.2f} s; a picture "
        f"outlined {drawn_at - done:.2f} s; {sum(len(m.colonies) for m in table.mats)} colonies"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=4)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--hidden", action="store_true")
    asked.add_argument("--json", type=Path)
    asked.add_argument("--times", action="store_true", help="only the times")
    wishes = asked.parse_args()
    if wishes.times:
        times()
        return
    tales: dict[int, dict[str, Any]] = {}
    if wishes.json and wishes.json.exists():
        tales = {tale["seed"]: tale for tale in json.loads(wishes.json.read_text())}
    for seed in range(wishes.first, wishes.first + wishes.tables):
        if seed in tales:
            continue
        tales[seed] = one_table(seed, wishes.hidden)
        if wishes.json:
            wishes.json.write_text(json.dumps(list(tales.values())))
    print(summary(list(tales.values())))
    if not wishes.json:
        times()


if __name__ == "__main__":
    main()
