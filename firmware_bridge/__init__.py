"""The lights: a picture of the game becomes light on a strip, over a serial line that may break."""
