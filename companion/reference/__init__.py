"""Looking up a game's rules: the search, and the card for those who explain the game."""
