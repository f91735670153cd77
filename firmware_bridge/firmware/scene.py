"""From a scene to LED colours: palette, rhythms, brightness, wiring. Pure, and the same on board and host.

A wave is a period in ms and its corners (ms, 0 to 255); between corners the light runs straight. No wave
flashes more than three times a second, so no light here is a danger to photosensitive people.

This file runs on MicroPython too: nothing but what both languages have.
"""

from array import array

try:
    import frames
    import micropython
    from micropython import const
except ImportError:  # not on a board
    from firmware_bridge import frames

    class micropython:  # the board's compiler knows the decorator by this very name
        @staticmethod
        def viper(function):
            """On a board: compile to machine code, with C's numbers and pointers."""
            return function

    def const(number):
        """On a board: put the number itself wherever its name is used."""
        return number

    ptr8 = bytearray
    ptr16 = array

PALETTE = {
    "white": (255, 210, 150),
    "amber": (255, 110, 0),
    "alarm": (255, 0, 0),
    "red": (200, 6, 9),
    "orange": (255, 80, 0),
    "yellow": (255, 230, 0),
    "green": (30, 168, 140),
    "cyan": (0, 200, 200),
    "blue": (0, 0, 165),
    "purple": (106, 44, 243),
    "pink": (255, 60, 140),
}
"""Light, not paint: red, green, blue shares of 255 as a WS2812 shows them. Red, yellow, green, blue and
purple are chosen so that eyes without one kind of cone part them too; a test simulates such eyes."""

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
    "triple-blink": (2200, ((0, 255), (160, 255), (200, 60), (360, 60), (400, 255), (560, 255), (600, 60),
                            (760, 60), (800, 255), (960, 255), (1000, 60), (2160, 60), (2200, 255))),
}  # fmt: skip

LEVELS = (0, 48, 120, 255)
"""The share of 255 that each level of a lamp gives."""

AT_RGB = const(11)
AT_LEVELS = const(44)
AT_HEIGHTS = const(48)
AT_ORDER = const(57)
AT_BRIGHTNESS = const(60)
TABLE = bytes(
    list(frames.LETTERS.encode())
    + [share for name in frames.COLOURS for share in PALETTE[name]]
    + list(LEVELS)
    + [0, 255, 0, 0, 0, 0, 0, 0, 0]
    + [0, 1, 2, 0]
)
"""What `paint` needs besides the lamps, a byte each: letters, colours, levels, heights of the waves, order of
the colours, brightness."""


def _curves():
    flat = [0] * len(frames.MOTIONS)
    for n in range(len(frames.MOTIONS)):
        period, corners = WAVES[frames.MOTIONS[n]]
        flat[n] = len(flat)
        flat.append(period)
        for corner in corners:
            flat += corner
    return array("H", flat)


CURVES = _curves()
"""The waves as `height` reads them: where each motion's begins, in the order of MOTIONS; then of each the
period, and ms and height of its corners."""


@micropython.viper
def height(curves: ptr16, motion: int, ms: int) -> int:
    """The height of a motion's wave, 0 to 255, `ms` after it began."""
    at = int(curves[motion])
    t = ms % int(curves[at])
    at += 3
    while t >= int(curves[at]):
        at += 2
    t0 = int(curves[at - 2])
    v0 = int(curves[at - 1])
    return v0 + (int(curves[at + 1]) - v0) * (t - t0) // (int(curves[at]) - t0)


@micropython.viper
def set_heights(look: ptr8, curves: ptr16, motions: int, ms: int):
    """Put the heights of these motions, a bit each, where `paint` looks for them."""
    for motion in range(2, 9):
        if motions & (1 << motion):
            look[AT_HEIGHTS + motion] = int(height(curves, motion, ms))


def wave(motion, ms):
    """The height of a motion's wave by its name."""
    return height(CURVES, frames.MOTIONS.index(motion), ms)


