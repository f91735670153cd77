"""What staff change about the stations: a form each, with what it does."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.access.kept_stations import HOME_STATION_ID, MAX_NAME_LENGTH, KeptStation, this_machine
from companion.access.waiting_tablets import WaitingTablets
from companion.games.contract.player_names import clean_name
from companion.room.kept_devices import STRIP, is_listed_camera, may_be_named
from companion.system.camera_networks import camera_networks, is_allowed, is_camera_address
from companion.translation import _
from companion.vision.addresses import by_shown_name
from companion.vision.phone_camera import PhoneCamera
from companion.web.request.addressed import room
from companion.web.request.at_station import is_free
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import house

MAX_DEVICE_LETTERS = 200


class StationChange(Struct, tag_field="do"):
    """A change of a station, "" where it is of none. `make` raises Refused and NoStation."""

    station: str = ""

    def make(self) -> None:
        raise NotImplementedError


class AddStation(StationChange, tag="add"):
    """The first one takes over what is played at home."""

    def make(self) -> None:
        table = room().home.active or ""
        house().stations.add(KeptStation(HOME_STATION_ID, "1", table=table, machine=this_machine()))


class RenameStation(StationChange, tag="rename"):
    name: str = ""

    def make(self) -> None:
        name = clean_name(self.name)[:MAX_NAME_LENGTH]
        if not name:
            raise Refused(422, _("A station's name is a number or a word."))
        house().stations.change(self.station, name=name)


class RemoveStation(StationChange, tag="remove"):
    def make(self) -> None:
        if not is_free(house().stations.get(self.station)):
            raise Refused(409, _("A game is under way at this station: move or reset it first."))
        house().stations.remove(self.station)


class ChooseBox(StationChange, tag="box"):
    """Which box of a game lies at the station; box "": the one in use."""

    game: str = ""
    box: str = ""

    def make(self) -> None:
        kept = house().stations.get(self.station)
        boxes = {name: box for name, box in kept.boxes.items() if name != self.game}
        if self.box in services().shelf.names(self.game):
            boxes[self.game] = self.box
        house().stations.change(self.station, boxes=boxes)


class AssignTablet(StationChange, tag="tablet"):
    """The tablet that shows this number is the station's."""

    number: int = 0

    def make(self) -> None:
        house().stations.get(self.station)
        if not 10 <= self.number <= 99 or not WaitingTablets(house().store).assign(self.number, self.station):
            raise Refused(409, _("No tablet shows this number any more: look at the tablet again."))


class FreeTablet(StationChange, tag="free-tablet"):
    """No device is the station's tablet any more."""

    def make(self) -> None:
        house().stations.change(self.station, tablet=house().stations.get(self.station).tablet + 1)


class OfDevice(StationChange):
    """A change of a device. station: where it goes, "": to none."""

    device: str = ""

    @property
    def spec(self) -> str:
        return self.device.strip()[:MAX_DEVICE_LETTERS]

    def give(self, what: Literal["camera", "lights"], spec: str) -> None:
        house().stations.give(self.station, what, spec, this_machine())

    def needed_spec(self) -> str:
        if not self.spec:
            raise Refused(422, _("Name the device, or choose one that is shown."))
        return self.spec


class GiveCamera(OfDevice, tag="camera"):
    def make(self) -> None:
        spec = _kept_spec(self.needed_spec())
        _check_camera(spec)
        self.give("camera", spec)


class GiveLights(OfDevice, tag="lights"):
    def make(self) -> None:
        _check_lights(self.needed_spec())
        self.give("lights", self.spec)


class BlinkLights(OfDevice, tag="blink"):
    def make(self) -> None:
        _check_lights(self.spec)
        if not room().blink(self.spec):
            raise Refused(503, _("These lights do not answer: see that they are plugged in."))


AnyStationChange = (
    AddStation
    | RenameStation
    | RemoveStation
    | ChooseBox
    | AssignTablet
    | FreeTablet
    | GiveCamera
    | GiveLights
    | BlinkLights
)


def _kept_spec(device: str) -> str:
    """A camera as it is kept, with the password that the page does not show."""
    kept = [spec for it in house().stations.all() for spec in it.cameras or ()]
    return device if device in kept else by_shown_name(kept).get(device, device)


def _check_camera(spec: str) -> None:
    """Refuses what is no camera that is listed, no phone that joined, and no address of this machine's
    networks. Raises Refused."""
    if is_camera_address(spec):
        if not is_allowed(spec, camera_networks()):
            raise Refused(
                403,
                _(
                    "Cameras are opened in this machine's own network only: whoever starts the companion "
                    "allows others with --camera-network."
                ),
            )
    elif spec.startswith(PhoneCamera.SPEC):
        if spec.removeprefix(PhoneCamera.SPEC) not in room().phones:
            raise Refused(404, _("This phone sends no pictures: is its page open, and is it awake?"))
    elif not is_listed_camera(spec):
        raise Refused(
            422,
            _(
                "Choose a camera that is shown here, or type an address that begins with rtsp:// or http://. "
                "Files and folders are named when the companion is started (--camera)."
            ),
        )


def _check_lights(spec: str) -> None:
    """Refuses lights that no page may name. Raises Refused."""
    if may_be_named(spec):
        return
    if spec.startswith(STRIP):
        from firmware_bridge.backends.wled_finder import find_wled  # zeroconf: only for a port of its own

        if may_be_named(spec, find_wled()):
            return
    raise Refused(
        422,
        _(
            "Choose lights that are shown here, or type wled: and the address of a strip in this network. "
            "Others are named when the companion is started (--lights)."
        ),
    )
