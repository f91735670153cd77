"""A stand-in for the board's parts that MicroPython's host build lacks: a pin, and a `bitstream` that reports
what went out.

Each write of the LEDs becomes a line on stderr, `LEDS <ms> <bytes in hex>`, in the order of the wire.
"""

import binascii
import sys
import time


class Pin:
    OUT = 1

    def __init__(self, number, mode=OUT):
        self.number = number

    def init(self, mode):
        pass


def bitstream(pin, encoding, timing, data):
    line = f"LEDS {time.ticks_ms()} {binascii.hexlify(data).decode()}\n"
    sys.stderr.write(line)
