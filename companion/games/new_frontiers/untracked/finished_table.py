"""A finished table that was never tracked: what is asked of each player, what may lie there, the score.

A score request (docs/score-request.md) describes the same. A number is asked only when it can change this
very result: credits in a tie, colonists for a bonus that counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.games.contract import ScoreSheet, Untold, WhatIf
from companion.games.contract.tile_by_tile import TileByTile
from companion.games.contract.untracked import Asked, Final, Holding, Offer, Role, Roles
from companion.games.new_frontiers.display.tile_svg import draw
from companion.games.new_frontiers.display.tile_view import PlacedTile, tile_view
from companion.games.new_frontiers.rules import what_ifs
from companion.games.new_frontiers.rules.endings import END_SPACES, MAT_SPACES
from companion.games.new_frontiers.rules.scoring import by_source, empire_lines, sheet
from companion.games.new_frontiers.rules.state import Colony, Empire, Stockpile
from companion.games.new_frontiers.rules.told_forms import fact_words
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, Tile, World
from companion.games.new_frontiers.tiles.counted import Bonus
from companion.games.new_frontiers.tiles.known import met, of_real_table
from companion.games.new_frontiers.tiles.printed_world import KIND
from companion.games.new_frontiers.wording.names import listed
from companion.translation import _, marked, plural

FACES = {"home": "settled", "colony": "settled", "explored": "explored", "development": "built", "": "built"}
SMALL_DEVELOPMENT_COPIES = 3
"""Small developments alike (p. 2); each large one is there once."""
ANY_KIND = "any"
"""Of a colony whose kind nobody told: a good on it counts in a tie all the same."""
BY_HAND_PREFIX = "by-hand "
"""Begins the name of the number that people counted for a "?" that the tile language does not know."""


class FinishedTables(TileByTile):
    """The finished tables of `catalogue` (companion.games.contract.untracked.FinalBook)."""

    roles = Roles(
        Role("home", title=what_ifs.HOMES, marks_mat=True, goods=True),
        Role("colony", title=what_ifs.COLONIES, goods=True, other="explored", sort="world"),
        Role("explored", title=marked("Explored worlds"), scores=False, other="colony", apart=True),
        Role("development", title=what_ifs.DEVELOPMENTS, plate=True, sort="development"),
    )

    def __init__(self, catalogue: Catalogue) -> None:
        self._tiles = tiles = of_real_table(catalogue)
        worlds, developments = tiles.worlds, tiles.developments
        super().__init__(
            {"home": tiles.homes, "colony": worlds, "explored": worlds, "development": developments}
        )

    # --- tiles ---

    def name(self, tile: str) -> str:
        return tile_view(self._tiles, tile).name

    def unique(self, tile: str) -> bool:
        found = self._tiles.get(tile)
        return not isinstance(found, Development) or found.large

    def good(self, tile: str) -> str:
        found = self._tiles.get(tile)
        if not isinstance(found, World):
            return ""
        return ANY_KIND if KIND in found.untold else found.kind or ""

    def face(self, tile: str, role: str = "", good: bool = False) -> str:
        kind = self.good(tile) if good else ""
        return draw(PlacedTile(tile_view(self._tiles, tile), FACES.get(role, "built"), kind or None))

    # --- what may be added ---

    def offers(self, table: Final, player: int, role: str) -> tuple[Offer, ...]:
        if role == "development":
            return self._developments(table, player)
        # The rulebook has the mats: a home without a name goes by its number.
        found = super().offers(table, player, role)
        return tuple(one for one in found if role == "home" or met(self._tiles[one.id]))

    def _developments(self, table: Final, player: int) -> tuple[Offer, ...]:
        """First those known to be in play, for others have them; last those whose reverse is, or that have
        run out. Of a stack that nobody has, either face may be in play."""
        built = Counter(id for holding in table.players for id in holding.on("development"))
        stacks = {self._tiles.developments[id].stack: id for id in built if id in self._tiles.developments}
        ranked = []
        for id, face in self._tiles.developments.items():
            if id in table.players[player].tiles or not met(face):
                continue
            note, rank = "", 1
            if built[id] >= (1 if face.large else SMALL_DEVELOPMENT_COPIES):
                note, rank = _("no more of these are in the box"), 3
            elif built[id]:
                rank = 0
            elif face.stack in stacks:
                note = _("its other side, {name}, is in play", name=self.name(stacks[face.stack]))
                rank = 3
            elif not face.first_game:
                rank = 2
            ranked.append((rank, Offer(id, self.name(id), note)))
        return tuple(offer for _rank, offer in sorted(ranked, key=lambda pair: pair[0]))

    def shared(self) -> tuple[Offer, ...]:
        goals = self._tiles.goals.items()
        return tuple(
            Offer(id, goal.name, "" if goal.untold else tile_view(self._tiles, id).bonus)
            for id, goal in goals
        )

    def shared_words(self) -> str:
        return _("Goals in play, face up or face down")

    # --- numbers ---

    def asked(self, table: Final, player: int) -> tuple[Asked, ...]:
        holding = table.players[player]
        goals = [goal for id in table.shared if isinstance(goal := self._tiles.get(id), Goal)]
        measures = {goal.measure for goal in goals}
        counts, tied = self._counts(holding), self.tied(table, player, "chips")
        credits = self._uses(
            holding, "credits", [g for g in goals if g.measure == "credits" and not g.stockpile], tie=True
        )
        colonists = self._uses(holding, "colonist", [goal for goal in goals if goal.measure == "colonists"])
        numbers = [
            Asked("chips", _("VP chips"), "vp"),
            Asked("credits", _("Credits"), "credit", tied or "credits" in counts, credits),
            Asked(
                "colonists",
                _("Colonists on the mat, not those on colonies"),
                "colonist",
                "colonist" in counts or "colonists" in measures,
                colonists or _("They count for nothing here."),
            ),
        ]
        stockpile = (
            ("goods", _("Stockpiled goods"), "good"),
            ("credits", _("Stockpiled credits"), "credit"),
            ("worlds", _("Stockpiled worlds"), "world"),
        )
        for what, words, icon in stockpile:
            if on_mat := [goal for goal in goals if goal.measure == what]:
                numbers.append(Asked(f"stockpile {what}", words, icon, why=self._uses(holding, "", on_mat)))
        numbers += self.asked_vp(holding)
        for id, bonus in self._bonuses(holding):
            if not bonus.pairs:  # only people can count it
                words = _("VP for the “?” of {tile}: {text}", tile=self.name(id), text=bonus.text.strip())
                numbers.append(Asked(BY_HAND_PREFIX + id, words, "vp", tile=id))
        return tuple(numbers)

    def _uses(self, holding: Holding, counted: str, goals: list[Goal], tie: bool = False) -> str:
        """What a number is for: "For the “?” of Imperium War Profiteers and for a tie." counted: what each
        "?" calls it; goals: those that it is for."""
        uses = [
            _("the “?” of {tile}", tile=self.name(id))
            for id, bonus in self._bonuses(holding)
            if any(count.what == counted for _vp, count in bonus.pairs)
        ]
        uses += [_("the goal {goal}", goal=goal.name) for goal in goals]
        uses += [_("a tie")] if tie else []
        return _("This counts for {uses}.", uses=listed(uses)) if uses else ""

    def goods_count(self, table: Final, player: int) -> bool:
        return "good" in self._counts(table.players[player]) or self.tied(table, player, "chips")

    def _counts(self, holding: Holding) -> set[str]:
        """All that a "?" there counts."""
        return {count.what for _id, bonus in self._bonuses(holding) for _vp, count in bonus.pairs}

    def _bonuses(self, holding: Holding) -> Iterator[tuple[str, Bonus]]:
        for id, role in holding.tiles.items():
            bonus = getattr(self._tiles.get(id), "bonus", None)
            if bonus is not None and role != "explored":
                yield id, bonus

    # --- results ---

    def counted(self, table: Final, player: int) -> str:
        holding = table.players[player]
        homes = len(holding.on("home"))
        colonies = homes + len(holding.on("colony"))
        words = [
            plural("{number} colony with the home", "{number} colonies with the home", colonies)
            if homes
            else plural("{number} colony, no home", "{number} colonies, no home", colonies),
            plural("{number} development", "{number} developments", len(holding.on("development"))),
        ]
        if explored := len(holding.on("explored")):
            words.append(
                plural(
                    "{number} explored world, which scores nothing",
                    "{number} explored worlds, which score nothing",
                    explored,
                )
            )
        return ", ".join(words)

    # --- what nobody told ---

    def untold(self, tile: str) -> tuple[str, ...]:
        return getattr(self._tiles.get(tile), "untold", ())

    def fact_words(self, tile: str, fact: str) -> str:
        return fact_words(self._tiles[tile], fact)

    def _counted_untold(self, table: Final, player: int) -> Iterator[tuple[str, list[str]]]:
        """The facts that count for this player and nobody told, by tile; found by trying without them. Those
        of goals, which count for all, are the first player's."""
        tiles, empires, goals = self._read(table)
        found: set[tuple[str, str]] = set()
        while True:
            try:
                empire_lines(tiles.strict, empires[player], [tiles.strict.goals[goal] for goal in goals])
                break
            except Untold as untold:
                found.add((untold.piece, untold.fact))
                left = tuple(fact for fact in tiles[untold.piece].untold if fact != untold.fact)
                tiles = tiles.with_tiles([replace(tiles[untold.piece], untold=left)])
        for tile in (*table.players[player].tiles, *(goals if player == 0 else ())):
            if facts := [fact for fact in self.untold(tile) if (tile, fact) in found]:
                yield tile, facts

    # --- results ---

    def doubts(self, table: Final, player: int) -> tuple[str, ...]:
        holding = table.players[player]
        found = []
        homes = holding.on("home")
        if len(homes) > 1:
            found.append(
                _(
                    "{player} has {number} home colonies, and everybody has one.",
                    player=holding.name,
                    number=len(homes),
                )
            )
        faces = [self._tiles.developments[id] for id in holding.on("development")]
        spaces, most = sum(face.spaces for face in faces), MAT_SPACES + END_SPACES
        for tile, facts in self._counted_untold(table, player):
            found.append(self.doubt("" if tile in table.shared else holding.name, tile, facts))
        if spaces > most:
            found.append(
                _(
                    "{player}'s developments cover {spaces} spaces, and a mat has {most}.",
                    player=holding.name,
                    spaces=spaces,
                    most=most,
                )
            )
        return tuple(found)

    def score(self, table: Final) -> ScoreSheet:
        """Raises Illegal."""
        return by_source(sheet(*self._read(table)))

    def _read(self, table: Final) -> tuple[Catalogue, list[Empire], list[str]]:
        told: list[World | Development] = []
        for id, vp, untold in self.told_anew(table):
            tile = self._tiles[id]
            assert not isinstance(tile, Goal)
            told.append(replace(tile, vp=vp, bonus=None, untold=untold))
        tiles = self._tiles.with_tiles(told) if told else self._tiles
        return tiles, [empire_of(tiles, holding) for holding in table.players], list(table.shared)

    def what_ifs(self, table: Final, player: int) -> tuple[Iterator[WhatIf], ...]:
        """Raises Illegal. Only developments that speak for themselves could have been had besides."""
        tiles, empires, goals = self._read(table)
        left = [offer.id for offer in self._developments(table, player) if not offer.note]
        return what_ifs.what_ifs(tiles, empires, goals, player, left)


