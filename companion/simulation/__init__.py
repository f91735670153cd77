"""Whole games without people: simulated games, computer players at a table, replayed recordings."""
