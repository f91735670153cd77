"""Advice by simulation, for every game that offers `coaching`. Knows no game by name.

`simulation` plays a possible game on for some rounds; `search` compares a question's options by it within a
budget of processor time; `suggestions` puts what it found into words.
"""
