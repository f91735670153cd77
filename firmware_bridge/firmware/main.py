"""The lights board: reads frames from USB, answers each, and shows the last good scene.

It answers OK only after the LEDs have taken the scene. A damaged line changes no LED and is answered NAK.
"""

import select
import sys
import time

import config
import frames
import machine
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


class Board:
    def __init__(self, out):
        self.out = out
        self.lines = frames.Lines()
        self.count = sum([lights * each for _, lights, each in config.SEGMENTS])
        self.strip = neopixel.NeoPixel(machine.Pin(config.PIN), self.count)
        self.strip.ORDER = tuple([config.ORDER.index(letter) for letter in "RGB"])
        self.scene = None
        self.shown = None
        self.greeted = False
        self.began = self.heard = self.written = time.ticks_ms()
        self.answer(0, "HI", self.hi())

    def hi(self):
        return frames.encode_hi([(name, lights) for name, lights, _ in config.SEGMENTS])

    def answer(self, sequence, verb, args=""):
        self.out.write(frames.encode(sequence, verb, args))

    def take(self, data):
        """Bytes from the host. Answers every frame that they complete."""
        found = self.lines.feed(data)
        for frame in found:
            if frame is None:
                self.answer(0, "NAK")
                continue
            sequence, verb, args = frame
            self.heard = time.ticks_ms()
            self.greeted = True
            if verb == "S":
                try:
                    self.scene = frames.decode_state(args)
                except ValueError:
                    self.answer(sequence, "ERR", "state")
                    continue
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
        if found:
            self.draw()

    def quiet(self):
        """Nothing more has come for a while: a half line will not be finished."""
        if self.lines.drop():
            self.answer(0, "NAK")

    def picture(self, now):
        if time.ticks_diff(now, self.heard) > SILENCE:
            self.scene = None
        if self.scene is None:
            leds = None
            if not self.greeted:
                since = time.ticks_diff(now, self.began)
                leds = scene.selftest(since, config.SEGMENTS, config.REVERSED)
            return scene.idle(now, config.SEGMENTS) if leds is None else leds
        leds = scene.render(self.scene, now, config.SEGMENTS, config.BRIGHTEST, config.REVERSED)
        return scene.within(leds, config.MILLIAMPS)

    def draw(self, anyway=False):
        """Write the LEDs, if they change, or the last time is long ago, or `anyway`."""
        now = time.ticks_ms()
        leds = self.picture(now)
        if not anyway and leds == self.shown and time.ticks_diff(now, self.written) < REFRESH:
            return
        self.shown = leds
        self.written = now
        strip = self.strip
        for i, rgb in enumerate(leds):
            strip[i] = rgb
        strip.write()

    def wait(self):
        """How long the board may sleep, in ms, when nobody writes."""
        if self.lines.line:
            return HALF_LINE
        if self.scene is not None and not scene.moves(self.scene):
            return 500
        return STEP


def run():
    source = sys.stdin.buffer
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    board = Board(sys.stdout.buffer)
    board.draw()
    while True:
        if poller.poll(board.wait()):
            data = source.read(1)
            if not data:
                return
            try:
                board.take(data)
            except Exception as fault:  # whatever it is, the lights must go on answering
                board.answer(0, "ERR", type(fault).__name__)
        else:
            board.quiet()
            board.draw()


if __name__ == "__main__":
    run()
