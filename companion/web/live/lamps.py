"""A lamp drawn for a page: its colour, its brightness, and how it moves, as a curve and as light."""

from __future__ import annotations

from markupsafe import Markup, escape

from companion.games.contract import Light
from companion.room.lights import on_screen, waves
from companion.translation import _
from firmware_bridge.firmware.scene import LEVELS, PALETTE

CURVE_SECONDS = 5.0
"""Time that the drawn curve covers."""
WIDTH, HEIGHT = 96, 24


def lamp(light: Light) -> Markup:
    """An animated SVG of a lamp; the curve shows the motion to people who want no animation."""
    colour = "#" + "".join(f"{share:02x}" for share in on_screen(PALETTE[light.colour]))
    period, corners = waves()[light.motion]
    full = on_screen((LEVELS[light.level],) * 3)[0] / 255
    times = ";".join(f"{t / period:g}" for t, _ in corners)
    heights = ";".join(f"{full * on_screen((value,) * 3)[0] / 255:.3f}" for _, value in corners)
    glow = (
        f'<animate attributeName="fill-opacity" values="{heights}" keyTimes="{times}" dur="{period}ms" '
        'repeatCount="indefinite"/>'
    )
    words = _(
        "{colour}, {motion}, level {level} of 3",
        colour=_(light.colour),
        motion=_(light.motion),
        level=light.level,
    )
    dot = f'cx="13" cy="12" r="9" fill="{colour}"'
    return Markup(
        f'<svg class="lamp" viewBox="0 0 {28 + WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(words)}">'
        '<rect class="lamp-socket" width="26" height="24" rx="6"/>'
        f'<circle class="lamp-moving" {dot}>{glow}</circle>'
        f'<circle class="lamp-still" {dot} fill-opacity="{full:.3f}"/>'
        f'<path class="lamp-curve" d="{_curve(light)}"/></svg>'
    )


def _curve(light: Light) -> str:
    period, corners = waves()[light.motion]
    points, begin = [], 0.0
    while begin < CURVE_SECONDS * 1000:
        for t, value in corners:
            at = begin + t
            x = 30 + (WIDTH - 4) * at / (CURVE_SECONDS * 1000)
            points.append(f"{x:.1f} {22 - 20 * value / 255 * light.level / 3:.1f}")
        begin += period
    return "M" + "L".join(points)
