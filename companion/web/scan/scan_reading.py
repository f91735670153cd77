"""Reads the photos of scans in a queue. What was read is kept; photos are read again after tiles were
registered."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import blake2b
from typing import TypeVar

from companion.games.contract import Game, State
from companion.games.scanned.draft import Draft
from companion.scan.found import PhotoContents
from companion.scan.reading import LookReaders, read_photo, reader_of
from companion.vision import ocr
from companion.vision.picture_files import opened_jpeg
from companion.vision.picture_memory import free_large_blocks_at_once, release_freed_memory
from companion.web.request.services import services

_reading_pool = ThreadPoolExecutor(2, "scan-photos", free_large_blocks_at_once)
"""Two threads decode, read and draw photos, as most hosts have two cores: memory use stays that of two photos
however many are sent. (Each thread that does this keeps some tens of megabytes.)"""


def prepare_reading(game: Game[State]) -> None:
    """Loads in the background what the reading of the first photo needs."""
    _reading_pool.submit(reader_of, game)


def reads_of(scan_id: str, draft: Draft, game: Game[State]) -> dict[str, PhotoContents]:
    """What was read in the scan's photos that are there, by their ids; read anew with tiles registered
    since."""
    tiles, kept = reading_digest(draft), services().scans.reads(scan_id)
    found = {}
    for shot in draft.shots:
        if shot.id not in kept:
            continue
        read, with_tiles = kept[shot.id]
        if with_tiles != tiles:
            jpeg = services().scans.photo(scan_id, shot.id).jpeg
            read = run_in_turn(partial(_read_again, jpeg, game))
            services().scans.read_again(shot.id, read, tiles)
        found[shot.id] = read
    return found


T = TypeVar("T")


def run_in_turn(work: Callable[[], T]) -> T:
    """The result of `work`, run when its turn comes, in the language of this request."""
    done = _reading_pool.submit(contextvars.copy_context().run, work)
    _reading_pool.submit(release_freed_memory)
    return done.result()


def look_readers(game: Game[State]) -> LookReaders:
    """Of pieces without tags and of bare tiles, as far as their pictures were learnt."""
    fronts = services().fronts
    return LookReaders(fronts.reader(game), fronts.name_reader(game), services().tile_looks.reader(game))


def _read_again(jpeg: bytes, game: Game[State]) -> PhotoContents:
    return read_photo(opened_jpeg(jpeg), game, look_readers(game))


def reading_digest(draft: Draft) -> str:
    """A digest of what photos are read with: the tiles of the box in use, the pictures of fronts, whether
    printed names are read and, where tiles are to be known by them, the pictures of tiles."""
    known = (services().shelf.text(draft.game) or "") + services().fronts.pictures.stamp(draft.game)
    known += services().tile_looks.stamp(draft.game) + str(ocr.installed())
    return blake2b(known.encode(), digest_size=8).hexdigest()
