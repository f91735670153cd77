"""Checks a catalogue against the rulebook's counts: "About the Worlds" (p. 10), the contents (p. 1).

The printed sums are exact: a difference is a mistyped tile, or a stand-in that does not fit with the owner's
tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from companion.games.contract import Untold
from companion.games.contract.box_report import BoxReport, PrintedCount
from companion.games.contract.box_rows import Problem
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, Tile, World
from companion.games.new_frontiers.tiles.printed import NAME
from companion.games.new_frontiers.tiles.printed_world import PRICE
from companion.games.new_frontiers.tiles.printed_worth import BONUS, VP
from companion.games.new_frontiers.wording.names import a_long_good, called, kind_name
from companion.translation import _, marked, plural

GOODS_IN_BOX = {"Novelty": 19, "Rare": 17, "Genes": 13, "Alien": 11}
"""Goods in the box by kind: enough for all colonies of a game (p. 2 and 7)."""
_MAX_PLAYERS = 5
T = TypeVar("T", World, Development, Goal)


def check(catalogue: Catalogue, unread: tuple[Problem, ...] = ()) -> BoxReport:
    """What of the printed counts holds in `catalogue`. unread: what of its file could not be read."""
    catalogue = catalogue.strict
    sorts = (
        (marked("worlds"), catalogue.worlds.values()),
        (marked("development faces"), catalogue.developments.values()),
        (marked("home colonies"), catalogue.homes.values()),
        (marked("goals"), catalogue.goals.values()),
    )
    return BoxReport(
        counts=(*_worlds(catalogue), *_developments(catalogue), *_rest(catalogue)),
        problems=(*_vp_ranges(catalogue), *_homes(catalogue), *_goods(catalogue)),
        unread=unread,
        manual=tuple(
            _("manual: {tile}: {line}", tile=f"{called(tile)} ({tile.id})", line=line)
            for tile in catalogue.values()
            for line in _manual(tile)
        ),
        progress=tuple(
            _("confirmed {what}: {number} of {of}", what=_(what), number=known, of=len(some))
            for what, some in sorts
            for known in [sum(map(_confirmed, some))]
        ),
    )


def _confirmed(tile: Tile) -> bool:
    return tile.source != "stand-in" and not tile.assumed and not {*tile.untold} - {NAME}


def _manual(tile: Tile) -> Iterator[str]:
    if not isinstance(tile, Goal):
        yield from (power.text for power in tile.powers if power.by_hand)
        bonus = None if {VP, BONUS} & {*tile.untold} else tile.bonus
        if bonus is not None and not bonus.pairs:
            yield bonus.text


# --- counts ---------------------------------------------------------------------------------------------

_WORLDS_BY_DEFENSE = (5, 6, 3, 3, 2, 2, 1, 2, 2)  # 1 to 9
_WORLDS_BY_COST = (1, 3, 12, 5, 4, 6, 2, 1)  # 0 to 7
_Value = str | int | None
_PRINTED_COUNTS: dict[str, dict[str, dict[_Value, int]]] = {
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
_WORLDS = {"military": marked("military worlds"), "non-military": marked("non-military worlds")}
_VP = {"military": (0, 9), "non-military": (0, 6)}


def _count(
    label: str, printed: int, tiles: Iterable[T], fits: Callable[[T], object], *fields: str
) -> PrintedCount:
    """fields: those that `fits` looks at; a tile is sure where none of them is assumed."""
    found = [tile for tile in tiles if _known(fits, tile)]
    sure = sum(tile.source != "stand-in" and not set(fields) & set(tile.assumed) for tile in found)
    return PrintedCount(label, printed, len(found), sure)


def _known(fits: Callable[[T], object], tile: T) -> bool:
    """Whether it is told of the tile that it fits."""
    try:
        return bool(fits(tile))
    except Untold:
        return False


def _has(field: str, value: _Value) -> Callable[[World], bool]:
    """Whether a world's `field` is `value`, or has it among its keywords, or counts it in its "?"."""
    if field == "keywords":
        return lambda world: value in world.keywords
    if field == "bonus":
        return lambda world: world.bonus is not None and any(c.keyword == value for _, c in world.bonus.pairs)
    return lambda world: getattr(world, field) == value


_LABELS: Mapping[object, str] = {
    ("good", None): marked("{worlds} without a good"),
    ("good", "production"): marked("{worlds} that are production worlds"),
    ("good", "windfall"): marked("{worlds} that are windfall worlds"),
    ("kind", None): marked("{worlds} that are gray"),
    "kind": marked("{worlds} of kind {kind}"),
    "keywords": marked("{worlds} with the {keyword} keyword"),
    "bonus": marked('{worlds} with a "?" for {keyword}'),
    "defense": marked("{worlds} with defense {defense}"),
    "cost": marked("{worlds} with cost {cost}"),
}


def _label(type: str, field: str, value: _Value) -> str:
    worlds = _(_WORLDS[type])
    if field == "colonists":
        number = int(value or 0)
        return plural(
            "{worlds} with {number} colonist", "{worlds} with {number} colonists", number, worlds=worlds
        )
    said = kind_name(str(value)) if field == "kind" and value else value
    label = _LABELS.get((field, value)) or _LABELS[field]
    return _(label, worlds=worlds, kind=said, keyword=said, defense=said, cost=said)


