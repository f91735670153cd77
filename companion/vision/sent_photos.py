"""Opens sent photos the right way up, within limits on size and memory; anything else is refused.

What a file says of itself is read before anything is unpacked: its kind by its first bytes, its size by its
head. So neither a video nor a picture of 100 megapixels in a few kilobytes costs any memory.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image as Pictures
from PIL import UnidentifiedImageError

from companion.translation import _, marked
from companion.vision.camera import Image
from companion.vision.jpeg_damage import with_end_marker
from companion.vision.picture_budget import MAX_COEFFICIENT_BYTES, coefficient_bytes, unpacking
from companion.vision.picture_damage import is_damaged
from companion.vision.picture_files import BAND_ROWS, foreign_kind, on_white
from companion.vision.picture_memory import release_freed_memory
from companion.vision.preparation import gray

MAX_BYTES = 32_000_000
"""Bytes of a photo."""
MAX_PIXELS = 50_000_000
"""Phones take 12 megapixels, and 48 or 50 if asked to."""
MAX_UNPACKED_PIXELS = 16_000_000
"""Pixels of a PNG or WebP picture: unlike a JPEG it is in memory as a whole before it is scaled down. The
page brings larger ones down on the phone."""
USEFUL_PIXELS = 12_600_000
"""Larger photos are scaled down to this: by then the smallest tags have pixels enough."""
MIN_SIDE_PX = 300
"""Pixels along the shorter side."""
FORMATS = ("JPEG", "PNG", "WEBP")
"""A JPEG with a second picture behind it, as some phones write it, counts as one."""

EMPTY = marked("The photo arrived empty: send it again.")
HEAVY = marked("The photo is larger than {most} MB: send it as JPEG, in a smaller size.")
VIDEO = marked("This is a video: take a photo instead.")
HEIC = marked(
    "This photo is in the HEIC format, which cannot be read here: set the phone's camera to "
    "“Most Compatible” (JPEG), or send a screenshot of the photo."
)
NONE = marked("This is no photo that can be read here: send a JPEG, PNG or WebP picture.")
BROKEN = marked("The photo did not arrive whole: send it again.")
DAMAGED = marked("A part of the photo is damaged: send it again, or take it again.")
LARGE = marked(
    "The photo has {megapixels} megapixels, and {most} are the most: choose a smaller size in the camera."
)
SMALL = marked(
    "The photo is only {wide} by {high} pixels: send it as the camera took it, not a preview of it."
)


class BadPicture(Exception):
    """What was sent is no photo that can be read; `sentence` says why and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def open_photo(data: bytes, most: int = USEFUL_PIXELS, least: int = MIN_SIDE_PX) -> Image:
    """The photo in a file: height by width by 3 (blue, green, red), turned as the phone was held, and scaled
    down to `most` pixels: a JPEG is never unpacked finer than about twice that. least: pixels that the
    shorter side must have. Raises BadPicture."""
    return _opened(data, most, least, cv2.COLOR_RGB2BGR)


def open_gray_photo(data: bytes) -> Image:
    """The same photo in gray, height by width: a third of the memory. Raises BadPicture."""
    return gray(_opened(data, USEFUL_PIXELS, MIN_SIDE_PX, cv2.COLOR_RGB2GRAY))


def open_again(data: bytes) -> Image:
    """As `open_photo`, of a photo that was opened before and so is whole. OpenCV makes the same pixels of a
    JPEG that needs no scaling down, with three quarters of the memory."""
    with unpacking, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Pictures.open(io.BytesIO(data), formats=FORMATS) as picture:
            wide, high = picture.size
            plain = picture.format in ("JPEG", "MPO") and picture.mode == "RGB"
            if plain and wide * high <= USEFUL_PIXELS:
                release_freed_memory()  # by whatever looked at the photo since
                flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
                opened = cv2.imdecode(np.frombuffer(with_end_marker(data), np.uint8), flags)
                if opened is not None and opened.shape[:2] == (high, wide):
                    return _upright(opened, _orientation(picture))
    return _opened(data, USEFUL_PIXELS, MIN_SIDE_PX, cv2.COLOR_RGB2BGR, again=True)


