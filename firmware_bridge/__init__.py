"""The lights: shows the state of the game on an LED strip, over an unreliable serial line."""
