"""A scene as the colours of a strip's LEDs, for strips that do not know our motions."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge import frames
from firmware_bridge.firmware.scene import Picture, Strip
from firmware_bridge.frames import Scene
from firmware_bridge.link import fitted


def strip_of(counts: Mapping[str, int]) -> Strip:
    """The segments in order, one LED per light."""
    return Strip([(name, lights, 1) for name, lights in counts.items()])


def pixels_of(scene: Scene, counts: Mapping[str, int], strip: Strip, now: float) -> list[int]:
    """The colours of the strip's LEDs at `now`, as 0xRRGGBB. now: seconds of any monotonic clock."""
    picture = Picture(frames.encode_state(fitted(scene, dict(counts))), strip)
    return _numbers(picture.render(int(now * 1000)))


def _numbers(leds: bytes | bytearray) -> list[int]:
    return [leds[i] << 16 | leds[i + 1] << 8 | leds[i + 2] for i in range(0, len(leds), 3)]


def share_of(counts: Mapping[str, int], leds: int) -> dict[str, int]:
    """The number of lights of each segment on a strip with `leds` LEDs."""
    shares = {}
    for name, count in counts.items():
        shares[name] = min(count, leds)
        leds -= shares[name]
    return shares
