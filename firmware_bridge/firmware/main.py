"""The lights board: reads frames from USB, answers each, and shows the last good scene.

It answers OK after the LEDs are written. A damaged line changes no LED and is answered by NAK.
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
"""A still scene is written again after so long, to restore LEDs that lost their colour."""
SILENCE = 3000
"""Without a good frame for so long the board shows its idle pattern."""
HALF_LINE = 20
"""A line that stays incomplete for so long is damaged."""


@micropython.native
def gather(ipoll, readinto, one, room):
    """Read available bytes, up to the end of a line, into `room`; returns their number, -1 at end of input.

    Byte by byte, since a longer read would block until all have come, and half a line would stop the lights.
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
    """out: stream to the host. poller and source: stream from the host."""

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
        """Handle the host's available bytes. False at end of input."""
        # The stubs declare native functions without arguments.
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
            gc.collect()  # now, since the host has its answer
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
        """Drop an incomplete line after a pause in the input."""
        if self.lines.drop():
            self.answer(0, "NAK")

    def leds(self, now):
        """The bytes to show at `now`."""
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
        """Write the LEDs if they change, if the last write is REFRESH ago, or if `anyway`."""
        now = time.ticks_ms()
        leds = self.leds(now)
        if not anyway and leds == self.shown and time.ticks_diff(now, self.written) < REFRESH:
            return
        self.shown = leds
        self.written = now
        self.pixels.buf[:] = leds
        self.pixels.write()

    def wait(self):
        """How many ms the board may sleep without input."""
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
        except Exception as fault:  # the board must go on answering
            board.answer(0, "ERR", type(fault).__name__)


if __name__ == "__main__":
    run()
