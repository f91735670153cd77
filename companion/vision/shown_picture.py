"""One camera's newest picture as people see it on the camera's page: as a JPEG, and what is wrong with it."""

from __future__ import annotations

from companion.translation import language
from companion.vision.advice import Finding, examine_picture, rate_finding, worst_first
from companion.vision.camera import Frame
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.causes import NO_EVIDENCE, Evidence, evidence
from companion.vision.overlay import annotated_jpeg
from companion.vision.sightings import Sighting

EVIDENCE_INTERVAL_SECONDS = 5.0
"""Seconds between two attempts to find out why no tag is read, while somebody looks at the camera's page."""


class ShownPicture:
    """Works out each picture once, however many look at the page."""

    def __init__(self, pipeline: CameraPipeline) -> None:
        self._pipeline = pipeline
        self._jpeg_cache: tuple[int, int, bool, bytes] = (0, 0, False, b"")
        self._findings_cache: tuple[tuple[int, str], list[Finding]] = ((0, ""), [])
        self._last_evidence, self._evidence_at = NO_EVIDENCE, -1e9

    def findings(self, frame: Frame, frame_times: tuple[float, ...]) -> list[Finding]:
        """What a person should do about the picture, the worst first. frame_times: when pictures came."""
        view = self._pipeline
        cache_key = (frame.number, language())
        if self._findings_cache[0] != cache_key:
            found = [s for _, s in view.sightings.values()]
            by_hand = view.calibration.corners is not None
            picture_findings = examine_picture(
                frame.image,
                found,
                view.layout,
                view.mapping.px_per_mm,
                by_hand=by_hand,
                proof=self._evidence(frame, found),
                flicker=view.motion.flicker,
                mixes=view.mixes_pictures,
            )
            ordered = worst_first([*picture_findings, rate_finding(frame_times)])
            self._findings_cache = (cache_key, ordered)
        return self._findings_cache[1]

    def _evidence(self, frame: Frame, found: list[Sighting]) -> Evidence:
        """Why tags are read badly. Where none is read it takes long, so it is looked for now and then."""
        if found or frame.time - self._evidence_at > EVIDENCE_INTERVAL_SECONDS:
            self._last_evidence = evidence(frame.image, found, self._pipeline.reader.matcher)
            self._evidence_at = -1e9 if found else frame.time
        return self._last_evidence

    def jpeg(self, frame: Frame, max_width: int, outlined: bool) -> bytes:
        """The picture as a JPEG of this width at most, its tags outlined."""
        if self._jpeg_cache[:3] != (frame.number, max_width, outlined):
            self._jpeg_cache = (
                frame.number,
                max_width,
                outlined,
                annotated_jpeg(frame, self._pipeline, max_width, outlined),
            )
        return self._jpeg_cache[3]
