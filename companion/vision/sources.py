"""Opens whatever `--camera` names, and says under which name it is kept."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.system.addresses import HIDDEN, without_password
from companion.translation import marked
from companion.vision.addresses import is_address, name_with_query
from companion.vision.camera import (
    PHOTO_ENDINGS,
    CameraLost,
    FileCamera,
    FolderCamera,
    Image,
    Source,
    UploadedPhoto,
    load_image,
)
from companion.vision.devices import Device, DeviceCamera, devices, find_device
from companion.vision.network_camera import open_network_camera
from companion.vision.pi_camera import PiCamera
from companion.vision.pi_modules import parse_pi

_SIZE = re.compile(r"(.+)@(\d{3,5})x(\d{3,5})")


def open_camera(spec: str, **options: Any) -> Source:
    """The source that `spec` names: a camera's name or a part of it, its number ("0"), its path, "auto"; a
    Raspberry Pi's module ("pi", "pi:1", "pi:0,hflip,vflip@1920x1080", in any order); a stream's or a
    snapshot's address; a video or picture file, a folder. "name@1920x1080" wishes for a size. Raises
    CameraLost with one sentence."""
    spec = spec.strip()
    if is_address(spec):
        return open_network_camera(spec, **options)
    path = Path(spec)
    if path.is_dir():
        return FolderCamera(path, **options)
    if path.is_file():
        if path.suffix.lower() in PHOTO_ENDINGS:
            return UploadedPhoto(load_image(path), f"The photo {path.name}", **options)
        return FileCamera(path, **options)
    present = devices()
    if (module := parse_pi(spec)) is not None:
        if module.size is not None:
            options["sizes"] = (module.size,)
        name = next((d.name for d in present if d.place == f"pi:{module.number}"), "")
        return PiCamera(module, name, **options)
    if (with_size := _SIZE.fullmatch(spec)) is not None:
        spec = with_size[1]
        options["sizes"] = ((int(with_size[2]), int(with_size[3])),)
    if spec == "auto":
        return _open_first(present, **options)
    device = find_device(spec, present)
    if device is not None:
        return open_device(device, **options)
    if spec.isdecimal():
        return DeviceCamera(int(spec), **options)  # where nobody lists them, the number may still be right
    if spec.startswith("/dev/") and path.exists():
        return DeviceCamera(spec, **options)
    raise CameraLost(_no_such(spec, present))


def open_listed(spec: str, **options: Any) -> Source:
    """The camera plugged in here that `spec` names whole, as `devices` lists it, with or without a size;
    never a file, a folder or a path that is not listed. Raises CameraLost with one sentence."""
    device = listed(spec)
    if device is None:
        raise CameraLost(_no_such(spec, devices()))
    if (with_size := _SIZE.fullmatch(spec.strip())) is not None:
        options["sizes"] = ((int(with_size[2]), int(with_size[3])),)
    return open_device(device, **options)


def listed(spec: str) -> Device | None:
    """The device that is called or placed just so; None: there is none."""
    with_size = _SIZE.fullmatch(spec.strip())
    wanted = with_size[1] if with_size else spec.strip()
    return next((device for device in devices() if wanted in (device.name, str(device.place))), None)


def why_missing(spec: str) -> str:
    """Why `open_camera` would find nothing of this name now, in one sentence, without opening a device; "":
    it may be there."""
    spec = spec.strip()
    if Path(spec).is_file():
        try:
            open_camera(spec).close()
        except CameraLost as wrong:
            return wrong.sentence
        return ""
    if is_address(spec) or Path(spec).exists() or spec.isdecimal():
        return ""
    try:
        if parse_pi(spec) is not None:
            return ""
    except CameraLost as wrong:
        return wrong.sentence
    named = with_size[1] if (with_size := _SIZE.fullmatch(spec)) is not None else spec
    present = devices()
    if named == "auto":
        return "" if present else "No camera is plugged in here."
    return "" if find_device(named, present) is not None else _no_such(spec, present)


def _no_such(spec: str, present: Sequence[Device]) -> str:
    name = without_password(spec)[:80]
    if not present:
        return marked(
            "There is no camera, file or folder “{name}”, and no camera is plugged in here.", name=name
        )
    return marked(
        "There is no camera, file or folder “{name}”: plugged in are {cameras}.",
        name=name,
        cameras=", ".join(f"{d.name} ({d.place})" for d in present),
    )


def open_device(device: Device, **options: Any) -> Source:
    """One of `devices()`. Raises CameraLost."""
    module = parse_pi(str(device.place))
    if module is not None:
        return PiCamera(module, device.name, **options)
    return DeviceCamera(device.place, device.name, **options)


def snapshot(device: Device) -> Image:
    """One picture of a camera that nobody uses, at a small size. Raises CameraLost."""
    module = parse_pi(str(device.place))
    source = (
        PiCamera(module, device.name, ((640, 480),), settle=False)
        if module is not None
        else DeviceCamera(device.place, device.name, ((640, 480),))
    )
    try:
        return source.read(6.0).image
    finally:
        source.close()


def _open_first(present: Sequence[Device], **options: Any) -> Source:
    for device in present:
        try:
            return open_device(device, **options)
        except CameraLost:
            continue
    if present:
        raise CameraLost(marked("No camera gives a picture: is one in use by another program?"))
    return DeviceCamera(0, **options)


def camera_name(spec: str) -> str:
    """What the camera is called by people: the same however it was asked for."""
    spec = spec.strip()
    if is_address(spec):
        return without_password(spec)
    if (path := Path(spec)).is_dir() or path.is_file():
        return path.name
    with_size = _SIZE.fullmatch(spec)
    wanted = with_size[1] if with_size else spec
    with suppress(CameraLost):
        if (module := parse_pi(spec)) is not None:
            wanted = f"pi:{module.number}"
    device = find_device(wanted, devices())
    return device.name if device is not None else without_password(spec)


def kept_names(spec: str) -> tuple[str, str]:
    """The names under which a camera's calibration is kept, and was in versions before ("": the same),
    however it was asked for. Two addresses that differ in what is hidden are shown alike, and keep apart."""
    name, asked = camera_name(spec), spec.strip().partition("?")[2]
    if HIDDEN not in name or not is_address(spec.strip()):
        return name, ""
    asked = asked or spec.strip()
    return f"{name} {hashlib.sha256(asked.encode()).hexdigest()[:12]}", name_with_query(spec.strip())
