"""An owner's own start worlds, over the cards that come with the game."""
