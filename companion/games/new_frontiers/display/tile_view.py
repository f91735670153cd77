"""A tile as it is drawn and read aloud: what is printed on it, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.games.contract.printed_fact import PrintedFact
from companion.games.new_frontiers.tiles.catalogue import (
    Catalogue,
    Development,
    Goal,
    Tile,
    World,
    printed_on,
)
from companion.games.new_frontiers.tiles.power_lines import Power
from companion.games.new_frontiers.tiles.printed import NAME
from companion.games.new_frontiers.tiles.printed_world import PRICE
from companion.games.new_frontiers.wording.names import (
    called,
    colonists_in_words,
    kind_and_good,
    kind_letter,
)
from companion.translation import _, first_capital, language, marked

MEASURE_WORDS = {
    "Consume powers": marked("Consume powers"),
    "keywords": marked("different keywords"),
    "power types": marked("different types of powers"),
    "colony kinds": marked("different kinds of colonies"),
    "goods": marked("stockpiled goods"),
    "worlds": marked("stockpiled worlds"),
    "credits": marked("stockpiled credits"),
    "colonists": marked("unused colonists"),
}
"""What each measure of a goal counts (p. 12)."""


@dataclass(frozen=True, slots=True)
class PowerView:
    """A power. type: its action, "" where the line names none; icon: its symbol in the sprite."""

    type: str
    icon: str
    words: str
    may: bool


@dataclass(frozen=True, slots=True)
class TileView:
    """What is printed on a tile.

    form: "world", "home", "development" or "goal". number: cost or defense, None for a home or goal. vp: a
    number or "?", "" while it is untold. kind: lower case, "gray", "any" or "". doubt: a sentence when
    something on it is not confirmed against a printed tile. spaces: on a mat. counted: what a goal counts.
    untold: the facts that nobody told yet, of those that are asked of all such tiles.
    """

    id: str
    name: str
    form: str
    number: int | None
    military: bool
    vp: str
    colonists: int
    kind: str
    initial: str
    good: str
    keywords: tuple[str, ...]
    powers: tuple[PowerView, ...]
    bonus: str
    doubt: str
    spaces: int = 1
    counted: str = ""
    untold: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        """One line that says what it is: "Military world, defense 4, 2 colonists, Genes windfall"."""
        if self.form == "goal":
            return _("Goal: VP for {counted}", counted=self.counted)
        if self.untold:
            return self._what_is_told or _("nothing told yet")
        if self.form == "development":
            words = [_("Development, cost {cost}", cost=self.number)]
        elif self.form == "home":
            words = [_("Home colony")]
        elif self.military:
            words = [_("Military world, defense {defense}", defense=self.number)]
        else:
            words = [_("World, cost {cost}", cost=self.number)]
        if self.form == "world":
            words.append(colonists_in_words(self.colonists))
        if self.form in ("world", "home"):
            kind = None if self.kind == "gray" else "any" if self.kind == "any" else self.kind.capitalize()
            words.append(kind_and_good(kind, self.good))
        words.append(_("{number} VP", number=self.vp))
        return ", ".join([*words, *(word.upper() for word in self.keywords)])

    @property
    def _what_is_told(self) -> str:
        """The same of a tile that is told in part."""
        words = []
        if "price" not in self.untold and self.form != "home":
            if self.military:
                words.append(_("defense {defense}", defense=self.number))
            else:
                words.append(_("cost {cost}", cost=self.number))
        if self.form == "world" and "colonists" not in self.untold:
            words.append(colonists_in_words(self.colonists))
        if self.form in ("world", "home") and "kind" not in self.untold:
            kind = None if self.kind == "gray" else "any" if self.kind == "any" else self.kind.capitalize()
            words.append(kind_and_good(kind, self.good))
        if self.vp:
            words.append(_("{number} VP", number=self.vp))
        return ", ".join([*words, *(word.upper() for word in self.keywords)])

    @property
    def is_told_in_part(self) -> bool:
        """Of one of which nothing is told, `what` says so."""
        return bool(self.untold and self._what_is_told)


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile where it lies. face: "explored", "settled" or "built"; good: the kind of the good on it."""

    tile: TileView
    face: str
    good: str | None = None
    new: bool = False
    colonists: int = 0


def distinguish(pieces: Iterable[PlacedTile]) -> Iterator[tuple[PlacedTile, str]]:
    """Each with a mark of its own among them: its tile's id, with a number where that lies there again."""
    lying: Counter[str] = Counter()
    for piece in pieces:
        lying[piece.tile.id] += 1
        again = f"-{lying[piece.tile.id]}" if lying[piece.tile.id] > 1 else ""
        yield piece, piece.tile.id + again


