"""The coach's interface to New Frontiers: possible states, and the value of a round's end."""
