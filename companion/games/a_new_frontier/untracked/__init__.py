"""Scoring a table of A New Frontier that was not tracked."""