def empire_of(tiles: Catalogue, holding: Holding) -> Empire:
    """What lies there, as it is scored."""
    numbers = holding.numbers
    colonies = []
    for id in (*holding.on("home"), *holding.on("colony")):
        kind = tiles.world(id).kind
        good = (KINDS[0] if kind in (None, "any") else kind) if id in holding.goods else None
        colonies.append(Colony(id, 0, good))  # the colonists on a colony count for nothing
    return Empire(
        holding.name,
        "",
        credits=numbers.get("credits", 0),
        chips=numbers.get("chips", 0),
        colonists=numbers.get("colonists", 0),
        colonies=tuple(colonies),
        developments=holding.on("development"),
        stockpile=Stockpile(
            goods=("",) * numbers.get("stockpile goods", 0),
            credits=numbers.get("stockpile credits", 0),
            worlds=("",) * numbers.get("stockpile worlds", 0),
        ),
        by_hand=tuple(
            (id, numbers[BY_HAND_PREFIX + id])
            for id in holding.tiles
            if BY_HAND_PREFIX + id in numbers and is_counted_by_hand(tiles.get(id))
        ),
    )


def is_counted_by_hand(tile: Tile | None) -> bool:
    """Whether it has a "?" that the tile language does not know."""
    return isinstance(tile, World | Development) and tile.bonus is not None and not tile.bonus.pairs
