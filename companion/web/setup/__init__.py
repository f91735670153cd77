"""Pages that choose a game and begin a table."""
