"""A stand-in for what MicroPython's host build lacks of `machine`: a pin, and a `bitstream` that reports its
data.

Each write to the LEDs becomes a line on stderr, `LEDS <ms> <bytes in hex>`, in the order of the wire.
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
