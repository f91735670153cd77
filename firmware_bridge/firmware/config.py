"""Settings for you to change: the wiring of your lights. Everything else on the board is the same for all."""

PIN = 0
"""The GPIO number of the data line (GP0 is the Pico's first pin)."""
ORDER = "GRB"
"""How your LEDs take their colours: WS2812B "GRB", some WS2811 "RGB"."""
SEGMENTS = (("track", 6, 1), ("tiles", 7, 1), ("seats", 0, 1), ("explore", 0, 1))
"""In the order of the data line: name, lights, LEDs a light. 0 lights: you have not built it."""
REVERSED = ()
"""Names of the segments whose data line runs in at their last light."""
BRIGHTEST = 96
"""The cap of 255 that no host can raise: LEDs disturb cameras and eyes."""
MILLIAMPS = 900
"""What the LEDs may draw together; brighter scenes are dimmed as a whole."""
