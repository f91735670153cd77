"""Scoring a finished table of New Frontiers that was not tracked."""
