"""What lies on the table now: as a camera reports it, or told by hand, of which only the changes are touched.

Beside the pieces people may tell what everybody has (`counted`): an empty number was not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec import Struct, structs

from companion.catching_up.evidence import Seen, counted
from companion.games.contract import Fact, Game, Illegal, Json, Spot, State, Zone, game_at, seat_zone
from companion.games.contract.piece_names import plain_name
from companion.table.differences import DifferenceTexts, differences
from companion.table.observation import SeenTable
from companion.table.slides import Slides
from companion.table.table import Table
from companion.translation import _
from companion.web.live.choosable import Choosable, options
from companion.web.live.views import SeatLabel, seats
from companion.web.request.reading import whole_number

MOST_COUNTED = 99_999
NEW_PIECES = 8
"""So many pieces that were not on the table may be told at once."""
GONE = "-"
"""In a form: the piece is no longer on the table."""


class LyingForm(Struct):
    """What lies there now. piece, good: by tile; new, place: by row, the tile's id or name, and where. said:
    by path what is said of a piece; counted: likewise a number, "": nobody counted it. begun: what was caught
    up with after this entry is looked for anew; 0: nothing is."""

    number: int = 0
    seat: str = ""
    begun: int = 0
    piece: dict[str, str] = {}
    good: dict[str, str] = {}
    new: dict[str, str] = {}
    place: dict[str, str] = {}
    said: dict[str, str] = {}
    counted: dict[str, str] = {}


@dataclass(frozen=True)
class SaidOfPiece:
    """What else is said of a piece ("Ann: good on Spice World"), with its values, the last known chosen."""

    path: str
    words: str
    values: tuple[Choosable, ...]


@dataclass(frozen=True)
class LyingPiece:
    """A piece on the table, as the companion has it. places: where it may be now, where it was chosen; goods:
    which good may be on it, likewise; empty: it never has one."""

    tile: str
    name: str
    places: tuple[Choosable, ...]
    goods: tuple[Choosable, ...]
    said: tuple[SaidOfPiece, ...]


@dataclass(frozen=True)
class LyingArea:
    """seat: whose it is, None: nobody's. numbers: what is counted there."""

    seat: SeatLabel | None
    words: str
    pieces: tuple[LyingPiece, ...]
    numbers: tuple[Fact, ...] = ()


def may_be_caught_up_with(table: Table[State]) -> bool:
    """Whether people can play on at this table without telling it: not where the companion deals its cards,
    as whoever places one does so on a page."""
    deals = table.game.dealer is not None and bool(table.settings.computers)
    return table.game.catches_up and not deals


def as_seen(game: Game[State], state: State, report: SeenTable, slides: Slides) -> Seen:
    """What a camera reports. A piece in a player's area that may be out of view tells nothing; what was slid
    tells all where nothing was missed; of pieces with the same tag the players' areas tell."""
    layout = game.tracking.layout(state)
    spots = {t: s for t, s in report.spots.items() if t in layout or _is_followed(game, t)}
    spots = {t: s for t, s in spots.items() if t not in report.copies}
    found = differences(layout, report)
    tolerated = game.tracking.explain(state, found).tolerated if found else frozenset()
    own = {zone.name for zone in game.tracking.plan(game.seats[1]).zones if zone.seat is not None}
    hidden = {
        d.tile
        for d in found
        if d.seen is None and d.expected is not None and d.expected.zone in own and d.tile in tolerated
    }
    strange = {d.tile for d in found if d.expected is None and d.tile in tolerated}
    ignored = frozenset(hidden | strange | set(report.conflicts))
    slid = slides.waiting if slides.whole else None
    copies = {tile: areas for tile, zones in report.copies.items() if (areas := zones & own)}
    return Seen(spots, report.watching, {}, ignored, slid, slides.in_place, copies)


def _is_followed(game: Game[State], tile: str) -> bool:
    return game.tracking.tile(tile) is not None


