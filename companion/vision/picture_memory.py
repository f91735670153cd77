"""Gives the memory of large pictures back to the system: by itself glibc keeps what was freed, some 100 MB
after a photo of 12 megapixels. Other C libraries do not need that, and are left as they are."""

from __future__ import annotations

import ctypes
import sys

_C_LIBRARY = ctypes.CDLL(None) if sys.platform == "linux" else None
_malloc_trim = getattr(_C_LIBRARY, "malloc_trim", None)
_mallopt = getattr(_C_LIBRARY, "mallopt", None)

LARGE_BLOCK_BYTES = 9 << 20
"""What is larger goes back to the system the moment it is freed: arrays of photos of 12 megapixels. By itself
glibc keeps blocks of up to 32 MB, and between them there is no room for the next. A camera's pictures (1080p)
are smaller, as mapping memory anew for each would cost time."""
MAX_ARENAS = 2
"""Pools of memory for all threads. By itself glibc makes eight for each processor, and each keeps what its
thread once needed: six phones at 4K took 160 MB more so."""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8


def free_large_blocks_at_once() -> None:
    """From now on, in the whole process; best before there are many threads."""
    if _mallopt is not None:
        _mallopt(_M_ARENA_MAX, MAX_ARENAS)
        _mallopt(_M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES)
        _mallopt(_M_TRIM_THRESHOLD, 2 * LARGE_BLOCK_BYTES)


def release_freed_memory() -> None:
    """Gives back what was freed already, which takes some milliseconds."""
    if _malloc_trim is not None:
        _malloc_trim(0)
