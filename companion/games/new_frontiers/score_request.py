"""A score request, which describes a finished table as JSON, to its score sheet; no tracked game is needed.

The request: `{"players": [{"name", "vp_chips", "credits", "colonists", "colonies": [{"tile", "good"}],
"developments": [id], "stockpile": {"goods", "credits", "worlds"}, "manual_vp": {tile: number}}],
"goals": [name], "tiles": [..]}`. What a player leaves out is 0 or none. `tiles` adds to the catalogue, or
replaces what has the same id. manual_vp: what people counted for a "?" that the tile language does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.game import Illegal, Json, PlayerScore
from companion.games.new_frontiers import pages
from companion.games.new_frontiers.load import read_tile
from companion.games.new_frontiers.powers import KINDS
from companion.games.new_frontiers.scoring import BONUSES, COLONIES, DEVELOPMENTS, sheet
from companion.games.new_frontiers.state import Colony, Empire, Stockpile
from companion.games.new_frontiers.tiles import Catalogue, Development, Tile, World

_REQUEST = ("game", "players", "goals", "tiles")
_PLAYER = ("name", "vp_chips", "credits", "colonists", "colonies", "developments", "stockpile", "manual_vp")
_STOCKPILE = ("goods", "credits", "worlds")
_MOST = 9999
_SEATS = 5
_TILES = 200  # far more than five mats hold
_ANY_KIND = 3  # the box has one; each more multiplies the ways to choose by four


def answer(catalogue: Catalogue, request: Json) -> dict[str, Json]:
    """`{"players": [{"name", "total", "rank", "winner", "tie_break", "lines": [{"source", "vp", "why"}]}]}`.

    why: the terms that add up to the line's vp, each `{"label", "value", "tile"}`. Raises Illegal, with one
    sentence that says what to correct, for a request that is not as it should be.
    """
    tiles, empires, goals = read(catalogue, request)
    return {"players": [_player_to_json(player) for player in sheet(tiles, empires, goals).players]}


def read(catalogue: Catalogue, request: Json) -> tuple[Catalogue, list[Empire], list[str]]:
    """What a request describes: the tiles it is played with, the empires, the ids of the goals in play.

    Raises Illegal, as `answer` does.
    """
    request = _object(request, "A score request", _REQUEST)
    if request.get("game", "new-frontiers") != "new-frontiers":
        raise Illegal('The "game" of this score request must be "new-frontiers".')
    own = _own_tiles(request)
    tiles = catalogue.with_tiles(own.values())
    players = _list(request, "players", "The score request")
    if not 1 <= len(players) <= _SEATS:
        raise Illegal(f'"players" must list 1 to {_SEATS} players.')
    reader = _Reader(tiles, own)
    empires = [reader.empire(player, f"Player {number}") for number, player in enumerate(players, start=1)]
    return tiles, empires, reader.goals(_list(request, "goals", "The score request"))


def _own_tiles(request: Mapping[str, Json]) -> dict[str, Tile]:
    """The request's own tiles by id."""
    own: dict[str, Tile] = {}
    for number, fields in enumerate(_list(request, "tiles", "The score request"), start=1):
        tile = read_tile(fields, f"Tile {number} of the score request")
        if tile.id in own:
            raise Illegal(f'"tiles" defines {tile.id!r:.60} twice; give each id once.')
        own[tile.id] = tile
    return own


# --- reading --------------------------------------------------------------------------------------------


