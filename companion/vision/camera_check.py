"""Looks through a camera for some seconds and says all there is to say: what `companion doctor` reports."""

from __future__ import annotations

import time
from collections.abc import Iterable

from companion.games.contract import TileInfo
from companion.translation import _
from companion.vision.advice import LEVELS, Finding, examine, pace
from companion.vision.calibration import Calibration
from companion.vision.camera import CameraEnded, Frame, Source
from companion.vision.camera_pipeline import View
from companion.vision.devices import Held
from companion.vision.survey import symbol_mm
from companion.vision.zones import Layout

SECONDS = 4.0
"""A device gets so long: focus and exposure are held after some seconds."""
FEWEST = 6
"""Pictures that are looked at in any case: the reader needs some to find out how large the tags are."""
BUSY = 0.6
"""The part of one processor core from which the looking leaves too little for the rest."""


def check_up(
    source: Source,
    layout: Layout,
    prefix: str,
    tiles: Iterable[TileInfo],
    calibration: Calibration | None = None,
    seconds: float | None = None,
) -> list[Finding]:
    """What is to be done about a camera, the worst first. Raises CameraLost."""
    view = View(layout, prefix, tiles, calibration or Calibration())
    frame, times, used = _looked(source, view, SECONDS if seconds is None else seconds)
    findings = [*_about(frame, view), pace(times), *effort(used, times), *held(getattr(source, "held", None))]
    return sorted(findings, key=lambda finding: LEVELS.index(finding.level))


def judge(source: Source, layout: Layout, prefix: str, tiles: Iterable[TileInfo]) -> list[Finding]:
    """What can be said of a still picture, the worst first. Raises CameraLost."""
    view = View(layout, prefix, tiles)
    frame, _times, _used = _looked(source, view, 0.0)
    return sorted(_about(frame, view), key=lambda finding: LEVELS.index(finding.level))


def _about(frame: Frame, view: View) -> list[Finding]:
    found = [s for _at, s in view.sightings.values()]
    by_hand = view.calibration.corners is not None
    return examine(frame.image, found, view.zones.layout, view.zones.px_per_mm, symbol_mm(view), by_hand)


def _looked(source: Source, view: View, seconds: float) -> tuple[Frame, list[float], float]:
    """The last picture, when each came, and the processor's seconds that looking at them took."""
    times: list[float] = []
    used = 0.0
    end = time.monotonic() + seconds
    frame: Frame | None = None
    while frame is None or len(times) < FEWEST or time.monotonic() < end:
        try:
            frame = source.read(2.0)
        except CameraEnded:
            if frame is None:
                raise
            break
        before = time.thread_time()
        view.look(frame.image, frame.time)
        used += time.thread_time() - before
        times.append(frame.time)
    return frame, times, used


def effort(used: float, times: list[float]) -> list[Finding]:
    """How much of a processor core the looking takes; nothing where no time passed."""
    passed = times[-1] - times[0] if len(times) > 1 else 0.0
    if passed <= 0:
        return []
    part = used / passed
    told = _("Looking takes {percent} % of one processor core.", percent=f"{part * 100:.0f}")
    if part < BUSY:
        return [Finding("good", told)]
    mend = _("That is much: ask the camera for a smaller picture, as in --camera “name@1920x1080”.")
    return [Finding("poor", f"{told} {mend}")]


def held(camera: Held | None) -> list[Finding]:
    """What a device does by itself; nothing of other sources."""
    if camera is None:
        return []
    wide, high = camera.size
    findings = [
        Finding("good", _("It gives pictures of {width} x {height} pixels.", width=wide, height=high))
    ]
    if camera.focus == "held":
        findings.append(Finding("good", _("Its focus is held.")))
    elif camera.focus == "automatic":
        told = _(
            "Its focus cannot be held from here: lock it in the camera's own program, or it hunts for hands."
        )
        findings.append(Finding("poor", told))
    else:
        findings.append(
            Finding(
                "good",
                _("Its focus has no motor that answers: if it has a ring, turn it until tags are sharp."),
            )
        )
    if camera.exposure == "held":
        findings.append(Finding("good", _("Its exposure is held.")))
    else:
        told = _(
            "Its exposure cannot be held from here: it follows hands, which costs some re-reading, no more."
        )
        findings.append(Finding("good", told))
    return findings
