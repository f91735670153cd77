"""Photographs, reads and scores finished tables: is the score right, and if not, did the scan report a doubt?

    python benchmarks/scan.py [--tables 4] [--first 0] [--hidden] [--json FILE] [--times]

Each table is the end of a computer players' game. Every mat is drawn with its pieces and photographed as a
person would: once, and up to three times while the scan has doubts. The score from the photos and the typed
numbers is compared with the true one. --hidden: on every table a tag is covered wholly or by half. --json: a
file for the results, written after each table; a stopped run continues from it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import numpy as np

from companion.scan import doubts
from companion.scan.assembling import assemble
from companion.scan.doubts import Doubt
from companion.scan.found import Mat, PhotoContents, ScannedTable
from companion.scan.reading import read_sent_photo, reader_of
from companion.vision.picture_files import jpeg_of, smaller_jpeg
from tests.rigs.figures import row
from tests.rigs.phone_photos import PHONES, shoot
from tests.rigs.photographed_tables import GAME, PX_PER_MM, View, final_empires, table_views
from tests.rigs.reference import reference_seconds

MAX_PHOTOS_PER_MAT = 3


# --- a person with a phone ------------------------------------------------------------------------------


def photograph_table(
    random: np.random.Generator, parts: list[View], result: dict[str, Any]
) -> tuple[ScannedTable, dict[int | None, int | None]]:
    """Takes photos as the scan asks for them: each part once, and again while there are doubts about it."""
    taken: list[tuple[PhotoContents, int | None, int]] = []
    for number, view in enumerate(parts):
        for n in range(MAX_PHOTOS_PER_MAT if len(view.boxes) == 1 else MAX_PHOTOS_PER_MAT + 1):
            phone = PHONES[int(random.integers(len(PHONES)))]
            shot = shoot(random, view.image, PX_PER_MM, view.boxes[min(n, len(view.boxes) - 1)], phone)
            begun = perf_counter()
            read, _image = read_sent_photo(shot.data, GAME)
            result["ms"].append(round((perf_counter() - begun) * 1000))
            taken.append((read, view.player, number))
            if n + 1 >= len(view.boxes[:2]) and has_no_doubts(taken, number):
                break
    result["photos"] = len(taken)
    begun = perf_counter()
    table = assemble([(read, player) for read, player, _ in taken], GAME)
    result["assembling_ms"] = round((perf_counter() - begun) * 1000, 1)
    return table, {n: player for n, (_, player, _) in enumerate(taken)}


def has_no_doubts(taken: list[tuple[PhotoContents, int | None, int]], number: int) -> bool:
    """Whether the scan has no open doubts about part `number`."""
    table = assemble([(read, player) for read, player, part in taken if part == number], GAME)
    return not open_doubts(table, table.mats)


def open_doubts(table: ScannedTable, mats: tuple[Mat, ...] | list[Mat]) -> list[str]:
    return [kind for mat in mats for kind in asked_of(mat)] + asked_in(table.doubts)


def asked_in(some: Iterable[Doubt]) -> list[str]:
    return [doubt.kind for doubt in some if doubt.kind not in doubts.HINTS]


def asked_of(mat: Mat | None) -> list[str]:
    """A player without a mat, or a mat without a home, is asked about by the game."""
    if mat is None:
        return ["no mat"]
    return asked_in(mat.doubts) + (["no marker"] if mat.marker is None else [])


# --- the score ------------------------------------------------------------------------------------------


def typed_numbers(empire: Any) -> dict[str, Any]:
    """The numbers that a person types, which no photo shows."""
    return {
        "name": empire.name,
        "vp_chips": empire.chips,
        "credits": empire.credits,
        "colonists": empire.colonists,
    }


def score_request(empires: tuple[Any, ...], tiles: list[tuple[set[str], set[str]]]) -> dict[str, Any]:
    players = []
    for empire, (colonies, developments) in zip(empires, tiles, strict=True):
        goods = {c.world for c in empire.colonies if c.good}
        listed = [{"tile": tile, "good": tile in goods} for tile in sorted(colonies)]
        players.append({**typed_numbers(empire), "colonies": listed, "developments": sorted(developments)})
    return {"players": players}


def compare_score(
    empires: tuple[Any, ...], table: ScannedTable, tagged: bool, takers: dict[int | None, int | None]
) -> dict[str, Any]:
    """Whether the score is right; if not, whether the scan asked each player whose tiles are wrong. takers:
    for whom each photo was taken."""
    truth = [({c.world for c in e.colonies}, set(e.developments)) for e in empires]
    mats: list[Mat | None] = []
    for seat, empire in enumerate(empires):
        home = empire.colonies[0].world
        mats.append(
            next((m for m in table.mats if m.player == seat), None)
            or next((m for m in table.mats if m.player is None and m.marker and m.marker.id == home), None)
        )
    read = []
    for mat, (_, developments) in zip(mats, truth, strict=True):
        pieces = mat.all_pieces if mat else ()
        colonies = {p.id for p in pieces if p.role == "colony" or (mat and p is mat.marker)}
        built = {p.id for p in pieces if p.role == "development"} if tagged else developments
        read.append((colonies, built))
    wrong = [seat for seat in range(len(empires)) if read[seat] != truth[seat]]
    right = not wrong
    if wrong:
        try:
            given, wanted = (
                GAME.untracked.score_request(score_request(empires, tiles)) for tiles in (read, truth)
            )
            right = [(p["total"], p["rank"]) for p in given["players"]] == [
                (p["total"], p["rank"]) for p in wanted["players"]
            ]
        except Exception:  # a tile on two mats is refused, which is not silent
            right = False
    general = [d for d in table.doubts if d.kind not in doubts.HINTS]
    asked = {seat: asked_of(mat) for seat, mat in enumerate(mats)}
    # A question about one player's photo does not warn another player.
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
    result: dict[str, Any] = {"seed": seed, "players": len(empires), "tagged": tagged, "ms": []}
    parts = table_views(random, empires, tagged, hidden)
    table, takers = photograph_table(random, parts, result)
    return result | compare_score(empires, table, tagged, takers)


# --- running --------------------------------------------------------------------------------------------


def print_summary(results: list[dict[str, Any]]) -> None:
    whole = len(results)
    right = sum(t["right"] for t in results)
    unasked = sum(t["right"] and not t["asked"] for t in results)
    silent = [t for t in results if t["silent"]]
    loud = sum(not t["right"] and not t["silent"] for t in results)
    asked: Counter[str] = Counter()
    for result in results:
        asked.update(result["asked"])
    ms = [n for t in results for n in t["ms"]]
    photos, mats = (sum(t[what] for t in results) for what in ("photos", "players"))
    row(f"scores right, of {whole} tables ({photos:,} photos of {mats:,} mats)", figure=str(right))
    row("of them without a question left", figure=str(unasked))
    row("wrong, the doubt called out; wrong in silence", figure=f"{loud}; {len(silent)}")
    row("a photo opened and read, median; worst", figure=f"{np.median(ms):.0f}; {max(ms)} ms")
    print(f"questions left: {dict(asked.most_common())}")
    for table in silent:
        print(f"silent in table {table['seed']}: {'; '.join(table['silent'])}")


def print_times() -> None:
    """Prints the times to read and assemble a table's photos at once, from their bytes to the table."""
    random = np.random.default_rng(5)
    empires = final_empires(3)
    shots = []
    for view in table_views(random, empires, True, False):
        size = (4000, 3000)
        shots.append((shoot(random, view.image, PX_PER_MM, view.boxes[0], PHONES[0], size).data, view.player))
    unit = reference_seconds()
    begun = perf_counter()
    reader_of(GAME)  # happens while people take their first photo
    ready = perf_counter() - begun
    read_sent_photo(shots[0][0], GAME)
    used, begun = process_time(), perf_counter()
    with ThreadPoolExecutor(2) as two:  # as many as the pages use
        looked = list(two.map(lambda shot: read_sent_photo(shot[0], GAME), shots))
    done_looking = perf_counter()
    reads = [(read, player) for (read, _), (_, player) in zip(looked, shots, strict=True)]
    assemble(reads, GAME)
    done, cpu = perf_counter(), process_time() - used
    smaller_jpeg(jpeg_of(looked[-1][1], 88), 1600)
    drawn_at = perf_counter()
    last, _image = read_sent_photo(shots[-1][0], GAME)
    assemble([*reads[:-1], (last, shots[-1][1])], GAME)
    row("the last photo (12 megapixels) to the table", figure=f"{perf_counter() - drawn_at:.2f} s")
    row(
        f"{len(shots)} photos of 12 megapixels of {len(empires)} mats, all at once",
        figure=f"{done - begun:.2f} s ({(done - begun) / unit:.0f} reference loops)",
    )
    row("of it processor time; putting together", figure=f"{cpu:.2f}; {done - done_looking:.3f} s")
    row("getting ready before", figure=f"{ready:.2f} s")
    row("a picture made smaller for its page", figure=f"{drawn_at - done:.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--hidden", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--times", action="store_true", help="only the times")
    args = parser.parse_args()
    if args.times:
        print_times()
        return
    results: dict[int, dict[str, Any]] = {}
    if args.json and args.json.exists():
        results = {result["seed"]: result for result in json.loads(args.json.read_text())}
    for seed in range(args.first, args.first + args.tables):
        if seed in results:
            continue
        results[seed] = one_table(seed, args.hidden)
        if args.json:
            args.json.write_text(json.dumps(list(results.values())))
    print_summary(list(results.values()))
    if not args.json:
        print_times()


if __name__ == "__main__":
    main()