def _of_type(catalogue: Catalogue, type: str) -> list[World]:
    military = type == "military"
    return [world for world in catalogue.worlds.values() if _known(lambda w: w.military == military, world)]


def _worlds(catalogue: Catalogue) -> Iterator[PrintedCount]:
    yield _count(_("worlds"), 60, catalogue.worlds.values(), _any)
    for type, price, first, printed_by in (
        ("military", "defense", 1, _WORLDS_BY_DEFENSE),
        ("non-military", "cost", 0, _WORLDS_BY_COST),
    ):
        worlds = _of_type(catalogue, type)
        yield _count(_(_WORLDS[type]), sum(printed_by), worlds, _any)
        prices: dict[_Value, int] = dict(enumerate(printed_by, start=first))
        for field, table in {price: prices, **_PRINTED_COUNTS[type]}.items():
            for value, printed in table.items():
                yield _count(_label(type, field, value), printed, worlds, _has(field, value), field)
    all = catalogue.worlds.values()
    both = {"Rebel", "Uplift"}
    yield _count(_("Rebel worlds that are Uplift too"), 1, all, lambda w: both <= set(w.keywords), "keywords")
    alien = _has("keywords", "Alien")
    yield _count(
        _("gray worlds with the Alien keyword"), 1, all, lambda w: w.kind is None and alien(w), "keywords"
    )


def _any(_: object) -> bool:
    return True


def _developments(catalogue: Catalogue) -> Iterator[PrintedCount]:
    faces = catalogue.developments.values()
    yield _count(_("development faces"), 40, faces, _any)
    kinds: tuple[tuple[str, int, Callable[[Development], bool]], ...] = (
        (_("large development faces"), 16, lambda face: face.large),
        (_("small development faces always in play"), 8, lambda face: not face.large and not face.paired),
        (_("small development faces that share a stack"), 16, lambda face: not face.large and face.paired),
    )
    for label, printed, fits in kinds:
        yield _count(label, printed, faces, fits, "cost", "stack")
    stacks = Counter(face.stack or face.id for face in faces)
    yield PrintedCount(_("stacks and large tiles on the development mats"), 24, len(stacks), len(stacks))


def _rest(catalogue: Catalogue) -> Iterator[PrintedCount]:
    yield _count(_("home colonies"), 16, catalogue.homes.values(), _any)
    yield _count(_("goals"), 8, catalogue.goals.values(), _any)


# --- what else cannot be --------------------------------------------------------------------------------


def _vp_ranges(catalogue: Catalogue) -> Iterator[str]:
    all_told = not any({PRICE, VP} & {*world.untold} for world in catalogue.worlds.values())
    for type, (lowest, highest) in _VP.items():
        said = {"worlds": _(_WORLDS[type]), "lowest": lowest, "highest": highest}
        worlds = _of_type(catalogue, type)
        printed = [world for world in worlds if _known(lambda w: w.bonus is None, world)]
        for world in printed:
            if not lowest <= world.vp <= highest:
                sentence = marked("{world} ({id}) has {vp} VP; {worlds} have {lowest} to {highest}")
                yield _(sentence, world=called(world), id=world.id, vp=world.vp, **said)
        values = {world.vp for world in printed}
        for end in (lowest, highest) if all_told else ():
            if end in values:
                continue
            sentence = marked(
                "none of the {worlds} has {vp} VP, an end of the printed range {lowest} to {highest}"
            )
            yield _(sentence, vp=end, **said)
        others = sum(_known(lambda w: w.bonus is not None, world) for world in worlds)
        if others > 2:
            yield _(
                '{number} {worlds} have a "?"; the rulebook prints two', number=others, worlds=said["worlds"]
            )


def _homes(catalogue: Catalogue) -> Iterator[str]:
    sides = Counter((home.mat, home.side) for home in catalogue.homes.values())
    for mat in range(1, 9):
        for side in "AB":
            if sides.pop((mat, side), 0) != 1:
                yield _("empire mat {mat} must have one home colony on its side {side}", mat=mat, side=side)
    for place in sides:
        yield _("there is no empire mat {mat}; the box has mats 1 to 8", mat=str(place[0]))


def _holds(*kinds: str) -> Callable[[World], bool]:
    return lambda world: world.kind in kinds


def _goods(catalogue: Catalogue) -> Iterator[str]:
    """Enough goods are provided for all worlds in the game (p. 7), with as many homes as can be in play."""
    for kind in KINDS:
        worlds = sum(_known(_holds(kind, "any"), world) for world in catalogue.worlds.values())
        mats = {home.mat for home in catalogue.homes.values() if _known(_holds(kind), home)}
        needed = worlds + min(_MAX_PLAYERS, len(mats))
        if needed > GOODS_IN_BOX[kind]:
            yield _(
                "{needed} colonies could hold {good} at once; the box has {cubes} cubes",
                needed=needed,
                good=a_long_good(kind),
                cubes=GOODS_IN_BOX[kind],
            )
