"""A score request, which describes a finished table as JSON, to its score sheet; no tracked game is needed.

The request: `{"players": [{"name", "vp_chips", "credits", "colonists", "colonies": [{"tile", "good"}],
"developments": [id], "stockpile": {"goods", "credits", "worlds"}, "manual_vp": {tile: number}}],
"goals": [name], "tiles": [..]}`. What a player leaves out is 0 or none. `tiles` adds to the catalogue, or
replaces what has the same id. manual_vp: what people counted for a "?" that the tile language does not know.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from companion.games.contract import (
    Fields,
    Final,
    Holding,
    Illegal,
    Json,
    ScoreLine,
    Untold,
    player_fields,
    request_fields,
    sheet_to_json,
)
from companion.games.contract.piece_names import plain_name
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.scoring import BONUSES, COLONIES, DEVELOPMENTS, sheet
from companion.games.new_frontiers.rules.told_forms import fact_words
from companion.games.new_frontiers.tiles.box_file import read_tile
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, Tile, World
from companion.games.new_frontiers.tiles.printed_world import KIND
from companion.games.new_frontiers.untracked.finished_table import (
    BY_HAND_PREFIX,
    empire_of,
    is_counted_by_hand,
)
from companion.games.new_frontiers.wording.names import called
from companion.translation import _, marked

GAME = "new-frontiers"
_REQUEST_FIELDS = ("goals", "tiles")
_PLAYER_FIELDS = (
    "vp_chips",
    "credits",
    "colonists",
    "colonies",
    "developments",
    "stockpile",
    "manual_vp",
)
_STOCKPILE_FIELDS = ("goods", "credits", "worlds")
_MAX_PLAYERS = 5
_MAX_ANY_KIND_WORLDS = 3  # the box has one; each further one multiplies the possible choices by four


def answer(catalogue: Catalogue, request: Json) -> dict[str, Json]:
    """`{"players": [{"name", "total", "rank", "winner", "tie_break", "lines": [{"source", "vp", "why"}]}]}`.

    why: the terms that add up to the line's vp, each `{"label", "value", "tile"}`. Raises Illegal, with one
    sentence that says what to correct, for a request that is not as it should be.
    """
    try:
        tiles, table = _read(catalogue, request)
        found = sheet(tiles, [empire_of(tiles, holding) for holding in table.players], list(table.shared))
    except Untold as untold:
        raise Illegal(_untold_words(catalogue, untold)) from None
    named = tuple(replace(p, lines=tuple(_named(line) for line in p.lines)) for p in found.players)
    return sheet_to_json(replace(found, players=named), (COLONIES, DEVELOPMENTS))


def _untold_words(tiles: Catalogue, untold: Untold) -> str:
    """What counts here and is made up by nobody."""
    tile = tiles[untold.piece]
    return _(
        "This counts here, and nobody told it of {tile} ({id}): {fact}. Tell it in the box, or give the tile "
        "in “tiles”.",
        tile=called(tile) if not isinstance(tile, Goal) else tile.name,
        id=tile.id,
        fact=fact_words(tile, untold.fact),
    )


def _named(line: ScoreLine) -> ScoreLine:
    """A bonus is called by its tile."""
    return replace(line, source=f'{line.why.label} "?"') if line.source == BONUSES else line


def _read(catalogue: Catalogue, request: Json) -> tuple[Catalogue, Final]:
    """What a request describes: the tiles it is played with, and the table. Raises Illegal."""
    fields = request_fields(GAME, request, _REQUEST_FIELDS)
    own = _own_tiles(fields.entries("tiles"))
    tiles = catalogue.with_tiles(own.values())
    reader = _Reader(tiles, own)
    players = player_fields(fields, 1, _MAX_PLAYERS, _PLAYER_FIELDS)
    holdings = tuple(reader.holding(name, player) for name, player in players)
    return tiles, Final(holdings, tuple(reader.goals(fields.entries("goals"))))


def _own_tiles(entries: list[Json]) -> dict[str, Tile]:
    """The request's own tiles by id."""
    own: dict[str, Tile] = {}
    for number, fields in enumerate(entries, start=1):
        tile = read_tile(fields, _("Tile {number} of the score request", number=number))
        if tile.id in own:
            raise Illegal(_('"tiles" defines {id} twice; give each id once.', id=repr(tile.id)[:60]))
        own[tile.id] = tile
    return own


# --- reading --------------------------------------------------------------------------------------------


