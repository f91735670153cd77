"""Advises a person about a picture: tags too small, no place tags, a glaring lamp, a slow camera."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.translation import _, decimal, plural
from companion.vision.camera import Image, Point
from companion.vision.causes import NO_EVIDENCE, Evidence
from companion.vision.preparation import gray
from companion.vision.sightings import Sighting
from companion.vision.table_layout import TableLayout

LEVELS = ("bad", "poor", "good")
GOOD_PX_PER_MODULE, MIN_PX_PER_MODULE = 2.0, 1.5
"""Pixels a module: from GOOD on a known tag is read in dim light too, below ENOUGH not reliably in any light.

The sizes of tags were first chosen by what a decoder alone reads, which wants 2.5 and 2.0. Tags that the
table knows are found by their looks as well (docs/vision.md): in drawn dim light 99 % of them at 2.0 in one
picture, 87 % at 1.25. A tag that no tile has yet still needs STRANGER."""
OVEREXPOSED_GRAY = 250
"""Gray value from which a place is burnt out, unless the picture's own white is darker."""
DARKEST_WHITE, WHITE_PIXELS = 215, 0.0002
"""No camera's white is darker than this; so many of the pixels have it at least."""
BLACK_GRAY, BLACK_PART, BLACK_STEP = 14, 0.005, 16
"""A picture is black where no more than this part of its pixels (each 16th in a row and column is looked at)
is as bright as this: a covered sensor's noise is darker, and a table by candle light is brighter."""
MAX_BURNT_PART = 0.12
"""The part of the picture from which it is too bright as a whole."""
MIN_GLARE_MM = 9.0
"""A burnt-out patch as large as a disc of this width can hide a tag's corner."""
MIN_FPS = 5.0
"""Pictures a second below which laid tiles are noticed late."""
SOFT_EDGE_MODULES, BLURRED_EDGE_MODULES = 0.55, 0.75
"""Modules: how far edges in tags are blurred (sigma). From SOFT on some are missed, from BLURRED many."""
MIN_CONTRAST, WASHED_OUT_MODULES = 60.0, 0.45
"""Gray values between black and white in a tag below which noise hides it. Edges that are blurred so far have
little contrast for that reason."""
MANY_PATCHES, MANY_PATCHES_PART = 7, 0.03
"""So many burnt-out patches that take this part of the picture are no lamps: the picture is too bright."""
FLAT_DEGREES = 45.0
"""Degrees of slant from which it is the cause, whatever is read: far tags are half as high as near ones."""
ENOUGH_PIXELS = 1280 * 720
"""Pixels of a picture that may show a table; with fewer, tags that are too small are the picture's fault."""
BLURRED_PX = 1.8
"""Blur (sigma, pixels) of the sharpest edges from which it is the cause that no tag is read."""
STRONG_FLICKER = 0.03
"""Flicker (`MotionDetector.flicker`) from which the table is hardly ever still."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about the picture. level: "good", "poor" or "bad"; sentence: what it is and what to do.
    cause: what is wrong with the picture as a whole, as "mirrored"; empty: nothing, or only a part of it."""

    level: str
    sentence: str
    cause: str = ""


def size_finding(module: float | None, symbol_mm: float | None = None) -> Finding:
    """Whether tags are large enough in the picture. module: pixels a module; None: no tag was read.
    symbol_mm: the tags' printed size, where it is known."""
    if module is None:
        return Finding(
            "bad",
            _("No tag is read: lay a piece in view, switch a lamp on, and focus the camera."),
        )
    wide = decimal(module)
    if module >= GOOD_PX_PER_MODULE:
        return Finding("good", _("A tag's module is {width} pixels wide: that is enough.", width=wide))
    mend = size_advice(module, symbol_mm)
    if module >= MIN_PX_PER_MODULE:
        sentence = _("A tag's module is {width} pixels wide: enough in good light only.", width=wide)
        return Finding("poor", f"{sentence} {mend}")
    sentence = _("A tag's module is {width} pixels wide: too small to be sure.", width=wide)
    return Finding("bad", f"{sentence} {mend}")