def tile_view(catalogue: Catalogue, id: str) -> TileView:
    """The tile called `id`; one that the catalogue lacks is shown as unknown rather than refused."""
    tile = catalogue.get(id)
    if tile is not None:
        return _view(tile, language())
    doubt = _("The catalogue has no tile {id}.", id=id)
    name = _("Unknown tile {id}", id=id)
    return TileView(id, name, "world", None, False, "", 0, "gray", "", "", (), (), "", doubt)


@lru_cache(maxsize=1024)
def _view(tile: Tile, spoken: str) -> TileView:
    """A table shows the same tiles with every answer. spoken: the language of the words."""
    if isinstance(tile, World):
        return _world(tile)
    return _development(tile) if isinstance(tile, Development) else _goal(tile)


def _world(tile: World) -> TileView:
    number = tile.defense if tile.military else tile.cost
    return TileView(
        id=tile.id,
        name=called(tile),
        form="home" if tile.is_home else "world",
        number=None if tile.is_home or "price" in tile.untold else number,
        military=tile.military,
        vp=_vp(tile),
        colonists=0 if "colonists" in tile.untold else tile.colonists,
        kind=(tile.kind or "gray").lower(),
        initial=kind_letter(tile.kind or ""),
        good=tile.good or "",
        keywords=tile.keywords,
        powers=tuple(power_view(power) for power in tile.powers),
        bonus=tile.bonus.words() if tile.bonus else "",
        doubt=_doubt(tile),
        untold=_asked(tile),
    )


def _development(tile: Development) -> TileView:
    return TileView(
        id=tile.id,
        name=called(tile),
        form="development",
        number=None if "price" in tile.untold else tile.cost,
        military=False,
        vp=_vp(tile),
        colonists=0,
        kind="",
        initial="",
        good="",
        keywords=tile.keywords,
        powers=tuple(power_view(power) for power in tile.powers),
        bonus=tile.bonus.words() if tile.bonus else "",
        doubt=_doubt(tile),
        spaces=tile.spaces,
        untold=_asked(tile),
    )


def _goal(tile: Goal) -> TileView:
    steps = []
    counted = _(MEASURE_WORDS.get(tile.measure, tile.measure))
    for place, (fewest, vp) in enumerate(tile.ranges):
        if place + 1 == len(tile.ranges):
            steps.append(_("{vp} VP for {fewest} or more", vp=vp, fewest=fewest))
        elif (most := tile.ranges[place + 1][0] - 1) > fewest:
            steps.append(_("{vp} VP for {fewest} to {most}", vp=vp, fewest=fewest, most=most))
        else:
            steps.append(_("{vp} VP for {fewest}", vp=vp, fewest=fewest))
    return TileView(
        id=tile.id,
        name=tile.name,
        form="goal",
        number=None,
        military=False,
        vp="",
        colonists=0,
        kind="",
        initial="",
        good="",
        keywords=(),
        powers=(),
        bonus=_("{counted}: {steps}.", counted=first_capital(counted), steps=", ".join(steps))
        if steps
        else "",
        doubt=_doubt(tile),
        counted=counted,
    )


def _asked(tile: World | Development | Goal) -> tuple[str, ...]:
    """What is untold and asked of all such tiles: a home's price is asked only where one replaces it, and a
    name may be left out."""
    left_out = (NAME, PRICE) if isinstance(tile, World) and tile.is_home else (NAME,)
    return tuple(fact for fact in tile.untold if fact not in left_out)


def _vp(tile: World | Development) -> str:
    if "vp" in tile.untold:
        return ""
    return "?" if tile.bonus or "bonus" in tile.untold else str(tile.vp)


def power_view(power: Power) -> PowerView:
    return PowerView(power.type, power.type.lower() or "info", power.words(), power.may)


def _words(tile: Tile, rows: Iterable[PrintedFact[Tile]]) -> str:
    return ", ".join(dict.fromkeys(row.words(tile) for row in rows))


def _doubt(tile: World | Development | Goal) -> str:
    of = printed_on(tile)
    if untold := _asked(tile):
        asked = (of.row(row.within or row.key) for row in of.rows if row.key in untold)
        return _("Not told yet: {facts}.", facts=_words(tile, asked))
    if tile.source == "stand-in":
        return _("A stand-in: not a printed tile. Enter yours from the box.")
    if assumed := {*tile.assumed}:
        groups = (group[0] for group in of.groups if any(assumed.intersection(row.written) for row in group))
        return _("Not confirmed against a printed tile: {fields}.", fields=_words(tile, groups))
    return ""