def told_seen(table: Table[State], form: LyingForm) -> Seen:
    """What people told: what they did not change lies as the companion has it. Raises Illegal."""
    tracking = game_at(table.game, table.state).tracking
    spots = dict(tracking.layout(table.state))
    known = {at for at, _words in places(table)}
    for tile, at in form.piece.items():
        if tile in spots and at == GONE:
            del spots[tile]
        elif tile in spots and at in known:
            spots[tile] = _spot(at)
    names = {plain_name(name): tile for tile, name in others(table)}
    own = {zone.name for zone in tracking.plan(len(table.setup.players)).zones if zone.seat is not None}
    copies: dict[str, frozenset[str]] = {}
    for row, name in form.new.items():
        typed = plain_name(name)
        if not typed:
            continue
        tile = names.get(typed) or next((t for t, _name in others(table) if plain_name(t) == typed), "")
        if not tile:
            raise Illegal(_("No piece here is called {name}.", name=name.strip()[:60]))
        if form.place.get(row, "") not in known:
            raise Illegal(_("Say where {name} lies.", name=name.strip()[:60]))
        spot = _spot(form.place[row])
        info = tracking.tile(tile)
        if info is not None and info.copies:
            copies[tile] = copies.get(tile, frozenset()) | ({spot.zone} & own)
        else:
            spots[tile] = spot
    goods = dict(tracking.goods(table.state))
    for tile, kind in form.good.items():
        if tile in goods:
            goods[tile] = kind or None
    zones = frozenset(zone.name for zone in tracking.plan(len(table.setup.players)).zones)
    return Seen(spots, zones, goods, copies=copies)


def only_changes(table: Table[State], form: LyingForm) -> LyingForm:
    """Of a form that was filled in before something else was told: what somebody changed in it, without
    pieces that are on the table by now."""
    if not 1 <= form.number <= table.number:
        return LyingForm()
    state = table.state_at(form.number)
    then, now = game_at(table.game, state), game_at(table.game, table.state)
    lay = {tile: _at(spot) for tile, spot in then.tracking.layout(state).items()}
    held = {tile: kind or "" for tile, kind in then.tracking.goods(state).items()}
    was = {fact.path: fact.value for fact in counted(then, state)}
    texts = DifferenceTexts(now, table.setup)
    there = {
        plain_name(name) for tile in now.tracking.layout(table.state) for name in (tile, texts.tile(tile))
    }
    there -= {plain_name(name) for other in others(table) for name in other}
    return structs.replace(
        form,
        piece={tile: at for tile, at in form.piece.items() if at != lay.get(tile)},
        good={tile: kind for tile, kind in form.good.items() if kind != held.get(tile)},
        said={path: said for path, said in form.said.items() if said != was.get(path)},
        new={row: name for row, name in form.new.items() if plain_name(name) not in there},
    )


def _spot(at: str) -> Spot:
    zone, face, slot = at.split("|")
    return Spot(zone, face, slot)


def _at(spot: Spot) -> str:
    return f"{spot.zone}|{spot.face}|{spot.slot}"


def places(table: Table[State], under: str = "", of: str = "") -> tuple[tuple[str, str], ...]:
    """Where a piece may lie now: as the form has it, and in words. under: the zone whose name heads them. of:
    the piece, with the sides that it has in its own words; without one, those of any."""
    game, texts = game_at(table.game, table.state), DifferenceTexts(table.game, table.setup)
    asked = [info for info in (game.tracking.tile(of),) if info is not None] or list(game.tracking.tiles())
    faces = sorted({face for info in asked for face in info.faces})
    two = next((info.id for info in asked if len(info.faces) > 1), "")
    found = []
    for zone in game.tracking.plan(len(table.setup.players)).zones:
        for face in faces:
            spot = Spot(zone.name, face)
            said = texts.here if zone.name == under else texts.place
            found.append((_at(spot), said(two, spot)))
    return tuple(found)


