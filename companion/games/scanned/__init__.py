"""The finished tables of any game as a game of its own: its moves are what people say to such a table."""