def size_advice(module: float, symbol_mm: float | None = None) -> str:
    """What makes modules of so many pixels GOOD ones."""
    # A picture is as much larger as the camera is nearer; of 100 cm, per cent are centimetres.
    percent = int(np.ceil((1 - module / GOOD_PX_PER_MODULE) * 100 - 1e-6))
    if symbol_mm is None:
        return _(
            "Bring the camera nearer by {percent}\u00a0% (from 100 cm by {percent} cm).",
            percent=percent,
        )
    return _(
        "Bring the camera nearer by {percent}\u00a0% (from 100 cm by {percent} cm), "
        "or print tags of {size} mm.",
        percent=percent,
        size=f"{np.ceil(symbol_mm * GOOD_PX_PER_MODULE / module):.0f}",
    )


def place_tag_finding(seen: Collection[int], layout: TableLayout, by_hand: bool = False) -> Finding:
    """Whether the table is tied to the picture. seen: the numbers of the place tags in view. by_hand: a
    person marked the table's corners."""
    wanted = set(layout.places)
    missing = sorted(wanted - set(seen))
    if not missing:
        return Finding("good", _("All {number} place tags are in view.", number=len(wanted)))
    if len(wanted) > 4 and len(wanted) - len(missing) >= 4:  # one of several cameras: each sees its part
        sentence = _("{number} of {all} place tags are in view: that is enough.", number=4, all=len(wanted))
        return Finding("good", sentence)
    if by_hand and len(wanted) - len(missing) < 2:
        sentence = _(
            "The table's corners were marked by hand: pieces on the table tell when the camera is pushed."
        )
        return Finding("good", sentence)
    names = ", ".join(f"Z{n}" for n in missing)
    if len(wanted) - len(missing) >= 2:
        return Finding(
            "poor", _("Place tags are missing: {tags}. Zones may be off towards them.", tags=names)
        )
    return Finding(
        "bad",
        _(
            "Place tags are missing: {tags}. Lay them on the corners, or mark the corners by hand.",
            tags=names,
        ),
    )


def burnt_out_gray(plain: Image) -> int:
    """Gray value from which a place is burnt out in this picture. Some cameras stop at a white of 235 or 244:
    then many pixels have that value, and few the values just below it, as paper has."""
    counts = np.bincount(plain[::2, ::2].ravel(), minlength=256)
    most = np.flatnonzero(counts[::-1].cumsum() >= WHITE_PIXELS * counts.sum())
    white = 255 - int(most[0])
    if not DARKEST_WHITE <= white < OVEREXPOSED_GRAY + 3:
        return OVEREXPOSED_GRAY
    at, below = counts[white - 2 :].sum(), counts[white - 10 : white - 2].sum()
    return white - 3 if at > 1.5 * below else OVEREXPOSED_GRAY


def glare_patches(image: Image, px_per_mm: float) -> list[Point]:
    """Where a lamp burns the picture out: middles in pixels, the largest patch first."""
    plain = gray(image)
    small = cv2.resize(plain, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    bright = (small >= burnt_out_gray(plain)).astype(np.uint8)
    # White paper with print on it is not burnt out for the width of a disc; a lamp's image is.
    disc = max(3, round(MIN_GLARE_MM * px_per_mm / 4) | 1)
    burnt = cv2.morphologyEx(
        bright, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (disc, disc))
    )
    count, _, stats, middles = cv2.connectedComponentsWithStats(burnt)
    order = sorted(range(1, count), key=lambda n: -int(stats[n, cv2.CC_STAT_AREA]))
    return [(float(middles[n][0] * 4 + 1.5), float(middles[n][1] * 4 + 1.5)) for n in order]


def is_black(image: Image, before: bool = False) -> bool:
    """Whether a picture shows nothing but black, with a sensor's noise. before: whether the one before did;
    it takes more light to end than to begin, so that noise is not now a picture and now none."""
    some = image[::BLACK_STEP, ::BLACK_STEP]
    limit = BLACK_GRAY * 2 if before else BLACK_GRAY
    return int(np.count_nonzero(some >= limit)) <= some.size * BLACK_PART


