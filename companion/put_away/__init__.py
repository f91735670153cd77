"""Putting a game away: what is back in the box, what is missing, and what each copy of a game lacks."""
