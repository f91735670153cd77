"""A score request, which describes a finished table as JSON, to its score sheet; no tracked game is needed.

The request: `{"players": [{"name", "vp_chips", "credits", "colonists", "colonies": [{"tile", "good"}],
"developments": [id], "stockpile": {"goods", "credits", "worlds"}, "manual_vp": {tile: number}}],
"goals": [name], "tiles": [..]}`. What a player leaves out is 0 or none. `tiles` adds to the catalogue, or
replaces what has the same id. manual_vp: what people counted for a "?" that the tile language does not know.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.contract import Illegal, Json, PlayerScore
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.scoring import BONUSES, COLONIES, DEVELOPMENTS, sheet
from companion.games.new_frontiers.rules.state import Colony, Empire, Stockpile
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Tile, World
from companion.games.new_frontiers.tiles.loading import read_tile
from companion.games.new_frontiers.tiles.powers import KINDS
from companion.games.new_frontiers.untracked.request_fields import list_at, number_at, object_at
from companion.games.new_frontiers.wording.names import called
from companion.translation import _

_REQUEST_FIELDS = ("game", "players", "goals", "tiles")
_PLAYER_FIELDS = (
    "name",
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
    tiles, empires, goals = read(catalogue, request)
    return {"players": [_player_to_json(player) for player in sheet(tiles, empires, goals).players]}


def read(catalogue: Catalogue, request: Json) -> tuple[Catalogue, list[Empire], list[str]]:
    """What a request describes: the tiles it is played with, the empires, the ids of the goals in play.

    Raises Illegal, as `answer` does.
    """
    request = object_at(request, _("A score request"), _REQUEST_FIELDS)
    if request.get("game", "new-frontiers") != "new-frontiers":
        raise Illegal(_('The "game" of this score request must be "new-frontiers".'))
    own = _own_tiles(request)
    tiles = catalogue.with_tiles(own.values())
    players = list_at(request, "players", _("The score request"))
    if not 1 <= len(players) <= _MAX_PLAYERS:
        raise Illegal(_('"players" must list 1 to {most} players.', most=_MAX_PLAYERS))
    reader = _Reader(tiles, own)
    empires = [
        reader.empire(player, _("Player {number}", number=number))
        for number, player in enumerate(players, start=1)
    ]
    return tiles, empires, reader.goals(list_at(request, "goals", _("The score request")))


def _own_tiles(request: Mapping[str, Json]) -> dict[str, Tile]:
    """The request's own tiles by id."""
    own: dict[str, Tile] = {}
    for number, fields in enumerate(list_at(request, "tiles", _("The score request")), start=1):
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

    def empire(self, player: Json, who: str) -> Empire:
        player = object_at(player, who, _PLAYER_FIELDS)
        name = player.get("name", who)
        if not isinstance(name, str) or not name.strip():
            raise Illegal(_('{player} needs a "name" that is a text.', player=who))
        who = f"{who} ({name.strip():.40})"
        given = player.get("stockpile")
        stockpile = object_at(
            {} if given is None else given, _("{player}: the stockpile", player=who), _STOCKPILE_FIELDS
        )
        pile = _("{player}, stockpile", player=who)
        colonies = self._colonies(list_at(player, "colonies", who), who)
        developments = self._developments(list_at(player, "developments", who), who)
        held = {*(colony.world for colony in colonies), *developments}
        return Empire(
            name.strip(),
            "",
            credits=number_at(player, "credits", who),
            chips=number_at(player, "vp_chips", who),
            colonists=number_at(player, "colonists", who),
            colonies=colonies,
            developments=developments,
            stockpile=Stockpile(
                goods=("",) * number_at(stockpile, "goods", pile),
                credits=number_at(stockpile, "credits", pile),
                worlds=("",) * number_at(stockpile, "worlds", pile),
            ),
            by_hand=self._by_hand(player.get("manual_vp"), held, who),
        )

    def _by_hand(self, given: Json, held: set[str], who: str) -> tuple[tuple[str, int], ...]:
        """What people counted for the "?" of tiles in the empire, (tile, VP)."""
        if given is None:
            return ()
        if not isinstance(given, Mapping):
            raise Illegal(
                _('{player}: "manual_vp" must be an object, a number of VP for each tile.', player=who)
            )
        counted: dict[str, int] = {}
        for named in given:
            tile = self._find(named, who)
            if tile.id not in held:
                raise Illegal(
                    _(
                        '{player} has no {tile} that "manual_vp" could count for.',
                        player=who,
                        tile=called(tile),
                    )
                )
            bonus = tile.bonus if isinstance(tile, World | Development) else None
            if bonus is None or bonus.pairs:
                raise Illegal(
                    _(
                        '{player}: {tile} has no "?" that takes counting by hand: leave it out of '
                        '"manual_vp".',
                        player=who,
                        tile=called(tile),
                    )
                )
            if tile.id in counted:
                raise Illegal(_('{player}: "manual_vp" names {tile} twice.', player=who, tile=called(tile)))
            counted[tile.id] = number_at(given, named, _("{player}, manual_vp", player=who))
        return tuple(counted.items())

    def _colonies(self, entries: list[Json], who: str) -> tuple[Colony, ...]:
        colonies = []
        for entry in entries:
            entry = object_at(entry, _("{player}: a colony", player=who), ("tile", "good"))
            world = self._find(entry.get("tile"), who)
            if not isinstance(world, World):
                raise Illegal(
                    _(
                        "{player}: {tile} is no world, so it cannot be a colony.",
                        player=who,
                        tile=repr(world.id)[:60],
                    )
                )
            good = entry.get("good", False)
            if not isinstance(good, bool):
                raise Illegal(
                    _(
                        '{player}: the "good" of {tile} must be true or false.',
                        player=who,
                        tile=repr(world.id)[:60],
                    )
                )
            # A request's own tile may leave its kind out; a catalogue's world without one is gray.
            if good and world.kind is None and world.id not in self._own:
                raise Illegal(
                    _(
                        "{player}: {world} is gray, and gray colonies never have goods.",
                        player=who,
                        world=called(world),
                    ),
                    rulebook_pages.PRODUCE,
                )
            self._place_once(world, who)
            kind = KINDS[0] if world.kind in (None, "any") else world.kind
            colonies.append(Colony(world.id, world.colonists, kind if good else None))
        several = [c for c in colonies if self._tiles.world(c.world).kind == "any"]
        if len(several) > _MAX_ANY_KIND_WORLDS:
            raise Illegal(
                _(
                    "{player} has more than {most} worlds of any kind; the box has one.",
                    player=who,
                    most=_MAX_ANY_KIND_WORLDS,
                )
            )
        return tuple(colonies)

    def _developments(self, entries: list[Json], who: str) -> tuple[str, ...]:
        ids: list[str] = []
        for entry in entries:
            face = self._find(entry, who)
            if not isinstance(face, Development):
                raise Illegal(_("{player}: {tile} is no development.", player=who, tile=repr(face.id)[:60]))
            if face.id in ids:
                raise Illegal(
                    _(
                        "{player} has {tile} twice; nobody may buy a development again.",
                        player=who,
                        tile=called(face),
                    ),
                    rulebook_pages.DEVELOP,
                )
            if face.large and face.id not in self._own:
                self._place_once(face, who)
            ids.append(face.id)
        return tuple(ids)

    def _find(self, id: Json, who: str) -> Tile:
        """The tile that `id` names: an id, or what its tag says (W07B, NF:D03A)."""
        if not isinstance(id, str):
            raise Illegal(_("{player}: a tile is named by a text, its id.", player=who))
        if id in self._tiles:
            return self._tiles[id]
        short = id.strip().upper().removeprefix("NF:")
        for name in (short, short.removesuffix("A"), short.removesuffix("B")):
            if name in self._tiles:
                return self._tiles[name]
        raise Illegal(
            _(
                '{player}: there is no tile {tile}; correct its id, or define the tile under "tiles".',
                player=who,
                tile=repr(id)[:60],
            )
        )

    def _place_once(self, tile: World | Development, who: str) -> None:
        if tile.id in self._places:
            raise Illegal(
                _(
                    "{player}: {tile} ({id}) already lies with {other}.",
                    player=who,
                    tile=called(tile),
                    id=tile.id,
                    other=self._places[tile.id],
                )
            )
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
                raise Illegal(
                    _("There is no goal {goal}; the goals are {goals}.", goal=repr(entry)[:60], goals=names)
                )
            if id in ids:
                raise Illegal(_("The goal {goal} is given twice.", goal=self._tiles.goals[id].name))
            ids.append(id)
        return ids


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
