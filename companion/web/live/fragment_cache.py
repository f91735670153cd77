"""A cache of rendered fragments of pages, such as a tile's drawing and words, which rarely change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from markupsafe import Markup

from companion.translation import language
from companion.web.transport.root_path import root_path

MAX_FRAGMENTS = 2000
"""Enough for a box of tiles in a few languages; one fragment has some 500 bytes."""


class FragmentCache:
    """For templates: `{% call kept("words", tile) %}...{% endcall %}` renders its content once for each
    `tile`, a frozen value, language and root path. The content must depend on these only."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pieces: OrderedDict[tuple[Hashable, ...], Markup] = OrderedDict()

    def __call__(self, *made_of: Hashable, caller: Callable[[], Markup]) -> Markup:
        name = (language(), root_path(), *made_of)
        piece = self._pieces.get(name)
        if piece is None:
            piece = caller()
            with self._lock:
                self._pieces[name] = piece
                while len(self._pieces) > MAX_FRAGMENTS:
                    self._pieces.popitem(last=False)
        return piece