def _opened(data: bytes, most: int, least: int, colours: int, again: bool = False) -> Image:
    """colours: what OpenCV makes of a JPEG's red, green, blue; others stay in colour. again: it was opened
    before, so that no damage is looked for."""
    _refuse_other_files(data)
    with unpacking, warnings.catch_warnings():
        release_freed_memory()  # by cameras, between whose pictures there is no room for a photo
        warnings.simplefilter("ignore")  # Pillow warns of large pictures; we refuse them
        try:
            picture: Pictures.Image = Pictures.open(io.BytesIO(data), formats=FORMATS)
        except (UnidentifiedImageError, Pictures.DecompressionBombError) as error:
            if isinstance(error, Pictures.DecompressionBombError):
                raise BadPicture(_(LARGE, megapixels="100+", most=MAX_PIXELS // 10**6)) from None
            raise BadPicture(_(NONE)) from None
        except Exception:  # what a damaged head raises there is anything
            raise BadPicture(_(BROKEN)) from None
        with picture:
            wide, high = picture.size
            largest = MAX_PIXELS if picture.format in ("JPEG", "MPO") else MAX_UNPACKED_PIXELS
            if wide * high > largest:
                raise BadPicture(_(LARGE, megapixels=wide * high // 10**6, most=largest // 10**6))
            needs = coefficient_bytes(picture)
            if needs > MAX_COEFFICIENT_BYTES:
                most_of_these = wide * high * MAX_COEFFICIENT_BYTES // needs
                raise BadPicture(_(LARGE, megapixels=wide * high // 10**6, most=most_of_these // 10**6))
            if min(wide, high) < least:
                raise BadPicture(_(SMALL, wide=wide, high=high))
            if not again and is_damaged(data):
                raise BadPicture(_(DAMAGED))
            if picture.format in ("JPEG", "MPO"):
                whole = with_end_marker(data)
                jpeg = picture if whole is data else Pictures.open(io.BytesIO(whole))
                return _decode_jpeg(jpeg, most, colours)
            return _decode_other(data, picture, most)


def pixel_count(data: bytes) -> int:
    """How many pixels a photo says it has; 0 for what is none. Nothing is unpacked."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Pictures.open(io.BytesIO(data), formats=FORMATS) as picture:
                return picture.width * picture.height
    except Exception:  # what a damaged head raises is anything, and `open_photo` says it better
        return 0


def _refuse_other_files(data: bytes) -> None:
    """Refuses what its first bytes show to be no photo."""
    if not data:
        raise BadPicture(_(EMPTY))
    if len(data) > MAX_BYTES:
        raise BadPicture(_(HEAVY, most=MAX_BYTES // 10**6))
    kind = foreign_kind(data)
    if kind:
        raise BadPicture(_(_FOREIGN[kind]))


_FOREIGN = {"HEIC": HEIC, "AVIF": NONE, "video": VIDEO}


def _decode_jpeg(picture: Pictures.Image, most: int, colours: int) -> Image:
    """The pixels of a JPEG, only as fine as they are needed."""
    wide, high = picture.size
    half = 1
    while wide * high / (2 * half) ** 2 > 0.8 * most:
        half *= 2
    try:
        turn = _orientation(picture)
        picture.draft("RGB", (wide // half, high // half))  # a JPEG unpacks to a half or a quarter by itself
        picture.load()
        shrink = (most / (picture.width * picture.height)) ** 0.5
        if shrink < 1:
            size = (int(picture.width * shrink), int(picture.height * shrink))
            picture = picture.resize(size, Pictures.Resampling.BOX)
        pixels = _in_bands(picture, colours)
    except (OSError, SyntaxError, ValueError, EOFError, IndexError):  # Pillow raises all these for damage
        raise BadPicture(_(BROKEN)) from None
    except MemoryError:
        raise BadPicture(_(LARGE, megapixels=wide * high // 10**6, most=MAX_PIXELS // 10**6)) from None
    return _upright(pixels, turn)


def _in_bands(picture: Pictures.Image, colours: int) -> np.ndarray:
    """The pixels of an opened picture. All at once they would be there four times for a moment: Pillow has
    four bytes a pixel, and copies them twice."""
    depth = () if colours == cv2.COLOR_RGB2GRAY else (3,)
    made = np.empty((picture.height, picture.width, *depth), np.uint8)
    for top in range(0, picture.height, BAND_ROWS):
        bottom = min(top + BAND_ROWS, picture.height)
        band = picture.crop((0, top, picture.width, bottom))
        if "A" in band.getbands() or "transparency" in band.info:
            over = np.asarray(band.convert("RGBA"))
            made[top:bottom] = on_white(np.asarray(cv2.cvtColor(over, cv2.COLOR_RGBA2BGRA)))
            continue
        plain = band if band.mode == "RGB" else band.convert("RGB")
        cv2.cvtColor(np.asarray(plain), colours, dst=made[top:bottom])
    return made


def _decode_other(data: bytes, picture: Pictures.Image, most: int) -> Image:
    """The same of a PNG or WebP picture: of a PNG with colours by Pillow, in bands, since OpenCV holds each
    pixel twice as it is stored, up to eight bytes; of others by OpenCV, since there Pillow takes more."""
    try:
        if picture.format == "PNG" and picture.mode in ("RGB", "RGBA", "LA", "P"):
            picture.load()  # before its Exif data are asked for: that loads it too, and hides what is wrong
            turn = _orientation(picture)
            release_freed_memory()  # by cameras since: here is the most that any photo takes
            opened = _in_bands(picture, cv2.COLOR_RGB2BGR)
            picture.close()  # four bytes a pixel, which are not needed beside the smaller picture below
        else:
            stored = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
            if stored is None:
                raise BadPicture(_(BROKEN))
            opened = on_white(stored)
            turn = _orientation(picture)
            del stored
    except (cv2.error, MemoryError, OSError, SyntaxError, ValueError, EOFError, IndexError):
        raise BadPicture(_(BROKEN)) from None
    shrink = (most / (opened.shape[0] * opened.shape[1])) ** 0.5
    if shrink < 1:
        size = (int(opened.shape[1] * shrink), int(opened.shape[0] * shrink))
        opened = cv2.resize(opened, size, interpolation=cv2.INTER_AREA)
    return _upright(opened, turn)


def _orientation(picture: Pictures.Image) -> int:
    """How the camera was held: Exif's orientation, 1 to 8; 1 where there is none or it is damaged."""
    try:
        turn = picture.getexif().get(_ORIENTATION, 1)
    except Exception:  # damaged Exif data raise anything, and are no reason to refuse the photo
        return 1
    return turn if turn in _TURNS else 1


_ORIENTATION = 0x0112
_TURNS: dict[int, Callable[[np.ndarray], np.ndarray]] = {
    1: lambda image: image,
    2: lambda image: cv2.flip(image, 1),
    3: lambda image: cv2.rotate(image, cv2.ROTATE_180),
    4: lambda image: cv2.flip(image, 0),
    5: cv2.transpose,
    6: lambda image: cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE),
    7: lambda image: cv2.transpose(cv2.rotate(image, cv2.ROTATE_180)),
    8: lambda image: cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
"""How a stored picture comes upright. By OpenCV: NumPy takes five times as long to copy a turned one."""


def _upright(image: np.ndarray, turn: int) -> Image:
    return np.ascontiguousarray(_TURNS[turn](image), dtype=np.uint8)
