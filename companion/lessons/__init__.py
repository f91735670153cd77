"""Lessons during a game: which step each player is shown, by the table's entries (docs/lessons.md)."""
