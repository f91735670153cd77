"""Settings for you to change: the wiring of your lights. The other files are the same on all boards."""

PIN = 0
"""The GPIO number of the data line (GP0 is the Pico's first pin)."""
ORDER = "GRB"
"""The order of your LEDs' colours: WS2812B "GRB", some WS2811 "RGB"."""
SEGMENTS = (("track", 6, 1), ("tiles", 7, 1), ("seats", 0, 1), ("explore", 0, 1))
"""In the order of the data line: name, lights, LEDs per light. 0 lights: not built."""
REVERSED = ()
"""Names of the segments whose data line enters at their last light."""
BRIGHTEST = 96
"""Maximum brightness of 255, whatever the host asks for: LEDs disturb cameras and eyes."""
MILLIAMPS = 900
"""Maximum current of all LEDs; brighter scenes are dimmed as a whole."""
