"""Race for the Galaxy: its cards as data, its rules as pure functions; hands stay with the players."""