def colour(lamp, ms, brightness):
    """(red, green, blue) of a lamp at a moment, as `paint` has it."""
    light = wave(lamp[1], ms) * LEVELS[lamp[2]] * brightness // 255
    return tuple([share * light // 65025 or int(share > 99 and light > 0) for share in PALETTE[lamp[0]]])


@micropython.viper
def motions_of(text: ptr8, lamps: int, look: ptr8) -> int:
    """A bit for each motion that the lamps use; -1 when one is no lamp."""
    used = 0
    for n in range(lamps):
        code = int(text[2 * n + 1]) - 48
        if code > 16:
            code -= 7
        elif code > 9:
            return -1
        if code < 0 or code > 35:
            return -1
        colour = 0
        while look[colour] != text[2 * n]:
            colour += 1
            if colour == 11:
                return -1
        used |= 1 << (code >> 2)
    return used


@micropython.viper
def paint(leds: ptr8, at: int, step: int, text: ptr8, lamps: int, look: ptr8):
    """Write the lamps' bytes into leds[at:], `step` apart. What is lit at all never rounds down to dark."""
    for n in range(lamps):
        colour = 0
        while look[colour] != text[2 * n]:
            colour += 1
        code = int(text[2 * n + 1]) - 48
        if code > 9:
            code -= 7
        light = int(look[AT_HEIGHTS + (code >> 2)]) * int(look[AT_LEVELS + (code & 3)])
        light = light * int(look[AT_BRIGHTNESS]) // 255
        for i in range(3):
            share = int(look[AT_RGB + 3 * colour + i])
            value = share * light // 65025
            if value == 0 and share > 99 and light > 0:
                value = 1
            leds[at + int(look[AT_ORDER + i])] = value
        at += step


class Strip:
    """The LEDs of one board, as config.py has them.

    segments: ((name, lights, LEDs a light), ...) along the data line; backwards: names of those wired from
    their last light; order: how an LED takes its three bytes.
    """

    def __init__(self, segments, brightest=255, milliamps=10000, backwards=(), order="RGB"):
        self.brightest = brightest
        self.milliamps = milliamps
        self.order = bytes([order.index(letter) for letter in "RGB"])
        self.parts = []
        """(name, the first light's place in bytes, bytes from light to light, lights, LEDs a light)"""
        at = 0
        for name, lights, each in segments:
            step = 3 * each
            if name in backwards:
                self.parts.append((name, at + (lights - 1) * step, -step, lights, each))
            else:
                self.parts.append((name, at, step, lights, each))
            at += lights * step
        self.size = at

    def counts(self):
        """((segment, lights), ...)"""
        return [(name, lights) for name, _, _, lights, _ in self.parts]

    def within(self, leds):
        """The LEDs dimmed as a whole until they draw no more than they may: 20 mA a channel at 255, and 1 mA
        an LED for itself."""
        total = sum(leds)
        own = self.size // 3
        if not total or total * 20 // 255 + own <= self.milliamps:
            return leds
        spare = max(0, self.milliamps - own) * 255 // 20
        return bytearray([share * spare // total for share in leds])

    def idle(self, ms):
        """Nobody tells the board what to show: the first light of each segment glows slowly, nothing else."""
        glow = wave("breathe", ms) * 20 // 255
        leds = bytearray(self.size)
        for _, at, _, lights, _ in self.parts:
            if lights:
                leds[at + self.order[0]] = glow
                leds[at + self.order[1]] = glow // 2
        return leds

    def selftest(self, ms):
        """The pattern at power-up: each light in turn for 120 ms, red, then green, then blue. None: done."""
        total = sum([lights for _, _, _, lights, _ in self.parts])
        turn = ms // 120
        if turn >= total * 3:
            return None
        light, hue = turn % total, turn // total
        leds = bytearray(self.size)
        for _, at, step, lights, each in self.parts:
            if 0 <= light < lights:
                for led in range(each):
                    leds[at + light * step + 3 * led + self.order[hue]] = 48
            light -= lights
        return leds


class Picture:
    """What an S frame asks of a strip, ready to be drawn again and again. Raises ValueError for nonsense.

    A lamp that the frame lacks is dark, one that the strip lacks is left out.
    """

    def __init__(self, args, strip):
        brightness, said = frames.split_state(args)
        look = self.look = bytearray(TABLE)
        look[AT_ORDER : AT_ORDER + 3] = strip.order
        look[AT_BRIGHTNESS] = min(brightness, strip.brightest)
        self.strip = strip
        self.lamps = {}
        self.motions = 0
        for name, text in said:
            text = text.encode()
            used = motions_of(text, len(text) // 2, look)
            if used < 0:
                raise ValueError("lamp")
            self.lamps[name] = text
            self.motions |= used

    def moves(self):
        """Whether time changes its look."""
        return self.look[AT_BRIGHTNESS] > 0 and self.motions > 3

    def render(self, ms):
        """The bytes of every LED along the data line at a moment, three each."""
        look = self.look
        if self.motions > 3:
            set_heights(look, CURVES, self.motions, ms)
        strip = self.strip
        leds = bytearray(strip.size)
        for name, at, step, lights, each in strip.parts:
            if name in self.lamps:
                text = self.lamps[name]
                for _ in range(each):
                    paint(leds, at, step, text, min(len(text) // 2, lights), look)
                    at += 3
        return strip.within(leds)