class _Reader:
    """Reads the players of one request, and sees to it that no tile lies in two places."""

    def __init__(self, tiles: Catalogue, own: Mapping[str, Tile]) -> None:
        self._tiles = tiles
        self._own = own
        self._places: dict[str, str] = {}

    def empire(self, player: Json, who: str) -> Empire:
        player = _object(player, who, _PLAYER)
        name = player.get("name", who)
        if not isinstance(name, str) or not name.strip():
            raise Illegal(f'{who} needs a "name" that is a text.')
        who = f"{who} ({name.strip():.40})"
        given = player.get("stockpile")
        stockpile = _object({} if given is None else given, f"{who}: the stockpile", _STOCKPILE)
        colonies = self._colonies(_list(player, "colonies", who), who)
        developments = self._developments(_list(player, "developments", who), who)
        held = {*(colony.world for colony in colonies), *developments}
        return Empire(
            name.strip(),
            "",
            credits=_number(player, "credits", who),
            chips=_number(player, "vp_chips", who),
            colonists=_number(player, "colonists", who),
            colonies=colonies,
            developments=developments,
            stockpile=Stockpile(
                goods=("",) * _number(stockpile, "goods", f"{who}, stockpile"),
                credits=_number(stockpile, "credits", f"{who}, stockpile"),
                worlds=("",) * _number(stockpile, "worlds", f"{who}, stockpile"),
            ),
            by_hand=self._by_hand(player.get("manual_vp"), held, who),
        )

    def _by_hand(self, given: Json, held: set[str], who: str) -> tuple[tuple[str, int], ...]:
        """What people counted for the "?" of tiles in the empire, (tile, VP)."""
        if given is None:
            return ()
        if not isinstance(given, Mapping):
            raise Illegal(f'{who}: "manual_vp" must be an object, a number of VP for each tile.')
        counted: dict[str, int] = {}
        for named in given:
            tile = self._find(named, who)
            if tile.id not in held:
                raise Illegal(f'{who} has no {tile.name} that "manual_vp" could count for.')
            bonus = tile.bonus if isinstance(tile, World | Development) else None
            if bonus is None or bonus.pairs:
                raise Illegal(
                    f'{who}: {tile.name} has no "?" that takes counting by hand: leave it out of "manual_vp".'
                )
            if tile.id in counted:
                raise Illegal(f'{who}: "manual_vp" names {tile.name} twice.')
            counted[tile.id] = _number(given, named, f"{who}, manual_vp")
        return tuple(counted.items())

    def _colonies(self, entries: list[Json], who: str) -> tuple[Colony, ...]:
        colonies = []
        for entry in entries:
            entry = _object(entry, f"{who}: a colony", ("tile", "good"))
            world = self._find(entry.get("tile"), who)
            if not isinstance(world, World):
                raise Illegal(f"{who}: {world.id!r:.60} is no world, so it cannot be a colony.")
            good = entry.get("good", False)
            if not isinstance(good, bool):
                raise Illegal(f'{who}: the "good" of {world.id!r:.60} must be true or false.')
            # A request's own tile may leave its kind out; a catalogue's world without one is gray.
            if good and world.kind is None and world.id not in self._own:
                raise Illegal(
                    f"{who}: {world.name} is gray, and gray colonies never have goods.", pages.PRODUCE
                )
            self._place_once(world, who)
            kind = KINDS[0] if world.kind in (None, "any") else world.kind
            colonies.append(Colony(world.id, world.colonists, kind if good else None))
        several = [c for c in colonies if self._tiles.world(c.world).kind == "any"]
        if len(several) > _ANY_KIND:
            raise Illegal(f"{who} has more than {_ANY_KIND} worlds of any kind; the box has one.")
        return tuple(colonies)

    def _developments(self, entries: list[Json], who: str) -> tuple[str, ...]:
        ids: list[str] = []
        for entry in entries:
            face = self._find(entry, who)
            if not isinstance(face, Development):
                raise Illegal(f"{who}: {face.id!r:.60} is no development.")
            if face.id in ids:
                raise Illegal(
                    f"{who} has {face.name} twice; nobody may buy a development again.", pages.DEVELOP
                )
            if face.large and face.id not in self._own:
                self._place_once(face, who)
            ids.append(face.id)
        return tuple(ids)

    def _find(self, id: Json, who: str) -> Tile:
        """The tile that `id` names: an id, or what its tag says (W07B, NF:D03A)."""
        if not isinstance(id, str):
            raise Illegal(f"{who}: a tile is named by a text, its id.")
        if id in self._tiles:
            return self._tiles[id]
        short = id.strip().upper().removeprefix("NF:")
        for name in (short, short.removesuffix("A"), short.removesuffix("B")):
            if name in self._tiles:
                return self._tiles[name]
        raise Illegal(
            f'{who}: there is no tile {id!r:.60}; correct its id, or define the tile under "tiles".'
        )

    def _place_once(self, tile: World | Development, who: str) -> None:
        if tile.id in self._places:
            raise Illegal(f"{who}: {tile.name} ({tile.id}) already lies with {self._places[tile.id]}.")
        self._places[tile.id] = who

    def goals(self, entries: list[Json]) -> list[str]:
        """The ids of the goals in play, each given by its name or id."""
        known = {goal.name.casefold(): goal.id for goal in self._tiles.goals.values()}
        known |= {id.casefold(): id for id in self._tiles.goals}
        ids: list[str] = []
        for entry in entries:
            id = known.get(" ".join(entry.casefold().split())) if isinstance(entry, str) else None
            if id is None:
                names = ", ".join(goal.name for goal in self._tiles.goals.values())
                raise Illegal(f"There is no goal {entry!r:.60}; the goals are {names}.")
            if id in ids:
                raise Illegal(f"The goal {self._tiles.goals[id].name} is given twice.")
            ids.append(id)
        return ids


def _object(value: Json, what: str, known: Iterable[str]) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise Illegal(f"{what} must be a JSON object.")
    unknown = [name for name in value if name not in known]
    if unknown:
        raise Illegal(f"{what} has no field {unknown[0]!r:.60}; it may have {', '.join(known)}.")
    return value


def _list(fields: Mapping[str, Json], name: str, what: str) -> list[Json]:
    value = fields.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise Illegal(f"{what}: {name!r} must be a list.")
    if len(value) > _TILES:
        raise Illegal(f"{what}: {name!r} must not have more than {_TILES} entries.")
    return value


def _number(fields: Mapping[str, Json], name: str, what: str) -> int:
    value = fields.get(name)
    if value is None:
        return 0
    if type(value) is not int or not 0 <= value <= _MOST:
        raise Illegal(f"{what}: {name!r} must be a whole number from 0 to {_MOST}.")
    return value


# --- writing --------------------------------------------------------------------------------------------


def _player_to_json(player: PlayerScore) -> dict[str, Json]:
    lines = []
    for line in player.lines:
        terms = [{"label": t.label, "value": t.value, "tile": t.tile} for t in line.why.terms]
        if line.source in (COLONIES, DEVELOPMENTS):
            lines += [{"source": t["label"], "vp": t["value"], "why": [t]} for t in terms]
        else:
            source = f'{line.why.label} "?"' if line.source == BONUSES else line.source
            lines.append({"source": source, "vp": line.vp, "why": terms})
    return {
        "name": player.name,
        "total": player.total,
        "rank": player.rank,
        "winner": player.winner,
        "tie_break": player.tie_break,
        "lines": lines,
    }
