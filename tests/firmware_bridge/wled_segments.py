"""WLED's segments as its documentation describes them: what a strip shows of the LEDs that are set by JSON.

A segment is a part of the strip, [start, stop). Of its LEDs `grp` form one that can be set, `spc` after it
stay dark; `of` moves the picture along, `rev` turns it round, `mi` shows its first half in both directions;
`on` and `bri` dim it. Single LEDs that are set freeze the segment. While a program streams (`live`), its
colours are shown unless `lor` overrides them. https://kno.wled.ge/interfaces/json-api/
"""

from __future__ import annotations

import copy
from typing import Any

STREAMED = 0x0000FF
EFFECT = 0x112233
PLAIN = {
    "grp": 1,
    "spc": 0,
    "of": 0,
    "on": True,
    "bri": 255,
    "rev": False,
    "mi": False,
    "frz": False,
    "fx": 0,
}

HALVES: list[dict[str, Any]] = [
    {"id": 0, "start": 0, "stop": 6},
    {"id": 1, "start": 6, "stop": 13, "fx": 3, "n": "shelf"},
]
AS_PEOPLE_HAVE_IT: dict[str, dict[str, Any]] = {
    "two segments": {"seg": HALVES},
    "reversed": {"seg": [{"rev": True}]},
    "mirrored": {"seg": [{"mi": True}]},
    "grouped": {"seg": [{"grp": 3}]},
    "spaced": {"seg": [{"spc": 1}]},
    "moved along": {"seg": [{"of": 4}]},
    "a segment that is off": {"seg": [{"on": False}]},
    "a dim segment": {"seg": [{"bri": 20}]},
    "another main segment": {"mainseg": 1, "seg": HALVES},
    "a playlist": {"ps": 4, "pl": 4, "seg": HALVES},
    "reversed halves, grouped, dim": {"seg": [it | {"rev": True, "grp": 2, "bri": 9} for it in HALVES]},
}
"""Parts of a strip's state that differ from a plain one, of thirteen LEDs."""


class Segments:
    """The state that a strip of `count` LEDs has, and its colours."""

    def __init__(self, count: int, state: dict[str, Any]) -> None:
        self.count, self.live = count, False
        self.state = copy.deepcopy(state)
        self.state["seg"] = [PLAIN | {"id": 0, "start": 0, "stop": count} | it for it in self.state["seg"]]
        self._set: dict[int, list[int]] = {}
        """By segment: what was set of it, in the order of its own LEDs."""

    def take(self, said: dict[str, Any]) -> None:
        fields = ("on", "bri", "transition", "mainseg", "lor")
        self.state |= {name: said[name] for name in fields if name in said}
        if "ps" in said:
            self.state["pl"] = said["ps"]
        asked = said.get("seg", [])
        for one in [asked] if isinstance(asked, dict) else asked:
            self._take_segment({"id": 0} | one)

    def _take_segment(self, one: dict[str, Any]) -> None:
        known = {it["id"]: it for it in self.state["seg"]}
        segment = known.get(one["id"])
        if one.get("stop") == 0:
            if segment is not None:
                self.state["seg"].remove(segment)
                self._set.pop(one["id"], None)
            return
        if segment is None:
            segment = dict(PLAIN)
            self.state["seg"].append(segment)
            self.state["seg"].sort(key=lambda it: it.get("id", one["id"]))
        segment |= {name: value for name, value in one.items() if name != "i"}
        if "i" in one:
            self._set[one["id"]] = [int(colour, 16) for colour in one["i"]]
            segment["frz"] = True
        if segment["frz"] is False:
            self._set.pop(one["id"], None)

    @property
    def leds(self) -> list[int]:
        """The colours as a person sees them."""
        if self.live and not self.state.get("lor"):
            return [STREAMED] * self.count
        shown = [0] * self.count
        for segment in self.state["seg"]:
            self._lay(shown, segment)
        return shown if self.state["on"] else [0] * self.count

    def _lay(self, shown: list[int], segment: dict[str, Any]) -> None:
        start, stop = segment["start"], min(segment["stop"], self.count)
        length, step = stop - start, segment["grp"] + segment["spc"]
        colours = self._set.get(segment["id"]) if segment["frz"] else None
        settable = -(-length // step)
        settable = -(-settable // 2) if segment["mi"] else settable
        for nth in range(settable):
            colour = EFFECT if colours is None else (colours[nth] if nth < len(colours) else 0)
            place = settable - 1 - nth if segment["rev"] else nth
            for within in range(segment["grp"]):
                at = place * step + within
                places = {at, length - 1 - at} if segment["mi"] else {at}
                for it in places:
                    if 0 <= it < length:
                        shown[start + (it + segment["of"]) % length] = dimmed(colour, segment)


def dimmed(colour: int, segment: dict[str, Any]) -> int:
    if not segment["on"]:
        return 0
    return sum(((colour >> shift & 255) * segment["bri"] // 255) << shift for shift in (0, 8, 16))
