"""Paints a game's small drawings (`Display.art`) into a picture: SVG by resvg."""

from __future__ import annotations

import io

from PIL import Image

_PAGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{size}" height="{size}" '
    'fill="none">{drawing}</svg>'
)
"""A shape without a colour of its own is not filled."""


def painted(drawing: str, size: int) -> Image.Image:
    """The drawing, whose picture is 100 units wide and high, as RGBA of `size` pixels."""
    import resvg_py  # for pictures alone: the pages start without it

    svg = _PAGE.format(size=size, drawing=drawing)
    with Image.open(io.BytesIO(resvg_py.svg_to_bytes(svg, skip_system_fonts=True))) as picture:
        return picture.convert("RGBA")
