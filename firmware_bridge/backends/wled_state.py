"""What our pictures need of a WLED's state, what of it they change, and how its owner gets that back.

WLED divides a strip into segments, each of which may be reversed, mirrored, grouped, spaced, moved, dimmed or
off, and another program may stream to it. A picture sets the LEDs of segment 0, so that segment is laid
plainly over the lights that the table has; segments that overlap it are taken away until the end, those
behind it stay. Fields: https://kno.wled.ge/interfaces/json-api/
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from firmware_bridge.backend import Sentence

PLAIN = {"grp": 1, "spc": 0, "of": 0, "on": True, "bri": 255, "rev": False, "mi": False}
"""A segment whose LEDs are shown as they are sent."""
CHANGED = ("on", "bri", "transition", "mainseg", "lor")
"""The fields of the state, besides the segments, that our pictures change."""
NOT_SENT = ("len", "frz")
"""The fields of a segment that follow from others, or that our pictures set anyway."""
STREAM_OVERRIDDEN = 1
"""Of `lor`: our pictures are shown instead of what another program streams, until it stops."""


def restorable_state(state: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of WLED's state that our pictures change; a segment whole, since it may be taken away."""
    kept = {name: state[name] for name in CHANGED if name in state}
    kept["seg"] = [
        {name: value for name, value in segment.items() if name not in NOT_SENT}
        for segment in _segments(state)
        if segment.get("stop", 1)
    ]
    playlist = state.get("pl", -1)
    return {**kept, "ps": playlist} if isinstance(playlist, int) and playlist > 0 else kept


def is_ours(state: Mapping[str, Any]) -> bool:
    """Whether a strip is as our pictures leave it: lit by a companion that could not give it back."""
    first = _segment_0(state)
    return (
        state.get("bri") == 255
        and state.get("transition", 0) == 0
        and state.get("lor", STREAM_OVERRIDDEN) == STREAM_OVERRIDDEN
        and first.get("frz", True) is True
        and all(first.get(name, value) == value for name, value in PLAIN.items())
    )


def take_over_message(present: Mapping[str, Any], lights: int) -> dict[str, Any]:
    """Lays segment 0 plainly over the first `lights` LEDs, and takes those away that overlap it. present: the
    state as it was last read. Other strips that copy this one are not told (`nn`)."""
    message: dict[str, Any] = {"on": True, "bri": 255, "transition": 0, "mainseg": 0}
    message |= {"lor": STREAM_OVERRIDDEN, "udpn": {"nn": True}}
    whole = {"id": 0, "start": 0, "stop": lights, **PLAIN}
    return {**message, "seg": [whole, *({"id": id, "stop": 0} for id in _overlapping(present, lights))]}


def restore_message(
    owner: Mapping[str, Any], present: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """The object that restores the strip's original state; a segment's effect goes on when it is unfrozen,
    and a playlist that was running begins again. present: the state as it was last read; segments that its
    owner did not have are taken away, ours too."""
    segments = [{**segment, "frz": False} for segment in _segments(owner)] or [{"id": 0, "frz": False}]
    own = {segment.get("id", 0) for segment in segments}
    others = {0, *(segment.get("id", 0) for segment in _segments(present))} - own
    return {
        **owner,
        "udpn": {"nn": True},
        "seg": [*segments, *({"id": id, "stop": 0} for id in sorted(others))],
    }


def is_given_back(owner: Mapping[str, Any], state: Mapping[str, Any]) -> bool:
    """Whether a strip has what its owner had: its fields, and the segments with their bounds."""

    def bounds(of: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        return sorted(
            (it.get("id", 0), it.get("start", 0), it.get("stop", 0))
            for it in _segments(of)
            if it.get("stop", 1)
        )

    same = all(state.get(name) == owner[name] for name in CHANGED if name in owner and name != "mainseg")
    return same and (not _segments(owner) or bounds(owner) == bounds(state))


def in_the_way(info: Mapping[str, Any], state: Mapping[str, Any], lights: int, port: str) -> Sentence | None:
    """Why a strip does not show our picture though it took it; None: it shows it."""
    if info.get("live") and not state.get("lor"):
        return Sentence(
            "Another program streams to the WLED at {port} and cannot be overridden: end it there.", port=port
        )
    first = _segment_0(state)
    plain = {"start": 0, "stop": lights, **PLAIN, "frz": True}
    if any(name in first and first[name] != value for name, value in plain.items()) or _overlapping(
        state, lights
    ):
        return Sentence(
            "The WLED at {port} keeps segments of its own: delete all but one on its page.",
            port=port,
        )
    if not state.get("on", True):
        return Sentence(
            "The WLED at {port} is switched off and stays so: switch it on on its page.", port=port
        )
    if state.get("bri", 255) != 255:
        return Sentence(
            "The WLED at {port} goes back to a brightness of its own: end its night light or playlist on its "
            "page.",
            port=port,
        )
    return None


def _overlapping(state: Mapping[str, Any], lights: int) -> list[int]:
    """The segments, but 0, that lie over the first `lights` LEDs."""
    return [
        it["id"]
        for it in _segments(state)
        if it.get("id", 0) != 0 and it.get("start", 0) < lights and it.get("stop", 1) > it.get("start", 0)
    ]


def _segment_0(state: Mapping[str, Any]) -> Mapping[str, Any]:
    return next((segment for segment in _segments(state) if segment.get("id", 0) == 0), {})


def _segments(state: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = state.get("seg")
    return [it for it in found if isinstance(it, Mapping)] if isinstance(found, list) else []