def light_finding(image: Image, px_per_mm: float) -> Finding:
    """Whether the picture is lit well enough to read."""
    if is_black(image):
        words = _(
            "The camera gives black pictures: take the cap off its lens, see that its cable sits firmly at "
            "both ends, and switch a lamp on."
        )
        return Finding("bad", words, "black")
    plain = gray(image)
    burnt = float((plain[::8, ::8] >= burnt_out_gray(plain)).mean())
    patches = glare_patches(image, px_per_mm)
    if burnt > MAX_BURNT_PART or (burnt > MANY_PATCHES_PART and len(patches) >= MANY_PATCHES):
        words = _(
            "The picture is too bright: turn the lamp aside, or let the camera expose for a shorter time."
        )
        return Finding("poor", words, "bright")
    if patches:
        words = plural(
            "A bright patch hides what lies under it: turn the lamp aside, or let its light fall from the "
            "side.",
            "{number} bright patches hide what lies under them: turn the lamp aside, or let its light fall "
            "from the side.",
            len(patches),
        )
        return Finding("poor", words)
    if float(np.percentile(plain[::8, ::8], 99)) < 70:
        words = _("The picture is dark: switch a lamp on, or let the camera expose longer.")
        return Finding("poor", words, "dark")
    return Finding("good", _("The light is even enough."))


def sharpness_finding(image: Image, found: Collection[Sighting]) -> Finding | None:
    """Whether the tags that were read are sharp; None: there is none to tell by."""
    plain = gray(image)
    measured = [(blur / s.module, contrast) for s in found for blur, contrast in _edge_blur(plain, s)]
    if not measured:
        return None
    blur, contrast = (float(np.median(values)) for values in zip(*measured, strict=True))
    if blur >= SOFT_EDGE_MODULES:
        level = "bad" if blur >= BLURRED_EDGE_MODULES else "poor"
        return Finding(level, _blurred_sentence(), "blur")
    if contrast < MIN_CONTRAST and blur >= WASHED_OUT_MODULES:
        return Finding("poor", _blurred_sentence(), "blur")
    if contrast < MIN_CONTRAST:
        return Finding("poor", _("Black and white in the tags are hard to tell apart: add light."))
    return Finding("good", _("The picture is sharp enough."))


def _blurred_sentence() -> str:
    return _("The picture is blurred: focus the camera on the table, and wipe its lens.")


def _edge_blur(plain: Image, s: Sighting) -> list[tuple[float, float]]:
    """How far edges in a tag are blurred (sigma, pixels) and how far its black and white are apart."""
    xs, ys = [x for x, _ in s.corners], [y for _, y in s.corners]
    part = plain[max(0, int(min(ys)) - 1) : int(max(ys)) + 2, max(0, int(min(xs)) - 1) : int(max(xs)) + 2]
    if min(part.shape, default=0) < 8:
        return []
    part = part.astype(np.float32)
    contrast = float(np.percentile(part, 95) - np.percentile(part, 5))
    across = cv2.Sobel(part, cv2.CV_32F, 1, 0, ksize=1) / 2
    down = cv2.Sobel(part, cv2.CV_32F, 0, 1, ksize=1) / 2
    # The steepest of an edge blurred by sigma is its height / (sigma * root of 2 pi).
    steepest = float(np.percentile(np.hypot(across, down), 97))
    return [(contrast / (2.507 * steepest), contrast)] if steepest > 1 else []


def rate_finding(seconds: Sequence[float]) -> Finding:
    """Whether pictures come fast enough. seconds: when the last ones came."""
    if len(seconds) < 2 or seconds[-1] <= seconds[0]:
        return Finding("bad", _("No pictures come: see that the camera is plugged in."))
    rate = (len(seconds) - 1) / (seconds[-1] - seconds[0])
    if rate >= MIN_FPS:
        return Finding("good", _("{number} pictures a second come.", number=f"{rate:.0f}"))
    return Finding(
        "poor",
        _(
            "Only {number} pictures a second come: more light, or another USB port, gives more.",
            number=decimal(rate),
        ),
    )


def slant_finding(degrees: float) -> Finding:
    """What is said of a camera that looks at the table too flatly."""
    words = _(
        "The camera looks at a slant of about {degrees} degrees, too flat: hang it above the middle.",
        degrees=f"{5 * round(degrees / 5)}",
    )
    return Finding("bad", words, "slant")


