"""From a scene to LED colours: palette, rhythms, brightness. Pure, and the same on board and host.

A wave is a period in ms and its corners (ms, 0 to 255); between corners the light runs straight. No wave
flashes more than three times a second, so no light here is a danger to photosensitive people.

This file runs on MicroPython too: nothing but what both languages have.
"""

PALETTE = {
    "white": (255, 210, 150),
    "amber": (255, 110, 0),
    "alarm": (255, 0, 0),
    "red": (255, 24, 0),
    "orange": (255, 80, 0),
    "yellow": (255, 190, 0),
    "green": (0, 200, 60),
    "cyan": (0, 200, 200),
    "blue": (0, 60, 255),
    "purple": (140, 0, 255),
    "pink": (255, 60, 140),
}
"""Light, not paint: red, green, blue shares of 255 as a WS2812 shows them."""

WAVES = {
    "off": (1000, ((0, 0), (1000, 0))),
    "steady": (1000, ((0, 255), (1000, 255))),
    "slow-pulse": (2000, ((0, 70), (1000, 255), (2000, 70))),
    "double-blink": (1600, ((0, 255), (160, 255), (200, 60), (360, 60), (400, 255), (560, 255), (600, 60),
                            (1560, 60), (1600, 255))),
    "flutter": (400, ((0, 255), (200, 110), (400, 255))),
    "breathe": (5000, ((0, 12), (2200, 255), (2800, 255), (5000, 12))),
    "long-short": (2000, ((0, 255), (800, 255), (840, 60), (1060, 60), (1100, 255), (1300, 255), (1340, 60),
                          (1960, 60), (2000, 255))),
    "alarm": (500, ((0, 255), (250, 255), (251, 0), (499, 0), (500, 255))),
}  # fmt: skip

LEVELS = (0, 48, 120, 255)
"""The share of 255 that each level of a lamp gives."""

STILL = ("off", "steady")
"""The motions that need no redrawing."""


def wave(motion, ms):
    """The height of a motion's wave, 0 to 255, `ms` after it began."""
    period, corners = WAVES[motion]
    t = ms % period
    t0, v0 = corners[0]
    for t1, v1 in corners:
        if t < t1:
            return v0 + (v1 - v0) * (t - t0) // (t1 - t0)
        t0, v0 = t1, v1
    return v0


def colour(lamp, ms, brightness):
    """(red, green, blue) of a lamp at a moment; what is lit at all never rounds down to dark."""
    height = wave(lamp[1], ms) * LEVELS[lamp[2]] * brightness
    r, g, b = PALETTE[lamp[0]]
    return (_share(r, height), _share(g, height), _share(b, height))


def _share(channel, height):
    value = channel * height // 16581375
    return 1 if not value and channel > 99 and height > 0 else value


def render(scene, ms, segments, brightest=255, backwards=()):
    """[(red, green, blue), ...] of every LED along the data line.

    segments: ((name, lights, LEDs a light), ...) as in config.py. A lamp that the scene lacks is dark, one
    that the board lacks is left out.
    """
    brightness = min(scene[0], brightest)
    lamps = dict(scene[1])
    leds = []
    for name, lights, each in segments:
        shown = [colour(lamp, ms, brightness) for lamp in lamps.get(name, ())[:lights]]
        shown += [(0, 0, 0)] * (lights - len(shown))
        if name in backwards:
            shown = shown[::-1]
        for rgb in shown:
            leds += [rgb] * each
    return leds


def moves(scene):
    """Whether time changes the scene's look."""
    if scene[0]:
        for _, lamps in scene[1]:
            for lamp in lamps:
                if lamp[2] and lamp[1] not in STILL:
                    return True
    return False


def within(leds, milliamps):
    """The LEDs dimmed as a whole until they draw no more: 20 mA a channel at 255, 1 mA an LED for itself."""
    total = 0
    for r, g, b in leds:
        total += r + g + b
    draw = total * 20 // 255 + len(leds)
    if not total or draw <= milliamps:
        return leds
    spare = max(0, milliamps - len(leds)) * 255 // 20
    return [(r * spare // total, g * spare // total, b * spare // total) for r, g, b in leds]


def idle(ms, segments):
    """Nobody tells the board what to show: the first LED of each segment glows slowly, and nothing else."""
    glow = wave("breathe", ms) * 20 // 255
    leds = []
    for _, lights, each in segments:
        if lights:
            leds += [(glow, glow // 2, 0)] + [(0, 0, 0)] * (lights * each - 1)
    return leds


def selftest(ms, segments, backwards=()):
    """The pattern at power-up: each light in turn for 120 ms, red, then green, then blue. None: done."""
    total = 0
    for _, lights, _each in segments:
        total += lights
    step = ms // 120
    if step >= total * 3:
        return None
    at, hue = step % total, step // total
    rgb = ((48, 0, 0), (0, 48, 0), (0, 0, 48))[hue]
    leds = []
    for name, lights, each in segments:
        for light in range(lights):
            place = lights - 1 - light if name in backwards else light
            leds += [rgb if place == at else (0, 0, 0)] * each
        at -= lights
    return leds
