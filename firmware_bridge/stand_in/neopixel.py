"""The parts of MicroPython's `neopixel` that the firmware uses, on the stand-in `machine.bitstream`."""

from machine import bitstream


class NeoPixel:
    def __init__(self, pin, count):
        self.pin = pin
        self.n = count
        self.buf = bytearray(count * 3)

    def write(self):
        bitstream(self.pin, 0, (400, 850, 800, 450), self.buf)