def areas(table: Table[State], typed: LyingForm | None = None) -> tuple[LyingArea, ...]:
    """typed: what somebody chose instead of what was there."""
    typed = typed or LyingForm()
    game = game_at(table.game, table.state)
    layout, goods = game.tracking.layout(table.state), game.tracking.goods(table.state)
    texts, everyone = DifferenceTexts(game, table.setup), seats(table)
    plan = game.tracking.plan(len(table.setup.players))
    # Where no pieces are followed, there is still what each player counts.
    zones = plan.zones or tuple(Zone(seat_zone(each.number), each.name, each.number) for each in everyone)
    gone = (GONE, _("not on the table"))
    found: dict[object, tuple[tuple[str, str], ...]] = {}

    def spots(tile: str, zone: str) -> tuple[tuple[str, str], ...]:
        """The same for all pieces with the same sides."""
        info = game.tracking.tile(tile)
        key = zone, "" if info is None else info.faces, () if info is None else info.sides
        if key not in found:
            found[key] = (*places(table, zone, tile), gone)
        return found[key]

    kinds = (("", _("no good")), *((kind.name, kind.words) for kind in plan.goods))
    told = counted(game, table.state)
    numbers = [fact for fact in told if not fact.choices]
    said = [fact for fact in told if fact.choices]
    return tuple(
        LyingArea(
            None if zone.seat is None else everyone[zone.seat],
            texts.zone(zone.name) if zone.seat is None or zone.name == seat_zone(zone.seat) else zone.words,
            tuple(
                LyingPiece(
                    tile,
                    texts.tile(tile),
                    options(spots(tile, zone.name), typed.piece.get(tile, _at(spot))),
                    options(kinds, typed.good.get(tile, goods[tile])) if tile in goods else (),
                    () if tile in goods else tuple(_said_of(tile, said, typed.said)),
                )
                for tile, spot in sorted(layout.items())
                if spot.zone == zone.name
            ),
            () if zone.seat is None else numbers_of(table, zone.seat, numbers),
        )
        for zone in zones
    )


def numbers_of(table: Table[State], seat: int, told: Iterable[Fact] | None = None) -> tuple[Fact, ...]:
    """What this player may count. told: all that is counted, where it is known."""
    if told is None:
        told = counted(game_at(table.game, table.state), table.state)
    return tuple(fact for fact in told if fact.player == seat and not fact.choices)


def _said_of(tile: str, said: Iterable[Fact], typed: Mapping[str, str]) -> Iterator[SaidOfPiece]:
    for fact in said:
        if tile in fact.path.split("/"):
            values = tuple((choice, fact.words(choice)) for choice in fact.choices)
            yield SaidOfPiece(fact.path, fact.label, options(values, typed.get(fact.path, fact.value)))


def told_facts(table: Table[State], form: LyingForm, seen: Seen) -> Mapping[str, Json]:
    """What was counted, and what is said of the pieces that still lie where they lay. Raises Illegal."""
    game = game_at(table.game, table.state)
    layout, found = game.tracking.layout(table.state), {}
    for fact in counted(game, table.state):
        tiles = layout.keys() & set(fact.path.split("/"))
        given = (form.said if fact.choices else form.counted).get(fact.path, "").strip()
        if not given or any(layout[tile] != seen.spots.get(tile) for tile in tiles):
            continue
        value: Json = given if fact.choices else amount(given)
        if problem := fact.problem(value):
            raise Illegal(problem)
        found[fact.path] = value
    return found


def amount(typed: str) -> int | None:
    """The number that is typed; None: it is none, or too large for anything that is counted."""
    number = whole_number(typed.removeprefix("-"), 0, MOST_COUNTED)
    return -number if number is not None and typed.startswith("-") else number


def others(table: Table[State]) -> tuple[tuple[str, str], ...]:
    """The followed pieces that are not on the table, by id and name."""
    game = game_at(table.game, table.state)
    layout = game.tracking.layout(table.state)
    return tuple((info.id, info.name) for info in game.tracking.tiles() if info.id not in layout)
