"""Which of a camera and lights this house has, so that pages offer and tick nothing of what it lacks."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Game, NoTracking, State
from companion.room.station import Station
from companion.translation import _
from companion.web.request.addressed import room
from companion.web.request.visitor import house


@dataclass(frozen=True, slots=True)
class DevicesHere:
    """camera: there is one that could watch a game; lights: there are some that could light it; reads_draws:
    the camera sees what is drawn in play."""

    camera: bool
    lights: bool
    reads_draws: bool

    @property
    def put_on(self) -> str:
        """The words that offer to turn them to a table; "": there are none."""
        if self.camera and self.lights:
            return _("Put camera and lights on this table")
        if self.camera:
            return _("Put the camera on this table")
        return _("Put the lights on this table") if self.lights else ""


def is_tracked(game: Game[State]) -> bool:
    """Whether its pieces have tags that a camera can follow."""
    return not isinstance(game.tracking, NoTracking)


def shows_draws(game: Game[State]) -> bool:
    """Whether what is drawn in play lies in a camera's sight, and is no card that goes into a hand."""
    return is_tracked(game) and game.tracking.plan(game.seats[0]).draws_in_sight


def is_lit(game: Game[State]) -> bool:
    return bool(game.lights.segments)


def devices_for(game: Game[State]) -> DevicesHere:
    """What there is at any station, plugged in here or kept for when it is, and of use to this game."""
    stations, kept = room().stations, house().stations.all()
    watched = any(one.has_camera for one in stations) or any(one.cameras for one in kept)
    lit = any(_has_lights(one) for one in stations) or any(one.lights for one in kept)
    return DevicesHere(watched and is_tracked(game), lit and is_lit(game), watched and shows_draws(game))


def is_watched_here(game: Game[State]) -> bool:
    """Whether this house has a camera that could follow its pieces, as far as this process knows."""
    return is_tracked(game) and (not room().opens_devices or devices_for(game).camera)


def is_lit_here(game: Game[State]) -> bool:
    """Whether this house has lights that could show its turns, as far as this process knows."""
    return is_lit(game) and (not room().opens_devices or devices_for(game).lights)


def home_has_any() -> bool:
    """Whether the home has a camera or lights that a table could take from another."""
    return room().home.has_camera or _has_lights(room().home)


def _has_lights(station: Station) -> bool:
    return station.lights is not None and station.lights.status().state != "off"
