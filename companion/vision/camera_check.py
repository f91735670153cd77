"""Looks through a camera for some seconds and says all there is to say: what `companion doctor` reports."""

from __future__ import annotations

import time
from collections.abc import Iterable

from companion.games.contract import TileInfo
from companion.translation import _
from companion.vision.advice import Finding, examine_picture, is_black, rate_finding, worst_first
from companion.vision.calibration import Calibration
from companion.vision.camera import CameraEnded, Frame, Source
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.causes import evidence
from companion.vision.devices import CameraControls
from companion.vision.survey import symbol_mm
from companion.vision.table_layout import TableLayout

CHECK_SECONDS = 4.0
"""A device gets so long: focus and exposure are held after some seconds."""
MIN_PICTURES = 6
"""Pictures that are looked at in any case: the reader needs some to find out how large the tags are."""
MIN_JUDGED_SECONDS = 0.5
"""Seconds of looking that tell how much of the processor it takes."""
MAX_CORE_PART = 0.6
"""The part of one processor core from which the looking leaves too little for the rest."""


def check_source(
    source: Source,
    layout: TableLayout,
    prefix: str,
    tiles: Iterable[TileInfo],
    calibration: Calibration | None = None,
    seconds: float | None = None,
) -> list[Finding]:
    """What is to be done about a camera, the worst first. Raises CameraLost."""
    view = CameraPipeline(layout, prefix, tiles, calibration or Calibration())
    frame, times, looking = _process_source(source, view, CHECK_SECONDS if seconds is None else seconds)
    findings = [
        *_picture_findings(frame, view),
        rate_finding(times),
        *processor_findings(*looking),
        *control_findings(getattr(source, "controls", None), is_black(frame.image)),
    ]
    return worst_first(findings)


def check_picture(
    source: Source, layout: TableLayout, prefix: str, tiles: Iterable[TileInfo]
) -> list[Finding]:
    """What can be said of a still picture, the worst first. Raises CameraLost."""
    view = CameraPipeline(layout, prefix, tiles)
    frame, _times, _looking = _process_source(source, view, 0.0)
    return _picture_findings(frame, view)


def _picture_findings(frame: Frame, view: CameraPipeline) -> list[Finding]:
    found = [s for _at, s in view.sightings.values()]
    by_hand = view.calibration.corners is not None
    return examine_picture(
        frame.image,
        found,
        view.mapping.layout,
        view.mapping.px_per_mm,
        symbol_mm(view),
        by_hand,
        evidence(frame.image, found, view.reader.matcher),
        view.motion.flicker,
        view.mixes_pictures,
    )


def _process_source(
    source: Source, view: CameraPipeline, seconds: float
) -> tuple[Frame, list[float], tuple[float, float]]:
    """The last picture, when each came, and of the looking after the first pictures, which are searched for
    tags of every size, this thread's processor time and how long it went on, in seconds."""
    times: list[float] = []
    used = 0.0
    begun = time.monotonic()
    end = begun + seconds
    frame: Frame | None = None
    while frame is None or len(times) < MIN_PICTURES or time.monotonic() < end:
        try:
            frame = source.read(2.0)
        except CameraEnded:
            if frame is None:
                raise
            break
        before = time.thread_time()
        view.process(frame.image, frame.time)
        used += time.thread_time() - before
        times.append(frame.time)
        if len(times) == MIN_PICTURES:
            begun, used = time.monotonic(), 0.0
            end = max(end, begun + MIN_JUDGED_SECONDS) if seconds else end
    passed = time.monotonic() - begun if len(times) > MIN_PICTURES else 0.0
    return frame, times, (used, passed)


def processor_findings(used: float, passed: float) -> list[Finding]:
    """How much of a processor core the looking takes; nothing where too little time passed to tell. used,
    passed: seconds of this thread on a processor, and by the clock."""
    if passed < MIN_JUDGED_SECONDS:
        return []
    part = used / passed
    sentence = _("Looking takes {percent}\u00a0% of one processor core.", percent=f"{part * 100:.0f}")
    if part < MAX_CORE_PART:
        return [Finding("good", sentence)]
    mend = _("That is a lot: ask the camera for a smaller picture, as in --camera “name@1920x1080”.")
    return [Finding("poor", f"{sentence} {mend}")]


def control_findings(camera: CameraControls | None, black: bool = False) -> list[Finding]:
    """What a device does by itself; nothing of other sources. black: its pictures are."""
    if camera is None:
        return []
    wide, high = camera.size
    findings = [
        Finding("bad", _("It gives black pictures of {width} x {height} pixels.", width=wide, height=high))
        if black
        else Finding("good", _("It gives pictures of {width} x {height} pixels.", width=wide, height=high))
    ]
    if camera.focus == "held":
        findings.append(Finding("good", _("Its focus is held.")))
    elif camera.focus == "automatic":
        sentence = _(
            "The focus of this camera cannot be locked from here: lock it in the camera's own program, or "
            "hands change it."
        )
        findings.append(Finding("poor", sentence))
    else:
        findings.append(
            Finding(
                "good",
                _("The companion cannot focus this camera: if it has a ring, turn it until tags are sharp."),
            )
        )
    if camera.exposure == "held":
        findings.append(Finding("good", _("Its exposure is held.")))
    else:
        sentence = _(
            "The exposure of this camera cannot be locked from here. Hands over the table change it, and "
            "some tags are then read again."
        )
        findings.append(Finding("good", sentence))
    return findings
