"""Which station a request is about, and putting tables at stations."""

from __future__ import annotations

from flask import request

from companion.access.kept_stations import HOME_STATION_ID, KeptStation, NoStation
from companion.games.contract import State
from companion.room.station import Station
from companion.table.table import Table
from companion.translation import _
from companion.web.request.addressed import room
from companion.web.request.form_body import entered
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import house, visitor


def chosen_station_id() -> str:
    """The id of the station at which this device would begin a game: the one that staff chose on it, else the
    one whose tablet it is; "": there are stations and it is at none; HOME in a home."""
    kept = house().stations.all()
    if not kept:
        return HOME_STATION_ID
    asked = (entered().get("station") or request.args.get("station", "")) if visitor().staff else ""
    known = {it.id for it in kept}
    if asked in known and not visitor().kiosk:
        return asked
    return visitor().station


def station_here() -> Station:
    """This process's station of `chosen_station_id`; a station without devices where there is none."""
    station_id = chosen_station_id()
    found: Station | None = room().home if station_id == HOME_STATION_ID else room().station(station_id)
    return found if found is not None else room().nowhere


def stations_to_choose() -> tuple[KeptStation, ...]:
    """The free stations, for staff who may choose where a game begins; empty: there is no choice."""
    if not visitor().staff or visitor().station:
        return ()
    return tuple(it for it in house().stations.all() if is_free(it))


def place_new_table(table: Table[State], takes: bool) -> None:
    """Places a new table at the station of `chosen_station_id`. takes: in a home it may take camera and
    lights from another table."""
    if house().stations.all():
        if station_id := chosen_station_id():
            place(table, station_id)
    elif takes or room().home.active is None:
        room().home.activate(table.id)


def station_box(game: str) -> str:
    """The text of this game's box at the station of `chosen_station_id`, else of the box in use; "": none.
    Raises BoxTrouble."""
    station_id = chosen_station_id()
    kept = next((it for it in house().stations.all() if it.id == station_id), None)
    box = kept.boxes.get(game) if kept is not None else None
    shelf = services().shelf
    return shelf.read(game, box) if box and box in shelf.names(game) else shelf.text(game) or ""


def copy_here(game: str) -> str:
    """The copy of a game with which a new table is played at the station of `chosen_station_id`."""
    station_id = chosen_station_id()
    station = next((it for it in house().stations.all() if it.id == station_id), None)
    return services().copies.first_of(game, _box_at(station, game))


def copy_of(table_id: str, game: str) -> str:
    """The copy of its game that lies on this table, whichever new tables are played with by now."""
    row = room().tables.journal.table(table_id)
    begun_with = "" if row is None else str(row.settings.get("copy", ""))
    return services().copies.first_of(game, begun_with, _box_at(station_of_table(table_id), game))


def _box_at(station: KeptStation | None, game: str) -> str:
    return station.boxes.get(game, "") if station is not None else ""


def station_of_table(table_id: str) -> KeptStation | None:
    """The station where the table is played; None: at none, or this is a home."""
    return house().stations.of_table(table_id)


def is_free(station: KeptStation) -> bool:
    """Whether nobody plays there: it has no table, or its table is over, archived or deleted."""
    if not station.table:
        return True
    row = room().tables.journal.table(station.table)
    if row is None or row.archived or row.deleted:
        return True
    try:
        table = room().tables.open_unshared(station.table)
        return bool(table.game.phase(table.state).over)
    except Exception:  # a game that cannot be opened is played by nobody
        return True


def place(table: Table[State], station_id: str) -> None:
    """Places the table at this station: its cameras and lights serve it, its tablet shows it. In a home the
    table is activated, and nothing is stored. Raises NoStation."""
    stations = house().stations
    if not stations.all():
        room().home.activate(table.id)
        return
    stations.place(table.id, station_id)
    if table.settings.station != station_id and table.read_only is None:
        table.set(station=station_id)
    arrange()


def move_to_station(table: Table[State], station_id: str) -> None:
    """As `place`, but to a free station only. Raises Refused."""
    try:
        there = house().stations.get(station_id)
    except NoStation as wrong:
        raise Refused(404, _(wrong.sentence)) from None
    if there.table != table.id and not is_free(there):
        raise Refused(
            409,
            _(
                "A game is under way at station {station}: move or reset it first, or choose another one.",
                station=there.name,
            ),
        )
    place(table, station_id)


def leave_station(table_id: str) -> None:
    """Frees the station of a table that was put away."""
    if station_of_table(table_id) is not None:
        house().stations.place(table_id, "")
        arrange()


def return_to_station(table_id: str) -> None:
    """Puts a table that is in use again back at its station, if that is still free."""
    stations = house().stations
    if not stations.all() or stations.of_table(table_id) is not None:
        return
    table = room().tables.open(table_id)
    was = next((it for it in stations.all() if it.id == table.settings.station), None)
    if was is not None and is_free(was):
        place(table, was.id)


def arrange() -> None:
    """Updates this process's stations to the stored ones."""
    room().arrange(house().stations.all())
