"""Box files: an owner's own tiles as TOML, over the tiles that come with a game."""
