"""The coach's interface to Race for the Galaxy: possible states, and the value of a round's end."""