class _Reader:
    """Reads the players of one request, and sees to it that no tile lies in two places."""

    def __init__(self, tiles: Catalogue, own: Mapping[str, Tile]) -> None:
        self._tiles = tiles
        self._own = own
        self._places: dict[str, str] = {}

    def holding(self, name: str, player: Fields) -> Holding:
        who = player.what
        stockpile = player.object("stockpile", _("{player}, stockpile", player=who), _STOCKPILE_FIELDS)
        colonies = self._colonies(player)
        developments = self._developments(player)
        tiles = {**dict.fromkeys(colonies, "colony"), **dict.fromkeys(developments, "development")}
        numbers = {
            "chips": player.number("vp_chips"),
            "credits": player.number("credits"),
            "colonists": player.number("colonists"),
            **{f"stockpile {what}": stockpile.number(what) for what in _STOCKPILE_FIELDS},
            **self._by_hand(player, tiles),
        }
        return Holding(name, tiles, frozenset(id for id, good in colonies.items() if good), numbers)

    def _by_hand(self, player: Fields, held: Collection[str]) -> dict[str, int]:
        """What people counted for the "?" of tiles in the empire."""
        given = player.object("manual_vp", _("{player}, manual_vp", player=player.what), None)
        counted: dict[str, int] = {}
        for named in given.values:
            tile = self._find(named, player)
            wrong = ""
            if tile.id not in held:
                wrong = marked('{player} has no {tile} that "manual_vp" could count for.')
            elif not is_counted_by_hand(tile):
                wrong = marked(
                    '{player}: {tile} has no "?" that takes counting by hand: leave it out of "manual_vp".'
                )
            elif BY_HAND_PREFIX + tile.id in counted:
                wrong = marked('{player}: "manual_vp" names {tile} twice.')
            if wrong:
                raise player.wrong(wrong, tile=called(tile))
            counted[BY_HAND_PREFIX + tile.id] = given.number(named)
        return counted

    def _colonies(self, player: Fields) -> dict[str, bool]:
        """With whether a good lies there."""
        colonies = {}
        for entry in player.entries("colonies"):
            fields = Fields.of(entry, _("{player}: a colony", player=player.what), ("tile", "good"))
            world = self._find(fields.values.get("tile"), player)
            if not isinstance(world, World):
                sentence = marked("{player}: {tile} is no world, so it cannot be a colony.")
                raise player.wrong(sentence, tile=repr(world.id)[:60])
            good = fields.flag("good", repr(world.id)[:60])
            # A request's own tile may leave its kind out; a catalogue's world without one is gray, unless
            # nobody told its kind.
            if good and world.id not in self._own and world.kind is None and KIND not in world.untold:
                sentence = marked("{player}: {world} is gray, and gray colonies never have goods.")
                raise player.wrong(sentence, rulebook_pages.PRODUCE, world=called(world))
            self._place_once(world, player)
            colonies[world.id] = good
        if sum(self._tiles.world(id).kind == "any" for id in colonies) > _MAX_ANY_KIND_WORLDS:
            sentence = marked("{player} has more than {most} worlds of any kind; the box has one.")
            raise player.wrong(sentence, most=_MAX_ANY_KIND_WORLDS)
        return colonies

    def _developments(self, player: Fields) -> list[str]:
        ids: list[str] = []
        for entry in player.entries("developments"):
            face = self._find(entry, player)
            if not isinstance(face, Development):
                raise player.wrong(marked("{player}: {tile} is no development."), tile=repr(face.id)[:60])
            if face.id in ids:
                sentence = marked("{player} has {tile} twice; nobody may buy a development again.")
                raise player.wrong(sentence, rulebook_pages.DEVELOP, tile=called(face))
            if face.large and face.id not in self._own:
                self._place_once(face, player)
            ids.append(face.id)
        return ids

    def _find(self, id: Json, player: Fields) -> Tile:
        """The tile that `id` names: an id, or what its tag says (W07B, NF:D03A)."""
        if not isinstance(id, str):
            raise player.wrong(marked("{player}: a tile is named by a text, its id."))
        short = id.strip().upper().removeprefix("NF:")
        for name in (id, short, short.removesuffix("A"), short.removesuffix("B")):
            if name in self._tiles:
                return self._tiles[name]
        sentence = marked(
            '{player}: there is no tile {tile}; correct its id, or define the tile under "tiles".'
        )
        raise player.wrong(sentence, tile=repr(id)[:60])

    def _place_once(self, tile: World | Development, player: Fields) -> None:
        if tile.id in self._places:
            sentence = marked("{player}: {tile} ({id}) already lies with {other}.")
            raise player.wrong(sentence, tile=called(tile), id=tile.id, other=self._places[tile.id])
        self._places[tile.id] = player.what

    def goals(self, entries: list[Json]) -> list[str]:
        """The ids of the goals in play, each given by its name or id."""
        known = {plain_name(goal.name): goal.id for goal in self._tiles.goals.values()}
        known |= {plain_name(id): id for id in self._tiles.goals}
        ids: list[str] = []
        for entry in entries:
            id = known.get(plain_name(entry)) if isinstance(entry, str) else None
            if id is None:
                names = ", ".join(goal.name for goal in self._tiles.goals.values())
                raise Illegal(
                    _("There is no goal {goal}; the goals are {goals}.", goal=repr(entry)[:60], goals=names)
                )
            if id in ids:
                raise Illegal(_("The goal {goal} is given twice.", goal=self._tiles.goals[id].name))
            ids.append(id)
        return ids
