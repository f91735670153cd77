"""Measures the touches per tile when a box is registered from photos of a dozen tiles each.

    python benchmarks/box_learning.py [--first 0] [--styles 5] [--dozens 2] [--fit]

Each style draws its own box (`printed_tiles`): stand-in tiles differ from the shipped ones in every field,
published tiles keep their confirmed fields. The companion's own code cuts the photos, reads them and makes
the proposals. Counted are the touches of a person who sees every proposal beside its picture: two to take a
photo, three swipes and one to confirm; one for all right likely values of a tile; one for each wrong likely
value and each doubtful field whose value is offered; two for a wrong value that counted as sure; and those in
the form if a value is not offered. --fit: the styles with which scripts/fit_box_trust.py measures the trust
in readings; they are never those of the test.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from statistics import mean, median
from typing import Any

from companion import games
from companion.games.contract.box_proposals import LIKELY_THRESHOLD, SURE_THRESHOLD, Choice, SeenFace
from companion.games.contract.told import ALL, Said
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import printed_on
from companion.games.new_frontiers.tiles.known import nothing_told
from companion.vision import ocr
from companion.vision.cut_outs import cut_outs
from companion.vision.printed_marks import read_cut_out
from companion.vision.reader import Reader
from companion.web.box.box_compare import MAX_CHOICES_PER_FIELD
from tests.rigs.figures import row
from tests.rigs.printed_tiles import photo, style, tile_picture

GAME = games.load("new-frontiers")
BOOK = GAME.box.book()
TILES = tuple(map(BOOK.piece, (tile.id for tile in BOOK.tiles())))
NAMES = suggestions.names(TILES)
POWERS = suggestions.lines(TILES)
BONUSES = suggestions.bonuses(TILES)
TOUCHES_PER_PHOTO = 6
SECONDS_PER_TOUCH = 1.2
TILES_OF_A_BOX = 116
FORM_TOUCHES = {"name": 4, "powers": 5, "keywords": 3}
"""Touches to open the form, set this field and save."""


def printed_fields(known: Any, rng: Random) -> dict[str, Any]:
    """The fields printed on this tile in the simulated copy."""
    fields = dict(known.fields)
    open_fields = set(fields.pop("assumed", ()))
    if fields.pop("source", "") == "stand-in":
        open_fields = {"name", "cost", "vp", "kind", "colonists", "keywords", "powers"}
    developing = known.type == "development"
    if "name" in open_fields:
        made = (
            rng.choice(("Blue", "Far", "Old", "Lost"))
            + " "
            + rng.choice(("Harbor", "Colony", "Relay", "Moons"))
        )
        fields["name"] = rng.choice(NAMES) if rng.random() < 0.7 else made
    if open_fields & {"cost", "defense"}:
        fields.pop("cost", None), fields.pop("defense", None)
        if developing:
            fields["cost"] = rng.randint(1, 5)
        elif rng.random() < 26 / 60:
            fields["defense"] = rng.choices(range(1, 10), (5, 6, 3, 3, 2, 2, 1, 2, 2))[0]
        else:
            fields["cost"] = rng.choices(range(8), (1, 3, 12, 5, 4, 6, 2, 1))[0]
    if open_fields & {"vp", "bonus"}:
        fields.pop("bonus", None)
        fields["vp"] = rng.choices(range(7), (4, 10, 7, 4, 3, 2, 1))[0]
        if rng.random() < (0.2 if developing else 0.05):
            fields.pop("vp")
            fields["bonus"] = rng.choice(BONUSES)
    if not developing and open_fields & {"kind", "good"}:
        fields.pop("kind", None), fields.pop("good", None)
        if rng.random() < 49 / 60:
            fields["kind"] = rng.choice(KINDS)
            fields["good"] = rng.choice(("production", "windfall"))
    if not developing and "colonists" in open_fields:
        fields["colonists"] = rng.choices((1, 2), (39, 21))[0]
    if "keywords" in open_fields:
        fields.pop("keywords", None)
        if rng.random() < 0.5:
            fields["keywords"] = [rng.choice(("Imperium", "Rebel", "Uplift", "Alien"))]
    if "powers" in open_fields:
        fields.pop("powers", None)
        count = rng.choices((0, 1, 2), (25, 60, 15))[0]
        if count:
            fields["powers"] = rng.sample(POWERS, count)
    return fields


def tiles_of(number: int) -> list[Any]:
    """The tiles of a photo: nine worlds and three developments, spread over the box."""
    by_type: dict[str, list[Any]] = {}
    for tile in BOOK.to_verify():
        by_type.setdefault(tile.type, []).append(tile)
    rng = Random(f"tiles {number}")
    return rng.sample(by_type["world"], 9) + rng.sample(by_type["development"], 3)


CopiedTile = tuple[Any, dict[str, Any], SeenFace | None]
"""A tile as the game knows it, its printed fields in this copy, and what was read (None: not cut out)."""


def read_dozen(name: str, number: int) -> list[CopiedTile]:
    """A photo of a dozen tiles of a style, cut and read by the companion's own code."""
    look, rng = style(name), Random(f"{name} {number}")
    printed = {tile.id: (tile, printed_fields(tile, rng)) for tile in tiles_of(number)}
    faces = [
        (f"NF:{id}{'B' if tile.type == 'world' else 'A'}", tile_picture(look, tile.type, fields))
        for id, (tile, fields) in printed.items()
    ]
    seen, _laid = photo(faces, rng)
    found = [(s, GAME.tracking.tile(s.tag.tile)) for s in Reader({"NF"}).read_thoroughly(seen)]
    cuts = {BOOK.owned(cut.tag): cut for cut in cut_outs(seen, found)}
    return [(tile, fields, _face(id, cuts.get(id))) for id, (tile, fields) in printed.items()]


