"""Files for printing and sharing, as bytes. The layout libraries are imported only when one is made.

Pages make them in a separate process (`companion.system.work_processes`), so that the server never loads
these libraries.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from companion.games.contract import Game, State


def sticker_pdf(game: Game[State], paper: str, labels: str | None) -> bytes:
    """The sticker sheets. Raises ValueError with a sentence."""
    from companion.printing.stickers import write_stickers

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "tags.pdf"
        write_stickers(game, out, paper, labels)
        return out.read_bytes()


def proxy_pdf(game: Game[State], paper: str, ids: tuple[str, ...] = ()) -> bytes:
    """Tiles to cut out. ids: only these; empty: all. Raises ValueError with a sentence."""
    from companion.printing.stickers import write_proxies

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "tags.pdf"
        write_proxies(game, out, paper, ids=ids)
        return out.read_bytes()


def score_pdf(**parts: Any) -> bytes:
    """The score sheet: `companion.plays.pdf.score_pdf`."""
    from companion.plays import pdf

    return pdf.score_pdf(**parts)


def result_picture(*parts: Any) -> bytes:
    """The result to share: `companion.plays.picture.result_picture`."""
    from companion.plays import picture

    return picture.result_picture(*parts)