def cause_findings(
    size: tuple[int, int], module: float | None, proof: Evidence, flicker: float, mixes: bool = False
) -> list[Finding]:
    """What is wrong with the picture as a whole. size: its width and height; module: pixels a module of most
    tags, None: no tag was read; flicker: as `MotionDetector.flicker`; mixes: the camera mixes pictures."""
    findings = []
    if proof.mirrored:
        words = _(
            "The picture is mirrored: switch “mirror”, “flip” or “selfie view” off in the camera's program."
        )
        findings.append(Finding("bad", words, "mirrored"))
    if proof.slant is not None and proof.slant >= FLAT_DEGREES:
        findings.append(slant_finding(proof.slant))
    if size[0] * size[1] < ENOUGH_PIXELS and (module is None or module < MIN_PX_PER_MODULE):
        words = _(
            "The picture has only {width} x {height} pixels: choose a larger one in the camera's program, or "
            "as in --camera “name@1920x1080”.",
            width=size[0],
            height=size[1],
        )
        findings.append(Finding("bad", words, "small"))
    elif module is None and proof.far is not None:
        seen = _(
            "Tags are seen, but a module is only {width} pixels wide: too small.", width=decimal(proof.far)
        )
        findings.append(Finding("bad", f"{seen} {size_advice(proof.far)}", "far"))
    if proof.negative:
        words = _(
            "Tags are seen light on dark: switch “negative” or “invert” off in the camera's program, and "
            "print tags black on white."
        )
        findings.append(Finding("bad", words, "negative"))
    if module is None and proof.unknown is not None:
        words = _(
            "Squares like a tag's corners are seen, {width} pixels a module, but no tag of this game: are "
            "these its tags, printed whole and black on white?",
            width=decimal(proof.unknown),
        )
        findings.append(Finding("bad", words, "unknown"))
    if module is None and proof.blur is not None and proof.blur >= BLURRED_PX:
        findings.append(Finding("bad", _blurred_sentence(), "blur"))
    if flicker >= STRONG_FLICKER:
        words = _(
            "Bands of light run over the picture: a lamp flickers with the mains. Set the camera's "
            "anti-flicker (“power line frequency”) to 50 Hz, in the Americas to 60 Hz, in its own program; "
            "on Linux also by v4l2-ctl -c power_line_frequency=1 (2 for 60 Hz)."
        )
        findings.append(Finding("poor", words, "flicker"))
    if mixes:
        words = _(
            "The camera mixes pictures, so a piece that was carried fades slowly: more light, or switch its "
            "noise reduction off."
        )
        findings.append(Finding("poor", words, "mixing"))
    return findings


def examine_picture(
    image: Image,
    found: Collection[Sighting],
    layout: TableLayout,
    px_per_mm: float,
    symbol_mm: float | None = None,
    by_hand: bool = False,
    proof: Evidence = NO_EVIDENCE,
    flicker: float = 0.0,
    mixes: bool = False,
) -> list[Finding]:
    """All that can be said of one picture in which `found` was read, the worst first, and of what is equally
    bad the cause. by_hand: a person marked the table's corners; proof, flicker, mixes: as for
    `cause_findings`."""
    modules = sorted(s.module for s in found)
    module = modules[len(modules) // 2] if modules else None
    light = light_finding(image, px_per_mm)
    causes = cause_findings((image.shape[1], image.shape[0]), module, proof, flicker, mixes)
    if module is None:
        causes += [light] if light.cause else []
        causes = [replace(cause, level="bad") for cause in causes]
        if causes:
            unread = _("No tag is read.")
            causes[0] = replace(causes[0], sentence=f"{unread} {causes[0].sentence}")
    findings = [
        *causes,
        *([size_finding(module, symbol_mm)] if module is not None or not causes else []),
        place_tag_finding({n for s in found if (n := s.tag.place) is not None}, layout, by_hand),
        *([light] if module is not None or not light.cause else []),
        *filter(None, [sharpness_finding(image, found)]),
    ]
    return worst_first(findings)


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """The worst first; of what is equally bad a cause before what follows from it."""
    return sorted(findings, key=lambda finding: (LEVELS.index(finding.level), not finding.cause))
