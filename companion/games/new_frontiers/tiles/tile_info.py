"""Descriptions of tiles that need no knowledge of the game: names, captions and own colours, by tag.

A tag names a tile and its face: worlds have a gray explored face (A) and a colony face in their kind's
colour (B); an empire mat ("H3") has its two homes as faces; each development face is a tile of its own
("D12", face A), because the mats and the score name it so; goals and action tiles need no letter.
"""

from __future__ import annotations

from companion.games.contract import TileInfo
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, World
from companion.games.new_frontiers.wording.names import ACTION_TILES, action_name, called, kind_and_good
from companion.translation import _

TILE_MM = 58
"""A world's diameter; developments, goals and action tiles are as wide."""
MAT_HOME_MM = 120
GRAY = "#8d9299"
KIND_COLOURS = {
    "Novelty": "#38b3cf",
    "Rare": "#96643a",
    "Genes": "#4f9d55",
    "Alien": "#e0b83a",
    "any": "#a795c6",
}
"""A colony's face by its kind: cyan, brown, green, yellow; "any" is the Alien Oort Cloud Factory."""
DEVELOPMENT_COLOUR = "#4a6078"
LARGE_COLOUR = "#2f4058"
GOAL_COLOUR = "#c9a24a"
ACTION_COLOUR = "#6c717a"


def mat_id(mat: int) -> str:
    """The tile that empire mat `mat` (1 to 8) is on the table.

    >>> mat_id(3)
    'H3'
    """
    return f"H{mat}"


def action_tile_id(action: str) -> str:
    """The tile that this action is on the table.

    >>> action_tile_id("develop"), action_tile_id("goals")
    ('T2', 'T1')
    """
    return f"T{1 if action == 'goals' else ACTION_TILES.index(action) + 1}"


def tile_info(catalogue: Catalogue, id: str) -> TileInfo | None:
    """The tile that a tag calls `id`, or None: no tile of this copy of the game."""
    tile = catalogue.get(id)
    if isinstance(tile, World):
        return _home(tile) if tile.is_home else _world(tile)
    if isinstance(tile, Development):
        return _development(tile)
    if isinstance(tile, Goal):
        return TileInfo(tile.id, tile.name, "", (GOAL_COLOUR,), _("goal"), False, TILE_MM, tile.assumed)
    if id[:1] == "H":
        return next((mat for mat in _mats(catalogue) if mat.id == id), None)
    return next((action for action in _actions() if action.id == id), None)


def tile_infos(catalogue: Catalogue) -> tuple[TileInfo, ...]:
    """Every tile that may carry a tag: worlds, mats, development faces, goals, action tiles.

    A home is a face of its mat here, not a tile of its own.
    """
    return (
        *(_world(world) for world in catalogue.worlds.values()),
        *_mats(catalogue),
        *(_development(development) for development in catalogue.developments.values()),
        *(info for id in catalogue.goals if (info := tile_info(catalogue, id)) is not None),
        *_actions(),
    )


def kind_colour(kind: str | None) -> str:
    """ "#rrggbb" of a colony of `kind`; None is gray."""
    return GRAY if kind is None else KIND_COLOURS[kind]


def _world(world: World) -> TileInfo:
    return TileInfo(
        world.id,
        called(world),
        "AB",
        (GRAY, kind_colour(world.kind)),
        caption(world),
        size_mm=TILE_MM,
        unverified=world.assumed,
        sides=(_("gray side"), _("colony side")),
    )


def _home(home: World) -> TileInfo:
    return TileInfo(
        home.id,
        called(home),
        home.side or "A",
        (kind_colour(home.kind),),
        caption(home),
        round=False,
        size_mm=MAT_HOME_MM,
        unverified=home.assumed,
    )


def _mats(catalogue: Catalogue) -> tuple[TileInfo, ...]:
    sides: dict[int, list[World]] = {}
    for home in catalogue.homes.values():
        if home.mat is not None:
            sides.setdefault(home.mat, []).append(home)
    infos = []
    for mat, homes in sorted(sides.items()):
        homes.sort(key=lambda home: home.side or "")
        infos.append(
            TileInfo(
                mat_id(mat),
                _("Empire mat {number}", number=mat),
                "".join(home.side or "" for home in homes),
                tuple(kind_colour(home.kind) for home in homes),
                " / ".join(called(home) for home in homes),
                round=False,
                size_mm=MAT_HOME_MM,
                unverified=tuple(sorted({field for home in homes for field in home.assumed})),
            )
        )
    return tuple(infos)


def _development(development: Development) -> TileInfo:
    return TileInfo(
        development.id,
        called(development),
        "A",
        (LARGE_COLOUR if development.large else DEVELOPMENT_COLOUR,),
        "" if "price" in development.untold else _("cost {cost}", cost=development.cost),
        round=False,
        size_mm=TILE_MM,
        unverified=development.assumed,
        copies=True,
    )


def _actions() -> tuple[TileInfo, ...]:
    return tuple(
        TileInfo(
            f"T{number}",
            action_name(action),
            "",
            (ACTION_COLOUR,),
            _("action tile"),
            False,
            TILE_MM,
            slides=True,
        )
        for number, action in enumerate(ACTION_TILES, start=1)
    )


def caption(world: World) -> str:
    """ "cost 2, Novelty production, Imperium": what a tile's sticker or drawing says under the name."""
    if "price" in world.untold:
        price = ""
    elif world.military:
        price = _("defense {defense}", defense=world.defense)
    else:
        price = _("cost {cost}", cost=world.cost)
    kind = "" if "kind" in world.untold else kind_and_good(world.kind, world.good)
    parts = ("" if world.is_home else price, kind, *world.keywords)
    return ", ".join(part for part in parts if part)
