"""What the coach needs of New Frontiers: possible states, and what a round's end is worth."""
