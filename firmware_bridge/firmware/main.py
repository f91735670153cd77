"""The lights board: reads frames from USB, answers each, and shows the last good scene.

It answers OK only after the LEDs have taken the scene. A damaged line changes no LED and is answered NAK.
"""

import gc
import select
import sys
import time

import config
import frames
import machine
import micropython
import neopixel
import scene

STEP = 40
"""Milliseconds between two pictures of a moving scene."""
REFRESH = 1000
"""A still scene is written again this often: an LED that lost its colour gets it back."""
SILENCE = 3000
"""Without a good frame for this long the board shows that it is alone."""
HALF_LINE = 20
"""A line that stops in its middle for this long is damaged."""


@micropython.native
def gather(ipoll, readinto, one, room):
    """Read what has come, to the end of a line at most, into `room`; gives how many bytes. -1: no more ever.

    Byte by byte, as a read of more would wait for all of them, and half a line would stop the lights.
    """
    n = 0
    size = len(room)
    while n < size:
        for _ in ipoll(0):
            if not readinto(one):
                return -1
            byte = one[0]
            room[n] = byte
            n += 1
            if byte == 10:
                return n
            break
        else:
            return n
    return n


class Board:
    """out: takes bytes for the host. poller and source: where the host's bytes come from."""

    def __init__(self, out, poller, source):
        self.out = out
        self.poller = poller
        self.source = source
        self.one = bytearray(1)
        self.room = bytearray(frames.LONGEST)
        self.lines = frames.Lines()
        self.strip = scene.Strip(
            config.SEGMENTS, config.BRIGHTEST, config.MILLIAMPS, config.REVERSED, config.ORDER
        )
        self.pixels = neopixel.NeoPixel(machine.Pin(config.PIN), self.strip.size // 3)
        self.picture = None
        self.shown = None
        self.greeted = False
        self.began = self.heard = self.written = time.ticks_ms()
        self.answer(0, "HI", self.hi())

    def hi(self):
        return frames.encode_hi(self.strip.counts())

    def answer(self, sequence, verb, args=""):
        self.out.write(frames.encode(sequence, verb, args))

    def take(self):
        """Answer what has come from the host. False when nothing ever will again."""
        # The stubs take a native function for one without arguments.
        count = gather(
            self.poller.ipoll,  # pyright: ignore[reportCallIssue]
            self.source.readinto,
            self.one,
            self.room,
        )
        if count < 0:
            return False
        found = self.lines.feed(memoryview(self.room)[:count])
        for frame in found:
            if frame is None:
                self.answer(0, "NAK")
            else:
                self.obey(*frame)
        if found:
            self.draw()
            gc.collect()  # now, while nobody waits
        return True

    def obey(self, sequence, verb, args):
        self.heard = time.ticks_ms()
        self.greeted = True
        if verb == "S":
            try:
                self.picture = scene.Picture(args, self.strip)
            except ValueError:
                self.answer(sequence, "ERR", "state")
                return
            self.draw(True)
            self.answer(sequence, "OK")
        elif verb == "PING":
            self.answer(sequence, "OK")
        elif verb == "HELLO":
            self.answer(sequence, "HI", self.hi())
        elif verb == "REPL":
            self.answer(sequence, "OK")
            raise SystemExit
        else:
            self.answer(sequence, "ERR", "verb")

    def quiet(self):
        """Nothing more has come for a while: a half line will not be finished."""
        if self.lines.drop():
            self.answer(0, "NAK")

    def leds(self, now):
        """The bytes that the LEDs should have now."""
        if self.picture is not None and time.ticks_diff(now, self.heard) > SILENCE:
            self.picture = None
        if self.picture is not None:
            return self.picture.render(now)
        leds = None
        if not self.greeted:
            since = time.ticks_diff(now, self.began)
            leds = self.strip.selftest(since)
        return self.strip.idle(now) if leds is None else leds

    def draw(self, anyway=False):
        """Write the LEDs, if they change, or the last time is long ago, or `anyway`."""
        now = time.ticks_ms()
        leds = self.leds(now)
        if not anyway and leds == self.shown and time.ticks_diff(now, self.written) < REFRESH:
            return
        self.shown = leds
        self.written = now
        self.pixels.buf[:] = leds
        self.pixels.write()

    def wait(self):
        """How long the board may sleep, in ms, when nobody writes."""
        if self.lines.line:
            return HALF_LINE
        if self.picture is not None and not self.picture.moves():
            return 500
        return STEP


def run():
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    board = Board(sys.stdout.buffer, poller, sys.stdin.buffer)
    board.draw()
    while True:
        try:
            if not poller.poll(board.wait()):
                board.quiet()
                board.draw()
            elif not board.take():
                return
        except Exception as fault:  # whatever it is, the lights must go on answering
            board.answer(0, "ERR", type(fault).__name__)


if __name__ == "__main__":
    run()