def _face(id: str, cut: Any) -> SeenFace | None:
    if cut is None:
        return None
    return read_cut_out(cut, float(GAME.tracking.tile(id).size_mm))


def measure(copies: Iterable[CopiedTile]) -> dict[str, Any]:
    touches: list[float] = []
    sorts: Counter[str] = Counter()
    unread: list[str] = []
    for tile, fields, face in copies:
        if face is None:
            touches.append(8)
            sorts["not cut out"] += 1
        else:
            touches.append(TOUCHES_PER_PHOTO / 12 + touches_for_tile(face, tile, fields, sorts, unread))
    return {
        "tiles": len(touches),
        "touches_median": median(touches),
        "touches_mean": mean(touches),
        "minutes_of_a_box": TILES_OF_A_BOX * mean(touches) * SECONDS_PER_TOUCH / 60,
        "counts": dict(sorted(sorts.items())),
        "missed": unread,
    }


def touches_for_tile(
    face: SeenFace, tile: Any, fields: Mapping[str, Any], sorts: Counter[str], unread: list[str]
) -> float:
    """The touches for one tile. One touch confirms all of its likely values that are right."""
    total, in_form, agreed = 0, 0, False
    printed = printed_facts(tile, fields)
    for one in BOOK.proposals(BOOK.pieces()[tile.id], face):
        group = one.keys[0]
        real = {key: printed[key] for key in one.keys if key in printed}
        offered = [said_of(choice) for choice in one.choices[:MAX_CHOICES_PER_FIELD]]
        right = bool(offered) and offered[0] == real
        level = (
            "sure" if one.sure >= SURE_THRESHOLD else "likely" if one.sure >= LIKELY_THRESHOLD else "doubtful"
        )
        sorts[f"{group}: {level}, {'right' if right else 'wrong'}"] += 1
        if not right:
            unread.append(f"{tile.id} {group} {one.sure:.2f}: {real} read {offered[:1]}")
        if right and level != "doubtful":
            agreed = agreed or level == "likely"
        elif real in offered:
            total += 2 if level == "sure" else 1
        else:
            in_form = max(in_form, 2) + FORM_TOUCHES.get(group, 3) - 2
    return total + in_form + agreed


def printed_facts(tile: Any, fields: Mapping[str, Any]) -> dict[str, Said]:
    """What these fields say, as people tell it."""
    piece = nothing_told(BOOK.pieces()[tile.id])
    read, _wrong = printed_on(piece).from_box(piece, fields)
    return printed_on(piece).said(read)


def said_of(choice: Choice) -> dict[str, Said]:
    found: dict[str, Said] = {}
    for fact in choice.facts:
        found[fact.key] = (*found.get(fact.key, ()), *([fact.said] if fact.said != ALL else []))
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0, help="the number of the first style")
    parser.add_argument("--styles", type=int, default=5)
    parser.add_argument("--dozens", type=int, default=2, help="photos of a dozen a style")
    parser.add_argument("--fit", action="store_true")
    args = parser.parse_args()
    if not ocr.installed():
        print("no OCR engine is installed: pip install table-companion[ocr]")
        return
    sort = "fit" if args.fit else "test"
    styles = range(args.first, args.first + args.styles)
    boxes = (read_dozen(f"{sort} {n}", number) for n in styles for number in range(args.dozens))
    found = measure(copy for box in boxes for copy in box)
    held = {
        answer: sum(n for sort, n in found["counts"].items() if sort.endswith(f": sure, {answer}"))
        for answer in ("right", "wrong")
    }
    name = f"{args.styles} styles from {args.first} on"
    row(
        f"{name}: touches a tile, median; mean",
        figure=f"{found['touches_median']:.1f}; {found['touches_mean']:.1f}",
    )
    row(
        f"{name}: {TILES_OF_A_BOX} tiles at {SECONDS_PER_TOUCH:g} s a touch, touches alone",
        figure=f"{found['minutes_of_a_box']:.1f} minutes",
    )
    row(f"{name}: values held for sure; of these wrong", figure=f"{sum(held.values())}; {held['wrong']}")
    for line in found["missed"]:
        print(f"    {line}")


if __name__ == "__main__":
    main()
