"""The table: what has happened, in order, and everything that may be added to it."""
