"""The firmware of the board, in MicroPython: main, scene and config, and frames from the folder above."""
