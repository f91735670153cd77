"""The board's firmware, in MicroPython: main, scene and config, with frames from the folder above."""
